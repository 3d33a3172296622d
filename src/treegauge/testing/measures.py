"""`check_measure`: what must hold for every measure."""

from __future__ import annotations

import random
import re
import typing
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields

import numpy as np

from ..core.errors import CallError, DataError
from ..core.types import Counts, Mask
from ..evaluation.choosing import Policy
from ..evaluation.counting import Sides, count_measure, signature_of
from ..evaluation.pairing import Pairing
from ..formats.base import FORMATS, Input
from ..measures.shared.base import Measure, find_measure
from ..measures.shared.words import same_words, words_only
from ..treebank import Treebank
from .requiring import require, require_close
from .treebanks import sample_pairs

GoldAndTest = tuple[Treebank, Treebank]
Comparable = Callable[[Treebank, Treebank], Mask]
Defined = Callable[[str, Counts], bool]
NO_SCORES: Mapping[str, float] = {}
_DEPTH = 20_000


def same_sentences(gold: Treebank, test: Treebank) -> Mask:
    """The sentences that most measures compare: those with the same words, empty elements aside."""
    return same_words(words_only(gold), words_only(test))


def check_measure(
    measure: str | Measure,
    pairs: Iterable[GoldAndTest] | None = None,
    *,
    perfect: Mapping[str, float] = NO_SCORES,
    nothing: float = np.nan,
    comparable: Comparable = same_sentences,
    defined: Defined = lambda name, total: True,
) -> None:
    """Check a registered measure with its options: `check_measure("mine")`, `check_measure(Mine(labelled=False))`.

    pairs       gold and test treebanks to try it on, those that it does not fit left out; its own choice if not given
    perfect     the scores of gold against itself that are not 100: `{"crossing": 0}`; others are percentages
    nothing     the scores where there is nothing to count
    comparable  the sentences that it can compare, if they are not those with the same words
    defined     whether a score is defined for these counts, where `nothing` is not NaN
    """
    chosen = find_measure(measure) if isinstance(measure, str) else measure
    check_measure_description(chosen)
    check_names(chosen)
    check_spelling(chosen)
    check_nothing(chosen, nothing)
    check_totals(chosen, np.random.default_rng(0).integers(0, 6, (6, len(chosen.counts))).astype(np.float64))
    fitting = [pair for pair in (sample_pairs() if pairs is None else pairs) if fits(chosen, *pair)]
    require(bool(fitting), f"{chosen.spec} fits some trees; give pairs that it fits")
    for gold, test in fitting:
        check_counts(chosen, gold, test)
        check_itself(chosen, gold, perfect, defined)
        check_order(chosen, gold, test, random.Random(0).sample(range(len(gold)), len(gold)))
        check_bounds(chosen, gold, test, perfect)
        check_parts(chosen, gold, test)
        check_confusion(chosen, gold, test)
        check_measure_of_no_sentences(chosen, gold, test)
        check_policies(chosen, gold, test)
        check_missing(chosen, gold)
        if not chosen.document:
            check_comparable(chosen, gold, test, comparable)
        if chosen.separable:
            check_measure_alone(chosen, gold, test, range(0, len(gold), 2))
    check_depth(chosen, perfect)


def fits(measure: Measure, gold: Treebank, test: Treebank) -> bool:
    """Whether a measure is for these trees; it may also say why it is not. Some measures of whole documents refuse
    treebanks whose words differ."""
    try:
        return measure.fits(gold, test) and (not measure.document or bool(len(measure.count(gold, test))))
    except (CallError, DataError):
        return False


def check_measure_description(measure: Measure) -> None:
    """The docstring says in its first line what the measure is, and then who published it."""
    lines = [line.strip() for line in (type(measure).__doc__ or "").strip().split("\n")]
    require(lines[0].endswith("."), f"the docstring of {measure.name} begins with a sentence in one line", lines[0])
    cited = re.search(r"\b(19|20)\d\d\b", " ".join(lines[1:]))
    require(cited is not None, f"the docstring of {measure.name} has a citation with a year", lines[1:])


def check_names(measure: Measure) -> None:
    """The names of counts are distinct, and what the class says of itself is true."""
    kind, scores = type(measure), measure.score(np.zeros(len(measure.counts)))
    require(len(set(measure.counts)) == len(measure.counts), f"{measure.name}: counts have distinct names")
    require(set(measure.binary) <= scores.keys(), f"{measure.name}: binary scores are scores", measure.binary)
    require(set(measure.main) <= scores.keys(), f"{measure.name}: main scores are scores", measure.main)
    known = all(name.removeprefix("test_") in measure.counts for name in measure.part_counts)
    require(known, f"{measure.name}: part_counts are test_NAME for the name of a count", measure.part_counts)
    require(set(measure.meanings) <= set(measure.breakdowns), f"{measure.name}: meanings are of breakdowns")
    require(set(measure.lower) <= scores.keys(), f"{measure.name}: lower names scores", measure.lower)
    of_gold = set(measure.of_gold or ())
    require(of_gold <= set(measure.counts), f"{measure.name}: of_gold are names of counts", measure.of_gold)
    has_confusion = kind.confusion is not Measure.confusion
    require(measure.has_confusion == has_confusion, f"{measure.name}: has_confusion says whether confusion is defined")
    has_parts = kind.parts is not Measure.parts or kind.part_rows is not Measure.part_rows
    require(bool(measure.breakdowns) == has_parts, f"{measure.name}: breakdowns are named where parts is defined")


def check_spelling(measure: Measure) -> None:
    """The specification and the signature parse back into the same measure; all options have types that allow that."""
    hints = typing.get_type_hints(type(measure))
    for option in fields(measure):
        hint = hints[option.name]
        plain = hint in (bool, int, float, str) or typing.get_origin(hint) in (typing.Literal, tuple)
        require(plain, f"{measure.name}: the type of the option {option.name} can be spelled", hint)
    require(find_measure(measure.spec) == measure, f"{measure.name}: the specification parses back", measure.spec)
    signature = str(signature_of(measure, "align", ["head(2)", "strip-functions"]))
    require(find_measure(signature) == measure, f"{measure.name}: the signature parses back", signature)
    require(find_measure(measure.name) == type(measure)(), f"{measure.name}: its name stands for its usual options")


def check_nothing(measure: Measure, nothing: float = np.nan) -> None:
    """Scores of nothing are NaN, without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scores = measure.score(np.zeros(len(measure.counts)))
    for name, value in scores.items():
        require_close(value, nothing, f"{measure.spec}: {name} where all counts are 0")


def check_totals(measure: Measure, totals: Counts) -> None:
    """Scores of many totals at once are the scores of each; `totals` has an even number of rows."""
    together, stacked = measure.score(totals), measure.score(totals.reshape(2, len(totals) // 2, -1))
    for name, values in together.items():
        invariant = f"{measure.spec}: {name} of many totals at once is that of each"
        require(values.shape == (len(totals),), invariant, values.shape)
        require_close(stacked[name].reshape(-1), values, invariant, 0)
        require_close([measure.score(total)[name] for total in totals], values, invariant, 0)


def check_counts(measure: Measure, gold: Treebank, test: Treebank) -> None:
    """One row per sentence, one column per count; a row has numbers or NaN throughout."""
    rows = measure.count(gold, test)
    shape = (len(gold), len(measure.counts))
    require(rows.shape == shape, f"{measure.spec}: counts have the shape {shape}", rows.shape)
    require(rows.dtype == np.float64, f"{measure.spec}: counts are of the type float64", rows.dtype)
    absent = np.isnan(rows)
    whole = bool((absent.all(1) == absent.any(1)).all())
    require(whole, f"{measure.spec}: a row of counts is NaN in all columns or in none", rows.tolist())


def column_sums(rows: Counts) -> Counts:
    """The counts of all sentences that could be compared."""
    total: Counts = rows[~np.isnan(rows[:, 0])].sum(0)
    return total


def check_itself(
    measure: Measure,
    gold: Treebank,
    perfect: Mapping[str, float] = NO_SCORES,
    defined: Defined = lambda name, total: True,
) -> None:
    """Gold against itself is perfect."""
    total = column_sums(measure.count(gold, gold))
    for name, value in measure.score(total).items():
        if not np.isnan(value) and defined(name, total):
            require_close(value, perfect.get(name, 100), f"{measure.spec}: {name} of gold against itself", 1e-6)


def check_order(measure: Measure, gold: Treebank, test: Treebank, order: Iterable[int]) -> None:
    """The order of the sentences does not matter."""
    rows = np.array([*order], np.int64)
    shuffled = measure.count(gold.select(rows), test.select(rows))
    invariant = f"{measure.spec}: the counts of a sentence do not depend on the order of the sentences"
    require_close(shuffled, measure.count(gold, test)[rows], invariant)


def check_measure_alone(measure: Measure, gold: Treebank, test: Treebank, chosen: Iterable[int]) -> None:
    """Some sentences count as they do among all."""
    rows = np.array([*chosen], np.int64)
    some = measure.count(gold.select(rows), test.select(rows))
    invariant = f"{measure.spec}: a sentence counts the same whatever other sentences there are (separable)"
    require_close(some, measure.count(gold, test)[rows], invariant)


def check_bounds(measure: Measure, gold: Treebank, test: Treebank, perfect: Mapping[str, float] = NO_SCORES) -> None:
    """Scores are from 0 to 100, for all sentences and for each; binary ones are one or the other for each."""
    rows = measure.count(gold, test)
    for totals in (column_sums(rows), rows):
        for name, values in measure.score(totals).items():
            given = values[~np.isnan(values)]
            require(bool((given >= 0).all()), f"{measure.spec}: {name} is not negative", given)
            within = name in perfect or bool((given <= 100 + 1e-9).all())
            require(within, f"{measure.spec}: {name} is 100 at most", given)
    for name in measure.binary:
        values = measure.score(rows)[name]
        binary = bool(np.isin(values[~np.isnan(values)], (0, 100)).all())
        require(binary, f"{measure.spec}: {name} of a sentence is 0 or 100", values)


def check_parts(measure: Measure, gold: Treebank, test: Treebank) -> None:
    """The counts of the parts add up to the whole."""
    rows = measure.count(gold, test)
    for by in measure.breakdowns:
        parts = measure.parts(gold, test, by)
        columns = (*measure.counts, *measure.part_counts)
        table = np.array([*parts.values()]).reshape(len(parts), len(columns))
        divided = ~np.isnan(table).any(0)
        of_whole = [measure.counts.index(name) for name in measure.counts]
        of_whole += [measure.counts.index(name.removeprefix("test_")) for name in measure.part_counts]
        whole = column_sums(rows)[of_whole][divided] if parts else 0 * table.sum(0)
        require_close(table.sum(0)[divided], whole, f"{measure.spec}: the parts by {by} add up to the whole", 1e-9)
        check_part_rows(measure, gold, test, by)
        for part, counts in parts.items():
            values = np.array([*measure.part_scores(counts).values()])
            positive = bool((np.isnan(values) | (values >= 0)).all())
            require(positive, f"{measure.spec}: the scores of {by} {part} are not negative", values)


def check_part_rows(measure: Measure, gold: Treebank, test: Treebank, by: str) -> None:
    """The counts of a part, sentence by sentence, are those of the sentences alone, and add up to the part."""
    if not measure.separable and type(measure).part_rows is Measure.part_rows:
        return
    parts, rows = measure.parts(gold, test, by), measure.part_rows(gold, test, by)
    require(list(parts) == list(rows), f"{measure.spec}: the parts by {by} are the same sentence by sentence")
    for name, part in rows.items():
        require_close(part.total, parts[name], f"{measure.spec}: the sentences of {by} {name} add up to it", 1e-9)
        require(
            len(set(part.sentences.tolist())) == len(part.rows), f"{measure.spec}: {by} {name} has each sentence once"
        )
    if measure.separable:
        for number in range(min(len(gold), 5)):
            alone = measure.parts(gold[[number]], test[[number]], by)
            here = {name: part.rows[part.sentences == number] for name, part in rows.items()}
            for name, row in ((name, row) for name, row in here.items() if len(row)):
                invariant = f"{measure.spec}: {by} {name} of a sentence does not depend on other sentences"
                require_close(row[0], alone[name], invariant, 1e-9)


def check_comparable(measure: Measure, gold: Treebank, test: Treebank, comparable: Comparable = same_sentences) -> None:
    """Rows are NaN exactly where two sentences cannot be compared."""
    absent, expected = np.isnan(measure.count(gold, test)[:, 0]), ~comparable(gold, test)
    for number in np.flatnonzero(absent != expected).tolist():
        words = [" ".join(token.form or "" for token in side[number]) for side in (gold, test)]
        invariant = f"{measure.spec}: counts are NaN exactly where sentences cannot be compared"
        require(False, invariant, f"sentence {number + 1}, '{words[0]}' and '{words[1]}'")


def check_confusion(measure: Measure, gold: Treebank, test: Treebank) -> None:
    """A confusion names items on both sides and their sentence, and gold is not confused with itself."""
    if not measure.has_confusion:
        return
    compared = np.flatnonzero(~np.isnan(measure.count(gold, test)[:, 0]))
    confusion = measure.confusion(gold, test)
    lengths = {len(confusion.gold), len(confusion.test), len(confusion.sentence)}
    require(len(lengths) == 1, f"{measure.spec}: the columns of a confusion have one length", lengths)
    within = bool(np.isin(confusion.sentence, compared).all())
    require(within, f"{measure.spec}: confusions are in sentences that were compared", confusion.sentence)
    same = measure.confusion(gold, gold)
    require(same.gold.decode() == same.test.decode(), f"{measure.spec}: gold is not confused with itself")
    if type(measure).items is not Measure.items:
        wrong = measure.items(gold, gold).wrong
        require(not wrong.any(), f"{measure.spec}: nothing is wrong in gold, compared with itself", int(wrong.sum()))


def check_measure_of_no_sentences(measure: Measure, gold: Treebank, test: Treebank) -> None:
    """No sentences have no counts."""
    rows = measure.count(gold[:0], test[:0])
    require(rows.shape == (0, len(measure.counts)), f"{measure.spec}: no sentences have no rows of counts", rows.shape)
    for by in measure.breakdowns:
        parts = measure.parts(gold[:0], test[:0], by)
        require(parts == {}, f"{measure.spec}: no sentences have no parts by {by}", parts)


def check_policies(measure: Measure, gold: Treebank, test: Treebank) -> None:
    """Every sentence is compared or listed as left out, whatever is done with sentences that differ."""
    rows = measure.count(gold, test)
    sides = Sides(gold, test, Pairing("order", test=test, numbers=np.arange(len(gold))))
    skipped, aligned = (count_measure(measure, sides, Policy(policy)) for policy in ("skip", "align"))
    counted = len(skipped.compared) + len(skipped.left_out)
    require(counted == len(gold), f"{measure.spec}: every sentence is compared or left out", counted)
    kept = set(skipped.compared.tolist()) <= set(aligned.compared.tolist())
    require(kept, f"{measure.spec}: sentences with the same words are compared when others are aligned")
    for result in (skipped, aligned):
        invariant = f"{measure.spec}: sentences with the same words count the same when others are left out or aligned"
        require_close(result.rows[skipped.compared], rows[skipped.compared], invariant, 0)


def check_missing(measure: Measure, gold: Treebank) -> None:
    """A sentence without a parse has the counts of gold, and nothing is right: no score is better than with a parse."""
    if measure.of_gold is None:
        return
    rows, missing = measure.count(gold, gold), measure.count_missing(gold, gold, np.arange(len(gold)))
    kept = np.isin(measure.counts, measure.of_gold)
    invariant = f"{measure.spec}: a sentence without a parse has the counts of gold, and no others"
    require_close(missing[:, kept], rows[:, kept], invariant, 0)
    require(not np.nansum(missing[:, ~kept]), invariant, missing)
    for name, value in measure.score(column_sums(missing)).items():
        worse = np.isnan(value) or value == 0 or name in measure.lower
        require(bool(worse), f"{measure.spec}: {name} of sentences without a parse is 0", value)


def check_depth(measure: Measure, perfect: Mapping[str, float] = NO_SCORES, depth: int = _DEPTH) -> None:
    """A very deep tree is measured."""
    read = FORMATS.get("brackets").read
    assert read is not None
    text = "(S (NP-SBJ " * (depth // 2) + "(N a)" + ") (V b))" * (depth // 2)
    deep = read(Input(text.encode()))
    if fits(measure, deep, deep):
        for name, value in measure.score(measure.count(deep, deep).sum(0)).items():
            right = np.isnan(value) or value == perfect.get(name, 100)
            require(bool(right), f"{measure.spec}: {name} of a tree {depth} nodes deep against itself", value)
