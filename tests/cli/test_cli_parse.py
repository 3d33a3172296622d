"""`treegauge parse`: what is written where, what is told, and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import treegauge
from treegauge import ParserError, Treebank, apply, bundled, induce, read, score, write
from treegauge.cli import main
from treegauge.formats.base import FORMATS
from treegauge.models.grammars.storage import write_grammar
from treegauge.parsers.base import PARSERS
from treegauge.parsers.pcfg import Pcfg, PcfgModel

Run = Callable[..., tuple[int, str, str]]
TRAIN = "(S (NP (N dogs)) (VP (V bark)))\n(S (NP (D the) (N dog)) (VP (V sees) (NP (N cats))))\n"
TEST = "(X (N a) (V b))\n(X (D c) (N d) (V e) (N f))\n(X (Q g) (V h))\n(X (V i) (V j))\n"
PARSED = "(S (NP (N a)) (VP (V b)))\n(S (NP (D c) (N d)) (VP (V e) (NP (N f))))\n(S (Q g) (V h))\n(S (V i) (V j))\n"
CONLLU = "# sent_id = one\n# text = a b\n1\ta\tA\tX\tN\tF=1\t2\tdep\t_\t_\n2\tb\tB\tX\tV\t_\t0\troot\t_\tM=1\n\n"
OUTPUTS = ["brackets", "discbracket", "export", "tigerxml", "exportxml", "parquet"]


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, files: Path) -> Run:
    """Run the command line in the folder of the files: exit status, standard output, standard error."""
    monkeypatch.chdir(files)
    return partial(command, "parse")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"train.mrg": TRAIN, "test.mrg": TEST, "test.conllu": CONLLU}.items():
        (tmp_path / name).write_text(text)
    write_grammar(induce(read(tmp_path / "train.mrg")), tmp_path / "train.grammar")
    return tmp_path


def row(out: str) -> dict[str, Any]:
    """The one row of a JSON answer."""
    answer = json.loads(out)
    assert (answer["treegauge"], answer["command"]) == (treegauge.__version__, "parse")
    (only,) = answer["results"]
    assert isinstance(only, dict)
    return only


def test_trees_go_to_standard_output_and_the_rest_to_standard_error(run: Run) -> None:
    status, out, err = run("train.mrg", "test.mrg", "--parser", "pcfg")
    assert (status, out) == (0, PARSED)
    assert err.splitlines() == [
        "treegauge: sentence 3 (test.mrg:3) has no parse: tags that the grammar does not have: 'Q'",
        "treegauge: sentence 4 (test.mrg:4) has no parse: the grammar has no tree for its tags",
        "treegauge: pcfg: 4 sentences, 2 parsed, 2 without a parse; tags not seen in training: Q",
    ]


def test_a_saved_grammar_may_stand_for_the_training_treebank(run: Run) -> None:
    assert run("train.grammar", "test.mrg", "--parser", "pcfg")[:2] == (0, PARSED)


def test_trees_go_to_a_file(run: Run, files: Path) -> None:
    status, out, _ = run("train.mrg", "test.mrg", "--parser", "pcfg", "-o", "out.mrg")
    assert (status, out) == (0, "")
    assert (files / "out.mrg").read_text() == PARSED


@pytest.mark.parametrize("target", ["-", "-:brackets"])
def test_a_dash_is_standard_output(run: Run, target: str) -> None:
    assert run("train.mrg", "test.mrg", "--parser", "pcfg", "-o", target)[:2] == (0, PARSED)


@pytest.mark.parametrize("format", OUTPUTS)
def test_trees_come_in_every_format_that_holds_phrases(run: Run, format: str) -> None:
    pytest.importorskip("polars")
    assert "nodes" in FORMATS.get(format).carries
    assert run("train.mrg", "test.mrg", "--parser", "pcfg", "-o", f"out:{format}")[0] == 0
    assert [tree.brackets() for tree in read(f"out:{format}")] == PARSED.splitlines()


def test_a_format_without_phrases_says_what_it_lost(run: Run, files: Path) -> None:
    status, _, err = run("train.mrg", "test.conllu", "--parser", "pcfg", "-o", "out.conllu")
    assert status == 0
    assert "treegauge: out.conllu: the format cannot represent phrases; they were left out\n" in err
    assert (files / "out.conllu").read_text() == CONLLU.replace("\t2\tdep\t", "\t_\t_\t").replace("\t0\troot", "\t_\t_")


def test_sentences_come_in_conllu_too(run: Run) -> None:
    status, out, _ = run("train.mrg", "test.conllu", "--parser", "pcfg")
    assert (status, out) == (0, PARSED.splitlines(keepends=True)[0])


def test_standard_input_is_read(run: Run) -> None:
    assert run("train.mrg", "-", "--parser", "pcfg", stdin=TEST)[1] == PARSED
    assert run("-:brackets", "test.mrg", "--parser", "pcfg", stdin=TRAIN)[1] == PARSED


def test_json_lists_the_sentences_without_a_parse(run: Run, files: Path) -> None:
    status, out, _ = run("train.mrg", "test.mrg", "--parser", "pcfg", "--json", "-o", "out.mrg")
    assert status == 0
    assert row(out) == {
        "parser": "pcfg",
        "sentences": 4,
        "parsed": 2,
        "unparsed": [
            {"sentence": 3, "where": "test.mrg:3", "reason": "tags that the grammar does not have: 'Q'"},
            {"sentence": 4, "where": "test.mrg:4", "reason": "the grammar has no tree for its tags"},
        ],
        "unknown_tags": ["Q"],
        "rules": len(induce(read(files / "train.mrg"))),
    }
    assert (files / "out.mrg").read_text() == PARSED


def test_json_alone_writes_no_trees(run: Run) -> None:
    assert row(run("train.mrg", "test.mrg", "--parser", "pcfg", "--json")[1])["parsed"] == 2


def test_long_sentences_are_left(run: Run) -> None:
    status, out, err = run("train.mrg", "test.mrg", "--parser", "pcfg", "--max-length", 3)
    assert (status, out.splitlines()[1]) == (0, "(S (D c) (N d) (V e) (N f))")
    assert "sentence 2 (test.mrg:2) has no parse: 4 words, more than 3" in err
    assert "pcfg(max_length=3): 4 sentences, 1 parsed, 3 without a parse" in err


def test_only_some_of_many_sentences_are_listed(run: Run) -> None:
    err = run("train.mrg", "-", "--parser", "pcfg", stdin="(X (Q q))\n" * 25)[2]
    assert err.count("has no parse") == 10
    assert "treegauge: and 15 more without a parse (--json lists all)\n" in err


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_number_of_threads_changes_nothing(run: Run, jobs: int, files: Path) -> None:
    treebank = apply(bundled("english.mrg"), "remove-empties")
    write(treebank, files / "english.mrg")
    arguments = ("english.mrg", "english.mrg", "--parser", "pcfg", "-t", "strip-functions")
    assert run(*arguments, "--jobs", jobs)[1] == run(*arguments)[1]


def test_what_is_parsed_here_scores_as_in_python(run: Run, files: Path) -> None:
    treebank = apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])
    write(treebank, files / "gold.mrg")
    run("gold.mrg", "gold.mrg", "--parser", "pcfg", "-t", "parent-annotation", "--undo", "-o", "out.mrg")
    here = score(treebank, read(files / "out.mrg"), "parseval", resamples=0)[0]
    there = treegauge.parse(treebank, treebank, transforms="parent-annotation", undo=True).trees
    assert here.scores == score(treebank, there, "parseval", resamples=0)[0].scores
    assert 50 < here.scores["f1"] < 100


def test_transforms_are_undone_where_that_is_asked_for(run: Run) -> None:
    arguments = ("train.mrg", "-", "--parser", "pcfg", "-t", "add-root(R)", "-t", "parent-annotation")
    assert run(*arguments, stdin="(X (N a) (V b))")[1] == "(R (S^R (NP^S (N a)) (VP^S (V b))))\n"
    assert run(*arguments, "--undo", stdin="(X (N a) (V b))")[1] == "(S (NP (N a)) (VP (V b)))\n"


def test_sentences_that_transforms_left_out_are_counted(run: Run) -> None:
    status, out, err = run("train.mrg", "test.mrg", "--parser", "pcfg", "-t", "head(1)")
    assert (status, len(out.splitlines())) == (0, 1)
    assert "treegauge: the transforms left 1 of 4 sentences to parse\n" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--parser", "pcfh"], "unknown parser 'pcfh'; did you mean 'pcfg'?"),
        (["--parser", "pcfg", "-o", "out.what"], "the format is not recognised from the name 'out.what'"),
        (["--parser", "pcfg", "--json", "-o", "-:brackets"], "--json prints to standard output"),
        (["--parser", "pcfg", "-t", "no-such"], "unknown transform 'no-such'"),
        (["--parser", "pcfg", "-t", "remove-empties", "--undo"], "'remove-empties' cannot be undone"),
        (["--parser", "pcfg(max_length=3)", "--max-length", "3"], "'max_length' is given twice"),
        (["--parser", "pcfg", "--max-length", "0"], "--max-length"),
        (
            ["--parser", "pcfg", "--save", "x.mrg"],
            "'x.mrg' is not a name for a model of pcfg; it must end in .grammar or .npz",
        ),
        (["--parser", "arc-eager"], "arc-eager learns from dependency trees, and there are none"),
        (["--parser", "arc-eager", "--max-length", "9"], "--max-length is not an option of arc-eager"),
        ([], "--parser"),
    ],
)
def test_wrong_calls_are_reported(run: Run, arguments: list[str], message: str) -> None:
    status, out, err = run("train.mrg", "test.mrg", *arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_standard_input_cannot_be_both(run: Run) -> None:
    status, _, err = run("-", "-:brackets", "--parser", "pcfg")
    assert status == 2
    assert "standard input (-) can be read only once" in err


@pytest.mark.parametrize(
    ("train", "message"),
    [
        ("test.conllu", "there are no constituency trees to induce a grammar from"),
        ("bad.grammar", "bad.grammar:1: expected 'WEIGHT LABEL -> SYMBOLS', found 'NP'"),
    ],
)
def test_bad_data_are_reported(run: Run, files: Path, train: str, message: str) -> None:
    (files / "bad.grammar").write_text("NP\n")
    status, out, err = run(train, "test.mrg", "--parser", "pcfg")
    assert (status, out) == (1, "")
    assert message in err


def test_bad_sentences_may_be_skipped(run: Run) -> None:
    status, out, err = run("train.mrg", "-", "--parser", "pcfg", "--on-error", "skip", stdin="(X (N a) (V b))\n(X (N\n")
    assert (status, out) == (0, "(S (NP (N a)) (VP (V b)))\n")
    assert "left out 1 bad sentence" in err


def test_parsers_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["treegauge", "list", "parsers", "--json"])
    with pytest.raises(SystemExit):
        main()
    assert [item["name"] for item in json.loads(capsys.readouterr().out)["results"]] == PARSERS.names()


def test_a_parser_of_dependencies_writes_conllu(run: Run, files: Path) -> None:
    status, out, err = run("test.conllu", "test.conllu", "--parser", "arc-eager")
    assert (status, out) == (0, CONLLU)
    assert "arc-eager(" in err
    run("test.conllu", "test.conllu", "--parser", "arc-eager", "-o", "out:conllx")
    assert (files / "out").read_text() == CONLLU[CONLLU.index("1\ta") :].replace("\tM=1\n", "\t_\n")


def test_a_model_that_was_kept_stands_for_the_training_treebank(run: Run, files: Path) -> None:
    first = run("train.mrg", "test.mrg", "--parser", "pcfg", "--save", "kept.grammar")
    assert first[:2] == (0, PARSED)
    (files / "train.mrg").unlink()
    assert run("kept.grammar", "test.mrg", "--parser", "pcfg")[:2] == (0, PARSED)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that fails at the third sentence."""
    parse = PcfgModel.parse

    def parse_two(self: PcfgModel, treebank: Treebank, progress: None = None) -> None:
        raise ParserError("pcfg failed at sentence 3 (test.mrg:3): no reason", parse(self, treebank[:2]), 3)

    monkeypatch.setattr(PcfgModel, "parse", parse_two)


@pytest.mark.usefixtures("failing")
def test_what_was_parsed_before_a_failure_is_written(run: Run, files: Path) -> None:
    status, out, err = run("train.mrg", "test.mrg", "--parser", "pcfg", "-o", "out.mrg")
    assert (status, out) == (1, "")
    assert (files / "out.mrg").read_text().splitlines() == PARSED.splitlines()[:2]
    assert err.splitlines() == [
        "treegauge: pcfg parsed 2 of 4 sentences before it failed",
        "treegauge: error: pcfg failed at sentence 3 (test.mrg:3): no reason",
    ]


@pytest.mark.usefixtures("failing")
def test_what_was_parsed_before_a_failure_is_undone_too(run: Run) -> None:
    status, out, _ = run("train.mrg", "test.mrg", "--parser", "pcfg", "-t", "parent-annotation", "--undo")
    assert (status, out.splitlines()) == (1, PARSED.splitlines()[:2])


def test_a_parser_that_cannot_run_here_says_so_before_anything_is_read(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pcfg, "missing", staticmethod(lambda: "there is no pencil; buy one"))
    status, _, err = run("no-such-file", "test.mrg", "--parser", "pcfg")
    assert (status, err) == (2, "treegauge: error: pcfg cannot run here: there is no pencil; buy one\n")


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("gold.conllu", "untagged.conllu"), 1, "untagged.conllu:1: no word has a tag, and arc-eager learns from tags"),
        (("arc-eager.parser", "untagged.conllu"), 1, "no word has a tag, and arc-eager has learned from tags"),
        (("train.grammar", "gold.conllu"), 2, "'train.grammar' is a model of pcfg, not of arc-eager"),
        (
            ("gold.conllu", "gold.conllu", "-o", "no/x.conllu"),
            2,
            "cannot write 'no/x.conllu': the folder 'no' does not exist",
        ),
        (
            ("gold.conllu", "gold.conllu", "-o", "x.mrg"),
            2,
            "arc-eager makes dependencies, and brackets cannot represent",
        ),
    ],
)
def test_what_cannot_come_to_anything_is_refused(
    run: Run, files: Path, arguments: tuple[str, ...], status: int, message: str
) -> None:
    gold = bundled("english.conllu")[:20]
    write(gold, files / "gold.conllu")
    write(gold.replace(tokens=gold.tokens.replace(tag=None, upos=None)), files / "untagged.conllu")
    treegauge.parse(gold, gold, "arc-eager(iterations=1)", save=files / "arc-eager.parser")
    found, out, err = run(*arguments, "--parser", "arc-eager")
    assert (found, out) == (status, "")
    assert message in err


def test_a_saved_parser_says_how_it_was_trained(run: Run, files: Path) -> None:
    gold = bundled("english.conllu")[:20]
    write(gold, files / "gold.conllu")
    treegauge.parse(gold, gold, "swap-lazy(iterations=1,morphology=true)", save=files / "en.parser")
    found = row(run("en.parser", "gold.conllu", "--parser", "swap-lazy", "--json")[1])
    assert found["parser"] == "swap-lazy(iterations=1,minimum=2,morphology=true,seed=0)"
    status, _, err = run("en.parser", "gold.conllu", "--parser", "swap-lazy(iterations=3)")
    assert status == 2
    assert "was trained as swap-lazy(iterations=1," in err


def test_trees_of_the_sentences_may_be_none(run: Run, files: Path) -> None:
    gold = bundled("english.conllu")[:20]
    write(gold, files / "gold.conllu")
    (files / "circle.conllu").write_text("1\ta\t_\tX\tN\t_\t2\tx\t_\t_\n2\tb\t_\tX\tN\t_\t1\tx\t_\t_\n\n")
    status, out, _ = run("gold.conllu", "circle.conllu", "--parser", "arc-standard")
    assert status == 0
    assert out.count("\n") == 3


def test_traces_that_are_parsed_are_reported(run: Run, files: Path) -> None:
    (files / "traces.mrg").write_text("(S (NP (-NONE- *)) (VP (V see)))\n")
    err = run("traces.mrg", "traces.mrg", "--parser", "pcfg")[2]
    assert "traces.mrg: 1 empty element was parsed as words; -t 'prepare(auto)' removes them" in err
