"""From a dependency tree to an `Analysis`.

In CoNLL-2008 a preposition is the head of its noun and an auxiliary that of its verb; in Universal Dependencies it is
the other way round, and a copula depends on its predicative. Copulas are raised, then function words that are heads
are contracted with the content word that they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..transforms.conversions.penn_tags import PUNCTUATION
from .analysis import ADJECTIVE, FIXED, NO_HEAD, NOUN, Analysis
from .copulas import raise_copulas
from .correlatives import mend_correlatives
from .participles import lower_participles
from .relation_schemes import RelationScheme
from .role_corrections import correct_clause_roles, correct_roles
from .sentence_wording import wording

_INTO = frozenset({"within", "open"})
_PARTS = frozenset({"auxiliary", "negation", "particle", "infinitive"})
_FUNCTIONS = _PARTS | {"preposition", "complementiser", "fixed"}
_NO_CONTENT = PUNCTUATION | {"CC"}
_APART = frozenset({"aside", "conjunct"})
_LINKS = frozenset({"preposition", "complementiser"})
_VERBS = frozenset({"MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_DETERMINERS = frozenset({"DT", "PDT", "PRP$", "WP$", "WDT", "POS", "CD", "$", "#"})


def analyse(
    forms: Sequence[str],
    tags: Sequence[str],
    heads: list[int],
    labels: list[str],
    roles: Sequence[str | None],
    scheme: RelationScheme,
    *,
    catenate: bool = True,
) -> Analysis:
    """The analysis of a tree; its heads must not form a cycle. A label that the scheme does not have has no role.
    `catenate` makes a verb and its open complement one verb (fail to file)."""
    verbal = [tag in _VERBS for tag in tags]
    analysis = Analysis(forms, tags, labels, heads, [role or "aside" for role in roles], verbal)
    if None in roles:
        analysis.unknown = sorted({label for label, role in zip(labels, roles, strict=True) if role is None})
    correct_roles(analysis)
    mend_correlatives(analysis)
    if scheme.name == "ud":
        lower_participles(analysis)
        raise_copulas(analysis)
    correct_clause_roles(analysis)
    _contract(analysis, _ways_into(analysis, catenate), ampersands=not catenate)
    return analysis


def _ways_into(analysis: Analysis, catenate: bool) -> list[int]:
    """For each function word that is a head, the dependent that leads to the content word; -1 elsewhere. To `catenate`,
    a verb leads to its open complement (fail to file), unless it has an object (allow executives to report)."""
    heads, roles, verbal = analysis.head, analysis.role, analysis.verbal
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
            continue  # the word after a function word is its content, rather than the word before it
        is_verbal = verbal[token] or analysis.tags[token] == "TO"
        if analysis.labels[token] == "PMOD" and head < token and analysis.tags[head] in ("VBG", "VBN"):
            verbal[head] = False  # a participle used as a preposition: including three, based on figures
        if role == "within" and verbal[head] and not is_verbal:
            roles[token] = "adverbial"  # the remnant of an ellipsis: as they had in Japan
            continue
        if role == "open":
            if not is_verbal:
                roles[token] = "predicative"
                continue
            if not catenate or head in having["object"] or token in having["subject"] or not verbal[head]:
                continue
        into[head] = token
    return into


def _contract(analysis: Analysis, into: list[int], *, ampersands: bool) -> None:
    """Keep only content words: the dependents of a function word are attached to the content word that it leads to.
    `ampersands` are content words if they are the heads of names (Faulding & Co. said)."""
    size = len(into)
    raw, roles, labels = analysis.head, analysis.role, analysis.labels
    content = _contents(into)
    functions = _function_words(analysis, into)
    analysis.head, analysis.role, analysis.labels = [NO_HEAD] * size, ["aside"] * size, list(labels)
    analysis.marks, analysis.chain = [()] * size, [()] * size
    analysis.first = list(range(size))
    named = {
        token for token, form in enumerate(analysis.forms) if ampersands and form == "&" and roles[token] not in _APART
    }
    paths = _content_paths(analysis.tags, raw, roles, into, content, named)
    for token, path in [*paths.items()]:
        if len(path) > 1 or token in functions:
            for part in _gather(analysis, path, functions, roles):
                paths.pop(part, None)
        elif analysis.verbal[token]:
            analysis.chain[token] = path
    for token, path in paths.items():
        top = path[-1]
        analysis.role[token], analysis.labels[token] = roles[top], labels[top]
        above = raw[top]
        while above >= 0 and content[above] not in paths:
            above = raw[above]
        analysis.head[token] = content[above] if above >= 0 else above
        if roles[top] == "conjunct" and above >= 0:
            analysis.first[token] = content[above]
    _share_among_conjuncts(analysis)
    _find_dependents(analysis)


def _content_paths(
    tags: Sequence[str], raw: list[int], roles: list[str], into: list[int], content: list[int], named: set[int]
) -> dict[int, list[int]]:
    """Each word that is a content word of the tree, with the function words above it; & is one within a name."""
    paths: dict[int, list[int]] = {}
    for token, role in enumerate(roles):
        is_content = role not in _FUNCTIONS and (role == "name" or tags[token] not in _NO_CONTENT or token in named)
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
    """The content word that each word leads to, which may be itself."""
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


def _function_words(analysis: Analysis, into: list[int]) -> dict[int, list[int]]:
    """The function words, and the dependents of function words that are heads, by their head."""
    below: dict[int, list[int]] = {}
    for token, role in enumerate(analysis.role):
        head = analysis.head[token]
        if head < 0 or role in _APART:
            continue
        if role in _FUNCTIONS or into[head] >= 0 or analysis.tags[token] == "WRB":
            below.setdefault(head, []).append(token)
    return below


def _gather(analysis: Analysis, path: list[int], functions: dict[int, list[int]], roles: list[str]) -> list[int]:
    """Collect the marks and the chain of a content word from the function words above it and their dependents. Returns
    these dependents, which are then not content words."""
    token, tags, chain = path[0], analysis.tags, list[int]()
    marks, used = list[int](), list[int]()
    verbal = analysis.verbal[token]
    for place in range(len(path) - 1, -1, -1):
        word = path[place]
        in_chain = verbal and (
            analysis.verbal[word] or (tags[word] == "TO" and place > 0 and tags[path[place - 1]] in ("VB", "VBP"))
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
                words = [other, *(part for part in functions.get(other, ()) if roles[part] == "fixed")]
            elif place and not in_chain and other < word and other not in path and roles[other] != "subject":
                words = [other]  # such as, just after
            else:
                continue
            marks += words
            used += words
    analysis.chain[token] = chain
    analysis.marks[token] = sorted({*marks}.difference(chain)) if marks else marks
    return used


def _in_order(word: int, parts: list[int], roles: list[str]) -> list[int]:
    """A verb with its auxiliaries before it, wherever they are, and negations and particles in the order of the
    words."""
    if not parts:
        return [word]
    before = [part for part in parts if part < word or roles[part] in ("auxiliary", "infinitive")]
    return [*before, word, *(part for part in parts if part not in before)]


def _share_among_conjuncts(analysis: Analysis) -> None:
    """Give further conjuncts the head and the role of the first and, where they have none, its function words."""
    further: dict[int, list[int]] = {}
    for token, before in enumerate(analysis.first):
        if before == token:
            continue
        first = before
        while analysis.first[first] != first:
            first = analysis.first[first]
        analysis.first[token] = first
        further.setdefault(first, []).append(token)
        analysis.head[token], analysis.role[token] = analysis.head[first], analysis.role[first]
        analysis.labels[token] = analysis.labels[first]
        analysis.marks[token] = analysis.marks[token] or analysis.marks[first]
        chain = analysis.chain[first]
        alone = len(analysis.chain[token]) == 1 and analysis.chain[token][0] == token
        if alone and len(chain) > 1 and analysis.tags[token] == analysis.tags[first]:
            analysis.chain[token] = [*(word for word in chain if word < first), token]
    analysis.conjuncts = [further.get(token, ()) for token in range(len(analysis.head))]


def _find_dependents(analysis: Analysis) -> None:
    """Find the dependents of each word, and which of them are part of the phrase of their head."""
    below: dict[int, list[int]] = {}
    for token, head in enumerate(analysis.head):
        if head >= 0 and analysis.first[token] == token:
            below.setdefault(head, []).append(token)
    analysis.dependents = [below.get(token, ()) for token in range(len(analysis.head))]
    analysis.included = [0] * len(analysis.head)
    for token, head in enumerate(analysis.head):
        if head >= 0 and not analysis.verbal[head]:
            analysis.included[token] = _inclusion(analysis, token, head)
    for token, head in enumerate(analysis.head):
        if head > token and analysis.included[head] and analysis.verbal[head] and not analysis.marks[token]:
            analysis.included[token] = FIXED  # naturally pollinated plants


def _inclusion(analysis: Analysis, token: int, head: int) -> int:
    """How a dependent of a noun, adjective or adverb is included in its phrase."""
    tag, role, before = analysis.tags[token], analysis.role[token], token < head
    if role == "name":
        return FIXED
    if analysis.marks[token] or role not in ("modifier", "adverbial"):
        return 0
    if tag in _DETERMINERS:
        return FIXED
    if not analysis.is_nominal(head) or analysis.tags[head] == "CD":
        return FIXED if before else 0
    if before and analysis.tags[head] in ("NNS", "NNPS") and analysis.forms[token - 1].lower() in wording().articles:
        return FIXED  # the article belongs to it rather than to the noun: a few contests, a dozen people
    if tag[:2] == "NN":
        possessor = any(analysis.tags[other] == "POS" for other in analysis.dependents[token])
        return (FIXED if possessor else NOUN) if before else 0
    if tag[:2] == "RB" or (before and (tag[:2] == "JJ" or tag in ("VBN", "VBG", "IN", "FW", "AFX"))):
        return ADJECTIVE
    return 0
