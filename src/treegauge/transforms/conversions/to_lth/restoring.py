"""Functions and traces that a tree without empty elements lacks, restored from its structure.

Parsers give no traces, and few give functions. Where a whole tree has no empty element, subjects and small clauses are
found by their place, and traces are inserted where a fronted clause, a question word or the clause around a
parenthetical (he said) comes from. The rest of the conversion then works as for gold trees.
"""

from __future__ import annotations

from itertools import pairwise

from ..constituents import Constituent
from ..coordination import SEPARATORS
from ..unpacking import Unpacked
from .small_clauses import main_verb, verb_kind

FRONTED = "TPC"
_CLAUSES = frozenset({"S", "SINV", "SQ", "SBARQ"})
_EMBEDDED = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR"})
_NOUNS = frozenset({"NP", "NX", "QP", "UCP"})
_PREDICATES = frozenset({"ADJP", "NP", "PP", "ADVP", "UCP"})
_TENSED = frozenset({"VBD", "VBP", "VBZ", "MD"})
_QUESTIONS = {"WHNP": "NP", "WHADVP": "ADVP", "WHPP": "PP"}  # and the phrases in their original place


def restore_traces(tree: Unpacked) -> None:
    """Add functions and traces to a tree that has no empty elements. Heads need not be set."""
    for phrase in tree.phrases:
        if phrase.label in _CLAUSES:
            _mark_subject(phrase)
        elif phrase.label == "VP":
            _mark_adjuncts(phrase, tree.tagged)
    for phrase in tree.phrases:
        if phrase.label in ("S", "SINV"):
            _from_front(phrase, tree)
        elif phrase.label == "PRN":
            _from_around(phrase, tree)
        elif phrase.label in ("SBAR", "SBARQ"):
            _from_question(phrase, tree)
        elif phrase.label == "VP":
            _subordinate(phrase)


def _put_trace(tree: Unpacked, moved: Constituent, phrase: Constituent, label: str, function: str | None) -> None:
    """Insert the trace of a moved phrase at the end of another phrase, or at its beginning if it is a subject."""
    trace = Constituent("*T*")
    trace.form, trace.hollow, trace.place = "*T*", True, len(tree.leaves)
    trace.parent = Constituent(label, function, [trace])
    phrase.add(trace.parent, 0 if function == "SBJ" else None)
    trace.refer(moved, "*T*")
    tree.leaves.append(trace)
    tree.references.append(trace)


def _functions(phrase: Constituent) -> list[str]:
    return phrase.function.split("-") if phrase.function else []


def _subject(clause: Constituent) -> Constituent | None:
    """The subject of a clause by its function."""
    return next((child for child in clause.children if "SBJ" in _functions(child)), None)


def _mark_subject(clause: Constituent) -> None:
    """Mark the subject: the last noun phrase before the verb phrase, or else the clause there (What matters is ...); in
    a question and in inverted order, the first noun phrase after the verb. Where there is no verb, the first noun
    phrase is the subject, and a phrase after it the predicative."""
    children = clause.children
    if _subject(clause) is not None:
        return
    verb = next((place for place, child in enumerate(children) if child.label == "VP" or _is_verb(child)), None)
    if verb is None:
        _mark_small_clause(clause)
        return
    before = [child for child in children[:verb] if child.is_phrase and child.function is None]
    nouns = [child for child in before if child.label in _NOUNS]
    after = [child for child in children[verb + 1 :] if child.label in _NOUNS and child.function is None]
    if nouns and clause.label != "SINV":
        nouns[-1].function = "SBJ"
    elif clause.label in ("SINV", "SQ"):
        if after:
            after[0].function = "SBJ"
    elif before and before[-1] is children[verb - 1] and before[-1].label in ("S", "SBAR"):
        before[-1].function = "SBJ"


def _mark_small_clause(clause: Constituent) -> None:
    phrases = [child for child in clause.children if child.is_phrase]
    if clause.label == "S" and len(phrases) > 1 and phrases[0].label in _NOUNS and phrases[0].function is None:
        predicate = next((child for child in phrases[1:] if child.label in _PREDICATES), None)
        if predicate is not None and predicate.function is None:
            phrases[0].function, predicate.function = "SBJ", "PRD"


def _is_verb(child: Constituent) -> bool:
    return not child.is_phrase and (child.label[:2] == "VB" or child.label == "MD")


def _mark_adjuncts(phrase: Constituent, tagged: bool) -> None:
    """Mark phrases that could be objects of a verb by their label but are not: a noun phrase or clause after a comma or
    dash (..., saying that they left), a clause after the predicative of a copula (extraposed: it is hard to say) and,
    where a tree has no functions, a clause with a subordinator other than that or whether."""
    children = phrase.children
    verb = next((place for place, child in enumerate(children) if _is_verb(child)), None)
    if verb is None:
        return
    copula = verb_kind(children[verb]) == "copula"
    seen: set[str] = set()
    for before, child in pairwise(children[verb:]):
        if child.function is None and child.is_phrase:
            if before.label in SEPARATORS and _may_stand_apart(child, before.label == ":" or "NP" in seen):
                child.function = "ADV"
            elif child.label == "S" and copula and not seen.isdisjoint(_PREDICATES):
                child.function = "EXTR" if _has_it(phrase) else "ADV"
            elif child.label == "SBAR" and not tagged and _is_subordinate(child):
                child.function = "ADV"
        seen.add(child.label)


def _subordinate(phrase: Constituent) -> None:
    """Bracket a tensed clause with a subject below a verb as subordinate, as in gold trees (said they left): it is not
    a small clause."""
    children = phrase.children
    verb = next((child for child in children if _is_verb(child)), None)
    if verb is None or verb_kind(verb):
        return
    for place, child in enumerate(children):
        if child.label == "S" and child.function is None and _subject(child) is not None and _is_tensed(child):
            phrase.bracket(place, place + 1, "SBAR")


def _may_stand_apart(child: Constituent, is_aside: bool) -> bool:
    """Whether a phrase after a comma or dash is not an object; a noun phrase needs another sign (`is_aside`)."""
    if child.label == "S":
        return not _is_tensed(child) and _subject_of(child) is None
    return (child.label == "NP" and is_aside) or (child.label == "SBAR" and child.children[0].label in _QUESTIONS)


def _is_subordinate(clause: Constituent) -> bool:
    """Whether a clause begins with a word such as although or when, which does not introduce an object."""
    first = clause.children[0]
    if first.label == "WHADVP":
        return first.first().form.lower() in ("when", "where")
    words = [child.form.lower() for child in clause.children if child.label == "IN" and not child.is_phrase]
    return bool(words) and not {"that", "whether"} & {*words}


def _subject_of(clause: Constituent) -> Constituent | None:
    first = clause.children[0]
    return _subject(clause) or (first if first.label in _NOUNS and first.function is None else None)


def _has_it(phrase: Constituent) -> bool:
    """Whether the subject of a verb phrase is `it`."""
    here: Constituent | None = phrase
    while here is not None and here.label == "VP":
        here = here.parent
    subject = _subject(here) if here is not None else None
    return subject is not None and subject.first().form.lower() == "it"


def _is_tensed(clause: Constituent) -> bool:
    verb = main_verb(clause)
    return verb is not None and verb.label in _TENSED


def _verb_phrase(clause: Constituent) -> Constituent | None:
    """The lowest verb phrase in the verb chain of a clause."""
    here = next((child for child in clause.children if child.label == "VP"), None)
    while here is not None:
        below = next((child for child in here.children if child.label == "VP"), None)
        if below is None:
            return here
        here = below
    return None


def _has_clause(phrase: Constituent) -> bool:
    """Whether a verb has a clause as its object."""
    return any(child.label in _EMBEDDED and child.function is None for child in phrase.children)


def _is_speaking(phrase: Constituent | None) -> bool:
    """Whether a verb phrase can have an object that is elsewhere."""
    if phrase is None or _has_clause(phrase):
        return False
    verb = next((child for child in phrase.children if _is_verb(child)), None)
    return verb is not None and not verb_kind(verb)


def _from_front(clause: Constituent, tree: Unpacked) -> None:
    """Make a clause before a subject and its verb, with a mark after it, the object of the verb: `` ... , '' he
    said."""
    children = clause.children
    for place, child in enumerate(children):
        if child.label == "VP":
            return
        if not child.is_phrase:
            continue
        functions = _functions(child)
        fronted = FRONTED in functions and child.label in (*_EMBEDDED, "NP")
        marked = place + 1 < len(children) and children[place + 1].punctuation
        if fronted or (not functions and marked and child.label in _CLAUSES and _is_tensed(child)):
            goal = _verb_phrase(clause)
            if goal is not None and _is_speaking(goal):
                child.function = None
                _put_trace(tree, child, goal, "NP" if child.label == "NP" else "S", None)
            return


def _from_around(aside: Constituent, tree: Unpacked) -> None:
    """Make the clause around a parenthetical the object of its verb: they, he said, left."""
    inner = next((child for child in aside.children if child.label in ("S", "SINV")), aside)
    around = aside.parent
    while around is not None and around.label == "VP":
        around = around.parent
    goal = _verb_phrase(inner)
    if goal is None or around is None or around.label not in _CLAUSES or not _is_tensed(inner):
        return
    if _is_speaking(goal) and not any(child.label in _NOUNS for child in goal.children):
        _put_trace(tree, around, goal, "S", None)


def _from_question(clause: Constituent, tree: Unpacked) -> None:
    """Insert the trace of a relative pronoun or question word where its clause lacks a subject or an object; for `when`
    and `where`, in the verb phrase."""
    word = clause.children[0]
    inner = next((child for child in clause.children[1:] if child.label in ("S", "SQ")), None)
    label = _QUESTIONS.get(word.label)
    if inner is None or label is None:
        return
    goal = _verb_phrase(inner)
    if label != "NP":
        if goal is not None:
            _put_trace(tree, word, goal, label, None)
    elif _subject(inner) is None:
        _put_trace(tree, word, inner, "NP", "SBJ")
    elif goal is not None:
        _object_trace(word, goal, tree)


def _object_trace(word: Constituent, goal: Constituent, tree: Unpacked) -> None:
    """Insert a trace where an object is missing: after a preposition, in a clause below, or after the verb."""
    for child in goal.children:
        if child.label == "PP" and len(child.children) == 1:
            return _put_trace(tree, word, child, "NP", None)  # which they look at
    clauses = (child for child in goal.children if child.label in ("S", "SBAR") and child.function is None)
    below = next(clauses, None)
    if below is not None:
        inner = below if below.label == "S" else next((child for child in below.children if child.label == "S"), below)
        lower = _verb_phrase(inner)
        if lower is not None and _subject(inner) is None and _is_tensed(inner):
            _put_trace(tree, word, inner, "NP", "SBJ")  # which they say will be sold
        elif lower is not None:
            _object_trace(word, lower, tree)
        return None
    verb = next((child for child in goal.children if _is_verb(child)), None)
    if verb is None or any(child.label == "NP" and child.function is None for child in goal.children):
        return None
    predicative = verb_kind(verb) == "copula" and not any(child.label in _PREDICATES for child in goal.children)
    return _put_trace(tree, word, goal, "NP", "PRD" if predicative else None)
