"""What a format is: a name, a reader, a writer, and how to recognise it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from ..core.errors import FormatError, Reject
from ..core.registry import Registry
from ..treebank import Treebank

OnError = Literal["stop", "skip"]
SNIFFED_BYTES = 1 << 15  # how much of a file `sniff` sees


@dataclass(frozen=True)
class Input:
    """One file to read: its bytes (valid UTF-8, unless the format reads raw bytes), its name, and what to do with a bad
    sentence. `lenient` keeps dependency graphs with a cycle (CoNLL), which are not trees but can be scored."""

    data: bytes
    source: str = "<bytes>"
    on_error: OnError = "stop"
    rejects: list[Reject] = field(default_factory=list)
    lenient: bool = False
    lines_before: int = 0  # if the data is a part of a file

    def reject(self, line: int, message: str, text: str = "", column: int = 0) -> None:
        """Report a sentence that cannot be read: raise an error, or add it to the rejects."""
        reject = Reject(self.source, line + self.lines_before, message, text, column)
        if self.on_error == "stop":
            raise FormatError(reject)
        self.rejects.append(reject)


def column_of(data: bytes, place: int) -> int:
    """The column of a byte of UTF-8 text, in characters from 1."""
    return len(data[data.rfind(b"\n", 0, place) + 1 : place].decode(errors="replace")) + 1


COMMENTED = "brackets with comments"  # in the header of a treebank: other programs fail on comments among brackets


@dataclass(frozen=True)
class Format:
    """A format. `sniff` looks at the beginning of a file and returns how well it fits: 0 not at all, 1 possibly, 2
    certainly."""

    name: str
    description: str
    read: Callable[[Input], Treebank] | None
    write: Callable[[Treebank, BinaryIO], None] | None
    extensions: tuple[str, ...] = ()
    sniff: Callable[[bytes], int] = lambda head: 0
    kind: Literal["constituency", "dependency", "both"] = "constituency"
    carries: frozenset[str] = frozenset()  # columns and tables that it can represent, besides forms, tags and trees
    comments_if_asked: bool = False  # it can represent comments, and does where `COMMENTED` is in the header
    replaced: str = ""  # a regular expression: characters that it cannot represent, and writes as _ or the like
    raw: bool = False  # the reader handles the encoding itself (XML, Parquet)


FORMATS: Registry[Format] = Registry("format", "treegauge.formats", describe=lambda format: format.description)


def register_format(format: Format) -> Format:
    """Register a format under its name."""
    FORMATS.add(format.name, format)
    return format
