"""Many treebanks at once: which files belong together, macro-averages and their intervals, official scores."""

from __future__ import annotations

import csv
import tarfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treegauge as tg
from treegauge.core.errors import CallError, DataError
from treegauge.core.parallel import jobs
from treegauge.report.comparisons import comparison_report
from treegauge.report.tables import as_text
from treegauge.report.treebanks import systems_report

NAMES = ("one", "three", "two")


def treebanks(file: str) -> dict[str, tg.Treebank]:
    trees = tg.bundled(file)
    return {"one": trees[:20], "two": trees[20:50], "three": trees[50:]}


def worse(trees: tg.Treebank) -> tg.Treebank:
    """Every head is the word before."""
    head = trees.tokens.numbers("head").copy()
    place = np.arange(len(head)) - trees.tokens.start
    return trees.replace(tokens=trees.tokens.replace(head=(place - 1).astype(head.dtype)))


GOLD, PARSED = treebanks("english.conllu"), treebanks("english.parsed.conllu")
CHAIN = {name: worse(trees) for name, trees in GOLD.items()}


def put(folder: Path, trees: dict[str, tg.Treebank], ending: str = ".conllu") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, treebank in trees.items():
        tg.write(treebank, folder / f"{name}{ending}", "conllu")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gold and two systems in folders of their own."""
    put(tmp_path / "gold", GOLD)
    put(tmp_path / "a", PARSED, ".conllu.gz")
    put(tmp_path / "b", CHAIN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(call: Any) -> tuple[Any, str]:
    """What a call returns, and what it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = call()
    return value, "\n".join(str(warning.message) for warning in caught)


@pytest.mark.usefixtures("folder")
def test_each_treebank_has_the_scores_and_intervals_that_it_has_alone() -> None:
    results = tg.score("gold", "a", "attachment", resamples=200)
    assert [result.treebank for result in results] == list(NAMES)
    for result in results:
        (alone,) = tg.score(GOLD[result.treebank or ""], PARSED[result.treebank or ""], "attachment", resamples=200)
        assert (result.scores, result.intervals) == (alone.scores, alone.intervals)
        assert result.signature == alone.signature
    (macro,) = results.macro
    assert macro.scores["las"] == pytest.approx(np.mean([result.scores["las"] for result in results]))
    assert (macro.treebanks, macro.missing, macro.system) == (3, (), None)
    assert "|average:macro|treebanks:3|" in macro.signature
    assert tg.find_measure(macro.signature) == results[0].measure


def test_the_interval_is_that_of_sentences_drawn_within_treebanks() -> None:
    (macro,) = tg.score(GOLD, PARSED, "attachment", scores="las", resamples=4000).macro
    generator = np.random.default_rng(1)
    counts = [result.rows for result in tg.score(GOLD, PARSED, "attachment", resamples=0)]
    measure = tg.find_measure("attachment")
    drawn = []
    for _ in range(4000):
        samples = (rows[generator.integers(len(rows), size=len(rows))].sum(0) for rows in counts)
        drawn.append(np.mean([float(measure.score(sample)["las"]) for sample in samples]))
    low, high = macro.intervals["las"]
    assert np.quantile(drawn, [0.025, 0.975]) == pytest.approx([low, high], abs=0.35)
    assert low < macro.scores["las"] < high
    alone = tg.score(tg.bundled("english.conllu"), tg.bundled("english.parsed.conllu"), "attachment", scores="las")
    assert alone[0].intervals["las"] != macro.intervals["las"]


def test_intervals_can_be_corrected_for_bias_and_acceleration() -> None:
    one = {"english": tg.bundled("english.conllu")}, {"english": tg.bundled("english.parsed.conllu")}
    alone = tg.score(*one, "attachment", scores="las", resamples=4000, method="bca")
    assert alone.macro[0].intervals["las"] == pytest.approx(alone[0].intervals["las"], abs=0.3)
    plain, corrected = (
        tg.score(GOLD, PARSED, "attachment", scores="las", resamples=4000, method=method).macro[0].intervals["las"]
        for method in ("percentile", "bca")
    )
    # Errors are in few sentences: the distribution has a longer tail below.
    assert corrected[0] < plain[0]
    assert corrected[1] < plain[1]
    with pytest.raises(CallError, match="unknown bootstrap method 'normal'; known: percentile, bca"):
        tg.score(GOLD, PARSED, "attachment", method="normal")  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_figures_with_any_number_of_threads() -> None:
    def compared(threads: int, seed: int = 0) -> list[Any]:
        with jobs(threads):
            rows = tg.compare(GOLD, {"a": PARSED, "b": CHAIN}, "attachment", resamples=5000, seed=seed)
        return [row.row() for row in rows]

    assert compared(1) == compared(3)
    assert compared(1)[0]["interval"] != compared(1, seed=1)[0]["interval"]


def layouts(folder: Path) -> dict[str, tuple[str, list[str]]]:
    """The same trees in every layout, as the arguments of `compare`."""
    systems = {"a": PARSED, "b": CHAIN}
    for system, trees in systems.items():
        put(folder / "systems" / system, trees)
        put(folder / "everything" / system, trees)
    put(folder / "everything" / "gold", GOLD)
    for name in NAMES:
        tests = {system: trees[name] for system, trees in systems.items()}
        put(folder / "by_treebank" / name, tests)
        put(folder / "members" / name, {"gold": GOLD[name], **tests})
        (folder / "archives").mkdir(exist_ok=True)
        with tarfile.open(folder / "archives" / f"{name}.tar.xz", "w:xz") as archive:
            archive.add(folder / "members" / name, arcname=name)
    return {
        "folders": ("gold", ["a", "b"]),
        "folders of systems in one": ("gold", ["systems"]),
        "with gold among them": ("everything", []),
        "folders of treebanks": ("gold", ["by_treebank"]),
        "folders of treebanks with gold": ("members", []),
        "archives with gold": ("archives", []),
        "archives and other gold": ("gold", ["archives"]),
    }


def test_all_layouts_are_the_same_table(folder: Path) -> None:
    rows = {}
    for layout, (gold, tests) in layouts(folder).items():
        comparisons = tg.compare(gold, tests, "attachment", resamples=100)
        scores = {(row.treebank, row.system): row.scores for row in comparisons.treebanks}
        rows[layout] = [row.row() for row in comparisons], [row.row() for row in comparisons.macro], scores
    expected = tg.compare(GOLD, {"a": PARSED, "b": CHAIN}, "attachment", resamples=100)
    for layout, (pairs, macro, scores) in rows.items():
        assert scores == {(row.treebank, row.system): row.scores for row in expected.treebanks}, layout
        assert (pairs, macro) == rows["folders"][:2], layout


def test_the_folder_of_gold_goes_before_gold_in_an_archive_or_folder(folder: Path) -> None:
    layouts(folder)
    put(folder / "members/one", {"gold": CHAIN["one"]})
    for gold, uas in (("gold", 100), ("members", None)):
        tests = ["members"] if gold == "gold" else []
        put(folder / "members/one", {"a": GOLD["one"], "b": GOLD["one"]})
        comparisons = tg.compare(gold, tests, "attachment", resamples=50)
        scores = {row.treebank: row.scores["uas"] for row in comparisons.treebanks if row.system == "a"}
        assert (scores["one"] == 100) == (uas == 100)


def test_missing_is_not_the_best_where_lower_is_better() -> None:
    trees, parsed = tg.bundled("english.mrg"), tg.bundled("english.parsed.mrg")
    gold = {"one": trees[:30], "two": trees[30:]}
    systems = {"a": {"one": parsed[:30], "two": parsed[30:]}, "b": {"one": parsed[:30]}}
    comparisons, _ = said(lambda: tg.compare(gold, systems, "parseval", scores=["crossing", "f1"], resamples=100))
    a, b = comparisons.macro
    assert a.intervals["crossing"][0] < a.scores["crossing"] < a.intervals["crossing"][1]
    assert np.isnan([b.scores["crossing"], *b.intervals["crossing"]]).all()
    assert 0 < b.scores["f1"] < a.scores["f1"]
    (pair,) = (row for row in comparisons if row.score == "crossing")
    assert np.isnan(pair.p)
    assert [system.system for system in comparisons.ranking() if system.score == "crossing"] == ["a", "b"]


def test_a_treebank_that_is_missing_counts_as_nothing_or_is_left_out(folder: Path) -> None:
    (folder / "b/two.conllu").unlink()
    counted, words = said(lambda: tg.compare("gold", ["a", "b"], "attachment", resamples=100))
    assert "b: no output for 1 treebank (two), counted as 0" in words
    a, b = counted.macro
    assert (a.missing, b.missing) == ((), ("two",))
    chain = tg.score(GOLD, CHAIN, "attachment", resamples=0)
    known = {result.treebank: result.scores["uas"] for result in chain}
    assert b.scores["uas"] == pytest.approx((known["one"] + known["three"]) / 3)
    left_out, words = said(lambda: tg.compare("gold", ["a", "b"], "attachment", resamples=100, missing="leave-out"))
    assert "left out for all systems" in words
    assert {average.treebanks for average in left_out.macro} == {2}
    assert left_out.macro[1].scores["uas"] == pytest.approx((known["one"] + known["three"]) / 2)
    assert "|missing:leave-out|" in left_out[0].signature
    (alone,) = said(lambda: tg.score("gold", "b", "attachment", resamples=0))[0].macro
    assert alone.scores == b.scores


def test_what_has_no_counterpart_is_reported(folder: Path) -> None:
    (folder / "gold/README.md").write_text("Three treebanks.\n")
    put(folder / "b", {"four": CHAIN["one"]})
    put(folder / "gold", {"five": GOLD["one"]})
    comparisons, words = said(lambda: tg.compare("gold", ["a", "b"], "attachment", resamples=100))
    assert "b: 1 file has no gold treebank of that name: four" in words
    assert "README.md, which is not a treebank" in words
    assert "left out 1 gold treebank that no system parsed: five" in words
    assert {row.treebank for row in comparisons.treebanks} == set(NAMES)


def test_an_empty_output_is_a_missing_one(folder: Path) -> None:
    (folder / "b/two.conllu").write_text("")
    comparisons, words = said(lambda: tg.compare("gold", ["a", "b"], "attachment", resamples=100))
    assert "two, b: the output has no sentence" in words
    assert comparisons.macro[1].missing == ("two",)


def test_folders_without_a_common_name_are_one_treebank_each(folder: Path) -> None:
    put(folder / "other", {f"x{name}": trees for name, trees in sorted(PARSED.items())})
    results, words = said(lambda: tg.score("gold", "other", "attachment", resamples=0))
    assert "no file has the same name in gold and in other; each folder is read as one treebank" in words
    assert not results.macro
    assert [result.treebank for result in results] == [None]
    with pytest.raises(DataError, match=r"other: no file has the name of one in gold \(one, three, two\)"):
        tg.compare("gold", ["a", "other"], "attachment")


@pytest.mark.usefixtures("folder")
def test_globs_and_folders_that_are_divided_are_one_treebank() -> None:
    whole = tg.score("gold/*", "a/*", "attachment", resamples=0)
    assert [len(result.compared) for result in whole] == [64]
    divided = tg.compare("gold", {"a": "a", "b": "b"}, "attachment", by="length", resamples=100)
    assert not divided.macro
    assert divided[0].by == "length"


def test_names_of_files_with_folders_endings_and_raw_text(folder: Path) -> None:
    (folder / "gold/one.txt").write_text("The raw text of the treebank.\n")
    for name in NAMES:
        (folder / "deep" / name).mkdir(parents=True)
        tg.write(PARSED[name], folder / "deep" / name / f"{name}.conllu")
    results = tg.score("gold", "deep", "attachment", resamples=0)
    assert [result.treebank for result in results] == list(NAMES)
    tg.write(tg.bundled("english.mrg"), folder / "gold/one.mrg")
    with pytest.raises(CallError, match="have the same name, so it is unclear"):
        tg.score("gold", "deep", "attachment")


def test_systems_that_are_alike_share_a_letter_and_others_do_not() -> None:
    systems = {"a": PARSED, "again": PARSED, "b": CHAIN}
    comparisons = tg.compare(GOLD, systems, "attachment", scores="las", resamples=2000)
    letters = {system.system: system.letters for system in comparisons.ranking()}
    assert letters == {"a": "a", "again": "a", "b": "b"}
    same = next(row for row in comparisons if (row.a, row.b) == ("a", "again"))
    assert (same.difference, same.p, same.interval) == (0, 1, (0, 0))
    assert {(row.test, row.treebanks, row.sentences) for row in comparisons} == {
        ("paired bootstrap within treebanks", 3, 64)
    }


def test_only_sentences_on_which_every_system_could_be_scored_are_averaged() -> None:
    words = GOLD["one"].tokens.text("form").decode()
    words[0] = "Another"
    other = dict(CHAIN, one=CHAIN["one"].replace(tokens=CHAIN["one"].tokens.replace(form=tg.Text.of(words))))
    tests = {"a": PARSED, "b": other}
    comparisons, _ = said(lambda: tg.compare(GOLD, tests, "attachment", resamples=50, missing="leave-out"))
    assert {(row.sentences, row.left_out) for row in comparisons} == {(63, 1)}
    sizes = {len(row.compared) for row in comparisons.treebanks if row.treebank == "one"}
    assert sizes == {19}


def test_a_measure_that_does_not_fit_everywhere_is_left_out() -> None:
    gold = dict(GOLD, one=tg.bundled("english.mrg")[:20])
    parsed = dict(PARSED, one=tg.bundled("english.parsed.mrg")[:20])
    with pytest.raises(DataError, match="no measure fits all treebanks"):
        said(lambda: tg.score(gold, {**parsed, "one": tg.bundled("german.parsed.export")[:20]}))
    results, words = said(lambda: tg.score(gold, parsed, resamples=0))
    assert "left out attachment" in words
    assert {average.measure for average in results.macro} <= {"triples", "mph", "exact-match"}


def test_treebanks_need_names_on_both_sides() -> None:
    with pytest.raises(CallError, match="names on both sides"):
        tg.score(GOLD, PARSED["one"])
    with pytest.raises(CallError, match="two systems or more"):
        tg.compare(GOLD, {"a": PARSED})


def official(shared: Path) -> dict[tuple[str, str], dict[str, str]]:
    with (shared / "conll2018/conll2018_scores.csv").open() as file:
        return {(row["treebank"], row["system"]): row for row in csv.DictReader(file)}


def check_official(comparisons: tg.Comparisons, rows: dict[tuple[str, str], dict[str, str]]) -> None:
    """All scores, and the averages in which a treebank without output is 0, as the shared task had it."""
    names = ("words", "upos", "uas", "las")
    for result in comparisons.treebanks:
        row = rows.pop((result.treebank or "", result.system or ""))
        assert [f"{result.scores[name]:.2f}" for name in names] == [row[f"{name}_f1"] for name in names]


def official_average(rows: dict[tuple[str, str], dict[str, str]], system: str, names: set[str]) -> float:
    return sum(float(row["las_f1"]) for key, row in rows.items() if key[1] == system and key[0] in names) / len(names)


def compare_official(folder: Path, shared: Path) -> None:
    names = {path.name.partition(".")[0] for path in folder.iterdir()}
    rows = {key: row for key, row in official(shared).items() if key[0] in names}
    comparisons, _ = said(lambda: tg.compare(folder, measures="ud", resamples=500))
    check_official(comparisons, dict(rows))
    assert len(comparisons.treebanks) == len(rows)
    for average in comparisons.macro:
        assert average.system is not None
        assert average.scores["las"] == pytest.approx(official_average(rows, average.system, names), abs=0.005)
    ranking = [system.system for system in comparisons.ranking() if system.score == "las"]
    assert ranking == sorted(ranking, key=lambda system: -official_average(rows, system, names))


def test_a_part_of_the_table_of_conll_2018_is_equal_to_the_official_scores(shared: Path, tmp_path: Path) -> None:
    for name in ("fr_gsd", "it_isdt", "ro_rrt"):
        (tmp_path / f"{name}.tar.xz").symlink_to(shared / f"conll2018/systems/{name}.tar.xz")
    compare_official(tmp_path, shared)


@pytest.mark.slow
def test_the_table_of_conll_2018_is_equal_to_the_official_scores(shared: Path) -> None:
    compare_official(shared / "conll2018/systems", shared)


def test_too_few_resamples_for_so_many_pairs_are_reported_with_the_number_that_is_needed() -> None:
    systems = {f"parser {number}": PARSED for number in range(3)} | {"chain": CHAIN}
    message = "Holm's correction for 6 pairs with 119 resamples; give resamples=120 or more"
    comparisons, warned = said(lambda: tg.compare(GOLD, systems, "attachment", scores="las", resamples=119))
    assert message in warned
    assert {cell.letters for cell in comparisons.ranking()} == {"a"}
    assert message in as_text(systems_report(comparisons), 200)
    comparisons, warned = said(lambda: tg.compare(GOLD, systems, "attachment", scores="las", resamples=120))
    assert warned == ""
    assert {cell.letters for cell in comparisons.ranking()} == {"a", "b"}
    assert "No difference" not in as_text(systems_report(comparisons), 200)
    one = {name: trees["two"] for name, trees in systems.items()}
    for measure, expected in (("attachment", True), ("exact-match", False)):
        comparisons, warned = said(lambda name=measure: tg.compare(GOLD["two"], one, name, resamples=119))
        assert (message in warned) == (message in as_text(comparison_report(comparisons), 200)) == expected
    _, warned = said(lambda: tg.compare(GOLD["two"], dict(list(one.items())[2:]), "attachment", resamples=19))
    assert warned == "no difference can be significant with 19 resamples; give resamples=20 or more"
