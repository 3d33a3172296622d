"""Structure that flat Penn phrases leave out, put in before heads are looked for.

Prepositions and subordinators get a bracket of their own (MARK), noun phrases with a conjunction are divided into
conjuncts, and titles, names, dates and appositions are marked by functions: TITLE, POSTHON, APPO.
"""

from __future__ import annotations

import re

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS, NOMINAL, coordinated

_STRUCTURAL = frozenset({"HLN", "TTL", "NOM", "TPC", "CLR", "UNF", "ETC", "IMP"})
_TITLES = re.compile(
    r"(mr|ms|mrs|messrs|dr|prof|professor|president|presidents|sen|sens|rep|gov|mayor|minister|judge|judges|justice"
    r"|chairman|director|leader|commissioner|gen|maj|col|adm|commodore|private|king|lord|cardinal|st|cie)\.?"
)
_AFTER_NAMES = re.compile(r"(corp|inc|co|cos|ltd|bros|jr|sr|s\.a|n\.v|phd|ph\.d)\.?")
_NUMERAL = re.compile(r"V?I+")
_MONTH = re.compile(
    r"(jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)\.?"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
)
_DAY = re.compile(r"[0-3]?\d")
_DEGREE = re.compile(r".*ly|very|once|pretty|quite|rather|too|as")
_NO_DEGREE = frozenset({"only", "early", "namely"})
_MORE = frozenset({"even", "much", "slightly", "no"})
_OTHER_NAMES = {"ADV": "ADVP", "UH": "INTJ"}


def deepen(top: Constituent, *, bracketed: bool, names: bool) -> None:
    """Put the structure in. `bracketed`: noun phrases have inner brackets (NML) where they do not branch to the right;
    `names`: find company names and people's names in flat noun phrases."""
    phrases = top.phrases()
    for phrase in phrases:
        if phrase.function is not None:
            kept = [tag for tag in phrase.function.split("-") if tag not in _STRUCTURAL]
            phrase.function = "-".join(kept) or None
        _rename(phrase)
        _honorifics(phrase)
        if names and phrase.label in NOMINAL:
            _names(phrase)
    for phrase in reversed(phrases):
        if phrase.label in ("NP", "NX", "NML"):
            divide_noun_phrase(phrase, bracketed)
        elif phrase.label == "VP":
            _rather_than(phrase)
        elif phrase.label in ("PP", "WHPP"):
            _mark(phrase, ("IN", "TO", "FW"), ("RP", "VBG", "VBN"))
        elif phrase.label == "SBAR":
            _mark(phrase, ("IN", "TO"), ("RB",))
    for phrase in top.phrases():
        if phrase.label in NOMINAL:
            _appositions(phrase)


def _rename(phrase: Constituent) -> None:
    if phrase.label == "TYPO":
        phrase.label = "ADJP" if phrase.children[0].label == "JJ" else "NX"
    phrase.label = _OTHER_NAMES.get(phrase.label, phrase.label)


def _honorifics(phrase: Constituent) -> None:
    """A title before a name, and what comes after one (Inc., Jr.)."""
    if len(phrase.children) < 2:
        return
    first, last = phrase.children[0], phrase.children[-1]
    if first.is_word and first.label in ("NNP", "NNPS") and _TITLES.fullmatch(first.form.lower()):
        first.function = "TITLE"
    after = _NUMERAL.fullmatch(last.form) or _AFTER_NAMES.fullmatch(last.form.lower())
    if after and last.is_word and last.label in ("NNP", "NNPS"):
        last.function = "POSTHON"


def _names(phrase: Constituent) -> None:
    """Fraser & Neave Ltd. is one name; in "the oboist Heinz Holliger" the name is an apposition. (In the shared task
    both came from named entities that were annotated by hand.)"""
    children = phrase.children
    if len(children) > 2 and all(child.label in ("NNP", "NNPS") or child.form == "&" for child in children):
        for child in children[1:-1]:
            if child.form == "&":
                child.label = "NNP"
    start = len(children)
    while start > 0 and children[start - 1].label in ("NNP", "NNPS") and children[start - 1].function is None:
        start -= 1
    if start > 0 and len(children) - start > 1 and children[start - 1].label in ("NN", "NNS"):
        phrase.bracket(start, len(children), "NP").function = "APPO"


def divide_noun_phrase(phrase: Constituent, bracketed: bool) -> None:
    """Conjuncts, possessors, dates and adjectives with adverbs in a flat noun phrase."""
    if not bracketed:
        if phrase.children[-1].label == "POS" and len(phrase.children) > 1:
            phrase = phrase.bracket(0, len(phrase.children) - 1, "NP")
        _adjectives(phrase)
        _dates(phrase)
        _shared_noun(phrase)
    if not coordinated(phrase):
        return
    _adverbs_of_conjuncts(phrase)
    conjunction = any(child.label in CONJUNCTIONS for child in phrase.children)
    noun = any(child.is_word and re.match("NN|JJ|PRP$|DT$", child.label) for child in phrase.children)
    if conjunction and noun:
        _right_branching(phrase) if bracketed else _conjuncts(phrase)


def _adjectives(phrase: Constituent) -> None:
    """An adverb of degree and an adjective: very old, much older."""
    for place in range(len(phrase.children) - 2, 0, -1):
        adverb, adjective = phrase.children[place - 1 : place + 1]
        if adverb.label != "RB" or not (adverb.is_word and adjective.is_word) or adverb.form.lower() in _NO_DEGREE:
            continue
        form = adverb.form.lower()
        if (adjective.label == "JJ" and _DEGREE.fullmatch(form)) or (adjective.label == "JJR" and form in _MORE):
            phrase.bracket(place - 1, place + 1, "ADJP")


def _dates(phrase: Constituent) -> None:
    """A month and a day before something else: his Jan. 2 speech."""
    for place in range(len(phrase.children) - 3, -1, -1):
        month, day = phrase.children[place : place + 2]
        tags = month.label.startswith("NN") and day.label == "CD" and phrase.children[place + 2].label != ","
        if tags and _MONTH.fullmatch(month.form.lower()) and _DAY.fullmatch(day.form):
            phrase.bracket(place, place + 2, "NP").function = "TMP"


def _shared_noun(phrase: Constituent) -> None:
    """What stands before an NX at the end of a coordination is one conjunct."""
    children = phrase.children
    if phrase.label != "NP" or len(children) < 4:
        return
    last = len(children) - 1
    while last >= 0 and children[last].punctuation:
        last -= 1
    if last > 0 and children[last].is_phrase and children[last].label == "NX" and coordinated(phrase):
        phrase.bracket(0, last, "NX")


def _adverbs_of_conjuncts(phrase: Constituent) -> None:
    """An adverb between conjuncts belongs to the one after it: golfing or even montgolfing."""
    place = len(phrase.children) - 1
    while place >= 1:
        conjunct = phrase.children[place]
        if not conjunct.punctuation:
            if not conjunct.is_phrase or conjunct.label == "CONJP":
                return
            start = place - 1
            while start >= 0 and phrase.children[start].label == ",":
                start -= 1
            if start >= 0 and phrase.children[start].label in ("RB", "ADVP", "PP"):
                moved = phrase.children[start:place]
                for child in reversed(moved):
                    conjunct.add(child, 0)
                place -= len(moved) - 1
        place -= 1


def _separates(child: Constituent) -> bool:
    return child.label in CONJUNCTIONS or child.punctuation


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
    phrase.children = []
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
    if coordinated(group):
        _adverbs_of_conjuncts(group)
    return group


def _conjuncts(phrase: Constituent) -> None:
    """Guess the conjuncts of a flat coordination."""
    children = phrase.children
    if len(children) == 3:
        return _each_alone(phrase)
    if len(children) == 4:
        return _four(phrase)
    runs = "".join("," if _separates(child) else "x" for child in children)
    if "xx" not in runs:
        return _each_alone(phrase)
    for place in range(1, len(children) - 1):
        if children[place].label in CONJUNCTIONS and children[place - 1].label == children[place + 1].label:
            return _pair(phrase, place - 1)
    return None


def _each_alone(phrase: Constituent) -> None:
    for place, child in enumerate(phrase.children):
        if not _separates(child):
            phrase.bracket(place, place + 1, "NP")


def _four(phrase: Constituent) -> None:
    """Four children, one of them a conjunction."""
    one, two, three, four = phrase.children
    last = four.form.lower()
    if two.label in CONJUNCTIONS:
        if one.label == three.label or re.fullmatch(r"ltd\.?|corp(\.|oration)", last):
            _pair(phrase, 0)  # trade and budget deficits
    elif three.label in CONJUNCTIONS:
        if one.form.lower() == "both":
            _pair(phrase, 1)
        elif four.is_phrase or re.fullmatch(r"co\.?|sons", last):
            phrase.bracket(0, 2, "NX")
            phrase.bracket(2, 3, "NP")
        elif two.label == four.label:
            _pair(phrase, 1)  # American men and women


def _pair(phrase: Constituent, start: int) -> None:
    """Two conjuncts and what joins them, as a phrase of their kind."""
    pair = phrase.bracket(start, start + 3, "NX")
    label = pair.children[0].label
    for begin, name in (("JJ", "ADJP"), ("CD", "QP"), ("RB", "ADVP")):
        if label.startswith(begin):
            pair.label = name
    pair.bracket(0, 1, "NP")
    pair.bracket(2, 3, "NP")


def _rather_than(phrase: Constituent) -> None:
    """(VP rather than wait): than is a preposition there."""
    forms = [child.form.lower() for child in phrase.children]
    if "rather" not in forms:
        return
    for place in range(forms.index("rather") + 1, len(forms) - 1):
        if forms[place] == "than" and phrase.children[place + 1].label.startswith("V"):
            phrase.bracket(place, place + 2, "PP").bracket(0, 1, "MARK")
            return


def _mark(phrase: Constituent, tags: tuple[str, ...], otherwise: tuple[str, ...]) -> None:
    """Bracket the preposition or subordinator with the words around it: such as, up to, even if."""
    children = phrase.children
    labels = [child.label for child in children]
    found = next((labels.index(label) for wanted in (tags, otherwise) for label in labels if label in wanted), None)
    if found is None:
        return
    start = found
    while start > 0 and children[start - 1].is_word and not children[start - 1].punctuation:
        start -= 1
    end = found + 1
    while end < len(children) and children[end].is_word and not children[end].punctuation:
        end += 1
    phrase.bracket(start, end, "MARK")


def _appositions(phrase: Constituent) -> None:
    """Noun phrases, adjective phrases and reduced relative clauses after a noun phrase are APPO."""
    if coordinated(phrase):
        return
    children = phrase.children
    labels = [child.label for child in children]
    if len(labels) == 4 and labels[1] == labels[3] == "," and labels[0][:3] == labels[2][:3] == "NNP":
        children[2].function = "APPO"  # Hartford , Conn. ,
        return
    first = next((place for place, child in enumerate(children) if _may_have_apposition(child)), None)
    if first is None:
        return
    comma = False
    for child in children[first + 1 :]:
        if child.function is not None:
            continue
        if child.label in (",", ":"):
            comma = True
        elif child.label == "NP" and not comma and len(child.children) == 2 and child.first().form == "a":
            child.function = "DEP"  # 5 cents a share
        elif child.label in ("NP", "ADJP", "VP") or (child.label[:3] == "NNP" and comma and phrase.label == "NAC"):
            child.function = "APPO"


def _may_have_apposition(child: Constituent) -> bool:
    if child.function is not None or child.label not in NOMINAL or not child.is_phrase:
        return False
    last = child.children[-1]
    return last.label != "POS" and last.form != "'s"
