"""People's answers to pairs, as tables: how far they agree, who they are, which pairs to look at, and a plan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.types import Interval
from ..core.wording import counted
from ..evaluation.judging.agreement import JudgementAgreement
from ..evaluation.judging.gold import JudgedGold
from ..evaluation.judging.persons import JudgingPerson
from ..evaluation.judging.planning import JudgementPlan, PlannedJudgements
from ..evaluation.judging.results import JudgementResults

if TYPE_CHECKING:
    from rich.console import Group

    from .fitting import FittedTable


def judgement_report(results: JudgementResults, adjudicate: int = 10) -> Group:
    """All figures of people's answers."""
    from rich.console import Group
    from rich.text import Text as Line

    level = results.agreement[0].level
    parts: list[Any] = [judgement_agreement_table(results.agreement), "", persons_table(results.persons, level)]
    doubtful = results.gold.to_adjudicate()
    if adjudicate and doubtful:
        parts += ["", adjudication_table(results.gold, adjudicate)]
    return Group(*parts, "", *map(Line, _gold_notes(results, len(doubtful))))


def judgement_agreement_table(results: Sequence[JudgementAgreement]) -> FittedTable:
    """Agreement on all pairs, and by kind."""
    from .tables import new_table

    interval = f"{100 * results[0].level:g} %"
    table = new_table()
    table.add_labels("pairs")
    table.add_figures("number", "answers", "agree %", "alpha")
    table.add_figures(f"alpha, {interval}", aside=2)
    table.add_figures("AC1")
    table.add_figures(f"AC1, {interval}", aside=1)
    table.add_figures("kappa", aside=3)
    for row in results:
        table.add_row(
            row.kind or "all",
            f"{row.pairs:,}",
            f"{row.answers:,}",
            _per_cent(row["observed"]),
            _figure(row["alpha"]),
            _range(row.intervals.get("alpha")),
            _figure(row["ac1"]),
            _range(row.ac1_interval),
            _figure(row["kappa"]),
        )
    return table


def persons_table(persons: Sequence[JudgingPerson], level: float) -> FittedTable:
    """One row per person; those who agree least with the others first."""
    from .tables import new_table

    interval = f"{100 * level:g} %"
    controls = any(person.controls for person in persons)
    table = new_table()
    table.add_names("person")
    table.add_figures("answers")
    table.add_figures("seconds", aside=2)
    table.add_figures("unsure %", aside=3)
    if controls:
        table.add_figures("control %")
        table.add_figures(f"control, {interval}", aside=1)
    table.add_figures("agree %", "alpha without", "reliable %")
    table.add_figures(f"reliable, {interval}", aside=1)
    for person in sorted(persons, key=_least_reliable_first):
        on_controls = (_per_cent(person.control_accuracy), _range(person.control_interval, percent=True))
        table.add_row(
            person.person + (" (excluded)" if person.excluded else ""),
            f"{person.answers:,}",
            "-" if math.isnan(person.seconds) else f"{person.seconds:.1f}",
            _per_cent(person.unsure),
            *(on_controls if controls else ()),
            _per_cent(person.agreement),
            _figure(person.alpha_without),
            _per_cent(person.reliability),
            _range(person.reliability_interval, percent=True),
        )
    return table


def _least_reliable_first(person: JudgingPerson) -> tuple[bool, float]:
    return person.excluded, math.inf if math.isnan(person.reliability) else person.reliability


def adjudication_table(gold: JudgedGold, most: int) -> FittedTable:
    """The pairs that somebody should look at, the most uncertain first."""
    from .tables import new_table

    doubtful = gold.to_adjudicate()[:most]
    table = new_table("to adjudicate")
    table.add_labels("pair")
    table.add_figures(*doubtful[0].votes)
    table.add_labels("majority", "probable")
    table.add_figures("probability")
    for answer in doubtful:
        votes = (f"{number:,}" for number in answer.votes.values())
        table.add_row(answer.pair, *votes, answer.majority or "-", answer.probable, f"{answer.probability:.3f}")
    return table


def _gold_notes(results: JudgementResults, doubtful: int) -> list[str]:
    gold, judged = results.gold, results.judgements
    shares = ", ".join(
        f"{truth} {100 * share:.1f} %" for truth, share in zip(judged.truths, gold.model.prevalence, strict=True)
    )
    way = "majority" if gold.method == "majority" else "the model of Dawid and Skene"
    notes = [
        f"gold by {way}: {len(gold.decided):,} of {counted(len(gold.answers), 'pair')} decided;"
        f" {doubtful:,} to adjudicate",
        f"by the model of Dawid and Skene: {shares}",
    ]
    if judged.excluded:
        notes.append(f"the answers of {counted(len(judged.excluded), 'person', 'persons')} do not count")
    return notes


def plan_report(plan: JudgementPlan, within: float, parser: float) -> Group:
    """The plan, and what it says."""
    from rich.console import Group
    from rich.text import Text as Line

    return Group(judgement_plan_table(plan, within), "", *map(Line, _plan_notes(plan, within, parser)))


def judgement_plan_table(plan: JudgementPlan, within: float) -> FittedTable:
    """One row per number of answers per pair."""
    from .tables import new_table

    table = new_table()
    table.add_figures("per pair", "majority right %")
    table.add_figures("undecided %", aside=3)
    table.add_figures("model right %")
    table.add_figures("alpha", aside=4)
    table.add_figures("AC1", aside=5)
    table.add_figures("hours", "bias", "±")
    table.add_figures(f"pairs for ±{100 * within:g}", "hours for that")
    for row in plan:
        table.add_row(*_plan_cells(row))
    return table


def _plan_cells(row: PlannedJudgements) -> list[str]:
    needed = "-" if row.pairs_needed is None else f"{row.pairs_needed:,}"
    return [
        f"{row.per_pair:,}",
        _per_cent(row.majority_right),
        _per_cent(row.majority_undecided),
        _per_cent(row.model_right),
        _figure(row.alpha),
        _figure(row.ac1),
        f"{row.hours:.1f}",
        f"{100 * row.bias:.1f}",
        f"{100 * row.half_width:.1f}",
        needed,
        "-" if row.hours_needed is None else f"{row.hours_needed:.1f}",
    ]


def _plan_notes(plan: JudgementPlan, within: float, parser: float) -> list[str]:
    what = f"the score of a parser that is right on {100 * parser:g} % of pairs"
    notes = [f"bias, ±: how far {what} is from that, in points; from errors in the gold, and from the number of pairs"]
    best = plan.cheapest()
    if best is None:
        return [*notes, f"no number of answers per pair up to {len(plan):,} brings that score within {100 * within:g}"]
    answers = counted(best.answers_needed or 0, "answer")
    each = counted(best.per_pair, "answer")
    return [
        *notes,
        f"within {100 * within:g} points: at least {answers}, {each} each to {best.pairs_needed:,} pairs"
        f" ({best.hours_needed:.1f} hours of all persons together)",
    ]


def _per_cent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}"


def _figure(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"


def _range(interval: Interval | None, *, percent: bool = False) -> str:
    low, high = interval or (math.nan, math.nan)
    if math.isnan(low):
        return "-"
    return f"{100 * low:.1f} to {100 * high:.1f}" if percent else f"{low:.3f} to {high:.3f}"
