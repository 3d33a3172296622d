"""`treegauge score --format` and `-o`: CSV, LaTeX, Parquet, JSON and tables in files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from small_files import Run


def test_csv_has_a_row_a_number(run: Run, files: Path) -> None:
    status, out, _ = run("score", "gold.mrg", "test.mrg", "-m", "exact-match", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0
    assert [(row["score"], float(row["value"])) for row in rows] == [("exact_match", 0), ("tag_accuracy", 100)]
    assert all("|version:" in row["signature"] for row in rows)
    assert run("score", "gold.mrg", "test.mrg", "-m", "exact-match", "-o", "out.csv")[:2] == (0, "")
    assert (files / "out.csv").read_text() == out


def test_latex_is_a_booktabs_table_with_the_signature_as_a_comment(run: Run, files: Path) -> None:
    (files / "odd.mrg").write_text("(S (A\\{_&$^ (N a)) (V b))\n")
    status, out, _ = run("score", "odd.mrg", "odd.mrg", "-m", "parseval", "--by", "label", "--format", "latex")
    assert status == 0
    assert out.startswith("% parseval(")
    assert r"A\textbackslash{}\{\_\&\$\textasciicircum{} & 1 & 1 & 1 & 0 & 100.00 & 100.00 & 100.00 \\" in out
    assert [out.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabular}")] == [1] * 4


def test_parquet_and_json_go_to_files_named_so(run: Run, files: Path) -> None:
    polars = pytest.importorskip("polars")
    assert run("score", "gold.mrg", "test.mrg", "-o", "out.parquet") == (0, "", "")
    frame = polars.read_parquet(files / "out.parquet")
    assert {"measure", "score", "value", "low", "high", "signature"} <= set(frame.columns)
    assert run("score", "gold.mrg", "test.mrg", "--by", "confusion", "-o", "parts.parquet")[0] == 0
    errors = polars.read_parquet(files / "parts.parquet").filter(polars.col("measure") == "parseval")
    assert errors["sentence"].to_list() == [1, 3, 3]
    assert run("score", "gold.mrg", "test.mrg", "-m", "parseval", "-o", "out.json") == (0, "", "")
    assert json.loads((files / "out.json").read_text())["results"][0]["measure"] == "parseval"


def test_a_table_can_go_to_a_file(run: Run, files: Path) -> None:
    arguments = ("score", "gold.mrg", "test.mrg", "-m", "parseval", "--format", "table")
    printed = run(*arguments)[1]
    assert run(*arguments, "-o", "out.txt") == (0, "", "")
    assert (files / "out.txt").read_text() == printed


def test_labels_with_square_brackets_are_no_markup(run: Run, files: Path) -> None:
    (files / "odd.mrg").write_text("(S (NP[/sb] (N a)) (:x: (V b)))\n")
    status, out, _ = run("score", "odd.mrg", "odd.mrg", "-m", "parseval", "--by", "label")
    assert status == 0
    assert "NP[/sb]" in out
    assert ":x:" in out
