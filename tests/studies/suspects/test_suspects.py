"""Suspects: the evidence on small treebanks, and what must hold for the ranking and its evaluation."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge import DataError, Treebank, bundled, evaluate_suspects, find_suspects
from treegauge.core.errors import CallError
from treegauge.formats.base import FORMATS, Input
from treegauge.studies.suspects.form import form_evidence
from treegauge.studies.suspects.items import items_of
from treegauge.studies.suspects.kernels import crossing_arcs, number_values
from treegauge.studies.suspects.leaving_out import numbered, others, surprise
from treegauge.studies.suspects.repeats import repeated
from treegauge.studies.suspects.variation import variation_evidence


def read(name: str, text: str) -> Treebank:
    reader = FORMATS.get(name).read
    assert reader is not None
    return reader(Input(text.encode()))


def conllu(*sentences: str) -> Treebank:
    """Sentences of words as form/tag/head/relation."""
    blocks = []
    for sentence in sentences:
        words = [word.split("/") for word in sentence.split()]
        lines = [
            f"{k}\t{form}\t_\t{tag}\t_\t_\t{head}\t{rel}\t_\t_" for k, (form, tag, head, rel) in enumerate(words, 1)
        ]
        blocks.append("\n".join(lines) + "\n\n")
    return read("conllu", "".join(blocks))


small = st.lists(st.integers(0, 3), min_size=1, max_size=12)


@given(small, st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_counts_leave_out_the_sentence(key: list[int], sentence: list[int]) -> None:
    sentences = sentence[: len(key)]
    expected = [
        sum(k == key[i] and s != sentences[i] for k, s in zip(key, sentences, strict=True)) for i in range(len(key))
    ]
    assert others(np.array(key), np.array(sentences)).tolist() == expected


@given(st.integers(0, 3_000), st.integers(1, 3_000), st.integers(0, 9))
def test_keys_are_numbered_as_they_first_occur(size: int, distinct: int, seed: int) -> None:
    keys = np.random.default_rng(seed).integers(-distinct, distinct, size) * 1_000_003
    names: dict[int, int] = {}
    assert number_values(keys).tolist() == [names.setdefault(key, len(names)) for key in keys.tolist()]


def test_surprise_is_that_of_the_formula() -> None:
    value, context, sentence = np.array([0, 0, 1, 0]), np.array([5, 5, 5, 7]), np.arange(4)
    assert surprise(value, [], sentence)[2] == pytest.approx(-np.log2(0.5 / (3 + 1.5)))
    both, alone = 1, 2
    first = (2 + 0.5) / (3 + 1.5)
    assert surprise(value, [context], sentence)[0] == pytest.approx(-np.log2((both + first) / (alone + 1)))


@given(st.lists(small, min_size=1, max_size=4))
def test_repeated_strings_are_those_that_occur_twice(sentences: list[list[int]]) -> None:
    words = np.array([word for sentence in sentences for word in sentence])
    offsets = np.cumsum([0, *map(len, sentences)])
    found = {
        (length, int(row)): int(name)
        for length, start, string in repeated(words, offsets)
        for row, name in zip(start, string, strict=True)
    }
    spans = {
        (n, int(offsets[s]) + i): tuple(sentence[i : i + n])
        for s, sentence in enumerate(sentences)
        for i in range(len(sentence))
        for n in range(1, len(sentence) - i + 1)
    }
    counts = Counter(spans.values())
    assert set(found) == {place for place, string in spans.items() if counts[string] > 1}
    for one, name in found.items():
        for other, other_name in found.items():
            if one[0] == other[0]:
                assert (name == other_name) == (spans[one] == spans[other])


def _crossing(heads: list[int]) -> list[bool]:
    arcs = [(min(i, h), max(i, h)) if h >= 0 else None for i, h in enumerate(heads)]
    return [
        a is not None and any(b is not None and (a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]) for b in arcs)
        for a in arcs
    ]


@given(st.lists(st.integers(-1, 7), min_size=8, max_size=8))
def test_crossing_arcs_are_those_of_the_twin(heads: list[int]) -> None:
    own = [-1 if head == place else head for place, head in enumerate(heads)]
    assert crossing_arcs(np.array([0, 8]), np.array(own, np.int32)).tolist() == _crossing(own)


def test_equal_rows_have_equal_numbers() -> None:
    assert numbered(np.array([3, 1, 3]), np.array([0, 0, 0])).tolist() == [0, 1, 0]


def test_a_constituent_with_another_label_varies() -> None:
    usual = "(S (NP (D the) (N dog)) (V barks))"
    wrong = "(S (XP (D the) (N dog)) (V barks))"
    items = items_of(read("brackets", "\n".join([usual, usual, usual, wrong])))
    evidence = variation_evidence(items)
    bits = evidence.columns["other label, the same words in the same context"]
    assert np.argmax(bits) == 7
    assert items.label[7] == "XP"
    assert "NP" in (evidence.reason(7) or "")


def test_a_missing_constituent_varies() -> None:
    usual = "(S (NP (D the) (N dog)) (V barks))"
    flat = "(S (D the) (N dog) (V barks))"
    items = items_of(read("brackets", "\n".join([usual, usual, usual, flat])))
    bits = variation_evidence(items).columns["no label, the same words between the same words"]
    assert np.flatnonzero(bits).tolist() == [6]  # the S that has no NP


def test_a_discontinuous_constituent_varies() -> None:
    usual = "(S (VP 0=he 2=up) 1=gives)"
    text = "\n".join([usual, usual, usual, usual.replace("VP", "XP")])
    items = items_of(
        read(
            "discbracket",
            text.replace("0=he", "(P 0=he)").replace("2=up", "(R 2=up)").replace("1=gives", "(V 1=gives)"),
        )
    )
    evidence = variation_evidence(items)
    assert items.label[int(np.argmax(evidence.columns["other label, the same words"]))] == "XP"


def test_another_relation_of_the_same_words_varies() -> None:
    usual, wrong = "he/PRON/2/nsubj runs/VERB/0/root", "he/PRON/2/obj runs/VERB/0/root"
    evidence = variation_evidence(items_of(conllu(usual, usual, usual, wrong)))
    bits = evidence.columns["other label, the same words"]
    assert int(np.argmax(bits)) == 6
    assert "nsubj" in (evidence.reason(6) or "")


def test_faults_of_form_are_named() -> None:
    fine = "he/PRON/2/nsubj runs/VERB/0/root ./PUNCT/2/punct"
    bad = "he/PRON/3/nsubj runs/VERB/0/root ./PUNCT/2/punct"
    evidence = form_evidence(items_of(conllu(fine, fine, fine, fine, fine, fine, bad)))
    assert "punctuation has a dependent" in (evidence.reason(18) or "")
    assert evidence.reason(0) is None


def test_a_unary_cycle_is_a_fault_of_form() -> None:
    items = items_of(read("brackets", "(S (NP (NP (N dogs))) (V bark))\n(S (NP (N dogs)) (V bark))"))
    assert "unary cycle" in (form_evidence(items).reason(2) or "")
    assert form_evidence(items).reason(1) is None or "cycle" not in str(form_evidence(items).reason(1))


@pytest.mark.parametrize("name", ["english.mrg", "english.conllu", "german.export"])
def test_all_items_are_ranked_and_scores_fall(name: str) -> None:
    found = find_suspects(bundled(name))
    assert sorted(found.order.tolist()) == list(range(len(found.items)))
    rows = found.rows(20)
    assert [row["rank"] for row in rows] == list(range(1, 21))
    assert all(a["score"] >= b["score"] for a, b in pairwise(rows))


def test_the_same_seed_gives_the_same_ranking() -> None:
    trees = bundled("english.conllu")
    assert find_suspects(trees, seed=3).rows(30) == find_suspects(trees, seed=3).rows(30)


@pytest.mark.parametrize("name", ["english.mrg", "english.conllu"])
def test_errors_are_found_better_than_by_chance(name: str) -> None:
    evaluation = evaluate_suspects(bundled(name), rate=0.05, seed=1)
    rows = evaluation.rows()
    assert rows[-1]["kind"] == "all"
    assert rows[-1]["inserted"] == sum(row["inserted"] for row in rows[:-1]) > 0
    assert rows[-1]["recall_20"] > 0.4
    assert [point["recall"] for point in evaluation.curve()] == sorted(point["recall"] for point in evaluation.curve())


def test_one_sentence_is_an_error() -> None:
    with pytest.raises(DataError, match="one sentence"):
        find_suspects(conllu("he/PRON/2/nsubj runs/VERB/0/root"))


def test_no_tags_are_an_error() -> None:
    with pytest.raises(DataError, match="no tags"):
        find_suspects(conllu("he/_/2/nsubj runs/_/0/root", "he/_/2/nsubj runs/_/0/root"))


def test_no_heads_are_an_error() -> None:
    with pytest.raises(DataError, match="the words have no heads"):
        find_suspects(conllu("he/PRON/_/_ runs/VERB/_/_", "he/PRON/_/_ runs/VERB/_/_"))
    with pytest.raises(DataError, match="no sentences"):
        find_suspects(bundled("english.conllu")[[]])


def test_unknown_evidence_is_an_error() -> None:
    with pytest.raises(CallError, match="unknown evidence 'variations'"):
        find_suspects(bundled("english.mrg"), evidence=["variations"])
