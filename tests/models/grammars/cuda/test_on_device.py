"""Calls that use a device: what they return is what the processor returns, and what the device leaves is done."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from emulated import Emulated
from grammar_strategies import tagged

import treegauge
from treegauge.models.grammars.cuda import machines
from treegauge.models.grammars.cuda.engine import DeviceResults, Engine, Machine
from treegauge.models.grammars.derivations import derivations
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import Inference, devices, infer, weighted_network


@pytest.fixture
def device(one_thread: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """`cuda` is this machine."""
    monkeypatch.setattr(devices, "_cuda", lambda: one_thread)
    return one_thread


def check_same(found: Inference, expected: Inference) -> None:
    assert found.log2_sentence == pytest.approx(expected.log2_sentence, rel=1e-12)
    assert found.log2_best == pytest.approx(expected.log2_best, rel=1e-12)
    assert found.node_bits == pytest.approx(expected.node_bits, abs=1e-9, nan_ok=True)
    assert found.trees.equals(expected.trees)


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize("words", [False, True])
def test_infer(words: bool) -> None:
    treebank = treegauge.apply(treegauge.bundled("english.mrg"), "prepare")
    grammar = treegauge.induce(treebank, words=words)
    found = infer(grammar, treebank, words=words, device="cuda")
    check_same(found, infer(grammar, treebank, words=words))
    assert found.parsed.all()


@pytest.mark.usefixtures("device")
def test_difficulty_without_the_tree_itself_and_its_nodes() -> None:
    treebank = treegauge.apply(treegauge.bundled("english.mrg"), "prepare")
    expected = treegauge.difficulty(treebank, protocol="loo")
    with treegauge.on_device("cuda"):
        found = treegauge.difficulty(treebank, protocol="loo")
    assert found.row().keys() == expected.row().keys()
    assert found.row()["ecc"] == pytest.approx(expected.row()["ecc"], rel=1e-12)
    assert found.row()["f1"] == expected.row()["f1"]
    for one, other in zip(found.by_nodes("label"), expected.by_nodes("label"), strict=True):
        assert one["bits"] == pytest.approx(other["bits"], abs=1e-9)


@pytest.mark.usefixtures("device")
def test_the_processor_does_what_the_device_leaves() -> None:
    """The first sentence has sums that no scale holds."""
    grammar = from_text('1 S -> S S\n1e-200 S -> "a"\n1 S -> "b"\n1e-300 S -> "a" S "b"')
    treebank = tagged([("b", "b"), ("a",) * 3 + ("b",) * 40, (), ("b",), ("z",), ("b", "b", "b")])
    with pytest.warns(treegauge.TreegaugeWarning, match=r"1 sentence of 6 .* \(sums out of range: 1\); the processor"):
        found = infer(grammar, treebank, device="cuda")
    check_same(found, infer(grammar, treebank))
    assert found.trees.nodes.counts.tolist() == infer(grammar, treebank).trees.nodes.counts.tolist()


def test_no_room_is_said(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Emulated(kernels, threads=1, group=1, chunk=8, room=1 << 19)
    monkeypatch.setattr(devices, "_cuda", lambda: machine)
    grammar = from_text('3 S -> S S\n4 S -> "a"')
    treebank = tagged([("a",) * 3, ("a",) * 150, ("a",)])
    seen: list[tuple[int, int]] = []
    with pytest.warns(treegauge.TreegaugeWarning, match="too long for its memory: 1"):
        found = infer(grammar, treebank, device="cuda", progress=lambda *done: seen.append(done))
    check_same(found, infer(grammar, treebank))
    assert seen[-1] == (3, 3)


@pytest.mark.usefixtures("device")
def test_models_of_rules_are_left_to_the_processor() -> None:
    treebank = treegauge.bundled("english.mrg")[:10]
    said = r"markov\(h=1,.*\): the device takes treebank grammars only"
    with pytest.warns(treegauge.TreegaugeWarning, match=said), treegauge.on_device("cuda"):
        found = treegauge.difficulty(treebank, grammar="markov(h=1)")
    assert found.row()["ecc"] == treegauge.difficulty(treebank, grammar="markov(h=1)").row()["ecc"]


@pytest.mark.usefixtures("device")
def test_the_processor_inside_a_context_of_the_device() -> None:
    grammar = from_text('3 S -> S S\n4 S -> "a"')
    treebank = tagged([("a",) * 3])
    with treegauge.on_device("cuda"), treegauge.on_device("cpu"):
        assert np.array_equal(
            infer(grammar, treebank).log2_sentence, infer(grammar, treebank, device="cpu").log2_sentence
        )


def test_the_engine_of_a_grammar_is_made_once(device: Machine) -> None:
    grammar = from_text('3 S -> S S\n4 S -> "a"')
    infer(grammar, tagged([("a",)]), device="cuda")
    made = devices._ENGINES[grammar]
    infer(grammar, tagged([("a", "a")]), device="cuda")
    assert devices._ENGINES[grammar] is made
    assert made.machine is device


def test_the_memory_of_a_device_is_given_back_at_the_end_of_the_outermost_call(
    device: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[str] = []
    monkeypatch.setattr(device, "give_back", lambda: given_back.append("now"))
    grammar, treebank = from_text('3 S -> S S\n4 S -> "a"'), tagged([("a",)])
    infer(grammar, treebank, device="cuda")
    assert len(given_back) == 1
    with treegauge.on_device("cuda"):
        infer(grammar, treebank)
        infer(grammar, treebank, device="cuda")
        assert len(given_back) == 1
    assert len(given_back) == 2


def wrong(engine: Engine, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device has one number wrong for every sentence."""
    infer_rightly = engine.infer

    def infer_wrongly(*arguments: Any) -> DeviceResults:
        results = infer_rightly(*arguments)
        values = getattr(results, name).copy()
        values[...] = values + 1e-6 if values.dtype == float else values[::-1]
        return results._replace(**{name: values})

    monkeypatch.setattr(engine, "infer", infer_wrongly)


@pytest.mark.parametrize("name", ["logs", "nodes", "parents", "tags", "bits"])
def test_a_device_that_is_wrong_is_found_out(name: str, device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    treebank = treegauge.apply(treegauge.bundled("english.mrg"), "prepare")
    grammar = treegauge.induce(treebank)
    log2_rule = derivations(grammar, treebank).log2_rules(grammar.probability)
    engine = devices.engine_of(grammar, weighted_network(grammar), device)
    assert engine is not None
    wrong(engine, name, monkeypatch)
    with pytest.warns(treegauge.TreegaugeWarning, match="the device and the processor found different results"):
        found = infer(grammar, treebank, log2_rule=log2_rule, device="cuda")
    check_same(found, infer(grammar, treebank, log2_rule=log2_rule))


def test_the_processor_does_all_if_the_device_fails(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise RuntimeError("cudaErrorIllegalAddress")

    monkeypatch.setattr(device, "launch", fail)
    grammar, treebank = from_text('3 S -> S S\n4 S -> "a"'), tagged([("a",) * 3, ("b",), ("a",)])
    with pytest.warns(treegauge.TreegaugeWarning, match=r"the device failed \(cudaErrorIllegalAddress\)"):
        found = infer(grammar, treebank, device="cuda")
    check_same(found, infer(grammar, treebank))


def test_a_device_that_cannot_take_a_grammar_leaves_it_to_the_processor(
    device: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: Any) -> None:
        raise MemoryError("out of memory")

    monkeypatch.setattr(device, "put", fail)
    grammar, treebank = from_text('3 S -> S S\n4 S -> "a"'), tagged([("a",) * 3])
    with pytest.warns(treegauge.TreegaugeWarning, match="^out of memory; the processor is used$"):
        found = infer(grammar, treebank, device="cuda")
    check_same(found, infer(grammar, treebank))


def test_few_short_sentences_are_done_twice() -> None:
    lengths = np.tile([5, 30, 9, 40], 100)
    sample = devices.sample_to_check(np.flatnonzero(np.arange(400) % 3 > 0), lengths)
    assert len(sample) == 20
    assert (lengths[sample] <= 25).all()
    assert (sample % 3 > 0).all()
    assert devices.sample_to_check(np.array([1, 3]), lengths).tolist() == []
    assert devices.sample_to_check(np.array([0, 1, 2]), lengths).tolist() == [0, 2]


def test_a_kernel_that_cannot_be_compiled_leaves_all_to_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_wrongly(*arguments: Any) -> None:
        raise Exception("block.cuh(7): error: identifier is undefined")

    device = SimpleNamespace(id=0)
    cuda = SimpleNamespace(
        Device=lambda: device,
        runtime=SimpleNamespace(
            getDeviceProperties=lambda number: {"major": 9, "multiProcessorCount": 2, "name": b"none"},
            memGetInfo=lambda: (1 << 20, 1 << 20),
        ),
        Memory=lambda size: SimpleNamespace(ptr=0, size=size),
    )
    pool = SimpleNamespace(free_all_blocks=lambda: None)
    arrays = {"asarray": FakeArray, "empty": lambda size, kind: FakeArray(np.empty(size, kind))}
    cupy = SimpleNamespace(cuda=cuda, get_default_memory_pool=lambda: pool, **arrays)
    monkeypatch.setattr(machines, "import_module", lambda name: cupy)
    monkeypatch.setattr(machines.Cuda, "_compile", compile_wrongly)
    machine = machines.Cuda()
    monkeypatch.setattr(devices, "_cuda", lambda: machine)
    grammar, treebank = from_text('3 S -> S S\n4 S -> "a"'), tagged([("a",) * 3])
    with pytest.warns(treegauge.TreegaugeWarning, match=r"its kernel cannot be compiled: block.cuh\(7\)"):
        found = infer(grammar, treebank, device="cuda")
    check_same(found, infer(grammar, treebank))


class FakeArray:
    """An array of a device that is never read."""

    def __init__(self, array: Any) -> None:
        self.data = SimpleNamespace(ptr=array.ctypes.data)
