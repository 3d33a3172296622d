"""`MarkovGrammar`: rules whose children are generated one by one, so that unseen rules have a probability too.

Collins 1999, Head-driven statistical models for natural language parsing, for children that are generated one by one;
Klein & Manning 2003, Accurate unlexicalized parsing, for the orders h (how many earlier children) and v (how many
labels from the phrase upwards).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...core.bounds import Bounds
from ...core.errors import CallError
from ...core.options import Configured
from ...core.specs import bind_spec, parse_spec
from ...core.types import Floats, Int32s
from ...core.wording import counted, shown
from ...treebank import Strings, Treebank
from .automata import headed_automata, left_to_right_automata
from .derivations import numbers_by_name, right_hand_sides, sums_by_sentence, under_one_node
from .generating import log2_generated
from .head_outward import HeadAutomata, HeadSides, head_places, log2_headed_rules
from .histories import Histories, Label, RuleEvent, Smoothing, count_histories, left_to_right
from .induction import check_phrases, rooted
from .rule_edges import rule_edges

_NO_LIMIT = 1 << 20


def _check_order(value: str) -> None:
    if value != "inf" and not (value.isascii() and value.isdigit() and len(value) < 3):
        raise CallError(f"h, how many earlier children count, is a number from 0 to 99, or inf, not {shown(value)}")


@dataclass(frozen=True, kw_only=True)
class Markov(Configured):
    """How the rules of a grammar are generated: markov(h=2,v=1,smoothing=witten-bell).

    h          each child depends on the h children before it; inf: on all of them
    v          and on v labels: 1 is the label of the phrase, 2 also that of its parent, 3 also that of the grandparent
    smoothing  how histories are interpolated with shorter ones: witten-bell, kneser-ney, or none; witten-bell-loo:
               witten-bell with constants chosen by leave-one-out
    heads      head rules (collins, negra, auto, ...): children are generated from the head outwards, and those before
               a child are those between it and the head, and the head; without it, from left to right
    """

    name: ClassVar[str] = "markov"
    h: Annotated[str, _check_order] = "2"
    v: Annotated[int, Bounds(1, 9)] = 1
    smoothing: Smoothing = "witten-bell"
    heads: str | None = None

    @property
    def order(self) -> int:
        return _NO_LIMIT if self.h == "inf" else int(self.h)


def find_markov(spec: str) -> Markov:
    """The model that a specification calls for."""
    name, arguments, options = parse_spec(spec)
    if name != Markov.name:
        raise CallError(f"unknown grammar {shown(name)}; known: {Markov.name}, such as {Markov().spec}")
    return Markov(**bind_spec(Markov, spec, arguments, options))


@dataclass(frozen=True, eq=False)
class MarkovGrammar:
    """A grammar over annotated labels, each the name of a label and of those above it, such as NP^S.

    Symbols, nonterminals and start are as in `Grammar`. `plain` has the labels without annotation, and `plain_label`
    the number of each annotated label there. `child[a, x]` is the symbol of the child x (a plain label, or a tag after
    all of them) below the annotated label a. `first`, `follow` and `next` are an automaton for each annotated label:
    where it begins, the probability of each child and of the stop in each state, and the state after a child; `owner`
    is the annotated label of a state. Where a state has the same continuations as the state `back` of the history that
    is one child shorter (-1: it does not), `follow` is `seen` plus `share` times what follows there.
    `weight` has the counts of the rules that were seen.
    """

    model: Markov
    symbols: Strings
    nonterminals: int
    start: int
    plain: Strings
    plain_label: Int32s
    child: Int32s
    first: Int32s
    follow: Floats
    next: Int32s
    owner: Int32s
    seen: Floats
    back: Int32s
    share: Floats
    weight: Floats
    heads: HeadAutomata | None = None
    lexicon: None = None

    def __len__(self) -> int:
        return len(self.weight)

    def __repr__(self) -> str:
        labels, states = counted(self.nonterminals, "nonterminal"), counted(len(self.follow), "state")
        return f"<MarkovGrammar {self.model.spec}: {counted(len(self), 'rule')} seen, {labels}, {states}>"

    def name(self, symbol: int) -> str:
        return self.symbols[symbol]

    @cached_property
    def probability(self) -> Floats:
        """Of each edge, where states share none."""
        return np.exp2(rule_edges(self, sharing=False).weight[:, 1])


def learn_markov(treebank: Treebank, model: Markov) -> MarkovGrammar:
    """The grammar of a treebank whose rules are generated child by child."""
    from .kernels import number_rules

    treebank = rooted(treebank)
    check_phrases(treebank)
    nodes = treebank.nodes
    label, tag = nodes.text("label").compact(), treebank.tokens.text("tag").compact()
    count = len(label.values)
    lineages, of = np.unique(_lineages(treebank, label.codes, model.v), axis=0, return_inverse=True)
    seen: list[Label] = [tuple(number for number in row if number >= 0) for row in lineages.tolist()]
    first, children = right_hand_sides(treebank, label.codes, tag.codes + np.int32(count))
    owner = of.reshape(-1).astype(np.int32)
    number, example = number_rules(owner, first, children)
    rules = np.bincount(number, minlength=len(example)).astype(np.float64)
    symbols = count + len(tag.values)
    if model.heads is None:
        sides, events = None, _events(model.order, symbols, seen, owner, first, children, example, rules)
    else:
        sides = HeadSides(count, model.order)
        events = _headed_events(sides, symbols, seen, owner, first, children, head_places(treebank, model.heads, first))
    histories = count_histories(events, symbols, model.smoothing)
    start = int(label.codes[nodes.offsets[0]])
    names = list(label.values), list(tag.values)
    return _build(model, histories, {part for line in seen for part in _parts(line)}, start, names, rules, sides)


def _events(
    order: int, stop: int, seen: list[Label], owner: Int32s, first: NDArray[np.int64], children: Int32s,
    example: NDArray[np.int64], times: Floats,
) -> Iterator[RuleEvent]:  # fmt: skip
    """What is generated for all rules, from left to right; `example` is a node of each rule."""
    for node, count in zip(example.tolist(), times.tolist(), strict=True):
        right = tuple(children[first[node] : first[node + 1]].tolist())
        yield from left_to_right(seen[owner[node]], right, order, stop, count)


def _headed_events(
    sides: HeadSides,
    stop: int,
    seen: list[Label],
    owner: Int32s,
    first: NDArray[np.int64],
    children: Int32s,
    head: Int32s,
) -> Iterator[RuleEvent]:
    """What is generated for all rules, from their heads; the same rule with another head is another rule."""
    from .kernels import number_rules

    number, example = number_rules(owner + head * np.int32(len(seen)), first, children)
    times = np.bincount(number, minlength=len(example)).astype(np.float64)
    for node, count in zip(example.tolist(), times.tolist(), strict=True):
        right = tuple(children[first[node] : first[node + 1]].tolist())
        yield from sides.events(seen[owner[node]], right, int(head[node]), stop, count)


def _parts(label: Label) -> list[Label]:
    return [label[:length] for length in range(1, len(label) + 1)]


def _lineages(treebank: Treebank, label: Int32s, v: int) -> NDArray[np.int32]:
    """The label of each node, of its parent, ...; -1 above the root."""
    nodes = treebank.nodes
    parent = nodes.numbers("parent")
    above = np.where(parent < 0, -1, parent + nodes.offsets[nodes.sentence])
    columns, at = [label], np.arange(len(label))
    for _ in range(v - 1):
        at = np.where(at < 0, -1, above[at])
        columns.append(np.where(at < 0, -1, label[at]).astype(np.int32))
    return np.stack(columns, 1)


def _build(
    model: Markov,
    histories: Histories,
    seen: set[Label],
    start: int,
    names: tuple[list[str], list[str]],
    times: Floats,
    sides: HeadSides | None,
) -> MarkovGrammar:
    """All annotated labels that can be below the start, and their automata."""
    labels, tags = names
    numbers = _below(start, seen, histories, len(labels), model.v)
    child, count = _children(numbers, seen, len(labels), len(tags), model.v), len(numbers)
    if sides is None:
        columns = left_to_right_automata(numbers, histories, model.order)
    else:
        columns = headed_automata(numbers, histories, sides)
    annotated = ["^".join(labels[part] for part in label) for label in numbers]
    return MarkovGrammar(
        model=model,
        symbols=Strings.of([*annotated, *tags]),
        nonterminals=count,
        start=0,
        plain=Strings.of(labels),
        plain_label=np.array([label[0] for label in numbers], np.int32),
        child=child,
        **columns,
        weight=times,
    )


def _annotated(label: int, above: Label, seen: set[Label], v: int) -> Label:
    """A label with the labels above it: as many as were seen together."""
    lineage = (label, *above)[:v]
    while lineage not in seen:
        lineage = lineage[:-1]
    return lineage


def _below(start: int, seen: set[Label], histories: Histories, labels: int, v: int) -> dict[Label, int]:
    """The annotated labels that can be in a tree, numbered; the start is the first."""
    numbers: dict[Label, int] = {(start,): 0}
    waiting: list[Label] = [(start,)]
    children = np.flatnonzero(histories.children[:labels]).tolist()
    while waiting:
        above = waiting.pop()
        for label in children:
            below = _annotated(label, above, seen, v)
            if below not in numbers:
                numbers[below] = len(numbers)
                waiting.append(below)
    return numbers


def _children(numbers: dict[Label, int], seen: set[Label], labels: int, tags: int, v: int) -> Int32s:
    """The symbol of each child below each annotated label, -1 for a label that is only at the root."""
    child = np.empty((len(numbers), labels + tags), np.int32)
    child[:, labels:] = len(numbers) + np.arange(tags)
    for above, number in numbers.items():
        below = [numbers.get(_annotated(label, above, seen, v), -1) for label in range(labels)]
        child[number, :labels] = below
    return child


@dataclass(frozen=True, eq=False)
class MarkovDerivations:
    """log2 p of the children of every node of a treebank; and whether the tree of each sentence has one root, with all
    words below it."""

    log2_rule: Floats
    offsets: NDArray[np.int64]
    whole: NDArray[np.bool_]

    def logs(self) -> tuple[Floats, Floats]:
        """log2 p(t) of every tree and log2 p of the rule of every node; -inf in all of a tree that has no probability,
        because it has a symbol that the grammar does not have."""
        total = np.where(self.whole, sums_by_sentence(self.log2_rule, self.offsets), -np.inf)
        return total, np.where(np.repeat(np.isfinite(total), np.diff(self.offsets)), self.log2_rule, -np.inf)


def markov_derivations(grammar: MarkovGrammar, treebank: Treebank) -> MarkovDerivations:
    """How the grammar generates the trees of a treebank: labels and tags are matched to its own by name."""
    nodes, labels = treebank.nodes, len(grammar.plain)
    label = numbers_by_name(nodes.text("label"), list(grammar.plain), 0)
    names = list(grammar.symbols)[grammar.nonterminals :]
    tag = numbers_by_name(treebank.tokens.text("tag"), names, labels)
    unknown = np.int32(grammar.child.shape[1])
    tag = np.where(tag < 0, unknown, tag).astype(np.int32)
    first, children = right_hand_sides(treebank, np.where(label < 0, unknown, label).astype(np.int32), tag)
    annotated = annotated_labels(grammar, treebank)
    logs = _log2_rules(grammar, annotated, first, children)
    return MarkovDerivations(logs, nodes.offsets, under_one_node(treebank) & (nodes.counts > 0))


def log2_markov_trees(grammar: MarkovGrammar, treebank: Treebank) -> Floats:
    """log2 p(t) of every tree of a treebank, -inf if it has a symbol that the grammar does not have."""
    return markov_derivations(grammar, treebank).logs()[0]


def annotated_labels(grammar: MarkovGrammar, treebank: Treebank) -> Int32s:
    """The annotated label of each node from the top down, -1 where there is none."""
    nodes = treebank.nodes
    label = numbers_by_name(nodes.text("label"), list(grammar.plain), 0)
    parent = nodes.numbers("parent")
    above = np.where(parent < 0, -1, parent + nodes.offsets[nodes.sentence])
    lineage = np.where((above < 0) & (label == grammar.plain_label[grammar.start]), grammar.start, -1).astype(np.int32)
    level = np.flatnonzero(above < 0)
    depth = np.zeros(len(label), np.int64)
    at = above.copy()
    while (at >= 0).any():
        depth += at >= 0
        at = np.where(at >= 0, above[at], -1)
    for number in range(1, int(depth.max(initial=0)) + 1):
        level = np.flatnonzero(depth == number)
        upper = lineage[above[level]]
        known = (upper >= 0) & (label[level] >= 0)
        lineage[level[known]] = grammar.child[upper[known], label[level[known]]]
    return lineage


def _log2_rules(grammar: MarkovGrammar, lineage: Int32s, first: NDArray[np.int64], children: Int32s) -> Floats:
    """log2 of the probability of the children of each node."""
    if grammar.heads is not None:
        return log2_headed_rules(grammar, grammar.heads, lineage, first, children)
    logs = np.full(len(lineage), -np.inf)
    known = np.flatnonzero(lineage >= 0)
    state = grammar.first[lineage[known]]
    logs[known] = log2_generated(grammar, state, children, first[known], first[known + 1], 1)
    return logs
