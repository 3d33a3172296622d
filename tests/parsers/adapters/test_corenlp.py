"""The adapter to the trained models of CoreNLP, with the program itself where it is installed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from treegauge import CallError, DataError, Treebank, apply, bundled, find_parser, parse
from treegauge.parsers.adapters._corenlp_files import LANGUAGES, pipeline_settings, tree_of, write_settings
from treegauge.parsers.adapters.corenlp import CoreNLP
from treegauge.programs.files import ProgramFile
from treegauge.treebank.build import Builder

# Two sentences with spaces between the words; some are divided further in a text.
TEXTS = {
    "de": "Der Regen hörte im Mai auf .\nSie sieht den alten Hund .\n",
    "fr": "La pluie du matin a cessé .\nElle voit le vieux chien .\n",
    "es": "La lluvia del norte paró .\nElla quiere verlo hoy .\n",
    "zh": "昨天 下 了 大雨 。\n她 看见 一 只 老 狗 。\n",
    "ar": "توقف المطر في الصباح .\nرأت المرأة كلبا كبيرا .\n",
    "hu": "Az eső reggel elállt .\nA nő látja az öreg kutyát .\n",
    "it": "La pioggia del mattino è finita .\nLei vede il vecchio cane .\n",
}
MISSING = CoreNLP().missing()
real = pytest.mark.skipif(MISSING is not None, reason=f"CoreNLP cannot run here: {MISSING}")


def english() -> Treebank:
    return apply(bundled("english.mrg")[:20], ["remove-empties", "strip-functions"])


def words(treebank: Treebank) -> str:
    return "".join(" ".join(token.form or "" for token in tree) + "\n" for tree in treebank)


def by_hand(folder: Path, text: str, *arguments: str, parser: CoreNLP | None = None) -> list[dict[str, Any]]:
    """The sentences that the program describes for a text."""
    (folder / "text").write_text(text, "utf-8")
    chosen = parser or CoreNLP()
    jars = ":".join(str(file.path) for file in chosen.files)
    java = ["java", f"-Xmx{chosen.needs >> 30}g", "-Dfile.encoding=UTF-8", "-cp", jars]
    call = [*java, "edu.stanford.nlp.pipeline.StanfordCoreNLP", *arguments, "-file", "text", "-outputFormat", "json"]
    subprocess.run(call, cwd=folder, capture_output=True, check=True)
    sentences: list[dict[str, Any]] = json.loads((folder / "text.json").read_text("utf-8"))["sentences"]
    return sentences


def arcs(trees: Treebank) -> list[list[tuple[int, int, str | None]]]:
    return [
        [(token.index + 1, (-1 if token.head is None else token.head.index) + 1, token.deprel) for token in tree]
        for tree in trees
    ]


def program_arcs(sentences: list[dict[str, Any]]) -> list[list[tuple[int, int, str | None]]]:
    return [
        sorted((arc["dependent"], arc["governor"], arc["dep"].lower()) for arc in sentence["basicDependencies"])
        for sentence in sentences
    ]


@real
@pytest.mark.slow
def test_phrases_are_those_of_the_program_called_by_hand(tmp_path: Path) -> None:
    tokens = ["-annotators", "tokenize,ssplit,parse", "-tokenize.whitespace", "true", "-ssplit.eolonly", "true"]
    trees = [" ".join(sentence["parse"].split()) for sentence in by_hand(tmp_path, words(english()), *tokens)]
    parses = parse(None, english(), "corenlp")
    assert [tree.brackets() for tree in parses.trees] == trees
    assert parses.predicted_tags
    assert parses.trees.tokens.text("form").equals(english().tokens.text("form"))


@real
@pytest.mark.slow
def test_dependencies_are_those_of_the_program_called_by_hand(tmp_path: Path) -> None:
    tokens = ["-annotators", "tokenize,ssplit,pos,depparse", "-tokenize.whitespace", "true", "-ssplit.eolonly", "true"]
    expected = program_arcs(by_hand(tmp_path, words(english()), *tokens))
    assert arcs(parse(None, english(), "corenlp(model=depparse)").trees) == expected


@real
@pytest.mark.slow
def test_a_text_is_divided_as_by_the_program_called_by_hand(tmp_path: Path) -> None:
    text = "He said: \"Wait (a minute).\" The rain stopped!\nIt's fine \U0001f642 \u2013 isn't it?\n"
    sentences = by_hand(tmp_path, text, "-annotators", "tokenize,ssplit,parse")
    path = tmp_path / "a 'text';\u00e9.txt"
    path.write_text(text, "utf-8")
    parses = parse(None, path, "corenlp")
    assert [tree.brackets().replace("-LRB-", "(") for tree in parses.trees] == [
        " ".join(sentence["parse"].split()).replace("-LRB-", "(") for sentence in sentences
    ]
    assert [[token.form for token in tree] for tree in parses.trees] == [
        [token["word"] for token in sentence["tokens"]] for sentence in sentences
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "model"), [(name, model) for name in TEXTS for model in LANGUAGES[name].parsers])
@pytest.mark.parametrize("source", ["words", "text"])
def test_other_languages_have_the_trees_of_the_program_called_by_hand(
    language: str, model: str, source: str, tmp_path: Path
) -> None:
    parser = find_parser(f"corenlp(model={model},language={language})")
    assert isinstance(parser, CoreNLP)
    if parser.missing() is not None:
        pytest.skip(f"CoreNLP cannot run here: {parser.missing()}")
    models = LANGUAGES[language]
    step = "depparse" if model == "depparse" else "parse"
    steps = ["tokenize", "ssplit"] if source == "words" else models.steps.split(",")
    call = ["-annotators", ",".join([*steps, *([] if model == "pcfg" else ["pos"]), step])]
    settings = pipeline_settings(language, model, tag=True, text=True)
    for name in ("pos.model", f"{step}.model", "depparse.language"):
        call += [f"-{name}", settings[name]] if name in settings else []
    if source == "words":
        call += ["-tokenize.whitespace", "true", "-ssplit.eolonly", "true"]
    else:
        call += ["-props", f"StanfordCoreNLP-{models.name}.properties"]
    path = tmp_path / f"a.txt{':words' if source == 'words' else ''}"
    (tmp_path / "a.txt").write_text(TEXTS[language], "utf-8")
    trees, expected = parse(None, path, parser).trees, by_hand(tmp_path, TEXTS[language], *call, parser=parser)
    assert [[token.form for token in tree] for tree in trees] == [
        [token["word"] for token in sentence["tokens"]] for sentence in expected
    ]
    if parser.makes == "constituents":
        assert [tree.brackets() for tree in trees] == [" ".join(sentence["parse"].split()) for sentence in expected]
    else:
        assert arcs(trees) == program_arcs(expected)


@real
@pytest.mark.slow
def test_odd_words_are_kept_and_given_tags_are_used() -> None:
    builder = Builder()
    odd = ["\U0001f600", "a\u00a0b", "x (y", "\u2028", "-NONE-", "\x07", "##"]
    builder.add({}, [{"form": form, "tag": "NNP"} for form in odd])
    builder.add({}, [])
    builder.add({}, [{"form": "dog", "tag": "NN"}])
    for parser in ("corenlp(tags=given)", "corenlp(model=depparse,tags=given)"):
        parses = parse(None, builder.build(), parser)
        assert parses.trees.tokens.text("form").decode() == [*odd, "dog"]
        assert parses.trees.tokens.text("tag").decode() == ["NNP"] * len(odd) + ["NN"]
        assert [row.sentence for row in parses.unparsed] == [2]


@real
def test_given_tags_must_be_given_and_a_text_has_none(tmp_path: Path) -> None:
    builder = Builder()
    builder.add({}, [{"form": "dog"}])
    with pytest.raises(DataError, match="no word has a tag"):
        parse(None, builder.build(), "corenlp(tags=given)")
    (tmp_path / "a.txt").write_text("dog")
    with pytest.raises(CallError, match="a text has no tags"):
        parse(None, tmp_path / "a.txt", "corenlp(tags=given)")


def test_what_it_makes_depends_on_the_model() -> None:
    kinds = {model: find_parser(f"corenlp(model={model})").makes for model in ("pcfg", "sr", "depparse")}
    assert kinds == {"pcfg": "constituents", "sr": "constituents", "depparse": "dependencies"}


def test_only_what_a_language_needs_is_installed() -> None:
    files = {file.coordinates for file in CoreNLP(language="de").files}
    assert {name.split(":")[-1] for name in files if name.count(":") == 3} == {"models-german"}
    assert CoreNLP(language="de").install_spec == "'corenlp(model=pcfg,language=de,tags=own)'"
    english = {file.coordinates.split(":")[-1] for file in CoreNLP(model="sr").files}
    assert {"models", "models-english"} <= english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_model_has_files_with_known_sums(language: str) -> None:
    for model in LANGUAGES[language].parsers:
        parser = find_parser(f"corenlp(model={model},language={language})")
        assert isinstance(parser, CoreNLP)
        assert all(ProgramFile(file.coordinates).content.size > 0 for file in parser.files)


def test_a_model_that_a_language_does_not_have_is_an_error() -> None:
    with pytest.raises(CallError, match="no model 'pcfg' for the language fr; it has sr and depparse"):
        find_parser("corenlp(model=pcfg,language=fr)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_constituency_parser_by_default(language: str) -> None:
    parser = find_parser(f"corenlp(language={language})")
    assert isinstance(parser, CoreNLP)
    assert parser.chosen == ("sr" if language in ("fr", "hu", "it") else "pcfg")
    assert parser.install_spec == f"'corenlp(model={parser.chosen},language={language},tags=own)'"


def test_settings_are_written_in_ascii(tmp_path: Path) -> None:
    path = tmp_path / "settings"
    write_settings(pipeline_settings("zh", "pcfg", tag=False, text=True), path)
    assert r"ssplit.boundaryTokenRegex = [.\u3002]|[!?\uff01\uff1f]+" in path.read_text("ascii")


def test_a_space_that_does_not_break_is_part_of_a_word() -> None:
    """CoreNLP has it in mixed fractions, which are one word."""
    tree, problem = tree_of({"parse": "(ROOT\n  (NP (CD 2\u00a01/2)\n    (NNS points)))"})
    assert (tree, problem) == ("(ROOT (NP (CD 2\u00a01/2) (NNS points)))", None)
