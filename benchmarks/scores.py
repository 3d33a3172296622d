"""Scoring compared with other programs, as whole commands in the same run.

The other programs are EVALB (the environment variable EVALB names its binary), PYEVALB, udtools, and disco-dop's
leaf-ancestor, each if it is installed. The trees are copies of the 3,914 sentences of the Penn Treebank sample with a
parser's output from the data folder (`SHARED`); if they are missing, the bundled treebank is used. udtools scores UD
English-EWT test against itself with every tenth head wrong.
"""

from __future__ import annotations

import importlib.util
import lzma
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

import treegauge
from treegauge.formats.bundled import bundled
from treegauge.measures.shared.prm import PRESETS

SHARED = Path(__file__).parent.parent.parent / "shared"
Row = tuple[str, str, str, str, str]
MANY, FEW = 1_000_000, 3_914
_PROGRAM = [sys.executable, "-m", "treegauge"]


def parses() -> tuple[bytes, bytes]:
    """Gold and parsed trees, one per line."""
    folder = SHARED / "reference" / "constituency"
    if folder.is_dir():
        names = ("wsj-sample.gold.clean.mrg.xz", "wsj-sample.bllip-T20.mrg.xz")
        return lzma.open(folder / names[0]).read(), lzma.open(folder / names[1]).read()
    return _lines("english.mrg"), _lines("english.parsed.mrg")


def _lines(name: str) -> bytes:
    with tempfile.NamedTemporaryFile(suffix=".mrg") as file:
        treegauge.write(treegauge.apply(bundled(name), ["remove-empties"]), file.name)
        return Path(file.name).read_bytes()


@contextmanager
def copied(sentences: int) -> Iterator[tuple[str, str, int]]:
    """Files with enough copies of the trees, and the number of trees."""
    gold, test = parses()
    times = max(round(sentences / gold.count(b"\n")), 1)
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(Path(folder, name)) for name in ("gold.mrg", "test.mrg")]
        for path, text in zip(paths, (gold, test), strict=True):
            with open(path, "wb") as file:
                for _ in range(times):
                    file.write(text)
        yield paths[0], paths[1], gold.count(b"\n") * times


def spent(command: list[str], times: int = 2) -> float:
    """The best wall-clock time of a command, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def parseval() -> list[Row]:
    """EVALB on a million sentences on one core, ours on one and two; PYEVALB on the sample."""
    rows = []
    evalb = os.environ.get("EVALB", "")
    with copied(MANY) as (gold, test, number), tempfile.NamedTemporaryFile("w", suffix=".prm") as prm:
        prm.write(replace(PRESETS["new"], max_error=10**9).text.replace("; ", "\n") + "\n")
        prm.flush()
        score = [*_PROGRAM, "score", gold, test, "-m", "parseval", "--prm", prm.name, "--json"]
        with copied(FEW) as (few_gold, few_test, _):
            spent([*_PROGRAM, "score", few_gold, few_test, "-m", "parseval", "--prm", prm.name])
        theirs = spent([evalb, "-p", prm.name, gold, test]) if evalb else 0.0
        alone, both = (spent([*score, "--jobs", jobs]) for jobs in ("1", "2"))
        rows.append(_row(f"parseval, {number:,} sentences, 1 job, EVALB", alone, theirs, number, "2 x"))
        rows.append((f"the same, 2 jobs against 1 ({_each(both, number)})", "", "", f"{alone / both:.2f} x", "1.7 x"))
    if importlib.util.find_spec("PYEVALB") is not None:
        with copied(FEW) as (gold, test, number):
            theirs = _seconds(_PYEVALB, gold, test)
            rows.append(
                _row("parseval, reading and counting, PYEVALB", _seconds(_OURS, gold, test), theirs, number, "100 x")
            )
    return rows


def leaf_ancestor() -> list[Row]:
    """disco-dop's leaf-ancestor on the sample, trees read before on both sides."""
    if importlib.util.find_spec("discodop") is None:
        return []
    with copied(FEW) as (gold, test, number):
        ours, theirs = _seconds(_LEAF, gold, test), _seconds(_DISCODOP, gold, test)
        return [_row("leaf-ancestor, counting, disco-dop", ours, theirs, number, "100 x")]


def ud() -> list[Row]:
    """The CoNLL 2018 measures against udtools, and their memory."""
    if importlib.util.find_spec("udtools") is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        gold, test = (str(Path(folder, name)) for name in ("gold.conllu", "test.conllu"))
        size = _ud_files(gold, test)
        ours, theirs = _seconds(_UD, gold, test), _seconds(_UDTOOLS, gold, test)
        number = len(treegauge.read(gold))
        peak = _printed(_UD_MEMORY, gold, test)
    rows = [_row("ud, reading and counting, udtools", ours, theirs, number, "20 x")]
    return [*rows, ("ud, memory", f"{peak / size:.2f} bytes per byte", "", "", "6 at most")]


def _ud_files(gold: str, test: str) -> int:
    """EWT test fifty times, and the same with some heads changed; and their total size in bytes."""
    path = SHARED / "treebanks" / "ud" / "UD_English-EWT"
    paths = sorted(path.glob("*test*.conllu*")) if path.is_dir() else []
    treebank = treegauge.read(paths[0]) if paths else bundled("english.conllu")
    head = treebank.tokens.numbers("head").copy()
    deep = np.flatnonzero((head >= 0) & (np.arange(len(head)) % 10 == 0))
    roots = np.zeros(len(treebank), np.int64)
    roots[treebank.tokens.sentence[head == -1]] = (np.arange(len(head)) - treebank.tokens.start)[head == -1]
    head[deep] = roots[treebank.tokens.sentence[deep]]
    changed = treebank.replace(tokens=treebank.tokens.replace(head=head))
    for side, name in ((treebank, gold), (changed, test)):
        treegauge.write(side, name)
        data = Path(name).read_bytes()
        Path(name).write_bytes(data * 50)
    return os.path.getsize(gold) + os.path.getsize(test)


def _row(job: str, ours: float, theirs: float, number: int, goal: str) -> Row:
    ratio = f"{theirs / ours:.1f} x" if theirs else "peer not installed"
    return job, _each(ours, number), _each(theirs, number) if theirs else "", ratio, goal


def _each(seconds: float, number: int) -> str:
    return f"{seconds:.2f} s, {1e6 * seconds / number:.1f} us per sentence"


def _printed(script: str, *arguments: str) -> float:
    run = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    return float(re.findall(r"[\d.]+", run.stdout)[-1])


_seconds = _printed
_TIMED = "import sys, time\ngold, test = sys.argv[1:]\n"
_OURS = (
    _TIMED + "import treegauge\n"
    "run = lambda: treegauge.score(treegauge.read(gold), treegauge.read(test), 'parseval', resamples=0)\n"
    "run()\nstart = time.perf_counter()\nrun()\nprint(time.perf_counter() - start)\n"
)
_PYEVALB = (
    _TIMED + "from PYEVALB import parser, scorer\nstart = time.perf_counter()\nscore = scorer.Scorer()\n"
    "for one, other in zip(open(gold), open(test)):\n"
    "    try:\n"
    "        score.score_trees(parser.create_from_bracket_string(one), parser.create_from_bracket_string(other))\n"
    "    except Exception:\n        pass\n"
    "print(time.perf_counter() - start)\n"
)
_LEAF = (
    _TIMED + "import treegauge\nfrom treegauge.measures.leaf_ancestor import LeafAncestor\n"
    "one, other = treegauge.read(gold), treegauge.read(test)\nLeafAncestor().count(one, other)\n"
    "start = time.perf_counter()\nLeafAncestor().count(one, other)\nprint(time.perf_counter() - start)\n"
)
_DISCODOP = (
    _TIMED + "from discodop.eval import leafancestor\nfrom discodop.tree import ParentedTree\n"
    "one, other = ([ParentedTree(line) for line in open(name)] for name in (gold, test))\n"
    "start = time.perf_counter()\n"
    "for a, b in zip(one, other):\n    leafancestor(a, b, ())\n"
    "print(time.perf_counter() - start)\n"
)
_UD = (
    _TIMED + "import treegauge\n"
    "run = lambda: treegauge.score(treegauge.read(gold), treegauge.read(test), 'ud(lenient=true)', resamples=0)\n"
    "run()\nstart = time.perf_counter()\nrun()\nprint(time.perf_counter() - start)\n"
)
_UDTOOLS = (
    _TIMED + "from udtools.udeval import evaluate, load_conllu_file\nstart = time.perf_counter()\n"
    "evaluate(load_conllu_file(gold), load_conllu_file(test))\nprint(time.perf_counter() - start)\n"
)
_UD_MEMORY = (
    _TIMED + "import re, treegauge\n"
    "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()).group(1)) * 1024\n"
    "small = treegauge.bundled('english.conllu')\ntreegauge.score(small, small, 'ud', resamples=0)\nbefore = peak()\n"
    "treegauge.score(treegauge.read(gold), treegauge.read(test), 'ud(lenient=true)', resamples=0)\n"
    "print(peak() - before)\n"
)
