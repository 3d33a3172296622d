"""Check the data of a file against its shape, which is a type: what fits is converted, what does not is an error that
names the file, the key and what was expected.

    strings, numbers, true and false     str, int, float, bool, Literal["left", "right"]
    lists                                tuple[str, ...], tuple[int, int], frozenset[str], list[str]
    tables with keys of any name         Mapping[str, int]; Mapping[Literal["noun", "verb"], int] for certain keys
    tables with known keys               a dataclass or a TypedDict; a field with a default may be missing
    several possibilities                str | tuple[str, ...]
"""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Literal, TypeVar, Union

from .bounds import Bounds
from .errors import DataError
from .wording import nearest, shown

Shape = TypeVar("Shape")

_ODD = re.compile("[\0\ud800-\udfff]")  # letters that `_plain` looks at
_LISTS = (tuple, list, frozenset)
_NOUNS = {
    str: ("a string", "strings"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    bool: ("true or false", "true or false"),
    type(None): ("null", "null"),
}


@dataclass(frozen=True)
class Place:
    """Where a value is: the file (or what else it was read from), and the keys that lead to the value."""

    source: str
    key: str = ""
    table: str = "table"  # what the format calls a set of keys with values: in JSON an object

    def below(self, key: str) -> Place:
        """The place of the value of a key."""
        name = key if key.replace("_", "a").replace("-", "a").isalnum() and len(key) < 40 else shown(key)
        return dataclasses.replace(self, key=f"{self.key}.{name}" if self.key else name)

    def item(self, number: int) -> Place:
        """The place of an item of a list, numbered from 1."""
        return dataclasses.replace(self, key=f"{self.key}[{number}]")

    def error(self, problem: str) -> DataError:
        """The error of a value in this place."""
        return DataError(f"{self.source}: {f'key {self.key!r}' if self.key else 'this'} {problem}")


def shaped(value: Any, shape: type[Shape], place: Place) -> Shape:
    """The value with the types of its shape."""
    checked: Shape = _shaped(value, shape, place)
    return checked


def _shaped(value: Any, shape: Any, place: Place) -> Any:
    base, bounds = _without_bounds(shape)
    arms = _arms(base)
    arm = next((arm for arm in arms if _is_kind(value, arm)), None)
    if arm is None:
        raise place.error(f"must be {_noun(shape, place)}, not {described(value, place)}")
    checked = _CHECKS.get(_kind(arm), _plain)(value, arm, place)
    if bounds is not None and not bounds.contain(checked):
        raise place.error(f"must be {bounds}, not {described(value, place)}")
    return checked


def _without_bounds(shape: Any) -> tuple[Any, Bounds | None]:
    if typing.get_origin(shape) is not typing.Annotated:
        return shape, None
    return shape.__origin__, next((item for item in shape.__metadata__ if isinstance(item, Bounds)), None)


def _arms(shape: Any) -> tuple[Any, ...]:
    is_union = isinstance(shape, types.UnionType) or typing.get_origin(shape) is Union
    return typing.get_args(shape) if is_union else (shape,)


def _kind(shape: Any) -> str:
    origin = typing.get_origin(shape) or shape
    if origin is Literal:
        return "choice"
    if origin in _LISTS:
        return "list"
    if isinstance(origin, type) and issubclass(origin, Mapping) and not typing.is_typeddict(shape):
        return "mapping"
    return "record" if dataclasses.is_dataclass(shape) or typing.is_typeddict(shape) else "plain"


def _is_kind(value: Any, shape: Any) -> bool:
    """Whether a value is of the outermost kind of a shape."""
    kind = _kind(shape)
    if kind == "plain":
        accepted = (int, float) if shape is float else shape
        return isinstance(value, accepted) and (shape is bool or not isinstance(value, bool))
    return isinstance(value, {"choice": str, "list": list}.get(kind, Mapping))


def _plain(value: Any, shape: Any, place: Place) -> Any:
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise place.error(f"must be a string that can be written, not {shown(value)} (half of a surrogate pair)")
    if isinstance(value, str) and "\0" in value and place.table == "table":
        raise place.error(f"must be a string without NUL, not {shown(value)}")
    return value


def _choice(value: str, shape: Any, place: Place) -> str:
    choices = typing.get_args(shape)
    if value not in choices:
        raise place.error(f"must be one of {', '.join(choices)}, not {shown(value)}{nearest(value, choices)}")
    return value


def _list(value: list[Any], shape: Any, place: Place) -> Any:
    items = typing.get_args(shape)
    if typing.get_origin(shape) is tuple and items[-1] is not Ellipsis:
        if len(value) != len(items):
            raise place.error(f"must be {_noun(shape, place)}, not {described(value, place)}")
        return tuple(_shaped(item, items[at], place.item(at + 1)) for at, item in enumerate(value))
    if items[0] is str and all(type(item) is str for item in value) and not _ODD.search("".join(value)):
        return typing.get_origin(shape)(value)  # nearly all lists, without a place for each item
    checked = (_shaped(item, items[0], place.item(number)) for number, item in enumerate(value, 1))
    return typing.get_origin(shape)(checked)


def _mapping(value: Mapping[str, Any], shape: Any, place: Place) -> dict[str, Any]:
    keys, values = typing.get_args(shape)
    if typing.get_origin(keys) is Literal:
        _refuse_unknown(value, typing.get_args(keys), place)
    return {_plain(key, str, place): _shaped(item, values, place.below(key)) for key, item in value.items()}


def _record(value: Mapping[str, Any], shape: Any, place: Place) -> Any:
    hints = typing.get_type_hints(shape, include_extras=True)
    if typing.is_typeddict(shape):
        required = [name for name, hint in hints.items() if typing.get_origin(hint) is not typing.NotRequired]
        hints = {name: _without_required(hint) for name, hint in hints.items()}
        names = {name: name for name in hints}
    else:
        required = [
            field.name.strip("_")
            for field in dataclasses.fields(shape)
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        ]
        names = {field.name.strip("_"): field.name for field in dataclasses.fields(shape)}
    _refuse_unknown(value, list(names), place)
    values = {names[key]: _shaped(item, hints[names[key]], place.below(key)) for key, item in value.items()}
    missing = [name for name in names if name in required and name not in value]
    if missing:
        raise place.below(missing[0]).error(f"is missing; it is {_noun(hints[names[missing[0]]], place)}")
    return shape(**values)


def _without_required(hint: Any) -> Any:
    return hint.__args__[0] if typing.get_origin(hint) is typing.NotRequired else hint


def _refuse_unknown(value: Mapping[str, Any], known: Sequence[str], place: Place) -> None:
    for key in value:
        if key not in known:
            raise place.below(key).error(f"is not known{nearest(key, known) or '; known: ' + ', '.join(known)}")


_CHECKS: dict[str, Callable[[Any, Any, Place], Any]] = {
    "choice": _choice,
    "list": _list,
    "mapping": _mapping,
    "record": _record,
}


def _noun(shape: Any, place: Place, *, plural: bool = False) -> str:
    """What a value of a shape is called in messages."""
    shape, bounds = _without_bounds(shape)
    arms, kind = _arms(shape), _kind(shape)
    if bounds is not None and not plural:
        return str(bounds)
    if len(arms) > 1:
        return " or ".join(_noun(arm, place, plural=plural) for arm in arms)
    if kind == "choice":
        return ("any of " if plural else "one of ") + ", ".join(typing.get_args(shape))
    if kind == "list":
        return _list_noun(shape, place, plural=plural)
    if kind == "plain":
        return _NOUNS[shape][plural]
    return f"{place.table}s" if plural else f"{'an' if place.table == 'object' else 'a'} {place.table}"


def _list_noun(shape: Any, place: Place, *, plural: bool) -> str:
    items = typing.get_args(shape)
    number = f"{len(items)} " if typing.get_origin(shape) is tuple and items[-1] is not Ellipsis else ""
    return f"{'lists' if plural else 'a list'} of {number}{_noun(items[0], place, plural=True)}"


def described(value: Any, place: Place) -> str:
    """A value in a message: its kind and, if it is short, its text."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, int):
        return f"the number {value}" if value.bit_length() < 128 else "a number of more than 38 digits"
    if isinstance(value, float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the string {shown(value)}"
    if isinstance(value, (datetime, date, time)):
        return f"the {'date' if isinstance(value, date) else 'time'} {value.isoformat()}"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}" if value else "an empty list"
    return "an object" if place.table == "object" else "a table"
