"""Gold answers by majority and by the model, and the pairs that are written with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from judged import anaesthetists, votes

from treegauge import (
    CallError,
    DataError,
    EntailmentPair,
    Judgements,
    gold_pairs,
    judge_gold,
    read_pairs,
    write_pairs,
)

PAIRS = votes("a:yyy b:yyn c:yn. d:uuy e:y.. f:nnnnu g:yyyynn h:yu. i:yyn.nnu")


def decided(**options: Any) -> dict[str, str | None]:
    return {answer.pair: answer.answer for answer in judge_gold(PAIRS, **options).answers}


def test_the_majority_is_more_than_half_of_those_who_answered() -> None:
    expected = {"a": "yes", "b": "yes", "c": None, "d": None, "e": "yes", "f": "no", "g": "yes", "h": None, "i": None}
    assert decided() == expected


def test_at_least_two_must_agree() -> None:
    assert decided(at_least=2)["e"] is None
    assert decided(at_least=2)["b"] == "yes"


def test_unanimous() -> None:
    assert {pair for pair, answer in decided(share=1).items() if answer} == {"a", "e"}


def test_two_of_three_is_a_share_of_two_thirds() -> None:
    assert decided(share=2 / 3)["b"] == "yes"
    assert decided(share=0.7)["b"] is None


def test_the_model_decides_what_the_majority_leaves_open() -> None:
    by_model = judge_gold(PAIRS, method="dawid-skene")
    assert all(answer.answer for answer in by_model.answers)
    sure = judge_gold(PAIRS, method="dawid-skene", probability=0.99)
    assert 0 < len(sure.decided) < len(by_model.decided)
    assert all(answer.probability >= 0.99 for answer in sure.decided)


def test_the_most_uncertain_pairs_are_adjudicated_first() -> None:
    gold = judge_gold(PAIRS)
    doubtful = gold.to_adjudicate()
    assert {"c", "d", "h", "i"} <= {answer.pair for answer in doubtful}
    uncertainty = [answer.uncertainty for answer in doubtful]
    assert uncertainty == sorted(uncertainty, reverse=True)
    differing = {answer.pair for answer in gold.answers if answer.majority not in (None, answer.probable)}
    assert differing <= {answer.pair for answer in doubtful}


def test_gold_pairs_are_those_on_which_people_agree(tmp_path: Path) -> None:
    pairs = [EntailmentPair(name, f"text {name}", "hypothesis", None) for name in "abcdefghij"]
    write_pairs(gold_pairs(pairs, judge_gold(PAIRS, share=1)), tmp_path / "gold.xml")
    assert [(pair.id, pair.answer) for pair in read_pairs(tmp_path / "gold.xml")] == [("a", True), ("e", True)]


def test_a_pair_that_is_not_among_the_pairs_is_an_error() -> None:
    with pytest.raises(DataError, match="pair 'b' and 7 more is answered, but is not among the pairs"):
        gold_pairs([EntailmentPair("a", "t", "h", None)], judge_gold(PAIRS))


def test_only_yes_and_no_are_written_as_pairs() -> None:
    with pytest.raises(DataError, match="the gold answers have others"):
        gold_pairs([], judge_gold(anaesthetists()))


def test_an_unknown_method_is_an_error() -> None:
    with pytest.raises(CallError, match="unknown method 'vote'; known: majority, dawid-skene"):
        judge_gold(PAIRS, method="vote")  # type: ignore[arg-type]


def test_excluded_persons_have_no_vote() -> None:
    with_all, without = votes("a:yyn b:nny"), votes("a:yyn b:nny").excluding(["person 1"])
    assert [answer.answer for answer in judge_gold(with_all).answers] == ["yes", "no"]
    assert [answer.answer for answer in judge_gold(without).answers] == [None, None]
    assert isinstance(without, Judgements)
