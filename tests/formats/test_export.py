"""NEGRA export: what is kept, what is distinguished, and what is refused."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegauge
from treegauge import Treebank
from treegauge.core.errors import DataError, FormatError, TreegaugeError
from treegauge.formats.api import detect
from treegauge.formats.base import Input
from treegauge.formats.export import read_export, write_export

FORMAT_3 = b"""\
%% a made-up corpus
#FORMAT 3
#BOT ORIGIN
0\tnowhere
#EOT ORIGIN
%% word\ttag\tmorph\tedge\tparent
#BOS 7 2 12345 0 %% HEADLINE
Den\tART\tAcc\tNK\t500\tSB\t502\tOA\t501
Ball\tNN\t--\tNK\t500\t%% a toy
hat\tVAFIN\t3.Sg\tHD\t502
sie\tPPER\t--\tSB\t502
--\t$(\t--\t--\t0
geworfen\tVVPP\t--\tHD\t501
.\t$.\t--\t--\t0
#500\tNP\t--\tOA\t501
#501\tVP\t--\tOC\t502\tMO\t502
#502\tS\t--\t--\t0\t%% a note
#EOS 7
"""
FORMAT_4 = b"""\
#FORMAT 4
#BOS a/1
Books\tbook\tNNS\tPl\tSB\t500
fell\tfall\tVBD\t--\tHD\t500
#500\t--\tS\t--\t--\t0
#EOS a/1
"""


def read(data: bytes, **options: object) -> Treebank:
    return read_export(Input(data, "made.export", **options))  # type: ignore[arg-type]


def written(treebank: Treebank, version: int = 0) -> bytes:
    file = io.BytesIO()
    write_export(treebank, file, version)
    return file.getvalue()


def sentence(*lines: str, name: str = "1") -> bytes:
    return "\n".join([f"#BOS {name}", *lines, f"#EOS {name}", ""]).encode()


def test_fields_go_to_their_columns() -> None:
    treebank = read(FORMAT_3)
    assert treebank.sentences.text("id")[0] == "7"
    assert treebank.tokens.text("form").decode() == ["Den", "Ball", "hat", "sie", "--", "geworfen", "."]
    assert treebank.tokens.text("tag")[4] == "$("
    assert treebank.tokens.text("feats").decode()[:3] == ["Acc", None, "3.Sg"]
    assert treebank.tokens.text("function").decode()[-2:] == ["HD", None]
    assert treebank.nodes.text("label").decode() == ["S", "VP", "NP"]
    assert treebank.nodes.numbers("parent").tolist() == [-1, 0, 1]
    assert treebank.tokens.numbers("parent").tolist() == [2, 2, 0, 0, -1, 1, -1]
    assert "lemma" not in treebank.tokens
    assert "feats" not in treebank.nodes


def test_format_4_has_lemmas() -> None:
    assert read(FORMAT_4).tokens.text("lemma").decode() == ["book", "fall"]
    assert "lemma" not in read(FORMAT_4).nodes


def test_the_version_is_detected_from_the_fields_without_a_header() -> None:
    assert read(FORMAT_4.removeprefix(b"#FORMAT 4\n")).equals(read(FORMAT_4))


def test_what_bos_says_is_kept() -> None:
    assert read(FORMAT_3).sentences.text("comments")[0] == "# bos = 2 12345 0 %% HEADLINE"


def test_comments_on_lines_are_kept() -> None:
    treebank = read(FORMAT_3)
    assert treebank.tokens.text("misc")[1] == "a toy"
    assert treebank.nodes.text("misc")[0] == "a note"


def test_secondary_edges_of_tokens_and_nodes_are_read() -> None:
    edges = read(FORMAT_3).secondary
    rows = [edges.numbers(name).tolist() for name in ("token", "node", "parent")]
    assert list(zip(*rows, edges.text("label"), strict=True)) == [(0, -1, 0, "SB"), (0, -1, 1, "OA"), (-1, 1, 0, "MO")]


@pytest.mark.parametrize("data", [FORMAT_3, FORMAT_4])
def test_a_file_survives_a_round_trip_byte_by_byte(data: bytes) -> None:
    again = written(read(data))
    assert again.replace(b" 0 0 0\n", b"\n") == data


def test_the_header_is_written_back() -> None:
    assert written(read(FORMAT_3)).startswith(FORMAT_3[: FORMAT_3.index(b"#BOS 7")])


def test_the_format_follows_the_lemmas_or_is_forced() -> None:
    assert written(read(FORMAT_4)).startswith(b"#FORMAT 4\n")
    assert b"Books\tNNS\tPl\tSB\t500\n" in written(read(FORMAT_4), 3)
    forced = written(read(FORMAT_3), 4)
    assert b"Den\t--\tART\tAcc\tNK\t500\t" in forced
    assert b"%% word" not in forced
    assert read(forced).equals(read(FORMAT_3))


def test_both_formats_are_registered() -> None:
    file = io.BytesIO()
    treegauge.write(read(FORMAT_4), file, "export3")
    assert b"#FORMAT 3\n" in file.getvalue()


def test_fields_may_be_kept_apart_by_spaces_and_lines_end_in_crlf() -> None:
    spaced = FORMAT_4.replace(b"\t", b"    ").replace(b"\n", b"\r\n")
    assert read(spaced).equals(read(FORMAT_4))


def test_several_tabs_are_one() -> None:
    assert read(FORMAT_4.replace(b"\t", b"\t\t\t")).equals(read(FORMAT_4))


def test_a_word_may_have_a_space_in_it() -> None:
    treebank = read(sentence("New York\tNE\t--\t--\t0"))
    assert treebank.tokens.text("form").decode() == ["New York"]


def test_words_may_look_like_nodes_marks_and_comments() -> None:
    words = ["#", "#1", "#500", "#EOS", "#BOS", "%%", "%%x", "#600"]
    treebank = read(sentence(*(f"{word}\tXY\t--\tHD\t500" for word in words), "#500\tX\t--\t--\t0"))
    assert treebank.tokens.text("form").decode() == words
    assert treebank.nodes.text("label").decode() == ["X"]
    assert read(written(treebank)).equals(treebank)


def test_there_may_be_more_than_500_nodes() -> None:
    lines = [f"#{500 + node}\tX\t--\t--\t{501 + node if node < 999 else 0}" for node in range(1000)]
    treebank = read(sentence("word\tNN\t--\t--\t500", *lines))
    assert len(treebank.nodes) == 1000
    assert read(written(treebank)).equals(treebank)


def test_comments_between_and_within_sentences_are_kept() -> None:
    data = sentence("a\tX\t--\t--\t0") + b"%% before\n" + sentence("%% within", "b\tX\t--\t--\t0", name="2")
    treebank = read(data)
    assert treebank.sentences.text("comments").decode() == [None, "# before\n# within"]
    assert read(written(treebank)).equals(treebank)


def test_every_sentence_knows_its_line() -> None:
    assert read(FORMAT_3 + FORMAT_4).sentences.numbers("line").tolist() == [7, 20]


def test_an_empty_file_is_an_empty_treebank() -> None:
    assert len(read(b"")) == 0
    assert written(read(b"")) == b"#FORMAT 3\n"


def test_a_sentence_without_phrases_or_without_words_is_a_sentence() -> None:
    treebank = read(sentence("a\tX\t--\t--\t0") + sentence(name="2"))
    assert treebank.tokens.counts.tolist() == [1, 0]
    assert read(written(treebank)).equals(treebank)


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["a\tX\t--\t--\t0", "b\tX\t--\t0"], 3, "expected 5 fields in format 3 .*, found 4"),
        (["a\tX\t--\t--\t0", "b\tX\t--\t--\t0\tSB"], 3, "expected 5 fields .*, found 6"),
        (["a\tX\t--\t--\t501", "#500\tS\t--\t--\t0"], 2, "the parent is '501'"),
        (["a\tX\t--\t--\tabove"], 2, "the parent is 'above'"),
        (["a\tX\t--\t--\t500\tSB\t509", "#500\tS\t--\t--\t0"], 2, "the parent is '509'"),
        (["a\tX\t--\t--\t0", "#500\tS\t--\t--\t501", "#501\tS\t--\t--\t500"], 1, "the nodes form a cycle"),
        (["a\tX\t--\t--\t0", "b\0\tX\t--\t--\t0"], 3, "NUL"),
    ],
)
def test_a_bad_sentence_is_refused_with_its_line(lines: list[str], line: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as raised:
        read(sentence(*lines))
    assert raised.value.reject.line == line
    assert str(raised.value).startswith(f"made.export:{line}: ")


def test_a_bad_sentence_can_be_skipped() -> None:
    rejects: list[treegauge.Reject] = []
    data = sentence("a\tX\t--\t0") + FORMAT_3.replace(b"#FORMAT 3\n", b"")
    treebank = read(data, on_error="skip", rejects=rejects)
    assert treebank.sentences.text("id").decode() == ["7"]
    assert [reject.line for reject in rejects] == [2]
    assert rejects[0].text.startswith("#BOS 1\na\tX")


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"#BOS 1\na\tX\t--\t--\t0\n", 1, "no #EOS"),
        (b"#BOS 1\na\tX\t--\t--\t0\n#BOS 2\nb\tX\t--\t--\t0\n#EOS 2\n", 1, "no #EOS"),
        (b"#FORMAT 3\nwhat is this\n", 2, "outside a sentence"),
        (b"#FORMAT 5\n", 1, "expected #FORMAT 3 or #FORMAT 4"),
        (b"#BOS\na\tX\t--\t--\t0\n#EOS\n", 1, "#BOS without"),
    ],
)
def test_a_broken_frame_is_refused_with_its_line(data: bytes, line: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as raised:
        read(data)
    assert raised.value.reject.line == line
    rejects: list[treegauge.Reject] = []
    read(data, on_error="skip", rejects=rejects)
    assert len(rejects) == 1


def test_what_was_rejected_is_not_written_back() -> None:
    treebank = read(b"what is this\n" + FORMAT_3, on_error="skip")
    assert read(written(treebank)).equals(treebank)


def test_dependency_trees_cannot_be_written() -> None:
    from treegauge.treebank.build import Builder

    builder = Builder()
    builder.add({}, [{"form": "a", "head": -1}])
    with pytest.raises(DataError, match="no constituency trees"):
        written(builder.build())


def test_a_very_deep_tree_is_only_long() -> None:
    depth = 100_000
    lines = [f"#{500 + node}\tX\t--\t--\t{501 + node if node < depth - 1 else 0}" for node in range(depth)]
    treebank = read(sentence("word\tNN\t--\t--\t500", *lines))
    assert len(treebank.nodes) == depth
    assert read(written(treebank)).equals(treebank)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (FORMAT_3, True),
        (b"#BOS 1\n", True),
        (b"%% only a comment\n\\section{TeX}\n", False),
        (b"# sent_id = 1\n1\ta\ta\tX\n", False),
        (b"Notes on the export format\n#FORMAT 3\n", False),
        (b"", False),
    ],
)
def test_it_is_recognised_by_its_marks(head: bytes, expected: bool) -> None:
    found = detect(head, "file.txt")
    assert (found is not None and found.name == "export") == expected


@given(st.data())
def test_damage_is_reported_and_nothing_else_happens(data: st.DataObject) -> None:
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = bytearray(FORMAT_3 + FORMAT_4)
    for _ in range(generator.randint(1, 6)):
        place = generator.randrange(len(damaged))
        damaged[place : place + generator.randint(0, 3)] = bytes(generator.choices(b"\t\n #%05B\0a", k=2))
    try:
        read(bytes(damaged))
    except TreegaugeError:
        read(bytes(damaged), on_error="skip")


@pytest.mark.parametrize(
    ("name", "sentences", "tokens"),
    [
        ("tiger_sample/tiger-sample.export", 20, 392),
        ("tiger_sample/corpus-sample.export", 10, 201),
        ("tuebadz_sample/tueba-sample.export", 4, 29),
        ("tuebadz_sample/format4-with-coref-sample.export", 1, 7),
        ("discodop_alpino_sample/alpinosample.export", 3, 76),
    ],
)
def test_real_files(shared: Path, name: str, sentences: int, tokens: int) -> None:
    treebank = treegauge.read(shared / name)
    assert (len(treebank), len(treebank.tokens)) == (sentences, tokens)
    assert read(written(treebank)).equals(treebank)
