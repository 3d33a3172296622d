"""EVALB's own report byte for byte, its summary, and inputs beyond its limits."""

from __future__ import annotations

import lzma
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import NO_CASES, SHARED
from treegauge import Treebank, read
from treegauge.measures.parseval import Parseval
from treegauge.measures.shared.prm import Prm, find_prm
from treegauge.report.evalb import Report, evalb_report

EDGE = SHARED / "reference/constituency/evalb-edge"
CASES = sorted(file.stem for file in EDGE.glob("*.rc"))


def report(gold: str | bytes, test: str | bytes, prm: str | Prm = "COLLINS") -> Report:
    one, other = (text.encode() if isinstance(text, str) else text for text in (gold, test))
    return evalb_report(one, other, find_prm(prm) if isinstance(prm, str) else prm)


def summary(found: Report, title: str = "All") -> dict[str, str]:
    block = found.out.split(f"-- {title} --")[1].split("\n-- ")[0]
    return {name.strip(): value.strip() for name, value in re.findall(r"^(.*?)=(.*)$", block, re.MULTILINE)}


@pytest.mark.parametrize("case", CASES or NO_CASES)
def test_an_edge_case_is_printed_as_evalb_prints_it(case: str) -> None:
    status, name = (EDGE / f"{case}.rc").read_text().split()
    said: list[str] = []
    preset = "none" if name == "-" else name.removesuffix(".prm")
    prm = find_prm(str(EDGE / name) if name == f"{case}.prm" else preset, said.append)
    found = evalb_report((EDGE / f"{case}.gold").read_bytes(), (EDGE / f"{case}.test").read_bytes(), prm)
    warnings = "".join(f"{line}\n" for line in said).encode()
    assert found.out.encode() == (EDGE / f"{case}.out").read_bytes()
    assert warnings + found.errors == (EDGE / f"{case}.err").read_bytes()
    assert found.status == int(status)


@pytest.mark.parametrize(("system", "prm"), [("bllip-T20", "new"), ("bllip-T20-top", "COLLINS")])
def test_a_whole_parser_output_is_printed_as_evalb_prints_it(reference: Path, system: str, prm: str) -> None:
    folder = reference / "constituency"
    gold = lzma.decompress((folder / "wsj-sample.gold.clean.mrg.xz").read_bytes())
    test = lzma.decompress((folder / "wsj-sample.bllip-T20.mrg.xz").read_bytes())
    if system.endswith("top"):
        test = re.sub(rb"^\(S1 ", b"(TOP ", test, flags=re.MULTILINE)
    found = report(gold, test, prm)
    assert found.out.encode() == lzma.decompress((folder / f"wsj-sample.{system}.evalb-{prm}.txt.xz").read_bytes())
    assert found.errors == (folder / f"wsj-sample.{system}.evalb-{prm}.err").read_bytes()
    assert found.status == 0


def test_inputs_beyond_the_limits_are_scored_right(reference: Path) -> None:
    for file in sorted((reference / "constituency/evalb-overflow").iterdir()):
        found = report(file.read_bytes(), file.read_bytes())
        assert found.errors == b""
        first = found.out.splitlines()[3].split()
        number = int(re.sub(r"\D", "", file.name))
        brackets = {"brk": number, "words": 1, "label": 1, "line": 1, "word": 1}[re.sub(r"[L\d]", "", file.name)]
        assert first[2:5] == ["0", "100.00", "100.00"], file.name
        assert abs(int(first[5]) - brackets) <= 1, file.name
        assert first[5] == first[6] == first[7]
        assert summary(found)["Complete match"] == "100.00"


def scores(gold: Treebank, test: Treebank, **options: Any) -> dict[str, float]:
    measure = Parseval(**options)
    return {name: float(value) for name, value in measure.score(np.nansum(measure.count(gold, test), 0)).items()}


def test_the_weak_parser_of_the_reference_has_the_summary_that_evalb_prints(reference: Path) -> None:
    folder = reference / "constituency"
    gold, test = read(folder / "wsj-sample.gold.clean.mrg.xz"), read(folder / "wsj-sample.bllip-T20.mrg.xz")
    report = lzma.decompress((folder / "wsj-sample.bllip-T20.evalb-new.txt.xz").read_bytes()).decode()
    printed = dict(re.findall(r"^(.*?) += +([\d.]+)$", report.split("-- All --")[1].split("-- len")[0], re.MULTILINE))
    found = scores(gold, test, prm="new")
    names = {
        "Bracketing Recall": "recall",
        "Bracketing Precision": "precision",
        "Bracketing FMeasure": "f1",
        "Complete match": "exact_match",
        "Average crossing": "crossing",
        "No crossing": "no_crossing",
        "2 or less crossing": "two_or_less_crossing",
        "Tagging accuracy": "tag_accuracy",
    }
    assert {name: f"{found[ours]:.2f}" for name, ours in names.items()} == {name: printed[name] for name in names}
    assert np.isnan(Parseval(prm="new").count(gold, test)[:, 0]).sum() == int(printed["Number of Error sentence"])
