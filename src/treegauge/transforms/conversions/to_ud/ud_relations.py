"""The UD relation of a word, from its largest phrase, the phrase above it, tags and function tags."""

from __future__ import annotations

from collections.abc import Callable

from ..constituents import Constituent
from ..coordination import CONJUNCTIONS
from ..to_lth.small_clauses import main_verb
from .clause_relations import (
    clause_of_noun,
    clause_of_verb,
    function_tags,
    has_clausal_predicative,
    is_clausal,
    is_content_clause,
)
from .conjuncts import is_conjunct
from .irregular import EDITED, ORPHAN
from .predicates import GET, SUBJECTS, VERBS, is_be, is_existential, is_passive, subject_of
from .ud_heads import is_modifier, is_title

_NOMINAL = frozenset({"NP", "NAC", "NX", "WHNP", "NML"})
_CLAUSE = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR", "VP", "FRAG", "RRC", "PRN", "TOP", "ROOT", "UCP", "X", ""})
_ADVERBS = frozenset({"RB", "RBR", "RBS", "WRB", "ADVP", "WHADVP"})
_ADJECTIVES = frozenset({"JJ", "JJR", "JJS", "ADJP", "WHADJP", "JJP", "VBN", "VBG", "AFX"})
_CLAUSES = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR", "VP"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_BY_TAG = {
    "DT": "det",
    "WDT": "det",
    "PDT": "det:predet",
    "PRP$": "nmod:poss",
    "WP$": "nmod:poss",
    "POS": "case",
    "CD": "nummod",
    "QP": "nummod",
    "UH": "discourse",
    "INTJ": "discourse",
    "PRN": "parataxis",
    "EX": "expl",
    "LS": "discourse",
    "LST": "discourse",
}
_ADVERBIAL = frozenset({"TMP", "ADV", "LOC", "MNR", "DIR", "PRP", "EXT", "BNF", "PUT", "DTV"})
_CORRELATIVE = frozenset({"both", "either", "neither"})
_WITH_PREPOSITION = frozenset({"such", "due", "prior", "rather", "instead"})  # such as, instead of
_BECOME = frozenset({"become", "becomes", "became", "becoming", "remain", "remains", "remained", "remaining"})
_FLOATING = frozenset({"all", "both", "each"})
_SUBORDINATORS = frozenset({"that", "whether", "if"})


def ud_relation(word: Constituent) -> str:
    """The relation of a word to its head."""
    phrase = word.largest
    parent = phrase.parent
    if parent is None:
        return "root"
    if word.punctuation and word.label not in ("CC", "$") and (not phrase.is_phrase or phrase.label == "LST"):
        return "punct"
    if phrase.function == ORPHAN:
        return "orphan"
    if phrase.label == EDITED:
        return "reparandum"
    if phrase.label == "CONJP" and parent.children[0] is phrase and word.label in _ADVERBS:
        return "advmod"  # not only ... but also
    if phrase.label in CONJUNCTIONS:
        return "cc:preconj" if parent.children[0] is phrase and word.form.lower() in _CORRELATIVE else "cc"
    if parent.children[0] is not phrase and is_conjunct(phrase, parent):
        conjunction = any(child.label in CONJUNCTIONS for child in parent.children)
        return "conj" if conjunction or phrase.label not in _CLAUSES else "parataxis"
    return _by_parent(parent.label)(word, phrase, parent)


def _by_parent(label: str) -> Callable[[Constituent, Constituent, Constituent], str]:
    if label in _NOMINAL:
        return _in_noun_phrase
    if label in ("PP", "WHPP"):
        return _in_prepositional_phrase
    if label in _CLAUSE:
        return _in_clause
    return _in_modifier


def _in_noun_phrase(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    label, head = phrase.label, parent.word
    if label == "UCP" and word.place < head.place:
        label = word.label  # electronic, computer and building products
    if label == "PRN" and phrase.head is not None and phrase.head.label in _NOMINAL:
        return "appos"
    if label in _BY_TAG:
        return _BY_TAG[label]
    if label in ("PP", "WHPP"):
        return "acl" if is_clausal(word, phrase) else "nmod"
    if label in ("SBAR", "S", "VP", "SINV", "SQ", "RRC"):
        return clause_of_noun(phrase)
    if label in _ADJECTIVES:
        return "amod"
    if label in _ADVERBS:
        return "advmod"
    if phrase.is_phrase and phrase.children[-1].label == "POS":
        return "nmod:poss"
    before = word.place < head.place
    if before and label in _NOUNS and head.label.startswith("NNP") and (is_title(word) or is_modifier(word)):
        return "nmod:desc" if is_title(word) else "amod"
    if label in _NOUNS or (label in ("NML", "NX", "NP") and before):
        return "flat" if not before and word.label.startswith("NNP") else "compound"
    if label in _NOMINAL and phrase.last() is word and phrase.first() is word and word.form.lower() in _FLOATING:
        return "det"  # we all
    if label in _NOMINAL:
        return "nmod:unmarked" if "TMP" in function_tags(phrase) or "ADV" in function_tags(phrase) else "appos"
    if label in ("IN", "TO"):
        return "case"
    return "punct" if label == "HYPH" else "dep"


def _in_prepositional_phrase(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    if phrase.label in ("IN", "TO", "RP", "VBG", "VBN", "FW") or word.form.lower() in _WITH_PREPOSITION:
        return "mark" if is_clausal(parent.word, parent) else "case"
    if phrase.label in _ADVERBS or word.label in _ADVERBS:
        return "advmod"
    if phrase.label in ("PP", "WHPP"):
        return "nmod"
    return _in_modifier(word, phrase, parent)


def _in_modifier(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    """The relation to an adjective, adverb or number."""
    label = phrase.label
    if label in _BY_TAG and label not in ("CD", "QP"):
        return _BY_TAG[label]
    if label in ("PP", "WHPP"):
        return "advcl" if is_clausal(word, phrase) else "obl"
    if label in ("S", "SBAR", "VP"):
        return clause_of_verb(phrase, parent) if label != "SBAR" or is_content_clause(phrase) else "advcl"
    if phrase.is_phrase and label in ("NP", "NML", "NX", "QP") and parent.label != "QP":
        return "obl:unmarked"
    if label in ("CD", "QP"):
        return "nummod"
    if label in _NOUNS or label in _NOMINAL:
        return "compound"
    if label in ("IN", "TO") and parent.label != "QP":
        return "case"
    return "amod" if label in _ADJECTIVES and parent.label not in ("ADVP", "QP") else "advmod"


def _in_clause(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    label = phrase.label
    if not phrase.is_phrase:
        return _function_word(word, parent)
    if label == "PRT":
        return "compound:prt"
    if label in ("INTJ", "PRN", "LST"):
        return _BY_TAG[label]
    tags = function_tags(phrase)
    if label == "NP" and "TPC" in tags and "SBJ" not in tags:
        return "dislocated"  # it left no trace
    if "VOC" in tags:
        return "vocative"
    if "OBJ" in tags:
        return "obj"
    if _is_subject(phrase, parent):
        return _subject(word, phrase, parent)
    if label in _CLAUSES:
        return clause_of_verb(phrase, parent)
    if label in ("PP", "WHPP"):
        return _oblique(word, phrase, parent)
    if label in _ADVERBS:
        return "advmod" if word.label not in _NOUNS or word.form.lower() in ("kind", "sort") else "obl:unmarked"
    if label in ("ADJP", "WHADJP", "JJP"):
        return "xcomp" if parent.label in ("VP", "SBARQ") else "advcl"
    return _object(word, phrase, parent)


def _function_word(word: Constituent, parent: Constituent) -> str:
    """The relation of a word that is directly in a clause."""
    label, form = word.label, word.form.lower()
    if label == "MD":
        return "aux"
    if label == "TO":
        return "mark"
    if label in VERBS:
        return _auxiliary(word, parent)
    if label in ("IN", "DT", "WDT") and parent.label == "SBAR":
        return "mark"
    if form == "order" and parent.label == "SBAR":
        return "mark"  # in order to
    if label == "IN":
        return "mark" if form in _SUBORDINATORS else "case"
    if label == "RP":
        return "compound:prt"
    if label in _NOUNS or label in ("PRP", "WP"):
        return "obj" if parent.label == "VP" else "nsubj"
    return _BY_TAG.get(label, "advmod" if label in _ADVERBS else "dep")


def _auxiliary(word: Constituent, parent: Constituent) -> str:
    head = parent.head
    assert head is not None
    chain = head.label == "VP" or (head.label in VERBS and head.is_word)
    if not chain:
        passive = head.label == "ADJP" and head.word.label == "VBN"  # as in UD: the space is limited
        return ("aux:pass" if passive else "cop") if is_be(word) else "aux"
    passive = (is_be(word) or word.form.lower() in GET) and head.is_phrase and _participle(head)
    return "aux:pass" if passive else "aux"


def _participle(phrase: Constituent) -> bool:
    verb = main_verb(phrase)
    return verb is not None and verb.label in ("VBN", "VBD")


def _is_subject(phrase: Constituent, parent: Constituent) -> bool:
    if "SBJ" in function_tags(phrase):
        return parent.label != "VP" or phrase.label not in SUBJECTS or not _follows_verb(phrase, parent)
    if phrase.label == "WHNP":
        return parent.label in ("SBAR", "SBARQ") and _lacks_subject(phrase, parent)
    return parent.label in ("S", "SINV", "SQ") and subject_of(parent) is phrase


def _follows_verb(phrase: Constituent, parent: Constituent) -> bool:
    """Whether a noun phrase comes after the verb in a verb phrase, where an object is: its function was guessed."""
    head = parent.head
    return head is not None and head.is_word and not is_be(head) and phrase.word.place > head.place


def _lacks_subject(phrase: Constituent, parent: Constituent) -> bool:
    clause = next((child for child in parent.children if child.label in ("S", "SQ", "VP")), None)
    return clause is not None and (clause.label == "VP" or subject_of(clause) is None)


def _subject(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    if word.label == "EX":
        return "expl"
    kind = "csubj" if phrase.label in _CLAUSES and is_clausal(word, phrase) else "nsubj"
    if has_clausal_predicative(parent):
        return f"{kind}:outer"
    return f"{kind}:pass" if is_passive(parent.word, parent.largest) else kind


def _oblique(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    if is_clausal(word, phrase):
        return "advcl"
    logical = "LGS" in function_tags(phrase) or any("LGS" in function_tags(child) for child in phrase.children)
    return "obl:agent" if logical else "obl"


def _is_object(child: Constituent) -> bool:
    """Whether a child of a verb phrase is a noun phrase without an adverbial function."""
    return child.label in SUBJECTS and not child.is_empty and _ADVERBIAL.isdisjoint(function_tags(child))


def _precedes_object(phrase: Constituent, parent: Constituent) -> bool:
    """Whether another object follows in the same verb phrase, without a mark between the two."""
    place = next(number for number, child in enumerate(parent.children) if child is phrase)
    for child in parent.children[place + 1 :]:
        if child.punctuation or parent.head is None or parent.head.is_phrase:
            return False
        if child.label == "NP" and _is_object(child):
            return True
    return False


def _object(word: Constituent, phrase: Constituent, parent: Constituent) -> str:
    """The relation of a noun phrase in a clause that is not its subject."""
    tags = function_tags(phrase)
    if any(tag in _ADVERBIAL for tag in tags):
        return "obl:unmarked"
    if parent.label == "VP":
        if is_existential(parent) and phrase.word.place > parent.word.place:
            return "nsubj"
        if parent.word.form.lower() in _BECOME and phrase.word.place > parent.word.place:
            return "xcomp"
        return "iobj" if _precedes_object(phrase, parent) else "obj"
    if phrase.label == "WHNP":
        return "obj"
    return "obl:unmarked" if parent.label in ("S", "SINV", "SQ") else "dep"
