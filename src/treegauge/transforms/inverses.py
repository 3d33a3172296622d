"""How to undo a transform in the output of a parser that was trained on transformed trees."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import CallError
from ..core.specs import bind_spec, format_spec, parse_spec
from ..treebank import Treebank
from .base import TRANSFORMS, find_transform


@dataclass(frozen=True)
class Inverse:
    """How a transform is undone.

    name     the transform that undoes it; None where labels and words have not changed: sentences were selected, or
             tags changed, and the original tags of a sentence are kept elsewhere
    options  the options of the undoing transform, each with the option of the original whose value it takes
    only     the values that options of the original must have for this inverse to apply
    """

    name: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    only: Mapping[str, Any] = field(default_factory=dict)


_TAGS_ONLY = Inverse(only={"column": "tag"})
INVERSES: Mapping[str, Inverse] = {
    "add-root": Inverse("remove-root", {"labels": "label"}),
    "parent-annotation": Inverse("remove-parent-annotation", {"mark": "mark"}),
    "join-functions": Inverse("split-functions", only={"mark": "-"}),
    "cluster": _TAGS_ONLY,
    "map-labels": _TAGS_ONLY,
    "rewrite": _TAGS_ONLY,
    **dict.fromkeys(("cluster-pos", "fill-tags", "punctuation-tags"), Inverse()),
    **dict.fromkeys(("head", "sample", "select", "select-length", "shuffle", "tail"), Inverse()),
}


def find_inverse(spec: str) -> Callable[[Treebank], Treebank]:
    """The transform that undoes the one that a specification describes."""
    name, arguments, options = parse_spec(spec)
    function = TRANSFORMS.get(name).function
    values = {
        parameter.name: parameter.default
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    } | bind_spec(function, spec, arguments, options)
    inverse = INVERSES.get(name)
    if inverse is None or any(values[option] != value for option, value in inverse.only.items()):
        raise CallError(
            f"'{spec}' cannot be undone; change the treebanks with it first (treegauge convert IN OUT -t '{spec}'), or"
            " leave undo out"
        )
    if inverse.name is None:
        return lambda treebank: treebank
    return find_transform(format_spec(inverse.name, {new: values[old] for new, old in inverse.options.items()}))
