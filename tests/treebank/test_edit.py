"""The editing primitives: what must hold of the table after each, and the same edit on nested phrases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import twins
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from strategies import treebanks
from treegauge import DataError, Text, Treebank
from treegauge.core.types import Mask
from treegauge.treebank import Rows
from treegauge.treebank.build import Builder, TokenRow
from treegauge.treebank.edit import drop_nodes, drop_tokens, insert_nodes, relabel, restructure, split_tokens

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
trees = treebanks(constituents=True, empty_nodes=True, max_sentences=3)
some_nodes = trees.filter(lambda treebank: len(treebank.nodes) > 0)


@st.composite
def with_secondary(draw: st.DrawFn) -> Treebank:
    """A treebank with secondary edges; every edge is called after what it joins."""
    treebank = draw(treebanks(constituents=True, dependencies=False, max_sentences=3))
    rows: list[tuple[int, int, int, str]] = []
    ends = [0]
    for tokens, nodes in zip(treebank.tokens.counts.tolist(), treebank.nodes.counts.tolist(), strict=True):
        if nodes:
            ends_of_edges = st.tuples(st.booleans(), st.integers(0, 7), st.integers(0, 7))
            for is_token, below, above in draw(st.lists(ends_of_edges, max_size=3)):
                token, node = (below % tokens, -1) if is_token and tokens else (-1, below % nodes)
                rows.append((token, node, above % nodes, f"{token} {node} {above % nodes}"))
        ends.append(len(rows))
    token, node, parent = (np.array([row[column] for row in rows], np.int32) for column in range(3))
    label = Text.of(row[3] for row in rows)
    edges = Rows(np.array(ends, np.int64), {"token": token, "node": node, "parent": parent, "label": label})
    return treebank.replace(secondary=edges)


def masks(length: int) -> st.SearchStrategy[Mask]:
    return st.lists(st.booleans(), min_size=length, max_size=length).map(lambda values: np.array(values, bool))


def named(treebank: Treebank) -> Treebank:
    """Every node and every token with a name of its own, so that it can be found again."""
    label = Text.of(f"n{row}" for row in range(len(treebank.nodes)))
    form = Text.of(f"t{row}" for row in range(len(treebank.tokens)))
    return treebank.replace(nodes=treebank.nodes.replace(label=label), tokens=treebank.tokens.replace(form=form))


def shapes(treebank: Treebank, edit: Callable[[int, twins.Items], twins.Items] = lambda _, items: items) -> list[Any]:
    """The nested phrases of each sentence, edited."""
    return [twins.shape(edit(number, twins.nested(treebank, number))) for number in range(len(treebank))]


def columns(rows: Rows, *wanted: str) -> list[tuple[int, ...]]:
    """The sentence of each row, and its numbers."""
    return list(zip(rows.sentence.tolist(), *(rows.numbers(name).tolist() for name in wanted), strict=True))


def edges(treebank: Treebank) -> list[tuple[str | None, ...]]:
    """Secondary edges of a named treebank: their label, what is below and what is above."""
    forms, labels = treebank.tokens.text("form").decode(), treebank.nodes.text("label").decode()
    below_above = [
        (
            forms[treebank.tokens.offsets[sentence] + token] if token >= 0 else labels[start + node],
            labels[start + parent],
        )
        for sentence, token, node, parent in columns(treebank.secondary, "token", "node", "parent")
        for start in [int(treebank.nodes.offsets[sentence])]
    ]
    return [(label, *ends) for label, ends in zip(treebank.secondary.text("label"), below_above, strict=True)]


def surviving_edges(before: Treebank, after: Treebank) -> list[tuple[str | None, ...]]:
    """What `edges(after)` must be: an edge keeps its lower end; above, the nearest node that still exists."""
    labels = before.nodes.text("label").decode()
    parents = {
        labels[row]: labels[before.nodes.offsets[sentence] + parent] if parent >= 0 else None
        for row, (sentence, parent) in enumerate(columns(before.nodes, "parent"))
    }
    there = {*after.nodes.text("label"), *after.tokens.text("form")}
    found: list[tuple[str | None, ...]] = []
    for label, below, above in edges(before):
        nearest = above
        while nearest is not None and nearest not in there:
            nearest = parents[nearest]
        if below in there and nearest is not None:
            found.append((label, below, nearest))
    return found


def tree(tokens: str, *phrases: tuple[str, int], heads: list[int] | None = None, **others: Any) -> Treebank:
    """One sentence: a word and the number of its parent each, then phrases with their parents."""
    words = [word.split(":") for word in tokens.split()]
    rows = [TokenRow(form=form, tag="T", parent=int(parent)) for form, parent in words]
    for row, head in zip(rows, heads or [], strict=heads is not None):
        row["head"] = head
    builder = Builder()
    builder.add({}, rows, [{"label": label, "parent": parent} for label, parent in phrases], **others)
    return builder.build()


@given(st.data())
@patient
def test_dropping_nodes_gives_a_true_table(data: st.DataObject) -> None:
    treebank = data.draw(trees)
    twins.must_be_a_table(drop_nodes(treebank, data.draw(masks(len(treebank.nodes)))))


@given(st.data())
@patient
def test_children_of_dropped_nodes_move_up(data: st.DataObject) -> None:
    treebank = named(data.draw(trees))
    drop = data.draw(masks(len(treebank.nodes)))
    gone = {name for name, lost in zip(treebank.nodes.text("label"), drop.tolist(), strict=True) if lost}
    expected = shapes(treebank, lambda _, items: twins.without_phrases(items, lambda phrase: phrase.name in gone))
    assert shapes(drop_nodes(treebank, drop)) == expected


@given(trees)
@patient
def test_dropping_no_node_changes_nothing(treebank: Treebank) -> None:
    assert drop_nodes(treebank, np.zeros(len(treebank.nodes), bool)) is treebank


@given(st.data())
@patient
def test_dropping_nodes_leaves_the_tokens_as_they_are(data: st.DataObject) -> None:
    treebank = data.draw(trees)
    after = drop_nodes(treebank, data.draw(masks(len(treebank.nodes)))).tokens
    assert after.replace(parent=None).equals(treebank.tokens.replace(parent=None))


def test_siblings_stand_by_their_first_token_after_a_phrase_with_a_gap_is_dropped() -> None:
    """D is over a and c, E over b: without D the order is A, E, C."""
    treebank = tree("a:1 b:3 c:2", ("D", -1), ("A", 0), ("C", 0), ("E", -1))
    after = drop_nodes(treebank, treebank.nodes.text("label").mask({"D"}))
    assert after.nodes.text("label").decode() == ["A", "E", "C"]


@given(st.data())
@patient
def test_dropping_tokens_gives_a_true_table(data: st.DataObject) -> None:
    treebank = data.draw(treebanks(empty_nodes=True, max_sentences=3))
    twins.must_be_a_table(drop_tokens(treebank, data.draw(masks(len(treebank.tokens)))))


@given(st.data())
@patient
def test_nodes_keep_the_tokens_that_were_not_dropped(data: st.DataObject) -> None:
    treebank = named(data.draw(trees))
    drop = data.draw(masks(len(treebank.tokens)))
    gone = [
        {token for token, lost in enumerate(part) if lost}
        for part in twins.by_sentence(treebank.tokens.offsets.tolist(), drop.tolist())
    ]
    expected = shapes(treebank, lambda number, items: twins.without_tokens(items, gone[number]))
    assert shapes(drop_tokens(treebank, drop)) == expected


@given(st.data())
@patient
def test_the_tokens_that_stay_are_those_not_dropped(data: st.DataObject) -> None:
    treebank = data.draw(treebanks(max_sentences=3))
    drop = data.draw(masks(len(treebank.tokens)))
    after = drop_tokens(treebank, drop).tokens
    changed: dict[str, None] = dict.fromkeys(("parent", "head", "deps"))
    assert after.replace(**changed).equals(treebank.tokens.keep(~drop).replace(**changed))


@given(treebanks(max_sentences=3))
@patient
def test_dropping_no_token_changes_nothing(treebank: Treebank) -> None:
    assert drop_tokens(treebank, np.zeros(len(treebank.tokens), bool)) is treebank


@given(treebanks(empty_nodes=True, max_sentences=3))
@patient
def test_dropping_all_tokens_leaves_the_sentences(treebank: Treebank) -> None:
    assert len(drop_tokens(treebank, np.ones(len(treebank.tokens), bool))) == len(treebank)


def test_a_phrase_that_never_had_words_does_not_go_with_the_words_of_others() -> None:
    treebank = tree("a:1 b:0", ("S", -1), ("NP", 0), ("EMPTY", 0))
    after = drop_tokens(treebank, np.array([True, False]))
    assert sorted(map(str, after.nodes.text("label"))) == ["EMPTY", "S"]


def test_a_phrase_without_words_is_kept_between_its_neighbours() -> None:
    treebank = tree("a:0 b:0 c:0", ("S", -1), ("EMPTY", 0))
    nodes = treebank.nodes.replace(left=np.array([0, 2], np.int32), right=np.array([3, 2], np.int32))
    after = drop_tokens(treebank.replace(nodes=nodes), np.array([True, False, False])).nodes
    assert (after.numbers("left").tolist(), after.numbers("right").tolist()) == ([0, 1], [2, 1])


def test_dependents_of_a_dropped_token_move_up_to_its_head() -> None:
    treebank = tree("a:-1 b:-1 c:-1 d:-1", heads=[1, 3, 1, -1])
    after = drop_tokens(treebank, np.array([False, True, False, False]))
    assert after.tokens.numbers("head").tolist() == [2, 2, -1]


def test_dependents_of_a_dropped_root_become_roots() -> None:
    treebank = tree("a:-1 b:-1 c:-1", heads=[1, -1, 1])
    after = drop_tokens(treebank, np.array([False, True, False]))
    assert after.tokens.numbers("head").tolist() == [-1, -1]


def test_dependents_of_a_dropped_token_without_head_have_none_either() -> None:
    treebank = tree("a:-1 b:-1", heads=[1, -2])
    after = drop_tokens(treebank, np.array([False, True]))
    assert after.tokens.numbers("head").tolist() == [-2]


def test_a_multiword_token_moves_with_its_words() -> None:
    treebank = tree("a:-1 b:-1 c:-1", heads=[-1, 0, 0], multiword=[{"first": 1, "last": 3, "form": "bc"}])
    after = drop_tokens(treebank, np.array([True, False, False])).multiword
    assert (after.numbers("first").tolist(), after.numbers("last").tolist()) == ([0], [2])


def test_a_multiword_token_is_removed_with_one_of_its_words() -> None:
    treebank = tree("a:-1 b:-1 c:-1", heads=[-1, 0, 0], multiword=[{"first": 1, "last": 3, "form": "bc"}])
    assert len(drop_tokens(treebank, np.array([False, False, True])).multiword) == 0


def test_enhanced_graphs_go_with_a_word() -> None:
    empty = [{"after": 1, "minor": 1, "fields": "x"}]
    treebank = tree("a:-1 b:-1", heads=[-1, 0], empty=empty)
    treebank = treebank.replace(tokens=treebank.tokens.replace(deps=Text.of(["0:root", "1:obj"])))
    after = drop_tokens(treebank, np.array([False, True]))
    assert (len(after.empty), "deps" in after.tokens) == (0, False)


def test_sentences_side_by_side_do_not_share_numbers() -> None:
    """Dropping in the first sentence leaves the second as it was."""
    one = tree("a:0 b:1 c:0", ("S", -1), ("X", 0), heads=[-1, 0, 1])
    both = one[[0, 0]]
    after = drop_tokens(both, np.array([True, False, False, False, False, False]))
    assert after[1] == one[0]


@given(with_secondary(), st.data())
@patient
def test_secondary_edges_join_the_same_after_nodes_are_dropped(treebank: Treebank, data: st.DataObject) -> None:
    before = named(treebank)
    after = drop_nodes(before, data.draw(masks(len(before.nodes))))
    assert edges(after) == surviving_edges(before, after)


@given(with_secondary(), st.data())
@patient
def test_secondary_edges_join_the_same_after_tokens_are_dropped(treebank: Treebank, data: st.DataObject) -> None:
    before = named(treebank)
    after = drop_tokens(before, data.draw(masks(len(before.tokens))))
    assert edges(after) == surviving_edges(before, after)


@given(trees)
@patient
def test_a_table_in_order_is_unchanged(treebank: Treebank) -> None:
    assert list(restructure(treebank)) == list(treebank)


def shuffled(treebank: Treebank, seed: int) -> Treebank:
    """The same trees with the nodes of each sentence in another order."""
    nodes, tokens, secondary = treebank.nodes, treebank.tokens, treebank.secondary
    order = np.lexsort((np.random.default_rng(seed).random(len(nodes)), nodes.sentence))
    place = {int(row): number - int(nodes.start[row]) for number, row in enumerate(order)}

    def moved(rows: Rows, column: str) -> NDArray[np.int32]:
        pointers = columns(rows, column)
        found = [place[int(nodes.offsets[sentence]) + node] if node >= 0 else -1 for sentence, node in pointers]
        return np.array(found, np.int32)

    return treebank.replace(
        nodes=nodes.replace(parent=moved(nodes, "parent")).reorder(order),
        tokens=tokens.replace(parent=moved(tokens, "parent")),
        secondary=secondary.replace(node=moved(secondary, "node"), parent=moved(secondary, "parent")),
    )


@given(with_secondary(), st.integers(0, 99))
@patient
def test_nodes_in_any_order_come_back_into_theirs(treebank: Treebank, seed: int) -> None:
    assert list(restructure(shuffled(treebank, seed))) == list(treebank)


@given(st.data())
@patient
def test_nodes_moved_to_new_parents_are_where_they_were_moved(data: st.DataObject) -> None:
    treebank = named(data.draw(trees))
    nodes, tokens = treebank.nodes, treebank.tokens
    choices = iter(data.draw(st.lists(st.integers(0, 63), min_size=len(nodes), max_size=len(nodes))))
    parent = [-1 + next(choices) % (place + 1) for count in nodes.counts.tolist() for place in range(count)]
    limits = nodes.counts[tokens.sentence].tolist()
    token_parent = [data.draw(st.integers(-1, limit - 1)) for limit in limits]
    asked = treebank.replace(
        nodes=nodes.replace(parent=np.array(parent, np.int32)),
        tokens=tokens.replace(parent=np.array(token_parent, np.int32)),
    )
    after = restructure(treebank, asked.nodes, asked.tokens.numbers("parent"))
    twins.must_be_a_table(after)
    assert shapes(after) == shapes(asked)


def test_a_circle_is_an_error_that_says_where() -> None:
    treebank = tree("a:1", ("S", -1), ("X", 0))[[0, 0]]
    circle = treebank.nodes.replace(parent=np.array([-1, 0, 1, 0], np.int32))
    with pytest.raises(DataError, match=r"sentence 2: the nodes form a cycle"):
        restructure(treebank, circle)


def test_a_sentence_of_loose_words_needs_no_nodes() -> None:
    assert tree("a:-1 b:-1").tokens.numbers("parent").tolist() == [-1, -1]


def test_words_can_be_dropped_where_there_are_no_nodes() -> None:
    after = drop_tokens(tree("a:-1 b:-1"), np.array([True, False]))
    assert after.tokens.text("form").decode() == ["b"]


@given(st.data())
@patient
def test_old_nodes_keep_their_numbers_when_some_are_inserted(data: st.DataObject) -> None:
    treebank = data.draw(some_nodes)
    counts = np.array([data.draw(st.integers(0, 2)) for _ in range(len(treebank))], np.int64)
    after = insert_nodes(treebank, counts, label=Text.constant("NEW", int(counts.sum()))).nodes
    last = np.repeat(treebank.nodes.counts, after.counts)  # how many were in the sentence before
    old = np.arange(len(after)) - after.start < last
    assert after.keep(old).equals(treebank.nodes)


def test_inserted_nodes_stand_at_the_end_of_their_sentence() -> None:
    treebank = tree("a:0", ("S", -1))[[0, 0]]
    after = insert_nodes(
        treebank, np.array([0, 2]), label=Text.of(["X", "Y"]), parent=np.array([0, -1], np.int32)
    ).nodes
    assert after.text("label").decode() == ["S", "S", "X", "Y"]
    assert after.numbers("parent").tolist() == [-1, -1, 0, -1]
    assert after.counts.tolist() == [1, 3]


def test_nodes_can_be_inserted_at_the_beginning_of_their_sentence() -> None:
    treebank = tree("a:0", ("S", -1))[[0, 0]]
    after = insert_nodes(treebank, np.array([1, 2]), first=True, label=Text.of(["X", "Y", "Z"])).nodes
    assert after.text("label").decode() == ["X", "S", "Y", "Z", "S"]
    assert after.counts.tolist() == [2, 3]


def test_text_that_inserted_nodes_do_not_have_is_missing() -> None:
    treebank = tree("a:0", ("S", -1))
    treebank = treebank.replace(nodes=treebank.nodes.replace(function=Text.of(["HD"])))
    after = insert_nodes(treebank, np.array([1]), label=Text.of(["X"]), parent=np.array([-1], np.int32))
    assert after.nodes.text("function").decode() == ["HD", None]


def test_nodes_can_be_inserted_where_there_are_none() -> None:
    treebank = tree("a:-1 b:-1")
    bare = treebank.replace(nodes=Rows(treebank.nodes.offsets))
    after = insert_nodes(bare, np.array([1]), label=Text.of(["X"]), parent=np.array([-1], np.int32))
    placed = restructure(bare, after.nodes, np.zeros(2, np.int32)).nodes
    assert (placed.numbers("left").tolist(), placed.numbers("right").tolist()) == ([0], [2])


@given(trees)
@patient
def test_relabelling_changes_labels_one_by_one(treebank: Treebank) -> None:
    after = relabel(treebank, str.lower)
    assert after.nodes.text("label").decode() == [str(label).lower() for label in treebank.nodes.text("label")]


def test_relabelling_shares_everything_else() -> None:
    treebank = tree("a:0 b:1", ("X", -1), ("Y", 0))
    after = relabel(treebank, lambda label: label + "x")
    assert after.tokens is treebank.tokens
    assert all(after.nodes.columns[name] is treebank.nodes.columns[name] for name in ("parent", "left", "right"))


def test_labels_that_become_the_same_are_one_value() -> None:
    after = relabel(tree("a:0 b:1", ("X", -1), ("Y", 0)), lambda _: "Z").nodes.text("label")
    assert list(after.values) == ["Z"]


def test_a_label_relabelled_as_none_is_missing() -> None:
    after = relabel(tree("a:0 b:1", ("X", -1), ("Y", 0)), lambda label: None if label == "X" else label)
    assert after.nodes.text("label").decode() == [None, "Y"]


def test_relabelling_a_column_that_is_not_there_changes_nothing() -> None:
    treebank = tree("a:0", ("X", -1))
    assert relabel(treebank, str.lower, "tokens", "lemma") is treebank


def pieces_of(draw: Callable[[st.SearchStrategy[list[int]]], list[int]], treebank: Treebank) -> NDArray[np.int64]:
    length = len(treebank.tokens)
    return np.array(draw(st.lists(st.integers(1, 3), min_size=length, max_size=length)), np.int64)


@given(treebanks(constituents=True, empty_nodes=True, max_sentences=3), st.data())
@patient
def test_splitting_tokens_repeats_them_in_their_place(treebank: Treebank, data: st.DataObject) -> None:
    """Each node has the same words below it, each as often as it has pieces."""
    before = named(treebank)
    pieces = pieces_of(data.draw, before)
    after = split_tokens(before, pieces)
    times = dict(zip(before.tokens.text("form").decode(), pieces.tolist(), strict=True))
    for old, new in zip(before, after, strict=True):
        assert [token.form for token in new] == [token.form for token in old for _ in range(times[token.form])]
        assert [node.label for node in new.nodes] == [node.label for node in old.nodes]
        for first, second in zip(old.nodes, new.nodes, strict=True):
            expected = [token.form for token in first.tokens for _ in range(times[token.form])]
            assert [token.form for token in second.tokens] == expected
    assert restructure(after).equals(after)


@given(treebanks(constituents=False, dependencies=True, max_sentences=3), st.data())
@patient
def test_the_first_piece_represents_the_token_and_the_others_depend_on_it(
    treebank: Treebank, data: st.DataObject
) -> None:
    pieces = pieces_of(data.draw, treebank)
    after = split_tokens(treebank, pieces)
    start = 0
    for old, new in zip(treebank, after, strict=True):
        own = pieces[start : start + len(old)].tolist()
        start += len(old)
        first = [sum(own[:number]) for number in range(len(own))]
        heads = new.column("tokens", "head")
        for number, head in enumerate(old.column("tokens", "head")):
            assert heads[first[number]] == (first[head] if head >= 0 else head)
            others = heads[first[number] + 1 : first[number] + own[number]]
            assert others == [first[number]] * (own[number] - 1)


def test_multiword_tokens_and_secondary_edges_follow_split_tokens() -> None:
    builder = Builder()
    builder.add(
        {},
        [{"form": form, "tag": "N", "parent": 0} for form in "abc"],
        [{"label": "S", "parent": -1}],
        multiword=[{"first": 1, "last": 3, "form": "bc", "fields": "_"}],
        secondary=[{"token": 2, "node": -1, "parent": 0, "label": "SB"}],
    )
    before = builder.build()[[0, 0]]
    after = split_tokens(before, np.array([2, 1, 3, 1, 2, 1]))
    assert columns(after.multiword, "first", "last") == [(0, 2, 6), (1, 1, 4)]
    assert columns(after.secondary, "token") == [(0, 3), (1, 3)]
    assert columns(after.nodes, "left", "right") == [(0, 0, 6), (1, 0, 4)]


def test_splitting_nothing_gives_the_same_treebank() -> None:
    treebank = tree("a:0 b:1", ("X", -1), ("Y", 0))
    assert split_tokens(treebank, np.ones(2, np.int64)) is treebank
    empty = treebank[:0]
    assert split_tokens(empty, np.zeros(0, np.int64)) is empty
