"""The part of the network that one sentence can use, with states, labels and tags renumbered."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ....core.compiled import inlined, kernel
from ....core.types import Array
from .lanes import pointer


class Subnetwork(NamedTuple):
    """The data of a state are together in `code`, from first[state]: a visit touches little memory.

    There are its tags as bits (a quick look), then how many edges over tags, over labels to the end of a rule and over
    labels to other states it has, and then these edges, three numbers each: what is read and where it leads, the
    weight, and its logarithm (HEAD, EDGE). What is read and where it leads: a tag and a target in the upper half (a
    state or, numbered after all states, a left-hand side); a label and in its last `shift` bits the left-hand side; a
    label and in the upper half a state. `whole` are the same numbers as integers.
    """

    first: Array
    code: Array
    whole: Array
    arc_first: Array  # edges between states by their target, for `trace`
    arc_source: Array
    arc_symbol: Array  # label, or ~tag
    arc_log: Array
    labels: Array  # the number of a label in the grammar
    unary: Array  # rows: parent, child (renumbered)
    unary_weight: Array
    unary_log: Array
    back: Array  # as in the network; no states at all if none goes back
    back_weight: Array


HEAD, EDGE = 2, 3
BACK = -(1 << 30)  # in `arc_symbol`: nothing is read


class Marks(NamedTuple):
    """Work space: reachable states, edges that lead to the end of a rule, symbols that can be built, new numbers.
    `reached`,
    `good`, `label` and `tag` are clean between sentences."""

    reached: Array
    state: Array
    queue: Array
    use: Array
    good: Array
    label: Array
    tag: Array
    made: Array


@inlined
def shift_of(labels: int) -> int:
    """How many bits the number of a label takes."""
    shift = 0
    while 1 << shift < labels:
        shift += 1
    return shift


@kernel
def marks(states: int, edges: int, symbols: int, nonterminals: int) -> Any:
    return Marks(
        np.zeros(states, np.uint8),
        np.full(states, -1, np.int32),
        np.empty(states, np.int32),
        np.zeros(edges, np.uint8),
        np.zeros(symbols, np.uint8),
        np.full(nonterminals, -1, np.int32),
        np.full(symbols, -1, np.int32),
        np.empty(nonterminals, np.int32),
    )


@kernel
def select(network: Any, weight: Array, scale: Array, slope: float, tags: Array, marks: Any) -> Any:
    """The edges that a sentence can use: whose symbols can be made from its tags, and that lead to the end of a rule.

    The weight of rule r is weight[r, 0] * scale[lhs[r], 0], and weight[r, 1] + scale[lhs[r], 1] is its logarithm; a
    rule of weight zero is ignored. `tags` are distinct, and numbered in their order. In sums every tag counts 2^slope
    times, so that they stay near one.
    """
    for number, tag in enumerate(tags):
        marks.tag[tag] = number
        marks.good[tag] = 1
    labels = _reach(network, weight, marks)
    counts = np.zeros(3, np.int64)
    _finish(network, weight, marks, counts)
    edges, arcs, states = counts
    code = np.empty(HEAD * states + EDGE * edges)
    part = Subnetwork(
        np.empty(states, np.int32),
        code,
        code.view(np.int64),
        np.zeros(states + 1, np.int32),
        np.empty(arcs, np.int32),
        np.empty(arcs, np.int32),
        np.empty(arcs),
        marks.made[:labels].copy(),
        *_unaries(network, weight, scale, marks, labels),
        *_ways_back(network, marks, counts),
    )
    _copy(network, weight, scale, 2.0**slope, marks, part)
    _arcs(part)
    for tag in tags:
        marks.tag[tag] = -1
        marks.good[tag] = 0
    for a in range(labels):
        marks.good[marks.made[a]] = 0
        marks.label[marks.made[a]] = -1
    return part


@kernel
def _reach(network: Any, weights: Array, marks: Any) -> int:
    """Mark the states that can be reached and the labels that can be made; number and count the labels."""
    first, symbol, target, slot = (
        pointer(network.first),
        pointer(network.symbol),
        pointer(network.target),
        pointer(network.slot),
    )
    label_first, by_label, source = pointer(network.label_first), pointer(network.by_label), pointer(network.source)
    unary_first, unary, lhs = pointer(network.unary_first), pointer(network.unary), pointer(network.lhs)
    good, reached, queue = pointer(marks.good), pointer(marks.reached), pointer(marks.queue)
    made, label, weight = pointer(marks.made), pointer(marks.label), pointer(weights)
    reached[0] = 1
    queue[0] = 0
    waiting, labels, looked = 1, 0, 0
    while waiting > 0 or looked < labels:
        by_state = waiting > 0
        if by_state:
            waiting -= 1
            state = queue[waiting]
            begin, end = first[state], first[state + 1]
            if len(network.back) > 0 and network.back[state] >= 0 and not reached[network.back[state]]:
                reached[network.back[state]] = 1
                queue[waiting] = network.back[state]
                waiting += 1
        else:
            a = made[looked]
            looked += 1
            begin, end = label_first[a], label_first[a + 1]
            for u in range(unary_first[a], unary_first[a + 1]):
                parent = lhs[unary[u]]
                if not good[parent] and weight[2 * unary[u]] > 0:
                    good[parent] = 1
                    made[labels] = parent
                    label[parent] = labels
                    labels += 1
        for place in range(begin, end):
            edge = place if by_state else by_label[place]
            if good[symbol[edge]] and reached[source[edge]] and (slot[edge] < 0 or weight[2 * slot[edge]] > 0):
                to = target[edge]
                if to >= 0:
                    if not reached[to]:
                        reached[to] = 1
                        queue[waiting] = to
                        waiting += 1
                elif not good[~to]:
                    good[~to] = 1
                    made[labels] = ~to
                    label[~to] = labels
                    labels += 1
    marks.made[:labels] = np.sort(marks.made[:labels])
    for a in range(labels):
        label[made[a]] = a
    return labels


@kernel
def _finish(network: Any, weights: Array, marks: Any, counts: Array) -> None:
    """Mark the edges of states that lead to the end of a rule; number these states; count edges, those between states,
    and states."""
    first, symbol, target, slot = (
        pointer(network.first),
        pointer(network.symbol),
        pointer(network.target),
        pointer(network.slot),
    )
    good, reached, state, use = (
        pointer(marks.good),
        pointer(marks.reached),
        pointer(marks.state),
        pointer(marks.use),
    )
    weight = pointer(weights)
    for s in range(len(marks.state)):
        state[s] = -1
    # One round, from the last state to the first, unless edges lead back: then until nothing changes.
    changed = True
    while changed:
        changed = False
        for s in range(len(marks.state) - 1, -1, -1):
            edge, stop = first[s], first[s + 1] if reached[s] and state[s] < 0 else 0
            if stop > 0 and len(network.back) > 0 and network.back[s] >= 0 and state[network.back[s]] >= 0:
                state[s], stop = 0, 0
                changed = network.cyclic
            while edge < stop:
                to = target[edge]
                if good[symbol[edge]] and (slot[edge] < 0 or weight[2 * slot[edge]] > 0) and (to < 0 or state[to] >= 0):
                    state[s] = 0
                    changed = network.cyclic
                    break
                edge += 1
    state[0] = 0  # also where it leads nowhere
    edges = arcs = 0
    for s in range(len(marks.state)):
        reached[s] = 0
        for edge in range(first[s], first[s + 1] if state[s] >= 0 else 0):
            to = target[edge]
            usable = (
                good[symbol[edge]] and (slot[edge] < 0 or weight[2 * slot[edge]] > 0) and (to < 0 or state[to] >= 0)
            )
            use[edge] = 1 if usable else 0
            if usable:
                edges += 1
                arcs += to >= 0
    for s in range(len(network.back)):
        arcs += state[s] >= 0 and network.back[s] >= 0 and state[network.back[s]] >= 0
    number = 0
    for s in range(len(marks.state)):
        if state[s] >= 0:
            state[s] = number
            number += 1
    counts[0], counts[1], counts[2] = edges, arcs, number


@kernel
def _unaries(network: Any, weight: Array, scale: Array, marks: Any, labels: int) -> Any:
    count = 0
    for a in marks.made[:labels]:
        count += network.unary_first[a + 1] - network.unary_first[a]
    unary = np.empty((count, 2), np.int32)
    unary_weight, unary_log = np.empty(count, np.float64), np.empty(count, np.float64)
    count = 0
    for a in marks.made[:labels]:
        for u in range(network.unary_first[a], network.unary_first[a + 1]):
            r = network.unary[u]
            if weight[r, 0] > 0:
                parent = network.lhs[r]
                unary[count, 0], unary[count, 1] = marks.label[parent], marks.label[a]
                unary_weight[count] = weight[r, 0] * scale[parent, 0]
                unary_log[count] = weight[r, 1] + scale[parent, 1]
                count += 1
    return unary[:count], unary_weight[:count], unary_log[:count]


@kernel
def _ways_back(network: Any, marks: Any, counts: Array) -> Any:
    """The state of the shorter history of each state, with new numbers, and the weights of going there."""
    count = counts[2] if len(network.back) > 0 else 0
    back, weight = np.full(count, -1, np.int32), np.zeros((count, 2))
    for s in range(len(network.back)):
        if marks.state[s] >= 0 and network.back[s] >= 0 and marks.state[network.back[s]] >= 0:
            back[marks.state[s]] = marks.state[network.back[s]]
            weight[marks.state[s]] = network.back_weight[s]
    return back, weight


@kernel
def _copy(network: Any, weights: Array, scales: Array, boost: float, marks: Any, part: Any) -> None:
    """Fill in the edges, with new numbers for states, labels and tags."""
    first, symbol, target, slot, lhs = (
        pointer(network.first),
        pointer(network.symbol),
        pointer(network.target),
        pointer(network.slot),
        pointer(network.lhs),
    )
    state, use, label, tags = pointer(marks.state), pointer(marks.use), pointer(marks.label), pointer(marks.tag)
    weight, scale, code, whole = pointer(weights), pointer(scales), pointer(part.code), pointer(part.whole)
    shift, states, nonterminals = shift_of(len(part.labels)), len(part.first), network.nonterminals
    at = 0
    for s in range(len(marks.state)):
        if state[s] < 0:
            continue
        head = at
        part.first[state[s]] = head
        at += HEAD
        mask, counts = np.int64(0), np.int64(0)
        for edge in range(first[s], first[s + 1]):
            if not use[edge]:
                continue
            final, r = target[edge] < 0, slot[edge]
            w, log = 1.0, 0.0
            if r >= 0:
                w, log = weight[2 * r] * scale[2 * lhs[r]], weight[2 * r + 1] + scale[2 * lhs[r] + 1]
            to = np.int64(label[~target[edge]] if final else state[target[edge]])
            if symbol[edge] >= nonterminals:
                tag = tags[symbol[edge]]
                whole[at] = tag + ((to + states if final else to) << 32)
                w *= boost
                mask |= np.int64(1) << np.int64(tag & 63)
                counts += 1
            elif final:
                whole[at] = (label[symbol[edge]] << shift) + to
                counts += 1 << 16
            else:
                whole[at] = label[symbol[edge]] + (to << 32)
                counts += 1 << 40
            code[at + 1], code[at + 2] = w, log
            at += EDGE
            if not final:
                part.arc_first[to + 1] += 1
        whole[head], whole[head + 1] = mask, counts


@inlined
def counts_of(whole: Any, head: int) -> Any:
    """How many edges of each kind a state has."""
    counts = whole[head + 1]
    return counts & 0xFFFF, counts >> 16 & 0xFFFFFF, counts >> 40


@inlined
def low(word: int) -> int:
    return word & 0xFFFFFFFF


@kernel
def _arcs(part: Any) -> None:
    """Edges between states and ways back once more, by the state they lead to."""
    states, whole, code = len(part.first), part.whole, part.code
    for to in part.back:
        if to >= 0:
            part.arc_first[to + 1] += 1
    for s in range(states):
        part.arc_first[s + 1] += part.arc_first[s]
    place = part.arc_first[:states].copy()
    for s in range(states):
        at = part.first[s]
        tagged, last, inner = counts_of(whole, at)
        at += HEAD
        for edge in range(tagged + last + inner):
            if edge < tagged or edge >= tagged + last:
                to = whole[at] >> 32
                if to < states:
                    arc = place[to]
                    place[to] += 1
                    part.arc_source[arc], part.arc_log[arc] = s, code[at + 2]
                    part.arc_symbol[arc] = ~low(whole[at]) if edge < tagged else low(whole[at])
            at += EDGE
    for s in range(len(part.back)):
        if part.back[s] >= 0:
            arc = place[part.back[s]]
            place[part.back[s]] += 1
            part.arc_source[arc], part.arc_symbol[arc], part.arc_log[arc] = s, BACK, part.back_weight[s, 1]
