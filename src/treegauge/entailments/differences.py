"""Where two parses of the same sentences believe different things."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .api import Entailments, as_row
from .generation import Entailment

_NOTHING = "nothing"


@dataclass(frozen=True)
class Difference:
    """What one parse says of a word and the other does not.

    sentence  the number of the sentence, from 0
    error     what gold says the word is and what test says, as kinds and relations
    missing   entailments of gold that test does not have
    invented  entailments of test that gold does not have
    """

    sentence: int
    error: str
    missing: tuple[Entailment, ...]
    invented: tuple[Entailment, ...]


@dataclass(frozen=True)
class Errors:
    """One kind of error and the places where it occurs."""

    error: str
    places: tuple[Difference, ...]


def differences(gold: Entailments, test: Entailments, sentences: Iterable[int]) -> list[Errors]:
    """The differences in these sentences, by kind of error, the most frequent first. What both say of a word stands
    together: a phrase attached elsewhere is one error, not one missing and one invented."""
    found: dict[str, list[Difference]] = {}
    for number in sentences:
        for place in _of_sentence(number, gold, test):
            found.setdefault(place.error, []).append(place)
    order = sorted(found, key=lambda error: (-len(found[error]), error))
    return [Errors(error, tuple(found[error])) for error in order]


def _of_sentence(number: int, gold: Entailments, test: Entailments) -> list[Difference]:
    ours, theirs = gold.sentences[number], test.sentences[number]
    texts = {one.text for one in ours}, {one.text for one in theirs}
    missing = [one for one in ours if one.text not in texts[1]]
    invented = [one for one in theirs if one.text not in texts[0]]
    targets = sorted({one.target for one in (*missing, *invented)})
    return [
        _difference(
            number,
            tuple(one for one in missing if one.target == target),
            tuple(one for one in invented if one.target == target),
        )
        for target in targets
    ]


def _difference(number: int, missing: tuple[Entailment, ...], invented: tuple[Entailment, ...]) -> Difference:
    one, other = (_said(side) for side in (missing, invented))
    if one != other:
        error = f"{one} → {other}"
    elif missing[0].head != invented[0].head:
        error = f"{one} → other head"
    else:
        error = f"{one} → other words"
    return Difference(number, error, missing, invented)


def _said(entailments: tuple[Entailment, ...]) -> str:
    return f"{entailments[0].kind} {entailments[0].relation}" if entailments else _NOTHING


def difference_rows(errors: list[Errors], gold: Entailments, test: Entailments) -> list[dict[str, Any]]:
    """What `treegauge entail --diff --json` prints."""
    rows = []
    for kind in errors:
        for place in kind.places:
            sides = ((gold, place.missing), (test, place.invented))
            missing, invented = (
                [as_row(one, side.treebank[place.sentence].column("tokens", "form")) for one in found]
                for side, found in sides
            )
            rows.append(
                {
                    "error": kind.error,
                    "count": len(kind.places),
                    "sentence": place.sentence + 1,
                    "text": gold.treebank[place.sentence].text,
                    "missing": missing,
                    "invented": invented,
                }
            )
    return rows
