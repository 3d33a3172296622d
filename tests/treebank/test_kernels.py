"""The compiled loops against their plain twins, and on trees that are very deep or very long."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import pytest
import twins
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from treegauge.treebank import kernels

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
DEEP, LONG = 100_000, 1_000_000


def array(numbers: list[int]) -> NDArray[np.int32]:
    return np.array(numbers, np.int32)


def offsets(lengths: list[int]) -> NDArray[np.int64]:
    return np.array([0, *accumulate(lengths)], np.int64)


@dataclass
class Forest:
    """Sentences as lists of parents."""

    token_parents: list[list[int]]
    parents: list[list[int]]
    hints: list[list[int]]

    @property
    def token_offsets(self) -> NDArray[np.int64]:
        return offsets([len(parents) for parents in self.token_parents])

    @property
    def offsets(self) -> NDArray[np.int64]:
        return offsets([len(parents) for parents in self.parents])

    @property
    def token_parent(self) -> NDArray[np.int32]:
        return array(twins.joined(self.token_parents))

    @property
    def parent(self) -> NDArray[np.int32]:
        return array(twins.joined(self.parents))

    @property
    def hint(self) -> NDArray[np.int32]:
        return array(twins.joined(self.hints))


@st.composite
def parents(draw: st.DrawFn, size: int, downward: bool) -> list[int]:
    """Parents without circles; not downward: a parent may come after its children."""
    order = list(range(size)) if downward else draw(st.permutations(range(size)))
    choices = draw(st.lists(st.integers(0, 63), min_size=size, max_size=size))
    found = [-1] * size
    for place, node in enumerate(order):
        found[node] = [-1, *order[:place]][choices[place] % (place + 1)]
    return found


def lists(size: int, lowest: int) -> st.SearchStrategy[list[int]]:
    """Any parents or heads from `lowest` on, perhaps with circles."""
    return st.lists(st.integers(lowest, size - 1), min_size=size, max_size=size)


def marks(parts: list[list[int]]) -> st.SearchStrategy[list[list[bool]]]:
    """A truth value for every number."""
    return st.tuples(*(st.lists(st.booleans(), min_size=len(one), max_size=len(one)) for one in parts)).map(list)


@st.composite
def forests(draw: st.DrawFn, downward: bool = False) -> Forest:
    forest = Forest([], [], [])
    for _ in range(draw(st.integers(0, 4))):
        size = draw(st.integers(0, 8))
        tokens = draw(st.lists(st.integers(-1, size - 1), max_size=8))
        forest.token_parents.append(tokens)
        forest.parents.append(draw(parents(size, downward or draw(st.booleans()))))
        forest.hints.append(draw(st.lists(st.integers(-2, len(tokens) + 2), min_size=size, max_size=size)))
    return forest


def sentences_of_heads() -> st.SearchStrategy[list[list[int]]]:
    return st.lists(st.integers(0, 8).flatmap(lambda size: lists(size, -2)), max_size=4)


@given(forests())
@patient
def test_arrange_agrees_with_its_twin(forest: Forest) -> None:
    order, parent, token_parent, left, right, bad = kernels.arrange(
        forest.token_offsets, forest.offsets, forest.token_parent, forest.parent, forest.hint
    )
    expected = [
        twins.arrange(*sentence) for sentence in zip(forest.token_parents, forest.parents, forest.hints, strict=True)
    ]
    starts = forest.offsets.tolist()
    assert bad == -1
    assert order.tolist() == [node + start for one, start in zip(expected, starts, strict=False) for node in one.order]
    assert parent.tolist() == twins.joined(one.parent for one in expected)
    assert token_parent.tolist() == twins.joined(one.token_parent for one in expected)
    assert left.tolist() == twins.joined(one.left for one in expected)
    assert right.tolist() == twins.joined(one.right for one in expected)


@given(st.lists(st.integers(1, 6).flatmap(lambda size: lists(size, -1)), max_size=5))
@patient
def test_arrange_names_the_first_sentence_with_a_circle(sentences: list[list[int]]) -> None:
    forest = Forest([[] for _ in sentences], sentences, sentences)
    *_, bad = kernels.arrange(forest.token_offsets, forest.offsets, forest.token_parent, forest.parent, forest.hint)
    assert bad == next((number for number, parent in enumerate(sentences) if twins.is_circular(parent)), -1)


@given(forests(downward=True), st.data())
@patient
def test_nearest_kept_agrees_with_its_twin(forest: Forest, data: st.DataObject) -> None:
    keep = data.draw(marks(forest.parents))
    found = kernels.nearest_kept(forest.offsets, forest.parent, np.array(twins.joined(keep), bool))
    assert found.tolist() == twins.joined(map(twins.nearest_kept, forest.parents, keep))


@given(forests())
@patient
def test_follow_agrees_with_its_twin(forest: Forest) -> None:
    found = kernels.follow(forest.token_offsets, forest.offsets, forest.token_parent, forest.hint)
    assert found.tolist() == twins.joined(map(twins.follow, forest.token_parents, forest.hints))


@given(sentences_of_heads(), st.data())
@patient
def test_climb_heads_agrees_with_its_twin(sentences: list[list[int]], data: st.DataObject) -> None:
    keep = data.draw(marks(sentences))
    found = kernels.climb_heads(
        offsets([len(one) for one in sentences]), array(twins.joined(sentences)), np.array(twins.joined(keep), bool)
    )
    assert found.tolist() == twins.joined(map(twins.climb_heads, sentences, keep))


@given(forests(downward=True), st.data())
@patient
def test_sizes_agree_with_their_twin(forest: Forest, data: st.DataObject) -> None:
    weight = data.draw(marks(forest.token_parents))
    found = kernels.sizes(
        forest.token_offsets, forest.offsets, forest.token_parent, forest.parent, np.array(twins.joined(weight), bool)
    )
    assert found.tolist() == twins.joined(map(twins.sizes, forest.token_parents, forest.parents, weight))


@given(forests(downward=True))
@patient
def test_depths_agree_with_their_twin(forest: Forest) -> None:
    found = kernels.depths(forest.offsets, forest.parent)
    assert found.tolist() == twins.joined(map(twins.depths, forest.parents))


@given(st.lists(st.integers(0, 8).flatmap(lambda size: parents(size, False)), max_size=4), st.data())
@patient
def test_the_depth_of_dependency_trees_agrees_with_its_twin(sentences: list[list[int]], data: st.DataObject) -> None:
    given_heads = [[data.draw(st.sampled_from([-1, -2])) if head < 0 else head for head in one] for one in sentences]
    depth, _ = kernels.dependency_shape(offsets([len(one) for one in sentences]), array(twins.joined(given_heads)))
    assert depth.tolist() == [twins.dependency_depth(head) for head in sentences]


@given(sentences_of_heads())
@patient
def test_crossing_arcs_are_those_of_the_twin(sentences: list[list[int]]) -> None:
    _, crossing = kernels.dependency_shape(offsets([len(one) for one in sentences]), array(twins.joined(sentences)))
    assert crossing.tolist() == [twins.arcs_cross(head) for head in sentences]


@pytest.mark.parametrize(
    ("head", "crosses"),
    [
        ([2, 3, -1, 2], True),  # 0-2 and 1-3
        ([1, -1, 1, 2], False),
        ([2, -1, 1], True),  # the arc from the root to 1 and 0-2
        ([2, -2, -1], False),  # a head that is not given is not an arc
        ([-1, -1, -1], False),
    ],
)
def test_arcs_cross_where_they_should(head: list[int], crosses: bool) -> None:
    _, crossing = kernels.dependency_shape(offsets([len(head)]), array(head))
    assert crossing.tolist() == [crosses]


def test_a_cycle_of_heads_does_not_stop_the_depth() -> None:
    depth, _ = kernels.dependency_shape(offsets([3, 2]), array([1, 2, 0, -1, 0]))
    assert depth.tolist()[1] == 2


def test_a_circle_of_dropped_heads_ends_in_the_root() -> None:
    found = kernels.climb_heads(offsets([3]), array([1, 0, 1]), np.array([False, False, True]))
    assert found.tolist()[2] == -1


def chain(size: int) -> NDArray[np.int32]:
    """Every node below the one before."""
    return np.arange(-1, size - 1, dtype=np.int32)


def test_a_deep_chain_is_arranged_even_upside_down() -> None:
    upside_down = np.append(np.arange(1, DEEP, dtype=np.int32), np.int32(-1))
    order, parent, token_parent, left, right, bad = kernels.arrange(
        offsets([1]), offsets([DEEP]), array([0]), upside_down, np.zeros(DEEP, np.int32)
    )
    assert bad == -1
    assert np.array_equal(order, np.arange(DEEP)[::-1])
    assert np.array_equal(parent, chain(DEEP))
    assert token_parent.tolist() == [DEEP - 1]
    assert not left.any()
    assert (right == 1).all()


def test_a_deep_circle_is_found() -> None:
    circle = np.append(np.arange(1, DEEP, dtype=np.int32), np.int32(0))
    *_, bad = kernels.arrange(offsets([0, 1]), offsets([0, DEEP]), array([0]), circle, np.zeros(DEEP, np.int32))
    assert bad == 1


def test_every_node_of_a_deep_chain_has_all_the_tokens() -> None:
    found = kernels.sizes(offsets([2]), offsets([DEEP]), array([DEEP - 1, DEEP - 1]), chain(DEEP), np.ones(2, bool))
    assert (found == 2).all()


def test_depths_of_a_deep_chain_count_up() -> None:
    assert np.array_equal(kernels.depths(offsets([DEEP]), chain(DEEP)), np.arange(1, DEEP + 1))


def test_the_lowest_node_of_a_deep_chain_finds_the_kept_top() -> None:
    keep = np.arange(DEEP) == 0
    assert not kernels.nearest_kept(offsets([DEEP]), chain(DEEP), keep).any()


def test_dropping_a_chain_of_a_million_heads_leaves_the_top() -> None:
    keep = np.arange(LONG) == 0
    found = kernels.climb_heads(offsets([LONG]), chain(LONG), keep)
    assert found[0] == -1
    assert not found[1:].any()


def test_a_chain_of_a_million_heads_is_a_million_deep_and_crosses_nothing() -> None:
    depth, crossing = kernels.dependency_shape(offsets([LONG]), chain(LONG))
    assert (depth.tolist(), crossing.tolist()) == ([LONG], [False])


def test_a_million_tokens_under_nodes_in_a_random_order_are_arranged() -> None:
    """Node k of a fan is over the tokens 2k and 2k + 1; the fan and its root are shuffled."""
    fan = LONG // 2
    place = np.random.default_rng(1).permutation(fan + 1).astype(np.int32)  # the place of each node and of the root
    parent = np.full(fan + 1, place[fan], np.int32)
    parent[place[fan]] = -1
    order, new_parent, token_parent, left, right, bad = kernels.arrange(
        offsets([LONG]), offsets([fan + 1]), np.repeat(place[:fan], 2), parent, np.zeros(fan + 1, np.int32)
    )
    assert bad == -1
    assert np.array_equal(order, np.append(place[fan], place[:fan]))
    assert np.array_equal(new_parent, np.append(-1, np.zeros(fan)))
    assert np.array_equal(token_parent, np.repeat(np.arange(1, fan + 1), 2))
    assert np.array_equal(left, np.append(0, np.arange(0, LONG, 2)))
    assert np.array_equal(right, np.append(LONG, np.arange(2, LONG + 2, 2)))


def test_sizes_of_a_sentence_of_a_million_tokens_count_those_with_weight() -> None:
    fan = LONG // 2
    parent = np.append(np.int32(-1), np.zeros(fan, np.int32))
    token_parent = np.repeat(np.arange(1, fan + 1, dtype=np.int32), 2)
    found = kernels.sizes(offsets([LONG]), offsets([fan + 1]), token_parent, parent, np.arange(LONG) % 2 == 0)
    assert found[0] == fan
    assert (found[1:] == 1).all()
