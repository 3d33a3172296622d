"""Constituents to dependencies by heads."""

from __future__ import annotations

import io
from pathlib import Path

import head_twins
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import CallError, Treebank, read, write
from treegauge.annotation.head_reassignment import (
    HEAD_REASSIGNMENTS,
    ConstituencyRule,
    DependencyRule,
    Reassignment,
    find_reassignment,
    read_reassignment,
)
from treegauge.annotation.head_rules import HEAD_RULES, find_rules
from treegauge.annotation.punctuation import punctuation
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.shared.words import words_only
from treegauge.measures.triples import Triples
from treegauge.transforms.conversions.to_dependencies import lexicalised, to_dependencies
from treegauge.treebank.build import Builder, TokenRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def arcs(treebank: Treebank) -> list[tuple[str, str]]:
    """Each word with its head, `-` for a root."""
    return [(token.form, token.head.form if token.head else "-") for tree in treebank for token in tree]


def from_heads(*rows: tuple[str, str, int, str]) -> Treebank:
    """One dependency tree from (form, tag, head from 1, relation)."""
    builder = Builder()
    builder.add({}, [TokenRow(form=form, tag=tag, head=head - 1, deprel=rel) for form, tag, head, rel in rows])
    return builder.build()


def test_a_word_depends_on_the_head_of_the_phrase_above_its_largest_projection() -> None:
    treebank = trees("(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))))")
    assert arcs(to_dependencies(treebank, "collins")) == [
        ("the", "dog"),
        ("dog", "sees"),
        ("sees", "-"),
        ("a", "cat"),
        ("cat", "sees"),
    ]


def test_a_discontinuous_tree_gives_crossing_dependencies() -> None:
    treebank = trees("(S (VP (NN 0=Autos) (VVPP 2=gesehen)) (VAFIN 1=hat))", "discbracket")
    assert arcs(to_dependencies(treebank, "negra")) == [("Autos", "gesehen"), ("hat", "-"), ("gesehen", "hat")]


def test_every_tree_of_a_sentence_has_a_root() -> None:
    builder = Builder()
    tokens = [TokenRow(form=form, tag="NN", parent=parent) for form, parent in (("a", 0), ("b", 1), ("c", -1))]
    builder.add({}, tokens, [{"label": "NP", "parent": -1}, {"label": "NP", "parent": -1}])
    assert to_dependencies(builder.build(), "left").tokens.numbers("head").tolist() == [-1, -1, -1]


def test_the_relation_is_the_function_of_the_largest_projection() -> None:
    builder = Builder()
    tokens: list[TokenRow] = [
        {"form": "Hunde", "tag": "NN", "parent": 1, "function": "HD"},
        {"form": "bellen", "tag": "VVFIN", "parent": 0, "function": "HD"},
        {"form": "laut", "tag": "ADJD", "parent": 0, "function": "MO"},
    ]
    builder.add({}, tokens, [{"label": "S", "parent": -1}, {"label": "NP", "parent": 0, "function": "SB"}])
    assert to_dependencies(builder.build()).tokens.text("deprel").decode() == ["SB", None, "MO"]


def test_topological_fields_are_not_phrases() -> None:
    text = "(SIMPX (VF (NX (NN Hunde))) (LK (VXFIN (VVFIN bellen))) (MF (ADVX (ADV heute)) (ADVX (ADV laut))))"
    assert arcs(to_dependencies(trees(text), "tueba")) == [
        ("Hunde", "bellen"),
        ("bellen", "-"),
        ("heute", "bellen"),
        ("laut", "bellen"),
    ]


def test_a_sentence_without_phrases_keeps_its_heads() -> None:
    treebank = from_heads(("a", "X", 2, "r"), ("b", "X", 0, "root"))
    assert to_dependencies(treebank) is treebank


def test_heads_need_phrases() -> None:
    with pytest.raises(CallError, match="there is no constituency tree"):
        lexicalised(from_heads(("a", "X", 0, "root")))


@given(treebank=treebanks(constituents=True, empty_nodes=True), name=st.sampled_from(["left", "right", "collins"]))
@patient
def test_dependencies_are_those_of_the_plain_twin(treebank: Treebank, name: str) -> None:
    children = head_twins.head_children(treebank, find_rules(name, treebank))
    assert lexicalised(treebank, name).head.tolist() == head_twins.dependency_heads(treebank, children)


@given(treebank=treebanks(constituents=True, dependencies=False, empty_nodes=True))
@patient
def test_dependencies_are_trees_with_a_root_for_each_top(treebank: Treebank) -> None:
    converted = to_dependencies(treebank, "right")
    for tree, old in zip(converted, treebank, strict=True):
        tops = [item for item in old.roots if head_twins.has_tokens(item)]
        assert sum(token.is_root for token in tree) == len(tops)
        for token in tree:
            above, steps = token.head, 0
            while above is not None:
                above, steps = above.head, steps + 1
                assert steps <= len(tree)


def test_a_very_deep_tree_is_only_a_long_array() -> None:
    depth = 20_000
    treebank = trees("(A (X w) " * depth + "(X z)" + ")" * depth)
    assert (to_dependencies(treebank, "left").tokens.numbers("head") == np.arange(-1, depth)).all()


RULES = Reassignment("", (ConstituencyRule("PP", "IN", "NP"), ConstituencyRule("VP", "MD", "VP")))


def test_a_rule_gives_the_head_to_a_sister() -> None:
    treebank = trees("(S (NP (NN dogs)) (VP (MD will) (VP (VB bark) (PP (IN at) (NP (NNS cats))))))")
    assert arcs(to_dependencies(treebank, "collins", RULES)) == [
        ("dogs", "bark"),
        ("will", "bark"),
        ("bark", "-"),
        ("at", "cats"),
        ("cats", "bark"),
    ]


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("(PP (NP-ADV (X a)) (IN b) (RB c) (NP (X d)) (NP (X e)))", "d"),  # the nearest on the right
        ("(PP (NP (X a)) (NP (X b)) (RB c) (IN d))", "b"),  # else the nearest on the left
        ("(PP-LOC (IN a) (NP=2 (X b)))", "b"),  # labels with function tags
        ("(XP (IN a) (NP (X b)))", "a"),
        ("(PP (TO a) (NP (X b)))", "a"),
        ("(PP (IN* a) (NP (X b)))", "b"),  # marked heads are reassigned too
    ],
)
def test_of_several_sisters_the_nearest_is_taken(text: str, head: str) -> None:
    converted = to_dependencies(trees(text), "collins", RULES)
    assert [form for form, above in arcs(converted) if above == "-"] == [head]


def test_the_first_rule_that_fits_is_applied_once() -> None:
    rules = Reassignment(
        "", (ConstituencyRule("S", "A", "C"), ConstituencyRule("S", "A", "B"), ConstituencyRule("S", "B", "A"))
    )
    assert arcs(to_dependencies(trees("(S (A a) (B b))"), "left", rules)) == [("a", "b"), ("b", "-")]
    assert arcs(to_dependencies(trees("(S (A a) (B b) (C c))"), "left", rules))[2] == ("c", "-")


names = st.sampled_from(["S", "NP", "VP", "NP-SBJ", "NN", "VB", "名詞句"])


@given(
    treebank=treebanks(constituents=True, empty_nodes=True),
    rules=st.lists(st.builds(ConstituencyRule, names, names, names), max_size=6),
)
@patient
def test_reassignment_is_that_of_the_plain_twin(treebank: Treebank, rules: list[ConstituencyRule]) -> None:
    table, reassignment = HEAD_RULES["collins"], Reassignment("", tuple(rules))
    old = head_twins.head_children(treebank, table)
    expected = head_twins.reassigned(treebank, old, table, reassignment)
    assert lexicalised(treebank, table, reassignment).child.tolist() == expected


def exchanged(treebank: Treebank, *rules: DependencyRule) -> list[tuple[str, str]]:
    return arcs(to_dependencies(treebank, reassignment=Reassignment("", (), rules)))


def test_a_dependent_takes_the_place_of_its_head_with_its_dependents() -> None:
    treebank = from_heads(
        ("sees", "V", 0, "root"),
        ("of", "IN", 1, "obl"),
        ("all", "RB", 2, "m"),
        ("dogs", "NN", 2, "pobj"),
        ("big", "JJ", 4, "m"),
    )
    expected = [("sees", "-"), ("of", "dogs"), ("all", "dogs"), ("dogs", "sees"), ("big", "dogs")]
    assert exchanged(treebank, DependencyRule("IN", "NN")) == expected
    assert exchanged(treebank, DependencyRule("IN", "NN", "pobj")) == expected
    assert exchanged(treebank, DependencyRule("IN", "NN", "obj")) == arcs(treebank)


def test_relations_move_with_the_place() -> None:
    treebank = from_heads(("sees", "V", 0, "root"), ("of", "IN", 1, "obl"), ("dogs", "NN", 2, "pobj"))
    converted = to_dependencies(treebank, reassignment=Reassignment("", (), (DependencyRule("IN", "NN"),)))
    assert converted.tokens.text("deprel").decode() == ["root", "pobj", "obl"]


def test_places_are_handed_down_a_chain() -> None:
    treebank = from_heads(("may", "MD", 0, "r"), ("have", "VH", 1, "v"), ("gone", "VV", 2, "v"), ("he", "P", 1, "s"))
    rules = (DependencyRule("MD", "VH"), DependencyRule("VH", "VV"))
    assert exchanged(treebank, *rules) == [("may", "gone"), ("have", "gone"), ("gone", "-"), ("he", "gone")]


tags = st.sampled_from(["NN", "VB", "$,"])
relations = st.sampled_from(["", "nsubj", "obj"])


@given(
    treebank=treebanks(constituents=False, missing_tags=False),
    rules=st.lists(st.builds(DependencyRule, tags, tags, relations), max_size=4),
)
@patient
def test_exchanged_heads_are_those_of_the_plain_twin(treebank: Treebank, rules: list[DependencyRule]) -> None:
    converted = to_dependencies(treebank, reassignment=Reassignment("", (), tuple(rules)))
    assert converted.tokens.numbers("head").tolist() == head_twins.exchanged(treebank, rules)


def test_rules_are_written_and_read_again() -> None:
    rules = Reassignment(
        'say "so"', RULES.constituency, (DependencyRule("IN", "N\\N", "obl"), DependencyRule("A", "B"))
    )
    assert read_reassignment("mine", rules.to_toml()) == rules


def test_rules_come_by_name_or_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULES.to_toml(), "utf-8")
    assert find_reassignment(str(path)) == RULES
    assert find_reassignment("none") is None
    assert all(find_reassignment(name) == rules for name, rules in HEAD_REASSIGNMENTS.items())
    with pytest.raises(CallError, match="unknown head reassignment 'nowhere'; known: none, ud, or a TOML file"):
        find_reassignment("nowhere")


def test_yamada_and_matsumoto_give_the_dependency_treebank_of_the_wsj_sample(shared: Path) -> None:
    folder = shared / "ptb_wsj_sample"
    expected = read(folder / "wsj_sample.dp.xz").tokens.numbers("head")
    heads = to_dependencies(words_only(read(folder / "wsj_sample.mrg.xz")), "yamada-matsumoto").tokens.numbers("head")
    assert len(heads) == 94_084
    assert (heads == expected).all()


@pytest.mark.parametrize(
    ("path", "share"),
    [("tuebadz_sample/exportxml-example.xml.xz", 0.99), ("tiger_sample/tiger-sample.export", 1.0)],
)
def test_rules_find_the_heads_that_functions_mark(shared: Path, path: str, share: float) -> None:
    treebank = read(shared / path)
    bare = treebank.replace(tokens=treebank.tokens.replace(function=None), nodes=treebank.nodes.replace(function=None))
    same = to_dependencies(treebank).tokens.numbers("head") == to_dependencies(bare).tokens.numbers("head")
    assert same[~punctuation(treebank)].mean() >= share


def test_a_german_treebank_gives_the_same_heads_as_export_and_as_brackets() -> None:
    """In brackets, the tag $( is spelled $-LRB-, and several trees are below one VROOT."""
    export = (
        "#FORMAT 4\n#BOS 1\nAlte\t--\tNN\t--\t--\t500\n(\t--\t$(\t--\t--\t500\nund\t--\tKON\t--\t--\t500\n"
        "Kranke\t--\tNN\t--\t--\t500\n)\t--\t$(\t--\t--\t0\nHier\t--\tADV\t--\t--\t0\n"
        "gehe\t--\tVVFIN\t--\t--\t501\nich\t--\tPPER\t--\t--\t501\n#500\t--\tCNP\t--\t--\t0\n"
        "#501\t--\tS\t--\t--\t0\n#EOS 1\n"
    )
    treebank = trees(export, "export")
    out = io.BytesIO()
    write(treebank, out, "brackets")
    bracketed = trees(out.getvalue().decode())
    assert bracketed[0].nodes[0].label == "VROOT"
    assert bracketed.tokens.text("tag").decode()[1] == "$-LRB-"
    assert punctuation(bracketed).tolist() == punctuation(treebank).tolist()
    heads = [to_dependencies(side, "negra").tokens.numbers("head").tolist() for side in (treebank, bracketed)]
    assert heads[0] == heads[1]
    measure = Triples(heads="negra")
    for gold, test in ((treebank, bracketed), (bracketed, treebank)):
        assert measure.count(gold, test).tolist() == [[6, 6, 6]]
