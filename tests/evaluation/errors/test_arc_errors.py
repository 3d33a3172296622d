"""The classes of errors in dependency trees: every wrong word is in exactly one, and together they are what the parser
lost."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from retokenised import pairs

import treegauge as tg
from treegauge import CallError, Treebank, TreegaugeWarning, bundled
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.shared.base import find_measure

DATA = Path(tg.__file__).parent / "data"
GOLD = """\
1 I PRON 2 nsubj
2 saw VERB 0 root
3 a DET 4 det
4 man NOUN 2 obj
5 with ADP 6 case
6 telescopes NOUN 2 obl
7 and CCONJ 8 cc
8 lenses NOUN 6 conj
9 . PUNCT 2 punct
"""


def conllu(text: str) -> Treebank:
    """Sentences whose lines are `number form UPOS head relation`."""
    lines = []
    for line in text.strip().split("\n"):
        number, form, tag, head, relation = line.split() if line else [""] * 5
        lines.append(f"{number}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_" if line else "")
    read = FORMATS.get("conllu").read
    assert read is not None
    return read(Input(("\n".join(lines) + "\n\n").encode(), lenient=True))


def kinds(gold: Treebank, test: Treebank, scheme: str = "ud") -> dict[str, int]:
    (system,) = tg.find_errors(gold, test, scheme=scheme, resamples=0)
    return {row.name: row.occurrences for row in system.classes}


def test_gold_against_itself_has_no_errors() -> None:
    (system,) = tg.find_errors(bundled("english.conllu"), bundled("english.conllu"))
    assert len(system.errors) == 0
    assert system.value == 100
    assert system.classes == ()


@pytest.mark.parametrize(
    ("line", "changed", "kind"),
    [
        (6, "6 telescopes NOUN 4 nmod", "PP attachment"),
        (8, "8 lenses NOUN 4 conj", "Coordination"),
        (8, "8 lenses NOUN 4 nmod", "Coordination"),  # the gold construction is first in the table
        (4, "4 man NOUN 6 conj", "Coordination"),  # so is that of test
        (7, "7 and CCONJ 6 cc", "Coordination"),
        (3, "3 a DET 2 det", "Function word"),
        (9, "9 . PUNCT 4 punct", "Punctuation"),
        (4, "4 man NOUN 2 obl", "Argument against adjunct"),
        (4, "4 man NOUN 2 iobj", "Label only"),
        (1, "1 I PRON 4 nsubj", "Argument attachment"),
    ],
)
def test_one_changed_word_is_one_error_of_its_class(line: int, changed: str, kind: str) -> None:
    lines = GOLD.split("\n")
    lines[line - 1] = changed
    gold, test = conllu(GOLD), conllu("\n".join(lines))
    assert kinds(gold, test) == {kind: 1}
    (system,) = tg.find_errors(gold, test, scheme="ud", resamples=0)
    (row,) = system.errors.table_rows()
    assert (row["sentence"], row["first"], row["last"], row["source"]) == (1, line, line, "both")
    assert system.classes[0].regained == pytest.approx(100 / 9)


def test_a_wrong_root_is_one_error_for_each_of_the_two_words() -> None:
    gold = conllu("1 a X 0 root\n2 b X 1 obj\n3 c X 2 det\n")
    test = conllu("1 a X 2 nsubj\n2 b X 0 root\n3 c X 2 det\n")
    assert kinds(gold, test) == {"Root": 2}


@pytest.mark.parametrize(
    ("gold", "test", "expected"),
    [
        ("1 cats NOUN 0 root\n", "1 cat NOUN 0 root\n2 s PART 1 case\n", {"Tokenisation": 3}),
        # The gold head of `big` is a word that test does not have.
        (
            "1 big ADJ 2 amod\n2 cats NOUN 0 root\n",
            "1 big ADJ 2 amod\n2 cat NOUN 0 root\n3 s PART 2 case\n",
            {"Tokenisation": 4},
        ),
        ("1 a X 0 root\n2 b X 1 obj\n", "1 a X 0 root\n\n1 b X 0 root\n", {"Sentence boundary": 1}),
        ("1 a X 0 root\n\n1 b X 0 root\n", "1 a X 0 root\n2 b X 1 obj\n", {"Sentence boundary": 1}),
    ],
)
def test_words_and_sentences_of_the_parser_itself(gold: str, test: str, expected: dict[str, int]) -> None:
    assert kinds(conllu(gold), conllu(test)) == expected


def test_one_parser_with_words_of_its_own_makes_all_be_compared_as_text() -> None:
    gold = conllu("1 cats NOUN 2 nsubj:pass\n2 slept VERB 0 root\n")
    same = conllu("1 cats NOUN 2 nsubj\n2 slept VERB 0 root\n")
    own = conllu("1 cat NOUN 3 nsubj\n2 s PART 1 case\n3 slept VERB 0 root\n")
    (alone,) = tg.find_errors(gold, same, scheme="ud", resamples=0)
    assert (alone.value, alone.found.measure) == (50, find_measure("attachment").spec)
    analysis = tg.find_errors(gold, {"same": same, "own": own}, scheme="ud", resamples=0)
    assert [system.value for system in analysis] == [100, pytest.approx(40)]
    assert {system.found.measure for system in analysis} == {"ud(lenient=true)"}


def test_missing_and_extra_words_are_at_the_place_of_the_gold_word() -> None:
    gold = conllu("1 see VERB 0 root\n2 cats NOUN 1 obj\n")
    test = conllu("1 see VERB 0 root\n2 cat NOUN 1 obj\n3 s PART 2 case\n")
    rows = tg.find_errors(gold, test, scheme="ud", resamples=0)[0].errors.table_rows()
    found = [(row["first"], row["last"], row["source"], row["label"], row["nodes"]) for row in rows]
    assert found == [(2, 2, "gold", "obj", 1), (2, 2, "test", "obj", 1), (2, 2, "test", "case", 1)]


@given(pairs())
def test_every_wrong_word_is_in_one_class_and_the_score_is_the_official_one(pair: tuple[Treebank, Treebank]) -> None:
    gold, test = pair
    (system,) = tg.find_errors(gold, test, scheme="ud", resamples=0)
    same = len(gold) == len(test) and all(
        [token.form for token in one] == [token.form for token in other] for one, other in zip(gold, test, strict=True)
    )
    measure = "attachment" if same else "ud(lenient=true)"
    (result,) = tg.score(gold, test, measure, resamples=0)
    assert system.value == pytest.approx(result.scores["las"])
    right, in_gold, in_test = system.found.counts.sum(0)
    assert system.errors.missing.sum() == in_gold - right
    assert system.errors.extra.sum() == in_test - right
    assert sum(row.occurrences for row in system.classes) == len(system.errors)
    of_gold = system.errors.take(system.errors.missing > 0)
    assert len(set(zip(of_gold.sentence.tolist(), of_gold.left.tolist(), strict=True))) == len(of_gold)
    if same:
        assert sum(row.regained for row in system.classes) == pytest.approx(100 - system.value)


def test_systems_of_a_shared_task_lose_what_the_official_script_says(shared: Path) -> None:
    import tarfile

    with tarfile.open(shared / "conll2018/systems/en_pud.tar.xz") as tar:
        files = {Path(name).stem: name for name in tar.getnames() if name.endswith(".conllu")}
        read = FORMATS.get("conllu").read
        assert read is not None
        gold, *tests = (
            read(Input(tar.extractfile(files[name]).read(), lenient=True))  # type: ignore[union-attr]
            for name in ("gold", "UDPipe-Future", "Uppsala-18")
        )
    analysis = tg.find_errors(gold, {"a": tests[0], "b": tests[1]}, resamples=0)
    for system, test in zip(analysis, tests, strict=True):
        (result,) = tg.score(gold, test, "ud(lenient=true)", resamples=0)
        assert system.value == pytest.approx(result.scores["las"])
        assert sum(row.regained for row in system.classes) == pytest.approx(100 - system.value, abs=0.1)
        assert {"PP attachment", "Tokenisation", "Sentence boundary"} <= {row.name for row in system.classes}


def test_sentences_without_a_parse_are_a_class_or_left_out() -> None:
    gold = conllu("1 a X 0 root\n2 b X 1 obj\n\n1 c X 0 root\n")
    test = gold[[1]]
    with pytest.warns(TreegaugeWarning, match="1 gold sentence has no parse"):
        (system,) = tg.find_errors(gold, test, scheme="ud", resamples=0)
    assert {row.name: row.occurrences for row in system.classes} == {"No parse": 2}
    assert system.value == pytest.approx(100 / 3)  # as the measure attachment counts
    assert system.classes[0].regained == pytest.approx(200 / 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TreegaugeWarning)
        (system,) = tg.find_errors(gold, test, scheme="ud", missing="leave-out", resamples=0)
    assert (len(system.errors), len(system.left_out)) == (0, 1)


def test_relations_of_an_unknown_scheme_are_answered() -> None:
    gold = conllu("1 a X 0 raiz\n2 b X 1 suj\n3 c X 2 cd\n")
    test = conllu("1 a X 0 raiz\n2 b X 1 ci\n3 c X 1 cd\n")
    with pytest.warns(TreegaugeWarning, match="annotation scheme of the relations is not recognised"):
        assert kinds(gold, test, "auto") == {"Label only": 1, "Other attachment": 1}


def test_trees_without_relations_are_refused() -> None:
    gold = conllu("1 a X 0 _\n")
    gold = gold.replace(tokens=gold.tokens.replace(deprel=None))
    with pytest.raises(CallError, match="need relations"):
        tg.find_errors(gold, gold)


def test_the_classes_of_kummerfeld_are_for_phrases() -> None:
    gold = conllu(GOLD)
    with pytest.raises(CallError, match="for phrase structure trees"):
        tg.find_errors(gold, gold, classes="kummerfeld")


def test_the_command_has_the_classes_of_dependency_trees(command: Callable[..., tuple[int, str, str]]) -> None:
    arcs = [str(DATA / "english.conllu"), str(DATA / "english.parsed.conllu")]
    status, out, _ = command("errors", *arcs, "--json", "--resamples", "100")
    assert status == 0
    answer = json.loads(out)
    (system,) = answer["systems"]
    (result,) = tg.score(arcs[0], arcs[1], "attachment", resamples=0)
    assert system["value"] == pytest.approx(result.scores["las"])
    assert sum(row["regained"] for row in answer["results"]) == pytest.approx(100 - system["value"])
    assert {"system", "class", "occurrences", "nodes", "regained", "interval"} <= answer["results"][0].keys()
    assert all(row["interval"][0] <= row["regained"] <= row["interval"][1] for row in answer["results"])
    status, _, err = command("errors", *arcs, "--scheme", "udd")
    assert status == 2
    assert "unknown construction table 'udd'" in err
    status, out, _ = command("errors", *arcs, "--scheme", "sud", "--resamples", "0", "--format", "csv")
    assert status == 0
    assert out.startswith("system,class,occurrences,nodes")
