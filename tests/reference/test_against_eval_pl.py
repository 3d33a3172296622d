"""Attachment scores against eval.pl and eval07.pl, and exact matches of the same parsers."""

from __future__ import annotations

import csv
import lzma
import re
from pathlib import Path

import pytest

import treegauge
from treegauge import Treebank
from treegauge.measures.exact_match import ExactMatch
from treegauge.measures.shared.base import find_measure

ALGORITHMS = ("nivreeager", "nivrestandard", "stackeager", "stacklazy")


def read(reference: Path, name: str) -> Treebank:
    return treegauge.read(reference / "dependency" / "parses" / f"tr_imst.{name}.xz")


def report(reference: Path, algorithm: str, program: str) -> str:
    path = reference / "dependency" / "parses" / f"tr_imst.malt-{algorithm}.{program}.txt.xz"
    return lzma.decompress(path.read_bytes()).decode()


def exact_matches(reference: Path) -> list[dict[str, str]]:
    path = reference / "dependency" / "parses" / "exact_match.tsv"
    return list(csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t"))


def table(text: str, title: str) -> dict[str, list[int]]:
    """The whole numbers of a table of eval.pl, by row."""
    body = re.split(r"\n\s*\n\s*\n", text.split(f"  {title}\n", 1)[1], maxsplit=1)[0]
    rows = [[cell.strip() for cell in line.split("|")] for line in body.split("\n") if "|" in line]
    return {name: [int(cell) for cell in cells if cell.isdigit()] for name, *cells in rows if cells[0].isdigit()}


@pytest.mark.parametrize("extension", ["conll", "conllu"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_equals_eval_pl(reference: Path, algorithm: str, extension: str) -> None:
    gold, test = read(reference, f"gold.{extension}"), read(reference, f"malt-{algorithm}.{extension}")
    for program, punctuation in (("evalX", "form"), ("evalX-p", "keep"), ("eval07", "keep")):
        measure = find_measure(f"attachment(punctuation={punctuation})")
        total = dict(zip(measure.counts, measure.count(gold, test).sum(axis=0), strict=True))
        figures = re.findall(r"score: +(\d+) / (\d+) ", report(reference, algorithm, program))
        expected = [(total[name], total["tokens"]) for name in ("right_both", "right_head", "right_label")]
        assert [(int(right), int(all_)) for right, all_ in figures[:3]] == expected


@pytest.mark.parametrize(("program", "punctuation"), [("evalX", "form"), ("evalX-p", "keep")])
def test_the_breakdowns_equal_the_tables_of_eval_pl(reference: Path, program: str, punctuation: str) -> None:
    gold, test = read(reference, "gold.conll"), read(reference, "malt-nivreeager.conll")
    measure = find_measure(f"attachment(punctuation={punctuation})")
    column = {name: number for number, name in enumerate(measure.counts)}

    def part(by: str, *names: str) -> dict[str, list[int]]:
        return {key: [int(row[column[name]]) for name in names] for key, row in measure.parts(gold, test, by).items()}

    text = report(reference, "nivreeager", program)
    relations = table(text, "Precision and recall of DEPREL")
    assert part("label", "tokens", "right_label", "test_tokens") == relations
    attached = table(text, "Precision and recall of DEPREL + ATTACHMENT")
    assert part("label", "tokens", "right_both", "test_tokens") == attached
    tags = table(text, "The overall accuracy and its distribution over CPOSTAGs")
    assert part("tag", "tokens", "right_head", "right_label", "right_both") == {
        k: v for k, v in tags.items() if k != "total"
    }
    for by in ("direction", "distance"):
        bins = table(text, f"Precision and recall of binned HEAD {by}")
        expected = {name: [gold_, test_] for name, (gold_, _, test_) in bins.items() if gold_ or test_}
        assert part(by, "tokens", "test_tokens") == expected


def percentages(text: str, title: str) -> dict[str, list[str]]:
    """Recall and precision of a table of eval.pl, by row."""
    body = re.split(r"\n\s*\n\s*\n", text.split(f"  {title}\n", 1)[1], maxsplit=1)[0]
    rows = [[cell.strip() for cell in line.split("|")] for line in body.split("\n") if "|" in line]
    return {name: cells[-2:] for name, *cells in rows if cells[0].isdigit()}


def test_precision_and_recall_of_relations_are_those_of_eval_pl(reference: Path) -> None:
    gold, test = read(reference, "gold.conll"), read(reference, "malt-nivreeager.conll")
    parts = treegauge.score(gold, test, "attachment", resamples=0)[0].by("label")
    text = report(reference, "nivreeager", "evalX-p")
    for title, recall, precision in (
        ("Precision and recall of DEPREL", "la", "la_precision"),
        ("Precision and recall of DEPREL + ATTACHMENT", "recall", "precision"),
    ):
        expected = percentages(text, title)
        for part in parts:
            figures = [part.scores[name] for name in (recall, precision)]
            assert [f"{value:.2f}" if value == value else "NaN" for value in figures] == expected[part.name]


def test_attachment_has_the_exact_matches_of_four_parsers(reference: Path) -> None:
    gold = read(reference, "gold.conllu")
    for row in exact_matches(reference):
        test = read(reference, f"malt-{row['algo']}.conllu")
        for punctuation, mark in (("keep", ""), ("form", "_nopunct")):
            measure = find_measure(f"attachment(punctuation={punctuation})")
            scores = measure.score(measure.count(gold, test).sum(axis=0))
            found = (f"{scores['uem']:.2f}", f"{scores['lem']:.2f}")
            assert found == (row[f"EM_unlab{mark}"], row[f"EM_lab{mark}"])


@pytest.mark.parametrize("labelled", [False, True])
def test_exact_match_has_the_exact_matches_of_four_parsers(reference: Path, labelled: bool) -> None:
    gold, measure = read(reference, "gold.conllu"), ExactMatch(labelled=labelled)
    for row in exact_matches(reference):
        test = read(reference, f"malt-{row['algo']}.conllu")
        scores = measure.score(measure.count(gold, test).sum(axis=0))
        assert f"{scores['exact_match']:.2f}" == row["EM_lab" if labelled else "EM_unlab"]
