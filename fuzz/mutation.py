"""Change an input at random: its bytes, lines, fields, numbers and nesting, or splice it with another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

LARGEST = 1 << 15  # bytes of an input
NUMBERS = [
    *(b"0", b"-0", b"-1", b"1", b"2", b"+3", b"1.5", b"-1e9", b"1e-400", b"1e400", b"nan", b"-inf", b"inf", b"0x1f"),
    *(b"127", b"128", b"255", b"256", b"32767", b"32768", b"65536", b"999999", b"2147483647", b"2147483648"),
    *(b"4294967296", b"9223372036854775807", b"9223372036854775808", b"18446744073709551616", b"1" * 400),
    *(b"1_000", b"007", b"9" * 5000, "\u0663".encode(), "\u00b2".encode()),
]
_WORDS = [
    *(
        b"",
        b" ",
        b"\t",
        b"_",
        b"-",
        b"--",
        b"#",
        b"*",
        b"\\",
        b"\0",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\x0b",
        b"\x0c",
        b"\x1b[",
    ),
    *(b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"=", b",", b":", b";", b"|", b"&", b"%", b"/", b"~"),
    *("\u0085".encode(), "\u2028".encode(), "\u00a0".encode(), "\ufeff".encode(), "\u0301".encode(), "\u202e".encode()),
    *("\U0001f333".encode(), "ẞ".encode(), "\u3000".encode(), b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(b"\xff\xfe", b"\xfe\xff", b"null", b"true", b"None", b"NaN", b"-1", b"()", b"[]", b"{}", b"<a>", b"<!--", b"]]>"),
]
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_FIELD = re.compile(rb"[^\s\"'=,:|()\[\]{}<>]+")
_SPACES = re.compile(rb"[ \t]+")
_PAIRS = {ord("("): ord(")"), ord("["): ord("]"), ord("{"): ord("}"), ord("<"): ord(">")}

Change = Callable[[bytes, "Source"], bytes]


class Source:
    """What changes are made with: random numbers, the other inputs, and the words of the format."""

    def __init__(self, random: Random, inputs: Sequence[bytes], words: Sequence[bytes] = ()) -> None:
        self.random, self.inputs, self.words = random, inputs, words

    def below(self, end: int) -> int:
        """A number from 0, below an end that may be 0; faster than `randrange`."""
        return int(self.random.random() * end)

    def pick(self, items: Sequence[bytes]) -> bytes:
        return items[self.below(len(items))]

    def span(self, length: int, most: int = 64) -> tuple[int, int]:
        """A place in something of a length, and one after it."""
        start = self.below(length + 1)
        return start, min(length, start + self.below(most) + 1)

    def other(self) -> bytes:
        return self.pick(self.inputs)

    def word(self) -> bytes:
        """A word of the format, a word that is often trouble, or a number."""
        choice = self.random.random()
        if self.words and choice < 0.4:
            return self.pick(self.words)
        return self.pick(NUMBERS if choice < 0.55 else _WORDS)


def _flip(data: bytes, source: Source) -> bytes:
    if not data:
        return data
    place = source.below(len(data))
    return data[:place] + bytes([data[place] ^ 1 << source.below(8)]) + data[place + 1 :]


def _put_byte(data: bytes, source: Source) -> bytes:
    place = source.below(len(data) + 1)
    return data[:place] + bytes([source.below(256)]) + data[place + source.below(2) :]


def _remove(data: bytes, source: Source) -> bytes:
    start, end = source.span(len(data))
    return data[:start] + data[end:]


def _cut(data: bytes, source: Source) -> bytes:
    place = source.below(len(data) + 1)
    return data[:place] if source.below(4) else data[place:]


def _repeat(data: bytes, source: Source) -> bytes:
    start, end = source.span(len(data))
    return data[:end] + data[start:end] * (1, 1, 2, 7, 300)[source.below(5)] + data[end:]


def _move(data: bytes, source: Source) -> bytes:
    start, end = source.span(len(data))
    rest, place = data[:start] + data[end:], source.below(len(data) + 1)
    return rest[:place] + data[start:end] + rest[place:]


def _insert_word(data: bytes, source: Source) -> bytes:
    place = source.below(len(data) + 1)
    return data[:place] + source.word() + data[place:]


def _splice(data: bytes, source: Source) -> bytes:
    other = source.other()
    return data[: source.below(len(data) + 1)] + other[source.below(len(other) + 1) :]


def _borrow(data: bytes, source: Source) -> bytes:
    """A piece of another input takes the place of a piece."""
    other = source.other()
    (start, end), (first, last) = source.span(len(data)), source.span(len(other))
    return data[:start] + other[first:last] + data[end:]


def _lines(data: bytes, source: Source) -> bytes:
    lines = data.split(b"\n")
    place, kind = source.below(len(lines)), source.below(6)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        lines.insert(source.below(len(lines) + 1), lines[place])
    elif kind == 2:
        other = source.below(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    elif kind == 3:
        lines.insert(place, source.pick(source.other().split(b"\n")))
    elif kind == 4:
        lines[place : place + 2] = [b"".join(lines[place : place + 2])]
    else:
        lines[place : place + 1] = [lines[place]] * (3, 50)[source.below(2)]
    return b"\n".join(lines)


def _place_of(pattern: re.Pattern[bytes], data: bytes, source: Source) -> tuple[int, int] | None:
    """A random match of a pattern: the first one after a random place."""
    match = pattern.search(data, source.below(len(data) + 1)) or pattern.search(data)
    return match.span() if match else None


def _field(data: bytes, source: Source) -> bytes:
    place = _place_of(_FIELD, data, source)
    if place is None:
        return _insert_word(data, source)
    kind, new = source.below(4), b""
    if kind:
        other = data if kind == 1 else source.other()
        start, end = _place_of(_FIELD, other, source) or (0, 0)
        new = source.word() if kind == 3 else other[start:end]
    return data[: place[0]] + new + data[place[1] :]


def _columns(data: bytes, source: Source) -> bytes:
    """One more or one less space or tab, or another number of columns."""
    place = _place_of(_SPACES, data, source)
    if place is None:
        return _field(data, source)
    return data[: place[0]] + (b"", b"\t", b"\t\t", b" ", b"\t_\t", b"\n")[source.below(6)] + data[place[1] :]


def _number(data: bytes, source: Source) -> bytes:
    place = _place_of(_NUMBER, data, source)
    if place is None:
        return _field(data, source)
    old, kind = data[place[0] : place[1]], source.below(3)
    new = source.pick(NUMBERS)
    if kind and len(old) < 18 and b"." not in old and b"e" not in old.lower():
        new = b"%d" % (int(old) + source.below(5) - 2) if kind == 1 else b"%d" % -int(old)
    return data[: place[0]] + new + data[place[1] :]


def _balanced(data: bytes, source: Source) -> tuple[int, int] | None:
    """A random piece from a bracket to the one that closes it."""
    start = next((p for p in range(source.below(len(data) + 1), len(data)) if data[p] in _PAIRS), -1)
    if start < 0:
        return None
    opening, closing, depth = data[start], _PAIRS[data[start]], 0
    for place in range(start, len(data)):
        depth += (data[place] == opening) - (data[place] == closing)
        if depth == 0:
            return start, place + 1
    return None


def _nest(data: bytes, source: Source) -> bytes:
    place = _balanced(data, source)
    if place is None:
        return _lines(data, source)
    start, end = place
    whole, kind = data[start:end], source.below(5)
    if kind == 0:
        return data[:start] + whole[1:-1] + data[end:]
    if kind == 1:
        return data[:start] + data[end:]
    times = (1, 1, 2, 30, 1200)[source.below(5)]
    head = whole[:1] if kind < 4 else whole[: source.below(len(whole)) + 1]
    return data[:start] + (head * times)[:LARGEST] + whole + (whole[-1:] * times if kind < 4 else b"") + data[end:]


_CHANGES: tuple[Change, ...] = (
    *(_flip, _put_byte, _remove, _cut, _repeat, _move, _insert_word, _splice, _borrow),
    *(_lines, _lines, _lines, _field, _field, _field, _columns, _number, _number, _number, _nest, _nest),
)
BINARY: tuple[Change, ...] = (_flip, _flip, _put_byte, _put_byte, _remove, _cut, _repeat, _move, _splice, _borrow)


def changed(data: bytes, source: Source, changes: Sequence[Change] = _CHANGES) -> bytes:
    """The input after one to a few changes."""
    times = 1
    while times < 8 and source.random.random() < 0.45:
        times += 1
    for _ in range(times):
        data = changes[source.below(len(changes))](data, source)
    return data[:LARGEST]
