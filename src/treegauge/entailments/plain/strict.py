"""What the strict list leaves out: sentences that readers often find odd or wrong, known by where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..analysis import ROOT, Analysis, is_verb
from ..deep.clauses import Clauses
from ..deep.words import is_form_of
from ..inflection import is_form_of_any, is_form_of_be
from .clauses import PlainClauses
from .incomplete import is_incomplete
from .limits import is_bare
from .noun_tokens import is_alternative
from .words import is_person, plain_words

_PLACEHOLDERS = frozenset({"something", "somebody"})
_CONTINUES = frozenset({"of", "–", "-", "−", "/", "±", "+", "="})
_OPENS = frozenset({",", "--", "–", "—", ";", ":"})
_PLACES = frozenset({"IN", "TO"})
_MARKS = frozenset({",", ".", "``", "''", '"', "“", "”", "‘", "’", "'", "(", ")", "[", "]", "-", "–", "/"})
_SAYING = frozenset({"add", "announce", "claim", "explain", "know", "learn", "mention", "say", "write"})
_GIVING = frozenset({"give", "grant", "hand", "lend"})
_QUESTIONS = frozenset({"how", "what", "where", "whether", "which", "who", "why"})
_LONG = 4  # letters of words in capitals that are not abbreviations, and fewer than those of words that are repeated


def has_main_clause(tree: Analysis, clauses: Clauses) -> bool:
    """Whether the main clause has a verb with tense, and the text is not in capitals: what fragments and titles say is
    seldom a sentence."""
    if all(form.isupper() and len(form) >= _LONG for form in tree.forms[:2]):
        return False
    letters = [character for form in tree.forms for character in form if character.isalpha()]
    if sum(map(str.isupper, letters)) > len(letters) / 2:
        return False
    tops = [token for token, head in enumerate(tree.head) if head == ROOT]
    return any(clauses.is_verb(top) and clauses.is_finite(top) for top in tops)


def is_left_out(maker: PlainClauses, kind: str, words: Sequence[str], token: int, verb: int) -> bool:
    """Whether a sentence is not in the strict list: `words` are about a token, and `verb` is the verb of its clause."""
    tree = maker.tree
    if _is_odd(words) or _repeats(tree, words) or _skips_words(tree, words) or _ends_within_phrase(maker, words):
        return True
    if (kind == "predicative" and _is_in_brackets(tree, token)) or is_incomplete(maker, kind, words, token, verb):
        return True
    if verb < 0:
        return False
    return (
        _has_placeholder(maker, verb, words)
        or _is_cut(maker, verb, words)
        or _is_loose_participle(maker, verb)
        or _is_asked(maker, verb)
        or _is_bare(maker, token, verb)
        or _lacks_comparison(tree, verb, words)
        or _has_wrong_infinitive(tree, verb)
        or _is_after_colon(maker, token, verb)
        or _is_command_after(maker, verb)
        or _is_one_of_several(tree, verb)
        or _is_presented(tree, verb)
        or _is_of_possible(maker, verb, words)
    )


def _is_after_colon(maker: PlainClauses, token: int, verb: int) -> bool:
    """Whether a colon or a semicolon is between a verb and its object: it rose: wine, $ 195."""
    tree = maker.tree
    places = [token, *tree.of_role(verb, "object")]
    return any(":" in tree.forms[verb:other] or ";" in tree.forms[verb:other] for other in places)


def _is_presented(tree: Analysis, verb: int) -> bool:
    """Whether a clause only points to its subject: here is the best part."""
    return any(tree.forms[other].lower() == "here" and other < verb for other in tree.of_role(verb, "predicative"))


def _is_one_of_several(tree: Analysis, verb: int) -> bool:
    """Whether a verb is one of alternatives: they might be imprisoned or executed."""
    return bool(tree.conjuncts[tree.first[verb]]) and is_alternative(tree, verb)


def _repeats(tree: Analysis, words: Sequence[str]) -> bool:
    """Whether a long word is there more often than in the text: nominated Novello to serve Novello."""
    own, said = [form.lower() for form in tree.forms], [word.lower() for word in words]
    return any(len(word) > _LONG and 0 < own.count(word) < said.count(word) for word in said)


def _says_be(words: Sequence[str]) -> bool:
    return any(is_form_of_be(word) for word in words)


def _is_command_after(maker: PlainClauses, verb: int) -> bool:
    """Whether a further conjunct is a command: I look forward to it, and have a nice day."""
    clauses, first = maker.clauses, maker.tree.first[verb]
    return first != verb and clauses.first_tag(verb) == "VB" and clauses.first_tag(first) not in ("VB", "MD", "TO")


def _is_of_possible(maker: PlainClauses, verb: int, words: Sequence[str]) -> bool:
    """Whether a clause after a noun is about what may not be (a person making a loan would repay it), or is said with
    the noun already (factors regulating it)."""
    tree, clauses = maker.tree, maker.clauses
    noun = tree.head[verb]
    if not clauses.modifies_noun(verb):
        return False
    new = any(tree.forms[other].lower() in ("a", "an") for other in tree.dependents[noun] if other < noun)
    above = tree.head[noun]
    possible = new and above >= 0 and any(tree.tags[part] == "MD" for part in tree.chain[above])
    return possible or (clauses.first_tag(verb) == "VBG" and tree.forms[verb] in words[:-1] and not _says_be(words))


def _has_placeholder(maker: PlainClauses, verb: int, words: Sequence[str]) -> bool:
    """Whether `something` or `somebody` is in place of what the text has. Only a clause or a quotation is said so: he
    said something."""
    tree = maker.tree
    own = {form.lower() for form in tree.forms}
    added = [word for word in words if word in _PLACEHOLDERS and word not in own]
    nouns = any(not maker.clauses.is_verb(other) for other in maker.clauses.objects(verb))
    if not added:
        return False
    after = words[words.index(added[0]) - 1] in _group(tree, verb) and words[0] not in added
    return nouns or not after or not is_form_of_any(tree.forms[verb], _SAYING)


def _group(tree: Analysis, verb: int) -> set[str]:
    """The words of a verb group and the adverbs that depend on it."""
    adverbs = [other for other in tree.dependents[verb] if tree.tags[other] in ("RB", "RP")]
    return {tree.forms[part].lower() for part in (verb, *tree.chain[verb], *adverbs)}


def _is_cut(maker: PlainClauses, verb: int, words: Sequence[str]) -> bool:
    """Whether a sentence ends with a verb that has more in the text: they concentrated on keeping it, it is located at
    the sea; or is only a participle after a noun: the time points analyzed."""
    tree, clauses = maker.tree, maker.clauses
    if is_form_of_any(tree.forms[verb], _GIVING) and "to" not in words and _has_receiver(tree, verb):
        return True
    if words[-1].lower() == "do" or (tree.forms[verb + 1 : verb + 2] == ["only"] and "only" not in words):
        return True
    if words[-1].lower() not in _group(tree, verb):
        return False
    if is_form_of(tree.forms[verb], "saying") and not clauses.is_passive(verb):
        return True  # or so he argues
    if is_form_of_any(tree.forms[verb], plain_words().needs_phrase):
        return True
    if clauses.is_passive(verb):
        return clauses.modifies_noun(verb) and not clauses.is_finite(verb)
    after = [other for other in tree.dependents[verb] if other > verb and clauses.is_verb(other)]
    after = [other for other in after if tree.role[other] != "adverbial" or not clauses.is_finite(other)]
    return any(tree.forms[max(clauses.start(other) - 1, 0)] not in _OPENS for other in after)


def _has_receiver(tree: Analysis, verb: int) -> bool:
    return any(tree.forms[mark].lower() == "to" for other in tree.dependents[verb] for mark in tree.marks[other])


def _is_loose_participle(maker: PlainClauses, verb: int) -> bool:
    """Whether a participle after a verb may be about the whole clause: it did not improve, suggesting that ..."""
    tree, clauses = maker.tree, maker.clauses
    above = tree.head[verb]
    if tree.role[verb] != "adverbial" or clauses.first_tag(verb) != "VBG" or not 0 <= above < verb or tree.marks[verb]:
        return False
    after_comma = tree.forms[max(clauses.start(verb) - 1, 0)] in _OPENS
    return after_comma or not any(is_person(tree, subject) for subject in clauses.subjects(verb))


def _is_asked(maker: PlainClauses, verb: int) -> bool:
    """Whether a clause is an embedded question: where I can buy it."""
    tree, clauses = maker.tree, maker.clauses
    above = tree.head[verb]
    if above > verb or (above >= 0 and not clauses.is_verb(above)) or not clauses.is_finite(verb):
        return False
    return tree.forms[clauses.start(verb)].lower() in _QUESTIONS and tree.first[verb] == verb


def _is_bare(maker: PlainClauses, token: int, verb: int) -> bool:
    """Whether the subject or an object is a singular noun without its determiner: his
    president and executive, wild-type and mutant mice, I have friend."""
    tree = maker.tree
    subject = token if tree.role[tree.first[token]] == "subject" else maker.sayable.subject_of(verb)
    if any(_is_bare_person(tree, other) for other in tree.of_role(verb, "object")):
        return True
    if subject < 0:
        return False
    first = tree.first[subject]
    last = max(tree.conjuncts[first], default=first)
    shares = subject != last and tree.tags[last] == "NNS" and tree.tags[subject] in ("NN", "JJ")
    return _is_bare_person(tree, subject) or (shares and is_bare(tree, subject))


def _is_bare_person(tree: Analysis, noun: int) -> bool:
    alone = not any(other < noun or tree.role[other] == "apposition" for other in tree.dependents[noun])
    further = tree.first[noun] != noun and is_bare(tree, noun)  # she, her mother and younger sister
    return tree.tags[noun] == "NN" and (alone or further) and is_person(tree, noun)


def _lacks_comparison(tree: Analysis, verb: int, words: Sequence[str]) -> bool:
    """Whether what something is compared with is not said: just as high as before, far fewer than those."""
    forms, own = [form.lower() for form in tree.forms], [word.lower() for word in words]
    if own[0] in ("more", "fewer", "less"):
        return "than" not in own
    degrees = [other for other, form in enumerate(forms) if form == "as" and tree.tags[other] == "RB"]
    after = own[own.index("as") + 1 :][:1] if own.count("as") == 1 else []
    if after and any(forms[other + 1 : other + 2] == after for other in degrees):
        return True
    compared = {form for form, tag in zip(forms, tree.tags, strict=True) if tag in ("JJR", "RBR")}
    return "than" in forms and "than" not in own and not compared.isdisjoint(own)


def _has_wrong_infinitive(tree: Analysis, verb: int) -> bool:
    """Whether the text has `to` before a form with tense: refused to recognized it."""
    chains = [tree.chain[word] for word in (verb, *tree.of_role(verb, "open"))]
    return any(
        tree.tags[chain[place]] == "TO" and tree.tags[part] in ("VBD", "VBN", "VBZ")
        for chain in chains
        for place, part in enumerate(chain[1:])
    )


def _ends_within_phrase(maker: PlainClauses, words: Sequence[str]) -> bool:
    """Whether the phrase of the last word goes on in the text: took on a life of its own, gives him the right to go."""
    places = [place for place, form in enumerate(maker.tree.forms[:-1]) if words and form == words[-1]]
    return bool(places) and all(_goes_on(maker, place) for place in places)


def _goes_on(maker: PlainClauses, noun: int) -> bool:
    """Whether a noun is followed by `of`, a sign, a gerund with `to` (clues to finding it) or its infinitive."""
    tree, after = maker.tree, noun + 1
    if tree.forms[after].lower() in _CONTINUES:
        return True
    if tree.forms[after].lower() == "to" and [*tree.tags[after + 1 : after + 2]] == ["VBG"]:
        return True
    owners = {owner for owner, _ in maker.clauses.gaps}
    modifiers = [other for other in tree.of_role(noun, "modifier") if other not in owners]
    clauses = [other for other in modifiers if maker.clauses.is_verb(other)]
    if tree.tags[after] == "WRB":
        return True  # in a context where it matters
    if tree.tags[after] == "IN" and [*tree.tags[after + 1 : after + 2]][:1] in (["WRB"], ["WP"], ["WDT"]):
        return True  # an insight into how it works
    starts = [min(tree.chain[other]) for other in clauses if maker.clauses.first_tag(other) == "TO"]
    starts += [mark for other in clauses for mark in tree.marks[other] if tree.forms[mark].lower() == "that"]
    return after in starts


def _skips_words(tree: Analysis, words: Sequence[str]) -> bool:
    """Whether adverbs or signs within a phrase are left out: sites (about) 100 m apart, (+/-) mice."""
    forms = [*tree.forms]
    for one, other in pairwise(words):
        if forms.count(one) != 1 or forms.count(other) != 1:
            continue
        start, end = forms.index(one), forms.index(other)
        between = range(start + 1, end)
        if [tree.forms[own] for own in between] in (["-LRB-"], ["("]):
            return True  # the thymus (th)
        if between and _is_within_name(tree, start, end):
            return True  # filter (cut-off) frequencies
        apart = is_verb(tree.tags[start]) or is_verb(tree.tags[end]) or tree.tags[end] in _PLACES
        if between and not apart and all(_is_skipped(tree, own) for own in between):
            return True
    return False


def _is_within_name(tree: Analysis, start: int, end: int) -> bool:
    """Whether two nouns are of one phrase, so that nothing between them may be left out."""
    nouns = tree.tags[start][:2] == "NN" == tree.tags[end][:2] and tree.head[start] == end
    return nouns and not {",", "IN", "POS", "``", "''", "-LRB-", "HYPH"} & {*tree.tags[start + 1 : end]}


def _is_skipped(tree: Analysis, token: int) -> bool:
    form = tree.forms[token]
    sign = not any(character.isalnum() for character in form) and form not in _MARKS
    return sign or (tree.tags[token][:2] == "RB" and form.lower() not in plain_words().connecting)


def _is_odd(words: Sequence[str]) -> bool:
    """Whether a sentence begins with words in capitals (FALL BALLOT), has `if any` between commas, or one of
    two brackets."""
    capitals = [word for word in words[:2] if len(word) >= _LONG and word.isalpha() and word.isupper()]
    brackets = sum(word.count("(") - word.count(")") for word in words)
    hyphens = any("-" in (word[0], word[-1]) and len(word) > 1 for word in words)  # a bi- or multi-functional protein
    escapes = any(word[0] == "&" and word[-1] == ";" for word in words)
    doubtful = any(pair == (",", "if") for pair in pairwise(words))
    return bool(brackets) or hyphens or escapes or doubtful or len(capitals) > 1


def _is_in_brackets(tree: Analysis, token: int) -> bool:
    """Whether a phrase is alone in brackets: phosphatidylserine receptor (Ptdsr)."""
    start = min([token, *(other for other in tree.dependents[token] if other < token)])
    return tree.tags[start - 1] == "-LRB-" or tree.forms[start - 1] in ("(", "[")
