"""The entailments of a sentence in plain English: one about each content word and its head, with its status."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis import NO_HEAD, Analysis
from ..deep.building import deepen
from ..deep.clauses import Clauses, is_possessor
from ..deep.gaps import find_gaps
from ..deep.words import is_form_of
from ..generation import Entailment, phrase_builder
from ..sentence_wording import wording
from .clauses import PlainClauses
from .phrases import PlainPhrases
from .spelling import spell
from .status import ASSERTED, QUESTIONED, status_of
from .verb_forms import be, person_of, verb_words
from .words import plain_words

_NOT_FIRST = ("any", "which ", "what ", "whose ", "who ", "whom ", "how ")  # does anyone know, which president
_NOT_TARGETS = frozenset({"IN", "TO", "RP", "MD", "EX", "UH", "LS"})
_INDEFINITE = frozenset({"a", "an", "some", "any", "many", "several", "few", "no", "another"})
_Said = tuple[str, list[str], int]  # the kind, the words, and the verb whose status they have; -1 none


def plain_entailments(tree: Analysis) -> list[Entailment]:
    """The plain sentences of an analysis in which verbs are not catenated, in the order of their target words."""
    clauses = Clauses(tree)
    find_gaps(clauses, lenient=False)
    deep = deepen(tree, clauses)
    maker = PlainClauses(clauses, deep, PlainPhrases(clauses, phrase_builder(tree)))
    asked = next((form for form in reversed(tree.forms) if form in ("?", "!", ".")), "") == "?"
    sentences: dict[str, Entailment] = {}
    for token, head in enumerate(tree.head):
        if head == NO_HEAD or head < 0 or not _is_target(tree, token):
            continue
        for kind, words, verb in _about(maker, token, head):
            status = QUESTIONED if asked else ASSERTED
            if verb >= 0:
                status = status_of(clauses, deep, verb, asked)
            text = spell(words)
            if text and not text.lower().startswith(_NOT_FIRST) and (verb < 0 or not maker.is_command(verb)):
                sentences.setdefault(text, _entailment(tree, text, kind, token, status))
    return list(sentences.values())


def _entailment(tree: Analysis, text: str, kind: str, token: int, status: str) -> Entailment:
    return Entailment(text, kind, token, tree.head[token], tree.labels[token], (token, tree.head[token]), (), status)


def _is_target(tree: Analysis, token: int) -> bool:
    """Whether a word has a sentence of its own: a content word that is not only part of the phrase of its head."""
    if _is_alternative(tree, token):
        return False
    if tree.role[token] in ("aside", "expletive", "name") or tree.tags[token] in _NOT_TARGETS:
        return False
    return not tree.included[token]


def _is_alternative(tree: Analysis, token: int) -> bool:
    """Whether a word is one of several of which not all are so: tickets cost $ 15 or $ 20."""
    conjuncts = [tree.first[token], *tree.conjuncts[tree.first[token]]]
    between = range(min(conjuncts), max(conjuncts))
    return len(conjuncts) > 1 and any(tree.forms[other].lower() in ("or", "nor") for other in between)


def _verb_of(clauses: Clauses, token: int) -> int:
    """The verb of the clause that a word is in, or -1."""
    word = token
    for _ in clauses.tree.head:
        word = clauses.tree.head[word]
        if word < 0 or clauses.is_verb(word):
            return word
    return -1


def _about(maker: PlainClauses, token: int, head: int) -> Iterator[_Said]:
    """The sentences about a word and its head."""
    clauses, tree = maker.clauses, maker.tree
    if clauses.is_verb(head):
        if maker.is_sayable(head):
            yield from _of_verb(maker, token, head)
        return
    if clauses.is_verb(token):
        yield from _of_clause(maker, token)
    elif tree.role[token] == "apposition" and _is_description(tree, token, head):
        yield from (("predicative", words, -1) for words in maker.appositions(head, token))
    elif tree.marks[token] and tree.is_nominal(head) and tree.is_nominal(token):
        yield from _of_noun(maker, token, head)


def _is_description(tree: Analysis, token: int, noun: int) -> bool:
    """Whether an apposition says what a noun is; a name after a name may be a place (Heidelberg, West Germany)."""
    if tree.tags[token][:2] != "NN" or not tree.is_nominal(noun):
        return False
    return not (tree.tags[token][:3] == "NNP" and tree.tags[noun][:3] == "NNP")


def _of_verb(maker: PlainClauses, token: int, verb: int) -> Iterator[_Said]:
    clauses, tree, role = maker.clauses, maker.tree, maker.tree.role[token]
    if clauses.is_verb(token):
        if role == "object" and clauses.is_finite(token):
            if not (is_form_of(tree.forms[verb], "asking") and not tree.marks[token]):
                yield "object", maker.with_clause(verb, token), verb
            if maker.is_sayable(token):
                yield "subject", maker.core(token), token
        elif role == "open" or (role == "predicative" and clauses.first_tag(token) == "TO"):
            yield "object", maker.core(verb), verb
            yield from _of_infinitive(maker, token, verb)
        elif (
            role == "adverbial"
            and maker.is_sayable(token)
            and maker.subject_of(token) >= 0
            and clauses.is_finite(token)
        ):
            yield "subject", maker.core(token), token
        return
    if role == "subject":
        for subject in clauses.resolved([token], "subject"):
            if (
                tree.is_nominal(subject)
                and tree.tags[subject] not in ("WDT", "WP", "EX")
                and not clauses.is_verb(subject)
            ):
                yield "subject", maker.core(verb, subject), verb
    elif role == "object" and not clauses.is_passive(verb):
        for noun in clauses.resolved([token], "object"):
            if tree.is_nominal(noun) and tree.tags[noun] not in ("WDT", "WP"):
                slot = tree.first[noun]
                yield "object", maker.said(verb, maker.rest(verb, slot, maker.phrases.noun(noun))), verb
    elif role == "predicative":
        if tree.tags[token][:1] == "W":
            return
        if maker.subject_of(verb) >= 0:
            yield "predicative", maker.said(verb, maker.rest(verb)), verb
        elif tree.first_of_role(verb, "expletive") >= 0:
            yield "existential", _there(maker, token), verb
    elif role in ("adverbial", "modifier") and _is_sayable_adverb(tree, token):
        yield "adverbial", maker.with_adverbial(verb, token), verb


def _of_infinitive(maker: PlainClauses, inner: int, verb: int) -> Iterator[_Said]:
    """What an infinitive has after it, said with the verb above it: Mary wants to buy a car."""
    tree, clauses = maker.tree, maker.clauses
    chain = [tree.forms[part].lower() for part in tree.chain[inner]]
    objects = [word for token in clauses.objects(verb) for word in maker.phrases.noun(token)]
    for token in tree.of_role(inner, "object"):
        if tree.is_nominal(token) and not clauses.is_verb(token) and tree.tags[token] not in ("WDT", "WP"):
            rest = maker.rest(inner, token, maker.phrases.noun(token))
            yield "object", [*maker.beginning(verb), *objects, *chain, *rest], verb


def _of_clause(maker: PlainClauses, verb: int) -> Iterator[_Said]:
    """What a clause that modifies a noun says: a participle, or a relative clause without a pronoun."""
    clauses, tree = maker.clauses, maker.tree
    if not maker.is_sayable(verb) or tree.marks[verb]:
        return
    if (clauses.is_passive(verb) or not clauses.is_finite(verb)) and maker.subject_of(verb) >= 0:
        yield "predicative", maker.core(verb), verb
    for token in clauses.gaps.get((verb, "object"), {}):
        if maker.subject_of(verb) >= 0 and not clauses.is_passive(verb):
            yield "object", maker.said(verb, maker.phrases.noun(token)), verb


def _of_noun(maker: PlainClauses, token: int, noun: int) -> Iterator[_Said]:
    """A noun with a prepositional phrase: there is one, or what is said of it with the phrase."""
    tree, clauses = maker.tree, maker.clauses
    phrase = maker.phrases.prepositional(token)
    if phrase[0] == "of" and maker.phrases.is_part(noun):
        return  # the noun is said with it anyway
    first = next((tree.forms[other].lower() for other in tree.dependents[noun] if other < noun), "")
    bare = tree.tags[noun] in ("NNS",) and not any(_is_definite(tree, other) for other in tree.dependents[noun])
    if (first in _INDEFINITE or bare) and tree.tags[noun][:3] != "NNP":
        words = maker.phrases.noun(noun)
        if first != "no":
            there = ["there", be(person_of(clauses, noun), maker.is_past(noun))]
            yield "existential", [*there, *words, *phrase], _verb_of(clauses, noun)
        return
    verb = tree.head[noun]
    if verb < 0 or not clauses.is_verb(verb) or not maker.is_sayable(verb) or tree.first[noun] != noun:
        return
    if tree.role[noun] == "subject":
        subject = maker.phrases.noun(noun, subject=True)
        words = maker.core(verb, noun)
        yield "existential", [*subject, *phrase, *words[len(subject) :]], _verb_of(clauses, noun)
    elif tree.role[noun] == "object" and not clauses.is_passive(verb):
        yield "existential", maker.with_object(verb, noun, phrase), _verb_of(clauses, noun)
    elif tree.role[noun] == "adverbial":
        yield "existential", maker.with_adverbial(verb, noun, phrase), _verb_of(clauses, noun)
    elif tree.role[noun] == "predicative" and maker.subject_of(verb) >= 0:
        words = maker.said(verb, maker.rest(verb, noun, maker.predicative(noun) + phrase))
        yield "existential", words, verb


def _is_definite(tree: Analysis, token: int) -> bool:
    return tree.tags[token] in ("DT", "WP$") or is_possessor(tree, token)


def _there(maker: PlainClauses, noun: int) -> list[str]:
    """There is a word."""
    verb = maker.tree.head[noun]
    person = person_of(maker.clauses, noun)
    return ["there", *verb_words(maker.clauses, verb, person, maker.is_past(verb)), *maker.phrases.noun(noun)]


def _is_sayable_adverb(tree: Analysis, token: int) -> bool:
    """Whether an adverb or a phrase says something by itself."""
    form = tree.forms[token].lower()
    if form in plain_words().connecting or form in wording().negations or tree.tags[token][:1] == "W":
        return False
    marks = tree.marks[token]
    if marks:
        if tree.forms[marks[0]].lower() == "of" and marks[0] - 1 not in (
            tree.head[token],
            *tree.chain[tree.head[token]],
        ):
            return False  # it belongs to a noun rather than to the verb
        return tree.is_nominal(token) and not any(tree.tags[mark][:1] == "W" for mark in marks)
    if tree.tags[token][:2] == "RB":  # an adverb before the verb often belongs to the whole sentence
        return token > tree.head[token] or form in plain_words().before_verb
    return tree.tags[token][:2] in ("NN", "CD") or tree.is_nominal(token)
