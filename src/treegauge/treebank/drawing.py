"""Pictures of trees: `text` for a terminal, `svg` for a page. Words stand in the order of the sentence."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np

from .table import NOT_GIVEN
from .views import Node, Token, Tree

_MOST_CELLS = 1_000_000  # lines times levels: a larger picture in text serves nobody
_BLANK = ("", "_")
_WORD, _TAG, _LABEL, _EDGE = 16, 12, 14, 11  # font sizes
_INK = {"word": "#111827", "tag": "#6b7280", "label": "#1d4ed8", "edge": "#b45309", "line": "#94a3b8", "arc": "#0f766e"}
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"


def text(tree: Tree) -> str:
    """A picture in box-drawing characters, one line a token. A tree too large for that comes as brackets, a dependency
    tree as a table with the numbers of the heads."""
    parts = [_outline(tree)] if _has_phrases(tree) else []
    if _has_heads(tree) or not parts:
        parts.append(_table(tree))
    return "\n\n".join(parts)


def _has_phrases(tree: Tree) -> bool:
    return bool(tree.nodes) or (tree.treebank.has_constituents and not _has_heads(tree))


def _has_heads(tree: Tree) -> bool:
    return any(head != NOT_GIVEN for head in tree.column("tokens", "head"))


@lru_cache(4096)
def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(string: str) -> int:
    """How many columns a string takes in a terminal."""
    return sum(map(_columns, string))


def _shown(value: str | None) -> str:
    """A cell on one line; what is not given is blank."""
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
        """Go on to a column; a vertical line on the way stays whole, so that one sees branches cross."""
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


def _paths(tree: Tree) -> list[list[Node | Token]]:
    """One a line: the nodes that begin there, from the top, then the token (or a node without tokens)."""
    ends: list[Node | Token] = list(tree.tokens)
    hollow = [node for node in tree.nodes if not node.children]
    if hollow:
        ends = sorted([*ends, *hollow], key=lambda end: (end.left, 0) if isinstance(end, Node) else (end.index, 1))
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
    """`S ─┬─ NP ─── DT the`: each line goes on from the branch on which it hangs, and ends with a token."""
    paths = _paths(tree)
    depth = [0]  # the last one is of the sentence, whose number is -1
    for parent in tree.column("nodes", "parent"):
        depth.insert(-1, depth[parent] + 1)
    if len(paths) * max(depth) > _MOST_CELLS:
        return tree.brackets()
    last = {item.parent: row for row, path in enumerate(paths) for item in path}
    place: dict[Node | None, int] = {None: 0} if len(tree.roots) > 1 else {}
    lines = []
    for row, path in enumerate(paths):
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
        line.write(f"─{_shown(item.function)}─ " if _shown(item.function) else "─ ")
    if isinstance(item, Token):
        line.write(f"{_shown(item.tag)} {_shown(item.form)}".strip())
    else:
        line.write(_shown(item.label) or "·")


def _table(tree: Tree) -> str:
    """A table of the words, with the dependency tree in the margin: a line from the left ends at each word, and the
    dependents hang on it where it branches."""
    margin = _margin(tree)
    heads = tree.column("tokens", "head")
    cells = [
        [
            str(token.index + 1),
            "" if margin is None else margin[token.index],
            _shown(token.form),
            _pos(token),
            "" if margin or heads[token.index] == NOT_GIVEN else str(heads[token.index] + 1),
            _shown(token.deprel),
        ]
        for token in tree.tokens
    ]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    used = [i for i, width in enumerate(widths) if width]
    for row in cells:
        row[:] = [row[0].rjust(widths[0]), *(row[i] + " " * (widths[i] - columns(row[i])) for i in used[1:])]
    return "\n".join("  ".join(row).rstrip() for row in cells)


def _pos(token: Token) -> str:
    return _shown(token.tag) or _shown(token.upos)


def _margin(tree: Tree) -> list[str] | None:
    """The dependency tree as one string a token; None if there is none or it is too large."""
    tracks = _tracks(tree)
    deepest = max(tracks.values(), default=0)
    if not _has_heads(tree) or len(tree) * deepest > _MOST_CELLS:
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


def _tracks(tree: Tree) -> dict[int, int]:
    """The column of the vertical line of each head: right of that of its own head, and no two on one another."""
    shelves, tracks = _Shelves(), {}
    waiting = [(token, 1) for token in tree.tokens if token.head is None]
    for token, track in waiting:
        if token.dependents:
            tracks[token.index] = shelves.put(track, *_reach(token))
            waiting += [(dependent, tracks[token.index] + 1) for dependent in token.dependents]
    return tracks


def _branches(token: Token, tracks: dict[int, int], passing: list[int], width: int) -> str:
    """The lines that end at a token, begin there, or pass by."""
    head, own = token.head, token.index
    ended = {own, None if head is None else head.index}
    line = _Line(sorted(2 * tracks[other] - 1 for other in passing if other not in ended))
    if head is not None:
        low, high = _reach(head)
        line.to(2 * tracks[head.index] - 1, " ")
        line.write("┌" if low == own else "└" if high == own else "├")
    hangs = head is not None or token.is_root
    if own in tracks:
        low, high = _reach(token)
        line.to(2 * tracks[own] - 1, "─" if hangs else " ")
        line.write(("├┼" if low < own < high else "└┴" if low < own else "┌┬")[hangs])
    line.to(width, "─" if hangs or own in tracks else " ")
    return str(line)


@dataclass
class _Shelves:
    """Intervals on levels; no two on one level touch."""

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


@dataclass
class _Canvas:
    """Shapes of a picture; y is 0 where the words stand and grows downwards."""

    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    top: float = -_WORD
    bottom: float = _WORD / 2

    def write(self, at: tuple[float, float], string: str, size: int, ink: str, *, clear: bool = False) -> None:
        """Put a string with its middle at x; `clear` takes away the line behind it."""
        x, y = at
        if clear:
            wide = _width(string, size) + 4
            box = f'x="{x - wide / 2:.1f}" y="{y - size:.1f}" width="{wide:.1f}" height="{size * 1.3:.1f}"'
            self.words.append(f'<rect {box} fill="#fff"/>')
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}"'
        self.words.append(f'<text {place} fill="{_INK[ink]}">{escape(string)}</text>')
        self.top, self.bottom = min(self.top, y - size), max(self.bottom, y + size / 2)

    def draw(self, path: str, ink: str) -> None:
        self.lines.append(f'<path d="{path}" stroke="{_INK[ink]}"/>')

    def page(self, width: float, title: str) -> str:
        top, height = self.top - 12, self.bottom - self.top + 24
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 {top:.0f} {width:.0f} {height:.0f}" font-family="{_FONT}" text-anchor="middle">'
            f'<title>{escape(_shown(title))}</title><rect y="{top:.0f}" width="100%" height="100%" fill="#fff"/>'
            f'<g fill="none" stroke-width="1.3" stroke-linejoin="round">{"".join(self.lines)}</g>'
            f"{''.join(self.words)}</svg>"
        )


def _width(string: str, size: int) -> float:
    """About how wide a string is, in the wider of the usual fonts."""
    return size * sum(_ems(character) for character in string)


@lru_cache(4096)
def _ems(character: str) -> float:
    if character in "ijlftrI.,:;'|!()[] -":
        return 0.4
    return (0.96 if character in "mwMW@%" else 0.7 if character.isupper() else 0.61) * _columns(character)


def svg(tree: Tree) -> str:
    """A picture that needs nothing else: phrases above the words; dependencies as arcs above them, or below if both."""
    phrases, arcs = _has_phrases(tree), _has_heads(tree)
    ends = [path[-1] for path in _paths(tree)]
    slots = [_slot(end) for end in ends]
    if phrases:
        _widen_for_labels(tree, ends, slots)
    if arcs:
        _widen_for_relations(tree, ends, slots)
    edges = [16.0]
    for slot in slots:
        edges.append(edges[-1] + slot)
    middle = {end: (left + right) / 2 for end, (left, right) in zip(ends, pairwise(edges), strict=True)}
    canvas = _Canvas()
    for token in tree.tokens:
        canvas.write((middle[token], 0), _shown(token.form), _WORD, "word" if token.is_word else "line")
        if tag := _pos(token):
            canvas.write((middle[token], -24 if phrases else 18), tag, _TAG, "tag")
    if phrases:
        _draw_phrases(canvas, tree, middle)
    if arcs:
        _draw_arcs(canvas, tree, middle, down=phrases)
    return canvas.page(edges[-1] + 16, tree.text)


def _slot(end: Node | Token) -> float:
    if isinstance(end, Node):
        return _width(_shown(end.label), _LABEL) + 18
    return max(_width(_shown(end.form), _WORD), _width(_pos(end), _TAG), 14.0) + 18


def _widen_for_labels(tree: Tree, ends: Sequence[Node | Token], slots: list[float]) -> None:
    """Make room above their words for the labels of nodes and edges."""
    reach = {end: (position, position) for position, end in enumerate(ends)}
    items: list[Node | Token] = [*tree.tokens, *reversed(tree.nodes)]
    for item in items:
        low, high = reach[item]
        label = "" if isinstance(item, Token) else _shown(item.label)
        needed = max(_width(label, _LABEL), _width(_shown(item.function), _EDGE)) + 14
        count = high - low + 1
        if needed > 30 * count and (lack := needed - sum(slots[low : high + 1])) > 0:
            slots[low : high + 1] = [slot + lack / count for slot in slots[low : high + 1]]
        if item.parent is not None:
            above = reach.get(item.parent, (low, high))
            reach[item.parent] = min(low, above[0]), max(high, above[1])


def _widen_for_relations(tree: Tree, ends: Sequence[Node | Token], slots: list[float]) -> None:
    """Make room for the names of relations on short arcs."""
    number = {end: position for position, end in enumerate(ends)}
    for token in tree.tokens:
        if token.head is None:
            continue
        low, high = sorted((number[token], number[token.head]))
        needed = _width(_shown(token.deprel), _EDGE) + 28
        if needed > 30 * (high - low):
            lack = needed - sum(slots[low : high + 1]) + (slots[low] + slots[high]) / 2
            slots[low : high + 1] = [slot + max(lack, 0.0) / (high - low) for slot in slots[low : high + 1]]


def _draw_phrases(canvas: _Canvas, tree: Tree, middle: dict[Node | Token, float]) -> None:
    """Nodes from the lowest up, each above its children and on a level where nothing else is."""
    named = any(map(_shown, (*tree.column("tokens", "function"), *tree.column("nodes", "function"))))
    step = 54 if named else 42
    height = [0] * (len(tree.nodes) + 1)
    for node in reversed(tree.nodes):
        above = node.parent.index if node.parent else -1
        height[above] = max(height[above], height[node.index] + 1)
    shelves, level = _Shelves(), dict.fromkeys(middle, 0)
    rising = sorted(middle[token] for token in tree.tokens)  # where a line will go up from what has no parent yet
    for node in sorted(tree.nodes, key=lambda node: height[node.index]):
        half = _width(_shown(node.label), _LABEL) / 2 + 4
        for child in node.children:
            del rising[bisect_left(rising, middle[child])]
        places = [middle[child] for child in node.children]
        if places:
            x = middle[node] = _place(places, half, rising)
            lowest = 1 + max(level[child] for child in node.children)
            level[node] = shelves.put(lowest, min(x - half, *places), max(x + half, *places))
        insort(rising, middle[node])
        at = middle[node], -24 - step * level[node]
        canvas.write(at, _shown(node.label) or "·", _LABEL, "label")
        for child in node.children:
            _draw_branch(canvas, at, (middle[child], -24 - step * level[child]), child)


def _place(children: list[float], half: float, rising: list[float]) -> float:
    """Where a label stands above its children: in the middle, unless the line of another node goes through there."""
    between = [(left + right) / 2 for left, right in pairwise(children)]
    for x in ((min(children) + max(children)) / 2, *children, *between):
        if bisect_left(rising, x - half) == bisect_left(rising, x + half):
            return x
    return (min(children) + max(children)) / 2


def _draw_branch(canvas: _Canvas, start: tuple[float, float], end: tuple[float, float], child: Node | Token) -> None:
    """From a label down, across, and down to a child."""
    (x, y), (to_x, to_y) = start, end
    top = to_y - (_LABEL if isinstance(child, Node) else _TAG if _pos(child) else _WORD - 24)
    if function := _shown(child.function):
        canvas.write((to_x, top - 2), function, _EDGE, "edge")
        top -= _EDGE + 4
    bar, bend = y + 11, max(-6.0, min(6.0, to_x - x))
    turn = f"H{to_x - bend:.1f}Q{to_x:.1f} {bar} {to_x:.1f} {bar + abs(bend):.1f}" if bend else ""
    canvas.draw(f"M{x:.1f} {y + 4}V{bar}{turn}V{top}", "line")


def _draw_arcs(canvas: _Canvas, tree: Tree, middle: dict[Node | Token, float], down: bool) -> None:
    """Arcs from heads to dependents, long ones above short ones; the arc of a root comes from outside."""
    sign, base = (1, 12) if down else (-1, -20)
    levels = _levels(tree)
    ports = _ports(tree, middle)
    legs = sorted((ports[end], level) for arc, level in levels.items() for end in (arc, arc[::-1]))
    for (token, head), level in levels.items():
        x, start, y = ports[token, head], ports[head, token], base + sign * (8 + 20 * level)
        relation = _shown(token.deprel)
        if token is head:
            canvas.draw(f"M{x:.1f} {y}V{base}", "arc")
            canvas.write((x, y + (_EDGE if down else -3)), relation or "root", _EDGE, "arc")
        else:
            bend = min(8.0, abs(x - start) / 2) * (1 if x > start else -1)
            turn = y - sign * abs(bend)
            canvas.draw(
                f"M{start:.1f} {base}V{turn:.1f}Q{start:.1f} {y} {start + bend:.1f} {y}"
                f"H{x - bend:.1f}Q{x:.1f} {y} {x:.1f} {turn:.1f}V{base}",
                "arc",
            )
            if relation:
                spot = _spot(start, x, _width(relation, _EDGE) / 2 + 4, level, legs)
                canvas.write((spot, y + 4), relation, _EDGE, "arc", clear=True)
        canvas.words.append(f'<path d="M{x:.1f} {base - sign * 2}l-3.5 {sign * 7}h7z" fill="{_INK["arc"]}"/>')


def _levels(tree: Tree) -> dict[tuple[Token, Token], int]:
    """The height of each arc (dependent, head), above all shorter ones that it spans; a root is its own head."""
    arcs = sorted(
        ((token, token.head) for token in tree.tokens if token.head is not None),
        key=lambda arc: abs(arc[0].index - arc[1].index),
    )
    over = np.zeros(len(tree) + 1, np.int64)  # the highest arc so far between token i - 1 and token i
    levels = {}
    for token, head in arcs:
        span = slice(min(token.index, head.index) + 1, max(token.index, head.index) + 1)
        levels[token, head] = over[span] = int(over[span].max()) + 1
    for token in tree.tokens:
        if token.is_root:
            levels[token, token] = int(over[token.index : token.index + 2].max()) + 1
    return levels


def _ports(tree: Tree, middle: dict[Node | Token, float]) -> dict[tuple[Token, Token], float]:
    """Where at a token the arc to another one ends: side by side, so that no two share a line."""
    ports = {}
    for token in tree.tokens:
        own = [token] if token.is_root else [token.head] if token.head else []
        others = sorted(
            [*own, *token.dependents],
            key=lambda other: ((other.index > token.index) - (other.index < token.index), -other.index),
        )
        space = min(8.0, (_slot(token) - 8) / max(len(others), 1))
        for position, other in enumerate(others):
            ports[token, other] = middle[token] + space * (position - (len(others) - 1) / 2)
    return ports


def _spot(start: float, end: float, half: float, level: int, legs: list[tuple[float, int]]) -> float:
    """Where on an arc its name stands: in the middle, unless the arc of another word comes down there."""
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
        x = start + share * (end - start)
        passing = legs[bisect_left(legs, (x - half, 0)) : bisect_left(legs, (x + half, 0))]
        if all(height <= level for _, height in passing):
            return x
    return (start + end) / 2
