"""The text files of a grammar of the Berkeley parser, as its WriteGrammarToTextFile writes them.

Petrov, Barrett, Thibaux and Klein 2006, Learning accurate, compact, and interpretable tree annotation. PREFIX.grammar
has the rules between substates (`S_0 -> NP_1 VP_0 0.12`, `S_1 -> VP_0 0.03`), PREFIX.lexicon the words of each tag
(`NN house [0.1, 0.2]`, one weight per substate); PREFIX.numstates, if it is there, the number of substates of each
symbol (`NN 2`).
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ....annotation.schemes import ROOT_LABELS
from ....core.errors import CallError, FormatError, Reject
from ....core.outputs import create_binary
from ....core.types import Floats
from ....formats.encoding import to_utf8
from ....formats.sources import load_one
from ....treebank import Strings
from .chains import without_chains
from .grammar import BINARISED, LatentGrammar, RuleBlocks, SymbolTuple, dense_blocks
from .words import LatentLexicon

_FIRST = re.compile(rb"\S+_\d+ -> \S+_\d+ (\S+_\d+ )?[-+.\dEeNaInfity]+\s")
_ENDING = re.compile(r"\.grammar(?=$|\.(gz|bz2|xz|zst)$)")
_MOST = 256  # substates of a symbol
Entries = dict[tuple[str, ...], list[tuple[int, ...]]]


def is_berkeley(data: bytes) -> bool:
    """Whether the content of a file is a grammar of the Berkeley parser as text."""
    return _FIRST.match(data) is not None


def beside(name: str, part: str) -> str:
    """The name of the file with another part of a grammar: `wsj.lexicon` for `wsj.grammar`."""
    if not _ENDING.search(name):
        raise CallError(f"'{name}' is the rules of a grammar in several files; its name must end in .grammar")
    return _ENDING.sub(f".{part}", name)


def read_berkeley(data: bytes, name: str) -> LatentGrammar:
    """The grammar whose rules are the content of the file `name`; its words are in the file next to it."""
    rules, weights = _rules(_lines(data, name), name)
    lexicon_name = beside(name, "lexicon")
    if not Path(lexicon_name).exists():
        raise CallError(f"'{name}' is a grammar of the Berkeley parser: its words must be in '{lexicon_name}'")
    words = _words(_lines(*load_one(lexicon_name, "lexicon")), lexicon_name)
    sizes = _sizes(rules, words, beside(name, "numstates"))
    return _grammar(rules, weights, words, sizes, name)


def _lines(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    lines = to_utf8(data, name, "utf-8").decode().split("\n")
    if lines[-1].strip():  # a number without its last digits would be another number
        raise FormatError(Reject(name, len(lines), "the last line has no end: the file is cut short; copy it again"))
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _rules(lines: Iterator[tuple[int, str]], source: str) -> tuple[Entries, dict[tuple[str, ...], list[float]]]:
    """For the symbols of a rule the substates of its rules, and their weights."""
    places: Entries = defaultdict(list)
    weights: dict[tuple[str, ...], list[float]] = defaultdict(list)
    parts: dict[str, tuple[str, int]] = {}
    for number, line in lines:
        pieces = line.split()
        try:
            weight = float(pieces[-1])
            symbols = [pieces[0], *pieces[2:-1]]
            if pieces[1] != "->" or not 2 <= len(symbols) <= 3 or not 0 <= weight < float("inf"):
                raise ValueError
            for symbol in symbols:
                if symbol not in parts:
                    label, _, substate = symbol.rpartition("_")
                    if not substate.isdecimal() or not int(substate) < _MOST:
                        raise ValueError
                    parts[symbol] = label, int(substate)
        except (ValueError, IndexError):
            raise _unreadable(source, number, "LABEL_0 -> LABEL_0 [LABEL_0] WEIGHT", line) from None
        key = tuple(parts[symbol][0] for symbol in symbols)
        places[key].append(tuple(parts[symbol][1] for symbol in symbols))
        weights[key].append(weight)
    return places, weights


def _words(lines: Iterator[tuple[int, str]], source: str) -> dict[str, dict[str, list[float]]]:
    """For each tag its words with their weights."""
    words: dict[str, dict[str, list[float]]] = defaultdict(dict)
    for number, line in lines:
        tag, _, rest = line.partition(" ")
        word, _, numbers = rest.rpartition(" [")
        try:
            weights = [float(piece) for piece in numbers.rstrip().removesuffix("]").split(",")]
            if not word or len(weights) > _MOST or not all(0 <= weight < float("inf") for weight in weights):
                raise ValueError
        except ValueError:
            raise _unreadable(source, number, "TAG WORD [WEIGHT, WEIGHT ...]", line) from None
        if words[tag] and len(next(iter(words[tag].values()))) != len(weights):
            raise FormatError(Reject(source, number, f"the words of '{tag}' have different numbers of weights"))
        words[tag][word] = weights
    return words


def _unreadable(source: str, number: int, expected: str, line: str) -> FormatError:
    return FormatError(Reject(source, number, f"expected '{expected}', found '{line.strip()[:200]}'"))


def _sizes(rules: Entries, words: dict[str, dict[str, list[float]]], counts_name: str) -> dict[str, int]:
    """The number of substates of each symbol."""
    sizes = {tag: len(next(iter(entries.values()))) for tag, entries in words.items()}
    for key, places in rules.items():
        for symbol, most in zip(key, np.max(places, axis=0).tolist(), strict=True):
            sizes[symbol] = max(sizes.get(symbol, 0), most + 1)
    if Path(counts_name).exists():
        for number, line in _lines(*load_one(counts_name, "grammar")):
            symbol, _, count = line.strip().replace("\t", " ").rpartition(" ")
            if not count.isdecimal() or not int(count) <= _MOST:
                raise _unreadable(counts_name, number, "SYMBOL NUMBER", line)
            if symbol.strip() in sizes:
                sizes[symbol.strip()] = max(sizes[symbol.strip()], int(count))
    return sizes


def _grammar(
    rules: Entries,
    weights: dict[tuple[str, ...], list[float]],
    words: dict[str, dict[str, list[float]]],
    sizes: dict[str, int],
    source: str,
) -> LatentGrammar:
    labels = [name for name in sizes if name not in words]
    parents = {key[0] for key in rules if len(key) == 3 or key[0] != key[1]}
    both = sorted(parents.intersection(words))
    if both:
        raise FormatError(
            Reject(
                source,
                1,
                f"'{both[0]}' has rules and words: a label must not be a tag as well; rename the label before training,"
                " such as with -t 'map-labels(NAMES)'",
            )
        )
    short = [tag for tag, entries in words.items() if len(next(iter(entries.values()))) < sizes[tag]]
    if short:
        raise FormatError(Reject(source, 1, f"the words of '{short[0]}' have fewer weights than it has substates"))
    numbers = {name: number for number, name in enumerate([*labels, *words])}
    unary: dict[SymbolTuple, Floats] = {}
    binary: dict[SymbolTuple, Floats] = {}
    for key, places in rules.items():
        block = np.zeros([sizes[name] for name in key])
        np.add.at(block, tuple(np.array(places).T), weights[key])
        (unary if len(key) == 2 else binary)[tuple(numbers[name] for name in key)] = block
    return LatentGrammar(
        Strings.of(numbers),
        len(labels),
        numbers[_start(labels, [*rules], source)],
        np.array([sizes[name] for name in numbers], np.int32),
        np.array([name.startswith(BINARISED) and name not in words and len(name) > 1 for name in numbers]),
        dense_blocks(without_chains(unary), 2),
        dense_blocks(binary, 3),
        _lexicon(words, numbers),
    )


def _start(labels: list[str], keys: list[tuple[str, ...]], source: str) -> str:
    """The label that is in no right-hand side; of several, one that is called as roots are."""
    below = {child for key in keys for child in key[1:] if child != key[0]}
    tops = [label for label in labels if label not in below]
    named = [label for label in tops if label in ROOT_LABELS]
    if len(named or tops) != 1:
        raise FormatError(Reject(source, 1, "there is not one start symbol, a label that is below no other one"))
    return (named or tops)[0]


def _lexicon(words: dict[str, dict[str, list[float]]], numbers: dict[str, int]) -> LatentLexicon:
    index = {word: place for place, word in enumerate(dict.fromkeys(word for own in words.values() for word in own))}
    rows = [(index[word], numbers[tag], weights) for tag, own in words.items() for word, weights in own.items()]
    rows.sort(key=lambda row: row[:2])
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(row[2]) for row in rows], dtype=np.int64)))
    word, tag = (np.array([row[place] for row in rows], np.int32) for place in (0, 1))
    return LatentLexicon(Strings.of(index), word, tag, first, np.array([x for row in rows for x in row[2]], np.float64))


def write_berkeley(grammar: LatentGrammar, name: str) -> None:
    """Write a grammar as text: `name` ends in .grammar, and the files next to it are written too. Unary rules are
    written as they are, not as chains."""
    parts = {
        name: [*_rule_lines(grammar, grammar.binary), *_rule_lines(grammar, grammar.unary)],
        beside(name, "lexicon"): list(_word_lines(grammar)),
        beside(name, "numstates"): [
            f"{symbol}\t{count}" for symbol, count in zip(grammar.symbols, grammar.substates.tolist(), strict=True)
        ],
    }
    for part, lines in parts.items():
        with create_binary(os.fspath(part)) as file:
            file.write("".join(f"{line}\n" for line in lines).encode())


def _rule_lines(grammar: LatentGrammar, blocks: RuleBlocks) -> Iterator[str]:
    names = list(grammar.symbols)
    for key, block in blocks.items(grammar.substates):
        for place in np.argwhere(block > 0).tolist():
            parent, *children = (f"{names[symbol]}_{number}" for symbol, number in zip(key, place, strict=True))
            yield f"{parent} -> {' '.join(children)} {float(block[tuple(place)])!r}"


def _word_lines(grammar: LatentGrammar) -> Iterator[str]:
    lexicon, words = grammar.lexicon, list(grammar.lexicon.words)
    for pair in np.lexsort((lexicon.word, lexicon.tag)).tolist():
        weights = lexicon.weight[lexicon.first[pair] : lexicon.first[pair + 1]].tolist()
        yield f"{grammar.name(int(lexicon.tag[pair]))} {words[lexicon.word[pair]]} {weights}"
