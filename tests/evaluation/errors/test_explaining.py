"""The classes of treegauge: every wrong bracket is explained, by what is attached elsewhere or by what it is."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from wrong_trees import mutated, some_trees, trees

import treegauge as tg
from treegauge.evaluation.errors.explaining import explain_brackets
from treegauge.evaluation.errors.units import Bracket, Sentence


def found(gold: str, test: str) -> list[tuple[str, int, int, str | None]]:
    """Class, missing, extra and label of each error."""
    table = tg.find_errors(trees(f"(ROOT {gold})"), trees(f"(ROOT {test})"), scheme="penn", resamples=0)[0].errors
    columns = table.kind.decode(), table.missing.tolist(), table.extra.tolist(), table.label.decode()
    return [(kind or "", *rest) for kind, *rest in zip(*columns, strict=True)]


LOW = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes))))))"
HIGH = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes)))))"
APART = "(S (NP (PRP I)) (VP (VP (VBD saw) (NP (DT the) (NN man))) (PP (IN with) (NP (NNS eyes)))))"


def test_a_phrase_attached_elsewhere_is_one_error_whatever_brackets_it_makes_wrong() -> None:
    assert found(HIGH, LOW) == [("PP attachment", 0, 1, "PP")]
    assert found(LOW, HIGH) == [("PP attachment", 1, 0, "PP")]
    assert found(LOW, APART) == [("PP attachment", 1, 1, "PP")]


@pytest.mark.parametrize(
    ("gold", "test", "kind"),
    [
        ("(S (NP (NN a)) (VP (VB b)))", "(S (NN a) (VP (VB b)))", "Single-word phrase"),
        ("(S (NP (NN a) (NN b)) (VB c))", "(S (VP (NN a) (NN b)) (VB c))", "Different label"),
        ("(NP (S (VP (VB a) (RB b))) (NN c))", "(NP (VP (VB a) (RB b)) (NN c))", "Unary"),
        ("(NP (DT a) (NP (NN b) (NN c)))", "(NP (DT a) (NN b) (NN c))", "NP internal structure"),
        ("(S (NP (NP (NN a)) (CC b) (NP (NN c))) (VB d))", "(S (NP (NN a)) (CC b) (NP (NN c)) (VB d))", "Coordination"),
        (
            "(S (VP (VB a) (NP (NN b)) (SBAR (IN c) (S (VB d)))))",
            "(S (VP (VB a) (NP (NP (NN b)) (SBAR (IN c) (S (VB d))))))",
            "Clause attachment",
        ),
        (
            "(S (NP (NN a)) (ADVP (RB b)) (VP (VB c)))",
            "(S (NP (NN a)) (VP (ADVP (RB b)) (VB c)))",
            "Modifier attachment",
        ),
        ("(S (NP (NN a) (NN b)) (VP (VB c) (NN d)))", "(S (NP (NN a)) (VP (NN b) (VB c) (NN d)))", "Word attachment"),
        ("(S (NP (NN a)) (VP (VB b) (NP (NN c))))", "(S (NP (NN a)) (VB b) (NP (NN c)))", "VP attachment"),
        # A verb that is drawn into a noun phrase is not part of one; a noun or number that is cut off from one is.
        ("(S (NP (NN a)) (VB b) (NN c))", "(S (NP (NN a) (VB b)) (NN c))", "Word attachment"),
        ("(S (NP (NN a) (NN b)) (VB c) (NN d))", "(S (NP (NN a)) (VB b) (VB c) (NN d))", "NP internal structure"),
        (
            "(S (VB a) (PP (IN b) (NP (NN c) (NN d))) (NN e))",
            "(S (VB a) (PP (IN b) (NP (NN c))) (NN d) (NN e))",
            "NP internal structure",
        ),
        # What moves is the phrase that several words are in one of the trees, or that one noun phrase is in.
        (
            "(S (NP (NN a) (NN b)) (VP (VB c) (NN d)) (NN e))",
            "(S (NP (NN a) (NN b) (VB c) (NN d)) (NN e))",
            "VP attachment",
        ),
        (
            "(S (VB x) (NP (NN a)) (IN b) (NP (NN c) (NN d)) (VB f))",
            "(S (VB x) (NP (NP (NN a)) (PP (IN b) (NN c) (NN d))) (VB f))",
            "PP attachment",
        ),
        ("(S (NN a) (X (VB b) (VB c)))", "(S (NN a) (VB b) (VB c))", "Other structure"),
    ],
)
def test_small_errors(gold: str, test: str, kind: str) -> None:
    assert {name for name, *_ in found(gold, test)} == {kind}


def test_the_label_is_that_of_the_tree_though_labels_count_as_equal() -> None:
    """EVALB takes ADVP and PRT for equal: they are paired, and each is shown with its own label."""
    flat = "(S (VP (VB a) (RB b) (RB c)))"
    assert [label for *_, label in found("(S (VP (VB a) (ADVP (RB b) (RB c))))", flat)] == ["ADVP"]
    assert [label for *_, label in found("(S (VP (VB a) (PRT (RB b) (RB c))))", flat)] == ["PRT"]
    gold = "(S (NP (NN a)) (ADVP (RB b)) (VP (VB c)))"
    assert found(gold, "(S (NP (NN a)) (VP (PRT (RB b)) (VB c)))")[0][3] == "ADVP"
    paired = found("(S (ADVP (RB a) (RB b)) (NN c) (NN d))", "(S (PRT (RB a) (RB b) (NN c)) (NN d))")
    assert [(missing, extra) for _, missing, extra, _ in paired] == [(1, 1)]


def test_the_pairs_with_the_fewest_different_words_are_chosen_together() -> None:
    """One after the other, the first gold phrase would take the test phrase that is nearer to the second."""
    gold = [Bracket(0b00111111, "NP", "noun_phrase", True), Bracket(0b00011111, "NP", "noun_phrase", True)]
    test = [Bracket(0b00011110, "NP", "noun_phrase", False), Bracket(0b01111111, "NP", "noun_phrase", False)]
    errors = explain_brackets(Sentence([], ["NN"] * 8), gold, test)
    assert sorted(error.words for error in errors) == [0b1, 0b1000000]


def test_phrases_with_gaps_are_sets_of_words() -> None:
    gold = [Bracket(0b10011, "VP", "verb_phrase", True)]
    test = [Bracket(0b00011, "VP", "verb_phrase", False)]
    shared = [Bracket(0b10000, "PP", "prepositional_phrase", True), Bracket(0b01100, "NP", "noun_phrase", True)]
    (error,) = explain_brackets(Sentence(shared, ["NN"] * 5), gold, test)
    assert (error.kind, error.missing, error.extra, error.words) == ("PP attachment", 1, 1, 0b10000)


def test_discontinuous_german_has_classes_for_all_errors() -> None:
    gold, test = tg.bundled("german.export"), tg.bundled("german.parsed.export")
    (system,) = tg.find_errors(gold, test, resamples=0)
    assert system.value == pytest.approx(tg.score(gold, test, "parseval", resamples=0)[0].scores["f1"])
    assert {"PP attachment", "NP attachment", "Clause attachment"} <= set(system.errors.kinds())


def test_the_words_of_a_phrase_with_gaps_are_shown_as_by_diff() -> None:
    gold, test = tg.bundled("german.export"), tg.bundled("german.parsed.export")
    rows = tg.find_errors(gold, test, resamples=0)[0].each(["Other structure"])
    assert rows[0]["context"] == "[Gestern] hat [mich] eine Frau [angerufen] , die ich …"
    assert (rows[0]["left"], rows[0]["right"]) == (0, 6)


INTERNAL = "NP internal structure"
BECAUSE = "(SBAR (IN because) (S (NP (NNS managers)) (VP (MD can) (VP (VB vary) (NP (NNS rates))))))"
AS_PREPOSITION = (
    "(PP (IN because) (NP (NNS managers))) (SBAR (S (VP (MD can) (VP (VB vary) (NP (NNS rates))))))"  # of a parser
)
FUNDS = "(NP (JJ short) (NNS funds))"


@pytest.mark.parametrize(
    ("gold", "test", "error"),
    [  # a clause that only gold has; a reduced relative clause; an apposition; a possessor; a number; a name
        (
            f"(S (VP (VBP beat) {FUNDS} {BECAUSE}))",
            f"(S (VP (VBP beat) (NP {FUNDS} {AS_PREPOSITION})))",
            ("Clause attachment", "SBAR"),
        ),
        (
            "(S (NP (NP (NN a) (NN b)) (VP (VBN c) (RB d))) (VB e))",
            "(S (NP (NN a) (NN b)) (VP (VBN c) (RB d)) (VB e))",
            ("VP attachment", "VP"),
        ),
        (
            "(S (NP (NP (NN a) (NN b)) (NP (NN c) (NN d))) (VB e))",
            "(S (NP (NN a) (NN b)) (NP (NN c) (NN d)) (VB e))",
            ("NP attachment", "NP"),
        ),
        (
            "(S (NP (NP (NN a) (POS b)) (NN c)) (VB e))",
            "(S (NP (NN a) (POS b)) (NN c) (VB e))",
            (INTERNAL, "NP"),
        ),
        (
            "(S (NP (QP (CD a) (CD b)) (NN c)) (VB e))",
            "(S (QP (CD a) (CD b)) (NN c) (VB e))",
            (INTERNAL, "NP"),
        ),
        (
            "(S (NP (NML (NN a) (NN b)) (NN c)) (VB e))",
            "(S (NP (NN a) (NN b) (NN c)) (VB e))",
            (INTERNAL, "NML"),
        ),
        (
            "(S (NP (NN a) (VP (VBN c) (RB d))) (VB e))",
            "(S (NP (NN a) (VBN c) (RB d)) (VB e))",
            ("Other structure", "VP"),
        ),
    ],
)
def test_only_what_is_in_a_base_noun_phrase_is_np_internal_structure(
    gold: str, test: str, error: tuple[str, str]
) -> None:
    assert error in [(kind, label) for kind, _, _, label in found(gold, test)]


def test_a_clause_that_moves_into_the_noun_phrase_before_it_is_one_error() -> None:
    """The train to Lindenau, which leaves: the smaller noun phrase is missing because the clause was attached lower."""
    clause = "(SBAR (WHNP (WDT which)) (S (VP (VBZ leaves) (RB now))))"
    gold = f"(NP (NP (NP (DT the) (NN train)) (PP (IN to) (NP (NNP Lindenau)))) {clause})"
    test = f"(NP (NP (DT the) (NN train)) (PP (IN to) (NP (NP (NNP Lindenau)) {clause})))"
    ((kind, missing, extra, label),) = found(gold, test)
    assert (kind, missing, extra, label) == ("Clause attachment", 2, 2, "SBAR")


PARSED = (
    "(S (NP (DT the) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat))) (PP (IN by) (NP (DT the) (NN door)))))"
)
WORDS = "(DT the) (NN cat) (VBD sat) (IN on) (DT the) (NN mat) (IN by) (DT the) (NN door)"


@pytest.mark.parametrize("flat", [f"(S {WORDS})", f"(NP {WORDS})", f"(FRAG (X (S {WORDS})))", f"{WORDS}"])
def test_a_flat_tree_is_no_parse(flat: str) -> None:
    """All wrong brackets of both sides belong to the one error, so that repairing it gives 100."""
    gold, test = trees(f"(ROOT {PARSED})"), trees(f"(ROOT {flat})")
    (system,) = tg.find_errors(gold, test, scheme="penn", resamples=0)
    matched, of_gold, of_test = system.found.counts[0]
    ((kind, missing, extra),) = [(name, lost, more) for name, lost, more, _ in found(PARSED, flat)]
    assert kind == "No parse"
    assert (missing, extra) == (of_gold - matched, of_test - matched)
    assert system.value + system.classes[0].regained == pytest.approx(100)


def test_a_short_flat_tree_and_one_that_is_flat_in_gold_are_parses() -> None:
    assert {name for name, *_ in found("(S (NP (NN a)) (VP (VB b)))", "(NP (NN a) (VB b))")}.isdisjoint({"No parse"})
    listed = " ".join(f"(NNP w{number})" for number in range(9))
    assert {name for name, *_ in found(f"(S (NP {listed}) (VP (VB b)))", f"(S {listed} (VB b))")} == {
        "NP internal structure",
        "Single-word phrase",
    }


def test_punctuation_within_a_phrase_is_not_a_gap() -> None:
    gold = trees("(ROOT (S (NP (NN a) (, ,) (NN b)) (VB c)))")
    (row,) = tg.find_errors(gold, trees("(ROOT (S (NN a) (, ,) (NN b) (VB c)))"), scheme="penn", resamples=0)[0].each()
    assert row["context"] == "[a , b] c"


@pytest.mark.parametrize("scheme", ["auto", "penn", "generic"])
@pytest.mark.parametrize("seed", range(4))
def test_every_wrong_bracket_belongs_to_one_error(seed: int, scheme: str) -> None:
    generator = random.Random(seed)
    pairs = [(gold, mutated(gold, generator)) for gold in some_trees(generator, 30)]
    gold, test = (trees("\n".join(side)) for side in zip(*pairs, strict=True))
    (system,) = tg.find_errors(gold, test, scheme=scheme, resamples=0)
    counts = tg.score(gold, test, "parseval", resamples=0)[0].rows
    errors = system.errors
    for name, column, side in (("missing", errors.missing, 1), ("extra", errors.extra, 2)):
        per_sentence = np.bincount(errors.sentence, column, minlength=len(gold))
        assert np.array_equal(per_sentence, counts[:, side] - counts[:, 0]), name
    assert Counter(errors.source.decode()).keys() <= {"gold", "test", "both"}
    assert not any("UNSET" in kind for kind in errors.kinds())
