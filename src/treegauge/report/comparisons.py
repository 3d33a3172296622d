"""Comparisons of parsers as rows, and for people: first the ranking, then the pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core.types import Row
from ..core.wording import counted
from ..evaluation.ranking import rank_systems
from ..evaluation.treebanks.comparing import BY_TREEBANK
from .cells import figure, p_value
from .rankings import ranking_grids, ranking_table, score_titles

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.comparison import Comparison, Comparisons
    from .fitting import FittedTable

FEW = 4  # systems of which every pair is printed, where there are many treebanks


def comparison_rows(comparisons: Comparisons) -> list[Row]:
    """One row per pair of parsers and score: the interval as two columns, ranks and letters of both parsers."""
    ranked = {
        (cell.signature, cell.score, cell.part, cell.system): cell
        for cell in rank_systems(comparisons, level=comparisons.level)
    }
    rows = []
    for comparison in comparisons:
        (row,) = comparison.table_rows()
        sides = {
            side: ranked[comparison.signature, comparison.score, comparison.part, name]
            for side, name in (("a", comparison.a), ("b", comparison.b))
        }
        ranks = {f"rank_{side}": cell.rank for side, cell in sides.items()}
        letters = {f"letters_{side}": cell.letters for side, cell in sides.items()}
        rows.append({**row, **ranks, **letters})
    return rows


def comparison_report(comparisons: Comparisons) -> Group:
    """The ranking, every pair, and what the figures mean."""
    from rich.console import Group

    parts: list[Any] = []
    for grid in ranking_grids(comparisons):
        parts += [ranking_table(grid), ""]
    parts += [*_lines(letters_remarks(comparisons)), ""]
    systems = {name for row in comparisons for name in (row.a, row.b)}
    if len(systems) <= FEW or comparisons[0].by != BY_TREEBANK:
        for table in pair_tables(comparisons):
            parts += [table, ""]
        parts += _lines(_meanings(comparisons))
    else:
        tests = counted(len({(row.part, row.a, row.b) for row in comparisons}), "pair")
        parts += _lines([f"--json has the difference, its interval and p of all {tests} of systems on treebanks."])
    return Group(*parts, "", *_lines(_signatures(comparisons), "dim"))


def corrected_for(comparisons: Sequence[Comparison]) -> str:
    """What p-values are corrected for: all pairs of systems, and all parts of a score."""
    by = next((comparison.by for comparison in comparisons), None)
    return "pairs" if by is None else f"pairs and {'treebanks' if by == BY_TREEBANK else 'parts'}"


def letters_remarks(comparisons: Comparisons) -> Iterator[str]:
    """What letters mean, and whether there can be different ones."""
    threshold = f"{1 - comparisons.level:.4g}"
    yield (
        f"Systems that share a letter do not differ significantly (p ≥ {threshold} after Holm's correction for all "
        f"{corrected_for(comparisons)})."
    )
    too_few = comparisons.too_few_resamples()
    if too_few is not None:
        yield f"{too_few[0].upper()}{too_few[1:]}."


def pair_tables(comparisons: Comparisons) -> list[FittedTable]:
    """Every pair: one table per measure with one row per score, where there are two systems; else one per score."""
    titles = score_titles(comparisons, [(row.signature, row.score) for row in comparisons])
    divided = any(comparison.by for comparison in comparisons)
    of_two = len({(comparison.a, comparison.b) for comparison in comparisons}) == 1
    groups: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        title = titles[comparison.signature, comparison.score]
        group = title.removesuffix(f" {comparison.score}") if of_two and not divided else title
        groups.setdefault(group, []).append(comparison)
    return [_pair_table(title, same, comparisons.level, of_two) for title, same in groups.items()]


def _pair_table(title: str, comparisons: Sequence[Comparison], level: float, of_two: bool) -> FittedTable:
    from .tables import new_table

    by = comparisons[0].by
    table = new_table(f"{title} ({_test(comparisons)})")
    if by or of_two:
        table.add_labels(by or "score")
    if not of_two:
        table.add_names("first", "second")
    table.add_figures(*([comparisons[0].a, comparisons[0].b] if of_two else ["value", "value of second"]), "difference")
    table.add_figures(f"{100 * level:g} % interval", aside=2)
    table.add_marked("p" if of_two and not by else "p (Holm)")
    table.add_figures("d_z", aside=1)
    for comparison in comparisons:
        label = [comparison.part or ""] if by else [comparison.score] if of_two else []
        names = [] if of_two else [comparison.a, comparison.b]
        table.add_row(*label, *names, *_comparison_cells(comparison))
    return table


def _test(comparisons: Sequence[Comparison]) -> str:
    """The tests that the p-values are from: `exact or approximate randomisation`."""
    tests = sorted({comparison.test for comparison in comparisons})
    if tests[-2:] == ["approximate randomisation", "exact randomisation"]:
        tests[-2:] = ["exact or approximate randomisation"]
    return "; ".join(tests)


def _comparison_cells(comparison: Comparison) -> tuple[str, ...]:
    stars = "**" if comparison.p_holm < 0.01 else "*" if comparison.p_holm < 0.05 else ""
    low, high = comparison.interval
    return (
        figure(comparison.value_a),
        figure(comparison.value_b),
        "-" if math.isnan(comparison.difference) else f"{comparison.difference:+.2f}",
        "-" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}",
        p_value(comparison.p_holm) + stars,
        figure(comparison.effect),
    )


def meaning_of_p(comparisons: Comparisons) -> str:
    """What p and its stars mean."""
    if len({(comparison.a, comparison.b, comparison.part) for comparison in comparisons}) > 1:
        what = corrected_for(comparisons)
        return f"p (Holm): corrected for the number of {what}; * below 0.05, ** below 0.01. --json has both p."
    return "p: * below 0.05, ** below 0.01."


def _meanings(comparisons: Comparisons) -> Iterator[str]:
    """What the columns mean."""
    yield meaning_of_p(comparisons)
    yield "d_z: the mean difference per sentence divided by its standard deviation; 0.2 is small, 0.8 large."


def _lines(lines: Iterable[str], style: str = "") -> list[Any]:
    from rich.text import Text as Line

    if style:  # signatures are not wrapped: they are copied
        return [Line(line, style=style, no_wrap=True, overflow="ignore") for line in lines]
    return [Line(line) for line in lines]


def _signatures(comparisons: Comparisons) -> Iterable[str]:
    """The signatures, and how many sentences were compared."""
    lines: dict[str, None] = {}
    for comparison in comparisons:
        facts = [] if comparison.by else [counted(comparison.sentences, "sentence")]
        if comparison.left_out:
            reason = "left out because not every parser could be scored on them (score says why)"
            facts.append(f"{comparison.left_out:,} {reason}")
        lines[f"  {comparison.signature}" + (f" ({', '.join(facts)})" if facts else "")] = None
    return lines
