"""The pictures of derivation perplexity: every treebank and every output is a point."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

from treegauge.report.perplexity_charts import prediction_plot, ranking_plot

TREEBANKS: list[dict[str, Any]] = [
    {"treebank": name, "group": group, "size": size, "string": 100.0, "derivation": 150.0}
    for name, group, size in (("a", "native", 1000), ("b & c", "converted", 9000), ("d", "native", 500))
]


def circles(svg: str) -> list[ElementTree.Element]:
    return [node for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("circle")]


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def test_each_predictor_is_a_panel_with_every_treebank_that_has_an_accuracy() -> None:
    svg = prediction_plot(TREEBANKS, {"a": 80.0, "b & c": 90.0, "d": math.nan}, "UAS")
    assert len(circles(svg)) == 3 * (2 + 2)  # points, and two groups in each legend
    assert texts(svg).count("b & c") == 3
    assert "d" not in texts(svg)
    assert "log10 of size / derivation" in texts(svg)


def test_outputs_are_drawn_relative_to_their_treebank() -> None:
    rows = [
        {"treebank": name, "parser": parser, "derivation": base + shift, "uas": accuracy}
        for name, base in (("a", 100.0), ("b", 1000.0))
        for parser, shift, accuracy in (("x", -base / 20, 80.0), ("y", base / 20, 70.0))
    ]
    svg = ranking_plot(rows)
    points = [(node.get("cx"), node.get("cy")) for node in circles(svg)[:4]]
    assert points[:2] == points[2:]  # both treebanks show the same: 5 % less perplexing, 5 points better
    assert {"x", "y", "4 outputs"} <= set(texts(svg))


def test_a_treebank_that_is_far_out_is_named_instead() -> None:
    rows = [
        {"treebank": name, "parser": parser, "derivation": value, "uas": 70.0}
        for name, far in (("near", 101.0), ("far", 400.0))
        for parser, value in (("x", 100.0), ("y", far))
    ]
    svg = ranking_plot(rows)
    assert "2 outputs (outside the frame: far)" in texts(svg)
    assert len(circles(svg)) == 2 + 2
