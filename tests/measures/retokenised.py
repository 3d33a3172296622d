"""Random pairs of analyses of one text, cut into sentences, tokens and words each in its own way."""

from __future__ import annotations

from hypothesis import strategies as st

from treegauge import Treebank
from treegauge.formats.base import FORMATS, Input


def parsed(text: str, source: str = "<bytes>") -> Treebank:
    reader = FORMATS.get("conllu").read
    assert reader is not None
    return reader(Input(text.encode(), source, lenient=True))


def row(number: int | str, form: str, head: int | str = 0, relation: str = "root", deps: str = "_") -> str:
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\t{relation}\t{deps}\t_\n"


@st.composite
def documents(draw: st.DrawFn, text: str) -> str:
    """Some analysis of a text as CoNLL-U: cut into sentences and tokens at random, with multiword tokens and enhanced
    graphs."""
    lines, at = [], 0
    while at < len(text):
        end = draw(st.integers(at + 1, len(text)))
        lines.append(draw(_sentence(text[at:end])))
        at = end
    return "".join(lines)


@st.composite
def _sentence(draw: st.DrawFn, text: str) -> str:
    tokens: list[tuple[str, list[str]]] = []
    while text:
        size = draw(st.integers(1, min(3, len(text))))
        form, text = text[:size], text[size:]
        pieces = draw(st.lists(st.sampled_from([form, form[0], form + text[:1], "a", "B", "a b"]), max_size=3))
        tokens.append((form[0] + draw(st.sampled_from(["", "\u00a0"])) + form[1:], pieces))
    length = sum(len(pieces) or 1 for _, pieces in tokens)
    order = draw(st.permutations(range(1, length + 1)))
    heads = {number: draw(st.sampled_from(order[:i])) if i else 0 for i, number in enumerate(order)}
    lines, number = [], 0
    for form, pieces in tokens:
        if pieces:
            lines.append(f"{number + 1}-{number + len(pieces)}\t{form}" + "\t_" * 8 + "\n")
        for piece in pieces or [form]:
            number += 1
            lines.append(draw(_word(number, piece, heads[number], length)))
            if draw(st.integers(0, 9)) == 0:
                lines.append(f"{number}.1\tempty" + "\t_" * 8 + "\n")
    return "".join(lines) + "\n"


@st.composite
def _word(draw: st.DrawFn, number: int, form: str, head: int, length: int) -> str:
    def one_of(*values: str) -> str:
        return draw(st.sampled_from(values))

    labels = ("obl:in", "obl:on", "conj>obj:x", "conj:and>obj")
    edges = draw(st.lists(st.tuples(st.integers(0, length), st.sampled_from(labels)), max_size=2))
    deps = "|".join(f"{parent}:{label}" for parent, label in edges) + draw(st.sampled_from(["", "|1.1:ref"]))
    fields = (
        str(number),
        form,
        one_of("_", "x", "y"),
        one_of("X", "Y"),
        one_of("_", "T"),
        one_of("_", "Number=Sing|Case=Nom", "Case=Nom|Number=Sing", "Foo=Bar|Case=Nom|Number=Sing", "Case[x]=Nom"),
        str(head),
        one_of("nsubj", "det", "case", "aux", "aux:pass", "acl:relcl", "punct"),
        deps.strip("|") or "_",
        "_",
    )
    return "\t".join(fields) + "\n"


@st.composite
def edited(draw: st.DrawFn, document: str) -> str:
    """The same words with some cells changed; the heads need not make trees."""
    lines = []
    for line in document.splitlines():
        cells = line.split("\t")
        if cells[0].isdigit() and draw(st.integers(0, 2)) == 0:
            column = draw(st.sampled_from([2, 3, 4, 5, 6, 7, 8]))
            other = draw(_word(int(cells[0]), cells[1], int(draw(st.sampled_from(["0", "1", cells[0]]))), 1))
            cells[column] = other.rstrip("\n").split("\t")[column]
        lines.append("\t".join(cells) + "\n")
    return "".join(lines)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Treebank, Treebank]:
    """Two analyses of one text: independent ones, or the same with changes."""
    text = draw(st.text(st.sampled_from("aAbé犬"), min_size=1, max_size=10))
    gold = draw(documents(text))
    test = draw(st.one_of(edited(gold), documents(text)))
    return parsed(gold), parsed(test)
