"""Sinica notation: roles, punctuation outside the tree, bytes that come back, and what is refused."""

from __future__ import annotations

import io
import lzma
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegauge
from treegauge import Treebank
from treegauge.core.errors import DataError, FormatError, TreegaugeError
from treegauge.formats.api import detect
from treegauge.formats.base import Input
from treegauge.formats.sinica import read_sinica, write_sinica
from treegauge.formats.trees import walk

LINES = """\
#1:1.[7] S(agent:NP(Head:Nab:貓)|Head:VA11[+ASP]:睡‧了|time:N‧的(head:Nd:昨天|Head:DE:的))#。(PERIODCATEGORY)
#2:.[8] VP(Head:Head:VC2:吃|goal:NP(Nab:魚))# ，(COMMACATEGORY)
#3:1.[0] NP(property:N+N(Head:Nab:狗))#
#4:1.[0] NP()#！(A)？(B)
"""


def read(data: str | bytes, **options: object) -> Treebank:
    text = data.encode() if isinstance(data, str) else data
    return read_sinica(Input(text, "made.txt", **options))  # type: ignore[arg-type]


def written(treebank: Treebank) -> bytes:
    file = io.BytesIO()
    write_sinica(treebank, file)
    return file.getvalue()


def test_the_parts_of_a_line_go_to_their_columns() -> None:
    treebank = read(LINES)
    assert treebank.sentences.text("id").decode() == ["1:1.[7]", "2:.[8]", "3:1.[0]", "4:1.[0]"]
    assert treebank.tokens.text("form").decode()[:5] == ["貓", "睡‧了", "昨天", "的", "。"]
    assert treebank.tokens.text("tag").decode()[:5] == ["Nab", "VA11[+ASP]", "Nd", "DE", "PERIODCATEGORY"]
    assert treebank.tokens.text("function").decode()[:5] == ["Head", "Head", "head", "Head", None]
    assert treebank.nodes.text("label").decode()[:3] == ["S", "NP", "N‧的"]
    assert treebank.nodes.text("function").decode()[:3] == [None, "agent", "time"]
    assert treebank.tokens.numbers("parent").tolist()[:5] == [1, 0, 2, 2, -1]


def test_a_role_may_be_missing_or_double() -> None:
    assert read(LINES[LINES.index("#2") :]).tokens.text("function").decode()[:2] == ["Head:Head", None]


def test_a_space_before_punctuation_is_kept() -> None:
    treebank = read("#1:1.[0] NP(Nab:a)# ，(COMMA)\n")
    assert treebank.tokens.text("form").decode() == ["a", "，"]
    assert treebank.tokens.text("misc").decode() == [None, r"SpacesBefore=\s"]


def test_lines_come_back_byte_by_byte() -> None:
    assert written(read(LINES)) == LINES.encode()
    assert written(read(LINES.replace("\n", "\r\n"))) == LINES.encode()


def test_everything_survives_a_round_trip() -> None:
    assert read(written(read(LINES))).equals(read(LINES))


def test_every_sentence_knows_its_line() -> None:
    assert read("\n" + LINES).sentences.numbers("line").tolist() == [2, 3, 4, 5]


def test_several_trees_and_words_between_them_survive() -> None:
    treebank = read("#1:1.[0] NP(a:Nab:x)|Nab:y|VP(b:V:z)#\n")
    assert treebank.tokens.numbers("parent").tolist() == [0, -1, 1]
    assert read(written(treebank)).equals(treebank)


def test_its_own_characters_are_written_in_full_width() -> None:
    treebank = read("#1:1.[0] NP(Nab:x)#\n")
    odd = treebank.replace(tokens=treebank.tokens.replace(form=treegauge.Text.of(["(a|b):# c"])))
    assert read(written(odd)).tokens.text("form").decode() == ["（a｜b）：＃ c"]


def test_a_walk_is_from_left_to_right() -> None:
    steps = list(walk([1, 0, 1, -1], [-1, 0], [0, 0]))
    numbers = [("open", 0), ("open", 1), ("token", 0), ("token", 2), ("close", 1), ("token", 1), ("close", 0)]
    assert steps == [*numbers, ("token", 3)]


def test_a_discontinuous_tree_cannot_be_written() -> None:
    data = b"#BOS 1\na\tX\t--\t--\t500\nb\tX\t--\t--\t0\nc\tX\t--\t--\t500\n#500\tX\t--\t--\t0\n#EOS 1\n"
    from treegauge.formats.export import read_export

    with pytest.raises(DataError, match=r"made\.export:1: Sinica notation cannot represent a discontinuous phrase"):
        written(read_export(Input(data, "made.export")))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("NP(Nab:x)#", "expected '#number tree#punctuation'"),
        ("#1:1.[0]", "expected '#number tree#punctuation'"),
        ("#1:1.[0] NP(Nab:x#", "not closed"),
        ("#1:1.[0] NP(Nab:x))#", "closes nothing"),
        ("#1:1.[0] NP(Nab:x|)#", "closes nothing"),
        ("#1:1.[0] NP(|Nab:x)#", "without a child"),
        ("#1:1.[0] NP(Nab:x)|#", "not closed"),
        ("#1:1.[0] NP(Nab:x)Nab:y#", "follows a"),
        ("#1:1.[0] NP(Nab:x)(Nab:y)#", "after a child"),
        ("#1:1.[0] NP(x)#", "'x' is not a leaf"),
        ("#1:1.[0] NP(Nab:x)#。", "after the last #, found"),
        ("#1:1.[0] NP(Nab:\0)#", "NUL"),
    ],
)
def test_a_bad_line_is_refused_or_skipped(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as raised:
        read(LINES + line + "\n")
    assert raised.value.reject.line == 5
    rejects: list[treegauge.Reject] = []
    assert len(read(f"{line}\n{LINES}", on_error="skip", rejects=rejects)) == 4
    assert rejects[0].text == line


def test_an_empty_file_is_an_empty_treebank() -> None:
    assert len(read("")) == 0


def test_a_very_deep_tree_is_only_long() -> None:
    depth = 100_000
    data = f"#1:1.[0] {'NP(' * depth}Nab:x{')' * depth}#\n"
    treebank = read(data)
    assert len(treebank.nodes) == depth
    assert written(treebank) == data.encode()


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (LINES, "sinica"),
        (f"{LINES}#5:1.[0", "sinica"),
        (f"{LINES}and something else\n", None),
        ("# sent_id = 1\n# text = a (b)\n", None),
        ("#1 a note (with brackets)\n", None),
    ],
)
def test_it_is_recognised_by_its_lines(head: str, expected: str | None) -> None:
    found = detect(head.encode(), "parsed")
    assert (None if found is None else found.name) == expected


@given(st.data())
def test_damage_is_reported_and_nothing_else_happens(data: st.DataObject) -> None:
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = list(LINES)
    for _ in range(generator.randint(1, 6)):
        place = generator.randrange(len(damaged))
        damaged[place : place + generator.randint(0, 3)] = generator.choices("()|:#\n 貓\0", k=2)
    for on_error in ("stop", "skip"):
        with suppress(TreegaugeError):
            treebank = read(written(read("".join(damaged), on_error=on_error)))
            assert read(written(treebank)).equals(treebank)


def test_the_real_treebank_comes_back_byte_by_byte(shared: Path) -> None:
    path = shared / "sinica" / "parsed.xz"
    treebank = treegauge.read(path)
    assert (len(treebank), len(treebank.tokens)) == (10_000, 101_623)
    again = written(treebank)
    assert again == lzma.decompress(path.read_bytes()).replace(b"\r\n", b"\n")
    assert read(again).equals(treebank)
