"""What a clause claims: that it is so, that it is not, or neither."""

from __future__ import annotations

from collections.abc import Sequence

from ...transforms.conversions.penn_tags import PUNCTUATION
from ..analysis import ROOT, Analysis
from ..deep.clauses import Clauses, is_possessor
from ..deep.relations import DeepTree
from ..deep.words import is_form_of
from ..inflection import is_form_of_any, is_form_of_be
from .words import plain_words

ASSERTED, NEGATED, QUESTIONED, CONDITIONAL, REPORTED = "asserted", "negated", "questioned", "conditional", "reported"
STATUSES = (ASSERTED, NEGATED, QUESTIONED, CONDITIONAL, REPORTED)
_SHORT, _MOST = 3, 0.8  # letters of words that may be small in a headline, and the share of words with a capital


def status_of(clauses: Clauses, deep: DeepTree, verb: int, asked: bool) -> str:
    """The status of what a verb says; `asked` is whether the sentence ends with a question mark."""
    tree = clauses.tree
    upwards = _upwards(tree, verb)
    top = next((clause for clause, above in upwards if above == ROOT), verb)
    if _is_inverted(tree, verb) or (asked and top == verb and _is_question(tree, top)):
        return QUESTIONED
    if any(tree.forms[other].lower() in plain_words().hedges for other in tree.dependents[verb]):
        return REPORTED
    if any(_limits(tree, other) for other in tree.dependents[verb] if other < verb):
        return CONDITIONAL
    parts = {verb, *tree.of_role(verb, "predicative"), *tree.of_role(verb, "object")}
    if verb in deep.negated or not deep.denied.isdisjoint(parts) or _not_all(tree, verb):
        return NEGATED
    if any(clauses.is_verb(clause) and is_command(clauses, clause) for clause, _ in upwards):
        return REPORTED  # make sure that it is a light meal
    for clause, above in upwards:
        if clauses.is_verb(clause) and clauses.modifies_noun(clause) and not tree.marks[clause]:
            if _is_definite(tree, above):
                return ASSERTED  # a relative clause is so whatever is said of its noun
            if tree.head[above] in deep.negated or above in deep.denied:
                return REPORTED  # there is not a bird sitting on the eggs
        status = _within(clauses, clause, above, deep)
        if status != ASSERTED:
            return status
    if asked:
        return QUESTIONED
    conditional = depends_on_condition(clauses, verb) or depends_on_condition(clauses, tree.first[verb])
    return CONDITIONAL if conditional else ASSERTED


def _upwards(tree: Analysis, verb: int) -> Sequence[tuple[int, int]]:
    """A word and its head, then these of the head, up to the root."""
    steps: list[tuple[int, int]] = []
    word = verb
    while word >= 0 and len(steps) < len(tree.head):
        steps.append((word, tree.head[word]))
        word = tree.head[word]
    return steps


def _within(clauses: Clauses, clause: int, above: int, deep: DeepTree) -> str:
    """The status that a clause has because of the verb above it."""
    tree, words = clauses.tree, plain_words()
    marks = {tree.forms[mark].lower() for mark in tree.marks[clause]}
    if not clauses.is_verb(clause):
        return ASSERTED
    if marks & words.conditions:
        return QUESTIONED if above >= 0 and tree.role[clause] == "object" else CONDITIONAL
    if any(form.lower().endswith("ever") and tag[:1] == "W" for form, tag in _beginning(clauses, clause)):
        return CONDITIONAL  # whatever you do
    past = any(tree.tags[part] == "VBD" for part in tree.chain[clause])
    if marks & words.whenever and not past:
        return CONDITIONAL  # when it rains
    if "before" in marks and any(tree.tags[part] == "MD" for part in tree.chain[clause]):
        return CONDITIONAL  # died before he could be helped
    if "so" in marks and any(tree.tags[part] == "MD" for part in tree.chain[clause]):
        return REPORTED  # so that you can check it
    if above < 0 or not clauses.is_verb(above):
        return REPORTED if above >= 0 and "that" in marks and tree.is_nominal(above) else ASSERTED  # the claim that
    if tree.role[clause] == "object":
        factive = is_form_of_any(tree.forms[above], words.factive)  # he knew that they had left
        if above in deep.negated:
            return REPORTED
        asks = marks & words.questions or any(tree.tags[other][:1] == "W" for other in tree.dependents[clause])
        if asks and not factive:
            return QUESTIONED
        return ASSERTED if factive else REPORTED
    if tree.role[clause] == "predicative" and clauses.is_finite(clause):
        subject = tree.first_of_role(above, "subject")
        open_question = subject >= 0 and is_form_of(tree.forms[subject], "content_nouns")
        certain = subject >= 0 and tree.forms[subject].lower() in ("fact", "sign", "realization")
        return REPORTED if open_question and not certain else ASSERTED  # a possibility is that it is so
    if tree.role[clause] == "adverbial" and "that" in marks and tree.of_role(above, "predicative"):
        return REPORTED  # it is unlikely that they agree
    if tree.role[clause] in ("open", "adverbial") and clauses.first_tag(clause) == "TO":
        return REPORTED  # wants to buy, to buy it
    return ASSERTED


def _is_question(tree: Analysis, top: int) -> bool:
    """Whether a main clause is a question: a word for questions, or an auxiliary before the subject."""
    subject = tree.first_of_role(top, "subject")
    first = min(tree.chain[top], default=top)
    asking = any(tree.tags[other][:1] == "W" for other in (*tree.dependents[top], *tree.marks[top]))
    return asking or (subject >= 0 and first < subject) or subject < 0


def _is_inverted(tree: Analysis, verb: int) -> bool:
    """Whether an auxiliary is before the subject at the beginning of a clause: do you know, is it true."""
    subject, chain = tree.first_of_role(verb, "subject"), tree.chain[verb]
    if subject < 0 or not chain:
        return False
    first = min(chain)
    before = [other for other in tree.dependents[verb] if other < first and tree.role[other] != "aside"]
    asks = tree.tags[first] == "MD" and tree.forms[subject].lower() == "you"  # while it rains, can you stay
    return (first < subject < verb and (asks or not before)) or (
        first == verb < subject and not before and is_form_of_be(tree.forms[verb])
    )


def depends_on_condition(clauses: Clauses, verb: int) -> bool:
    """Whether a clause has a condition: if it rains, they will stay."""
    tree = clauses.tree
    predicatives = tree.of_role(verb, "predicative")
    for other in (below for word in (verb, *predicatives) for below in tree.dependents[word]):
        marks = {tree.forms[mark].lower() for mark in tree.marks[other]}
        past = any(tree.tags[part] == "VBD" for part in tree.chain[other])
        if _is_inverted_condition(clauses, other):
            return True
        if marks & {"if", "unless"} or (clauses.is_verb(other) and marks & plain_words().whenever and not past):
            return True
    return False


def _is_inverted_condition(clauses: Clauses, clause: int) -> bool:
    """Whether a clause begins with had, were or should: had that been done."""
    tree = clauses.tree
    if not clauses.is_verb(clause) or tree.role[clause] != "adverbial" or not tree.chain[clause]:
        return False
    first, subject = min(tree.chain[clause]), tree.first_of_role(clause, "subject")
    return first < subject and tree.forms[first].lower() in ("had", "were", "should")


def _not_all(tree: Analysis, verb: int) -> bool:
    """Whether the subject is `not every` or `not all`."""
    subject = tree.first_of_role(verb, "subject")
    return subject >= 0 and any(tree.forms[other].lower() == "not" for other in tree.dependents[subject])


def _beginning(clauses: Clauses, clause: int) -> list[tuple[str, str]]:
    """The words and tags of a clause up to its verb."""
    words = range(clauses.start(clause), clause)
    return [(clauses.tree.forms[word], clauses.tree.tags[word]) for word in words]


def _limits(tree: Analysis, token: int) -> bool:
    """Whether a phrase before a verb says when only it is so: only in Rome, without support."""
    words = [*tree.marks[token], *tree.dependents[token]]
    forms = {tree.forms[word].lower() for word in words}
    return tree.role[token] == "adverbial" and bool(tree.marks[token]) and bool(forms & {"only", "without"})


def _is_definite(tree: Analysis, noun: int) -> bool:
    """Whether there is what a noun stands for, whatever is said of it: a name, the, this, his."""
    if tree.tags[noun][:3] == "NNP" or tree.tags[noun] == "PRP":
        return True
    words = {tree.forms[other].lower() for other in tree.dependents[noun] if tree.tags[other] == "DT"}
    return bool(words & {"the", "this", "that", "these", "those"}) or any(
        is_possessor(tree, other) for other in tree.dependents[noun]
    )


def is_command(clauses: Clauses, verb: int) -> bool:
    """Whether a main clause asks somebody to do something: wait a minute."""
    tree = clauses.tree
    first = tree.first[verb]
    main = tree.head[first] < 0 or tree.role[first] == "aside"
    beginning = tree.tags[tree.chain[verb][0] if tree.chain[verb] else verb]
    return main and not clauses.subjects(verb) and beginning in ("VB", "VBP")


def is_headline(tree: Analysis) -> bool:
    """Whether nearly all long words have a capital letter, and there is no mark at the end."""
    words = [form for form in tree.forms if len(form) > _SHORT and form.isalpha()]
    capital = sum(word[0].isupper() for word in words)
    return len(words) > _SHORT and capital > _MOST * len(words) and tree.tags[-1] not in PUNCTUATION
