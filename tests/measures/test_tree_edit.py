"""The tree edit distance: examples by hand, a plain twin, and the packages zss and apted on random trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed import trees
from twin_tree_edit import Forest, forest_distance, size

from treegauge import Treebank, bundled, concatenate, score
from treegauge.extend import Builder
from treegauge.measures import TreeEdit
from treegauge.measures.shared.edit_trees import EditTrees, edit_trees

LABELS = st.sampled_from("abc")
NODES = st.recursive(
    st.tuples(LABELS, st.just(())),
    lambda below: st.tuples(LABELS, st.lists(below, max_size=3).map(tuple)),
    max_leaves=8,
)


def flat(forests: list[Forest]) -> EditTrees:
    """Forests as trees with a root above them, siblings in order."""
    offsets, parents, labels = [0], [], []
    for forest in forests:
        parents.append(-1)
        labels.append(0)
        waiting = [(0, forest)]
        at = offsets[-1]
        while waiting:
            above, siblings = waiting.pop(0)
            for label, below in siblings:
                waiting.append((len(parents) - at, below))
                parents.append(above)
                labels.append(1 + ord(label))
        offsets.append(len(parents))
    return EditTrees(*(np.array(column, np.int64) for column in (offsets, parents, labels)))


def distance(first: Forest, second: Forest) -> int:
    return int(flat([first, second]).distances(np.array([0]), np.array([1]))[0])


@given(NODES, NODES)
def test_the_distance_is_that_of_the_definition(first: Any, second: Any) -> None:
    assert distance((first,), (second,)) == forest_distance((first,), (second,))


@given(NODES, NODES)
def test_the_distance_is_a_metric_within_its_bounds(first: Any, second: Any) -> None:
    there, back = distance((first,), (second,)), distance((second,), (first,))
    sizes = size((first,)), size((second,))
    assert there == back
    assert (there == 0) == (first == second)
    assert abs(sizes[0] - sizes[1]) <= there <= sum(sizes)


@given(NODES, NODES)
@settings(max_examples=50)
def test_zss_has_the_same_distance(first: Any, second: Any) -> None:
    zss = pytest.importorskip("zss")

    def made(tree: Any) -> Any:
        return zss.Node(tree[0], [made(child) for child in tree[1]])

    assert distance((first,), (second,)) == zss.simple_distance(made(first), made(second))


@given(NODES, NODES)
@settings(max_examples=50)
def test_apted_has_the_same_distance(first: Any, second: Any) -> None:
    apted = pytest.importorskip("apted")
    tree = pytest.importorskip("apted.helpers").Tree

    def written(node: Any) -> str:
        return f"{{{node[0]}{''.join(map(written, node[1]))}}}"

    sides = (tree.from_text(written(side)) for side in (first, second))
    assert distance((first,), (second,)) == apted.APTED(*sides).compute_edit_distance()


def test_many_pairs_at_once_are_those_of_each() -> None:
    below: list[Any] = [(("b", ()),) * number for number in range(5)] * 2
    forests: list[Forest] = [(("a", forest),) for forest in below]
    made = flat(forests)
    first, second = np.triu_indices(len(forests))
    expected = [abs(one % 5 - other % 5) for one, other in zip(first.tolist(), second.tolist(), strict=True)]
    assert made.distances(first, second).tolist() == expected


def counts(gold: str, test: str, **options: Any) -> dict[str, float]:
    measure = TreeEdit(**options)
    return dict(zip(measure.counts, measure.count(trees(gold), trees(test))[0].tolist(), strict=True))


def test_phrases_tags_and_words_are_nodes() -> None:
    gold, test = "(S (NP (D a) (N b)) (V c))", "(S (D a) (N b) (V c))"
    assert counts(gold, test) == {"kept": 17 - 1, "gold": 9, "test": 8, "sentences": 1}
    assert counts(gold, gold.replace("NP", "NP-SBJ")) == {"kept": 18, "gold": 9, "test": 9, "sentences": 1}
    assert counts(gold, gold.replace("NP", "NP-SBJ"), labels="whole")["kept"] == 17


def test_a_root_without_a_label_is_the_root_above_everything() -> None:
    made = edit_trees(trees("( (S (N a)) )\n(S (N a))"), "constituents")
    assert made.sizes.tolist() == [4, 4]
    assert made.distances(np.array([0]), np.array([1])).tolist() == [0]


def words(heads: str, relations: str) -> Treebank:
    builder = Builder()
    pairs = zip(map(int, heads.split()), relations.split(), strict=True)
    builder.add({}, [{"form": "w", "head": head - 1, "deprel": name} for head, name in pairs])
    return builder.build()


def with_heads(treebank: Treebank, *heads: int) -> Treebank:
    return treebank.replace(tokens=treebank.tokens.replace(head=np.array(heads, np.int32)))


def test_dependents_are_in_the_order_of_the_sentence() -> None:
    gold, test = words("2 0 2", "a root b"), words("2 0 2", "b root a")
    made = edit_trees(concatenate([gold, test]), "dependencies")
    assert made.sizes.tolist() == [4, 4]
    assert made.distances(np.array([0]), np.array([1])).tolist() == [2]


def test_heads_in_a_cycle_cannot_be_compared() -> None:
    gold = words("2 0 2", "a root b")
    cyclic = with_heads(gold, 1, 0, -1)
    measure = TreeEdit()
    assert np.isnan(measure.count(gold, cyclic)).all()
    assert measure.reasons(gold, cyclic) == ["the heads form a cycle"]


def test_a_very_deep_tree_needs_no_recursion() -> None:
    parent = np.arange(-1, 1999)
    made = EditTrees(np.array([0, 2000, 4000]), np.concatenate((parent, parent)), np.repeat([1, 2], 2000))
    assert made.whole.all()
    assert made.distances(np.array([0]), np.array([1])).tolist() == [2000]


def test_the_score_of_the_bundled_parses() -> None:
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    (result,) = score(gold, test, "tree-edit", resamples=0)
    assert result.scores["distance"] > 0
    assert 50 < result.scores["similarity"] < 100
    assert "tree-edit" not in [other.measure.name for other in score(gold, test, resamples=0)]
