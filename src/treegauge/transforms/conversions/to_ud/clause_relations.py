"""The UD relations of clauses, and the properties of clauses that they depend on."""

from __future__ import annotations

from ..constituents import Constituent
from ..to_lth.small_clauses import main_verb
from .predicates import subject_of


def function_tags(phrase: Constituent) -> list[str]:
    return (phrase.function or "").split("-")


def clause_of_noun(phrase: Constituent) -> str:
    first = phrase.children[0]
    if phrase.label == "SBAR" and (_asks(first) or first.hollow or first.label == "S"):
        verb = main_verb(phrase)
        return "acl" if verb is not None and verb.label == "TO" else "acl:relcl"
    return "acl"


def _asks(phrase: Constituent) -> bool:
    """Whether a phrase begins a relative clause or a question."""
    return phrase.label.startswith("WH") or phrase.first().label in ("WDT", "WP", "WP$", "WRB")


def is_clausal(word: Constituent, phrase: Constituent) -> bool:
    """Whether a word is the head of a clause inside a phrase: a verb, or the predicative of a form of be."""
    here = word
    while here is not phrase and here.parent is not None:
        here = here.parent
        if here.label in ("VP", "S", "SQ", "SINV"):
            return True
    return False


def has_clausal_predicative(clause: Constituent) -> bool:
    """Whether the predicative of be is a clause: the fact is that ..."""
    here: Constituent | None = clause
    while here is not None and here.is_phrase:
        if here.label in ("S", "SBAR") and here is not clause and "PRD" in function_tags(here):
            return True
        here = here.head
    return False


def is_content_clause(phrase: Constituent) -> bool:
    """Whether a clause is a content clause: it begins with that, whether or a question word, or has no subordinator."""
    first = phrase.children[0]
    if first.label.startswith("WH") and first.label != "WHADVP":
        return True
    if first.label == "WHADVP":
        return first.word.form.lower() in ("how", "why", "where")
    return first.label in ("S", "SINV", "DT", "SBAR") or first.hollow or first.form.lower() in ("that", "whether")


def clause_of_verb(phrase: Constituent, parent: Constituent) -> str:
    tags = function_tags(phrase)
    if any(tag in ("ADV", "PRP", "TMP", "MNR", "LOC") for tag in tags):
        return "advcl"
    if any(tag.endswith("PRD") for tag in tags):
        return "xcomp"
    if phrase.label == "SBAR":
        inner = next((child for child in phrase.children if child.label == "S"), phrase)
        if parent.label in ("S", "SINV", "SQ", "SBARQ"):
            return "advcl" if "TPC" not in tags else "ccomp"
        verb = main_verb(inner)
        question = phrase.children[0].label.startswith("WH") and verb is not None and verb.label == "TO"
        return "ccomp" if is_content_clause(phrase) and not question else "xcomp" if question else "advcl"
    if parent.label == "S" and _is_quoted(phrase, parent):
        return "ccomp"
    if parent.label in ("S", "SINV", "SQ", "TOP", "ROOT", "FRAG", ""):
        return "ccomp" if parent.label == "SINV" or "TPC" in tags else "advcl" if _is_adverbial(phrase) else "parataxis"
    verb = main_verb(phrase)
    if phrase.label == "VP":
        return "xcomp"
    without_subject = subject_of(phrase) is None
    finite = verb is not None and verb.label in ("VBD", "VBP", "VBZ", "MD")
    return "ccomp" if finite or not without_subject else "xcomp"


def _is_quoted(phrase: Constituent, parent: Constituent) -> bool:
    """Whether a clause is what somebody says: it ends in a quote, before the subject and its verb."""
    children = parent.children
    place = next(number for number, child in enumerate(children) if child is phrase)
    follows = next((child for child in children[place + 1 :] if not child.punctuation), None)
    marks = [child.label for child in (*phrase.children[-2:], *children[place + 1 : place + 3])]
    said = follows is not None and follows.label == "NP" and parent.head is not None and parent.head.label == "VP"
    return said and "''" in marks


def _is_adverbial(phrase: Constituent) -> bool:
    """Whether a clause has no subject and its verb is not finite."""
    verb = main_verb(phrase)
    if verb is None or verb.label not in ("VBG", "VBN", "TO"):
        return False
    return phrase.label == "VP" or subject_of(phrase) is None
