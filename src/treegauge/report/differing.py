"""`diff`: gold and parses side by side, with a sign at everything that is wrong."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..core.bounds import Positive, SeedNumber, checked
from ..core.errors import CallError
from ..core.outputs import write_text
from ..core.remarks import remark
from ..core.tabular import Tabular
from ..core.types import PathLike, Row
from ..core.wording import counted
from ..evaluation.choosing import Missing, OnMismatch, Policy
from ..evaluation.conditions import Conditions, parse_conditions
from ..evaluation.differences import SystemDifferences, find_system_errors, worst_sentences
from ..evaluation.naming import names_of_files
from ..evaluation.pairing import remark_on_pairing
from ..evaluation.score import as_treebanks
from ..measures.shared.base import Measure
from ..measures.shared.items import EXTRA, HEAD, LABEL, MISSING, RELATION
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from ..treebank.direction import is_from_right
from ..treebank.lines import Line
from ..treebank.numbering import Wanted, sentence_numbers
from .cells import figure
from .diff_lines import arc_lines, phrase_lines
from .error_rows import error_row
from .marking import MarkedTrees, raised
from .page.titles import score_title
from .sheets import SentencePictures, TreePicture, html_page, html_sections, svg_sheet
from .showing import picture_ending, sentence_heading
from .word_rows import division

DIFF_ENDINGS = (".svg", ".html", ".txt", ".json", ".csv")  # of files that the verb writes
_PICTURES = DIFF_ENDINGS[:3]
_SCORES = {"parseval": ("f1", "precision", "recall"), "attachment": ("las", "uas"), "ud": ("las", "uas")}
_LEGENDS = {
    "nodes": "✗ missing in the parse, + not in gold, ≠ another label",
    "tokens": "✗ wrong head, ≠ wrong relation",
}
_OF_TEXT = ", − missing word, + extra word, … head outside"
_NOUNS = {
    MISSING: ("missing", "missing"),
    EXTRA: ("extra", "extra"),
    LABEL: ("wrong label", "wrong labels"),
    HEAD: ("wrong head", "wrong heads"),
    RELATION: ("wrong relation", "wrong relations"),
}
_NOUNS_OF_WORDS = {MISSING: ("missing word", "missing words"), EXTRA: ("extra word", "extra words")}


@checked
def diff(
    gold: Treebank | PathLike,
    tests: Treebank | PathLike | Mapping[str, Treebank | PathLike] | Sequence[PathLike],
    measure: str | Measure | None = None,
    *,
    transforms: str | Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    on_mismatch: OnMismatch = "skip",
    missing: Missing = "count",
    worst: Positive | None = 10,
    where: str | Sequence[str] = (),
    better: str | None = None,
    sentences: Wanted | None = None,
    seed: SeedNumber = 0,
) -> Differences:
    """Gold and parses side by side: `print(diff(gold, test))`, `diff(gold, {"a": a, "b": b}).write("errors.html")`. The
    errors are those that the measure counts (parseval for phrases, attachment for dependencies, ud where a parser has
    words or sentences of its own), and the sentences with the most errors come first.

    tests      a parse, or several by name; files alone are named after themselves
    worst      how many sentences; None: all with errors
    where      only sentences with such errors: `label=PP`, `relation=obl word=with`, `length>20`
    better     only sentences in which this system has fewer errors than each of the others
    sentences  these sentences instead, also those without errors: numbers from 1, ranges or ids

    `transforms`, `options`, `on_mismatch` and `missing` are those of `score`.
    """
    sources = _by_name(tests)
    conditions = parse_conditions(where)
    trees, resolved = apply_alike(as_treebanks([gold, *sources.values()]), transforms, seed)
    policy = Policy(on_mismatch, missing, tuple(resolved))
    systems = find_system_errors(trees[0], dict(zip(sources, trees[1:], strict=True)), measure, options, policy)
    for system in systems:
        remark_on_pairing([system.result], missing)
        _remark_on_left_out(system)
    if measure is None and systems[0].result.measure.document:
        remark(_AS_TEXT)
    if sentences is not None:
        return Differences(systems, sentence_numbers(trees[0], sentences), conditions)
    ranked = worst_sentences(systems, conditions, better)
    return Differences(systems, ranked[:worst], conditions, len(ranked))


def _by_name(tests: Any) -> Mapping[str, Treebank | PathLike]:
    if isinstance(tests, Treebank):
        return {"test": tests}
    if isinstance(tests, (str, os.PathLike)):
        return {names_of_files([tests])[0]: tests}
    if not isinstance(tests, Mapping):
        if not all(isinstance(test, (str, os.PathLike)) for test in tests):
            raise CallError('treebanks need names: diff(gold, {"a": first, "b": second})')
        tests = dict(zip(names_of_files(tests), tests, strict=True))
    if not tests:
        raise CallError("diff needs a parse: treegauge diff GOLD TEST")
    checked_tests: Mapping[str, Treebank | PathLike] = tests
    return checked_tests


def _remark_on_left_out(system: SystemDifferences) -> None:
    left_out = system.result.left_out
    if left_out:
        first = left_out[0]
        number = counted(
            len(left_out),
            "sentence cannot be compared and is left out",
            "sentences cannot be compared and are left out",
        )
        remark(f"{system.name}: {number}; the first: {first.where}: {first.reason}")


_AS_TEXT = "a parser has words or sentences of its own: the words of the whole text are aligned, as ud does"


@dataclass(frozen=True, eq=False, repr=False)
class Differences(Tabular):
    """Sentences in which parses differ from gold; `numbers` are those of the sentences, from 0, and `found` is how many
    there are in all."""

    systems: Sequence[SystemDifferences] = field(repr=False)
    numbers: Sequence[int]
    conditions: Conditions = field(default_factory=Conditions, repr=False)
    found: int = 0

    def __len__(self) -> int:
        return len(self.numbers)

    def __repr__(self) -> str:
        names = ", ".join(system.name for system in self.systems)
        errors = sum(int(system.errors[number]) for system in self.systems for number in self.numbers)
        return f"<Differences of {names}: {counted(len(self), 'sentence')} with {counted(errors, 'error')}>"

    @cached_property
    def _marked(self) -> MarkedTrees:
        return MarkedTrees(self.systems)

    @property
    def legend(self) -> str:
        """What the signs mean."""
        names = [f"{raised(number)} {system.name}" for number, system in enumerate(self.systems, 1)]
        signs = _LEGENDS[self.systems[0].items.table] + (_OF_TEXT if self.systems[0].result.measure.document else "")
        return "; ".join([signs, *([", ".join(names)] if len(names) > 1 else [])])

    def _legend_lines(self, width: int | None) -> list[str]:
        return [self.legend] if width is None or len(self.legend) <= width else self.legend.split("; ")

    def lines(self, width: int | None = None) -> list[Line]:
        """All sentences in characters, in the form for which there is room in `width` columns."""
        draw = phrase_lines if self.systems[0].items.table == "nodes" else arc_lines
        lines = [_plain(text) for text in self._legend_lines(width)] if self.numbers else []
        for number in self.numbers:
            gold, tests = self._marked.trees(number)
            heading = Line()
            heading.write(sentence_heading(gold), "heading")
            captions = [["gold"], *([system.name, *self._captions(system, number)] for system in self.systems)]
            lines += [Line(), heading, *draw(gold, tests, captions, width)]
        return lines

    def _captions(self, system: SystemDifferences, number: int) -> list[str]:
        """The scores of a sentence and its errors, below its tree."""
        if not system.is_compared[number]:
            return [
                next((f"left out: {gone.reason}" for gone in system.result.left_out if gone.sentence == number + 1), "")
            ]
        scores = system.scores(number)
        names = [name for name in _SCORES.get(system.result.measure.name, ()) if name in scores] or list(scores)[:1]
        parse = "no parse; " if number in system.result.unparsed else ""
        nouns = _NOUNS | (_NOUNS_OF_WORDS if system.items.table == "tokens" else {})
        kinds = [
            f"{count:,} {nouns[kind][count > 1]}" if kind in nouns else f"{count:,} {kind}"
            for kind, count in sorted(system.kinds(number).items(), key=lambda item: list(_NOUNS).index(item[0]))
        ]
        return [
            parse + "  ".join(f"{score_title(name)} {figure(scores[name])}" for name in names),
            ", ".join(kinds) or "no errors",
            *filter(None, [division(system.items.test[number])]),
        ]

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines()))

    def rows(self) -> list[Row]:
        """What `treegauge diff --json` prints: one row per sentence and system, with its errors."""
        return [self._row(number, system) for number in self.numbers for system in self.systems]

    def _row(self, number: int, system: SystemDifferences) -> Row:
        tree = system.result.trees[0][number]
        return {
            "sentence": number + 1,
            "id": tree.id,
            "where": tree.treebank.where(number),
            "text": tree.text,
            "system": system.name,
            "measure": system.result.measure.name,
            "signature": str(system.result.signature),
            "scores": system.scores(number),
            "counts": system.counts(number),
            "divided": bool(system.is_divided[number]),
            "errors": [error_row(system.items, item) for item in self._wanted(system, number)],
        }

    def _wanted(self, system: SystemDifferences, number: int) -> list[int]:
        """The errors of a sentence that the conditions are about."""
        items = system.wrong_items(number)
        if not self.conditions.of_errors:
            return items
        chosen = self._chosen(system)
        return [item for item in items if item in chosen]

    def _chosen(self, system: SystemDifferences) -> set[int]:
        if system.name not in self._chosen_items:
            self._chosen_items[system.name] = set(self.conditions.errors(system.items).tolist())
        return self._chosen_items[system.name]

    @cached_property
    def _chosen_items(self) -> dict[str, set[int]]:
        return {}

    def table_rows(self) -> list[Row]:
        """One row per error."""
        shared = ("sentence", "id", "where", "system", "measure")
        return [
            {name: row[name] for name in shared} | error | {"signature": row["signature"]}
            for row in self.rows()
            for error in row["errors"]
        ]

    def svg(self) -> str:
        """All sentences on one sheet."""
        return svg_sheet(self._sections(), [self.legend])

    def html(self) -> str:
        """A page with all sentences."""
        signature = str(self.systems[0].result.signature)
        return html_page("Differences", self._sections(), [self.legend, signature])

    def write(self, path: PathLike) -> None:
        """Write the pictures to a file: .svg, .html or .txt."""
        name = os.fspath(path)
        forms = (self.svg, self.html, self._text)
        write_text(dict(zip(_PICTURES, forms, strict=True))[picture_ending(name, _PICTURES)](), name)

    def _text(self) -> str:
        return f"{self}\n"

    def _repr_html_(self) -> str:
        return f"<p>{self.legend}</p>{html_sections(self._sections())}"

    def _sections(self) -> list[SentencePictures]:
        sections = []
        for number in self.numbers:
            gold, tests = self._marked.trees(number)
            figures = [TreePicture(gold.svg(), "gold")]
            for system, tree in zip(self.systems, tests, strict=True):
                captions = [caption for caption in self._captions(system, number) if caption]
                figures.append(TreePicture(tree.svg(), f"{system.name}: {'; '.join(captions)}"))
            sections.append(SentencePictures(sentence_heading(gold), figures, is_from_right(gold)))
        return sections

    def first(self, count: int) -> Differences:
        """Only the first sentences."""
        return replace(self, numbers=self.numbers[:count])


def _plain(text: str) -> Line:
    line = Line()
    line.write(text, "")
    return line
