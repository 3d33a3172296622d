"""Trained function taggers in files: npz, with the templates and classes as text inside."""

from __future__ import annotations

import json
import os

import numpy as np

from ...annotation.head_rules import HEAD_RULES
from ...formats.sources import create_binary, load_one
from ..arrays import ArrayFile, Arrays
from ..perceptron.weights import ARRAYS, Weights, kinds_side_by_side, weights_problem
from .features import FUNCTIONS, PROPERTIES
from .tagger import FunctionTagger

ENDING = ".functions"
_FILE = ArrayFile("tagger", 1, {"description": (np.uint8, 1), **ARRAYS})
_OPTIONS = {"iterations", "minimum", "seed"}
_MOST = 62  # groups, one a bit


def write_functions(tagger: FunctionTagger, path: str | os.PathLike[str]) -> None:
    """Write a function tagger; `-` is standard output, and a compressed file is one by its name."""
    description = {
        "rules": tagger.rules,
        "templates": tagger.templates,
        "classes": tagger.classes,
        "options": tagger.options,
    }
    with create_binary(os.fspath(path)) as file:
        _FILE.write(
            file,
            description=np.frombuffer(json.dumps(description).encode(), np.uint8),
            **{name: getattr(tagger.weights, name) for name in ARRAYS},
        )


def read_functions(path: str | os.PathLike[str]) -> FunctionTagger:
    """Read a function tagger that `write_functions` wrote."""
    data, name = load_one(path, _FILE.kind)
    arrays = _FILE.read(data, name)
    try:
        found = _described(arrays)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _FILE.damaged(name, "it does not say what tagger it is") from None
    problem = weights_problem(arrays, len(kinds_side_by_side([len(own) for own in found.classes.values()])))
    if problem:
        raise _FILE.damaged(name, problem)
    return found


def _described(arrays: Arrays) -> FunctionTagger:
    """The tagger that the description and the arrays give; an error where the description is not as it must be."""
    description = json.loads(arrays["description"].tobytes())
    classes = {str(group): tuple(map(str, own)) for group, own in description["classes"].items()}
    parts = [template.split("+") for template in description["templates"].split()]
    moving = [bool(set(part) & set(FUNCTIONS)) for part in parts]
    names = {name for part in parts for name in part}
    if not parts or moving != sorted(moving) or not names <= {*PROPERTIES, *FUNCTIONS}:
        raise ValueError
    if not classes or len(classes) > _MOST or any(not own or len(set(own)) < len(own) for own in classes.values()):
        raise ValueError
    if (description["rules"] != "left" and description["rules"] not in HEAD_RULES) or set(
        description["options"]
    ) != _OPTIONS:
        raise ValueError
    weights = Weights(*(arrays[name] for name in ARRAYS))
    return FunctionTagger(description["rules"], description["templates"], classes, weights, description["options"])
