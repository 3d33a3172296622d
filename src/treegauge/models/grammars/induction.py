"""From a treebank to its grammar."""

from __future__ import annotations

import numpy as np

from ...core.errors import DataError
from ...transforms.flatten import add_root
from ...treebank import Strings, Treebank
from ...treebank.shape import child_counts, discontinuous
from .derivations import right_hand_sides
from .grammar import Grammar, grouped
from .lexicon import learn_lexicon


def induce(treebank: Treebank, *, words: bool = False) -> Grammar:
    """The treebank grammar: every node with its children is a rule, tags are the terminals; with `words` also a lexicon
    of the words that the tags have.

    Where sentences do not all have the same single root, TOP is put above them. Remove empty elements first.
    """
    return grouped(count_rules(rooted(treebank), words=words))


def count_rules(treebank: Treebank, *, words: bool = False) -> Grammar:
    """The rules of trees under one root, in the order of their first use."""
    check_phrases(treebank)
    from .kernels import number_rules

    nodes = treebank.nodes
    label, tag = nodes.text("label").compact(), treebank.tokens.text("tag").compact()
    codes = label.codes
    first, children = right_hand_sides(treebank, codes, tag.codes + np.int32(len(label.values)))
    number, example = number_rules(codes, first, children)
    lengths = np.diff(first)[example]
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))
    rhs = children[np.arange(offsets[-1]) + np.repeat(first[example] - offsets[:-1], lengths)]
    symbols = Strings.of([*label.values, *tag.values])
    start, weight = int(codes[nodes.offsets[0]]), np.bincount(number, minlength=len(example)).astype(np.float64)
    lexicon = learn_lexicon(treebank, tag.values) if words else None
    return Grammar(symbols, len(label.values), start, codes[example], rhs, offsets, weight, lexicon)


def rooted(treebank: Treebank) -> Treebank:
    """The treebank itself if all sentences have the same single root, else with TOP above them."""
    return treebank if root_of(treebank) is not None else add_root(treebank)


def root_of(treebank: Treebank) -> str | None:
    """The label of the root, if all sentences have the same single one."""
    nodes = treebank.nodes
    if not len(treebank) or not len(nodes):
        raise DataError("there are no constituency trees to induce a grammar from")
    top = nodes.numbers("parent") < 0
    loose = (treebank.tokens.numbers("parent") < 0).any()
    single = bool((np.bincount(nodes.sentence[top], minlength=len(treebank)) == 1).all())
    codes = set(nodes.text("label").codes[top].tolist())
    if not single or loose or len(codes) > 1:
        return None
    return nodes.text("label")[int(np.argmax(top))] or ""


def check_phrases(treebank: Treebank) -> None:
    """An error if a grammar cannot be induced from the trees, with what to do."""
    nodes = treebank.nodes
    wordless = treebank.tokens.counts == 0
    if wordless.any():
        raise DataError(
            f"{treebank.where(int(np.argmax(wordless)))}: a sentence without words; use select-length first"
        )
    problems = [
        (nodes.text("label").codes < 0, "a phrase without a label; a grammar is over labels"),
        (discontinuous(treebank), "a discontinuous phrase; use raise-crossing first"),
        (child_counts(treebank) == 0, "a phrase without words; use remove-empties first"),
    ]
    for mask, message in problems:
        if mask.any():
            raise DataError(f"{treebank.where(int(nodes.sentence[int(np.argmax(mask))]))}: {message}")
    missing = treebank.tokens.text("tag").codes < 0
    if missing.any():
        sentence = int(treebank.tokens.sentence[int(np.argmax(missing))])
        raise DataError(f"{treebank.where(sentence)}: a word without a tag; a grammar is over tags")
