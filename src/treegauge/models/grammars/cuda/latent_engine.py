"""Sums over all trees and substates and max-rule trees of sentences on a CUDA device, from plain arrays.

Needs numpy and CuPy only. `LatentEngine` has a latent-variable grammar on the device; its method `infer` does
sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .engine import DONE, LONG, NO_ROOM, OUT_OF_RANGE, Machine, nodes_of, wait_for_all
from .latent_network import LatentDeviceNetwork

__all__ = ["DONE", "LatentEngine", "LatentResults", "LatentSentences"]
_ARGUMENTS = (
    "symbols states start most_cells pairs blocks cells rows left_rows right_rows places slack state owner kind",
    "pair_left pair_right block_first block_parent block_pair parent_first parent_block parent_pair sum_first",
    "sum_row sum_pair around_first around_row around_side cell_first cell_left cell_right pair_row row_rule",
    "row_cell row_weight cell_rule cell_state cell_weight spot_first spot_left spot_right spot_rule spot_state",
    "spot_weight left_row left_cell right_row right_rule right_cell up_first up_child up_weight down_first",
    "down_parent down_weight chain_first chain_child link_first link_parent link_child link_weight place",
    "place_owner step log_chain log_least count trees order offsets word_first word_tag word_at word_weight",
    "room_bytes room taken next total status node_first node_count node token_parent token_tag",
)
FIELDS = " ".join(_ARGUMENTS).split()  # the order of `Problem` in latent_problem.cuh
LONGEST, MOST_PAIRS = 4096, 1 << 16  # words of a sentence, and pairs of children: what 31 bits of a task can name
_SHARES = (1, 8, 64)  # of the blocks: where there was no room, fewer of them have more each


class LatentSentences(NamedTuple):
    """Token t can have the tags tag[first[t] : first[t + 1]], each with where the weights of its substates begin in
    `weight`; sentence s has the tokens from offsets[s] to offsets[s + 1]."""

    offsets: NDArray[Any]
    first: NDArray[Any]
    tag: NDArray[Any]
    at: NDArray[Any]
    weight: NDArray[Any]


class LatentResults(NamedTuple):
    """Per sentence log2 of the sum, -inf if there is no tree, and how it ended: DONE, or why it is left to the
    processor. The nodes of the max-rule trees (label, parent, begin, end), how many each sentence has, and the parents
    and tags of the tokens."""

    totals: NDArray[Any]
    status: NDArray[Any]
    nodes: NDArray[Any]
    counts: NDArray[Any]
    parents: NDArray[Any]
    tags: NDArray[Any]


class LatentEngine:
    """A latent-variable grammar on a device."""

    def __init__(self, network: LatentDeviceNetwork, machine: Machine) -> None:
        if len(network.pair_left) >= MOST_PAIRS:
            raise ValueError(f"{len(network.pair_left)} pairs of children are too many for the device")
        self.network, self.machine = network, machine
        arrays = {name: value for name, value in network._asdict().items() if isinstance(value, np.ndarray)}
        self._held = {name: machine.put(array) for name, array in arrays.items()}
        self.fields = {name: machine.address(array) for name, array in self._held.items()}
        self.fields |= {name: getattr(network, name) for name in ("symbols", "states", "start", "slack", "most_cells")}
        sizes = {
            "pairs": network.pair_left,
            "blocks": network.block_parent,
            "cells": network.cell_left,
            "places": network.place_owner,
        }
        self.fields |= {name: len(array) for name, array in sizes.items()}
        rows = {"rows": network.row_rule, "left_rows": network.left_cell, "right_rows": network.right_rule}
        self.fields |= {name: len(array) - 1 for name, array in rows.items()}
        weights = np.concatenate((network.row_weight, network.up_weight))
        self.fields["log_least"] = int(np.log2(np.array([weights.min(initial=1.0)])).view(np.int64)[0])

    def infer(
        self, sentences: LatentSentences, *, trees: bool = True, progress: Callable[[int, int], None] | None = None
    ) -> LatentResults:
        """All sentences, the longest first. Without `trees`, only the sums."""
        run = _Run(self, sentences, trees)
        lengths = np.diff(sentences.offsets)
        waiting = np.flatnonzero((lengths > 0) & (lengths <= LONGEST))
        waiting = waiting[np.argsort(-lengths[waiting], kind="stable")]
        for share in _SHARES:
            run.launch(waiting, lengths, share, progress)
            waiting = waiting[run.machine.get(run.held["status"])[waiting] == NO_ROOM]
            if len(waiting) == 0:
                break
        return run.results()


class _Run:
    """Sentences on the device, and their results."""

    def __init__(self, engine: LatentEngine, sentences: LatentSentences, trees: bool) -> None:
        machine = self.machine = engine.machine
        count, tokens = len(sentences.offsets) - 1, len(sentences.first) - 1
        lengths = np.diff(sentences.offsets)
        room = 6 * lengths + 32  # nodes of the best tree
        self.node_first = np.concatenate((np.zeros(1, np.int64), np.cumsum(room)))
        arrays: dict[str, NDArray[Any]] = {
            "offsets": np.ascontiguousarray(sentences.offsets, np.int64),
            "word_first": np.ascontiguousarray(sentences.first, np.int64),
            "word_tag": np.ascontiguousarray(sentences.tag, np.int32),
            "word_at": np.ascontiguousarray(sentences.at, np.int64),
            "word_weight": np.ascontiguousarray(sentences.weight, np.float64),
            "total": np.full(count, -np.inf),
            "status": np.where(lengths <= LONGEST, DONE, OUT_OF_RANGE).astype(np.int32),
            "node_first": self.node_first,
            "node_count": np.zeros(count, np.int32),
            "token_parent": np.zeros(tokens, np.int32),
            "token_tag": np.full(tokens, -1, np.int32),
        }
        self.held = {name: machine.put(array) for name, array in arrays.items()}
        self.held["node"] = machine.empty(4 * int(self.node_first[-1]), np.int32)
        self.fields = {**engine.fields, **{name: machine.address(array) for name, array in self.held.items()}}
        self.fields["trees"] = int(trees)

    def launch(
        self, chosen: NDArray[Any], lengths: NDArray[Any], share: int, progress: Callable[[int, int], None] | None
    ) -> None:
        """Run the blocks of these sentences: long ones with more threads."""
        machine = self.machine
        if len(chosen) == 0:
            return
        parts = np.split(chosen, [int(np.searchsorted(-lengths[chosen], -LONG))])
        (room, room_bytes), taken = machine.room(), machine.put(np.zeros(1, np.uint64))
        held, counters = [taken], []
        for part, plan in zip(parts, machine.plans, strict=True):
            if len(part) == 0:
                continue
            order, following = machine.put(part.astype(np.int32)), machine.put(np.zeros(1, np.int32))
            values = self.fields | {
                "count": len(part),
                "order": machine.address(order),
                "next": machine.address(following),
                "room": room,
                "room_bytes": room_bytes,
                "taken": machine.address(taken),
            }
            problem = machine.put(np.array([values[name] for name in FIELDS], np.int64))
            machine.launch(problem, min(len(part), max(1, machine.teams(plan) // share)), plan)
            held += [order, problem]
            counters.append((following, len(part)))

        wait_for_all(machine, counters, len(lengths) - len(chosen), progress)

    def results(self) -> LatentResults:
        names = ("total", "status", "node_count", "node", "token_parent", "token_tag")
        get = {name: self.machine.get(self.held[name]) for name in names}
        counts = get["node_count"]
        nodes = nodes_of(get["node"], counts, self.node_first)
        return LatentResults(get["total"], get["status"], nodes, counts, get["token_parent"], get["token_tag"])
