"""The entailments of a sentence in plain English: one about each content word and its head, with its status."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ...transforms.conversions.penn_tags import PUNCTUATION
from ..analysis import NO_HEAD, ROOT, Analysis
from ..deep.building import deepen
from ..deep.clauses import Clauses
from ..deep.gaps import find_gaps
from ..deep.words import is_form_of
from ..generation import Entailment, phrase_builder
from ..inflection import is_form_of_any, is_form_of_be
from ..sentence_wording import wording
from .clauses import PlainClauses
from .hyphens import join_hyphenated
from .limits import can_be_noun
from .noun_tokens import is_said_whole
from .phrases import PlainPhrases
from .spelling import spell
from .status import ASSERTED, QUESTIONED, is_command, is_headline, status_of
from .strict import has_main_clause, is_left_out
from .verb_forms import PLURAL, SINGULAR, be, in_full, person_of, verb_words
from .words import plain_words

ATTACHMENT = "attachment"  # the kind of sentences that only say what a phrase belongs to
_NOT_FIRST = ("any", "which ", "what ", "whose ", "who ", "whom ", "how ")  # does anyone know, which president
_NOT_TARGETS = frozenset({"IN", "TO", "RP", "MD", "EX", "UH", "LS"})
_YEAR = re.compile("1[5-9][0-9][0-9]|20[0-9][0-9]")
_INDEFINITE = frozenset({"a", "an", "some", "many", "several", "another"})
_DEFINITE = frozenset({"DT", "PRP$", "WP$", "PDT", "POS"})
_NOT_LAST = frozenset({"a", "an", "and", "at", "for", "from", "of", "or", "the", "to", "with"})
_ENDS = frozenset({"?", "!", ".", "?!", "!?", "??"})
_ASKING = frozenset({"which", "whom", "who", "what"})
_GARBLED = re.compile(r"[^\d\s]%|\b(the|an?) (of|at|in|on|to|for|with|and)\b")  # ran % above, director of the at
_BEFORE_APPOSITION = frozenset({",", "--", "–", "—", "(", "-LRB-"})
_PARENTHESES = frozenset({"guess", "know", "mean", "see", "think"})
_QUOTES = frozenset({"``", "''", '"', "“", "”"})
_Said = tuple[str, list[str], int]  # the kind, the words, and the verb whose status they have; -1 none


def plain_entailments(tree: Analysis, *, full: bool = False) -> list[Entailment]:
    """The plain sentences of an analysis in which verbs are not catenated, in the order of their target words. A
    headline has none. If `full`, objects are said with adverbials."""
    if is_headline(tree):
        return []
    join_hyphenated(tree)
    clauses = Clauses(tree)
    if full and not has_main_clause(tree, clauses):
        return []
    find_gaps(clauses, lenient=False)
    deep = deepen(tree, clauses)
    maker = PlainClauses(clauses, deep, PlainPhrases(clauses, phrase_builder(tree)), full)
    asked = "?" in next((form for form in reversed(tree.forms) if form in _ENDS), "")
    articles = {(one.lower(), other.lower()) for one, other in pairwise(tree.forms) if one.lower() in ("a", "an")}
    sentences: dict[str, Entailment] = {}
    for token, head in enumerate(tree.head):
        if head == NO_HEAD or head < 0 or not _is_target(tree, token):
            continue
        for kind, words, verb in _about(maker, token, head):
            status = QUESTIONED if asked else ASSERTED
            if verb >= 0:
                status = status_of(clauses, deep, verb, asked)
            text = spell(words, articles)
            if (words and (is_form_of_be(words[-1]) or words[-1].lower() in _NOT_LAST)) or _GARBLED.search(text):
                continue  # that is
            if verb >= 0 and (is_command(maker.clauses, verb) or _is_parenthesis(maker, verb, words)):
                continue
            if (text.startswith("Not ") and status == ASSERTED) or (words and words[-1].lower() in _ASKING):
                continue
            if full and words and is_left_out(maker, kind, words, token, verb):
                continue
            if text and not text.lower().startswith(_NOT_FIRST):
                sentences.setdefault(text, _entailment(tree, text, kind, token, status))
    return list(sentences.values())


def _entailment(tree: Analysis, text: str, kind: str, token: int, status: str) -> Entailment:
    return Entailment(text, kind, token, tree.head[token], tree.labels[token], (token, tree.head[token]), (), status)


def _is_parenthesis(maker: PlainClauses, verb: int, words: list[str]) -> bool:
    """Whether a clause is only a pronoun and a verb next to another clause, or a usual one: you know, I think."""
    tree = maker.tree
    alone = [tree.tags[other] for other in tree.dependents[verb]] == ["PRP"]
    usual = len(words) == len(("you", "know")) and words[0] in ("I", "you") and words[1] in _PARENTHESES
    return usual or (alone and tree.role[verb] == "aside")


def _is_target(tree: Analysis, token: int) -> bool:
    """Whether a word has a sentence of its own: a content word that is not only part of the phrase of its head."""
    if is_said_whole(tree, token) and (tree.first[token] != token or tree.verbal[token] or token in tree.denied):
        return False  # the first one is said with the others
    if tree.role[token] in ("aside", "expletive", "name") or tree.tags[token] in _NOT_TARGETS:
        return False
    return not tree.included[token]


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
        if maker.sayable.clause(head):
            yield from _of_verb(maker, token, head)
        return
    if clauses.is_verb(token) and not (tree.tags[head][:2] == "JJ" and tree.head[head] > token):
        yield from _of_clause(maker, token)
    elif tree.role[token] == "apposition" and _is_description(maker, token, head):
        yield from (("predicative", words, _verb_of(clauses, head)) for words in maker.appositions(head, token))
    elif tree.marks[token] and tree.is_nominal(head) and tree.is_nominal(token):
        yield from _of_noun(maker, token, head)


def _is_description(maker: PlainClauses, token: int, noun: int) -> bool:
    """Whether an apposition says what a noun is: it follows at once or after a comma. A name after a name may be a
    place (Heidelberg, West Germany)."""
    tree = maker.tree
    if tree.tags[token][:2] != "NN" or not tree.is_nominal(noun):
        return False
    if tree.tags[token][:3] == "NNP" and tree.tags[noun][:3] == "NNP":
        return False
    plural = person_of(maker.clauses, noun) == PLURAL
    if plural and tree.tags[token] in ("NN", "NNP") and not is_said_whole(tree, token):
        return False
    if tree.first[token] != token or tree.forms[token].isupper() or not _has_verb(maker.clauses):
        return False
    start = min(maker.phrases.tokens.simple(token))
    between = [tree.forms[other] for other in range(noun + 1, start) if tree.tags[other] in PUNCTUATION]
    if start == noun + 1 and tree.tags[token] == "NNS":
        return False  # the CRE sites
    return start > noun and len(between) <= 1 and all(form in _BEFORE_APPOSITION for form in between)


def _has_verb(clauses: Clauses) -> bool:
    """Whether the main clause has a verb with tense: not a list or a caption."""
    tree = clauses.tree
    return any(head == ROOT and clauses.is_verb(token) for token, head in enumerate(tree.head))


def _of_verb(maker: PlainClauses, token: int, verb: int) -> Iterator[_Said]:
    clauses, tree, role = maker.clauses, maker.tree, maker.tree.role[token]
    if clauses.is_verb(token):
        if role == "object" and clauses.is_finite(token):
            asked = is_form_of(tree.forms[verb], "asking") and not tree.marks[token]
            if not (asked or _is_quoted(maker, token) or is_form_of(tree.forms[verb], "copulas")):
                yield "object", maker.with_clause(verb, token), verb
            if maker.sayable.clause(token):
                yield "subject", maker.core(token), token
        elif tree.first[token] != token and tree.forms[token - 1].lower() == "not":
            return  # to redistribute wealth, not create it
        elif role == "open" or (role == "predicative" and clauses.first_tag(token) == "TO"):
            yield "object", maker.core(verb), verb
            yield from _of_infinitive(maker, token, verb)
        elif (
            role == "adverbial"
            and maker.sayable.clause(token)
            and maker.sayable.subject_of(token) >= 0
            and clauses.is_finite(token)
        ):
            yield "subject", maker.core(token), token
        return
    if role == "subject":
        for subject in clauses.resolved([token], "subject"):
            if _can_be_subject(maker, verb, subject):
                yield "subject", maker.core(verb, subject), verb
    elif role == "object" and not clauses.is_passive(verb):
        for noun in clauses.resolved([token], "object"):
            if maker.sayable.object(noun):
                slot = tree.first[noun]
                yield "object", maker.said(verb, maker.rest(verb, slot, maker.noun(noun))), verb
    elif role == "predicative":
        if tree.tags[token][:1] == "W" or (tree.is_nominal(token) and maker.phrases.is_asked(token)):
            return
        if maker.sayable.subject_of(verb) >= 0:
            yield "predicative", maker.said(verb, maker.rest(verb)), verb
        elif tree.first_of_role(verb, "expletive") >= 0:
            yield "existential", _there(maker, token), verb
    elif role in ("adverbial", "modifier") and _is_sayable_adverb(tree, token):
        nearest = max((other for other in tree.conjuncts[verb] if other < token), default=verb)  # washed, fixed in it
        if maker.sayable.clause(nearest):
            yield "adverbial", maker.with_adverbial(nearest, token), nearest


def _can_be_subject(maker: PlainClauses, verb: int, subject: int) -> bool:
    """Whether there is a sentence about a subject and its verb."""
    tree, clauses = maker.tree, maker.clauses
    if not tree.is_nominal(subject) or tree.tags[subject] in ("WDT", "WP", "EX") or clauses.is_verb(subject):
        return False
    if tree.tags[subject] == "JJ" and (tree.first[subject] != subject or not can_be_noun(tree, subject)):
        return False  # this and the other domains, amazing
    return not (maker.phrases.is_asked(subject) or _is_one_of(maker, verb, subject))


def _is_one_of(maker: PlainClauses, verb: int, subject: int) -> bool:
    """Whether a plural after a copula is said of several subjects of which this is one: he and she were directors."""
    tree = maker.tree
    plural = any(tree.tags[other] == "NNS" for other in tree.of_role(verb, "predicative"))
    return plural and bool(tree.conjuncts[tree.first[subject]]) and person_of(maker.clauses, subject) == SINGULAR


def _of_infinitive(maker: PlainClauses, inner: int, verb: int) -> Iterator[_Said]:
    """What an infinitive has after it, said with the verb above it: Mary wants to buy a car."""
    tree, clauses = maker.tree, maker.clauses
    chain = [in_full(tree, part) for part in tree.chain[inner]]
    objects = [maker.phrases.noun(token) for token in clauses.objects(verb)] or [[]]
    for token in tree.of_role(inner, "object"):
        if not clauses.is_verb(token) and maker.sayable.object(token):
            rest = maker.rest(inner, token, maker.noun(token))
            for noun in objects:  # each of the conjuncts: let scholars read it
                yield "object", [*maker.beginning(verb), *noun, *maker.with_particle(inner, chain, rest)], verb


def _of_clause(maker: PlainClauses, verb: int) -> Iterator[_Said]:
    """What a clause that modifies a noun says: a participle, or a relative clause without a pronoun."""
    clauses, tree = maker.clauses, maker.tree
    if not maker.sayable.clause(verb) or tree.marks[verb]:
        return
    if _is_before_noun(tree, verb) or (tree.head[verb] == verb - 1 and tree.tags[verb - 1] == "JJ"):
        return  # in moderate trading
    if verb < tree.head[verb] and tree.tags[verb - 1][:2] in ("JJ", "NN", "RB", "HY"):
        return  # old fashioned ideas
    if (clauses.is_passive(verb) or not clauses.is_finite(verb)) and maker.sayable.subject_of(verb) >= 0:
        yield "predicative", maker.core(verb), verb
    for token in clauses.gaps.get((verb, "object"), {}):
        if maker.sayable.subject_of(verb) >= 0 and not clauses.is_passive(verb) and maker.sayable.object(token):
            yield "object", maker.said(verb, maker.rest(verb, token, maker.noun(token))), verb


def _is_before_noun(tree: Analysis, verb: int) -> bool:
    """Whether a participle only modifies the noun right after it: founder and controlling shareholder."""
    word = verb + 1
    noun = word < len(tree.tags) and tree.tags[word] in ("NN", "NNS")
    if not noun or tree.tags[verb] != "VBG" or len(tree.chain[verb]) > 1:
        return False
    for _ in tree.head:
        if word < 0 or word == verb:
            break
        word = tree.head[word]
    return word != verb


def _of_noun(maker: PlainClauses, token: int, noun: int) -> Iterator[_Said]:
    """That there is an object with a phrase that modifies it, which says that the phrase belongs to it."""
    tree, clauses, verb = maker.tree, maker.clauses, maker.tree.head[noun]
    if verb < 0 or not clauses.is_verb(verb) or not maker.sayable.clause(verb) or tree.first[noun] != noun:
        return
    if tree.role[noun] != "object" or clauses.is_passive(verb):
        return
    phrase, words = maker.phrases.prepositional(token), maker.phrases.without_phrases(noun)
    if _can_be_there(maker, noun, verb, phrase[0]):
        there = ["there", be(person_of(clauses, noun), _is_before_now(tree, verb))]
        yield ATTACHMENT, [*there, *words, *phrase], verb


def _can_be_there(maker: PlainClauses, noun: int, verb: int, preposition: str) -> bool:
    """Whether an object can be said to be there: one that is new and real (saw men with hats)."""
    tree = maker.tree
    words = [other for other in tree.dependents[noun] if other < noun]
    bare = tree.tags[noun] == "NNS" and not any(tree.tags[other] in _DEFINITE for other in words)
    indefinite = any(tree.forms[other].lower() in _INDEFINITE for other in words)
    real = maker.clauses.is_finite(verb) and not any(tree.tags[part] == "MD" for part in tree.chain[verb])
    return (bare or indefinite) and real and preposition in plain_words().there_prepositions


def _is_before_now(tree: Analysis, verb: int) -> bool:
    """Whether a clause is about the past or has a perfect: Moscow has settled debts."""
    perfect = any(is_form_of_any(tree.forms[part], {"have"}) for part in tree.chain[verb] if part != verb)
    return perfect or any(tree.tags[part] == "VBD" for part in (*tree.chain[verb], verb))


def _there(maker: PlainClauses, noun: int) -> list[str]:
    """There is a word."""
    verb = maker.tree.head[noun]
    person = person_of(maker.clauses, noun)
    return ["there", *verb_words(maker.clauses, verb, person, maker.is_past(verb)), *maker.phrases.noun(noun)]


def _is_sayable_adverb(tree: Analysis, token: int) -> bool:
    """Whether an adverb or a phrase says something by itself."""
    form = tree.forms[token].lower()
    if token + 1 in tree.marks[tree.head[token]]:
        return False  # weeks after it withdrew
    left_out = plain_words().connecting | plain_words().particles | wording().negations
    if form in left_out or tree.tags[token][:1] == "W":
        return False
    marks = tree.marks[token]
    if marks:
        if " ".join(tree.forms[word].lower() for word in (*marks, token)) in plain_words().connecting:
            return False  # for example
        if tree.forms[marks[0]].lower() == "of" and marks[0] - 1 not in (
            tree.head[token],
            *tree.chain[tree.head[token]],
        ):
            return False  # it belongs to a noun rather than to the verb
        return tree.is_nominal(token) and not any(tree.tags[mark][:1] == "W" for mark in marks)
    if tree.tags[token] in ("RBR", "JJR") or any(_compares(tree, other) for other in tree.dependents[token]):
        return False  # longer than anybody else
    if tree.tags[token][:2] == "RB" and any(other > token for other in tree.of_role(tree.head[token], "predicative")):
        return form in plain_words().before_verb  # is basically the same
    if tree.tags[token][:2] == "RB":  # an adverb before the verb often belongs to the whole sentence
        return token > tree.head[token] or form in plain_words().before_verb
    return tree.is_nominal(token) and _is_measure(tree, token)


def _compares(tree: Analysis, token: int) -> bool:
    return any(tree.forms[mark].lower() in ("than", "as") for mark in tree.marks[token])


def _is_measure(tree: Analysis, token: int) -> bool:
    """Whether a noun phrase without a preposition says when or how much: last year, 12 percent."""
    numbers = [tree.forms[other] for other in tree.dependents[token] if tree.tags[other] == "CD"]
    numbered = any(not _YEAR.fullmatch(number) for number in numbers)
    times = is_form_of(tree.forms[token], "circumstances") or is_form_of_any(tree.forms[token], plain_words().times)
    amount = tree.tags[token] == "$" or (tree.tags[token] == "CD" and not _YEAR.fullmatch(tree.forms[token]))
    return numbered or times or amount


def _is_quoted(maker: PlainClauses, clause: int) -> bool:
    """Whether a clause begins with a quotation mark: what people say is not said with `that`."""
    tree = maker.tree
    start = min(maker.clauses.start(clause), *maker.phrases.tokens.simple(maker.clauses.start(clause)))
    return any(tree.forms[token] in _QUOTES for token in range(max(start - 2, 0), start + 1))
