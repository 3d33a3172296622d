"""The judged entailments: read, print and count them.

    python tests/entailments/judging.py show NAME     # print the entailments of a treebank with their judgements
    python tests/entailments/judging.py new NAME      # print those that nobody has judged yet, as lines to fill in

`judged/NAME.tsv` has one line per entailment: the number of the sentence, four letters (grammatical, entailed by
syntax, entailed strictly, natural; y or n), and the entailment. Sentences of treebanks that must not be copied have the
first 16 hexadecimal digits of the SHA-256 sum of the entailment in place of it; `show` prints the sentences and
entailments from the treebank. `missing` lines count what a sentence says and no entailment does.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from treegauge import Entailments, bundled, entail, read

HERE = Path(__file__).parent / "judged"
SHARED = Path(__file__).parents[3] / "shared" / "treebanks"
# Treebanks with the sentences that are judged: all of the bundled one, and of the others so many, drawn by a seed.
GUM, WSJ, CRAFT = "gum/gum_dep.conllu.xz", "ptb_wsj_sample/wsj_sample.mrg.xz", "craft/craft_penn.tree.xz"
FILES = {
    "bundled": ("", 0, 0),
    "wsj": (WSJ, 34, 2029),
    "ewt": ("ud/UD_English-EWT/en_ewt-ud-dev.conllu.xz", 34, 2029),
    "gum": (GUM, 34, 2029),
    "craft": (CRAFT, 34, 2029),
    "wsj2": (WSJ, 42, 20262),
    "ewt2": ("ud/UD_English-EWT/en_ewt-ud-test.conllu.xz", 36, 20262),
    "gum2": (GUM, 42, 20262),
    "craft2": (CRAFT, 22, 20262),
    "genia2": ("genia/test.trees.xz", 16, 20262),
}
SHORTEST, LONGEST = 6, 30
CRITERIA = ("grammatical", "entailed by syntax", "entailed strictly", "natural")


@dataclass(frozen=True)
class Judgement:
    """What a reader said about an entailment."""

    sentence: int
    letters: str
    entailment: str


@cache
def entailments(name: str) -> Entailments:
    """The strict entailments of the sentences that are judged."""
    if name == "bundled":
        return entail(bundled("english.mrg"), strict=True)
    file, number, seed = FILES[name]
    treebank = read(SHARED / file)
    fits = np.flatnonzero((treebank.tokens.counts >= SHORTEST) & (treebank.tokens.counts <= LONGEST))
    drawn = np.random.default_rng(seed).choice(fits, number, replace=False)
    return entail(treebank[np.sort(drawn)], strict=True)


def key(name: str, text: str) -> str:
    """An entailment as the file has it."""
    return text if name == "bundled" else hashlib.sha256(text.encode()).hexdigest()[:16]


def judgements(name: str) -> tuple[list[Judgement], int]:
    """The judgements of a file, and the number of missing entailments."""
    judged, missing = [], 0
    for line in (HERE / f"{name}.tsv").read_text("utf-8").splitlines():
        sentence, letters, *rest = line.split("\t")
        if letters == "missing":
            missing += int(rest[0])
        else:
            judged.append(Judgement(int(sentence), letters, rest[0]))
    return judged, missing


@dataclass(frozen=True)
class Rates:
    """The shares of today's entailments that are good by each criterion that was judged, how many were judged, how many
    were not, and how many are missing."""

    shares: dict[str, float]
    judged: int
    unknown: int
    missing: int


def rates(name: str) -> Rates:
    """The rates of a treebank."""
    judged, missing = judgements(name)
    known = {(own.sentence, own.entailment): own.letters for own in judged}
    today = [known.get((sentence, key(name, text)), "") for sentence, text in listed(name)]
    columns = dict(zip(CRITERIA, zip(*filter(None, today), strict=True), strict=True))
    shares = {name: 100 * letters.count("y") / len(letters) for name, letters in columns.items() if "-" not in letters}
    return Rates(shares, len(today) - today.count(""), today.count(""), missing)


def listed(name: str) -> Iterator[tuple[int, str]]:
    """The number of the sentence, from 1, and the text of each entailment."""
    found = entailments(name)
    for number, (sentence, tree) in enumerate(zip(found.sentences, found.treebank, strict=True), 1):
        if "__" not in tree.text:  # GUM has sentences whose words are left out
            yield from ((number, own.text) for own in sentence)


def show(name: str, new: bool) -> None:
    """Print sentences and entailments with their judgements, or those without one."""
    known = {}
    if (HERE / f"{name}.tsv").exists():
        known = {(own.sentence, own.entailment): own.letters for own in judgements(name)[0]}
    for number, tree in enumerate(entailments(name).treebank, 1):
        texts = [text for sentence, text in listed(name) if sentence == number]
        letters = [known.get((number, key(name, text)), "????") for text in texts]
        if not new or "????" in letters:
            print(f"# {number} {tree.text}")
        for text, letter in zip(texts, letters, strict=True):
            if not new or letter == "????":
                print(f"{number}\t{letter}\t{text}")


if __name__ == "__main__":
    show(sys.argv[2], sys.argv[1] == "new")
