"""Models of other programs as files: their bytes, compressed or not."""

from __future__ import annotations

import os

from ...core.outputs import create_binary
from ...formats.sources import load_one


def read_model(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a model."""
    return load_one(path, "model")[0]


def write_model(data: bytes, path: str | os.PathLike[str]) -> None:
    """Keep the bytes of a model."""
    with create_binary(os.fspath(path)) as file:
        file.write(data)
