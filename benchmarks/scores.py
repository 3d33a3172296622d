"""Scoring on two cores, without the start of the process, and its memory.

The other programs are PYEVALB and disco-dop's leaf-ancestor, each if it is installed; `commands.py` has EVALB and
udtools. The trees are copies of the 3,914 sentences of the Penn Treebank sample with a parser's output from the data
folder (`SHARED`); if they are missing, the bundled treebank is used. CoNLL-U is UD English-EWT test, scored against
itself with every tenth head wrong.
"""

from __future__ import annotations

import importlib.util
import lzma
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import treegauge
from timing import PROGRAM, Command, Row, spent
from treegauge.formats.bundled import bundled

SHARED = Path(__file__).parent.parent.parent / "shared"
MANY, FEW = 1_000_000, 3_914


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


def parseval() -> list[Row]:
    """A million sentences on one core and on two; PYEVALB on the sample."""
    with copied(MANY) as (gold, test, number):
        score = (*PROGRAM, "score", gold, test, "-m", "parseval", "--json")
        with copied(FEW) as (few_gold, few_test, _):
            spent(Command((*PROGRAM, "score", few_gold, few_test, "-m", "parseval")), times=1)
        alone, both = (spent(Command((*score, "--jobs", jobs)), times=1).wall for jobs in ("1", "2"))
    job = f"parseval, {number:,} sentences, 2 jobs against 1"
    rows = [(job, _each(both, number), "", f"{alone / both:.2f} x", "1.7 x")]
    if importlib.util.find_spec("PYEVALB") is not None:
        with copied(FEW) as (gold, test, number):
            ours, theirs = _seconds(_OURS, gold, test), _seconds(_PYEVALB, gold, test)
            rows.append(_row("parseval, reading and counting, PYEVALB", ours, theirs, number, "100 x"))
    return rows


def leaf_ancestor() -> list[Row]:
    """disco-dop's leaf-ancestor on the sample, trees read before on both sides."""
    if importlib.util.find_spec("discodop") is None:
        return []
    with copied(FEW) as (gold, test, number):
        ours, theirs = _seconds(_LEAF, gold, test), _seconds(_DISCODOP, gold, test)
        return [_row("leaf-ancestor, counting, disco-dop", ours, theirs, number, "100 x")]


def ud() -> list[Row]:
    """The memory of the CoNLL 2018 measures, on fifty copies."""
    with tempfile.TemporaryDirectory() as folder:
        gold, test = (Path(folder, name) for name in ("gold.conllu", "test.conllu"))
        ud_files(gold, test, copies=50)
        peak = _printed(_UD_MEMORY, str(gold), str(test))
        size = gold.stat().st_size + test.stat().st_size
    return [("ud, memory", f"{peak / size:.2f} bytes per byte", "", "", "6 at most")]


def ud_files(gold: Path, test: Path, copies: int) -> int:
    """Write copies of EWT test, and of the same with some heads changed; the number of sentences."""
    path = SHARED / "treebanks" / "ud" / "UD_English-EWT"
    paths = sorted(path.glob("*test*.conllu*")) if path.is_dir() else []
    treebank = treegauge.read(paths[0]) if paths else bundled("english.conllu")
    head = treebank.tokens.numbers("head").copy()
    deep = np.flatnonzero((head >= 0) & (np.arange(len(head)) % 10 == 0))
    roots = np.zeros(len(treebank), np.int64)
    roots[treebank.tokens.sentence[head == -1]] = (np.arange(len(head)) - treebank.tokens.start)[head == -1]
    head[deep] = roots[treebank.tokens.sentence[deep]]
    changed = treebank.replace(tokens=treebank.tokens.replace(head=head))
    for side, file in ((treebank, gold), (changed, test)):
        treegauge.write(side, file)
        file.write_bytes(file.read_bytes() * copies)
    return len(treebank) * copies


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
_UD_MEMORY = (
    _TIMED + "import re, treegauge\n"
    "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()).group(1)) * 1024\n"
    "small = treegauge.bundled('english.conllu')\ntreegauge.score(small, small, 'ud', resamples=0)\nbefore = peak()\n"
    "treegauge.score(treegauge.read(gold), treegauge.read(test), 'ud(lenient=true)', resamples=0)\n"
    "print(peak() - before)\n"
)
