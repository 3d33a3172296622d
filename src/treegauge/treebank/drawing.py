"""Draw trees in characters, for a terminal; the words are in the order of the sentence."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, insort
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache

from .table import NOT_GIVEN
from .views import Node, Token, Tree

_MOST_CELLS = 1_000_000  # lines times levels: nobody can read a larger picture in text
_BLANK = ("", "_")


def text(tree: Tree) -> str:
    """A picture in box-drawing characters, one line per token. A tree that is too large is shown as brackets, a
    dependency tree as a table with the numbers of the heads."""
    parts = [_outline(tree)] if has_phrases(tree) else []
    if has_heads(tree) or not parts:
        parts.append(_table(tree))
    return "\n\n".join(parts)


def has_phrases(tree: Tree) -> bool:
    """Whether there is a constituency tree to draw."""
    return bool(tree.nodes) or (tree.treebank.has_constituents and not has_heads(tree))


def has_heads(tree: Tree) -> bool:
    """Whether there is a dependency tree to draw."""
    return any(head != NOT_GIVEN for head in tree.column("tokens", "head"))


@lru_cache(4096)
def character_columns(character: str) -> int:
    """How many columns a character takes in a terminal."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(string: str) -> int:
    """How many columns a string takes in a terminal."""
    return sum(map(character_columns, string))


def printable(value: str | None) -> str:
    """A cell on one line; a missing value is blank."""
    if value is None or value in _BLANK:
        return ""
    return value if value.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in value)


@dataclass
class _Line:
    """One line of a picture, written from left to right; `bars` are the columns of vertical lines that pass through."""

    bars: list[int]
    pieces: list[str] = field(default_factory=list)
    width: int = 0

    def to(self, column: int, filler: str) -> None:
        """Continue to a column. Vertical lines on the way are kept whole, so that crossing branches are visible."""
        for bar in self.bars[bisect_left(self.bars, self.width) : bisect_left(self.bars, column)]:
            self.pieces.append(filler * (bar - self.width) + "│")
            self.width = bar + 1
        self.pieces.append(filler * (column - self.width))
        self.width = max(self.width, column)

    def write(self, string: str) -> None:
        self.pieces.append(string)
        self.width += columns(string)

    def __str__(self) -> str:
        return "".join(self.pieces).rstrip()


def paths(tree: Tree) -> list[list[Node | Token]]:
    """One path per line: the nodes that begin there, from the top, then the token (or a node without tokens)."""
    ends: list[Node | Token] = list(tree.tokens)
    childless = [node for node in tree.nodes if not node.children]
    if childless:
        ends = sorted([*ends, *childless], key=lambda end: (end.left, 0) if isinstance(end, Node) else (end.index, 1))
    seen, paths = [False] * len(tree.nodes), []
    for end in ends:
        path, node = [end], end.parent
        while node is not None and not seen[node.index]:
            seen[node.index] = True
            path.append(node)
            node = node.parent
        paths.append(path[::-1])
    return paths


def _outline(tree: Tree) -> str:
    """`S ─┬─ NP ─── DT the`: each line continues the branch to which it is attached, and ends with a token."""
    drawn = paths(tree)
    depth = [0]  # the last item is for the sentence, whose number is -1
    for parent in tree.column("nodes", "parent"):
        depth.insert(-1, depth[parent] + 1)
    if len(drawn) * max(depth) > _MOST_CELLS:
        return tree.brackets()
    last = {item.parent: row for row, path in enumerate(drawn) for item in path}
    place: dict[Node | None, int] = {None: 0} if len(tree.roots) > 1 else {}
    lines = []
    for row, path in enumerate(drawn):
        above = path[0].parent
        line = _Line(sorted(column for node, column in place.items() if node != above))
        if above in place:
            line.to(place[above], " ")
            line.write("└" if last[above] == row else "├" if row else "┬")
            line.to(max([place[above], *line.bars]) + 1, "─")
        for item in path:
            _write_item(line, item)
            if isinstance(item, Node) and item in last:
                line.write(" ─┬" if last[item] > row else " ──")
                place[item] = line.width - 1
        place = {node: column for node, column in place.items() if last[node] > row}
        lines.append(str(line))
    return "\n".join(lines)


def _write_item(line: _Line, item: Node | Token) -> None:
    if line.pieces:
        line.write(f"─{printable(item.function)}─ " if printable(item.function) else "─ ")
    if isinstance(item, Token):
        line.write(f"{printable(item.tag)} {printable(item.form)}".strip())
    else:
        line.write(printable(item.label) or "·")


def _table(tree: Tree) -> str:
    """A table of the words, with the dependency tree in the margin. A line from the left ends at each word; where it
    branches, the dependents are attached."""
    margin = _margin(tree)
    heads = tree.column("tokens", "head")
    cells = [
        [
            str(token.index + 1),
            "" if margin is None else margin[token.index],
            printable(token.form),
            part_of_speech(token),
            "" if margin or heads[token.index] == NOT_GIVEN else str(heads[token.index] + 1),
            printable(token.deprel),
        ]
        for token in tree.tokens
    ]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    used = [i for i, width in enumerate(widths) if width]
    for row in cells:
        row[:] = [row[0].rjust(widths[0]), *(row[i] + " " * (widths[i] - columns(row[i])) for i in used[1:])]
    return "\n".join("  ".join(row).rstrip() for row in cells)


def part_of_speech(token: Token) -> str:
    """The tag, or the universal tag where there is none."""
    return printable(token.tag) or printable(token.upos)


def _margin(tree: Tree) -> list[str] | None:
    """The dependency tree as one string per token; None if there is none or it is too large."""
    tracks = _tracks(tree)
    deepest = max(tracks.values(), default=0)
    if not has_heads(tree) or len(tree) * deepest > _MOST_CELLS:
        return None
    passing: list[list[int]] = [[] for _ in tree.tokens]
    for head in tracks:
        low, high = _reach(tree.tokens[head])
        for row in range(low, high + 1):
            passing[row].append(head)
    return [_branches(token, tracks, passing[token.index], 2 * deepest + 2) for token in tree.tokens]


def _reach(head: Token) -> tuple[int, int]:
    """The first and last of a head and its dependents."""
    return min(head.index, head.dependents[0].index), max(head.index, head.dependents[-1].index)


@dataclass
class Shelves:
    """Intervals on levels; two on the same level never touch."""

    levels: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def put(self, level: int, left: float, right: float) -> int:
        """Put an interval on the first level, from `level` on, that has room for it."""
        while not self._free(level, left, right):
            level += 1
        insort(self.levels[level], (left, right))
        return level

    def _free(self, level: int, left: float, right: float) -> bool:
        shelf = self.levels[level]
        at = bisect_left(shelf, (left, left))
        return (at == len(shelf) or shelf[at][0] > right) and (at == 0 or shelf[at - 1][1] < left)


def _tracks(tree: Tree) -> dict[int, int]:
    """The column of the vertical line of each head: to the right of that of its own head, and without overlap."""
    shelves, tracks = Shelves(), {}
    waiting = [(token, 1) for token in tree.tokens if token.head is None]
    for token, track in waiting:
        if token.dependents:
            tracks[token.index] = shelves.put(track, *_reach(token))
            waiting += [(dependent, tracks[token.index] + 1) for dependent in token.dependents]
    return tracks


def _branches(token: Token, tracks: dict[int, int], passing: list[int], width: int) -> str:
    """The lines that end at a token, begin there, or pass by."""
    head, index = token.head, token.index
    ended = {index, None if head is None else head.index}
    line = _Line(sorted(2 * tracks[passer] - 1 for passer in passing if passer not in ended))
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
    return str(line)
