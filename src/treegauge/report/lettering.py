"""The texts in the cells of a table: names that give way, titles in several lines, numbers with aligned points."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # rich is imported where a table is drawn: other outputs start faster without it
    from rich.text import Text

_WORDS = re.compile(r"(?<=[_/ ])|(?<=\w-)")  # where a title may be broken
_SHARES = (0.5, 0.0, 1.0)  # of a short name that are before the ellipsis: the first that keeps names different
_NUMBER = re.compile(r"[<+-]?[\d,]+(\.\d*)?\Z")


def text_width(cell: str | Text) -> int:
    """How many columns of the screen a text takes."""
    if isinstance(cell, str) and cell.isascii():
        return len(cell)
    from rich.cells import cell_len

    return cell_len(str(cell))


def with_text(cell: str | Text, text: str) -> str | Text:
    """Another text in the style of a cell."""
    if isinstance(cell, str):
        return text
    from rich.text import Text

    return Text(text, style=cell.style)


def base_names(cells: Sequence[str | Text]) -> list[str | Text]:
    """The last parts of paths, as many as keep different paths different."""
    parts = [str(cell).rstrip(os.sep).split(os.sep) for cell in cells]
    different = len(set(map(str, cells)))
    for most in range(1, max(map(len, parts), default=0)):
        names = [os.sep.join(path[-most:]) for path in parts]
        if len(set(names)) == different:
            return [with_text(cell, name) for cell, name in zip(cells, names, strict=True)]
    return list(cells)


def with_ellipsis(cells: Sequence[str | Text], most: int) -> list[str | Text] | None:
    """Names with an ellipsis, of at most so many characters; None if different names would look the same."""
    different = len(set(map(str, cells)))
    for share in _SHARES:
        names = [shortened(str(cell), most, share) for cell in cells]
        if len(set(names)) == different:
            return [with_text(cell, name) for cell, name in zip(cells, names, strict=True)]
    return None


def shortened(name: str, most: int, share: float = 0.5) -> str:
    """A name with an ellipsis, if it is longer; `share` is how much of what is kept is at its beginning."""
    if text_width(name) <= most:
        return name
    kept = round((most - 1) * share - 0.25)
    head, tail = name[:kept], name[len(name) - (most - 1 - kept) :]
    while text_width(head) + 1 + text_width(tail) > most:
        head, tail = (head[:-1], tail) if len(head) >= len(tail) else (head, tail[1:])
    return f"{head}…{tail}"


def broken(title: str, width: int) -> str:
    """A title in several lines, no wider than the cells under it or than its longest word."""
    words = _WORDS.split(title)
    most = max(width, *(len(word.rstrip()) for word in words))
    lines = [""]
    for word in words:
        if lines[-1] and len((lines[-1] + word).rstrip()) > most:
            lines.append("")
        lines[-1] += word
    return "\n".join(line.rstrip() for line in lines)


def aligned(cells: Sequence[str | Text]) -> list[str | Text]:
    """Numbers with their decimal points below each other; the same for `a ± b` and `a to b`."""
    texts = [str(cell) for cell in cells]
    for mark in (" ± ", " to "):
        if any(mark in text for text in texts):
            lefts, marks, rights = zip(*(text.partition(mark) for text in texts), strict=True)
            halves = zip(_even(_points(lefts)), marks, _even(_points(rights)), strict=True)
            texts = [f"{left}{between or ' ' * len(mark)}{right}" for left, between, right in halves]
            break
    else:
        texts = _points(texts)
    return [with_text(cell, text) for cell, text in zip(cells, texts, strict=True)]


def _points(texts: Sequence[str]) -> list[str]:
    """Numbers with spaces at their ends, so that their points are at the same distance from the end."""
    after = [len(text) - (text + ".").index(".") if _NUMBER.match(text) else None for text in texts]
    most = max((number for number in after if number is not None), default=0)
    return [text if number is None else text + " " * (most - number) for text, number in zip(texts, after, strict=True)]


def _even(texts: Sequence[str]) -> list[str]:
    most = max(map(len, texts), default=0)
    return [text.rjust(most) for text in texts]
