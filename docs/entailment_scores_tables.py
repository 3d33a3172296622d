"""The tables of docs/studies/entailment-scores.md: systems scored by every measure that fits them, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from measured import markdown_table

from treegauge import Treebank, score, to_lth
from treegauge.entailments.api import with_known_dependencies
from treegauge.evaluation.compare import compare_results
from treegauge.evaluation.comparison import Comparison
from treegauge.evaluation.result import Result
from treegauge.evaluation.statistics import holm, spearman
from treegauge.report.charts import Chart, page, spanning, within_per_cent
from treegauge.report.scatter import Point, scatter

Kind = Literal["bound", "phrases", "dependencies"]
KINDS = ("subject", "object", "adverbial", "predicative", "existential", "coordination")


@dataclass(frozen=True, eq=False)
class System:
    """A parser, its trees, and the number of sentences without a parse, which have flat trees."""

    name: str
    kind: Kind
    trees: Treebank
    unparsed: int = 0


@dataclass(frozen=True, eq=False)
class Scored:
    """The results of a system by entailments, attachment scores and brackets (if it has any).

    `converted` has the attachment scores without the heuristics for trees without functions; `right_tags` is the share
    of words, with punctuation, whose tag is that of gold, in per cent.
    """

    name: str
    kind: Kind
    pete: Result
    attachment: Result
    converted: Result
    parseval: Result | None
    recall_by_kind: dict[str, float]
    unparsed: int
    right_tags: float

    @property
    def recall(self) -> float:
        return self.pete.scores["recall"]


@dataclass(frozen=True, eq=False)
class Tested:
    """A treebank, its upper bounds, and the parsers by their input."""

    name: str
    sentences: int
    words: int
    bounds: list[Scored]
    groups: dict[str, list[Scored]]


def scored(gold: Treebank, dependencies: Treebank, systems: Sequence[System]) -> list[Scored]:
    """Score every system against the same gold trees."""
    found = []
    for system in systems:
        (pete,) = score(gold, system.trees, "pete")
        kinds = {part.name: part.scores["recall"] for part in pete.by("kind")}
        phrases = system.trees.has_constituents
        mended = with_known_dependencies(system.trees)
        (attachment,) = score(dependencies, mended, "attachment")
        alone = to_lth(system.trees, restore=False) if phrases else mended
        (converted,) = score(dependencies, alone, "attachment")
        parseval = score(gold, system.trees, "parseval")[0] if phrases else None
        results = slim(pete), slim(attachment), slim(converted), parseval
        right = right_tags(dependencies, system.trees)
        found.append(Scored(system.name, system.kind, *results, kinds, system.unparsed, right))
    return found


def right_tags(gold: Treebank, test: Treebank) -> float:
    """The share of all words whose tag is that of gold, in per cent."""
    tags, other_tags = (own.tokens.text("tag").decode() for own in (gold, test))
    right = sum(tag == other for tag, other in zip(tags, other_tags, strict=True))
    return 100.0 * right / max(len(tags), 1)


def slim(result: Result) -> Result:
    """A result without its trees, to save memory."""
    return replace(result, gold=None, test=None)


def tables(found: Sequence[Tested]) -> dict[str, str]:
    """All tables by their names in the page."""
    made = {}
    for own in found:
        name = own.name.lower()
        for source, systems in own.groups.items():
            end = f"{name}-{source.replace(' ', '-')}"
            ranked = sorted(systems, key=lambda system: -system.recall)
            made[f"pete-{end}"] = pete_table([*own.bounds, *ranked])
            made[f"tests-{end}"] = test_table(ranked)
            made[f"gap-{end}"] = gap_table(systems)
            made[f"kinds-{end}"] = kind_table([*own.bounds, *ranked])
        made[f"agreement-{name}"] = agreement_table(own)
    if len(found) > 1:
        made["ranks"] = rank_table(found)
    return made


def with_interval(result: Result | None, name: str) -> str:
    """A score with half its 95 % interval over sentences."""
    if result is None:
        return "-"
    low, high = result.intervals[name]
    return f"{result.scores[name]:.2f} ± {(high - low) / 2:.2f}"


def pete_table(systems: Sequence[Scored]) -> str:
    rows = []
    for own in systems:
        name = f"*{own.name}*" if own.kind == "bound" else own.name
        pete = [with_interval(own.pete, "recall"), *(f"{own.pete.scores[score]:.2f}" for score in ("precision", "f1"))]
        others = [with_interval(own.attachment, metric) for metric in ("uas", "las")]
        rows.append([name, *pete, *others, with_interval(own.parseval, "f1"), f"{own.unparsed:,}"])
    return markdown_table(["", "recall", "precision", "F1", "UAS", "LAS", "PARSEVAL F1", "no parse"], rows)


def test_table(ranked: Sequence[Scored]) -> str:
    """The difference of each system and the next one by each measure, with its p-value."""
    pairs = list(pairwise(ranked))
    columns = [
        differences([(one.pete, other.pete) for one, other in pairs], "recall"),
        differences([(one.attachment, other.attachment) for one, other in pairs], "las"),
        differences([(one.attachment, other.attachment) for one, other in pairs], "uas"),
        differences([(one.parseval, other.parseval) for one, other in pairs], "f1"),
    ]
    names = [f"{one.name} - {other.name}" for one, other in pairs]
    return markdown_table(["", "recall", "LAS", "UAS", "PARSEVAL F1"], list(zip(names, *columns, strict=True)))


def differences(pairs: Sequence[tuple[Result | None, Result | None]], metric: str) -> list[str]:
    """Pairs of systems by one score; p by approximate randomisation, after Holm's correction for all these pairs."""
    found = [None if one is None or other is None else compared(one, other, metric) for one, other in pairs]
    adjusted = iter(holm([own.p for own in found if own is not None]).tolist())
    return ["-" if own is None else f"{own.difference:+.2f}, {_chance(next(adjusted))}" for own in found]


def compared(one: Result, other: Result, metric: str) -> Comparison:
    """Two systems by one score."""
    (own,) = (row for row in compare_results({"one": one, "other": other}) if row.score == metric)
    return own


def _chance(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def gap_table(systems: Sequence[Scored]) -> str:
    """Table 5.3: how much is lost because of labels."""
    rows = []
    for own in sorted(systems, key=lambda system: -system.attachment.scores["uas"]):
        uas, las = (own.attachment.scores[metric] for metric in ("uas", "las"))
        plain = own.converted.scores["las"]
        alone = [f"{plain:.2f}", f"{uas - plain:.2f}"] if own.kind == "phrases" else ["-", "-"]
        rows.append([own.name, f"{uas:.2f}", f"{las:.2f}", f"{uas - las:.2f}", *alone])
    return markdown_table(["", "UAS", "LAS", "UAS - LAS", "LAS, no heuristics", "UAS - LAS, no heuristics"], rows)


def kind_table(systems: Sequence[Scored]) -> str:
    rows = []
    for own in systems:
        name = f"*{own.name}*" if own.kind == "bound" else own.name
        rows.append([name, *(f"{own.recall_by_kind.get(kind, float('nan')):.2f}" for kind in KINDS)])
    return markdown_table(["recall of", *KINDS], rows)


def agreement_table(tested: Tested) -> str:
    """The rank correlation of recall with other measures."""
    rows = []
    for source, systems in tested.groups.items():
        recall = [own.recall for own in systems]
        cells = [f"{rho(recall, [own.attachment.scores[metric] for own in systems]):.2f}" for metric in ("uas", "las")]
        both = [own for own in systems if own.parseval is not None]
        brackets = [own.parseval.scores["f1"] for own in both if own.parseval is not None]
        cells.append(f"{rho([own.recall for own in both], brackets):.2f}")
        rows.append([f"from {source}", *cells])
    return markdown_table(
        [f"{tested.name}: Spearman's rho of recall with", "UAS", "LAS", "PARSEVAL F1 (phrases)"], rows
    )


def rho(x: Sequence[float], y: Sequence[float]) -> float:
    return spearman(x, y).value if len(x) > 2 else float("nan")


def rank_table(found: Sequence[Tested]) -> str:
    """The rank of each system on each treebank, and the correlation with the ranks on the first one."""
    made = []
    for source in found[0].groups:
        names = [own.name for own in sorted(found[0].groups[source], key=lambda own: -own.recall)]
        recalls = [{own.name: own.recall for own in tested.groups[source]} for tested in found]
        shared = [name for name in names if all(name in own for own in recalls)]
        rows = []
        for name in shared:
            places = [1 + sum(own[other] > own[name] for other in shared) for own in recalls]
            rows.append([name, *(f"{place} ({own[name]:.2f})" for place, own in zip(places, recalls, strict=True))])
        same = [rho([recalls[0][name] for name in shared], [own[name] for name in shared]) for own in recalls]
        rows.append(["rho with the first", *(f"{value:.2f}" for value in same)])
        made.append(markdown_table([f"from {source}", *(tested.name for tested in found)], rows))
    return "\n\n".join(made)


def points(found: Sequence[Tested]) -> dict[str, list[Point]]:
    """Recall of entailments and LAS of each parser, by the treebank and the input."""
    return {
        f"{tested.name}, from {source}": [_point(own) for own in systems]
        for tested in found
        for source, systems in tested.groups.items()
    }


def plot(panels: Mapping[str, Sequence[Point]]) -> str:
    """Recall of entailments against LAS, a panel for each treebank and each input."""
    charts = []
    for title, own in panels.items():
        across, down = (
            within_per_cent(spanning([end for point in own for end in ends(point)]))
            for ends in (_las_ends, _recall_ends)
        )
        chart = Chart(title, "LAS", "recall of entailments", across, down, 560, 400)
        charts.append(scatter(chart, sorted(own, key=lambda point: point.group)))
    return page(charts)


def _las_ends(point: Point) -> tuple[float, float]:
    return point.x - point.x_error, point.x + point.x_error


def _recall_ends(point: Point) -> tuple[float, float]:
    return point.y - point.y_error, point.y + point.y_error


def _point(own: Scored) -> Point:
    half_las, half_recall = (
        (high - low) / 2 for low, high in (own.attachment.intervals["las"], own.pete.intervals["recall"])
    )
    return Point(own.attachment.scores["las"], own.recall, half_las, half_recall, label=own.name, group=own.kind)
