"""Specifications: how members of a registry are called for, `name` or `name(option=value, other=[a,b])`."""

from __future__ import annotations

import difflib
import inspect
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .bounds import Bounds, bounds_in
from .errors import CallError
from .wording import shown

Value = str | tuple[str, ...]

_PIECE = re.compile(
    r"""\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<mark>[\[\],=])"""
    # A value can be a specification itself: pcfg(grammar=markov(h=2,v=2)).
    r"""|(?P<bare>[^\[\](),=\s"']+\([^()"']*\)(?=\s*(?:,|$))|[^\[\],=\s"']+))"""
)
_BARE = re.compile(r"""[^\[\](),=\s"'\\|\0]+""")


def parse_spec(spec: str) -> tuple[str, list[Value], dict[str, Value]]:
    """`"select(from=1, to=9)"` -> `("select", [], {"from": "1", "to": "9"})`."""
    match = re.fullmatch(r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*", spec, re.DOTALL)
    if match is None:
        raise CallError(f"cannot read {shown(spec, 200)}; write name or name(option=value, other=[a,b])")
    arguments, options = [], {}
    for key, value in _arguments(match.group(2) or "", spec):
        if key is None:
            arguments.append(value)
        elif key in options:
            raise CallError(f"{shown(key)} is given twice in {shown(spec, 200)}")
        else:
            options[key] = value
    return match.group(1), arguments, options


def _arguments(text: str, spec: str) -> Iterator[tuple[str | None, Value]]:
    pieces = _pieces(text, spec)
    position = 0
    while position < len(pieces):
        key: str | None = None
        if pieces[position + 1 : position + 2] == ["="] and pieces[position] not in "[],=":
            key, position = _plain(pieces[position]), position + 2
        value, position = _value(pieces, position, spec)
        yield key, value
        if position < len(pieces) and pieces[position] != ",":
            raise CallError(f"expected a comma before {shown(_plain(pieces[position]))} in {shown(spec, 200)}")
        position += 1


def _pieces(text: str, spec: str) -> list[str]:
    pieces, position = [], 0
    text = text.rstrip()
    while position < len(text):
        match = _PIECE.match(text, position)
        if match is None:
            raise CallError(f"cannot read {shown(text[position:])} in {shown(spec, 200)}")
        quoted = match.group("quoted")
        # A quoted piece is kept apart from the marks by a leading NUL, cut off again in _plain.
        pieces.append("\0" + _unescaped(quoted) if quoted is not None else match.group("mark") or match.group("bare"))
        position = match.end()
    return pieces


def _unescaped(quoted: str) -> str:
    return re.sub(r"""\\(["'\\])""", r"\1", quoted[1:-1])


def format_spec(name: str, options: Mapping[str, Any]) -> str:
    """The inverse of `parse_spec`: `parseval(labelled=true,prm=COLLINS)`; options that are None are left out."""
    given = [f"{key.strip('_')}={_spelled(value)}" for key, value in options.items() if value is not None]
    return f"{name}({','.join(given)})" if given else name


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{','.join(_spelled(item) for item in value)}]"
    text = str(value)
    if _BARE.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _plain(piece: str) -> str:
    return piece.removeprefix("\0")


def _value(pieces: list[str], position: int, spec: str) -> tuple[Value, int]:
    if position >= len(pieces) or pieces[position] in ("]", ",", "="):
        raise CallError(f"a value is missing in {shown(spec, 200)}")
    if pieces[position] != "[":
        return _plain(pieces[position]), position + 1
    if "]" not in pieces[position:]:
        raise CallError(f"a ] is missing in {shown(spec, 200)}")
    end = pieces.index("]", position)
    return _list(pieces[position + 1 : end], spec), end + 1


def _list(pieces: list[str], spec: str) -> tuple[str, ...]:
    """The values of a list: commas separate them; an equals sign is a part of a value (NP=2)."""
    values: list[str] = []
    separated, joining = True, False
    for piece in pieces:
        if piece == "[":
            raise CallError(f"a list cannot hold another in {shown(spec, 200)}")
        if piece == ",":
            separated, joining = True, False
            continue
        if separated:
            values.append(_plain(piece))
        elif joining or piece == "=":
            values[-1] += _plain(piece)
        else:
            raise CallError(f"expected a comma before {shown(_plain(piece))} in {shown(spec, 200)}")
        separated, joining = False, piece == "="
    return tuple(values)


def bind_spec(
    function: Callable[..., Any], spec: str, arguments: list[Value], options: dict[str, Value]
) -> dict[str, Any]:
    """Match the options of a specification with the keyword-only parameters of a function, converted to their types."""
    hints = typing.get_type_hints(function, include_extras=True)
    known = {
        parameter.name.strip("_"): parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    if len(arguments) > len(known):
        raise CallError(f"{shown(spec, 200)} has too many values; options: {', '.join(known) or 'none'}")
    given = dict(zip(known, arguments, strict=False))
    twice = given.keys() & options.keys()
    if twice:
        raise CallError(f"'{min(twice)}' is given twice in {shown(spec, 200)}")
    given |= options
    bound = {}
    for name, value in given.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"options: {', '.join(known) or 'none'}"
            raise CallError(f"unknown option {shown(name)} in {shown(spec, 200)}; {hint}")
        bound[known[name].name] = _convert(value, hints[known[name].name], name, spec)
    missing = [name for name, p in known.items() if p.default is inspect.Parameter.empty and p.name not in bound]
    if missing:
        raise CallError(
            f"{shown(spec, 200)} needs the option '{missing[0]}': {spec.split('(', maxsplit=1)[0]}({missing[0]}=...)"
        )
    return bound


def _convert(value: Value, hint: Any, name: str, spec: str) -> Any:
    """A value as the type of its option; of `Annotated[str, find]`, the function `find` refuses wrong values."""
    bounds = bounds_in(hint)
    if bounds is not None and isinstance(value, str):
        return bounds.parse(value, f"{shown(name)} in {shown(spec, 200)}")
    if typing.get_origin(hint) is typing.Annotated:
        converted = _convert(value, hint.__origin__, name, spec)
        for find in hint.__metadata__:
            if not isinstance(find, Bounds):
                find(converted)
        return converted
    choices = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    kinds = [kind for kind in choices if kind is not type(None)]
    if any(typing.get_origin(kind) is tuple for kind in kinds):
        return (value,) if isinstance(value, str) else value
    if isinstance(value, tuple):
        raise CallError(f"{shown(name)} in {shown(spec, 200)} takes one value, not a list")
    if bool in kinds:
        truth = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if value.lower() not in truth:
            raise CallError(f"{shown(name)} in {shown(spec, 200)} must be true or false, not {shown(value)}")
        return truth[value.lower()]
    for kind in kinds:
        if kind in (int, float):
            try:
                return kind(value)
            except ValueError:
                raise CallError(f"{shown(name)} in {shown(spec, 200)} must be a number, not {shown(value)}") from None
        if typing.get_origin(kind) is typing.Literal and value not in typing.get_args(kind):
            raise CallError(
                f"{shown(name)} in {shown(spec, 200)} is one of {', '.join(typing.get_args(kind))}, not {shown(value)}"
            )
    return value
