"""Names of systems on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from treegauge import CallError
from treegauge.evaluation.naming import named_files


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("full.mrg", "small.mrg", "beam=4.mrg"):
        Path(name).write_text("(S (N a))\n", "utf-8")


def test_a_name_is_before_the_equals_sign() -> None:
    assert named_files(["full=full.mrg", "s=small.mrg"]) == {"full": "full.mrg", "s": "small.mrg"}


def test_a_file_without_a_name_is_named_after_itself() -> None:
    assert named_files(["x=runs/1/out.mrg", "full.mrg"]) == {"x": "runs/1/out.mrg", "full.mrg": "full.mrg"}


@pytest.mark.parametrize("file", ["beam=4.mrg", "beam=4.mrg:brackets", "beam=?.mrg"])
def test_a_file_that_exists_as_it_is_wins(file: str) -> None:
    assert named_files([file, "full.mrg"]) == {file: file, "full.mrg": "full.mrg"}


def test_a_file_with_an_equals_sign_can_have_a_name() -> None:
    assert named_files(["four=beam=4.mrg", "in=-"]) == {"four": "beam=4.mrg", "in": "-"}


def test_two_systems_of_one_name_are_refused() -> None:
    with pytest.raises(CallError, match="two systems have the name 'x'"):
        named_files(["x=full.mrg", "x=small.mrg"])


def test_a_name_without_a_file_is_refused() -> None:
    with pytest.raises(CallError, match="'x=' names no file"):
        named_files(["x=", "full.mrg"])
