"""Sentences that lack what they need, or that the text does not say: they are not in the strict list."""

from __future__ import annotations

from collections.abc import Sequence

from ..analysis import Analysis
from ..deep.words import is_form_of
from ..inflection import base_forms, is_form_of_any
from .clauses import PlainClauses
from .endings import ends_too_early
from .limits import can_be_noun
from .words import is_person, plain_words

_MAKING = frozenset({"bring", "divide", "make", "split", "take"})  # make it into something
_CITING = frozenset({"add", "cite", "note", "say"})
_ASKING = frozenset({"what", "which", "whom"})
_QUOTES = frozenset({"``", '"', "“", "‘"})
_ARTICLES = frozenset({"a", "an"})
_NEW = frozenset({"a", "an", "another", "one"})
_FEW = frozenset({"few", "fewer", "little"})
_BEGINNING = 3  # words of a sentence among which no relative pronoun may be


def is_incomplete(maker: PlainClauses, kind: str, words: Sequence[str], token: int, verb: int) -> bool:
    """Whether a sentence lacks words, or is about what is denied or not claimed: `words` are about a token, and `verb`
    is the verb of its clause."""
    tree = maker.tree
    if _is_contrast(maker, token) or _is_interrupted(tree, words) or not _ASKING.isdisjoint(words[1:_BEGINNING]):
        return True
    if kind == "predicative" and tree.role[token] == "apposition" and not maker.clauses.is_verb(token):
        return _is_no_description(maker, token)
    if kind == "adverbial" and not _ASKING.isdisjoint(words):
        return True  # affects it to what extent
    if kind == "object" and _is_adjective(tree, token, words):
        return True
    if ends_too_early(maker, words, verb) or _lacks_enough(tree, words):
        return True
    return verb >= 0 and (
        _lacks_words(maker, kind, words, verb)
        or _is_of_object(maker, verb)
        or _is_owned_by_conjunct(maker, kind, token)
        or _is_joined(tree, verb)
        or _is_progressive_participle(maker, verb)
        or _is_about_few(maker, verb)
        or _is_shared(maker, words, verb)
        or _lacks_last_noun(maker, words)
        or _is_quotation(tree, words, verb)
        or _is_cut_off(tree, token, words)
    )


def _is_adjective(tree: Analysis, token: int, words: Sequence[str]) -> bool:
    """Whether an object is only an adverb or an adjective: it has extracellular (and intracellular events)."""
    if tree.tags[token] == "RB":
        return True  # represent density rather than affinity
    return tree.tags[token] == "JJ" and words[-1] == tree.forms[token] and not can_be_noun(tree, token)


def _is_contrast(maker: PlainClauses, token: int) -> bool:
    """Whether a conjunct is denied: by IL-2, but not IL-4."""
    tree = maker.tree
    if tree.first[token] == token:
        return False
    marks = (mark for mark in tree.marks[token] if mark > tree.first[token])
    start = min([*maker.phrases.tokens.simple(token), *marks])
    return start > 0 and tree.forms[start - 1].lower() == "not"


def _is_interrupted(tree: Analysis, words: Sequence[str]) -> bool:
    """Whether a sentence has sounds of hesitation: at the nineteen, uh, seventy-two Olympics."""
    return any(tag == "UH" and form in words for form, tag in zip(tree.forms, tree.tags, strict=True))


def _is_no_description(maker: PlainClauses, noun: int) -> bool:
    """Whether an apposition does not say what the noun before it is: it has a name and no article (Panama coach), it
    belongs to the noun (I loved the school, its history), it is the same word or has only numbers, the noun is a
    pronoun, or is all that is said of a name (the god Kukulkan)."""
    tree, head = maker.tree, maker.tree.head[noun]
    alone = [tree.forms[other].lower() for other in maker.phrases.tokens.simple(head) if other != head]
    if tree.forms[noun] == tree.forms[head] or (alone == ["the"] and maker.phrases.tokens.name_after(head) == noun):
        return True
    own = maker.phrases.tokens.simple(noun)
    tags = [tree.tags[other] for other in own if other < noun]
    untitled = tree.tags[noun] == "NN" and "NNP" in tags and {"DT", "PRP$", "POS"}.isdisjoint(tags)
    owned = any(tree.forms[other].lower() in ("its", "their") for other in own)
    dated = any(tree.tags[other] == "RB" for other in own)  # a Protestant originally
    new = any(tree.forms[other].lower() in _NEW for other in tree.dependents[head]) and tree.tags[noun][:3] == "NNP"
    number = tree.tags[noun] == "CD" or "±" in tree.forms[min(own) : noun + 1]
    return untitled or owned or number or dated or new or tree.tags[head][:3] == "PRP"


def _lacks_words(maker: PlainClauses, kind: str, words: Sequence[str], verb: int) -> bool:
    """Whether words of the clause are not said without which it says something else."""
    tree, own = maker.tree, [word.lower() for word in words]
    adverbials = [other for other in tree.dependents[verb] if tree.role[other] == "adverbial"]
    if any(tree.forms[other].lower() == "otherwise" for other in adverbials):
        return True
    marks = {tree.forms[mark].lower() for other in adverbials for mark in tree.marks[other]}
    if is_form_of_any(tree.forms[verb], _MAKING) and "into" in marks and "into" not in own:
        return True
    said_later = (other for other in adverbials if other > verb and tree.tags[other - 1] == "CC")
    if any(tree.forms[other].lower() in own for other in said_later):
        return True  # remained so for days and thereafter died
    after = [other for other in adverbials if other > verb and tree.forms[other].lower() not in own]
    only = "only" in own and any(tree.forms[other].lower() == "only" for other in adverbials)
    if "only" in own and kind == "adverbial" and any(tree.conjuncts[tree.first[other]] for other in adverbials):
        return True  # it was only seen in one and the other
    if only and after and kind != "adverbial":
        return True  # it only looks good outside
    return _lacks_clause(maker, verb, words) or _lacks_noun(tree, verb, words)


def _lacks_clause(maker: PlainClauses, verb: int, words: Sequence[str]) -> bool:
    """Whether the clause of a verb that tells somebody something is not said: she told colleagues."""
    tree, clauses = maker.tree, maker.clauses
    if not is_form_of(tree.forms[verb], "told") or clauses.is_passive(verb):
        return False
    inner = [other for other in tree.dependents[verb] if other > verb and clauses.is_verb(other)]
    finite = any(clauses.is_finite(other) and tree.role[other] == "object" for other in inner)
    return finite and words[-1] in tree.forms[verb + 1 : min((clauses.start(other) for other in inner), default=0)]


def _lacks_noun(tree: Analysis, verb: int, words: Sequence[str]) -> bool:
    """Whether an article has an adjective and no noun: it is a vibrant."""
    adjectives = [other for other in tree.of_role(verb, "predicative") if tree.tags[other] == "JJ"]
    return any(
        tree.forms[other] == words[-1]
        and not _ARTICLES.isdisjoint(tree.forms[below].lower() for below in tree.dependents[other])
        for other in adjectives
    )


def _lacks_enough(tree: Analysis, words: Sequence[str]) -> bool:
    """Whether `enough` after an adjective is not said: wise enough to watch his step."""
    places = [place for place, form in enumerate(tree.forms) if place and form.lower() == "enough"]
    return "enough" not in words and any(tree.forms[place - 1] in words for place in places)


def _is_of_object(maker: PlainClauses, verb: int) -> bool:
    """Whether a participle after a comma follows a noun that is not the subject, so that it may be about the clause: in
    the use of it, using tablets."""
    tree, clauses = maker.tree, maker.clauses
    noun = tree.head[verb]
    if clauses.first_tag(verb) != "VBG" or not clauses.modifies_noun(verb) or tree.role[noun] == "subject":
        return False
    return "," in tree.forms[noun : clauses.start(verb)]


def _is_owned_by_conjunct(maker: PlainClauses, kind: str, token: int) -> bool:
    """Whether a conjunct may belong to the one before it: reacted to the departure and its implications."""
    tree = maker.tree
    owned = any(tree.forms[other].lower() == "its" for other in maker.phrases.tokens.simple(token))
    return owned and tree.first[token] != token and kind in ("object", "adverbial")


def _is_joined(tree: Analysis, verb: int) -> bool:
    """Whether a clause is joined by hyphens to a word: the Google-hates-privacy argument."""
    return verb > 0 and tree.tags[verb - 1] == "HYPH" and [*tree.tags[verb + 1 : verb + 2]] == ["HYPH"]


def _is_progressive_participle(maker: PlainClauses, verb: int) -> bool:
    """Whether a participle would be said with be although no person does it: a study documenting its status."""
    tree, clauses = maker.tree, maker.clauses
    if clauses.first_tag(verb) != "VBG" or tree.first_of_role(verb, "subject") >= 0 or tree.first[verb] != verb:
        return False
    if is_form_of_any(tree.forms[verb], _CITING):
        return True
    if any(is_person(tree, subject) for subject in clauses.subjects(verb)):
        return False
    return bool(clauses.objects(verb)) and base_forms(tree.forms[verb]).isdisjoint(plain_words().stative)


def _is_about_few(maker: PlainClauses, verb: int) -> bool:
    """Whether a clause is about few of what is limited by more than is said: few factors that limit it."""
    tree = maker.tree
    for subject in maker.clauses.subjects(verb):
        few = not _FEW.isdisjoint(tree.forms[other].lower() for other in tree.dependents[subject])
        if few and not maker.phrases.is_complete(subject):
            return True
    return False


def _is_shared(maker: PlainClauses, words: Sequence[str], verb: int) -> bool:
    """Whether a clause is about one of several that do something to each other: the firm and the union differ."""
    tree, clauses = maker.tree, maker.clauses
    subjects = [subject for subject in clauses.subjects(verb) if tree.conjuncts[tree.first[subject]]]
    predicatives = [tree.forms[other].lower() for other in tree.of_role(verb, "predicative")]
    mutual = is_form_of_any(tree.forms[verb], plain_words().mutual) or not plain_words().mutual.isdisjoint(predicatives)
    return mutual and bool(subjects) and "and" not in words


def _is_quotation(tree: Analysis, words: Sequence[str], verb: int) -> bool:
    """Whether an object is what somebody says: I say, "Cara"."""
    if not is_form_of(tree.forms[verb], "saying"):
        return False
    objects = [other for other in tree.of_role(verb, "object") if tree.forms[other] in words]
    return any(tree.forms[other - 1] in _QUOTES for other in objects)


def _is_cut_off(tree: Analysis, token: int, words: Sequence[str]) -> bool:
    """Whether an adverb is said without the word after it (closed mostly higher), or a plural without the name that it
    is coordinated with (Bos and colleagues)."""
    if tree.tags[token] == "NNS" and tree.tags[tree.first[token]] == "NNP" and not tree.dependents[token]:
        return True
    return any(
        tag == "RB" and place + 1 in tree.dependents[place] and form in words and tree.forms[place + 1] not in words
        for place, (form, tag) in enumerate(zip(tree.forms, tree.tags, strict=True))
    )


def _lacks_last_noun(maker: PlainClauses, words: Sequence[str]) -> bool:
    """Whether conjuncts before a noun are said without it, where a tree has it as an apposition: the TSG101 and FHIT
    (genes)."""
    tree = maker.tree
    for noun, conjuncts in enumerate(tree.conjuncts):
        for other in tree.of_role(noun, "apposition") if conjuncts and tree.forms[noun] in words else ():
            if tree.tags[other] in ("NN", "NNS") and min(maker.phrases.tokens.simple(other)) - 1 in conjuncts:
                return True
    return False
