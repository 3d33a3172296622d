"""Differences of any trees can be drawn, and every error has its sign."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from perturbed import pairs

import treegauge as tg
from treegauge.treebank.lines import widest

pytestmark = pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
patient = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize(("measure", "constituents"), [("parseval(prm=none)", True), ("attachment", False)])
@given(st.data())
@patient
def test_any_differences_can_be_drawn(measure: str, constituents: bool, data: st.DataObject) -> None:
    gold, test = data.draw(pairs(constituents=constituents))
    assume(constituents or gold.has_dependencies)
    differences = tg.diff(gold, {"a": test, "b": gold}, measure, worst=None)
    wide, narrow = differences.lines(), differences.lines(40)
    assert widest(narrow) <= max(widest(wide), 40)
    ElementTree.fromstring(differences.svg())
    assert differences.html().count("<section>") == len(differences)
    wrong = sum(len(row["errors"]) for row in differences.rows())
    assert bool(differences.table_rows()) == bool(wrong)


@given(pairs())
@patient
def test_every_bracket_that_is_missing_has_a_sign_in_gold(pair: tuple[tg.Treebank, tg.Treebank]) -> None:
    differences = tg.diff(*pair, "parseval(prm=none)", worst=None)
    kinds = [error["kind"] for row in differences.rows() for error in row["errors"]]
    gold = [node.mark for number in differences.numbers for node in differences._marked.gold[number].nodes]
    test = [node.mark for number in differences.numbers for node in differences._marked.tests[0][number].nodes]
    assert gold.count("✗") == kinds.count("missing")
    assert test.count("+") == kinds.count("extra")
    assert sum(str(mark).startswith("≠") for mark in gold) == kinds.count("label")
