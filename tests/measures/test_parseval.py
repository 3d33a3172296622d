"""PARSEVAL: EVALB's rules one by one, the plain twin on random trees, published figures, tables by label."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from perturbed import pairs, trees
from twins_brackets import PlainTree, compare_plainly, plain_trees

from strategies import treebanks
from treegauge import CallError, Text, Treebank, score
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.parseval import Parseval
from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.brackets import compare_brackets, deleted_alike
from treegauge.measures.shared.prm import PRESETS, Prm, find_prm
from treegauge.treebank.build import Builder, NodeRow, TokenRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
SENTENCE_9 = (
    "(TOP (S (NP (ART Die) (NN Stadtverwaltung) (PP (APPR von) (NE Venedig))) (VAFIN hat) "
    "(VP (ADV erstmals) (NP (ADJA streunende) (NN Katzen)) (VVPP gezählt))) ($. .))"
)
_LABELS = ["S", "NP", "VP", "NP-SBJ", "-X", "TOP", "名詞句", "X|<Y>", "PRT", "ADVP"]
_TAGS = ["NN", "VB", "$,", "PRP$", "-NONE-", "X"]


def scores(gold: Treebank, test: Treebank, **options: Any) -> dict[str, float]:
    measure = Parseval(**options)
    return {name: float(value) for name, value in measure.score(np.nansum(measure.count(gold, test), 0)).items()}


def counts(gold: str, test: str, **options: Any) -> dict[str, float]:
    """The counts of one sentence."""
    measure = Parseval(**options)
    return dict(zip(measure.counts, measure.count(trees(gold), trees(test))[0].tolist(), strict=True))


def prm(*lines: str) -> str:
    return "; ".join(["LABELED 1", *lines])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(NN Stadtverwaltung) (PP (APPR von) (NE Venedig)))", "(NN Stadtverwaltung)) (PP (APPR von) (NE Venedig))"),
        ("(PP ", "(NP "),
        ("(VP ", "(PP "),
        ("(NN Stadtverwaltung) (PP ", "(PP (NN Stadtverwaltung) "),
    ],
    ids=["attach-1", "label-1", "label-2", "span-2"],
)
def test_table_6_of_rehbein_and_van_genabith_comes_out(old: str, new: str) -> None:
    wrong = SENTENCE_9.replace(old, new)
    assert wrong != SENTENCE_9
    found = scores(trees(SENTENCE_9), trees(wrong), prm="none")
    assert [round(found[name], 2) for name in ("precision", "recall", "f1")] == [83.33] * 3


@st.composite
def parameters(draw: st.DrawFn) -> Prm:
    labels = st.sampled_from([*_LABELS, *_TAGS, ""])
    some = st.lists(labels, max_size=3).map(tuple)
    twos = st.lists(st.tuples(labels, labels), max_size=2).map(tuple)
    return Prm(
        labelled=draw(st.sampled_from([0, 1, 1])),
        cut_at=draw(st.sampled_from(["-=", "-=#", ""])),
        cut_tags=draw(st.integers(0, 1)),
        unparsed=draw(st.integers(0, 1)),
        gold_deletes=draw(st.sampled_from([0, 0, 1])),
        distinct=draw(st.sampled_from([0, 0, 1, 2])),
        check_words=draw(st.sampled_from([2, 2, 1, 0])),
        delete_words=draw(st.sampled_from([(), (), ("a",)])),
        delete=draw(some),
        quote=draw(some),
        equal_labels=draw(twos),
        equal_words=draw(st.sampled_from([(), (("a", "b"),), (("'", '"'), ("'", "a"))])),
    )


@st.composite
def parses(draw: st.DrawFn) -> tuple[Treebank, Treebank]:
    """Trees with quotes, and other trees, many with gaps, of nearly the same words."""
    forms = st.sampled_from(["'", '"', "/", "a", "b"])
    gold = draw(treebanks(constituents=True, dependencies=False, forms=forms, max_sentences=3, empty_nodes=True))
    builder = Builder()
    for tree in gold:
        labels = draw(st.lists(st.sampled_from(_LABELS), min_size=1, max_size=5))
        nodes = [NodeRow(label=label, parent=draw(st.integers(-1, i - 1))) for i, label in enumerate(labels)]
        tokens = []
        for token in tree.tokens:
            tag = draw(st.sampled_from([token.tag, token.tag, *_TAGS]))
            tokens.append(TokenRow(form=token.form, tag=tag, parent=draw(st.integers(-1, len(nodes) - 1))))
        builder.add({}, tokens, nodes)
    return gold, builder.build()


def check_against_twin(gold: Treebank, test: Treebank, chosen: Prm, labelled: bool, disc_only: bool) -> None:
    gold, test = deleted_alike(gold, test, chosen)
    found = compare_brackets(gold, test, chosen, labelled=labelled, disc_only=disc_only, detail=True)
    plain = compare_brackets(gold, test, chosen, labelled=labelled, disc_only=disc_only)
    np.testing.assert_array_equal(plain.rows, found.rows)
    sides = zip(plain_trees(gold), plain_trees(test), strict=True)
    for number, (one, other) in enumerate(sides):
        expected = compare_plainly(one, other, chosen, labelled=labelled, disc_only=disc_only)
        assert found.rows[number, :7].tolist() == expected.row
        golds = slice(*gold.nodes.offsets[number : number + 2].tolist())
        tests = slice(*test.nodes.offsets[number : number + 2].tolist())
        detail = found.detail
        assert np.flatnonzero(detail.gold[golds]).tolist() == expected.gold_used
        assert np.flatnonzero(detail.test[tests]).tolist() == expected.test_used
        assert np.flatnonzero(detail.crossed[tests]).tolist() == expected.crossed
        partner = detail.partner[golds].tolist()
        assert [(i, j) for i, j in enumerate(partner) if j >= 0] == expected.pairs


@given(parses() | pairs(other_words=True), parameters(), st.booleans(), st.booleans())
@settings(patient, max_examples=max(150, patient.max_examples))
def test_compiled_loops_find_what_the_plain_ones_find(
    both: tuple[Treebank, Treebank], chosen: Prm, labelled: bool, disc_only: bool
) -> None:
    check_against_twin(*both, chosen, labelled, disc_only)


@given(parses() | pairs(), st.sampled_from(sorted(PRESETS)), st.booleans())
@settings(patient, max_examples=max(50, patient.max_examples))
def test_the_presets_find_what_the_plain_loops_find(
    both: tuple[Treebank, Treebank], name: str, disc_only: bool
) -> None:
    check_against_twin(*both, find_prm(name), True, disc_only)


def test_inputs_beyond_the_limits_of_evalb_are_counted_right(reference: Path) -> None:
    files = sorted((reference / "constituency/evalb-overflow").iterdir())
    assert files
    reader = FORMATS.get("brackets").read
    assert reader is not None
    for file in files:
        treebank = reader(Input(file.read_bytes()))
        check_against_twin(treebank, treebank, find_prm("COLLINS"), True, False)
        found = scores(treebank, treebank, prm="COLLINS")
        assert (found["f1"], found["exact_match"], found["crossing"]) == (100, 100, 0), file.name


def test_words_are_deleted_by_their_exact_tag_and_brackets_by_their_cut_label() -> None:
    found = counts("(S (NP-1 (X-1 a)) (X b))", "(S (NP (X-1 a)) (X b))", prm=prm("DELETE_LABEL X"))
    assert (found["words"], found["matched"], found["gold"]) == (1, 2, 2)
    found = counts("(S (X-1 (N a)) (N b))", "(S (N a) (N b))", prm=prm("DELETE_LABEL X"))
    assert (found["gold"], found["test"]) == (1, 1)


def test_gold_decides_which_words_are_deleted_in_both_trees() -> None:
    gold, test = "(S (NP (X a) (N -)) (N b))", "(S (NP (N a) (X -)) (X b))"
    found = counts(gold, test, prm=prm("DELETE_LABEL X", "DELETE_WORD -", "GOLD_DELETES 1"))
    assert (found["words"], found["matched"], found["gold"], found["test"]) == (1, 1, 1, 1)
    found = counts(gold, test, prm=prm("DELETE_WORD -"))
    assert (found["words"], found["matched"]) == (2, 2)


def test_trees_of_other_lengths_are_not_compared_where_gold_decides() -> None:
    chosen = prm("DELETE_LABEL X", "GOLD_DELETES 1", "CHECK_WORDS 1")
    assert np.isnan(counts("(S (X a) (N b))", "(S (N b))", prm=chosen)["matched"])
    assert counts("(S (X a) (N b))", "(S (N c) (N d))", prm=chosen)["matched"] == 1


def test_equal_brackets_count_or_match_once() -> None:
    gold, test = "(S (NP (NP (N a))) (N b))", "(S (NP (NP (NP (N a)))) (N b))"
    names = ("matched", "gold", "test")
    by_rule = {rule: [counts(gold, test, prm=prm(f"DISTINCT {rule}"))[name] for name in names] for rule in range(3)}
    assert by_rule == {0: [3, 3, 4], 1: [2, 2, 2], 2: [2, 3, 4]}


def test_brackets_are_compared_by_number_where_words_are_not_checked() -> None:
    found = counts("(S (NP (N a)) (N b) (N c))", "(S (NP (N x)) (VP (N y)))", prm=prm("CHECK_WORDS 0"))
    assert (found["matched"], found["gold"], found["test"]) == (1, 2, 3)


def test_a_word_is_not_deleted_by_way_of_an_equal_label_but_a_bracket_is() -> None:
    chosen = prm("DELETE_LABEL A", "EQ_LABEL A B")
    found = counts("(S (B (B a)) (A b))", "(S (B (B a)) (A b))", prm=chosen)
    assert (found["words"], found["gold"], found["test"]) == (1, 1, 1)


def test_equal_labels_are_pairs_and_not_a_class() -> None:
    chosen = prm("EQ_LABEL A B", "EQ_LABEL B C")
    assert counts("(A (N a))", "(B (N a))", prm=chosen)["matched"] == 1
    assert counts("(B (N a))", "(A (N a))", prm=chosen)["matched"] == 1
    assert counts("(A (N a))", "(C (N a))", prm=chosen)["matched"] == 0


def test_matching_is_greedy() -> None:
    """B takes A, which is nearer than C, so that A finds no partner."""
    chosen = prm("EQ_LABEL A B", "EQ_LABEL B C")
    assert counts("(B (A (N a)))", "(A (C (N a)))", prm=chosen)["matched"] == 1
    assert counts("(B (A (N a)))", "(C (A (N a)))", prm=chosen)["matched"] == 2


@pytest.mark.parametrize(("gold", "test", "matched"), [(3, 2, 2), (2, 3, 2), (2, 2, 2), (0, 2, 0)])
def test_duplicates_match_as_often_as_both_have_them(gold: int, test: int, matched: int) -> None:
    def tree(times: int) -> str:
        return "(S " + "(NP " * times + "(N a)" + ")" * times + " (N b))"

    assert counts(tree(gold), tree(test))["matched"] == matched + 1


def test_a_test_bracket_that_crosses_several_counts_once() -> None:
    gold = "(S (A (A (N a) (N b)) (N c)) (B (N d) (N e)))"
    test = "(S (N a) (X (N b) (N c) (N d)) (N e))"
    found = counts(gold, test)
    assert (found["crossing"], found["no_crossing"], found["two_or_less_crossing"]) == (1, 0, 1)


def test_unlabelled_brackets_match_whatever_their_label() -> None:
    gold, test = "(S (NP (N a)) (VP (V b)))", "(X (Y (N a)) (Z (V b)))"
    assert counts(gold, test)["matched"] == 0
    assert counts(gold, test, labelled=False)["matched"] == 3
    assert counts(gold, test, prm="LABELED 0; CUTOFF_LEN 40")["matched"] == 3


def test_words_are_case_sensitive_and_may_be_declared_equal() -> None:
    assert np.isnan(counts("(S (N a))", "(S (N A))")["matched"])
    assert counts("(S (N a))", "(S (N A))", prm=prm("EQ_WORD A a"))["matched"] == 1


def test_a_quote_deleted_on_one_side_only_comes_back_where_lengths_differ() -> None:
    gold, test = "(S (`` ') (NP (N a)) (. .))", "(S (POS ') (NP (N a)) (. .))"
    bare = ("DELETE_LABEL ``", "DELETE_LABEL .")
    assert np.isnan(counts(gold, test, prm=prm(*bare))["matched"])
    found = counts(gold, test, prm=prm(*bare, "QUOTE_LABEL ``", "QUOTE_LABEL POS"))
    assert (found["words"], found["matched"], found["tags"]) == (2, 2, 1)


def test_no_brackets_on_either_side_is_an_exact_match() -> None:
    found = counts("(TOP (N a))", "(TOP (N a))")
    assert (found["gold"], found["test"], found["exact"]) == (0, 0, 1)


def test_nothing_over_nothing_is_nan() -> None:
    found = scores(trees("(TOP (N a))"), trees("(TOP (N a))"))
    assert np.isnan([found["precision"], found["recall"], found["f1"]]).all()
    assert (found["exact_match"], found["tag_accuracy"]) == (100, 100)


def test_a_test_tree_without_words_is_left_out_unless_it_counts_as_unparsed() -> None:
    gold, test = trees("(S (NP (N a)))"), trees("(S (NP (-NONE- *)))")
    assert np.isnan(Parseval().count(gold, test)).all()
    found = dict(zip(Parseval.counts, Parseval(prm="spmrl").count(gold, test)[0].tolist(), strict=True))
    assert (found["matched"], found["gold"], found["test"], found["words"], found["tags"]) == (0, 2, 0, 1, 0)


def test_labels_are_cut_at_a_hash_in_spmrl() -> None:
    gold, test = "(S (NP##case=nom## (N#x a)) (V b))", "(S (NP (N a)) (V b))"
    assert counts(gold, test)["matched"] == 1
    found = counts(gold, test, prm="spmrl")
    assert (found["matched"], found["tags"]) == (2, 2)


def discontinuous(*yields: tuple[str, list[int]], words: int = 4) -> Treebank:
    """A sentence with phrases over some words, all below one S."""
    parent = [0] * words
    for number, (_, positions) in enumerate(yields, 1):
        for position in positions:
            parent[position] = number
    builder = Builder()
    tokens = [TokenRow(form=f"w{number}", tag="N", parent=above) for number, above in enumerate(parent)]
    builder.add({}, tokens, [{"label": "S", "parent": -1}, *(NodeRow(label=label, parent=0) for label, _ in yields)])
    return builder.build()


def test_discontinuous_brackets_match_by_their_words() -> None:
    gold = discontinuous(("VP", [0, 2, 3]))
    for test, matched in ((("VP", [0, 2, 3]), 2), (("VP", [0, 1, 3]), 1), (("VP", [0, 1, 2, 3]), 1)):
        assert Parseval().count(gold, discontinuous(test))[0, 0] == matched


def test_only_discontinuous_brackets_count_where_asked_for() -> None:
    gold, test = discontinuous(("VP", [0, 2]), ("NP", [1])), discontinuous(("VP", [0, 2]), ("NP", [1, 3]))
    found = Parseval(disc_only=True).count(gold, test)[0, :4].tolist()
    assert found == [1, 1, 2, 0]
    assert scores(*[trees("(S (N a))")] * 2, disc_only=True)["exact_match"] == 100


def test_a_gap_that_deleted_words_leave_is_none() -> None:
    """The punctuation in the middle does not count, so the phrase around it is whole."""
    builder = Builder()
    tokens = [
        TokenRow(form=form, tag=tag, parent=up) for form, tag, up in (("a", "N", 1), (",", ",", 0), ("b", "N", 1))
    ]
    builder.add({}, tokens, [{"label": "S", "parent": -1}, {"label": "VP", "parent": 0}])
    gold = builder.build()
    test = trees("(S (VP (N a) (, ,) (N b)))")
    assert Parseval().count(gold, test)[0, :3].tolist() == [2, 2, 2]
    assert Parseval(disc_only=True).count(gold, gold)[0, :3].tolist() == [0, 0, 0]
    assert Parseval(disc_only=True, prm="none").count(gold, gold)[0, :3].tolist() == [1, 1, 1]


def test_parts_by_label_are_sorted_by_frequency_and_empty_labels_have_their_own() -> None:
    gold = trees("( (S (NP (N a)) (NP (N b)) (VP (V c))))")
    test = trees("( (S (NP (N a)) (PP (N b)) (VP-X (V c))))")
    found = Parseval(prm="none").parts(gold, test, "label")
    (result,) = score(gold, test, "parseval(prm=none)", resamples=0)
    assert [part.name for part in result.by("label")] == ["NP", "", "S", "VP", "PP"]
    assert {label: row[:3].tolist() for label, row in found.items()} == {
        "NP": [1, 2, 1],
        "": [1, 1, 1],
        "S": [1, 1, 1],
        "VP": [1, 1, 1],
        "PP": [0, 0, 1],
    }
    assert np.isnan(found["NP"][4:]).all()


def test_other_divisions_are_an_error_that_names_what_is_possible() -> None:
    with pytest.raises(CallError, match=r"parseval cannot be divided by colour; possible: label"):
        Parseval().parts(trees("(S (N a))"), trees("(S (N a))"), "colour")


def test_the_confusion_has_every_bracket_once() -> None:
    gold = trees("(S (NP (N a)) (NP (N b) (N c)) (VP (V d)))\n(S (N a))")
    test = trees("(S (PP (N a)) (N b) (ADJP (N c) (V d)))\n(S (N a))")
    found = Parseval().confusion(gold, test)
    cells = sorted(zip(found.gold.decode(), found.test.decode(), found.sentence.tolist(), strict=True), key=str)
    assert cells == sorted(
        [("S", "S", 0), ("NP", "PP", 0), ("NP", None, 0), ("VP", None, 0), (None, "ADJP", 0), ("S", "S", 1)], key=str
    )


@given(parses() | pairs(other_words=True))
@patient
def test_the_confusion_agrees_with_the_counts(both: tuple[Treebank, Treebank]) -> None:
    gold, test = both
    measure = Parseval(prm="none")
    total = np.nansum(measure.count(gold, test), 0)
    found = measure.confusion(gold, test)
    golds, tests = found.gold.decode(), found.test.decode()
    assert sum(label is not None for label in golds) == total[1]
    assert sum(label is not None for label in tests) == total[2]
    same = sum(one == other for one, other in zip(golds, tests, strict=True))
    assert same == total[0]


def test_the_signature_keeps_the_parameters_of_a_file_that_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "own.prm"
    file.write_text("DEBUG 0\nDELETE_LABEL TOP\nDELETE_LABEL\nEQ_LABEL A B\nDELETE_LABEL ;\n")
    measure = Parseval(prm=str(file))
    file.unlink()
    assert str(tmp_path) not in measure.spec
    assert find_measure(measure.spec) == measure
    assert measure.parameters == Prm(delete=("TOP", "", ";"), equal_labels=(("A", "B"),))


def test_a_very_deep_tree_is_counted() -> None:
    depth = 50_000
    deep = trees("(S " * depth + "(N a)" + ")" * depth + "\n(S (N b))")
    found = Parseval().count(deep, deep)
    assert found[:, 0].tolist() == [depth, 1]


def test_a_plain_tree_reads_missing_values_as_empty_strings() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "tag": None, "parent": 0}], [{"label": None, "parent": -1}])
    assert list(plain_trees(builder.build())) == [PlainTree([("", "a")], [("", frozenset({0}))])]


def test_words_are_the_same_however_brackets_are_written_unless_evalb_compares_them() -> None:
    gold = trees("(S (X -LRB-) (N 1\\/2) (`` ``) (N a))")
    forms = Text.of(["(", "1/2", '"', "a"])
    test = gold.replace(tokens=gold.tokens.replace(form=forms))
    assert scores(gold, test)["f1"] == 100.0
    for name in ("COLLINS", "new", "spmrl", "none"):
        assert np.isnan(Parseval(prm=name).count(gold, test)).all()
    wrong = gold.replace(tokens=gold.tokens.replace(form=Text.of(["(", "1/3", '"', "a"])))
    assert np.isnan(Parseval().count(gold, wrong)).all()


def test_adjacent_quotes_are_taken_back_as_often_as_the_other_side_has_them() -> None:
    gold, test = "(S (NP ('' ') ('' ')) (VP (VB b)))", "(S (NP (POS ') (POS ')) (VP (VB b)))"
    assert counts(gold, test, prm="new")["matched"] == 3
    assert np.isnan(list(counts("(S ('' ') (POS ') (VB b))", "(S (POS ') (POS ') (VB b))", prm="new").values())).all()


def test_aligned_sentences_lose_words_that_either_side_deletes() -> None:
    gold, test = trees("(S (NP (N a)) (: --) (V b))"), trees("(S (NP (N a)) (N --) (V b))")
    (result,) = score(gold, test, "parseval(prm=COLLINS)", on_mismatch="align", resamples=0)
    assert (result.scores["f1"], len(result.compared)) == (100.0, 1)
