"""Configurations of a parser as arrays, and the effects of transitions; `systems` has the plain definition.

A sentence has the words 1 ... n and the root 0. Its configuration is a table `work` with one column per word and the
rows below; a missing word is 0, since the root is never a dependent. The counters of `at` are the ends of the stack and
the buffer.
"""

from __future__ import annotations

from ...core.compiled import kernel
from ...core.types import Array
from .kernels import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, SWAP

HEAD, RELATION, LEFT, RIGHT, LEFT2, RIGHT2, LEFT_COUNT, RIGHT_COUNT, STACK, BUFFER = range(10)
ROWS = 10
TOP, WAITING, FRESH, ROOTS = range(4)  # of `at`: top of the stack, size of the buffer, first word never on the stack
STANDARD, EAGER, SWAPPING = range(3)  # the kinds of systems


@kernel
def begin(n: int, work: Array, at: Array) -> None:
    """The root on the stack, all words in the buffer, no arcs."""
    for row in range(STACK):
        for w in range(n + 1):
            work[row, w] = -1 if row == HEAD else 0
    work[STACK, 0] = 0
    for w in range(1, n + 1):
        work[BUFFER, n - w] = w
    at[TOP], at[WAITING], at[FRESH], at[ROOTS] = 0, n, 1, 0


@kernel
def attach(work: Array, at: Array, word: int, head: int, relation: int) -> None:
    """Make an arc, and store the outermost dependents of the head."""
    work[HEAD, word], work[RELATION, word] = head, relation
    if head == 0:
        at[ROOTS] += 1
    if word < head:
        work[LEFT_COUNT, head] += 1
        if work[LEFT, head] == 0 or word < work[LEFT, head]:
            work[LEFT2, head], work[LEFT, head] = work[LEFT, head], word
        elif work[LEFT2, head] == 0 or word < work[LEFT2, head]:
            work[LEFT2, head] = word
    else:
        work[RIGHT_COUNT, head] += 1
        if word > work[RIGHT, head]:
            work[RIGHT2, head], work[RIGHT, head] = work[RIGHT, head], word
        elif word > work[RIGHT2, head]:
            work[RIGHT2, head] = word


@kernel
def carry_out(kind: int, transition: int, relation: int, work: Array, at: Array) -> None:
    """One transition, as `systems.Configuration.make`."""
    top = at[TOP]
    if transition == SHIFT:
        at[WAITING] -= 1
        at[TOP] += 1
        word = work[BUFFER, at[WAITING]]
        work[STACK, at[TOP]] = word
        at[FRESH] = max(at[FRESH], word + 1)
    elif transition == REDUCE:
        at[TOP] -= 1
    elif transition == SWAP:
        work[BUFFER, at[WAITING]] = work[STACK, top - 1]
        at[WAITING] += 1
        work[STACK, top - 1] = work[STACK, top]
        at[TOP] -= 1
    elif kind == SWAPPING:
        left, right = work[STACK, top - 1], work[STACK, top]
        at[TOP] -= 1
        if transition == LEFT_ARC:
            attach(work, at, left, right, relation)
            work[STACK, top - 1] = right
        else:
            attach(work, at, right, left, relation)
    else:
        left, right = work[STACK, top], work[BUFFER, at[WAITING] - 1]
        if transition == LEFT_ARC:
            attach(work, at, left, right, relation)
            at[TOP] -= 1
            return
        attach(work, at, right, left, relation)
        at[WAITING] -= 1
        at[FRESH] = max(at[FRESH], right + 1)
        if kind == EAGER:
            at[TOP] += 1
            work[STACK, at[TOP]] = right
        elif left != 0:
            work[BUFFER, at[WAITING]] = left
            at[WAITING] += 1
            at[TOP] -= 1


@kernel
def permitted(kind: int, single_root: bool, work: Array, at: Array) -> int:
    """The permitted transitions, as bits, without those after which no tree can be completed: in arc-standard the last
    word of the buffer is not shifted, and a single root is attached last (in arc-eager: once). 0: the sentence is
    parsed."""
    top, waiting = at[TOP], at[WAITING]
    shift, left_arc, right_arc, reduce, swap = 1 << SHIFT, 1 << LEFT_ARC, 1 << RIGHT_ARC, 1 << REDUCE, 1 << SWAP
    found = shift if waiting > 0 else 0
    if kind == SWAPPING:
        if top > 0:
            left, right = work[STACK, top - 1], work[STACK, top]
            if left > 0:
                found |= left_arc | right_arc
                if left < right:
                    found |= swap
            elif not single_root or (waiting == 0 and top == 1):
                found |= right_arc
        return found
    if waiting == 0:
        return 0
    left = work[STACK, top]
    if kind == STANDARD:
        if left > 0:
            return (found if waiting > 1 else 0) | left_arc | right_arc
        if not single_root or waiting == 1:
            found |= right_arc
        return found if waiting > 1 else right_arc
    if left == 0:
        return found if single_root and at[ROOTS] > 0 else found | right_arc
    return found | right_arc | (left_arc if work[HEAD, left] < 0 else reduce)
