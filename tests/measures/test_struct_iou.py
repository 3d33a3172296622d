"""Struct-IoU: the authors' examples, a plain twin on random trees, text with other tokens, speech."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from perturbed import pairs, trees

from treegauge import Node, Text, Treebank, bundled, score
from treegauge.measures import StructIoU

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The authors' tests (struct-iou 0.1): gold, predicted, whether tags must match, and the value that they expect.
GOLD_TIMES = [(1.0, 1.5), (1.8, 2.0), (2.0, 2.2), (2.2, 3.0)]
TEST_TIMES = [(1.0, 1.2), (1.2, 1.4), (1.8, 2.1), (2.1, 2.3), (2.3, 2.8)]
ONE_LABEL = "(NT (NT I) (NT (NT am) (NT (NT a) (NT cat))))"
LABELS = "(S (PRP I) (VP (VBP am) (NP (DT a) (NN cat))))"
EXAMPLES = [
    (ONE_LABEL, "(NT (NT (NT 1) (NT 2)) (NT (NT 3) (NT (NT 4) (NT 5))))", False, 0.607292),
    (ONE_LABEL, "(NT (NT 1) (NT (NT 2) (NT (NT 3) (NT (NT 4) (NT 5)))))", False, 0.557292),
    (LABELS, "(S (PRP (X 1) (PRP 2)) (VP (VBP 3) (NP (DT 4) (NN 5))))", False, 0.607292),
    (LABELS, "(S (X (X 1) (PRP 2)) (VP (VBP 3) (NP (DT 4) (NN 5))))", True, 0.557292),
]


def timed(text: str, times: list[tuple[float, float]]) -> Treebank:
    """A tree whose words have a time."""
    treebank = trees(text)
    misc = Text.of(f"SpaceAfter=No|AlignBegin={start}|AlignEnd={end}" for start, end in times)
    return treebank.replace(tokens=treebank.tokens.replace(misc=misc))


def similarity(gold: str | Treebank, test: str | Treebank, **options: Any) -> float:
    """The value of one sentence, from 0 to 1."""
    sides = [trees(side) if isinstance(side, str) else side for side in (gold, test)]
    measure = StructIoU(**options)
    return float(measure.score(measure.count(*sides)[0])["mean"]) / 100


@pytest.mark.parametrize(("gold", "test", "tags", "expected"), EXAMPLES)
def test_the_examples_of_the_authors_come_out(gold: str, test: str, tags: bool, expected: float) -> None:
    found = similarity(timed(gold, GOLD_TIMES), timed(test, TEST_TIMES), extent="time", tags=tags)
    assert found == pytest.approx(expected, abs=1e-6)


def test_what_is_below_aligned_nodes_can_only_be_aligned_with_each_other() -> None:
    """The two NP overlap by 2/3, but c is in only one of them: S and four words are more than S, NP and three words."""
    gold, test = "(S (NP (D a) (N b)) (VP (V c) (N d)))", "(S (NP (D a) (N b) (V c)) (N d))"
    assert similarity(gold, test, extent="words") == pytest.approx(5 * 2 / (7 + 6))
    gold, test = "(S (NP (D a) (N b)) (V c))", "(S (NP (D a)) (NP (N b)) (V c))"
    assert similarity(gold, test, extent="words", tags=True) == pytest.approx(4 * 2 / (5 + 6))


def test_characters_make_trees_over_other_tokens_comparable() -> None:
    gold = "(S (NP (N New) (N York)) (VP (V sleeps)))"
    test = "(S (NP (N NewYork)) (VP (V sle) (V eps)))"
    assert 0.5 < similarity(gold, test) < 1
    assert similarity(gold, gold.replace("(N New) (N York)", "(N New) (N Yo) (N rk)")) > similarity(gold, test)
    assert np.isnan(similarity(gold, "(S (NP (N Old) (N York)) (VP (V sleeps)))"))
    assert np.isnan(similarity(gold, test.replace("(V sle) (V eps)", "(V sleeps)"), extent="words"))


def test_sentences_that_are_left_out_have_a_reason() -> None:
    gold, test = trees("(S (N a) (N b))"), trees("(S (N a) (N c))")
    assert StructIoU().reasons(gold, test) == ["word 2 is 'b' in gold and 'c' in test"]
    half = timed("(S (N a) (N b))", [(0, 1), (1, 2)])
    assert StructIoU(extent="time").reasons(half, test) == ["a word of test has no AlignBegin or AlignEnd in MISC"]
    assert np.isnan(StructIoU(extent="time").count(half, test)).all()


def test_nodes_that_overlap_too_little_are_not_aligned() -> None:
    gold, test = timed("(S (N a))", [(0, 2)]), timed("(S (N b))", [(0, 1)])
    values = [similarity(gold, test, extent="time", threshold=threshold) for threshold in (0.0, 0.4, 0.5, 1.0)]
    assert values == [0.5, 0.5, 0.0, 0.0]


def test_the_scores_are_means_over_sentences_and_over_nodes() -> None:
    gold = trees("(S (N a))\n(S (NP (D a) (N b)) (VP (V c) (N d)))")
    test = trees("(S (N a))\n(S (NP (D a) (N b) (V c)) (N d))")
    (result,) = score(gold, test, "struct-iou(extent=words)", resamples=0)
    weight = 5
    assert result.scores["mean"] == pytest.approx(50 * (1 + weight / 6.5))
    assert result.scores["pooled"] == pytest.approx(100 * (2 + weight) / (2 + 6.5))


def test_it_is_used_only_where_it_is_named() -> None:
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    assert "struct-iou" not in [result.measure.name for result in score(gold, test, resamples=0)]


def plainly(gold: Treebank, test: Treebank, *, tags: bool, threshold: float) -> float:
    """The definition: try all pairs of nodes, and all ways to continue to the right of them. Words have length 1."""
    first, second = _nodes(gold), _nodes(test)

    def overlap(one: tuple[Any, ...], other: tuple[Any, ...]) -> float:
        shared = min(one[1], other[1]) - max(one[0], other[0])
        whole = max(one[1], other[1]) - min(one[0], other[0])
        return shared / whole if shared > 0 and shared / whole > threshold else 0.0

    @cache
    def weight(x: int, y: int) -> float:
        """Of the subtrees of two nodes that are aligned."""
        one, other = first[x], second[y]
        leaf = one[3] or other[3]
        if (one[2] != other[2] and (tags or not leaf)) or not overlap(one, other):
            return 0.0
        return overlap(one, other) + (0.0 if leaf else best(one[4], other[4], -1, -1))

    @cache
    def best(below: tuple[int, ...], others: tuple[int, ...], after: int, other_after: int) -> float:
        """The best sum of nodes that begin after two places."""
        sums = [0.0]
        for x in below:
            for y in others:
                if first[x][0] >= after and second[y][0] >= other_after and weight(x, y):
                    sums.append(weight(x, y) + best(below, others, first[x][1], second[y][1]))
        return max(sums)

    whole = best(tuple(range(len(first))), tuple(range(len(second))), -1, -1)
    return 2 * whole / (len(first) + len(second))


def _nodes(treebank: Treebank) -> list[tuple[int, int, str | None, bool, tuple[int, ...]]]:
    """Words, then the parts of phrases without gaps: first word, one past the last, label, whether it is a word, and
    the numbers of those below."""
    (tree,) = treebank
    found: list[tuple[int, int, str | None, bool, tuple[int, ...]]] = [
        (token.index, token.index + 1, token.tag, True, ()) for token in tree.tokens
    ]
    covers: list[set[int]] = [set() for _ in tree.nodes]
    ancestors: list[set[int]] = [set() for _ in tree.nodes]
    items: list[Any] = [*tree.tokens, *tree.nodes]
    for item in items:
        node = item.parent
        while node is not None:
            if isinstance(item, Node):
                ancestors[item.index].add(node.index)
            else:
                covers[node.index].add(item.index)
            node = node.parent
    parts = [
        (number, start, end)
        for number, cover in enumerate(covers)
        for start in range(len(tree.tokens))
        for end in range(start + 1, len(tree.tokens) + 1)
        if set(range(start, end)) <= cover and start - 1 not in cover and end not in cover
    ]
    words = len(found)
    for number, start, end in parts:
        inside = [words + at for at, part in enumerate(parts) if number in ancestors[part[0]] and part[1] >= start]
        inside = [at for at in inside if parts[at - words][2] <= end]
        found.append((start, end, tree.nodes[number].label, False, (*range(start, end), *inside)))
    return found


@given(pairs(), st.booleans(), st.sampled_from([0.0, 0.4]))
@settings(patient, max_examples=max(60, patient.max_examples))
def test_compiled_loops_find_what_the_definition_finds(
    both: tuple[Treebank, Treebank], tags: bool, threshold: float
) -> None:
    measure = StructIoU(extent="words", labels="whole", tags=tags, threshold=threshold)
    gold, test = measure._prepared(*both)
    rows = measure.count(gold, test)
    for number, row in enumerate(rows):
        if not np.isnan(row[0]) and 0 < gold.tokens.counts[number] <= 8:
            expected = plainly(gold[[number]], test[[number]], tags=tags, threshold=threshold)
            assert row[2] == pytest.approx(expected, abs=1e-9)


def test_gold_against_itself_is_perfect_and_the_order_of_the_sides_does_not_matter() -> None:
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    measure = StructIoU()
    assert np.allclose(measure.count(gold, gold)[:, 2], 1)
    assert np.allclose(measure.count(gold, test), measure.count(test, gold))
    german = bundled("german.export")  # with gaps
    assert np.allclose(measure.count(german, german)[:, 2], 1)
