"""Draw the plots of the studies again from the tables on their pages, after a change of the charts.

python docs/redraw.py

The rows behind these tables take hours to measure. The other plots are made by the studies (tools/study_page.py) or by
the commands and the code that their pages show: schemes-*.svg, across-*.svg, where-difficulty-sits.svg and
functions-curve.svg.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from measured import STUDIES, measured_tables

from treegauge.report.charts import Chart, page, spanning, within_per_cent
from treegauge.report.perplexity_charts import prediction_plot, ranking_plot
from treegauge.report.scatter import Point, scatter

Row = dict[str, str]
TREEBANKS = {"wsj": "WSJ", "craft": "CRAFT", "genia": "GENIA", "gum": "GUM"}
INPUTS = {"gold-tags": "gold tags", "words": "words"}


def number(cell: str) -> float:
    """A figure as the tables print it."""
    return float("nan") if cell == "-" else float(cell.replace(",", ""))


def rows_of(lines: Iterable[str]) -> list[list[str]]:
    """The cells of a Markdown table; the first row has the names of the columns."""
    cells = [[cell.strip() for cell in line.strip("| \n").split(" | ")] for line in lines if line.startswith("|")]
    return [row for row in cells if not set("".join(row)) <= set("-: |")]


def perplexity() -> dict[str, str]:
    """What predicts accuracy, and how perplexity ranks parsers."""
    tables = measured_tables("derivation-perplexity.md")
    heads, *cells = rows_of(tables["ours-treebanks"].splitlines())
    columns = ("size", "string", "derivation")
    best = {row[0]: number(row[heads.index("best UAS")]) for row in cells}
    treebanks = [
        {"treebank": row[0], "group": row[1], **{name: number(row[heads.index(name)]) for name in columns}}
        for row in cells
    ]
    _, *cells = rows_of(tables["ours-parsers"].splitlines())
    parsers = [
        {"treebank": row[0], "parser": row[1], "uas": number(row[2]), "derivation": number(row[6])} for row in cells
    ]
    return {
        "derivation-prediction-ours.svg": prediction_plot(treebanks, best, "best UAS (%)"),
        "derivation-ranking-ours.svg": ranking_plot(parsers),
    }


def entailments() -> dict[str, str]:
    """Recall of entailments against LAS."""
    tables = measured_tables("entailment-scores.md")
    panels = {
        f"{name}, from {source}": [
            _point(row)
            for row in rows_of(tables[f"pete-{treebank}-{file}"].splitlines())[1:]
            if not row[0].startswith("*")  # the upper bounds
        ]
        for treebank, name in TREEBANKS.items()
        for file, source in INPUTS.items()
    }
    return {"entailment-scores.svg": _entailment_plot(panels)}


def _entailment_plot(panels: Mapping[str, Sequence[Point]]) -> str:
    """A panel for each treebank and each input."""
    charts = []
    for title, own in panels.items():
        across = spanning([end for point in own for end in (point.x - point.x_error, point.x + point.x_error)])
        down = spanning([end for point in own for end in (point.y - point.y_error, point.y + point.y_error)])
        frame = within_per_cent(across), within_per_cent(down)
        chart = Chart(title, "LAS", "recall of entailments", *frame, 560, 400)
        charts.append(scatter(chart, sorted(own, key=lambda point: point.group)))
    return page(charts)


def _point(row: list[str]) -> Point:
    recall, las = (re.split(" ± ", row[place]) for place in (1, 5))
    kind = "dependencies" if row[6] == "-" else "phrases"
    return Point(number(las[0]), number(recall[0]), number(las[1]), number(recall[1]), label=row[0], group=kind)


def main() -> None:
    for name, svg in {**perplexity(), **entailments()}.items():
        (STUDIES / name).write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
