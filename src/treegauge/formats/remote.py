"""Files on storage elsewhere, by their address: `s3://bucket/file.mrg`, `gs://...`, and what else fsspec reads (extra
`remote`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from typing import IO, Any

from ..core.compressed import opener
from ..core.errors import CallError, MissingExtraError, MissingFileError

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+(::[a-z][a-z0-9+.-]*)*://")


def is_address(name: str) -> bool:
    """Whether a name is an address of storage, and not a path."""
    return _ADDRESS.match(name) is not None


def remote_files(name: str) -> list[tuple[str, Callable[[], IO[bytes]]]]:
    """The files at an address, which may be a folder or have wildcards: the address of each, in order, and a function
    that opens it, decompressed according to its name."""
    system, path = _storage(name)
    try:
        if system.isdir(path):
            found = [file for file in system.find(path) if not PurePath(file).name.startswith(".")]
        else:
            found = [path] if system.isfile(path) else [file for file in system.glob(path) if system.isfile(file)]
    except FileNotFoundError:
        found = []
    except Exception as error:  # of any package: no permission, no network
        raise _unreachable(name, error) from None
    if not found:
        raise MissingFileError.of(name)
    return [(system.unstrip_protocol(file), _opening(system, file, name)) for file in sorted(found)]


def _storage(name: str) -> tuple[Any, str]:
    try:
        core = import_module("fsspec.core")
    except ImportError:
        raise MissingExtraError("fsspec", "remote", f"reading {name}") from None
    try:
        system, path = core.url_to_fs(name)
    except ImportError as error:  # the message of fsspec names the package
        raise CallError(f"cannot read '{name}': {error}") from None
    except Exception as error:
        raise _unreachable(name, error) from None
    return system, str(path)


def _opening(system: Any, path: str, name: str) -> Callable[[], IO[bytes]]:
    def open_file() -> IO[bytes]:
        try:
            return opener(PurePath(path).suffix.lower())(system.open(path, "rb"))
        except Exception as error:
            raise _unreachable(name, error) from None

    return open_file


def _unreachable(name: str, error: Exception) -> CallError:
    return CallError(f"cannot read '{name}': {type(error).__name__}: {error}")
