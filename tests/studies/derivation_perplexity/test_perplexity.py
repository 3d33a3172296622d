"""`treegauge.perplexity`: string and derivation order, parser outputs, intervals, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, UnknownNameError, apply, bundled, concatenate, perplexity
from treegauge.core.signature import Signature
from treegauge.core.types import AnyRow
from treegauge.formats.base import FORMATS, Input
from treegauge.models.ngrams import train_and_score


def conllu(*sentences: str) -> Treebank:
    """Each sentence as `form/head ...`."""
    lines = []
    for sentence in sentences:
        for number, word in enumerate(sentence.split(), 1):
            form, _, head = word.rpartition("/")
            form = form.replace("~", " ")
            lines.append(f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{'root' if head == '0' else 'dep'}\t_\t_")
        lines.append("")
    reader = FORMATS.get("conllu").read
    assert reader is not None
    return reader(Input("\n".join([*lines, ""]).encode()))


@pytest.fixture(scope="module")
def english() -> tuple[Treebank, Treebank]:
    trees = bundled("english.conllu")
    return trees[:40], trees[40:]


@pytest.fixture(scope="module")
def parsed() -> Treebank:
    return bundled("english.parsed.conllu")[40:]


def rows(*arguments: Any, **options: Any) -> list[AnyRow]:
    return list(perplexity(*arguments, smoothing="witten-bell", **options).rows())


def test_each_order_is_measured_under_a_model_of_that_order(english: tuple[Treebank, Treebank]) -> None:
    training, test = english
    found = {row["order"]: row for row in rows(training, test, system="arc-eager")}
    ordered = [apply(side, "derivation-order(arc-eager)") for side in english]
    for order, sides in (("string", english), ("derivation", ordered)):
        total = train_and_score(*sides, smoothing="witten-bell").total
        for figure in ("sentences", "words", "oov", "logprob", "ppl", "ppl1"):
            assert found[order][figure] == pytest.approx(getattr(total, figure), rel=1e-12)
        assert found[order]["size"] == len(training.tokens)
        assert found[order]["size_over_ppl"] == pytest.approx(len(training.tokens) / total.ppl)
    assert [row["system"] for row in found.values()] == [None, "arc-eager"]


def test_the_increase_is_that_of_derivation_over_string_order(english: tuple[Treebank, Treebank]) -> None:
    string, derivation = rows(*english)
    assert math.isnan(string["increase"])
    assert derivation["increase"] == pytest.approx(100 * (derivation["ppl"] - string["ppl"]) / string["ppl"])
    low, high = derivation["intervals"]["increase"]
    assert low < derivation["increase"] < high


def test_intervals_of_the_increase_are_paired(english: tuple[Treebank, Treebank]) -> None:
    """Sentences that are hard in one order are hard in the other: the interval is narrower than that of two samples."""
    string, derivation = rows(*english)
    low, high = derivation["intervals"]["increase"]
    apart = [100 * (derivation["intervals"]["ppl"][side] / string["intervals"]["ppl"][1 - side] - 1) for side in (0, 1)]
    assert high - low < 0.5 * (apart[1] - apart[0])


def test_without_resamples_there_are_no_intervals(english: tuple[Treebank, Treebank]) -> None:
    assert [row["intervals"] for row in rows(*english, resamples=0)] == [{}, {}]


def test_an_output_is_measured_under_the_model_of_the_gold_derivations(
    english: tuple[Treebank, Treebank], parsed: Treebank
) -> None:
    found = rows(*english, parsed={"a": parsed, "gold again": english[1]})
    assert [row["source"] for row in found] == ["gold", "gold", "a", "gold again"]
    ordered = [apply(side, "derivation-order") for side in (english[0], parsed)]
    assert found[2]["logprob"] == pytest.approx(train_and_score(*ordered, smoothing="witten-bell").total.logprob)
    assert {**found[3], "source": "gold"} == found[1]


def test_an_output_with_other_words_is_refused_with_its_place(english: tuple[Treebank, Treebank]) -> None:
    with pytest.raises(DataError, match=r"out: 23 sentences, but the test treebank has 24"):
        rows(*english, parsed={"out": english[1][:23]})
    with pytest.raises(DataError, match=r"\d+ words instead of \d+"):
        rows(*english, parsed={"out": concatenate([english[1][1:], english[1][:1]])})
    one, other = conllu("a/0 b/1"), conllu("a/0 c/1")
    with pytest.raises(DataError, match=r"word 2 is 'c' instead of 'b'"):
        rows(one, one, parsed={"out": other})


def test_a_blank_inside_a_word_is_a_low_line() -> None:
    with_blank, with_line = conllu("New~York/0 is/1 big/2"), conllu("New_York/0 is/1 big/2")
    assert rows(with_blank, with_line)[0]["oov"] == 0
    assert rows(with_blank, with_blank, parsed={"out": with_line})[2]["oov"] == 0


def test_srilm_passes_over_what_begins_with_two_crosses_in_each_order() -> None:
    """In string order it is the first sentence, in derivation order the second."""
    trees = conllu("##a/2 b/0", "a/0 ##a/1", "a/0 b/1")
    found = rows(trees, trees, srilm=True)
    assert [row["sentences"] for row in found] == [2, 1]
    assert [row["size"] for row in found] == [4, 2]
    assert [row["words"] for row in found] == [4, 2]
    assert [row["sentences"] for row in rows(trees, trees)] == [3, 3]
    sides = [apply(trees, "derivation-order")] * 2
    total = train_and_score(*sides, smoothing="witten-bell", srilm=True).total
    assert (found[1]["ppl"], found[1]["logprob"]) == pytest.approx((total.ppl, total.logprob))


def test_without_dependency_trees_there_is_string_order_alone(english: tuple[Treebank, Treebank]) -> None:
    phrases = bundled("english.mrg")
    found = perplexity(phrases, phrases, name="phrases.mrg", test_name="test.mrg", smoothing="witten-bell")
    assert [own.order for own in found.measured] == ["string"]
    traces = "empty elements counted as words: 66; -t remove-empties removes them"
    assert found.remarks[0] == "phrases.mrg has no dependency trees, so there is no derivation order"
    assert [remark.partition(" ")[0] for remark in found.remarks[1:]] == ["phrases.mrg:", "test.mrg:"]
    assert all(remark.endswith(traces) for remark in found.remarks[1:])
    for options in ({"order": "derivation"}, {"parsed": {"out": english[1]}}):
        with pytest.raises(CallError, match="no dependency trees"):
            rows(phrases, phrases, **options)


def test_outputs_need_no_trees_in_the_test_treebank(english: tuple[Treebank, Treebank], parsed: Treebank) -> None:
    bare = english[1].replace(tokens=english[1].tokens.replace(head=None, deprel=None))
    found = rows(english[0], bare, parsed={"out": parsed})
    assert [(row["order"], row["source"]) for row in found] == [("string", "gold"), ("derivation", "out")]
    assert [row["order"] for row in rows(english[0], bare)] == ["string"]


def test_one_order_can_be_asked_for(english: tuple[Treebank, Treebank], parsed: Treebank) -> None:
    both = rows(*english)
    assert str(rows(*english, "string")) == str(both[:1])
    (alone,) = rows(*english, "derivation")
    assert math.isnan(alone["increase"])
    assert alone["logprob"] == both[1]["logprob"]
    with pytest.raises(CallError, match="derivation order"):
        rows(*english, "string", parsed={"out": parsed})
    with pytest.raises(UnknownNameError, match="unknown order 'words'"):
        rows(*english, "words")
    with pytest.raises(UnknownNameError, match="swap-lazy"):
        rows(*english, system="swap-lasy")


def test_a_treebank_without_sentences_is_bad_data(english: tuple[Treebank, Treebank]) -> None:
    with pytest.raises(DataError, match="train: there are no sentences"):
        rows(english[0][:0], english[1], name="train")
    with pytest.raises(DataError, match="test: there are no sentences"):
        rows(english[0], english[1][:0], test_name="test")
    with pytest.raises(CallError, match="takes treebanks"):
        perplexity("train.conllu", english[1])  # type: ignore[arg-type]


def test_a_word_without_head_is_bad_data_with_its_place(english: tuple[Treebank, Treebank]) -> None:
    head = english[1].tokens.numbers("head").copy()
    head[3] = -2
    broken = english[1].replace(tokens=english[1].tokens.replace(head=head))
    with pytest.raises(DataError, match=r"word 4 \('.*'\) has no head"):
        rows(english[0], broken)


def test_unknown_words_alone_have_no_perplexity_without_sentence_ends() -> None:
    known, unknown = conllu("a/0 b/1", "a/0 b/1"), conllu("x/0 y/1")
    for row in rows(known, unknown):
        assert (row["words"], row["oov"]) == (2, 2)
        assert math.isnan(row["ppl1"])
        assert row["ppl"] == pytest.approx(10 ** -row["logprob"])


def test_discounts_that_fall_back_are_remarked_once_a_model(english: tuple[Treebank, Treebank]) -> None:
    tiny = conllu("a/0 b/1 c/2")
    remarks = perplexity(tiny, tiny, n=2).remarks
    assert [remark.split(":")[0] for remark in remarks] == ["string order"] * 2 + ["derivation order"] * 2
    assert "2-grams: the discounts cannot be estimated" in remarks[1]


def test_options_of_the_model_reach_it(english: tuple[Treebank, Treebank]) -> None:
    found = perplexity(*english, n=2, smoothing="absolute", discount=0.5, minimum=[1, 1], open_vocabulary=True)
    spec = "ngram(order=2,smoothing=absolute,minimum=1/1,open=true,like=srilm,discount=0.5)"
    assert found.signature == Signature((spec,), {"srilm": "false"})
    assert [row["oov"] for row in found.rows()] == [0, 0]


def test_the_table_has_one_row_a_sentence(english: tuple[Treebank, Treebank]) -> None:
    found = perplexity(*english, smoothing="witten-bell").measured[1]
    assert found.table.shape == (24, 4)
    assert np.array_equal(found.table[:, 1], english[1].tokens.counts)
