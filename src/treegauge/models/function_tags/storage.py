"""Trained function taggers in files."""

from __future__ import annotations

import os

from ...annotation.head_rules import HEAD_RULES
from ..model_files import ModelFile, StoredModel, are_options
from ..perceptron.weights import ARRAYS, Weights, kinds_side_by_side, weights_problem
from .features import FUNCTIONS, PROPERTIES
from .tagger import FunctionTagger

ENDING = ".functions"
_FILE = ModelFile("tagger", 1, ARRAYS, described=True)
_OPTIONS = {"iterations", "minimum", "seed"}
_MOST = 62  # groups: there is one bit for each


def write_functions(tagger: FunctionTagger, path: str | os.PathLike[str]) -> None:
    """Write a function tagger; `-` is standard output; .gz, .bz2, .xz and .zst files are compressed."""
    description = {
        "rules": tagger.rules,
        "templates": tagger.templates,
        "classes": tagger.classes,
        "options": tagger.options,
    }
    _FILE.write(path, tagger.weights.stored, description)


def read_functions(path: str | os.PathLike[str]) -> FunctionTagger:
    """Read a function tagger that `write_functions` wrote."""
    stored, source = _FILE.read(path)
    try:
        tagger = _described(stored)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _FILE.not_described(source) from None
    classes = len(kinds_side_by_side([len(functions) for functions in tagger.classes.values()]))
    problem = weights_problem(stored.arrays, classes)
    if problem:
        raise _FILE.damaged(source, problem)
    return tagger


def _described(stored: StoredModel) -> FunctionTagger:
    """The tagger of a file; any of several errors if the description is wrong."""
    description = stored.description
    classes = {str(group): tuple(map(str, names)) for group, names in description["classes"].items()}
    parts = [template.split("+") for template in description["templates"].split()]
    moving = [bool(set(part) & set(FUNCTIONS)) for part in parts]
    names = {name for part in parts for name in part}
    if not parts or moving != sorted(moving) or not names <= {*PROPERTIES, *FUNCTIONS}:
        raise ValueError
    if not classes or len(classes) > _MOST or any(map(_repeats, classes.values())):
        raise ValueError
    if description["rules"] != "left" and description["rules"] not in HEAD_RULES:
        raise ValueError
    if not are_options(description["options"], _OPTIONS):
        raise ValueError
    weights = Weights.of(stored.arrays)
    return FunctionTagger(description["rules"], description["templates"], classes, weights, description["options"])


def _repeats(functions: tuple[str, ...]) -> bool:
    """Whether a group has a function twice, or none."""
    return not functions or len(set(functions)) < len(functions)
