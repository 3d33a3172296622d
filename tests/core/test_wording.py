"""Numbers in sentences."""

from __future__ import annotations

import pytest

from treegauge import DataError, FormatError, Reject
from treegauge.core.wording import LONGEST_MESSAGE, counted, one_line


@pytest.mark.parametrize(("number", "words"), [(0, "0 trees"), (1, "1 tree"), (2, "2 trees"), (12345, "12,345 trees")])
def test_one_is_singular(number: int, words: str) -> None:
    assert counted(number, "tree") == words


def test_a_plural_may_be_given() -> None:
    assert [counted(number, "tree is", "trees are") for number in (1, 2)] == ["1 tree is", "2 trees are"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain ä 犬", "plain ä 犬"),
        ("a\nb\tc\x1b[31m", r"a\nb\tc\x1b[31m"),
        ("\x85\u2028\u2029", r"\x85\u2028\u2029"),
        ("\udcff", r"\udcff"),
    ],
)
def test_a_message_is_one_line_whatever_it_quotes(text: str, line: str) -> None:
    assert one_line(text) == line
    assert str(DataError(text)) == line
    assert str(FormatError(Reject("f", 1, text))) == f"f:1: {line}"


def test_the_middle_of_a_long_message_is_left_out() -> None:
    message = str(DataError(f"begin {'9' * 5000} end"))
    assert len(message) == LONGEST_MESSAGE
    assert message.startswith("begin 999")
    assert message.endswith("999 end")
