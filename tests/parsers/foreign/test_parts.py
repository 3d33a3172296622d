"""Several processes of a program side by side: order holds, and the first failure cuts off what comes after it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from small_treebanks import tagged

from treegauge import Treebank
from treegauge.parsers.foreign.parts import parsed_in_parts

SENTENCES = tagged(*(f"word{number}" if number % 4 else "" for number in range(12)))
WORDS = [str(form) for form in SENTENCES.tokens.text("form")]


def parse(sentences: Treebank, folder: Path, report: Callable[[int], None]) -> tuple[list[str], str | None]:
    """The words themselves, up to one at which it fails."""
    assert not list(folder.iterdir())
    (folder / "file").touch()
    words = [str(form) for form in sentences.tokens.text("form")]
    report(len(words))
    return (words[: words.index("word5")], "word5 is bad") if "word5" in words and FAILS else (words, None)


FAILS: list[bool] = []


@pytest.mark.parametrize("workers", [1, 2, 3, 9])
def test_the_order_holds_whatever_the_number_of_processes(workers: int) -> None:
    seen: list[tuple[int, int]] = []
    assert parsed_in_parts(SENTENCES, workers, parse, lambda *done: seen.append(done)) == (WORDS, None)
    assert (9, 9) in seen


@pytest.mark.parametrize("workers", [1, 2, 3, 9])
def test_nothing_after_the_first_failure_is_used(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.FAILS", [True])
    found, problem = parsed_in_parts(SENTENCES, workers, parse)
    assert (found, problem) == (WORDS[: WORDS.index("word5")], "word5 is bad")


def test_without_words_no_process_is_started() -> None:
    assert parsed_in_parts(tagged("", ""), 2, parse) == ([], None)
