"""Answers to hypotheses, construction by construction: from trees without functions, as parsers write them."""

from __future__ import annotations

import pytest
from test_deep_relations import penn

from treegauge.entailments.api import with_known_dependencies
from treegauge.entailments.checking import deep_trees, follows

SHARED_CLAUSE = (
    "(S (NP (PRP We)) (VP (VBD met) (NP (NP (NP (NNS bakers)) (CC and) (NP (NNS millers))) (SBAR (WHNP (WP who)) (S (VP"
    " (VBD sang)))))) (. .))"
)
MATCHED = (
    "(S (NP (PRP He)) (VP (VBD saw) (NP (NP (DT the) (NNS socks)) (SBAR (WHNP (WDT that)) (S (VP (VBN matched))))))"
    " (. .))"
)
AGREES = (
    "(S (NP (PRP He)) (VP (VBD felt) (NP (NP (DT the) (NN joy)) (PP (IN of) (NP (NNS children))) (SBAR (WHNP (WP who))"
    " (S (VP (VBP win) (NP (NNS games))))))) (. .))"
)
PURPOSE = (
    "(S (NP (NNP Mary)) (VP (VBD sold) (NP (DT the) (NN car)) (S (VP (TO to) (VP (VB pay) (NP (DT the) (NN rent))))))"
    " (. .))"
)
ASKED = (
    "(S (NP (NNP Mary)) (VP (VBD asked) (NP (DT the) (NN boy)) (S (VP (TO to) (VP (VB pay) (NP (DT the) (NN rent))))))"
    " (. .))"
)
BY = (
    "(S (NP (PRP He)) (VP (VBD kept) (SBAR (S (NP (DT the) (NNS letters)) (VP (VBD signed) (PP (IN by) (NP (NNP Mary)))"
    ")))) (. .))"
)
RAN = "(S (NP (NN Water)) (VP (VBN poured) (PP (IN from) (NP (DT the) (NN roof)))) (. .))"
COVERED = (
    "(S (NP (DT The) (NN wall)) (VP (VBD was) (VP (VBN painted) (CC and) (VBN covered) (PP (IN with) (NP (NN ivy)))))"
    " (. .))"
)
FLAT = "(S (NP (PRP He)) (VP (VBD bought) (NP (NNS apples) (CC and) (JJ red) (NNS pears))) (. .))"
INCLUDING = "(S (NP (PRP He)) (VP (VBD bought) (NP (NP (NNS fruits)) (PP (VBG including) (NP (NNS pears))))) (. .))"
NEITHER = (
    "(S (NP (PRP He)) (VP (VBD praised) (NP (NP (DT the) (NN test)) (, ,) (RB not) (NP (DT the) (NN teacher)))) (. .))"
)
WHAT = "(S (NP (NN Rain)) (VP (VBZ is) (SBAR (WHNP (WP what)) (S (NP (NNS farmers)) (VP (VBP want))))) (. .))"
NO_END = "(S (NP (DT The) (NN garden)) (VP (VBD had) (NP (DT no) (NN end))) (. .))"
NONE = "(S (NP (EX There)) (VP (VBP are) (RB n't) (NP (JJ enough) (NNS chairs))) (. .))"
DISMISSED = "(S (NP (PRP She)) (VP (VBD was) (VP (VBN dismissed))) (. .))"
GOING = (
    "(S (NP (PRP It)) (VP (VBZ is) (VP (VBG going) (S (VP (TO to) (VP (VB hold) (NP (DT an) (NN election))))))) (. .))"
)
FATHER = "(S (NP (NP (PRP$ My) (NN father) (POS 's)) (NN face)) (VP (VBD shone)) (. .))"
NEEDED = (
    "(S (NP (NP (DT the) (JJ last) (NN thing)) (SBAR (S (NP (PRP they)) (VP (VBD needed))))) (VP (VBD was) (NP (DT a)"
    " (NN blow))) (. .))"
)
SAID = (
    "(S (S (`` ``) (VP (VB Come) (PRT (RP in))) (, ,) ('' '')) (VP (VBD said) (NP (DT the) (JJ old) (NN woman))) (. .))"
)
TWO = (
    "(S (S (NP (DT The) (NNP Rome) (NNP Index)) (VP (VBD fell))) (CC and) (S (NP (DT the) (NNP Paris) (NNP Index)) (VP"
    " (VBD rose))) (. .))"
)
CHILDREN = (
    "(S (NP (NP (NNS men)) (PP (IN with) (NP (NNS children)))) (VP (VBP are) (PP (IN in) (NP (DT the) (NN park))))"
    " (. .))"
)


@pytest.mark.parametrize(
    ("tree", "hypothesis", "expected"),
    [
        (SHARED_CLAUSE, "Bakers sang.", True),
        (SHARED_CLAUSE, "Millers sang.", True),
        (MATCHED, "The socks matched.", True),
        (AGREES, "The children win games.", True),
        (AGREES, "The joy wins games.", False),
        (PURPOSE, "Mary paid the rent.", True),
        (PURPOSE, "The car paid something.", False),
        (ASKED, "The boy pays the rent.", True),
        (BY, "The letters were signed.", True),
        (BY, "Mary signed the letters.", True),
        (RAN, "Water poured from the roof.", True),
        (COVERED, "The wall was covered with ivy.", True),
        (FLAT, "He bought apples.", True),
        (INCLUDING, "The fruits include pears.", True),
        (NEITHER, "The teacher was praised.", False),
        (WHAT, "Rain wants something.", False),
        (WHAT, "Farmers want rain.", True),
        (NO_END, "The garden had no end.", True),
        (NO_END, "The garden had an end.", False),
        (NONE, "There aren't enough chairs.", True),
        (NONE, "There are enough chairs.", False),
        (DISMISSED, "Somebody dismissed her.", True),
        (GOING, "Something is going to hold an election.", True),
        (FATHER, "My father's face shone.", True),
        (NEEDED, "The last thing they needed was a blow.", True),
        (NEEDED, "The last thing needed a blow.", False),
        (SAID, "The old woman said something.", True),
        (TWO, "The Paris Index rose.", True),
        (TWO, "The Rome Index rose.", False),
        (CHILDREN, "The men are in the park.", True),
        (CHILDREN, "The children are in the park.", False),
    ],
)
def test_hypotheses_follow_where_people_say_so(tree: str, hypothesis: str, expected: bool) -> None:
    (deep,) = deep_trees(with_known_dependencies(penn(tree)))
    assert deep is not None
    assert follows(hypothesis, deep).follows is expected
