"""Two treebanks as dependency trees over the same words, whatever trees they have: for measures that compare heads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...annotation.head_reassignment import Reassignment
from ...annotation.head_rules import HeadRules, find_rules, without_stars
from ...annotation.punctuation import find_family, punctuation
from ...core.types import Mask
from ...transforms.conversions.to_dependencies import to_dependencies
from ...treebank import Treebank
from ...treebank.table import no_rows
from .words import same_words, words_only

Trees = Literal["constituents", "dependencies"]


@dataclass(frozen=True, eq=False)
class Headed:
    """The sentences that have the same words in both, with heads; `keep` are the tokens that are not punctuation in
    gold."""

    sentences: NDArray[np.int64]
    gold: Treebank
    test: Treebank
    keep: Mask


def usable(treebank: Treebank) -> bool:
    """Whether there are trees that give heads."""
    return treebank.has_constituents or treebank.has_dependencies


def comparable(gold: Treebank, test: Treebank) -> Headed:
    """The sentences that have the same words in both, as they are; all tokens are kept."""
    gold, test = words_only(gold), words_only(test)
    same = same_words(gold, test)
    sentences = np.flatnonzero(same)
    if not same.all():
        gold, test = gold.select(sentences), test.select(sentences)
    return Headed(sentences, gold, test, np.ones(len(gold.tokens), bool))


def headed(
    gold: Treebank,
    test: Treebank,
    *,
    rules: tuple[str | HeadRules, str | HeadRules],
    trees: Trees,
    drop: bool,
    reassignment: Reassignment | None = None,
    relations: bool = False,
) -> Headed:
    """Both as dependency trees: phrases are converted by head rules (one table for each side). `trees` says which trees
    to use if a treebank has both. With `drop`, tokens that are punctuation in gold are not kept."""
    pair = comparable(gold, test)
    converted = []
    for treebank, name in zip((pair.gold, pair.test), rules, strict=True):
        trimmed = only(treebank, trees)
        table = find_rules(name, trimmed) if isinstance(name, str) else name
        converted.append(without_stars(table, to_dependencies(trimmed, table, reassignment, relations=relations)))
    return replace(pair, gold=converted[0], test=converted[1], keep=~punctuation(converted[0]) if drop else pair.keep)


def headed_choices(
    gold: Treebank, test: Treebank, *, rules: tuple[str | HeadRules, str | HeadRules], trees: Trees, drop: bool
) -> tuple[str, ...]:
    """What `headed` chooses by looking at all sentences: the head rules of each side, and the tags of punctuation."""
    pair = comparable(gold, test)
    sides = [only(treebank, trees) for treebank in (pair.gold, pair.test)]
    pairs = zip(rules, sides, strict=True)
    tables = [find_rules(rule, side) if isinstance(rule, str) else rule for rule, side in pairs]
    family = find_family(without_stars(tables[0], sides[0])) if drop else ""
    return (*(table.name for table in tables), family)


def only(treebank: Treebank, trees: Trees) -> Treebank:
    """The treebank with one kind of trees, if it has both."""
    if trees == "constituents" or not treebank.has_dependencies or not treebank.has_constituents:
        return treebank
    tokens = treebank.tokens.replace(parent=None, function=None)
    return treebank.replace(tokens=tokens, nodes=no_rows(len(treebank)), secondary=no_rows(len(treebank)))


def spread(sentences: NDArray[np.int64], rows: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Rows for some sentences as rows for all, NaN for the others."""
    if len(sentences) == count:
        return rows
    result = np.full((count, rows.shape[1]), np.nan)
    result[sentences] = rows
    return result
