"""The features of each word that the tagger uses: the words around it, how they are spelled, and the tags before.

A template joins properties with `+`:

words  w the word, b2 b1 those before, a1 a2 those after, in lower case; W as it is written
parts  s1 ... s4 the last letters of w, p1 ... p3 its first ones; bs as the last three letters of b1 and a1
shape  x the shape of w, bx ax those of b1 and a1; first: whether the sentence begins with w
tags   t1 t2 the tags of b1 and b2

After Ratnaparkhi 1996, A maximum entropy model for part-of-speech tagging, and Collins 2002.
"""

from __future__ import annotations

import re
from functools import partial

import numpy as np

from ...core.types import Int64s
from ...treebank import Treebank
from ..perceptron.properties import PropertyTemplates, hashed, numbered_templates

TAG_TEMPLATES = """
w  W  s1  s2  s3  s4  p1  p2  p3  x  x+first  W+first  s3+x
b1  b2  a1  a2  b1+w  w+a1  b1+a1  b2+b1  a1+a2  bs  as  bx  ax  bs+as  x+bx  x+ax
t1  t2  t1+t2  t1+w  t1+t2+w  t1+a1  t1+s3  t1+x  t1+as  t1+t2+s2
"""
TAGS = ("t1", "t2")  # known only while words are tagged; templates with them come last
_SPELLING = ("w", "W", "s1", "s2", "s3", "s4", "p1", "p2", "p3", "x", "first")
_AROUND = ("b1", "b2", "a1", "a2", "bs", "as", "bx", "ax")
PROPERTIES = (*_SPELLING, *_AROUND)


def letter_kinds(word: str) -> str:
    """The kinds of letters in a word, each run of a kind once: X for capitals, x, 0 for digits, other signs as they
    are."""
    kinds = re.sub(r"[^\W\d_]", lambda match: "X" if match[0].isupper() else "x", re.sub(r"\d", "0", word))
    return re.sub(r"(.)\1+", r"\1", kinds)[:12]


def _last(word: str, letters: int) -> str:
    return word.lower()[-letters:]


def _first(word: str, letters: int) -> str:
    return word.lower()[:letters]


def word_properties(treebank: Treebank) -> Int64s:
    """One row per word, one column per property: PROPERTIES, then TAGS, which the kernels fill in."""
    form, tokens = treebank.tokens.text("form"), treebank.tokens
    word, kind, ending = hashed(form, str.lower), hashed(form, letter_kinds), hashed(form, partial(_last, letters=3))
    place = np.arange(len(tokens))
    first, last = tokens.offsets[tokens.sentence], tokens.offsets[tokens.sentence + 1] - 1

    def at(distance: int) -> Int64s:
        """The word so many places away; -1, which has no properties, outside the sentence."""
        other = place + distance
        return np.where((other >= first) & (other <= last), other, -1)

    properties = {
        "w": word[place],
        "W": hashed(form)[place],
        **{f"s{n}": hashed(form, partial(_last, letters=n))[place] for n in (1, 2, 3, 4)},
        **{f"p{n}": hashed(form, partial(_first, letters=n))[place] for n in (1, 2, 3)},
        "x": kind[place],
        "first": (place == first).astype(np.int64),
        **{"b1": word[at(-1)], "b2": word[at(-2)], "a1": word[at(1)], "a2": word[at(2)]},
        **{"bs": ending[at(-1)], "as": ending[at(1)], "bx": kind[at(-1)], "ax": kind[at(1)]},
    }
    values = np.zeros((len(tokens), len(PROPERTIES) + len(TAGS)), np.int64)
    for column, name in enumerate(PROPERTIES):
        values[:, column] = properties[name]
    return values


def parse_tag_templates() -> PropertyTemplates:
    """The templates as numbers; those that use tags come last."""
    return numbered_templates(TAG_TEMPLATES, PROPERTIES, TAGS)
