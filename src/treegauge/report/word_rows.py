"""The rows of a table of gold and parses whose words differ: paired words are in one row, others have one of their own.

The trees of parsers have the columns of `in_gold_sentences`; where they do not, the words are those of gold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..treebank.lines import Line, cut_to_columns, printable
from ..treebank.views import Token, Tree

OUTSIDE = "…"  # before a head that is in another sentence of gold
_DOWN = str.maketrans({**dict.fromkeys("│┌├┬┼", "│"), **dict.fromkeys("└┴─ ", " ")})


@dataclass(frozen=True)
class WordRow:
    """The numbers of the words in one row, from 0; None: that side has no such word."""

    gold: int | None
    tests: tuple[int | None, ...]


def word_rows(gold: Tree, tests: Sequence[Tree]) -> list[WordRow]:
    """The rows in the order of gold; an extra word follows the word after which the parser has it."""
    pairs = [paired_words(tree) for tree in tests]
    partner = [{place: word for word, place in enumerate(paired) if place >= 0} for paired in pairs]
    extra = [_extra_words(paired) for paired in pairs]
    rows = []
    for place in range(-1, len(gold)):
        if place >= 0:
            rows.append(WordRow(place, tuple(words.get(place) for words in partner)))
        after = zip_longest(*(words.get(place, []) for words in extra))
        rows += [WordRow(None, tuple(words)) for words in after]
    return rows


def paired_words(tree: Tree) -> list[int]:
    """The number of the gold word of each word of a parse, or -1."""
    if "paired" not in tree.treebank.tokens:
        return list(range(len(tree)))
    return tree.column("tokens", "paired")


def _extra_words(paired: Sequence[int]) -> dict[int, list[int]]:
    """The words without a partner, by the number of the gold word that they follow (-1: none)."""
    words: dict[int, list[int]] = {}
    last = -1
    for word, place in enumerate(paired):
        if place < 0:
            words.setdefault(last, []).append(word)
        last = max(last, place)
    return words


def in_rows(cells: Sequence[Line], rows: Sequence[int | None], *, joined: bool = False) -> list[Line]:
    """Cells in the rows of their words; the others are empty. With `joined`, vertical lines go through them."""
    lines: list[Line] = []
    for row in rows:
        if row is not None:
            lines.append(cells[row])
        else:
            lines.append(_continued(lines[-1]) if joined and lines else Line())
    return lines


def _continued(line: Line) -> Line:
    below = Line()
    below.write("".join(piece for piece, _ in line.pieces).translate(_DOWN).rstrip())
    return below


def head_text(token: Token, longest: int | None = None) -> str:
    """The head of a word of a parse: the number of its gold word and the word itself; for a head without a gold word,
    or in another sentence, a sign. A word of more than `longest` columns is cut; with 0, there is only
    the number or the sign."""
    outside = token.tree.column("tokens", "outside")[token.index]
    if outside is not None:
        return _with_word(OUTSIDE, outside, longest)
    if token.head is None:
        return "root" if token.is_root else "no head"
    place = paired_words(token.tree)[token.head.index]
    return _with_word(str(place + 1) if place >= 0 else "+", token.head.form, longest)


def _with_word(head: str, form: str, longest: int | None) -> str:
    return head if longest == 0 else f"{head} {cut_to_columns(printable(form), longest)}"


def division(tree: Tree) -> str:
    """How the parser divides the text of a gold sentence, if it is not one of its sentences."""
    begins, ends = (tree.column("tokens", name) for name in ("begins", "ends"))
    if not len(tree) or begins[0] is None:
        return ""
    said = [] if begins[0] else ["joined with the sentence before it"]
    said += [] if ends[-1] else ["joined with the next sentence"]
    places = [
        f"{place + 1 if place >= 0 else '+'} {printable(token.form)}"
        for token, place in zip(tree, paired_words(tree), strict=True)
        if token.index and begins[token.index]
    ]
    return ", ".join([*said, *([f"divided before {', '.join(places)}"] if places else [])])
