"""Draw constituency trees in characters: from left to right, or one level below the other where that is too wide."""

from __future__ import annotations

from dataclasses import dataclass

from .lines import Line, printable, widest
from .views import Node, Token, Tree

_MOST_CELLS = 1_000_000  # lines times levels: nobody can read a larger picture in text
_HARD = 1.0  # bits from which a node is marked


@dataclass(frozen=True)
class Outline:
    """The lines of a picture, and the token in which each of them ends, if any."""

    lines: list[Line]
    tokens: list[Token | None]


def outline(tree: Tree, width: int | None = None) -> Outline:
    """`S ─┬─ NP ─── DT the`: each line continues the branch to which it is attached, and ends with a token. If that is
    wider than `width`, each branch begins on a line of its own; a tree that is too large is shown as brackets."""
    drawn = paths(tree)
    if len(drawn) * max(_depths(tree)) > _MOST_CELLS:
        line = Line()
        line.write(tree.brackets(), "word")
        return Outline([line], [None])
    lines = _from_left_to_right(tree, drawn)
    if width is None or widest(lines) <= width:
        return Outline(lines, [path[-1] if isinstance(path[-1], Token) else None for path in drawn])
    return _indented(tree, drawn)


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


def _depths(tree: Tree) -> list[int]:
    depth = [0]  # the last item is for the sentence, whose number is -1
    for parent in tree.column("nodes", "parent"):
        depth.insert(-1, depth[parent] + 1)
    return depth


def _from_left_to_right(tree: Tree, drawn: list[list[Node | Token]]) -> list[Line]:
    last = {item.parent: row for row, path in enumerate(drawn) for item in path}
    place: dict[Node | None, int] = {None: 0} if len(tree.roots) > 1 else {}
    lines = []
    for row, path in enumerate(drawn):
        above = path[0].parent
        line = Line(sorted(column for node, column in place.items() if node != above))
        if above in place:
            line.to(place[above], " ")
            line.write("└" if last[above] == row else "├" if row else "┬")
            line.to(max([place[above], *line.bars]) + 1, "─")
        for item in path:
            if line.pieces:
                function = printable(item.function)
                line.write(f"─{function}─ " if function else "─ ", "edge" if function else "branch")
            write_item(line, item)
            if isinstance(item, Node) and item in last:
                line.write(" ─┬" if last[item] > row else " ──")
                place[item] = line.width - 1
        place = {node: column for node, column in place.items() if last[node] > row}
        lines.append(line)
    return lines


def _indented(tree: Tree, drawn: list[list[Node | Token]]) -> Outline:
    """A node with several children ends its line; they are attached below its beginning."""
    segments = [segment for path in drawn for segment in _segments(path)]
    last = {segment[0].parent: row for row, segment in enumerate(segments)}
    place: dict[Node | None, int] = {None: 0} if len(tree.roots) > 1 else {}
    lines = []
    for row, segment in enumerate(segments):
        above, end = segment[0].parent, segment[-1]
        line = Line(sorted(column for node, column in place.items() if node != above))
        if above in place:
            line.to(place[above], " ")
            line.write("└" if last[above] == row else "├" if row else "┬")
            line.to(max([place[above], *line.bars]) + 1, "─")
        start = _write_segment(line, segment)
        place = {node: column for node, column in place.items() if last[node] > row}
        if isinstance(end, Node) and end in last:
            place[end] = start
        lines.append(line)
    return Outline(lines, [segment[-1] if isinstance(segment[-1], Token) else None for segment in segments])


def _segments(path: list[Node | Token]) -> list[list[Node | Token]]:
    segments: list[list[Node | Token]] = [[]]
    for item in path:
        segments[-1].append(item)
        if isinstance(item, Node) and len(item.children) > 1:
            segments.append([])
    return [segment for segment in segments if segment]


def _write_segment(line: Line, segment: list[Node | Token]) -> int:
    """Write the items of a line; the column at which the first of them begins."""
    start = line.width + bool(line.pieces)
    for item in segment:
        if line.pieces:
            function = printable(item.function)
            line.write("─")
            line.write(f"{function}─" if function else "", "edge")
        write_item(line, item)
    return start


def write_item(line: Line, item: Node | Token) -> None:
    """Write a node or a token with its mark, if it has one."""
    mark = printable(item.mark)
    if isinstance(item, Token):
        tag = printable(item.tag)
        line.write(tag, "tag")
        line.write(" " if tag and printable(item.form) else "")
        line.write(printable(item.form), "word")
    else:
        line.write(printable(item.label) or "·", "wrong" if mark else "label")
        if item.bits is not None:
            line.write(f" {round(item.bits, 1) + 0.0:.1f}", "wrong" if item.bits >= _HARD else "edge")
    line.write(f" {mark}" if mark else "", "wrong")
