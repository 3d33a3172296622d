"""Sentences without their trees, as a parser sees them, and the checks of what it learns from."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from ..annotation.tagsets import NO_TAG
from ..core.errors import CallError, DataError
from ..treebank import Text, Treebank
from ..treebank.edit import relabel
from ..treebank.table import no_rows

_TREE_COLUMNS = ("head", "deprel", "deps", "phead", "pdeprel", "parent", "function")
_TREE_COMMENT = re.compile(r"#\s*constituency\s*=")


def without_trees(treebank: Treebank) -> Treebank:
    """The sentences without their trees: no heads, relations, enhanced graphs or phrases, and no comment with a tree.

    Everything else is kept: ids, other comments, forms, tags, features, multiword tokens.
    """
    bare = treebank.replace(
        tokens=treebank.tokens.replace(**dict.fromkeys(_TREE_COLUMNS)),
        nodes=no_rows(len(treebank)),
        empty=no_rows(len(treebank)),
        secondary=no_rows(len(treebank)),
    )
    return relabel(bare, _without_tree_comment, "sentences", "comments")


def _without_tree_comment(comments: str) -> str | None:
    return "\n".join(line for line in comments.split("\n") if not _TREE_COMMENT.match(line)) or None


def attach_dependencies(treebank: Treebank, head: NDArray[np.int32], deprel: Text) -> Treebank:
    """The sentences with these dependency trees and no others; `head` counts from 0 in the sentence, -1 is a root."""
    words = without_trees(treebank)
    return words.replace(tokens=words.tokens.replace(head=head, deprel=deprel))


def check_dependency_trees(treebank: Treebank, parser: str) -> None:
    """Raise an error unless every sentence has a whole dependency tree to learn from."""
    from ..models.transitions.oracles import check_trees

    if not len(treebank.tokens):
        raise CallError(f"{parser} has nothing to learn from: the treebank has no words")
    if not treebank.has_dependencies:
        raise CallError(
            f"{parser} learns from dependency trees, and there are none; -t to-dependencies makes them from phrases"
        )
    check_trees(treebank)


def check_phrase_trees(treebank: Treebank, parser: str) -> None:
    """Raise an error unless every sentence has a tree of phrases that brackets can represent, with a tag for each
    word."""
    from ..treebank.shape import discontinuous

    if not len(treebank.tokens):
        raise CallError(f"{parser} has nothing to learn from: the treebank has no words")
    if not treebank.has_constituents:
        raise CallError(f"{parser} learns from phrases, and there are no constituency trees")
    problems = [
        (treebank.nodes.sentence[discontinuous(treebank)], "a discontinuous phrase; use -t raise-crossing"),
        (treebank.tokens.sentence[treebank.tokens.text("tag").mask(NO_TAG, missing=True)], "a word without a tag"),
    ]
    for sentences, problem in problems:
        if len(sentences):
            raise DataError(f"{treebank.where(int(sentences[0]))}: {problem}, from which {parser} cannot learn")


def has_tags(treebank: Treebank) -> bool:
    """Whether any word has a tag, universal or other."""
    return not all(treebank.tokens.text(name).mask(NO_TAG, missing=True).all() for name in ("tag", "upos"))


def check_tags(train: Treebank, test: Treebank, parser: str) -> None:
    """Raise an error if the training trees have tags and the sentences to parse have none."""
    if len(test.tokens) and has_tags(train) and not has_tags(test):
        raise DataError(f"{test.where(0)}: no word has a tag, and {parser} learns from tags; tag the words first")
