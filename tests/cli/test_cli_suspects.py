"""`treegauge suspects` prints what the functions return."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import treegauge as tg

DATA = Path(tg.__file__).parent / "data"
CONLLU = str(DATA / "english.conllu")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "treegauge", *arguments], capture_output=True, text=True, check=False)


def test_json_has_the_rows_of_the_function() -> None:
    printed = json.loads(run("suspects", CONLLU, "--first", "7", "--json").stdout)
    assert printed["results"] == tg.find_suspects(tg.read(CONLLU)).rows(7)


def test_an_evaluation_has_one_row_per_kind() -> None:
    printed = json.loads(run("suspects", CONLLU, "--evaluate", "--json").stdout)
    assert [row["kind"] for row in printed["results"]] == ["head", "relation", "all"]
    assert printed["results"] == tg.evaluate_suspects(tg.read(CONLLU)).rows()


def test_trees_are_written_with_comments(tmp_path: Path) -> None:
    target = tmp_path / "suspects.conllu"
    assert run("suspects", CONLLU, "--first", "3", "--annotated", str(target)).returncode == 0
    assert target.read_text("utf-8").count("# suspect ") == 3


def test_a_format_without_comments_is_an_error(tmp_path: Path) -> None:
    done = run("suspects", CONLLU, "--annotated", str(tmp_path / "x.mrg"))
    assert done.returncode == 2
    assert "no comments" in done.stderr
