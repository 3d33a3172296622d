"""The adapter to MaltParser: with a stand-in for the program, and with the program itself where it is installed."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import get_args

import pytest
from by_hand import TEST, arcs, columns, put_trees, run
from small_treebanks import conllu, tagged
from stand_ins import put_files

from treegauge import CallError, DataError, ParserError, ParserModel, Text, Treebank, apply, bundled, parse
from treegauge.parsers.adapters.maltparser import Algorithm, MaltParser, MaltParserModel

MISSING = MaltParser().missing()
MAIN = "org.maltparser.Malt"
real = pytest.mark.skipif(MISSING is not None, reason=f"MaltParser cannot run here: {MISSING}")
TRAIN = conllu("1\tI\ti\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tam\tbe\tAUX\t_\t_\t0\troot\t_\t_\n\n")


@pytest.fixture
def stand_in(data: Path, java: Path) -> MaltParser:
    put_files("maltparser")
    return MaltParser()


def inside(model: ParserModel, name: str) -> str:
    assert isinstance(model, MaltParserModel)
    with zipfile.ZipFile(model.path) as file:
        return file.read(f"{model.name}/{name}").decode()


def test_heads_and_relations_come_from_the_program_and_all_else_is_kept(stand_in: MaltParser) -> None:
    before = conllu(
        "# sent_id = a\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tX\tN\t_\t2\tdep\t2:dep\tM=1\n"
        "2\tb\tb\tX\tN\t_\t0\troot\t_\t_\n\n"
    )
    after = stand_in.train(TRAIN).parse(before).trees
    assert after.tokens.numbers("head").tolist() == [-1, 0]
    assert after.tokens.text("deprel").decode() == ["ROOT", "r"]
    assert after.sentences.equals(before.sentences)
    assert after.multiword.equals(before.multiword)
    for column in ("form", "lemma", "upos", "tag", "misc"):
        assert after.tokens.text(column).equals(before.tokens.text(column))


def test_it_learns_from_rows_with_both_tags(stand_in: MaltParser) -> None:
    rows = "1\tI\ti\tPRON\tPRON\t_\t2\tnsubj\t_\t_\n2\tam\tbe\tAUX\tAUX\t_\t0\troot\t_\t_\n\n"
    assert inside(stand_in.train(TRAIN), "train") == rows


def test_odd_words_and_sentences_without_words(stand_in: MaltParser) -> None:
    words = [" ", "a b", "a\tb", "", "a\nb"]
    sentences = tagged("", *(["X"] * len(words)), "")
    odd = sentences.replace(tokens=sentences.tokens.replace(form=Text.of(words)))
    found = stand_in.train(TRAIN).parse(odd)
    assert found.trees.tokens.text("form").decode() == words
    assert [sentence.sentence for sentence in found.unparsed] == [1, 7]
    assert found.parsed == 5


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("DIE", "Symbol table error: what"),
        ("MEMORY", r"Java ran out of memory; give it more: maltparser\(memory=8g\)$"),
        ("SHORT", "it returned 1 word for 2"),
        ("ROUND", "it returned heads that form a cycle"),
        ("GARBLED", "its output cannot be read: the output:6.*: the head must be a number"),
    ],
)
def test_the_sentence_on_which_it_fails_is_named(stand_in: MaltParser, word: str, message: str) -> None:
    with pytest.raises(ParserError, match=rf"^maltparser failed at sentence 4 \(sentence 4\): {message}") as caught:
        stand_in.train(TRAIN).parse(tagged("A B", "", "C", f"D {word}", "E"))
    assert caught.value.sentence == 4
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0, -1]
    assert len(caught.value.parses.trees) == 3


def test_progress_ends_with_all_sentences(stand_in: MaltParser) -> None:
    reported: list[tuple[int, int]] = []
    stand_in.train(TRAIN).parse(tagged("A", "", "B C"), lambda *done: reported.append(done))
    assert reported[-1] == (2, 2)


@pytest.mark.parametrize("sentences", [(), ("", "")])
def test_nothing_to_parse_starts_no_program(
    stand_in: MaltParser, sentences: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = stand_in.train(TRAIN)
    monkeypatch.setenv("PATH", "")
    assert len(learned.parse(tagged(*sentences)).trees) == len(sentences)


def test_a_saved_model_knows_its_algorithm(stand_in: MaltParser, tmp_path: Path) -> None:
    learned = MaltParser(algorithm="stacklazy", root_label="root", memory="1g").train(TRAIN)
    learned.save(tmp_path / "m.mco.gz")
    loaded = MaltParser().load(tmp_path / "m.mco.gz")
    assert isinstance(loaded, MaltParserModel)
    assert loaded.parser == MaltParser(algorithm="stacklazy", root_label="root")
    assert loaded.parse(tagged("A B")).trees.equals(learned.parse(tagged("A B")).trees)


@pytest.mark.parametrize("content", [b"", b"no model", b"PK\x05\x06" + bytes(18)])
def test_another_file_is_not_a_model(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "m.mco").write_bytes(content)
    with pytest.raises(DataError, match=r"m.mco' is not a model of MaltParser: .*train with save=\"FILE.mco"):
        MaltParser().load(tmp_path / "m.mco")


@pytest.mark.parametrize(
    ("offset", "value", "problem"),
    [(8, 1, "is encrypted"), (10, 99, "compressed by an unusual method"), (27, 0x7F, "claims"), (16, 77, "zip file")],
)
def test_a_damaged_model_is_refused(offset: int, value: int, problem: str, tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("m/m_singlemalt.info", "  parsing_algorithm (  -a)  nivreeager\n")
    data = bytearray(content.getvalue())
    data[data.index(b"PK\x01\x02") + offset] = value
    (tmp_path / "m.mco").write_bytes(data)
    with pytest.raises(DataError, match=rf"m.mco' is not a model of MaltParser: .*{problem}"):
        MaltParser().load(tmp_path / "m.mco")


def test_options_are_passed_on(stand_in: MaltParser) -> None:
    call = inside(MaltParser(options="-l libsvm -lo '-s_0 -c_1'", memory="800m").train(TRAIN), "call")
    assert call.startswith("-Xmx800m -Dfile.encoding=UTF-8 ")
    assert call.endswith("-a nivreeager -grl ROOT -l libsvm -lo -s_0 -c_1")


def test_what_it_says_of_wrong_options_is_reported(stand_in: MaltParser) -> None:
    with pytest.raises(DataError, match=r"could not learn from the treebank: .*The option flag -zz could not be found"):
        MaltParser(options="-zz 1").train(TRAIN)


@pytest.mark.parametrize(
    ("parser", "message"),
    [
        (MaltParser(options="-a planar"), "'-a' in the options of maltparser is set by treegauge"),
        (MaltParser(memory="much"), "memory is a number of bytes for Java such as 500m or 4g, not 'much'"),
    ],
)
def test_wrong_calls_are_reported(stand_in: MaltParser, parser: MaltParser, message: str) -> None:
    with pytest.raises(CallError, match=message):
        parser.train(TRAIN)


def test_a_relation_with_its_separator_needs_another_one(stand_in: MaltParser) -> None:
    odd = conllu("1\ta\ta\tX\tX\t_\t0\tro~ot\t_\t_\n\n")
    with pytest.raises(CallError, match=r"a relation of the treebank has a '~'.*maltparser\(options='-gcs @'\)"):
        stand_in.train(odd)
    assert inside(MaltParser(options="-gcs @").train(odd), "call").endswith("-gcs @")


def test_without_its_files_it_says_how_to_get_them(data: Path, java: Path) -> None:
    assert (
        MaltParser().missing() == "4 files are missing (1.5 MB); install it with: treegauge parsers install maltparser"
    )
    put_files("maltparser")
    assert MaltParser().missing() is None


def small() -> Treebank:
    return apply(bundled("english.conllu"), "head(20)")


@real
def test_the_real_program_names_the_sentence_on_which_it_fails() -> None:
    learned = MaltParser(memory="200m").train(small())
    assert isinstance(learned, MaltParserModel)
    assert len(learned.parse(small()).trees) == 20
    with pytest.raises(ParserError) as caught:
        MaltParserModel(learned.path, learned.parser, "other").parse(small())
    assert "other_singlemalt.info" in str(caught.value)
    assert len(caught.value.parses.trees) == 0


@real
@pytest.mark.slow
@pytest.mark.parametrize("algorithm", get_args(Algorithm))
def test_the_real_program_runs_with_every_algorithm(algorithm: str) -> None:
    found = parse(small(), small(), f"maltparser(algorithm={algorithm})")
    assert found.parsed == 20


FEATURES = """<?xml version="1.0" encoding="UTF-8"?>
<featuremodels><featuremodel name="small">
<feature>InputColumn(POSTAG, Stack[0])</feature>
<feature>InputColumn(POSTAG, Input[0])</feature>
<feature>InputColumn(FORM, Input[0])</feature>
</featuremodel></featuremodels>
"""


@real
@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("some-models", ["-a", "stacklazy", "-grl", "rot"]),
        pytest.param("m", ["-F", "features.xml"], marks=pytest.mark.slow),
        pytest.param("pp", ["-pp", "head", "-l", "libsvm"], marks=pytest.mark.slow),
    ],
)
def test_a_model_of_somebody_else_gives_the_trees_of_the_program(
    tmp_path: Path, name: str, switches: list[str]
) -> None:
    """The model has a name of its own inside, other features, another name as a file."""
    put_trees(tmp_path, "conllx")
    (tmp_path / "features.xml").write_text(FEATURES)
    run(MaltParser(), tmp_path, MAIN, "-m", "learn", "-c", name, "-i", "train.conllx", *switches)
    run(MaltParser(), tmp_path, MAIN, "-m", "parse", "-c", name, "-i", "test.conllx", "-o", "out")
    (tmp_path / f"{name}.mco").rename(tmp_path / "renamed; 'ä'.mco")
    parsed = MaltParser().load(tmp_path / "renamed; 'ä'.mco").parse(TEST)
    assert arcs(parsed.trees) == columns(tmp_path / "out", 6, 7)
    assert ("stacklazy" in parsed.parser) == ("stacklazy" in switches)


@real
@pytest.mark.slow
def test_progress_of_training_counts_sentences(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []
    MaltParser().learn(small(), lambda *done: reported.append(done), tmp_path)
    assert reported
    assert reported == sorted(reported)
    assert {total for _, total in reported} == {20}
