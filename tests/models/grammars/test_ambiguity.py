"""Tree entropy, number of trees and average parse base: against enumeration, exact solutions and closed forms."""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import plain
import pytest
from grammar_strategies import UNSEEN, Tags, cases, tagged
from hypothesis import HealthCheck, given, settings
from plain_charts import COUNT, Algebra, Units, add, fill, multiply

import treegauge
from treegauge import Grammar, Treebank, generate, induce, infer
from treegauge.cli import main
from treegauge.core.errors import CallError
from treegauge.core.parallel import jobs
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.ambiguity import (
    UnaryChains,
    ambiguity,
    average_parse_base,
    count_trees,
    join_ambiguities,
    log2_number_of_trees,
    tree_entropy,
)
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.enumeration import enumerate_sentences
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.leave_one_out import leave_one_out
from treegauge.studies.difficulty.tree_figures import summarise_ambiguity

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Case = tuple[Grammar, list[Tags]]
CYCLES = {
    "self": '1 S -> S\n1 S -> "a"',
    "strong": '9 S -> S\n1 S -> "a"\n1 S -> S S',
    "three": '1 S -> A\n1 S -> "a"\n1 A -> B\n1 B -> S\n1 B -> "a" "a"\n1 A -> S S',
    "trap": '1 S -> "a"\n1 S -> A\n1 A -> B\n1 B -> A',
    "trapped child": '1 S -> A\n1 S -> "a"\n1 S -> A S\n1 A -> A',
}


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def log2(number: float) -> float:
    return math.log2(number) if number else -math.inf


def close_once(units: Units, base: list[int]) -> list[int]:
    """Each label counts what stands at the bottom of a chain once, whatever the chain."""
    below = [{label} for label in range(len(base))]
    for _ in base:
        for above, child, _weight in units:
            below[above] |= below[child]
    return [sum(base[label] for label in labels) for labels in below]


ONCE = Algebra(0, 1, lambda _: 1, add, multiply, COUNT.over_splits, close_once)


def number_once(grammar: Grammar, tags: Tags) -> int:
    found: int = fill(grammar, tags, ONCE).inside[grammar.start][0, len(tags)]
    return found


def number_of_all(grammar: Grammar, tags: Tags) -> float:
    """By enumeration of the trees in which a chain has at most so many rules: inf where more rules make more trees."""

    def close(most: int) -> Any:
        def closed(units: Units, base: list[int]) -> list[int]:
            count = step = list(base)
            for _ in range(most):
                before, step = step, [0] * len(base)
                for above, below, _weight in units:
                    step[above] += before[below]
                count = [one + other for one, other in zip(count, step, strict=True)]
            return count

        return closed

    labels, found = grammar.nonterminals, list[int]()
    for most in (labels, 2 * labels):
        algebra = Algebra(0, 1, lambda _: 1, add, multiply, COUNT.over_splits, close(most))
        found.append(fill(grammar, tags, algebra).inside[grammar.start][0, len(tags)])
    return found[0] if found[0] == found[1] else math.inf


@given(cases(longest_rule=3))
@patient
def test_the_tree_entropy_is_that_of_all_trees_one_by_one(case: Case) -> None:
    grammar, tags = case
    found = tree_entropy(grammar, tagged(tags))
    for number, sentence in enumerate(tags):
        if any(True for _ in plain.all_trees(grammar, sentence)):
            assert found[number] == pytest.approx(plain.tree_entropy(grammar, sentence), abs=1e-12)
        else:
            assert math.isnan(found[number])


@given(cases(cycles=True, longest=5, most=1))
@patient
def test_with_unary_cycles_the_tree_entropy_is_that_of_the_listed_sentences(case: Case) -> None:
    grammar, _ = case
    listed = enumerate_sentences(grammar, 4)
    found = tree_entropy(grammar, tagged(sentence.tags for sentence in listed))
    np.testing.assert_allclose(found, [sentence.tree_entropy for sentence in listed], rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("text", CYCLES.values(), ids=CYCLES)
def test_cycles_have_the_tree_entropy_of_the_listed_sentences(text: str) -> None:
    grammar = from_text(text)
    listed = enumerate_sentences(grammar, 5)
    assert listed
    found = tree_entropy(grammar, tagged(sentence.tags for sentence in listed))
    np.testing.assert_allclose(found, [sentence.tree_entropy for sentence in listed], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("stay", [1, 3, 99, 999_999])
def test_a_cycle_has_the_entropy_of_the_geometric_distribution(stay: int) -> None:
    """p(1 - p)^m for m rounds: (-q log2 q - p log2 p) / p bits."""
    found = tree_entropy(from_text(f'{stay} S -> S\n1 S -> "a"'), tagged([("a",)]))
    p, q = 1 / (stay + 1), stay / (stay + 1)
    assert found[0] == pytest.approx((-q * math.log2(q) - p * math.log2(p)) / p, rel=1e-8 if stay > 99 else 1e-12)


def test_the_second_treebank_of_the_paper_has_four_equally_probable_trees() -> None:
    treebank = trees("(S (a a) (S (S (a a)) (a a)))")
    grammar = induce(treebank)
    assert tree_entropy(grammar, treebank).tolist() == pytest.approx([2], abs=1e-12)
    assert log2_number_of_trees(grammar, treebank).tolist() == pytest.approx([2], abs=1e-12)
    assert count_trees(grammar, ["a"] * 3) == count_trees(grammar, ["a"] * 3, chains="all") == 4


def test_the_first_treebank_of_the_paper_leaves_nothing_open() -> None:
    treebank = trees("(S (a a) (S (b b) (S (c c))))\n(S (b b) (S (a a) (S (c c))))")
    found = ambiguity(induce(treebank), treebank)
    assert found.tree_entropy.tolist() == pytest.approx([0, 0], abs=1e-12)
    assert found.log2_number.tolist() == [0, 0]


def test_the_tree_entropy_of_a_sample_is_near_its_mean_log_probability_of_trees() -> None:
    """Of trees drawn from a grammar, the mean of -log2 p(t | w) is an estimate of the mean of H(T | w)."""
    grammar = from_text('6 S -> NP VP\n3 NP -> "N"\n2 NP -> NP PP\n1 PP -> "P" NP\n3 VP -> "V" NP\n2 VP -> VP PP')
    treebank = generate(grammar, 3000, seed=1, max_nodes=60)
    delta = infer(grammar, treebank).log2_sentence - log2_trees(grammar, treebank)
    surprise = delta - tree_entropy(grammar, treebank)
    assert abs(surprise.mean()) < 5 * surprise.std() / math.sqrt(len(surprise))
    assert delta.mean() > 0.1


@given(cases(cycles=True))
@patient
def test_trees_up_to_chains_are_counted_as_by_the_plain_twin(case: Case) -> None:
    grammar, tags = case
    found = log2_number_of_trees(grammar, tagged(tags))
    for number, sentence in enumerate(tags):
        expected = number_once(grammar, sentence)
        assert count_trees(grammar, sentence) == expected
        assert found[number] == pytest.approx(log2(expected), abs=1e-12)


@given(cases(cycles=True))
@patient
def test_all_trees_are_counted_as_by_the_plain_twin(case: Case) -> None:
    grammar, tags = case
    found = log2_number_of_trees(grammar, tagged(tags), chains="all")
    for number, sentence in enumerate(tags):
        expected = number_of_all(grammar, sentence)
        assert count_trees(grammar, sentence, chains="all") == expected
        assert found[number] == pytest.approx(log2(expected), abs=1e-12)


@given(cases())
@patient
def test_without_cycles_all_trees_are_those_that_can_be_listed(case: Case) -> None:
    grammar, tags = case
    for sentence in tags:
        assert count_trees(grammar, sentence, chains="all") == len(list(plain.all_trees(grammar, sentence)))


def test_trees_that_differ_in_the_middle_of_a_chain_count_once() -> None:
    """From S down to C by A, by B or at once: three trees, of which the top and the bottom are the same."""
    grammar = from_text('1 S -> A\n1 S -> B\n1 S -> C\n1 A -> C\n1 B -> C\n1 C -> "a"\n1 S -> "a"')
    assert count_trees(grammar, ["a"]) == 2
    assert count_trees(grammar, ["a"], chains="all") == 4
    assert tree_entropy(grammar, tagged([("a",)]))[0] == pytest.approx(2, abs=1e-12)


def test_a_cycle_beside_the_trees_of_a_sentence_does_not_make_them_endless() -> None:
    grammar = from_text('1 S -> "a" "b"\n1 S -> A "c"\n1 A -> A\n1 A -> "a"')
    both = [("a", "b"), ("a", "c")]
    assert log2_number_of_trees(grammar, tagged(both), chains="all").tolist() == [0, math.inf]
    assert [count_trees(grammar, tags, chains="all") for tags in both] == [1, math.inf]
    assert [count_trees(grammar, tags) for tags in both] == [1, 1]


def test_a_sentence_without_a_tree_has_none_to_count() -> None:
    grammar, nothing = from_text('1 S -> "a"\n0 S -> "b"'), [(), ("a", "a"), (UNSEEN,), ("b",)]
    assert np.isnan(tree_entropy(grammar, tagged(nothing))).all()
    for chains in get_args(UnaryChains):
        assert log2_number_of_trees(grammar, tagged(nothing), chains=chains).tolist() == [-math.inf] * 4
        assert [count_trees(grammar, tags, chains=chains) for tags in nothing] == [0] * 4


def test_an_unknown_way_to_count_chains_says_which_there_are() -> None:
    grammar, wrong = from_text('1 S -> "a"'), "twice"
    with pytest.raises(CallError, match="once or all, not 'twice'"):
        count_trees(grammar, ["a"], chains=wrong)  # type: ignore[arg-type]
    with pytest.raises(CallError, match="once or all, not 'twice'"):
        log2_number_of_trees(grammar, tagged([("a",)]), chains=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("stay", "leave"), [(1, 10**6), (1, 1), (10**9, 1)])
@pytest.mark.parametrize("length", [40, 300, 2000])
def test_numbers_of_any_size_do_not_run_out_of_range(stay: int, leave: int, length: int) -> None:
    """2^(n-1) trees, all as probable."""
    grammar = from_text(f'{stay} S -> "a" S\n{stay} S -> S "a"\n{leave} S -> "a"')
    treebank = tagged([("a",) * length])
    assert tree_entropy(grammar, treebank)[0] == pytest.approx(length - 1, rel=1e-9)
    assert log2_number_of_trees(grammar, treebank)[0] == pytest.approx(length - 1, rel=1e-12)


@pytest.mark.parametrize("half", [10, 100, 150, 400])
def test_a_sentence_of_unlikely_and_then_likely_tags_loses_no_tree(half: int) -> None:
    """Two trees, of which one gets there evenly and the other by parts that no single scale holds."""
    lines = ["1023 S -> A B", "1 S -> C", '1 A -> "r" A', '1048575 A -> "r"', '1048575 B -> "c" B', '1 B -> "c"']
    lines += ['1 C -> "r" C', '1 C -> "c" C', '1022 C -> "c"']
    step, large = Fraction(1, 2**20), Fraction(2**20 - 1, 2**20)
    uneven = Fraction(1023, 1024) * step**half * large**half
    even = Fraction(1, 1024) * Fraction(1, 1024) ** (2 * half - 1) * Fraction(1022, 1024)
    share = float(uneven / (uneven + even))
    expected = -share * math.log2(share) - (1 - share) * math.log2(1 - share)
    grammar, treebank = from_text("\n".join(lines)), tagged([("r",) * half + ("c",) * half])
    assert tree_entropy(grammar, treebank)[0] == pytest.approx(expected, abs=1e-8)
    assert log2_number_of_trees(grammar, treebank)[0] == pytest.approx(1, abs=1e-12)


def test_a_long_ambiguous_sentence_has_the_exact_number_of_trees() -> None:
    """Catalan's number: far beyond floats, and beyond what one scale holds."""
    length = 120
    grammar = from_text('1 S -> S S\n1 S -> "a"')
    catalan = math.comb(2 * length - 2, length - 1) // length
    assert count_trees(grammar, ["a"] * length) == catalan
    treebank = tagged([("a",) * length, ("a",) * 700])
    found, entropy = log2_number_of_trees(grammar, treebank), tree_entropy(grammar, treebank)
    assert found[0] == pytest.approx(math.log2(catalan), rel=1e-12)
    assert found[1] == pytest.approx(math.log2(math.comb(1398, 699) // 700), rel=1e-12)
    np.testing.assert_allclose(entropy, found, rtol=1e-10)


def test_leaving_a_tree_out_is_the_grammar_of_the_others() -> None:
    text = "(S (A (a x)) (S (b y)))\n(S (a x) (S (b y)))\n(S (S (a x)) (b y))\n(S (S (A (a x)) (a x)) (S (b y)))\n"
    treebank = trees(text * 2 + "(S (A (c x) (b x)) (a x))")
    patches = leave_one_out(induce(treebank), treebank).patches
    found = ambiguity(induce(treebank), treebank, patches)
    for number in range(len(treebank)):
        grammar = plain.without(treebank, number)
        assert grammar is not None
        alone = ambiguity(grammar, treebank.select(np.array([number])))
        np.testing.assert_allclose(found.tree_entropy[number], alone.tree_entropy[0], atol=1e-12)
        np.testing.assert_allclose(found.log2_number[number], alone.log2_number[0], atol=1e-12)
    assert found.log2_number[-1] == -math.inf
    assert found.tree_entropy[:-1].max() > 0.5


def test_the_average_parse_base_is_the_geometric_mean_of_nth_roots() -> None:
    """16 trees of 2 words, 8 of 3 words, none: the square root of 4 times 2."""
    numbers, lengths = np.array([4, 3, -np.inf]), np.array([2, 3, 5])
    assert average_parse_base(numbers, lengths) == pytest.approx(math.sqrt(8))
    assert average_parse_base(numbers[:1], lengths[:1]) == pytest.approx(4)
    assert average_parse_base(np.array([np.inf, 3]), np.array([2, 3])) == math.inf
    assert math.isnan(average_parse_base(numbers[2:], lengths[2:]))


def test_the_result_does_not_depend_on_threads_or_on_the_other_sentences() -> None:
    grammar = from_text('6 S -> NP VP\n3 NP -> "N"\n2 NP -> NP PP\n1 PP -> "P" NP\n3 VP -> "V" NP\n2 VP -> VP PP')
    treebank = generate(grammar, 300, seed=2, max_nodes=40)
    with jobs(1):
        alone = ambiguity(grammar, treebank)
    with jobs(3):
        spread = ambiguity(grammar, treebank)
    parts = join_ambiguities([ambiguity(grammar, treebank[:100]), ambiguity(grammar, treebank[100:])])
    for other in (spread, parts):
        assert np.array_equal(alone.tree_entropy, other.tree_entropy)
        assert np.array_equal(alone.log2_number, other.log2_number)


def test_the_penn_treebank_has_its_ambiguity(reference: Path) -> None:
    """Exact counts beside those in floats, and entropies between those of one tree and of all as probable."""
    treebank = treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz")
    grammar = induce(treebank)
    short = treebank.select(np.flatnonzero(treebank.tokens.counts < 24)[:150])
    found, logs = ambiguity(grammar, short), infer(grammar, short)
    assert (found.tree_entropy >= 0).all()
    # The entropy is at least what the best tree leaves open.
    assert (found.tree_entropy >= logs.log2_sentence - logs.log2_best - 1e-9).all()
    for number in (0, 50, 149):
        exact = count_trees(grammar, [token.tag or "" for token in short[number].tokens])
        assert found.log2_number[number] == pytest.approx(math.log2(exact), rel=1e-12)


def english() -> Treebank:
    return treegauge.apply(treegauge.bundled("english.mrg"), "prepare(penn)")


@pytest.mark.parametrize("options", [{}, {"folds": 3}, {"protocol": "loo"}, {"split": 0.5}], ids=str)
def test_every_protocol_has_the_ambiguity_of_its_own_grammars(options: dict[str, Any]) -> None:
    """p(t | w) of the gold tree is never more than that of the best one, and H(T | w) never less than that leaves."""
    found = treegauge.difficulty(english(), **options)
    own, figures = found.figures.ambiguity, found.figures
    least = figures.log2_sentence[figures.parsed] - figures.log2_best[figures.parsed]
    assert (own.tree_entropy[figures.parsed] >= least - 1e-9).all()
    assert np.isnan(own.tree_entropy[~figures.parsed]).all()
    assert np.array_equal(own.log2_number > -np.inf, figures.parsed)
    some = np.array([7, 3])
    assert np.array_equal(figures.select(some).ambiguity.tree_entropy, own.tree_entropy[some], equal_nan=True)


def test_the_summary_is_over_the_covered_trees() -> None:
    figures = treegauge.difficulty(english(), protocol="loo").figures
    found, covered = summarise_ambiguity(figures), figures.covered
    assert 0 < covered.sum() < figures.parsed.sum()
    roots = 2 ** (figures.ambiguity.log2_number[covered] / figures.length[covered])
    assert found["tree_entropy"] == pytest.approx(figures.ambiguity.tree_entropy[covered].mean())
    assert found["log2_number"] == pytest.approx(figures.ambiguity.log2_number[covered].mean())
    assert found["average_parse_base"] == pytest.approx(math.prod(roots) ** (1 / covered.sum()))
    nothing = summarise_ambiguity(figures.select(~covered))
    assert all(math.isnan(value) for value in nothing.values())


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["treegauge", "difficulty", *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    captured = capsys.readouterr()
    return int(caught.value.code or 0), captured.out or captured.err


def test_the_command_adds_the_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t2.mrg"
    file.write_text("(S (a x) (S (S (a x)) (a x)))\n")
    status, out = run([str(file), "--ambiguity", "--json"], monkeypatch, capsys)
    row = json.loads(out)["results"][0]
    assert status == 0
    assert (row["tree_entropy"], row["log2_number"]) == pytest.approx((2, 2), abs=1e-12)
    assert row["average_parse_base"] == pytest.approx(4 ** (1 / 3))
    _, out = run([str(file), "--ambiguity"], monkeypatch, capsys)
    assert out.splitlines()[0].split()[-4:] == ["H(T|w)", "log2", "trees", "APB"]
    assert out.splitlines()[1].split()[-3:] == ["2.00", "2.00", "1.59"]
    _, out = run([str(file), "--ambiguity", "--by", "sentence", "--json"], monkeypatch, capsys)
    assert json.loads(out)["results"][0]["tree_entropy"] == pytest.approx(2, abs=1e-12)
    _, out = run([str(file), "--json"], monkeypatch, capsys)
    assert "tree_entropy" not in json.loads(out)["results"][0]


def test_rows_that_are_kept_for_later_have_no_ambiguity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["x.mrg", "--ambiguity", "--resume", str(tmp_path / "rows")]
    assert run(arguments, monkeypatch, capsys) == (
        2,
        "treegauge: error: --resume and --ambiguity exclude each other\n",
    )
