"""Grammars in files: text that people can read and edit, or npz, which is smaller and faster and keeps the order of
the symbols."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from ...core.errors import CallError
from ...core.outputs import create_binary
from ...core.wording import option
from ...formats.encoding import to_utf8
from ...formats.sources import bare_name, load_one
from ...treebank import Strings
from ..array_files import Arrays
from ..model_files import ZIP, ModelFile, all_below, are_strings, ends_match, refused
from .grammar import Grammar, are_summable, from_text
from .latent.berkeley import is_berkeley, read_berkeley, write_berkeley
from .latent.grammar import LatentGrammar
from .lexicon import Lexicon

_BEGINNING = 1000  # bytes that show what is in a file
_GZIP = b"\x1f\x8b"

_FILE = ModelFile(
    "grammar",
    1,
    {
        "symbols": (np.uint8, 1),
        "symbol_offsets": (np.int64, 1),
        "nonterminals": (np.int64, 0),
        "start": (np.int64, 0),
        "lhs": (np.int32, 1),
        "rhs": (np.int32, 1),
        "offsets": (np.int64, 1),
        "weight": (np.float64, 1),
    },
    {  # of the lexicon
        "words": (np.uint8, 1),
        "word_offsets": (np.int64, 1),
        "word": (np.int32, 1),
        "word_tag": (np.int32, 1),
        "word_count": (np.float64, 1),
        "capitalised": (np.float64, 0),
    },
)


def read_grammar(path: str | os.PathLike[str]) -> Grammar:
    """Read a grammar, as text or npz, compressed or not; `-` is standard input."""
    grammar = read_any_grammar(path)
    if isinstance(grammar, LatentGrammar):
        raise CallError(
            f"'{os.fspath(path)}' is a latent-variable grammar: read_latent_grammar reads it, and difficulty"
            " and pcfg take it"
        )
    return grammar


def read_latent_grammar(path: str | os.PathLike[str]) -> LatentGrammar:
    """Read a latent-variable grammar as the Berkeley parser writes it: X.grammar has the rules, and X.lexicon next to
    it the words."""
    grammar = read_any_grammar(path)
    if isinstance(grammar, Grammar):
        raise CallError(f"'{os.fspath(path)}' has the rules of a treebank: read_grammar reads it")
    return grammar


def read_any_grammar(path: str | os.PathLike[str]) -> Grammar | LatentGrammar:
    """Either of them, by the content of the file."""
    data, name = load_one(path, "grammar")
    if data.startswith(_GZIP):
        raise CallError(
            f"'{name}' is not text: it is compressed, and its name should end in .gz, or it is a model of the Berkeley"
            f" parser, which parse with {option('parser', 'berkeley')} and {option('save', 'X.grammar')} writes as text"
        )
    if is_berkeley(data[:_BEGINNING]):
        return read_berkeley(data, name)
    if bare_name(name).endswith(".npz") or data.startswith(ZIP):
        return _from_npz(data, name)
    return from_text(to_utf8(data, name, "utf-8").decode(), name)


def write_grammar(grammar: Grammar | LatentGrammar, path: str | os.PathLike[str]) -> None:
    """Write a grammar: npz if its name ends in .npz, else text. `-` is standard output; .gz, .bz2, .xz and .zst files
    are compressed. A latent-variable grammar is written as X.grammar, X.lexicon and X.numstates, as the Berkeley parser
    does."""
    name = os.fspath(path)
    if isinstance(grammar, LatentGrammar):
        write_berkeley(grammar, name)
        return
    if bare_name(name).endswith(".npz"):
        _FILE.write(name, {**_grammar_arrays(grammar), **_lexicon_arrays(grammar.lexicon)})
        return
    with create_binary(name) as file:
        file.write(grammar.to_text().encode())


def _grammar_arrays(grammar: Grammar) -> dict[str, Any]:
    return {
        "symbols": grammar.symbols.blob,
        "symbol_offsets": grammar.symbols.offsets,
        "nonterminals": np.int64(grammar.nonterminals),
        "start": np.int64(grammar.start),
        "lhs": grammar.lhs,
        "rhs": grammar.rhs,
        "offsets": grammar.offsets,
        "weight": grammar.weight,
    }


def _lexicon_arrays(lexicon: Lexicon | None) -> dict[str, Any]:
    if lexicon is None:
        return {}
    words = lexicon.words
    arrays = words.blob, words.offsets, lexicon.word, lexicon.tag, lexicon.count, np.float64(lexicon.capitalised)
    return dict(zip(_FILE.optional, arrays, strict=True))


def _from_npz(data: bytes, source: str) -> Grammar:
    if not data.startswith(ZIP):
        raise refused(source, "is not an npz file; the name of a grammar as text does not end in .npz")
    arrays = _FILE.parse(data, source).arrays
    grammar = Grammar(
        Strings(arrays["symbols"], arrays["symbol_offsets"]),
        int(arrays["nonterminals"]),
        int(arrays["start"]),
        arrays["lhs"],
        arrays["rhs"],
        arrays["offsets"],
        arrays["weight"],
    )
    if "words" in arrays:
        grammar = replace(grammar, lexicon=_lexicon(arrays, len(arrays["symbol_offsets"]) - 1 - grammar.nonterminals))
    problem = _problem(grammar) or _lexicon_problem(grammar.lexicon)
    if problem:
        raise _FILE.damaged(source, problem)
    return grammar


def _problem(grammar: Grammar) -> str | None:
    """What is wrong with the arrays of a grammar from a file."""
    if not are_strings(grammar.symbols):
        return "its symbols do not fit together or are not UTF-8"
    names = len(grammar.symbols)
    if not 0 <= grammar.start < grammar.nonterminals <= names:
        return "its start is not one of its symbols"
    if not ends_match(grammar.offsets, len(grammar.rhs)) or not len(grammar) == len(grammar.weight) > 0:
        return "its rules do not fit together"
    if len(grammar.offsets) != len(grammar) + 1 or (np.diff(grammar.offsets) == 0).any():
        return "its rules do not fit together"
    if not all_below(grammar.lhs, grammar.nonterminals) or not all_below(grammar.rhs, names):
        return "a rule has a symbol that is not there"
    if len(np.unique(grammar.lhs)) != grammar.nonterminals:
        return "a label has no rules"
    if (np.diff(grammar.lhs) < 0).any():
        return "its rules are not in order of their left-hand sides"
    if not (np.isfinite(grammar.weight) & (grammar.weight >= 0)).all():
        return "a weight is not a count"
    if not are_summable(grammar.weight):
        return "its weights are too large"
    return None


def _lexicon(arrays: Arrays, tags: int) -> Lexicon:
    words = Strings(arrays["words"], arrays["word_offsets"])
    pairs = arrays["word"], arrays["word_tag"], arrays["word_count"]
    return Lexicon(words, *pairs, float(arrays["capitalised"]), tags)


def _lexicon_problem(lexicon: Lexicon | None) -> str | None:
    if lexicon is None:
        return None
    if not are_strings(lexicon.words):
        return "the words of its lexicon do not fit together or are not UTF-8"
    words = len(set(lexicon.words))
    if words != len(lexicon.words) or not len(lexicon.word) == len(lexicon.tag) == len(lexicon.count) > 0:
        return "the words of its lexicon do not fit together"
    if not all_below(lexicon.word, words) or not all_below(lexicon.tag, lexicon.tags):
        return "its lexicon has a word or a tag that is not there"
    if (np.diff(lexicon.word) < 0).any() or len(np.unique(lexicon.word)) != words:
        return "its lexicon is not in order of its words"
    if not (np.isfinite(lexicon.count) & (lexicon.count > 0)).all() or not 0 <= lexicon.capitalised <= 1:
        return "a number of its lexicon is not a count"
    if not are_summable(lexicon.count):
        return "the counts of its lexicon are too large"
    return None
