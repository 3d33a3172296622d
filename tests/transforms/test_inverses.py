"""What undoes a transform."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given

from strategies import treebanks
from treegauge import CallError, Treebank, UnknownNameError, apply, bundled
from treegauge.transforms.base import TRANSFORMS
from treegauge.transforms.inverses import INVERSES, find_inverse


def options(name: str) -> set[str]:
    return set(inspect.signature(TRANSFORMS.get(name).function).parameters)


@pytest.mark.parametrize("name", INVERSES)
def test_the_table_names_transforms_and_their_options(name: str) -> None:
    inverse = INVERSES[name]
    assert {*inverse.options.values(), *inverse.only} <= options(name)
    if inverse.name is not None:
        assert set(inverse.options) <= options(inverse.name)


@given(treebanks(constituents=True))
def test_labels_come_back_from_parent_annotation(treebank: Treebank) -> None:
    for spec in ("parent-annotation", "parent-annotation(mark='=>')"):
        assert find_inverse(spec)(apply(treebank, spec)).equals(treebank)


@given(treebanks(constituents=True, several_roots=True))
def test_a_root_that_was_added_is_removed(treebank: Treebank) -> None:
    for spec in ("add-root", "add-root(label='R 2')", "add-root('')"):
        assert find_inverse(spec)(apply(treebank, spec)).equals(apply(treebank, "remove-root"))


@given(treebanks(constituents=True))
def test_functions_that_were_joined_come_back(treebank: Treebank) -> None:
    split = apply(treebank, "split-functions")
    again = find_inverse("join-functions")(apply(split, "join-functions"))
    assert again.nodes.text("label").decode() == split.nodes.text("label").decode()


@pytest.mark.parametrize("spec", ["head(3)", "cluster-pos", "rewrite(pattern=x,column=tag)", "shuffle(seed=3)"])
def test_where_labels_and_words_are_kept_there_is_nothing_to_undo(spec: str) -> None:
    treebank = bundled("english.mrg")
    assert find_inverse(spec)(treebank) is treebank


@pytest.mark.parametrize("spec", ["remove-empties", "rewrite(pattern=x)", "join-functions(mark=+)", "cluster-all"])
def test_a_transform_without_inverse_is_an_error(spec: str) -> None:
    with pytest.raises(CallError, match=r"cannot be undone; change the treebanks with it first"):
        find_inverse(spec)


def test_an_unknown_transform_has_the_usual_hint() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'add-root'"):
        find_inverse("add-rot")
