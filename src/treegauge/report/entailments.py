"""Entailments as text: under each sentence, or where two parses differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..entailments.api import Entailments
from ..entailments.differences import Errors


def entailment_lines(found: Entailments) -> Iterator[str]:
    """Each sentence with its entailments below it, and an empty line."""
    for number, entailments in enumerate(found.sentences):
        yield found.treebank[number].text
        yield from (f"  {one.kind:<12}  {one.text}" for one in entailments)
        yield ""


def difference_lines(
    errors: Sequence[Errors], gold: Entailments, test: Entailments, examples: int | None
) -> Iterator[str]:
    """Each kind of error and its places, at most so many as asked for: what is missing (-) and what is invented (+)."""
    for kind in errors:
        yield f"{kind.error}: {len(kind.places):,}"
        yield ""
        for place in kind.places[:examples]:
            yield f"  {place.sentence + 1} {gold.treebank[place.sentence].text}"
            for mark, side, found in (("-", gold, place.missing), ("+", test, place.invented)):
                forms = side.treebank[place.sentence].column("tokens", "form")
                for one in found:
                    yield f"    {mark} {one.text}   ({forms[one.target]} {one.relation} {forms[one.head]})"
            yield ""
