"""The UD measures against the raw counts of the official script, and its scores of real systems."""

from __future__ import annotations

import csv
import lzma
import tarfile
from pathlib import Path

import pytest
from retokenised import parsed

import treegauge
from treegauge import DataError, Treebank
from treegauge.measures.shared.base import find_measure

ON_CONTENT = ("clas", "mlas", "blex")
REFUSED = {
    "13_no_final_blank_line": "does not end with an empty line",
    "08_multi_root_default": "sys.conllu:1: there are multiple roots in the sentence, tokens 1, 2; .* --lenient",
    "10_cycle_system": "sys.conllu:1: there is a cycle in the sentence; .* --lenient",
    "11_text_mismatch": "sys.conllu:1: the texts differ: 'r' here, 'ur' in gold .*gold.conllu:1",
}
# Words split and joined otherwise than in gold, with and without multiword tokens, and long sentences.
TREEBANKS = ("en_ewt", "fr_gsd", "he_htb", "it_isdt", "ja_gsd", "tr_imst", "vi_vtb", "zh_gsd")


def counted(gold: Treebank, test: Treebank, spec: str = "ud") -> dict[str, int]:
    measure = find_measure(spec)
    return dict(zip(measure.counts, measure.count(gold, test).sum(axis=0).astype(int).tolist(), strict=True))


def official(counts: dict[str, int], metric: str) -> list[int]:
    """Correct, gold, predicted, aligned, where the script prints them."""
    if metric in ("tokens", "sentences"):
        return [counts[f"{side}_{metric}"] for side in ("right", "gold", "test")]
    if metric in ("elas", "eulas"):
        return [counts[f"right_{metric}"], counts["gold_edges"], counts["test_edges"]]
    base = "content" if metric in ON_CONTENT else "words"
    right = counts["aligned_words" if metric == "words" else f"right_{metric}"]
    return [right, counts[f"gold_{base}"], counts[f"test_{base}"], counts[f"aligned_{base}"]]


def report(text: str) -> dict[str, list[str]]:
    """The table that the script prints: the cells by metric in lower case."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()[2:]]
    return {name.lower(): [cell for cell in cells if cell] for name, *cells in lines}


def align_cases(reference: Path) -> dict[str, tuple[Treebank, Treebank, str]]:
    folder = reference / "dependency" / "align"
    cases = {}
    for path in sorted(folder.glob("*.expected.txt")):
        name = path.name.removesuffix(".expected.txt")
        gold, test = (treegauge.read(folder / f"{name}.{side}.conllu", lenient=True) for side in ("gold", "sys"))
        cases[name] = (gold, test, path.read_text("utf-8"))
    return cases


def test_raw_counts_are_those_of_the_official_script(reference: Path) -> None:
    compared = 0
    for name, (gold, test, text) in align_cases(reference).items():
        if name in REFUSED:
            assert text.startswith("ERROR")
            continue
        counts = counted(gold, test)
        for metric, cells in report(text).items():
            assert [str(count) for count in official(counts, metric)][: len(cells)] == cells, (name, metric)
            compared += 1
    assert compared == 10 * 15


def test_what_the_official_script_refuses_is_refused(reference: Path) -> None:
    cases = align_cases(reference)
    for name, message in REFUSED.items():
        gold, test, _ = cases[name]
        with pytest.raises(DataError, match=message):
            counted(gold, test)


def test_lenient_scores_several_roots_and_cycles(reference: Path) -> None:
    cases = align_cases(reference)
    for name, heads in (("08_multi_root_default", 1), ("10_cycle_system", 2)):
        gold, test, _ = cases[name]
        assert counted(gold, test, "ud(lenient=true)")["right_uas"] == heads
    gold, test, _ = cases["13_no_final_blank_line"]
    assert counted(gold, test, "ud(lenient=true)")["right_las"] == len(gold.tokens)


@pytest.mark.parametrize("algorithm", ["nivreeager", "nivrestandard", "stackeager", "stacklazy"])
def test_scores_of_maltparser_are_those_of_the_official_script(reference: Path, algorithm: str) -> None:
    folder = reference / "dependency" / "parses"
    gold, test = (treegauge.read(folder / f"tr_imst.{name}.conllu.xz") for name in ("gold", f"malt-{algorithm}"))
    measure = find_measure("ud(lenient=true)")
    scores = measure.score(measure.count(gold, test).sum(axis=0))
    text = lzma.decompress((folder / f"tr_imst.malt-{algorithm}.udeval.txt.xz").read_bytes()).decode()
    for metric, cells in report(text).items():
        names = (f"{metric}_precision", f"{metric}_recall", metric, f"{metric}_aligned")
        for name, cell in zip(names, cells, strict=False):
            assert f"{scores[name]:.2f}" == cell, name


@pytest.mark.parametrize("name", TREEBANKS)
def test_scores_of_the_shared_task_systems(shared: Path, name: str) -> None:
    folder = shared / "conll2018"
    lines = (folder / "conll2018_scores.csv").read_text("utf-8").splitlines()
    expected = {line["system"]: line for line in csv.DictReader(lines) if line["treebank"] == name}
    with tarfile.open(folder / "systems" / f"{name}.tar.xz") as archive:
        files = {Path(member.name).stem: archive.extractfile(member) for member in archive if member.isfile()}
        texts = {stem: file.read().decode() for stem, file in files.items() if file is not None}
    gold = parsed(texts.pop("gold"))
    measure = find_measure("ud")
    assert len(texts) >= 24
    for system, text in texts.items():
        scores = measure.score(measure.count(gold, parsed(text)).sum(axis=0))
        for metric in ("words", "upos", "uas", "las"):
            assert scores[metric] == pytest.approx(float(expected[system][f"{metric}_f1"]), abs=0.00501), system


@pytest.mark.parametrize("name", ["en_pud", "he_htb"])
def test_parts_of_the_shared_task_systems_add_up_to_the_official_totals(shared: Path, name: str) -> None:
    folder = shared / "conll2018"
    lines = (folder / "conll2018_scores.csv").read_text("utf-8").splitlines()
    expected = {line["system"]: line for line in csv.DictReader(lines) if line["treebank"] == name}
    with tarfile.open(folder / "systems" / f"{name}.tar.xz") as archive:
        files = {Path(member.name).stem: member for member in archive if member.isfile()}
        gold, *tests = (
            parsed(archive.extractfile(files[stem]).read().decode())  # type: ignore[union-attr]
            for stem in ("gold", "Stanford-18", "conll18-baseline")
        )
    for system, test in zip(("Stanford-18", "conll18-baseline"), tests, strict=True):
        (result,) = treegauge.score(gold, test, "ud", resamples=0)
        total = dict(zip(result.measure.counts, result.total.tolist(), strict=True))
        for by in ("length", "sentence", *result.measure.breakdowns):
            parts = result.by(by)
            sums = {column: sum(part.counts[column] for part in parts) for column in total}
            for column in ("gold_words", "test_words", "aligned_words", "right_uas", "right_las", "right_upos"):
                assert sums[column] == total[column], (by, column)
            las = 200 * sums["right_las"] / (sums["gold_words"] + sums["test_words"])
            assert las == pytest.approx(float(expected[system]["las_f1"]), abs=0.00501), by
        cells = result.confusion().rows()
        missing = sum(cell["count"] for cell in cells if cell["test"] == "-")
        assert missing == total["gold_words"] - total["aligned_words"] > 0
