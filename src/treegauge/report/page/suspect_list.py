"""The list of suspects on a treebank's card: what is probably an annotation error, the worst first."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from html import escape

import numpy as np

from ...core.errors import CallError, DataError
from ...core.types import Int64s
from ...core.wording import counted
from ...studies.suspects.finding import SuspectRow, find_suspects
from ...treebank import Treebank
from .addresses import sentences_address
from .elements import table, tag

FIRST = 20  # suspects that are shown
_WORDS = 60  # characters of the words of a suspect


@dataclass(frozen=True)
class Suspected:
    """The worst suspects of a treebank with their words; or why there are none."""

    rows: tuple[SuspectRow, ...] = ()
    words: tuple[str, ...] = ()
    refusal: str = ""

    @property
    def sentences(self) -> Int64s:
        """Their sentences, from 0."""
        return np.unique(np.array([row["sentence"] - 1 for row in self.rows], np.int64))


def suspected(trees: Treebank, seed: int) -> Suspected:
    """Look for suspects with the usual evidence."""
    try:
        suspects = find_suspects(trees, seed=seed)
    except (CallError, DataError) as error:
        return Suspected(refusal=str(error))
    rows = suspects.rows(FIRST)
    return Suspected(tuple(rows), tuple(suspects.text(row) for row in rows))


def suspect_list(found: Suspected, shown: Container[int]) -> str:
    """The suspects as a table. Those whose sentences (numbers from 0) are in the page have a link to it."""
    title = tag("h2", "What is probably an annotation error")
    if found.refusal:
        return title + tag("p", escape(f"Suspects were not looked for: {found.refusal}"), class_="note")
    rows = [_cells(row, words, shown) for row, words in zip(found.rows, found.words, strict=True)]
    suspects = table(["", "sentence", "label", "words", "why"], rows, caption="Suspects", kind="suspects")
    note = (
        f"The {counted(len(rows), 'worst suspect')} by surprise, variation and form, as treegauge suspects finds them;"
        " many are correct but unusual."
    )
    return title + suspects + tag("p", note, class_="note")


def _cells(row: SuspectRow, words: str, shown: Container[int]) -> list[str]:
    number = f"{row['sentence']:,}"
    address = sentences_address({"s": str(row["sentence"])})
    sentence = (
        tag("a", tag("strong", number), href=address, title=row["where"]) if row["sentence"] - 1 in shown else number
    )
    short = words if len(words) <= _WORDS else f"{words[: _WORDS - 1]}…"
    why = "; ".join(row["reasons"]) or "no single reason"
    return [
        tag("td", str(row["rank"])),
        tag("td", sentence),
        *(tag("td", escape(text)) for text in (row["label"] or "(none)", short, why)),
    ]
