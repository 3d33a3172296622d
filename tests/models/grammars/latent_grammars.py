"""Small latent-variable grammars with random weights, and sentences of their words."""

from __future__ import annotations

import itertools

import numpy as np

from treegauge import Strings, Treebank
from treegauge.core.types import Floats
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.latent.grammar import LatentGrammar, SymbolTuple, dense_blocks
from treegauge.models.grammars.latent.words import LatentLexicon
from treegauge.treebank.build import Builder

LABELS = ("ROOT", "S", "@S", "X")
TAGS = ("a", "b")
WORDS = ("u", "v", "w")


def random_grammar(seed: int, *, scale: float = 1.0, left: bool = False, cyclic: bool = True) -> LatentGrammar:
    """Rules of all kinds: unary cycles, hidden symbols on one side, tags of several words. A word has its weights times
    `scale`."""
    rng = np.random.default_rng(seed)
    sizes = np.array([1, *rng.integers(1, 4, 5)], np.int32)
    number = {name: place for place, name in enumerate((*LABELS, *TAGS))}
    below = [number[name] for name in (*LABELS[1:], *TAGS)]
    unary: dict[SymbolTuple, float] = {(0, number["S"]): 1.0, (0, number["X"]): 0.5, (number["S"], number["X"]): 0.3}
    unary |= {(number["X"], number["a"]): 0.5, (number["S"], number["b"]): 0.2}
    if cyclic:
        unary[number["X"], number["S"]] = 0.2
    binary: dict[SymbolTuple, float] = {}
    for parent, first, second in itertools.product((number["S"], number["@S"], number["X"]), below, below):
        hidden = (first, second)[0 if left else 1] == number["@S"]
        of_others = parent == number["X"] and number["@S"] in (first, second)
        if not hidden and not of_others and rng.random() < 0.4:
            binary[parent, first, second] = 0.3
    blocks = [
        {key: share * rng.random(sizes[list(key)]) / sizes[list(key)].max() for key, share in rules.items()}
        for rules in (unary, binary)
    ]
    rows = [(w, number[t], scale * rng.random(sizes[number[t]])) for w in range(3) for t in TAGS if rng.random() < 0.9]
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(row[2]) for row in rows])))
    word, tag = (np.array([row[place] for row in rows], np.int32) for place in (0, 1))
    lexicon = LatentLexicon(Strings.of(WORDS), word, tag, starts, np.concatenate([row[2] for row in rows]))
    hidden_symbols = np.array([name[0] == "@" for name in number])
    return LatentGrammar(
        Strings.of(number), 4, 0, sizes, hidden_symbols, dense_blocks(blocks[0], 2), dense_blocks(blocks[1], 3), lexicon
    )


def grammar_of(
    unary: dict[tuple[str, str], float], binary: dict[tuple[str, str, str], float], tags: dict[str, float]
) -> LatentGrammar:
    """A grammar whose symbols have two substates each; every tag has the one word u, with a weight."""
    labels = list(dict.fromkeys(name for key in (*unary, *binary) for name in key if name not in tags))
    number = {name: place for place, name in enumerate((*labels, *tags))}
    rng = np.random.default_rng(1)

    def blocks(rules: dict[SymbolTuple, float], arity: int) -> dict[SymbolTuple, Floats]:
        return {key: weight * rng.random((2,) * arity) for key, weight in rules.items()}

    by_number = [
        {tuple(number[name] for name in key): weight for key, weight in rules.items()} for rules in (unary, binary)
    ]
    size = len(number)
    lexicon = LatentLexicon(
        Strings.of(["u"]),
        np.zeros(len(tags), np.int32),
        np.array([number[tag] for tag in tags], np.int32),
        2 * np.arange(len(tags) + 1),
        np.repeat(np.array(list(tags.values())), 2),
    )
    return LatentGrammar(
        Strings.of(number),
        len(labels),
        0,
        np.full(size, 2, np.int32),
        np.array([name[0] == "@" for name in number]),
        dense_blocks(blocks(by_number[0], 2), 2),
        dense_blocks(blocks(by_number[1], 3), 3),
        lexicon,
    )


def word_rows(grammar: LatentGrammar, words: str) -> list[dict[str, list[float]]]:
    """The tags of the words of a sentence with their weights, by name."""
    lexicon, rows = grammar.lexicon, []
    for word in words:
        entries = lexicon.entries(word)
        rows.append({grammar.name(tag): lexicon.weight[begin:end].tolist() for tag, (begin, end) in entries.items()})
    return rows


def sentences(*texts: str) -> Treebank:
    """Sentences whose words are single letters, all with the tag a."""
    builder = Builder()
    for text in texts:
        builder.add({}, [{"form": word, "tag": "a"} for word in text])
    return builder.build()


def trees(*texts: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input("".join(f"{text}\n" for text in texts).encode()))
