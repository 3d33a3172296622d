"""Trees within graphs of relations (see formats/relations.py) to trees in the style of Universal Dependencies.

The formats of relations differ in which words are heads, and most have no tags. So tags come from another file with the
same words. Then conjunctions, prepositions, auxiliaries and copulas give their places to content words, and a relation
is named after what its label means and after the tags of both words. This is a comparison at a coarse grain: what a
representation does not say (a subtype, or the head of a determiner or auxiliary that it leaves out) is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

import numpy as np

from ...core.errors import DataError
from ...core.toml import packaged_toml
from ...formats.api import read
from ...treebank import NOT_GIVEN, ROOT, Text, Treebank
from ..base import transform
from ..empties import remove_empties

_BE = frozenset("am is are was were be being been 's 're 'm".split())  # noqa: SIM905
# The tags of the verb after each auxiliary: is going, has gone, does go.
_AUXILIARIES = (
    (_BE, ("VBG", "VBN", "VBD")),
    (frozenset({"have", "has", "had", "having", "'ve", "'d"}), ("VBN", "VBD")),
    (frozenset({"do", "does", "did", "to"}), ("VB",)),
)
_NOUN = re.compile(r"NN.*|PRP|CD|\$|%|EX|WP|DT|FW|#")
_VERB = re.compile(r"VB.*|MD")
_DETERMINERS = frozenset({"DT", "PRP$", "WP$"})
_PREPOSITION = frozenset({"IN", "TO"})
_TELLING = frozenset({"nn", "dobj", "ncsubj", "ncmod", "subj", "adjunct", "ARG1"})
_UNIVERSAL = frozenset({"case", "nmod"})  # what only Universal Dependencies have
_DIRECT = {
    "subject": "nsubj",
    "passive": "nsubj:pass",
    "object": "obj",
    "clause": "ccomp",
    "open": "xcomp",
    "conjunct": "conj",
    "apposition": "appos",
    "determiner": "det",
    "possessive": "nmod:poss",
    "copula": "cop",
    "name": "compound",
    "case": "case",
    "cc": "cc",
    "root": "root",
}
_AFTER_NOUN = (
    (re.compile("DT|PDT|WDT"), "det"),
    (re.compile(r"PRP\$|WP\$"), "nmod:poss"),
    (re.compile("CD"), "nummod"),
    (re.compile("JJ.*"), "amod"),
    (re.compile("RB.*"), "advmod"),
    (re.compile("V.*"), "acl"),
)
_AFTER_OTHERS = (
    (re.compile("MD"), "aux"),
    (re.compile("V.*"), "advcl"),
    (re.compile("RP"), "compound:prt"),
    (re.compile("CC"), "cc"),
    (re.compile(r"NN.*|\$|CD|PRP"), "obl"),
)


@transform("relations-to-ud")
def relations_to_ud(treebank: Treebank, *, tags: str = "") -> Treebank:
    """Make trees in the style of Universal Dependencies from the relations of gr, stanford, parc, ccg-pa and hpsg-pa;
    tags=FILE takes the tags from a treebank of the same sentences. Other treebanks are not changed."""
    scheme = _scheme(treebank)
    if scheme is None:
        return treebank
    if tags:
        treebank = _with_tags(treebank, tags)
    rows = treebank.tokens
    columns = [[value or "" for value in rows.text(name).decode()] for name in ("form", "tag", "deprel")]
    heads = rows.numbers("head").tolist()
    relations: list[str | None] = []
    for start, end in zip(rows.offsets[:-1].tolist(), rows.offsets[1:].tolist(), strict=True):
        forms, word_tags, labels = (column[start:end] for column in columns)
        tree = _Tree(forms, word_tags, heads[start:end], [_kind(scheme, label) for label in labels], labels)
        heads[start:end] = tree.converted()
        relations += tree.relations()
    changed = rows.replace(head=np.array(heads, np.int32), deprel=Text.of(relations), deps=None)
    return treebank.replace(tokens=changed)


def _scheme(treebank: Treebank) -> str | None:
    """The format whose labels the treebank has: all of them, and some that Universal Dependencies does not have."""
    if "deps" not in treebank.tokens or not len(treebank.tokens):
        return None
    counts = treebank.tokens.text("deprel").counts()
    own = {label: count for label, count in counts.items() if label not in ("root", "ROOT", "dep", "punct")}
    known = {name: sum(count for label, count in own.items() if _kind(name, label) is not None) for name in _tables()}
    best = max(known, key=lambda name: known[name])
    names = {label.split(":")[0] for label in own}
    if names.isdisjoint(_TELLING) or not names.isdisjoint(_UNIVERSAL):
        return None
    return best if known[best] * 2 > sum(own.values()) else None


@cache
def _tables() -> Mapping[str, Mapping[str, re.Pattern[str]]]:
    tables = packaged_toml(__package__, "relations.toml", dict[str, dict[str, str]])
    return {name: {kind: re.compile(text) for kind, text in table.items()} for name, table in tables.items()}


@cache
def _kind(scheme: str, label: str) -> str | None:
    if label.lower() == "root":
        return "root"
    table = _tables()[scheme]
    kind = next((kind for kind, pattern in table.items() if pattern.fullmatch(label)), None)
    if kind is None and label.endswith("-of"):
        return "modifier"
    return kind


def _with_tags(treebank: Treebank, file: str) -> Treebank:
    """The words with the tags that they have in another treebank; those it does not have keep their own."""
    source = remove_empties(read(file))
    if len(source) != len(treebank):
        raise DataError(
            f"'{file}' has {len(source)} sentences, and the treebank has {len(treebank)}; give tags for all"
        )
    result: list[str | None] = []
    for tree, tagged in zip(treebank, source, strict=True):
        tags = [token.tag for token in tree]
        words, others = [token.form for token in tree], [token.form for token in tagged]
        for here, there, size in SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks():
            tags[here : here + size] = [token.tag for token in list(tagged)[there : there + size]]
        result += tags
    return treebank.replace(tokens=treebank.tokens.replace(tag=Text.of(result)))


@dataclass
class _Tree:
    """One sentence: heads and the kinds of relations are changed in place."""

    forms: list[str]
    tags: list[str]
    heads: list[int]
    kinds: list[str | None]
    labels: list[str]

    def converted(self) -> list[int]:
        """The heads after all steps."""
        for word in range(len(self.heads)):
            self._resolve_argument(word)
        for word in range(len(self.heads)):
            self._lower_conjunction(word)
        for word in range(len(self.heads)):
            self._lower_function_word(word)
        self._attach_collapsed()
        self._attach_left_out()
        return self.heads

    def relations(self) -> list[str | None]:
        """The names of the relations in UD."""
        return [self._name(word) if head != NOT_GIVEN else None for word, head in enumerate(self.heads)]

    def _below(self, head: int, *kinds: str) -> list[int]:
        return [
            word for word, above in enumerate(self.heads) if above == head and (not kinds or self.kinds[word] in kinds)
        ]

    def _raise(self, word: int, kind: str, into: int) -> None:
        """Let a dependent take the place of its head, which depends on it; so do the other dependents."""
        for other in self._below(word):
            if other != into:
                self.heads[other] = into
        self.heads[into], self.kinds[into] = self.heads[word], self.kinds[word]
        self.heads[word], self.kinds[word] = into, kind

    def _resolve_argument(self, word: int) -> None:
        """An argument is an object, a clause, or a complement without a subject, by its tag."""
        if self.kinds[word] != "argument":
            return
        if _NOUN.fullmatch(self.tags[word]):
            self.kinds[word] = "object"
        elif self.tags[word] in _PREPOSITION:
            self.kinds[word] = "modifier"
        else:
            has_subject = bool(self._below(word, "subject", "passive"))
            self.kinds[word] = "clause" if has_subject else "open"

    def _lower_conjunction(self, word: int) -> None:
        """In gr and parc, a conjunction is the head of the conjuncts."""
        conjuncts = self._below(word, "conjunct")
        if not conjuncts or self.tags[word] not in ("CC", ",", ":", ""):
            return
        if self.heads[word] >= 0 and self.kinds[word] == "modifier" and self.labels[word].startswith("ARG1:coord"):
            first = self.heads[word]  # hpsg-pa: the first conjunct is the head of the conjunction
            for conjunct in conjuncts:
                self.heads[conjunct] = first
            self.heads[word], self.kinds[word] = conjuncts[-1], "cc"
            return
        self._raise(word, "cc", conjuncts[0])
        self.heads[word] = conjuncts[-1]

    def _lower_function_word(self, word: int) -> None:
        """Prepositions, auxiliaries and forms of be give their places to content words."""
        form = self.forms[word].lower()
        if self.tags[word] in _PREPOSITION and (inside := self._below(word, "inside", "object", "clause", "open")):
            kind = "mark" if self.tags[word] == "TO" and self.tags[inside[0]].startswith("VB") else "case"
            self._raise(word, kind, inside[0])
            return
        content = self._below(word, "open", "inside", "clause")
        verbs = [other for other in content if self._is_auxiliary(word, other)]
        if verbs:
            self._raise(word, "auxiliary", verbs[0])
        elif form in _BE and (predicative := self._below(word, "open", "inside", "object")):
            self._raise(word, "copula", predicative[0])

    def _is_auxiliary(self, word: int, verb: int) -> bool:
        """Whether a word can be an auxiliary of a verb after it."""
        if self.tags[word] == "MD":
            return self.tags[verb] == "VB"
        form = self.forms[word].lower()
        return any(form in forms and self.tags[verb] in tags for forms, tags in _AUXILIARIES)

    def _attach_left_out(self) -> None:
        """Attach words that the representation leaves out, by their tags: determiners to the noun after them,
        auxiliaries to the verb after them."""
        for word, head in enumerate(self.heads):
            if head != NOT_GIVEN or self._below(word):
                continue
            if self.tags[word] in _DETERMINERS:
                goal = self._noun_after(word)
                kind = "possessive" if self.tags[word] == "PRP$" else "determiner"
            else:
                verbs = range(word + 1, min(word + 5, len(self.heads)))
                goal = next((verb for verb in verbs if self._is_auxiliary(word, verb)), None)
                kind = "auxiliary"
            if goal is not None and self.heads[goal] != NOT_GIVEN:
                self.heads[word], self.kinds[word] = goal, kind

    def _noun_after(self, word: int) -> int | None:
        """The last of the next nouns."""
        place = word + 1
        while place < len(self.tags) and not self.tags[place].startswith("NN"):
            if _VERB.fullmatch(self.tags[place]) and self.tags[place] not in ("VBN", "VBG"):
                return None
            place += 1
        while place + 1 < len(self.tags) and self.tags[place + 1].startswith("NN"):
            place += 1
        return place if place < len(self.tags) else None

    def _attach_collapsed(self) -> None:
        """In stanford, a preposition or conjunction in the label is a word before the dependent without a head."""
        for word, label in enumerate(self.labels):
            kind, _, name = label.partition(":")
            if kind not in ("prep", "prepc", "conj", "agent") or self.heads[word] < 0:
                continue
            wanted = "by" if kind == "agent" else name.split("_")[0]
            free = (other for other in range(word - 1, -1, -1) if self.heads[other] == NOT_GIVEN)
            place = next(
                (other for other in free if self.forms[other].lower() == wanted and not self._below(other)), None
            )
            if place is not None:
                self.heads[place], self.kinds[place] = word, "cc" if kind == "conj" else "case"

    def _is_passive(self, verb: int, auxiliary: int | None = None) -> bool:
        """Whether a participle has a form of be before it, or that this auxiliary is one."""
        words = self._below(verb, "auxiliary") if auxiliary is None else [auxiliary]
        return self.tags[verb] in ("VBN", "VBD") and any(self.forms[word].lower() in _BE for word in words)

    def _name(self, word: int) -> str:
        kind, tag, head = self.kinds[word], self.tags[word], self.heads[word]
        if head == ROOT:
            return "root"
        if kind == "mark":
            return "mark"
        above = self.tags[head]
        nominal = bool(_NOUN.fullmatch(above)) and not self._below(head, "copula")
        if kind == "relative":
            return ("acl" if tag in ("VBN", "VBG") else "acl:relcl") if nominal else "advcl"
        if kind == "object" and word < head and above == "VBN" and self._is_passive(head):
            return "nsubj:pass"
        if kind == "auxiliary":
            return "mark" if tag == "TO" else "aux:pass" if self._is_passive(head, word) else "aux"
        if kind in _DIRECT:
            return _DIRECT[kind]
        if self._below(word, "case"):
            return "nmod" if nominal else "obl"
        if kind is None:
            return "dep"
        for pattern, name in _AFTER_NOUN if nominal else _AFTER_OTHERS:
            if pattern.fullmatch(tag):
                return name
        return ("compound" if word < head else "nmod") if nominal else "advmod"
