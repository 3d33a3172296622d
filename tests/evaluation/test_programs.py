"""`--as PROGRAM`: what the program decides, and what is still the caller's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import treegauge as tg
from treegauge.core.errors import CallError

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
