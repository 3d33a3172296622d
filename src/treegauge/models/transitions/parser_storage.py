"""Trained parsers in files: npz, with the name and the templates of the parser as text inside."""

from __future__ import annotations

import json
import os

import numpy as np

from ...core.errors import UnknownNameError
from ...formats.sources import create_binary, load_one
from ...treebank import Strings
from ..arrays import ArrayFile, Arrays, are_strings, within
from ..perceptron.weights import ARRAYS, Weights, weights_problem
from .features import KNOWN, READS, parse_templates
from .parser import GreedyParser
from .systems import Transition, find_system

_FILE = ArrayFile(
    "parser",
    1,
    {
        "description": (np.uint8, 1),
        "vocabulary": (np.uint8, 1),
        "vocabulary_offsets": (np.int64, 1),
        "sizes": (np.int64, 1),  # of the vocabularies, that of the relations last
        "fallback": (np.int32, 1),
        **ARRAYS,
        "kinds": (np.int8, 1),
        "relations": (np.int32, 1),
    },
)
_COLUMNS = len(READS) - 1
_OPTIONS = {"iterations", "minimum", "morphology", "seed"}


def write_parser(parser: GreedyParser, path: str | os.PathLike[str]) -> None:
    """Write a parser; `-` is standard output, and a compressed file is one by its name."""
    vocabularies = [*parser.vocabulary, parser.relations]
    words = Strings.of(word for values in vocabularies for word in values)
    description = {
        "system": parser.system.name,
        "templates": parser.templates,
        "single_root": parser.single_root,
        "options": parser.options,
    }
    with create_binary(os.fspath(path)) as file:
        _FILE.write(
            file,
            description=np.frombuffer(json.dumps(description).encode(), np.uint8),
            vocabulary=words.blob,
            vocabulary_offsets=words.offsets,
            sizes=np.array([len(values) for values in vocabularies], np.int64),
            fallback=parser.fallback,
            kinds=parser.kinds,
            relations=parser.labels,
            **{name: getattr(parser.weights, name) for name in ARRAYS},
        )


def read_parser(path: str | os.PathLike[str]) -> GreedyParser:
    """Read a parser that `write_parser` wrote."""
    data, name = load_one(path, _FILE.kind)
    arrays = _FILE.read(data, name)
    problem = _problem(arrays)
    if problem:
        raise _FILE.damaged(name, problem)
    words = Strings(arrays["vocabulary"], arrays["vocabulary_offsets"]).list
    ends = np.cumsum(arrays["sizes"]).tolist()
    *vocabulary, relations = (
        Strings.of(words[end - size : end]) for end, size in zip(ends, arrays["sizes"].tolist(), strict=True)
    )
    description = json.loads(arrays["description"].tobytes())
    return GreedyParser(
        find_system(description["system"]),
        description["templates"],
        tuple(vocabulary),
        relations,
        description["single_root"],
        arrays["fallback"],
        arrays["kinds"],
        arrays["relations"],
        Weights(*(arrays[name] for name in ARRAYS)),
        description["options"],
    )


def _problem(arrays: Arrays) -> str | None:
    """What would make a program that reads the arrays go wrong."""
    words, sizes = Strings(arrays["vocabulary"], arrays["vocabulary_offsets"]), arrays["sizes"]
    if not are_strings(words) or len(sizes) != _COLUMNS + 1 or (sizes < 0).any() or sizes.sum() != len(words):
        return "its words do not fit together"
    try:
        description = json.loads(arrays["description"].tobytes())
        find_system(description["system"])
        parse_templates(description["templates"])
        if not isinstance(description["single_root"], bool) or set(description["options"]) != _OPTIONS:
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError, UnknownNameError):
        return "it does not say what parser it is"
    relations, classes = int(sizes[-1]) + 1, len(arrays["kinds"])
    if not within(arrays["relations"], relations) or not within(arrays["fallback"], relations):
        return "it has relations that are not there"
    if not within(arrays["kinds"], len(Transition)) or len(arrays["relations"]) != classes or not classes:
        return "its transitions do not fit together"
    if len(arrays["fallback"]) < int(sizes[1]) + KNOWN:
        return "its features do not fit together"
    return weights_problem(arrays, classes)
