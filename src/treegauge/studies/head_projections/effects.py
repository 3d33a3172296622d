"""What head reassignment rules do: the sentences that each of them changes, and the scores before and after them (Table
1 of Ringger et al. 2004)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypedDict

import numpy as np

from ...annotation.head_reassignment import ConstituencyRule, Reassignment
from ...core.outputs import work_folder
from ...evaluation.result import Result
from ...evaluation.score import score
from ...measures.mph import MaximalProjections, heads_of, projection_rules
from ...measures.shared.words import words_only
from ...transforms.conversions.to_dependencies import to_dependencies
from ...treebank import Treebank
from .local_trees import Rule

GOLD = "gold"


class RuleRow(TypedDict):
    """A rule, and in how many sentences of gold or of a parse it changes heads."""

    rule: str
    trees: str
    sentences: int
    of: int


class ProjectionRow(TypedDict):
    """A column of Table 1: a parse scored with or without the rules."""

    parse: str
    rules: str
    sentences: int
    gold: int
    test: int
    matched: int
    recall: float
    precision: float
    exact_match: float
    crossing: float
    no_crossing: float
    two_or_less_crossing: float


def spelled(rule: Rule) -> str:
    """A rule in words: `PP: IN to NP`, `DT to NN (nmod)`."""
    if isinstance(rule, ConstituencyRule):
        return f"{rule.parent}: {rule.head} to {rule.to}"
    return f"{rule.head} to {rule.to}" + (f" ({rule.relation})" if rule.relation else "")


def rule_effects(
    gold: Treebank, parses: Mapping[str, Treebank], rules: Reassignment, heads: str = "auto"
) -> list[RuleRow]:
    """How many sentences of gold and of each parse a rule changes, after those before it: only where it changes any."""
    rows: list[RuleRow] = []
    for name, treebank in {GOLD: gold, **parses}.items():
        words = words_only(treebank)
        table = projection_rules(heads, words)
        before = heads_of(to_dependencies(words, table, relations=False))
        for rule, first in _one_more(rules):
            after = heads_of(to_dependencies(words, table, first, relations=False))
            sentences = len(np.unique(words.tokens.sentence[after != before]))
            if sentences:
                rows.append({"rule": spelled(rule), "trees": name, "sentences": sentences, "of": len(words)})
            before = after
    return rows


def _one_more(rules: Reassignment) -> Iterator[tuple[Rule, Reassignment]]:
    """Each rule with all rules up to it."""
    for number, phrase_rule in enumerate(rules.constituency, 1):
        yield phrase_rule, Reassignment(constituency=rules.constituency[:number])
    for number, word_rule in enumerate(rules.dependency, 1):
        yield word_rule, replace(rules, dependency=rules.dependency[:number])


def projection_table(
    gold: Treebank, parses: Mapping[str, Treebank], rules: Reassignment, heads: str = "auto"
) -> list[ProjectionRow]:
    """The ten rows of Table 1 for each parse, before and after the rules, as `score` counts."""
    with work_folder() as folder:
        file = folder / "rules.toml"
        file.write_text(rules.to_toml(), "utf-8")
        choices = {"none": MaximalProjections(heads=heads), "learned": MaximalProjections(heads=heads, rules=str(file))}
        return [
            _row(name, label, score(gold, parse, measure, resamples=0)[0])
            for name, parse in parses.items()
            for label, measure in choices.items()
        ]


def _row(name: str, rules: str, result: Result) -> ProjectionRow:
    scores, counts = result.scores, result.row()["counts"]
    return {
        "parse": name,
        "rules": rules,
        "sentences": round(counts["sentences"]),
        "gold": round(counts["gold"]),
        "test": round(counts["test"]),
        "matched": round(counts["matched"]),
        "recall": scores["recall"],
        "precision": scores["precision"],
        "exact_match": scores["exact_match"],
        "crossing": scores["crossing"],
        "no_crossing": scores["no_crossing"],
        "two_or_less_crossing": scores["two_or_less_crossing"],
    }
