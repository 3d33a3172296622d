"""Inner structure of flat noun phrases: possessors, words that belong together, and conjuncts.

Penn noun phrases are flat. A phrase is divided only if one of its labels may be a sign of structure.
"""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS, is_coordination
from .word_lists import WORD_LISTS

NOUN_PHRASES = frozenset({"NP", "NX", "NML"})
_SIGNS = frozenset({"RB", "CD", "POS", ",", ";"}) | CONJUNCTIONS
_ADVERBIALS = frozenset({"RB", "ADVP", "PP"})
_NOUNS = ("NN", "NNS", "NNP", "NNPS")
_PAIRS = {"JJ": "ADJP", "CD": "QP", "RB": "ADVP"}  # what two conjuncts are together, by the tag of the first


def divide_noun_phrase(phrase: Constituent, bracketed: bool) -> None:
    """Add structure to a noun phrase. `bracketed`: it has inner brackets where it does not branch to the right."""
    if _SIGNS.isdisjoint([child.label for child in phrase.children]):
        return
    if not bracketed:
        if phrase.children[-1].label == "POS" and len(phrase.children) > 1:
            phrase = phrase.bracket(0, len(phrase.children) - 1, "NP")
        _words_together(phrase)
        _shared_noun(phrase)
    if not is_coordination(phrase):
        return
    _adverbs_of_conjuncts(phrase)
    labels = [child.label for child in phrase.children if not child.is_phrase]
    nominal = any(label[:2] in ("NN", "JJ") or label in ("PRP", "DT") for label in labels)
    if nominal and any(child.label in CONJUNCTIONS for child in phrase.children):
        _right_branching(phrase) if bracketed else _conjuncts(phrase)


def _words_together(phrase: Constituent) -> None:
    """Bracket two words that are a phrase before others: a very old man, his Jan. 2 speech."""
    for place in range(len(phrase.children) - 3, -1, -1):
        first, second, after = phrase.children[place : place + 3]
        if first.is_phrase or second.is_phrase:
            continue
        if first.label == "RB" and second.label in ("JJ", "JJR") and _is_degree(first.form, second.label):
            phrase.bracket(place, place + 2, "ADJP")
        elif (
            second.label == "CD" and first.label in _NOUNS and after.label != "," and _is_date(first.form, second.form)
        ):
            phrase.bracket(place, place + 2, "NP").function = "TMP"


def _is_degree(adverb: str, tag: str) -> bool:
    if tag == "JJR":
        return adverb in WORD_LISTS["comparison"]
    return adverb in WORD_LISTS["degree"] and adverb not in WORD_LISTS["no_degree"]


def _is_date(month: str, day: str) -> bool:
    return month in WORD_LISTS["months"] and day in WORD_LISTS["days"]


def _shared_noun(phrase: Constituent) -> None:
    """Bracket conjuncts that share the noun after them: the Japanese and the U.S. [NX markets]."""
    last = len(phrase.children) - 1
    while last > 2 and phrase.children[last].punctuation:
        last -= 1
    shared, before = phrase.children[last], phrase.children[last - 1]
    lacks_noun = last > 2 and shared.label == "NX" and phrase.label == "NP" and not _separates(before)
    if lacks_noun and is_coordination(phrase):
        phrase.bracket(0, last, "NX")


def _adverbs_of_conjuncts(phrase: Constituent) -> None:
    """Move an adverbial between conjuncts into the one after it: golfing or even montgolfing."""
    children = phrase.children
    place = len(children) - 1
    while place > 0 and (children[place].punctuation or _is_conjunct(children[place])):
        start = place - 1
        while start >= 0 and children[start].label == ",":
            start -= 1
        if not children[place].punctuation and start >= 0 and children[start].label in _ADVERBIALS:
            conjunct, moved = children[place], children[start:place]
            for child in reversed(moved):
                conjunct.add(child, 0)
            place = start  # there may be another before it
        else:
            place -= 1


def _is_conjunct(child: Constituent) -> bool:
    return child.is_phrase and child.label != "CONJP"


def _separates(child: Constituent) -> bool:
    return child.label in CONJUNCTIONS or child.punctuation


def _conjuncts(phrase: Constituent) -> None:
    """Guess the conjuncts. Where no two other children are adjacent, each child is a conjunct. Otherwise the name of a
    company shows their extent, or two children of one kind around a conjunction do (the old men and women)."""
    children = phrase.children
    shape = "".join("," if _separates(child) else "x" for child in children)
    if "xx" not in shape:
        for place, kind in enumerate(shape):
            if kind == "x":
                phrase.bracket(place, place + 1, "NP")
        return
    places = [place for place, child in enumerate(children) if child.label in CONJUNCTIONS]
    places = [place for place in places if 0 < place < len(children) - 1]
    if len(children) == 4 and _divide_four(phrase, places):
        return
    for place in places:
        if children[place - 1].label == children[place + 1].label:
            return _pair(phrase, place)


def _divide_four(phrase: Constituent, places: list[int]) -> bool:
    """Divide two conjuncts and one more word by signs other than the kind of the conjuncts. Returns whether there were
    such signs."""
    children = phrase.children
    last = children[3]
    if places == [1] and last.form in WORD_LISTS["beside_names"]:
        _pair(phrase, 1)
    elif places == [2] and children[0].form.lower() == "both":
        _pair(phrase, 2)
    elif places == [2] and (last.is_phrase or last.form in WORD_LISTS["joined_to_names"]):
        phrase.bracket(0, 2, "NX")
        phrase.bracket(2, 3, "NP")
    else:
        return False
    return True


def _pair(phrase: Constituent, place: int) -> None:
    """Bracket a conjunction and the conjuncts next to it as a phrase of their kind."""
    pair = phrase.bracket(place - 1, place + 2, "NX")
    pair.label = _PAIRS.get(pair.children[0].label[:2], "NX")
    for conjunct in (0, 2):
        pair.bracket(conjunct, conjunct + 1, "NP")


def _right_branching(phrase: Constituent) -> None:
    """Divide a flat coordination as if every word modified all that follows: a (b and (c d))."""
    parts: list[tuple[Constituent, list[Constituent]]] = []
    for child in phrase.children:
        if parts and _separates(child):
            parts[-1][1].append(child)
        else:
            parts.append((child, []))
    (last, marks) = parts.pop()
    rest, joined = [last, *marks], bool(marks)
    for child, marks in reversed(parts):
        if marks:
            rest = [_single(child), *marks, *(rest if joined else [_group(rest)])]
        else:
            rest = [child, _group(rest)]
        joined = bool(marks)
    phrase.children, phrase.joined = [], None
    for child in rest:
        child.parent = None
        phrase.add(child)


def _single(child: Constituent) -> Constituent:
    return child if child.is_phrase else _group([child])


def _group(children: list[Constituent]) -> Constituent:
    """A phrase over several children, or the phrase itself."""
    if len(children) == 1 and children[0].is_phrase:
        return children[0]
    group = Constituent("NX", None, children)
    for child in children:
        child.parent = group
    if is_coordination(group):
        _adverbs_of_conjuncts(group)
    return group
