"""Attachment scores against a plain twin, and punctuation."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from twins_dependency import arc_shapes_of, attachment_row

import treegauge
from strategies import treebanks
from treegauge import Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.attachment import Attachment
from treegauge.measures.shared.base import find_measure
from treegauge.treebank.build import Builder

PUNCTUATION = ("keep", "form", "upos", "relation")


def parsed(text: str) -> Treebank:
    reader = FORMATS.get("conllu").read
    assert reader is not None
    return reader(Input(text.encode(), lenient=True))


def sentence(*tokens: tuple[str, int, str]) -> str:
    lines = [f"{i}\t{form}\t_\t_\t_\t_\t{head}\t{name}\t_\t_" for i, (form, head, name) in enumerate(tokens, 1)]
    return "\n".join(lines) + "\n\n"


@st.composite
def parses(draw: st.DrawFn) -> tuple[Treebank, Treebank]:
    """A treebank, and another with the heads and relations changed here and there, sometimes a word too."""
    gold = draw(treebanks(constituents=False, dependencies=True, forms=st.sampled_from(["a", ".", "``", "。", "$"])))
    tokens, rows = gold.tokens, len(gold.tokens)
    if not rows:
        return gold, gold
    upos = treegauge.treebank.Text.of(
        draw(st.lists(st.sampled_from(["PUNCT", "X", None]), min_size=rows, max_size=rows))
    )
    gold = gold.replace(tokens=tokens.replace(upos=upos))
    shift = np.array(draw(st.lists(st.sampled_from([0, 0, 1, 2]), min_size=rows, max_size=rows)), np.int32)
    length = tokens.counts[tokens.sentence]
    order = draw(st.permutations(range(rows))) if draw(st.booleans()) else range(rows)
    changed = gold.tokens.replace(
        head=((tokens.numbers("head") + 2 + shift) % (length + 2) - 2).astype(np.int32),
        deprel=tokens.text("deprel").take(np.array(order)),
    )
    if draw(st.booleans()):
        changed = changed.replace(form=tokens.text("form").take(np.roll(np.arange(rows), draw(st.integers(0, 1)))))
    return gold, gold.replace(tokens=changed)


@given(parses(), st.sampled_from(PUNCTUATION), st.booleans())
def test_counts_are_those_of_the_twin(pair: tuple[Treebank, Treebank], punctuation: str, subtypes: bool) -> None:
    gold, test = pair
    measure = find_measure(f"attachment(punctuation={punctuation},subtypes={str(subtypes).lower()})")
    labelled = "deprel" in gold.tokens
    for number, row in enumerate(measure.count(gold, test)):
        expected = attachment_row(gold, test, number, punctuation, subtypes)
        if expected is None:
            assert np.isnan(row).all()
        elif labelled or not expected["tokens"]:
            assert dict(zip(measure.counts, row, strict=True)) == {name: expected[name] for name in measure.counts}


@given(parses(), st.sampled_from(Attachment.breakdowns))
def test_parts_add_up_to_the_whole(pair: tuple[Treebank, Treebank], by: str) -> None:
    measure = find_measure("attachment")
    whole = np.nansum(measure.count(*pair), axis=0)[:8]
    parts = measure.parts(*pair, by)
    assert (sum((row[:8] for row in parts.values()), np.zeros(8)) == whole).all()


@given(parses())
def test_confusion_holds_every_token_once(pair: tuple[Treebank, Treebank]) -> None:
    gold, test = pair
    measure = find_measure("attachment")
    found = measure.confusion(gold, test)
    cells = Counter(zip(found.gold, found.test, found.sentence.tolist(), strict=True))
    expected: Counter[tuple[str, str, int]] = Counter()
    for number in range(len(gold)):
        if attachment_row(gold, test, number, "keep", True) is not None:
            pairs = zip(gold[number], test[number], strict=True)
            expected.update((one.deprel or "_", other.deprel or "_", number) for one, other in pairs)
    assert cells == expected


@given(treebanks(constituents=False, dependencies=True))
def test_gold_against_itself_is_perfect(gold: Treebank) -> None:
    measure = find_measure("attachment")
    scores = measure.score(measure.count(gold, gold).sum(axis=0))
    assert all(np.isnan(value) or value == 100.0 for value in scores.values())


def test_graphs_that_are_not_trees_are_scored() -> None:
    gold = parsed(sentence(("a", 0, "root"), ("b", 1, "obj"), ("c", 1, "punct")))
    roots = parsed(sentence(("a", 0, "root"), ("b", 0, "root"), ("c", 1, "punct")))
    circle = parsed(sentence(("a", 2, "x"), ("b", 1, "obj"), ("c", 3, "punct")))
    missing = parsed(sentence(("a", 0, "root"), ("b", 1, "obj"), ("c", 1, "punct")).replace("\t1\tpunct", "\t_\tpunct"))
    measure = find_measure("attachment")
    rows = [dict(zip(measure.counts, measure.count(gold, test)[0], strict=True)) for test in (roots, circle, missing)]
    assert [row["right_head"] for row in rows] == [2, 1, 2]
    assert [row["right_root"] for row in rows] == [1, 0, 1]
    assert [row["exact_unlabelled"] for row in rows] == [0, 0, 0]
    assert measure.parts(gold, circle, "direction")["self"].tolist()[1] == 1
    assert measure.parts(gold, missing, "distance")["not given"].tolist()[1] == 1


def test_other_words_are_left_out_with_the_reason() -> None:
    gold = parsed(sentence(("a", 0, "root")) + sentence(("b", 0, "root")))
    test = parsed(sentence(("a", 0, "root")) + sentence(("c", 0, "root")))
    measure = find_measure("attachment")
    rows = measure.count(gold, test)
    assert not np.isnan(rows[0]).any()
    assert np.isnan(rows[1]).all()
    assert measure.reason(gold, test, 1) == "word 1 is 'b' in gold and 'c' in test"


def test_without_relations_the_labelled_scores_are_not_defined() -> None:
    gold = parsed(sentence(("a", 0, "root"), ("b", 1, "obj")))
    bare = gold.replace(tokens=gold.tokens.replace(deprel=None))
    measure = find_measure("attachment")
    scores = measure.score(measure.count(gold, bare).sum(axis=0))
    assert scores["uas"] == scores["uem"] == scores["root"] == 100.0
    assert all(np.isnan(scores[name]) for name in ("las", "la", "lem"))


def test_subtypes_can_be_cut() -> None:
    gold, test = (parsed(sentence(("a", 0, "root"), ("b", 1, name))) for name in ("acl:relcl", "acl"))
    for subtypes, expected in (("true", 50.0), ("false", 100.0)):
        measure = find_measure(f"attachment(subtypes={subtypes})")
        assert measure.score(measure.count(gold, test).sum(axis=0))["las"] == expected


def test_an_unknown_breakdown_is_an_error() -> None:
    gold = parsed(sentence(("a", 0, "root")))
    with pytest.raises(treegauge.CallError, match="cannot be divided by colour; possible: label, distance"):
        find_measure("attachment").parts(gold, gold, "colour")


def test_sentences_that_are_not_trees_are_scored_and_counted() -> None:
    builder = Builder()
    for _ in range(5):
        builder.add({}, [{"form": "a", "head": head, "deprel": "x"} for head in (-1, 0, 0)])
    gold = builder.build()
    heads = np.array([-1, 0, 0, -1, -1, 0, -1, 2, 1, 1, 2, 0, -1, 0, -2], np.int32)
    counts = Attachment().count(gold, gold.replace(tokens=gold.tokens.replace(head=heads)))
    assert counts[:, Attachment.counts.index("no_trees")].tolist() == [0, 1, 1, 1, 1]
    assert counts[:, Attachment.counts.index("tokens")].tolist() == [3, 3, 3, 3, 3]


def test_a_part_has_precision_recall_and_f1() -> None:
    gold = parsed(sentence(("a", 2, "nsubj"), ("b", 0, "root"), ("c", 2, "obj"), ("d", 3, "obj")))
    test = parsed(sentence(("a", 2, "obj"), ("b", 0, "root"), ("c", 2, "obj"), ("d", 2, "obj")))
    result = treegauge.score(gold, test, "attachment", resamples=0)[0]
    parts = {part.name: part.scores for part in result.by("label")}
    assert parts["obj"]["recall"] == parts["obj"]["las"] == 50
    assert parts["obj"]["precision"] == pytest.approx(100 / 3)
    assert parts["obj"]["f1"] == pytest.approx(40)
    assert parts["obj"]["uas_precision"] == pytest.approx(200 / 3)  # a has the right head and another relation
    assert (parts["nsubj"]["recall"], parts["nsubj"]["f1"]) == (0, 0)
    assert np.isnan(parts["nsubj"]["precision"])
    assert [part.scores["f1"] for part in result.by("length")] == [50]
    assert "f1" not in result.by("sentence")[0].scores


def test_a_right_arc_may_have_another_depth_in_test() -> None:
    gold = parsed(sentence(("a", 0, "root"), ("b", 1, "x"), ("c", 2, "y"), ("d", 3, "z")))
    test = parsed(sentence(("a", 0, "root"), ("b", 1, "x"), ("c", 1, "y"), ("d", 3, "z")))
    result = treegauge.score(gold, test, "attachment", resamples=0)[0]
    parts = result.by("depth")
    assert [(part.name, part.scores["recall"]) for part in parts] == [("1", 100), ("2", 100), ("3", 0), ("4", 100)]
    # d is at depth 3 in test, and at depth 4 in gold.
    assert [part.scores["precision"] for part in parts[:3]] == [100, 50, 100]


def test_without_relations_an_arc_is_right_if_its_head_is() -> None:
    gold = parsed(sentence(("a", 0, "_"), ("b", 1, "_")))
    gold = gold.replace(tokens=gold.tokens.replace(deprel=None))
    parts = treegauge.score(gold, gold, "attachment", resamples=0)[0].by("depth")
    assert [(part.scores["precision"], part.scores["f1"]) for part in parts] == [(100, 100), (100, 100)]


@given(st.lists(st.integers(0, 8).flatmap(lambda size: st.lists(st.integers(-2, size), min_size=size, max_size=size))))
def test_depth_and_projectivity_are_those_of_the_twin(sentences: list[list[int]]) -> None:
    from treegauge.measures.kernels.arcs import arc_shapes

    heads = [[min(head, len(words) - 1) for head in words] for words in sentences]
    offsets = np.cumsum([0, *map(len, heads)]).astype(np.int64)
    depth, projective = arc_shapes(offsets, np.array([head for words in heads for head in words], np.int32))
    shapes = [shape for words in heads for shape in arc_shapes_of(words)]
    assert list(zip(depth.tolist(), projective.tolist(), strict=True)) == shapes


@pytest.mark.parametrize(
    ("heads", "projective"),
    [
        ([1, -1, 1, 2], [True, True, True, True]),
        ([2, -1, 1], [False, True, True]),  # the root, which 2 does not dominate, is between 2 and 0
        ([-1, 3, 0, 0], [True, False, True, True]),  # 0 dominates 1, through 3: only the arc from 3 to 1 crosses
    ],
)
def test_an_arc_is_projective_if_its_head_dominates_what_is_between(heads: list[int], projective: list[bool]) -> None:
    from treegauge.measures.kernels.arcs import arc_shapes

    assert arc_shapes(np.array([0, len(heads)]), np.array(heads, np.int32))[1].tolist() == projective


def test_very_long_sentences_have_depths() -> None:
    from treegauge.measures.kernels.arcs import arc_shapes

    heads = np.arange(-1, 99_999, dtype=np.int32)
    depth, projective = arc_shapes(np.array([0, len(heads)]), heads)
    assert depth[-1] == 100_000
    assert projective.all()
