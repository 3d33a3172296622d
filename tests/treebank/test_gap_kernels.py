"""Gaps and arcs that are not projective: compiled loops and their plain twins."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegauge as tg
from treegauge.treebank import Treebank, gap_kernels
from treegauge.treebank.shape import discontinuous, gap_degrees


def text_trees(text: str, format: str) -> Treebank:
    with TemporaryDirectory() as folder:
        file = Path(folder, "trees")
        file.write_text(text, encoding="utf-8")
        return tg.read(file, format)


def dominated(head: list[int], node: int) -> list[int]:
    """The words that a word dominates, itself included."""
    found = []
    for word in range(len(head)):
        above = word
        while above >= 0 and above != node:
            above = head[above]
        if above == node:
            found.append(word)
    return found


def blocks(words: list[int]) -> int:
    return sum(word - 1 not in words for word in words)


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Heads from 0, the root's is -1, in any order."""
    size = draw(st.integers(1, 9))
    order = draw(st.permutations(range(size)))
    head = [-1] * size
    for place in range(1, size):
        head[order[place]] = order[draw(st.integers(0, place - 1))]
    return head


@given(st.lists(trees(), min_size=1, max_size=3))
def test_blocks_are_those_of_the_twin(heads: list[list[int]]) -> None:
    offsets = np.cumsum([0, *map(len, heads)])
    own = np.concatenate([np.arange(len(head), dtype=np.int32) for head in heads])
    flat = np.array([word for head in heads for word in head], np.int32)
    found = gap_kernels.yield_blocks(offsets, offsets, own, flat)
    assert found.tolist() == [blocks(dominated(head, node)) for head in heads for node in range(len(head))]


@given(st.lists(trees(), min_size=1, max_size=3))
def test_nonprojective_arcs_are_those_of_the_twin(heads: list[list[int]]) -> None:
    def bad(head: list[int], word: int) -> bool:
        above = head[word]
        between = set(range(min(word, above) + 1, max(word, above)))
        return above >= 0 and not between <= set(dominated(head, above))

    offsets = np.cumsum([0, *map(len, heads)])
    flat = np.array([word for head in heads for word in head], np.int32)
    found = gap_kernels.nonprojective(offsets, flat)
    assert found.tolist() == [bad(head, word) for head in heads for word in range(len(head))]


def test_nodes_with_gaps_are_the_discontinuous_ones() -> None:
    german = tg.bundled("german.export")
    assert ((gap_degrees(german) > 0) == discontinuous(german)).all()
    assert gap_degrees(german).max() >= 1


def test_figures_by_hand() -> None:
    """Gap degree 1: word 1 dominates 1 and 3; the arc from 1 to 3 is over the root."""
    columns = [(1, "a", 2, "x"), (2, "b", 0, "root"), (3, "c", 1, "x")]
    lines = [
        "\t".join([str(i), form, "_", "X", "_", "_", str(head), name, "_", "_"]) for i, form, head, name in columns
    ]
    found = tg.describe(text_trees("\n".join(lines) + "\n\n", "conllu"))
    assert (found.distance, found.nonprojective) == (1.5, 0.5)
    assert (found.gap_degree, found.largest_gap_degree, found.discontinuous) == (1.0, 1, 1.0)


def test_phrases_have_no_distance() -> None:
    found = tg.describe(tg.bundled("english.mrg"))
    assert (found.distance, found.nonprojective, found.gap_degree) == (None, None, 0.0)


def test_a_cycle_of_heads_ends() -> None:
    offsets, head = np.array([0, 3]), np.array([1, 2, 0], np.int32)
    own = np.arange(3, dtype=np.int32)
    assert gap_kernels.yield_blocks(offsets, offsets, own, head).tolist() == [1, 1, 1]
    assert not gap_kernels.nonprojective(offsets, head).any()


@pytest.mark.parametrize("name", ["english.conllu", "german.conllu"])
def test_trees_with_gaps_are_those_with_crossing_arcs(name: str) -> None:
    found = tg.describe(tg.bundled(name))
    assert (found.gap_degree > 0) == (found.discontinuous > 0)
