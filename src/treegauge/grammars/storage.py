"""Grammars in files: text that people can read and edit, or npz, which is smaller and faster and keeps the numbers of
all symbols."""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from dataclasses import replace
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import CallError, FormatError, Reject
from ..formats.encoding import to_utf8
from ..formats.sources import bare_name, create_binary, find_sources
from ..treebank import Strings
from .grammar import Grammar, from_text
from .lexicon import Lexicon

VERSION = 1
_MARK = "treegauge_grammar"  # the array that holds the version; a file without it is something else
_ARRAYS: dict[str, tuple[type[np.generic], int]] = {  # what they hold, and in how many dimensions
    "symbols": (np.uint8, 1),
    "symbol_offsets": (np.int64, 1),
    "nonterminals": (np.int64, 0),
    "start": (np.int64, 0),
    "lhs": (np.int32, 1),
    "rhs": (np.int32, 1),
    "offsets": (np.int64, 1),
    "weight": (np.float64, 1),
}
_LEXICON: dict[str, tuple[type[np.generic], int]] = {  # there or not there, all of them
    "words": (np.uint8, 1),
    "word_offsets": (np.int64, 1),
    "word": (np.int32, 1),
    "word_tag": (np.int32, 1),
    "word_count": (np.float64, 1),
    "capitalised": (np.float64, 0),
}


def read_grammar(path: str | os.PathLike[str]) -> Grammar:
    """Read a grammar, as text or npz; compressed files are read as they are, `-` is standard input."""
    sources = find_sources(path)
    if len(sources) != 1:
        raise CallError(f"'{os.fspath(path)}' is {len(sources)} files; a grammar is one")
    name, data = sources[0].name, sources[0].load()
    if bare_name(name).endswith(".npz") or data.startswith(b"PK\x03\x04"):
        return _from_npz(data, name)
    return from_text(to_utf8(data, name, "utf-8").decode(), name)


def write_grammar(grammar: Grammar, path: str | os.PathLike[str]) -> None:
    """Write a grammar: npz where the name ends so, else text; compressed as the name says, `-` is standard output."""
    name = os.fspath(path)
    with create_binary(name) as file:
        if bare_name(name).endswith(".npz"):
            _to_npz(grammar, file)
        else:
            file.write(grammar.to_text().encode())


def _to_npz(grammar: Grammar, file: IO[bytes]) -> None:
    np.savez_compressed(
        file,
        treegauge_grammar=np.int64(VERSION),
        symbols=grammar.symbols.blob,
        symbol_offsets=grammar.symbols.offsets,
        nonterminals=np.int64(grammar.nonterminals),
        start=np.int64(grammar.start),
        lhs=grammar.lhs,
        rhs=grammar.rhs,
        offsets=grammar.offsets,
        weight=grammar.weight,
        **_lexicon_arrays(grammar.lexicon),
    )


def _lexicon_arrays(lexicon: Lexicon | None) -> dict[str, Any]:
    if lexicon is None:
        return {}
    words = lexicon.words
    arrays = words.blob, words.offsets, lexicon.word, lexicon.tag, lexicon.count, np.float64(lexicon.capitalised)
    return dict(zip(_LEXICON, arrays, strict=True))


def _from_npz(data: bytes, source: str) -> Grammar:
    arrays = _arrays(data, source)
    version = arrays.get(_MARK)
    if version is None or version.shape:
        raise _refused(source, "is no grammar that treegauge wrote; write one with write_grammar")
    if version != VERSION:
        raise _refused(source, f"is a grammar of version {version}; this treegauge reads version {VERSION}")
    has_words = any(name in arrays for name in _LEXICON)
    for name, (kind, dimensions) in (_ARRAYS | _LEXICON if has_words else _ARRAYS).items():
        if name not in arrays or arrays[name].dtype != kind or arrays[name].ndim != dimensions:
            raise _refused(source, f"the grammar is damaged: '{name}' is missing or no array of {kind.__name__}")
    grammar = Grammar(
        Strings(arrays["symbols"], arrays["symbol_offsets"]),
        int(arrays["nonterminals"]),
        int(arrays["start"]),
        arrays["lhs"],
        arrays["rhs"],
        arrays["offsets"],
        arrays["weight"],
    )
    if has_words:
        grammar = replace(grammar, lexicon=_lexicon(arrays, len(arrays["symbol_offsets"]) - 1 - grammar.nonterminals))
    problem = _problem(grammar) or _lexicon_problem(grammar.lexicon)
    if problem:
        raise _refused(source, f"the grammar is damaged: {problem}")
    return grammar


def _refused(source: str, message: str) -> FormatError:
    return FormatError(Reject(source, 1, message))


def _arrays(data: bytes, source: str) -> dict[str, NDArray[Any]]:
    if not data.startswith(b"PK\x03\x04"):
        raise _refused(source, "is no npz file; a grammar as text has a name that does not end in .npz")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return {name: file[name] for name in (_MARK, *_ARRAYS, *_LEXICON) if name in file}
    except (ValueError, EOFError, KeyError, OSError, zipfile.BadZipFile, zlib.error) as error:
        raise _refused(source, f"the file is damaged or cut short ({error}); get it again") from None


def _problem(grammar: Grammar) -> str | None:
    """What would make a program that reads the arrays go wrong."""
    if not _ends_match(grammar.symbols.offsets, len(grammar.symbols.blob)):
        return "its symbols do not fit together"
    try:
        names = len(list(grammar.symbols))
    except UnicodeDecodeError:
        return "a symbol is no UTF-8"
    if not 0 <= grammar.start < grammar.nonterminals <= names:
        return "its start is none of its symbols"
    if not _ends_match(grammar.offsets, len(grammar.rhs)) or not len(grammar) == len(grammar.weight) > 0:
        return "its rules do not fit together"
    if len(grammar.offsets) != len(grammar) + 1 or (np.diff(grammar.offsets) == 0).any():
        return "its rules do not fit together"
    if not _within(grammar.lhs, grammar.nonterminals) or not _within(grammar.rhs, names):
        return "a rule has a symbol that is not there"
    if (np.diff(grammar.lhs) < 0).any():
        return "its rules are not in order of their left-hand sides"
    if not (np.isfinite(grammar.weight) & (grammar.weight >= 0)).all():
        return "a weight is no count"
    return None


def _lexicon(arrays: dict[str, NDArray[Any]], tags: int) -> Lexicon:
    words = Strings(arrays["words"], arrays["word_offsets"])
    pairs = arrays["word"], arrays["word_tag"], arrays["word_count"]
    return Lexicon(words, *pairs, float(arrays["capitalised"]), tags)


def _lexicon_problem(lexicon: Lexicon | None) -> str | None:
    if lexicon is None:
        return None
    if not _ends_match(lexicon.words.offsets, len(lexicon.words.blob)):
        return "the words of its lexicon do not fit together"
    try:
        words = len(set(lexicon.words))
    except UnicodeDecodeError:
        return "a word of its lexicon is no UTF-8"
    if words != len(lexicon.words) or not len(lexicon.word) == len(lexicon.tag) == len(lexicon.count) > 0:
        return "the words of its lexicon do not fit together"
    if not _within(lexicon.word, words) or not _within(lexicon.tag, lexicon.tags):
        return "its lexicon has a word or a tag that is not there"
    if (np.diff(lexicon.word) < 0).any() or len(np.unique(lexicon.word)) != words:
        return "its lexicon is not in order of its words"
    if not (np.isfinite(lexicon.count) & (lexicon.count > 0)).all() or not 0 <= lexicon.capitalised <= 1:
        return "a number of its lexicon is no count"
    return None


def _ends_match(offsets: NDArray[np.int64], length: int) -> bool:
    """Whether pieces between offsets cover the whole from its beginning to its end."""
    return bool(len(offsets) and offsets[0] == 0 and offsets[-1] == length and (np.diff(offsets) >= 0).all())


def _within(numbers: NDArray[np.int32], bound: int) -> bool:
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < bound)
