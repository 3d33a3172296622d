"""Changes that know the structure of a file, so that the rest of it remains valid: JSON lines, TOML, zip and npz."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np

from .mutation import BINARY, Source, changed

_VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 1.5, -0.5, 1e308, 2**31, 2**63, -(2**63) - 1, 10**30, "", "x", "NP", "auto"),
    *([], {}, [[]], [None], [1, 2], ["a", "b"], {"a": 1}, "\u2028", "\u0085\n", "\x00", "\ud800", "a" * 3000),
    *([["left", "*"]], [["left"]], {"from": 0, "to": 1}, {"node": -1}, float("nan"), float("inf")),
]
_TOML = [
    *("5", "-1", "1.5", "nan", "inf", '""', '"x"', "[]", "{}", "[[]]", "[1]", '["a", 1]', '[["left", "*"]]', "true"),
    *("{a = 1}", "1979-05-27", "07:32:00", "[[[[[]]]]]", '"\\u2028"', "9" * 5000, '["' + "a" * 3000 + '"]', "'''\n'''"),
    *('["right", "NP"]', '[["left", 5]]', '[["left", ["NP"]]]', '"NP"', '[["up", "NP"]]', "0x7fffffffffffffffff"),
]
_ASSIGNED = re.compile(rb"(?m)^([^=#\[\n]+)=[ ]*(.*)$")
_SHAPES: list[tuple[int, ...]] = [
    *((), (0,), (1,), (2,), (1 << 40,), (-1,), (3, 3), (0, 1 << 62), (1 << 31, 1 << 31), (1,) * 33, (1 << 27,)),
]
_TYPES = ["|b1", "|u1", "<i2", "<i4", "<i8", ">i8", "<u8", "<f4", "<f8", "<c16", "|O", "<U3", "|S2", "<M8[ns]", "|V8"]
_EDGES = [0, 1, -1, 2, 127, -128, 255, 32767, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 1 << 40]


def reshape_json_lines(data: bytes, source: Source) -> bytes:
    """Change a value in the JSON of one line."""
    lines = data.split(b"\n")
    place = source.below(len(lines))
    lines[place] = _json_line(lines[place], source)
    return b"\n".join(lines)


def _json_line(line: bytes, source: Source) -> bytes:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return changed(line, source)
    for _ in range(source.below(3) + 1):
        value = change_json(value, source)
    text = json.dumps(value, ensure_ascii=bool(source.below(2)))
    if source.below(40) == 0:
        text = "[" * 3000 + text + "]" * 3000
    return text.encode("utf-8", "surrogatepass")


def change_json(value: Any, source: Source, depth: int = 0) -> Any:
    """The value with one part replaced, removed, added or moved."""
    if isinstance(value, dict) and value and (depth == 0 or source.below(3)):
        key = list(value)[source.below(len(value))]
        kind = source.below(6)
        if kind == 0:
            return {name: part for name, part in value.items() if name != key}
        if kind == 1:
            return {**value, str(_VALUES[source.below(len(_VALUES))]): value[key]}
        if kind == 2:
            return {**value, key: value[list(value)[source.below(len(value))]]}
        return {**value, key: change_json(value[key], source, depth + 1)}
    if isinstance(value, list) and value and source.below(3):
        place = source.below(len(value))
        kind = source.below(4)
        if kind == 0:
            return value[:place] + value[place + 1 :]
        if kind == 1:
            return [*value, value[place]]
        return [*value[:place], change_json(value[place], source, depth + 1), *value[place + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and source.below(2):
        return value + source.below(7) - 3
    return _VALUES[source.below(len(_VALUES))]


def reshape_toml(data: bytes, source: Source) -> bytes:
    """Put another value, or that of another key, in the place of the value of a key."""
    for _ in range(source.below(2) + 1):
        data = _toml(data, source)
    return data


def _toml(data: bytes, source: Source) -> bytes:
    matches = list(_ASSIGNED.finditer(data))
    if not matches:
        return changed(data, source)
    match = matches[source.below(len(matches))]
    kind = source.below(5)
    if kind == 0:
        value = matches[source.below(len(matches))][2]
    elif kind == 1:
        value = changed(match[2], source).replace(b"\n", b" ")
    else:
        value = _TOML[source.below(len(_TOML))].encode()
    key = match[1] if kind != 3 else matches[source.below(len(matches))][1]
    return data[: match.start()] + key + b"= " + value + data[match.end() :]


Members = list[tuple[str, bytes]]


def unzipped(data: bytes) -> Members | None:
    """The members of a zip file; None if it is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return [(info.filename, file.read(info)) for info in file.infolist()]
    except Exception:  # the file was damaged on purpose, in whatever way
        return None


def zipped(members: Members, source: Source | None = None) -> bytes:
    """A zip file; with random numbers, some of its headers may lie."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(
        buffer, "w", zipfile.ZIP_DEFLATED if source and source.below(2) else zipfile.ZIP_STORED
    ) as file:
        for name, content in members:
            _write_quietly(file, name, content)
    data = bytearray(buffer.getvalue())
    if source is not None and source.below(4) == 0:
        _lie(data, source)
    return bytes(data)


def _write_quietly(file: zipfile.ZipFile, name: str, content: bytes) -> None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that occur twice
        file.writestr(zipfile.ZipInfo(name.replace("\0", "")[:200] or "x"), content, file.compression)


def _lie(data: bytearray, source: Source) -> None:
    """Change flags (encryption), method, sizes or the checksum in the headers of a member."""
    marks = {b"PK\x03\x04": (6, 8, 14, 18, 22), b"PK\x01\x02": (8, 10, 16, 20, 24, 42)}
    mark = list(marks)[source.below(2)]
    places = [match.start() for match in re.finditer(re.escape(mark), data)]
    if not places:
        return
    field = places[source.below(len(places))] + marks[mark][source.below(len(marks[mark]))]
    new = (b"\x01", b"\x41", b"\x63", b"\x00", b"\xff\xff", b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff")[source.below(7)]
    data[field : field + len(new)] = new


def reshape_zip(member: Callable[[str, bytes, Source], bytes]) -> Callable[[bytes, Source], bytes]:
    """Changes of a zip file: of the content of a member by a function, of the list of members, of headers, of bytes."""

    def reshape(data: bytes, source: Source) -> bytes:
        members = unzipped(data)
        if not members or source.below(10) == 0:
            return changed(data, source, BINARY)
        for _ in range(source.below(2) + 1):
            place, kind = source.below(len(members)), source.below(12)
            name, content = members[place]
            if kind == 0 and len(members) > 1:
                del members[place]
            elif kind == 1:
                members.append((name, member(name, content, source)))
            elif kind == 2:
                members[place] = (members[source.below(len(members))][0], content)
            else:
                members[place] = (name, member(name, content, source))
        return zipped(members, source)

    return reshape


def change_array(name: str, content: bytes, source: Source) -> bytes:
    """Change the array of an npz file: its values, length, type or shape, or its bytes."""
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except Exception:  # damaged on purpose
        return changed(content, source, BINARY)
    kind = source.below(10)
    if name.startswith("description") and kind:
        text = _json_line(array.tobytes(), source)
        return as_npy(np.frombuffer(text, np.uint8))
    if kind == 0:
        return changed(content, source, BINARY)
    if kind == 1:
        return _headed(_TYPES[source.below(len(_TYPES))], array.shape, array.tobytes())
    if kind == 2:
        return _headed(array.dtype.str, _SHAPES[source.below(len(_SHAPES))], array.tobytes())
    if kind == 3 and array.ndim:
        return as_npy(array[: source.below(len(array) + 1)])
    if kind == 4 and array.ndim:
        return as_npy(np.concatenate([array, array[: source.below(len(array) + 1)]]))
    return as_npy(_other_values(array, source))


def _other_values(array: Any, source: Source) -> Any:
    flat = array.reshape(-1).copy()
    for _ in range(source.below(3) + 1):
        if not len(flat):
            break
        place = source.below(len(flat))
        if source.below(2):
            flat[place] = flat[source.below(len(flat))]
        elif flat.dtype.kind == "f":
            flat[place] = (0.0, -1.0, np.nan, np.inf, -np.inf, 1e-300, 1e30)[source.below(7)]
        elif flat.dtype.kind in "iu":
            bounds = np.iinfo(flat.dtype)
            value = _EDGES[source.below(len(_EDGES))] if source.below(2) else int(flat[place]) + source.below(5) - 2
            flat[place] = min(max(value, bounds.min), bounds.max)
    return flat.reshape(array.shape)


def as_npy(array: Any) -> bytes:
    """An array as the file that is a member of an npz file."""
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(array), allow_pickle=False)
    return out.getvalue()


def _headed(kind: str, shape: tuple[int, ...], content: bytes) -> bytes:
    """A file whose header says what we want."""
    header = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape!r}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content
