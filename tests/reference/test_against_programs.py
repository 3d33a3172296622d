"""`score --as`: the figures of other programs, to the last digit, as they printed them in a real run. The tests in
`test_programs_run.py` run those that are installed."""

from __future__ import annotations

import lzma
import re
from pathlib import Path

import pytest

import treegauge
from treegauge.evaluation.programs import PROGRAMS

PREPARED = ["remove-empties", "add-root"]  # PYEVALB cannot read trees whose root has no label
# What the programs printed for the bundled English treebank, prepared as above. The versions are those in the tables of
# the programs. stanza's was run with CoreNLP 4.5.10; benepar's EVALB prints two digits.
PRINTED = {
    "pyevalb": {
        "precision": 64.68446601941747,
        "recall": 64.13959085439231,
        "f1": 64.41087613293051,
        "exact_match": 0,
        "crossing": 0.75,
        "no_crossing": 65.625,
        "tag_accuracy": 97.80701754385966,
    },
    "stanza": {"f1": 86.81967213114755},
    "supar": {"precision": 61.71052631578939, "recall": 61.14732724902209, "f1": 61.4276358873608, "exact_match": 0},
    "nltk": {"las": 86.41509433962264, "uas": 89.937106918239},
    "spacy": {"las": 86.41509433962264, "uas": 89.937106918239},
}
ROUNDED = {
    "benepar": {"recall": 86.31, "precision": 87.11, "f1": 86.71, "exact_match": 46.88, "tag_accuracy": 97.49},
    "stanza": {"precision": 87.10, "recall": 86.53, "exact_match": 46.87},  # cut off, not rounded
}
# The same for the BLLIP parser's output for the WSJ sample (3,914 sentences).
OF_BLLIP = {
    "pyevalb": {"precision": 76.5249513933895, "recall": 76.30242326332794, "f1": 76.41352531952758},
    "stanza": {"f1": 78.96839907717061},
    "supar": {"precision": 80.89028469993855, "recall": 80.64362433466288, "f1": 80.76676619357301},
}
OF_BLLIP_ROUNDED = {"benepar": {"recall": 80.84, "precision": 81.09, "f1": 80.97, "tag_accuracy": 94.48}}
# The same for MaltParser's output (nivreeager) for UD Turkish-IMST; of supar, AttachmentMetric.
OF_MALTPARSER = {
    "nltk": {"las": 51.81750741839762, "uas": 65.93719090009891},
    "spacy": {"las": 52.02098117864856, "uas": 65.85621721690836},
    "supar": {"las": 51.81750741839762, "uas": 65.93719090009891, "uem": 41.09090909090906, "lem": 19.36363636363635},
}
DEPENDENCIES = ("nltk", "spacy", "eval.pl", "eval.pl-p", "eval07.pl", "ud")


def scored(program: str, transforms: list[str] | None = None) -> dict[str, float]:
    """The scores of the bundled parse by the first measure of a program."""
    kind = "conllu" if program in DEPENDENCIES else "mrg"
    gold, test = (treegauge.bundled(f"english{parsed}.{kind}") for parsed in ("", ".parsed"))
    steps = transforms if transforms is not None else [] if kind == "conllu" else PREPARED
    return treegauge.score(gold, test, program=program, transforms=steps, resamples=0)[0].scores


@pytest.mark.parametrize("program", PRINTED)
def test_scores_are_those_that_the_program_printed(program: str) -> None:
    found = scored(program)
    assert {name: found[name] for name in PRINTED[program]} == pytest.approx(PRINTED[program], abs=1e-9)


@pytest.mark.parametrize("program", ROUNDED)
def test_rounded_scores_are_those_that_the_program_printed(program: str) -> None:
    found = scored(program)
    assert {name: found[name] for name in ROUNDED[program]} == pytest.approx(ROUNDED[program], abs=0.0101)


def test_only_the_scores_that_the_program_prints_are_given() -> None:
    for name, program in PROGRAMS.items():
        if program.scores:
            assert set(scored(name)) <= set(program.scores), name
    assert set(scored("pyevalb")) == set(PRINTED["pyevalb"])


def test_many_treebanks_have_the_scores_that_the_program_prints() -> None:
    gold, test = treegauge.bundled("english.conllu"), treegauge.bundled("english.parsed.conllu")
    results = treegauge.score({"a": gold, "b": gold}, {"a": test, "b": test}, program="spacy", resamples=0)
    assert [list(result.scores) for result in results] == [["las", "uas"]] * 2
    assert results[0].scores == scored("spacy")


@pytest.mark.parametrize("program", OF_BLLIP | OF_BLLIP_ROUNDED)
def test_scores_of_a_real_parser_are_those_of_the_program(reference: Path, program: str) -> None:
    folder = reference / "constituency"
    files = folder / "wsj-sample.gold.clean.mrg.xz", folder / "wsj-sample.bllip-T20.mrg.xz"
    found = treegauge.score(*files, program=program, resamples=0)[0].scores
    expected = {**OF_BLLIP, **OF_BLLIP_ROUNDED}[program]
    digits = 0.005 if program in OF_BLLIP_ROUNDED else 1e-9
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=digits)


def test_evalb_takes_other_parameters(reference: Path) -> None:
    folder = reference / "constituency"
    files = folder / "wsj-sample.gold.clean.mrg.xz", folder / "wsj-sample.bllip-T20.mrg.xz"
    text = lzma.decompress((folder / "wsj-sample.bllip-T20.evalb-new.txt.xz").read_bytes()).decode()
    (result,) = treegauge.score(*files, program="evalb", options={"prm": "new"}, resamples=0)
    for name, title in (("f1", "Bracketing FMeasure"), ("recall", "Bracketing Recall"), ("exact_match", "Complete m")):
        printed = re.search(rf"{title}.*= +([0-9.]+)", text)
        assert printed is not None
        assert f"{result.scores[name]:.2f}" == printed[1]


@pytest.mark.parametrize("program", OF_MALTPARSER)
def test_scores_of_a_real_dependency_parser_are_those_of_the_program(reference: Path, program: str) -> None:
    folder = reference / "dependency" / "parses"
    files = folder / "tr_imst.gold.conllu.xz", folder / "tr_imst.malt-nivreeager.conllu.xz"
    found = treegauge.score(*files, program=program, resamples=0)[0].scores
    assert found == pytest.approx(OF_MALTPARSER[program], abs=1e-9)


@pytest.mark.parametrize(("name", "report"), [("eval.pl", "evalX"), ("eval.pl-p", "evalX-p"), ("eval07.pl", "eval07")])
def test_scores_are_those_of_the_shared_tasks(reference: Path, name: str, report: str) -> None:
    folder = reference / "dependency" / "parses"
    files = folder / "tr_imst.gold.conll.xz", folder / "tr_imst.malt-stacklazy.conll.xz"
    text = lzma.decompress((folder / f"tr_imst.malt-stacklazy.{report}.txt.xz").read_bytes()).decode()
    printed = [100 * int(right) / int(of) for right, of in re.findall(r"score: +(\d+) / (\d+) ", text)[:3]]
    found = treegauge.score(*files, program=name, resamples=0)[0].scores
    assert [found["las"], found["uas"], found["la"]] == pytest.approx(printed, abs=1e-9)


def test_spacy_counts_the_punctuation_of_each_side_by_its_own_relation() -> None:
    """With a word that only gold, and one that only test, calls punctuation; spaCy 3.8.18 gives 2/3 and 1/3."""
    gold = treegauge.from_tuples(
        [[("a", "_", -1, "ROOT"), ("b", "_", 0, "obj"), (".", "_", 0, "punct"), ("c", "_", 0, "obj")]]
    )
    test = treegauge.from_tuples(
        [[("a", "_", -1, "root"), ("b", "_", 0, "P"), (".", "_", 0, "dep"), ("c", "_", 0, "nmod")]]
    )
    found = treegauge.score(gold, test, program="spacy", resamples=0)[0].scores
    assert found == pytest.approx({"uas": 200 / 3, "las": 100 / 3})
