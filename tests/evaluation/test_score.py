"""Scoring: what is the same for all measures. Sentences left out, policies, parts, intervals, signatures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, TreegaugeWarning, UnknownNameError, apply, bundled, read, write
from treegauge.evaluation.choosing import Missing, choose_measures, with_options
from treegauge.evaluation.compare import compare
from treegauge.evaluation.counting import signature_of
from treegauge.evaluation.score import score
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.exact_match import ExactMatch
from treegauge.measures.parseval import Parseval
from treegauge.measures.shared.base import find_measure
from treegauge.treebank.build import Builder
from treegauge.version import __version__


def trees(text: str) -> Treebank:
    """Bracketed trees, as text."""
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


MISSING: tuple[Missing, Missing] = ("leave-out", "count")
GOLD = trees("(S (NP (N a)) (V b))\n(S (N c) (V d))\n(S (NP (N e) (N f)) (V g))\n")
TEST = trees("(S (N a) (V b))\n(S (N x) (V d))\n(S (NP (N e)) (N f) (V g))\n")


def test_counts_are_summed_and_scores_made_of_the_sums() -> None:
    (found,) = score(GOLD, TEST, "parseval", resamples=0)
    assert found.rows.shape == (3, len(Parseval.counts))
    assert found.compared.tolist() == [0, 2]
    assert found.total[:3].tolist() == [2, 4, 3]
    assert found.scores["recall"] == 50
    assert found.intervals == {}


def test_sentences_left_out_are_named_with_the_reason() -> None:
    (found,) = score(GOLD, TEST, "parseval", resamples=0)
    (left_out,) = found.left_out
    assert left_out.sentence == 2
    assert "'c' in gold" in left_out.reason
    assert "'x' in test" in left_out.reason


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_an_empty_parse_is_left_out_as_such() -> None:
    test = trees("(S (N a) (V b))\n(S (-NONE- *))\n(S (N e) (N f) (V g))")
    for measure in ("parseval", "leaf-ancestor", "exact-match"):
        (found,) = score(GOLD, test, measure, resamples=0, missing="leave-out")
        assert [(one.sentence, one.reason[:8]) for one in found.left_out] == [(2, "no parse")], measure


def test_a_mismatch_can_be_an_error_that_says_what_to_do() -> None:
    with pytest.raises(DataError, match=r"'c' in gold.*'x' in test.*1 sentence cannot .*on_mismatch=\"skip\""):
        score(GOLD, TEST, "parseval", on_mismatch="error")
    assert score(GOLD, GOLD, "parseval", on_mismatch="error", resamples=0)[0].scores["f1"] == 100


def test_a_mismatch_can_be_aligned_on_characters() -> None:
    gold = trees("(S (NP (N can) (RB not)) (V go))\n(S (N a) (N b))")
    test = trees("(S (NP (N cannot)) (V go))\n(S (N a) (N b))")
    for measure in ("parseval", "leaf-ancestor", "exact-match"):
        (found,) = score(gold, test, measure, on_mismatch="align", resamples=0)
        assert (len(found.compared), found.left_out) == (2, ()), measure
    (found,) = score(gold, test, "parseval", on_mismatch="align", resamples=0)
    assert found.scores["f1"] == 100
    assert "|mismatch:align|" in str(found.signature)
    assert [part.total[:3].tolist() for part in found.by("sentence")] == [[2, 2, 2], [1, 1, 1]]
    assert {part.name: part.total[1] for part in found.by("label")} == {"S": 2, "NP": 1}


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_a_sentence_without_a_parse_stays_left_out_when_aligned() -> None:
    test = trees("(S (N a) (V b))\n(S (-NONE- *))\n(S (N e) (N f) (V g))")
    (found,) = score(GOLD, test, "parseval", on_mismatch="align", resamples=0, missing="leave-out")
    assert [one.sentence for one in found.left_out] == [2]


@pytest.mark.parametrize("name", ["missing", "on_mismatch"])
def test_an_unknown_policy_is_an_error(name: str) -> None:
    policy: dict[str, Any] = {name: "x"}
    with pytest.raises(CallError, match=f"{name} must be one of .*, not 'x'"):
        score(GOLD, GOLD, "parseval", **policy)
    with pytest.raises(CallError, match=f"{name} must be one of .*, not 'x'"):
        compare(GOLD, {"a": GOLD, "b": GOLD}, "parseval", **policy)


def test_a_warning_names_the_line_that_called_treegauge() -> None:
    import treegauge

    with pytest.warns(TreegaugeWarning, match="has no parse") as warned:
        treegauge.score(trees("(S (N a))\n(S (N b))"), trees("(S (N a))"), "parseval", resamples=0)
    assert [warning.filename for warning in warned] == [__file__]


def test_a_result_names_all_that_it_can_be_divided_by() -> None:
    (result,) = score(GOLD, GOLD, "parseval", resamples=0)
    with pytest.raises(CallError, match=r"cannot be divided by lenght; possible: sentence, length, label$"):
        result.by("lenght")


def test_where_everything_is_left_out_scores_are_nan() -> None:
    (found,) = score(trees("(S (N a) (N b))"), trees("(S (N ab))"), "parseval")
    assert np.isnan(list(found.scores.values())).all()
    assert found.row()["sentences"] == 0
    assert found.by("sentence") == found.by("length") == []


def test_where_no_sentence_belongs_to_gold_it_is_an_error() -> None:
    with pytest.raises(DataError, match=r"no sentence of test belongs to gold: gold begins with 'a' .* 'b'"):
        score(trees("(S (N a))"), trees("(S (N b))"))


def test_no_sentences_at_all_are_not_an_error() -> None:
    nothing = GOLD[:0]
    for result in score(nothing, nothing):
        assert np.isnan(list(result.scores.values())).all(), result.measure.name
        assert result.by("sentence") == []


def test_every_measure_that_fits_is_taken() -> None:
    names = [result.measure.name for result in score(GOLD, TEST, resamples=0)]
    assert {"parseval", "leaf-ancestor", "exact-match", "triples", "mph"} <= set(names)
    assert not {"attachment", "ud", "functions"} & set(names)


def test_a_measure_that_does_not_fit_is_an_error_that_shows_both_treebanks() -> None:
    with pytest.raises(CallError, match=r"attachment does not fit these trees .* gold is <Treebank: 3 sen"):
        score(GOLD, TEST, "attachment")
    with pytest.raises(UnknownNameError, match="did you mean 'parseval'"):
        score(GOLD, TEST, "parsevall")


def test_where_no_measure_fits_both_treebanks_are_shown() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "tag": "N"}])
    with pytest.raises(CallError, match=r"no measure fits: gold is <Treebank: 1 sentence, 1 token, no trees>"):
        choose_measures(None, builder.build(), builder.build())


def test_parts_by_sentence_have_their_place_and_add_up() -> None:
    (found,) = score(GOLD, TEST, "parseval", resamples=0)
    parts = found.by("sentence")
    assert [part.name for part in parts] == ["1", "3"]
    assert [part.row()["sentence"] for part in parts] == [1, 3]
    assert np.sum([part.total for part in parts], 0).tolist() == found.total.tolist()


def test_parts_by_length_go_by_tens_of_words() -> None:
    def sentence(words: int, empty: int = 0) -> str:
        return "(S " + "(N a) " * words + "(-NONE- *) " * empty + ")"

    gold = trees("\n".join([sentence(1), sentence(10, empty=5), sentence(11), sentence(35)]))
    (found,) = score(gold, gold, "parseval", resamples=0)
    parts = found.by("length")
    assert [(part.name, part.total[6]) for part in parts] == [("1-10", 2), ("11-20", 1), ("31-40", 1)]
    assert np.sum([part.total for part in parts], 0).tolist() == found.total.tolist()


def test_confusions_name_the_sentence_in_the_whole_treebank() -> None:
    (found,) = score(GOLD, TEST, "parseval", resamples=0)
    assert set(found.confusion().sentence.tolist()) == {0, 2}


def test_the_same_seed_gives_the_same_intervals_and_another_one_others() -> None:
    gold = trees("(S (NP (N a)) (V b))\n" * 30)
    test = trees("(S (NP (N a)) (V b))\n(S (N a) (V b))\n(S (NP (N a) (V b)))\n" * 10)
    one, same, other = (score(gold, test, "parseval", seed=seed)[0].intervals for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert one["f1"][0] < score(gold, test, "parseval", resamples=0)[0].scores["f1"] < one["f1"][1]
    narrow = score(gold, test, "parseval", seed=1, level=0.5)[0].intervals["f1"]
    assert one["f1"][0] < narrow[0] <= narrow[1] < one["f1"][1]
    assert score(gold, test, "parseval", seed=1, method="bca")[0].intervals["f1"] != one["f1"]


def test_the_signature_says_what_was_done_and_parses_back() -> None:
    measure = Parseval(prm="LABELED 1; DELETE_LABEL (; DELETE_LABEL |x", labelled=False)
    found = str(signature_of(measure, "align", ["strip", "select(to=3)"]))
    assert found.endswith(f"|mismatch:align|missing:count|before:strip+select(to=3)|version:{__version__}")
    assert find_measure(found) == measure


def test_options_are_changed_where_a_measure_has_them() -> None:
    assert with_options(Parseval(), {"prm": "new", "lenient": True}) == Parseval(prm="new")
    assert with_options(Parseval(labelled=False), {"prm": None}) == Parseval(labelled=False)
    assert with_options(ExactMatch(), {"prm": "new"}) == ExactMatch()


def test_the_row_for_machines_has_the_promised_keys() -> None:
    row = score(GOLD, TEST, "parseval")[0].row()
    assert list(row) == [
        *("measure", "signature", "scores", "intervals", "counts", "sentences", "left_out", "pairing"),
        "short",
    ]
    assert list(row["counts"]) == list(Parseval.counts)
    assert row["left_out"][0].keys() == {"sentence", "where", "reason"}


def test_a_measure_may_be_given_as_an_object_or_several_in_a_list() -> None:
    found = score(GOLD, TEST, [Parseval(prm="none"), "exact-match(tags=true)"], resamples=0)
    assert [result.measure for result in found] == [Parseval(prm="none"), ExactMatch(tags=True)]


def test_blank_lines_in_a_parsed_file_are_sentences_without_a_parse(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S (N a))\n(S (N b))\n(S (N c))\n")
    (tmp_path / "test.mrg").write_text("(S (N a))\n\n(S (N c))\n")
    with pytest.warns(TreegaugeWarning, match="1 gold sentence has no parse"):
        left_out, counted = (
            score(read(tmp_path / "gold.mrg"), read(tmp_path / "test.mrg"), "parseval", missing=missing)[0]
            for missing in MISSING
        )
    assert [(one.sentence, one.where[-10:]) for one in left_out.left_out] == [(2, "gold.mrg:2")]
    assert left_out.scores["f1"] == 100
    assert counted.scores["precision"] == 100
    assert counted.scores["recall"] == pytest.approx(200 / 3)
    assert counted.left_out == ()
    assert counted.row()["pairing"] == {
        "by": "words",
        "missing": [{"sentence": 2, "where": f"{tmp_path / 'gold.mrg'}:2"}],
        "extra": [],
        "moved": [],
    }


def test_files_and_transforms_give_what_treebanks_give(tmp_path: Path) -> None:
    for name in ("english.mrg", "english.parsed.mrg"):
        write(bundled(name), tmp_path / name)
    names = [tmp_path / "english.mrg", tmp_path / "english.parsed.mrg"]
    transforms = ["prepare", "sample(5)"]
    (by_name,) = score(names[0], names[1], "parseval", transforms=transforms, seed=3)
    steps = ["prepare(penn)", "sample(n=5,seed=3)"]
    gold, test = (apply(read(name), steps) for name in names)
    (by_hand,) = score(gold, test, "parseval", seed=3, before=steps)
    assert by_name.row() == by_hand.row()
    assert by_name.signature.before == tuple(steps)


def test_a_signature_must_be_asked_for_whole() -> None:
    (result,) = score(GOLD, TEST, "parseval(prm=none)", transforms="head(2)", resamples=0)
    (again,) = score(GOLD, TEST, str(result.signature), transforms="head(2)", resamples=0)
    assert again.row() == result.row()
    with pytest.raises(CallError, match=r"was scored with transforms=\['head\(2\)'\]: give the same here"):
        score(GOLD, TEST, str(result.signature))
    with pytest.raises(CallError, match=r'was scored with on_mismatch="skip"'):
        score(GOLD, TEST, str(result.signature), transforms="head(2)", on_mismatch="align")


def test_missing_sentences_are_reported() -> None:
    with pytest.warns(TreegaugeWarning, match=r"2 gold sentences have no parse .* those without a parse are left out"):
        (result,) = score(GOLD, GOLD[:1], "parseval", resamples=0, missing="leave-out")
    assert [sentence.sentence for sentence in result.left_out] == [2, 3]
    with pytest.warns(TreegaugeWarning, match=r"count against the parser \(not with missing=\"leave-out\"\)"):
        (result,) = score(GOLD, GOLD[:1], "parseval", resamples=0)
    assert (result.left_out, result.unparsed.tolist(), result.total[:3].tolist()) == ((), [1, 2], [2, 5, 2])


def test_a_signature_says_what_was_done_with_missing_sentences() -> None:
    (result,) = score(GOLD, TEST, "parseval", resamples=0, missing="leave-out")
    assert result.signature.facts == {"mismatch": "skip", "missing": "leave-out"}
    with pytest.raises(CallError, match='was scored with missing="leave-out": give the same here'):
        score(GOLD, TEST, str(result.signature))


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
@pytest.mark.parametrize(("files", "measures"), [
    ("english.mrg", ["parseval", "leaf-ancestor", "triples", "mph", "exact-match", "pete", "parseval(prm=none)"]),
    ("english.conllu", ["attachment", "ud", "triples", "exact-match"]),
])  # fmt: skip
def test_a_sentence_without_a_parse_lowers_recall_and_means_and_no_precision(files: str, measures: list[str]) -> None:
    gold = bundled(files)
    part = gold.select(np.delete(np.arange(len(gold)), [3, 9]))
    for result, left_out in zip(
        *(score(gold, part, measures, missing=missing) for missing in MISSING[::-1]), strict=True
    ):
        name = result.measure.name
        assert result.unparsed.tolist() == [3, 9], name
        assert [sentence.sentence for sentence in left_out.left_out] == [4, 10], name
        for score_name, value in result.scores.items():
            perfect = left_out.scores[score_name]
            same = perfect == 0 or "precision" in score_name or score_name.endswith("_aligned")
            assert (value == perfect) if same else (value < perfect), (name, score_name)
        for by in result.measure.breakdowns:
            parts = np.array([part.total for part in result.by(by)])
            whole = ~np.isnan(parts).any(0)
            np.testing.assert_allclose(parts.sum(0)[whole], result.total[whole], err_msg=f"{name} by {by}")


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_relations_that_test_does_not_have_are_not_counted_as_missing() -> None:
    gold = bundled("english.conllu")
    test = gold.replace(tokens=gold.tokens.replace(deprel=None)).select(np.arange(1, len(gold)))
    (result,) = score(gold, test, "attachment", resamples=0)
    assert result.scores["uas"] < 100
    assert np.isnan(result.scores["las"])


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_the_rule_of_spmrl_is_its_own() -> None:
    test = trees("(S (N a) (V b))\n(())\n(S (N e) (N f) (V g))")
    counted, left_out = (score(GOLD, test, "parseval(prm=spmrl)", missing=missing)[0].row() for missing in MISSING)
    assert counted["counts"] == left_out["counts"]
    assert counted["counts"]["gold"] == 5


@pytest.mark.filterwarnings("ignore::treegauge.TreegaugeWarning")
def test_a_sentence_that_one_parser_did_not_parse_counts_against_it() -> None:
    systems = {"all": GOLD, "some": GOLD[:2]}
    rows = {row.score: row for row in compare(GOLD, systems, "parseval", resamples=50)}
    assert (rows["recall"].value_a, rows["recall"].value_b, rows["recall"].sentences) == (100, 60, 3)
    rows = {row.score: row for row in compare(GOLD, systems, "parseval", resamples=50, missing="leave-out")}
    assert (rows["recall"].value_a, rows["recall"].value_b, rows["recall"].sentences) == (100, 100, 2)


def test_options_that_no_measure_has_are_refused() -> None:
    (result,) = score(GOLD, TEST, "parseval", options={"prm": "none", "lenient": True}, resamples=0)
    assert result.measure == Parseval(prm="none")
    with pytest.raises(CallError, match="'prm' is not an option of exact-match"):
        score(GOLD, TEST, "exact-match", options={"prm": "none"})
    with pytest.raises(CallError, match="'prm' is given twice"):
        score(GOLD, TEST, "parseval(prm=new)", options={"prm": "none"})


def test_files_of_a_folder_that_are_not_treebanks_are_named(tmp_path: Path) -> None:
    write(GOLD, tmp_path / "gold.mrg")
    (tmp_path / "README").write_text("about these trees\n")
    with pytest.warns(TreegaugeWarning, match=r"passed over 1 file that is not a treebank: .*README"):
        (result,) = score(tmp_path, GOLD, "parseval", resamples=0)
    assert result.scores["f1"] == 100


def test_a_result_says_what_it_counts() -> None:
    arcs, parsed = bundled("english.conllu"), bundled("english.parsed.conllu")
    results = {
        str(measure): score(arcs, parsed, measure, resamples=0)[0]
        for measure in ("attachment", "attachment(punctuation=upos)", "ud")
    }
    sizes = [result.measure.counted(result.total) for result in results.values()]
    words = int((~arcs.tokens.text("upos").mask({"PUNCT"})).sum())
    assert sizes == [
        f"{len(arcs.tokens)} tokens of gold, with punctuation",
        f"{words} tokens of gold, without punctuation",
        f"{len(arcs.tokens)} syntactic words of gold, with punctuation",
    ]
    assert all(size in repr(result) for size, result in zip(sizes, results.values(), strict=True))
