"""Where compiled kernels are kept: next to the package if it was installed with them, and in the user's cache folder.

numba keeps compiled code next to the source file and looks at that file only. Here the key of a kernel is the content
of its file and of all files of its package that it imports, directly or not. So code is compiled again exactly when
something that it is made of has changed, copies of the same source share it, and the package may be read-only. numba
adds its own version, that of Python, and the level of the processor.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
from llvmlite import binding
from numba.core import caching
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime.nrt import rtsys
from platformdirs import user_cache_path

from .remarks import remark

if TYPE_CHECKING:
    from filelock import FileLock

_KEPT_DAYS = 180  # code that was compiled earlier is removed when other code of the same file is saved
_LONGEST_WAIT = 120  # seconds, for another process that compiles the same kernel
_UNREADABLE = (AttributeError, EOFError, ImportError, IndexError, TypeError, ValueError, pickle.UnpicklingError)
_IMPORT = re.compile(r"^from (\.+)([\w.]*) import ", re.MULTILINE)


@cache
def cache_folder() -> Path:
    """The folder of compiled code: TREEGAUGE_CACHE, or `kernels` in the user's cache folder."""
    named = os.environ.get("TREEGAUGE_CACHE")
    return Path(named) if named else user_cache_path("treegauge") / "kernels"


@cache
def installed_folder() -> Path | None:
    """The folder of the code that was compiled when the package was built, if it was."""
    folder = Path(__file__).parents[1] / "compiled_kernels"
    return folder if folder.is_dir() else None


@cache
def _say_not_kept(reason: str) -> None:
    remark(
        f"compiled code cannot be kept in {cache_folder()} ({reason}), so it is compiled again each time;"
        " TREEGAUGE_CACHE names another folder"
    )


@cache
def content_key(module: str, file: str) -> str:
    """A short string for the content of a module and of all modules of its package that it imports, and for the
    version of numba: with another one the same files would be overwritten."""
    root = Path(file).parents[module.count(".")]
    digest = hashlib.blake2b(numba.__version__.encode(), digest_size=12)
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

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._key = content_key(function.__module__, file)
        self._module = function.__module__

    def get_cache_path(self) -> str:
        return str(cache_folder() / self._module)

    def get_source_stamp(self) -> str:
        return self._key

    def get_disambiguator(self) -> str:
        return f"{self._line}-{self._key}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        return cls(function, file)


class _Files(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        rtsys.initialize(target_context)  # what compiled code calls to allocate arrays
        codegen = target_context.codegen()
        codegen.unserialize_library = partial(_load_library, codegen, payload[1])
        try:
            return super().rebuild(target_context, payload)
        finally:
            del codegen.unserialize_library


def _load_library(codegen: Any, description: Any, serialised: Any) -> Any:
    """Load machine code. numba would also read the code for linking with other kernels, which takes ten times as long
    and is needed only when a caller of this kernel is compiled."""
    name, _, (machine_code, linkable) = serialised
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(machine_code)
    library._get_module_for_linking = partial(_read_linkable, library, linkable)
    library._finalize_final_module()
    codegen._engine._defined_symbols |= {description.llvm_func_name, description.llvm_cpython_wrapper_name}
    return library


def _read_linkable(library: Any, linkable: bytes) -> Any:
    if library._shared_module is None:
        library._shared_module = binding.parse_bitcode(linkable)
        library._codegen._engine._load_defined_symbols(library._shared_module)
    return library._shared_module


@cache
def prepare_numba() -> None:
    """Load numba's array functions, which compiling needs, without scipy.linalg. Loading it takes longer than all of
    them, and numba does so only to check that it is installed. A kernel with a matrix product checks again when it is
    compiled."""
    from numba.np import linalg

    ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = ensure_blas
    arraymath.ensure_blas = ensure_blas  # type: ignore[attr-defined]


def _locked(folder: Path, name: str) -> FileLock | None:
    """A lock on one kernel, waiting for another process that compiles it. None if there can be no lock."""
    from filelock import FileLock, Timeout

    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / f"{name}.lock", timeout=_LONGEST_WAIT)
        lock.acquire()
    except (OSError, Timeout):  # Timeout: the other process is stuck
        return None
    return lock


class _Unpickler(pickle.Unpickler):
    """Reads compiled code. The constants of a function are read without its module, which only Python code needs:
    numba's own functions would load half of numba, and scipy."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("numba.core.environment", "_rebuild_env"):
            return _constants_of_function
        return super().find_class(module, name)


def _constants_of_function(module: str, constants: Any, name: str) -> Any:
    known = lookup_environment(name)
    if known is not None:
        return known
    environment = Environment(vars(sys.modules[module]) if module in sys.modules else {"__name__": module})
    environment.consts[:] = constants
    environment.env_name = name
    Environment._memo[name] = environment
    return environment


class _KernelFiles(caching.IndexDataCacheFile):
    """The files of one kernel. Those that a newer version cannot read, or that are damaged, count as absent."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except (*_UNREADABLE, OSError):
            return {}

    def _load_data(self, name: str) -> Any:
        with open(self._data_path(name), "rb") as file:
            try:
                return _Unpickler(file).load()
            except _UNREADABLE as error:
                raise FileNotFoundError(name) from error


class KernelCache(caching.FunctionCache):
    """The compiled code of one kernel on disk. What cannot be saved is compiled again next time."""

    _impl_class = _Files

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = self._files(Path(self.cache_path))
        installed = installed_folder()
        self._installed: Any = None
        if installed is not None:
            self._installed = self._files(installed / function.__module__)
        self._lock: FileLock | None = None

    def _files(self, folder: Path) -> Any:
        return _KernelFiles(str(folder), self._impl.filename_base, self._impl.locator.get_source_stamp())

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code, if it was compiled before. If not, this process compiles it now, and `save_overload` must follow:
        until then other processes that need this kernel wait for it."""
        code = self._load(signature, target)
        if code is None and self._lock is None:
            self._lock = _locked(Path(self.cache_path), self._impl.filename_base)
            code = self._load(signature, target)
            if code is not None:
                self._release()
        if code is None:
            prepare_numba()
            target.refresh()
        return code

    def _load(self, signature: Any, target: Any) -> Any:
        key = self._index_key(signature, target.codegen())
        for file in (self._installed, self._cache_file):
            data = None if file is None else file.load(key)
            if data is not None:
                return self._impl.rebuild(target, data)
        return None

    def save_overload(self, signature: Any, code: Any) -> None:
        try:
            super().save_overload(signature, code)
            _remove_old(Path(self.cache_path))
        except OSError as error:
            self.disable()
            _say_not_kept(error.strerror or type(error).__name__)
        finally:
            self._release()

    def is_compiled(self, signature: Any, codegen: Any) -> bool:
        """Whether the code for a signature is on disk."""
        key = self._index_key(signature, codegen)
        return any(key in file._load_index() for file in (self._installed, self._cache_file) if file is not None)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


@cache
def _remove_old(folder: Path) -> None:
    """Remove code that nobody has compiled for long; once per folder."""
    oldest = time.time() - _KEPT_DAYS * 24 * 3600
    for file in folder.glob("*.*"):
        with suppress(OSError):
            if file.stat().st_mtime < oldest:
                file.unlink()


def keep_compiled(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Let numba's dispatcher load the code of a kernel from disk and save it there, if its source is in a file."""
    if os.path.exists(sys.modules[function.__module__].__file__ or ""):
        dispatcher._cache = KernelCache(function)
