"""EVALB's comparison of two trees in plain Python, from its description: loops over lists, yields as sets of positions.
The compiled loops must find the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from treegauge import Treebank
from treegauge.measures.shared.prm import Prm

VALID, ERROR, SKIPPED = 0, 1, 2
_QUOTES = ("'", '"', "/")
Word = tuple[str, str]
Bracket = tuple[str, frozenset[int]]


@dataclass
class PlainTree:
    """Words (tag, form), and brackets (label, positions of the words below) in the order in which they open."""

    words: list[Word]
    brackets: list[Bracket]


@dataclass
class Outcome:
    """What is found: the counts of EVALB's row; and by number of the bracket in its tree which brackets count, which
    match, and which of test cross."""

    status: int
    matched: int = 0
    gold: int = 0
    test: int = 0
    crossing: int = 0
    words: int = 0
    tags: int = 0
    gold_used: list[int] = field(default_factory=list)
    test_used: list[int] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    crossed: list[int] = field(default_factory=list)

    @property
    def row(self) -> list[int]:
        return [self.matched, self.gold, self.test, self.crossing, self.words, self.tags, self.status]


def plain_trees(treebank: Treebank) -> Iterator[PlainTree]:
    """The sentences of a treebank; what is missing is the empty string."""
    for tree in treebank:
        words = [(token.tag or "", token.form or "") for token in tree.tokens]
        below: list[set[int]] = [set() for _ in tree.nodes]
        for token in tree.tokens:
            node = token.parent
            while node is not None:
                below[node.index].add(token.index)
                node = node.parent
        labels = [node.label or "" for node in tree.nodes]
        yield PlainTree(words, [(label, frozenset(yielded)) for label, yielded in zip(labels, below, strict=True)])


def compare_plainly(
    gold: PlainTree, test: PlainTree, prm: Prm, *, labelled: bool = True, disc_only: bool = False
) -> Outcome:
    """Two trees under EVALB's parameters."""
    gold_kept, test_kept = _kept(gold, prm), _kept(test, prm)
    if not test_kept and not prm.unparsed:
        return Outcome(SKIPPED)
    if test_kept and len(gold_kept) != len(test_kept):
        gold_kept, test_kept = _repaired(gold, test, gold_kept, test_kept, prm)
    if test_kept and not _same_words(gold, test, gold_kept, test_kept, prm):
        return Outcome(ERROR)
    golds = _brackets(gold, gold_kept, prm, disc_only)
    tests = _brackets(test, test_kept, prm, disc_only)
    by_label = labelled and prm.labelled != 0
    if prm.distinct == 1:
        golds, tests = _once(golds, prm, by_label), _once(tests, prm, by_label)
    first, second = (_once(side, prm, by_label) if prm.distinct else side for side in (golds, tests))
    pairs = _matched(first, second, prm, by_label)
    crossed = [number for number, _, cover in tests if any(_cross(cover, other) for _, _, other in golds)]
    return Outcome(
        VALID,
        matched=len(pairs),
        gold=len(golds),
        test=len(tests),
        crossing=len(crossed),
        words=len(gold_kept),
        tags=_right_tags(gold, test, gold_kept, test_kept, prm),
        gold_used=[number for number, _, _ in golds],
        test_used=[number for number, _, _ in tests],
        pairs=pairs,
        crossed=crossed,
    )


def _kept(tree: PlainTree, prm: Prm) -> list[int]:
    """The positions of the words whose exact tag is not deleted; where gold decides, nothing is left to delete."""
    if prm.gold_deletes:
        return list(range(len(tree.words)))
    return [position for position, (tag, _) in enumerate(tree.words) if tag not in prm.delete]


def _quotes(tree: PlainTree, prm: Prm) -> list[list[int]]:
    """The quotes of a tree: position, and how many kept words stand before."""
    kept = _kept(tree, prm)
    return [
        [position, sum(1 for other in kept if other < position)]
        for position, (tag, word) in enumerate(tree.words)
        if tag in prm.quote and word in _QUOTES
    ]


def _repaired(
    gold: PlainTree, test: PlainTree, gold_kept: list[int], test_kept: list[int], prm: Prm
) -> tuple[list[int], list[int]]:
    """A quote that one side deleted and the other, at the same place, kept under another tag comes back; it and the
    quotes after it move on by one, so that it may come back once more."""
    golds, tests = _quotes(gold, prm), _quotes(test, prm)
    back_in_gold, back_in_test = list(gold_kept), list(test_kept)
    for number, (test_position, place) in enumerate(tests):
        for gold_number, gold_quote in enumerate(golds):
            gold_position = gold_quote[0]
            gold_tag, test_tag = gold.words[gold_position][0], test.words[test_position][0]
            if gold_quote[1] != place or _cut_tag(gold_tag, prm) == _cut_tag(test_tag, prm):
                continue
            if gold_tag in prm.delete and test_tag not in prm.delete:
                back_in_gold.append(gold_position)
                for later in golds[gold_number:]:
                    later[1] += 1
            elif test_tag in prm.delete and gold_tag not in prm.delete:
                back_in_test.append(test_position)
                for later in tests[number:]:
                    later[1] += 1
    return sorted(back_in_gold), sorted(back_in_test)


def _same_words(gold: PlainTree, test: PlainTree, gold_kept: list[int], test_kept: list[int], prm: Prm) -> bool:
    if prm.check_words == 0:
        return True
    if len(gold_kept) != len(test_kept):
        return False
    if prm.check_words == 1:
        return True
    for one, other in zip(gold_kept, test_kept, strict=True):
        if not _equal(gold.words[one][1], test.words[other][1], prm.equal_words):
            return False
    return True


def _equal(one: str, other: str, pairs: tuple[tuple[str, str], ...]) -> bool:
    """The same, or a pair, in either order; not by way of a third."""
    return one == other or (one, other) in pairs or (other, one) in pairs


def _cut(label: str, prm: Prm) -> str:
    for position, character in enumerate(label):
        if character in prm.cut_at:
            return label[:position]
    return label


def _cut_tag(tag: str, prm: Prm) -> str:
    return _cut(tag, prm) if prm.cut_tags else tag


def _brackets(tree: PlainTree, kept: list[int], prm: Prm, disc_only: bool) -> list[tuple[int, str, frozenset[int]]]:
    """The brackets that count, in terms of kept words: without zero spans, cut, without deleted labels."""
    found = []
    for number, (label, cover) in enumerate(tree.brackets):
        words = frozenset(place for place, position in enumerate(kept) if position in cover)
        short = _cut(label, prm)
        if not words or any(_equal(short, deleted, prm.equal_labels) for deleted in prm.delete):
            continue
        if disc_only and len(words) == max(words) - min(words) + 1:
            continue
        found.append((number, short, words))
    return found


Brackets = list[tuple[int, str, frozenset[int]]]


def _once(brackets: Brackets, prm: Prm, labelled: bool) -> Brackets:
    """Without those that have the same words and an equal label as one before that is kept."""
    kept: Brackets = []
    for number, label, cover in brackets:
        equals = [other for _, other, words in kept if words == cover]
        if not any(not labelled or _equal(label, other, prm.equal_labels) for other in equals):
            kept.append((number, label, cover))
    return kept


def _matched(
    golds: list[tuple[int, str, frozenset[int]]], tests: list[tuple[int, str, frozenset[int]]], prm: Prm, labelled: bool
) -> list[tuple[int, int]]:
    """Gold brackets in order take the first free test bracket with the same words and an equal label."""
    pairs, free = [], list(tests)
    for number, label, cover in golds:
        for candidate in free:
            other, other_label, other_cover = candidate
            if cover == other_cover and (not labelled or _equal(label, other_label, prm.equal_labels)):
                pairs.append((number, other))
                free.remove(candidate)
                break
    return pairs


def _cross(one: frozenset[int], other: frozenset[int]) -> bool:
    """They share words, and neither has all of the other."""
    return bool(one & other) and not one <= other and not other <= one


def _right_tags(gold: PlainTree, test: PlainTree, gold_kept: list[int], test_kept: list[int], prm: Prm) -> int:
    pairs = zip(gold_kept, test_kept, strict=bool(test_kept) and prm.check_words > 0)
    tags = [(_cut_tag(gold.words[one][0], prm), _cut_tag(test.words[other][0], prm)) for one, other in pairs]
    return sum(_equal(one, other, prm.equal_labels) for one, other in tags)
