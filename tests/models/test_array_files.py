"""Damaged model files: one line that names the file, no traceback, no memory beyond what the file can fill."""

from __future__ import annotations

import io
import resource
import struct
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import DataError, read_functions, read_grammar
from treegauge.models.transitions.storage import read_parser

OLD = Path(__file__).parent / "files_of_0_1"
READERS: dict[str, Callable[[Any], Any]] = {
    "small.npz": read_grammar,
    "small.functions": read_functions,
    "small.parser": read_parser,
}
Members = dict[str, bytes]


def members(path: Path) -> Members:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(content: Members, method: int = zipfile.ZIP_STORED) -> bytearray:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in content.items():
            file.writestr(name, data)
    return bytearray(out.getvalue())


def headers(data: bytes | bytearray) -> list[int]:
    """Where the entries of the directory begin."""
    places, start = [], 0
    while (place := data.find(b"PK\x01\x02", start)) >= 0:
        places.append(place)
        start = place + 1
    return places


def in_headers(content: Members, offset: int, value: bytes, method: int = zipfile.ZIP_STORED) -> bytes:
    """The zip file with other bytes in all entries of the directory and before all members."""
    data = zipped(content, method)
    for place in headers(data):
        data[place + offset : place + offset + len(value)] = value
        local = int.from_bytes(data[place + 42 : place + 46], "little") + offset - 2
        data[local : local + len(value)] = value
    return bytes(data)


def huge_array(content: Members) -> bytes:
    """Every array claims terabytes."""
    claimed = {}
    for name, data in content.items():
        end = 10 + int.from_bytes(data[8:10], "little")
        kind = np.load(io.BytesIO(data)).dtype.str
        header = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': ({1 << 42},), }}\n".encode()
        claimed[name] = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data[end:]
    mark = next(name for name in content if name.startswith("treegauge_"))
    return bytes(zipped({**claimed, mark: content[mark]}))


def pickled(content: Members) -> bytes:
    """Arrays of Python objects, which would run code when they are read."""
    out = io.BytesIO()
    np.save(out, np.array([print], object), allow_pickle=True)
    mark = next(name for name in content if name.startswith("treegauge_"))
    return bytes(zipped({**dict.fromkeys(content, out.getvalue()), mark: content[mark]}))


def doubled(content: Members) -> bytes:
    """Every member twice, under one name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, data in [*content.items(), *content.items()]:
            file.writestr(name, data)
    return out.getvalue()


def two_dimensions(content: Members) -> bytes:
    changed = {}
    for name, data in content.items():
        out = io.BytesIO()
        np.save(out, np.load(io.BytesIO(data)).reshape(1, 1, -1))
        changed[name] = data if name.startswith("treegauge_") else out.getvalue()
    return bytes(zipped(changed))


DAMAGE: dict[str, tuple[Callable[[Members], bytes], str]] = {
    "encrypted": (lambda content: in_headers(content, 8, b"\x01"), "is encrypted"),
    "unknown method": (lambda content: in_headers(content, 10, b"\x63"), "compressed by an unusual method"),
    "large sizes": (lambda content: in_headers(content, 24, b"\xff\xff\xff\x7f"), "claims 2,147,483,647 bytes"),
    "wrong checksum": (lambda content: in_headers(content, 16, b"\x00\x11\x22\x33"), "not a whole zip file"),
    "terabytes": (huge_array, "does not have the length that it claims|is not an array of"),
    "pickles": (pickled, "is not a plain array"),
    "doubled": (doubled, "is in it twice"),
    "dimensions": (two_dimensions, "is not an array of"),
    "no arrays": (lambda content: bytes(zipped(dict.fromkeys(content, b"text"))), "is not an array"),
    "empty": (lambda content: bytes(zipped({"x": b""})), "that treegauge wrote"),
}


@pytest.mark.parametrize("model", READERS)
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_model_is_one_line_that_names_the_file(damage: str, model: str, tmp_path: Path) -> None:
    damaged, message = DAMAGE[damage]
    file = tmp_path / model
    file.write_bytes(damaged(members(OLD / model)))
    with pytest.raises(DataError, match=message) as caught:
        READERS[model](file)
    assert str(file) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("model", READERS)
def test_every_length_of_a_cut_model_is_refused(model: str, tmp_path: Path) -> None:
    whole, file = (OLD / model).read_bytes(), tmp_path / model
    for length in range(0, len(whole), max(len(whole) // 40, 1)):
        file.write_bytes(whole[:length])
        with pytest.raises(DataError, match=str(file)):
            READERS[model](file)


@pytest.mark.parametrize("model", READERS)
def test_a_changed_byte_never_changes_a_model_in_silence(model: str, tmp_path: Path) -> None:
    """Where the reader does not notice it, the byte is one that does not matter, such as a date."""
    whole, file = (OLD / model).read_bytes(), tmp_path / model
    right = members(OLD / model)
    for place in range(0, len(whole), max(len(whole) // 200, 1)):
        damaged = bytearray(whole)
        damaged[place] ^= 0x10
        file.write_bytes(damaged)
        try:
            READERS[model](file)
        except DataError:
            continue
        assert members(file) == right


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "trees.mrg").write_text("(S (NN a))\n")
    (tmp_path / "model.npz").write_bytes(huge_array(members(OLD / "small.npz")))
    call = [sys.executable, "-m", "treegauge", "parse", "model.npz", "trees.mrg", "--parser", "pcfg"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False, preexec_fn=limited)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert line.startswith("treegauge: error: model.npz:1: the file is damaged or cut short: 'symbols' ")
