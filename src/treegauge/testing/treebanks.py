"""Treebanks to try members on, and whether a treebank is sound."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from ..core.errors import DataError
from ..formats.bundled import bundled
from ..treebank import Text, Treebank
from ..treebank.build import Builder, NodeRow, TokenRow, check_constituents, check_dependencies
from ..treebank.edit import drop_nodes
from .requiring import require

_LABELS = ("S", "NP", "VP", "PP", "NP-SBJ", "名詞句")
_WORDS: tuple[TokenRow, ...] = (
    {"form": "the", "tag": "DT"},
    {"form": "dog", "tag": "NN"},
    {"form": "Straße", "tag": "NN"},
    {"form": "犬", "tag": "NN"},
    {"form": "🌳", "tag": "NNP"},
    {"form": "3", "tag": "CD"},
    {"form": "sees", "tag": "VBZ"},
    {"form": "its", "tag": "PRP$"},
    {"form": "in", "tag": "IN"},
    {"form": ",", "tag": ","},
)
_FUNCTIONS = (None, "SB", "OA", "--")
_RELATIONS = ("nsubj", "obj", "acl:relcl", "punct")


def random_treebanks(
    number: int = 10, seed: int = 0, *, constituents: bool = True, dependencies: bool = False
) -> list[Treebank]:
    """Small random treebanks with trees of a kind, or of both; some sentences have no words."""
    chance = random.Random(seed)
    return [_random_treebank(chance, constituents, dependencies) for _ in range(number)]


def _random_treebank(chance: random.Random, constituents: bool, dependencies: bool) -> Treebank:
    builder = Builder()
    for length in [chance.randint(0, 8) for _ in range(chance.randint(1, 4))] + [chance.randint(1, 8)]:
        tokens = [chance.choice(_WORDS).copy() for _ in range(length)]
        nodes = _add_phrases(chance, tokens) if constituents else []
        if dependencies:
            _add_heads(chance, tokens)
        builder.add({}, tokens, nodes)
    return builder.build()


def _add_phrases(chance: random.Random, tokens: list[TokenRow]) -> list[NodeRow]:
    """One root; phrases are opened and closed between the words."""
    nodes: list[NodeRow] = [{"label": "S", "parent": -1}] if tokens else []
    path = [0]
    for token in tokens:
        del path[chance.randint(1, len(path)) :]
        for _ in range(chance.choice((0, 0, 1, 2))):
            nodes.append({"label": chance.choice(_LABELS), "parent": path[-1], "function": chance.choice(_FUNCTIONS)})
            path.append(len(nodes) - 1)
        token.update({"parent": path[-1], "function": chance.choice(_FUNCTIONS)})
    return nodes


def _add_heads(chance: random.Random, tokens: list[TokenRow]) -> None:
    """Each word, in some order, depends on one before it in that order; the first is the root."""
    order = chance.sample(range(len(tokens)), len(tokens))
    for position, token in enumerate(order):
        head, relation = (chance.choice(order[:position]), chance.choice(_RELATIONS)) if position else (-1, "root")
        tokens[token].update({"head": head, "deprel": relation, "upos": "NOUN"})


def sample_treebanks(kind: str = "both") -> list[Treebank]:
    """A few of the bundled sentences and random ones, with trees of a kind: constituency, dependency or both."""
    treebanks = []
    if kind != "dependency":
        treebanks += [bundled("english.mrg")[:4], bundled("german.export")[:4], *random_treebanks(6)]
    if kind != "constituency":
        treebanks += [bundled("english.conllu")[:4], *random_treebanks(6, constituents=False, dependencies=True)]
    return treebanks


def sample_pairs(seed: int = 0) -> Iterator[tuple[Treebank, Treebank]]:
    """Gold treebanks of both kinds, and the same with errors: other labels, heads and words, fewer nodes."""
    chance = random.Random(seed)
    for gold in [bundled("english.mrg")[:12], bundled("german.export")[:8], *random_treebanks(8, seed)]:
        changed = _relabelled(chance, gold)
        some = np.array([chance.random() < 0.2 for _ in range(len(changed.nodes))], bool)
        yield gold, _other_words(chance, drop_nodes(changed, some))
    for gold in [bundled("english.conllu")[:12], *random_treebanks(8, seed, constituents=False, dependencies=True)]:
        yield gold, _other_words(chance, _other_heads(chance, gold))


def _relabelled(chance: random.Random, treebank: Treebank) -> Treebank:
    label = [chance.choice(_LABELS) if chance.random() < 0.2 else label for label in treebank.nodes.text("label")]
    return treebank.replace(nodes=treebank.nodes.replace(label=Text.of(label)))


def _other_heads(chance: random.Random, treebank: Treebank) -> Treebank:
    """Some words are attached to the root of their sentence."""
    head, start = treebank.tokens.numbers("head"), treebank.tokens.start
    roots = dict(zip(treebank.tokens.sentence[head == -1].tolist(), np.flatnonzero(head == -1).tolist(), strict=True))
    root = np.array([roots[sentence] for sentence in treebank.tokens.sentence.tolist()], np.int64) - start
    some = np.array([chance.random() < 0.2 for _ in range(len(head))], bool) & (head >= 0)
    return treebank.replace(tokens=treebank.tokens.replace(head=np.where(some, root, head).astype(np.int32)))


def _other_words(chance: random.Random, treebank: Treebank) -> Treebank:
    """Another word in some treebanks."""
    form = treebank.tokens.text("form").decode()
    if chance.random() < 0.5:
        form[chance.randrange(len(form))] = "another"
    return treebank.replace(tokens=treebank.tokens.replace(form=Text.of(form)))


def check_treebank(treebank: Treebank) -> None:
    """A treebank must be sound: every index points to something, and no tree has a cycle."""
    for table, rows in treebank.tables.items():
        sound = len(rows.offsets) == len(treebank) + 1 and rows.offsets[0] == 0 and bool((rows.counts >= 0).all())
        require(sound, f"the table of {table} has its rows sentence by sentence", rows.offsets.tolist())
        for name, column in rows.columns.items():
            require(len(column) == len(rows), f"the column {name} of {table} has one value per row", len(column))
    spans = zip(pairwise(treebank.tokens.offsets.tolist()), pairwise(treebank.nodes.offsets.tolist()), strict=True)
    for number, (tokens, nodes) in enumerate(spans):
        try:
            _check_trees(treebank, slice(*tokens), slice(*nodes))
        except (DataError, AssertionError) as error:
            raise AssertionError(f"every sentence has a sound tree: sentence {number + 1}: {error}") from None


def _check_trees(treebank: Treebank, tokens: slice, nodes: slice) -> None:
    if treebank.has_constituents:
        parents: Sequence[int] = treebank.nodes.numbers("parent")[nodes].tolist()
        check_constituents(treebank.tokens.numbers("parent")[tokens].tolist(), parents)
        require(all(parent < node for node, parent in enumerate(parents)), "nodes are in preorder", parents)
    if treebank.has_dependencies:
        check_dependencies(treebank.tokens.numbers("head")[tokens].tolist())
    if nodes.stop > nodes.start:
        left, right = treebank.nodes.numbers("left")[nodes], treebank.nodes.numbers("right")[nodes]
        within = (left >= 0) & (left <= right) & (right <= tokens.stop - tokens.start)
        require(bool(within.all()), "a node begins and ends within its sentence", (left.tolist(), right.tolist()))
