"""Some of the sentences: by length, by number, at random."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, Treebank, apply
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.base import find_transform
from treegauge.transforms.select import lengths

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def numbered(count: int) -> Treebank:
    """Sentences of one word, which is their number from 1."""
    return trees("\n".join(f"(S (X {number}))" for number in range(1, count + 1)))


def numbers(treebank: Treebank) -> list[int]:
    return [int(tree.tokens[0].form) for tree in treebank]


SIZES = trees("(S)\n(S (X a))\n(S (X a) (X b))\n(S (X a) (-NONE- *) (X b) (X c))")


@pytest.mark.parametrize(
    ("spec", "kept"),
    [
        ("select-length", [1, 2, 3]),
        ("select-length(max=2)", [1, 2]),
        ("select-length(2)", [1, 2]),
        ("select-length(min=2)", [2, 3]),
        ("select-length(min=2, max=2)", [2]),
        ("select-length(min=0)", [0, 1, 2, 3]),
        ("select-length(min=0, max=0)", [0]),
        ("select-length(min=9)", []),
    ],
)
def test_sentences_are_kept_by_their_number_of_words(spec: str, kept: list[int]) -> None:
    assert lengths(apply(SIZES, spec)).tolist() == kept


@given(treebanks())
@patient
def test_the_length_is_the_number_of_words(treebank: Treebank) -> None:
    assert lengths(treebank).tolist() == [sum(token.is_word for token in tree) for tree in treebank]


@pytest.mark.parametrize(
    ("spec", "kept"),
    [
        ("select(3)", [3]),
        ("select([3,1,1])", [3, 1, 1]),
        ("select(indices=[2])", [2]),
        ("select(from=2, to=3)", [2, 3]),
        ("select(from=4)", [4, 5]),
        ("select(to=2)", [1, 2]),
        ("select(from=4, to=2)", []),
        ("select(to=0)", []),
        ("select", [1, 2, 3, 4, 5]),
        ("head(n=2)", [1, 2]),
        ("head(0)", []),
        ("head", [1, 2, 3, 4, 5]),
        ("tail(n=2)", [4, 5]),
        ("tail(0)", []),
        ("tail(9)", [1, 2, 3, 4, 5]),
    ],
)
def test_sentences_are_kept_by_their_numbers(spec: str, kept: list[int]) -> None:
    assert numbers(apply(numbered(5), spec)) == kept


@pytest.mark.parametrize("number", ["0", "6", "-1"])
def test_a_number_that_is_not_there_is_an_error(number: str) -> None:
    with pytest.raises(CallError, match=rf"there is no sentence {number}: the treebank has 5"):
        apply(numbered(5), f"select({number})")


def test_a_word_is_not_a_number() -> None:
    with pytest.raises(CallError, match=r"select takes numbers from 1, not '1, x'"):
        apply(numbered(5), "select([1,x])")


def test_a_sample_has_the_size_asked_for_in_the_old_order() -> None:
    drawn = numbers(apply(numbered(50), "sample(n=20)"))
    assert (len(drawn), drawn) == (20, sorted(set(drawn)))


def test_a_sample_of_all_is_all() -> None:
    assert numbers(apply(numbered(9), "sample(9)")) == list(range(1, 10))


@pytest.mark.parametrize(
    "spec",
    [
        "head(n=-1)",
        "tail(n=-1)",
        "select(from=0, to=1)",
        "select(to=-2)",
        "sample(-1)",
        "sample(2, seed=-1)",
        "head(nan)",
        "head(1e3)",
        "head(99999999999999999999)",
        f"head({'9' * 5000})",
        "select-length(max=-1)",
    ],
)
def test_numbers_out_of_bounds_are_answered(spec: str) -> None:
    with pytest.raises(CallError, match=r"'\w+' in .* must be a whole number from [01] to 2"):
        apply(numbered(5), spec)


@pytest.mark.parametrize("count", ["6"])
def test_a_sample_that_cannot_be_drawn_is_an_error(count: str) -> None:
    with pytest.raises(CallError, match=rf"cannot draw {count} of 5 sentences"):
        apply(numbered(5), f"sample({count})")


def test_shuffled_sentences_are_the_same_in_another_order() -> None:
    shuffled = numbers(apply(numbered(50), "shuffle"))
    assert shuffled != sorted(shuffled)
    assert sorted(shuffled) == list(range(1, 51))


@pytest.mark.parametrize("spec", ["sample(n=20{})", "shuffle({})"])
def test_the_same_seed_gives_the_same_sentences(spec: str) -> None:
    seeded = spec.format(", seed=7" if "n=" in spec else "seed=7")
    assert numbers(apply(numbered(50), seeded)) == numbers(apply(numbered(50), seeded))


@pytest.mark.parametrize("spec", ["sample(n=20{})", "shuffle({})"])
def test_another_seed_gives_others(spec: str) -> None:
    first, second = (spec.format(f", seed={seed}" if "n=" in spec else f"seed={seed}") for seed in (1, 2))
    assert numbers(apply(numbered(50), first)) != numbers(apply(numbered(50), second))


def test_a_seed_for_all_reaches_those_that_draw() -> None:
    assert numbers(find_transform("shuffle", seed=3)(numbered(50))) == numbers(apply(numbered(50), "shuffle(seed=3)"))


def test_the_seed_of_a_transform_takes_precedence_over_the_seed_for_all() -> None:
    drawn = find_transform("shuffle(seed=3)", seed=4)(numbered(50))
    assert numbers(drawn) == numbers(apply(numbered(50), "shuffle(seed=3)"))


def test_a_seed_for_all_does_not_trouble_those_that_do_not_draw() -> None:
    assert numbers(find_transform("head(2)", seed=3)(numbered(5))) == [1, 2]
