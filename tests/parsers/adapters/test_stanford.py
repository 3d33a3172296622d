"""The adapter to the Stanford parser, with the program itself where it is installed."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, apply, bundled, parse, read
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.induction import induce
from treegauge.parsers.adapters._stanford_files import Labelling, read_labelling, write_training_trees
from treegauge.parsers.adapters.stanford import Stanford
from treegauge.parsers.base import find_parser
from treegauge.treebank.build import Builder

MISSING = Stanford().missing()
real = pytest.mark.skipif(MISSING is not None, reason=f"the Stanford parser cannot run here: {MISSING}")
MAIN = "edu.stanford.nlp.parser.lexparser.LexicalizedParser"


@cache
def english() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions"])


def words(*sentences: str) -> Treebank:
    builder = Builder()
    for sentence in sentences:
        builder.add({}, [{"form": form} for form in sentence.split(" ") if form])
    return builder.build()


def bracketed(treebank: Treebank) -> list[str]:
    return [tree.brackets() for tree in treebank]


def by_hand(folder: Path, *arguments: str) -> str:
    jars = ":".join(str(file.path) for file in Stanford().files)
    call = ["java", "-Xmx1g", "-cp", jars, MAIN, *arguments]
    return subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True, encoding="utf-8").stdout


@real
@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "switches"),
    [
        ("grammar=plain,language=en", ["-PCFG", "-vMarkov", "1"]),
        ("grammar=plain,language=en,vertical=2,horizontal=1", ["-PCFG", "-vMarkov", "2", "-hMarkov", "1"]),
        ("grammar=acl03", ["-acl03pcfg"]),
        ("grammar=unlexicalised", ["-goodPCFG"]),
        pytest.param("grammar=factored", ["-goodFactored"], marks=pytest.mark.slow),
    ],
)
def test_the_trees_are_those_of_the_program_called_by_hand(options: str, switches: list[str], tmp_path: Path) -> None:
    train, test = english()[:50], english()[50:]
    (tmp_path / "train.mrg").write_text("".join(f"(ROOT {tree.brackets()[2:]}\n" for tree in train), "utf-8")
    (tmp_path / "words").write_text("".join(" ".join(token.form or "" for token in tree) + "\n" for tree in test))
    by_hand(tmp_path, *switches, "-train", "train.mrg", "-saveToSerializedFile", "model.ser.gz")
    call = ["-tokenized", "-sentences", "newline", "-outputFormat", "oneline", "model.ser.gz", "words"]
    trees = [line.replace("(ROOT", "(", 1) for line in by_hand(tmp_path, *call).splitlines()]
    assert bracketed(parse(train, test, f"stanford({options})").trees) == trees


@real
def test_the_plain_grammar_is_the_treebank_grammar_with_labels_as_they_are() -> None:
    """The trees are as probable as the best ones of an exact parser; among equally probable ones it may choose another.
    The last labels are ones that it would remove from trees that it reads itself, or change."""
    rewritten = ["rewrite(pattern=ADVP-TMP,to=CODE)", "rewrite(pattern=^VP$,to=VB)"]
    train = apply(bundled("english.mrg")[:50], ["remove-empties", *rewritten])
    test = apply(bundled("english.mrg"), ["remove-empties"])
    grammar = induce(train)
    best, parsed = parse(train, test, "pcfg"), parse(train, test, "stanford(grammar=plain,tags=given)")
    assert [row.sentence for row in parsed.unparsed] == [row.sentence for row in best.unparsed]
    assert len(parsed.unparsed) < len(test)
    np.testing.assert_allclose(log2_trees(grammar, parsed.trees), log2_trees(grammar, best.trees), rtol=1e-4)
    assert {"NP-SBJ", "NP-SBJ-1", "CODE", "VB", ""} <= set(parsed.trees.nodes.text("label").values)
    assert not parsed.predicted_tags


@real
def test_a_tag_with_the_name_of_a_phrase_is_not_that_phrase(tmp_path: Path) -> None:
    """Otherwise the first words could be a PP below an NP, which only a pronoun is."""
    path = tmp_path / "pronouns.mrg"
    lines = ["(NP (PP he))", "(NP (N town)) (PP (P in) (NP (N town)))", "(PP (PP he))"]
    path.write_text("".join(f"(S {line} (V sleeps))\n" for line in lines))
    trees = read(path)
    assert bracketed(parse(trees, trees[1:], "stanford(grammar=plain)").trees) == bracketed(trees[1:])
    for tags in ("own", "given"):
        assert parse(trees, trees, f"stanford(grammar=plain,tags={tags})").parsed == len(trees)
    builder = Builder()
    builder.add({}, [{"form": form, "tag": tag} for form, tag in (("in", "P"), ("town", "N"), ("sleeps", "V"))])
    for parser in ("pcfg", "stanford(grammar=plain,tags=given)"):
        assert parse(trees[:2], builder.build(), parser).parsed == 0


@real
@pytest.mark.parametrize("parser", ["stanford(grammar=plain)", "stanford(language=de,heads=left)"])
def test_german_trees_with_several_children_of_the_root_and_quotes(parser: str) -> None:
    german = apply(bundled("german.export"), ["raise-crossing"])
    parses = parse(german, german, parser)
    assert parses.parsed == len(german)
    assert parses.trees.nodes.text("label").take(parses.trees.nodes.offsets[:-1]).decode() == ["TOP"] * len(german)
    assert {"NUR", "ROOT"}.isdisjoint(parses.trees.nodes.text("label").values)
    undone = parse(german, german, parser, undo=True).trees
    assert "TOP" not in undone.nodes.text("label").decode()
    assert "$(" in undone.tokens.text("tag").values


@real
def test_head_rules_that_do_not_fit_the_labels_are_reported() -> None:
    german = apply(bundled("german.export"), ["raise-crossing"])
    with pytest.raises(DataError, match=r"its head rules do not fit these labels: stanford\(heads=left\)"):
        parse(german, german, "stanford(language=de)")


@real
def test_a_root_that_is_inside_trees_too_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.mrg"
    path.write_text("(S (NP (N a)) (VP (V b) (S (NP (N a)) (VP (V c)))))\n(S (NP (N a)) (VP (V c)))\n")
    trees = parse(path, path, "stanford(grammar=plain)").trees
    assert bracketed(trees) == bracketed(read(path))


@real
def test_sentences_without_a_parse_are_listed_and_the_others_parsed() -> None:
    sentences = words("The rain stopped .", "dog", "", "The dog barked .", "The rain stopped the dog .")
    parses = parse(english(), sentences, "stanford(grammar=plain,vertical=2,max_length=5)")
    assert {row.sentence: row.reason for row in parses.unparsed} == {
        2: "the grammar has no tree for its words",
        3: "no words",
        5: "6 words, more than 5",
    }
    assert [tree.brackets() for tree in parses.trees][1] == "( (X dog))"
    assert parses.trees[3].brackets().startswith("( (S ")


@real
def test_odd_words_are_one_word_each() -> None:
    odd = ["\U0001f600", "a\u00a0b", "x(y)", "\u2028", "-NONE-", "[", "A/__/B", "\x07", "e\u0301", "\u200b"]
    builder = Builder()
    builder.add({}, [{"form": form, "tag": "NN"} for form in odd])
    for tags in ("own", "given"):
        trees = parse(english(), builder.build(), f"stanford(grammar=plain,tags={tags})").trees
        assert trees.tokens.text("form").decode() == odd


@real
@pytest.mark.slow
def test_300_words() -> None:
    sentence = " ".join(["The dog"] * 150)
    assert len(parse(english(), words(sentence, "The rain stopped ."), "stanford(grammar=plain)").trees) == 2


@real
def test_a_sentence_that_needs_more_memory_is_listed() -> None:
    long = words("The rain stopped .", " ".join(["The dog"] * 400), "The rain stopped .")
    parses = parse(english(), long, "stanford(grammar=plain,memory=64m)")
    assert [(row.sentence, row.reason) for row in parses.unparsed] == [
        (2, "Java had too little memory for it; give it more: stanford(memory=8g)")
    ]


@real
def test_a_saved_model_is_one_for_the_program_and_knows_its_labels(tmp_path: Path) -> None:
    path = tmp_path / "-my 'model';\u00e9.ser.gz"
    test = words("The rain stopped .")
    trees = parse(english(), test, "stanford(grammar=plain,vertical=2)", save=path).trees
    assert (
        bracketed(parse(path, test, "stanford").trees)
        == bracketed(trees)
        == ["( (S (NP (DT The) (NN rain)) (VP (VBD stopped)) (. .)))"]
    )
    (tmp_path / "words").write_text("The rain stopped .\n")
    (tmp_path / "m.ser.gz").write_bytes(path.read_bytes())
    assert by_hand(tmp_path, "-tokenized", "-sentences", "newline", "m.ser.gz", "words").startswith("(ROOT\n  (S\n")


@real
@pytest.mark.parametrize(
    ("parser", "message"),
    [
        ("stanford(options='-noSuchOption')", r"the Stanford parser has no option '-noSuchOption'"),
        ("stanford(options='-train x')", r"'-train' in the options of stanford is set by treegauge"),
        ("stanford(grammar=acl03,language=de)", r"the grammar acl03 is for English; use stanford\(language=de\)"),
    ],
)
def test_wrong_options_are_errors(parser: str, message: str) -> None:
    with pytest.raises(CallError, match=message):
        parse(english(), english(), parser)


@real
def test_given_tags_must_be_given() -> None:
    with pytest.raises(DataError, match=r"no word has a tag, and stanford\(tags=given\) needs them"):
        parse(english(), words("a b"), "stanford(tags=given)")


@real
def test_a_damaged_model_is_an_error_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.ser"
    parse(english(), english()[:1], "stanford(grammar=plain)", save=path)
    path.write_bytes(path.read_bytes()[:20000])
    with pytest.raises(DataError, match=r"^stanford failed at sentence 1 .*: .+") as error:
        parse(path, english()[:1], "stanford")
    assert "\n" not in str(error.value)


def test_labels_are_written_so_that_the_program_leaves_them(tmp_path: Path) -> None:
    path = tmp_path / "train.mrg"
    labelling = write_training_trees(bundled("english.mrg")[:1], path, language=None, whole=True, tags=False)
    assert labelling == Labelling("", None, False, True)
    text = path.read_text("utf-8")
    assert text.startswith("(ROOT (S (NP\ue02dSBJ (DT The)")
    assert labelling.below_root(text).startswith("( (S (NP\ue02dSBJ (DT The)")
    labels = ["NP-SBJ", "-NONE-", "$(", "", "ROOT", "CODE", "a_b^c", "\u00e4"]
    assert [labelling.original(labelling.written(label)) for label in labels] == labels
    assert all(label.replace("-", "").isalnum() or not label.isascii() for label in map(labelling.written, labels))


def test_what_is_not_a_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.ser"
    path.write_bytes(b"something else")
    with pytest.raises(DataError, match=r"is not a model of the Stanford parser; train one with"):
        read_labelling(path)
    assert isinstance(find_parser("stanford"), Stanford)
