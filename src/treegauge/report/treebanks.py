"""Many treebanks for people: treebanks in rows, scores or systems in columns, and the macro-average below them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..core.signature import Signature
from ..core.tabular import flat_row
from ..core.types import Row
from ..core.wording import counted
from ..evaluation.selecting import main_first
from ..evaluation.treebanks.averages import MACRO
from ..measures.shared.base import find_measure
from .cells import figure
from .comparisons import FEW, letters_remarks, meaning_of_p, pair_tables
from .rankings import score_titles

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.console import Group

    from ..evaluation.comparison import Comparisons
    from ..evaluation.ranking import RankedSystem
    from ..evaluation.result import Result, Results
    from ..evaluation.treebanks.averages import MacroAverage
    from .fitting import FittedTable

_SIDES = ("_precision", "_recall", "_aligned")


def system_rows(comparisons: Comparisons) -> list[Row]:
    """One row per treebank, system and measure with a column for each score, then those of the macro-average."""
    rows: list[Row] = []
    for result in comparisons.treebanks:
        names = {**result.names, "measure": result.measure.name, "sentences": len(result.compared)}
        rows.append({**names, **result.scores, "signature": str(result.signature)})
    for average in comparisons.macro:
        names = {"treebank": MACRO, "system": average.system, "measure": average.measure}
        ends = flat_row({"intervals": average.intervals})
        rows.append({**names, **average.scores, **ends, "signature": average.signature})
    return rows


def treebanks_report(results: Results, level: float) -> Group:
    """The scores of one system: a table per measure."""
    from rich.console import Group

    parts: list[Any] = []
    names = [average.measure for average in results.macro]
    for average in results.macro:
        spec = _spec(average.signature)
        same = [result for result in results if result.measure.spec == spec]
        title = average.measure if names.count(average.measure) == 1 else spec
        parts += [_score_table(title, average, same, level), ""]
        parts += _lines(_macro_remarks([average], shown_scores(average.scores)))
        parts += [*_lines(_left_out(same)), *_lines([f"  {average.signature}"], "dim"), ""]
    return Group(*parts[:-1])


def _spec(signature: str) -> str:
    """The measure with all its options."""
    return Signature.parse(signature).specs[0]


def _score_table(title: str, average: MacroAverage, results: Sequence[Result], level: float) -> FittedTable:
    from rich.text import Text

    from .tables import new_table

    shown = shown_scores(average.scores)
    if results and not results[0].chosen:
        shown = list(main_first(dict.fromkeys(shown), results[0].measure))
    table = new_table(title)
    table.add_names("treebank")
    table.add_figures("sentences compared")
    for number, name in enumerate(shown):
        table.add_figures(name, aside=len(shown) - number if number else 0)
    rows: dict[str, list[str]] = {}
    for result in results:
        rows[result.treebank or ""] = [f"{len(result.compared):,}", *(figure(result.scores[name]) for name in shown)]
    in_order = sorted(rows) == list(rows)
    rows |= {name: ["-"] * (len(shown) + 1) for name in average.missing if counts_missing(average)}
    for name in sorted(rows) if in_order else rows:
        table.add_row(name, *rows[name])
    sentences = sum(len(result.compared) for result in results)
    table.add_row(
        Text(MACRO, style="bold"),
        f"{sentences:,}",
        *(Text(figure(average.scores[name]), style="bold") for name in shown),
    )
    if average.intervals:
        for side, end in ((f"{100 * level:g} % from", 0), ("to", 1)):
            table.add_row(side, "", *(figure(average.intervals[name][end]) for name in shown))
    return table


def shown_scores(names: Iterable[str]) -> list[str]:
    """The scores without the precision, recall and aligned accuracy that an F1 has."""
    listed = list(names)
    shown = [name for name in listed if not (name.endswith(_SIDES) and name.rpartition("_")[0] in listed)]
    return shown or listed


def counts_missing(average: MacroAverage) -> bool:
    """Whether treebanks without output count as 0; else they are left out."""
    facts = Signature.parse(average.signature).facts
    return facts.get("missing-treebanks", facts["missing"]) == "count"


def _macro_remarks(averages: Sequence[MacroAverage], shown: Iterable[str]) -> Iterable[str]:
    first = averages[0]
    treebanks = counted(first.treebanks, "treebank")
    drawn = "; its interval is from sentences drawn within treebanks" if first.intervals else ""
    yield f"{MACRO}: the mean over {treebanks}{drawn}"
    if any(average.missing for average in averages):
        names = {name for average in averages for name in average.missing}
        if counts_missing(first):
            yield "-: no output for this treebank; it counts as 0 in the macro-average"
            yield from _without_average(averages, shown)
        else:
            number = counted(len(names), "treebank")
            yield f"left out {number} that not every system parsed: {', '.join(sorted(names))}"


def _without_average(averages: Sequence[MacroAverage], shown: Iterable[str]) -> Iterable[str]:
    """Scores of which lower ones are better: 0 would be the best."""
    better_if_lower = {name for average in averages for name in find_measure(average.signature).lower}
    lower = [name for name in shown if name in better_if_lower]
    if lower:
        names = " and ".join(lower)
        yield f"-: there is no average of {names}, where lower is better, for a system without output for a treebank"


def _left_out(results: Sequence[Result]) -> Iterable[str]:
    for result in results:
        if result.left_out:
            first = result.left_out[0]
            number = counted(len(result.left_out), "sentence")
            yield f"{result.treebank}: {number} left out, the first ({first.where}): {first.reason}"


def systems_report(comparisons: Comparisons) -> Group:
    """Several systems: their macro-averages ranked, the scores of every treebank, and the pairs if they are few."""
    from rich.console import Group

    ranked = ranked_scores(comparisons)
    order = [cell.system for cell in next(iter(ranked.values()))]
    averages = comparisons.macro
    parts: list[Any] = [ranking_of_averages(comparisons), "", *_lines(letters_remarks(comparisons)), ""]
    (signature, score), title = next(iter(score_titles(comparisons, list(ranked)).items()))
    remarks = _macro_remarks(averages, dict.fromkeys(name for _, name in ranked))
    parts += [systems_table(comparisons, signature, score, title, order), "", *_lines(remarks)]
    others = [name for _, name in ranked if name != score]
    if others:
        parts += _lines([f"--scores {others[0]} shows the treebanks by {others[0]}; --json has all scores"])
    parts.append("")
    if len(order) <= FEW:
        for table in pair_tables(comparisons):
            parts += [table, ""]
        parts += _lines([meaning_of_p(comparisons)])
        parts += _lines(["d_z: the mean difference per treebank divided by its standard deviation."])
    else:
        pairs = counted(len(order) * (len(order) - 1) // 2, "pair")
        parts += _lines([f"--json has the difference, its interval and p of all {pairs} of systems"])
    signatures = dict.fromkeys(average.signature for average in averages)
    sentences = {row.signature: (row.sentences, row.left_out) for row in comparisons}
    return Group(*parts, "", *_lines((_signed(name, *sentences[name]) for name in signatures), "dim"))


def _signed(signature: str, sentences: int, left_out: int) -> str:
    without = f", {left_out:,} left out because not every system could be scored on them" if left_out else ""
    return f"  {signature} ({counted(sentences, 'sentence')}{without})"


def ranked_scores(comparisons: Comparisons) -> dict[tuple[str, str], list[RankedSystem]]:
    """The systems by each score, that by which they are ranked first."""
    scores: dict[tuple[str, str], list[RankedSystem]] = {}
    for cell in comparisons.ranking():
        scores.setdefault((cell.signature, cell.score), []).append(cell)
    order = [*(score for score in comparisons.rank_by if score in scores), *scores]
    return {score: scores[score] for score in dict.fromkeys(order)}


def ranking_of_averages(comparisons: Comparisons) -> FittedTable:
    """The systems, the best first: macro-averages with letters and intervals, and how many treebanks are missing."""
    from rich.text import Text

    from .tables import new_table

    ranked = ranked_scores(comparisons)
    titles = score_titles(comparisons, list(ranked))
    averages = {(average.signature, average.system): average for average in comparisons.macro}
    some_missing = any(average.missing for average in comparisons.macro)
    table = new_table(f"{MACRO} over {counted(comparisons.macro[0].treebanks, 'treebank')}")
    table.add_names("system")
    for number, score in enumerate(ranked):
        table.add_marked(titles[score], aside=0 if number == 0 else 2 * (len(ranked) - number))
        table.add_figures(f"{score[1]}, {100 * comparisons.level:g} % interval", aside=2 * (len(ranked) - number) - 1)
    if some_missing:
        table.add_figures("missing", aside=2 * len(ranked))
    letters = {score: max(len(cell.letters) for cell in cells) for score, cells in ranked.items()}
    for system in (cell.system for cell in next(iter(ranked.values()))):
        cells: list[Any] = [system]
        for score, systems in ranked.items():
            cell = next(cell for cell in systems if cell.system == system)
            low, high = averages[score[0], system].intervals[score[1]]
            text = f"{figure(cell.value):>6} {cell.letters:{letters[score]}}"
            cells.append(Text(text, style="bold" if cell.is_best else ""))
            cells.append("-" if math.isnan(low) else f"{low:.2f} to {high:.2f}")
        missing = averages[next(iter(ranked))[0], system].missing
        table.add_row(*cells, *([str(len(missing))] if some_missing else []))
    return table


def scores_by_treebank(comparisons: Comparisons, signature: str, score: str) -> dict[str, dict[str, float]]:
    """One score of every system, by treebank."""
    spec = _spec(signature)
    values: dict[str, dict[str, float]] = {}
    for result in comparisons.treebanks:
        if result.measure.spec == spec:
            values.setdefault(result.treebank or "", {})[result.system or ""] = result.scores[score]
    return values


def best_of(values: Mapping[str, float], lower: bool) -> float:
    """The best value of a row, as it is printed."""
    known = [float(figure(value)) for value in values.values() if not math.isnan(value)]
    return math.nan if not known else min(known) if lower else max(known)


def systems_table(
    comparisons: Comparisons, signature: str, score: str, title: str, order: Sequence[str]
) -> FittedTable:
    """Treebanks in rows and systems in columns, the best of each row in bold."""
    from rich.text import Text

    from .tables import new_table

    lower = any(row.lower for row in comparisons if (row.signature, row.score) == (signature, score))
    rows = scores_by_treebank(comparisons, signature, score)
    averages = {
        average.system or "": average.scores[score] for average in comparisons.macro if average.signature == signature
    }
    table = new_table(title)
    table.add_names("treebank")
    for number, system in enumerate(order):
        table.add_figures(system, aside=len(order) - number if number else 0)
    for name, values in [*rows.items(), (MACRO, averages)]:
        best = best_of(values, lower)
        cells = [
            Text(figure(values[system]), style="bold" if float(figure(values[system])) == best else "")
            if system in values and not math.isnan(values[system])
            else Text("-")
            for system in order
        ]
        table.add_row(Text(name, style="bold") if name == MACRO else name, *cells)
    return table


def _lines(lines: Iterable[str], style: str = "") -> list[Any]:
    from rich.text import Text as Line

    if style:  # signatures are not wrapped: they are copied
        return [Line(line, style=style, no_wrap=True, overflow="ignore") for line in lines]
    return [Line(line) for line in lines]
