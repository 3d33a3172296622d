"""Agreement of annotators: a plain twin, missing sentences, folders of files, other words, bad input."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from twin_alpha import plain_alpha

from treegauge import CallError, DataError, Text, Treebank, TreegaugeWarning, agree, bundled, concatenate, read
from treegauge.evaluation.agreement.coefficients import Choices, coefficients
from treegauge.evaluation.agreement.file_names import common_names
from treegauge.extend import Builder, relabel
from treegauge.measures.shared.edit_trees import edit_trees
from treegauge.treebank import NOT_GIVEN
from treegauge.treebank.build import TokenRow

CONLLU, PARSED = "english.conllu", "english.parsed.conllu"


def chains(seed: int, sentences: int = 8) -> Treebank:
    """Dependency trees of the same words, other ones for each seed."""
    draw = random.Random(seed)
    builder = Builder()
    for sentence in range(sentences):
        length = 2 + sentence % 4
        rows: list[TokenRow] = [
            {"form": f"w{sentence}", "head": draw.randrange(-1, word) if word else -1, "deprel": draw.choice("ab")}
            for word in range(length)
        ]
        builder.add({}, rows)
    return builder.build()


def expected(treebanks: list[Treebank], units: list[list[int]], form: str) -> float:
    """Alpha of the plain twin; each unit lists the number of the sentence by each annotator, -1: none."""
    trees = concatenate(treebanks)
    made = edit_trees(trees, "dependencies")
    start = np.cumsum([0, *map(len, treebanks)])
    values = [[start[column] + number for column, number in enumerate(unit) if number >= 0] for unit in units]

    def squared(a: Any, b: Any) -> float:
        distance = float(made.distances(np.array([a]), np.array([b]))[0])
        sizes = made.sizes[a], made.sizes[b]
        forms = {"plain": distance, "diff": distance - abs(sizes[0] - sizes[1]), "norm": distance / sum(sizes)}
        return float(forms[form]) ** 2

    return plain_alpha([unit for unit in values if len(unit) > 1], squared)


@pytest.mark.parametrize("form", ["plain", "diff", "norm"])
@pytest.mark.parametrize("annotators", [2, 3])
def test_alpha_is_that_of_the_definition(form: str, annotators: int) -> None:
    treebanks = [chains(seed) for seed in range(annotators)]
    (result, *pairs) = agree(dict(zip("abc", treebanks, strict=False)), resamples=0)
    units = [[number] * annotators for number in range(len(treebanks[0]))]
    assert result[f"alpha_{form}"] == pytest.approx(expected(treebanks, units, form), abs=1e-12)
    assert len(pairs) == (3 if annotators == 3 else 0)


def test_sentences_may_be_missing() -> None:
    sides = [chains(1), chains(2)[[0, 1, 2, 5, 6]], chains(3)[[1, 2, 3, 7]]]
    result = agree(dict(zip("abc", sides, strict=True)), resamples=0)[0]
    units = [[0, 0, -1], [1, 1, 0], [2, 2, 1], [3, -1, 2], [4, -1, -1], [5, 3, -1], [6, 4, -1], [7, -1, 3]]
    assert result.sentences == 7
    assert result.trees == 16
    assert result["alpha_plain"] == pytest.approx(expected(sides, units, "plain"), abs=1e-12)


def test_an_annotator_agrees_with_himself() -> None:
    for name in (CONLLU, "english.mrg", "german.export"):
        treebank = bundled(name)
        result = agree({"a": treebank, "b": treebank}, resamples=20)[0]
        values = [value for value in result.values.values() if value is not None]
        assert values == pytest.approx([1.0] * len(values))
        assert not result.disputed


def test_the_uncorrected_figures_are_those_of_score() -> None:
    from treegauge import score

    result = agree({"a": bundled(CONLLU), "b": bundled(PARSED)}, resamples=0)[0]
    (attachment,) = score(bundled(CONLLU), bundled(PARSED), "attachment(punctuation=keep)", resamples=0)
    assert [result[name] for name in ("uas", "las", "la")] == pytest.approx(
        [attachment.scores[name] / 100 for name in ("uas", "las", "la")]
    )


def test_a_sample_of_pairs_is_near_the_whole_and_said() -> None:
    sides = {"a": bundled(CONLLU), "b": bundled(PARSED)}
    whole, sample = (agree(sides, resamples=50, pairs=pairs)[0] for pairs in (10**6, 4000))
    assert (whole.sampled, sample.sampled) == (False, True)
    assert sample.row()["pairs"] == 4000
    assert sample["alpha_plain"] == pytest.approx(whole["alpha_plain"], abs=0.01)
    assert agree(sides, resamples=50, pairs=4000)[0].row() == sample.row()


def test_the_interval_is_that_of_alpha_computed_anew_for_each_sample() -> None:
    from treegauge.evaluation.agreement.alpha import disagreement

    sides = [chains(1), chains(2)]
    made = edit_trees(concatenate(sides), "dependencies")
    numbers = np.arange(16).reshape(2, 8).T.copy()
    generator = np.random.default_rng(0)
    whole = disagreement(numbers, made, made.sizes, 10**6, generator)
    times = np.array([[2, 0, 1, 1, 3, 0, 0, 1]], np.float64)
    again = disagreement(np.repeat(numbers, times[0].astype(int), axis=0), made, made.sizes, 10**6, generator)
    assert whole.resampled(np.arange(8), times)[0] == pytest.approx(again.alphas(), abs=1e-12)


def test_the_worst_sentences_come_first() -> None:
    result = agree({"a": bundled(CONLLU), "b": bundled(PARSED)}, resamples=0)[0]
    distances = [sentence.distance for sentence in result.disputed]
    assert distances == sorted(distances, reverse=True)
    assert distances[-1] > 0


def test_kappa_and_ac1_of_a_known_table() -> None:
    """Cohen's kappa and Gwet's AC1 of 20 + 15 equal and 5 + 10 different choices, by hand."""
    first = np.repeat([0, 0, 1, 1], [20, 5, 10, 15])
    second = np.repeat([0, 1, 0, 1], [20, 5, 10, 15])
    choices = Choices(np.zeros(50, np.int64), first, second)
    kappa, ac1 = coefficients(choices.counts(np.zeros(1, np.int64), 1)[0])
    assert kappa == pytest.approx((0.7 - 0.5) / (1 - 0.5))
    chance = 2 * 0.55 * 0.45
    assert ac1 == pytest.approx((0.7 - chance) / (1 - chance))


@pytest.mark.parametrize(
    "folders",
    [
        (["a/1.mrg", "a/2.mrg"], ["b/2.mrg", "b/3.mrg"]),
        (["x.a/1-x.a.mrg", "x.a/2-x.a.mrg"], ["x.b/2-x.b.mrg", "x.b/3-x.b.mrg"]),
        (["one/1-anna.mrg", "one/2-anna.mrg"], ["two/2-berit.mrg", "two/3-berit.mrg"]),
        (["one/anna_1.mrg", "one/anna_2.mrg"], ["two/berit_2.mrg", "two/berit_3.mrg"]),
    ],
)
def test_files_are_paired_by_name_without_that_of_the_annotator(folders: tuple[list[str], list[str]]) -> None:
    first, second = common_names(folders)
    assert first[folders[0][1]] == second[folders[1][0]]
    assert len({*first.values(), *second.values()}) == 3


def test_folders_with_one_file_per_sentence(tmp_path: Path) -> None:
    for name, numbers, tree in (("anna", (1, 2, 3), "(S (X a_%d) b)"), ("berit", (2, 3, 4), "(S (Y a_%d) c)")):
        (tmp_path / name).mkdir()
        for number in numbers:
            (tmp_path / name / f"{number}-{name}.tree").write_text(tree % number)
    with pytest.warns(TreegaugeWarning, match="2 sentences with other words kept"):
        result = agree([tmp_path / "anna", tmp_path / "berit"], resamples=0)[0]
    assert (result.sentences, result.paired_by) == (2, "files")
    assert [sentence.distance for sentence in result.disputed] == [2, 2]


def test_bad_input_has_a_clear_message() -> None:
    treebank = bundled(CONLLU)
    with pytest.raises(CallError, match="two annotators or more"):
        agree([treebank])
    with pytest.raises(DataError, match="no sentence of b has the words of one of a"):
        agree({"a": treebank, "b": bundled("german.conllu")})
    with pytest.raises(DataError, match="a has dependencies, b has constituents"):
        agree({"a": chains(1), "b": bundled("english.mrg")})
    tree = chains(1)[[0]]
    cyclic = tree.replace(tokens=tree.tokens.replace(head=np.array([1, 0], np.int32)))
    with pytest.raises(DataError, match="the heads form a cycle"):
        agree({"a": tree, "b": cyclic})


def without_heads(treebank: Treebank, sentences: list[int]) -> Treebank:
    """The same where nobody has annotated some sentences yet: CoNLL-U has _ for their heads and relations."""
    tokens = treebank.tokens
    heads = np.where(np.isin(tokens.sentence, sentences), NOT_GIVEN, tokens.numbers("head"))
    return treebank.replace(tokens=tokens.replace(head=heads.astype(np.int32)))


def test_sentences_without_heads_are_missing() -> None:
    sides = {"a": chains(1), "b": chains(2)}
    with pytest.warns(TreegaugeWarning, match="2 sentences of b without heads"):
        found = agree(sides | {"b": without_heads(chains(2), [2, 5])}, resamples=0)[0]
    rest = agree({name: side[[0, 1, 3, 4, 6, 7]] for name, side in sides.items()}, resamples=0)[0]
    assert (found.sentences, found["alpha_plain"], found["uas"]) == (6, rest["alpha_plain"], rest["uas"])


def test_an_annotator_without_trees_is_an_error() -> None:
    with pytest.raises(DataError, match="b has words without heads"):
        agree({"a": chains(1), "b": without_heads(chains(2), list(range(8)))})
    with pytest.raises(DataError, match="b has no sentences"):
        agree({"a": chains(1), "b": chains(2)[[]]})


def test_other_words_are_kept_left_out_or_an_error() -> None:
    first = chains(1)
    second = relabel(chains(2), lambda form: form.replace("w3", "x"), "tokens", "form")
    with pytest.warns(TreegaugeWarning, match="1 sentence with other words kept"):
        assert agree({"a": first, "b": second}, resamples=0)[0].sentences == 8
    with pytest.warns(TreegaugeWarning, match="1 sentence with other words left out"):
        assert agree({"a": first, "b": second}, on_mismatch="skip", resamples=0)[0].sentences == 7
    with pytest.raises(DataError, match="for a"):
        agree({"a": first, "b": second}, on_mismatch="error")


def test_a_last_sentence_with_another_word_is_at_its_place() -> None:
    first = chains(1)
    forms = [*first.tokens.text("form").decode()[:-1], "x"]
    changed = first.replace(tokens=first.tokens.replace(form=Text.of(forms)))
    with pytest.warns(TreegaugeWarning, match="1 sentence with other words kept"):
        assert agree({"a": changed, "b": first}, resamples=0)[0].sentences == 8


def test_one_sentence_has_no_interval() -> None:
    result = agree({"a": chains(1)[[3]], "b": chains(2)[[3]]})[0]
    assert result.intervals == {}
    same = agree({"a": chains(1)[[3]], "b": chains(1)[[3]]})[0]
    assert np.isnan(same["alpha_plain"] or 0.0)


NDT = {
    "caterpillar": (0.99761, 0.99130, 0.99130, 1.00000),
    "danish": (0.98383, 0.96296, 0.93967, 0.95998),
    "norwegian": (0.97853, 0.96745, 0.95293, 0.97046),
    "swedish": (0.98916, 0.96110, 0.94417, 0.96487),
}


@pytest.mark.parametrize("text", NDT)
def test_the_figures_of_the_author_on_dependencies(reference: Path, text: str) -> None:
    folder = reference / "agreement" / "ndt"
    result = agree([folder / f"odin-{text}.conll", folder / f"thor-{text}.conll"], resamples=0)[0]
    found = tuple(round(result[name] or 0.0, 5) for name in ("alpha_plain", "uas", "las", "la"))
    assert found == NDT[text]


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_the_figure_of_the_author_on_phrases(reference: Path) -> None:
    folder = reference / "agreement" / "ssd"
    first = read(sorted((folder / "ssd.emily2").iterdir())[:40])
    result = agree({"emily2": first, "woodley": read(folder / "ssd.woodley")}, resamples=0)[0]
    assert result.sentences == 37
    assert round(result["alpha_plain"] or 0.0, 5) == 0.99204
