"""Make the table and the plot of docs/studies/where-difficulty-sits.md from `difficulty --by construction --json`.

python docs/where_difficulty_sits.py rows.json    prints the table as Markdown and writes docs/studies/where-*.svg
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from across_treebanks import NAMES

from treegauge.annotation.node_constructions import NODE_CONSTRUCTIONS
from treegauge.report.difficulty_charts import node_bars

Row = Mapping[str, Any]
STUDIES = Path(__file__).parent / "studies"
ANNOTATED = "parent-annotation"
SHOWN = ("Penn sample", "PCC", "CESS-ESP", "IcePaHC", "Keyaki")


def name(row: Row) -> str:
    return NAMES[row["treebank"]][0]


def table(rows: list[Row]) -> None:
    """Print shares in per cent: plain, and under parent annotation."""
    print("| treebank | labels | bits |", " | ".join(NODE_CONSTRUCTIONS), "| where |")
    print("| --- | --- |" + " ---: |" * (len(NODE_CONSTRUCTIONS) + 2))
    for treebank in dict.fromkeys(row["treebank"] for row in rows):
        for annotated in (False, True):
            groups = {
                row["construction"]: row
                for row in rows
                if row["treebank"] == treebank and row["transform"].endswith(ANNOTATED) == annotated
            }
            whole = sum(row["bits"] for row in groups.values())
            shares = [100 * groups[kind]["share"] if kind in groups else 0.0 for kind in NODE_CONSTRUCTIONS]
            where = 100 * sum(row["place_bits"] for row in groups.values()) / whole
            cells = [f"{whole:,.0f}", *(f"{share:.1f}" for share in shares), f"{where:.1f}"]
            print("|", NAMES[treebank][0], "|", "parent" if annotated else "plain", "|", " | ".join(cells), "|")


def main() -> None:
    """Print the table, write the plot."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit(__doc__)
    rows = json.loads(Path(sys.argv[1]).read_text("utf-8"))["results"]
    table(rows)
    plain = [row for row in rows if not row["transform"].endswith(ANNOTATED) and name(row) in SHOWN]
    shown = [{**row, "treebank": name(row), "transform": ""} for row in plain]
    shown.sort(key=lambda row: SHOWN.index(row["treebank"]))
    (STUDIES / "where-difficulty-sits.svg").write_text(node_bars(shown, "construction"), "utf-8")


if __name__ == "__main__":
    main()
