"""What is in the wider list only: sentences that readers often find odd or wrong, by where they come from."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_deep_relations import penn

from treegauge import Treebank, entail, read

SAID = "(S (NP (PRP He)) (VP (VBD said) (SBAR (IN that) (S (NP (NNS prices)) (VP (VBD fell))))) (. .))"
CUT = "(S (NP (PRP They)) (VP (VBD concentrated) (PP (IN on) (S (VP (VBG keeping) (NP (DT the) (NN car)))))) (. .))"
REDUCED = "(S (NP (NP (DT The) (NNS samples)) (VP (VBN used))) (VP (VBD were) (ADJP (JJ small))) (. .))"
LOOSE = "(S (NP (NNS Prices)) (VP (VBD fell) (, ,) (S (VP (VBG resulting) (PP (IN in) (NP (NNS losses)))))) (. .))"
PHRASE = (
    "(S (NP (PRP It)) (VP (VBD took) (PRT (RP on)) (NP (NP (DT a) (NN life)) (PP (IN of) (NP (PRP$ its) (JJ own)))))"
    " (. .))"
)
ALTERNATIVES = "(S (NP (NNS Thieves)) (VP (VBD were) (VP (VBN caught) (CC or) (VBN killed))) (. .))"
MODAL = (
    "(S (NP (NP (DT A) (NN person)) (VP (VBG making) (NP (DT a) (NN loan)))) (VP (MD would) (VP (VB pay)"
    " (NP (DT the) (NN fee)))) (. .))"
)
ASKED = (
    "(S (NP (PRP She)) (VP (VBD told) (NP (PRP me)) (SBAR (WHADVP (WRB where)) (S (NP (PRP I)) (VP (MD can)"
    " (VP (VB buy) (NP (NNS books))))))) (. .))"
)
GIVEN = "(S (NP (PRP He)) (VP (VBD gave) (NP (DT the) (NN car)) (PP (TO to) (NP (NNP Mary)))) (. .))"
HERE = "(S (ADVP-PRD (RB Here)) (VP (VBZ is) (NP-SBJ (DT the) (JJS best) (NN part))) (. .))"
COMPARED = (
    "(S (NP (DT The) (NNS mice)) (VP (VBD were) (ADJP (ADJP (JJR smaller) (PP (IN in) (NP (NN May)))) (PP (IN than)"
    " (NP (NNS rats))))) (. .))"
)
CONJUNCT = "(S (NP (NP (NNP Lee) (POS 's)) (NN president) (CC and) (JJ chief) (NN officer)) (VP (VBD resigned)) (. .))"
WISH = (
    "(S (NP (PRP I)) (VP (VP (VBP write) (NP (NNS books))) (CC and) (VP (VB have) (NP (DT a) (JJ nice) (NN day))))"
    " (. .))"
)
CONDITION = (
    "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP they)) (VP (VP (MD will) (VP (VB stay)))"
    " (CC and) (VP (MD will) (VP (VB read) (NP (NNS books))))) (. .))"
)
BOTH = "(S (NP (NP (NNP Bulgaria)) (CC and) (NP (NNP Romania))) (VP (VBP join) (NP (DT the) (NN union))) (. .))"
USUAL = "(S (NP (NN Profit)) (VP (VBZ is) (ADVP (RB usually)) (NP (DT a) (NN goal))) (. .))"
CLOSELY = "(S (NP (PRP They)) (VP (VBD worked) (ADVP (RB closely)) (PP (IN with) (NP (NN asbestos)))) (. .))"
TOLD = "(S (NP (PRP She)) (VP (VBD told) (NP (NNS colleagues)) (SBAR (S (NP (PRP she)) (VP (VBD left))))) (. .))"
LIKELY = "(S (NP (PRP They)) (VP (VBD were) (ADJP (JJ wise) (RB enough) (S (VP (TO to) (VP (VB leave)))))) (. .))"
BUT_NOT = "(NP (NP (NN heat)) (, ,) (CONJP (CC but) (RB not)) (NP (NN light)))"
DENIED = f"(S (NP (NN Growth)) (VP (VBD was) (VP (VBN inhibited) (PP (IN by) {BUT_NOT}))) (. .))"
THE_TIME = "(NP (NP (DT the) (NN time)) (SBAR (S (NP (PRP she)) (VP (VBD came)))))"
BY_THE_TIME = f"(S (NP (PRP He)) (VP (VBD left) (PP (IN by) {THE_TIME})) (. .))"
CITING = "(S (NP (NP (DT The) (NN report)) (, ,) (VP (VBG citing) (NP (NNS attacks))) (, ,)) (VP (VBD came)) (. .))"
COACH = "(S (NP (NP (NNP Lee)) (, ,) (NP (NNP Panama) (NN coach)) (, ,)) (VP (VBD left)) (. .))"
OTHERWISE = "(S (NP (PRP They)) (VP (MD would) (ADVP (RB otherwise)) (VP (VB be) (ADJP (JJ late)))) (. .))"
FIRM = "(S (NP (NP (DT The) (NN firm)) (CC and) (NP (DT the) (NN union))) (VP (VBP differ)) (. .))"
REGARDED = "(S (NP (DT The) (NN film)) (VP (VBD was) (VP (ADVP (RB highly)) (VBN regarded))) (. .))"
ALMOST = "(S (NP (NNS Earnings)) (VP (ADVP (RB almost)) (VBD doubled)) (. .))"
THUMBS = "(S (NP (NNS Voters)) (VP (VBD turned) (NP (NNS thumbs)) (PRT (RP down)) (PP (IN on) (NP (NN tax)))) (. .))"
TYPO = """\
1\tHe\the\tPRON\tPRP\tNumber=Sing\t2\tnsubj\t_\t_
2\tsold\tsell\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\tluggages\tluggage\tNOUN\tNNS\tTypo=Yes\t2\tobj\t_\t_
4\tin\tin\tADP\tIN\t_\t5\tcase\t_\t_
5\tRome\tRome\tPROPN\tNNP\t_\t2\tobl\t_\t_
6\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


FRAGMENT = """\
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2\tcar\tcar\tNOUN\tNN\tNumber=Sing\t0\troot\t_\t_
3\tshe\tshe\tPRON\tPRP\tNumber=Sing\t4\tnsubj\t_\t_
4\tsold\tsell\tVERB\tVBD\tTense=Past\t2\tacl:relcl\t_\t_
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


def texts(tree: Treebank, *, strict: bool) -> set[str]:
    (sentence,) = entail(tree, strict=strict).sentences
    return {own.text for own in sentence}


@pytest.mark.parametrize(
    ("tree", "left_out"),
    [
        (BOTH, "Romania joins something."),
        (CUT, "They concentrated."),
        (REDUCED, "The samples were used."),
        (LOOSE, "Prices resulted in losses."),
        (PHRASE, "It took on a life."),
        (ALTERNATIVES, "Thieves were caught."),
        (MODAL, "A person makes a loan."),
        (GIVEN, "He gave the car."),
        (HERE, "The best part is here."),
        (COMPARED, "The mice were smaller in May."),
        (CONJUNCT, "Officer resigned."),
        (WISH, "I have a nice day."),
        (ASKED, "I can buy books."),
        (CLOSELY, "They worked closely."),
        (TOLD, "She told colleagues."),
        (LIKELY, "They were wise to leave."),
        (DENIED, "Growth was inhibited by light."),
        (BY_THE_TIME, "He left by the time."),
        (CITING, "The report was citing something."),
        (COACH, "Lee is Panama coach."),
        (OTHERWISE, "They would be late."),
        (FIRM, "The firm differs."),
    ],
)
def test_what_readers_find_odd_is_in_the_wider_list_only(tree: str, left_out: str) -> None:
    assert left_out in texts(penn(tree), strict=False)
    assert left_out not in texts(penn(tree), strict=True)


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (REGARDED, "The film was highly regarded."),
        (ALMOST, "Earnings almost doubled."),
        (THUMBS, "Voters turned thumbs down on tax."),
    ],
)
def test_words_without_which_it_would_say_something_else_are_kept(tree: str, said: str) -> None:
    assert said in texts(penn(tree), strict=True)


def test_what_is_said_may_be_something() -> None:
    assert texts(penn(SAID), strict=True) == {"He said something.", "He said that prices fell."}


def test_further_subjects_have_their_objects_in_the_strict_list() -> None:
    assert texts(penn(BOTH), strict=True) == {"Bulgaria joins the union.", "Romania joins the union."}


def test_a_condition_holds_for_further_conjuncts() -> None:
    assert not texts(penn(CONDITION), strict=True)


def test_an_adverb_after_a_copula_limits_it() -> None:
    assert "Profit is usually a goal." in texts(penn(USUAL), strict=True)


@pytest.mark.parametrize(
    ("text", "left_out"), [(TYPO, "He sold luggages."), (FRAGMENT, "She sold the car.")], ids=["typo", "fragment"]
)
def test_misspelt_words_and_fragments_are_not_in_the_strict_list(tmp_path: Path, text: str, left_out: str) -> None:
    (tmp_path / "text.conllu").write_text(text, "utf-8")
    treebank = read(tmp_path / "text.conllu")
    assert left_out in texts(treebank, strict=False)
    assert left_out not in texts(treebank, strict=True)
