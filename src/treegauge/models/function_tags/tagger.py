"""The function tagger: `learn_functions` trains one on trees with function tags, and it tags any trees.

After Blaheta and Charniak 2000, Assigning function tags to parsed text, and Blaheta 2003, Function tagging: each group
of tags has its own model, here an averaged perceptron. A model uses the functions that earlier groups have assigned,
and those of its group on the node above and on the phrase to the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from ...annotation.head_rules import find_rules
from ...core.bounds import Positive, Repeats, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.parallel import in_parts
from ...core.types import Progress
from ...transforms.empties import remove_empties
from ...transforms.label_functions import NO_FUNCTION, category_of, functions_in, index_of, strip_functions
from ...treebank import Text, Treebank
from ...treebank.strings import pair
from ..perceptron.weights import MOST_CLASSES, Examples, Weights, by_frequency, kinds_side_by_side, side_by_side
from .features import FUNCTION_TEMPLATES, Observed, parse_function_templates
from .groups import groups, tags_of_group

_BLOCK = 2000  # sentences between two reports of progress


class TaggerOptions(TypedDict):
    """The options of `learn_functions`."""

    iterations: int
    minimum: int
    seed: int


@dataclass(frozen=True, eq=False)
class FunctionTagger:
    """A trained tagger.

    rules      the head rules that it uses
    templates  the features that it uses
    classes    the classes of each group of tags, in the order in which groups are tagged: sets of tags, such as `LOC`
               or the empty one, the most frequent first
    weights    the weights of the classes of all groups
    options    the options of its training
    """

    rules: str
    templates: str
    classes: dict[str, tuple[str, ...]]
    weights: Weights
    options: TaggerOptions

    def __repr__(self) -> str:
        return f"<FunctionTagger: {', '.join(self.classes)}; {len(self.weights.keys):,} features>"

    def tag(self, treebank: Treebank, progress: Progress | None = None) -> Treebank:
        """The treebank with predicted functions in its labels (NP-SBJ), which replace those that it has; indices are
        kept, and phrases without words get no function."""
        if not treebank.has_constituents:
            raise CallError("functions belong to phrases: there is no constituency tree")
        nodes = treebank.nodes
        marked = treebank.replace(nodes=nodes.replace(place=np.arange(len(nodes), dtype=np.int32)))
        bare = strip_functions(remove_empties(marked)) if len(nodes) else marked
        chosen = np.full((len(self.classes), len(nodes)), -1, np.int32)
        for first in range(0, len(bare), _BLOCK):
            block = bare[first : first + _BLOCK]
            chosen[:, block.nodes.numbers("place")] = self._tag(block)
            if progress is not None:
                progress(first + len(block), len(bare))
        label = nodes.text("label")
        without = label.mask(lambda value: value[:1] in ("", "-"), missing=True)  # labels that cannot have a function
        chosen[:, without] = -1
        changed = label.map(category_of)
        for classes, codes in zip(self.classes.values(), chosen, strict=True):
            given = Text.of(tags or None for tags in classes)
            changed = pair(changed, Text(np.append(given.codes, np.int32(-1))[codes], given.values), "-")
        changed = pair(changed, label.map(index_of), "")
        return treebank.replace(nodes=nodes.replace(label=changed, function=None))

    def _tag(self, treebank: Treebank) -> NDArray[np.int32]:
        """The class of each node in each group."""
        from .kernels import tag_nodes

        observed, offsets = Observed.of(treebank, self.rules), treebank.nodes.offsets
        sizes = [len(classes) for classes in self.classes.values()]
        model = self.weights.arrays, kinds_side_by_side(sizes)
        given = np.zeros((len(sizes), len(treebank.nodes)), np.int32)
        arguments = observed.values, observed.links, given, parse_function_templates(self.templates), model
        in_parts(len(treebank), lambda begin, end: tag_nodes(int(offsets[begin]), int(offsets[end]), *arguments))
        return given


@checked
def learn_functions(
    treebank: Treebank,
    *,
    iterations: Repeats = 10,
    minimum: Positive = 2,
    seed: SeedNumber = 0,
    progress: Progress | None = None,
) -> FunctionTagger:
    """Train a function tagger on trees with functions in their labels. Empty elements are removed first.

    iterations  passes over the phrases, each time in another order
    minimum     features seen less often are left out
    seed        the seed of these orders
    """
    if iterations < 1 or minimum < 1:
        raise CallError(f"iterations and minimum are 1 or more, not {iterations} and {minimum}")
    words = remove_empties(treebank)
    check_functions(words)
    label, rules = words.nodes.text("label").compact(), find_rules("auto", treebank).name
    names = [name for name in groups() if any(tags_of_group(value, name) for value in label.values)]
    numbered = [_numbered(label.map(partial(tags_of_group, group=name))) for name in names]
    classes = dict(zip(names, (sets for sets, _ in numbered), strict=True))
    lessons = _examples(Observed.of(strip_functions(words), rules), numbered)
    parts = []
    for number, examples in enumerate(lessons):

        def tick(done: int, _: int, before: int = number * iterations) -> None:
            if progress is not None:
                progress(before + done, len(names) * iterations)

        parts.append(examples.learn(iterations, minimum, seed, tick))
    weights = side_by_side(parts, [len(sets) for sets in classes.values()])
    options: TaggerOptions = {"iterations": iterations, "minimum": minimum, "seed": seed}
    return FunctionTagger(rules, FUNCTION_TEMPLATES, classes, weights, options)


def _numbered(tags: Text) -> tuple[tuple[str, ...], NDArray[np.int16]]:
    """The distinct values, the most frequent first, and the number of each row among them; a missing one is empty."""
    values = [*dict.fromkeys([*tags.values, ""])]
    known, place = by_frequency(np.where(tags.codes < 0, values.index(""), tags.codes).astype(np.int64))
    if len(known) > MOST_CLASSES:
        raise DataError(f"the treebank has {len(known):,} sets of functions, too many to learn")
    return tuple(values[code] for code in known.tolist()), place


def _examples(observed: Observed, numbered: Sequence[tuple[tuple[str, ...], NDArray[np.int16]]]) -> Iterator[Examples]:
    """For each group the nodes with their right classes. Templates that do not look at functions find the same for all
    groups."""
    from .kernels import observe_nodes

    starts, slots, fixed = parse_function_templates(FUNCTION_TEMPLATES)
    look = observed.values, observed.links, np.array([gold for _, gold in numbered], np.int32)
    common, same = observe_nodes(0, *look, (starts[: fixed + 1], slots, 0))
    for number, (classes, gold) in enumerate(numbered):
        keys, features = observe_nodes(number, *look, (starts[fixed:], slots, fixed))
        every = np.concatenate((common, keys)), np.hstack((same, features + np.int32(len(common))))
        yield Examples(*every, gold, np.ones(len(gold), np.int8), np.zeros(len(classes), np.int8))


def check_functions(treebank: Treebank) -> None:
    """Whether there are functions to learn from; if not, what to do."""
    if not treebank.has_constituents or not len(treebank.nodes):
        raise DataError("there are no phrases to learn functions from")
    if any(functions_in(value[len(category_of(value)) :]) for value in treebank.nodes.text("label").compact().values):
        return
    where = treebank.where(0)
    if set(treebank.nodes.text("function").compact().values) - NO_FUNCTION:
        raise DataError(
            f"{where}: functions are on edges, not in labels; write them into the labels first: -t join-functions"
        )
    raise DataError(f"{where}: no label has a function (NP-SBJ); learn from a treebank that has them")
