"""Numbers in sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import treegauge
from treegauge import DataError, FormatError, Reject
from treegauge.core.wording import LONGEST_MESSAGE, counted, one_line, option, options_of_command_line

NAMES_BOTH = ("in Python: ud(lenient=true)", "parsers install")
CALLS = ("[sys.executable,", "_SWITCHES = [", '("--std=c++17"')  # of other programs


@pytest.mark.parametrize(("number", "words"), [(0, "0 trees"), (1, "1 tree"), (2, "2 trees"), (12345, "12,345 trees")])
def test_one_is_singular(number: int, words: str) -> None:
    assert counted(number, "tree") == words


@pytest.mark.parametrize(
    ("name", "value", "in_python", "on_command_line"),
    [
        ("missing", "leave-out", 'missing="leave-out"', "--missing leave-out"),
        ("on_mismatch", "skip", 'on_mismatch="skip"', "--on-mismatch skip"),
        ("split", 0.5, "split=0.5", "--split 0.5"),
        ("steps", None, "steps", "--steps"),
    ],
)
def test_options_are_named_as_the_caller_writes_them(
    name: str, value: str | float | None, in_python: str, on_command_line: str
) -> None:
    with options_of_command_line():
        assert option(name, value) == on_command_line
    assert option(name, value) == in_python


def test_no_message_of_the_library_has_an_option_of_the_command_line() -> None:
    """Advice is written with `option`; what only the command line shows (`report`) and other programs' options are as
    they are."""
    folder = Path(treegauge.__file__).parent
    lines = [
        f"{path.relative_to(folder).as_posix()}: {line.strip()}"
        for path in sorted(folder.rglob("*.py"))
        if path.relative_to(folder).parts[0] not in ("cli", "report")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"""["'( ]--[a-z]""", line)
        and '"' in line
        and "`" not in line
        and not line.strip().startswith("#")
    ]
    assert [line for line in lines if not any(known in line for known in (*NAMES_BOTH, *CALLS))] == []


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
