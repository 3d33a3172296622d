"""From a dependency tree to an `Analysis`.

In CoNLL-2008 a preposition is the head of its noun and an auxiliary that of its verb; in Universal Dependencies it is
the other way round, and a copula hangs from its predicative. Copulas are raised, then function words that are heads
are contracted with the content that they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from .analysis import ADJECTIVE, FIXED, NONE, NOUN, Analysis, is_verb
from .schemes import PUNCTUATION, Scheme, wording

_INTO = frozenset({"within", "open"})
_PARTS = frozenset({"auxiliary", "negation", "particle", "infinitive"})
_FUNCTIONS = _PARTS | {"preposition", "complementiser", "fixed"}
_NO_CONTENT = PUNCTUATION | {"CC"}
_CLAUSAL = frozenset({"subject", "expletive", "auxiliary", "complementiser", "negation", "infinitive"})
_DETERMINERS = frozenset({"DT", "PDT", "PRP$", "WP$", "WDT", "POS", "CD", "$", "#"})


def analyse(
    forms: Sequence[str], tags: Sequence[str], heads: Sequence[int], labels: Sequence[str], scheme: Scheme
) -> Analysis:
    """The analysis of a tree; heads must not go round in a circle."""
    roles = [scheme.role(label) or "aside" for label in labels]
    found = Analysis(forms, tags, list(labels), list(heads), roles)
    found.unknown = sorted({label for label in labels if scheme.role(label) is None})
    _mend_roles(found)
    if scheme.name == "ud":
        _raise_copulas(found)
    _mend_clauses(found)
    into = _ways_into(found)
    _contract(found, into)
    return found


def _mend_roles(found: Analysis) -> None:
    """Roles that a label alone does not tell."""
    for token, (tag, role, head) in enumerate(zip(found.tags, found.role, found.head, strict=True)):
        if tag in PUNCTUATION:
            found.role[token] = "aside"
        elif role == "subject" and tag == "EX":
            found.role[token] = "expletive"
        elif role == "preposition" and tag == "POS":
            found.role[token] = "name"
        elif role == "fixed" and head >= 0 and found.role[head] not in ("preposition", "complementiser"):
            found.role[token] = "name"  # more than 60
        elif role == "complementiser" and tag == "TO":
            found.role[token] = "infinitive"
        elif (
            role == "modifier"
            and head >= 0
            and tag[:3] == found.tags[head][:3] == "NNP"
            and found.labels[token] == "compound"
        ):
            found.role[token] = "name"


def _mend_clauses(found: Analysis) -> None:
    """Negations; what is said to be there, which is the predicative of `there is`; and `it`, which is the subject where
    a clause follows (it is unlikely that they agree)."""
    negations = wording().negations
    expletive = {
        head: found.tags[token]
        for token, (head, role) in enumerate(zip(found.head, found.role, strict=True))
        if role == "expletive"
    }
    for token, (role, head) in enumerate(zip(found.role, found.head, strict=True)):
        if head < 0 or not is_verb(found.tags[head]):
            continue
        if role == "adverbial" and found.forms[token].lower() in negations:
            found.role[token] = "negation"
        elif role == "subject" and head in expletive:
            found.role[token] = "predicative" if expletive[head] == "EX" else "adverbial"
        elif role == "expletive" and found.tags[token] != "EX":
            found.role[token] = "subject"


def _raise_copulas(found: Analysis) -> None:
    """Make a copula the verb of its clause, with what hung from the predicative as a part of the clause."""
    head, role = found.head, found.role
    below: dict[int, list[int]] = {}
    for token, above in enumerate(head):
        below.setdefault(above, []).append(token)
    for verb in [token for token, kind in enumerate(role) if kind == "copula"]:
        predicative = head[verb]
        if predicative < 0 or head[predicative] == verb or role[predicative] == "predicative":
            role[verb] = "auxiliary"
            continue
        head[verb], role[verb] = head[predicative], role[predicative]
        head[predicative], role[predicative] = verb, "predicative"
        found.labels[verb], found.labels[predicative] = found.labels[predicative], found.labels[verb]
        for token in below.get(predicative, ()):
            if token != verb and head[token] == predicative and _belongs_to_clause(found, token, verb):
                head[token] = verb


def _belongs_to_clause(found: Analysis, token: int, verb: int) -> bool:
    """Whether a dependent of a predicative belongs to the clause of the copula that was raised above it."""
    role, predicative = found.role[token], found.head[token]
    clausal = role in ("conjunct", "adverbial") and any(
        head == token and found.role[other] in ("subject", "copula") for other, head in enumerate(found.head)
    )
    if role == "conjunct":  # of the clause, if it is one itself
        return clausal or (is_verb(found.tags[token]) and not is_verb(found.tags[predicative]))
    if is_verb(found.tags[predicative]):  # the plan is that they leave early
        return token < verb
    if role in _CLAUSAL or found.forms[token].lower() in wording().negations:
        return True
    # Behind a copula, an adverb before an adjective is its degree and a phrase after it its complement (much tougher on
    # the insiders).
    adjective = found.tags[predicative][:1] in ("J", "R")
    return role == "adverbial" and (token < verb or clausal or not adjective)


def _ways_into(found: Analysis) -> list[int]:
    """For each function word that is a head, the dependent that leads to the content; -1 elsewhere. A verb leads to its
    open complement (fail to file), unless an object comes between (allow executives to report)."""
    into = [-1] * len(found.head)
    objects = {head for head, role in zip(found.head, found.role, strict=True) if role == "object"}
    subjects = {head for head, role in zip(found.head, found.role, strict=True) if role == "subject"}
    for token, (head, role) in enumerate(zip(found.head, found.role, strict=True)):
        if role not in _INTO or head < 0 or (into[head] >= 0 and not into[head] < head < token):
            continue  # what follows a function word is its content rather than what goes before it
        verbal = is_verb(found.tags[token]) or found.tags[token] == "TO"
        if role == "within" and is_verb(found.tags[head]) and not verbal:
            found.role[token] = "adverbial"  # what is left of an ellipsis: as they had in Japan
            continue
        if role == "open":
            if not verbal:
                found.role[token] = "predicative"
                continue
            if head in objects or token in subjects or not is_verb(found.tags[head]):
                continue
        into[head] = token
    return into


def _contract(found: Analysis, into: list[int]) -> None:
    """Leave content words only: what a function word is the head of goes to the content behind it."""
    size = len(into)
    raw, roles, labels = found.head, found.role, found.labels
    content = _contents(into)
    functions = _function_words(found)
    found.head, found.role, found.labels = [NONE] * size, ["aside"] * size, list(labels)
    found.marks, found.chain = [[] for _ in range(size)], [[] for _ in range(size)]
    found.first = list(range(size))
    paths = {
        token: _path_up(token, raw, into)
        for token in range(size)
        if content[token] == token and _is_content(found.tags[token], roles[token])
    }
    for path in [*paths.values()]:
        for part in _gather(found, path, functions, roles):
            paths.pop(part, None)
    for token, path in paths.items():
        top = path[-1]
        found.role[token], found.labels[token] = roles[top], labels[top]
        above = raw[top]
        while above >= 0 and content[above] not in paths:
            above = raw[above]
        found.head[token] = content[above] if above >= 0 else above
        if roles[top] == "conjunct" and above >= 0:
            found.first[token] = content[above]
    _share_among_conjuncts(found)
    _hang(found)


def _path_up(token: int, raw: list[int], into: list[int]) -> list[int]:
    """A content word and the function words above it that lead to it."""
    path = [token]
    while raw[path[-1]] >= 0 and into[raw[path[-1]]] == path[-1]:
        path.append(raw[path[-1]])
    return path


def _is_content(tag: str, role: str) -> bool:
    """Whether a word can hang in the tree on its own; & can, within a name."""
    return role not in _FUNCTIONS and (tag not in _NO_CONTENT or role == "name")


def _contents(into: list[int]) -> list[int]:
    """The content behind each word: itself, unless it leads to another."""
    content = [-1] * len(into)
    for start in range(len(into)):
        word, passed = start, []
        while content[word] < 0 and into[word] >= 0:
            passed.append(word)
            word = into[word]
        content[word] = content[word] if content[word] >= 0 else word
        for other in passed:
            content[other] = content[word]
    return content


def _function_words(found: Analysis) -> dict[int, list[int]]:
    """The function words and the left modifiers of function words, by their head."""
    below: dict[int, list[int]] = {}
    for token, (head, role) in enumerate(zip(found.head, found.role, strict=True)):
        if head >= 0 and role not in ("aside", "conjunct"):
            below.setdefault(head, []).append(token)
    return below


def _gather(found: Analysis, path: list[int], functions: dict[int, list[int]], roles: list[str]) -> list[int]:
    """The marks and the chain of a content word, from the function words above it and those that hang from them; given
    back are the latter, which are no content words then."""
    token, marks, used = path[0], list[int](), list[int]()
    verbal = is_verb(found.tags[token])
    for place, word in reversed([*enumerate(path)]):
        below = found.tags[path[place - 1]] if place else ""
        in_chain = verbal and (is_verb(found.tags[word]) or (found.tags[word] == "TO" and below in ("VB", "VBP")))
        parts = [other for other in functions.get(word, ()) if roles[other] in _PARTS]
        used += parts
        if in_chain:
            found.chain[token] += _in_order(word, parts, roles)
        elif place:
            marks.append(word)
        for other in functions.get(word, ()):
            if roles[other] in ("preposition", "complementiser") or (found.tags[other] == "WRB" and verbal):
                fixed = [part for part in functions.get(other, ()) if roles[part] == "fixed"]
                own = [other, *fixed]
            elif place and not in_chain and other < word and other not in path and roles[other] != "subject":
                own = [other]  # such as, just after
            else:
                continue
            marks += own
            used += own
    found.marks[token] = sorted({*marks} - {*found.chain[token]})
    return used


def _in_order(word: int, parts: list[int], roles: list[str]) -> list[int]:
    """A verb with its auxiliaries before it, wherever they stand, and negations and particles as they stand."""
    before = [part for part in parts if part < word or roles[part] in ("auxiliary", "infinitive")]
    return [*before, word, *(part for part in parts if part not in before)]


def _share_among_conjuncts(found: Analysis) -> None:
    """A further conjunct has the head, the role and, where it has none, the function words of the first."""
    found.conjuncts = [[] for _ in found.head]
    for token, before in enumerate(found.first):
        if before == token:
            continue
        first = before
        while found.first[first] != first:
            first = found.first[first]
        found.first[token] = first
        found.conjuncts[first].append(token)
        found.head[token], found.role[token] = found.head[first], found.role[first]
        found.labels[token] = found.labels[first]
        found.marks[token] = found.marks[token] or found.marks[first]
        chain = found.chain[first]
        if found.chain[token] == [token] and len(chain) > 1 and found.tags[token] == found.tags[first]:
            found.chain[token] = [*(word for word in chain if word < first), token]


def _hang(found: Analysis) -> None:
    """The dependents of each word, and which of them ride along."""
    found.dependents = [[] for _ in found.head]
    found.rides = [0] * len(found.head)
    for token, head in enumerate(found.head):
        if head >= 0 and found.first[token] == token:
            found.dependents[head].append(token)
    verbs = [is_verb(tag) for tag in found.tags]
    for token, head in enumerate(found.head):
        if head >= 0 and not verbs[head]:
            found.rides[token] = _riding(found, token, head)
    for token, head in enumerate(found.head):
        if head >= 0 and verbs[head] and found.rides[head] and token < head and not found.marks[token]:
            found.rides[token] = FIXED  # naturally pollinated plants


def _riding(found: Analysis, token: int, head: int) -> int:
    """How a dependent of a noun, adjective or adverb is told with it."""
    tag, role, before = found.tags[token], found.role[token], token < head
    if role == "name":
        return FIXED
    if found.marks[token] or role not in ("modifier", "adverbial"):
        return 0
    if tag in _DETERMINERS:
        return FIXED
    if not found.is_nominal(head) or found.tags[head] == "CD":
        return FIXED if before else 0
    if tag[:2] == "NN":
        possessor = any(found.tags[other] == "POS" for other in found.dependents[token])
        return (FIXED if possessor else NOUN) if before else 0
    if tag[:2] == "RB" or (before and (tag[:2] == "JJ" or tag in ("VBN", "VBG", "IN", "FW", "AFX"))):
        return ADJECTIVE
    return 0
