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


def test_brackets_are_written_with_comments_that_can_be_read(tmp_path: Path) -> None:
    target = tmp_path / "suspects.mrg"
    done = run("suspects", str(DATA / "english.mrg"), "--first", "3", "--annotated", str(target))
    assert done.returncode == 0, done.stderr
    assert "cannot represent" not in done.stderr
    trees = tg.read(target)
    assert trees.equals(tg.read(DATA / "english.mrg").replace(sentences=trees.sentences))
    notes = [note for note in trees.sentences.text("comments").decode() if note]
    assert "\n".join(notes).count("# suspect ") == 3


def test_a_format_without_comments_is_an_error(tmp_path: Path) -> None:
    done = run("suspects", CONLLU, "--annotated", str(tmp_path / "x.discbracket"))
    assert done.returncode == 2
    assert "no comments" in done.stderr


def test_parses_of_others_are_evidence() -> None:
    parsed = str(DATA / "english.parsed.conllu")
    done = run("suspects", CONLLU, "--parses", parsed, "--evidence", "form", "--first", "9", "--json")
    expected = tg.find_suspects(tg.read(CONLLU), evidence=["form"], parses=[tg.read(parsed)])
    assert json.loads(done.stdout)["results"] == expected.rows(9)
    assert "the parser would" in done.stdout


def test_conflicts_are_drawn_side_by_side(tmp_path: Path) -> None:
    usual = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n"
    trees = tmp_path / "trees.mrg"
    trees.write_text((DATA / "english.mrg").read_text("utf-8") + usual * 9 + usual.replace("NP", "XP"), "utf-8")
    done = run("suspects", str(trees), "--conflicts", "--first", "2000")
    assert done.returncode == 0, done.stderr
    assert "XP at" in done.stdout
    assert any("XP" in line and "NP" in line for line in done.stdout.splitlines()[1:])


def test_conflicts_are_not_json() -> None:
    assert run("suspects", CONLLU, "--conflicts", "--json").returncode == 2


def test_phrases_of_an_unknown_scheme_have_a_score_that_is_not_calibrated(tmp_path: Path) -> None:
    trees = tmp_path / "trees.mrg"
    trees.write_text("(Q (R (x1 the) (x2 dog)) (x3 barks))\n" * 9 + "(Q (X (x1 the) (x2 dog)) (x3 barks))\n", "utf-8")
    done = run("suspects", str(trees), "--json")
    assert "the score is not calibrated" in done.stderr
    assert "the annotation scheme is not recognised" in done.stderr
    first = json.loads(done.stdout)["results"][0]
    assert (first["label"], first["sentence"]) == ("X", 10)
    assert run("suspects", str(trees), "--scheme", "penn").returncode == 1
    assert run("suspects", str(trees), "--evaluate").returncode == 2
