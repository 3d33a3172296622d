"""The tables of head rules: what they are for, and the heads that they find."""

from __future__ import annotations

from pathlib import Path

import head_twins
import pytest

from treegauge import Treebank, read
from treegauge.annotation.head_rules import DIRECTIONS, HEAD_RULES, find_rules, head_children
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.bundled import bundled
from treegauge.transforms.conversions.to_dependencies import to_dependencies
from treegauge.treebank.views import Node


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def heads(treebank: Treebank, rules: str) -> list[str | None]:
    """The label or tag of the head of each node of the first tree."""
    found = head_children(treebank, rules).tolist()
    items = [*(token.tag for token in treebank[0].tokens), *(node.label for node in treebank[0].nodes)]
    return [items[found[node.index]] for node in treebank[0].nodes]


@pytest.mark.parametrize("name", sorted(HEAD_RULES))
def test_every_step_of_a_table_has_a_direction_and_labels(name: str) -> None:
    rules = HEAD_RULES[name]
    assert all(len(step) > 1 and step[0] in DIRECTIONS for steps in rules.steps.values() for step in steps)


@pytest.mark.parametrize("name", sorted(HEAD_RULES))
def test_every_table_says_what_it_is_for(name: str) -> None:
    assert HEAD_RULES[name].about


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("(S (NP (ART d) (NN F)) (VVFIN geht))", "VVFIN"),
        ("(NP (ART d) (ADJA k) (NN F) (PP (APPR in)))", "NN"),
        ("(PP (APPR in) (ART d) (NN S))", "APPR"),
        ("(VP (NP (NN F)) (VVPP gesehen))", "VVPP"),
    ],
)
def test_negra_finds_the_usual_heads(text: str, head: str) -> None:
    assert heads(trees(text), "negra")[0] == head


def test_a_penn_tree_is_not_taken_for_negra() -> None:
    treebank = bundled("english.mrg")
    assert find_rules("auto", treebank).name == "collins"
    assert find_rules("auto", bundled("german.export")).name == "negra"


@pytest.mark.parametrize(
    ("rules", "text", "head"),
    [
        ("collins", "(NP (NP (DT the) (NN man)) (PP (IN in) (NP (NN town))))", "NP"),
        ("collins", "(NP (NNP John) (POS 's))", "POS"),
        ("collins", "(VP (MD will) (VP (VB go)))", "MD"),
        ("collins", "(VP (TO to) (VP (VB go)))", "TO"),
        ("collins", "(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))", "IN"),
        ("collins", "(ADVP (RB very) (RB well))", "RB"),
        ("magerman", "(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))", "S"),
        ("magerman", "(NP (DT the) (JJ rich))", "JJ"),
        ("yamada-matsumoto", "(VP (TO to) (VP (VB go)))", "VP"),
        ("yamada-matsumoto", "(VP (VBP have) (VP (VBN gone)))", "VBP"),
        ("charniak", "(PP (IN out) (IN of) (NP (NN town)))", "IN"),
        ("charniak", "(S (NP (PRP I)) (VP (VBP go)) (, ,))", "VP"),
        ("charniak", "(X (NP (NN a)) (PP (IN of)))", "NP"),
        ("chinese", "(IP (NP (NR x)) (VP (VV y)) (PU 。))", "VP"),
        ("ftb", "(SENT (NP (NC chat)) (VN (V dort)) (PONCT .))", "VN"),
        ("tueba", "(PX (APPR in) (NX (NN Stadt)))", "NX"),
        ("spanish", "(sn-SUJ (espec.ms (da0ms0 el)) (grup.nom.ms (ncms000 gato)))", "grup.nom.ms"),
        ("icelandic", "(IP-MAT-SPE (NP-SBJ (PRO-N hann)) (VBDI kom) (. .))", "VBDI"),
        ("alpino", "(np (det de) (adj oude) (noun man))", "noun"),
    ],
)
def test_the_tables_find_the_usual_heads(rules: str, text: str, head: str) -> None:
    assert heads(trees(text), rules)[0] == head


def test_magerman_takes_anything_in_an_adjective_phrase_before_a_comparative_adverb() -> None:
    assert heads(trees("(ADJP (XX odd) (RBR more))"), "magerman") == ["XX"]
    assert heads(trees("(ADJP (RB so) (RBR more))"), "magerman") == ["RBR"]


def charniak_pairs() -> tuple[set[str], set[str]]:
    """The pairs of parent and child of Charniak's two lists, out of the table."""
    first, second = set(), set()
    for label, steps in HEAD_RULES["charniak"].steps.items():
        own = next(number for number, step in enumerate(steps) if step[1:] in ((label,), ("S1",)))
        first |= {f"{label} {child}" for step in steps[:own] for child in step[1:]}
        second |= {f"{label} {child}" for step in steps[own + 1 :] for child in step[1:]}
    return first, second


def test_the_table_of_charniak_does_what_his_head_finder_does(reference: Path) -> None:
    treebank = read(reference / "constituency" / "wsj-sample.bllip-T20.mrg.xz")[:300]
    first, second = charniak_pairs()
    marks = set(HEAD_RULES["charniak"].punctuation)
    expected = []
    for tree in treebank:
        for node in tree.nodes:
            kinds = [(head_twins.category(child) or "", isinstance(child, Node)) for child in node.children]
            place = head_twins.charniak(node.label or "", kinds, first, second, marks)
            expected.append(head_twins.number(node.children[place], tree))
    assert head_children(treebank, "charniak").tolist() == expected


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        ("ptb_wsj_sample/wsj_sample.mrg.xz", "collins"),
        ("genia/test.trees.xz", "collins"),
        ("tiger_sample/tiger-sample.export", "negra"),
        ("tiger_sample/corpus-sample.export", "negra"),
        ("tuebadz_sample/tueba-sample.export", "tueba"),
        ("tuebadz_sample/exportxml-example.xml.xz", "tueba"),
        ("smultron/smultron_sv_banana.xml.xz", "negra"),
        ("smultron/smultron_en_banana.xml.xz", "collins"),
        ("farpahc/1823.ntmatt.rel-bib.psd.xz", "icelandic"),
        ("squoia/AHK_SQUOIA_ES.xml.xz", "left"),
    ],
)
def test_auto_knows_real_treebanks(shared: Path, path: str, rules: str) -> None:
    assert find_rules("auto", read(shared / path)).name == rules


def test_alpino_rules_know_capital_labels_and_the_tags_of_lassy() -> None:
    tree = "(SMAIN (NP (lid de) (n ster)) (ww staat) (PP (vz op) (NP (lid een) (n afstand))))"
    small = tree.replace("SMAIN", "smain").replace("NP", "np").replace("PP", "pp")
    found = [to_dependencies(trees(text), "alpino").tokens.numbers("head").tolist() for text in (tree, small)]
    assert found == [[1, 2, -1, 2, 5, 3]] * 2
