"""`kernel`: compile a numeric function with numba, cached on disk; the first compilation is announced.

Only files with kernels import this module, and those files are imported only when a kernel is about to run. So a
command that needs no kernel does not load numba.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from platform import machine
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, event, types
from numba.extending import intrinsic

from .kernel_cache import keep_compiled

_LEVELS = {  # the processors that code is made for, where this one has what they have
    "x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")),
    "aarch64": ("neoverse-n1", ("lse", "rcpc", "dotprod", "fullfp16")),
    "arm64": ("apple-m1", ("neon",)),
}


def _choose_processor() -> None:
    """Make code for a common level of processors, so that code compiled on one machine runs on others. For the kernels
    here, this one's own instructions are not faster."""
    level, needed = _LEVELS.get(machine().lower().replace("amd64", "x86_64"), ("", ()))
    config: Any = numba.config
    if level and config.CPU_NAME is None and config.CPU_FEATURES is None:
        features = binding.get_host_cpu_features()
        if all(features.get(feature) for feature in needed):
            config.CPU_NAME, config.CPU_FEATURES = level, ""


def _check_compiler() -> None:
    """Without the compiler, Python would run the kernels itself: its whole numbers do not overflow as those of 64 bits
    do, so that hashes, and with them figures, could be others."""
    config: Any = numba.config
    if config.DISABLE_JIT:
        from .errors import CallError  # not at the start: a change in that file should compile nothing again

        raise CallError("numba's compiler is switched off, and treegauge needs it: unset NUMBA_DISABLE_JIT")


_check_compiler()
_choose_processor()

Function = TypeVar("Function", bound=Callable[..., Any])


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
    compiled.get_call_template = partial(_template_by_types, compiled.get_call_template)
    keep_compiled(compiled, function)
    return cast(Function, compiled)


def _template_by_types(template: Callable[..., Any], arguments: Any, keywords: Any) -> Any:
    """Compile a kernel for the types of its arguments. Where one kernel calls another with a literal, such as a counter
    that begins at 0, numba would compile the latter for that value and again for all others."""
    return template([types.unliteral(kind) for kind in arguments], {k: types.unliteral(v) for k, v in keywords.items()})


def inlined(function: Function) -> Function:
    """Inline a part of a kernel where it is called. A call that passes an array counts references, and in a loop over
    words that can cost more than the work itself."""
    compiled: Any = numba.njit(inline="always")(function)
    return cast(Function, compiled)


@inlined
def in_64_bits(number: Any) -> Any:
    """A number of an array as the kernels count, so that what is called with it is compiled for one width only; `int`
    keeps the width."""
    return np.int64(number)


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
