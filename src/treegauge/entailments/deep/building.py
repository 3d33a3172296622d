"""From an analysis to deep relations."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis import NO_HEAD, Analysis
from . import coordination, mistagged
from .agreement import may_agree
from .clauses import Clauses, is_possessor
from .gaps import find_gaps
from .relations import (
    ADVERB,
    COMPLEMENT,
    COMPOUND,
    INDIRECT,
    IS,
    OBJECT,
    PREDICATIVE,
    SUBJECT,
    DeepTree,
    Relation,
    deep_tree,
)
from .words import clause_words, is_auxiliary, is_form_of

_MARKS = frozenset({"IN", "TO", "VBG", "VBN", "JJ", "RB", "WRB", "WDT"})
_COMPLEMENTISERS = frozenset({"that", "whether", "if", "how", "why", "what"})
_CURRENCIES = frozenset("$#£€¥")
_ROUGHLY = frozenset({"about", "around", "over"})
_DENYING, _FURTHER = frozenset({"no", "not", "neither"}), frozenset({"just", "merely", "only", "simply"})
_ADVERBS = ("adverbial", "modifier")


def deepen(tree: Analysis, clauses: Clauses | None = None) -> DeepTree:
    """The deep relations of a sentence, given its clauses with their gaps, or its clauses read leniently."""
    relations: list[Relation] = []
    if clauses is None:
        clauses = Clauses(tree)
        find_gaps(clauses)
        relations += mistagged.other_voice(clauses)
    for token, head in enumerate(tree.head):
        if head == NO_HEAD:
            continue
        if clauses.is_verb(token):
            relations += _of_verb(clauses, token)
        relations += _of_dependent(clauses, token)
    relations += list(coordination.shared_phrases(tree, relations))
    relations += list(_through_copulas(clauses, relations))
    relations += list(_equal(tree, relations))
    relations += list(_partitive(tree, relations))
    relations += list(coordination.flat_conjuncts(tree, relations))
    verbs = [token for token, head in enumerate(tree.head) if head != NO_HEAD and clauses.is_verb(token)]
    verbs += [relation.head for relation in relations if relation.how in ("chain", "preposition")]
    negated = _negated(clauses)
    return deep_tree(tree, relations, verbs=verbs, negated=negated, denied=_denied(clauses, negated))


def _of_verb(clauses: Clauses, verb: int) -> Iterator[Relation]:
    """Subjects and objects of a verb."""
    tree = clauses.tree
    subjects, objects = clauses.subjects(verb), clauses.objects(verb)
    if clauses.is_passive(verb):
        role = INDIRECT if objects else OBJECT
        for token, how in subjects.items():
            yield Relation(verb, role, token, "passive" if how == "subject" else how)
            if objects:
                yield Relation(verb, OBJECT, token, "passive")  # one of two objects: was given, was named
    else:
        for token, how in subjects.items():
            yield Relation(verb, SUBJECT, token, how)
            if not tree.verbal[verb]:
                yield Relation(verb, IS, token, how)  # he backed away, eyes wide
    several = len(tree.of_role(verb, "object")) > 1
    for place, (token, how) in enumerate(objects.items()):
        yield Relation(verb, OBJECT, token, how)
        if several and place == 0:
            yield Relation(verb, INDIRECT, token, how)
    for (owner, role), fillers in clauses.gaps.items():
        if owner == verb and role not in (SUBJECT, OBJECT):
            yield from (Relation(verb, role, token, how) for token, how in fillers.items())
    yield from _where(clauses, verb)
    for part in tree.chain[verb]:
        if part != verb and tree.tags[part] in ("RP", "RB", "IN"):
            yield Relation(verb, ADVERB, part, "particle")
        elif part < verb and tree.verbal[part] and not is_auxiliary(tree.forms[part], tree.tags[part]):
            yield Relation(part, COMPLEMENT, verb, "chain")  # going to hold
            yield from (Relation(part, SUBJECT, token, how) for token, how in subjects.items())


def _where(clauses: Clauses, verb: int) -> Iterator[Relation]:
    """The place that a clause with `where` modifies: State College, where she lives. A tree may attach the clause to
    the verb before it (get back to the village where we parked)."""
    tree, head = clauses.tree, clauses.tree.head[verb]
    if head < 0 or not any(tree.forms[mark].lower() == "where" for mark in tree.marks[verb]):
        return
    for place in [head] if tree.is_nominal(head) else clauses.nouns_before(verb):
        for preposition in ("in", "at", "on"):
            yield Relation(verb, preposition, place, "relative clause")


def _of_dependent(clauses: Clauses, token: int) -> Iterator[Relation]:
    """The relation of a word to its head."""
    tree = clauses.tree
    head, role = tree.head[token], tree.role[token]
    if head < 0:
        return
    marks = [tree.forms[mark].lower() for mark in tree.marks[token] if tree.tags[mark] in _MARKS]
    verbal = clauses.is_verb(token)
    if clauses.is_verb(head):
        yield from _under_verb(clauses, token, head, role, marks)
    elif is_possessor(tree, token) or tree.tags[token] == "WP$":
        yield from (Relation(head, "of", owner, "genitive") for owner in _owners(clauses, token))
    elif marks:
        for filler, how in clauses.resolved([token], "prepositional phrase").items():
            yield from (Relation(head, mark, filler, how) for mark in marks)
        yield from _like_verb(tree, token, head)
    elif role == "name" or (tree.included[token] and tree.tags[token][:2] == "NN"):
        yield Relation(head, COMPOUND, token, "compound")
        if role != "name" and tree.tags[token][:3] == "NNP":
            yield Relation(token, IS, head, "compound")
    elif role == "apposition" and not verbal:
        yield Relation(token, IS, head, "apposition")
    elif tree.is_nominal(head) and not verbal:
        yield Relation(token, IS, head, "modifier")
    elif not verbal or not tree.is_nominal(head):
        yield Relation(head, COMPLEMENT if verbal else ADVERB, token, "modifier")
    if verbal and tree.is_nominal(head) and not marks:
        yield Relation(head, COMPLEMENT, token, "clause")


def _like_verb(tree: Analysis, token: int, head: int) -> Iterator[Relation]:
    """A preposition that is the participle of a verb says what the verb does: the fibres including asbestos."""
    for mark in tree.marks[token]:
        if tree.tags[mark] == "VBG" and not tree.verbal[token]:
            yield Relation(mark, SUBJECT, head, "preposition")
            yield Relation(mark, OBJECT, token, "preposition")


def _owners(clauses: Clauses, token: int) -> list[int]:
    """A possessor; for `whose`, the noun that the clause modifies."""
    tree = clauses.tree
    if tree.tags[token] != "WP$":
        return clauses.with_conjuncts(token)
    verb = tree.head[tree.head[token]]
    return next(([noun] for _, noun in clauses.relative_clauses(verb)), []) if verb >= 0 else []


def _under_verb(clauses: Clauses, token: int, verb: int, role: str, marks: list[str]) -> Iterator[Relation]:
    """What a dependent of a verb is to it, apart from subjects and objects."""
    tree = clauses.tree
    if clauses.is_verb(token):
        if role in ("object", "open", "predicative", "subject"):
            is_subject = role == "subject" and not clauses.is_said(token)
            yield Relation(verb, SUBJECT if is_subject else COMPLEMENT, token, "clause")
        for mark in marks if role == "adverbial" else ():
            yield Relation(verb, mark, token, "clause")
        if role == "adverbial":
            said = not marks or not _COMPLEMENTISERS.isdisjoint(marks)  # it was announced that they had bought it
            yield Relation(verb, COMPLEMENT if said else ADVERB, token, "clause")
    if role == "predicative" or (role == "open" and tree.tags[token] != "VB"):
        yield Relation(verb, PREDICATIVE, token, "predicative")
        yield from (Relation(verb, mark, token, "prepositional phrase") for mark in marks)
        for bearer, how in clauses.bearers(token).items():
            yield from _predications(clauses, token, bearer, marks, how)
        return
    if role not in _ADVERBS or (clauses.is_verb(token) and not marks) or _is_excluded(tree, token):
        return
    fillers = clauses.resolved([token], "prepositional phrase")
    passive = clauses.is_passive(verb)
    for filler, how in fillers.items():
        for mark in marks:
            yield Relation(verb, mark, filler, how)
            if mark == "by" and passive:
                yield Relation(verb, SUBJECT, filler, "passive")
            if mark in ("to", "for") and not clauses.is_verb(token):
                yield Relation(verb, INDIRECT, filler, how)
            if mark in _ROUGHLY and tree.tags[filler] == "$" and not clauses.own(verb, "object"):
                yield Relation(verb, OBJECT, filler, "amount")  # owed about $ 430 million
        if not marks:
            yield Relation(verb, ADVERB, filler, "adverb")
            if tree.tags[token][:2] == "JJ":
                yield from (Relation(token, IS, bearer, "adjunct") for bearer in clauses.bearers(token))


def _is_excluded(tree: Analysis, token: int) -> bool:
    """Whether a phrase with a preposition is only named to be denied: by forces, and not by facts."""
    if coordination.is_denied_conjunct(tree, token):
        return True
    start = min(tree.marks[token], default=0)
    return start > 1 and tree.forms[start - 1].lower() == "not" and tree.tags[start - 2] in ("CC", ",", ":")


def _predications(clauses: Clauses, token: int, bearer: int, marks: list[str], how: str) -> Iterator[Relation]:
    """What a predicative says of a noun."""
    tree = clauses.tree
    for mark in marks:
        yield Relation(bearer, mark, token, how)  # the man is in the garden
    if clauses.is_verb(token) and tree.tags[token] in ("VBN", "VBD"):
        yield Relation(token, OBJECT, bearer, "passive")
    elif clauses.is_verb(token) and not clauses.is_finite(token):
        yield Relation(token, SUBJECT, bearer, how)
    yield Relation(token, IS, bearer, how)


def _through_copulas(clauses: Clauses, relations: list[Relation]) -> Iterator[Relation]:
    """A clause with a copula is represented by its predicative, too: said that it was higher."""
    tree = clauses.tree
    for head, role, token, how in relations:
        if how == "clause" and is_form_of(tree.forms[token], "copulas"):
            for predicative in tree.of_role(token, "predicative"):
                yield Relation(head, role, predicative, how)
        if how in ("prepositional phrase", "relative clause") and is_form_of(tree.forms[head], "copulas"):
            for predicative in tree.of_role(head, "predicative"):
                if role not in (SUBJECT, OBJECT) and predicative != token:
                    yield Relation(predicative, role, token, how)
        if how == "clause" and is_form_of(tree.forms[head], "copulas"):  # it is not clear how much it helps
            for predicative in tree.of_role(head, "predicative"):
                yield Relation(predicative, COMPLEMENT, token, how)


def _equal(tree: Analysis, relations: list[Relation]) -> Iterator[Relation]:
    """What holds for a noun holds for the noun that it is, too: index arbitrage is something we want to watch."""
    same: dict[int, set[int]] = {}
    for head, role, token, how in relations:
        thing = tree.is_nominal(token) or tree.tags[token] == "VBG"  # playing chess is a good habit
        if role == IS and how in ("apposition", "predicative") and tree.is_nominal(head) and thing:
            same.setdefault(head, set()).add(token)
            if how == "apposition":
                same.setdefault(token, set()).add(head)
    for pronoun, predicative in _clefts(tree):
        same.setdefault(pronoun, set()).add(predicative)
    for head, role, token, how in relations:
        for other in same.get(token, ()):
            if _is_contrast(tree, other):
                continue
            if how not in ("apposition", "predicative") and other != head:
                yield Relation(head, role, other, how)


def _is_contrast(tree: Analysis, token: int) -> bool:
    """Whether a noun follows another one, with `not` between them: tests, not teachers."""
    if any(tree.forms[other].lower() == "not" and tree.tags[other - 1] == "," for other in tree.dependents[token]):
        return True
    start = min([token, *tree.dependents[token]])
    return tree.role[token] == "apposition" and start > 0 and tree.forms[start - 1].lower() == "not"


def _clefts(tree: Analysis) -> Iterator[tuple[int, int]]:
    """`What` and the noun that it is: what saved the farmers was the rain, the rain is what saved them."""
    for token, form in enumerate(tree.forms):
        if form.lower() != "what" or tree.head[token] < 0:
            continue
        verb = tree.head[token]
        above = tree.head[verb]
        if above < 0 or not is_form_of(tree.forms[above], "copulas"):
            continue
        opposite = {"subject": "predicative", "predicative": "subject"}.get(tree.role[verb], "")
        for other in tree.of_role(above, opposite):
            yield from ((token, word) for word in (other, *tree.conjuncts[other]))


def _partitive(tree: Analysis, relations: list[Relation]) -> Iterator[Relation]:
    """What holds for one, many or a kind of them holds for them; so it does for $5 million in bonds."""
    whole: dict[int, list[int]] = {}
    for head, role, token, _ in relations:
        is_part = role == "of" and tree.forms[head].lower() in clause_words().partitives
        if is_part or (role == "in" and tree.forms[head] in _CURRENCIES):
            whole.setdefault(head, []).append(token)
    for head, role, token, how in relations:
        for other in whole.get(token, ()):
            yield Relation(head, role, other, how)
        if how == "relative clause":  # some of the stations that bought it, but not: the number of those who buy it
            parts = (part for part, others in whole.items() if token in others and may_agree(tree, head, part))
            yield from (Relation(head, role, part, how) for part in parts)


def _negated(clauses: Clauses) -> set[int]:
    """Verbs with a negation, or with a subject or object that has one: nothing is reaching them."""
    tree, negative = clauses.tree, clause_words().negative
    negated = set()
    for verb in range(len(tree.head)):
        if not clauses.is_verb(verb):
            continue
        own = [
            other
            for other in (*tree.chain[verb], *tree.dependents[verb])
            if "," not in tree.tags[verb:other]  # it is true, not false
        ]
        adverbs = [other for other in own if tree.tags[other][:2] == "RB"]
        words = [*own, *(word for adverb in adverbs for word in tree.dependents[adverb])]
        no_one = [
            other
            for other in clauses.subjects(verb)
            if tree.forms[other].lower() in negative or (_has_no(tree, other) and not _is_contrast(tree, other))
        ]
        if (
            no_one
            or tree.forms[verb - 1].lower() == "neither"
            or any(tree.forms[word].lower() in negative for word in words)
        ):
            negated.add(verb)
    return negated


def _denied(clauses: Clauses, negated: set[int]) -> set[int]:
    """Nouns with `no` or `not`, and predicatives of a negated copula."""
    tree = clauses.tree
    denied = {token for token in range(len(tree.head)) if not clauses.is_verb(token) and _has_no(tree, token)}
    for verb in negated:
        if is_form_of(tree.forms[verb], "copulas"):
            denied |= {*tree.of_role(verb, "predicative")}
    return denied


def _has_no(tree: Analysis, token: int) -> bool:
    """Whether a word has `no`, `not` or `neither` before it."""
    denying = (other for other in tree.dependents[token] if other < token and tree.forms[other].lower() in _DENYING)
    return any(tree.forms[other + 1].lower() not in _FURTHER for other in denying)  # but not: not just the reporters
