"""The relation of a word: the function of its largest phrase, or the relation by structure (`relations.toml`)."""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS, SEPARATORS, is_coordination
from ..decisions import read_decisions
from .links import GAPPED
from .small_clauses import verb_kind

_JOINING = CONJUNCTIONS | SEPARATORS | {";"}  # heads of coordinations in the Prague style
_VERBS = ("VB", "MD", "TO", "AUX")
_ADVERBIALS = ("ADV", "BNF", "DIR", "DTV", "EXT", "LOC", "MNR", "PRP", "PUT", "TMP")
_NEEDS_FUNCTIONS = frozenset({"SBJ", "OBJ", "PRD", "OPRD", "LGS", "EXTR", "VOC", *_ADVERBIALS})


def relations_of(phrases: list[Constituent]) -> list[str]:
    """The relations of words, given the largest phrase of each."""
    return [_relation(phrase) for phrase in phrases]


def _relation(phrase: Constituent) -> str:
    """The relation of the head word of a phrase. Several functions are in alphabetical order."""
    function = phrase.function
    if function is None:
        return _structural(phrase) if phrase.parent is not None else "ROOT"
    if function == GAPPED:
        return _gapped(phrase)
    return "-".join(sorted({*function.split("-")})) if "-" in function else function


def _gapped(phrase: Constituent) -> str:
    """The relation that a remnant would have in the full clause, with GAP."""
    passed: set[int] = set()
    while phrase.function == GAPPED and phrase.antecedent is not None and id(phrase) not in passed:
        passed.add(id(phrase))
        phrase = phrase.antecedent.word.largest
    if phrase.parent is None:
        return "CONJ"
    if phrase.function == GAPPED:
        return "DEP"
    relation = phrase.function or _structural(phrase)
    return "-".join(sorted({*relation.split("-"), "GAP"}))


def _structural(phrase: Constituent) -> str:
    """The relation that the structure gives."""
    parent, word = phrase.parent, phrase.lexical
    assert parent is not None
    assert parent.head is not None
    head = parent.lexical
    if parent.head.label in _JOINING or (parent.children[0] is not phrase and is_coordination(parent)):
        place = "conjunct"
    else:
        place = "after" if word.place > head.place else "before"
    table = read_decisions("to_lth/relations", "phrase", "parent", "word", "head", "verb", "place")
    return table.find(phrase.label, parent.label, word.label, head.label, verb_kind(head), place)


def relation_without_functions(relation: str, head_tag: str) -> str:
    """The relation that is known without function tags: VMOD for all dependents of a verb."""
    if relation in ("TMP", "LOC") and head_tag.startswith("NN"):
        return "NMOD"
    if relation == "DEP" and head_tag.startswith(_VERBS):
        return "VMOD"
    kept = [part for part in relation.split("-") if part not in _NEEDS_FUNCTIONS]
    return "-".join(kept) or "VMOD"
