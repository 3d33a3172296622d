"""Samples: drawn at random, or of sentences that are near the average in every part of speech."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge import CallError, DataError, Treebank, bundled, comparable_samples, from_tuples, read
from treegauge.annotation.tagsets import TAG_GROUPS, TAGSETS
from treegauge.studies.sampling.comparable import random_sample
from treegauge.studies.sampling.sample_figures import group_counts, sample_figures

STTS = TAGSETS["stts"]
_GROUPS = {"NN": "nouns", "ART": "determiners", "APPR": "prepositions", "VVFIN": "finite", "VVPP": "participles"}


def tagged(*sentences: str) -> Treebank:
    return from_tuples([[(tag, tag) for tag in sentence.split()] for sentence in sentences])


def plain_kept(treebanks: list[Treebank], deviation: float, shortest: int, longest: int) -> list[list[int]]:
    """The sentences that are kept, sentence by sentence."""
    bags = [[[_GROUPS.get(word.tag or "") for word in tree.tokens] for tree in treebank] for treebank in treebanks]
    everywhere = [name for name in TAG_GROUPS if all(any(name in bag for bag in own) for own in bags)]
    kept = []
    for own in bags:
        numbers = []
        for number, bag in enumerate(own):
            alike = [other for others in bags for other in others if len(other) == len(bag)]
            near = [
                abs(bag.count(name) - sum(other.count(name) for other in alike) / len(alike)) <= deviation
                for name in everywhere
            ]
            if shortest <= len(bag) <= longest and all(near):
                numbers.append(number)
        kept.append(numbers)
    return kept


sentences = st.lists(
    st.lists(st.sampled_from([*_GROUPS, "ADV"]), min_size=1, max_size=5).map(" ".join), min_size=1, max_size=8
)


@given(sentences, sentences, st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_the_sentences_kept_are_those_near_the_average(one: list[str], other: list[str], deviation: float) -> None:
    treebanks = [tagged(*one), tagged(*other)]
    kept = plain_kept(treebanks, deviation, 2, 4)
    if not all(kept):
        with pytest.raises(DataError):
            comparable_samples(treebanks, deviation=deviation, min_length=2, max_length=4, tags="stts")
        return
    found = comparable_samples(treebanks, deviation=deviation, min_length=2, max_length=4, tags="stts")
    assert [sample.average for sample in found] == [len(numbers) for numbers in kept]
    size = min(len(numbers) for numbers in kept)
    for sample, numbers in zip(found, kept, strict=True):
        assert len(sample.sentences) == len(sample.treebank) == size
        assert set(sample.sentences.tolist()) <= set(numbers)


@pytest.mark.slow
def test_the_deviation_of_the_paper_keeps_few_sentences_of_pcc_and_squoia(shared: Path) -> None:
    treebanks = [read(str(shared / "pcc" / "*.tar.xz")), read(str(shared / "squoia" / "*_DE.xml.xz"))]
    narrow = comparable_samples(treebanks, 1024, deviation=0.8)
    assert [sample.average for sample in narrow] == [124, 243]
    assert [len(sample.treebank) for sample in narrow] == [124, 124]
    wide = comparable_samples(treebanks, 1024, deviation=2.0)
    assert [len(sample.treebank) for sample in wide] == [1024, 1024]
    pcc, squoia = (sample.after for sample in wide)
    assert pcc.nodes_per_word == pytest.approx(0.42, abs=0.01)
    assert squoia.nodes_per_word == pytest.approx(0.69, abs=0.01)


def test_a_sample_has_sentences_of_the_right_length_in_their_order() -> None:
    gold = bundled("german.export")
    one, other = comparable_samples([gold, gold], 8, deviation=3, min_length=8, max_length=20, seed=1)
    for sample in (one, other):
        counts = sample.treebank.tokens.counts
        assert len(counts) == 8
        assert counts.min() >= 8
        assert counts.max() <= 20
        assert (np.diff(sample.sentences) > 0).all()
        assert sample.treebank.equals(gold.select(sample.sentences))
    assert one.sentences.tolist() != other.sentences.tolist()


def test_a_seed_says_which_sentences_are_drawn() -> None:
    gold = bundled("english.mrg")
    same, again, other = (random_sample(gold, 20, seed=seed).sentences.tolist() for seed in (1, 1, 2))
    assert same == again != other
    assert len(set(same)) == 20


def test_figures_leave_out_empty_elements_and_virtual_roots() -> None:
    tree = from_tuples(
        [("TOP", ("S", ("NP", ("-NONE-", "*")), ("VP", ("VB", "go"), ("NP", ("NNS", "dogs"))), (".", ".")))]
    )
    found = sample_figures(tree, TAGSETS["penn"])
    assert (found.nodes_per_sentence, found.words_per_sentence, found.nodes_per_word) == (3, 3, 1)
    assert found.groups["nouns"] == found.groups["infinite"] == 1
    assert found.groups["finite"] == 0


def test_figures_without_phrases_or_tags() -> None:
    found = sample_figures(bundled("english.conllu"), None)
    assert np.isnan(found.nodes_per_word)
    assert found.groups == {}


def test_group_counts_are_one_row_a_sentence() -> None:
    counts = group_counts(tagged("ART NN VVFIN", "NE APPR NN"), STTS)
    assert counts[:, [TAG_GROUPS.index("nouns"), TAG_GROUPS.index("prepositions")]].tolist() == [[1, 0], [2, 1]]


def test_a_group_that_one_treebank_lacks_is_left_out() -> None:
    """Alpino's tags do not tell the forms of verbs."""
    german, dutch = tagged("ART NN VVFIN", "NN VVFIN NN"), from_tuples([[("x", "det"), ("x", "noun"), ("x", "verb")]])
    one, _ = comparable_samples([german, dutch], deviation=3, min_length=1, tags=["stts", "alpino"])
    assert one.groups == ("determiners", "nouns")


def test_samples_that_are_too_small_are_an_error() -> None:
    gold = bundled("german.export")
    with pytest.raises(DataError, match="no sentence has from 500 to 600 words"):
        comparable_samples([gold, gold], min_length=500, max_length=600)
    nouns = tagged("NN NN", "ART ART")
    with pytest.raises(DataError, match=r"kept: 0, 0\); allow more: deviation=1.6"):
        comparable_samples([nouns, nouns], min_length=1, tags="stts")
    with pytest.raises(CallError, match="cannot draw 99 of 34 sentences"):
        random_sample(gold, 99)


def test_wrong_calls_are_errors() -> None:
    gold = bundled("german.export")
    with pytest.raises(CallError, match="two treebanks or more"):
        comparable_samples([gold])
    with pytest.raises(CallError, match="n must be a whole number from 1 to"):
        comparable_samples([gold, gold], 0)
    unknown = from_tuples([[("a", "tag1"), ("b", "tag2")]])
    with pytest.raises(CallError, match="the tag set is not recognised"):
        comparable_samples([gold, unknown])
