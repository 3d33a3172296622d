"""Every exception that treegauge raises on purpose.

TreegaugeError
 ├─ DataError            the data is bad (exit status 1)
 │   ├─ FormatError      ... at a place in a file
 │   └─ ParserError      a parser failed part of the way (in parsers/base.py, as it keeps what was parsed)
 └─ CallError            the call is wrong (exit status 2)
     ├─ UnknownNameError     no such format, transform, measure ...
     ├─ PluginError          a plug-in of somebody else cannot be loaded
     └─ MissingExtraError    an optional package is needed
         └─ MissingParserError   ... or a program, to run a parser
"""

from __future__ import annotations

from dataclasses import dataclass


class TreegaugeError(Exception):
    """Base class of all errors that treegauge raises on purpose."""


class DataError(TreegaugeError):
    """The data cannot be used as it is."""


class CallError(TreegaugeError):
    """The call is wrong: a name, an option or a combination of options."""


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
        return f"{self.source}:{self.line}{column}: {self.message}"


class FormatError(DataError):
    """The input violates the rules of its format at a known place."""

    def __init__(self, reject: Reject) -> None:
        super().__init__(str(reject))
        self.reject = reject
