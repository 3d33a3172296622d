"""Sums over all trees and best trees of sentences on a CUDA device, from plain arrays.

Needs numpy and CuPy only. `Engine` has a grammar on the device, `Engine.infer` does sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .network import DeviceNetwork

_ARGUMENTS = (
    "states edges unaries rules symbols labels start source symbol target slot weight lhs",
    "arc_first tag_first pair_first unary_child unary_slot",
    "count order offsets reading_first reading_tag reading_weight",
    "patched patch_first scale_first patch_rule scale_label patch_weight scale",
    "mark_bytes room_bytes way_percent marks room taken next",
    "results status node_first node_count node token_parent token_tag",
    "given given_wanted given_first given_label given_left given_right given_rule given_tag bits",
)
FIELDS = " ".join(_ARGUMENTS).split()  # the order of `Problem` in problem.cuh
DONE, NO_ROOM, OUT_OF_RANGE, TOO_MANY_NODES = range(4)
LONGEST, MOST_SYMBOLS = 1 << 16, 1 << 16  # what 16 bits of a way can name


class DevicePatches(NamedTuple):
    """Other weights for single sentences, as those of the processor's engine: rules and labels sorted by sentence."""

    rule_first: NDArray[Any]
    rule: NDArray[Any]
    weight: NDArray[Any]
    label_first: NDArray[Any]
    label: NDArray[Any]
    scale: NDArray[Any]


class Sentences(NamedTuple):
    """Token t can have the tags tag[first[t] : first[t + 1]], each with a weight and its logarithm; sentence s has the
    tokens from offsets[s] to offsets[s + 1]."""

    offsets: NDArray[Any]
    first: NDArray[Any]
    tag: NDArray[Any]
    weight: NDArray[Any]
    log: NDArray[Any]


class GivenNodes(NamedTuple):
    """The trees whose nodes are measured, of `wanted` sentences: nodes in preorder with their labels, spans and log2 p
    of their rules, those of sentence s from offsets[s] to offsets[s + 1]; and the tag of each token."""

    wanted: NDArray[Any]
    offsets: NDArray[Any]
    label: NDArray[Any]
    left: NDArray[Any]
    right: NDArray[Any]
    log2_rule: NDArray[Any]
    tag: NDArray[Any]


class DeviceResults(NamedTuple):
    """Per sentence log2 of the sum and of the best tree, -inf if there is none, and how it ended: DONE, or why the
    processor has to do it. The nodes of the best trees (label, parent, begin, end), how many each sentence has, and
    the parents and tags of the tokens. For each node of the given trees what it costs (inference/node_bits.py), NaN
    where it was not measured."""

    logs: NDArray[Any]
    status: NDArray[Any]
    nodes: NDArray[Any]
    counts: NDArray[Any]
    parents: NDArray[Any]
    tags: NDArray[Any]
    bits: NDArray[Any]


class LaunchPlan(NamedTuple):
    """How sentences are done: `team` blocks of so many threads work on one, `group` threads on one number, which goes
    through `chunk` edges; `blocks` fit on a processor at a time."""

    threads: int
    group: int
    chunk: int
    team: int
    blocks: int


LONG = 60  # words; in longer sentences there is work for more than one block


class Machine(Protocol):
    """Where arrays live and blocks run; how it does long sentences, and others.

    `room` is the address of the room for sentences and how many bytes it has; `teams` says how many run at a time.
    `launch` starts so many teams, `wait` returns when all that were started have ended.
    """

    plans: tuple[LaunchPlan, LaunchPlan]

    def put(self, array: NDArray[Any]) -> Any: ...
    def empty(self, size: int, kind: Any) -> Any: ...
    def address(self, array: Any) -> int: ...
    def get(self, array: Any) -> NDArray[Any]: ...
    def fill(self, array: Any, value: int) -> None: ...
    def room(self) -> tuple[int, int]: ...
    def give_back(self) -> None: ...
    def teams(self, plan: LaunchPlan) -> int: ...
    def launch(self, problem: Any, teams: int, plan: LaunchPlan) -> None: ...
    def wait(self, tick: Callable[[], None] | None = None) -> None: ...


class Engine:
    """A grammar on a device."""

    def __init__(self, network: DeviceNetwork, machine: Machine) -> None:
        if network.symbols - network.labels >= MOST_SYMBOLS or network.labels >= MOST_SYMBOLS:
            raise ValueError(f"{network.symbols} symbols are too many for the device, which takes {MOST_SYMBOLS - 1}")
        self.network, self.machine = network, machine
        arrays = {name: value for name, value in network._asdict().items() if isinstance(value, np.ndarray)}
        self._held = {name: machine.put(array) for name, array in arrays.items()}
        self._fields = {name: machine.address(array) for name, array in self._held.items()}
        self._fields |= {name: getattr(network, name) for name in ("states", "symbols", "labels", "start")}
        counts = (len(network.source), len(network.unary_slot), len(network.lhs))
        self._fields |= dict(zip(("edges", "unaries", "rules"), counts, strict=True))

    def infer(
        self,
        sentences: Sentences,
        patches: DevicePatches | None = None,
        given: GivenNodes | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> DeviceResults:
        """All sentences, the longest first. Those for which there was no room are tried twice again: with room for all
        ways to states, and once the others are done."""
        run = _Run(self, sentences, patches, given)
        lengths = np.diff(sentences.offsets)
        waiting = np.flatnonzero((lengths > 0) & (lengths < LONGEST))
        for percent in (25, 100, 100):
            run.launch(waiting[np.argsort(-lengths[waiting], kind="stable")], lengths, percent, progress)
            waiting = waiting[run.read_status()[waiting] == NO_ROOM]
            if len(waiting) == 0:
                break
        return run.results()


class _Run:
    """Sentences on the device, and their results."""

    def __init__(
        self, engine: Engine, sentences: Sentences, patches: DevicePatches | None, given: GivenNodes | None
    ) -> None:
        machine = self.machine = engine.machine
        self.engine = engine
        count, tokens = len(sentences.offsets) - 1, len(sentences.first) - 1
        lengths = np.diff(sentences.offsets)
        room = 6 * lengths + 32  # nodes of the best tree
        self.node_first = np.concatenate((np.zeros(1, np.int64), np.cumsum(room)))
        weights = np.stack((sentences.weight, sentences.log), 1)
        arrays: dict[str, NDArray[Any]] = {
            "offsets": np.ascontiguousarray(sentences.offsets, np.int64),
            "reading_first": np.ascontiguousarray(sentences.first, np.int64),
            "reading_tag": np.ascontiguousarray(sentences.tag, np.int32),
            "reading_weight": np.ascontiguousarray(weights, np.float64),
            "results": np.full((count, 2), -np.inf),
            "status": np.where(lengths < LONGEST, DONE, OUT_OF_RANGE).astype(np.int32),
            "node_first": self.node_first,
            "node_count": np.zeros(count, np.int32),
            "token_parent": np.zeros(tokens, np.int32),
            "token_tag": np.full(tokens, -1, np.int32),
        }
        if patches is not None:
            arrays |= {
                "patch_first": patches.rule_first.astype(np.int64),
                "scale_first": patches.label_first.astype(np.int64),
                "patch_rule": patches.rule.astype(np.int32),
                "scale_label": patches.label.astype(np.int32),
                "patch_weight": patches.weight.astype(np.float64),
                "scale": patches.scale.astype(np.float64),
            }
        if given is not None:
            arrays |= {
                "given_wanted": given.wanted.astype(np.uint8),
                "given_first": given.offsets.astype(np.int64),
                "given_label": given.label.astype(np.int32),
                "given_left": given.left.astype(np.int32),
                "given_right": given.right.astype(np.int32),
                "given_rule": given.log2_rule.astype(np.float64),
                "given_tag": given.tag.astype(np.int32),
            }
        arrays["bits"] = np.full((0 if given is None else len(given.label), 2), np.nan)
        self.held = {name: machine.put(array) for name, array in arrays.items()}
        self.held["node"] = machine.empty(4 * int(self.node_first[-1]), np.int32)
        self.fields = {**dict.fromkeys(FIELDS, 0), **engine._fields}
        self.fields |= {name: machine.address(array) for name, array in self.held.items()}
        self.fields |= {"patched": int(patches is not None), "given": int(given is not None)}

    def mark_bytes(self, plan: LaunchPlan) -> int:
        """What a team needs for what its threads share (`TEAM_BYTES`), and then for its marks on the network."""
        network = self.engine.network
        marks = 10 * network.states + 9 * network.symbols + len(network.lhs) + 4 * len(network.source) + 16
        return (2048 + 8 * plan.threads * plan.team + marks + 127) // 128 * 128

    def launch(
        self, chosen: NDArray[Any], lengths: NDArray[Any], percent: int, progress: Callable[[int, int], None] | None
    ) -> None:
        """Run the blocks of these sentences: long ones with more threads."""
        machine = self.machine
        if len(chosen) == 0:
            return
        parts = np.split(chosen, [int(np.searchsorted(-lengths[chosen], -LONG))])
        plans = [
            (part, plan, min(len(part), machine.teams(plan)))
            for part, plan in zip(parts, machine.plans, strict=True)
            if len(part)
        ]
        sizes = [self.mark_bytes(plan) for _, plan, _ in plans]
        marks = [machine.empty(size * teams, np.uint8) for size, (_, _, teams) in zip(sizes, plans, strict=True)]
        (room, room_bytes), taken = machine.room(), machine.put(np.zeros(1, np.uint64))
        held, counters = [marks, taken], []
        for mark, size, (part, plan, teams) in zip(marks, sizes, plans, strict=True):
            order, following = machine.put(part.astype(np.int32)), machine.put(np.zeros(1, np.int32))
            values = self.fields | {
                "count": len(part),
                "order": machine.address(order),
                "next": machine.address(following),
                "marks": machine.address(mark),
                "mark_bytes": size,
                "room": room,
                "room_bytes": room_bytes,
                "taken": machine.address(taken),
                "way_percent": percent,
            }
            problem = machine.put(np.array([values[name] for name in FIELDS], np.int64))
            machine.launch(problem, teams, plan)
            held += [order, problem]
            counters.append((following, len(part)))

        wait_for_all(machine, counters, len(lengths) - len(chosen), progress)

    def read_status(self) -> NDArray[Any]:
        return self.machine.get(self.held["status"])

    def results(self) -> DeviceResults:
        get = {name: self.machine.get(self.held[name]) for name in ("results", "node_count", "node", "bits")}
        counts = get["node_count"]
        parents, tags = (self.machine.get(self.held[name]) for name in ("token_parent", "token_tag"))
        nodes = nodes_of(get["node"], counts, self.node_first)
        return DeviceResults(get["results"], self.read_status(), nodes, counts, parents, tags, get["bits"])


def nodes_of(room: NDArray[Any], counts: NDArray[Any], first: NDArray[Any]) -> NDArray[Any]:
    """The nodes of all trees one after the other; those of a sentence stand from `first` in the room."""
    sentence = np.repeat(np.arange(len(counts)), counts)
    rows = np.arange(int(counts.sum())) + (first[:-1] - (np.cumsum(counts) - counts))[sentence]
    nodes: NDArray[Any] = room.reshape(-1, 4)[rows]
    return nodes


def wait_for_all(
    machine: Machine, counters: Sequence[tuple[Any, int]], before: int, progress: Callable[[int, int], None] | None
) -> None:
    """Wait until the teams have ended. Each counter has how many of so many sentences are begun; these count as done,
    after those that were done before. Ctrl-C ends the work after them."""
    total = before + sum(size for _, size in counters)

    def tick() -> None:
        if progress is not None:
            progress(before + sum(min(int(machine.get(begun)[0]), size) for begun, size in counters), total)

    try:
        machine.wait(tick)
    except BaseException:
        for begun, size in counters:
            machine.fill(begun, size)
        machine.wait()
        raise
    tick()
