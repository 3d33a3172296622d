"""Whether a sentence ends where the text goes on, so that it says less, or something else: worked closely (with them),
by the time (it stops), led to the factors (that we know)."""

from __future__ import annotations

from collections.abc import Sequence

from ..analysis import Analysis
from ..deep.words import is_form_of
from ..inflection import is_form_of_any
from .clauses import PlainClauses
from .limits import is_bare

_SEEMING = frozenset({"become", "feel", "look", "seem", "sound"})
_COMPLETING = frozenset({"from", "into", "to", "with"})  # closely with, differently from
_ALL = frozenset({"all", "anything", "everything", "nothing"})
_DEFINITE = frozenset({"DT", "PRP$", "POS"})
_AMOUNTS = frozenset({"CD", "$"})
_INDEFINITE = frozenset({"a", "an", "some", "another"})
_NEEDING = frozenset({"accustomed", "based", "committed", "devoted", "opposed", "related"})
_NEAR = 3  # words from a noun to the subject of the clause after it


def ends_too_early(maker: PlainClauses, words: Sequence[str], verb: int) -> bool:
    """Whether the last word of a sentence needs what follows it in the text."""
    forms = maker.tree.forms
    places = [place for place, form in enumerate(forms[:-1]) if form == words[-1]]
    return verb >= 0 and any(_goes_on(maker, place, verb, words) for place in places)


def _goes_on(maker: PlainClauses, last: int, verb: int, words: Sequence[str]) -> bool:
    tree, clauses = maker.tree, maker.clauses
    tag, form, after = tree.tags[last], tree.forms[last], tree.tags[last + 1]
    if form.lower() in _NEEDING and after in ("IN", "TO"):
        return True
    if tag in ("PRP", "DT") and after in ("IN", "TO") and tree.head[last] == verb:
        return any(last + 1 in tree.marks[other] for other in tree.dependents[verb])  # factors that into the yield
    if last == verb:
        seems = is_form_of_any(form, _SEEMING) and not clauses.is_passive(verb)
        return seems or (not clauses.is_passive(verb) and _lacks_phrase(tree, verb, words))
    if tag == "RB" and form.endswith("ly") and tree.head[last] == verb:
        completed = tree.forms[last + 1].lower() in _COMPLETING
        return completed and any(last + 1 in tree.marks[other] for other in tree.dependents[verb])
    if tag in ("JJS", "RBS", "JJR"):
        return after == "IN" and not any(tree.tags[other] == "DT" for other in tree.dependents[last])
    if form.lower() in _ALL:
        return after in ("TO", "IN", "WDT", "PRP", "JJ")
    return tree.is_nominal(last) and _is_limited_after(maker, last, verb)


def _lacks_phrase(tree: Analysis, verb: int, words: Sequence[str]) -> bool:
    """Whether the phrase or the amount right after a verb is not said: talking about years ago, ran about 2 % above."""
    after = verb + 1
    if tree.tags[after + 1 : after + 2] in ([], ["."]) or tree.forms[after].lower() in words:
        return False
    roughly = tree.tags[after] == "RB" and tree.tags[after + 1] in _AMOUNTS
    amount = roughly or tree.tags[after][:2] in ("CD", "$", "JJ")
    return amount or tree.tags[after] == "IN"


def _is_limited_after(maker: PlainClauses, noun: int, verb: int) -> bool:
    """Whether what follows a noun at once limits what it stands for: an adjective (a family as young as ours), or a
    clause after a time, a definite noun or a plural without determiner."""
    tree, clauses = maker.tree, maker.clauses
    starts = []
    for other in tree.dependents[noun]:
        if other > noun and other != verb and clauses.is_verb(other) and clauses.is_finite(other):
            starts.append(clauses.start(other))
        elif other > noun and (tree.tags[other] == "JJ" or (tree.tags[noun] == "NN" and is_bare(tree, noun))):
            participle = clauses.is_verb(other) and clauses.first_tag(other) in ("VBG", "VBN")
            starts += [other] * (tree.tags[other] == "JJ" or participle)  # for labor installing a carpet
    near = [start for start in starts if start - noun <= _NEAR and "," not in tree.forms[noun:start]]
    if not near:
        return False
    before = [other for other in tree.dependents[noun] if other < noun]
    new = any(tree.forms[other].lower() in _INDEFINITE for other in before)
    definite = not new and any(tree.tags[other] in _DEFINITE for other in before)
    adjective = any(tree.tags[start] == "JJ" for start in near)
    return adjective or definite or is_form_of(tree.forms[noun], "circumstances") or is_bare(tree, noun)
