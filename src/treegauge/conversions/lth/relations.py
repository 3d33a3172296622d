"""The relation of a word: the function of its largest phrase, or what the structure says (NMOD, PMOD, VC ...)."""

from __future__ import annotations

import re

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS, coordinated
from .functions import is_copula
from .links import GAPPED

_PUNCTUATION_TAGS = frozenset({".", ",", "(", ")", "''", "``", ":"})
_SEPARATORS = frozenset({*CONJUNCTIONS, ",", ":", ";"})
_NOMINAL = frozenset({"NP", "NAC", "NX", "WHNP", "NML"})
_VERBAL = frozenset({"VP", "S", "SQ", "SINV", "SBAR"})
_ADVERBIAL = frozenset({"ADJP", "ADVP", "WHADJP", "WHADVP", "JJP"})
_VERBS = ("VB", "MD", "TO", "AUX")
_ADVERB = re.compile("RP|RB.*")
_ADVERBIALS = ("ADV", "BNF", "DIR", "DTV", "EXT", "LOC", "MNR", "PRP", "PUT", "TMP", "VOC")
_NEEDS_FUNCTIONS = frozenset(("SBJ", "OBJ", "PRD", "OPRD", "LGS", "EXTR", *_ADVERBIALS))


def relation(word: Constituent) -> str:
    """The relation of a word to its head, by its largest phrase. Several functions stand in the order of the
    alphabet."""
    phrase = word.largest
    gapped: set[int] = set()
    while phrase.function == GAPPED and phrase.antecedent is not None and id(phrase) not in gapped:
        gapped.add(id(phrase))
        phrase = phrase.antecedent.word.largest  # what it would be in the full clause
    if phrase.parent is None:
        return "CONJ" if gapped else "ROOT"
    if phrase.function == GAPPED:
        return "DEP"
    found = phrase.function or _structural(phrase.word, phrase)
    return "-".join(sorted({*found.split("-"), *(("GAP",) if gapped else ())}))


def _structural(word: Constituent, phrase: Constituent) -> str:
    """The relation that the structure gives."""
    parent = phrase.parent
    assert parent is not None
    assert parent.head is not None
    if phrase.label in CONJUNCTIONS:
        return "CC"
    if word.label in _PUNCTUATION_TAGS:
        return "P"
    if parent.head.label in _SEPARATORS or (parent.children[0] is not phrase and coordinated(parent)):
        return "COORD"
    if phrase.label == "VP" and parent.label in ("VP", "SQ", "SINV"):
        return "IM" if parent.word.label == "TO" else "VC"
    if phrase.label == "S" and (is_copula(parent.word) or parent.word.form.lower() == "going"):
        return "VC"
    if parent.label in _VERBAL:
        return _in_clause(word, phrase, parent)
    if parent.label in _NOMINAL:
        return _in_noun_phrase(word, phrase, parent)
    if parent.label in _ADVERBIAL:
        return "AMOD"
    return "PMOD" if parent.label in ("PP", "WHPP") else "DEP"


def _in_clause(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    if _ADVERB.fullmatch(word.label):
        return "ADV"
    verb = parent.word
    if is_copula(verb) and phrase.label in ("ADJP", "NP") and word.place > verb.place:
        return "PRD"
    return "SUB" if verb.label in ("IN", "RB", "DT") else "DEP"


def _in_noun_phrase(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    if word.label == "POS":
        return "SUFFIX"
    if phrase is word and word.label.startswith("NNP") and parent.word.label.startswith("NNP"):
        return "NAME"
    return "NMOD"


def without_functions(found: str, head_tag: str) -> str:
    """A relation as it can be known without function tags: VMOD for all that depends on a verb."""
    if found in ("TMP", "LOC") and head_tag.startswith("NN"):
        return "NMOD"
    if found == "DEP" and head_tag.startswith(_VERBS):
        return "VMOD"
    kept = [part for part in found.split("-") if part not in _NEEDS_FUNCTIONS]
    return "-".join(kept) or "VMOD"
