"""The benchmarks: README.md has the rows that they print, and texts that other programs accept."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import first_use
import readme
import texts
import timing

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text("utf-8")


def test_the_table_of_the_readme_has_every_row_of_the_benchmarks() -> None:
    jobs = [row[0] for row in readme.shown(TEXT)]
    assert [job for job in jobs if not readme.is_shown(job)] == []
    assert [job for job in readme.JOBS if not any(re.fullmatch(readme.pattern(job), shown) for shown in jobs)] == []


def test_rows_that_were_not_measured_again_are_kept() -> None:
    before = readme.shown(TEXT)
    job = readme.READ.format("brackets", 1)
    after = readme.table([(job, "5 MB/s", "NLTK 1 MB/s", "5 x", "")], before).splitlines()[2:]
    assert after[0] == f"| {job} | 5 MB/s | NLTK 1 MB/s | 5 x |"
    assert after[1:] == [f"| {' | '.join(row)} |" for row in before if not row[0].startswith("read ")]


def test_no_ratio_of_the_readme_is_outside_its_table() -> None:
    text = readme.BLOCK.sub("", TEXT)
    assert re.findall(r"times as fast|MB per second|MB/s|\b\d+ x\b", text) == []


def test_rows_without_another_program_have_no_ratio() -> None:
    ours = timing.Spent(2.0, 1.0)
    assert timing.against("job", ours, "EVALB", None)[2:4] == ("EVALB is not installed", "")
    assert timing.against("job", ours, "EVALB", timing.Spent(1.0, 0.5))[3] == "0.5 x"


def test_the_time_of_a_command_is_that_of_its_process(tmp_path: Path) -> None:
    command = timing.Command((sys.executable, "-c", "print(input())"), tmp_path / "in", tmp_path / "out")
    command.input.write_text("word\n")
    spent = timing.spent(command, times=1)
    assert command.output.read_text() == "word\n"
    assert spent.processor > 0
    assert spent.wall > 0


def test_a_command_that_fails_ends_the_benchmark() -> None:
    with pytest.raises(SystemExit, match="status 3\nno trees"):
        timing.spent(timing.Command((sys.executable, "-c", "import sys; sys.stderr.write('no trees'); sys.exit(3)")))


def test_the_generated_text_has_n_grams_that_occur_once_to_four_times(tmp_path: Path) -> None:
    words = texts.write(texts.generated(50_000), tmp_path / "text")
    lines = [line.split() for line in (tmp_path / "text").read_text().splitlines()]
    assert sum(map(len, lines)) == words
    for order in (1, 2, 3):
        grams = Counter(tuple(line[at : at + order]) for line in lines for at in range(len(line) - order + 1))
        counts = Counter(grams.values())
        assert counts[1] > counts[2] > counts[3] > counts[4] > 0
        ratio = counts[1] / (counts[1] + 2 * counts[2])
        for number in (1, 2, 3):  # the discounts of Chen and Goodman, which lmplz requires to be from 0 to 3
            discount = number - (number + 1) * ratio * counts[number + 1] / counts[number]
            assert 0 < discount < number


def test_every_command_of_the_first_use_has_a_row() -> None:
    assert len(first_use.JOBS) == 2 * len(first_use.COMMANDS) - 1
