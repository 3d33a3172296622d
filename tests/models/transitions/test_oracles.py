"""The oracles: the same as their plain twins, and every derivation gives its tree back."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from plain_oracles import as_treebank, derivation, head_lists, is_projective, projective_head_lists

from treegauge import CallError, DataError, Derivations, bundled, derive
from treegauge.models.transitions.systems import SYSTEMS, Configuration, Transition, replay
from treegauge.treebank.build import Builder

ILL_NESTED = [-1, 5, 5, 1, 2, 0]  # 1 with 3, and 2 with 4
CROSSED_ROOTS = [-1, 0, 0, 1, 2]
COVERED_ROOT = [-1, 3, 0, 2, 1]  # the arc from 1 to 4 goes over the root
systems = pytest.mark.parametrize("system", SYSTEMS)
swap_systems = pytest.mark.parametrize("system", [name for name, system in SYSTEMS.items() if system.any_tree])
arc_systems = pytest.mark.parametrize("system", [name for name, system in SYSTEMS.items() if not system.any_tree])


def sentences(found: Derivations, *, labelled: bool = True) -> list[list[str | None]]:
    names = found.names(labelled=labelled).decode()
    return [names[begin:end] for begin, end in pairwise(found.offsets.tolist())]


def replayed(found: Derivations) -> list[Configuration]:
    """What the plain definition of the system makes of each derivation."""
    lengths = found.treebank.tokens.counts.tolist()
    return [
        replay(found.system, words, map(Transition, found.transition[begin:end].tolist()))
        for words, (begin, end) in zip(lengths, pairwise(found.offsets.tolist()), strict=True)
    ]


@systems
@given(trees=st.lists(head_lists(), max_size=3))
@example(trees=[ILL_NESTED, CROSSED_ROOTS, COVERED_ROOT])
def test_an_oracle_does_what_its_plain_twin_does(system: str, trees: list[list[int]]) -> None:
    expected = [
        [name if word < 0 else f"{name}+r{word}" for name, word in derivation(system, heads)] for heads in trees
    ]
    assert sentences(derive(as_treebank(*trees), system)) == expected


@swap_systems
@given(heads=head_lists(max_words=14))
@example(heads=ILL_NESTED)
@example(heads=CROSSED_ROOTS)
@example(heads=COVERED_ROOT)
def test_swap_systems_give_every_tree_back(system: str, heads: list[int]) -> None:
    found = derive(as_treebank(heads), system)
    (end,) = replayed(found)
    assert end.head[1:] == heads[1:]
    assert end.order == (found.order + 1).tolist()
    assert not found.lost.any()


@arc_systems
@given(heads=projective_head_lists(max_words=14))
def test_arc_systems_give_every_projective_tree_back(system: str, heads: list[int]) -> None:
    assert is_projective(heads)
    found = derive(as_treebank(heads), system)
    (end,) = replayed(found)
    assert end.head[1:] == heads[1:]
    assert end.order == (found.order + 1).tolist()
    assert not found.lost.any()


@arc_systems
@given(heads=head_lists())
@example(heads=ILL_NESTED)
@example(heads=COVERED_ROOT)
def test_arc_systems_make_right_arcs_or_none_and_count_those_lost(system: str, heads: list[int]) -> None:
    found = derive(as_treebank(heads), system)
    (end,) = replayed(found)
    assert all(made in (None, gold) for made, gold in zip(end.head[1:], heads[1:], strict=True))
    assert found.lost.tolist() == [made is None for made in end.head[1:]]
    assert is_projective(heads) or found.lost.any()


@arc_systems
@given(heads=head_lists())
def test_words_never_attached_come_last_as_they_stand(system: str, heads: list[int]) -> None:
    found = derive(as_treebank(heads), system)
    (end,) = replayed(found)
    rest = [word for word in range(1, len(heads)) if word not in end.order]
    assert (found.order + 1).tolist() == end.order + rest


@given(heads=projective_head_lists())
def test_without_crossing_arcs_nothing_is_swapped_and_both_swap_systems_are_one(heads: list[int]) -> None:
    eager, lazy = (derive(as_treebank(heads), system) for system in ("swap-eager", "swap-lazy"))
    assert sentences(eager) == sentences(lazy)
    assert not (eager.transition == Transition.SWAP).any()


@given(heads=head_lists(max_words=12))
def test_lazy_never_swaps_more_than_eager(heads: list[int]) -> None:
    swaps = [(derive(as_treebank(heads), s).transition == Transition.SWAP).sum() for s in ("swap-lazy", "swap-eager")]
    assert swaps[0] <= swaps[1]


@swap_systems
def test_many_swaps_find_room(system: str) -> None:
    half = 60
    heads = [-1, *range(half + 1, 2 * half + 1), 0, *range(half + 1, 2 * half)]  # every arc crosses every other
    found = derive(as_treebank(heads), system)
    assert len(found.transition) > 2 * 2 * half + 64
    assert replayed(found)[0].head[1:] == heads[1:]


@systems
@pytest.mark.parametrize("step", [-1, 1])
def test_a_tree_may_be_as_deep_as_it_is_long(system: str, step: int) -> None:
    words = 100_000
    heads = [-1, *range(words)] if step > 0 else [-1, *range(2, words + 1), 0]
    found = derive(as_treebank(heads), system)
    assert not found.lost.any()
    arcs = np.bincount(found.transition, minlength=len(Transition))
    assert arcs[Transition.LEFT_ARC] + arcs[Transition.RIGHT_ARC] == words


@systems
def test_a_bundled_treebank_comes_back(system: str) -> None:
    found = derive(bundled("english.conllu"), system)
    tokens = found.treebank.tokens
    heads = [None if head is None else head - 1 for end in replayed(found) for head in end.head[1:]]
    gold = tokens.numbers("head").tolist()
    assert heads == [None if lost else head for lost, head in zip(found.lost.tolist(), gold, strict=True)]


def test_without_labels_only_the_kind_of_transition_is_named() -> None:
    found = derive(as_treebank([-1, 2, 0, 2]), "arc-eager")
    assert sentences(found, labelled=False) == [["SH", "LA", "RA", "RA"]]


def test_a_word_without_a_relation_has_a_transition_without_label() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "head": 1}, {"form": "b", "head": -1, "deprel": "root"}], [])
    assert sentences(derive(builder.build(), "arc-standard")) == [["SH", "LA", "RA+root"]]


@systems
def test_empty_sentences_and_treebanks_have_empty_derivations(system: str) -> None:
    assert len(derive(as_treebank(), system)) == 0
    between = derive(as_treebank([-1], [-1, 0], [-1]), system)
    assert np.diff(between.offsets).tolist() == [0, 2 if SYSTEMS[system].stack_only else 1, 0]


def test_phrases_alone_are_refused() -> None:
    with pytest.raises(CallError, match="dependency tree"):
        derive(bundled("english.mrg"))


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([-1, -2], r"t.conll:7: word 2 \('b'\) has no head"),
        ([-1, 2], r"t.conll:7: word 2 \('b'\) has no head"),
        ([1, 0], "t.conll:7: the heads form a cycle"),
        ([-1, 1], "t.conll:7: the heads form a cycle"),
    ],
)
def test_what_is_not_a_tree_is_refused_with_its_place(heads: list[int], message: str) -> None:
    """As reading with --lenient may give."""
    builder = Builder()
    builder.add({"source": "t.conll", "line": 1}, [{"form": "x", "head": -1}], [])
    builder.add({"source": "t.conll", "line": 7}, [{"form": "a", "head": -1}, {"form": "b", "head": 0}], [])
    treebank = builder.build()
    changed = treebank.tokens.replace(head=np.array([-1, *heads], np.int32))
    with pytest.raises(DataError, match=message):
        derive(treebank.replace(tokens=changed))
