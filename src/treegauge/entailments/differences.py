"""Where two parses of the same sentences entail different things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypedDict

from .api import EntailmentRow, Entailments, Problem, as_row
from .generation import Entailment

_NOTHING = "nothing"


class DifferenceRow(TypedDict):
    """A difference as `--json` prints it; sentences are numbered from 1."""

    error: str
    count: int
    sentence: int
    text: str
    missing: list[EntailmentRow]
    invented: list[EntailmentRow]


@dataclass(frozen=True)
class Difference:
    """What one parse entails about a word and the other does not.

    sentence  the number of the sentence, from 0
    error     what the word is in gold and in test, as kinds and relations
    missing   entailments of gold that test does not have
    invented  entailments of test that gold does not have
    """

    sentence: int
    error: str
    missing: tuple[Entailment, ...]
    invented: tuple[Entailment, ...]


@dataclass(frozen=True)
class EntailmentErrors:
    """One kind of error and the places where it occurs."""

    error: str
    places: tuple[Difference, ...]


@dataclass(frozen=True, eq=False)
class EntailmentDifferences:
    """The errors of test parses as entailments, the most frequent kind first.

    gold, test  the entailments of both sides
    sentences   the numbers of the sentences that were compared, from 0: those with the same words on both sides
    """

    gold: Entailments = field(repr=False)
    test: Entailments = field(repr=False)
    sentences: tuple[int, ...] = field(repr=False)
    errors: tuple[EntailmentErrors, ...]

    @property
    def problems(self) -> dict[str, tuple[Problem, ...]]:
        """The sentences of each side, `gold` and `test`, that have no entailments, or perhaps not all."""
        return {"gold": self.gold.problems, "test": self.test.problems}

    @property
    def other_words(self) -> int:
        """How many sentences were left out because the words of test differ."""
        return len(self.gold) - len(self.sentences)

    def rows(self) -> list[DifferenceRow]:
        """The rows of `treegauge entail --diff --json`."""
        return [self._row(errors, place) for errors in self.errors for place in errors.places]

    def _row(self, errors: EntailmentErrors, place: Difference) -> DifferenceRow:
        return {
            "error": errors.error,
            "count": len(errors.places),
            "sentence": place.sentence + 1,
            "text": self.gold.treebank[place.sentence].text,
            "missing": _entailment_rows(self.gold, place.sentence, place.missing),
            "invented": _entailment_rows(self.test, place.sentence, place.invented),
        }


def _entailment_rows(side: Entailments, sentence: int, entailments: Iterable[Entailment]) -> list[EntailmentRow]:
    forms = side.treebank[sentence].column("tokens", "form")
    return [as_row(entailment, forms) for entailment in entailments]


def compare_entailments(gold: Entailments, test: Entailments, sentences: Iterable[int]) -> EntailmentDifferences:
    """The differences in these sentences, by kind of error. What both sides entail about one word is one difference:
    a phrase attached elsewhere is one error, not one missing and one invented."""
    compared = tuple(sentences)
    places: dict[str, list[Difference]] = {}
    for number in compared:
        for place in _of_sentence(number, gold, test):
            places.setdefault(place.error, []).append(place)
    order = sorted(places, key=lambda error: (-len(places[error]), error))
    errors = tuple(EntailmentErrors(error, tuple(places[error])) for error in order)
    return EntailmentDifferences(gold, test, compared, errors)


def _of_sentence(number: int, gold: Entailments, test: Entailments) -> list[Difference]:
    gold_entailments, test_entailments = gold.sentences[number], test.sentences[number]
    gold_texts = {entailment.text for entailment in gold_entailments}
    test_texts = {entailment.text for entailment in test_entailments}
    missing = [entailment for entailment in gold_entailments if entailment.text not in test_texts]
    invented = [entailment for entailment in test_entailments if entailment.text not in gold_texts]
    targets = sorted({entailment.target for entailment in (*missing, *invented)})
    return [_difference(number, _about(target, missing), _about(target, invented)) for target in targets]


def _about(target: int, entailments: Iterable[Entailment]) -> tuple[Entailment, ...]:
    return tuple(entailment for entailment in entailments if entailment.target == target)


def _difference(number: int, missing: tuple[Entailment, ...], invented: tuple[Entailment, ...]) -> Difference:
    gold_says, test_says = (_said(side) for side in (missing, invented))
    if gold_says != test_says:
        error = f"{gold_says} → {test_says}"
    elif missing[0].head != invented[0].head:
        error = f"{gold_says} → other head"
    else:
        error = f"{gold_says} → other words"
    return Difference(number, error, missing, invented)


def _said(entailments: tuple[Entailment, ...]) -> str:
    return f"{entailments[0].kind} {entailments[0].relation}" if entailments else _NOTHING
