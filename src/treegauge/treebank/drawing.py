"""Draw trees in characters, for a terminal; the words are in the order of the sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .lines import Line, Shelves, Style, cut_to_columns, next_to_each_other, printable, widest
from .outlines import outline
from .table import NOT_GIVEN
from .views import Token, Tree

_MOST_CELLS = 1_000_000  # lines times levels: nobody can read a larger picture in text


def text(tree: Tree, width: int | None = None) -> str:
    """A picture in box-drawing characters, one line per token. A tree that is too large is shown as brackets, a
    dependency tree as a table with the numbers of the heads. A tree that is wider than `width` is drawn in the
    narrowest form that there is."""
    return "\n".join(map(str, picture_lines(tree, width)))


def picture_lines(tree: Tree, width: int | None = None) -> list[Line]:
    """The lines of a picture: phrases, then dependencies below an empty line."""
    parts = [outline(tree, width).lines] if has_phrases(tree) else []
    if has_heads(tree) or not parts:
        parts.append(word_table(tree, width))
    return [line for number, part in enumerate(parts) for line in ([Line()] if number else []) + part]


def has_phrases(tree: Tree) -> bool:
    """Whether there is a constituency tree to draw."""
    return bool(tree.nodes) or (tree.treebank.has_constituents and not has_heads(tree))


def has_heads(tree: Tree) -> bool:
    """Whether there is a dependency tree to draw."""
    return any(head != NOT_GIVEN for head in tree.column("tokens", "head"))


def word_table(tree: Tree, width: int | None = None) -> list[Line]:
    """A table of the words, with the dependency tree in the margin. A line from the left ends at each word; where it
    branches, the dependents are attached. Where the table is too wide, long tags are cut, or it has the numbers of the
    heads instead of the tree."""
    margin = branches(tree)
    number, word, tags = word_columns(tree)
    last = [column((printable(token.deprel) for token in tree), "edge"), mark_column(tree)]
    if margin is not None:
        lines = with_tags(lambda tag: next_to_each_other([number, margin, *_used([word, tag, *last])], 2), tags, width)
        if width is None or widest(lines) <= width:
            return lines
    heads = head_column(tree)
    return with_tags(lambda tag: next_to_each_other([number, *_used([word, tag, heads, *last])], 2), tags, width)


def with_tags(draw: Callable[[list[Line]], list[Line]], tags: list[Line], width: int | None) -> list[Line]:
    """A table that is drawn with a column of tags; they are cut if it is too wide with all of them."""
    lines = draw(tags)
    if width is None or widest(lines) <= width:
        return lines
    return draw(_cut(tags, widest(tags) - (widest(lines) - width)))


def column(cells: Iterable[str], style: Style) -> list[Line]:
    """Cells below each other."""
    lines = []
    for cell in cells:
        line = Line()
        line.write(cell, style)
        lines.append(line)
    return lines


def word_columns(tree: Tree, longest: int | None = None) -> list[list[Line]]:
    """The columns of all tables of words: number, word, tag; words of more than `longest` columns are cut."""
    last = len(str(len(tree)))
    numbers = column((str(token.index + 1).rjust(last) for token in tree), "branch")
    return [
        numbers,
        column((cut_to_columns(printable(token.form), longest) for token in tree), "word"),
        column(map(part_of_speech, tree), "tag"),
    ]


def head_column(tree: Tree) -> list[Line]:
    """The numbers of the heads; a root has 0."""
    heads = tree.column("tokens", "head")
    return column(("" if head == NOT_GIVEN else str(head + 1) for head in heads), "branch")


def mark_column(tree: Tree) -> list[Line]:
    """The marks of the words."""
    return column((printable(token.mark) for token in tree), "wrong")


def _cut(cells: Sequence[Line], width: int) -> list[Line]:
    """Cells of at most so many columns, but not less than 4; what is cut ends in a sign."""
    most = max(width, 4)
    return [cell if cell.width <= most else column([cut_to_columns(str(cell), most)], "tag")[0] for cell in cells]


def _used(cells_of: Iterable[list[Line]]) -> list[list[Line]]:
    return [cells for cells in cells_of if widest(cells)]


def part_of_speech(token: Token) -> str:
    """The tag, or the universal tag where there is none."""
    return printable(token.tag) or printable(token.upos)


def branches(tree: Tree) -> list[Line] | None:
    """The dependency tree as one line per token; None if there is none or it is too large."""
    tracks = _tracks(tree)
    deepest = max(tracks.values(), default=0)
    if not has_heads(tree) or len(tree) * deepest > _MOST_CELLS:
        return None
    passing: list[list[int]] = [[] for _ in tree.tokens]
    for head in tracks:
        low, high = _reach(tree.tokens[head])
        for row in range(low, high + 1):
            passing[row].append(head)
    return [_branch(token, tracks, passing[token.index], 2 * deepest + 2) for token in tree.tokens]


def _reach(head: Token) -> tuple[int, int]:
    """The first and last of a head and its dependents."""
    return min(head.index, head.dependents[0].index), max(head.index, head.dependents[-1].index)


def _tracks(tree: Tree) -> dict[int, int]:
    """The column of the vertical line of each head: to the right of that of its own head, and without overlap. A cycle
    is entered at its first word."""
    shelves, tracks = Shelves(), {}
    for first in sorted(tree.tokens, key=lambda token: token.head is not None):
        waiting = [(first, 1)] if first.dependents and first.index not in tracks else []
        for token, track in waiting:
            if token.dependents and token.index not in tracks:
                tracks[token.index] = shelves.put(track, *_reach(token))
                waiting += [(dependent, tracks[token.index] + 1) for dependent in token.dependents]
    return tracks


def _branch(token: Token, tracks: dict[int, int], passing: list[int], width: int) -> Line:
    """The lines that end at a token, begin there, or pass by."""
    head, index = token.head, token.index
    ended = {index, None if head is None else head.index}
    line = Line(sorted(2 * tracks[passer] - 1 for passer in passing if passer not in ended))
    if head is not None:
        low, high = _reach(head)
        line.to(2 * tracks[head.index] - 1, " ")
        line.write("┌" if low == index else "└" if high == index else "├")
    attached = head is not None or token.is_root
    if index in tracks:
        low, high = _reach(token)
        line.to(2 * tracks[index] - 1, "─" if attached else " ")
        line.write(("├┼" if low < index < high else "└┴" if low < index else "┌┬")[attached])
    line.to(width, "─" if attached or index in tracks else " ")
    return line
