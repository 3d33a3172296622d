"""`check_format`: what must hold for every format."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core.errors import DataError, FormatError, Reject, TreegaugeError
from ..formats.base import FORMATS, Format, Input, OnError
from ..formats.encoding import to_utf8
from ..treebank import Treebank
from .requiring import require
from .treebanks import check_treebank, sample_treebanks

_NO_VALUE = (None, "", "_", "--", "-")
_NARROW = str.maketrans("｜：（）＃", "|:()#")
_PIECES = [
    *(bytes([byte]) for byte in b'()\n\t \0#<>"&=-01_|:\xff'),
    *(b"\n\n", b"\r\n", b"999999999", b"#BOS 1", b"#EOS 1", b"/>", b"</s>", b"&#9;", b"500", b"%%"),
]


def check_format(
    format: str | Format, treebanks: Iterable[Treebank] | None = None, *, example: bytes | None = None
) -> None:
    """Check a registered format: `check_format("mine")`.

    treebanks  what to write and read again; those that the format refuses are passed over, but not all
    example    a small valid file; needed for a format that is only read
    """
    chosen = FORMATS.get(format) if isinstance(format, str) else format
    check_format_description(chosen)
    files = [] if example is None else [example]
    if chosen.write is not None:
        tried = list(sample_treebanks(chosen.kind) if treebanks is None else treebanks)
        written = [treebank for treebank in tried if format_accepts(chosen, treebank)]
        require(bool(written), f"{chosen.name} writes some treebanks; give treebanks that it does not refuse")
        files += [write_bytes(chosen, treebank) for treebank in written[:2]]
        if chosen.read is not None:
            for treebank in written:
                check_second_round_trip(chosen, treebank)
                if len(plain_sentences(treebank)):
                    check_round_trip(chosen, plain_sentences(treebank))
    if chosen.read is not None:
        require(bool(files), f"{chosen.name} is only read: give an example of a file")
        check_reading(chosen, files)


def check_reading(format: Format, files: Iterable[bytes]) -> None:
    """Files, damaged files and files of other kinds are read, or give an error of treegauge."""
    chance = random.Random(0)
    for data in files:
        require(len(read_bytes(format, data)) > 0, f"{format.name} reads its own files", data[:200])
        for end in range(0, len(data), max(len(data) // 20, 1)):
            check_bytes(format, data[:end])
            check_bytes(format, data[end:])
        for _ in range(20):
            check_bytes(format, damaged(data, chance))
    for data in (b"", b"\n\n", b"\0", b"\xff\xfe", b"(S (X x))\n", b"1\tx\t_\t_\tX\t_\t0\t_\t_\t_\n\n", b"<a>b</a>"):
        check_bytes(format, data)


def check_format_description(format: Format) -> None:
    """A format has one line of description, reads or writes, and says what it is."""
    require("\n" not in format.description and bool(format.description), f"{format.name} is described in one line")
    require(format.read is not None or format.write is not None, f"{format.name} has a reader or a writer")
    for ending in format.extensions:
        require(ending.startswith("."), f"the endings of {format.name} begin with a dot", ending)
    for head in (b"", b"\0\xff", b"(S (X x))\n"):
        require(format.sniff(head) in (0, 1, 2), f"sniff of {format.name} answers 0, 1 or 2", head)


def format_accepts(format: Format, treebank: Treebank) -> bool:
    """Whether a format has a place for these trees."""
    try:
        write_bytes(format, treebank)
    except DataError:
        return False
    return True


def plain_sentences(treebank: Treebank) -> Treebank:
    """The sentences with words whose trees have one root: every format has a place for them."""
    plain = treebank.tokens.counts > 0
    if treebank.has_constituents:
        roots = np.zeros(len(treebank), np.int64)
        for rows in (treebank.tokens, treebank.nodes):
            roots += np.bincount(rows.sentence[rows.numbers("parent") == -1], minlength=len(treebank))
        plain &= roots == 1
    return treebank.select(np.flatnonzero(plain))


def write_bytes(format: Format, treebank: Treebank) -> bytes:
    """A treebank as a file."""
    if format.write is None:
        raise AssertionError(f"{format.name} has no writer")
    out = io.BytesIO()
    format.write(treebank, out)
    return out.getvalue()


def read_bytes(
    format: Format, data: bytes, on_error: OnError = "stop", rejects: list[Reject] | None = None
) -> Treebank:
    """The treebank in a file."""
    if format.read is None:
        raise AssertionError(f"{format.name} has no reader")
    text = data if format.raw else to_utf8(data, "here")
    return format.read(Input(text, "here", on_error, [] if rejects is None else rejects))


def check_round_trip(format: Format, treebank: Treebank) -> None:
    """All that a format carries comes back."""
    again = read_bytes(format, write_bytes(format, treebank))
    _check_sound(format, again)
    before, after = carried(treebank, format), carried(again, format)
    for name, values in before.items():
        invariant = f"{format.name} gives back what it carries ({name})"
        require(after.get(name) == values, invariant, f"{after.get(name)} where {values} is expected")


def check_second_round_trip(format: Format, treebank: Treebank) -> None:
    """What was read once and is written and read again does not change."""
    once = read_bytes(format, write_bytes(format, treebank))
    _check_sound(format, once)
    twice = read_bytes(format, write_bytes(format, once))
    require(twice.equals(once), f"{format.name}: a second round trip changes nothing", write_bytes(format, once)[:500])


def check_bytes(format: Format, data: bytes) -> None:
    """Any bytes give a sound treebank or an error of treegauge, in both modes of errors alike."""
    rejects: list[Reject] = []
    skipped = _attempt(format, data, "skip", rejects)
    if isinstance(skipped, Treebank):
        _check_sound(format, skipped)
        placed = all(reject.line >= 0 and reject.message for reject in rejects)
        require(placed, f"{format.name}: a rejected sentence has a line and a message", rejects)
    stopped = _attempt(format, data)
    if isinstance(skipped, Treebank) and not rejects:
        same = isinstance(stopped, Treebank) and stopped.equals(skipped)
        require(same, f"{format.name}: a file without rejected sentences is read with and without on_error=skip", data)
        return
    require(not isinstance(stopped, Treebank), f"{format.name}: a bad sentence is an error with on_error=stop", data)
    if rejects and isinstance(stopped, FormatError):
        require(bool(stopped.reject.message), f"{format.name}: an error has a message", data)


def _attempt(
    format: Format, data: bytes, on_error: OnError = "stop", rejects: list[Reject] | None = None
) -> Treebank | TreegaugeError:
    try:
        return read_bytes(format, data, on_error, rejects)
    except TreegaugeError as error:
        return error
    except Exception as error:
        invariant = f"{format.name} raises only errors of treegauge, not {type(error).__name__} ({error})"
        raise AssertionError(f"{invariant}: {data!r}") from error


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A file with pieces removed, inserted, doubled or changed."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        start = chance.randint(0, len(changed))
        end = min(len(changed), start + chance.choice((0, 0, 1, 1, 2, 10, 100)))
        changed[start:end] = chance.choice([b"", bytes(changed[start:end]) * 2, *_PIECES])
    return bytes(changed)


def _check_sound(format: Format, treebank: Treebank) -> None:
    try:
        check_treebank(treebank)
    except AssertionError as error:
        raise AssertionError(f"{format.name} reads sound trees: {error}") from None


def carried(treebank: Treebank, format: Format) -> dict[str, Any]:
    """All that a format has a place for, in a plain shape."""
    has = format.carries
    content: dict[str, Any] = {
        "words": _texts(treebank, "tokens", "form", "tag"),
        "tokens": treebank.tokens.counts.tolist(),
    }
    if "nodes" in has and treebank.has_constituents:
        content["nodes"] = _texts(treebank, "nodes", "label")
        for name in ("parent", "left", "right"):
            content[name] = treebank.nodes.numbers(name).tolist()
        content["token parent"] = treebank.tokens.numbers("parent").tolist()
        content["counts"] = treebank.nodes.counts.tolist()
    if "nodes" in has and "function" in has:
        content["functions"] = _texts(treebank, "nodes", "function"), _texts(treebank, "tokens", "function")
    if "head" in has and treebank.has_dependencies:
        content["heads"] = treebank.tokens.numbers("head").tolist()
    for name in sorted({"lemma", "feats", "deprel"} & has):
        content[name] = _texts(treebank, "tokens", name)
    if "multiword" in has:
        content["multiword"] = _texts(treebank, "multiword", "form", "fields")
    return content


def _texts(treebank: Treebank, table: str, *names: str) -> list[tuple[Any, ...]]:
    rows = treebank.tables[table]
    return list(zip(*(map(_plain, rows.text(name)) for name in names), strict=True))


def _plain(value: str | None) -> str | None:
    """The signs for no value are one; so are wide marks, which stand for those that a notation needs for itself."""
    return None if value in _NO_VALUE or value is None else value.translate(_NARROW)
