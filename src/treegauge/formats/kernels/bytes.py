"""Writing into an array of bytes."""

from __future__ import annotations

from typing import Any

from ...compiled import kernel

Array = Any


@kernel
def put(out: Array, at: int, blob: Array, start: int, end: int) -> int:
    """Copy blob[start:end]; the next free place."""
    for i in range(start, end):
        out[at] = blob[i]
        at += 1
    return at


@kernel
def put_number(out: Array, at: int, number: int) -> int:
    """Write a number; the next free place."""
    digits = 1
    while 10**digits <= number:
        digits += 1
    for i in range(digits):
        out[at + digits - 1 - i] = 48 + number % 10
        number //= 10
    return at + digits
