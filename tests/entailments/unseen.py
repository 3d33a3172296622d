"""Pairs over treebanks that must not be copied: `unseen.tsv`.

A line has the set, the treebank, the number of the sentence, the answer of people, and the hypothesis. A word that the
sentence has is its number in the sentence, from 0, after `#`. Each set was written before the tool answered any of its
pairs, and from other sentences than the sets before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from treegauge import EntailmentPair, Tree, Treebank, read
from treegauge.entailments.texts import running_text

FILE = Path(__file__).with_name("unseen.tsv")
TREEBANKS = {
    "wsj": "ptb_wsj_sample/wsj_sample.mrg.xz",
    "gum": "gum/gum_dep.conllu.xz",
    "partut": "ud/UD_English-ParTUT/en_partut-ud-test.conllu.xz",
}


@dataclass(frozen=True)
class UnseenPair:
    """A line of the file."""

    set: str
    treebank: str
    sentence: int
    answer: bool
    hypothesis: str


@cache
def lines() -> list[UnseenPair]:
    """All pairs."""
    rows = [line.split("\t") for line in FILE.read_text("utf-8").splitlines()]
    return [UnseenPair(row[0], row[1], int(row[2]), row[3] == "YES", row[4]) for row in rows]


def spelled(hypothesis: str, tree: Tree) -> str:
    """A hypothesis with the words of its sentence."""
    forms = [token.form or "" for token in tree if token.tag != "-NONE-"]
    words = [forms[int(word[1:])] if word.startswith("#") else word for word in hypothesis.split()]
    return running_text([*words, "."])


def text(tree: Tree) -> str:
    """A sentence as people write it."""
    marked = [line for line in tree.comments or () if line.startswith("# text = ")]
    return marked[0].removeprefix("# text = ") if marked else running_text((tree.text or "").split())


def pairs(chosen: str, treebank: str, shared: Path) -> tuple[list[EntailmentPair], Treebank]:
    """The pairs of a set over a treebank, and the gold trees of their texts."""
    trees = read(shared / TREEBANKS[treebank])
    own = [line for line in lines() if (line.set, line.treebank) == (chosen, treebank)]
    numbers = list(dict.fromkeys(line.sentence for line in own))
    made = [
        EntailmentPair(
            str(number), text(trees[line.sentence]), spelled(line.hypothesis, trees[line.sentence]), line.answer
        )
        for number, line in enumerate(own, 1)
    ]
    return made, trees[numbers]
