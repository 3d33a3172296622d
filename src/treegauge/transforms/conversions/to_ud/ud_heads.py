"""The head child of every phrase in UD: by a table, except for names and coordinations."""

from __future__ import annotations

from ....core.toml import packaged_toml
from ..constituents import Constituent
from ..coordination import CONJUNCTIONS, first_conjunct, is_coordination
from ..percolation import read_percolation
from ..to_lth.word_lists import WordList
from .irregular import EDITED

_NAMES = {
    name: WordList(words) for name, words in packaged_toml(__package__, "names.toml", dict[str, list[str]]).items()
}
_NAME = frozenset({"NNP", "NNPS"})
_KINDS = {"SINV": "S", "SQ": "S", "SBARQ": "S", "NX": "NP", "NML": "NP", "NAC": "NP"}
_ASIDE = frozenset({"INTJ", "UH", "ADVP", "RB", "PRN"})  # what may come before a conjunction that begins a clause


def find_ud_heads(phrases: list[Constituent]) -> None:
    """Set the head child of every phrase, from the bottom up."""
    table = read_percolation("to_ud/heads")
    for phrase in reversed(phrases):
        if len(phrase.children) > 1 and all(child.label in _NAME for child in phrase.children):
            phrase.head = _head_of_name(phrase.children)
        else:
            begin, end = _first_conjunct(phrase)
            phrase.head = table.choose(phrase, end, begin)
        # Corrected words are not a head where there are other words.
        phrase.hollow = phrase.head.hollow or phrase.label == EDITED


def is_title(word: Constituent) -> bool:
    """Whether a word is a title before a name."""
    return word.label in _NAME and word.form in _NAMES["titles"]


def is_modifier(word: Constituent) -> bool:
    """Whether a word modifies the rest of a name, as an adjective does: South Dakota."""
    return word.form in _NAMES["modifiers"]


def _head_of_name(words: list[Constituent]) -> Constituent:
    """The first word of a person's name, after titles; the last word of other names that can be recognised."""
    first = next((place for place, word in enumerate(words) if not is_title(word)), len(words) - 1)
    if words[-1].form in _NAMES["kinds"] or is_modifier(words[first]):
        return words[-1]
    return words[first]


def _first_conjunct(phrase: Constituent) -> tuple[int, int]:
    """Where the first conjunct begins and ends; all children, if the phrase is not a coordination. What comes before
    the first conjunct is of another kind than the conjunct after the last conjunction: In May, he came and she went."""
    children, end = phrase.children, first_conjunct(phrase)
    if phrase.label == "PP" and children[0].label == "PP":
        return 0, 1  # from May to June
    if not is_coordination(phrase):
        return 0, end
    last = max((place for place, child in enumerate(children) if child.label in CONJUNCTIONS), default=-1)
    after = [child for child in children[last + 1 :] if not child.punctuation and child.label not in _ASIDE]
    if last < 0 or not after or not after[0].is_phrase or phrase.label == "UCP":
        return 0, end
    kind = _kind(after[0])
    same = [place for place, child in enumerate(children[:last]) if _kind(child) == kind]
    if same and (same[0] >= end or end == len(children)):
        return same[0], same[0] + 1
    if kind == "S" and any(child.label == "VP" for child in children[:last]):
        return 0, last  # I left, and she stayed, in one clause
    if not same and all(child.punctuation or child.label in _ASIDE for child in children[:last]):
        phrase.joined = False  # Yeah, and it rained
        return 0, len(children)
    return 0, end


def _kind(child: Constituent) -> str:
    return _KINDS.get(child.label, child.label)
