"""The CUDA engine against that of the processor: the same sums, and the same trees where several are the best."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import numpy as np
import pytest
from drawn import grammars
from emulated import Emulated
from engine_arrays import BIT, check_engine, engine_of, given_tags, sentences_of
from grammar_strategies import Tags, cases, tagged
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from treegauge import Grammar, Treebank, apply, bundled, generate, induce
from treegauge.models.grammars.cuda.engine import (
    DONE,
    LONGEST,
    NO_ROOM,
    OUT_OF_RANGE,
    TOO_MANY_NODES,
    Machine,
    Sentences,
)
from treegauge.models.grammars.cuda.network import device_network
from treegauge.models.grammars.derivations import word_readings
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference.network import build_markov_network
from treegauge.models.grammars.leave_one_out import leave_one_out
from treegauge.models.grammars.markov import find_markov, learn_markov
from treegauge.models.grammars.readings import weighed

few = settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow])
AMBIGUOUS = from_text('3 S -> S S\n1 S -> A\n4 S -> "a"\n1 A -> "a" S "a"\n1 A -> S\n1 A -> "b"')
NESTED = from_text('3 S -> "a" S "b"\n1 S -> "a" "b"\n1 S -> S S')
TIED = from_text('1 S -> S S\n1 S -> "a"\n1 S -> A S\n1 A -> "a"\n1 S -> S A\n1 S -> A')
CYCLIC = from_text(
    '4 S -> S S\n1 S -> A\n1 A -> S\n3 A -> "a" A\n9 S -> "a"\n9 A -> "a"\n1 S -> "a" S "b"\n2 A -> S A S'
)


def english() -> Treebank:
    return apply(bundled("english.mrg"), "prepare")


def short(treebank: Treebank, words: int) -> Treebank:
    return treebank.select(np.flatnonzero(treebank.tokens.counts <= words))


def test_the_english_treebank(one_thread: Machine) -> None:
    check_engine(one_thread, induce(english()), english())


def test_its_short_sentences_in_many_threads(machine: Machine) -> None:
    check_engine(machine, induce(english()), short(english(), 7))


@pytest.mark.slow
def test_large_groups(large_group: Machine) -> None:
    check_engine(large_group, CYCLIC, tagged([("a",) * 5 + ("b",), ("a",) * 3, ("b",)]))
    check_engine(large_group, NESTED, tagged([("a",) * 33 + ("b",) * 33]))


def test_sentences_without_the_grammar_of_themselves(machine: Machine) -> None:
    treebank = generate(CYCLIC, 12, seed=2, max_nodes=30)
    grammar = induce(treebank)
    found = check_engine(machine, grammar, treebank, patches=leave_one_out(grammar, treebank).patches)
    assert 0 < np.isfinite(found.logs[:, 0]).sum() < len(treebank)


def test_words_with_several_tags(machine: Machine) -> None:
    treebank = short(english(), 6)
    grammar = induce(treebank, words=True)
    readings = word_readings(grammar, treebank)
    assert np.diff(readings.first).max() > 1
    check_engine(machine, grammar, treebank, readings=readings)


@pytest.mark.parametrize("cycles", [False, True])
def test_drawn_grammars(machine: Machine, cycles: bool) -> None:
    @few
    @given(cases(cycles=cycles, longest_rule=5, longest=6))
    def check(case: tuple[Grammar, list[Tags]]) -> None:
        grammar, sentences = case
        check_engine(machine, grammar, tagged(sentences))

    check()


def test_drawn_grammars_and_weights_of_tags(machine: Machine) -> None:
    @few
    @given(grammars(rare=True), st.integers(0, 1 << 30))
    def check(grammar: Grammar, seed: int) -> None:
        dice, treebank = Random(seed), tagged([("w",) * length for length in (4, 1, 5)])
        tags = range(grammar.nonterminals, len(grammar.symbols))
        words = [sorted(dice.sample(tags, dice.randint(1, len(tags)))) for _ in range(len(treebank.tokens))]
        first = np.cumsum([0, *map(len, words)], dtype=np.int64)
        tag = np.array([tag for word in words for tag in word], np.int32)
        log = np.array([-float(dice.randint(0, 40)) for _ in tag])
        check_engine(machine, grammar, treebank, readings=weighed(first, tag, log))

    check()


def test_the_first_of_equally_probable_trees(machine: Machine) -> None:
    check_engine(machine, TIED, tagged([("a",) * length for length in (7, 3, 5, 1)]))


@pytest.mark.parametrize("length", [63, 64, 65, 130])
def test_long_sentences(one_thread: Machine, length: int) -> None:
    """A bit for each place takes several words."""
    tags = tuple(np.random.default_rng(length).choice(["a", "b"], length, p=[0.8, 0.2]).tolist())
    check_engine(one_thread, AMBIGUOUS, tagged([tags]))


def test_a_long_sentence(machine: Machine) -> None:
    found = check_engine(machine, NESTED, tagged([("a",) * 33 + ("b",) * 33]))
    assert np.isfinite(found.logs).all()


def test_sentences_without_a_tree(machine: Machine) -> None:
    """Among others: one that is empty, one with a tag that the grammar does not have."""
    grammar = from_text('2 S -> A B\n1 A -> "a"\n1 B -> "b"\n1 B -> S "c"\n1 C -> "d"')
    sentences = [("a", "b"), ("b", "a"), (), ("a", "z"), ("a", "a", "b", "c"), ("d",), ("c",)]
    found = check_engine(machine, grammar, tagged(sentences))
    assert np.isfinite(found.logs[:, 0]).tolist() == [True, False, False, False, True, False, False]
    assert found.counts.tolist() == [3, 0, 0, 0, 6, 0, 0]


def test_no_sentences(machine: Machine) -> None:
    check_engine(machine, TIED, tagged([]))
    check_engine(machine, TIED, tagged([(), ()]))


def test_a_sentence_too_long_to_number_its_places_is_left_to_the_processor(one_thread: Machine) -> None:
    lengths = np.array([LONGEST, 1])
    count = int(lengths.sum())
    tags, weights = np.full(count, TIED.nonterminals, np.int32), np.ones(count)
    sentences = Sentences(np.cumsum([0, *lengths]), np.arange(count + 1), tags, weights, np.zeros(count))
    found = engine_of(TIED, one_thread).infer(sentences)
    assert found.status.tolist() == [OUT_OF_RANGE, DONE]
    assert np.isfinite(found.logs).all(1).tolist() == [False, True]


def test_more_than_64_tags_in_a_sentence(one_thread: Machine) -> None:
    names = [f"t{number}" for number in range(100)]
    grammar = from_text("\n".join(["1 S -> S S", *(f'{place + 1} S -> "{name}"' for place, name in enumerate(names))]))
    check_engine(one_thread, grammar, tagged([tuple(names)]))


def test_sums_far_from_one_are_scaled(machine: Machine) -> None:
    """At the first scale they leave the range of floats."""
    grammar = from_text('1 S -> S S\n1e-9 S -> "a"\n1 S -> "b"')
    found = check_engine(machine, grammar, tagged([("a",) * 14, ("b",) * 3]))
    assert found.logs[0, 0] < -400


def test_sums_that_no_scale_holds_are_left_to_the_processor(one_thread: Machine) -> None:
    grammar = from_text('1 S -> S S\n1e-200 S -> "a"\n1 S -> "b"\n1e-300 S -> "a" S "b"')
    treebank = tagged([("a",) * 3 + ("b",) * 40, ("b", "b")])
    found = engine_of(grammar, one_thread).infer(sentences_of(treebank, given_tags(grammar, treebank)))
    assert found.status.tolist() == [OUT_OF_RANGE, DONE]
    assert found.logs[1, 0] == pytest.approx(math.log2(1 / 2) + 2 * math.log2(1 / 2), abs=BIT)


def test_a_tree_of_too_many_nodes_is_left_to_the_processor(machine: Machine) -> None:
    chain = [f"1 A{number} -> A{number + 1}" for number in range(50)]
    grammar = from_text("\n".join(["start A0", *chain, '1 A50 -> "a"', '1 A0 -> "b"']))
    treebank = tagged([("a",), ("b",)])
    found = engine_of(grammar, machine).infer(sentences_of(treebank, given_tags(grammar, treebank)))
    assert found.status.tolist() == [TOO_MANY_NODES, DONE]
    assert found.counts.tolist() == [0, 1]


def test_a_sentence_for_which_there_is_no_room_is_left_to_the_processor(kernels: Path) -> None:
    """It is tried twice again with all of the room, once by itself; the others are done."""
    machine = Emulated(kernels, threads=1, group=1, chunk=8, room=1 << 19)
    treebank = tagged([("a",) * 90, ("a",) * 5, ("a",) * 3])
    found = engine_of(AMBIGUOUS, machine).infer(sentences_of(treebank, given_tags(AMBIGUOUS, treebank)))
    assert found.status.tolist() == [NO_ROOM, DONE, DONE]
    assert [problem["count"] for problem in machine.problems] == [1, 2, 1, 1, 1]
    assert np.isneginf(found.logs[0]).all()


def test_a_sentence_that_reaches_most_states_gets_more_room(kernels: Path) -> None:
    """The log of states has room for a quarter of them at first."""
    machine = Emulated(kernels, threads=1, group=1, chunk=8)
    check_engine(machine, from_text('1 S -> "a" S\n1 S -> S "a"\n1 S -> "a"\n1 S -> S S'), tagged([("a",) * 40]))
    assert [problem["way_percent"] for problem in machine.problems] == [25, 100]


def test_a_network_whose_states_go_back_is_refused() -> None:
    """They share edges, which the kernel does not follow."""
    grammar = learn_markov(english(), find_markov("markov(h=1)"))
    with pytest.raises(ValueError, match="without sharing"):
        device_network(*build_markov_network(grammar, sharing=True))


def test_progress_is_that_of_the_sentences(machine: Machine) -> None:
    seen: list[tuple[int, int]] = []
    treebank = generate(TIED, 3, max_nodes=20)
    sentences = sentences_of(treebank, given_tags(TIED, treebank))
    engine_of(TIED, machine).infer(sentences, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)
