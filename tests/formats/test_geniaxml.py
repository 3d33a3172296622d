"""GENIA XML: empty elements in the Penn manner, spaces, articles, and what is refused."""

from __future__ import annotations

import io
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
from treegauge.formats.geniaxml import read_geniaxml, write_geniaxml
from treegauge.treebank.shape import no_words

SENTENCE = (
    '<sentence id="S1"><cons cat="S"><cons cat="NP" id="i1" role="SBJ" syn="COOD"><tok cat="DT">Some</tok> '
    '<tok cat="NNS">IL-2&gt;1 cells</tok></cons> <cons cat="VP"><tok cat="VBP">are</tok> <cons cat="VP">'
    '<tok cat="VBN">seen</tok><cons cat="NP" ref="i1" null="NONE"></cons></cons></cons>'
    '<tok cat="PERIOD">.</tok></cons></sentence>\n'
)


def article(title: str, *abstract: str, number: str = "123") -> str:
    return (
        f"<PubmedArticle>\n<MedlineCitation>\n<PMID>{number}</PMID>\n<Article>\n<ArticleTitle>{title}</ArticleTitle>\n"
        f"<Abstract>\n<AbstractText>{''.join(abstract)}</AbstractText>\n</Abstract>\n</Article>\n</MedlineCitation>\n"
        "</PubmedArticle>\n"
    )


def corpus(*articles: str) -> bytes:
    prolog = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE Annotation>\n<?xml-stylesheet href="tree.css"?>\n'
    return f"{prolog}<Annotation>\n<PubmedArticleSet>\n{''.join(articles)}</PubmedArticleSet>\n</Annotation>\n".encode()


def read(data: bytes, **options: object) -> Treebank:
    return read_geniaxml(Input(data, "made.xml", **options))  # type: ignore[arg-type]


def written(treebank: Treebank) -> bytes:
    file = io.BytesIO()
    write_geniaxml(treebank, file)
    return file.getvalue()


def test_elements_go_to_their_columns() -> None:
    treebank = read(corpus(SENTENCE))
    assert treebank.sentences.text("id").decode() == ["S1"]
    assert treebank.tokens.text("form").decode() == ["Some", "IL-2>1 cells", "are", "seen", "*", "."]
    assert treebank.tokens.text("tag").decode() == ["DT", "NNS", "VBP", "VBN", "-NONE-", "PERIOD"]
    assert treebank.nodes.text("label").decode() == ["S", "NP", "VP", "VP", "NP"]
    assert treebank.nodes.text("function").decode() == [None, "SBJ", None, None, None]
    assert treebank.nodes.text("misc").decode() == [None, "id=i1|syn=COOD", None, None, "ref=i1"]
    assert treebank.tokens.numbers("parent").tolist() == [1, 1, 2, 3, 4, 0]


def test_empty_elements_are_not_words() -> None:
    assert no_words(read(corpus(SENTENCE))).tolist() == [False, False, False, False, True, False]


@pytest.mark.parametrize(
    ("null", "form"),
    [("NONE", "*"), ("ZERO", "0"), ("QSTN", "*?*"), ("T", "*T*"), ("RNR", "*RNR*"), ("ICH", "*ICH*"), ("EXP", "*EXP*")],
)
def test_each_kind_of_empty_element_survives(null: str, form: str) -> None:
    data = corpus(f'<sentence id="S1"><cons cat="NP" null="{null}"></cons></sentence>')
    assert read(data).tokens.text("form").decode() == [form]
    assert f'null="{null}"'.encode() in written(read(data))


def test_empty_elements_of_other_treebanks_survive() -> None:
    treebank = read(corpus('<sentence id="S1"><cons cat="NP"><tok cat="-NONE-">*T*-1</tok></cons></sentence>'))
    assert read(written(treebank)).equals(treebank)


def test_spaces_are_kept() -> None:
    treebank = read(corpus(SENTENCE))
    assert treebank.tokens.text("misc").decode() == [None, None, None, "SpaceAfter=No", None, None]


def test_articles_and_their_parts_are_kept() -> None:
    two = SENTENCE.replace("S1", "S2")
    treebank = read(corpus(article(SENTENCE, two, two), article(SENTENCE, number="456")))
    parts = [("123", "ArticleTitle"), ("123", "AbstractText"), ("123", "AbstractText"), ("456", "ArticleTitle")]
    expected = [f"# pmid = {number}\n# part = {part}" for number, part in parts]
    assert treebank.sentences.text("comments").decode() == expected
    assert read(written(treebank)).equals(treebank)


def test_a_sentence_survives_byte_by_byte() -> None:
    assert SENTENCE.replace(' syn="COOD"', "").encode() in written(read(corpus(SENTENCE.replace(' syn="COOD"', ""))))


def test_everything_survives_a_round_trip() -> None:
    flat = '<sentence id="S9" note="x"><tok cat="NN" role="R" kind="k">a</tok><tok>b</tok></sentence>'
    treebank = read(corpus(SENTENCE, flat, '<sentence id="S10"/>', '<sentence id="S11"><cons cat=""/></sentence>'))
    assert read(written(treebank)).equals(treebank)


def test_a_discontinuous_tree_cannot_be_written() -> None:
    from treegauge.formats.export import read_export

    data = b"#BOS 1\na\tX\t--\t--\t500\nb\tX\t--\t--\t0\nc\tX\t--\t--\t500\n#500\tX\t--\t--\t0\n#EOS 1\n"
    with pytest.raises(DataError, match="cannot represent a discontinuous phrase"):
        written(read_export(Input(data, "made.export")))


@pytest.mark.parametrize(
    ("inner", "line", "message"),
    [("<cons cat='S'>\n<tok>a</tok>\nlost</cons>", 8, "'lost' is outside a <tok>")],
)
def test_a_bad_sentence_is_refused_with_its_line_or_skipped(inner: str, line: int, message: str) -> None:
    data = corpus(f'<sentence id="S0">{inner}</sentence>\n', SENTENCE)
    with pytest.raises(FormatError, match=message) as raised:
        read(data)
    assert raised.value.reject.line == line
    rejects: list[treegauge.Reject] = []
    treebank = read(data, on_error="skip", rejects=rejects)
    assert treebank.sentences.text("id").decode() == ["S1"]
    assert rejects[0].text.startswith('<sentence id="S0">')


def test_of_a_file_cut_short_the_whole_sentences_are_kept() -> None:
    data = corpus(SENTENCE, SENTENCE)
    data = data[: data.rindex(b"seen")]
    with pytest.raises(FormatError, match="broken XML"):
        read(data)
    assert len(read(data, on_error="skip")) == 1


def test_entities_are_never_expanded() -> None:
    data = corpus(SENTENCE.replace("seen", "&a;")).replace(b"Annotation>", b'Annotation [<!ENTITY a "ha">]>', 1)
    with pytest.raises(FormatError, match="declares the entity"):
        read(data)


def test_a_very_deep_tree_is_only_long() -> None:
    depth = 100_000
    inner = '<cons cat="X">' * depth + '<tok cat="NN">a</tok>' + "</cons>" * depth
    treebank = read(corpus(f'<sentence id="S1">{inner}</sentence>'))
    assert len(treebank.nodes) == depth
    assert read(written(treebank)).equals(treebank)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (corpus(SENTENCE), "geniaxml"),
        (b"<Annotation><sentence>a</sentence></Annotation>", None),
        (b"<html><cons ><tok ></html>", None),
        (b"Annotation with <cons > and <tok >", None),
    ],
)
def test_it_is_recognised_by_its_elements(head: bytes, expected: str | None) -> None:
    found = detect(head, "file.xml")
    assert (None if found is None else found.name) == expected


@given(st.data())
def test_damage_is_reported_and_nothing_else_happens(data: st.DataObject) -> None:
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = bytearray(corpus(article(SENTENCE, SENTENCE)))
    for _ in range(generator.randint(1, 4)):
        place = generator.randrange(len(damaged))
        damaged[place : place + generator.randint(0, 3)] = bytes(generator.choices(b'<>/"&; s1_0t\0', k=2))
    for on_error in ("stop", "skip"):
        with suppress(TreegaugeError):
            read(bytes(damaged), on_error=on_error)


@pytest.mark.slow
def test_the_real_treebank(shared: Path) -> None:
    treebank = treegauge.read(shared / "genia" / "genia_treebank_v1_xml.tar.xz")
    empty = no_words(treebank)
    assert (len(treebank), int((~empty).sum()), int(empty.sum())) == (18_541, 486_489, 23_827)
    assert read(written(treebank)).equals(treebank)
