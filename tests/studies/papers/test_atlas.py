"""The atlas of all treebanks, of the bundled ones: every table is made, and its figures are those of the functions."""

from __future__ import annotations

from pathlib import Path

import pytest

import treegauge
from treegauge import StudyResults, paper_study, run_study
from treegauge.catalogue.entries import catalogue
from treegauge.core.errors import MissingFileError

# The other two need figures of three treebanks.
FEW = {"correlations"}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return run_study(paper_study("atlas", bundled=True), tmp_path_factory.mktemp("atlas"), processes=1)


def test_every_table_is_made(results: StudyResults) -> None:
    assert results.rows.failed == ()
    assert {table.name for table in results.tables if table.failed} == FEW


def test_figures_are_those_of_the_functions(results: StudyResults) -> None:
    rows = {row["treebank"]: row for row in results.table("atlas")}
    german = treegauge.bundled("german.export")
    assert rows["German"]["train.ecc"] == treegauge.difficulty(german, transforms="prepare").row()["ecc"]
    assert rows["German, UD"]["size.tokens"] == treegauge.describe(treegauge.bundled("german.conllu")).tokens
    assert rows["German, UD"].get("train.ecc") is None


def test_the_first_table_has_the_hardest_part_the_best_parser_and_the_bias_of_measures(results: StudyResults) -> None:
    rows = {row["treebank"]: row for row in results.table("atlas")}
    places = treegauge.difficulty(treegauge.bundled("english.mrg"), transforms="prepare").by_nodes("construction")
    hardest = max(places, key=lambda row: row["share"])
    assert rows["English"]["where.construction"] == hardest["construction"]
    assert rows["English"]["where.share"] == pytest.approx(100 * hardest["share"])
    parsers = [row for row in results.rows.of(["dependencies"]) if row["treebank"] == "German, UD"]
    best = max(parsers, key=lambda row: row["attachment_las"])
    assert len(parsers) == 2
    assert rows["German, UD"]["parsed.parser"] == best["parser"]
    assert rows["German, UD"]["parsed.attachment_las"] == best["attachment_las"]
    assert rows["German"]["parsed.parser"] == "pcfg"
    slopes = {row["measure"]: row["slope"] for row in results.rows.of(["bias"]) if row["treebank"] == "German"}
    assert slopes == {name: rows["German"][f"bias.{name}.slope"] for name in ("parseval", "leaf-ancestor", "triples")}


def test_every_treebank_is_in_the_catalogue() -> None:
    known = set(catalogue())
    study = paper_study("atlas")
    names = {name.partition("/")[0] for entry in study.treebanks.values() for name in entry.files}
    assert names - known == set()
    assert len(study.treebanks) > 50


def test_a_treebank_that_is_not_here_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path))
    monkeypatch.delenv("TREEGAUGE_TREEBANKS", raising=False)
    with pytest.raises(MissingFileError, match=r"fetch_treebank.*icepahc"):
        treegauge.read("icepahc")
