"""Where the difficulty of a treebank is: sums over nodes are the ECC, however they are grouped."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import treegauge
from treegauge import Difficulty, Treebank, difficulty
from treegauge.core.errors import CallError
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.bundled import bundled

PROTOCOLS: list[dict[str, Any]] = [
    {},
    {"protocol": "loo"},
    {"split": 0.7},
    {"folds": 20},
    {"split": 0.7, "grammar": "markov(h=1,v=2)", "max_length": 15},
    {"split": 0.7, "grammar": "markov(h=1,heads=auto)", "max_length": 15},
]


@pytest.fixture(scope="module")
def english() -> Treebank:
    return bundled("english.mrg")


def measured(treebank: Treebank, **options: Any) -> Difficulty:
    return difficulty(treebank, transforms="prepare(auto)", **options)


@pytest.mark.parametrize("options", PROTOCOLS)
def test_the_bits_of_the_nodes_of_a_tree_add_up_to_its_delta(english: Treebank, options: dict[str, Any]) -> None:
    result = measured(english, **options)
    nodes, figures = result.nodes, result.figures
    total = np.bincount(figures.trees.nodes.sentence, nodes.bits, len(figures))
    assert figures.covered.any()
    assert total[figures.covered] == pytest.approx(figures.delta[figures.covered], abs=1e-9)
    assert np.array_equal(nodes.covered, figures.covered[figures.trees.nodes.sentence])


@pytest.mark.parametrize("options", PROTOCOLS)
@pytest.mark.parametrize("group", ["label", "rule", "construction", "length", "depth"])
def test_groups_add_up_to_the_ecc(english: Treebank, options: dict[str, Any], group: Any) -> None:
    result = measured(english, **options)
    rows = result.nodes.by(group)
    whole = result.summary.ecc * result.summary.covered
    assert sum(row["bits"] for row in rows) == pytest.approx(whole, abs=1e-8)
    assert sum(row["rule_bits"] + row["place_bits"] for row in rows) == pytest.approx(whole, abs=1e-8)
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert sum(row["nodes"] for row in rows) == result.nodes.covered.sum()


def test_the_interval_of_one_group_of_all_nodes_is_that_of_the_ecc(english: Treebank) -> None:
    result = measured(english)
    same = result.nodes.trees.nodes.replace(label=treegauge.Text.constant("X", len(result.nodes.trees.nodes)))
    nodes = type(result.nodes)(
        result.nodes.trees.replace(nodes=same), result.nodes.sentence, result.nodes.rule_bits, result.nodes.place_bits
    )
    (row,) = nodes.by("label")
    assert row["bits_interval"] == pytest.approx(result.summary.ecc_interval * result.summary.covered)


def test_selected_figures_keep_the_bits_of_their_nodes(english: Treebank) -> None:
    figures = measured(english).figures
    some = figures.select([5, 2, 2])
    total = np.bincount(some.trees.nodes.sentence, some.node_bits.sum(1), 3)
    assert total == pytest.approx(figures.delta[[5, 2, 2]], abs=1e-9)


def test_a_rule_is_written_with_its_children(english: Treebank) -> None:
    nodes = measured(english).nodes
    assert "NP -> DT NN" in nodes.rule.values
    label = nodes.trees.nodes.text("label")
    assert all(str(nodes.rule[row]).startswith(f"{label[row]} -> ") for row in range(20))


def test_the_root_has_no_node_above_it(english: Treebank) -> None:
    nodes = measured(english).nodes
    assert np.array_equal(nodes.depth == 0, nodes.trees.nodes.numbers("parent") < 0)
    above = nodes.trees.nodes.start + nodes.trees.nodes.numbers("parent")
    below = nodes.depth > 0
    assert np.array_equal(nodes.depth[below], nodes.depth[above[below]] + 1)


def test_rows_of_nodes_have_the_keys_that_machines_are_promised(english: Treebank) -> None:
    keys = ["sentence", "label", "left", "right", "bits", "rule_bits", "place_bits"]
    rows = measured(english).nodes.rows()
    assert list(rows[0]) == keys
    assert rows[0]["sentence"] == 1


def test_an_unknown_group_is_a_wrong_call(english: Treebank) -> None:
    with pytest.raises(CallError, match="possible: label, rule, construction, length, depth"):
        measured(english).nodes.by("word")  # type: ignore[arg-type]


def test_parent_annotation_does_not_change_constructions(english: Treebank) -> None:
    plain = measured(english).nodes
    annotated = difficulty(english, transforms=["prepare(auto)", "parent-annotation"]).nodes
    assert annotated.construction.equals(plain.construction)


def read_text(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def test_a_tag_is_not_a_label_of_the_same_name() -> None:
    text = "(TOP (S (A (a x)) (b y)))\n(TOP (S (A x) (b y)))"
    rows = difficulty(read_text(text)).nodes.by("rule")
    assert {"S -> A b", 'S -> "A" b'} <= {row["rule"] for row in rows}


def test_bits_are_columns_of_the_node_table(english: Treebank) -> None:
    nodes = measured(english).nodes
    table = nodes.columns().nodes
    assert np.array_equal(table.numbers("bits"), table.numbers("rule_bits") + table.numbers("place_bits"))
    assert table.text("construction").equals(nodes.construction)
    assert nodes.columns().to_polars().nodes["bits"].sum() == pytest.approx(nodes.bits.sum())
