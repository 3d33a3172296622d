"""What head reassignment rules do: the sentences that each changes, and Table 1 before and after."""

from __future__ import annotations

import pytest

from treegauge import Treebank, apply, bundled, score
from treegauge.annotation.head_reassignment import ConstituencyRule, DependencyRule, Reassignment
from treegauge.studies.head_projections.effects import projection_table, rule_effects, spelled
from treegauge.studies.head_projections.learning import compare_heads

GOLD, ARCS, PHRASES = (bundled(name) for name in ("english.mrg", "english.parsed.conllu", "english.parsed.mrg"))
IN_PP = ConstituencyRule("PP", "IN", "NP")
TO_VP = ConstituencyRule("VP", "TO", "VP")
DETERMINER = DependencyRule("NN", "DT", "det")


def category(item: object) -> str:
    """The label of a phrase or the tag of a word, without functions."""
    return str(getattr(item, "label", None) or getattr(item, "tag", None)).split("-", maxsplit=1)[0]


def with_prepositions(treebank: Treebank) -> int:
    """Sentences with a PP that has an IN and an NP among its children."""
    trees = apply(treebank, "remove-empties")
    count = 0
    for tree in trees:
        children = [{category(child) for child in node.children} for node in tree.nodes if category(node) == "PP"]
        count += any({"IN", "NP"} <= kinds for kinds in children)
    return count


def test_a_rule_covers_the_sentences_that_it_changes() -> None:
    rows = rule_effects(GOLD, {"arcs": ARCS, "phrases": PHRASES}, Reassignment("", (IN_PP, TO_VP), (DETERMINER,)))
    covered = {(row["rule"], row["trees"]): row["sentences"] for row in rows}
    assert covered["PP: IN to NP", "gold"] == with_prepositions(GOLD)
    assert covered["PP: IN to NP", "phrases"] == with_prepositions(PHRASES)
    of_arcs = [
        any(
            token.deprel == "det" and token.tag == "DT" and token.head is not None and token.head.tag == "NN"
            for token in tree.tokens
        )
        for tree in ARCS
    ]
    assert covered["NN to DT (det)", "arcs"] == sum(of_arcs) > 0
    assert ("PP: IN to NP", "arcs") not in covered  # a rule for phrases does nothing to arcs
    assert {row["of"] for row in rows} == {64}


def test_a_rule_that_comes_after_the_same_one_changes_nothing() -> None:
    once, twice = (rule_effects(GOLD, {}, Reassignment("", (IN_PP,) * times)) for times in (1, 2))
    assert once == twice != []


def test_the_table_has_the_figures_of_score_before_and_after(tmp_path: object) -> None:
    rules = Reassignment("", (IN_PP, TO_VP))
    path = f"{tmp_path}/rules.toml"
    with open(path, "w") as file:
        file.write(rules.to_toml())
    rows = projection_table(GOLD, {"arcs": ARCS}, rules)
    assert [(row["parse"], row["rules"]) for row in rows] == [("arcs", "none"), ("arcs", "learned")]
    for row, measure in zip(rows, ("mph", f"mph(rules={path})"), strict=True):
        (result,) = score(GOLD, ARCS, measure, resamples=0)
        for name, value in result.scores.items():
            if name != "f1":
                assert dict(row)[name] == value
        counts = result.row()["counts"]
        assert [row["gold"], row["test"], row["matched"]] == [counts[n] for n in ("gold", "test", "matched")]
    assert rows[1]["gold"] < rows[0]["gold"]


def test_learning_says_what_the_rules_do() -> None:
    found = compare_heads(GOLD, {"arcs": ARCS}, min_count=5)
    assert {row["rule"] for row in found.effects} == {spelled(rule) for rule in found.rules.constituency}
    before, after = found.scores
    assert after["recall"] > before["recall"] + 10
    assert after["gold"] < before["gold"]


@pytest.mark.parametrize(
    ("rule", "text"), [(IN_PP, "PP: IN to NP"), (DETERMINER, "NN to DT (det)"), (DependencyRule("A", "B"), "A to B")]
)
def test_rules_in_words(rule: ConstituencyRule | DependencyRule, text: str) -> None:
    assert spelled(rule) == text
