"""Random grammars and sentences: unary cycles, long right-hand sides, rules of weight zero, tags that
occur in no rule, a tag that is called like a label. Weights are whole numbers, so probabilities are exact fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from treegauge import Grammar, Strings, Treebank
from treegauge.models.grammars.grammar import from_text
from treegauge.treebank.build import Builder

LABELS = ("S", "A", "B")
TAGS = ("a", "b", "S")
UNUSED, UNSEEN = "unused", "unseen"
Tags = tuple[str, ...]


def spelled(tag: str) -> str:
    return f'"{tag}"'


def random_grammar(dice: Random, *, cycles: bool, longest: int) -> Grammar:
    """A grammar in which every label has a rule of tags only, so that every label ends. Without `cycles`, a unary rule
    leads only to a label further down. A few labels and tags and many rules make ambiguous sentences."""
    labels, tags = LABELS[: dice.randint(1, len(LABELS))], TAGS[: dice.randint(1, len(TAGS))]
    symbols = [*labels, *map(spelled, tags)]
    lines = [f"start {dice.choice(labels)}"]
    for place, label in enumerate(labels):
        rules = {tuple(spelled(dice.choice(tags)) for _ in range(dice.randint(1, 2))): dice.randint(1, 9)}
        for _ in range(dice.randint(1, 6)):
            rhs = tuple(dice.choice(symbols) for _ in range(dice.randint(1, longest)))
            if cycles or len(rhs) > 1 or rhs[0] not in labels[: place + 1]:
                rules.setdefault(rhs, dice.choice((0, 1, 2, 5, 9)))
        lines += [f"{weight} {label} -> {' '.join(rhs)}" for rhs, weight in rules.items()]
    grammar = from_text("\n".join(lines))
    return replace(grammar, symbols=Strings.of([*grammar.symbols, UNUSED])) if dice.random() < 0.3 else grammar


def random_sentence(dice: Random, grammar: Grammar, longest: int) -> Tags:
    """Tags: mostly of a tree of the grammar, the longest of some that are short enough, else any."""
    if dice.random() < 0.8:
        derived = [tags for tags in (_derived(dice, grammar, longest) for _ in range(9)) if tags is not None]
        if derived:
            return max(derived, key=len)
    return tuple(dice.choice([*TAGS, *TAGS, UNUSED, UNSEEN]) for _ in range(dice.randint(1, longest)))


def _derived(dice: Random, grammar: Grammar, longest: int) -> Tags | None:
    """The tags of a random tree, None where it has too many tags or too many steps."""
    waiting, tags = [grammar.start], list[str]()
    for _ in range(8 * longest):
        if not waiting or len(waiting) + len(tags) > longest:
            break
        symbol = waiting.pop()
        if symbol >= grammar.nonterminals:
            tags.append(grammar.name(symbol))
            continue
        rules = [number for number in range(len(grammar)) if grammar.lhs[number] == symbol and grammar.weight[number]]
        rule = dice.choice(rules)
        waiting += reversed(grammar.rhs[grammar.offsets[rule] : grammar.offsets[rule + 1]].tolist())
    return tuple(tags) if not waiting else None


@st.composite
def cases(
    draw: st.DrawFn, *, cycles: bool = False, longest_rule: int = 3, longest: int = 6, most: int = 3
) -> tuple[Grammar, list[Tags]]:
    """A grammar and some sentences. Drawn from a seed: drawn choice by choice, hypothesis likes small grammars, and in
    those hardly a sentence has two trees."""
    dice = Random(draw(st.integers(0, 2**32)))
    grammar = random_grammar(dice, cycles=cycles, longest=longest_rule)
    return grammar, [random_sentence(dice, grammar, longest) for _ in range(dice.randint(1, most))]


def tagged(sentences: Iterable[Sequence[str]]) -> Treebank:
    """A treebank of tags without trees; the words are the tags."""
    builder = Builder()
    for tags in sentences:
        builder.add({}, [{"form": tag, "tag": tag} for tag in tags])
    return builder.build()
