"""`Constituent`: one tree taken out of the table as linked objects, for conversions that move phrases about.

Conversions from Penn trees cut, bracket and move phrases of one sentence before they read dependencies from it. That is
plain work on a small linked tree. The table is for whole treebanks, so a sentence is unpacked here and only its heads
and relations go back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from ..errors import CallError
from ..treebank import NOT_GIVEN, ROOT, Mask, Text, Treebank
from ..treebank.measure import no_words

TOP = "TOP"
_PUNCTUATION = re.compile(r"""[!?\-/&+.,`'()\[\]{}":;]+|-[LR][RSC]B-""")
_PUNCTUATION_TAGS = frozenset((",", ".", ":", "``", "''", '"', "(", ")", "-LRB-", "-RRB-", "HYPH", "NFP"))
_WORDS = frozenset({"IN", "TO", "RB", "AUX", "DT", "POS"})  # tags of words, even if the form looks like punctuation
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_FUNCTIONS = re.compile(r"(?<=.)[-=]")


_Leaf = tuple[str, str, bool, bool, int]
_Phrase = tuple[tuple[str, tuple[str, ...], str, str], str | None, int, int]


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
    """

    __slots__ = (
        "antecedent",
        "children",
        "form",
        "function",
        "head",
        "hollow",
        "is_phrase",
        "label",
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

    def __init__(self, label: str, function: str | None = None, children: list[Constituent] | None = None) -> None:
        self.label, self.function = label, function
        self.children, self.is_phrase = children or [], children is not None
        self.form, self.place = "", -1
        self.hollow = self.punctuation = False
        self.parent = self.head = self.antecedent = None
        self.link = self.referring = None

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
        child.parent = self
        self.children.insert(len(self.children) if at is None else at, child)

    def bracket(self, start: int, end: int, label: str) -> Constituent:
        """Put children from `start` to before `end` under a new phrase."""
        inside = self.children[start:end]
        new = Constituent(label, None, inside)
        for child in inside:
            child.parent = new
        new.parent = self
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

    def refer(self, antecedent: Constituent, link: str) -> None:
        """Let this refer to another constituent."""
        self.antecedent, self.link = antecedent, link
        antecedent.referring = [*(antecedent.referring or ()), self]

    def forget(self) -> None:
        """Refer to nothing any longer."""
        if self.antecedent is not None:
            self.antecedent.referring = [one for one in self.antecedent.referring or () if one is not self]
        self.antecedent = self.link = None


def unpack(treebank: Treebank) -> Iterator[Constituent | None]:
    """The tree of each sentence, its words in `place` order, below one node TOP; None for one without phrases."""
    tokens, nodes = treebank.tokens, treebank.nodes
    empty = no_words(treebank)
    words = [[value or "" for value in tokens.text(name).decode()] for name in ("form", "tag")]
    marks = punctuation_marks(treebank)
    labels = [_split(value or "") for value in nodes.text("label").values]
    label = [labels[code] if code >= 0 else _split("") for code in nodes.text("label").codes.tolist()]
    edge = nodes.text("function").decode()
    above = nodes.numbers("parent").tolist()
    over = tokens.numbers("parent").tolist()
    left = nodes.numbers("left").tolist()
    columns = (*words, marks.tolist(), empty.tolist(), over)
    spans = zip(pairwise(tokens.offsets.tolist()), pairwise(nodes.offsets.tolist()), strict=True)
    for (begin, end), (first, last) in spans:
        if first == last:
            yield None
            continue
        leaves = list(zip(*(column[begin:end] for column in columns), strict=True))
        phrases = list(zip(label[first:last], edge[first:last], above[first:last], left[first:last], strict=True))
        yield _tree(leaves, phrases)


def punctuation_marks(treebank: Treebank) -> Mask:
    """Tokens that are tagged as punctuation, or look like it and are not tagged as words."""
    tokens = treebank.tokens
    form, tag = tokens.text("form"), tokens.text("tag")
    looks = form.mask(lambda value: _PUNCTUATION.fullmatch(value) is not None) & ~tag.mask(_WORDS)
    return looks | tag.mask(_PUNCTUATION_TAGS)


def _split(label: str) -> tuple[str, tuple[str, ...], str, str]:
    """A label as category, function tags, index and gap index: NP-SBJ-1=2 is NP, (SBJ,), 1, 2."""
    whole, _, gap = label.partition("=") if not label.startswith("=") else (label, "", "")
    category, *rest = _FUNCTIONS.split(whole) if not whole.startswith("-") else [whole]
    index = next((part for part in rest if part.isdecimal()), "")
    gap, _, more = gap.partition("-")  # NP=2-SBJ: a typing error that occurs
    return category, tuple(part for part in (*rest, more) if part and not part.isdecimal()), index, gap


def _tree(leaves: Sequence[_Leaf], phrases: Sequence[_Phrase]) -> Constituent:
    """One tree, with references resolved."""
    top = Constituent(TOP, None, [])
    found: list[Constituent] = []
    gaps: list[tuple[Constituent, str]] = []
    antecedents: dict[str, Constituent] = {}
    children: list[list[tuple[int, int, Constituent]]] = [[] for _ in range(len(phrases) + 1)]
    for number, ((category, functions, index, gap), edge, above, left) in enumerate(phrases):
        phrase = Constituent(category, "-".join(functions) or edge or None, [])
        found.append(phrase)
        children[above].append((left, number, phrase))
        if index:
            antecedents.setdefault(index, phrase)
        if gap:
            gaps.append((phrase, gap))
    for place, (form, tag, mark, empty, above) in enumerate(leaves):
        leaf = _leaf(form, tag, place, mark, empty)
        # A phrase that begins with this word comes after a word's own place only if it has no words at all.
        children[above].append((place, len(phrases), leaf))
        if empty and form.startswith("*"):
            gaps.append((leaf, form.rpartition("-")[2]))
    for phrase, below in zip([*found, top], children, strict=True):
        below.sort(key=_position)
        phrase.children = [child for _, _, child in below]
        for child in phrase.children:
            child.parent = phrase
    for phrase in reversed(found):
        if not phrase.children and phrase.parent is not None:
            phrase.parent.children.remove(phrase)
    for one, index in gaps:
        if index in antecedents:
            one.refer(antecedents[index], "=" if one.is_phrase else one.label)
    return top


def _position(item: tuple[int, int, Constituent]) -> tuple[int, int]:
    return item[:2]


def _leaf(form: str, tag: str, place: int, mark: bool, empty: bool) -> Constituent:
    leaf = Constituent(_BRACKETS.get(tag, tag))
    leaf.form, leaf.place, leaf.hollow, leaf.punctuation = form, place, empty, mark and not empty
    if empty:
        leaf.label = form.rpartition("-")[0] if form.startswith("*") and "-" in form else form
    return leaf


def convert_trees(treebank: Treebank, convert: Callable[[Constituent], tuple[list[int], list[str]]]) -> Treebank:
    """The treebank without empty elements, with the heads and relations that `convert` makes of each tree. Sentences
    without phrases keep the dependencies that they have, if any."""
    from ..transforms.empties import remove_empties

    if not len(treebank.tokens):
        return treebank
    if not treebank.has_constituents:
        raise CallError("dependencies are made from phrases: there is no constituency tree")
    words = remove_empties(treebank)
    tokens = words.tokens
    heads = tokens.numbers("head").tolist() if "head" in tokens else [NOT_GIVEN] * len(tokens)
    relations = tokens.text("deprel").decode()
    for (begin, end), top in zip(pairwise(tokens.offsets.tolist()), unpack(treebank), strict=True):
        if top is not None and begin < end:
            heads[begin:end], relations[begin:end] = convert(top)
    return words.replace(tokens=tokens.replace(head=np.array(heads, np.int32), deprel=Text.of(relations)))


def governors(top: Constituent) -> tuple[list[Constituent], list[int]]:
    """The words of a tree and the head of each: the head word of the phrase above its largest one. Empty elements on
    the way up are passed over. Where one is the head of the whole sentence, the first word that depends on it becomes
    the root."""
    words = sorted((leaf for leaf in top.leaves() if leaf.is_word), key=lambda leaf: leaf.place)
    number = {id(word): place for place, word in enumerate(words)}
    found = [_governor(word) for word in words]
    root = found.index(None)
    heads = [root if head is None else number[id(head)] for head in found]
    heads[root] = ROOT
    return words, heads


def _governor(word: Constituent) -> Constituent | None:
    above = word.largest.parent
    while above is not None:
        head = above.word
        if head.is_word:
            return head
        above = head.largest.parent
    return None
