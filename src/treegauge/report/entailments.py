"""Entailments as text: under each sentence, or where two parses differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..entailments.api import Entailments
from ..entailments.differences import Difference, EntailmentDifferences
from ..entailments.generation import Entailment


def entailment_lines(entailments: Entailments) -> Iterator[str]:
    """Each sentence with its entailments below it, and an empty line."""
    for number, sentences in enumerate(entailments.sentences):
        yield entailments.treebank[number].text
        yield from (_line(sentence) for sentence in sentences)
        yield ""


def _line(sentence: Entailment) -> str:
    """An entailment with its kind and, if it is not asserted, its status."""
    status = "" if sentence.status == "asserted" else f"   ({sentence.status})"
    return f"  {sentence.kind:<12}  {sentence.text}{status}"


def difference_lines(
    differences: EntailmentDifferences, examples: int | None = None, kinds: int | None = None
) -> Iterator[str]:
    """The most frequent kinds of errors and at most so many examples of each: what is missing (-) and what is invented
    (+). None is all of them."""
    for errors in differences.errors[:kinds]:
        yield f"{errors.error}: {len(errors.places):,}"
        yield ""
        for place in errors.places[:examples]:
            yield from _place_lines(differences, place)


def _place_lines(differences: EntailmentDifferences, place: Difference) -> Iterator[str]:
    gold, test = differences.gold, differences.test
    yield f"  {place.sentence + 1} {gold.treebank[place.sentence].text}"
    yield from _marked_lines("-", gold.treebank[place.sentence].column("tokens", "form"), place.missing)
    yield from _marked_lines("+", test.treebank[place.sentence].column("tokens", "form"), place.invented)
    yield ""


def _marked_lines(mark: str, forms: Sequence[str], entailments: Sequence[Entailment]) -> Iterator[str]:
    for entailment in entailments:
        relation = f"({forms[entailment.target]} {entailment.relation} {forms[entailment.head]})"
        yield f"    {mark} {entailment.text}   {relation}"
