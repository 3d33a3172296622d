"""The adapter to MaltParser: with a stand-in for the program, and with the program itself where it is installed."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path
from typing import get_args

import pytest
from small_treebanks import conllu, tagged
from treegauge.parsers.adapters.maltparser_jar import find_jar, install_jar, missing_part

from treegauge import CallError, DataError, MissingExtraError, ParserError, Text, Treebank, apply, bundled, parse
from treegauge.parsers.adapters.maltparser import Algorithm, MaltParser, MaltParserModel

HERE = Path(__file__).parent
MISSING = missing_part()
real = pytest.mark.skipif(MISSING is not None, reason=f"MaltParser cannot run here: {MISSING}")
TRAIN = conllu("1\tI\ti\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tam\tbe\tAUX\t_\t_\t0\troot\t_\t_\n\n")
MANIFEST = "Main-Class: org.maltparser.Malt\nClass-Path: lib/log4j.jar lib/libsvm.jar lib/liblinear-1.\n 8.jar  \n"


def make_jar(path: Path, manifest: str = MANIFEST) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", manifest)
    return path


def add_libraries(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names or ("log4j.jar", "libsvm.jar", "liblinear-1.8.jar"):
        (folder / name).write_text(name)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and no jar anywhere."""
    monkeypatch.delenv("MALTPARSER", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "treegauge" / "maltparser"


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only programs there are: a folder with the stand-in for Java."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "java").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "stand_in_java.py"}" "$@"\n')
    (programs / "java").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    return programs


@pytest.fixture
def stand_in(cache: Path, java: Path) -> MaltParser:
    make_jar(cache / "maltparser-1.9.2.jar")
    add_libraries(cache / "lib")
    return MaltParser()


def inside(model: MaltParserModel, name: str) -> str:
    with zipfile.ZipFile(io.BytesIO(model.data)) as file:
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
        ("MEMORY", r"java.lang.OutOfMemoryError: Java heap space; give Java more memory: maltparser\(memory=4g\)"),
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
    assert call.startswith("-Xmx800m -jar ")
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


def test_without_java_it_says_so(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingExtraError, match="maltparser cannot run here: there is no Java"):
        parse("no such file", TRAIN, "maltparser")


def test_without_a_jar_it_says_how_to_get_one(cache: Path, java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing_part() == "its jar is missing; get it with: treegauge parsers install maltparser"
    monkeypatch.setenv("MALTPARSER", "nowhere.jar")
    assert "MALTPARSER names 'nowhere.jar', which does not exist" in str(missing_part())


def test_the_variable_names_the_jar(cache: Path, java: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALTPARSER", str(make_jar(tmp_path / "own" / "malt.jar")))
    assert "lacks lib/log4j.jar, lib/libsvm.jar, lib/liblinear-1.8.jar" in str(missing_part())
    add_libraries(tmp_path / "own" / "lib")
    assert missing_part() is None
    (tmp_path / "own" / "malt.jar").write_text("no jar")
    assert "is not a jar that can be run" in str(missing_part())
    with pytest.raises(CallError, match="unset it to install another one"):
        install_jar()


@pytest.mark.parametrize("layout", ["distribution", "maven"])
def test_it_is_installed_from_a_jar(cache: Path, java: Path, tmp_path: Path, layout: str) -> None:
    jar = make_jar(tmp_path / "from" / "maltparser-1.9.2.jar")
    if layout == "distribution":
        add_libraries(jar.parent / "lib")
    else:
        add_libraries(jar.parent, "log4j-1.2.16.jar", "libsvm-3.1.jar", "liblinear-1.8.jar")
    assert install_jar(jar) == find_jar() == cache / "maltparser-1.9.2.jar"
    assert missing_part() is None


@pytest.mark.parametrize("ending", ["tar.gz", "zip"])
def test_it_is_installed_from_its_distribution(cache: Path, java: Path, tmp_path: Path, ending: str) -> None:
    import shutil

    jar = make_jar(tmp_path / "from" / "maltparser-1.9.2" / "maltparser-1.9.2.jar")
    add_libraries(jar.parent / "lib")
    kind = "gztar" if ending == "tar.gz" else "zip"
    install_jar(shutil.make_archive(str(tmp_path / "archive"), kind, tmp_path / "from"))
    assert missing_part() is None


def test_it_is_installed_by_maven(cache: Path, java: Path) -> None:
    stand_in = f"""#!{sys.executable}
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[-1].removeprefix("-DoutputDirectory="))
assert "maltparser" in pathlib.Path(sys.argv[sys.argv.index("-f") + 1]).read_text()
folder.mkdir()
for name in ("log4j-1.2.16.jar", "libsvm-3.1.jar", "liblinear-1.8.jar"):
    (folder / name).write_text(name)
with zipfile.ZipFile(folder / "maltparser-1.9.2.jar", "w") as file:
    file.writestr("META-INF/MANIFEST.MF", {MANIFEST!r})
"""
    with pytest.raises(CallError, match="there is no 'mvn'"):
        install_jar()
    (java / "mvn").write_text(stand_in)
    (java / "mvn").chmod(0o755)
    assert MaltParser.install() == f"MaltParser is installed as {cache / 'maltparser-1.9.2.jar'}"
    assert missing_part() is None


def test_what_maven_says_is_reported(cache: Path, java: Path) -> None:
    (java / "mvn").write_text("#!/bin/sh\necho '[ERROR] no network'\nexit 1\n")
    (java / "mvn").chmod(0o755)
    with pytest.raises(DataError, match=r"mvn could not get MaltParser 1.9.2: \[ERROR\] no network"):
        install_jar()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent.jar", "there is no file"),
        ("text.txt", "is neither MaltParser's jar nor its distribution"),
        ("other.jar", "is another program's jar"),
        ("alone.jar", r"needs lib/log4j.jar next to it"),
        ("empty.zip", r"there is no maltparser-\*.jar in .*empty.zip"),
        ("cut.zip", r"cut.zip' is neither MaltParser's jar nor its distribution"),
        ("outside.jar", r"outside.jar' names libraries outside its folder"),
        ("within.zip", r"within.zip:maltparser-1.9.2.jar' needs lib/log4j.jar next to it"),
    ],
)
def test_what_cannot_be_installed_is_reported(cache: Path, tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "text.txt").write_text("text")
    make_jar(tmp_path / "other.jar", "Main-Class: other\n")
    make_jar(tmp_path / "alone.jar")
    make_jar(tmp_path / "empty.zip")
    whole = (tmp_path / "empty.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole.replace(b"Main", b"main", 1))  # the checksum is wrong
    make_jar(tmp_path / "outside.jar", MANIFEST.replace("lib/log4j.jar", "../../log4j.jar"))
    with zipfile.ZipFile(tmp_path / "within.zip", "w") as file:
        file.write(tmp_path / "alone.jar", "maltparser-1.9.2.jar")
    with pytest.raises((CallError, DataError), match=message):
        install_jar(tmp_path / name)
    assert not cache.exists()


def small() -> Treebank:
    return apply(bundled("english.conllu"), "head(20)")


@real
def test_the_real_program_names_the_sentence_on_which_it_fails() -> None:
    learned = MaltParser(memory="200m").train(small())
    assert len(learned.parse(small()).trees) == 20
    with pytest.raises(ParserError) as caught:
        MaltParserModel(learned.data, "other", learned.parser).parse(small())
    assert "other_singlemalt.info" in str(caught.value)
    assert len(caught.value.parses.trees) == 0


@real
@pytest.mark.slow
@pytest.mark.parametrize("algorithm", get_args(Algorithm))
def test_the_real_program_runs_with_every_algorithm(algorithm: str) -> None:
    found = parse(small(), small(), f"maltparser(algorithm={algorithm})")
    assert found.parsed == 20
