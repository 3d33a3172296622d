"""Text from right to left: the first word is at the right of a picture, in SVG and in LaTeX."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from treegauge.treebank.bridges import from_tuples
from treegauge.treebank.build import Builder, TokenRow
from treegauge.treebank.direction import is_from_right, is_word_from_right
from treegauge.treebank.tex import tex
from treegauge.treebank.views import Tree

HEBREW = ("זה", "(", "C++", ")", "ברור")
TEXT = "{http://www.w3.org/2000/svg}text"


def both(words: tuple[str, ...]) -> Tree:
    """A sentence with a discontinuous phrase, and a head for each word."""
    builder = Builder()
    tokens: list[TokenRow] = [
        {"form": word, "parent": int(place in (0, len(words) - 1)), "head": place - 1, "deprel": f"to{place}"}
        for place, word in enumerate(words)
    ]
    builder.add({}, tokens, [{"label": "S", "parent": -1}, {"label": "VP", "parent": 0}])
    return builder.build()[0]


def places(tree: Tree) -> dict[str, float]:
    """Where the strings of a picture are."""
    return {text.text or "": float(text.attrib["x"]) for text in ElementTree.fromstring(tree.svg()).iter(TEXT)}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("שלום", "world"), False),
        (("שלום", "hi"), True),
        (("مرحبا", "2020", "!"), True),
        (("2020", "!"), False),
        (("The", "word", "שלום"), False),
        ((), False),
    ],
)
def test_most_letters_decide(words: tuple[str, ...], expected: bool) -> None:
    assert is_from_right(both(words)) is expected


def test_the_first_word_is_at_the_right() -> None:
    drawn = [places(both(HEBREW))[word] for word in HEBREW]
    assert drawn == sorted(drawn, reverse=True)
    forwards = [places(both(("it", "(", "C++", ")", "clear")))[word] for word in ("it", "(", "C++", ")", "clear")]
    assert forwards == sorted(forwards)


def test_a_picture_is_the_mirror_image_of_the_other_direction() -> None:
    """Words of the same width: the relations are at mirrored places."""
    left, right = places(both(("aa", "bb", "cc", "dd"))), places(both(("אא", "בב", "גג", "דד")))
    width = left["aa"] + right["אא"]
    names = [name for name in left if name.startswith("to") or name in ("S", "VP")]
    assert [left[name] for name in names] == pytest.approx([width - right[name] for name in names], abs=0.2)


def test_no_two_arcs_cross_at_a_word() -> None:
    """The arc to the previous word ends at its side of a word."""
    tree = both(HEBREW)
    tips = [float(x) for x in re.findall(r'd="M([\d.]+) [\d.-]+l-3\.5', tree.svg())]
    words = [places(tree)[word] for word in HEBREW]
    assert all(any(word < tip < word + 12 for tip in tips) for word in words[1:-1])


def test_words_have_a_direction_of_their_own() -> None:
    assert [is_word_from_right(word, True) for word in HEBREW] == [True, True, False, True, True]
    assert not is_word_from_right("(", False)
    drawn = {text.text: text.get("direction") for text in ElementTree.fromstring(both(HEBREW).svg()).iter(TEXT)}
    assert [drawn[word] for word in HEBREW] == ["rtl", "rtl", None, "rtl", "rtl"]


def test_latex_has_the_first_word_at_the_right() -> None:
    document = tex([both(HEBREW)])
    assert r"\fromright{ברור} \& ) \& C++ \& ( \& \fromright{זה} \\" in document
    assert r"{5}{4}{to1}" in document
    assert r"\deproot[edge height=6ex]{5}{to0}" in document
    assert document.index("[{\\fromright{ברור}}") < document.index("[{)}") < document.index("[{\\fromright{זה}}")
    assert "bend right" in document


def test_text_in_a_terminal_is_in_the_order_of_the_sentence() -> None:
    lines = str(from_tuples([("S", ("NN", "שלום"), ("NN", "עולם"))])[0]).splitlines()
    assert lines == ["S ─┬─ NN שלום", "   └─ NN עולם"]
