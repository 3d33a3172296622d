"""The CUDA engine for latent-variable grammars against that of the processor: the same sums and max-rule trees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cuda_machines import KINDS, no_device
from emulated_latent import EmulatedLatent
from latent_grammars import grammar_of, random_grammar, sentences

from treegauge import LatentGrammar, Treebank, apply, bundled, infer, read_latent_grammar
from treegauge.models.grammars.cuda.engine import DONE, NO_ROOM, OUT_OF_RANGE, TOO_MANY_NODES, Machine
from treegauge.models.grammars.cuda.latent_engine import LatentEngine, LatentResults, LatentSentences
from treegauge.models.grammars.cuda.latent_network import latent_device_network
from treegauge.models.grammars.cuda.machines import Cuda, LatentCuda
from treegauge.models.grammars.inference import devices
from treegauge.models.grammars.latent.inference import infer_sentence, latent_network, tag_weights

NEAR = 1e-12
BERKELEY = Path(__file__).parents[1] / "berkeley"
TEXTS = ("u", "vw", "", "uvw", "wvuv", "uuvwv")
# Threads, threads in a group, products that are kept nearer.
BLOCKS = {"one": (1, 1, 2048), "two": (2, 2, 8), "four": (4, 2, 8), "eight": (8, 4, 16)}


@pytest.fixture(scope="session", params=KINDS)
def latent_machine(request: pytest.FixtureRequest) -> Machine:
    if request.param == "device":
        if reason := no_device():
            pytest.skip(f"tests on a CUDA device: {reason}")
        return LatentCuda(Cuda())
    threads, group, near = BLOCKS[request.param]
    return EmulatedLatent(request.getfixturevalue("kernels"), threads=threads, group=group, near=near)


@pytest.fixture(scope="session")
def one(kernels: Path) -> EmulatedLatent:
    return EmulatedLatent(kernels, threads=1, group=1)


def english() -> LatentGrammar:
    return read_latent_grammar(BERKELEY / "english.grammar")


def short(words: int) -> Treebank:
    treebank = apply(bundled("english.mrg"), "prepare")
    return treebank.select(np.flatnonzero(treebank.tokens.counts <= words))


def on_machine(
    machine: Machine, grammar: LatentGrammar, treebank: Treebank, *, words: bool = True, trees: bool = True
) -> LatentResults:
    weights = tag_weights(grammar, treebank, words)
    engine = LatentEngine(latent_device_network(latent_network(grammar)), machine)
    return engine.infer(LatentSentences(treebank.tokens.offsets, *weights), trees=trees)


def check(machine: Machine, grammar: LatentGrammar, treebank: Treebank, *, words: bool = True) -> LatentResults:
    """The results, which must be those of the processor."""
    results = on_machine(machine, grammar, treebank, words=words)
    assert (results.status == DONE).all()
    weights, offsets, ends = tag_weights(grammar, treebank, words), treebank.tokens.offsets, np.cumsum(results.counts)
    for sentence, (first, end) in enumerate(zip(offsets.tolist(), offsets[1:].tolist(), strict=False)):
        expected = infer_sentence(latent_network(grammar), weights, first, end - first, "max-rule")
        assert results.totals[sentence] == pytest.approx(expected.total, abs=NEAR, rel=NEAR)
        nodes = results.nodes[ends[sentence] - results.counts[sentence] : ends[sentence]]
        assert nodes.tolist() == expected.nodes.tolist()
        assert results.parents[first:end].tolist() == expected.parents.tolist()
        assert results.tags[first:end].tolist() == expected.tags.tolist()
    return results


@pytest.mark.parametrize("seed", range(6))
def test_random_grammars(latent_machine: Machine, seed: int) -> None:
    """They have unary cycles, hidden symbols on one side, and words with several tags."""
    check(latent_machine, random_grammar(seed, left=seed % 2 == 1), sentences(*TEXTS))


@pytest.mark.parametrize("words", [False, True])
def test_a_grammar_of_the_berkeley_parser(latent_machine: Machine, words: bool) -> None:
    threads = latent_machine.plans[1].threads
    found = check(latent_machine, english(), short(12 if threads == 1 else 5), words=words)
    assert np.isfinite(found.totals).any()


def test_results_do_not_depend_on_the_order_of_threads(kernels: Path, one: Machine) -> None:
    """They are the same to the last digit."""
    four = EmulatedLatent(kernels, threads=4, group=2)
    found = [on_machine(machine, random_grammar(3), sentences(*TEXTS)) for machine in (one, four, four)]
    for other in found[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(found[0], other, strict=True))


@pytest.mark.parametrize("length", [63, 64, 65, 130])
def test_long_sentences(one: Machine, length: int) -> None:
    """A bit for each place takes several words."""
    rules = {("S", "a", "S"): 1.0, ("S", "a", "a"): 1.0, ("S", "S", "S"): 0.01}
    found = check(one, grammar_of({}, rules, {"a": 1.0}), sentences("u" * length))
    assert np.isfinite(found.totals).all()


def test_a_tree_of_rules_that_are_too_improbable_is_left_to_the_processor(one: Machine) -> None:
    """Other trees could be better whose rules were lost: there are so many trees that none is probable."""
    found = on_machine(one, random_grammar(3), sentences("uvwuv" * 26))
    assert found.status.tolist() == [OUT_OF_RANGE]


def test_the_first_of_equally_good_trees(latent_machine: Machine) -> None:
    grammar = grammar_of({}, {("S", "S", "S"): 1.0, ("S", "a", "S"): 1.0, ("S", "a", "a"): 1.0}, {"a": 1.0})
    check(latent_machine, grammar, sentences("uuuuu", "uu", "u"))


def test_sentences_without_a_tree(latent_machine: Machine) -> None:
    grammar = grammar_of({}, {("S", "a", "S"): 1.0, ("S", "a", "a"): 1.0}, {"a": 1.0})
    found = check(latent_machine, grammar, sentences("uu", "u", "", "ux", "x", "uuu"))
    assert np.isfinite(found.totals).tolist() == [True, False, False, False, False, True]
    assert found.counts.tolist() == [1, 0, 0, 0, 0, 2]
    assert found.tags.tolist() == [1, 1, *[-1] * 4, *[1] * 3]


def test_no_sentences(one: Machine) -> None:
    assert len(check(one, random_grammar(1), sentences()).totals) == 0


@pytest.mark.parametrize("scale", [1e-87, 1e-300, 1e200])
def test_sums_beyond_the_range_of_numbers_have_all_their_digits(one: Machine, scale: float) -> None:
    check(one, random_grammar(3, scale=scale), sentences(*TEXTS, "uvwuv" * 8))


def test_numbers_far_below_the_others_do_not_matter(one: Machine) -> None:
    """The tag b is 2^1000 less probable than the tag a: what is lost of it is not in the first digits."""
    rules = {("S", "S", "S"): 0.5, ("S", "a", "a"): 1.0, ("S", "b", "b"): 1.0, ("S", "a", "S"): 0.5}
    both = on_machine(one, grammar_of({}, rules, {"a": 1.0, "b": 1e-301}), sentences("uuuu"))
    assert both.status.tolist() == [DONE]
    alone = grammar_of({}, rules, {"a": 1.0, "b": 0.0})
    assert both.totals[0] == pytest.approx(check(one, alone, sentences("uuuu")).totals[0], rel=NEAR)


def test_sums_whose_digits_may_be_lost_are_left_to_the_processor(one: Machine) -> None:
    """The only trees are over the tag b, which is 2^1000 less probable than the tag a."""
    grammar = grammar_of({}, {("S", "b", "b"): 1.0, ("S", "S", "S"): 1.0}, {"a": 1.0, "b": 1e-301})
    found = on_machine(one, grammar, sentences("uuuu", "u"))
    assert found.status.tolist() == [OUT_OF_RANGE, OUT_OF_RANGE]


def test_a_tree_of_too_many_nodes_is_left_to_the_processor(one: Machine) -> None:
    chain = {(f"A{number}", f"A{number + 1}"): 1.0 for number in range(50)} | {("A50", "a"): 1.0}
    found = on_machine(one, grammar_of(chain, {("A0", "a", "a"): 1.0}, {"a": 1.0}), sentences("u", "uu"))
    assert found.status.tolist() == [TOO_MANY_NODES, DONE]
    assert found.counts.tolist() == [0, 1]


def test_a_sentence_for_which_there_is_no_room_is_left_to_the_processor(kernels: Path) -> None:
    """It is tried again with all of the room; the others are done."""
    machine = EmulatedLatent(kernels, threads=1, group=1, room=1 << 18)
    found = on_machine(machine, random_grammar(3), sentences("uvw" * 21, "uvw", "uvwuv"))
    assert found.status.tolist() == [NO_ROOM, DONE, DONE]
    assert [problem["count"] for problem in machine.problems] == [1, 2, 1, 1]
    assert found.totals[0] == -np.inf


def test_sums_without_trees(latent_machine: Machine) -> None:
    grammar, treebank = random_grammar(4), sentences(*TEXTS)
    sums = on_machine(latent_machine, grammar, treebank, trees=False)
    assert sums.totals.tolist() == on_machine(latent_machine, grammar, treebank).totals.tolist()
    assert not sums.counts.any()


@pytest.fixture
def on_one(one: EmulatedLatent, monkeypatch: pytest.MonkeyPatch) -> EmulatedLatent:
    """Inside, sums and trees are made on this machine."""
    monkeypatch.setattr(devices, "_cuda", lambda: one)
    monkeypatch.setattr(devices, "_latent", lambda machine: machine)
    one.problems.clear()
    return one


def test_infer_has_the_same_results_on_a_device(on_one: EmulatedLatent) -> None:
    grammar, treebank = english(), short(9)
    expected, found = (infer(grammar, treebank, words=True, device=device) for device in ("cpu", "cuda"))
    assert len(on_one.problems) == 1
    assert found.log2_sentence == pytest.approx(expected.log2_sentence, rel=NEAR)
    assert found.log2_best.tolist() == expected.log2_best.tolist()
    assert [str(tree) for tree in found.trees] == [str(tree) for tree in expected.trees]


def test_what_the_device_cannot_do_is_done_on_the_processor(on_one: EmulatedLatent) -> None:
    rules = {("S", "b", "b"): 1.0, ("S", "S", "S"): 1.0}
    grammar, treebank = grammar_of({}, rules, {"a": 1.0, "b": 1e-301}), sentences("uuuu", "uu")
    with pytest.warns(match="2 sentences of 2 could not be done on the device .*out of range: 2"):
        found = infer(grammar, treebank, words=True, device="cuda")
    assert found.log2_sentence.tolist() == infer(grammar, treebank, words=True).log2_sentence.tolist()
    assert len(on_one.problems) == 1


@pytest.mark.parametrize("choice", ["best=viterbi", "posteriors"])
def test_viterbi_and_posteriors_are_done_on_the_processor(on_one: EmulatedLatent, choice: str) -> None:
    with pytest.warns(match=f"{choice}: .* done on the processor"):
        infer(
            random_grammar(1),
            sentences("uvw"),
            best="viterbi" if choice == "best=viterbi" else None,
            posteriors=choice == "posteriors",
            device="cuda",
        )
    assert not on_one.problems


def test_a_wrong_device_is_found_out(on_one: EmulatedLatent, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar, treebank = english(), short(9)
    right = LatentEngine.infer

    def wrong(self: LatentEngine, *arguments: Any, **options: Any) -> LatentResults:
        results = right(self, *arguments, **options)
        return results._replace(totals=results.totals + 1e-6)

    monkeypatch.setattr(LatentEngine, "infer", wrong)
    with pytest.warns(match="found different results for some sentences; the processor does all"):
        found = infer(grammar, treebank, words=True, device="cuda")
    assert found.log2_sentence.tolist() == infer(grammar, treebank, words=True).log2_sentence.tolist()


@pytest.mark.usefixtures("on_one")
def test_the_processor_does_all_if_the_device_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: LatentEngine, *arguments: Any, **options: Any) -> LatentResults:
        raise RuntimeError("out of order")

    monkeypatch.setattr(LatentEngine, "infer", failing)
    grammar, treebank = random_grammar(3), sentences("uvw", "u")
    with pytest.warns(match=r"the device failed \(out of order\); the processor does all"):
        found = infer(grammar, treebank, words=True, device="cuda")
    assert found.log2_sentence.tolist() == infer(grammar, treebank, words=True).log2_sentence.tolist()
