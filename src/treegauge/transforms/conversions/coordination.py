"""Coordination: which Penn phrases are coordinated, and the three ways to write it as dependencies.

chain        each conjunct or conjunction depends on the one before it (Mel'čuk; CoNLL-2008)
flat         all depend on the first conjunct
conjunction  the conjuncts depend on the conjunction (Prague)
"""

from __future__ import annotations

from typing import Literal

from .constituents import Constituent

CoordinationStyle = Literal["chain", "flat", "conjunction"]
NOMINAL_PHRASES = frozenset({"NP", "NX", "NML", "NAC"})
CONJUNCTIONS = frozenset({"CC", "CONJP"})
CORRELATIVE = frozenset({"either", "neither"})
SEPARATORS = frozenset({",", ":"})  # tags of the marks between the members of a list
_NOUN_SEPARATORS = frozenset({",", ";"})
_CLAUSES = {"SINV": "S", "SQ": "S", "SBARQ": "S"}
_BETWEEN = frozenset({"RB", "UH", "IN", "CC"})  # words that may be in a list of clauses


def is_coordination(phrase: Constituent) -> bool:
    """Whether a phrase is a coordination: it has a conjunction inside, or is a list."""
    if phrase.joined is None:
        phrase.joined = _looks_coordinated(phrase)
    return phrase.joined


def _looks_coordinated(phrase: Constituent) -> bool:
    children, label = phrase.children, phrase.label
    if label == "UCP":
        return True
    if len(children) < 2:
        return False
    labels = [child.label for child in children]
    if ("CC" in labels or "CONJP" in labels) and _is_joined(children):
        return True
    return _is_noun_list(children, labels) if label in NOMINAL_PHRASES else _is_list(children, labels)


def _is_joined(children: list[Constituent]) -> bool:
    """Whether a conjunction is between two children; marks at the beginning do not count as a child."""
    joining = [place for place, child in enumerate(children) if _joins(child)]
    first = next((place for place, child in enumerate(children) if not child.punctuation), len(children))
    return any(first < place < len(children) - 1 for place in joining)


def _joins(child: Constituent) -> bool:
    return child.label == "CONJP" or (child.label == "CC" and child.form.lower() not in CORRELATIVE)


def _is_list(children: list[Constituent], labels: list[str]) -> bool:
    """Whether phrases of one kind have a separator between them, or at the end of one."""
    phrases = [child for child in children if child.is_phrase]
    if len(phrases) < 2 or len({_CLAUSES.get(phrase.label, phrase.label) for phrase in phrases}) > 1:
        return False
    if any(child.is_word and not child.punctuation and child.label not in _BETWEEN for child in children):
        return False
    return not SEPARATORS.isdisjoint(labels) or any(phrase.last().label in SEPARATORS for phrase in phrases)


def _is_noun_list(children: list[Constituent], labels: list[str]) -> bool:
    """Whether there are three or more noun phrases with commas. Two are an apposition, and so is an age (Smith, 61). A
    phrase with a time or a place is not a list."""
    if _NOUN_SEPARATORS.isdisjoint(labels):
        return False
    phrases = [child for child in children if child.label in NOMINAL_PHRASES]
    nouns = [phrase for phrase in phrases if [child.label for child in phrase.children] != ["CD"]]
    return len(nouns) > 2 and not any(child.function in ("TMP", "LOC") for child in children)


def first_conjunct(phrase: Constituent) -> int:
    """How many children the first conjunct has; all of them, if the phrase is not a coordination."""
    children = phrase.children
    if not is_coordination(phrase):
        return len(children)
    flat = not any(child.is_phrase for child in children)
    if flat and len(children) != 3 and phrase.label in ("NP", "NX", "NML"):
        return len(children)  # "the old men and women": the end of a conjunct is not marked
    ends = (place for place, child in enumerate(children) if child.label in CONJUNCTIONS or child.label in SEPARATORS)
    # A mark or an adverbial before the first conjunct is not a conjunct, and a conjunction may begin a phrase.
    begin = next((place for place, child in enumerate(children) if not (child.function or child.punctuation)), 0)
    return next((place for place in ends if place > begin), len(children))


def conjunction_of(phrase: Constituent) -> Constituent | None:
    """The conjunction that is the head in the Prague style: the last one, or the last comma of a list."""
    if not is_coordination(phrase):
        return None
    for labels in (CONJUNCTIONS, (",", ":", ";")):
        for child in reversed(phrase.children):
            if child.label in labels:
                return child
    return None


def chain_conjuncts(heads: list[int], relations: list[str], forms: list[str], marks: list[bool]) -> None:
    """Turn flat coordination into a chain: COORD from conjunct to conjunct or conjunction, CONJ from the conjunction to
    the conjunct after it. Changes `heads` and `relations`."""
    below: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        below.setdefault(head, []).append(word)
    for top, words in below.items():
        conjuncts = [word for word in words if word > top and relations[word] == "COORD"]
        if top >= 0 and conjuncts:
            _chain(top, conjuncts, words, heads, relations)
    for words in below.values():
        _label_others(words, relations, forms, marks)


def _chain(top: int, conjuncts: list[int], words: list[int], heads: list[int], relations: list[str]) -> None:
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


def _label_others(words: list[int], relations: list[str], forms: list[str], marks: list[bool]) -> None:
    """Label conjunctions that join nothing: DEP at the beginning (And it went ...) and for either and neither."""
    beginning = True
    for word in words:
        if relations[word] == "CC":
            first = beginning and not marks[word]  # & counts as punctuation
            relations[word] = "DEP" if first or forms[word].lower() in CORRELATIVE else "COORD"
        elif not marks[word]:
            beginning = False
