"""`treegauge entail --check`: the answers of parses to pairs of a text and a hypothesis."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..core.wording import counted
from .options import note
from .printing import print_json

if TYPE_CHECKING:
    from ..treebank import Treebank


@dataclass(frozen=True)
class CheckOptions:
    """The options of `--check`."""

    hypotheses: Treebank | None
    focus: bool
    explain: bool
    against: list[str]
    published: str | None
    output: str | None
    json: bool


def check_pairs(name: str, parses: Treebank, options: CheckOptions) -> None:
    """Answer the pairs of a file, and print how good the answers are."""
    from ..entailments.pairs import read_pairs
    from ..evaluation.answers import check_entailments, read_answers, read_published, remark_on_texts, write_answers

    pairs = read_pairs(name)
    checked = check_entailments(pairs, parses, hypotheses=options.hypotheses, focus=options.focus)
    against = [checked.against(file, read_answers(file)) for file in options.against]
    published = read_published(options.published) if options.published else []
    if options.output:
        write_answers(checked, options.output)
    if options.json:
        print_json("entail", [checked.row(against, published)])
        return
    from ..report.answers import answer_tables, explained_lines
    from ..report.tables import console

    if options.explain:
        sys.stdout.writelines(f"{line}\n" for line in explained_lines(pairs, checked))
    for number, table in enumerate(answer_tables(checked, against, published)):
        if number:
            console().print()
        console().print(table)
    note(f"{counted(len(checked), 'pair')}, {len(checked.judged):,} with a gold answer")
    if remark := remark_on_texts(checked):
        note(remark)
