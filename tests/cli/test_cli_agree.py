"""`treegauge agree`: rows for machines, tables for people, clear errors."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import treegauge as tg

Run = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
FIRST, SECOND = DATA / "english.conllu", DATA / "english.parsed.conllu"


def test_json_has_the_figures_of_the_function(command: Run) -> None:
    status, out, _ = command("agree", f"a={FIRST}", f"b={SECOND}", "--json", "--resamples", 100)
    assert status == 0
    answer = json.loads(out)
    result = tg.agree({"a": FIRST, "b": SECOND}, resamples=100)[0]
    assert answer["results"] == [json.loads(json.dumps(result.row()))]
    assert {"annotators", "sentences", "alpha_plain", "alpha_diff", "alpha_norm", "uas", "las", "la"} <= set(
        answer["results"][0]
    )
    assert answer["disputed"] == result.disputed_rows()
    assert answer["labels"] == result.labels


def test_the_table_has_figures_labels_and_the_worst_sentences(command: Run) -> None:
    status, out, _ = command("agree", f"anna={FIRST}", f"berit={SECOND}", f"carla={FIRST}", "--worst", 2, "--labels", 3)
    assert status == 0
    assert out.startswith("anna, berit, carla: 64 sentences\n")
    assert "anna, carla" in out
    assert "expected from all 18,336 pairs of trees" in out


def test_csv_has_one_row_per_group_of_annotators(command: Run) -> None:
    out = command("agree", FIRST, SECOND, "--format", "csv", "--resamples", 50)[1]
    (row,) = csv.DictReader(io.StringIO(out))
    assert float(row["alpha_plain_low"]) <= float(row["alpha_plain"]) <= float(row["alpha_plain_high"])


def test_a_sample_of_pairs_is_said_in_the_output(command: Run) -> None:
    out = command("agree", FIRST, SECOND, "--pairs", 500, "--seed", 7)[1]
    assert "a random sample of 500 of 8,128 pairs of trees (seed 7)" in out


@pytest.mark.parametrize(
    ("files", "status", "message"),
    [
        ([FIRST], 2, "agree needs the trees of two annotators or more"),
        ([FIRST, DATA / "german.conllu"], 1, "no sentence of german.conllu has the words of one of english.conllu"),
        ([DATA / "german.export", DATA / "english.mrg"], 1, "no sentence of english.mrg has the words"),
        ([FIRST, DATA / "none.conllu"], 2, "there is no file"),
    ],
)
def test_bad_input_gets_a_clear_line(command: Run, files: list[Path], status: int, message: str) -> None:
    found, _, error = command("agree", *files)
    assert found == status
    assert message in error
