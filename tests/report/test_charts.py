"""Charts as SVG: where things stand in the picture."""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from treegauge import apply, bundled
from treegauge.report.charts import Chart, page, spanning, ticks, within_per_cent
from treegauge.report.difficulty_charts import ecc_curve_plot, ecc_plot, short_name
from treegauge.report.scatter import Point, scatter
from treegauge.report.scheme_charts import bias_plot
from treegauge.studies.annotation_schemes.dial import BiasCurve
from treegauge.studies.annotation_schemes.settings import Setting
from treegauge.studies.annotation_schemes.yardsticks import StudyTrees, yardsticks
from treegauge.studies.difficulty.curves import EccCurve

SVG = "{http://www.w3.org/2000/svg}"


def chart(**options: Any) -> Chart:
    return Chart("title", "x", "y", (0, 10), (0, 100), 500, 400, **options)


def drawn(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + tag))


def texts(svg: str) -> dict[str, tuple[float, float]]:
    return {own.text or "": (float(own.get("x", "nan")), float(own.get("y", "nan"))) for own in drawn(svg, "text")}


def row(name: str, ecc: float, emr: float, **more: Any) -> dict[str, Any]:
    half = {"ecc_interval": 0.5, "emr_interval": 4.0}
    return {"treebank": name, "transform": "", "protocol": "train", "ecc": ecc, "emr": emr, **half, **more}


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0, 104, [0, 20, 40, 60, 80, 100]),
        (-0.5, 0.9, [-0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8]),
        (9.9, 10.3, [9.9, 9.95, 10, 10.05, 10.1, 10.15, 10.2, 10.25, 10.3]),
        (0, 25463, [0, 5000, 10000, 15000, 20000, 25000]),
    ],
)
def test_ticks_are_round_numbers_within_the_range(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == expected


def test_a_range_is_never_empty_and_leaves_out_what_is_not_a_number() -> None:
    assert spanning([3.0, math.nan, 5.0], margin=0.5) == (2.0, 6.0)
    low, high = spanning([2.0])
    assert low < 2.0 < high
    assert spanning([]) == pytest.approx((0.0, 0.0), abs=1e-5)


def test_pixels_follow_the_data_upwards_and_to_the_right() -> None:
    own = chart()
    assert own.px(0) < own.px(5) < own.px(10)
    assert own.py(0) > own.py(50) > own.py(100)
    assert own.px(5) == pytest.approx((own.px(0) + own.px(10)) / 2)


def test_points_stand_where_the_data_say_with_bars_as_long_as_the_intervals() -> None:
    own = chart()
    svg = page([scatter(own, [Point(4, 60, 1, 10, "here")])])
    (dot,) = drawn(svg, "circle")
    assert (float(dot.get("cx", "")), float(dot.get("cy", ""))) == pytest.approx((own.px(4), own.py(60)), abs=0.06)
    bars = [own.get("d", "") for own in drawn(svg, "path") if own.get("stroke-opacity")]
    ends = [[float(number) for number in re.findall(r"[\d.]+", bar)] for bar in bars]
    assert ends[0][:4] == pytest.approx([own.px(3), own.py(60), own.px(5), own.py(60)], abs=0.06)
    assert ends[1][:4] == pytest.approx([own.px(4), own.py(50), own.px(4), own.py(70)], abs=0.06)


def test_labels_do_not_cover_each_other() -> None:
    points = [Point(5 + 0.1 * number, 50 + number, label=f"label {number}") for number in range(6)]
    places = texts(page([scatter(chart(), points)]))
    own = [places[point.label] for point in points]
    for (x, y), (other_x, other_y) in combinations(own, 2):
        assert abs(x - other_x) > 40 or abs(y - other_y) > 10


def test_a_label_stays_in_the_picture() -> None:
    places = texts(page([scatter(chart(), [Point(10, 100, label="at the right edge"), Point(0, 0, label="corner")])]))
    assert places["at the right edge"][0] < 500 - 100
    assert places["corner"][0] >= 58


def test_groups_have_a_colour_and_a_name_each() -> None:
    svg = page([scatter(chart(), [Point(1, 1, group="one"), Point(2, 2, group="two"), Point(3, 3, group="one")])])
    fills = [own.get("fill") for own in drawn(svg, "circle")]
    assert fills[0] == fills[2] != fills[1]
    assert fills[3:] == fills[:2]  # the legend
    assert {"one", "two"} <= set(texts(svg))


def test_names_with_marks_are_text() -> None:
    assert "a<b & c" in texts(page([scatter(chart(), [Point(1, 1, label="a<b & c")])]))


def test_treebanks_are_points_and_those_without_figures_are_left_out() -> None:
    svg = ecc_plot([row("x/a.mrg", 2, 50), row("b/*.mrg", 9, 10), row("c", math.nan, math.nan)])
    assert {"a.mrg", "b/*.mrg"} <= set(texts(svg))
    assert "c" not in texts(svg)


def test_intervals_that_are_not_defined_have_no_bars() -> None:
    svg = ecc_plot([row("a", 2, 50, ecc_interval=math.nan, emr_interval=math.nan), row("b", 9, 10)])
    assert "nan" not in svg
    assert len(drawn(svg, "circle")) == 2


def test_points_have_the_colour_of_what_was_done_to_the_trees() -> None:
    rows = [row("a", 2, 50, transform="t"), row("b", 9, 10), row("c", 9, 10, protocol="loo")]
    assert {"t, train", "train", "loo"} <= set(texts(ecc_plot(rows)))
    assert {"t", "a", "b"} <= set(texts(ecc_plot(rows[:2])))
    assert {"first", "A"} <= set(
        texts(ecc_plot(rows, group=lambda _: "first", label=lambda own: own["treebank"].upper()))
    )


def test_the_name_of_a_glob_says_where_it_is() -> None:
    assert [short_name(path) for path in ("a/b/c.mrg", "a/b/", "a/*.mrg", "c")] == ["c.mrg", "b", "a/*.mrg", "c"]


def test_learning_curves_are_panels_with_a_line_an_order() -> None:
    generator = np.random.default_rng(0)
    curves = [EccCurve(name, "", generator.normal(5, 1, (3, 1000)), 5.0, 0.1, 0.99) for name in ("a.mrg", "b.mrg", "c")]
    svg = ecc_curve_plot(curves)
    assert {"a.mrg: 5.00 ± 0.10, 1,000 trees", "trees"} <= set(texts(svg))
    lines = [own for own in drawn(svg, "path") if own.get("stroke-linejoin") == "round"]
    assert len(lines) == 9
    assert all(own.get("d", "").count("L") == 399 for own in lines)
    assert len(drawn(svg, "clipPath")) == len({own.get("id") for own in drawn(svg, "clipPath")}) == 3


def test_a_legend_is_above_the_frame() -> None:
    groups = [f"a rather long name {number}" for number in range(5)]
    own = chart()
    places = texts(page([scatter(own, [Point(9, 99, group=group) for group in groups])]))
    assert own.top > 40
    for group in groups:
        assert 40 < places[group][1] < own.top
        assert places[group][0] + 6 * len(group) < 500
    assert len({places[group][1] for group in groups}) > 1


def test_axes_of_per_cent_end_at_100_and_intervals_within_them() -> None:
    assert within_per_cent((-3, 104)) == (0, 100)
    svg = ecc_plot([row("a", 2, 99), row("b", 9, 1)])
    assert "100" in texts(svg)
    frame = drawn(svg, "clipPath")[0][0]
    top, bottom = float(frame.get("y", "")), float(frame.get("y", "")) + float(frame.get("height", ""))
    for own in drawn(svg, "path"):
        if own.get("stroke-opacity"):
            ends = re.findall(r"[ML](\S+) (\S+)", own.get("d", ""))
            assert all(top - 4 <= float(y) <= bottom + 4 for _, y in ends)


def test_names_are_not_on_points_or_lines() -> None:
    own = chart()
    own.path([(0, 0), (10, 100)], 'stroke="#000"')
    points = [Point(number, 10 * number, label=f"point {number}") for number in range(1, 10)]
    places = texts(page([scatter(own, points)]))
    for point in points:
        x, y = places[point.label]
        boxes = [(own.px(step / 20), own.py(step / 2)) for step in range(201)]
        assert not any(x < at_x < x + 6 * len(point.label) and y - 8 < at_y < y + 1 for at_x, at_y in boxes)


def test_a_name_is_nearer_to_its_point_than_to_any_other() -> None:
    own = Chart("", "", "", (1.24, 3.42), (65, 91), 760, 440)
    names = {"French-ParTUT": (2.14, 88.6), "Italian-ParTUT": (2.26, 88.6), "Greek-GDT": (2.2, 87.6)}
    names |= {"TUT Italian": (2.35, 86.6), "TUT French": (2.34, 85.9)}
    places = texts(page([scatter(own, [Point(x, y, label=label) for label, (x, y) in names.items()])]))
    for label in names:
        x, y = places[label]
        distances = {}
        for other, at in names.items():
            to_x, to_y = own.px(at[0]), own.py(at[1])
            across = max(x - to_x, 0, to_x - x - 6 * len(label))
            distances[other] = math.hypot(across, max(y - 8 - to_y, 0, to_y - y - 2))
        assert min(distances, key=lambda name: distances[name]) == label


def test_the_band_of_a_learning_curve_is_within_the_frame() -> None:
    estimates = np.random.default_rng(0).normal(5, 1, (3, 1000))
    svg = ecc_curve_plot([EccCurve("a.mrg", "", estimates, 5.0, 0.5, 0.99)])
    frame = drawn(svg, "clipPath")[0][0]
    top, bottom = float(frame.get("y", "")), float(frame.get("y", "")) + float(frame.get("height", ""))
    curves = [own for own in drawn(svg, "path") if own.get("fill-opacity") or own.get("stroke-linejoin")]
    for own in curves:
        heights = [float(y) for _, y in re.findall(r"[ML](\S+) (\S+)", own.get("d", ""))]
        assert top <= min(heights) <= max(heights) <= bottom


def test_all_panels_of_a_bias_curve_are_equally_high() -> None:
    """Also the one of a measure near 100: a line that looks flat is flat."""
    treebank = apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])
    two = tuple(yardsticks(StudyTrees(treebank), ["parseval", "exact-match"]))
    values = np.array([[[90.0], [99.5]], [[94.0], [99.6]]])  # by setting, measure and seed
    settings = (Setting((), ()), Setting((), ()))
    svg = bias_plot([BiasCurve("t", "penn", 1, settings, np.array([1.0, 2.0]), 1.0, {}, two, values, 0.95)])
    heights = []
    for panel in list(ElementTree.fromstring(svg))[2:]:
        labels = [text for text in panel.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
        first, last = ((float(label.text or ""), float(label.get("y", ""))) for label in (labels[0], labels[-1]))
        heights.append((last[0] - first[0]) / (first[1] - last[1]))
    assert heights[0] == pytest.approx(heights[1], rel=0.15)
