"""Suspects as tables, and in trees with comments."""

from __future__ import annotations

from rich.console import Group

from ..core.wording import counted
from ..formats.base import COMMENTED
from ..studies.suspects.evaluating import FIRST, SuspectEvaluation
from ..studies.suspects.finding import SuspectRow, Suspects
from ..treebank import Text, Treebank
from .fitting import FittedTable
from .tables import new_table

_WORDS = 40  # characters of the words of a suspect


def suspects_report(suspects: Suspects, rows: list[SuspectRow]) -> Group:
    """The worst suspects, and what to do with them."""
    unit = "node" if suspects.items.kind == "nodes" else "word"
    sentences = counted(len(suspects.treebank), "sentence")
    notes = [f"{counted(len(suspects), unit)} of {sentences} ranked; score: log odds of an error, up to a constant"]
    if rows:
        look = f"treegauge show TREEBANK {rows[0]['sentence']}"
        notes.append(f"many suspects are correct but unusual: look at the tree before you change it ({look})")
    return Group(suspects_table(suspects, rows), "", *notes)


def suspects_table(suspects: Suspects, rows: list[SuspectRow]) -> FittedTable:
    """One row per suspect."""
    table = new_table()
    table.add_figures("rank", "sentence")
    table.add_names("where")
    table.add_labels("label", "words")
    table.add_figures("score")
    table.add_labels("reasons")
    for row in rows:
        text = suspects.text(row)
        if suspects.items.kind == "words":
            text = f"{row['left'] + 1} {text}"  # its number, as CoNLL-U has it
        words = text if len(text) <= _WORDS else text[: _WORDS - 1] + "…"
        reasons = "; ".join(row["reasons"]) or "no single reason"
        place = str(row["rank"]), f"{row['sentence']:,}", row["where"]
        table.add_row(*place, row["label"] or "(none)", words, f"{row['score']:.2f}", reasons)
    return table


def evaluation_tables(evaluation: SuspectEvaluation) -> Group:
    """One row per kind of errors, and the curve."""
    table = new_table()
    table.add_labels("kind")
    table.add_figures("inserted", f"of first {FIRST} %", "recall in 20 % read %")
    for row in evaluation.rows():
        figures = (f"{100 * row['precision_200']:.1f}", f"{100 * row['recall_20']:.1f}")
        table.add_row(row["kind"], f"{row['inserted']:,}", *figures)
    curve = new_table()
    curve.add_figures("read %", "recall %", "precision %")
    for point in evaluation.curve():
        curve.add_row(*(f"{100 * point[name]:.1f}" for name in ("read", "recall", "precision")))
    notes = (
        f"of first {FIRST}: the share of the first suspects that are at an error of this kind; all: the precision",
        "real errors of the treebank count against precision, so that it is a lower bound",
    )
    return Group(table, "", curve, "", *notes)


def with_suspects(treebank: Treebank, rows: list[SuspectRow]) -> Treebank:
    """The trees with a comment for each suspect, in its sentence."""
    comments = treebank.sentences.text("comments").decode()
    for row in rows:
        place = row["sentence"] - 1
        words = (
            f"words {row['left'] + 1}-{row['right']}" if row["right"] > row["left"] + 1 else f"word {row['left'] + 1}"
        )
        reasons = "; ".join(row["reasons"]) or "no single reason"
        line = f"# suspect {row['rank']} = {row['label']}, {words}: {reasons}"
        comments[place] = f"{comments[place]}\n{line}" if comments[place] else line
    sentences = treebank.sentences.replace(comments=Text.of(comments))
    return treebank.replace(sentences=sentences, header={**treebank.header, COMMENTED: "yes"})
