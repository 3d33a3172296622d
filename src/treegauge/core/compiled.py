"""`kernel`: compile a numeric function with numba, cached on disk; the first compilation is announced.

Only files with kernels import this module, and those files are imported only when a kernel is about to run. So a
command that needs no kernel does not load numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba.core import caching, cgutils, event, types
from numba.extending import intrinsic
from numba.np import linalg

from .kernel_cache import keep_compiled

Function = TypeVar("Function", bound=Callable[..., Any])


def _load_arrays() -> None:
    """Load numba's array functions without scipy.linalg. Loading it takes longer than all of them, and numba does so
    only to check that it is installed. A kernel with a matrix product checks again when it is compiled."""
    ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = ensure_blas
    arraymath.ensure_blas = ensure_blas  # type: ignore[attr-defined]


_load_arrays()


def _compile_outdated_code_again() -> None:
    """Treat cached code as absent if it refers to a class or module that a newer version has renamed. numba alone would
    fail: it only checks the date of the kernel's file."""
    files: Any = caching.IndexDataCacheFile
    load_index, load_data = files._load_index, files._load_data

    def index_or_empty(file: Any) -> Any:
        try:
            return load_index(file)
        except (AttributeError, ImportError):
            return {}

    def data_or_absent(file: Any, name: str) -> Any:
        try:
            return load_data(file, name)
        except (AttributeError, ImportError) as error:
            raise FileNotFoundError(name) from error

    files._load_index, files._load_data = index_or_empty, data_or_absent


_compile_outdated_code_again()


class _Announce(event.Listener):
    """Print one line on standard error when a kernel is compiled (not when it is loaded from the cache)."""

    announced = False

    def on_start(self, event: Any) -> None:
        if not self.announced and sys.stderr is not None:
            self.announced = True
            print("treegauge: compiling for the first use (kept on disk for the next) ...", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        """Print nothing."""


_ANNOUNCE = _Announce()
event.register("numba:compile", _ANNOUNCE)


def compile_silently() -> None:
    """Do not announce compilation: for output that must equal that of another program byte for byte."""
    _ANNOUNCE.announced = True


def kernel(function: Function) -> Function:
    """Compile `function` at its first call; keep the machine code in the cache folder of the user."""
    compiled: Any = numba.njit(nogil=True)(function)
    keep_compiled(compiled, function)
    return cast(Function, compiled)


def inlined(function: Function) -> Function:
    """Inline a part of a kernel where it is called. A call that passes an array counts references, and in a loop over
    words that can cost more than the work itself."""
    compiled: Any = numba.njit(inline="always")(function)
    return cast(Function, compiled)


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        return array._getvalue()
    for place, part in enumerate(getattr(kind, "types", ())):  # of a tuple
        changed = _without_owner(context, builder, part, builder.extract_value(value, place))
        value = builder.insert_value(value, changed, place)
    return value


def _generate_borrowed(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _without_owner(context, builder, signature.args[0], arguments[0])


# The same arrays, in tuples of any depth, without an owner, so that references to them are not counted. In a hot loop
# counting can take a third of the time. Only for arguments of a kernel: its caller holds them until it returns.
borrowed: Any = intrinsic(lambda typing, arrays: (arrays(arrays), _generate_borrowed))


FLOAT_LANES = 8


def _lanes(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    """A pointer to eight numbers in an array of single precision."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), ir.VectorType(ir.FloatType(), FLOAT_LANES).as_pointer())


def _generate_add_lanes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    target, at, source, place = arguments
    sums = _lanes(context, builder, signature.args[0], target, at)
    more = builder.load(_lanes(context, builder, signature.args[2], source, place), align=4)
    builder.store(builder.fadd(builder.load(sums, align=4), more), sums, align=4)
    return context.get_dummy_value()


# target[at:at+8] += source[place:place+8] as one instruction, for arrays of single precision. A loop would be compiled
# to scalar code, since the compiler cannot know that the arrays do not overlap.
add_lanes: Any = intrinsic(
    lambda typing, target, at, source, place: (
        types.void(target, types.intp, source, types.intp),
        _generate_add_lanes,
    )
)
