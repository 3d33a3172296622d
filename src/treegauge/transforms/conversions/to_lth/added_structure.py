"""Structure that flat Penn phrases leave out, added before heads are found.

Prepositions and subordinators get a bracket (MARK), noun phrases are divided, and titles, names and the words after
names are marked by functions: TITLE, POSTHON, APPO.
"""

from __future__ import annotations

from ..constituents import Constituent
from ..coordination import NOMINAL_PHRASES
from .noun_phrases import NOUN_PHRASES, divide_noun_phrase
from .word_lists import WORD_LISTS

# Tags of the words that introduce a phrase: the first such word, from the first group that has one.
_MARKS = {
    "PP": (frozenset({"IN", "TO", "FW"}), frozenset({"RP", "VBG", "VBN"})),
    "SBAR": (frozenset({"IN", "TO"}), frozenset({"RB"})),
}
_MARKS["WHPP"] = _MARKS["PP"]
_NAME = frozenset({"NNP", "NNPS"})
_OTHER_NAMES = {"ADV": "ADVP", "UH": "INTJ"}


def add_structure(phrases: list[Constituent], *, bracketed: bool, names: bool) -> None:
    """Add structure to the phrases of a tree, given from top to bottom. `bracketed`: noun phrases have inner brackets
    (NML) where they do not branch to the right; `names`: find names in flat noun phrases."""
    for phrase in phrases:
        label = phrase.label
        if label in _OTHER_NAMES or label == "TYPO":
            _rename(phrase)
        if len(phrase.children) > 1:
            _honorifics(phrase.children)
            if names and label in NOMINAL_PHRASES:
                _names(phrase)
    for phrase in reversed(phrases):
        label = phrase.label
        if label in NOUN_PHRASES:
            divide_noun_phrase(phrase, bracketed)
        elif label in _MARKS:
            _mark(phrase)
        elif label == "VP":
            _rather_than(phrase)


def _rename(phrase: Constituent) -> None:
    """Replace a label that only some parts of the treebank have."""
    adjective = phrase.children[0].label == "JJ"
    phrase.label = _OTHER_NAMES.get(phrase.label, "ADJP" if adjective else "NX")


def _honorifics(children: list[Constituent]) -> None:
    """Mark a title before a name, and a word such as Inc. or Jr. after one."""
    for word, known, function in ((children[0], "titles", "TITLE"), (children[-1], "after_names", "POSTHON")):
        if word.label in _NAME and not word.is_phrase and word.form in WORD_LISTS[known]:
            word.function = function


def _names(phrase: Constituent) -> None:
    """Mark names: Fraser & Neave Ltd. is one name; in "the oboist Heinz Holliger" the name is an apposition. (In the
    shared task both came from named entities that were annotated by hand.)"""
    children = phrase.children
    if children[-1].label not in _NAME:
        return
    if all(child.label in _NAME or child.form == "&" for child in children):
        for child in children[1:-1]:
            if child.form == "&":
                child.label = "NNP"
    start = len(children)
    while start > 0 and children[start - 1].label in _NAME and children[start - 1].function is None:
        start -= 1
    if start > 0 and len(children) - start > 1 and children[start - 1].label in ("NN", "NNS"):
        phrase.bracket(start, len(children), "NP").function = "APPO"


def _rather_than(phrase: Constituent) -> None:
    """Bracket `than` as a preposition in (VP rather than wait)."""
    children = phrase.children
    forms = [child.form.lower() for child in children]
    if "than" not in forms or "rather" not in forms[: forms.index("than")]:
        return
    than = forms.index("than")
    if children[than + 1 :] and children[than + 1].label.startswith("V"):
        phrase.bracket(than, than + 2, "PP").bracket(0, 1, "MARK")


def _mark(phrase: Constituent) -> None:
    """Bracket the preposition or subordinator with the words around it: such as, up to, even if."""
    children = phrase.children
    labels = [child.label for child in children]
    places = (place for tags in _MARKS[phrase.label] for place, label in enumerate(labels) if label in tags)
    start = next(places, None)
    if start is None:
        return
    end = start + 1
    while start > 0 and _is_plain_word(children[start - 1]):
        start -= 1
    while end < len(children) and _is_plain_word(children[end]):
        end += 1
    phrase.bracket(start, end, "MARK")


def _is_plain_word(child: Constituent) -> bool:
    return not (child.is_phrase or child.hollow or child.punctuation)
