"""From bytes to UTF-8: what is detected, what is given, and the place of an invalid byte."""

from __future__ import annotations

import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge import CallError, FormatError, TreegaugeError
from treegauge.formats import encoding as module
from treegauge.formats.encoding import byte_order_mark, to_utf8

TEXT = "(S (N Straße) (N déjà))\n"


def test_utf8_is_unchanged() -> None:
    data = TEXT.encode()
    assert to_utf8(data, "x") is data


@pytest.mark.parametrize(
    "codec", ["latin-1", "cp1252", "utf-8", "utf-16", "utf-16-le", "utf-32-be", "utf-8-sig", "utf-7"]
)
def test_an_encoding_may_be_given(codec: str) -> None:
    assert to_utf8(TEXT.encode(codec), "x", codec) == TEXT.encode()


def test_latin1_is_found_out() -> None:
    assert to_utf8(TEXT.encode("latin-1"), "x") == TEXT.encode()


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
@pytest.mark.parametrize("given_too", [False, True])
def test_a_byte_order_mark_gives_the_encoding(mark: bytes, codec: str, given_too: bool) -> None:
    general = codec[: len("utf-16")] if codec != "utf-8" else codec
    assert to_utf8(mark + TEXT.encode(codec), "x", general if given_too else None) == TEXT.encode()


def test_without_a_mark_there_is_none() -> None:
    assert byte_order_mark(b"abc") == (b"", None)


def test_a_single_wrong_byte_is_reported_with_its_place() -> None:
    data = "déjà\nvu é \N{EVERGREEN TREE} ".encode() + b"\xe9" + " là\n".encode()
    with pytest.raises(FormatError, match=r"^here:2:8: byte 0xe9 is not valid UTF-8; name the encoding") as caught:
        to_utf8(data, "here")
    assert (caught.value.reject.line, caught.value.reject.column) == (2, 8)


def test_a_character_that_is_cut_off_at_the_end_is_reported() -> None:
    with pytest.raises(FormatError, match=r"^here:1:5: byte 0xc3 is not valid UTF-8"):
        to_utf8("éàüß".encode() + b"\xc3", "here")


@pytest.mark.parametrize("offset", [-2, -1, 0, 1])
def test_a_wrong_byte_is_found_at_the_edge_of_a_block(offset: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BLOCK", 64)
    data = b"x" * (64 + offset) + "é".encode() * 10 + b"\xff" + "é".encode() * 100
    with pytest.raises(FormatError, match=f"^here:1:{64 + offset + 11}: byte 0xff"):
        to_utf8(data, "here")
    assert to_utf8(data.replace(b"\xff", b""), "here") == data.replace(b"\xff", b"")


def test_a_given_encoding_that_does_not_fit_is_reported_with_the_place() -> None:
    with pytest.raises(FormatError, match=r"^here:2:2: byte 0xe9 is not valid ascii"):
        to_utf8(b"abc\nx\xe9", "here", "ascii")
    with pytest.raises(FormatError, match=r"^here:1:2: byte 0x00 is not valid utf-16"):
        to_utf8("a".encode("utf-16-le") + b"\x00\xd8" + "b".encode("utf-16-le"), "here", "utf-16-le")


@pytest.mark.parametrize("name", ["klingon", "base64", "hex", "rot13", "", "\0", "undefined", "../utf"])
def test_an_unknown_encoding_is_a_wrong_call(name: str) -> None:
    with pytest.raises(CallError, match="unknown encoding"):
        to_utf8(b"abc", "here", name)


def test_an_empty_file_is_valid() -> None:
    assert to_utf8(b"", "here") == b""


@given(
    data=st.binary(max_size=50),
    name=st.none() | st.sampled_from(["utf-16", "latin-1", "ascii", "cp1252", "shift_jis", "utf-7", "idna"]),
)
def test_any_bytes_become_utf8_or_an_error(data: bytes, name: str | None) -> None:
    with suppress(TreegaugeError):
        to_utf8(data, "here", name).decode()
