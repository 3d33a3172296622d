"""The tokens of noun phrases that plain sentences have, and conjuncts that are said together."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis import Analysis
from ..phrase_building import PhraseBuilder

_OPENING, _CLOSING = ("(", "[", "-LRB-", "-LSB-"), (")", "]", "-RRB-", "-RSB-")
_LONGEST = 9  # words between conjuncts that are said together because they may share a word


@dataclass(frozen=True)
class NounTokens:
    """The tokens of the noun phrases of one sentence."""

    tree: Analysis
    builder: PhraseBuilder

    def simple(self, token: int) -> list[int]:
        """A word with those before it that belong to it."""
        return self.builder.noun_phrase(token, adjectives=True, nouns=True)

    def of(self, token: int) -> list[int]:
        tree = self.tree
        tokens = self.simple(token)
        after = [other for other in tokens if other > token and tree.tags[other][:2] == "RB"]  # integration, especially
        after = [other for other in after if tree.forms[other].lower() != "else"]
        named = self.name_after(token)
        name = self.simple(named) if named >= 0 else []
        chosen = {*tokens, *name} - {*after}
        for other in tokens:
            last = max(tree.conjuncts[other], default=other)
            if other < last < token:
                chosen.update(range(other, last + 1))  # French and German plants
            if tree.forms[other].lower() in ("at", "than") and 0 < other < token:
                chosen.add(other + 1 if tree.forms[other].lower() == "at" else other - 1)  # at least two, more than ten
            if other + 2 < token and tree.tags[other + 1] == "HYPH":
                chosen.add(other + 2)  # N - terminal
            if other > 1 and tree.tags[other - 1] == "HYPH" and tree.head[other - 2] == other:
                chosen.add(other - 2)  # well - drained
        for other in range(token - 1, min(chosen), -1):
            if other not in chosen and tree.head[other] in chosen and tree.head[other] != token:
                chosen.update((other, *(mark for mark in tree.marks[other] if mark < other)))  # old fashioned ideas
        for other in tree.dependents[token]:
            if tree.tags[other] == "PRP" and [*tree.tags[other + 1 : other + 2]] == ["POS"]:
                chosen.update((other, other + 1))  # one's own values
        if min(chosen) > 0 and tree.tags[min(chosen) - 1] == "PRP" and tree.head[min(chosen) - 1] == token:
            chosen.add(min(chosen) - 1)  # you guys
        chosen.update(self._ranges(chosen))
        chosen.update(self._rate_after(token, max(chosen)))
        if (gerund := self.gerund_after(token)) >= 0:
            chosen.add(gerund)
        return self._without_brackets(sorted(chosen), token)

    def _without_brackets(self, tokens: list[int], noun: int) -> list[int]:
        """Tokens without those that are in brackets, unless the noun is in them, too: the aorta (Ao)."""
        tree, depth, depths = self.tree, 0, dict[int, int]()
        if "-LRB-" not in tree.tags and "(" not in tree.forms and "[" not in tree.forms:
            return tokens
        for token, form in enumerate(tree.forms):
            opens, closes = form in ("(", "[", "-LRB-", "-LSB-"), form in (")", "]", "-RRB-", "-RSB-")
            depth += opens
            depths[token] = depth
            depth -= closes
        return [token for token in tokens if depths[token] <= depths[noun]]

    def _rate_after(self, noun: int, last: int) -> list[int]:
        """What an amount is for, right after it: 18 cents a share."""
        tree = self.tree
        for other in tree.dependents[noun]:
            if other == last + 2 and tree.tags[other] == "NN" and tree.forms[last + 1].lower() in ("a", "an", "each"):
                return [last + 1, other]
        return []

    def _ranges(self, tokens: set[int]) -> list[int]:
        """What is between two numbers of a phrase: 1 % to 2 %."""
        forms = self.tree.forms
        inner = range(min(tokens) + 1, max(tokens))
        return [token for token in inner if forms[token] in ("to", "–") and {token - 1, token + 1} <= tokens]

    def gerund_after(self, noun: int) -> int:
        """A gerund right after a noun that has nothing of its own, so that both are one: consumer banking; or -1."""
        tree = self.tree
        after = noun + 1
        if after >= len(tree.forms) or tree.tags[after] != "VBG" or tree.head[after] != noun:
            return -1
        return after if not tree.dependents[after] and not tree.marks[after] else -1

    def name_after(self, noun: int) -> int:
        """The name that follows a common noun without a comma: investor Harold Simmons; or -1."""
        tree = self.tree
        if tree.tags[noun] not in ("NN", "NNS"):
            return -1
        for other in tree.of_role(noun, "apposition"):
            start = min(self.simple(other))
            coded = tree.tags[other] == "NN" and any(map(str.isdigit, tree.forms[other]))  # the mutant IEXC29S
            if start == noun + 1 and (tree.tags[other][:3] == "NNP" or coded):
                return other
        return -1


def is_said_whole(tree: Analysis, token: int) -> bool:
    """Whether a word is said with its conjuncts: alternatives, and what follows `of` or `between`."""
    marks = {tree.forms[mark].lower() for mark in tree.marks[token]}
    further = bool(tree.conjuncts[tree.first[token]])
    if further and (is_alternative(tree, token) or marks in ({"of"}, {"between"}, {"among"})):
        return True
    return further and _shares_words(tree, tree.first[token])


def _shares_words(tree: Analysis, first: int) -> bool:
    """Whether conjuncts may share a word, so that one of them alone may say something else: the cars and drivers, male
    mice and rats, mouse and human genes."""
    conjuncts = [first, *tree.conjuncts[first]]
    if any(tree.tags[token] not in ("NN", "NNS") or tree.verbal[token] for token in conjuncts):
        return False
    if any(token + 1 in conjuncts for token in conjuncts):
        return True  # hGATA-4 and PMA stimulation
    if tree.tags[first] == "NNS" and any(tree.forms[other].lower() in ("a", "an") for other in tree.dependents[first]):
        return True  # a savings and loan
    if max(conjuncts) - first > _LONGEST or any(tree.verbal[token] for token in range(first, max(conjuncts))):
        return False
    before = [_has_words_before(tree, token) for token in conjuncts]
    singular = any(tree.tags[token] == "NN" and not has for token, has in zip(conjuncts, before, strict=True))
    return (before[0] and not all(before)) or (singular and not before[0] and tree.tags[conjuncts[-1]] == "NNS")


def _has_words_before(tree: Analysis, token: int) -> bool:
    return any(other < token and tree.included[other] for other in tree.dependents[token])


def is_alternative(tree: Analysis, token: int) -> bool:
    """Whether a word is one of several of which not all are so: tickets cost $ 15 or $ 20. After a comma, `or` is said
    of the same thing: $ 1.1 billion, or $ 50 a share."""
    conjuncts = [tree.first[token], *tree.conjuncts[tree.first[token]]]
    between = range(min(conjuncts), max(conjuncts))
    words = [other for other in between if tree.forms[other].lower() in ("or", "nor", "&")]
    if len(words) == 1 and len(conjuncts) == 2 and not tree.verbal[token] and tree.forms[words[0] - 1] == ",":
        return False
    return bool(words) and len(conjuncts) > 1


def is_denied(tree: Analysis, token: int) -> bool:
    """Whether a word is one of several of which none is so: neither the U.S. nor its allies."""
    conjuncts = [tree.first[token], *tree.conjuncts[tree.first[token]]]
    return any(tree.forms[other].lower() == "nor" for other in range(min(conjuncts), max(conjuncts)))
