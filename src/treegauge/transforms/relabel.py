"""New labels for the same trees."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import numpy as np

from ..core.errors import CallError, FormatError, Reject, cannot_read
from ..core.expressions import safe_expression
from ..core.lines import text_lines
from ..core.wording import shown
from ..treebank import Text, Treebank
from ..treebank.edit import relabel
from ..treebank.strings import pair
from .base import transform

LabelColumn = Literal["label", "tag", "function", "deprel", "upos"]
_TABLE = {"label": "nodes", "function": "nodes", "tag": "tokens", "deprel": "tokens", "upos": "tokens"}
_TABS = re.compile(" *\t[ \t]*")


@transform("map-labels")
def map_labels(treebank: Treebank, *, file: str, column: LabelColumn = "label") -> Treebank:
    """Change labels according to a file with one line `old<TAB>new` per label; labels not in the file are kept.

    Several tabs or spaces may be between the two; with a tab, labels may contain spaces.
    """
    mapping = read_mapping(file)
    return relabel(treebank, lambda value: mapping.get(value, value), _TABLE[column], column)


def read_mapping(file: str) -> dict[str, str]:
    """A mapping from a file of two columns; blank lines and lines that begin with # and a space are ignored."""
    mapping: dict[str, str] = {}
    try:
        lines = text_lines(Path(file).read_text("utf-8"))
    except OSError as error:
        raise cannot_read(file, error) from None
    except UnicodeDecodeError:
        raise CallError(f"'{file}' is not UTF-8 text") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("# "):
            continue
        fields = _TABS.split(line.strip(" ")) if "\t" in line else [field for field in line.split(" ") if field]
        if len(fields) != 2:
            raise FormatError(Reject(file, number, f"expected 'old<TAB>new', found '{line}'"))
        mapping[fields[0]] = fields[1]
    return mapping


@transform("cluster")
def cluster(treebank: Treebank, *, to: str, of: tuple[str, ...], column: LabelColumn = "label") -> Treebank:
    """Merge several labels into one: cluster(to=N, of=[NN,NNS], column=tag)."""
    members = frozenset(of)
    return relabel(treebank, lambda value: to if value in members else value, _TABLE[column], column)


@transform("rewrite")
def rewrite(treebank: Treebank, *, pattern: str, to: str = "", column: LabelColumn = "label") -> Treebank:
    """Replace the matches of a regular expression in labels: rewrite(pattern=';.*') turns NP;*SBJ* into NP."""
    values = getattr(treebank, _TABLE[column]).text(column).values
    expression = safe_expression(pattern, max(map(len, values), default=0))
    try:
        expression.sub(to, "")
        changed = {value: expression.sub(to, value) for value in values}
    except (re.error, IndexError, OverflowError, ValueError) as error:
        raise CallError(f"cannot replace {shown(pattern)} by {shown(to)}: {error}") from None
    return relabel(treebank, changed.__getitem__, _TABLE[column], column)


@transform("parent-annotation")
def parent_annotation(treebank: Treebank, *, mark: str = "^") -> Treebank:
    """Add the parent's label to every phrasal label: NP below S becomes NP^S (Johnson 1998)."""
    nodes = treebank.nodes
    if not len(nodes):
        return treebank
    label, parent = nodes.text("label"), nodes.numbers("parent")
    above = np.where(parent >= 0, label.codes[np.where(parent >= 0, parent + nodes.start, 0)], np.int32(-1))
    return treebank.replace(nodes=nodes.replace(label=pair(label, Text(above, label.values), mark)))


@transform("remove-parent-annotation")
def remove_parent_annotation(treebank: Treebank, *, mark: str = "^") -> Treebank:
    """Cut phrasal labels at the last ^: NP^S becomes NP. The inverse of parent-annotation."""
    return relabel(treebank, lambda value: value.rpartition(mark)[0] if mark in value else value)
