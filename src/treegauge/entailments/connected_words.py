"""Whether the words of a hypothesis are connected in the parse of a sentence."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import islice, product

from .analysis import NO_HEAD, Analysis
from .generation import phrase_builder
from .phrase_building import PhraseBuilder

UNKNOWN_WORDS = frozenset({"x", "somebody", "someone", "something", "somewhere"})
_OPTIONAL = frozenset({"a", "an", "the", "some", "is", "are", "was", "were", "be", "been", "being", "am", "there"})
_BE = frozenset({"is", "are", "was", "were"})
_ABSENT = -1
_TRIED = 512  # ways to find the words of a hypothesis in the sentence that are tried
_WORD = re.compile(r"n['’]t\b|['’]\w+|\w(?:[\w.,/&-]*\w)?(?=n['’]t\b)|\w(?:[\w.,/&-]*\w)?\.?|[$%#]")


def hypothesis_words(text: str) -> list[str]:
    """The words of a running text, tokenised as in treebanks: did n't, SEC 's."""
    return [word.rstrip(".") if word.count(".") == 1 and word.endswith(".") else word for word in _WORD.findall(text)]


def words_are_connected(tree: Analysis, hypothesis: str) -> bool:
    """Whether all words of a hypothesis are in the sentence and connected there."""
    places: dict[str, list[int]] = {}
    for token, form in enumerate(tree.forms):
        places.setdefault(form.casefold().rstrip("."), []).append(token)
    choices: list[list[int]] = []
    words = [word.casefold().rstrip(".") for word in hypothesis_words(hypothesis)]
    for word in words:
        tokens = places.get(word, [])
        if not tokens and word not in _OPTIONAL | UNKNOWN_WORDS:
            return False
        choices.append([_ABSENT] if word in UNKNOWN_WORDS else [*tokens, _ABSENT] if word in _OPTIONAL else tokens)
    builder = phrase_builder(tree)
    added = next((place for place, word in enumerate(words) if word in _BE), -1) if words[:1] != ["there"] else -1
    return any(_fits(builder, way, added) for way in islice(product(*choices), _TRIED))


def _fits(builder: PhraseBuilder, way: Sequence[int], be: int) -> bool:
    """Whether the words at these tokens are connected; `be` is the place of a form of be, -1 if there is none."""
    tree = builder.tree
    order = {token: place for place, token in enumerate(way) if token != _ABSENT}
    content = [token for token in order if tree.head[token] != NO_HEAD]
    if len(content) < 2 or len(order) + way.count(_ABSENT) < len(way):
        return False
    links = [link for link in _links(builder, content) if link[0] in order and link[1] in order]
    units = {part for token in content for part in (*tree.marks[token], *tree.chain[token])}
    if not _connected(content, links) or not all(token in units or token in content for token in order):
        return False
    if any(tree.head[token] == head and not _has_prepositions(tree, token, order) for head, token, _ in links):
        return False
    if be >= 0 and way[be] == _ABSENT:  # it was added: the phrases on its two sides must be subject and predicate
        over = [role for head, token, role in links if (order[head] < be) != (order[token] < be)]
        if not over or not {*over} <= {"subject", "apposition"}:
            return False
    return all(_in_order(order[head], order[token], role) for head, token, role in links)


def _links(builder: PhraseBuilder, content: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Head, dependent and role of each word; the role of a relative pronoun is given to its antecedent."""
    tree = builder.tree
    for token in content:
        head = tree.head[token]
        if head < 0:
            continue
        if tree.verbal[token] and not tree.verbal[head] and token > head:
            pronouns = [other for other in tree.dependents[token] if builder.antecedent(other) >= 0]
            yield token, head, tree.role[pronouns[0]] if pronouns else "subject"
        else:
            yield head, token, tree.role[token]


def _has_prepositions(tree: Analysis, token: int, order: Container[int]) -> bool:
    """Whether a noun has the prepositions that attach it to its head: without them the meaning would change (the man
    with the hat is not: the man is the hat)."""
    if tree.verbal[token] or tree.role[token] == "subject":
        return True
    return all(mark in order for mark in tree.marks[token])


def _connected(content: Sequence[int], links: Sequence[tuple[int, int, str]]) -> bool:
    reached = [content[0]]
    for token in reached:
        for head, other, _ in links:
            for start, end in ((head, other), (other, head)):
                if start == token and end not in reached:
                    reached.append(end)
    return len(reached) == len(content)


def _in_order(head: int, token: int, role: str) -> bool:
    if role == "subject":
        return token < head
    return role not in ("object", "predicative", "open") or head < token
