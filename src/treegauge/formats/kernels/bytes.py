"""Write into an array of bytes, and examine eight bytes at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from ...core.compiled import inlined, kernel
from ...core.types import Array


@kernel
def put_bytes(out: Array, at: int, blob: Array, start: int, end: int) -> int:
    """Copy blob[start:end]; return the next free place."""
    for i in range(start, end):
        out[at] = blob[i]
        at += 1
    return at


@kernel
def put_number(out: Array, at: int, number: int) -> int:
    """Write a number; return the next free place."""
    digits = 1
    while 10**digits <= number:
        digits += 1
    for i in range(digits):
        out[at + digits - 1 - i] = 48 + number % 10
        number //= 10
    return at + digits


def _generate_load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, arguments[0])
    place = builder.bitcast(builder.gep(array.data, [arguments[1]]), ir.IntType(64).as_pointer())
    return builder.load(place, align=1)


def _generate_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def _generate_ones(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


# Eight bytes of a text as one number, the first byte the lowest: load8(text, at).
load8: Any = intrinsic(lambda typing, text, at: (types.uint64(text, types.int64), _generate_load))
# The number of zero bits below the lowest bit that is set: trailing_zeros(number).
trailing_zeros: Any = intrinsic(lambda typing, number: (types.uint64(types.uint64), _generate_zeros))
# The number of bits that are set: ones(number).
ones: Any = intrinsic(lambda typing, number: (types.int64(types.uint64), _generate_ones))

_EACH = np.uint64(0x0101010101010101)
_LOW, _HIGH = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x8080808080808080)


@inlined
def eight_bytes(text: Array, at: int) -> Any:
    """Eight bytes of a text, with zeros after its end."""
    if at + 8 <= len(text):
        chunk = load8(text, at)
    else:
        chunk = np.uint64(0)
        for i in range(len(text) - at):
            chunk |= np.uint64(text[at + i]) << np.uint64(8 * i)
    return chunk


@inlined
def byte_marks(chunk: Any, byte: Any) -> Any:
    """Set the high bit of each of eight bytes that equals this byte."""
    difference = chunk ^ (_EACH * np.uint64(byte))
    return ~(((difference & _LOW) + _LOW) | difference) & _HIGH


@inlined
def bracket_marks(chunk: Any) -> Any:
    """Set the high bit of each of eight bytes that is an opening bracket, and of each that is a closing one."""
    both = byte_marks(chunk & ~_EACH, 40)
    closing = both & ((chunk & _EACH) << np.uint64(7))
    return both ^ closing, closing
