"""Function tags cut off, put into a column of their own, and back."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import Text, Treebank, apply
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.label_functions import category_of, function_of

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
labels = st.text(st.sampled_from("AB-=|1 犬"), max_size=6)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def relabelled(label: str) -> Treebank:
    """One phrase with that label, over a word whose tag it is too."""
    treebank = trees("(X (X x))")
    column = Text.of([label])
    return treebank.replace(nodes=treebank.nodes.replace(label=column), tokens=treebank.tokens.replace(tag=column))


@pytest.mark.parametrize(
    ("label", "category", "function"),
    [
        ("NP", "NP", None),
        ("NP-SBJ", "NP", "SBJ"),
        ("NP-SBJ-1", "NP", "SBJ-1"),
        ("NP=2", "NP", "=2"),
        ("NP-SBJ=2", "NP", "SBJ=2"),
        ("PRT|ADVP", "PRT|ADVP", None),
        ("PRT|ADVP-CLR", "PRT|ADVP", "CLR"),
        ("-NONE-", "-NONE-", None),
        ("-LRB-", "-LRB-", None),
        ("-LRB--X", "-LRB--X", None),
        ("-", "-", None),
        ("--", "--", None),
        ("=", "=", None),
        ("=2", "=2", None),
        ("", "", None),
        ("R-SIMPX", "R-SIMPX", None),
        ("R-SIMPX-OS", "R-SIMPX", "OS"),
        ("EN-ADD=2", "EN-ADD", "=2"),
        ("R-SIMPXY", "R", "SIMPXY"),
        ("名詞句-主語", "名詞句", "主語"),
    ],
)
def test_a_label_is_a_category_and_a_function(label: str, category: str, function: str | None) -> None:
    assert (category_of(label), function_of(label)) == (category, function)


@given(labels)
@patient
def test_stripping_twice_is_stripping_once(label: str) -> None:
    assert category_of(category_of(label)) == category_of(label)


@given(labels)
@patient
def test_a_label_begins_with_its_category(label: str) -> None:
    assert label.startswith(category_of(label))


@given(labels)
@patient
def test_a_label_that_is_not_empty_keeps_a_category(label: str) -> None:
    assert bool(category_of(label)) == bool(label)


def test_functions_are_stripped_from_phrases_and_not_from_tags() -> None:
    after = apply(trees("(S-TPC (NP-SBJ (PRP-X it)) (-NONE- *T*-1))"), "strip-functions")
    assert after[0].brackets() == "(S (NP (PRP-X it)) (-NONE- *T*-1))"


def test_functions_are_stripped_from_tags_where_that_is_asked_for() -> None:
    after = apply(trees("(S-TPC (NP-SBJ (PRP-X it)) (-LRB- -LRB-))"), "strip-functions(tags=true)")
    assert after[0].brackets() == "(S (NP (PRP it)) (-LRB- -LRB-))"


@given(treebanks(empty_nodes=True))
@patient
def test_stripping_functions_twice_changes_nothing_more(treebank: Treebank) -> None:
    once = apply(treebank, "strip-functions(tags=true)")
    assert apply(once, "strip-functions(tags=true)").equals(once)


def test_a_split_function_is_in_its_column() -> None:
    after = apply(trees("(S (NP-SBJ-1 (PRP it)) (VP (VB go)))"), "split-functions")
    assert after.nodes.text("label").decode() == ["S", "NP", "VP"]
    assert after.nodes.text("function").decode() == [None, "SBJ-1", None]


def test_functions_of_tags_are_split_where_that_is_asked_for() -> None:
    after = apply(trees("(S (PRP-SBJ it))"), "split-functions(tags=true)")
    assert (after.tokens.text("tag").decode(), after.tokens.text("function").decode()) == (["PRP"], ["SBJ"])


def test_a_split_function_comes_before_one_that_was_in_the_column() -> None:
    treebank = trees("(S-A (X x))")
    treebank = treebank.replace(nodes=treebank.nodes.replace(function=Text.of(["HD"])))
    assert apply(treebank, "split-functions").nodes.text("function").decode() == ["A-HD"]


@pytest.mark.parametrize(
    "label", ["NP", "NP-SBJ", "NP-SBJ-1", "NP-SBJ=2", "NP=2", "NP=2-SBJ", "PRT|ADVP", "-NONE-", "-LRB-", "-", "=2", ""]
)
def test_joining_undoes_splitting(label: str) -> None:
    treebank = relabelled(label)
    assert apply(treebank, ["split-functions", "join-functions"]).equals(treebank)


@given(st.from_regex(r"[AB|犬]{1,3}(-[AB1犬]{1,2}){0,3}(=[0-9])?", fullmatch=True))
@patient
def test_joining_undoes_splitting_for_all_usual_labels(label: str) -> None:
    treebank = relabelled(label)
    assert apply(treebank, ["split-functions", "join-functions"]).equals(treebank)


@pytest.mark.parametrize("function", [None, "", "-", "--"])
def test_an_empty_function_is_not_joined(function: str | None) -> None:
    treebank = trees("(S (X x))")
    treebank = treebank.replace(nodes=treebank.nodes.replace(function=Text.of([function])))
    assert apply(treebank, "join-functions").nodes.text("label").decode() == ["S"]


def test_functions_are_joined_by_the_mark_asked_for() -> None:
    after = apply(trees("(S (NP-SBJ (PRP it)))"), ["split-functions", "join-functions(mark=/)"])
    assert after[0].brackets() == "(S (NP/SBJ (PRP it)))"


@given(treebanks(constituents=False))
@patient
def test_a_treebank_without_phrases_has_no_functions_to_strip_or_join(treebank: Treebank) -> None:
    after = apply(treebank, ["strip-functions", "split-functions", "join-functions"])
    assert list(after) == list(treebank)
