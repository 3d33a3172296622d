"""Alpino DS: words by position, shared nodes as secondary edges, words that no node has, and what is refused."""

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
from treegauge.formats.alpino import read_alpino, write_alpino
from treegauge.formats.api import detect
from treegauge.formats.base import Input

SENTENCE = """\
<alpino_ds version="1.2" id="7">
 <node begin="0" cat="top" end="5" id="0" rel="top">
  <node begin="4" end="5" id="1" pos="punct" rel="--" root="." word="."/>
  <node begin="0" cat="smain" end="4" id="2" rel="--">
   <node begin="0" end="1" id="3" index="1" pos="noun" rel="su" root="zij" word="Zij" frame="a|b"/>
   <node begin="1" end="2" id="4" pos="verb" rel="hd" root="wil" word="wil"/>
   <node begin="0" cat="inf" end="4" id="5" rel="vc">
    <node begin="0" end="1" id="6" index="1" rel="su"/>
    <node begin="2" cat="np" end="3" id="7" index="2" rel="obj1">
     <node begin="2" end="3" id="8" pos="noun" rel="hd" root="brood" word="brood"/>
    </node>
    <node begin="3" end="4" id="9" pos="verb" rel="hd" root="eet" word="eten"/>
    <node begin="2" end="3" id="10" index="2" rel="mod"/>
   </node>
  </node>
 </node>
 <sentence>Zij wil brood eten .</sentence>
 <comments>
  <comment>is dit &lt;goed&gt;?</comment>
 </comments>
</alpino_ds>
"""
NEWER = """\
<alpino_ds version="1.5"><node begin="0" cat="top" end="1" rel="top"><node begin="0" end="1" lemma="ja" pt="tsw"
 postag="TSW()" rel="--" root="ja" word="Ja"/></node><sentence sentid="p.1.s.2">Ja</sentence></alpino_ds>
"""


def treebank_of(*sentences: str) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<alpino version="1.2">\n{"".join(sentences)}</alpino>\n'.encode()


def small(inner: str, text: str = "a") -> str:
    tree = f'<node cat="top" rel="top">\n{inner}\n</node>'
    return f'<alpino_ds id="8">\n{tree}\n<sentence>{text}</sentence></alpino_ds>\n'


def word(form: str, begin: int, more: str = "") -> str:
    return f'<node begin="{begin}" word="{form}" {more}/>'


def read(data: bytes, **options: object) -> Treebank:
    return read_alpino(Input(data, "made.xml", **options))  # type: ignore[arg-type]


def written(treebank: Treebank) -> bytes:
    file = io.BytesIO()
    write_alpino(treebank, file)
    return file.getvalue()


def test_attributes_go_to_their_columns() -> None:
    treebank = read(treebank_of(SENTENCE))
    assert treebank.sentences.text("id").decode() == ["7"]
    assert treebank.tokens.text("form").decode() == ["Zij", "wil", "brood", "eten", "."]
    assert treebank.tokens.text("lemma").decode() == ["zij", "wil", "brood", "eet", "."]
    assert treebank.tokens.text("tag").decode() == ["noun", "verb", "noun", "verb", "punct"]
    assert treebank.tokens.text("function").decode() == ["su", "hd", "hd", "hd", None]
    assert treebank.nodes.text("label").decode() == ["top", "smain", "inf", "np"]
    assert treebank.nodes.text("function").decode() == ["top", None, "vc", "obj1"]
    assert treebank.tokens.numbers("parent").tolist() == [1, 1, 3, 2, 0]


def test_other_attributes_are_kept_in_misc() -> None:
    treebank = read(treebank_of(SENTENCE))
    assert treebank.tokens.text("misc")[0] == r"index=1|frame=a\pb"
    assert treebank.nodes.text("misc")[3] == "index=2"


def test_shared_nodes_are_secondary_edges() -> None:
    edges = read(treebank_of(SENTENCE)).secondary
    rows = [edges.numbers(name).tolist() for name in ("token", "node", "parent")]
    assert list(zip(*rows, edges.text("label"), strict=True)) == [(0, -1, 2, "su"), (-1, 3, 2, "mod")]


def test_text_and_comments_are_kept() -> None:
    comments = read(treebank_of(SENTENCE)).sentences.text("comments")[0]
    assert comments == "# text = Zij wil brood eten .\n# comment = is dit <goed>?"


def test_newer_files_have_other_names_for_tag_and_lemma() -> None:
    treebank = read(NEWER.encode())
    assert treebank.sentences.text("id").decode() == ["p.1.s.2"]
    assert treebank.tokens.text("tag").decode() == ["tsw"]
    assert treebank.tokens.text("lemma").decode() == ["ja"]
    assert treebank.tokens.text("misc").decode() == ["postag=TSW()|root=ja"]


def test_everything_survives_a_round_trip() -> None:
    treebank = read(treebank_of(SENTENCE, NEWER, small(word("a", 0))))
    assert read(written(treebank)).equals(treebank)


def test_a_shared_node_without_an_index_gets_one() -> None:
    treebank = read(treebank_of(SENTENCE))
    bare = treebank.replace(tokens=treebank.tokens.replace(misc=None), nodes=treebank.nodes.replace(misc=None))
    assert read(written(bare)).secondary.equals(treebank.secondary)


def test_several_trees_and_words_outside_survive() -> None:
    trees = f'<node cat="x">{word("a", 0)}</node>{word("b", 1)}'
    treebank = read(treebank_of(f'<alpino_ds id="1">{trees}<sentence>a b</sentence></alpino_ds>'))
    assert treebank.tokens.numbers("parent").tolist() == [0, -1]
    assert read(written(treebank)).equals(treebank)


def test_words_of_the_text_that_no_node_has_are_not_lost() -> None:
    treebank = read(treebank_of(small(word("b", 1, 'pos="x"') + word("d", 3), "a b c d")))
    assert treebank.tokens.text("form").decode() == ["a", "b", "c", "d"]
    assert treebank.tokens.text("tag").decode() == [None, "x", None, None]
    assert treebank.tokens.numbers("parent").tolist() == [-1, 0, -1, 0]
    assert read(written(treebank)).equals(treebank)


def test_a_text_that_is_divided_otherwise_adds_nothing() -> None:
    treebank = read(treebank_of(small(word("New York", 0) + word("!", 1), "New York !")))
    assert treebank.tokens.text("form").decode() == ["New York", "!"]


def test_words_that_were_taken_out_do_not_come_back() -> None:
    import numpy as np

    from treegauge.treebank.edit import drop_tokens

    treebank = read(treebank_of(SENTENCE))
    shorter = drop_tokens(treebank, np.array([False, False, False, False, True]))
    again = read(written(shorter))
    assert again.tokens.text("form").decode() == ["Zij", "wil", "brood", "eten"]
    assert again.sentences.text("comments")[0] == treebank.sentences.text("comments")[0]


@pytest.mark.parametrize(
    ("inner", "line", "message"),
    [
        ('<node word="a"/>', 5, "expected begin, the position of the word from 0, found ''"),
        ('<node begin="x" word="a"/>', 5, "expected begin, the position of the word from 0, found 'x'"),
        (f"{word('a', 0)}\n{word('b', 0)}", 6, "two words begin at 0"),
        (f'{word("a", 0)}\n<node index="4" rel="su"/>', 6, "index 4"),
        ("\n".join(word(form, begin, 'index="1"') for begin, form in enumerate("ab")), 6, "two nodes"),
        ('<node begin="0" word="a">\n<node begin="1" word="b"/></node>', 6, "below a word"),
        ('<node index="1"><node begin="1" word="b"/></node>', 5, "below a word"),
    ],
)
def test_a_bad_sentence_is_refused_with_its_line_or_skipped(inner: str, line: int, message: str) -> None:
    data = treebank_of(small(inner), SENTENCE)
    with pytest.raises(FormatError, match=message) as raised:
        read(data)
    assert raised.value.reject.line == line
    rejects: list[treegauge.Reject] = []
    treebank = read(data, on_error="skip", rejects=rejects)
    assert treebank.sentences.text("id").decode() == ["7"]
    assert rejects[0].text.startswith('<alpino_ds id="8">')


def test_of_a_file_cut_short_the_whole_sentences_are_kept() -> None:
    data = treebank_of(SENTENCE, SENTENCE)[:-100]
    with pytest.raises(FormatError, match="broken XML"):
        read(data)
    assert len(read(data, on_error="skip")) == 1


def test_entities_are_never_expanded() -> None:
    data = b'<!DOCTYPE alpino_ds [<!ENTITY a "ha">]>' + small(word("&a;", 0)).encode()
    with pytest.raises(FormatError, match="declares the entity"):
        read(data)


def test_a_very_deep_tree_is_only_long() -> None:
    depth = 50_000
    treebank = read(treebank_of(small('<node cat="x">' * depth + word("a", 0) + "</node>" * depth)))
    assert len(treebank.nodes) == depth + 1
    assert read(written(treebank)).equals(treebank)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (treebank_of(SENTENCE), "alpino"),
        (NEWER.encode(), "alpino"),
        (b"<treebank><alpino_ds version='1.3'>", "alpino"),
        (b"<treebank><sentence/></treebank>", None),
        (b"about <alpino_ds> files", None),
    ],
)
def test_it_is_recognised_by_its_elements(head: bytes, expected: str | None) -> None:
    found = detect(head, "file.xml")
    assert (None if found is None else found.name) == expected


@given(st.data())
def test_damage_is_reported_and_nothing_else_happens(data: st.DataObject) -> None:
    generator = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = bytearray(treebank_of(SENTENCE, NEWER))
    for _ in range(generator.randint(1, 4)):
        place = generator.randrange(len(damaged))
        damaged[place : place + generator.randint(0, 3)] = bytes(generator.choices(b'<>/"&; s1_0t\0', k=2))
    for on_error in ("stop", "skip"):
        with suppress(TreegaugeError):
            read(bytes(damaged), on_error=on_error)


@pytest.mark.slow
def test_the_real_treebank(shared: Path) -> None:
    treebank = treegauge.read(shared / "alpino" / "alpino.xml.xz")
    assert (len(treebank), len(treebank.tokens)) == (7136, 140_780)
    assert len(treebank.secondary) == 8577
    assert read(written(treebank)).equals(treebank)
