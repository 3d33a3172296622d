"""The leaf-ancestor measure: the published tables, the plain definition, and the compiled distances."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from perturbed import pairs, trees

from treegauge import CallError, DataError, Treebank
from treegauge.measures.kernels.leaf_ancestor import _differing, common, weighted_distance
from treegauge.measures.leaf_ancestor import LeafAncestor
from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.words import words_only
from treegauge.treebank.views import Node, Token

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

SENTENCE_9 = (
    "(TOP (S (NP (ART Die) (NN Stadtverwaltung) (PP (APPR von) (NE Venedig))) (VAFIN hat) "
    "(VP (ADV erstmals) (NP (ADJA streunende) (NN Katzen)) (VVPP gezählt))) ($. .))"
)


def mean(gold: Treebank, test: Treebank, measure: LeafAncestor | None = None) -> float:
    measure = measure or LeafAncestor()
    return float(measure.score(measure.count(gold, test).sum(axis=0))["mean"])


@pytest.mark.parametrize(
    ("old", "new", "printed"),
    [
        (
            "(NN Stadtverwaltung) (PP (APPR von) (NE Venedig)))",
            "(NN Stadtverwaltung)) (PP (APPR von) (NE Venedig))",
            96.3,
        ),
        ("(PP ", "(NP ", 96.0),
        ("(VP ", "(PP ", 91.0),
        ("(NN Stadtverwaltung) (PP ", "(PP (NN Stadtverwaltung) ", 96.4),
    ],
    ids=["attach-1", "label-1", "label-2", "span-2"],
)
def test_table_6_of_rehbein_and_van_genabith_comes_out(old: str, new: str, printed: float) -> None:
    wrong = SENTENCE_9.replace(old, new)
    assert wrong != SENTENCE_9
    assert round(mean(trees(SENTENCE_9), trees(wrong)), 1) == printed


def test_boundary_marks_stand_as_sampson_and_babarczy_put_them() -> None:
    tree = trees("(S (N1 (D two) (N1 (N tax) (N revision)) (N bills)) (V were) (V passed))")[0]
    assert [" ".join(plain_lineage(token)) for token in tree.tokens] == [
        "N1 [ S",
        "[ N1 N1 S",
        "N1 ] N1 S",
        "N1 ] S",
        "S",
        "S ]",
    ]


def plain_lineage(token: Token) -> list[str]:
    """The lineage by its definition."""
    above: list[Node] = []
    node = token.parent
    while node is not None:
        above.append(node)
        node = node.parent
    begins = [node for node in above if min(below.index for below in node.tokens) == token.index]
    ends = [node for node in above if max(below.index for below in node.tokens) == token.index]
    symbols: list[str] = []
    for node in above:
        opening, closing = begins and node == begins[-1], ends and node == ends[-1]
        label = "(missing)" if node.label is None else node.label
        symbols += [*(["["] if opening else []), label, *(["]"] if closing else [])]
    return symbols


def plain_distance(one: list[str], other: list[str], costs: dict[tuple[str, str], float]) -> float:
    """The edit distance by its table."""
    table = [[float(i + j) if not i or not j else 0.0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i, a in enumerate(one, 1):
        for j, b in enumerate(other, 1):
            replacement = 0.0 if a == b else costs.get((a, b), costs.get((b, a), 2.0))
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + replacement)
    return table[-1][-1]


def plain_similarities(gold: Treebank, test: Treebank, costs: dict[tuple[str, str], float]) -> list[list[float]]:
    found = []
    for one, other in zip(words_only(gold), words_only(test), strict=True):
        row = []
        for a, b in zip(one.tokens, other.tokens, strict=True):
            first, second = plain_lineage(a), plain_lineage(b)
            length = len(first) + len(second)
            row.append(1 - plain_distance(first, second, costs) / length if length else 1.0)
        found.append(row)
    return found


@given(pairs(), st.sampled_from([(), ("S NP 0.5", "VP NEW 1.5", "NP NEW 0"), ("NP NP-SBJ 0.25",)]))
@patient
def test_the_counts_are_those_of_the_definition(pair: tuple[Treebank, Treebank], costs: tuple[str, ...]) -> None:
    table = {(a, b): float(cost) for a, b, cost in (entry.split() for entry in costs)}
    expected = plain_similarities(*pair, table)
    counts = LeafAncestor(labels="whole", costs=costs).count(*pair)
    for row, values in zip(counts, expected, strict=True):
        mean = sum(values) / len(values) if values else 0.0
        assert row.tolist() == pytest.approx([sum(values), len(values), mean, float(bool(values))])


@given(pairs())
@patient
def test_gold_against_itself_is_perfect_and_the_measure_is_symmetric(pair: tuple[Treebank, Treebank]) -> None:
    gold, test = pair
    measure = LeafAncestor()
    itself = measure.count(gold, gold)
    assert np.array_equal(itself[:, 0], itself[:, 1])
    assert measure.count(gold, test) == pytest.approx(measure.count(test, gold))


@given(pairs(other_words=True))
@patient
def test_parts_by_tag_add_up_to_the_comparable_sentences(pair: tuple[Treebank, Treebank]) -> None:
    measure = LeafAncestor()
    counts = measure.count(*pair)
    parts = measure.parts(*pair, "label")
    whole = counts[~np.isnan(counts[:, 0])].sum(axis=0)
    assert sum((part[:2] for part in parts.values()), np.zeros(2)) == pytest.approx(whole[:2])
    assert all(np.isnan(part[2:]).all() for part in parts.values())
    gold_tags = {token.tag or "_" for tree in words_only(pair[0]) for token in tree.tokens}
    assert parts.keys() <= gold_tags


@given(st.lists(st.integers(0, 5), max_size=200), st.lists(st.integers(0, 5), max_size=200))
@patient
def test_the_common_subsequence_in_words_of_64_bits_is_the_plain_one(one: list[int], other: list[int]) -> None:
    masks = np.zeros(6, np.uint64)
    first, second = np.array(one, np.int32), np.array(other, np.int32)
    found = common(first, second, masks, np.empty(len(other), np.uint64))
    distance = plain_distance([*map(str, one)], [*map(str, other)], {})
    assert len(one) + len(other) - 2 * found == distance
    assert not masks.any()


@given(
    st.lists(st.integers(0, 3), max_size=12),
    st.lists(st.integers(0, 3), max_size=12),
    st.lists(st.floats(0, 2), min_size=9, max_size=9),
)
@patient
def test_partial_costs_give_the_plain_distance_with_and_without_the_common_ends(
    one: list[int], other: list[int], given: list[float]
) -> None:
    costs = np.full((4, 4), 2.0)
    costs[1:, 1:] = np.array(given).reshape(3, 3)
    costs = np.minimum(costs, costs.T)
    table = {(str(i), str(j)): float(costs[i, j]) for i in range(4) for j in range(4)}
    first, second, group = np.array(one, np.int32), np.array(other, np.int32), np.arange(4)
    expected = plain_distance([*map(str, one)], [*map(str, other)], table)
    row = np.empty(len(other) + 1)
    assert weighted_distance(first, second, group, costs, row) == pytest.approx(expected)
    low, m, n = _differing(first, second, len(one), len(other))
    assert weighted_distance(first[low:m], second[low:n], group, costs, row) == pytest.approx(expected)


def test_a_word_below_no_node_on_both_sides_is_right() -> None:
    measure = LeafAncestor()
    treebank = trees("(S (A a))")
    bare = treebank.replace(
        nodes=treebank.nodes.keep(np.zeros(1, bool)),
        tokens=treebank.tokens.replace(parent=np.full(1, -1, np.int32)),
    )
    assert measure.count(bare, bare).tolist() == [[1, 1, 1, 1]]
    assert measure.count(treebank, bare).tolist() == [[0, 1, 0, 1]]


def test_other_words_give_a_row_of_nan_and_a_reason() -> None:
    gold = trees("(S (A a) (B b))\n(S (A a))\n(S (A a))")
    test = trees("(S (A a) (B c))\n(S (A a))\n(S (A a) (B b))")
    counts = LeafAncestor().count(gold, test)
    assert np.isnan(counts).all(axis=1).tolist() == [True, False, True]
    assert "'b' in gold and 'c' in test" in LeafAncestor().reason(gold, test, 0)
    assert "1 word in gold, 2 in test" in LeafAncestor().reason(gold, test, 2)


def test_empty_elements_are_left_out() -> None:
    gold = trees("(S (NP (-NONE- *)) (VP (V go)))")
    assert mean(gold, trees("(S (VP (V go)))")) == 100.0


def test_function_tags_and_names_of_the_root_count_only_if_wanted() -> None:
    gold, test = trees("(TOP (S (NP-SBJ (N a)) (V b)))"), trees("(S1 (S (NP (N a)) (V b)))")
    assert mean(gold, test) == 100.0
    assert mean(gold, test, LeafAncestor(labels="whole")) < 100.0


def test_a_gap_does_not_begin_a_node_anew() -> None:
    treebank = trees("(S (X (A a) (B b)) (C c))")
    crossed = treebank.replace(tokens=treebank.tokens.replace(parent=np.array([1, 0, 1], np.int32)))
    from treegauge.treebank.edit import restructure

    lineages = [plain_lineage(token) for token in restructure(crossed)[0].tokens]
    assert lineages == [["X", "[", "S"], ["S"], ["X", "S", "]"]]
    assert mean(restructure(crossed), restructure(crossed)) == 100.0


def test_a_very_deep_tree_is_only_a_long_array() -> None:
    gold = trees("(X " * 100_000 + "(A a)" + ")" * 100_000)
    test = trees("(X " * 60_000 + "(Y (A a))" + ")" * 60_000)
    assert mean(gold, test) == pytest.approx(100 * 2 * 60_002 / (100_002 + 60_003))


def test_treebanks_without_sentences_have_no_score() -> None:
    empty = trees("(S (A a))")[:0]
    assert LeafAncestor().count(empty, empty).shape == (0, 4)
    assert np.isnan(mean(empty, empty))


def test_partial_costs_make_a_similar_label_cheaper() -> None:
    gold, test = trees("(S (NP (N a)))"), trees("(S (NX (N a)))")
    assert mean(gold, test) == pytest.approx(100 * (1 - 2 / 8))
    assert mean(gold, test, LeafAncestor(costs=("NP NX 0.5",))) == pytest.approx(100 * (1 - 0.5 / 8))
    assert mean(test, gold, LeafAncestor(costs=("NP NX 0.5",))) == pytest.approx(100 * (1 - 0.5 / 8))


@pytest.mark.parametrize("costs", [(), ("NP NX 0.5",), ("NP NX 0.5", "S/NP S\\NP 1", 'a" (b 1.25')])
def test_the_specification_parses_back(costs: tuple[str, ...]) -> None:
    measure = LeafAncestor(costs=costs)
    assert find_measure(measure.spec) == measure


def test_costs_can_stand_in_a_file_and_then_enter_the_signature(tmp_path: Path) -> None:
    file = tmp_path / "costs.txt"
    file.write_text("# labels\nNP NX  0.5\n\nPP PX 1\n", encoding="utf-8")
    measure = LeafAncestor(costs=(str(file),))
    assert measure.costs == ("NP NX 0.5", "PP PX 1")
    assert find_measure(measure.spec) == measure


@pytest.mark.parametrize("entry", ["NP NX", "NP NX much", "NP NX 2.5", "NP NX -1", "NP NX nan", "NP NX 1 1"])
def test_costs_that_cannot_be_read_are_refused(entry: str) -> None:
    with pytest.raises(CallError, match=r"two labels and a number from 0 to 2"):
        LeafAncestor(costs=(entry,))


def test_a_wrong_line_in_a_file_of_costs_is_named(tmp_path: Path) -> None:
    (tmp_path / "costs.txt").write_text("# labels\n\nNP NX much\n")
    with pytest.raises(DataError, match=r"costs\.txt:3: cannot read the cost 'NP NX much'"):
        LeafAncestor(costs=(str(tmp_path / "costs.txt"),))


def test_a_missing_file_of_costs_is_named() -> None:
    with pytest.raises(DataError, match=r"nowhere\.txt"):
        LeafAncestor(costs=("nowhere.txt",))


def test_only_labels_divide_the_counts() -> None:
    gold = trees("(S (A a))")
    with pytest.raises(CallError, match="possible: label"):
        LeafAncestor().parts(gold, gold, "relation")


def test_categories_with_a_hyphen_are_kept_whole() -> None:
    gold = trees("(VROOT (R-SIMPX (NX-HD (NN a)) (VXFIN (VVFIN b))))")
    test = trees("(VROOT (R (NX (NN a)) (VXFIN (VVFIN b))))")
    measure = LeafAncestor()
    assert float(measure.score(measure.count(gold, gold).sum(axis=0))["mean"]) == 100
    assert float(measure.score(measure.count(gold, test).sum(axis=0))["mean"]) < 100
