"""Every exception that treegauge raises on purpose.

TreegaugeError
 ├─ DataError            the data is bad (exit status 1)
 │   ├─ FormatError      ... at a place in a file
 │   │   └─ UnreadableTreesError   the file may not be read (also a PermissionError)
 │   ├─ UDError          a file that the UD script refuses (in drop_in/ud.py, which has the names of the script)
 │   └─ ParserError      a parser failed part of the way (in parsers/results.py, as it keeps what was parsed)
 └─ CallError            the call is wrong (exit status 2)
     ├─ MissingFileError     there is no such file (also a FileNotFoundError)
     ├─ ForbiddenFileError   a file of options may not be read (also a PermissionError)
     ├─ DirectoryError       a directory instead of a file of options (also an IsADirectoryError)
     ├─ UnknownNameError     no such format, transform, measure ...
     ├─ PluginError          a plug-in of somebody else cannot be loaded
     └─ MissingExtraError    an optional package is needed
         └─ MissingParserError   ... or a program, to run a parser
"""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass

from .wording import one_line


class TreegaugeError(Exception):
    """Base class of all errors that treegauge raises on purpose. The message is one line, whatever it quotes."""

    def __str__(self) -> str:
        return one_line(super().__str__())


class DataError(TreegaugeError):
    """The data cannot be used as it is."""


class CallError(TreegaugeError):
    """The call is wrong: a name, an option or a combination of options."""


class MissingFileError(CallError, FileNotFoundError):
    """There is no such file; `errno` and `filename` are those of Python."""

    advice = ""  # what else the name may be meant as

    def __str__(self) -> str:
        return one_line(f"there is no file '{self.filename}'{self.advice}")

    @classmethod
    def of(cls, name: str, advice: str = "") -> MissingFileError:
        """The error for a file of this name."""
        error = cls(errno.ENOENT, os.strerror(errno.ENOENT), name)
        error.advice = advice
        return error


class _CannotReadError(CallError, OSError):
    """A file of options cannot be read: what Python says, in our words."""

    def __str__(self) -> str:
        return one_line(f"cannot read '{self.filename}': {self.strerror}")


class _MissingOptionsError(_CannotReadError, MissingFileError):
    """There is no such file of options."""


class ForbiddenFileError(_CannotReadError, PermissionError):
    """A file of options may not be read."""


class DirectoryError(_CannotReadError, IsADirectoryError):
    """A directory is named where a file of options is needed."""


def cannot_read(name: str | os.PathLike[str], error: OSError) -> CallError:
    """The error for a file of options (rules, parameters, a log) that cannot be read: ours and Python's at once."""
    kinds = ((FileNotFoundError, _MissingOptionsError), (PermissionError, ForbiddenFileError))
    for theirs, ours in (*kinds, (IsADirectoryError, DirectoryError)):
        if isinstance(error, theirs):
            return ours(error.errno, error.strerror, os.fspath(name))
    return CallError(f"cannot read '{os.fspath(name)}': {error.strerror or error}")


class UnknownNameError(CallError):
    """No such format, transform, measure ..."""


class PluginError(CallError):
    """What is asked for is in a plug-in that cannot be loaded."""


class MissingExtraError(CallError):
    """A feature needs a package that is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the package '{package}'; install it with: pip install 'treegauge[{extra}]'")


class MissingParserError(MissingExtraError):
    """A parser needs a program or a package that is not installed."""

    def __init__(self, message: str) -> None:
        CallError.__init__(self, message)


@dataclass(frozen=True)
class Reject:
    """A piece of input that could not be read: its place, the reason, and its text."""

    source: str
    line: int
    message: str
    text: str = ""
    column: int = 0

    def __str__(self) -> str:
        column = f":{self.column}" if self.column else ""
        return one_line(f"{self.source}:{self.line}{column}: {self.message}")


class FormatError(DataError):
    """The input violates the rules of its format at a known place."""

    def __init__(self, reject: Reject) -> None:
        super().__init__(str(reject))
        self.reject = reject


class UnreadableTreesError(FormatError, PermissionError):
    """The file of trees may not be read."""

    def __init__(self, reject: Reject, error: OSError) -> None:
        super().__init__(reject)
        self.errno, self.strerror, self.filename = error.errno, error.strerror, reject.source

    def __str__(self) -> str:
        return str(self.reject)
