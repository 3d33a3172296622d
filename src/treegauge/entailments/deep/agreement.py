"""The number of nouns and verbs, and adjectives that single a noun out."""

from __future__ import annotations

from ..analysis import Analysis

_NUMBERS = {
    **dict.fromkeys(("VBZ", "was", "NN", "NNP"), "singular"),
    **dict.fromkeys(("VBP", "were", "NNS", "NNPS"), "plural"),
}


def number_of_verb(tree: Analysis, verb: int) -> str:
    """The number of the first verb of a chain: singular, plural or, if its form does not show it, empty."""
    part = next((part for part in tree.chain[verb] if tree.verbal[part]), verb)
    return _NUMBERS.get(tree.forms[part].lower()) or _NUMBERS.get(tree.tags[part], "")


def number_of_noun(tree: Analysis, noun: int) -> str:
    """The number of a noun; empty for pronouns and if it is coordinated."""
    return "" if tree.conjuncts[noun] else _NUMBERS.get(tree.tags[noun], "")


def may_agree(tree: Analysis, verb: int, noun: int) -> bool:
    """Whether a noun may be the subject of a verb by its number."""
    return {number_of_verb(tree, verb), number_of_noun(tree, noun)} != {"singular", "plural"}


def is_superlative(tree: Analysis, noun: int) -> bool:
    """Whether a noun has an adjective such as first, only or latest."""
    return any(
        tree.tags[other] == "JJS" or tree.forms[other].lower() in ("first", "last", "next", "only")
        for word in tree.dependents[noun]
        for other in (word, *tree.dependents[word])
        if other < noun
    )
