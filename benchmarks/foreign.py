"""What the adapters of Java programs add to the programs' own time: the same 1,000 sentences, the same options of Java.

Programs that are not installed are left out. Times are processor times of whole calls, with child processes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import treegauge
from timing import Row
from treegauge import Treebank
from treegauge.parsers.adapters.maltparser import MaltParser
from treegauge.parsers.adapters.mstparser import MSTParser
from treegauge.parsers.adapters.stanford import Stanford
from treegauge.parsers.foreign.base import FileModel, JavaParser
from treegauge.parsers.foreign.conll import write_words
from treegauge.parsers.foreign.phrases import words_for_brackets
from treegauge.parsers.trees import without_trees

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
MEMORY = "2g"
SENTENCES, TRAINED_ON, TIMES = 1000, 150, 2
GOAL = "10 % at most"
# For both calls: the time that the parallel garbage collector takes depends on what else the machine does.
COLLECTOR = "-XX:+UseSerialGC"
JAVA = ["java", f"-Xmx{MEMORY}", "-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US"]


@contextmanager
def no_kept_models() -> Iterator[None]:
    """Inside this context models are trained anew, and not kept."""
    with tempfile.TemporaryDirectory() as folder:
        place = "treegauge.parsers.foreign.models.models_folder"
        with mock.patch(place, return_value=Path(folder)):
            yield


def foreign() -> list[Row]:
    """One row per program."""
    parsers = [MaltParser(memory=MEMORY), MSTParser(memory=MEMORY, iterations=2), Stanford(memory=MEMORY)]
    with no_kept_models(), mock.patch.dict(os.environ, JAVA_TOOL_OPTIONS=COLLECTOR):
        return [_compared(parser, *_sentences(parser.makes)) for parser in parsers if parser.missing() is None]


def _sentences(kind: str) -> tuple[Treebank, Treebank]:
    if kind == "constituents":
        file, bundled = SHARED / "ptb_wsj_sample" / "wsj_sample.mrg.xz", "english.mrg"
    else:
        file, bundled = SHARED / "ud" / "UD_Turkish-IMST" / "tr_imst-ud-train.conllu.xz", "english.conllu"
    treebank = treegauge.read(file) if file.exists() else treegauge.bundled(bundled)
    treebank = treegauge.apply(treebank, ["remove-empties", "select-length(max=39)"])
    copies = treegauge.concatenate([treebank] * (1 + (SENTENCES + TRAINED_ON) // len(treebank)))
    return copies[:TRAINED_ON], copies[TRAINED_ON : TRAINED_ON + SENTENCES]


def _compared(parser: JavaParser, train: Treebank, test: Treebank) -> Row:
    model = parser.train(train)
    assert isinstance(model, FileModel)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jars = os.pathsep.join(map(str, parser.classes(folder)))
        call = [*JAVA, "-cp", jars, *_by_hand(parser, model, folder, without_trees(test))]
        pairs = [(_spent(lambda: model.parse(test)), _spent(lambda: _run(call, folder))) for _ in range(TIMES)]
    (ours, here), (theirs, _) = (min(times) for times in zip(*pairs, strict=True))
    job = f"{parser.name}: parse {SENTENCES:,} sentences"
    shown = f"{ours:.2f} s, {here:.2f} s of it outside Java"
    return job, shown, f"{theirs:.2f} s by hand", f"{100 * (ours / theirs - 1):+.1f} %", GOAL


def _run(call: list[str], folder: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    quiet = subprocess.DEVNULL
    subprocess.run(call, cwd=folder, check=True, env=environment, stdout=quiet, stderr=quiet)


def _by_hand(parser: JavaParser, model: FileModel, folder: Path, test: Treebank) -> list[str]:
    """Write the sentences; returns the main class and its arguments."""
    if isinstance(parser, Stanford):
        (folder / "model.ser").symlink_to(model.path)
        lines = (" ".join(words) + "\n" for words in words_for_brackets(test))
        (folder / "test").write_text("".join(lines), "utf-8")
        options = ["-encoding", "UTF-8", "-tokenized", "-sentences", "newline", "-outputFormat", "oneline"]
        main = "edu.stanford.nlp.parser.lexparser.LexicalizedParser"
        return [main, *options, "-loadFromSerializedFile", "model.ser", "test"]
    write_words(test, folder / "test", heads=isinstance(parser, MSTParser))
    if isinstance(parser, MSTParser):
        (folder / "model").symlink_to(model.path)
        files = ["model-name:model", "test-file:test", "output-file:out"]
        return ["mstparser.DependencyParser", "test", *files, "format:CONLL", "order:1", "decode-type:proj"]
    (folder / "treegauge.mco").symlink_to(model.path)
    return ["org.maltparser.Malt", "-m", "parse", "-c", "treegauge", "-i", "test", "-o", "out"]


def _spent(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processor time: all, and those in this process. Java's own time differs by some per cent from run to
    run, so the second number says more about the adapter on a busy machine."""
    here, below = time.process_time(), _children()
    work()
    here = time.process_time() - here
    return here + _children() - below, here


def _children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
