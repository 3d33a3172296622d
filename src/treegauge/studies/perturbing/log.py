"""The log of errors, as JSON lines: one row per error, with its place and what it changed; and how to undo them.

    {"sentence": 9, "id": "s9", "kind": "attach1", "label": "PP", "words": [3, 4], "text": "von Venedig",
     "move": {"node": 5, "from": 1, "to": 0, "below": "NP", "now_below": "S"}, "relabel": null, "heads": []}

Sentences and words are numbered from 1. Nodes are numbered in the tree with the errors, in preorder from 0: an item can
be put back, whatever other errors the sentence has.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

import numpy as np

from ...core.bounds import Bounds
from ...core.errors import CallError, DataError, cannot_read
from ...core.lines import json_rows
from ...core.outputs import write_text
from ...core.shapes import Place, shaped
from ...core.wording import counted, shown
from ...treebank import Rows, Text, Treebank
from ...treebank.edit import restructure
from .kinds import kind_name
from .places import NO_CHANGE, Changes

if TYPE_CHECKING:
    from .inserting import Perturbed

_Number = Annotated[int, Bounds(1, 2**31 - 1)]  # of a sentence or a word
_Node = Annotated[int, Bounds(0, 2**31 - 1)]
_Head = Annotated[int, Bounds(-1, 2**31 - 1)]  # 0 is the root; -1: no head is given

# What was changed: what it was (`from`) and what it is (`to`).
Move = TypedDict(
    "Move",
    {
        "node": NotRequired[_Node],
        "word": NotRequired[_Number],
        "from": _Node,
        "to": _Node,
        "below": NotRequired[str | None],
        "now_below": NotRequired[str | None],
    },
)
Relabel = TypedDict("Relabel", {"node": _Node, "from": str | None, "to": str})
HeadChange = TypedDict(
    "HeadChange",
    {
        "word": _Number,
        "from": NotRequired[_Head],
        "to": NotRequired[_Head],
        "relation_from": NotRequired[str | None],
        "relation_to": NotRequired[str],
    },
)


class LogRow(TypedDict):
    """An error: the sentence, the phrase with its words (first and last), and what was changed."""

    sentence: _Number
    id: NotRequired[str | None]
    kind: str
    label: NotRequired[str | None]
    words: NotRequired[list[int]]
    text: NotRequired[str]
    move: Move | None
    relabel: Relabel | None
    heads: list[HeadChange]


class UndoneRow(TypedDict):
    """What `treegauge perturb --undo --json` prints."""

    undone: int
    sentences: int


@dataclass(frozen=True, eq=False)
class Undone:
    """A treebank after the errors of a log were undone: how many, in how many sentences."""

    treebank: Treebank
    errors: int
    sentences: int

    def row(self) -> UndoneRow:
        return {"undone": self.errors, "sentences": self.sentences}


def log_rows(perturbed: Perturbed) -> list[LogRow]:
    """One row per error, by sentence."""
    changes = perturbed.changes
    order = np.argsort(changes.sentence, kind="stable").tolist()
    return [_row(perturbed, changes, number) for number in order]


def _row(perturbed: Perturbed, changes: Changes, k: int) -> LogRow:
    gold, sentence = perturbed.gold.treebank, int(changes.sentence[k])
    start = int(gold.tokens.offsets[sentence])
    left, right = int(changes.left[k]), int(changes.right[k])
    phrase = int(changes.phrase[k])
    forms = gold.tokens.text("form")
    return {
        "sentence": sentence + 1,
        "id": gold.sentences.text("id")[sentence],
        "kind": kind_name(int(changes.kind[k])),
        "label": gold.nodes.text("label")[phrase] if phrase >= 0 else None,
        "words": [left - start + 1, right - start],
        "text": " ".join(forms[row] or "" for row in range(left, right)),
        "move": _move(perturbed, changes, k),
        "relabel": _relabel(perturbed, changes, k),
        "heads": _heads(gold, changes, k, start),
    }


def _move(perturbed: Perturbed, changes: Changes, k: int) -> Move | None:
    gold = perturbed.gold.treebank
    node, token, source, target = (
        int(column[k]) for column in (changes.node, changes.token, changes.source, changes.target)
    )
    if node < 0 and token < 0:
        return None
    sentence = int(changes.sentence[k])
    label = gold.nodes.text("label")
    ends: Move = {
        "from": _now(perturbed, source),
        "to": _now(perturbed, target),
        "below": label[source],
        "now_below": label[target],
    }
    if node >= 0:
        return {"node": _now(perturbed, node), **ends}
    return {"word": token - int(gold.tokens.offsets[sentence]) + 1, **ends}


def _now(perturbed: Perturbed, node: int) -> int:
    """The number of a node of the gold tree in the tree with the errors."""
    offsets = perturbed.treebank.nodes.offsets
    row = int(perturbed.place[node])
    return row - int(offsets[np.searchsorted(offsets, row, side="right") - 1])


def _relabel(perturbed: Perturbed, changes: Changes, k: int) -> Relabel | None:
    new = changes.label[k]
    if new is None:
        return None
    phrase = int(changes.phrase[k])
    old = perturbed.gold.treebank.nodes.text("label")[phrase]
    return {"node": _now(perturbed, phrase), "from": old, "to": new}


def _heads(gold: Treebank, changes: Changes, k: int, start: int) -> list[HeadChange]:
    """The words that have a new head (0 is the root) or relation."""
    changed: list[HeadChange] = []
    for place, text in enumerate(changes.relation):
        token = int(changes.dependent[k, place])
        if token < 0:
            continue
        row: HeadChange = {"word": token - start + 1}
        head = int(changes.head[k, place])
        if head != NO_CHANGE:
            row |= {"from": int(gold.tokens.numbers("head")[token]) + 1, "to": head + 1}
        relation = text[k]
        if relation is not None:
            row |= {"relation_from": gold.tokens.text("deprel")[token], "relation_to": relation}
        changed.append(row)
    return changed


def write_error_log(rows: Iterable[LogRow], path: str) -> None:
    """Write one JSON object per line."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    write_text(text, path)


def read_error_log(path: str) -> list[LogRow]:
    """The rows of a log. Lines may be deleted: their errors are then kept in the trees."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from None
    except ValueError as error:  # a name with NUL
        raise CallError(f"cannot read {shown(path, 300)}: {error}") from None
    return [_checked(row, where) for where, row in json_rows(data, LogRow, path)]


def _checked(row: LogRow, where: str) -> LogRow:
    """A row whose changes are whole: each has one item, and both what it was and what it is."""
    place = Place(where, table="object")
    move = row["move"]
    if move is not None and ("node" in move) == ("word" in move):
        raise place.below("move").error("must have a node or a word")
    for number, change in enumerate(row["heads"], 1):
        for old, new in (("from", "to"), ("relation_from", "relation_to")):
            if (old in change) != (new in change):
                raise place.below("heads").item(number).error(f"must have both {old} and {new}, or neither")
    return row


def undo_errors(treebank: Treebank, log: Sequence[LogRow]) -> Undone:
    """Undo the errors of a log. The whole log gives the gold trees back exactly."""
    places = [f"row {number} of the log" for number in range(1, len(log) + 1)]
    rows = [
        _checked(shaped(row, LogRow, Place(where, table="object")), where)
        for row, where in zip(log, places, strict=True)
    ]
    for row in rows:
        if row["sentence"] > len(treebank):
            raise DataError(
                f"the log has an error in sentence {row['sentence']},"
                f" but the treebank has {counted(len(treebank), 'sentence')}"
            )
    gold = _undo_heads(_undo_phrases(treebank, rows), rows)
    return Undone(gold, len(rows), len({row["sentence"] for row in rows}))


def _undo_phrases(treebank: Treebank, log: Sequence[LogRow]) -> Treebank:
    nodes, tokens = treebank.nodes, treebank.tokens
    rows = [row for row in log if row["move"] or row["relabel"]]
    if not rows:
        return treebank
    if not treebank.has_constituents:
        raise _other_trees(treebank, rows[0], "it has no phrases")
    parent, token_parent = nodes.numbers("parent").copy(), tokens.numbers("parent").copy()
    label = nodes.text("label").decode()
    for row in rows:
        if row["move"]:
            move = row["move"]
            pointer, at = (
                (parent, _node(treebank, row, move["node"]))
                if "node" in move
                else (token_parent, _word(treebank, row, move["word"]))
            )
            _node(treebank, row, move["from"])
            if int(pointer[at]) != move["to"]:
                raise _other_trees(treebank, row, f"what was moved is not below node {move['to']}")
            pointer[at] = move["from"]
        if row["relabel"]:
            at = _node(treebank, row, row["relabel"]["node"])
            if label[at] != row["relabel"]["to"]:
                raise _other_trees(treebank, row, f"the label is {label[at]}, not {row['relabel']['to']}")
            label[at] = row["relabel"]["from"]
    return restructure(treebank, nodes.replace(parent=parent, label=Text.of(label)), token_parent)


def _undo_heads(treebank: Treebank, log: Sequence[LogRow]) -> Treebank:
    tokens = treebank.tokens
    changes = [(row, change) for row in log for change in row["heads"]]
    if not changes:
        return treebank
    if not treebank.has_dependencies:
        raise _other_trees(treebank, changes[0][0], "it has no heads")
    head, relation = tokens.numbers("head").copy(), tokens.text("deprel").decode()
    for row, change in changes:
        at = _word(treebank, row, change["word"])
        if "to" in change:
            if int(head[at]) != change["to"] - 1:
                raise _other_trees(treebank, row, f"the head of word {change['word']} is {int(head[at]) + 1}")
            if change["from"] > tokens.counts[row["sentence"] - 1]:
                raise _other_trees(treebank, row, f"there is no word {change['from']}")
            head[at] = change["from"] - 1
        if "relation_to" in change:
            if relation[at] != change["relation_to"]:
                raise _other_trees(treebank, row, f"the relation of word {change['word']} is {relation[at]}")
            relation[at] = change["relation_from"]
    changed = tokens.replace(head=head, deprel=Text.of(relation) if "deprel" in tokens else None)
    return treebank.replace(tokens=changed)


def _node(treebank: Treebank, row: LogRow, number: int) -> int:
    return _at(treebank, row, treebank.nodes, number, "node")


def _word(treebank: Treebank, row: LogRow, number: int) -> int:
    return _at(treebank, row, treebank.tokens, number - 1, "word")


def _at(treebank: Treebank, row: LogRow, rows: Rows, number: int, what: str) -> int:
    sentence = row["sentence"] - 1
    if not 0 <= number < rows.counts[sentence]:
        raise _other_trees(treebank, row, f"there is no such {what} ({number})")
    return int(rows.offsets[sentence]) + number


def _other_trees(treebank: Treebank, row: LogRow, problem: str) -> DataError:
    sentence = row["sentence"]
    return DataError(
        f"{treebank.where(sentence - 1)}: the error {shown(row['kind'])} of sentence {sentence} ({row.get('text')})"
        f" cannot be undone: {problem}; is this the treebank that was written with this log?"
    )
