"""`check_transform`: what must hold for every transform."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.errors import CallError, DataError
from ..core.specs import parse_spec
from ..transforms.base import TRANSFORMS, find_transform
from ..treebank import Treebank, concatenate
from .requiring import require
from .treebanks import check_treebank, sample_treebanks


def check_transform(spec: str, treebanks: Iterable[Treebank] | None = None, *, by_sentence: bool = True) -> None:
    """Check a registered transform with its options: `check_transform("mine(label=NP)")`.

    treebanks    what to try it on; treebanks that it refuses with an error of treegauge are passed over, but not all
    by_sentence  whether a sentence is changed in the same way whatever other sentences there are
    """
    check_transform_description(spec)
    find_transform(spec)  # a wrong option is an error
    tried = list(sample_treebanks() if treebanks is None else treebanks)
    accepted = [treebank for treebank in tried if transform_accepts(spec, treebank)]
    require(bool(accepted), f"{spec} changes some treebanks; give treebanks that it does not refuse")
    for treebank in accepted:
        check_input(spec, treebank)
        check_result(spec, treebank)
        if by_sentence or transform_accepts(spec, treebank[:0]):
            check_transform_of_no_sentences(spec, treebank)
        if by_sentence:
            check_transform_alone(spec, treebank)


def transform_accepts(spec: str, treebank: Treebank) -> bool:
    """Whether a transform can be applied to a treebank."""
    try:
        find_transform(spec)(treebank)
    except (CallError, DataError):
        return False
    return True


def check_transform_description(spec: str) -> None:
    """The docstring says what the transform does."""
    name = parse_spec(spec)[0]
    description = TRANSFORMS.get(name).description
    require(bool(description), f"the docstring of {name} says what it does")


def check_input(spec: str, treebank: Treebank) -> None:
    """The input is left as it was."""
    before = treebank[:]
    find_transform(spec)(treebank)
    require(treebank.equals(before), f"{spec} leaves its input as it was")


def check_result(spec: str, treebank: Treebank) -> None:
    """The result is a sound treebank, and the same each time."""
    step = find_transform(spec)
    result = step(treebank)
    try:
        check_treebank(result)
    except AssertionError as error:
        raise AssertionError(f"{spec} gives sound trees: {error}") from None
    require(step(treebank).equals(result), f"{spec} gives the same result each time")


def check_transform_of_no_sentences(spec: str, treebank: Treebank) -> None:
    """A treebank without sentences remains without sentences."""
    require(len(find_transform(spec)(treebank[:0])) == 0, f"{spec} of no sentences gives no sentences")


def check_transform_alone(spec: str, treebank: Treebank) -> None:
    """A sentence is changed in the same way whatever other sentences there are."""
    step = find_transform(spec)
    alone = concatenate([step(treebank[number : number + 1]) for number in range(len(treebank))])
    together = step(treebank)
    require(len(together) == len(alone), f"{spec} keeps the same sentences alone as among others", len(together))
    for number, (tree, tree_alone) in enumerate(zip(together, alone, strict=True), 1):
        invariant = f"{spec} changes a sentence in the same way alone as among others"
        require(tree == tree_alone, invariant, f"sentence {number} of the result: {tree} and {tree_alone}")
