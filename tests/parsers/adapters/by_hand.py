"""Java programs called by hand, to compare their trees with those of the adapters."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from small_treebanks import tagged

from treegauge import ParserModel, Text, Treebank, bundled, write
from treegauge.parsers.foreign.base import JavaParser

TREES = bundled("english.conllu")
TRAIN, TEST = TREES[:12], TREES[25:33]


def run(parser: JavaParser, folder: Path, *call: str) -> str:
    """What a main class of the program prints in a folder."""
    paths = os.pathsep.join(map(str, parser.classes(folder)))
    command = ["java", "-Xmx2g", "-Dfile.encoding=UTF-8", "-cp", paths, *call]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def put_trees(folder: Path, ending: str, train: Treebank = TRAIN, test: Treebank = TEST) -> None:
    """Write train and test files in a format of treegauge."""
    write(train, folder / f"train.{ending}")
    write(test, folder / f"test.{ending}")


def columns(path: Path, head: int, relation: int) -> list[tuple[str, str]]:
    """The heads and relations in a file, by the numbers of their columns."""
    rows = [line.split("\t") for line in path.read_text("utf-8").split("\n") if line]
    return [(row[head], row[relation]) for row in rows]


def arcs(trees: Treebank) -> list[tuple[str, str]]:
    """The heads and relations of trees, as a file has them."""
    heads, relations = trees.tokens.numbers("head") + 1, trees.tokens.text("deprel").decode()
    return [(str(head), str(relation)) for head, relation in zip(heads.tolist(), relations, strict=True)]


def check_odd_words(model: ParserModel) -> None:
    """Words with blanks and odd characters, a sentence of 300 words and an empty one are all kept."""
    words = ["a b", "*", "", "\U0001f600", "a\u00a0b", "\x07", "12,5", "x" * 500, "a\u2028b", "#", "|"]
    sentences = tagged(" ".join(["X"] * len(words)), "", " ".join(["Y"] * 300), "Z")
    forms = words + ["word"] * 301
    odd = sentences.replace(tokens=sentences.tokens.replace(form=Text.of(forms)))
    parsed = model.parse(odd)
    assert (parsed.parsed, [sentence.sentence for sentence in parsed.unparsed]) == (3, [2])
    assert parsed.trees.tokens.text("form").decode() == forms
