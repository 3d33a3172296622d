"""Where compiled kernels are kept: in the user's cache folder, by the content of their source.

numba keeps compiled code next to the source file and looks at that file only. Here the key of a kernel is the content
of its file and of all files of its package that it imports, directly or not. So code is compiled again exactly when
something that it is made of has changed, copies of the same source share it, and the package may be read-only.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching
from platformdirs import user_cache_path

from .remarks import remark

_KEPT_DAYS = 180  # code that was compiled earlier is removed when other code of the same file is saved
_IMPORT = re.compile(r"^from (\.+)([\w.]*) import ", re.MULTILINE)


@cache
def cache_folder() -> Path | None:
    """The folder of compiled code: TREEGAUGE_CACHE, or `kernels` in the user's cache folder. None, with a remark, if
    nothing can be written there."""
    named = os.environ.get("TREEGAUGE_CACHE")
    folder = Path(named) if named else user_cache_path("treegauge") / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        remark(
            f"compiled code cannot be kept in {folder} ({reason}), so it is compiled again each time;"
            " TREEGAUGE_CACHE names another folder"
        )
        return None
    return folder


@cache
def content_key(module: str, file: str) -> str:
    """A short string for the content of a module and of all modules of its package that it imports."""
    root = Path(file).parents[module.count(".")]
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted(_with_imports(Path(file), root), key=lambda path: path.relative_to(root).as_posix()):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _with_imports(file: Path, root: Path) -> set[Path]:
    """A file and those that it imports by relative imports at the start of a line, directly or not."""
    files, waiting = {file}, [file]
    while waiting:
        importer = waiting.pop()
        for dots, name in _IMPORT.findall(importer.read_text("utf-8")):
            base = importer.parents[len(dots) - 1].joinpath(*name.split("."))
            for imported in (base.with_suffix(".py"), base / "__init__.py"):
                if imported.is_file() and imported.is_relative_to(root) and imported not in files:
                    files.add(imported)
                    waiting.append(imported)
    return files


class _Locator(caching._CacheLocator):
    """Names the files of a kernel."""

    def __init__(self, function: Callable[..., Any], file: str, folder: Path) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._key = content_key(function.__module__, file)
        self._folder = folder / function.__module__

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._key

    def get_disambiguator(self) -> str:
        return f"{self._line}-{self._key}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator | None:
        folder = cache_folder()
        return None if folder is None else cls(function, file, folder)


class _Files(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012


class KernelCache(caching.FunctionCache):
    """The compiled code of one kernel on disk. What cannot be saved is compiled again next time."""

    _impl_class = _Files

    def save_overload(self, signature: Any, code: Any) -> None:
        try:
            super().save_overload(signature, code)
        except OSError as error:
            self.disable()
            remark(f"compiled code cannot be kept in {self.cache_path}: {error.strerror or type(error).__name__}")
            return
        _remove_old(Path(self.cache_path))


@cache
def _remove_old(folder: Path) -> None:
    """Remove code that nobody has compiled for long; once per folder."""
    oldest = time.time() - _KEPT_DAYS * 24 * 3600
    for file in folder.glob("*.nb[ic]"):
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()


def keep_compiled(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Let numba's dispatcher load the code of a kernel from the cache folder and save it there, if there is one."""
    in_file = os.path.exists(sys.modules[function.__module__].__file__ or "")
    if in_file and cache_folder() is not None:
        dispatcher._cache = KernelCache(function)
