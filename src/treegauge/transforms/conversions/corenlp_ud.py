"""Penn trees to Universal Dependencies by the converter of Stanford CoreNLP.

Schuster and Manning (2016), Enhanced English Universal Dependencies, LREC.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ...core.errors import DataError, MissingParserError
from ...core.outputs import work_folder
from ...core.wording import counted
from ...formats.brackets import write_brackets
from ...formats.dialects import DIALECTS
from ...programs.files import foreign_program, missing_files, program_files
from ...programs.java import default_memory, missing_java, run_java
from ...treebank import Treebank
from ..base import transform
from .unpacking import attach_arcs, penn_words

_MAIN = "edu.stanford.nlp.trees.ud.UniversalDependenciesConverter"
_NAME = "stanford"  # of the program, and of the parser that installs it
_CHATTER = re.compile(r"Picked up |\s*$")

ConvertedArcs = tuple[list[int], list[str]]  # the head of each word, from 0, and its relation


@transform("corenlp-ud")
def to_corenlp_ud(treebank: Treebank) -> Treebank:
    """Make dependencies from English Penn trees with the converter of Stanford CoreNLP (basic Universal Dependencies),
    which must be installed: treegauge parsers install stanford. The phrases are kept; empty elements are removed.

    Sentences without phrases keep the dependencies that they have, if any.
    """
    if not len(treebank.tokens):
        return treebank
    words = penn_words(treebank)[1]
    numbers = np.flatnonzero((words.tokens.counts > 0) & (words.nodes.counts > 0))
    arcs = dict(zip(numbers.tolist(), _converted(words[numbers]), strict=True))
    return attach_arcs(words, [arcs.get(number) for number in range(len(words))])


def _converted(trees: Treebank) -> list[ConvertedArcs]:
    """The arcs of trees that all have words."""
    files = program_files(foreign_program(_NAME).files)
    missing = missing_java(8) or missing_files(files, _NAME)
    if missing is not None:
        raise MissingParserError(f"corenlp-ud cannot run here: {missing}")
    with work_folder() as folder:
        with (folder / "trees").open("wb") as file:
            write_brackets(trees.replace(header={}), file, DIALECTS["brackets"])
        output = folder / "arcs"
        memory = f"{default_memory() >> 20}m"
        jars = [file.path for file in files]
        run = run_java(jars, _MAIN, ["-treeFile", "trees"], folder, memory=memory, output=output)
        sentences = _read(output)
    for number, tree in enumerate(trees):
        if number >= len(sentences):
            said = run.message(_CHATTER, _NAME) or "it stopped there"
            raise DataError(f"{trees.where(number)}: corenlp-ud failed: {said}")
        if len(sentences[number][0]) != len(tree):
            count = counted(len(sentences[number][0]), "word")
            raise DataError(f"{trees.where(number)}: corenlp-ud returned {count} for {len(tree)}")
    return sentences


def _read(path: Path) -> list[ConvertedArcs]:
    """The arcs of the sentences in CoNLL-U that are complete."""
    blocks = path.read_text("utf-8", "replace").split("\n\n")[:-1]
    rows = [[line.split("\t") for line in block.split("\n") if line and line[0] != "#"] for block in blocks]
    return [
        ([int(row[6]) - 1 if row[6].isdigit() else -1 for row in block], [row[7] for row in block])
        for block in rows
        if block
    ]
