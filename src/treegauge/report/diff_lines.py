"""Gold and parses in characters: next to each other where there is room, else one tree with all marks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ..treebank.drawing import branches, column, head_column, with_tags, word_columns
from ..treebank.lines import Line, Shelves, Style, cut_to_columns, next_to_each_other, printable, widest
from ..treebank.outlines import Outline, outline
from ..treebank.views import Node, Tree
from .marking import MINUS, PLUS, raised
from .word_rows import head_text, in_rows, word_rows

_GAP = 4  # columns between trees
_TWO_TREES = 100  # columns of a terminal in which two trees are next to each other, even if in their narrow form
_BETWEEN = 2  # columns between the cells of a table
_SHORT_NAME = 12  # columns of a system's name where words are cut


def phrase_lines(gold: Tree, tests: Sequence[Tree], captions: Sequence[list[str]], width: int | None) -> list[Line]:
    """Constituency trees; `captions` are the lines about gold and each system, the first of each is its name."""
    trees = (gold, *tests)
    lines = _side_by_side(trees, captions, None)
    if width is None or widest(lines) <= width:
        return lines
    if width >= _TWO_TREES and widest(narrow := _side_by_side(trees, captions, 1)) <= width:
        return narrow
    room = width - 2 - widest(_extra_brackets(outline(gold), tests))
    drawn = outline(gold, max(room, 1))
    margin = _extra_brackets(drawn, tests)
    above = _line("gold, with the errors of " + ", ".join(caption[0] for caption in captions[1:]), "heading")
    below = [_line(f"{caption[0]}: {'; '.join(caption[1:])}") for caption in captions[1:]]
    return [above, *next_to_each_other([drawn.lines, margin], 2), *below]


def _side_by_side(trees: Sequence[Tree], captions: Sequence[list[str]], width: int | None) -> list[Line]:
    blocks = [
        [_line(caption[0], "heading"), *outline(tree, width).lines, *(_line(text) for text in caption[1:])]
        for tree, caption in zip(trees, captions, strict=True)
    ]
    return next_to_each_other(_aligned(blocks, captions), _GAP)


def _below(caption: list[str], width: int | None) -> list[Line]:
    """What is said of a system below a table: on one line, or on several where that is too wide."""
    line = _line(f"{caption[0]}: {'; '.join(caption[1:])}")
    if width is None or line.width <= width:
        return [line]
    return [_line(f"{caption[0]}: {caption[1]}"), *(_line(f"  {text}") for text in caption[2:])]


def _aligned(blocks: list[list[Line]], captions: Sequence[list[str]]) -> list[list[Line]]:
    """Blocks of the same height, so that what is below the trees is on the same lines."""
    heights = [len(block) - len(caption) + 1 for block, caption in zip(blocks, captions, strict=True)]
    most = max(heights)
    return [
        block[:height] + [Line() for _ in range(most - height)] + block[height:]
        for block, height in zip(blocks, heights, strict=True)
    ]


def _line(text: str, style: Style = "") -> Line:
    line = Line()
    line.write(text, style)
    return line


def _extra_brackets(drawn: Outline, tests: Sequence[Tree]) -> list[Line]:
    """The brackets that gold does not have, as vertical lines at the words; their labels are at the first word."""
    row_of = {token.index: row for row, token in enumerate(drawn.tokens) if token is not None}
    brackets = [
        (sorted(row_of[token.index] for token in node.tokens if token.index in row_of), label)
        for number, tree in enumerate(tests, 1)
        for node in reversed(tree.nodes)
        if (label := _extra_label(node, number if len(tests) > 1 else 0))
    ]
    shelves = Shelves()
    tracks = [(shelves.put(0, rows[0], rows[-1]), rows, label) for rows, label in sorted(brackets, key=_size) if rows]
    lines = []
    for row in range(len(drawn.lines)):
        line = Line()
        for level, rows, _ in sorted(tracks):
            if rows[0] <= row <= rows[-1]:
                line.to(level, " ")
                line.write(_stroke(row, rows, drawn), "wrong")
        labels = [label for _, rows, label in tracks if rows[0] == row]
        if labels:
            line.to(max(level for level, *_ in tracks) + 2, " ")
            line.write(" ".join(labels), "wrong")
        lines.append(line)
    return lines


def _size(bracket: tuple[list[int], str]) -> int:
    rows, _ = bracket
    return rows[-1] - rows[0] if rows else 0


def _extra_label(node: Node, number: int) -> str:
    mark = node.mark or ""
    return f"{PLUS}{raised(number) if number else ''}{printable(node.label) or '·'}" if mark == PLUS else ""


def _stroke(row: int, rows: list[int], drawn: Outline) -> str:
    if rows[0] == rows[-1]:
        return "]"
    if row in (rows[0], rows[-1]):
        return "┐" if row == rows[0] else "┘"
    return "│" if row in rows or drawn.tokens[row] is None else "┊"


class _Form(NamedTuple):
    """How much a table shows: which trees are drawn, and how many columns a word and the word of a head may have."""

    draw_gold: bool = False
    draw_tests: bool = False
    longest: int | None = None
    longest_head: int | None = None


_CUT = ((24, 24), (24, 12), (16, 8), (16, 0), (10, 0), (6, 0))  # a head of 0 columns is a number only
_FORMS = (_Form(True, True), _Form(True), _Form(), *(_Form(longest=word, longest_head=head) for word, head in _CUT))


def arc_lines(gold: Tree, tests: Sequence[Tree], captions: Sequence[list[str]], width: int | None) -> list[Line]:
    """Dependency trees in one table; the widest form that there is room for. In the narrowest, long words are cut."""
    below = [line for caption in captions[1:] for line in _below(caption, width)]
    names = [caption[0] for caption in captions[1:]]
    tags = word_columns(gold)[2]
    for form in _FORMS:
        draw = partial(_arc_table, gold, tests, names, form)
        lines = with_tags(draw, tags, width)
        if width is None or widest(lines) <= width:
            break
    return [*lines, *below]


def _arc_table(gold: Tree, tests: Sequence[Tree], names: list[str], form: _Form, tags: list[Line]) -> list[Line]:
    rows = word_rows(gold, tests)
    places = [row.gold for row in rows]
    number, word, _ = word_columns(gold, form.longest)
    margin = (branches(gold) if form.draw_gold else None) or head_column(gold)
    relation = column((printable(token.deprel) for token in gold), "edge")
    columns = [
        ("", in_rows(number, places)),
        ("gold", in_rows(margin, places, joined=form.draw_gold)),
        *(("", in_rows(cells, places)) for cells in (word, tags, relation)),
    ]
    for place, (system, test) in enumerate(zip(names, tests, strict=True)):
        name = cut_to_columns(system, form.longest and _SHORT_NAME)
        words = [row.tests[place] for row in rows]
        absent = [row.gold is not None and row.tests[place] is None for row in rows]
        drawn = branches(test) if form.draw_tests and len(test) else None
        if drawn is not None:
            columns.append((name, in_rows(drawn, words, joined=True)))
        cells = _relations(test) if drawn is not None else _wrong_heads(test, form.longest_head)
        columns.append((name if drawn is None else "", _with_absent(in_rows(cells, words), absent, bool(len(test)))))
    shown = [(title, cells) for title, cells in columns if title or widest(cells)]
    return [_header(shown), *next_to_each_other([cells for _, cells in shown], _BETWEEN)]


def _with_absent(cells: list[Line], absent: Sequence[bool], is_parsed: bool) -> list[Line]:
    """Cells with a sign at the words that the parse does not have; a sentence without a parse has none."""
    return [_line(MINUS, "wrong") if gone and is_parsed else cell for cell, gone in zip(cells, absent, strict=True)]


def _header(columns: Sequence[tuple[str, list[Line]]]) -> Line:
    """Titles above the beginning of their columns; a title may be wider than its column."""
    header, start = Line(), 0
    for title, cells in columns:
        if title:
            header.to(max(start, header.width + _BETWEEN if header.width else start), " ")
            header.write(title, "heading")
        start += widest(cells) + _BETWEEN
    return header


def _relations(test: Tree) -> list[Line]:
    """The relations of a parse, with signs at those that are wrong, and heads that are not drawn."""
    lines = []
    outside = test.column("tokens", "outside")
    for token in test:
        form = printable(token.form) if token.mark == PLUS else ""
        head = head_text(token) if outside[token.index] is not None else ""
        text = " ".join(filter(None, (token.mark, form, printable(token.deprel), head)))
        lines.append(_line(text, "wrong" if token.mark else "edge"))
    return lines


def _wrong_heads(test: Tree, longest: int | None) -> list[Line]:
    """The heads and relations of a parse where they are wrong: sign, number and word of the head, relation. An extra
    word is there with its head."""
    lines = []
    for token in test:
        form = f"{cut_to_columns(printable(token.form), longest or None)} ←" if token.mark == PLUS else ""
        pieces = (token.mark, form, head_text(token, longest), printable(token.deprel)) if token.mark else ()
        lines.append(_line(" ".join(filter(None, pieces)), "wrong"))
    return lines
