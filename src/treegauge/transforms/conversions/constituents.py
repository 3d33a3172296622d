"""`Constituent`: one tree taken out of the table as linked objects, for conversions that rearrange phrases.

Conversions from Penn trees cut, bracket and move phrases of one sentence before they read dependencies from it. That is
simple on a small linked tree; `unpacking.py` takes it out of the table.
"""

from __future__ import annotations

from collections.abc import Iterator


class Constituent:
    """A phrase, a word or an empty element.

    children    the parts of a phrase; empty for words and empty elements
    label       category of a phrase, tag of a word, kind of an empty element (*T*, *ICH*, 0 ...)
    function    function tags that may give a relation, joined by hyphens, or None
    head        the head child of a phrase
    place       position of a word or an empty element in the sentence
    hollow      an empty element, or a phrase whose head word is one
    antecedent  the constituent that an empty element, or a gapped phrase (link =), refers to
    link        the kind of that reference
    referring   the empty elements and gapped phrases that refer to this
    joined      whether it is a coordination (see `coordination.py`); None: not computed since its children changed
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
        """The head word (or the empty element in its place)."""
        word = self
        while word.is_phrase and word.head is not None:
            word = word.head
        return word

    @property
    def largest(self) -> Constituent:
        """The largest phrase that this is the head of."""
        phrase = self
        while phrase.parent is not None and phrase.parent.head is phrase:
            phrase = phrase.parent
        return phrase

    def leaves(self) -> Iterator[Constituent]:
        """Words and empty elements below, phrase by phrase (moved phrases may be out of order)."""
        waiting = [self]
        while waiting:
            constituent = waiting.pop()
            if constituent.is_phrase:
                waiting.extend(reversed(constituent.children))
            else:
                yield constituent

    def phrases(self) -> list[Constituent]:
        """This phrase and all phrases below it; a phrase comes before those it contains."""
        phrases, waiting = [], [self]
        while waiting:
            phrase = waiting.pop()
            phrases.append(phrase)
            waiting.extend(child for child in reversed(phrase.children) if child.is_phrase)
        return phrases

    def first(self) -> Constituent:
        """The leaf that comes first in the sentence."""
        return min(self.leaves(), key=lambda leaf: leaf.place)

    def last(self) -> Constituent:
        """The leaf that comes last in the sentence."""
        return max(self.leaves(), key=lambda leaf: leaf.place)

    def within(self, other: Constituent) -> bool:
        """Whether this is the other, or below it."""
        above: Constituent | None = self
        while above is not None and above is not other:
            above = above.parent
        return above is other

    def add(self, child: Constituent, at: int | None = None) -> None:
        """Move a child here from its old place."""
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
        """Remove the reference of this constituent."""
        if self.antecedent is not None:
            self.antecedent.referring = [
                constituent for constituent in self.antecedent.referring or () if constituent is not self
            ]
        self.antecedent = self.link = None
