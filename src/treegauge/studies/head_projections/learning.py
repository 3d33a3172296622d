"""Learn head reassignment rules: where parsers consistently choose a different head from gold, take the choice that
gives fewer brackets (Ringger et al. 2004, section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from ...annotation.head_reassignment import ConstituencyRule, DependencyRule, Reassignment
from ...core.bounds import Positive, Share, checked
from ...core.errors import CallError
from ...core.wording import counted
from ...evaluation.pairing import paired_test
from ...treebank import Treebank
from .effects import ProjectionRow, RuleRow, projection_table, rule_effects
from .local_trees import Instances, Key, LocalTrees, local_trees


@dataclass(frozen=True)
class Disagreement:
    """A kind of local tree in which a parser regularly chooses a different head from gold.

    parent, head, other  the phrase in gold, its head child there, and its child with the parser's head word
    count, of            how often the parser differs, and the number of local trees of this kind that can be compared
    saved                how many brackets fewer there are if `other` becomes the head everywhere; those that only one
                         side has count twice; negative if there are more
    """

    parent: str
    head: str
    other: str
    count: int
    of: int
    saved: int


class DisagreementRow(TypedDict):
    """What `treegauge reassign --json` prints: a `Disagreement` of one of the parses."""

    parse: str
    parent: str
    head: str
    other: str
    count: int
    of: int
    saved: int


@dataclass(frozen=True)
class HeadComparison:
    """The heads of several parses compared with gold: the rules learned, and the disagreements of each parse.

    effects  in how many sentences of gold and of each parse a rule changes heads
    scores   Table 1 of the paper for each parse, before and after the rules
    """

    rules: Reassignment
    disagreements: dict[str, tuple[Disagreement, ...]]
    effects: tuple[RuleRow, ...]
    scores: tuple[ProjectionRow, ...]

    def rows(self) -> list[DisagreementRow]:
        """One row per parse and disagreement."""
        return [
            {
                "parse": parse,
                "parent": case.parent,
                "head": case.head,
                "other": case.other,
                "count": case.count,
                "of": case.of,
                "saved": case.saved,
            }
            for parse, cases in self.disagreements.items()
            for case in cases
        ]


def find_disagreements(
    gold: Treebank, parse: Treebank, heads: str = "auto", *, min_count: int = 10, min_share: float = 0.5
) -> list[Disagreement]:
    """The regular disagreements of a parser with gold, the most frequent first.

    A phrase of gold can be compared if exactly one of its words depends on a word outside it in the parse: this word is
    the head of the phrase there. Parser and gold disagree in a local tree if the parser's head word is in another child
    than the head child. A disagreement is regular if it occurs `min_count` times and in the share `min_share` of the
    local trees with the same parent, head and other child.
    """
    return _regular(local_trees(gold, parse, heads), min_count, min_share)


@checked
def learn_reassignment(
    gold: Treebank, parses: Sequence[Treebank], heads: str = "auto", *, min_count: Positive = 10, min_share: Share = 0.5
) -> Reassignment:
    """The rules that give gold and all parsers the same heads: the `rules` of `compare_heads`."""
    named = {str(number): parse for number, parse in enumerate(parses, 1)}
    return compare_heads(gold, named, heads, min_count=min_count, min_share=min_share).rules


@checked
def compare_heads(
    gold: Treebank,
    parses: Mapping[str, Treebank],
    heads: str = "auto",
    *,
    min_count: Positive = 10,
    min_share: Share = 0.5,
) -> HeadComparison:
    """Compare the heads of parses, given by name, with those of gold: where each parser regularly disagrees, and the
    rules that give gold and all parsers the same heads. Each disagreement is resolved in favour of fewer brackets.

    `parses` are trees with heads for the sentences of gold: dependency trees, or phrases with marked heads or labels
    that the head rules know. A rule that changes gold is written in its labels. Where gold has the better choice, and
    for parsers that do not follow a change, rules are written in the labels or tags of the parser.
    """
    if not parses:
        raise CallError("head reassignment is learned from one parser or more: give at least one treebank")
    sides = [local_trees(gold, paired_test(gold, parse), heads) for parse in parses.values()]
    disagreements = [_regular(side, min_count, min_share) for side in sides]
    saved: Counter[Key] = Counter()
    counts: Counter[Key] = Counter()
    for case in (case for cases in disagreements for case in cases):
        saved[case.parent, case.head, case.other] += case.saved
        counts[case.parent, case.head, case.other] += case.count
    moves = _without_returns({key: number for key, number in saved.items() if number > 0})
    stays = {key for key, number in saved.items() if number < 0}
    rules = {ConstituencyRule(*key): counts[key] for key in moves}
    dependency: Counter[DependencyRule] = Counter()
    for side in sides:
        wanted = side.followed(moves, stays)
        for rule, number in _parser_rules(side, wanted, min_count, min_share).items():
            if isinstance(rule, DependencyRule):
                dependency[rule] += number
            elif ConstituencyRule(rule.parent, rule.to, rule.head) not in rules:
                rules.setdefault(rule, number)
    source = f"learned from {len(gold)} sentences and {counted(len(parses), 'parse')}"
    reassignment = Reassignment(
        f"{source}, min_count={min_count}, min_share={min_share:g}",
        tuple(sorted(rules, key=lambda rule: (-rules[rule], rule.parent, rule.head, rule.to))),
        tuple(sorted(dependency, key=lambda rule: (-dependency[rule], rule.head, rule.to, rule.relation))),
    )
    named = {name: tuple(cases) for name, cases in zip(parses, disagreements, strict=True)}
    effects = rule_effects(gold, parses, reassignment, heads)
    return HeadComparison(
        reassignment, named, tuple(effects), tuple(projection_table(gold, parses, reassignment, heads))
    )


def _regular(side: LocalTrees, min_count: int, min_share: float) -> list[Disagreement]:
    cases = [
        Disagreement(*key, count, side.possible[key], side.saved[key])
        for key, count in side.differing.items()
        if count >= min_count and count >= min_share * side.possible[key]
    ]
    return sorted(cases, key=lambda case: (-case.count, case.parent, case.head, case.other))


def _without_returns(moves: dict[Key, int]) -> set[Key]:
    """Of two rules that undo each other, keep only the one that saves more; none between children of one category,
    which a rule cannot distinguish."""
    return {
        (parent, head, other)
        for (parent, head, other), number in moves.items()
        if (number, head) > (moves.get((parent, other, head), -1), other)
    }


def _parser_rules(
    side: LocalTrees, wanted: Instances, min_count: int, min_share: float
) -> dict[ConstituencyRule | DependencyRule, int]:
    """Rules in the labels of the parser, for its local trees in which another word should be the head."""
    candidates = side.own_rules(wanted)
    return {
        rule: count
        for rule, (count, possible) in candidates.items()
        if count >= min_count and count >= min_share * possible
    }
