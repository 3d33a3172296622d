"""Verb groups in full: clitics spelled out, and in agreement with a subject."""

from __future__ import annotations

from ..analysis import Analysis
from ..deep.clauses import Clauses
from ..inflection import base_forms, is_form_of_be, past_tense, plural_verb, third_person
from ..sentence_wording import wording
from .noun_tokens import is_alternative, is_said_whole
from .words import plain_words

FIRST, SECOND, SINGULAR, PLURAL = "first", "second", "singular", "plural"
_PLURAL_PRONOUNS = frozenset({"we", "they", "these", "those", "both", "many", "few", "several", "us", "them", "you"})
_PLURAL_WORDS = frozenset({"both", "few", "several", "these", "those"})
_BE = {
    FIRST: ("am", "was"),
    SECOND: ("are", "were"),
    SINGULAR: ("is", "was"),
    PLURAL: ("are", "were"),
}
_AMOUNTS = frozenset(
    {"all", "most", "some", "half", "none", "%", "percent", "number", "lot", "more", "rest", "majority"}
)
_NEGATED = {"ca": "can", "wo": "will", "sha": "shall"}


def person_of(clauses: Clauses, token: int) -> str:
    """Person and number of a subject."""
    tree = clauses.tree
    form = tree.forms[token].lower()
    if tree.first[token] == token and is_said_whole(tree, token) and not is_alternative(tree, token):
        return PLURAL
    if form in ("i", "me") and not tree.conjuncts[token]:
        return FIRST
    if form in _PLURAL_PRONOUNS or tree.tags[token] in ("NNS", "NNPS") or (form in wording().plurals):
        return PLURAL
    if form == "number" and any(tree.forms[other].lower() == "the" for other in tree.dependents[token]):
        return SINGULAR  # the number of people is
    if is_amount(tree, token):
        return PLURAL if any(tree.tags[other] in ("NNS", "NNPS") for other in tree.dependents[token]) else SINGULAR
    if tree.tags[token] == "CD" and form not in ("one", "1"):
        return PLURAL
    if any(tree.forms[other].lower() in _PLURAL_WORDS for other in tree.dependents[token] if other < token):
        return PLURAL  # both QTL
    if (
        tree.tags[token] == "JJ"
        and form != "other"
        and any(tree.forms[other].lower() == "the" for other in tree.dependents[token])
    ):
        return PLURAL  # the rich
    return SINGULAR


def is_amount(tree: Analysis, token: int) -> bool:
    """Whether a noun is an amount, singular or plural by what it is of."""
    return tree.forms[token].lower() in _AMOUNTS


def be(person: str, past: bool) -> str:
    """A form of be."""
    return _BE[person][past]


def verb_words(clauses: Clauses, verb: int, person: str, past: bool, *, as_written: bool = False) -> list[str]:
    """The words of a verb group as in a main clause. One without tense gets a form of be: participles, infinitives."""
    tree = clauses.tree
    chain = _without_do(tree, list(tree.chain[verb]) or [verb])
    words = [_in_full(tree, part, chain) for part in chain]
    first = next((place for place, part in enumerate(chain) if tree.verbal[part] or tree.tags[part] == "TO"), 0)
    tag = tree.tags[chain[first]]
    if len(chain) < len(tree.chain[verb]) and tag == "VB":  # did find: found
        was = any(tree.forms[part].lower() == "did" for part in tree.chain[verb])
        words[first], tag = (past_tense(words[first]), "VBD") if was else (words[first], "VBP")
    if tag == "VBD" and chain[first] == verb and clauses.is_passive(verb):
        return [be(person, True), *words]
    if tag in ("VBZ", "VBP", "VBD") or (tag == "VB" and first == 0):
        if not as_written or len(chain) < len(tree.chain[verb]):
            words[first] = _agreeing(words[first], tag, person)
        return joined_negation(words)
    if tag == "MD" or (tag == "VBN" and len(chain) == 1 and not clauses.is_passive(verb)):
        return joined_negation(words)
    if tree.forms[chain[first]].lower() == "having" and len(chain) > first + 1:
        words[first] = "had" if past else {SINGULAR: "has"}.get(person, "have")
        return joined_negation(words)
    if tag == "VBG" and len(chain) == 1 and (base := _stative(tree.forms[chain[0]])):
        return [past_tense(base) if past else third_person(base) if person == SINGULAR else base]
    negations = [word for word in words if word in ("not", "n't")]
    rest = [word for word in words if word not in negations]
    return [be(person, past or (tag == "VBN" and "to" not in rest)), *negations, *rest]


def _stative(form: str) -> str:
    """The base form of a participle that is not said with be (a cell expressing the gene), or an empty string."""
    return next(iter(sorted(base_forms(form) & plain_words().stative)), "")


def _without_do(tree: Analysis, chain: list[int]) -> list[int]:
    """A chain without a form of do, unless it carries a negation."""
    negated = any(tree.forms[part].lower() in ("not", "n't", "n’t", "nt") for part in chain)
    if negated or len(chain) == 1 or tree.forms[chain[0]].lower() not in ("do", "does", "did"):
        return chain
    return chain[1:] if tree.tags[chain[1]] == "VB" else chain


def _agreeing(word: str, tag: str, person: str) -> str:
    lower = word.lower()
    if is_form_of_be(lower):
        return be(person, lower in ("was", "were"))
    if tag == "VBD":
        return word
    if person == SINGULAR:
        return word if tag == "VBZ" and lower.endswith("s") else third_person(lower)
    return plural_verb(lower) if tag == "VBZ" else word


def _in_full(tree: Analysis, part: int, chain: list[int]) -> str:
    """A part of a verb group without clitics: 'm as am, 's as is or has, 'd as would or had."""
    form = tree.forms[part]
    lower = form.lower().replace("’", "'")
    after = next((tree.tags[other] for other in chain[chain.index(part) + 1 :] if tree.verbal[other]), "")
    if lower in ("'s", "'d", "s", "d") and tree.verbal[part]:
        participle = after == "VBN"
        if lower in ("'d", "d"):
            return "had" if participle else "would"
        has = participle and any(tree.forms[other].lower() in ("been", "got", "gone", "had") for other in chain)
        return "has" if has else "is"
    if lower in _NEGATED and tree.tags[part] == "MD":
        return _NEGATED[lower]
    full = plain_words().clitics.get(lower, form)
    return full if tree.tags[part][:3] == "NNP" else full.lower()


def in_full(tree: Analysis, part: int) -> str:
    """A part of an infinitive, without capital letters and clitics."""
    lower = tree.forms[part].lower()
    return plain_words().clitics.get(lower, lower)


def joined_negation(words: list[str]) -> list[str]:
    """Words with `n't` spelled as not: did not know."""
    return ["not" if word in ("n't", "n’t", "nt") else word for word in words]


def tree_subject(tree: Analysis, verb: int) -> int:
    """The subject that a verb agrees with in the text, or -1."""
    subject = tree.first_of_role(verb, "subject")
    return subject if subject >= 0 and (not tree.conjuncts[subject] or is_said_whole(tree, subject)) else -1


def is_slip(clauses: Clauses, verb: int, subject: int) -> bool:
    """Whether a verb does not agree with a noun in the text: my wife know. A past tense may look like it: hurt."""
    tree = clauses.tree
    first = tree.chain[verb][0] if tree.chain[verb] else verb
    form, tag, person = tree.forms[first].lower(), clauses.first_tag(verb), person_of(clauses, subject)
    if tree.tags[subject] == "NNS":
        return tag == "VBZ" and person == PLURAL
    if tag == "VBP" and tree.forms[subject].endswith("s") and not tree.forms[subject].endswith("ss"):
        return False  # a plural with the tag of a singular
    if tree.tags[subject] != "NN" or person != SINGULAR or is_amount(tree, subject):
        return False
    alone = not any(other > subject or tree.conjuncts[other] for other in tree.dependents[subject])
    return alone and (form == "were" or (tag == "VBP" and past_tense(form) != form))
