"""Where the sums over trees are made: on the processor, or on a CUDA device (`on_device`).

The engine of the device (models/grammars/cuda) takes plain arrays. Here it gets those of a grammar and of sentences;
what it cannot do is left to the processor, and said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, get_args
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ....core.errors import CallError, MissingExtraError, UnknownNameError
from ....core.remarks import remark
from ....core.wording import counted, one_line
from ..markov import MarkovGrammar
from ..readings import Readings
from .arrays import BestNodes, Findings, GivenTrees, Patches
from .network import RuleGrammar, WeightedNetwork

if TYPE_CHECKING:
    from ..cuda.engine import Engine, Machine
    from ..cuda.latent_engine import LatentEngine, LatentResults
    from ..latent.grammar import LatentGrammar
    from ..latent.network import LatentNetwork
    from ..latent.words import TagWeights

Device = Literal["cpu", "cuda", "auto"]
_MACHINE: ContextVar[Machine | None] = ContextVar("machine", default=None)
_ENGINES: WeakKeyDictionary[RuleGrammar, Engine] = WeakKeyDictionary()
_LATENT_ENGINES: WeakKeyDictionary[LatentGrammar, LatentEngine] = WeakKeyDictionary()
_LATENT: WeakKeyDictionary[Machine, Machine] = WeakKeyDictionary()
_ONE_AT_A_TIME = Lock()  # two calls would share the room of one device

_CHECKED, _SHORT = 20, 25  # how many sentences of how many words are done on the processor, too
_AGREES = 1e-9  # bits


@contextmanager
def on_device(device: Device) -> Iterator[None]:
    """Inside this context, sums over trees and best trees under treebank grammars and latent-variable grammars are made
    on a device: `cuda`, or `auto`, which is `cuda` where there is one, else the processor. `cpu` is the processor.

    The results are the same: sums to 1e-9, and the same trees. Sentences for which the device has no room are done on
    the processor, and so are models of rules, posteriors, and Viterbi under latent-variable grammars.
    """
    with used(machine_of(device)):
        yield


def machine_of(device: Device | None) -> Machine | None:
    """The device of this name; None: the one of the context. The result is None for the processor."""
    if device is None:
        return _MACHINE.get()
    if device not in get_args(Device):
        raise UnknownNameError(f"there is no device '{device}'; possible: {', '.join(get_args(Device))}")
    if device == "cpu":
        return None
    try:
        return _cuda()
    except CallError as error:
        if device == "cuda":
            raise
        remark(f"{error}; the processor is used")
        return None


@cache
def _cuda() -> Machine:
    from ..cuda.machines import Cuda

    try:
        return Cuda()
    except ImportError:
        raise MissingExtraError("cupy", "cuda", "a CUDA device") from None
    except RuntimeError as error:
        raise CallError(f"there is no CUDA device that can be used ({error})") from None


@contextmanager
def used(machine: Machine | None) -> Iterator[None]:
    """Inside this context, calls that name no device use this one. Its memory is given back at the end, unless there is
    a context of it around this one."""
    outer = _MACHINE.get()
    token = _MACHINE.set(machine)
    try:
        yield
    finally:
        _MACHINE.reset(token)
        if machine is not None and machine is not outer:
            with _ONE_AT_A_TIME, suppress(RuntimeError):  # a device that failed has nothing to give back
                machine.give_back()


def engine_of(grammar: RuleGrammar, network: WeightedNetwork, machine: Machine | None) -> Engine | None:
    """The engine of a grammar on this device, made once; None if the processor has to do it, which is said if there is
    a device."""
    from ..cuda.engine import Engine
    from ..cuda.network import device_network

    if machine is None:
        return None
    if isinstance(grammar, MarkovGrammar):
        left_to_processor(grammar.model.spec, "the device takes treebank grammars only")
        return None
    engine: Engine | None = _kept(_ENGINES, grammar, machine, lambda: Engine(device_network(*network), machine))
    return engine


def latent_engine_of(grammar: LatentGrammar, network: LatentNetwork, machine: Machine | None) -> LatentEngine | None:
    """The same for a latent-variable grammar."""
    from ..cuda.latent_engine import LatentEngine
    from ..cuda.latent_network import latent_device_network

    if machine is None:
        return None
    device = _latent(machine)
    engine: LatentEngine | None = _kept(
        _LATENT_ENGINES, grammar, device, lambda: LatentEngine(latent_device_network(network), device)
    )
    return engine


def _latent(machine: Machine) -> Machine:
    """The same device with the kernels for latent-variable grammars, opened once."""
    from ..cuda.machines import LatentCuda

    if machine not in _LATENT:
        _LATENT[machine] = LatentCuda(machine)
    return _LATENT[machine]


def _kept(engines: Any, grammar: Any, machine: Machine, make: Callable[[], Any]) -> Any:
    """The engine of a grammar among those that were made, or a new one. None, which is said, if the grammar is too
    large or the device failed."""
    engine = engines.get(grammar)
    if engine is None or engine.machine is not machine:
        try:
            engine = engines[grammar] = make()
        except (ValueError, RuntimeError, MemoryError) as error:
            remark(f"{one_line(str(error))}; the processor is used")
            return None
    return engine


def _inferred(engine: Engine | LatentEngine, *arguments: Any, **options: Any) -> Any:
    """What the engine finds; None, which is said, if the device failed."""
    try:
        with _ONE_AT_A_TIME:
            return engine.infer(*arguments, **options)
    except (RuntimeError, MemoryError) as error:  # of CUDA
        remark(f"the device failed ({one_line(str(error))}); the processor does all sentences")
        return None


def left_to_processor(what: str, why: str) -> None:
    remark(f"{what}: {why}, so this is done on the processor")


def infer_on_device(
    engine: Engine,
    readings: Readings,
    offsets: NDArray[np.int64],
    patches: Patches | None,
    given: GivenTrees | None,
    found: Findings,
    progress: Callable[[int, int], None] | None = None,
) -> BestNodes:
    """Write what the device finds to `found`. The sentences that are not among those of the result are left to the
    processor."""
    from ..cuda import engine as arrays

    sentences = arrays.Sentences(offsets, readings.first, readings.tag, readings.weight, readings.log)
    changes = None if patches is None else _as(arrays.DevicePatches, patches)
    trees = None if given is None else _as(arrays.GivenNodes, given)
    results = _inferred(engine, sentences, changes, trees, progress)
    if results is None:
        none = np.zeros(0, np.int64)
        return BestNodes(none, np.zeros((0, 4), np.int32), none)
    done = results.status == arrays.DONE
    words = np.repeat(done, np.diff(offsets))
    found.logs[done] = results.logs[done]
    found.parents[words] = results.parents[words]
    found.tags[words] = results.tags[words]
    if given is not None:
        nodes = np.repeat(done, np.diff(given.offsets))
        found.bits[nodes] = results.bits[nodes]
    _say_what_is_left(results.status)
    chosen = np.flatnonzero(done)
    return BestNodes(chosen, results.nodes[np.repeat(done, results.counts)], results.counts[chosen].astype(np.int64))


def sample_to_check(
    sentences: NDArray[np.int64], lengths: NDArray[np.int64], most: int = _CHECKED, longest: int = _SHORT
) -> NDArray[np.int64]:
    """Some short sentences of those that the device did: the processor does them, too."""
    short = sentences[lengths[sentences] <= longest]
    return short[np.unique(np.linspace(0, len(short) - 1, min(len(short), most)).astype(np.int64))]


def findings_agree(
    part: BestNodes,
    found: Findings,
    sample: BestNodes,
    expected: Findings,
    offsets: NDArray[np.int64],
    given_offsets: NDArray[np.int64],
) -> bool:
    """Whether the device found what the processor found for a sample; if not, this is said."""
    those = np.isin(part.sentences, sample.sentences)
    chosen = np.isin(np.arange(len(offsets) - 1), sample.sentences)
    words, nodes = np.repeat(chosen, np.diff(offsets)), np.repeat(chosen, np.diff(given_offsets))
    same = (
        np.array_equal(part.nodes[np.repeat(those, part.counts)], sample.nodes)
        and np.array_equal(found.parents[words], expected.parents[words])
        and np.array_equal(found.tags[words], expected.tags[words])
        and np.allclose(found.logs[chosen], expected.logs[chosen], rtol=0, atol=_AGREES)
        and np.allclose(found.bits[nodes], expected.bits[nodes], rtol=0, atol=_AGREES, equal_nan=True)
    )
    if not same:
        say_that_it_is_wrong()
    return same


def say_that_it_is_wrong() -> None:
    remark("the device and the processor found different results for some sentences; the processor does all")


def infer_latent_on_device(
    engine: LatentEngine,
    words: TagWeights,
    offsets: NDArray[np.int64],
    progress: Callable[[int, int], None] | None = None,
) -> LatentResults | None:
    """What the device finds; sentences that are not done there are left to the processor, which is said. None if the
    device failed."""
    from ..cuda.latent_engine import LatentSentences

    results: LatentResults | None = _inferred(engine, LatentSentences(offsets, *words), progress=progress)
    if results is not None:
        _say_what_is_left(results.status)
    return results


def _as(kind: Any, values: Any) -> Any:
    """The arrays that another kind has, too."""
    return kind(*(getattr(values, name) for name in kind._fields))


def _say_what_is_left(status: NDArray[np.int32]) -> None:
    from ..cuda.engine import NO_ROOM, OUT_OF_RANGE, TOO_MANY_NODES

    reasons = {NO_ROOM: "too long for its memory", OUT_OF_RANGE: "sums out of range", TOO_MANY_NODES: "too many nodes"}
    numbers = {reason: int((status == code).sum()) for code, reason in reasons.items()}
    if any(numbers.values()):
        left = ", ".join(f"{reason}: {number}" for reason, number in numbers.items() if number)
        remark(
            f"{counted(sum(numbers.values()), 'sentence')} of {len(status):,} could not be done on the device "
            f"({left}); the processor does them"
        )
