"""`Constituent`: one tree taken out of the table as linked objects, for conversions that move phrases about.

Conversions from Penn trees cut, bracket and move phrases of one sentence before they read dependencies from it. That is
plain work on a small linked tree; `unpacking.py` takes it out of the table.
"""

from __future__ import annotations

from collections.abc import Iterator


class Constituent:
    """A phrase, a word or an empty element.

    children    what a phrase consists of; nothing for words and empty elements
    label       category of a phrase, tag of a word, kind of an empty element (*T*, *ICH*, 0 ...)
    function    function tags that a relation may come from, joined by hyphens; None: there are none
    head        the head child of a phrase
    place       position of a word or an empty element in the sentence
    hollow      an empty element, or a phrase whose head word is one
    antecedent  what an empty element, or a gapped phrase (link =), refers to
    link        the kind of that reference
    referring   the empty elements and gapped phrases that refer to this
    joined      whether it is a coordination, once that was asked (see `coordination.py`); None: not asked since its
                children changed
    lexical     the head word of a phrase, once all heads are final (see `governors`)
    """

    __slots__ = (
        "antecedent",
        "children",
        "form",
        "function",
        "head",
        "hollow",
        "is_phrase",
        "joined",
        "label",
        "lexical",
        "link",
        "parent",
        "place",
        "punctuation",
        "referring",
    )
    children: list[Constituent]
    is_phrase: bool
    label: str
    form: str
    function: str | None
    parent: Constituent | None
    head: Constituent | None
    place: int
    hollow: bool
    punctuation: bool
    antecedent: Constituent | None
    link: str | None
    referring: list[Constituent] | None
    joined: bool | None
    lexical: Constituent

    def __init__(self, label: str, function: str | None = None, children: list[Constituent] | None = None) -> None:
        self.label, self.function = label, function
        self.children, self.is_phrase = children or [], children is not None
        self.form, self.place = "", -1
        self.hollow = self.punctuation = False
        self.parent = self.head = self.antecedent = None
        self.link = self.referring = self.joined = None
        self.lexical = self

    @property
    def is_word(self) -> bool:
        return not self.is_phrase and not self.hollow

    @property
    def is_empty(self) -> bool:
        """An empty element, or a phrase over nothing but one."""
        if not self.is_phrase:
            return self.hollow
        return all(not child.is_phrase and child.hollow for child in self.children[:1]) and len(self.children) < 2

    @property
    def word(self) -> Constituent:
        """The head word (or the empty element that stands for it)."""
        found = self
        while found.is_phrase and found.head is not None:
            found = found.head
        return found

    @property
    def largest(self) -> Constituent:
        """The largest phrase that this is the head of."""
        found = self
        while found.parent is not None and found.parent.head is found:
            found = found.parent
        return found

    def leaves(self) -> Iterator[Constituent]:
        """Words and empty elements below, phrase by phrase (moved phrases may stand out of order)."""
        waiting = [self]
        while waiting:
            found = waiting.pop()
            if found.is_phrase:
                waiting.extend(reversed(found.children))
            else:
                yield found

    def phrases(self) -> list[Constituent]:
        """This and all phrases below, those above before those below."""
        found, waiting = [], [self]
        while waiting:
            phrase = waiting.pop()
            found.append(phrase)
            waiting.extend(child for child in reversed(phrase.children) if child.is_phrase)
        return found

    def first(self) -> Constituent:
        """The leaf that comes first in the sentence."""
        return min(self.leaves(), key=lambda leaf: leaf.place)

    def last(self) -> Constituent:
        """The leaf that comes last in the sentence."""
        return max(self.leaves(), key=lambda leaf: leaf.place)

    def within(self, other: Constituent) -> bool:
        """Whether this is the other, or below it."""
        found: Constituent | None = self
        while found is not None and found is not other:
            found = found.parent
        return found is other

    def add(self, child: Constituent, at: int | None = None) -> None:
        """Put a child here, away from where it was."""
        if child.parent is not None:
            child.parent.children.remove(child)
            child.parent.joined = None
        child.parent, self.joined = self, None
        self.children.insert(len(self.children) if at is None else at, child)

    def bracket(self, start: int, end: int, label: str) -> Constituent:
        """Put children from `start` to before `end` under a new phrase."""
        inside = self.children[start:end]
        new = Constituent(label, None, inside)
        for child in inside:
            child.parent = new
        new.parent, self.joined = self, None
        if self.head is not None and any(child is self.head for child in inside):
            new.head, self.head = self.head, new
        self.children[start:end] = [new]
        return new

    def dissolve(self) -> None:
        """Let the children of this phrase take its place."""
        assert self.parent is not None
        place = next(number for number, child in enumerate(self.parent.children) if child is self)
        for child in self.children:
            child.parent = self.parent
        self.parent.children[place : place + 1] = self.children
        self.parent.joined = None

    def refer(self, antecedent: Constituent, link: str) -> None:
        """Let this refer to another constituent."""
        self.antecedent, self.link = antecedent, link
        antecedent.referring = [*(antecedent.referring or ()), self]

    def forget(self) -> None:
        """Refer to nothing any longer."""
        if self.antecedent is not None:
            self.antecedent.referring = [one for one in self.antecedent.referring or () if one is not self]
        self.antecedent = self.link = None
