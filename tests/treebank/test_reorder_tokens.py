"""Tokens in another order: everything that points to a token points to the same one afterwards."""

from __future__ import annotations

import numpy as np
import twins
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from strategies import treebanks
from treegauge import Text, Treebank
from treegauge.treebank.build import Builder, MultiwordRow, SecondaryRow
from treegauge.treebank.edit import reorder_tokens

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Order = NDArray[np.int64]


def orders(treebank: Treebank) -> st.SearchStrategy[Order]:
    """An order of the tokens of each sentence."""
    sentences = [st.permutations(range(length)) for length in treebank.tokens.counts.tolist()]
    return st.tuples(*sentences).map(lambda parts: np.array([place for part in parts for place in part], np.int64))


def named(treebank: Treebank) -> Treebank:
    """Every token and node with a name of its own."""
    form = Text.of(f"t{row}" for row in range(len(treebank.tokens)))
    label = Text.of(f"n{row}" for row in range(len(treebank.nodes)))
    nodes = treebank.nodes.replace(label=label) if len(treebank.nodes) else treebank.nodes
    return treebank.replace(tokens=treebank.tokens.replace(form=form), nodes=nodes)


def links(treebank: Treebank, pointer: str) -> set[tuple[str | None, str | int | None]]:
    """What each token points to, by name: its head or the node above it."""
    tokens, nodes = treebank.tokens, treebank.nodes
    if pointer not in tokens:
        return set()
    rows = tokens if pointer == "head" else nodes
    names, start = rows.text("form" if pointer == "head" else "label").decode(), rows.offsets[tokens.sentence]
    values = tokens.numbers(pointer).tolist()
    ends = [names[at + value] if value >= 0 else value for value, at in zip(values, start.tolist(), strict=True)]
    return set(zip(tokens.text("form").decode(), ends, strict=True))


def yields(treebank: Treebank) -> dict[str | None, frozenset[str | None]]:
    """The words below each node, by name."""
    return {node.label: frozenset(token.form for token in node.tokens) for tree in treebank for node in tree.nodes}


@given(st.data())
@patient
def test_the_table_is_true_and_every_pointer_points_to_the_same(data: st.DataObject) -> None:
    treebank = named(data.draw(treebanks(secondary=True, max_sentences=3)))
    order = data.draw(orders(treebank))
    found = reorder_tokens(treebank, order)
    twins.must_be_a_table(found)
    form = treebank.tokens.text("form").decode()
    rows = (order + treebank.tokens.start).tolist()
    assert found.tokens.text("form").decode() == [form[row] for row in rows]
    for pointer in ("head", "parent"):
        assert links(found, pointer) == links(treebank, pointer)
    assert yields(found) == yields(treebank)


@given(st.data())
@patient
def test_the_same_order_changes_nothing(data: st.DataObject) -> None:
    treebank = data.draw(treebanks(max_sentences=3))
    order = np.arange(len(treebank.tokens)) - treebank.tokens.start
    assert reorder_tokens(treebank, order) is treebank


def test_multiword_tokens_stay_where_their_words_follow_each_other() -> None:
    fields = "\t".join("_" * 8)
    builder = Builder()
    spans = [
        MultiwordRow(first=0, last=2, form="ab", fields=fields),
        MultiwordRow(first=2, last=5, form="cde", fields=fields),
    ]
    for _ in range(2):
        builder.add({}, [{"form": form, "head": -1} for form in "abcde"], [], multiword=spans)
    found = reorder_tokens(builder.build(), np.array([2, 3, 4, 0, 1, 1, 0, 2, 3, 4]))
    assert found.multiword.text("form").decode() == ["cde", "ab", "cde"]
    assert found.multiword.counts.tolist() == [2, 1]
    assert found.multiword.numbers("first").tolist() == [0, 3, 2]
    assert found.multiword.numbers("last").tolist() == [3, 5, 5]


def test_secondary_edges_go_with_their_token() -> None:
    builder = Builder()
    edge = SecondaryRow(token=2, node=-1, parent=0, label="SB")
    builder.add({}, [{"form": form, "parent": 0} for form in "abc"], [{"label": "S", "parent": -1}], secondary=[edge])
    found = reorder_tokens(builder.build(), np.array([2, 0, 1]))
    assert found.secondary.numbers("token").tolist() == [0]
    assert found.secondary.numbers("node").tolist() == [-1]
