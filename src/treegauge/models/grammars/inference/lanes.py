"""Eight numbers at a time: the vector instructions of the chart.

A loop over a short row of two arrays is compiled to scalar code (the compiler cannot know that they do not overlap), so
the instructions are written out. A row of the chart is a run of blocks of sixteen numbers: eight sums of
probabilities, and at the same eight places the maxima, as logarithms.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic as numba_intrinsic

LANES = 8
BLOCK = 2 * LANES


def intrinsic(function: Any) -> Any:
    """The result is called without the first argument of `function`, which types cannot express."""
    return numba_intrinsic(function)


def _vector(builder: Any, pointer: Any, lane: int) -> Any:
    place = builder.gep(pointer, [ir.Constant(ir.IntType(64), lane)])
    return builder.bitcast(place, ir.VectorType(ir.DoubleType(), LANES).as_pointer())


def _splat(builder: Any, value: Any) -> Any:
    vector = ir.VectorType(ir.DoubleType(), LANES)
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(single, ir.Constant(vector, ir.Undefined), zeros)


def _scaled(builder: Any, arguments: Any) -> Any:
    """Pointers to the target's sums and maxima; the sums of the source times a factor, its maxima plus a logarithm."""
    target, source = builder.gep(arguments[0], [arguments[1]]), builder.gep(arguments[2], [arguments[3]])
    parts = []
    for lane, number, operation in ((0, arguments[4], builder.fmul), (LANES, arguments[5], builder.fadd)):
        value = builder.load(_vector(builder, source, lane), align=8)
        parts.append((_vector(builder, target, lane), operation(value, _splat(builder, number))))
    return parts


def _signature(target: Any, at: Any, source: Any, place: Any, factor: Any, best: Any) -> Any:
    return types.void(target, types.intp, source, types.intp, types.float64, types.float64)


@intrinsic
def set_block(typing: Any, target: Any, at: Any, source: Any, place: Any, factor: Any, best: Any) -> Any:
    """At pointers: target[at:at+8] = factor * source[place:place+8]; for the maxima after them, best + source."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for pointer, value in _scaled(builder, arguments):
            builder.store(value, pointer, align=8)
        return context.get_dummy_value()

    return _signature(target, at, source, place, factor, best), generate


@intrinsic
def add_block(typing: Any, target: Any, at: Any, source: Any, place: Any, factor: Any, best: Any) -> Any:
    """At pointers: target[at:at+8] += factor * source[place:place+8]; for the maxima after them, what is greater,
    the old one or best + source."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (sums, more), (maxima, other) = _scaled(builder, arguments)
        builder.store(builder.fadd(builder.load(sums, align=8), more), sums, align=8)
        # Not a comparison and a choice: that becomes a masked store, which is very slow on some processors.
        vector = ir.VectorType(ir.DoubleType(), LANES)
        kind = ir.FunctionType(vector, [vector, vector])
        get_function: Any = cgutils.get_or_insert_function
        greater = get_function(builder.module, kind, f"llvm.maxnum.v{LANES}f64")
        old = builder.load(maxima, align=8)
        builder.store(builder.call(greater, [other, old], fastmath=("nnan",)), maxima, align=8)
        return context.get_dummy_value()

    return _signature(target, at, source, place, factor, best), generate


@intrinsic
def add_sums(typing: Any, target: Any, at: Any, source: Any, place: Any, factor: Any) -> Any:
    """At pointers: target[at:at+8] += factor * source[place:place+8], without maxima."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        sums = _vector(builder, builder.gep(arguments[0], [arguments[1]]), 0)
        more = builder.load(_vector(builder, builder.gep(arguments[2], [arguments[3]]), 0), align=8)
        more = builder.fmul(more, _splat(builder, arguments[4]))
        builder.store(builder.fadd(builder.load(sums, align=8), more), sums, align=8)
        return context.get_dummy_value()

    return types.void(target, types.intp, source, types.intp, types.float64), generate


@intrinsic
def pointer(typing: Any, array: Any) -> Any:
    """A pointer to the numbers of an array. It is read and written like the array, with indices that are not negative,
    and passed to a function without counting references. The caller must keep the array alive."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    kind: Any = types.CPointer
    return kind(array.dtype)(array), generate
