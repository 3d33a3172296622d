"""Plain text, one sentence a line."""

from __future__ import annotations

from pathlib import Path

import pytest

import treegauge
from treegauge import DataError, FormatError, Reject
from treegauge.formats.base import FORMATS, Input


def test_a_line_is_a_sentence_and_spaces_set_words_apart(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Der Hund  bellt .\n\n \u00a0\nJa\t!\r\n")
    found = treegauge.read(f"{tmp_path / 'a.txt'}:words")
    assert [[token.form for token in tree.tokens] for tree in found] == [["Der", "Hund", "bellt", "."], ["Ja", "!"]]
    assert not found.has_constituents
    assert found.where(1) == f"{tmp_path / 'a.txt'}:4"


def test_text_is_not_guessed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Der Hund bellt .\n")
    with pytest.raises(DataError):
        treegauge.read(tmp_path / "a.txt")


def test_a_nul_byte_is_refused_by_its_line() -> None:
    read = FORMATS.get("words").read
    assert read is not None
    with pytest.raises(FormatError, match="f:2: a NUL byte"):
        read(Input(b"a\nb\0\n", "f"))
    rejects: list[Reject] = []
    assert len(read(Input(b"a\nb\0\nc", "f", "skip", rejects))) == 2
    assert [reject.line for reject in rejects] == [2]
