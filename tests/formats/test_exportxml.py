"""exportXML: phrases and dependencies, words across sentences, and what is refused."""

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
from treegauge.formats.exportxml import read_exportxml, write_exportxml

SCHEMA = '<schema>\n<edge name="secEdge" parent="word|node"/>\n</schema>'
SENTENCE = """\
<sentence xml:id="s1">
 <node xml:id="s1_502" cat="SIMPX" func="--">
  <node xml:id="s1_500" cat="VF" func="-" parent="s1_502">
   <secEdge cat="refint" parent="s1_502"/>
   <ne xml:id="ne_1" type="PER">
    <word xml:id="s1_1" form="Kim" pos="NE" morph="ns*" lemma="Kim" func="HD" parent="s1_500" dephead="s1_3"
     deprel="SUBJ"/>
   </ne>
   <word xml:id="s1_2" form="," pos="$," lemma="," func="--" deprel="ROOT"/>
  </node>
  <word xml:id="s1_4" form="dort" pos="ADV" func="MOD" parent="s1_502" dephead="s1_3" deprel="ADV" how="so"/>
  <word xml:id="s1_3" form="wohnt" pos="VVFIN" morph="3sis" lemma="wohnen" func="HD" parent="s1_502" deprel="ROOT">
   <secEdge cat="refvc" parent="s1_500"/>
  </word>
 </node>
</sentence>
"""
PLAIN = '<sentence xml:id="s2"><node xml:id="s2_500" cat="NX"><word xml:id="s2_1" form="Ende"/></node></sentence>\n'


def document(*sentences: str, schema: str = SCHEMA) -> bytes:
    text = f'<text xml:id="text_0" origin="made">\n{"".join(sentences)}</text>'
    return f'<exml-doc>\n{schema}\n<body serialization="inline">\n{text}\n</body>\n</exml-doc>\n'.encode()


def read(data: bytes, **options: object) -> Treebank:
    return read_exportxml(Input(data, "made.xml", **options))  # type: ignore[arg-type]


def written(treebank: Treebank) -> bytes:
    file = io.BytesIO()
    write_exportxml(treebank, file)
    return file.getvalue()


def test_attributes_go_to_their_columns() -> None:
    treebank = read(document(SENTENCE))
    assert treebank.tokens.text("form").decode() == ["Kim", ",", "wohnt", "dort"]
    assert treebank.tokens.text("lemma").decode() == ["Kim", ",", "wohnen", None]
    assert treebank.tokens.text("feats").decode() == ["ns*", None, "3sis", None]
    assert treebank.tokens.text("function").decode() == ["HD", None, "HD", "MOD"]
    assert treebank.nodes.text("label").decode() == ["SIMPX", "VF"]
    assert treebank.nodes.text("function").decode() == [None, "-"]


def test_the_parent_is_what_is_named_not_what_is_around() -> None:
    treebank = read(document(SENTENCE))
    assert treebank.tokens.numbers("parent").tolist() == [1, -1, 0, 0]


def test_without_parents_the_nesting_decides() -> None:
    assert read(document(PLAIN)).tokens.numbers("parent").tolist() == [0]


def test_dependencies_are_read() -> None:
    treebank = read(document(SENTENCE))
    assert treebank.tokens.numbers("head").tolist() == [2, -1, -1, 2]
    assert treebank.tokens.text("deprel").decode() == ["SUBJ", "ROOT", "ROOT", "ADV"]


def test_without_dependencies_there_are_none() -> None:
    assert not read(document(PLAIN)).has_dependencies
    assert read(document(SENTENCE, PLAIN)).tokens.numbers("head").tolist()[-1] == -2


def test_secondary_edges_are_read() -> None:
    edges = read(document(SENTENCE)).secondary
    rows = [edges.numbers(name).tolist() for name in ("token", "node", "parent")]
    assert list(zip(*rows, edges.text("label"), strict=True)) == [(2, -1, 1, "refvc"), (-1, 1, 0, "refint")]


def test_named_entities_and_unknown_attributes_are_kept() -> None:
    treebank = read(document(SENTENCE))
    assert treebank.tokens.text("misc").decode() == ["ne=PER", None, None, "how=so"]
    assert b'<ne type="PER"><word ' in written(treebank)


def test_documents_are_kept() -> None:
    treebank = read(document(SENTENCE, PLAIN))
    assert treebank.sentences.text("comments").decode() == ["# newdoc id = text_0\n# origin = made", None]
    assert b'<text xml:id="text_0">' in written(treebank)


def test_everything_survives_a_round_trip() -> None:
    treebank = read(document(SENTENCE, PLAIN))
    again = read(written(treebank))
    assert again.equals(treebank)
    assert again.header == treebank.header == {"exportxml": SCHEMA}


def test_a_root_without_a_relation_survives() -> None:
    treebank = read(document('<sentence xml:id="s"><word xml:id="s_1" form="a" deprel=""/></sentence>'))
    assert treebank.tokens.numbers("head").tolist() == [-1]
    assert read(written(treebank)).equals(treebank)


def test_the_end_of_a_sentence_may_stand_after_it() -> None:
    late = '<node xml:id="s1_503" cat="NF" parent="s1_502"><word xml:id="s1_5" form="." parent="s1_503"/></node>'
    treebank = read(document(f"<edu-range>{SENTENCE}</edu-range>", f"<edu>{late}</edu>", PLAIN))
    assert treebank.tokens.counts.tolist() == [5, 1]
    assert treebank.nodes.text("label").decode()[:3] == ["SIMPX", "VF", "NF"]


@pytest.mark.parametrize(
    ("found", "instead", "line", "message"),
    [
        ('parent="s1_500" dephead', 'parent="s1_900" dephead', 12, "the parent is 's1_900'"),
        ('dephead="s1_3"', 'dephead="s1_9"', 12, "the dephead is 's1_9'"),
        ('cat="refint" parent="s1_502"', 'cat="refint" parent="s1_1"', 10, "the parent is 's1_1'"),
        ('func="--">', 'func="--" parent="s1_500">', 7, "the nodes form a cycle"),
        ('dephead="s1_3" deprel="ADV"', 'dephead="s1_4" deprel="ADV"', 7, "the heads form a cycle"),
        ('xml:id="s1_4"', 'xml:id="s1_3"', 7, "same xml:id"),
        ('xml:id="s1_4"', 'xml:id="s1_x"', 17, "must end in _ and its number"),
        ('form="dort"', "", 17, "without form"),
        ('<node xml:id="s1_500"', "<node", 9, "without xml:id"),
    ],
)
def test_a_bad_sentence_is_refused_with_its_line_or_skipped(found: str, instead: str, line: int, message: str) -> None:
    assert found in SENTENCE
    data = document(SENTENCE.replace(found, instead, 1), PLAIN)
    with pytest.raises(FormatError, match=message) as raised:
        read(data)
    assert raised.value.reject.line == line
    rejects: list[treegauge.Reject] = []
    treebank = read(data, on_error="skip", rejects=rejects)
    assert treebank.sentences.text("id").decode() == ["s2"]
    assert rejects[0].text.startswith("<sentence")


def test_words_outside_sentences_are_refused() -> None:
    stray = '<word xml:id="s7_1" form="lost"/>'
    for data in (document(stray, SENTENCE), document(SENTENCE, stray)):
        with pytest.raises(FormatError, match="outside a <sentence>"):
            read(data)
        assert len(read(data, on_error="skip").tokens) == 4


def test_of_a_file_cut_short_the_whole_sentences_are_kept() -> None:
    data = document(PLAIN, PLAIN.replace("s2", "s3"), SENTENCE)
    data = data[: data.index(b"wohnt")]
    with pytest.raises(FormatError, match="broken XML"):
        read(data)
    rejects: list[treegauge.Reject] = []
    assert len(read(data, on_error="skip", rejects=rejects)) == 2
    assert len(rejects) == 1


def test_entities_are_never_expanded() -> None:
    data = b'<!DOCTYPE exml-doc [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + document(PLAIN.replace("Ende", "&b;"))
    with pytest.raises(FormatError, match="declares the entity"):
        read(data)


def test_a_very_deep_tree_is_only_long() -> None:
    depth = 50_000
    nodes = "".join(f'<node xml:id="s_{500 + node}" cat="X">' for node in range(depth))
    word = '<word xml:id="s_1" form="a"/>'
    treebank = read(document(f'<sentence xml:id="s">{nodes}{word}{"</node>" * depth}</sentence>'))
    assert len(treebank.nodes) == depth
    assert read(written(treebank)).equals(treebank)


@pytest.mark.parametrize(
    ("head", "expected"),
    [(document(SENTENCE), "exportxml"), (b"<doc><sentence/></doc>", None), (b"read <exml-doc> files", None)],
)
def test_it_is_recognised_by_its_root(head: bytes, expected: str | None) -> None:
    found = detect(head, "file.xml")
    assert (None if found is None else found.name) == expected


@given(st.data())
def test_damage_is_reported_and_nothing_else_happens(data: st.DataObject) -> None:
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = bytearray(document(SENTENCE, PLAIN))
    for _ in range(generator.randint(1, 4)):
        place = generator.randrange(len(damaged))
        damaged[place : place + generator.randint(0, 3)] = bytes(generator.choices(b'<>/"&; s1_0t\0', k=2))
    for on_error in ("stop", "skip"):
        with suppress(TreegaugeError):
            read(bytes(damaged), on_error=on_error)


def test_the_real_file(shared: Path) -> None:
    """Other programs find 1,763 words: 17 are in an <edu> after the </sentence> they belong to (its span says so)."""
    treebank = treegauge.read(shared / "tuebadz_sample" / "exportxml-example.xml.xz")
    assert (len(treebank), len(treebank.tokens)) == (102, 1763 + 17)
    assert treebank.has_dependencies
    assert read(written(treebank)).equals(treebank)
