"""No command writes to a file that it reads, or two things to one file: that is an error before anything is written."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

from ..core.errors import CallError
from ..core.outputs import stream_number

# The options and arguments that name a file to write. All others that name a file are read.
OUTPUTS = (
    *("target", "output", "save", "log", "plot", "curve", "grammar_out", "rejects", "resume", "annotated"),
    *("save_gold", "save_answers"),
)
_SPEC = re.compile(r"[\w-]+\((?P<options>.*)\)", re.DOTALL)


@dataclass(frozen=True)
class _File:
    """A file that a command writes: the option or argument, the name as given, and its place in the file system."""

    option: str
    name: str
    place: str

    def is_same(self, other: str) -> bool:
        """Whether another path is the same file, through links of any kind."""
        if os.path.realpath(other) == self.place:
            return True
        try:
            return os.path.samefile(other, self.place)
        except OSError:
            return False


def check_paths(values: Mapping[str, Any], spellings: Mapping[str, str]) -> None:
    """Raise an error if a command would write to what it reads, or two outputs to one file.

    values     the arguments and options by the names of the parameters
    spellings  how each is spelled on the command line
    """
    outputs: list[_File] = []
    for parameter in OUTPUTS:
        for name in _strings(values.get(parameter)):
            file = _written(spellings.get(parameter, parameter), name)
            if file is None:
                continue
            for earlier in outputs:
                if file.is_same(earlier.place):
                    both = f"{earlier.option} and {file.option}" if earlier.option != file.option else file.option
                    raise CallError(f"'{file.name}' would be written twice ({both}); name another file")
            outputs.append(file)
    if not outputs:
        return
    inputs = [(name, value) for name, value in values.items() if name not in OUTPUTS]
    for parameter, value in inputs:
        for name in _strings(value):
            for file in outputs:
                _check_input(file, name, spellings.get(parameter, parameter))


def _strings(value: Any) -> list[str]:
    values = value if isinstance(value, (list, tuple)) else [value]
    return [item.removeprefix("\0") for item in values if isinstance(item, str)]


def _written(option: str, name: str) -> _File | None:
    """The file that an option names; None for standard output, devices and pipes, which may be named twice."""
    path = _without_format(name)
    if stream_number(path) is not None:
        return None
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
    except OSError:
        pass
    return _File(option, name, os.path.realpath(path))


def _without_format(name: str) -> str:
    """A path without the format that can be added to it: file.txt:brackets."""
    path, colon, format = name.rpartition(":")
    is_format = colon and path and re.fullmatch(r"[a-z][a-z0-9-]*", format) and not os.path.exists(name)
    return path if is_format else name


def _check_input(file: _File, name: str, option: str) -> None:
    for path in _paths(name):
        if file.is_same(path):
            raise CallError(f"'{file.name}' ({file.option}) is also read ({option}); name another file to write")
        if os.path.isdir(path) and _is_within(file.place, os.path.realpath(path)):
            raise CallError(
                f"'{file.name}' ({file.option}) is in the folder '{path}', which is read ({option});"
                " write to another folder"
            )
        if glob.has_magic(path) and _matches(file.place, path):
            raise CallError(f"'{file.name}' ({file.option}) is one of '{path}', which is read ({option}); rename it")


def _paths(name: str) -> Iterator[str]:
    """The paths that a value names: itself, with a name of its own (full=FILE), or those in the options of a
    specification, such as mph(rules=FILE)."""
    yield _without_format(name)
    if "=" in name and not os.path.exists(name):
        yield _without_format(name.partition("=")[2])
    spec = _SPEC.fullmatch(name)
    if spec is not None and not os.path.exists(name):
        for part in spec["options"].split(","):
            yield part.partition("=")[2].strip().strip("'\"") or part.strip().strip("'\"")


def _is_within(place: str, folder: str) -> bool:
    """Whether a file is read with the folder: hidden files are not."""
    inside = os.path.relpath(place, folder)
    return not inside.startswith(os.pardir + os.sep) and not os.path.basename(inside).startswith(".")


def _matches(place: str, pattern: str) -> bool:
    """Whether a pattern names a file, or will name it when it is written."""
    if any(os.path.realpath(match) == place for match in glob.iglob(pattern, recursive=True)):
        return True
    folder, name = os.path.split(pattern)
    folders = glob.glob(folder, recursive=True) if folder else [os.curdir]
    here = any(os.path.realpath(match) == os.path.dirname(place) for match in folders)
    return here and fnmatch(os.path.basename(place), name)
