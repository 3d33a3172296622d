"""The first view of a report: systems ranked, which differences are significant, and what was compared."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ...core.wording import counted
from ...evaluation.ranking import rank_systems
from ...evaluation.result import LeftOut, Result
from ..forest import ForestRow, forest_plot
from .addresses import sentences_address
from .elements import listed, tag
from .evaluated import Evaluated
from .score_tables import all_scores, difference_table
from .titles import measure_title

_LISTED = 20  # sentences left out that are listed
_WIDE, _NARROW = 760, 420  # pixels of the first plot and of the others


def overview(evaluated: Evaluated, shown: int) -> str:
    """The HTML of the view; `shown` sentences are in the page."""
    measures = sorted(range(len(evaluated.measures)), key=lambda number: number != evaluated.main)
    scores = [(measure, score) for measure in measures for score in _main_scores(evaluated, measure)]
    first, *others = scores
    systems = [name for name, _ in _ranked(evaluated, *first)]
    more = "".join(_forest(evaluated, *score, _NARROW) for score in others)
    return "".join(
        [
            _forest(evaluated, *first, _WIDE, " large"),
            _forest(evaluated, *first, _NARROW, " small"),
            _explanation(evaluated),
            difference_table(evaluated, first[1], systems),
            _unlike(evaluated) if more else "",
            tag("div", more, class_="multiples") if more else "",
            all_scores(evaluated),
            _compared(evaluated, shown),
        ]
    )


def _main_scores(evaluated: Evaluated, measure: int) -> list[str]:
    """The main scores of a measure, the one that systems are ranked by first."""
    names = evaluated.measures[measure].main or evaluated.measures[measure].main_scores
    return [name for name in names if name in evaluated.results[evaluated.systems[0]][measure].scores]


def _ranked(evaluated: Evaluated, measure: int, score: str) -> list[tuple[str, str]]:
    """The systems, the best first, with their letters."""
    signature = str(evaluated.results[evaluated.systems[0]][measure].signature)
    pairs = [row for row in evaluated.comparisons if row.signature == signature and row.score == score]
    if pairs:
        return [(row.system, row.letters) for row in rank_systems(pairs, level=evaluated.level)]
    return [(name, "") for name in evaluated.systems]


def _forest(evaluated: Evaluated, measure: int, score: str, width: int, size: str = "") -> str:
    """A plot of a score; of `large` and `small`, a page shows the one that there is room for."""
    rows = []
    for name, letters in _ranked(evaluated, measure, score):
        result = evaluated.results[name][measure]
        address = sentences_address({"in": name}) if measure == evaluated.main else None
        rows.append(ForestRow(name, result.scores[score], result.intervals.get(score), letters, address))
    title = measure_title(evaluated.measures[measure].name, score)
    per_cent = score not in evaluated.measures[measure].lower
    plot = forest_plot(rows, title, per_cent=per_cent, width=width, paper=False)
    return tag("figure", plot, class_=f"forest{size}")


def _explanation(evaluated: Evaluated) -> str:
    level = f"{100 * evaluated.level:g} %"
    if len(evaluated.systems) < 2:
        said = f"The line is the interval at the level of {level}, by bootstrap over sentences."
    else:
        said = (
            f"The lines are intervals at the level of {level}. Two systems share a letter if they do not differ "
            "significantly (paired approximate randomisation, p after Holm’s correction)."
        )
    return tag("p", said, class_="note")


def _unlike(evaluated: Evaluated) -> str:
    """A warning where another measure ranks the systems on other sentences than the main one does."""
    if all(len(_by_sentences(evaluated, name)) == 1 for name in evaluated.systems):
        return ""
    said = "The measures do not compare the same sentences, so their rankings may differ; the list below says which."
    return tag("p", said, class_="note")


def _compared(evaluated: Evaluated, shown: int) -> str:
    """What was compared: sentences, those left out, and signatures."""
    items = [f"{counted(len(evaluated.gold), 'sentence')} of gold ({escape(evaluated.name)})"]
    if shown < len(evaluated.gold):
        items.append(
            f"This page has {counted(shown, 'sentence')}: half are those with the most errors, half are drawn at "
            "random. Scores and tables are of all sentences."
        )
    items += [_system(name, _by_sentences(evaluated, name)) for name in evaluated.systems]
    items += [escape(message) for message in evaluated.remarks]
    signatures = dict.fromkeys(str(row.signature) for results in evaluated.results.values() for row in results)
    codes = (tag("code", escape(signature)) for signature in signatures)
    parts = [tag("h2", "What was compared"), listed(*items), tag("h2", "Signatures"), listed(*codes)]
    return tag("div", *parts, class_="compared")


def _by_sentences(evaluated: Evaluated, name: str) -> list[list[Result]]:
    """The results of a system, those of the main measure first, grouped by which sentences were compared."""
    main = evaluated.main_result(name)
    groups: dict[tuple[bytes, ...], list[Result]] = {}
    for result in [main, *(row for row in evaluated.results[name] if row is not main)]:
        key = result.compared.tobytes(), np.asarray(result.unparsed).tobytes()
        groups.setdefault(key, []).append(result)
    return list(groups.values())


def _system(name: str, groups: Sequence[Sequence[Result]]) -> str:
    """How many sentences of a system were compared by which measures."""
    title = tag("strong", escape(name))
    if len(groups) == 1:
        return f"{title}: {_facts(groups[0])}"
    return f"{title}: {listed(*map(_facts, groups))}"


def _facts(results: Sequence[Result]) -> str:
    """What was compared, by measures that compare the same sentences."""
    result = results[0]
    names = ", ".join(row.measure.name for row in results)
    facts = [f"{counted(len(result.compared), 'sentence')} compared by {escape(names)}"]
    if len(result.unparsed):
        facts.append(f"{len(result.unparsed):,} of them without a parse, which count against it")
    if result.pairing.extra:
        facts.append(f"{len(result.pairing.extra):,} that gold does not have")
    said = "; ".join(facts)
    if not result.left_out:
        return said
    rows = [_reason(row) for row in result.left_out[:_LISTED]]
    more = len(result.left_out) - _LISTED
    rows += [f"and {more:,} more"] if more > 0 else []
    return f"{said} {tag('details', tag('summary', f'{len(result.left_out):,} left out'), listed(*rows))}"


def _reason(row: LeftOut) -> str:
    number = tag("a", f"{row.sentence:,}", href=sentences_address({"s": str(row.sentence)}))
    return f"{number} ({escape(row.where)}): {escape(row.reason)}"
