"""Plain twins of the measures that stand on heads: sets of words, sentence by sentence, as the papers say it."""

from __future__ import annotations

import random

from treegauge import Tree, Treebank
from treegauge.treebank.build import Builder, TokenRow

Brackets = set[frozenset[int]]


def phrase_brackets(tree: Tree, head_child: list[int], keep: list[bool]) -> Brackets:
    """Of a constituency tree: keep the phrases that are not the head of their parent, drop punctuation, then brackets
    of one word and of the whole sentence."""
    found = set()
    for node in tree.nodes:
        parent = node.parent
        if parent is None or head_child[parent.index] != node.index + len(tree):
            found.add(frozenset(token.index for token in node.tokens if keep[token.index]))
    return _proper(found, keep)


def word_brackets(heads: list[int], keep: list[bool]) -> Brackets:
    """Of a dependency tree: every word with all that depends on it; words in or above a cycle project nothing."""
    found = set()
    for word in range(len(heads)):
        below = {word}
        while more := {index for index, head in enumerate(heads) if head in below} - below:
            below |= more
        if heads[word] not in below:
            found.add(frozenset(index for index in below if keep[index]))
    return _proper(found, keep)


def _proper(found: Brackets, keep: list[bool]) -> Brackets:
    return {words for words in found if 1 < len(words) < sum(keep)}


def compare(gold: Brackets, test: Brackets) -> list[int]:
    """Matched, gold, test, crossing."""
    crossing = [one for one in test if any(one & other and not one <= other and not other <= one for other in gold)]
    return [len(gold & test), len(gold), len(test), len(crossing)]


def random_heads(treebank: Treebank, seed: int, crossing: bool = True) -> Treebank:
    """Dependency trees over the words of a treebank, drawn at random."""
    generator = random.Random(seed)
    builder = Builder()
    for tree in treebank:
        heads = [-1] * len(tree)
        if crossing:
            order = generator.sample(range(len(tree)), len(tree))
            for place, word in enumerate(order):
                heads[word] = generator.choice([-1, *order[:place]]) if place else -1
        else:
            _attach(generator, heads, 0, len(tree), -1)
        pairs = zip(tree, heads, strict=True)
        rows = [TokenRow(form=token.form, tag=token.tag, head=head) for token, head in pairs]
        builder.add({}, rows)
    return builder.build()


def _attach(generator: random.Random, heads: list[int], left: int, right: int, above: int) -> None:
    """A tree without crossing arcs over a span: a head, and trees on both sides of it."""
    waiting = [(left, right, above)]
    while waiting:
        left, right, above = waiting.pop()
        if left == right:
            continue
        head = generator.randrange(left, right)
        heads[head] = above
        for start, end in ((left, head), (head + 1, right)):
            middle = generator.randint(start, end)
            waiting += [(start, middle, head), (middle, end, head)]
