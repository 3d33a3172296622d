"""Does a hypothesis follow from the relations of a sentence, and why?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from ..deep.relations import DeepTree, Relation
from .claims import ANY, ANY_ROLE, BEFORE, HAPPENS, NEAR, WITHIN, Claim, ClaimedRelation, Meaning
from .words import Word

_TRIED = 2048  # ways to find the words of a hypothesis in the sentence that are tried
_NEARBY = 2  # tokens between a verb and its particle


@dataclass(frozen=True)
class Verdict:
    """Whether a hypothesis follows from a sentence.

    support        for each claim that holds, the relation of the sentence that says so, in words
    missing        the first thing that does not hold, in words; empty if it follows
    constructions  what the hypothesis is about
    """

    follows: bool
    support: tuple[str, ...] = ()
    missing: str = ""
    constructions: tuple[str, ...] = ()

    def with_constructions(self, constructions: tuple[str, ...]) -> Verdict:
        """The same, and what it is about."""
        return replace(self, constructions=constructions)


def unknown_word(words: Sequence[Word]) -> str | None:
    """The first content word of a hypothesis that the text does not have, or None."""
    return next((word.form for word in words if word.kind == "content" and not word.tokens and not word.is_free), None)


def find_verdict(reading: Meaning, words: Sequence[Word], deep: DeepTree) -> Verdict:
    """Whether what a hypothesis says holds in a sentence."""
    if not reading.claims:
        return Verdict(False, missing="the hypothesis says nothing that can be compared")
    best = Verdict(False, missing="the text does not have all the words")
    for way in _ways(words, reading):
        verdict = _check(reading, way, words, deep)
        if verdict.follows:
            return verdict
        if len(verdict.support) >= len(best.support):
            best = verdict
    return best


def _ways(words: Sequence[Word], reading: Meaning) -> Iterator[dict[int, int]]:
    """The ways to find the words of a hypothesis in the sentence."""
    used = sorted(
        {place for claim in reading.claims for one in claim.alternatives for place in (one.head, one.token)} - {ANY}
    )
    choices = [words[place].tokens or (ANY,) for place in used]
    for tokens in islice(product(*choices), _TRIED):
        known = [token for token in tokens if token != ANY]
        if len({*known}) == len(known):
            yield dict(zip(used, tokens, strict=True))


def _check(reading: Meaning, way: dict[int, int], words: Sequence[Word], deep: DeepTree) -> Verdict:
    support: list[str] = []
    for claim in reading.claims:
        relation = next((found for one in claim.alternatives if (found := _holds(one, way, deep)) is not None), None)
        if relation is None:
            return Verdict(False, tuple(support), _missing(claim, words))
        support.append(spell_relation(relation, deep))
    wrong = _polarity(reading, way, deep)
    return Verdict(not wrong, tuple(support), wrong)


def _polarity(reading: Meaning, way: dict[int, int], deep: DeepTree) -> str:
    """What the sentence denies and the hypothesis does not, or the other way round; empty if there is nothing."""
    forms = deep.tree.forms
    for place, negated in reading.verbs.items():
        token = way.get(place, ANY)
        if token != ANY and (token in deep.negated) != negated:
            return f"'{forms[token]}' is {'negated' if token in deep.negated else 'not negated'} in the text"
    if any(reading.verbs.values()):
        return ""
    for place, token in way.items():
        if place not in reading.verbs and token in deep.denied and place not in reading.denied:
            return f"'{forms[token]}' is denied in the text"
    return ""


def _holds(one: ClaimedRelation, way: dict[int, int], deep: DeepTree) -> Relation | None:
    """The relation of the sentence that one alternative of a claim asks for."""
    head = way.get(one.head, ANY)
    token = ANY if one.token == ANY else way.get(one.token, ANY)
    if head == ANY or (token == ANY and one.token != ANY):
        return None
    if one.role == HAPPENS:
        return Relation(head, HAPPENS, head, "")
    return next(
        (
            found
            for own in _names(head, deep)
            for other in _names(token, deep)
            if own != other and (found := _found(one, own, other, way, deep)) is not None
        ),
        None,
    )


def _names(token: int, deep: DeepTree) -> Iterator[int]:
    """A word, and the words that are the heads of the name that it is part of: Wong, of Ed Wong."""
    yield token
    tree = deep.tree
    for _ in tree.head:
        if token == ANY or tree.role[token] != "name" or tree.head[token] < 0:
            return
        token = tree.head[token]
        yield token


def _found(one: ClaimedRelation, head: int, token: int, way: dict[int, int], deep: DeepTree) -> Relation | None:
    if one.role in (ANY_ROLE, NEAR):
        found = deep.between(head, token)
        if found is None and one.role == NEAR and abs(head - token) <= _NEARBY:
            return Relation(head, NEAR, token, "")
        return found
    if one.role == BEFORE:
        named = set(way.values())
        return next(
            (found for found in deep.relations if found.head == head > found.token and found.token not in named), None
        )
    if one.role.startswith(WITHIN):
        role, preposition = one.role.removeprefix(WITHIN).split()
        phrases = (deep.find(thing.token, preposition, token) for thing in deep.of(head, role))
        return next((found for found in phrases if found is not None), None)
    if token == ANY:  # something that the hypothesis does not name
        named = set(way.values())
        return next((found for found in deep.of(head, one.role) if found.token not in named), None)
    return deep.find(head, one.role, token)


def spell_relation(relation: Relation, deep: DeepTree) -> str:
    """A relation in words: `sold object car (passive)`."""
    forms = deep.tree.forms
    how = f" ({relation.how})" if relation.how not in ("", relation.role) else ""
    if relation.role == HAPPENS:
        return f"{forms[relation.head]}"
    return f"{forms[relation.head]} {relation.role.strip('()')} {forms[relation.token]}{how}"


def _missing(claim: Claim, words: Sequence[Word]) -> str:
    one = claim.alternatives[0]
    other = "anything" if one.token == ANY else words[one.token].form
    if one.role in (ANY_ROLE, NEAR):
        return f"'{words[one.head].form}' and '{other}' are not related in the text"
    role = one.role.removeprefix(WITHIN).strip("()")
    return f"the text does not have '{words[one.head].form}' with {role} '{other}'"
