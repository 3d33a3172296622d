"""Trained transition-based parsers in files."""

from __future__ import annotations

import os

import numpy as np

from ...core.errors import UnknownNameError
from ...treebank import Strings
from ..model_files import ModelFile, StoredModel, all_below, are_options, are_strings
from ..perceptron.weights import ARRAYS, Weights, weights_problem
from .features import KNOWN, READS, parse_transition_templates
from .parser import GreedyParser
from .systems import Transition, find_system

_FILE = ModelFile(
    "parser",
    1,
    {
        "vocabulary": (np.uint8, 1),
        "vocabulary_offsets": (np.int64, 1),
        "sizes": (np.int64, 1),  # of the vocabularies, that of the relations last
        "fallback": (np.int32, 1),
        **ARRAYS,
        "kinds": (np.int8, 1),
        "relations": (np.int32, 1),
    },
    described=True,
)
_COLUMNS = len(READS) - 1
_OPTIONS = {"iterations", "minimum", "morphology", "seed"}


def write_parser(parser: GreedyParser, path: str | os.PathLike[str]) -> None:
    """Write a parser; `-` is standard output; .gz, .bz2, .xz and .zst files are compressed."""
    vocabularies = [*parser.vocabulary, parser.relations]
    words = Strings.of(word for values in vocabularies for word in values)
    description = {
        "system": parser.system.name,
        "templates": parser.templates,
        "single_root": parser.single_root,
        "options": parser.options,
    }
    arrays = {
        "vocabulary": words.blob,
        "vocabulary_offsets": words.offsets,
        "sizes": np.array([len(values) for values in vocabularies], np.int64),
        "fallback": parser.fallback,
        "kinds": parser.kinds,
        "relations": parser.labels,
        **parser.weights.stored,
    }
    _FILE.write(path, arrays, description)


def read_parser(path: str | os.PathLike[str]) -> GreedyParser:
    """Read a parser that `write_parser` wrote."""
    stored, source = _FILE.read(path)
    if not _is_described(stored):
        raise _FILE.not_described(source)
    problem = _problem(stored)
    if problem:
        raise _FILE.damaged(source, problem)
    arrays, description = stored
    words = Strings(arrays["vocabulary"], arrays["vocabulary_offsets"]).list
    ends = np.cumsum(arrays["sizes"]).tolist()
    *vocabulary, relations = (
        Strings.of(words[end - size : end]) for end, size in zip(ends, arrays["sizes"].tolist(), strict=True)
    )
    return GreedyParser(
        find_system(description["system"]),
        description["templates"],
        tuple(vocabulary),
        relations,
        description["single_root"],
        arrays["fallback"],
        arrays["kinds"],
        arrays["relations"],
        Weights.of(arrays),
        description["options"],
    )


def _is_described(stored: StoredModel) -> bool:
    """Whether the description names a parser that there is."""
    description = stored.description
    try:
        find_system(description["system"])
        parse_transition_templates(description["templates"])
        return isinstance(description["single_root"], bool) and are_options(description["options"], _OPTIONS)
    except (ValueError, KeyError, TypeError, AttributeError, UnknownNameError):
        return False


def _problem(stored: StoredModel) -> str | None:
    """What is wrong with the arrays of a parser from a file."""
    arrays = stored.arrays
    words, sizes = Strings(arrays["vocabulary"], arrays["vocabulary_offsets"]), arrays["sizes"]
    if not are_strings(words) or len(sizes) != _COLUMNS + 1 or not all_below(sizes, len(words) + 1):
        return "its words do not fit together"
    if sizes.sum() != len(words):
        return "its words do not fit together"
    relations, classes = int(sizes[-1]) + 1, len(arrays["kinds"])
    if not all_below(arrays["relations"], relations) or not all_below(arrays["fallback"], relations):
        return "it has relations that are not there"
    if not all_below(arrays["kinds"], len(Transition)) or len(arrays["relations"]) != classes or not classes:
        return "its transitions do not fit together"
    if len(arrays["fallback"]) < int(sizes[1]) + KNOWN:
        return "its features do not fit together"
    return weights_problem(arrays, classes)
