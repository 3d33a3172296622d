"""Comparisons as papers print them, in LaTeX: systems in rows, scores in columns, the best in bold, letters for
significance and a caption that says what they mean. The file compiles as it is, and can be read into a paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ..core.wording import counted
from ..evaluation.treebanks.averages import MACRO
from ..treebank.tex import OTHER_ENGINES, beyond_pdflatex, font_choice
from .cells import figure
from .comparisons import corrected_for
from .lettering import broken
from .publishing import escaped, tabular
from .rankings import ranking_grids, score_titles
from .treebanks import best_of, counts_missing, ranked_scores, scores_by_treebank

if TYPE_CHECKING:
    from ..evaluation.comparison import Comparison, Comparisons
    from ..evaluation.ranking import RankedSystem
    from .rankings import RankingGrid

# \@nodocument is \relax only between \begin{document} and \end{document}: alone, the file is a document.
_HEAD = (
    r"% For a paper: \usepackage{booktabs} and \input this file. Alone, it compiles as it is.",
    r"\expandafter\ifx\csname @nodocument\endcsname\relax\else",
    r"\documentclass{article}\usepackage{booktabs}FONTS\begin{document}\def\treegaugealone{}\fi",
)
# Only lualatex and xelatex have \Umathcode. In a paper these lines are skipped, so that only primitives may be tested.
_FONTS = r"\ifdefined\Umathcode\usepackage{fontspec}CHOICE\fi"
_END = r"\ifdefined\treegaugealone\expandafter\enddocument\fi"
_NAMES = {
    "uas": "UAS", "las": "LAS", "la": "LA", "uem": "UEM", "lem": "LEM", "clas": "CLAS", "mlas": "MLAS",
    "blex": "BLEX", "elas": "ELAS", "eulas": "EULAS", "f1": "F1", "upos": "UPOS", "xpos": "XPOS", "ufeats": "UFeats",
}  # fmt: skip
_WIDEST = 68  # characters in a line of a table
_FIGURE = 5  # characters of a score
_GAP = 3  # characters between columns


def comparison_latex(comparisons: Comparisons) -> str:
    """The ranking as a table; where scores are divided, one table per score, with parts in rows."""
    titles = score_titles(comparisons, [(cell.signature, cell.score) for cell in comparisons.ranking()])
    tables = []
    for grid in ranking_grids(comparisons):
        shown = {score for score, title in titles.items() if grid.title in (None, title)}
        same = [row for row in comparisons if (row.signature, row.score) in shown]
        head = _part_heads(grid) if grid.title else _score_heads(comparisons, grid)
        tables.append(_table(_caption(grid, same, comparisons.level), _grid(head, grid)))
    return _document(_signatures(comparisons), tables)


def systems_latex(comparisons: Comparisons) -> str:
    """Macro-averages by system, and one score by treebank and system."""
    (grid,) = ranking_grids(comparisons)
    (signature, score), cells = next(iter(ranked_scores(comparisons).items()))
    order = [cell.system for cell in cells]
    tables = [_table(_macro_caption(comparisons), _grid(_score_heads(comparisons, grid), grid))]
    rows = scores_by_treebank(comparisons, signature, score)
    for systems in _that_fit(order, max(map(len, [*rows, MACRO]))):
        continued = "" if systems[0] == order[0] else ", continued"
        what = f"{_name(score)} by treebank{continued}{_measured(comparisons, signature)}. "
        lines = _treebanks(comparisons, signature, score, systems)
        best = _best("row") if len(systems) == len(order) else "The best of all systems in each row is in bold."
        dash = _if_missing(comparisons, "A dash: no output, counted as 0 in the average.")
        tables.append(_table(what + best + dash, lines))
    return _document(_signatures(comparisons), tables)


def _document(comments: Iterable[str], tables: Iterable[Sequence[str]]) -> str:
    body = "\n".join(line for table in tables for line in table)
    other = [OTHER_ENGINES] if beyond_pdflatex(body) else []
    fonts = _FONTS.replace("CHOICE", font_choice(body)) if other else ""
    head = [line.replace("FONTS", fonts) for line in _HEAD]
    return "\n".join([*other, *head, *(f"% {comment}" for comment in comments), body, _END]) + "\n"


def _table(caption: str, lines: Sequence[str]) -> list[str]:
    return [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", r"\smallskip", *lines, r"\end{table}"]


def _signatures(comparisons: Comparisons) -> Iterable[str]:
    return dict.fromkeys(row.signature for row in comparisons)


def _name(score: str) -> str:
    return escaped(_NAMES.get(score, score.replace("_", " ")))


def _score_heads(comparisons: Comparisons, grid: RankingGrid) -> list[str]:
    """One line with the names of scores; where there are several measures, a line with these above it."""
    titles = score_titles(comparisons, [(cell.signature, cell.score) for cell in comparisons.ranking()])
    scores = {title: score for (_, score), title in titles.items()}
    measures = [title.removesuffix(f" {scores[title]}") for title in grid.columns]
    line = " & ".join([grid.corner, *(_name(scores[title]) for title in grid.columns)]) + r" \\"
    if len(set(measures)) == 1:
        return [line]
    groups = [(name, len(list(same))) for name, same in groupby(measures)]
    above = " & ".join(["", *(rf"\multicolumn{{{size}}}{{c}}{{{escaped(name)}}}" for name, size in groups)]) + r" \\"
    rules, start = [], 2
    for _, size in groups:
        rules.append(rf"\cmidrule(lr){{{start}-{start + size - 1}}}")
        start += size
    return [above, "".join(rules), line]


def _part_heads(grid: RankingGrid) -> list[str]:
    return [" & ".join(escaped(title) for title in (grid.corner, *grid.columns)) + r" \\"]


def _grid(head: Sequence[str], grid: RankingGrid) -> list[str]:
    rows = [[escaped(name), *(_cell(row.get(column)) for column in grid.columns)] for name, row in grid.rows.items()]
    return tabular(head, "l" * (1 + len(grid.columns)), rows)


def _cell(cell: RankedSystem | None) -> str:
    """A figure with its letters, the best in bold."""
    if cell is None or math.isnan(cell.value):
        return "--"
    return _bold(figure(cell.value), cell.is_best) + (rf"\textsuperscript{{{cell.letters}}}" if cell.letters else "")


def _bold(text: str, best: bool) -> str:
    return rf"\textbf{{{text}}}" if best else text


def _caption(grid: RankingGrid, comparisons: Sequence[Comparison], level: float) -> str:
    """What is in the table, and what bold and letters mean."""
    first, by = comparisons[0], comparisons[0].by
    systems = counted(len({name for row in comparisons for name in (row.a, row.b)}), "system")
    if by:
        what = f"{_name(first.score)} of {systems} by {escaped(by)}"
    else:
        what = f"{systems} on {counted(max(row.sentences for row in comparisons), 'sentence')}"
    tests = " or ".join(dict.fromkeys(_test(row) for row in comparisons))
    what += f"{_measured(comparisons)}. "
    return what + _best("row" if by else "column") + _letters("row" if by else "column", level, tests, comparisons)


def _test(comparison: Comparison) -> str:
    return "McNemar's exact test" if comparison.test.startswith("McNemar") else comparison.test


def _best(line: str) -> str:
    return f"The best of each {line} is in bold."


def _letters(line: str, level: float, tests: str, comparisons: Sequence[Comparison]) -> str:
    threshold = f"{1 - level:.4g}"
    return (
        rf" Systems that share a letter in a {line} do not differ significantly ($p \geq {threshold}$, "
        f"{escaped(tests)}, Holm's correction for all {corrected_for(comparisons)})."
    )


def _macro_caption(comparisons: Comparisons) -> str:
    first = comparisons.macro[0]
    systems = counted(len({average.system for average in comparisons.macro}), "system")
    what = f"Macro-averages of {systems} over {counted(first.treebanks, 'treebank')}{_measured(comparisons)}. "
    letters = _letters("column", comparisons.level, comparisons[0].test, comparisons)
    return what + _best("column") + letters + _if_missing(comparisons, "A treebank without output counts as 0.")


def _measured(comparisons: Sequence[Comparison], signature: str | None = None) -> str:
    """The measure of a table, or its measures."""
    rows = [row for row in comparisons if signature in (None, row.signature)]
    return f" ({escaped(', '.join(dict.fromkeys(row.measure for row in rows)))})"


def _if_missing(comparisons: Comparisons, counting: str) -> str:
    """What the caption says of treebanks without output."""
    if not any(average.missing for average in comparisons.macro):
        return ""
    if counts_missing(comparisons.macro[0]):
        return f" {counting}"
    return " Treebanks that not every system parsed are left out."


def _that_fit(systems: Sequence[str], width: int) -> list[list[str]]:
    """The systems of each table, as many as fit next to the names of treebanks."""
    tables: list[list[str]] = []
    left = 0
    for system in systems:
        needed = _GAP + max(_FIGURE, *map(len, broken(system, _FIGURE).split("\n")))
        if not tables or needed > left:
            tables.append([])
            left = _WIDEST - width
        tables[-1].append(system)
        left -= needed
    return tables


def _stacked(system: str) -> str:
    """A long name in several lines."""
    lines = [escaped(line) for line in broken(system, _FIGURE).split("\n")]
    stack = r" \\ ".join(lines)
    return rf"\shortstack[r]{{{stack}}}" if len(lines) > 1 else stack


def _treebanks(comparisons: Comparisons, signature: str, score: str, systems: Sequence[str]) -> list[str]:
    """Treebanks in rows, some of the systems in columns, and the macro-average."""
    rows = scores_by_treebank(comparisons, signature, score)
    averages = {row.system or "": row.scores[score] for row in comparisons.macro if row.signature == signature}
    lower = any(row.lower for row in comparisons if (row.signature, row.score) == (signature, score))
    lines = []
    for name, values in [*rows.items(), (MACRO, averages)]:
        best = best_of(values, lower)
        known = {system: figure(value) for system, value in values.items() if not math.isnan(value)}
        cells = (_bold(known[system], float(known[system]) == best) if system in known else "--" for system in systems)
        lines.append([escaped(name), *cells])
    head = [" & ".join(["treebank", *map(_stacked, systems)]) + r" \\"]
    table = tabular(head, "l" + "r" * len(systems), lines)
    return [*table[:-3], r"\midrule", *table[-3:]]
