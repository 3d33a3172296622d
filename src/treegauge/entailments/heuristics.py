"""Subjects and predicatives where a tree does not mark them (Eker 2009, Section 4.2).

Without function tags a conversion cannot always determine the subject of a verb, or its predicative. Two heuristics
help: the subject is the nearest noun before a verb, the predicative the nearest dependent after a predicative verb. In
inverted order, the subject is the nearest noun after the verb (said Mr. Lane; had he seen).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import is_noun, is_verb
from .sentence_wording import wording

_TENSED = frozenset({"VBZ", "VBP", "VBD", "MD"})
_FREE = frozenset({"DEP", "VMOD", "OBJ", "ADV"})  # relations that the structure gives where there are no functions
_NO_PREDICATIVE = frozenset({"RB", "RBR", "RBS", "CC", "RP", "UH"}) | PUNCTUATION


def mend_relations(
    forms: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str], tagged: bool = False
) -> list[str]:
    """CoNLL-2008 labels with the subjects and predicatives that the heuristics find. A tree that is `tagged` with
    functions marks its predicatives itself."""
    mended = list(labels)
    below: dict[int, list[int]] = {}
    for token, head in enumerate(heads):
        below.setdefault(head, []).append(token)
    for verb, dependents in below.items():
        if verb < 0:
            continue
        given = {labels[token] for token in dependents}
        if "SBJ" not in given and (is_verb(tags[verb]) or tags[verb] == "TO"):
            _assign(mended, _subjects(verb, dependents, tags, labels), "SBJ")
        if not tagged and forms[verb].lower() in wording().predicative_verbs and not given & {"PRD", "VC"}:
            after = [t for t in dependents if t > verb and tags[t] not in _NO_PREDICATIVE and mended[t] != "SBJ"]
            _assign(mended, after, "PRD")
    return mended


def _subjects(verb: int, dependents: Sequence[int], tags: Sequence[str], labels: Sequence[str]) -> list[int]:
    """The candidates for the subject of a verb, the nearest first."""
    before = [token for token in reversed(dependents) if token < verb]
    nouns = [token for token in before if is_noun(tags[token]) and labels[token] != "OBJ"]  # not: what they say
    if nouns or tags[verb] not in _TENSED:
        return nouns
    chained = next((token for token in dependents if token > verb and labels[token] == "VC"), None)
    if chained is None and not any(is_verb(tags[token]) for token in before):
        return []
    return [t for t in dependents if t > verb and (chained is None or t < chained) and is_noun(tags[t])]


def _assign(labels: list[str], candidates: Sequence[int], label: str) -> None:
    """Give a label to the first candidate, unless it has an informative label already."""
    if candidates and labels[candidates[0]] in _FREE:
        labels[candidates[0]] = label
