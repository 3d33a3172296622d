"""TIGER-XML: what is kept, which way edges point, and what is refused; and the XML that all XML formats share."""

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
from treegauge.core.errors import FormatError, TreegaugeError
from treegauge.formats.api import detect
from treegauge.formats.base import Input
from treegauge.formats.tigerxml import read_tigerxml, write_tigerxml
from treegauge.formats.xml import pack_attributes, root_name, unpack_attributes

HEAD = '<head><meta><name>made up</name></meta><annotation><feature name="word" domain="T"/></annotation></head>'
SENTENCE = """\
<s id="s1" art_id="12" origin="a &amp; b">
<graph root="s1_VROOT">
<terminals>
<t id="s1_1" word="Was" lemma="was" pos="PWS" morph="Acc" case="acc" note="x|y"><secedge label="OA" idref="s1_500"/></t>
<t id="s1_2" word="&lt;tut&gt;" lemma="tun" pos="VVFIN" morph="--"/>
<t id="s1_3" word="--" lemma="--" pos="$(" morph="--"/>
<t id="s1_4" word="sie" lemma="sie" pos="PPER" morph="--"/>
<t id="s1_5" word="?" lemma="--" pos="--" morph="--"/>
</terminals>
<nonterminals>
<nt id="s1_500" cat="VP"><edge label="OA" idref="s1_1"/><edge label="HD" idref="s1_4"/>
<secedge label="MO" idref="s1_501"/></nt>
<nt id="s1_501" cat="S"><edge label="OC" idref="s1_500"/><edge label="HD" idref="s1_2"/></nt>
<nt id="s1_VROOT" cat="VROOT"><edge label="--" idref="s1_501"/><edge label="--" idref="s1_3"/></nt>
</nonterminals>
</graph>
</s>
"""


def corpus(*sentences: str, head: str = HEAD, declaration: str = '<?xml version="1.0" encoding="UTF-8"?>') -> bytes:
    return f'{declaration}\n<corpus id="c">\n{head}\n<body>\n{"".join(sentences)}</body>\n</corpus>\n'.encode()


def simple(inner: str, words: str = '<t id="1" word="a"/>') -> str:
    graph = f"<terminals>{words}</terminals>\n<nonterminals>\n{inner}\n</nonterminals>"
    return f'<s id="s">\n<graph>\n{graph}</graph></s>\n'


def read(data: bytes, **options: object) -> Treebank:
    return read_tigerxml(Input(data, "made.xml", **options))  # type: ignore[arg-type]


def written(treebank: Treebank) -> bytes:
    file = io.BytesIO()
    write_tigerxml(treebank, file)
    return file.getvalue()


def test_attributes_go_to_their_columns() -> None:
    treebank = read(corpus(SENTENCE))
    assert treebank.sentences.text("id").decode() == ["s1"]
    assert treebank.tokens.text("form").decode() == ["Was", "<tut>", "--", "sie", "?"]
    assert treebank.tokens.text("tag").decode() == ["PWS", "VVFIN", "$(", "PPER", None]
    assert treebank.tokens.text("lemma").decode() == ["was", "tun", None, "sie", None]
    assert treebank.tokens.text("feats").decode() == ["Acc", None, None, None, None]
    assert treebank.tokens.text("function").decode() == ["OA", "HD", None, "HD", None]
    assert treebank.nodes.text("label").decode() == ["VROOT", "S", "VP"]
    assert treebank.tokens.numbers("parent").tolist() == [2, 1, 0, 2, -1]


def test_unknown_attributes_are_kept_in_misc() -> None:
    treebank = read(corpus(SENTENCE))
    assert treebank.tokens.text("misc")[0] == r"case=acc|note=x\py"
    assert b' case="acc" note="x|y"' in written(treebank)


def test_attributes_of_the_sentence_are_kept_as_comments() -> None:
    treebank = read(corpus(SENTENCE))
    assert treebank.sentences.text("comments")[0] == "# art_id = 12\n# origin = a & b"
    assert b'<s id="s1" art_id="12" origin="a &amp; b">' in written(treebank)


def test_a_secondary_edge_is_in_the_child() -> None:
    edges = read(corpus(SENTENCE)).secondary
    rows = [edges.numbers(name).tolist() for name in ("token", "node", "parent")]
    assert list(zip(*rows, edges.text("label"), strict=True)) == [(0, -1, 2, "OA"), (-1, 2, 1, "MO")]


def test_a_secondary_edge_to_a_token_is_turned_round() -> None:
    edges = read(corpus(simple('<nt id="2" cat="S"><secedge label="HD" idref="1"/></nt>'))).secondary
    assert (edges.numbers("token").tolist(), edges.numbers("parent").tolist()) == ([0], [0])


def test_the_head_is_written_back() -> None:
    treebank = read(corpus(SENTENCE))
    assert treebank.header["tigerxml"] == HEAD
    assert HEAD.encode() in written(treebank)


def test_without_a_head_one_is_made() -> None:
    again = written(read(corpus(SENTENCE, head="")))
    assert b'<feature name="pos" domain="T"/>' in again
    assert b'<value name="OA"/>' in again


def test_everything_survives_a_round_trip() -> None:
    treebank = read(corpus(SENTENCE, simple('<nt id="2" cat="X"/>'), "<s id='empty'/>"))
    again = read(written(treebank))
    assert again.equals(treebank)
    assert again.header == treebank.header


def test_sentences_without_phrases_are_read() -> None:
    treebank = read(corpus(simple("")))
    assert treebank.tokens.numbers("parent").tolist() == [-1]
    assert read(written(treebank)).equals(treebank)


def test_foreign_comments_and_misc_survive() -> None:
    treebank = read(corpus(SENTENCE))
    treebank = treebank.replace(
        sentences=treebank.sentences.replace(comments=treegauge.Text.of(["# newpar\n# text = a\tb"])),
        tokens=treebank.tokens.replace(misc=treegauge.Text.of(["no pairs", "id=3", "a=1|a=2", None, "SpaceAfter=No"])),
    )
    assert read(written(treebank)).equals(treebank)


def test_ids_stay_apart_where_there_are_more_than_500_tokens() -> None:
    words = "".join(f'<t id="{number}" word="w"/>' for number in range(1, 700))
    treebank = read(corpus(simple('<nt id="n" cat="S"><edge idref="1"/></nt>', words)))
    assert read(written(treebank)).equals(treebank)


def test_lines_are_right_beyond_65535() -> None:
    data = corpus("\n" * 70_000, SENTENCE, simple('<nt id="2" cat="S"><edge idref="9"/></nt>'))
    rejects: list[treegauge.Reject] = []
    treebank = read(data, on_error="skip", rejects=rejects)
    assert treebank.sentences.numbers("line").tolist() == [70_005]
    assert [reject.line for reject in rejects] == [data[: data.index(b'idref="9"')].count(b"\n") + 1]


@pytest.mark.parametrize(
    ("inner", "line", "message"),
    [
        ('<nt id="2" cat="S"><edge label="X" idref="9"/></nt>', 9, "no such id"),
        ('<nt id="2" cat="S">\n<secedge label="X" idref="9"/></nt>', 10, "no such id"),
        ('<nt id="2"><edge idref="1"/></nt>\n<nt id="3"><edge idref="1"/></nt>', 10, "two parents"),
        ('<nt id="2"><edge idref="3"/></nt><nt id="3"><edge idref="2"/></nt>', 5, "the nodes form a cycle"),
        ('<nt id="2"><edge idref="2"/></nt>', 5, "the nodes form a cycle"),
        ('<nt id="1" cat="S"/>', 9, "two elements have the id '1'"),
        ('<nt cat="S"/>', 9, "without id"),
        ('<nt id="2"><edge label="X"/></nt>', 9, "without idref"),
        ('<t id="2"/>', 9, "without word"),
        ('<edge idref="1"/>', 9, "outside an <nt>"),
    ],
)
def test_a_bad_sentence_is_refused_with_its_line_or_skipped(inner: str, line: int, message: str) -> None:
    data = corpus(simple(inner), SENTENCE)
    with pytest.raises(FormatError, match=message) as raised:
        read(data)
    assert raised.value.reject.line == line
    assert str(raised.value).startswith(f"made.xml:{line}: ")
    rejects: list[treegauge.Reject] = []
    treebank = read(data, on_error="skip", rejects=rejects)
    assert treebank.sentences.text("id").decode() == ["s1"]
    assert rejects[0].text.startswith('<s id="s">')
    assert rejects[0].text.endswith("</s>")


@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_of_a_file_cut_short_the_whole_sentences_are_kept(cut: float) -> None:
    data = corpus(*(SENTENCE.replace("s1", f"s{number}") for number in range(10)))
    data = data[: int(len(data) * cut)]
    with pytest.raises(FormatError, match="broken XML"):
        read(data)
    rejects: list[treegauge.Reject] = []
    treebank = read(data, on_error="skip", rejects=rejects)
    assert len(treebank) == data.count(b"</s>")
    assert len(rejects) == 1


@pytest.mark.parametrize("data", [b"", b"  \n", b"no XML", b"<corpus>\0</corpus>", b"<corpus><s></corpus>"])
def test_what_is_not_xml_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match="broken XML"):
        read(data)
    assert len(read(data, on_error="skip")) == 0


def test_entities_are_never_expanded() -> None:
    laughs = "".join(f'<!ENTITY l{level} "{f"&l{level - 1};" * 10 if level else "ha"}">' for level in range(9))
    for use in ('<t id="1" word="&l8;"/>', "&l8;"):
        data = corpus(simple(use), declaration=f"<!DOCTYPE corpus [{laughs}]>")
        with pytest.raises(FormatError, match="declares the entity 'l0'"):
            read(data)


def test_files_outside_are_never_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a secret")
    declaration = f'<!DOCTYPE corpus [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    with pytest.raises(FormatError, match="declares the entity 'x'"):
        read(corpus(simple("", '<t id="1" word="&x;"/>'), declaration=declaration))


def test_an_entity_that_another_file_would_declare_is_not_lost_in_silence() -> None:
    declaration = '<!DOCTYPE corpus SYSTEM "tiger.dtd">'
    with pytest.raises(FormatError, match="unknown entity &auml;") as raised:
        read(corpus(simple("", '<t id="1" word="B&auml;r"/>'), declaration=declaration))
    assert raised.value.reject.line == 7
    assert len(read(corpus(SENTENCE, declaration=declaration))) == 1


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "UTF-16", "windows-1252", "UTF-8"])
def test_the_declared_encoding_is_followed(encoding: str) -> None:
    declaration = f'<?xml version="1.0" encoding="{encoding}"?>'
    data = corpus(simple("", '<t id="1" word="Bär"/>'), declaration=declaration).decode().encode(encoding)
    assert read(data).tokens.text("form").decode() == ["Bär"]


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13"])
def test_an_unknown_encoding_is_reported(encoding: str) -> None:
    with pytest.raises(FormatError, match="encoding"):
        read(corpus(SENTENCE, declaration=f'<?xml version="1.0" encoding="{encoding}"?>'))


def test_what_xml_cannot_hold_is_replaced() -> None:
    treebank = read(corpus(simple("")))
    odd = treebank.replace(tokens=treebank.tokens.replace(form=treegauge.Text.of(["a\x01\uffff\n\t\"'<&>\U0001f333"])))
    assert read(written(odd)).tokens.text("form").decode() == ["a\ufffd\ufffd\n\t\"'<&>\U0001f333"]


def test_namespaces_do_not_matter() -> None:
    data = corpus(SENTENCE).replace(b"<corpus", b'<corpus xmlns="http://example.org/tiger"')
    assert read(data).equals(read(corpus(SENTENCE)))


def test_a_very_deep_tree_is_only_long() -> None:
    depth = 20_000
    edges = [f'<nt id="n{node}" cat="X"><edge idref="{f"n{node - 1}" if node else 1}"/></nt>' for node in range(depth)]
    treebank = read(corpus(simple("".join(edges))))
    assert len(treebank.nodes) == depth
    assert read(written(treebank)).equals(treebank)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (corpus(SENTENCE), "tigerxml"),
        (corpus(head="<head><annotation/></head>"), "tigerxml"),
        (b'<?xml version="1.0"?><treealign><head/><alignments/></treealign>', None),
        (b"<corpus><text>something else</text></corpus>", None),
        (b"<html><body><graph/></body></html>", None),
        (b"The root is <corpus> and then <graph>", None),
    ],
)
def test_it_is_recognised_by_its_elements(head: bytes, expected: str | None) -> None:
    found = detect(head, "file.xml")
    assert (None if found is None else found.name) == expected


def test_the_root_is_found_behind_comments_and_declarations() -> None:
    prolog = b'\n<?xml version="1.0"?><!-- <a> --><!DOCTYPE b [<!ELEMENT b ANY>]>\n<?style x?>'
    assert root_name(prolog + b"<x:corpus id='1'>") == "corpus"
    assert root_name(b"<!-- - -->" * 3000) == ""


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,4}", fullmatch=True), st.text(max_size=5), max_size=3))
def test_packed_attributes_can_be_unpacked(attributes: dict[str, str]) -> None:
    attributes.pop("misc", None)
    assert unpack_attributes(pack_attributes(attributes, set()), set()) == attributes


@given(st.text(max_size=12))
def test_any_misc_survives_as_attributes(misc: str) -> None:
    assert pack_attributes(unpack_attributes(misc, {"id"}), {"id"}) == misc


@given(st.data())
def test_damage_is_reported_and_nothing_else_happens(data: st.DataObject) -> None:
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = bytearray(corpus(SENTENCE, SENTENCE))
    for _ in range(generator.randint(1, 4)):
        place = generator.randrange(len(damaged))
        damaged[place : place + generator.randint(0, 3)] = bytes(generator.choices(b'<>/"&; s1_0t\0\xff', k=2))
    for on_error in ("stop", "skip"):
        with suppress(TreegaugeError):
            read(bytes(damaged), on_error=on_error)


@pytest.mark.parametrize(
    ("name", "sentences", "tokens"),
    [
        ("pcc/pcc_syntax_tigerxml.tar.xz", 2193, 33222),
        pytest.param("squoia/*_DE.xml.xz", 4166, 78059, marks=pytest.mark.slow),
        pytest.param("squoia/*_ES.xml.xz", 4075, 90207, marks=pytest.mark.slow),
        ("smultron/smultron_de_banana.xml.xz", 86, 1906),
        ("smultron/smultron_sv_banana.xml.xz", 93, 1731),
        ("smultron/smultron_en_banana.xml.xz", 79, 1876),
    ],
)
def test_real_files(shared: Path, name: str, sentences: int, tokens: int) -> None:
    treebank = treegauge.read(shared / name)
    assert (len(treebank), len(treebank.tokens)) == (sentences, tokens)
    assert read(written(treebank)).equals(treebank)


def test_real_alignments_are_not_a_treebank(shared: Path) -> None:
    passed: list[str] = []
    treegauge.read(shared / "smultron", passed_over=passed)
    assert sum("alignments" in name for name in passed) == 3
