"""Transition systems as the literature defines them: configurations, and the effect of each transition.

This is the plain definition, one transition at a time. The oracles in `kernels` are written separately, and every
derivation that they return can be replayed here. Words are 1 ... n, and 0 is the root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError, DataError
from ...core.registry import Registry

# From where the sentences begin among the words and the head of each word (from 0 in the sentence, -1 is the root):
# the transitions of all sentences, the word that each attaches (-1: none), and where the derivations of the sentences
# begin and end among them.
Derived = tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int64]]
Oracle = Callable[[NDArray[np.int64], NDArray[np.int32]], Derived]
ROOT = 0


class Transition(IntEnum):
    """The transitions of all systems; `short` is how MaltParser writes them."""

    SHIFT = 0
    LEFT_ARC = 1
    RIGHT_ARC = 2
    REDUCE = 3
    SWAP = 4

    @property
    def short(self) -> str:
        return ("SH", "LA", "RA", "RE", "SW")[self]


@dataclass(frozen=True)
class System:
    """A transition system with its oracle.

    stack_only   arcs join the two topmost words of the stack; otherwise the top of the stack and the first word of the
                 buffer
    any_tree     its oracle derives every tree; otherwise only projective ones
    oracle       the canonical derivations of trees
    """

    name: str
    transitions: tuple[Transition, ...]
    stack_only: bool
    any_tree: bool
    reference: str
    oracle: Oracle = field(repr=False, compare=False)


_ARCS = (Transition.SHIFT, Transition.LEFT_ARC, Transition.RIGHT_ARC)


def _derive_standard(offsets: NDArray[np.int64], head: NDArray[np.int32]) -> Derived:
    from .kernels import derive_standard

    return derive_standard(offsets, head)  # type: ignore[no-any-return]


def _derive_eager(offsets: NDArray[np.int64], head: NDArray[np.int32]) -> Derived:
    from .kernels import derive_eager

    return derive_eager(offsets, head)  # type: ignore[no-any-return]


def _derive_swap(lazy: bool, offsets: NDArray[np.int64], head: NDArray[np.int32]) -> Derived:
    from .kernels import derive_swap

    return derive_swap(offsets, head, lazy)  # type: ignore[no-any-return]


SYSTEMS: Registry[System] = Registry(
    "transition system", describe=lambda system: system.reference, built_in=lambda: _BUILT_IN
)


def register_system(system: System) -> System:
    """Register a transition system by its name."""
    SYSTEMS.add(system.name, system)
    return system


_BUILT_IN: dict[str, Callable[[], System]] = {
    "arc-standard": lambda: System(
        "arc-standard", _ARCS, False, False, "Nivre 2004; nivrestandard in MaltParser", _derive_standard
    ),
    "arc-eager": lambda: System(
        "arc-eager",
        (*_ARCS, Transition.REDUCE),
        False,
        False,
        "Nivre 2003; nivreeager in MaltParser",
        _derive_eager,
    ),
    "swap-eager": lambda: System(
        "swap-eager",
        (*_ARCS, Transition.SWAP),
        True,
        True,
        "Nivre 2009; stackeager in MaltParser",
        partial(_derive_swap, False),
    ),
    "swap-lazy": lambda: System(
        "swap-lazy",
        (*_ARCS, Transition.SWAP),
        True,
        True,
        "Nivre, Kuhlmann and Hall 2009; stacklazy in MaltParser",
        partial(_derive_swap, True),
    ),
}


def find_system(name: str) -> System:
    """The system of that name."""
    return SYSTEMS.get(name)


SystemName = Annotated[str, find_system]  # as an option: a wrong name is refused before any work


@dataclass
class Configuration:
    """A configuration of a parser: the stack, the buffer (its first word is the last element) and the arcs so far, as
    the head of each word, None for a word without one."""

    system: System
    stack: list[int]
    buffer: list[int]
    head: list[int | None]
    order: list[int] = field(default_factory=list)

    @classmethod
    def initial(cls, system: System, words: int) -> Configuration:
        """The root on the stack, all words in the buffer."""
        return cls(system, [ROOT], list(range(words, 0, -1)), [None] * (words + 1))

    @property
    def is_final(self) -> bool:
        """Whether the buffer is empty and, if arcs join words of the stack, only the root is on the stack."""
        return not self.buffer and (not self.system.stack_only or self.stack == [ROOT])

    def permits(self, transition: Transition) -> bool:
        """Whether the transition is permitted in this configuration."""
        if transition not in self.system.transitions:
            return False
        if transition is Transition.SHIFT:
            return bool(self.buffer)
        if transition is Transition.REDUCE:
            return self.head[self.stack[-1]] is not None
        pair = self._pair()
        if pair is None or transition is Transition.RIGHT_ARC:
            return pair is not None
        left, right = pair
        if transition is Transition.SWAP:
            return ROOT < left < right
        return left != ROOT and self.head[left] is None

    def _pair(self) -> tuple[int, int] | None:
        """The two words that an arc would join."""
        if self.system.stack_only:
            return (self.stack[-2], self.stack[-1]) if len(self.stack) > 1 else None
        return (self.stack[-1], self.buffer[-1]) if self.buffer else None

    def make(self, transition: Transition) -> None:
        """Carry out one transition."""
        if not self.permits(transition):
            raise CallError(
                f"{self.system.name} cannot apply {transition.short} to the stack {self.stack} and the buffer"
                f" {self.buffer[::-1]}"
            )
        if transition is Transition.SHIFT:
            self.stack.append(self.buffer.pop())
        elif transition is Transition.REDUCE:
            self.stack.pop()
        elif transition is Transition.SWAP:
            self.buffer.append(self.stack.pop(-2))
        elif transition is Transition.LEFT_ARC:
            self._left_arc()
        else:
            self._right_arc()

    def _left_arc(self) -> None:
        if self.system.stack_only:
            word = self.stack.pop(-2)
            self._attach(word, self.stack[-1])
        else:
            self._attach(self.stack.pop(), self.buffer[-1])

    def _right_arc(self) -> None:
        if self.system.stack_only:
            word = self.stack.pop()
            self._attach(word, self.stack[-1])
            return
        word = self.buffer.pop()
        self._attach(word, self.stack[-1])
        if self.system.name == "arc-eager":
            self.stack.append(word)
        elif self.stack[-1] != ROOT:  # the head waits in the buffer for its own head
            self.buffer.append(self.stack.pop())

    def _attach(self, word: int, head: int) -> None:
        self.head[word] = head
        self.order.append(word)


def replay(system: System, words: int, transitions: Iterable[Transition]) -> Configuration:
    """The configuration after a derivation of a sentence of that many words."""
    configuration = Configuration.initial(system, words)
    for transition in transitions:
        configuration.make(transition)
    if not configuration.is_final:
        raise DataError(
            f"{system.name}: the derivation ends before the sentence does, {configuration.buffer[::-1]} is left"
        )
    return configuration
