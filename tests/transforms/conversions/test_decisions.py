"""Decision lists over features."""

from __future__ import annotations

import pytest

from treegauge.transforms.conversions.decisions import Decisions, read_decisions

RULES: list[dict[str, object]] = [
    {"gives": "name", "tag": ["NNP*"], "place": ["before"]},
    {"gives": "noun", "tag": ["NN", "NNP"]},
    {"gives": "x"},
]


@pytest.mark.parametrize(
    ("values", "expected"),
    [(("NNPS", "before"), "name"), (("NNP", "after"), "noun"), (("NNS", "before"), "x"), (("NN", "before"), "noun")],
)
def test_the_first_rule_whose_conditions_hold_answers(values: tuple[str, str], expected: str) -> None:
    decisions = Decisions(RULES, ("tag", "place"))
    assert [decisions.find(*values), decisions.find(*values)] == [expected, expected]


def test_the_rules_of_the_package_use_known_features_only() -> None:
    names = ("phrase", "parent", "word", "head", "verb", "place")
    table = read_decisions("to_lth/relations", *names)
    assert table.find("NP", "PP", "NN", "IN", "", "after") == "PMOD"
    assert table.rules[-1] == ("DEP", [("*",)] * len(names))
