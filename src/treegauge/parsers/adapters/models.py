"""Models of other programs as files: their bytes, compressed as the name says."""

from __future__ import annotations

import os

from ...errors import CallError
from ...formats.sources import create_binary, find_sources


def read_model(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a model."""
    sources = find_sources(path)
    if len(sources) != 1:
        raise CallError(f"'{os.fspath(path)}' is {len(sources)} files; a model is one")
    return sources[0].load()


def write_model(data: bytes, path: str | os.PathLike[str]) -> None:
    """Keep the bytes of a model."""
    with create_binary(os.fspath(path)) as file:
        file.write(data)
