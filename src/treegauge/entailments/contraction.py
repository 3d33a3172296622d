"""From a dependency tree to an `Analysis`.

In CoNLL-2008 a preposition is the head of its noun and an auxiliary that of its verb; in Universal Dependencies it is
the other way round, and a copula hangs from its predicative. Copulas are raised, then function words that are heads
are contracted with the content that they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import ADJECTIVE, FIXED, NO_HEAD, NOUN, Analysis
from .copulas import raise_copulas
from .correlatives import mend_correlatives
from .participles import lower_participles
from .relation_schemes import RelationScheme
from .wording import wording

_INTO = frozenset({"within", "open"})
_PARTS = frozenset({"auxiliary", "negation", "particle", "infinitive"})
_FUNCTIONS = _PARTS | {"preposition", "complementiser", "fixed"}
_NO_CONTENT = PUNCTUATION | {"CC"}
_APART = frozenset({"aside", "conjunct"})
_LINKS = frozenset({"preposition", "complementiser"})
_VERBS = frozenset({"MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_DOUBTFUL = frozenset({"subject", "preposition", "complementiser", "fixed", "modifier"})
_CLAUSE_ROLES = frozenset({"adverbial", "subject", "expletive"})
_DETERMINERS = frozenset({"DT", "PDT", "PRP$", "WP$", "WDT", "POS", "CD", "$", "#"})


def analyse(
    forms: Sequence[str],
    tags: Sequence[str],
    heads: list[int],
    labels: list[str],
    roles: Sequence[str | None],
    scheme: RelationScheme,
) -> Analysis:
    """The analysis of a tree; heads must not go round in a circle. A label that the scheme does not have has no
    role."""
    verbal = [tag in _VERBS for tag in tags]
    found = Analysis(forms, tags, labels, heads, [role or "aside" for role in roles], verbal)
    if None in roles:
        found.unknown = sorted({label for label, role in zip(labels, roles, strict=True) if role is None})
    _mend_roles(found)
    mend_correlatives(found)
    if scheme.name == "ud":
        lower_participles(found)
        raise_copulas(found)
    _mend_clauses(found)
    _contract(found, _ways_into(found))
    return found


def _mend_roles(found: Analysis) -> None:
    """Roles that a label alone does not tell."""
    tags, roles = found.tags, found.role
    for token, tag in enumerate(tags):
        role = roles[token]
        if tag in PUNCTUATION:
            roles[token] = "aside"
        elif role in _DOUBTFUL:
            head = found.head[token]
            if role == "subject":
                roles[token] = "expletive" if tag == "EX" else role
            elif role == "preposition":
                roles[token] = "name" if tag == "POS" else role
            elif role == "complementiser":
                roles[token] = "infinitive" if tag == "TO" else role
            elif role == "fixed" and head >= 0 and roles[head] not in ("preposition", "complementiser"):
                roles[token] = "name"  # more than 60
            elif found.labels[token] in ("amod", "compound") and head >= 0 and tag[:3] == tags[head][:3] == "NNP":
                roles[token] = "name"


def _mend_clauses(found: Analysis) -> None:
    """Negations; what is said to be there, which is the predicative of `there is`; and `it`, which is the subject where
    a clause follows (it is unlikely that they agree)."""
    negations, roles, heads = wording().negations, found.role, found.head
    expletive: dict[int, str] = {}
    if "expletive" in roles:
        expletive = {heads[token]: found.tags[token] for token, role in enumerate(roles) if role == "expletive"}
    for token, role in enumerate(roles):
        if role not in _CLAUSE_ROLES or heads[token] < 0 or not found.verbal[heads[token]]:
            continue
        if role == "adverbial":
            if found.forms[token].lower() in negations:
                roles[token] = "negation"
        elif role == "subject":
            if heads[token] in expletive:
                roles[token] = "predicative" if expletive[heads[token]] == "EX" else "adverbial"
        elif found.tags[token] != "EX":
            roles[token] = "subject"


def _ways_into(found: Analysis) -> list[int]:
    """For each function word that is a head, the dependent that leads to the content; -1 elsewhere. A verb leads to its
    open complement (fail to file), unless an object comes between (allow executives to report)."""
    heads, roles, verbal = found.head, found.role, found.verbal
    into = [-1] * len(heads)
    having: dict[str, set[int]] = {"object": set(), "subject": set()}  # verbs that have an object, a subject
    if "open" in roles:
        for head, role in zip(heads, roles, strict=True):
            if role in having:
                having[role].add(head)
    for token, role in enumerate(roles):
        if role not in _INTO:
            continue
        head = heads[token]
        if head < 0 or (into[head] >= 0 and not into[head] < head < token):
            continue  # what follows a function word is its content rather than what goes before it
        is_verbal = verbal[token] or found.tags[token] == "TO"
        if found.labels[token] == "PMOD" and head < token and found.tags[head] in ("VBG", "VBN"):
            verbal[head] = False  # a preposition that was a participle: including three, based on figures
        if role == "within" and verbal[head] and not is_verbal:
            roles[token] = "adverbial"  # what is left of an ellipsis: as they had in Japan
            continue
        if role == "open":
            if not is_verbal:
                roles[token] = "predicative"
                continue
            if head in having["object"] or token in having["subject"] or not verbal[head]:
                continue
        into[head] = token
    return into


def _contract(found: Analysis, into: list[int]) -> None:
    """Leave content words only: what a function word is the head of goes to the content behind it."""
    size = len(into)
    raw, roles, labels = found.head, found.role, found.labels
    content = _contents(into)
    functions = _function_words(found, into)
    found.head, found.role, found.labels = [NO_HEAD] * size, ["aside"] * size, list(labels)
    found.marks, found.chain = [()] * size, [()] * size
    found.first = list(range(size))
    paths = _content_paths(found.tags, raw, roles, into, content)
    for token, path in [*paths.items()]:
        if len(path) > 1 or token in functions:
            for part in _gather(found, path, functions, roles):
                paths.pop(part, None)
        elif found.verbal[token]:
            found.chain[token] = path
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


def _content_paths(
    tags: Sequence[str], raw: list[int], roles: list[str], into: list[int], content: list[int]
) -> dict[int, list[int]]:
    """Each word that can hang in the tree on its own, with the function words above it; & can, within a name."""
    paths: dict[int, list[int]] = {}
    for token, role in enumerate(roles):
        is_content = role not in _FUNCTIONS and (role == "name" or tags[token] not in _NO_CONTENT)
        if is_content and content[token] == token:
            paths[token] = _path_up(token, raw, into)
    return paths


def _path_up(token: int, raw: list[int], into: list[int]) -> list[int]:
    """A content word and the function words above it that lead to it."""
    path = [token]
    above = raw[token]
    while above >= 0 and into[above] == token:
        path.append(above)
        token, above = above, raw[above]
    return path


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


def _function_words(found: Analysis, into: list[int]) -> dict[int, list[int]]:
    """The function words, and what hangs from function words that are heads, by their head."""
    below: dict[int, list[int]] = {}
    for token, role in enumerate(found.role):
        head = found.head[token]
        if head < 0 or role in _APART:
            continue
        if role in _FUNCTIONS or into[head] >= 0 or found.tags[token] == "WRB":
            below.setdefault(head, []).append(token)
    return below


def _gather(found: Analysis, path: list[int], functions: dict[int, list[int]], roles: list[str]) -> list[int]:
    """The marks and the chain of a content word, from the function words above it and those that hang from them; given
    back are the latter, which are no content words then."""
    token, tags, chain = path[0], found.tags, list[int]()
    marks, used = list[int](), list[int]()
    verbal = found.verbal[token]
    for place in range(len(path) - 1, -1, -1):
        word = path[place]
        in_chain = verbal and (
            found.verbal[word] or (tags[word] == "TO" and place > 0 and tags[path[place - 1]] in ("VB", "VBP"))
        )
        below = functions.get(word, ())
        parts = [other for other in below if roles[other] in _PARTS]
        used += parts
        if in_chain:
            chain += _in_order(word, parts, roles)
        elif place:
            marks.append(word)
        for other in below:
            if roles[other] in _LINKS or (tags[other] == "WRB" and verbal):
                own = [other, *(part for part in functions.get(other, ()) if roles[part] == "fixed")]
            elif place and not in_chain and other < word and other not in path and roles[other] != "subject":
                own = [other]  # such as, just after
            else:
                continue
            marks += own
            used += own
    found.chain[token] = chain
    found.marks[token] = sorted({*marks}.difference(chain)) if marks else marks
    return used


def _in_order(word: int, parts: list[int], roles: list[str]) -> list[int]:
    """A verb with its auxiliaries before it, wherever they stand, and negations and particles as they stand."""
    if not parts:
        return [word]
    before = [part for part in parts if part < word or roles[part] in ("auxiliary", "infinitive")]
    return [*before, word, *(part for part in parts if part not in before)]


def _share_among_conjuncts(found: Analysis) -> None:
    """A further conjunct has the head, the role and, where it has none, the function words of the first."""
    further: dict[int, list[int]] = {}
    for token, before in enumerate(found.first):
        if before == token:
            continue
        first = before
        while found.first[first] != first:
            first = found.first[first]
        found.first[token] = first
        further.setdefault(first, []).append(token)
        found.head[token], found.role[token] = found.head[first], found.role[first]
        found.labels[token] = found.labels[first]
        found.marks[token] = found.marks[token] or found.marks[first]
        chain = found.chain[first]
        alone = len(found.chain[token]) == 1 and found.chain[token][0] == token
        if alone and len(chain) > 1 and found.tags[token] == found.tags[first]:
            found.chain[token] = [*(word for word in chain if word < first), token]
    found.conjuncts = [further.get(token, ()) for token in range(len(found.head))]


def _hang(found: Analysis) -> None:
    """The dependents of each word, and which of them ride along."""
    below: dict[int, list[int]] = {}
    for token, head in enumerate(found.head):
        if head >= 0 and found.first[token] == token:
            below.setdefault(head, []).append(token)
    found.dependents = [below.get(token, ()) for token in range(len(found.head))]
    found.rides = [0] * len(found.head)
    for token, head in enumerate(found.head):
        if head >= 0 and not found.verbal[head]:
            found.rides[token] = _riding(found, token, head)
    for token, head in enumerate(found.head):
        if head > token and found.rides[head] and found.verbal[head] and not found.marks[token]:
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
    if before and found.tags[head] in ("NNS", "NNPS") and found.forms[token - 1].lower() in wording().articles:
        return FIXED  # the article belongs to it rather than to the noun: a few contests, a dozen people
    if tag[:2] == "NN":
        possessor = any(found.tags[other] == "POS" for other in found.dependents[token])
        return (FIXED if possessor else NOUN) if before else 0
    if tag[:2] == "RB" or (before and (tag[:2] == "JJ" or tag in ("VBN", "VBG", "IN", "FW", "AFX"))):
        return ADJECTIVE
    return 0
