"""The features of each node that the tagger uses: properties of the tree around it, alone and in combination.

A template joins properties with `+`:

labels      L of the node, P G GG of those above it, l2 l1 r1 r2 of its siblings (the tag if that is a word), hs of the
            head among its siblings, HL of its head child, fc lc of its first and last child
words       hw the head, cw the word that carries the meaning, fw sw lw the first, second and last word, bw aw the words
            before and after; pw gw the heads of the nodes above, pcw the meaning of P; l1w r1w the heads of l1 r1
tags        ht ct ft lt bt at pt gt pct l1t r1t of these words; cs the last letters and cx the shape of cw
figures     size in words, kids, rank among its siblings, d from the head among them, first and last with its label
            there, cap: whether its words have capitals
sequences   prod pprod the labels of its children, and of the children of P
functions   fp fl those of the group on P and on the phrase to the left; F FP Fl those of earlier groups on the node,
            on P and on the phrase to the left

After Blaheta 2003, Function tagging. Words are compared in lower case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ...annotation.schemes import ROOT_LABELS
from ...core.types import Int64s
from ...treebank import Text, Treebank
from ..perceptron.properties import PropertyTemplates, hashed, numbered_templates
from .items import Items

FUNCTION_TEMPLATES = """
L  L+P  L+P+G  L+P+G+GG  L+hw  L+ht  L+cw  L+ct  L+hw+cw  L+P+hw  L+P+hw+cw  L+P+ht+ct
P+hw  P+cw  cw  hw  L+cs  L+cx  L+P+cx  L+hw+cx  L+hw+cs  L+P+hw+ct
L+pw  L+pcw  L+pt  L+P+pw  L+P+pt  L+hw+pw  L+hw+pcw  L+P+hw+pt  L+cw+pw  L+hw+cw+pw
L+P+gw  L+P+gt  L+P+G+gw  L+P+G+pw+gt  L+P+pt+gw  L+P+G+pw+hw  L+P+G+GG+pw+gt
L+l1  L+r1  L+l1+r1  L+l2+l1  L+r1+r2  P+L+l1  P+L+r1  P+L+l1+r1  P+L+l2+l1+r1+r2
L+P+l1w  L+P+r1w  L+l1w  L+r1w  L+P+l1t+r1t
L+P+hs  L+P+hs+d  L+P+d  L+P+d+pt  L+P+first  L+P+last  L+P+first+d  L+P+G+d  L+hw+P+d  L+cw+P+d  L+P+ct+d
L+fw  L+sw  L+lw  L+ft  L+lt  L+fw+lw  L+fw+sw  L+fw+cw  L+P+fw  L+P+lw  L+P+ft+lt  L+hw+sw  L+cw+sw
L+bw  L+aw  L+bt+at  P+L+bt  P+L+at  L+P+bw+aw  L+bw+fw  L+lw+aw
L+size  L+P+size  L+kids  L+P+prod  L+prod  L+pprod  L+pprod+rank  L+P+HL  L+fc  L+lc  L+fc+lc+P
L+cap  L+P+cap  L+P+bt+at+cap
L+P+fp  L+P+fl  L+P+l1+fl  L+P+d+fl  L+P+fp+d
L+F  L+P+F  L+hw+F  L+FP  L+Fl  L+P+FP  L+P+Fl
"""
FUNCTIONS = ("F", "FP", "Fl", "fp", "fl")  # known only while nodes are tagged; templates with them come last
_NAMES = re.findall(r"[^+\s]+", FUNCTION_TEMPLATES)
PROPERTIES = tuple(name for name in dict.fromkeys(_NAMES) if name not in FUNCTIONS)
_SHAPES = ((r"(19|20)\d\d", "year"), (r"'?\d0s", "decade"), (r"[\d.,/\\:-]*\d[\d.,/\\:-]*", "number"))


def shape(word: str) -> str:
    """The kind of a word: a year, a number, with a capital ..."""
    for pattern, name in _SHAPES:
        if re.fullmatch(pattern, word):
            return name
    kind = "capital" if word[:1].isupper() else "lower" if word[:1].isalpha() else "mark"
    return kind + "-" * ("-" in word) + "." * word.endswith(".")


def suffix(word: str) -> str:
    return word.lower()[-3:]


def _properties(treebank: Treebank, items: Items) -> dict[str, Int64s]:
    """The properties of all nodes that do not depend on functions."""
    tag = hashed(treebank.tokens.text("tag"))
    # Parsers call the root of a sentence S1 or ROOT, or have none: such a label is ignored.
    names = treebank.nodes.text("label").map(lambda value: None if value in ROOT_LABELS else value)
    label = np.concatenate((tag[:-1], hashed(names)))
    return {
        **_labels(items, label),
        **_words(treebank.tokens.text("form"), tag, items),
        **_figures(treebank.tokens.text("form"), items, label),
    }


def _labels(items: Items, label: Int64s) -> dict[str, Int64s]:
    nodes, production = items.nodes, _productions(items, label)
    up, before, after = items.parent[nodes], items.previous[nodes], items.following[nodes]
    places = {
        "L": nodes, "P": up, "G": items.parent[up], "GG": items.parent[items.parent[up]],
        "l1": before, "l2": items.previous[before], "r1": after, "r2": items.following[after],
        "hs": items.head_child[up], "HL": items.head_child[nodes], "fc": items.first[nodes], "lc": items.last[nodes],
    }  # fmt: skip
    labels = {name: label[place] for name, place in places.items()}
    return {**labels, "prod": production[nodes], "pprod": production[up]}


def _words(form: Text, tag: Int64s, items: Items) -> dict[str, Int64s]:
    """Words and their tags. The last item stands for nothing; as a word it is the one after the last word."""
    nodes, word = items.nodes, hashed(form, str.lower)
    up, content = items.parent[nodes], items.content[nodes]
    left, right = items.left[nodes], items.right[nodes]
    places = {
        "h": items.head[nodes], "c": content, "p": items.head[up], "pc": items.content[up],
        "g": items.head[items.parent[up]], "l1": items.head[items.previous[nodes]],
        "r1": items.head[items.following[nodes]], "f": left, "l": right, "s": np.where(left < right, left + 1, -1),
        "b": items.same_sentence(left - 1, nodes), "a": items.same_sentence(right + 1, nodes),
    }  # fmt: skip
    properties = {f"{name}w": word[place] for name, place in places.items()}
    properties |= {f"{name}t": tag[place] for name, place in places.items()}
    return {**properties, "cs": hashed(form, suffix)[content], "cx": hashed(form, shape)[content]}


def _figures(form: Text, items: Items, label: Int64s) -> dict[str, Int64s]:
    nodes, rank = items.nodes, items.rank
    left, right = items.left[nodes], items.right[nodes]
    first, last = _same_label(items, label)
    return {
        "size": np.minimum(right - left + 1, 6),
        "kids": np.minimum(rank[items.last[nodes]] + 1, 5),
        "rank": rank[nodes],
        "d": np.clip(rank[nodes] - rank[items.head_child[items.parent[nodes]]], -3, 3) + 4,
        "first": first,
        "last": last,
        "cap": _capitals(form, left, right),
    }


def _productions(items: Items, label: Int64s) -> Int64s:
    """A number for the labels of the children of each item, in their order."""
    power = np.cumprod(np.full(64, 0x9E3779B97F4A7C15, np.uint64))
    part = label.view(np.uint64) * power[np.minimum(items.rank, 63)]
    numbers = np.zeros(len(label), np.uint64)
    np.add.at(numbers, items.parent[:-1], part[:-1])
    numbers[-1] = 0  # the parent of the tops of all sentences
    return numbers.view(np.int64)


def _same_label(items: Items, label: Int64s) -> tuple[Int64s, Int64s]:
    """Whether a node is the first, and the last, with its label below the same node."""
    nodes = items.nodes
    order = np.lexsort((items.rank[nodes], label[nodes], items.family[nodes]))
    at = nodes[order]
    same = (items.family[at][1:] == items.family[at][:-1]) & (label[at][1:] == label[at][:-1])
    first, last = np.ones((2, len(nodes)), np.int64)
    first[order[1:][same]], last[order[:-1][same]] = 2, 2
    return first, last


def _capitals(form: Text, left: Int64s, right: Int64s) -> Int64s:
    """Whether none, some or all words between two begin with a capital."""
    capital = np.concatenate(([0], np.cumsum(form.mask(lambda word: word[:1].isupper()))))
    count, size = capital[right + 1] - capital[left], right - left + 1
    return np.where(count == 0, 1, np.where(count == size, 2, 3)).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Observed:
    """The properties of all nodes.

    values  one row per node, one column per property: PROPERTIES, then FUNCTIONS, which the kernels fill in
    links   the rows of the node above and of the phrase to the left, -1 if there is none
    """

    values: Int64s
    links: Int64s

    @classmethod
    def of(cls, treebank: Treebank, rules: str) -> Observed:
        """The properties of all nodes of a treebank without functions and empty elements."""
        items = Items.of(treebank, rules)
        properties = _properties(treebank, items)
        values = np.zeros((len(treebank.nodes), len(PROPERTIES) + len(FUNCTIONS)), np.int64)
        for column, name in enumerate(PROPERTIES):
            values[:, column] = properties[name]
        return cls(values, items.node_links())


def parse_function_templates(text: str) -> PropertyTemplates:
    """Templates as numbers; those that use functions come last."""
    return numbered_templates(text, PROPERTIES, FUNCTIONS)
