"""Read named arrays from an npz file that may be damaged, or made to do harm: everything that it says of itself is
checked before memory is taken, and only plain arrays of the types that are expected are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.zip_files import DamagedZipError, read_members

Arrays = dict[str, NDArray[Any]]
ArrayKinds = Mapping[str, tuple[type[np.generic], int]]  # the type of each array, and its number of dimensions

_HEADER = re.compile(rb"\{'descr': '([<>|=]?[a-z]\d+)', 'fortran_order': False, 'shape': \(([\d, ]{0,40})\), \} *\n")


class DamagedArraysError(ValueError):
    """A file of arrays cannot be used; the message says why."""


def read_arrays(data: bytes, source: str, kinds: ArrayKinds) -> Arrays:
    """The arrays that a file has of those wanted."""
    names = {f"{name}.npy": name for name in kinds}
    try:
        contents = read_members(data, source, names.__contains__)
    except DamagedZipError as error:
        raise DamagedArraysError(str(error)) from None
    return {names[file]: _array(content, names[file], *kinds[names[file]]) for file, content in contents.items()}


def _array(content: bytes, name: str, kind: type[np.generic], dimensions: int) -> NDArray[Any]:
    """The array of a member; its header must say what is there."""
    if content[:6] != b"\x93NUMPY" or content[6:7] not in (b"\x01", b"\x02"):
        raise DamagedArraysError(f"'{name}' is not an array")
    size = 2 if content[6] == 1 else 4
    begin = 8 + size
    end = begin + int.from_bytes(content[8:begin], "little")
    header = _HEADER.fullmatch(content[begin:end])
    if header is None:
        raise DamagedArraysError(f"'{name}' is not a plain array")
    shape = tuple(int(number) for number in header[2].replace(b" ", b"").split(b",") if number)
    if header[1].decode() != np.dtype(kind).str or len(shape) != dimensions:
        raise DamagedArraysError(f"'{name}' is not an array of {kind.__name__}")
    if int(np.prod(shape, dtype=object)) * np.dtype(kind).itemsize != len(content) - end:
        raise DamagedArraysError(f"'{name}' does not have the length that it claims")
    return np.frombuffer(content, kind, offset=end).reshape(shape).copy()  # the kernels are compiled for these
