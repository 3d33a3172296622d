"""The words of a hypothesis, and where they are in the text.

A hypothesis is made of the words of its text, in other forms. So the tags of the text say what they are. The words of
the closed classes are in `tables/hypotheses.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ...core.toml import packaged_toml
from ..analysis import NO_HEAD, Analysis
from ..deep.relations import DeepTree
from ..inflection import base_forms, has_tense, is_form_of_be

_WORD = re.compile(
    r"n['’]t\b|\b[DdLlOo]['’]\w\w+|['’]\w+|\w(?:[\w.,:@/&-]*\w)?(?=n['’]t\b)|\w(?:[\w.,:@/&-]*\w)?\.?|[$%#]|['’]"
)
_SUBJECTS = {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them", "who": "whom"}
_CASES = _SUBJECTS | {other: own for own, other in _SUBJECTS.items()}
_PREPOSITIONAL = frozenset({"IN", "TO", "VBG", "VBN"})
_JOINED = re.compile("[-/]")  # where a text may divide words
_CANNOT = re.compile(r"\b(can)(not)\b", re.IGNORECASE)


@dataclass(frozen=True)
class ClosedWords:
    """`tables/hypotheses.toml`."""

    indefinite: frozenset[str]
    indefinite_adverbs: frozenset[str]
    determiners: frozenset[str]
    possessives: frozenset[str]
    pronouns: frozenset[str]
    be: frozenset[str]
    have: frozenset[str]
    do: frozenset[str]
    modals: frozenset[str]
    negations: frozenset[str]
    conjunctions: frozenset[str]
    clause_marks: frozenset[str]
    prepositions: frozenset[str]


@cache
def closed_words() -> ClosedWords:
    """The words of the closed classes, read once."""
    return packaged_toml("treegauge.entailments", "tables/hypotheses.toml", ClosedWords)


def hypothesis_words(text: str) -> list[str]:
    """The words of a running text, tokenised as in treebanks: did n't, SEC 's."""
    whole = _CANNOT.sub(r"\1 \2", text)
    return [word.rstrip(".") if word.count(".") == 1 and word.endswith(".") else word for word in _WORD.findall(whole)]


@dataclass(frozen=True)
class Word:
    """A word of a hypothesis.

    kind    its closed class: one of those in `ClosedWords`, genitive, or content for all other words
    tokens  the tokens of the text that are forms of it
    tags    the tags of those that have the same form or, if there are none, of all of them
    is_verbal  whether one of these is a verb
    """

    form: str
    kind: str
    tokens: tuple[int, ...]
    tags: frozenset[str]
    is_verbal: bool

    @property
    def may_have_tense(self) -> bool:
        """Whether it may be a verb with tense: a form that is not only a participle."""
        return self.is_verbal and has_tense(self.form) and not self.is_participle

    @property
    def is_participle(self) -> bool:
        """Whether it is a participle in the text, in the same form."""
        return bool(self.tags) and self.tags <= {"VBN", "VBG"} and self.is_same

    is_same: bool = True  # whether the text has it in the same form
    is_modifier: bool = False  # whether it is only before a noun in the text: moving expenses

    @property
    def is_free(self) -> bool:
        """Whether a hypothesis may have it although the text does not."""
        return self.form.lower() in ("there", "no") or not any(map(str.isalnum, self.form))

    @property
    def is_adverb(self) -> bool:
        """Whether it is only an adverb or particle in the text."""
        return bool(self.tags) and all(tag[:2] in ("RB", "RP") or tag == "WRB" for tag in self.tags)


def place_words(forms: Sequence[str], deep: DeepTree, *, divide: bool = True) -> list[Word]:
    """The words of a hypothesis with their places in a text. A word with a hyphen may be divided where the text divides
    it."""
    places = _places(deep.tree)
    words: list[Word] = []
    for form in forms:
        whole = not divide or base_forms(form) & places.keys()
        words += [_word(part, places, deep, words) for part in ([form] if whole else _JOINED.split(form)) if part]
    return words


def _places(tree: Analysis) -> dict[str, list[int]]:
    """The tokens of the text by their base forms."""
    places: dict[str, list[int]] = {}
    for token, form in enumerate(tree.forms):
        whole = form.rstrip(".").replace("\\/", "/") or form
        for part in {whole, *(part for part in whole.split("/") if part.isalpha())}:  # savers/investors
            for base in base_forms(part):
                places.setdefault(base, []).append(token)
    return places


def _word(form: str, places: Mapping[str, Sequence[int]], deep: DeepTree, before: Sequence[Word]) -> Word:
    tree, kind = deep.tree, _kind(form, before)
    bases = base_forms(form.rstrip("."))
    if kind not in ("content", "be", "have", "do"):
        bases = frozenset({form.casefold()})
    other_case = _CASES.get(form.casefold(), "")
    if other_case in places and form.casefold() not in places:
        kind, bases = "pronouns", frozenset({other_case})  # she was dismissed: somebody dismissed her
    found = sorted({token for base in bases for token in places.get(base, ())})
    if kind == "be":
        found = [token for token in range(len(tree.forms)) if token in deep.verbs and is_form_of_be(tree.forms[token])]
    if kind == "content":
        found = [token for token in found if tree.head[token] != NO_HEAD] or found
    exact = [token for token in found if tree.forms[token].casefold() == form.casefold()]
    tags = frozenset(tree.tags[token] for token in exact or found)
    if kind in ("prepositions", "clause_marks") and tags and all(tag[:1] in "NVJ" for tag in tags):
        kind = "content"  # they like it, the past century
    if form.lower() == "her" and tags == {"PRP"}:
        kind = "pronouns"  # started her talking
    if form.lower() == "that" and tags == {"DT"}:
        kind = "determiners"  # in that light
    if kind in ("pronouns", "modals") and tags and all(tag[:2] in ("NN", "CD") for tag in tags):
        kind = "content"  # the US troops, in May
    if kind == "content" and found and all(tree.head[token] == NO_HEAD for token in found):
        if exact and tags <= _PREPOSITIONAL and _are_prepositions(found, tree):
            kind = "prepositions"  # according to him
        elif "get" in bases and all(tree.verbal[token] for token in found):
            kind = "be"  # got tossed
    modifies = bool(found) and all(tree.included[token] for token in exact or found)
    return Word(form, kind, tuple(found), tags, not deep.verbs.isdisjoint(exact or found), bool(exact), modifies)


def _are_prepositions(tokens: Sequence[int], tree: Analysis) -> bool:
    """Whether words are no parts of verbs (going to hold), although they may be participles (according to)."""
    return all(token not in chain for chain in tree.chain for token in tokens)


def _kind(form: str, before: Sequence[Word]) -> str:
    word = form.casefold()
    if word in ("'s", "’s", "'", "’") and before and before[-1].kind in ("content", "indefinite"):
        return "genitive"
    if before and before[-1].kind == "prepositions" and word == "that":
        return "determiners"  # at that time
    if before and before[-1].kind in ("determiners", "possessives") and word in closed_words().modals:
        return "content"  # the will
    for kind, members in vars(closed_words()).items():
        if word in members:
            return str(kind)
    return "content"
