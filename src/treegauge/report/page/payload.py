"""The data of a report page: sentences with their errors, scores and trees, in packed columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.types import Int64s
from ...evaluation.naming import names_of_files
from ...measures.attachment import Attachment
from ...measures.parseval import Parseval
from ...measures.shared.base import Measure
from ...measures.shared.brackets import compare_brackets
from ...treebank import Treebank
from .divided import Excerpt, divided_sentences
from .evaluated import Evaluated, error_noun, score_columns
from .facets import Facet, pack_facets
from .packing import Pack
from .titles import measure_title
from .tree_columns import TreeColumns

_UNDEFINED = 65535
RIGHT, WRONG, MISLABELLED = 1, 2, 3  # marks of phrases; 0: it does not count


def packed(evaluated: Evaluated, facets: Sequence[Facet], chosen: Int64s) -> Pack:
    """Everything that the page needs of the chosen sentences (numbers from 0, ascending)."""
    measure = evaluated.measures[evaluated.main]
    pack = Pack({"systems": evaluated.systems, "left_out": _reasons(evaluated, chosen), "document": measure.document})
    pack.about["noun"] = error_noun(measure)
    pack.about["relations"] = _compared_relations(measure)
    if measure.document:
        pack.about["divided"] = [_divided(evaluated, name, chosen) for name in evaluated.systems]
    pack.add("number", chosen + 1)
    add_places(pack, evaluated.gold, chosen)
    position = np.full(len(evaluated.gold), -1)
    position[chosen] = np.arange(len(chosen))
    pack.about["facets"] = pack_facets(pack, facets, position)
    _add_scores(pack, evaluated, chosen)
    columns = TreeColumns(pack)
    gold = evaluated.words.select(chosen)
    columns.add_gold(gold)
    _add_counted(pack, evaluated, gold)
    for number, name in enumerate(evaluated.systems):
        test, same = evaluated.drawn[name]
        test, same = test.select(chosen), same[chosen]
        columns.add_system(str(number), test, same)
        _add_marks(pack, evaluated, number, gold, test)
    pack.about |= columns.strings()
    return pack


def _compared_relations(measure: Measure) -> dict[str, bool]:
    """What of a relation the measure compares: its subtype (`det:def`), capitals. ud ignores subtypes."""
    return {"subtypes": getattr(measure, "subtypes", measure.name != "ud"), "case": getattr(measure, "case", True)}


def _divided(evaluated: Evaluated, name: str, chosen: Int64s) -> dict[int, list[Excerpt]]:
    """The parser's own sentences, where they are not those of gold."""
    if evaluated.main_result(name).pairing.by != "text":
        return {}
    divided = chosen[evaluated.aligned[name].is_divided[chosen]]
    excerpts = divided_sentences(evaluated.gold, evaluated.given[name], divided)
    return {number + 1: sentences for number, sentences in excerpts.items()}


def _reasons(evaluated: Evaluated, chosen: Int64s) -> list[dict[int, str]]:
    wanted = set((chosen + 1).tolist())
    return [
        {row.sentence: row.reason for row in evaluated.main_result(name).left_out if row.sentence in wanted}
        for name in evaluated.systems
    ]


def add_places(pack: Pack, gold: Treebank, chosen: Int64s) -> None:
    """Pack the file and the line of each sentence."""
    source = gold.sentences.text("source").take(chosen).compact()
    pack.about["sources"] = [*names_of_files(source.values), ""]
    pack.add("source", np.where(source.codes < 0, len(source.values), source.codes))
    lines = gold.sentences.numbers("line") if "line" in gold.sentences else np.zeros(len(gold), np.int64)
    pack.add("line", lines[chosen])


def _add_scores(pack: Pack, evaluated: Evaluated, chosen: Int64s) -> None:
    for number, name in enumerate(evaluated.systems):
        result = evaluated.main_result(name)
        left_out = np.isnan(result.rows[chosen, 0])
        errors = np.minimum(evaluated.errors(name)[chosen], _UNDEFINED - 1)
        pack.add(f"errors.{number}", np.where(left_out, _UNDEFINED, errors))
        results = evaluated.results[name]
        ordered = [results[evaluated.main], *(row for row in results if row is not results[evaluated.main])]
        columns = score_columns(ordered, parsed_only=result.measure.document)
        pack.about["scores"] = [{"name": measure_title(*name.split(" "))} for name in columns]
        for place, values in enumerate(columns.values()):
            shown = np.clip(np.rint(values[chosen] * 100), 0, _UNDEFINED - 1)
            pack.add(f"score.{place}.{number}", np.where(np.isnan(shown), _UNDEFINED, shown).astype(np.int64))


def _add_counted(pack: Pack, evaluated: Evaluated, gold: Treebank) -> None:
    """Which words count in attachment scores."""
    measure = evaluated.measures[evaluated.main]
    if isinstance(measure, Attachment) and measure.punctuation != "keep":
        pack.add("gold.counted", measure.counted_tokens(gold))


def _add_marks(pack: Pack, evaluated: Evaluated, number: int, gold: Treebank, test: Treebank) -> None:
    """Which phrases are right, as the measure counts them: in the system's trees, and in gold for this system."""
    measure = evaluated.measures[evaluated.main]
    if not isinstance(measure, Parseval):
        return
    detail = compare_brackets(gold, test, measure.parameters, labelled=measure.labelled, detail=True).detail
    marks = np.where(detail.test, WRONG, 0)
    shift = np.repeat(test.nodes.offsets[:-1], gold.nodes.counts)
    for partner, mark in ((detail.mistaken, MISLABELLED), (detail.partner, RIGHT)):
        has = partner >= 0
        marks[partner[has] + shift[has]] = mark
    pack.add(f"{number}.marks", marks)
    missed = np.where(detail.gold, np.where(detail.mistaken >= 0, MISLABELLED, WRONG), 0)
    pack.add(f"gold.marks.{number}", np.where(detail.gold & (detail.partner >= 0), RIGHT, missed))
