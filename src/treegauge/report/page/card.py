"""The card of a treebank: statistics, how hard it is to parse, and what is probably wrong, next to other treebanks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ...core.errors import CallError, DataError
from ...core.types import Floats, Int64s
from ...core.wording import counted
from ...evaluation.describe import Description, describe
from ...measures.shared.words import words_only
from ...studies.difficulty.curves import EccCurve, ecc_curve
from ...studies.difficulty.measuring import Difficulty, difficulty
from ...transforms.label_functions import category_of
from ...treebank import Treebank
from ..bar_tables import Bar, BarRow, bar_table
from ..difficulty_charts import ecc_curve_plot, node_bars
from ..forest import ForestRow, forest_plot
from .assembling import Section, assembled
from .elements import table, tag
from .packing import Pack
from .payload import add_places
from .sentences import sentences_view
from .suspect_list import suspect_list, suspected
from .tree_columns import TreeColumns

PREPARED = "prepare"  # what is done to the trees before the difficulty is measured, if nothing else is asked for
_NOT_MEASURED = 65535
_LABELS = 15
_WIDTH = 760


@dataclass(frozen=True, eq=False)
class CardTreebank:
    """A treebank with what is known of it; `difficulty` is None where no grammar can be read off the trees."""

    name: str
    trees: Treebank
    description: Description
    difficulty: Difficulty | None
    refusal: str = ""


def card_treebank(name: str, trees: Treebank, transforms: Sequence[str], level: float, seed: int) -> CardTreebank:
    """Count a treebank and measure how hard it is."""
    description = describe(trees, name)
    if not trees.has_constituents:
        return CardTreebank(name, trees, description, None, "there is no phrase structure")
    try:
        steps = list(transforms) or [PREPARED]
        measured = difficulty(trees, transforms=steps, level=level, seed=seed, name=name)
    except (CallError, DataError) as error:
        return CardTreebank(name, trees, description, None, str(error))
    return CardTreebank(name, trees, description, measured)


def card_page(treebanks: Sequence[CardTreebank], sentences: int, level: float, seed: int) -> str:
    """The card of the first treebank, against the others."""
    first = treebanks[0]
    bits = _bits(first)
    suspects = suspected(first.trees, seed)
    chosen = _chosen(first, bits, suspects.sentences, sentences, seed)
    listed = suspect_list(suspects, set(chosen.tolist()))
    views = [
        Section("card", "Treebank", _card(treebanks, listed, len(chosen), level, seed)),
        Section("sentences", "Sentences", sentences_view(phrases=first.trees.has_constituents, systems=0)),
    ]
    others = f", next to {counted(len(treebanks) - 1, 'other treebank')}" if len(treebanks) > 1 else ""
    about = f"{counted(len(first.trees), 'sentence')}{others}"
    return assembled(first.name, about, views, _packed(first, bits, chosen).text())


def _bits(treebank: CardTreebank) -> Floats:
    """How many bits of each sentence remain when its tags are known; NaN where it was not measured."""
    bits = np.full(len(treebank.trees), np.nan)
    if treebank.difficulty is not None:
        figures = treebank.difficulty.figures
        bits[figures.number[figures.covered]] = figures.delta[figures.covered]
    return bits


def _chosen(treebank: CardTreebank, bits: Floats, suspects: Int64s, most: int, seed: int) -> Int64s:
    """The sentences of the page: all; or half are those of suspects and the hardest, and half are drawn at random."""
    count = len(treebank.trees)
    if count <= most:
        return np.arange(count)
    bits = np.nan_to_num(bits, nan=-1.0)
    bits[suspects] = np.inf
    order = np.argsort(-bits, kind="stable")
    hardest, others = order[: most // 2], order[most // 2 :]
    drawn = np.random.default_rng(seed).choice(others, most - len(hardest), replace=False)
    return np.sort(np.concatenate((hardest, drawn)))


def _packed(treebank: CardTreebank, bits: Floats, chosen: Int64s) -> Pack:
    pack = Pack({"systems": [], "left_out": [], "facets": [], "scores": [], "bits": bool(np.isfinite(bits).any())})
    pack.add("number", chosen + 1)
    add_places(pack, treebank.trees, chosen)
    shown = np.clip(np.rint(bits[chosen] * 100), 0, _NOT_MEASURED - 1)
    pack.add("bits", np.where(np.isnan(shown), _NOT_MEASURED, shown).astype(np.int64))
    columns = TreeColumns(pack)
    columns.add_gold(words_only(treebank.trees).select(chosen))
    pack.about |= columns.strings()
    return pack


def _card(treebanks: Sequence[CardTreebank], suspects: str, shown: int, level: float, seed: int) -> str:
    first = treebanks[0]
    parts = [_statistics(treebanks), _hard(treebanks, level, seed), _labels(treebanks), _lengths(treebanks), suspects]
    if shown < len(first.trees):
        half = "half are those of suspects and the hardest, half are drawn at random"
        said = f"This page has {counted(shown, 'sentence')}: {half}."
        parts.append(tag("p", said, class_="note"))
    return "".join(parts)


_COLUMNS = {
    "sentences": "{:,}",
    "tokens": "{:,}",
    "nodes": "{:,}",
    "labels": "{:,}",
    "tags": "{:,}",
    "nodes_per_word": "{:.2f}",
    "depth": "{:.2f}",
    "unary": "{:.1%}",
    "discontinuous": "{:.1%}",
}


_OF_PHRASES = ("nodes", "nodes_per_word", "unary")


def _statistics(treebanks: Sequence[CardTreebank]) -> str:
    phrases = [treebank.trees.has_constituents for treebank in treebanks]
    names = [name for name in _COLUMNS if any(phrases) or name not in _OF_PHRASES]
    rows = []
    for treebank, has_phrases in zip(treebanks, phrases, strict=True):
        values = treebank.description.row()
        cells = [
            tag("td", _COLUMNS[name].format(values[name]), data_score=name)
            if has_phrases or name not in _OF_PHRASES
            else tag("td", "–")
            for name in names
        ]
        rows.append([tag("th", escape(treebank.name), scope="row"), *cells])
    titles = ["relations" if name == "labels" and not any(phrases) else name.replace("_", " ") for name in names]
    return table(["", *titles], rows, caption="Statistics", kind="scores statistics")


def _hard(treebanks: Sequence[CardTreebank], level: float, seed: int) -> str:
    """How hard the treebanks are, the hardest first, and how the estimate of the first one converges."""
    measured = [treebank for treebank in treebanks if treebank.difficulty is not None]
    refused = [treebank for treebank in treebanks if treebank.difficulty is None]
    notes = _refusals(refused)
    if not measured:
        return tag("h2", "How hard it is to parse") + tag("p", escape(" ".join(notes)), class_="note")
    first = measured[0].difficulty
    assert first is not None
    curve = ecc_curve(first.figures, seed=seed, level=level, name=first.treebank, transform=first.transform)
    notes.insert(
        0,
        "ECC: the bits that remain unknown of a tree when its tags are known, under the treebank’s grammar. "
        f"The lines are intervals at the level of {100 * level:g} %.",
    )
    codes = tag("code", escape(str(first.signature)))
    return "".join(
        [
            tag("h2", "How hard it is to parse"),
            _figures(measured, "ecc", "ECC, bits per sentence", per_cent=False),
            _figures(measured, "emr", "exact match of the most probable tree, %", per_cent=True),
            tag("p", escape(" ".join(notes)), class_="note"),
            tag("figure", ecc_curve_plot([curve]), class_="chart"),
            tag("p", _curve_note(curve), class_="note"),
            tag("p", codes, class_="note"),
            _where(measured, level),
        ]
    )


def _where(measured: Sequence[CardTreebank], level: float) -> str:
    """Which constructions make the treebanks hard: the share of the bits of each."""
    rows = []
    for treebank in measured:
        assert treebank.difficulty is not None
        rows += treebank.difficulty.by_nodes("construction", level=level)
    if not rows:
        return ""
    note = "Each node of a tree has its share of the bits; the bars are the sums over the nodes of a construction."
    return tag("figure", node_bars(rows, "construction", paper=False), class_="bars") + tag("p", note, class_="note")


def _refusals(treebanks: Sequence[CardTreebank]) -> list[str]:
    """Which treebanks were not measured: one sentence per reason."""
    names: dict[str, list[str]] = {}
    for treebank in treebanks:
        names.setdefault(treebank.refusal, []).append(treebank.name)
    return [f"{', '.join(those)}: the difficulty was not measured, since {reason}." for reason, those in names.items()]


def _curve_note(curve: EccCurve) -> str:
    return (
        f"The learning curve: ECC estimated from the first trees, in {len(curve.estimates)} random orders. The band is "
        f"where estimates from so many trees are expected ({100 * curve.level:g} %)."
    )


def _figures(measured: Sequence[CardTreebank], figure: str, title: str, *, per_cent: bool) -> str:
    rows = []
    for treebank in measured:
        assert treebank.difficulty is not None
        row = treebank.difficulty.row()
        value, half = float(row[figure]) + 0.0, float(row[f"{figure}_interval"])  # type: ignore[literal-required]
        ends = (value - half, value + half)
        interval = (max(ends[0], 0.0), min(ends[1], 100.0) if per_cent else ends[1]) if math.isfinite(half) else None
        rows.append(ForestRow(treebank.name, value, interval))
    rows.sort(key=lambda row: -row.value if math.isfinite(row.value) else math.inf)
    return tag("figure", forest_plot(rows, title, per_cent=per_cent, width=_WIDTH, paper=False), class_="forest")


def _labels(treebanks: Sequence[CardTreebank]) -> str:
    """The most frequent labels, or relations, of the first treebank, and how frequent they are in the others that have
    such trees."""
    phrases = treebanks[0].trees.has_constituents
    alike = [row for row in treebanks if (row.trees.has_constituents if phrases else row.trees.has_dependencies)]
    counts = {treebank.name: _label_counts(treebank, phrases=phrases) for treebank in alike}
    names = list(next(iter(counts.values()), {}))[:_LABELS]
    return _counts(counts, names, "phrases" if phrases else "relations")


def _label_counts(treebank: CardTreebank, *, phrases: bool) -> Mapping[str, int]:
    words = words_only(treebank.trees)
    column = words.nodes.text("label").map(_without_function) if phrases else words.tokens.text("deprel")
    return column.counts()


def _without_function(label: str) -> str | None:
    """`NP` for `NP-SBJ-1`; a root without a name is not counted."""
    return category_of(label) or None


def _lengths(treebanks: Sequence[CardTreebank]) -> str:
    """How many sentences have up to 10, 20, ... words."""
    tens = {row.name: (np.maximum(words_only(row.trees).tokens.counts, 1) - 1) // 10 for row in treebanks}
    numbers = np.unique(np.concatenate(list(tens.values()))).tolist()
    titles = {number: f"{10 * number + 1}-{10 * number + 10} words" for number in numbers}
    counts = {
        name: {titles[number]: int((column == number).sum()) for number in numbers} for name, column in tens.items()
    }
    return _counts(counts, list(titles.values()), "sentences by length")


def _counts(counts: Mapping[str, Mapping[str, int]], names: Sequence[str], title: str) -> str:
    """Bars of shares, a column per treebank; the numbers are those of the first."""
    totals = {treebank: sum(column.values()) or 1 for treebank, column in counts.items()}
    first = next(iter(counts.values()), {})
    rows = []
    for name in names:
        bars = []
        for treebank, column in counts.items():
            count, total = column.get(name, 0), totals[treebank]
            whose = f"{treebank}, " if len(counts) > 1 else ""
            share = 100 * count / total
            bars.append(Bar(share, f"{share:.1f} %", f"{whose}{name}: {count:,} of {total:,}"))
        rows.append(BarRow(name, f"{first[name]:,}", bars))
    most = max((bar.value for row in rows for bar in row.bars), default=1.0)
    columns = list(counts) if len(counts) > 1 else [""]
    return tag("figure", bar_table(rows, columns, title, most=most, width=_WIDTH, paper=False), class_="bars")
