"""`kernel`: compile a numeric function with numba, cached on disk, and say so the first time.

Only files that hold kernels import this module, and they are imported only where a kernel is about to run: a command
that needs none does not pay for numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba.core import cgutils, event, types
from numba.extending import intrinsic
from numba.np import linalg

Function = TypeVar("Function", bound=Callable[..., Any])


def _load_arrays() -> None:
    """Load numba's functions on arrays without scipy.linalg, which takes longer than all of them and which numba loads
    only to see whether it is there. A kernel with a matrix product asks again when it is compiled."""
    asked = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = asked
    arraymath.ensure_blas = asked  # type: ignore[attr-defined]


_load_arrays()


class _Announce(event.Listener):
    """One line on standard error when something is really compiled (not when it comes from the cache)."""

    said = False

    def on_start(self, event: Any) -> None:
        if not self.said and sys.stderr is not None:
            self.said = True
            print("treegauge: compiling for the first use (kept on disk for the next) ...", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Nothing to say."""


_ANNOUNCE = _Announce()
event.register("numba:compile", _ANNOUNCE)  # type: ignore[no-untyped-call]


def compile_silently() -> None:
    """Say nothing from now on: for output that must be that of another program to the byte."""
    _ANNOUNCE.said = True


def kernel(function: Function) -> Function:
    """Compile `function` at its first call; keep the machine code beside the source."""
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    return cast(Function, compiled)


def inlined(function: Function) -> Function:
    """A part of kernels that is put in place where it is called: a call that hands over an array counts references,
    which in a loop over words can cost more than the work itself."""
    compiled: Any = numba.njit(inline="always")(function)
    return cast(Function, compiled)


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)  # type: ignore[no-untyped-call]
        return array._getvalue()
    for place, part in enumerate(getattr(kind, "types", ())):  # of a tuple
        changed = _without_owner(context, builder, part, builder.extract_value(value, place))
        value = builder.insert_value(value, changed, place)
    return value


def _generate_borrowed(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _without_owner(context, builder, signature.args[0], arguments[0])


# The same arrays, in tuples of any depth, without an owner: nothing counts references to them any more, which in a hot
# loop can cost a third of the time. Only for arguments of a kernel, which its caller holds until it is done.
borrowed: Any = intrinsic(lambda typing, arrays: (arrays(arrays), _generate_borrowed))


FLOAT_LANES = 8


def _lanes(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """A pointer to eight numbers of an array of single precision."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), ir.VectorType(ir.FloatType(), FLOAT_LANES).as_pointer())


def _generate_add_lanes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    target, at, source, place = arguments
    sums = _lanes(context, builder, signature.args[0], target, at)
    more = builder.load(_lanes(context, builder, signature.args[2], source, place), align=4)
    builder.store(builder.fadd(builder.load(sums, align=4), more), sums, align=4)
    return context.get_dummy_value()


# target[at:at+8] += source[place:place+8] as one instruction, for arrays of single precision; a loop over them is
# compiled to scalar code, since the compiler cannot know that they do not overlap.
add_lanes: Any = intrinsic(
    lambda typing, target, at, source, place: (
        types.void(target, types.intp, source, types.intp),
        _generate_add_lanes,
    )
)
