"""Where errors of each kind can go, and what they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from error_trees import SENTENCE_9, brackets, conllu

from treegauge import Treebank, apply, bundled, perturb, read, score
from treegauge.studies.perturbing.places import find_places


def perturbed(text: str, kind: str, scheme: str = "tiger") -> list[str]:
    """A tree with all errors of a kind."""
    return [tree.brackets() for tree in perturb(brackets(text), kind, scheme=scheme).treebank]


def count(text: str, kind: str, scheme: str = "tiger") -> int:
    return find_places(brackets(text), kind, scheme).count(kind)


@pytest.mark.parametrize(
    ("kind", "leaf_ancestor"), [("attach1", 96.3), ("label1", 96.0), ("label2", 91.0), ("span2", 96.4)]
)
def test_the_errors_in_sentence_9_have_the_scores_of_table_6(kind: str, leaf_ancestor: float) -> None:
    gold = brackets(SENTENCE_9)
    found = perturb(gold, kind, scheme="tiger")
    assert found.inserted == {kind: 1}
    parseval, lineages = score(gold, found.treebank, ["parseval(prm=none)", "leaf-ancestor"])
    assert parseval.scores["f1"] == pytest.approx(83.33, abs=0.005)
    assert lineages.scores["mean"] == pytest.approx(leaf_ancestor, abs=0.05)


@pytest.fixture(scope="module")
def commentaries(shared: Path) -> Treebank:
    return apply(read(str(shared / "pcc" / "*.tar.xz")), ["attach-punctuation", "raise-crossing"])


@pytest.mark.parametrize("kind", ["attach1", "attach2", "label1", "label2", "span1", "span2", "span3"])
def test_every_error_costs_one_bracket(commentaries: Treebank, kind: str) -> None:
    """So it is in the paper: 1,427 of 7,137 brackets of TIGER are 19.99 per cent, and 100 - 80.02 are lost."""
    found = perturb(commentaries, kind)
    counts = score(commentaries, found.treebank, ["parseval(prm=none)"])[0].row()["counts"]
    assert counts["gold"] - counts["matched"] == counts["test"] - counts["matched"] == found.inserted[kind] > 0


def test_attach1_moves_a_pp_out_of_an_np() -> None:
    assert perturbed("(S (NP (NN a) (PP (APPR b) (NN c))) (VVFIN d))", "attach1") == [
        "(S (NP (NN a)) (PP (APPR b) (NN c)) (VVFIN d))"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "(S (NP (NN a) (PP (APPR b) (NN c)) (NN d)) (VVFIN e))",  # in the middle: the NP would have a gap
        "(S (NP (PP (APPR b) (NN c))) (VVFIN e))",  # nothing else in the NP
        "(NP (NN a) (PP (APPR b) (NN c)))",  # nothing above the NP
        "(S (PP (APPR a) (NN b) (PP (APPR c) (NN d))))",  # in a PP, not in an NP
    ],
)
def test_attach1_needs_the_edge_of_an_np_with_more_in_it(text: str) -> None:
    assert count(text, "attach1") == 0


def test_attach2_moves_a_pp_to_the_noun_on_its_left() -> None:
    text = "(S (NP (ART a) (NN b)) (PP (APPR c) (NN d)) (VVFIN e))"
    assert perturbed(text, "attach2") == ["(S (NP (ART a) (NN b) (PP (APPR c) (NN d))) (VVFIN e))"]


@pytest.mark.parametrize(
    "text",
    [
        "(S (NN b) (PP (APPR c) (NN d)))",  # a noun without a phrase of its own
        "(S (NP (ART a) (NN b)) (VVFIN e) (PP (APPR c) (NN d)))",  # something between
        "(S (NP (NN b) (ADJA g)) (PP (APPR c) (NN d)))",  # the phrase does not end in a noun
        "(S (AP (NP (NN b)) (PP (APPR c) (NN d))))",  # neither clause nor VP
    ],
)
def test_attach2_needs_a_noun_phrase_that_ends_just_before_the_pp(text: str) -> None:
    assert count(text, "attach2") == 0


def test_attach2_in_the_middle_field_of_tueba() -> None:
    text = "(SIMPX (MF (NX (ART a) (NN b)) (PX (APPR c) (NX (NN d)))) (VC (VXFIN (VVFIN e))))"
    assert perturbed(text, "attach2", "tuebadz") == [
        "(SIMPX (MF (NX (ART a) (NN b) (PX (APPR c) (NX (NN d))))) (VC (VXFIN (VVFIN e))))"
    ]


def test_label_errors_use_the_names_of_the_scheme() -> None:
    assert perturbed("(S (PP-LOC (IN in) (NP (NNP Rome))) (VP-X (VBD ran)))", "label1", "penn") == [
        "(S (NP-LOC (IN in) (NP (NNP Rome))) (VP-X (VBD ran)))"
    ]
    assert perturbed("(SIMPX (LK (VXFIN (VVFIN a))) (VC (VXINF (VVPP b))))", "label2", "tuebadz") == [
        "(SIMPX (LK (PX (VVFIN a))) (VC (PX (VVPP b))))"
    ]


def test_span_errors_take_a_word_or_a_phrase_of_one_word_in() -> None:
    assert perturbed("(S (ADV a) (PP (APPR b) (NN c)))", "span1") == ["(S (PP (ADV a) (APPR b) (NN c)))"]
    assert perturbed("(MF (ADVX (ADV a)) (PX (APPR b) (NX (NN c))))", "span1", "tuebadz") == [
        "(MF (PX (ADVX (ADV a)) (APPR b) (NX (NN c))))"
    ]
    assert perturbed("(NP (ART a) (NN b) (PP (APPR c) (NN d)))", "span2") == [
        "(NP (ART a) (PP (NN b) (APPR c) (NN d)))"
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("(S (AVP (ADV a) (ADV a)) (PP (APPR b) (NN c)))", "span1"),  # two words
        ("(S (NP (ART a) (NN b)) (PP (APPR c) (NN d)))", "span2"),
        ("(S (NP (NE b)) (PP (APPR c) (NN d)))", "span2"),  # a name, not NN
        ("(S (PP (APPR c) (NN d)) (ADV a))", "span1"),  # on the right
    ],
)
def test_span_errors_take_nothing_else_in(text: str, kind: str) -> None:
    assert count(text, kind) == 0


def test_span3_is_both_of_the_others() -> None:
    found = find_places(apply(bundled("german.export"), ["attach-punctuation", "raise-crossing"])).counts
    assert found["span3"] == found["span1"] + found["span2"] > 0


def test_phrases_with_a_gap_and_sentences_with_empty_nodes_are_left_alone() -> None:
    crossing = bundled("german.export")
    continuous = apply(crossing, ["attach-punctuation", "raise-crossing"])
    kinds = ("attach1", "attach2", "span1", "span2")
    assert sum(find_places(crossing, kinds).counts.values()) < sum(find_places(continuous, kinds).counts.values())
    text = "(S (NP (NN a) (PP (APPR b) (NN c))) (VVFIN d))"
    assert count(text, "attach1") == 1
    assert count(text.replace("(VVFIN d)", "(NP ) (VVFIN d)"), "attach1") == 0


SEES = ("I PRON 2 nsubj", "see VERB 0 root", "men NOUN 2 obj", "with ADP 5 case", "hats NOUN 3 nmod")
SEES_WITH = ("I PRON 2 nsubj", "see VERB 0 root", "men NOUN 2 obj", "with ADP 5 case", "hats NOUN 2 obl")


def heads(treebank: Treebank) -> list[int]:
    return [head + 1 for head in treebank.tokens.numbers("head").tolist()]


def relations(treebank: Treebank) -> list[str | None]:
    return treebank.tokens.text("deprel").decode()


def test_attachment_errors_in_universal_dependencies() -> None:
    assert heads(perturb(conllu(*SEES), "attach1").treebank) == [2, 0, 2, 5, 2]
    assert heads(perturb(conllu(*SEES_WITH), "attach2").treebank) == [2, 0, 2, 5, 3]
    assert find_places(conllu(*SEES), "attach2").count("attach2") == 0
    assert find_places(conllu(*SEES_WITH), "attach1").count("attach1") == 0


def test_label_errors_in_universal_dependencies() -> None:
    assert relations(perturb(conllu(*SEES), "label1").treebank)[4] == "appos"
    assert relations(perturb(conllu(*SEES_WITH), "label1").treebank)[4] == "obj"
    wants = conllu("I PRON 2 nsubj", "want VERB 0 root", "to PART 4 mark", "run VERB 2 xcomp")
    assert relations(perturb(wants, "label2").treebank) == ["nsubj", "root", "mark", "obl"]


def test_span_errors_in_universal_dependencies() -> None:
    swapped = perturb(conllu(*SEES), "span2").treebank
    assert heads(swapped) == [2, 0, 5, 5, 2]
    assert relations(swapped) == ["nsubj", "root", "nmod", "case", "obj"]
    assert heads(perturb(conllu(*SEES_WITH), "span2").treebank) == [2, 0, 5, 5, 2]
    goes = conllu("go VERB 0 root", "only ADV 1 advmod", "with ADP 4 case", "us PRON 1 obl")
    assert heads(perturb(goes, "span1").treebank) == [0, 4, 4, 1]


def test_a_preposition_can_be_the_head() -> None:
    lines = ("see VERB 0 root", "men NOUN 1 obj", "with ADP 2 nmod", "hats NOUN 3 pobj")
    text = conllu(*lines)
    tags = {"VERB": "VBP", "NOUN": "NNS", "ADP": "IN"}
    penn = text.replace(tokens=text.tokens.replace(tag=text.tokens.text("upos").map(lambda tag: tags[tag])))
    assert heads(perturb(penn, "attach1", scheme="penn").treebank) == [0, 1, 1, 3]


def test_both_trees_get_the_same_error(shared: Path) -> None:
    gold = read(str(shared / "tuebadz_sample" / "exportxml-example.xml.xz"))
    for kind in ("attach1", "attach2", "span1", "span2", "label1"):
        found = perturb(gold, kind)
        words = [row for row in found.log if row["heads"]]
        assert len(words) == found.gold.with_heads[kind] > 0.8 * found.inserted[kind]
        for row in words:
            left, right = row["words"]
            inside = row["heads"][-1 if kind.startswith("span") and len(row["heads"]) > 1 else 0]["word"]
            assert left <= inside <= right or (kind.startswith("span") and inside == left - 1)
