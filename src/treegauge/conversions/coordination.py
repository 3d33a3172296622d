"""Coordination: which Penn phrases are coordinated, and the three ways to write it as dependencies.

chain        each conjunct or conjunction hangs from the one before it (Mel'čuk; CoNLL-2008)
flat         all hang from the first conjunct
conjunction  the conjuncts hang from the conjunction (Prague)
"""

from __future__ import annotations

from typing import Literal

from .constituents import Constituent

Style = Literal["chain", "flat", "conjunction"]
NOMINAL = frozenset({"NP", "NX", "NML", "NAC"})
CONJUNCTIONS = frozenset({"CC", "CONJP"})
CORRELATIVE = frozenset({"either", "neither"})
_CLAUSES = {"SINV": "S", "SQ": "S", "SBARQ": "S"}
_BETWEEN = frozenset({"RB", "UH", "IN", "CC"})  # words that may stand in a list of clauses


def coordinated(phrase: Constituent) -> bool:
    """Whether a phrase is a coordination: it has a conjunction inside, or is a list with commas."""
    if phrase.label == "UCP":
        return True
    children = phrase.children
    if len(children) < 2:
        return False
    start = 0
    while start < len(children) and children[start].punctuation:
        start += 1
    for child in children[start + 1 : -1]:
        if child.label == "CONJP" or (child.label == "CC" and child.form.lower() not in CORRELATIVE):
            return True
    return _noun_list(children) if phrase.label in NOMINAL else _list(children)


def _list(children: list[Constituent]) -> bool:
    """Phrases of one kind with a comma or colon between them, or at the end of one."""
    kinds = set()
    phrases = 0
    for child in children:
        if child.is_phrase:
            phrases += 1
            kinds.add(_CLAUSES.get(child.label, child.label))
        elif not child.hollow and not child.punctuation and child.label not in _BETWEEN:
            return False
    if phrases < 2 or len(kinds) > 1:
        return False
    return any(child.label in (",", ":") for child in children[1:]) or any(
        child.last().label in (",", ":") for child in children
    )


def _noun_list(children: list[Constituent]) -> bool:
    """Three or more noun phrases with commas: two are an apposition, and so is an age (Smith, 61)."""
    nouns, comma = 0, False
    for child in children:
        if child.function in ("TMP", "LOC"):
            return False
        if child.label in (",", ";"):
            comma = True
        elif child.label in NOMINAL and not (len(child.children) == 1 and child.children[0].label == "CD"):
            nouns += 1
    return comma and nouns > 2


def first_conjunct(phrase: Constituent) -> int:
    """How many children the first conjunct has; all of them, if the phrase is no coordination."""
    children = phrase.children
    if not coordinated(phrase):
        return len(children)
    if not any(child.is_phrase for child in children):
        if len(children) == 3:
            return 1
        if phrase.label in ("NP", "NX", "NML"):
            return len(children)  # "the old men and women": where a conjunct ends is not marked
    start = 0
    while start < len(children) and (children[start].function is not None or children[start].punctuation):
        start += 1
    for place in range(start + 1, len(children)):  # a conjunction may also begin the phrase
        if children[place].label in CONJUNCTIONS or children[place].label in (",", ":"):
            return place
    return len(children)


def conjunction_of(phrase: Constituent) -> Constituent | None:
    """The conjunction that is the head in the Prague style: the last one, or the last comma of a list."""
    if not coordinated(phrase):
        return None
    for labels in (CONJUNCTIONS, (",", ":", ";")):
        for child in reversed(phrase.children):
            if child.label in labels:
                return child
    return None


def chain(heads: list[int], relations: list[str], forms: list[str], marks: list[bool]) -> None:
    """Turn coordination from flat into a chain: COORD from conjunct to conjunct or conjunction, CONJ from the
    conjunction to the conjunct after it. Changes both lists."""
    below: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        below.setdefault(head, []).append(word)
    for top, words in below.items():
        conjuncts = [word for word in words if word > top and relations[word] == "COORD"]
        if top >= 0 and conjuncts:
            _chain_one(top, conjuncts, words, heads, relations)
    for words in below.values():
        _rest(words, relations, forms, marks)


def _chain_one(top: int, conjuncts: list[int], words: list[int], heads: list[int], relations: list[str]) -> None:
    """One coordination, whose first conjunct is `top` and whose dependents are `words`."""
    before = top
    for conjunct in conjuncts:
        between = [word for word in words if before < word < conjunct]
        link = next((word for word in reversed(between) if relations[word] == "CC"), None)
        relations[conjunct] = "COORD" if link is None else "CONJ"
        heads[conjunct] = before if link is None else link
        for word in between:
            if relations[word] == "P" and word != link:
                heads[word] = link if link is not None and word > link else before
        if link is not None:
            relations[link], heads[link] = "COORD", before
        before = conjunct


def _rest(words: list[int], relations: list[str], forms: list[str], marks: list[bool]) -> None:
    """Conjunctions that join nothing: DEP at the beginning (And it went ...) and for either and neither."""
    beginning = True
    for word in words:
        if relations[word] == "CC":
            first = beginning and not marks[word]  # & counts as punctuation
            relations[word] = "DEP" if first or forms[word].lower() in CORRELATIVE else "COORD"
        elif not marks[word]:
            beginning = False
