"""The parts of a clause of a Penn tree by structure: its predicative, its subject, whether it is passive. This also
works for trees without function tags."""

from __future__ import annotations

from ..constituents import Constituent

BE = frozenset(("am", "is", "are", "was", "were", "be", "being", "been", "ai", "m", "s", "re"))
GET = frozenset(("get", "gets", "got", "getting", "gotten"))
VERBS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
SUBJECTS = frozenset(("NP", "NX", "NML", "WHNP", "NAC", "QP", "UCP"))
_PREDICATIVES = frozenset(("ADJP", "NP", "PP", "ADVP", "UCP", "NX", "QP", "WHNP", "WHADJP", "WHADVP"))
_ADJUNCTS = frozenset(("TMP", "ADV", "LOC", "MNR", "DIR", "PRP", "SBJ", "VOC"))
_CLAUSES = frozenset(("S", "SBAR", "SBARQ", "SQ"))
_VERB_PHRASES = frozenset(("VP", "SQ", "SINV"))


def is_be(word: Constituent) -> bool:
    """Whether a word is a form of be, including contracted forms ('s)."""
    return word.is_word and word.label in VERBS and word.form.lower().lstrip("'’") in BE


def mark_predicatives(top: Constituent) -> None:
    """Give the function PRD to the predicative of a form of be, and remove it from all other phrases: in UD this
    predicative is the head, and those of other verbs are dependents."""
    for phrase in top.phrases():
        if phrase.label in _VERB_PHRASES:
            _mark(phrase)
    for phrase in top.phrases():
        if phrase.label == "SBARQ" and len(phrase.children) > 1:
            _mark_question_word(phrase)


def _mark_question_word(phrase: Constituent) -> None:
    """In "what is it?" and "what it is", the question word is the predicative; the clause is dissolved."""
    word, clause = phrase.children[0], phrase.children[1]
    if word.label not in ("WHNP", "WHADJP", "WHADVP", "WHPP") or clause.label not in ("S", "SQ"):
        return
    verbs = clause.children[-1] if clause.label == "S" and clause.children[-1].label == "VP" else clause
    verb = next((child for child in verbs.children if child.is_word and child.label in VERBS), None)
    if verb is None or not is_be(verb) or _has_predicate(verbs, clause):
        return
    for inner in dict.fromkeys((verbs, clause)):
        inner.dissolve()
    word.function = "PRD"


def _has_predicate(verbs: Constituent, clause: Constituent) -> bool:
    """Whether there is another predicative or verb; then the question word is the subject or an adverbial."""
    if any(child.label == "VP" for child in verbs.children):
        return True
    if any("PRD" in (child.function or "").split("-") and not child.is_empty for child in verbs.children):
        return True
    return not any(child.label in SUBJECTS and child.is_phrase and not child.is_empty for child in clause.children)


def _mark(phrase: Constituent) -> None:
    verb = next((child for child in phrase.children if child.is_word and child.label in VERBS), None)
    after = phrase.children[phrase.children.index(verb) + 1 :] if verb is not None else []
    copula = verb is not None and is_be(verb) and not any(child.label == "VP" for child in phrase.children)
    copula = copula and not is_existential(phrase)
    predicative = _predicative(after, phrase.label) if copula else None
    for child in phrase.children:
        tags = (child.function or "").split("-")
        if "PRD" in tags and child is not predicative:
            child.function = "-".join(tag for tag in tags if tag != "PRD") or None
    if predicative is not None and "PRD" not in (predicative.function or "").split("-"):
        predicative.function = f"{predicative.function}-PRD" if predicative.function else "PRD"


def is_existential(phrase: Constituent) -> bool:
    """Whether the subject of a verb phrase is `there`: then it has no predicative."""
    here = phrase
    while here.parent is not None and here.label == "VP":
        here = here.parent
    return any(child.is_phrase and child.children[0].label == "EX" for child in here.children)


def _predicative(after: list[Constituent], label: str) -> Constituent | None:
    """The predicative: the phrase with the function PRD, or the first that can be one (after the subject in a
    question), or a clause."""
    tagged = [child for child in after if child.is_phrase and "PRD" in (child.function or "").split("-")]
    if tagged:
        return tagged[0]
    free = [child for child in after if child.is_phrase and child.label in _PREDICATIVES and not _adjunct(child)]
    if label != "VP":
        subject = next((child for child in free if child.label in SUBJECTS), None)
        free = [child for child in free if child is not subject]
    clause = [child for child in after if child.label in _CLAUSES and child.is_phrase and not _adjunct(child)]
    candidates = [child for child in free if child.label != "ADVP"] or free or clause
    return candidates[0] if candidates else None


def _adjunct(child: Constituent) -> bool:
    return not _ADJUNCTS.isdisjoint((child.function or "").split("-"))


def subject_of(clause: Constituent) -> Constituent | None:
    """The subject of a clause: the phrase with the function SBJ, or the last noun phrase before the verb phrase (in a
    question, after the verb)."""
    for child in clause.children:
        if child.function is not None and "SBJ" in child.function.split("-"):
            return None if child.is_empty else child
    before = None
    for child in clause.children:
        if child.label == "VP" or (child.is_word and child.label in VERBS and before is not None):
            return before
        if (
            child.label in SUBJECTS
            and child.is_phrase
            and not child.is_empty
            and (child.function in (None, "PRD") or child.label == "WHNP")
        ):
            before = child
            if clause.label in ("SQ", "SINV"):
                return child
    return before if clause.head is not None and clause.head is not before else None


def is_passive(word: Constituent, phrase: Constituent) -> bool:
    """Whether the verb at the bottom of a chain is a participle below a form of be or get."""
    if word.label not in ("VBN", "VBD"):
        return False
    here = word.parent
    while here is not None and here.within(phrase):
        above = here.parent
        if above is None or above.label not in _VERB_PHRASES:
            return False
        for child in above.children:
            if is_be(child) or (child.label in VERBS and child.form.lower() in GET):
                return here.label in ("VP", "ADJP")
        here = above
    return False
