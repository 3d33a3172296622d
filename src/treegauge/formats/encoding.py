"""Convert the bytes of a file to valid UTF-8. The encoding is given or detected; an invalid byte is reported with its
place."""

from __future__ import annotations

import codecs

from ..core.errors import CallError, FormatError, Reject
from ..core.wording import option

_BLOCK = 1 << 20
_NOT_OF_FILES = ("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def to_utf8(data: bytes, source: str, encoding: str | None = None) -> bytes:
    """The text as UTF-8. If no encoding is given, a byte order mark decides; otherwise the text is UTF-8, or Latin-1 if
    most of the bytes beyond ASCII are not valid UTF-8."""
    mark, marked = byte_order_mark(data)
    data = data[len(mark) :]
    codec = None if encoding is None else _codec(encoding)
    if marked is not None and codec in (None, "utf-16", "utf-32"):
        codec = marked
    if codec not in (None, "utf-8", "utf-8-sig"):
        return _recode(data, source, codec)
    wrong = _first_wrong_byte(data)
    if wrong < 0:
        return data
    if codec is None and _looks_like_latin1(data):
        return data.decode("latin-1").encode()
    raise _error(
        data, wrong, source, "UTF-8", f"name the encoding ({option('encoding', 'latin-1')}) or correct the byte"
    )


def byte_order_mark(data: bytes) -> tuple[bytes, str | None]:
    """The byte order mark at the beginning, and the encoding that it means."""
    return next(((mark, name) for mark, name in _BOMS if data.startswith(mark)), (b"", None))


def _codec(encoding: str) -> str:
    try:
        if codecs.lookup(encoding).name in _NOT_OF_FILES:
            raise CallError(f"unknown encoding '{encoding}' of text files; give one such as latin-1")
        b" ".decode(encoding, "ignore")  # fails for encodings that are not of text, such as base64
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise CallError(f"unknown encoding '{encoding}'; give one that Python has, such as latin-1") from None


def _recode(data: bytes, source: str, encoding: str) -> bytes:
    try:
        return data.decode(encoding).encode()
    except UnicodeDecodeError as error:
        raise _error(data, error.start, source, encoding, "name another encoding or correct the byte") from None
    except UnicodeError:
        raise FormatError(Reject(source, 1, f"the text is not valid {encoding}; give another encoding")) from None


def is_utf8(data: bytes | memoryview) -> bool:
    """Whether all bytes are valid UTF-8."""
    return _first_wrong_byte(data) < 0


def _first_wrong_byte(data: bytes | memoryview) -> int:
    """The position of the first byte that is not UTF-8, or -1; block by block, so that no second copy is made."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    for start in range(0, len(data) + 1, _BLOCK):
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(view[start : start + _BLOCK], final=start + _BLOCK > len(data))
        except UnicodeDecodeError as error:
            return start - held + error.start
    return -1


def _looks_like_latin1(data: bytes) -> bool:
    """Whether there are more invalid bytes in UTF-8 than valid characters beyond ASCII."""
    valid = data.decode("utf-8", "ignore")
    wrong = len(data) - len(valid.encode())
    right = len(valid) - len(valid.encode("ascii", "ignore"))
    return wrong > right


def _error(data: bytes, position: int, source: str, encoding: str, advice: str) -> FormatError:
    before = data[:position].decode(encoding, "replace")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    message = f"byte 0x{data[position]:02x} is not valid {encoding}; {advice}"
    return FormatError(Reject(source, line, message, column=column))
