"""The place of the noun in a relative clause that does not name it: the goods they purchased, something to work on."""

from __future__ import annotations

from ...transforms.conversions.penn_tags import PUNCTUATION
from ..analysis import Analysis
from ..inflection import base_forms
from .clauses import Clauses, Fillers
from .words import is_form_of, is_pronoun

_WHEN = frozenset(
    {
        "after",
        "although",
        "as",
        "because",
        "before",
        "once",
        "since",
        "than",
        "though",
        "unless",
        "until",
        "when",
        "where",
        "while",
    }
)
_STRANDED = frozenset({"IN", "TO", "RP"})


def find_gaps(clauses: Clauses, *, lenient: bool = True) -> None:
    """Fill the gaps of all relative clauses of a sentence. If `lenient`, a clause with `that` may be one although the
    tree has it as a complement, as parsers often do."""
    tree = clauses.tree
    if lenient:
        _after_object(clauses)
    for verb, head in enumerate(tree.head):
        if lenient and head >= 0 and is_form_of(tree.forms[head], "tough"):
            _after_adjective(clauses, verb, head)
        if not clauses.is_verb(verb) or not clauses.modifies_noun(verb):
            continue
        if not clauses.is_finite(verb) and clauses.first_tag(verb) != "TO":
            continue
        place = _gap(clauses, verb, head, lenient)
        if place is not None:
            fillers: Fillers = dict.fromkeys(clauses.modified(head, verb), "relative clause")
            clauses.gaps.setdefault(place, {}).update(fillers)


def _after_adjective(clauses: Clauses, verb: int, adjective: int) -> None:
    """Fill the gap of an infinitive after an adjective such as hard: the problem is hard to solve."""
    if not clauses.is_verb(verb) or clauses.first_tag(verb) != "TO" or clauses.tree.of_role(verb, "subject"):
        return
    chain = _chain(clauses, verb)
    place = _stranded(clauses, chain)
    if place is None:
        place = next(((one, "object") for one in reversed(chain) if _lacks_object(clauses, one)), None)
    nouns = [noun for noun in clauses.bearers(adjective) if clauses.tree.forms[noun].lower() != "it"]
    if place is not None and nouns:
        clauses.gaps.setdefault(place, {}).update(dict.fromkeys(nouns, "infinitive"))


def _after_object(clauses: Clauses) -> None:
    """Fill the gaps of relative clauses with `that` which a tree attaches to the verb: gets a question that he hasn't
    anticipated."""
    tree = clauses.tree
    for verb, head in enumerate(tree.head):
        marks = tree.marks[verb]
        if head < 0 or len(marks) != 1 or tree.forms[marks[0]].lower() != "that" or not clauses.is_verb(head):
            continue
        if not clauses.is_verb(verb) or is_form_of(tree.forms[head], "told") or not tree.of_role(verb, "subject"):
            continue
        nouns = _nouns_up_to(clauses, head, marks[0])
        if not nouns or any(is_form_of(tree.forms[noun], "content_nouns") for noun in nouns):
            continue
        chain = _chain(clauses, verb)
        place = _stranded(clauses, chain) or _object_gap(clauses, chain, nouns[-1], True)
        if place is not None and not is_form_of(tree.forms[place[0]], "without_object"):
            clauses.gaps.setdefault(place, {}).update(dict.fromkeys(nouns, "relative clause"))


def _nouns_up_to(clauses: Clauses, verb: int, end: int) -> list[int]:
    """The object of a verb, or the noun of a phrase (talks about a tradition that ...), if it ends before a word: its
    last noun and those above that."""
    tree = clauses.tree
    roles = ["object", "predicative", *["adverbial"] * (not is_form_of(tree.forms[verb], "saying"))]
    last = next((token for token in range(end - 1, verb, -1) if tree.tags[token] not in PUNCTUATION), verb)
    nouns: list[int] = []
    while last >= 0 and last != verb:
        if clauses.is_verb(last) or not tree.is_nominal(last):
            return []
        nouns.append(last)
        last = tree.head[last]
    if last != verb or not nouns or tree.role[nouns[-1]] not in roles:
        return []
    return nouns if tree.role[nouns[-1]] != "adverbial" or tree.marks[nouns[-1]] else []


def _gap(clauses: Clauses, verb: int, noun: int, lenient: bool) -> tuple[int, str] | None:
    """The verb and the role of the gap in a relative clause."""
    tree = clauses.tree
    chain = _chain(clauses, verb)
    pronouns = [
        other for part in chain for other in tree.dependents[part] if is_pronoun(tree.forms[other], tree.tags[other])
    ]
    if any(tree.tags[token] == "WP$" for token in range(clauses.start(verb), verb)):
        return None  # whose addresses have changed
    finite = clauses.is_finite(verb)
    if pronouns:
        return _moved(clauses, pronouns[0], chain)
    if finite and not tree.of_role(verb, "subject"):
        return (verb, "subject") if not tree.marks[verb] else None
    marks = {tree.forms[mark].lower() for mark in tree.marks[verb] if tree.tags[mark] != "TO"}
    if marks and (marks != {"that"} or not lenient or is_form_of(tree.forms[noun], "content_nouns")):
        return None  # the day before he left, the fact that he left
    return _embedded_subject(clauses, chain) or _stranded(clauses, chain) or _object_gap(clauses, chain, noun, finite)


def _chain(clauses: Clauses, verb: int) -> list[int]:
    """The verb of a relative clause and the verbs of the clauses in it that may have the gap, one below the other."""
    tree, chain = clauses.tree, [verb]
    for part in chain:
        below = [other for other in tree.dependents[part] if other > part and _is_complement(clauses, other)]
        inner = [other for other in below if tree.role[other] in ("open", "object", "predicative")]
        through = [
            other
            for adjective in tree.of_role(part, "predicative")
            if not clauses.is_verb(adjective)
            for other in tree.dependents[adjective]
            if clauses.is_verb(other) and clauses.first_tag(other) == "TO"
        ]
        chain += (inner or through)[:1]
    return chain


def _is_complement(clauses: Clauses, verb: int) -> bool:
    """Whether the clause of a verb may complete another one: it does not say when or why."""
    tree = clauses.tree
    return clauses.is_verb(verb) and all(tree.forms[mark].lower() not in _WHEN for mark in tree.marks[verb])


def _moved(clauses: Clauses, pronoun: int, chain: list[int]) -> tuple[int, str] | None:
    """Where a pronoun that the tree attaches to the first verb of the clause belongs to a later one (which it wanted to
    make, which we pretended did not exist)."""
    tree = clauses.tree
    if tree.head[pronoun] != chain[0] or tree.role[pronoun] != "object" or len(chain) == 1:
        return None
    if tree.marks[pronoun] or is_form_of(tree.forms[chain[0]], "object_control"):
        return None
    place = _embedded_subject(clauses, chain) or _stranded(clauses, chain[1:])
    if place is None and _lacks_object(clauses, chain[-1]):
        place = chain[-1], "object"
    return place


def _embedded_subject(clauses: Clauses, chain: list[int]) -> tuple[int, str] | None:
    """A clause in the relative clause that has tense and no subject: the man he said left."""
    for verb in chain[1:]:
        if (
            clauses.is_finite(verb)
            and not clauses.tree.of_role(verb, "subject")
            and clauses.tree.role[verb] == "object"
        ):
            return verb, "subject"
    return None


def _stranded(clauses: Clauses, chain: list[int]) -> tuple[int, str] | None:
    """A preposition without a noun: something to work on."""
    tree = clauses.tree
    for verb in reversed(chain):
        for token in _alone(tree, verb):
            if not _has_noun(tree, token) and (tree.tags[token] != "RP" or not _lacks_object(clauses, verb)):
                return verb, tree.forms[token].lower()
    return None


def _alone(tree: Analysis, verb: int) -> list[int]:
    """Prepositions that depend on a verb and lead to no noun."""
    nouns = [
        verb,
        *tree.of_role(verb, "object"),
        *tree.of_role(verb, "predicative"),
    ]  # something they have an interest in
    alone = [
        other for word in nouns for other in tree.dependents[word] if other > word and tree.tags[other] in _STRANDED
    ]
    return alone + [part for part in tree.chain[verb] if part > verb and tree.tags[part] in _STRANDED]


def _has_noun(tree: Analysis, token: int) -> bool:
    return any(tree.is_nominal(other) for other in tree.dependents[token])


def _object_gap(clauses: Clauses, chain: list[int], noun: int, finite: bool) -> tuple[int, str] | None:
    """The object of the last verb of the chain that may have one and has none."""
    tree = clauses.tree
    if is_form_of(tree.forms[noun], "circumstances"):
        return None
    if is_form_of(tree.forms[chain[0]], "object_control") and _lacks_object(clauses, chain[0]) and finite:
        return chain[0], "object"
    return next(((verb, "object") for verb in reversed(chain) if _lacks_object(clauses, verb)), None)


def _lacks_object(clauses: Clauses, verb: int) -> bool:
    """Whether a verb may have an object and has none."""
    tree = clauses.tree
    if clauses.is_passive(verb) or (is_form_of(tree.forms[verb], "copulas") and tree.of_role(verb, "predicative")):
        return False
    if clauses.first_tag(verb) == "TO" and is_form_of(tree.forms[verb], "without_object"):
        return False  # the first American to come
    if "have" in base_forms(tree.forms[verb]) and [*tree.tags[verb + 1 : verb + 2]] == ["TO"]:
        return False  # the understanding that they have to expand it
    own = [
        other
        for other in tree.of_role(verb, "object")
        if not is_pronoun(tree.forms[other], tree.tags[other])
        and (not clauses.is_verb(other) or _is_complement(clauses, other))
    ]
    return len(own) <= is_form_of(tree.forms[verb], "two_objects")  # the letter you wrote us
