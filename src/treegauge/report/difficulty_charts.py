"""Difficulty as pictures: ECC against exact match rate (Figure 4 of the ECC paper), and learning curves (Figure 2)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from ..core.types import AnyRow
from ..studies.difficulty.curves import EccCurve
from .bar_tables import Bar, BarRow, bar_table
from .charts import COLOURS, Chart, page, spanning
from .marks import cut_to_width, width_of
from .scatter import Point, scatter

_DRAWN = 400  # points of a line: more would not be visible
_TITLE, _TITLE_SIZE = 380, 14.5  # pixels of a panel's title, and of its letters, which are bold
_EARLY = 0.04  # share of the trees after which curves begin: the first estimates are anywhere


def ecc_plot(
    rows: Sequence[AnyRow],
    *,
    label: Callable[[AnyRow], str] | None = None,
    group: Callable[[AnyRow], str] | None = None,
    title: str = "ECC and exact match rate",
) -> str:
    """Rows of `difficulty` as points with both intervals. Rows with the same transform (and protocol) share a colour,
    unless `group` is given."""
    return page([ecc_chart(rows, label=label, group=group, title=title)])


def ecc_chart(
    rows: Sequence[AnyRow],
    *,
    label: Callable[[AnyRow], str] | None = None,
    group: Callable[[AnyRow], str] | None = None,
    title: str = "ECC and exact match rate",
) -> Chart:
    """The same as one chart of a page."""
    protocols = {row["protocol"] for row in rows}
    chosen, named = group or (_treatment if len(protocols) > 1 else _transform), label or _name
    points = [
        Point(row["ecc"], row["emr"], row["ecc_interval"], row["emr_interval"], named(row), chosen(row))
        for row in rows
        if math.isfinite(row["ecc"]) and math.isfinite(row["emr"])
    ]
    reach = [point.x + side * np.nan_to_num(point.x_error) for point in points for side in (-1, 1)]
    low, high = spanning(reach, least=0.5)
    chart = Chart(title, "ECC (bits)", "exact match rate (%)", (low, high), (0.0, 100.0), 900, 560)
    return scatter(chart, points)


def node_bars(rows: Sequence[AnyRow], by: str, *, most: int = 25, paper: bool = True) -> str:
    """Rows of `difficulty --by label` as bars: the share of the ECC in each group, one column per treebank. Groups are
    in the order of the first treebank; of many, those with the greatest shares."""
    systems = list(dict.fromkeys(_treebank_of(row) for row in rows))
    shares = {(str(row[by]), _treebank_of(row)): row for row in rows}
    greatest: dict[str, float] = {}
    for row in rows:
        greatest[str(row[by])] = max(greatest.get(str(row[by]), 0.0), row["share"])
    kept = sorted(greatest, key=lambda name: -greatest[name])[:most]
    table = [
        BarRow(
            name,
            f"{sum(row['nodes'] for (group, _), row in shares.items() if group == name):,}",
            [_share_bar(shares.get((name, system))) for system in systems],
        )
        for name in greatest
        if name in kept
    ]
    titles = [cut_to_width(system, 200) for system in systems]
    longest = max((bar.value for row in table for bar in row.bars), default=1.0)
    return bar_table(table, titles, f"Share of the ECC by {by} (%); number of nodes", most=longest, paper=paper)


def _treebank_of(row: AnyRow) -> str:
    return ", ".join(part for part in (short_name(row["treebank"]), row["transform"]) if part)


def _share_bar(row: AnyRow | None) -> Bar:
    if row is None or math.isnan(row["share"]):
        return Bar(0.0, "-", "no such node")
    share = 100 * row["share"]
    which = f"{row['bits']:,.1f} bits: {row['rule_bits']:,.1f} for which rule, {row['place_bits']:,.1f} for where"
    return Bar(max(share, 0.0), f"{round(share, 1) + 0.0:.1f}", which)


def _transform(row: AnyRow) -> str:
    return str(row["transform"])


def _treatment(row: AnyRow) -> str:
    return ", ".join(part for part in (row["transform"], row["protocol"]) if part)


def _name(row: AnyRow) -> str:
    return short_name(row["treebank"])


def short_name(path: str) -> str:
    """The last part of a path; the last two if it ends in a glob."""
    parts = path.rstrip("/").split("/")
    return "/".join(parts[-2:] if "*" in parts[-1] else parts[-1:])


def ecc_curve_plot(curves: Sequence[EccCurve], *, titles: Sequence[str] = ()) -> str:
    """One panel per treebank: the estimates in each order, and the band in which they are expected."""
    names = titles or [short_name(curve.treebank) for curve in curves]
    panels = [_panel(curve, name) for curve, name in zip(curves, names, strict=True) if curve.trees > 1]
    return page(panels or [Chart("too few covered trees for a curve", "trees", "ECC (bits)", (0, 1), (0, 1))])


def _panel(curve: EccCurve, name: str) -> Chart:
    total = curve.trees
    begin = int(total * _EARLY)
    figures = f": {curve.ecc:.2f} ± {curve.interval:.2f}, {total:,} trees"
    title = cut_to_width(name, _TITLE - width_of([figures], _TITLE_SIZE), _TITLE_SIZE) + figures
    shown = np.unique(np.linspace(begin, total - 1, min(total - begin, _DRAWN)).astype(int))
    at, half = shown + 1.0, curve.expected[shown]
    lowest, highest = np.maximum(curve.ecc - half, 0.0), curve.ecc + half  # bits are not below 0
    reach = [*curve.estimates[:, shown].ravel().tolist(), lowest[0], highest[0]]
    low, high = spanning(reach, least=curve.interval)
    chart = Chart(title, "trees", "ECC (bits)", (0, total), (max(low, 0.0), high))
    upper, lower = zip(at, highest, strict=True), zip(at[::-1], lowest[::-1], strict=True)
    chart.path([*upper, *lower], 'fill="#e0e7ff" fill-opacity="0.8" class="band"')
    chart.path([(0, curve.ecc), (total, curve.ecc)], 'stroke="#6b7280" stroke-dasharray="4 3"')
    for number, estimates in enumerate(curve.estimates[:, shown]):
        style = f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="1.4" stroke-linejoin="round"'
        chart.path(zip(at, estimates, strict=True), style)
    return chart
