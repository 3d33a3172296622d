"""Confusions as pictures: gold labels in rows, labels of the parse in columns, the more errors the darker."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from .marks import box, cut_to_width, lettered, link, picture

_CELL, _NAME, _TOP = 34, 74, 80
NOTHING = "–"  # in place of a label: no such item on that side


def heat_table(
    counts: Mapping[tuple[str, str], int],
    gold: Sequence[str],
    test: Sequence[str],
    title: str,
    address: Callable[[str, str], str] | None = None,
    *,
    paper: bool = True,
) -> str:
    """How often each gold label (rows) was confused with each label of the parse (columns); errors only."""
    high = max([count for (row, column), count in counts.items() if row in gold and column in test], default=1)
    shapes = [
        lettered((0, 16), title, size=12.5, bold=True),
        lettered((0, _TOP - 6), "gold ↓  parse →", "grey", size=10.5),
    ]
    for number, name in enumerate(test):
        x = _NAME + _CELL * (number + 0.5)
        name_of_column = lettered((0, 0), cut_to_width(name, 64, 11), size=11)
        shapes.append(f'<g transform="translate({x + 4:.1f} {_TOP - 6}) rotate(-48)">{name_of_column}</g>')
    for down, row in enumerate(gold):
        y = _TOP + _CELL * 0.72 * down
        shapes.append(lettered((_NAME - 8, y + 16), cut_to_width(row, _NAME - 10, 11), size=11, anchor="end"))
        for across, column in enumerate(test):
            count = counts.get((row, column), 0)
            place, size = (_NAME + _CELL * across, y), (_CELL - 2.0, _CELL * 0.72 - 2)
            if not count:
                shapes.append(box(place, size, "grid", opacity=0.35))
                continue
            drawn = [
                box(place, size, "grid", opacity=0.35),
                box(place, size, "mark", opacity=0.12 + 0.6 * math.sqrt(count / high)),
                lettered((place[0] + size[0] / 2, y + 16), f"{count:,}", size=10.5, anchor="middle"),
            ]
            said = f"{row} in gold, {column} in the parse: {count:,}"
            shapes.append(link(drawn, address and address(row, column), said))
    height = _TOP + _CELL * 0.72 * len(gold) + 6
    return picture((_NAME + _CELL * len(test) + 30, height), title, shapes, paper=paper)
