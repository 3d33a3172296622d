"""Other labels for the same trees."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, FormatError, Text, Treebank, apply
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.relabel import read_mapping

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    path = tmp_path / "map.txt"
    path.write_text("NP\tN P\n# a comment\n\n#\tHASH\nVP Y\n-NONE-\tE\n", "utf-8")
    return path


def test_a_mapping_has_a_line_each(mapping: Path) -> None:
    assert read_mapping(str(mapping)) == {"NP": "N P", "#": "HASH", "VP": "Y", "-NONE-": "E"}


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("NP   N", ("NP", "N")),
        ("  NP N  ", ("NP", "N")),
        ("NP\t\tN", ("NP", "N")),
        ("NP \t  N P", ("NP", "N P")),
        ("N P\tN", ("N P", "N")),
        ("NP\t", ("NP", "")),
        ("N\u00a0P N", ("N\u00a0P", "N")),
    ],
)
def test_several_spaces_or_tabs_may_be_between_the_columns(line: str, pair: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text(f"{line}\nVP   V\n", "utf-8")
    assert read_mapping(str(path)) == dict([pair, ("VP", "V")])


@pytest.mark.parametrize("line", ["NP", "NP  ", "NP N P", "NP\tN\tP"])
def test_other_numbers_of_columns_are_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text(f"{line}\n", "utf-8")
    with pytest.raises(FormatError, match=r"labels\.txt:1: expected 'old<TAB>new'"):
        read_mapping(str(path))


def test_labels_are_mapped_and_others_are_kept(mapping: Path) -> None:
    after = apply(trees("(S (NP (X x)) (VP (NP y)))"), f"map-labels(file='{mapping}')")
    assert after.nodes.text("label").decode() == ["S", "N P", "Y"]


def test_tags_are_mapped_where_that_is_asked_for(mapping: Path) -> None:
    after = apply(trees("(S (NP (-NONE- *)) (VP y))"), f"map-labels(file='{mapping}', column=tag)")
    assert (after.tokens.text("tag").decode(), after.nodes.text("label").decode()) == (["E", "Y"], ["S", "NP"])


def test_a_mapping_that_is_not_there_is_an_error_that_names_it() -> None:
    with pytest.raises(CallError, match=r"cannot read 'no\.such\.file'"):
        read_mapping("no.such.file")


def test_a_bad_line_of_a_mapping_is_named(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_text("NP\tN\nVP\n", "utf-8")
    with pytest.raises(FormatError, match=r"map\.txt:2: expected 'old<TAB>new', found 'VP'"):
        read_mapping(str(path))


def test_a_mapping_that_is_not_text_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "map.txt"
    path.write_bytes(b"NP\t\xff\n")
    with pytest.raises(CallError, match=r"is not UTF-8 text"):
        read_mapping(str(path))


def test_labels_of_a_cluster_become_one() -> None:
    after = apply(trees("(S (NN x) (NNS y) (NNP z))"), "cluster(to=N, of=[NN,NNS], column=tag)")
    assert after[0].brackets() == "(S (N x) (N y) (NNP z))"


def test_a_cluster_can_merge_odd_labels() -> None:
    after = apply(trees("(S (NP=2 (X x)) (PRT|ADVP (Y y)))"), "cluster(to='A B', of=['NP=2','PRT|ADVP'])")
    assert after.nodes.text("label").decode() == ["S", "A B", "A B"]


@pytest.mark.parametrize("column", ["deprel", "upos"])
def test_columns_of_dependency_trees_are_clustered(column: str) -> None:
    treebank = trees("(S (X x) (Y y))")
    treebank = treebank.replace(tokens=treebank.tokens.replace(**{column: Text.of(["a", "b"])}))
    after = apply(treebank, f"cluster(to=c, of=a, column={column})")
    assert after.tokens.text(column).decode() == ["c", "b"]


def test_parents_are_annotated() -> None:
    after = apply(trees("(S (NP (NP (X x)) (Y y)) (-LRB- (Z z)))"), "parent-annotation")
    assert after[0].brackets() == "(S (NP^S (NP^NP (X x)) (Y y)) (-LRB-^S (Z z)))"


def test_the_parent_is_that_of_the_same_sentence() -> None:
    after = apply(trees("(A (B (X x)))\n(C (D (Y y)))"), "parent-annotation")
    assert after.nodes.text("label").decode() == ["A", "B^A", "C", "D^C"]


def test_parents_are_annotated_with_the_mark_asked_for() -> None:
    assert apply(trees("(S (NP (X x)))"), "parent-annotation(mark=@)")[0].brackets() == "(S (NP@S (X x)))"


@pytest.mark.parametrize("mark", ["^", "@@", "~"])
@given(treebank=treebanks(constituents=True, empty_nodes=True))
@patient
def test_removing_the_annotation_undoes_it(mark: str, treebank: Treebank) -> None:
    there_and_back = [f"parent-annotation(mark='{mark}')", f"remove-parent-annotation(mark='{mark}')"]
    assert apply(treebank, there_and_back).equals(treebank)


@given(treebanks(constituents=True, empty_nodes=True))
@patient
def test_the_annotation_is_the_label_of_the_parent(treebank: Treebank) -> None:
    expected = [
        f"{node.label}^{node.parent.label}" if node.parent else node.label for tree in treebank for node in tree.nodes
    ]
    assert apply(treebank, "parent-annotation").nodes.text("label").decode() == expected


@given(treebanks(constituents=False))
@patient
def test_dependency_trees_have_no_parents_to_annotate(treebank: Treebank) -> None:
    after = apply(treebank, ["parent-annotation", "remove-parent-annotation"])
    assert after is treebank
