"""The local trees of gold, with the heads that a parser gives to their words: reassignment is learned from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

import numpy as np

from ...annotation.head_reassignment import ConstituencyRule, DependencyRule
from ...annotation.head_rules import HeadRules, shorter, without_star
from ...annotation.punctuation import punctuation
from ...core.types import Integers, Mask
from ...measures.mph import heads_of, projection_rules
from ...measures.shared.headed import comparable
from ...transforms.conversions.to_dependencies import Lexicalised, lexicalised, to_dependencies
from ...treebank import Text, Treebank
from ...treebank.strings import concatenate_text

Key = tuple[str, str, str]
Rule = ConstituencyRule | DependencyRule


@dataclass(frozen=True, eq=False)
class Instances:
    """Pairs of words of a sentence, as token rows: `head` is the head in the parse, and `to` should be the head."""

    head: Integers
    to: Integers


@dataclass(frozen=True, eq=False)
class Kinds:
    """The items of a treebank, tokens first and then nodes: their category (a code into `names`), how many words they
    have, and the parent's row among nodes (-1: none)."""

    names: list[str]
    category: Integers
    size: Integers
    parent: Integers

    @classmethod
    def of(cls, treebank: Treebank, table: HeadRules, keep: Mask) -> Kinds:
        from ...treebank.kernels import sizes

        tokens, nodes = treebank.tokens, treebank.nodes
        category = concatenate_text([_categories(tokens.text("tag"), table), _categories(nodes.text("label"), table)])
        above = (tokens.numbers("parent"), nodes.numbers("parent"))
        starts = np.repeat(nodes.offsets[:-1], tokens.counts), nodes.start
        parent = [np.where(up >= 0, up + start, -1) for up, start in zip(above, starts, strict=True)]
        size = sizes(tokens.offsets, nodes.offsets, *above, keep)
        codes = np.where(category.codes < 0, len(category.values), category.codes)
        return cls([*category.values, ""], codes, np.concatenate((keep, size)), np.concatenate(parent))

    def key(self, parent: Integers, head: Integers, other: Integers) -> Integers:
        """One number for the categories of a parent (a row among items), its head child and another child."""
        count = len(self.names)
        key: Integers = (self.category[parent].astype(np.int64) * count + self.category[head]) * count
        return key + self.category[other]

    def spelled(self, key: int) -> Key:
        """The categories that a number stands for."""
        count = len(self.names)
        return self.names[key // (count * count)], self.names[key // count % count], self.names[key % count]


@dataclass(frozen=True, eq=False)
class LocalTrees:
    """Gold and one parse. `valid` are the nodes of gold that can be compared, with their head child in gold and the
    child that contains the parser's head (`other_item`, perhaps the same), as rows among items; `item_word` is the head
    word of an item in the parse, -1 if there is none or several.

    For each kind of local tree (parent, head child, other child, as categories): how often the parser's head is in the
    other child, how often that can be compared, and the brackets that are saved if the other child is the head.
    """

    gold: Lexicalised
    kinds: Kinds
    test: Treebank
    phrases: Lexicalised | None
    test_table: HeadRules
    keep: Mask
    valid: Integers
    head_item: Integers
    other_item: Integers
    item_word: Integers
    differing: dict[Key, int]
    possible: dict[Key, int]
    saved: dict[Key, int]

    def followed(self, moves: Set[Key], stays: Set[Key]) -> Instances:
        """Where the parser's head should change: it has the old head of gold where gold's head moves, or the other one
        where gold's head is kept."""
        kinds, tokens = self.kinds, len(self.gold.treebank.tokens)
        child, edge_parent = self._sisters()
        row = np.full(len(kinds.category), -1)
        row[self.valid + tokens] = np.arange(len(self.valid))
        at = row[edge_parent]
        key = kinds.key(edge_parent, self.head_item[at], child)
        agrees = self.head_item[at] == self.other_item[at]
        wanted = [number for number in np.unique(key).tolist() if kinds.spelled(number) in moves]
        change = agrees & np.isin(key, np.array(wanted, np.int64))
        differs = self.head_item != self.other_item
        valid_key = kinds.key(self.valid + tokens, self.head_item, self.other_item)
        kept = [number for number in np.unique(valid_key).tolist() if kinds.spelled(number) in stays]
        stay = differs & np.isin(valid_key, np.array(kept, np.int64))
        head = self.item_word[np.concatenate((self.other_item[at[change]], self.other_item[stay]))]
        to = self.item_word[np.concatenate((child[change], self.head_item[stay]))]
        return Instances(head[to >= 0], to[to >= 0])

    def own_rules(self, wanted: Instances) -> dict[Rule, tuple[int, int]]:
        """The local trees of the parser at some instances, as rules: how often each is wanted, of how many such
        local trees there are."""
        direct = _climbed_rows(self.test, self.keep)[wanted.to] == wanted.head
        head, to = wanted.head[direct], wanted.to[direct]
        if self.phrases is None:
            return _dependency_rules(self.test, self.keep, head, to)
        return _constituency_rules(self.phrases, Kinds.of(self.phrases.treebank, self.test_table, self.keep), to)

    def _sisters(self) -> tuple[Integers, Integers]:
        """The children that are not the head of their parent, and their parents, where these can be compared; of
        several children of one category only the first."""
        return _sisters(self.kinds, len(self.gold.treebank.tokens), self.valid, self.head_item)


def _sisters(kinds: Kinds, tokens: int, valid: Integers, head_item: Integers) -> tuple[Integers, Integers]:
    head_of = np.full(len(kinds.category) + 1, -1, np.int64)
    head_of[valid + tokens] = head_item
    parent = np.where(kinds.parent >= 0, kinds.parent + tokens, -1)
    child = np.flatnonzero((head_of[parent] >= 0) & (head_of[parent] != np.arange(len(parent))) & (kinds.size > 0))
    pairs = parent[child].astype(np.int64) * len(kinds.names) + kinds.category[child]
    first = np.unique(pairs, return_index=True)[1]
    return child[first], parent[child[first]]


def _categories(text: Text, table: HeadRules) -> Text:
    """Labels as in the head rules: cut to a name that has a rule, or as far as they can be cut."""

    def cut(label: str) -> str:
        names = shorter(without_star(table, label), table.cut)
        return next((name for name in names if name in table.steps), names[0] if label[:1] in table.cut else names[-1])

    return text.map(cut)


def _items(treebank: Treebank, within: Integers) -> Integers:
    """Children given as token i or (tokens of the sentence) + k, one for each node, as rows among all items."""
    tokens, nodes = treebank.tokens, treebank.nodes
    length = np.repeat(tokens.counts, nodes.counts)
    start = np.repeat(tokens.offsets[:-1], nodes.counts)
    return np.where(within < length, within + start, within - length + nodes.start + len(tokens))


def _climbed_rows(test: Treebank, keep: Mask) -> Integers:
    """The head of each token among the kept ones, as a row of tokens; -1 none."""
    from ...treebank.kernels import climb_heads

    tokens = test.tokens
    climbed = climb_heads(tokens.offsets, heads_of(test), keep)
    number = np.concatenate(([0], np.cumsum(keep)))[tokens.start]
    rows = np.append(np.flatnonzero(keep), -1)
    return np.where(climbed >= 0, rows[np.where(climbed >= 0, climbed + number, -1)], -1)


def local_trees(gold: Treebank, parse: Treebank, heads: str) -> LocalTrees:
    """Compare the heads of gold with those of a parse."""
    from .kernels import heads_within

    pair = comparable(gold, parse)
    keep = ~punctuation(pair.gold)
    table, test_table = projection_rules(heads, pair.gold), projection_rules(heads, pair.test)
    lexical = lexicalised(pair.gold, table)
    test = to_dependencies(pair.test, test_table, relations=False)
    phrases = lexicalised(pair.test, test_table) if pair.test.has_constituents else None
    treebank = lexical.treebank
    number, word, child = heads_within(
        (treebank.tokens.offsets, treebank.nodes.offsets),
        (treebank.tokens.numbers("parent"), treebank.nodes.numbers("parent")),
        heads_of(test),
        keep,
    )
    kinds = Kinds.of(treebank, table, keep)
    tokens, start = len(treebank.tokens), np.repeat(treebank.tokens.offsets[:-1], treebank.nodes.counts)
    fit = (number == 1) & (kinds.size[tokens:] > 1) & (lexical.word >= 0)
    fit &= np.append(keep, False)[np.where(lexical.word >= 0, lexical.word + start, -1)]
    valid = np.flatnonzero(fit)
    head_item, other_item = (_items(treebank, within)[valid] for within in (lexical.child, child))
    item_word = np.concatenate((np.where(keep, np.arange(tokens), -1), np.where(number == 1, word + start, -1)))
    side = LocalTrees(
        lexical, kinds, test, phrases, test_table, keep, valid, head_item, other_item, item_word, {}, {}, {}
    )
    _count(side)
    return side


def _count(side: LocalTrees) -> None:
    """Fill the three tables of a comparison."""
    kinds, tokens = side.kinds, len(side.gold.treebank.tokens)
    differs = side.head_item != side.other_item
    parent, head, other = side.valid[differs] + tokens, side.head_item[differs], side.other_item[differs]
    keys = kinds.key(parent, head, other)
    moves, stays = _brackets_in_parse(side, side.item_word[head], side.item_word[other], kinds.size[head] > 1)
    saved = _cost(kinds.size[other] > 1, stays) - _cost(kinds.size[head] > 1, moves)
    distinct, place = np.unique(keys, return_inverse=True)
    for key, count, fewer in zip(
        distinct.tolist(), np.bincount(place).tolist(), np.bincount(place, saved).tolist(), strict=True
    ):
        side.differing[kinds.spelled(key)] = count
        side.saved[kinds.spelled(key)] = int(fewer)
    child, above = side._sisters()
    head_of = np.zeros(len(kinds.category), np.int64)
    head_of[side.valid + tokens] = side.head_item
    possible = Counter(kinds.key(above, head_of[above], child).tolist())
    side.possible.update({kinds.spelled(key): count for key, count in possible.items()})


def _cost(gold: Mask, test: Mask) -> Integers:
    """The number of brackets on either side; a bracket that only one side has counts twice, because the other cannot
    recover it."""
    either = (gold | test).astype(np.int64)
    cost: Integers = either + (gold != test)
    return cost


def _brackets_in_parse(side: LocalTrees, word: Integers, head: Integers, gold: Mask) -> tuple[Mask, Mask]:
    """Whether the parse has a bracket for the child that is not the head: as it is, with `head` the head, and if `word`
    (-1: none) took its place. Where `word` does not depend on `head`, the parse is as gold would be."""
    direct = (word >= 0) & (_climbed_rows(side.test, side.keep)[word] == head)
    if side.phrases is None:
        return np.where(direct, _yields(side.test, side.keep)[word] > 1, gold), np.zeros(len(word), bool)
    kinds = Kinds.of(side.phrases.treebank, side.test_table, side.keep)
    top = _tops(side.phrases)[word]
    above = kinds.parent[top]
    direct &= above >= 0
    heads = _items(side.phrases.treebank, side.phrases.child)
    return np.where(direct, kinds.size[top] > 1, gold), direct & (kinds.size[heads[above]] > 1)


def _tops(phrases: Lexicalised) -> Integers:
    """The largest projection of each token, as a row among items."""
    tokens, nodes = phrases.treebank.tokens, phrases.treebank.nodes
    start = np.repeat(nodes.offsets[:-1], tokens.counts)
    return np.where(phrases.largest >= 0, phrases.largest + start + len(tokens), np.arange(len(tokens)))


def _yields(test: Treebank, keep: Mask) -> Integers:
    """How many kept words each word projects."""
    from ...measures.kernels.mph import projected

    size: Integers = projected(test.tokens.offsets, heads_of(test), keep)
    return size


def _dependency_rules(test: Treebank, keep: Mask, head: Integers, to: Integers) -> dict[Rule, tuple[int, int]]:
    tokens = test.tokens
    tag, relation = tokens.text("tag"), tokens.text("deprel")
    if "upos" in tokens and bool((tag.codes < 0).all()):
        tag = tokens.text("upos")
    above = _climbed_rows(test, keep)
    dependents = np.flatnonzero(keep & (above >= 0))

    def cases(top: Integers, bottom: Integers) -> Counter[tuple[int, int, int]]:
        rows = zip(tag.codes[top].tolist(), tag.codes[bottom].tolist(), relation.codes[bottom].tolist(), strict=True)
        return Counter(rows)

    possible = cases(above[dependents], dependents)
    rules: dict[Rule, tuple[int, int]] = {}
    for (above_tag, below_tag, label), count in cases(head, to).items():
        if above_tag >= 0 and below_tag >= 0:
            name = relation.values[label] if label >= 0 else ""
            rule = DependencyRule(tag.values[above_tag], tag.values[below_tag], name)
            rules[rule] = (count, possible[above_tag, below_tag, label])
    return rules


def _constituency_rules(phrases: Lexicalised, kinds: Kinds, to: Integers) -> dict[Rule, tuple[int, int]]:
    tokens = len(phrases.treebank.tokens)
    heads = _items(phrases.treebank, phrases.child)
    top = _tops(phrases)[to]
    above = kinds.parent[top]
    top, above = top[above >= 0], above[above >= 0]
    wanted = Counter(kinds.key(above + tokens, heads[above], top).tolist())
    nodes = np.flatnonzero(phrases.child >= 0)
    child, parent = _sisters(kinds, tokens, nodes, heads[nodes])
    possible = Counter(kinds.key(parent, heads[parent - tokens], child).tolist())
    return {ConstituencyRule(*kinds.spelled(key)): (count, max(possible[key], 1)) for key, count in wanted.items()}
