"""What must hold of every registered measure, on random trees: with all its options, whoever wrote it."""

from __future__ import annotations

import typing
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from perturbed import pairs
from twins_brackets import compare_plainly, plain_trees

from treegauge import CallError, Treebank
from treegauge.core.types import Counts, Mask
from treegauge.measures import StructIoU
from treegauge.measures.shared.base import MEASURES, Measure, find_measure
from treegauge.measures.shared.prm import find_prm
from treegauge.measures.shared.words import plain_form, words_only
from treegauge.testing import measures as testing

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
NAMES = MEASURES.names()
# What options that are strings can be; a table of heads is always named, since `auto` looks at the whole treebank.
_STRINGS: dict[str, tuple[Any, ...]] = {
    "prm": ("default", "COLLINS", "new", "spmrl", "none", "LABELED 0; DELETE_LABEL NP; DELETE_LABEL |(="),
    "group": ("all", "grammatical", "form-function", "topicalisation", "miscellaneous", "other"),
    "heads": ("left", "right", "collins", "negra"),
    "rules": ("none", "ud"),
    "costs": ((), ("NP VP 0.5", "S NP 1.5")),
    "threshold": (0.0, 0.3),
}
PERFECT = {"crossing": 0, "distance": 0}  # scores that are not percentages
NOTHING = {"ud": 0.0}  # measures whose 0/0 is 0, as in the program that they reproduce
_UD_BASES = {"clas": "content", "mlas": "content", "blex": "content", "elas": "edges", "eulas": "edges"}
Case = tuple[Treebank, Treebank, list[Measure]]


def _values(name: str, hint: Any) -> st.SearchStrategy[Any]:
    if hint is bool:
        return st.booleans()
    if typing.get_origin(hint) is typing.Literal:
        return st.sampled_from(typing.get_args(hint))
    assert name in _STRINGS, f"say in _STRINGS what the option {name} can be"
    return st.sampled_from(_STRINGS[name])


def variants(kind: type[Measure]) -> st.SearchStrategy[Measure]:
    """A measure with any options."""
    hints = typing.get_type_hints(kind)
    return st.fixed_dictionaries({item.name: _values(item.name, hints[item.name]) for item in fields(kind)}).map(
        lambda options: kind(**options)
    )


@st.composite
def cases(draw: st.DrawFn, *, other_words: bool = False) -> Case:
    """Gold, the same with errors, and every measure that fits, with options."""
    phrases = draw(st.booleans())
    gold, test = draw(pairs(constituents=phrases, other_words=other_words))
    if not phrases:
        gold, test = (
            treebank.replace(tokens=treebank.tokens.replace(upos=treebank.tokens.text("tag")))
            for treebank in (gold, test)
        )
    measures = []
    for _, kind in MEASURES.items():
        measure = draw(variants(kind))
        if _fits(measure, gold, test) and (not measure.document or (measure.lenient and not other_words)):  # type: ignore[attr-defined]
            measures.append(measure)
    assume(measures)
    return gold, test, measures


def _fits(measure: Measure, gold: Treebank, test: Treebank) -> bool:
    """Labelled triples say that they cannot do without functions; that is tested where triples are."""
    try:
        return measure.fits(gold, test)
    except CallError as error:
        if "labelled triples need functions" not in str(error):
            raise
        return False


@pytest.mark.parametrize("name", NAMES)
def test_every_measure_passes_the_checks_for_plug_ins(name: str) -> None:
    testing.check_measure(
        name,
        perfect=PERFECT,
        nothing=NOTHING.get(name, np.nan),
        comparable=partial(_comparable, find_measure(name)),
        defined=partial(_defined, find_measure(name)),
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_docstring_says_what_it_is_and_who_published_it(name: str) -> None:
    testing.check_measure_description(find_measure(name))


@pytest.mark.parametrize("name", NAMES)
def test_names_of_counts_scores_and_binary_scores_are_in_order(name: str) -> None:
    testing.check_names(find_measure(name))


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
@settings(patient, max_examples=20)
def test_spelling_and_signature_parse_back(name: str, data: st.DataObject) -> None:
    testing.check_spelling(data.draw(variants(MEASURES.get(name))))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_over_nothing_is_nan_and_no_warning(name: str) -> None:
    testing.check_nothing(find_measure(name), NOTHING.get(name, np.nan))


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
@settings(patient, max_examples=8)
def test_scores_of_many_totals_are_those_of_each(name: str, data: st.DataObject) -> None:
    measure = find_measure(name)
    total = st.lists(st.integers(0, 5), min_size=len(measure.counts), max_size=len(measure.counts))
    testing.check_totals(measure, np.array(data.draw(st.lists(total, min_size=6, max_size=6)), np.float64))


@given(cases(other_words=True))
@patient
def test_counts_have_one_row_per_sentence_and_one_column_per_count(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        testing.check_counts(measure, gold, test)


@given(cases())
@patient
def test_gold_against_itself_is_perfect(case: Case) -> None:
    gold, _, measures = case
    for measure in measures:
        testing.check_itself(measure, gold, PERFECT, partial(_defined, measure))


def _defined(measure: Measure, score: str, total: Counts) -> bool:
    """The scores of ud are 0 where there is nothing to count, as in the official script."""
    if measure.name not in NOTHING:
        return True
    stem = score.partition("_")[0]
    base = stem if f"gold_{stem}" in measure.counts else _UD_BASES.get(stem, "words")
    return bool(total[measure.counts.index(f"gold_{base}")] != 0)


@given(cases(), st.data())
@patient
def test_the_order_of_sentences_does_not_matter(case: Case, data: st.DataObject) -> None:
    gold, test, measures = case
    order = data.draw(st.permutations(range(len(gold))))
    for measure in measures:
        testing.check_order(measure, gold, test, order)


@given(cases(other_words=True), st.data())
@patient
def test_some_sentences_count_as_they_do_among_all(case: Case, data: st.DataObject) -> None:
    gold, test, measures = case
    chosen = data.draw(st.lists(st.sampled_from(range(len(gold))), unique=True)) if len(gold) else []
    for measure in measures:
        if not measure.document and measure.name != "exact-match":
            testing.check_measure_alone(measure, gold, test, chosen)


@given(cases())
@patient
def test_scores_are_within_bounds_for_all_and_for_each_sentence(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        testing.check_bounds(measure, gold, test, PERFECT)


@given(cases(other_words=True))
@patient
def test_counts_of_the_parts_add_up_to_the_whole(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        testing.check_parts(measure, gold, test)


@given(cases(other_words=True))
@patient
def test_rows_are_nan_exactly_where_words_differ(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        if not measure.document:
            testing.check_comparable(measure, gold, test, partial(_comparable, measure))


def _comparable(measure: Measure, gold: Treebank, test: Treebank) -> Mask:
    if hasattr(measure, "prm"):  # EVALB compares the words that its parameters leave, and wants some
        sides = zip(plain_trees(gold), plain_trees(test), strict=True)
        return np.array([compare_plainly(one, other, find_prm(measure.prm)).status == 0 for one, other in sides], bool)
    if measure.name != "attachment" or gold.has_constituents:
        gold, test = words_only(gold), words_only(test)
    forms = ([[plain_form(token.form) for token in tree] for tree in treebank] for treebank in (gold, test))
    if isinstance(measure, StructIoU):  # words may differ
        return np.array([_spans_fit(measure, *pair) for pair in zip(*forms, strict=True)], bool)
    return np.array([one == other for one, other in zip(*forms, strict=True)], bool)


def _spans_fit(measure: StructIoU, gold: list[str], test: list[str]) -> bool:
    if measure.extent == "words":
        return len(gold) == len(test)
    if measure.extent == "time":  # no word has a time here
        return not gold and not test
    one, other = ("".join("".join(words).split()) for words in (gold, test))
    return one == other and bool(gold) == bool(test)


@given(cases(other_words=True))
@patient
def test_confusions_name_items_on_both_sides_and_their_sentence(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        testing.check_confusion(measure, gold, test)


@given(cases())
@patient
def test_no_sentences_have_no_counts(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        testing.check_measure_of_no_sentences(measure, gold, test)


@given(cases(other_words=True))
@patient
def test_every_policy_counts_every_sentence_that_can_be_compared(case: Case) -> None:
    gold, test, measures = case
    for measure in measures:
        testing.check_policies(measure, gold, test)


@pytest.mark.parametrize("name", NAMES)
def test_a_very_deep_tree_can_be_measured(name: str) -> None:
    testing.check_depth(find_measure(name), PERFECT, depth=50_000)
