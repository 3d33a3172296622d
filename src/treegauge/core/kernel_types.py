"""The argument types of a compiled kernel as text, and back: `int64`, `uint8[C1]` (an array: layout and dimensions),
`uint8[C1]r` (read-only), `float64*` (a pointer), `(int64, bool)` (a tuple), `treegauge.module:Class(int64, bool)` (a
named tuple)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from numba.core import types as numba_types

from .errors import CallError

types: Any = numba_types
_TOKEN = re.compile(r"\s*([(),]|[\w.:]+(?:\[[CFA]\d\]r?|\*)?)")
_ARRAY = re.compile(r"(\w+)\[([CFA])(\d)\](r?)")
_PLAIN = {str(kind): kind for kind in (types.boolean, *types.integer_domain, *types.real_domain, types.npy_rng)}


def types_to_text(kinds: Sequence[Any]) -> str:
    """The types of arguments, separated by commas."""
    return ", ".join(_to_text(kind) for kind in kinds)


def _to_text(kind: Any) -> str:
    if isinstance(kind, types.Array) and kind.aligned:
        return f"{kind.dtype}[{kind.layout}{kind.ndim}]{'' if kind.mutable else 'r'}"
    if isinstance(kind, types.BaseNamedTuple):
        named = kind.instance_class
        return f"{named.__module__}:{named.__qualname__}({types_to_text(kind.types)})"
    if isinstance(kind, types.BaseTuple):
        return f"({types_to_text(kind.types)})"
    if isinstance(kind, types.CPointer) and str(kind.dtype) in _PLAIN:
        return f"{kind.dtype}*"
    if str(kind) in _PLAIN:
        return str(kind)
    raise CallError(f"a kernel cannot be compiled beforehand for an argument of type {kind}")


def types_from_text(text: str) -> tuple[Any, ...]:
    """The types of arguments written by `types_to_text`."""
    tokens = _TOKEN.findall(text)
    kinds = _list_of_types(tokens)
    if tokens or types_to_text(kinds) != text:
        raise CallError(f"'{text}' is not a list of types")
    return tuple(kinds)


def _list_of_types(tokens: list[str]) -> list[Any]:
    """Take types from the front of the tokens until a bracket closes."""
    kinds: list[Any] = []
    while tokens and tokens[0] != ")":
        name = tokens.pop(0)
        if name == ",":
            continue
        kinds.append(_type(name, tokens))
    return kinds


def _type(name: str, tokens: list[str]) -> Any:
    if name == "(" or tokens[:1] == ["("]:
        if name != "(":
            tokens.pop(0)
        parts = _list_of_types(tokens)
        del tokens[:1]
        return types.Tuple(parts) if name == "(" else _named_tuple(name, parts)
    if array := _ARRAY.fullmatch(name):
        scalar, layout, dimensions, read_only = array.groups()
        return types.Array(_PLAIN[scalar], int(dimensions), layout, readonly=bool(read_only))
    if name.endswith("*") and name[:-1] in _PLAIN:
        return types.CPointer(_PLAIN[name[:-1]])
    if name not in _PLAIN:
        raise CallError(f"'{name}' is not a type")
    return _PLAIN[name]


def _named_tuple(name: str, parts: list[Any]) -> Any:
    module, _, named = name.partition(":")
    value: Any = import_module(module)
    for part in named.split("."):
        value = getattr(value, part)
    return types.NamedUniTuple(parts[0], len(parts), value) if len(set(parts)) == 1 else types.NamedTuple(parts, value)
