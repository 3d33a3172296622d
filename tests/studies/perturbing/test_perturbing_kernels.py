"""The kernels do what their plain twins say."""

from __future__ import annotations

import numpy as np
import perturbing_twins as twins
from hypothesis import given
from hypothesis import strategies as st

from treegauge.studies.perturbing.kernels import draw_places, subtrees


@st.composite
def trees(draw: st.DrawFn, least: int = 0) -> list[int]:
    """Heads: each word, in some order, depends on one before it in that order, or is a root."""
    order = draw(st.permutations(range(draw(st.integers(least, 7)))))
    heads = [-1] * len(order)
    for place, word in enumerate(order):
        heads[word] = draw(st.sampled_from([-1, *order[:place]]))
    return heads


@given(st.lists(trees(), max_size=3))
def test_subtrees_are_those_of_the_twin(sentences: list[list[int]]) -> None:
    offsets = np.cumsum([0, *map(len, sentences)])
    heads = np.array([head for sentence in sentences for head in sentence], np.int32)
    assert list(zip(*(column.tolist() for column in subtrees(offsets, heads)), strict=True)) == twins.subtrees(
        sentences
    )


def test_subtrees_end_where_heads_go_round_in_a_circle() -> None:
    first, last, _ = subtrees(np.array([0, 3]), np.array([1, 0, -1], np.int32))
    assert (first.tolist(), last.tolist()) == ([0, 0, 2], [1, 1, 2])


@given(trees(least=1), st.data())
def test_places_drawn_are_those_of_the_twin(heads: list[int], data: st.DataObject) -> None:
    words = st.integers(0, len(heads) - 1)
    changes = data.draw(st.lists(st.dictionaries(words, st.integers(-1, len(heads) - 1), max_size=2), max_size=6))
    claims = data.draw(st.lists(st.sets(st.integers(0, 5), max_size=2), min_size=len(changes), max_size=len(changes)))
    order = data.draw(st.permutations(range(len(changes))))
    most = data.draw(st.integers(0, len(changes)))
    claim_rows = np.full((len(changes), 2), -1)
    arc_rows = np.full((len(changes), 2, 2), -1)
    for place, (claim, change) in enumerate(zip(claims, changes, strict=True)):
        claim_rows[place, : len(claim)] = sorted(claim)
        for k, pair in enumerate(change.items()):
            arc_rows[place, k] = pair
    start = np.zeros(len(changes), np.int64)
    now = np.array(heads, np.int64)
    order_rows = np.array(order, np.int64)
    found, passed = draw_places(order_rows, most, claim_rows, np.zeros(6, bool), start, arc_rows, now)
    plain = list(heads)
    assert (found.tolist(), passed) == twins.draw_places(order, most, claims, changes, plain)
    assert now.tolist() == plain
