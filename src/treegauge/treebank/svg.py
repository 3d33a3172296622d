"""Draw trees as SVG, for a page: phrases above the words, dependencies as arcs. Text from right to left has its first
word at the right."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np

from .direction import is_from_right, is_word_from_right
from .drawing import has_heads, has_phrases, part_of_speech
from .lines import Shelves, character_columns, printable
from .outlines import paths
from .views import Node, Token, Tree

_WORD, _TAG, _LABEL, _EDGE = 16, 12, 14, 11  # font sizes
_INK = {"word": "#111827", "tag": "#6b7280", "label": "#1d4ed8", "edge": "#b45309", "line": "#94a3b8", "arc": "#0f766e"}
_WRONG = "#b91c1c"
_HARD = (251, 146, 60)  # behind a node of `_MOST_BITS` or more; white is 0 bits
_MOST_BITS = 4.0
_BOLD = 1.12  # how much wider bold letters are
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"


@dataclass
class _Canvas:
    """Shapes of a picture; y is 0 at the words and grows downwards."""

    lines: list[str] = field(default_factory=list)
    wrong_lines: list[str] = field(default_factory=list)  # above the others
    words: list[str] = field(default_factory=list)
    top: float = -_WORD
    bottom: float = _WORD / 2

    def write(
        self,
        at: tuple[float, float],
        string: str,
        size: int,
        ink: str,
        *,
        clear: bool = False,
        wrong: bool = False,
        from_right: bool = False,
        behind: str = "#fff",
    ) -> None:
        """Write a string centred at x; `clear` hides the line behind it, in the colour `behind`. What is wrong is red
        and bold."""
        x, y = at
        if clear:
            wide = pixel_width(string, size) * (_BOLD if wrong else 1) + 4
            box = f'x="{x - wide / 2:.1f}" y="{y - size:.1f}" width="{wide:.1f}" height="{size * 1.3:.1f}"'
            self.words.append(f'<rect {box} fill="{behind}"/>')
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}"'
        look = f'fill="{_WRONG}" font-weight="bold"' if wrong else f'fill="{_INK[ink]}"'
        direction = ' direction="rtl"' if from_right else ""
        self.words.append(f"<text {place} {look}{direction}>{escape(string)}</text>")
        self.top, self.bottom = min(self.top, y - size), max(self.bottom, y + size / 2)

    def draw(self, path: str, ink: str, *, wrong: bool = False) -> None:
        if wrong:
            self.wrong_lines.append(f'<path d="{path}" stroke="{_WRONG}" stroke-width="2" stroke-dasharray="6 3"/>')
        else:
            self.lines.append(f'<path d="{path}" stroke="{_INK[ink]}"/>')

    def page(self, width: float, title: str) -> str:
        top, height = self.top - 12, self.bottom - self.top + 24
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 {top:.0f} {width:.0f} {height:.0f}" font-family="{_FONT}" text-anchor="middle">'
            f'<title>{escape(printable(title))}</title><rect y="{top:.0f}" width="100%" height="100%" fill="#fff"/>'
            f'<g fill="none" stroke-width="1.3" stroke-linejoin="round">{"".join(self.lines + self.wrong_lines)}</g>'
            f"{''.join(self.words)}</svg>"
        )


def pixel_width(string: str, size: int) -> float:
    """The approximate width of a string, in the wider of the usual fonts."""
    return size * sum(_ems(character) for character in string)


@lru_cache(4096)
def _ems(character: str) -> float:
    if character in "ijlftrI.,:;'|!()[] -":
        return 0.4
    return (0.96 if character in "mwMW@%" else 0.7 if character.isupper() else 0.61) * character_columns(character)


def svg(tree: Tree) -> str:
    """A self-contained picture: phrases above the words; dependencies as arcs above the words, or below them if there
    are both."""
    phrases, arcs, from_right = has_phrases(tree), has_heads(tree), is_from_right(tree)
    ends = [path[-1] for path in paths(tree)]
    slots = [_slot(end) for end in ends]
    if phrases:
        _widen_for_labels(tree, ends, slots)
    if arcs:
        _widen_for_relations(tree, ends, slots)
    edges = [16.0]
    for slot in slots:
        edges.append(edges[-1] + slot)
    width = edges[-1] + 16
    middle = {end: (left + right) / 2 for end, (left, right) in zip(ends, pairwise(edges), strict=True)}
    if from_right:
        middle = {end: width - x for end, x in middle.items()}
    canvas = _Canvas()
    for token in tree.tokens:
        form = printable(token.form)
        ink = "word" if token.is_word else "line"
        canvas.write((middle[token], 0), form, _WORD, ink, from_right=is_word_from_right(form, from_right))
        if tag := part_of_speech(token):
            canvas.write((middle[token], -24 if phrases else 18), tag, _TAG, "tag")
    if phrases:
        _draw_phrases(canvas, tree, middle)
    if arcs:
        _draw_arcs(canvas, tree, middle, down=phrases)
    return canvas.page(width, tree.text)


def _marked(label: str, item: Node | Token) -> str:
    """A label with the mark of its node or token."""
    return f"{label} {printable(item.mark)}".strip()


def _label(node: Node) -> str:
    label = _marked(printable(node.label) or "·", node)
    return label if node.bits is None else f"{label} {round(node.bits, 1) + 0.0:.1f}"


def _shade(bits: float) -> str:
    """From white to orange."""
    share = min(max(bits / _MOST_BITS, 0.0), 1.0)
    return "#" + "".join(f"{round(255 + share * (full - 255)):02x}" for full in _HARD)


def _relation(token: Token) -> str:
    return _marked(printable(token.deprel), token)


def _slot(end: Node | Token) -> float:
    if isinstance(end, Node):
        return pixel_width(_label(end), _LABEL) + 18
    return max(pixel_width(printable(end.form), _WORD), pixel_width(part_of_speech(end), _TAG), 14.0) + 18


def _widen_for_labels(tree: Tree, ends: Sequence[Node | Token], slots: list[float]) -> None:
    """Make room above their words for the labels of nodes and edges."""
    reach = {end: (position, position) for position, end in enumerate(ends)}
    items: list[Node | Token] = [*tree.tokens, *reversed(tree.nodes)]
    for item in items:
        low, high = reach[item]
        label = "" if isinstance(item, Token) else _label(item)
        needed = max(pixel_width(label, _LABEL), pixel_width(printable(item.function), _EDGE)) + 14
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
        if token.head is None or token.head is token:
            continue
        low, high = sorted((number[token], number[token.head]))
        needed = pixel_width(_relation(token), _EDGE) + 28
        if needed > 30 * (high - low):
            lack = needed - sum(slots[low : high + 1]) + (slots[low] + slots[high]) / 2
            slots[low : high + 1] = [slot + max(lack, 0.0) / (high - low) for slot in slots[low : high + 1]]


def _draw_phrases(canvas: _Canvas, tree: Tree, middle: dict[Node | Token, float]) -> None:
    """Draw nodes from the lowest up, each above its children and on a free level."""
    named = any(map(printable, (*tree.column("tokens", "function"), *tree.column("nodes", "function"))))
    step = 54 if named else 42
    height = [0] * (len(tree.nodes) + 1)
    for node in reversed(tree.nodes):
        above = node.parent.index if node.parent else -1
        height[above] = max(height[above], height[node.index] + 1)
    shelves, level = Shelves(), dict.fromkeys(middle, 0)
    rising = sorted(middle[token] for token in tree.tokens)  # where a line will rise from an item without a parent yet
    for node in sorted(tree.nodes, key=lambda node: height[node.index]):
        half = pixel_width(_label(node), _LABEL) / 2 + 4
        for child in node.children:
            del rising[bisect_left(rising, middle[child])]
        places = [middle[child] for child in node.children]
        if places:
            x = middle[node] = _place(places, half, rising)
            lowest = 1 + max(level[child] for child in node.children)
            level[node] = shelves.put(lowest, min(x - half, *places), max(x + half, *places))
        insort(rising, middle[node])
        at = middle[node], -24 - step * level[node]
        shade = None if node.bits is None else _shade(node.bits)
        canvas.write(
            at, _label(node), _LABEL, "label", wrong=bool(node.mark), clear=shade is not None, behind=shade or "#fff"
        )
        for child in node.children:
            _draw_branch(canvas, at, (middle[child], -24 - step * level[child]), child)


def _place(children: list[float], half: float, rising: list[float]) -> float:
    """The place of a label above its children: in the middle, unless the line of another node passes through."""
    between = [(left + right) / 2 for left, right in pairwise(children)]
    for x in ((min(children) + max(children)) / 2, *children, *between):
        if bisect_left(rising, x - half) == bisect_left(rising, x + half):
            return x
    return (min(children) + max(children)) / 2


def _draw_branch(canvas: _Canvas, start: tuple[float, float], end: tuple[float, float], child: Node | Token) -> None:
    """Draw a line from a label down, across, and down to a child."""
    (x, y), (to_x, to_y) = start, end
    top = to_y - (_LABEL if isinstance(child, Node) else _TAG if part_of_speech(child) else _WORD - 24)
    if function := printable(child.function):
        canvas.write((to_x, top - 2), function, _EDGE, "edge")
        top -= _EDGE + 4
    bar, bend = y + 11, max(-6.0, min(6.0, to_x - x))
    turn = f"H{to_x - bend:.1f}Q{to_x:.1f} {bar} {to_x:.1f} {bar + abs(bend):.1f}" if bend else ""
    canvas.draw(f"M{x:.1f} {y + 4}V{bar}{turn}V{top}", "line", wrong=isinstance(child, Node) and bool(child.mark))


def _draw_arcs(canvas: _Canvas, tree: Tree, middle: dict[Node | Token, float], down: bool) -> None:
    """Draw arcs from heads to dependents, long ones above short ones; the arc of a root comes from outside."""
    sign, base = (1, 12) if down else (-1, -20)
    levels = arc_levels(tree)
    ports = _ports(tree, middle, -1 if is_from_right(tree) else 1)
    legs = sorted((ports[end], level) for arc, level in levels.items() for end in (arc, arc[::-1]))
    for (token, head), level in levels.items():
        x, start, y = ports[token, head], ports[head, token], base + sign * (8 + 20 * level)
        relation, wrong = _relation(token), bool(token.mark)
        if token is head:
            canvas.draw(f"M{x:.1f} {y}V{base}", "arc", wrong=wrong)
            canvas.write((x, y + (_EDGE if down else -3)), relation or "root", _EDGE, "arc", wrong=wrong)
        else:
            bend = min(8.0, abs(x - start) / 2) * (1 if x > start else -1)
            turn = y - sign * abs(bend)
            canvas.draw(
                f"M{start:.1f} {base}V{turn:.1f}Q{start:.1f} {y} {start + bend:.1f} {y}"
                f"H{x - bend:.1f}Q{x:.1f} {y} {x:.1f} {turn:.1f}V{base}",
                "arc",
                wrong=wrong,
            )
            if relation:
                spot = _spot(start, x, pixel_width(relation, _EDGE) / 2 + 4, level, legs)
                canvas.write((spot, y + 4), relation, _EDGE, "arc", clear=True, wrong=wrong)
        ink = _WRONG if wrong else _INK["arc"]
        canvas.words.append(f'<path d="M{x:.1f} {base - sign * 2}l-3.5 {sign * 7}h7z" fill="{ink}"/>')


def arc_levels(tree: Tree) -> dict[tuple[Token, Token], int]:
    """The level of each arc (dependent, head), above all shorter ones that it spans; a root is its own head, and a word
    that is its own head is drawn as a root."""
    arcs = sorted(
        ((token, token.head) for token in tree.tokens if token.head is not None and token.head is not token),
        key=lambda arc: abs(arc[0].index - arc[1].index),
    )
    over = np.zeros(len(tree) + 1, np.int64)  # the highest arc so far between token i - 1 and token i
    levels = {}
    for token, head in arcs:
        span = slice(min(token.index, head.index) + 1, max(token.index, head.index) + 1)
        levels[token, head] = over[span] = int(over[span].max()) + 1
    for token in tree.tokens:
        if token.is_root or token.head is token:
            levels[token, token] = int(over[token.index : token.index + 2].max()) + 1
    return levels


def _ports(tree: Tree, middle: dict[Node | Token, float], onward: int) -> dict[tuple[Token, Token], float]:
    """Where the arcs of a token end: side by side, so that two never share a line. `onward` is 1 if the next word is to
    the right, and -1 if it is to the left."""
    ports = {}
    for token in tree.tokens:
        heads = [token] if token.is_root else [token.head] if token.head else []
        partners = sorted(
            [*heads, *(dependent for dependent in token.dependents if dependent is not token)],
            key=lambda partner: ((partner.index > token.index) - (partner.index < token.index), -partner.index),
        )
        space = min(8.0, (_slot(token) - 8) / max(len(partners), 1))
        for position, partner in enumerate(partners):
            ports[token, partner] = middle[token] + onward * space * (position - (len(partners) - 1) / 2)
    return ports


def _spot(start: float, end: float, half: float, level: int, legs: list[tuple[float, int]]) -> float:
    """The place of the relation on an arc: in the middle, unless the arc of another word comes down there."""
    for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
        x = start + share * (end - start)
        passing = legs[bisect_left(legs, (x - half, 0)) : bisect_left(legs, (x + half, 0))]
        if all(height <= level for _, height in passing):
            return x
    return (start + end) / 2
