"""`on_device` and `device=`: what is said where there is no device, and what is left to the processor. The results of
a device are compared in tests/models/grammars/cuda."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import treegauge
from treegauge.models.grammars.cuda import machines
from treegauge.models.grammars.inference import devices

Run = Callable[..., tuple[int, str, str]]


def no_package(name: str) -> Any:
    raise ImportError(name)


def no_driver(name: str) -> Any:
    def device() -> None:
        raise RuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected")

    return SimpleNamespace(cuda=SimpleNamespace(Device=device))


@pytest.fixture(params=[no_package, no_driver])
def lacking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A machine without CuPy, and one without a device; what is said there."""
    monkeypatch.setattr(machines, "import_module", request.param)
    devices._cuda.cache_clear()
    yield "pip install 'treegauge[cuda]'" if request.param is no_package else "no CUDA device that can be used"
    devices._cuda.cache_clear()


def test_cuda_is_an_error_without_a_device(lacking: str) -> None:
    trees = treegauge.bundled("english.mrg")[:3]
    with pytest.raises(treegauge.CallError) as error:
        treegauge.infer(treegauge.induce(trees), trees, device="cuda")
    assert lacking in str(error.value)
    with pytest.raises(treegauge.CallError), treegauge.on_device("cuda"):
        pass


def test_auto_uses_the_processor_without_a_device_and_says_so(lacking: str) -> None:
    trees = treegauge.bundled("english.mrg")[:3]
    grammar = treegauge.induce(trees)
    with pytest.warns(treegauge.TreegaugeWarning) as warnings, treegauge.on_device("auto"):
        found = treegauge.infer(grammar, trees)
    assert lacking in str(warnings[0].message)
    assert str(warnings[0].message).endswith("the processor is used")
    assert np.array_equal(found.log2_sentence, treegauge.infer(grammar, trees).log2_sentence)


def test_an_unknown_device_is_an_error() -> None:
    trees = treegauge.bundled("english.mrg")[:3]
    name: Any = "gpu"
    with pytest.raises(treegauge.UnknownNameError, match="no device 'gpu'; possible: cpu, cuda, auto"):
        treegauge.infer(treegauge.induce(trees), trees, device=name)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("difficulty", "{file}", "--device", "cuda", "--cluster", "local"), "--device and --cluster exclude"),
        (("difficulty", "{file}", "--device", "auto", "--blocks", "kept"), "--device and --blocks exclude"),
        (("parse", "{file}", "--parser", "arc-eager", "--device", "cuda"), "does not use a device"),
        (("suspects", "{file}", "--device", "cuda"), "only the evidence 'grammar' uses a device"),
    ],
)
def test_a_device_that_cannot_have_an_effect_is_an_error(
    command: Run, arguments: tuple[str, ...], message: str, tmp_path: Any
) -> None:
    file = tmp_path / "few.mrg"
    treegauge.write(treegauge.bundled("english.mrg")[:3], file)
    status, _, err = command(*(argument.format(file=file) for argument in arguments))
    assert status == 2
    assert message in err


@pytest.mark.parametrize("verb", ["difficulty", "suspects"])
def test_without_a_device_the_command_line_says_what_is_missing(
    command: Run, lacking: str, verb: str, tmp_path: Any
) -> None:
    treegauge.write(treegauge.bundled("english.mrg")[:20], tmp_path / "few.mrg")
    options = ("--evidence", "grammar") if verb == "suspects" else ()
    status, _, err = command(verb, str(tmp_path / "few.mrg"), "--device", "cuda", *options)
    assert (status, lacking in err) == (2, True)
    status, out, err = command(verb, str(tmp_path / "few.mrg"), "--device", "auto", *options)
    assert (status, lacking in err) == (0, True)
    assert out == command(verb, str(tmp_path / "few.mrg"), *options)[1]
