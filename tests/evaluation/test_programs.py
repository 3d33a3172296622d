"""`--as PROGRAM`: what the program decides, and what is still the caller's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import treegauge as tg
from treegauge.core.errors import CallError
from treegauge.evaluation.programs import Program, find_program
from treegauge.evaluation.treebanks.counting import CountedTreebank, _common_measures
from treegauge.report.tables import as_text
from treegauge.report.treebanks import systems_report, treebanks_report

Command = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
FILES = (str(DATA / "english.mrg"), str(DATA / "english.parsed.mrg"))


def trees(parsed: str = "") -> dict[str, tg.Treebank]:
    return {"english": tg.bundled(f"english{parsed}.mrg"), "german": tg.bundled(f"german{parsed}.export")}


def test_a_rule_for_sentences_does_not_decide_about_treebanks() -> None:
    gold, test = trees(), trees(".parsed")
    del test["german"]
    (alone,) = tg.score(gold["english"], test["english"], program="evalb", resamples=0)
    with pytest.warns(tg.TreegaugeWarning, match=r"german\), counted as 0"):
        (average,) = tg.score(gold, test, program="evalb", resamples=0).macro
    assert average.scores["f1"] == pytest.approx(alone.scores["f1"] / 2)
    assert "|missing:leave-out|average:macro|treebanks:2|missing-treebanks:count|" in average.signature
    assert tg.find_measure(average.signature) == alone.measure
    with pytest.warns(tg.TreegaugeWarning, match=r"german\), left out"):
        (average,) = tg.score(gold, test, program="evalb", missing="leave-out", resamples=0).macro
    assert (average.scores["f1"], average.treebanks) == (alone.scores["f1"], 1)
    assert "missing-treebanks" not in average.signature
    systems = {"a": trees(".parsed"), "b": test}
    with pytest.warns(tg.TreegaugeWarning, match=r"b: .*german\), counted as 0"):
        comparisons = tg.compare(gold, systems, program="evalb", resamples=50)
    assert [(row.system, row.treebanks) for row in comparisons.macro] == [("a", 2), ("b", 2)]


def test_what_a_program_decides_cannot_be_given_too() -> None:
    sides = trees()["english"], trees(".parsed")["english"]
    with pytest.raises(CallError, match=r"'evalb' has missing=\"leave-out\" for sentences: .* missing=\"count\""):
        tg.score(*sides, program="evalb", missing="count")
    with pytest.raises(CallError, match=r"'supar' has missing=\"count\" for sentences: .* missing=\"leave-out\""):
        tg.compare(sides[0], {"a": sides[0], "b": sides[1]}, program="supar", missing="leave-out")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--as", "stanza", "--prm", "new"), "--prm is not an option of 'stanza'; only evalb has it"),
        (("--as", "evalb", "--disc-only"), "--disc-only is not an option of 'evalb'"),
        (("--as", "spacy", "--as", "ud"), "--as spacy and --as ud exclude each other"),
        (("--as", "evalb", "--missing", "count"), "'evalb' has --missing leave-out for sentences"),
    ],
)
def test_options_that_a_program_does_not_have_are_refused(
    command: Command, options: tuple[str, ...], message: str
) -> None:
    for verb in (("score", *FILES), ("compare", *FILES, FILES[0])):
        status, out, err = command(*verb, *options)
        assert (status, out) == (2, "")
        assert message in err


def test_the_parameters_of_evalb_can_be_others(command: Command) -> None:
    for options in (("--prm", "new"), ("--missing", "leave-out"), ("--lenient",)):
        assert command("score", *FILES, "--as", "evalb", *options, "--resamples", "0")[0] == 0


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["supar", "stanza", "pyevalb"])
@pytest.mark.parametrize("endings", [("mrg", "export"), ("conllu", "conllu")])
def test_many_treebanks_and_comparisons_have_the_scores_that_the_program_prints(
    name: str, endings: tuple[str, str]
) -> None:
    if name == "pyevalb" and endings[0] == "conllu":
        return
    gold, test = (
        {"english": tg.bundled(f"english{parsed}.{endings[0]}"), "german": tg.bundled(f"german{parsed}.{endings[1]}")}
        for parsed in ("", ".parsed")
    )
    alone = tg.score(gold["english"], test["english"], program=name, resamples=0)
    printed = [list(result.scores) for result in alone]
    assert all(set(scores) <= set(find_program(name).scores) for scores in printed)
    results = tg.score(gold, test, program=name, resamples=0)
    assert [list(average.scores) for average in results.macro] == printed
    systems = {"parser": test["english"], "gold": gold["english"]}
    comparisons = tg.compare(gold["english"], systems, program=name, resamples=50)
    assert [row.score for row in comparisons] == [score for scores in printed for score in scores]
    assert comparisons.rank_by[0][1] in ("f1", "las")
    many = tg.compare(gold, {"parser": test, "gold": gold}, program=name, resamples=50)
    assert [row.score for row in many] == [score for scores in printed for score in scores]
    assert [list(row.scores) for row in many.macro] == [scores for scores in printed for _ in systems]


@pytest.mark.filterwarnings("ignore")
def test_the_report_of_folders_explains_its_signs() -> None:
    gold, test = trees(), trees(".parsed")
    systems = {"a": trees(".parsed"), "b": {"english": test["english"]}}
    crossing = "-: there is no average of crossing, where lower is better"
    for scores, expected in (("f1,crossing", True), ("f1", False)):
        comparisons = tg.compare(gold, systems, program="supar", scores=scores, resamples=50)
        text = as_text(systems_report(comparisons), 200)
        assert "p: * below 0.05, ** below 0.01." in text
        assert (crossing in text) == ("--scores crossing shows" in text) == expected
        assert "--scores f1 shows" not in text
    results = tg.score(gold, systems["b"], "parseval", resamples=0)
    assert crossing in as_text(treebanks_report(results, 0.95), 200)


def test_measures_that_are_left_out_are_reported_in_their_order() -> None:
    fitting = tg.find_measure("exact-match")
    names = ("parseval", "leaf-ancestor", "triples", "mph", "functions")
    reasons = dict.fromkeys(names, "it cannot be applied")
    treebank = CountedTreebank("english", 1, {"a": {fitting: None}}, reasons)  # type: ignore[dict-item]
    with pytest.warns(tg.TreegaugeWarning) as warned:
        assert _common_measures([treebank]) == (fitting,)
    assert [str(warning.message) for warning in warned] == [f"left out {name}: {reasons[name]}" for name in names]


def test_a_program_that_does_not_score_such_trees_is_named_with_those_that_do(command: Command) -> None:
    gold, test = str(DATA / "english.conllu"), str(DATA / "english.parsed.conllu")
    for verb in (("score", gold, test), ("compare", gold, test, gold)):
        status, out, err = command(*verb, "--as", "evalb")
        assert (status, out) == (2, "")
        assert "'evalb' does not score these trees: gold is <Treebank: 64 sentences" in err
        assert "; programs that score such trees: eval.pl, eval.pl-p, eval07.pl, nltk, spacy, stanza, supar, ud" in err
    with pytest.raises(CallError, match=r"'spacy' does not .*: benepar, evalb, pyevalb, stanza, supar$"):
        tg.explain(*FILES, ["spacy", "evalb"])


def test_one_folder_of_a_system_is_refused_with_the_layouts(command: Command, tmp_path: Path) -> None:
    for side in ("gold", "a"):
        (tmp_path / side).mkdir()
        tg.write(tg.bundled("german.conllu"), tmp_path / side / "german.conllu")
    status, _, err = command("compare", tmp_path / "gold", tmp_path / "a")
    assert status == 2
    assert "compare GOLD/ A/ B/, compare GOLD/ SYSTEMS/ and compare ALL/" in err
    for call in ((tmp_path / "all",), (tmp_path / "gold", [tmp_path / "all"])):
        with pytest.raises(FileNotFoundError, match=r"there is no file '.*all'"):
            tg.compare(*call)


def test_a_rule_that_the_caller_gives_is_never_ignored(command: Command) -> None:
    """Even if it is the usual one, and the program has another."""
    aligning = "parseval(prm=new)|mismatch:align|missing:count"
    sides = trees()["english"], trees(".parsed")["english"]
    for call in (
        lambda: tg.score(*sides, program=aligning, on_mismatch="skip"),
        lambda: tg.compare(sides[0], {"a": sides[0], "b": sides[1]}, program=aligning, on_mismatch="skip"),
    ):
        with pytest.raises(CallError, match=r'has on_mismatch="align" .* with on_mismatch="skip"'):
            call()
    status, _, err = command("score", *FILES, "--as", aligning, "--on-mismatch", "skip")
    assert status == 2
    assert "it cannot be counted with --on-mismatch skip" in err
    for policy in ({}, {"on_mismatch": "align"}):
        (result,) = tg.score(*sides, program=aligning, resamples=0, **policy)  # type: ignore[arg-type]
        assert result.signature.facts["mismatch"] == "align"


def test_the_system_has_its_name_in_messages_when_bad_sentences_are_skipped(command: Command, tmp_path: Path) -> None:
    for folder, names in (("gold", ("english", "german")), ("parser", ("english",))):
        (tmp_path / folder).mkdir()
        for name in names:
            tg.write(tg.bundled(f"{name}.conllu"), tmp_path / folder / f"{name}.conllu")
    call = ("score", tmp_path / "gold", tmp_path / "parser", "--resamples", "0")
    said = [command(*call, *options)[2] for options in ((), ("--on-error", "skip"))]
    assert f"{tmp_path / 'parser'}: no output for 1 treebank (german), counted as 0" in said[0]
    assert said[0] == said[1]


def test_compare_names_the_system_whose_sentences_are_not_those_of_gold(command: Command) -> None:
    gold, other = str(DATA / "english.conllu"), str(DATA / "german.conllu")
    for options in ((), ("--on-error", "skip"), ("--by", "length")):
        status, _, err = command("compare", gold, f"good={gold}", f"bad={other}", "-m", "attachment", *options)
        assert status == 1
        assert "error: bad: no sentence of test belongs to gold: gold begins with" in err


def test_a_table_with_a_wrong_measure_is_named() -> None:
    with pytest.raises(CallError, match=r"the program 'ours' has a wrong measure: .*'parsevall'"):
        Program("the scorer of our group", ("parsevall",)).candidates("ours")
