"""Parsing with a grammar, compared with the classical parser and with BitPar in the same run.

The classical parser is compiled like the engine, and, if there is g++, also in C++ (classical.cpp). The environment
variable BITPAR names the binary of BitPar. The grammar and the sentences (fewer than 40 words) are
those of the Penn Treebank sample; the larger grammar is that of IcePaHC. Both are read from the data folder
(`SHARED`). If they are missing, the bundled treebank is used, and no larger grammar.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

import classical
import treegauge
from treegauge import Grammar, Treebank
from treegauge.core.parallel import available, jobs
from treegauge.formats.bundled import bundled
from treegauge.models.grammars.derivations import tag_numbers
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.leave_one_out import leave_one_out

SHARED = Path(__file__).parent.parent.parent / "shared"
Row = tuple[str, str, str, str, str]
SAMPLE = 300  # sentences: the classical parser takes long


def treebank() -> Treebank:
    path = SHARED / "reference" / "constituency" / "wsj-sample.gold.clean.mrg.xz"
    return treegauge.read(path) if path.exists() else treegauge.apply(bundled("english.mrg"), "prepare(penn)")


def short(trees: Treebank, most: int) -> Treebank:
    return trees[np.flatnonzero((trees.tokens.counts > 0) & (trees.tokens.counts <= most))]


def seconds(work: Sequence[Callable[[], object]], times: int = 3) -> list[float]:
    """The best processor time of each kind of work, run in turns, so that all have the same noise."""
    best = [np.inf] * len(work)
    for _ in range(times):
        for number, function in enumerate(work):
            start = time.process_time() + _children()
            function()
            best[number] = min(best[number], time.process_time() + _children() - start)
    return best


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def pcfg() -> list[Row]:
    """Sums, best values and best trees, one core: the engine, the classical parser in two forms and two languages,
    BitPar."""
    trees = treebank()
    grammar, sentences = treegauge.induce(trees), short(trees, 39)
    sample = sentences[np.arange(0, len(sentences), max(len(sentences) // SAMPLE, 1))]
    infer(grammar, sample[:2])
    forms = {"textbook": classical.tables(grammar), "shared beginnings": classical.tables(grammar, beginnings=True)}
    work: dict[str, Callable[[], object]] = {"ours": lambda: infer(grammar, sample)}
    for name, tables in forms.items():
        _classical(tables, sample[:2])
        work[f"classical, {name}"] = lambda tables=tables: _classical(tables, sample)  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        if classical.compile_cpp(Path(folder, "classical")):
            for name, tables in forms.items():
                work[f"classical in C++, {name}"] = _cpp(Path(folder), name, tables, sample)
        if os.environ.get("BITPAR"):
            work["BitPar (best trees only)"] = _bitpar(Path(folder), grammar, sample)
        with jobs(1):
            spent = seconds(list(work.values()))
    ours = 1e3 * spent[0] / len(sample)
    goals = {"classical, textbook": "12 x", "BitPar (best trees only)": "20 x"}
    return [
        (
            f"{len(grammar):,} rules, {len(sample)} sentences, against {name}",
            f"{ours:.2f} ms/sentence",
            f"{1e3 * time / len(sample):.1f} ms/sentence",
            f"{time / spent[0]:.1f} x",
            goals.get(name, ""),
        )
        for name, time in zip(list(work)[1:], spent[1:], strict=True)
    ] + _threads(grammar, sentences)


def _classical(tables: classical.Tables, sentences: Treebank) -> None:
    tags = tag_numbers(tables.grammar, sentences.tokens.text("tag"))
    for begin, end in pairwise(sentences.tokens.offsets):
        classical.parse(tables, tags[begin:end])


def _cpp(folder: Path, name: str, tables: classical.Tables, sentences: Treebank) -> Callable[[], object]:
    """A command that parses the sentences with classical.cpp."""
    tags = tag_numbers(tables.grammar, sentences.tokens.text("tag"))
    path = folder / f"{name}.tables"
    classical.write_for_cpp(tables, [tags[begin:end] for begin, end in pairwise(sentences.tokens.offsets)], path)
    return lambda: subprocess.run([folder / "classical", path], capture_output=True, check=True)


def _bitpar(folder: Path, grammar: Grammar, sentences: Treebank) -> Callable[[], object]:
    """A command that parses the sentences; words are the tags."""
    names = [f"N{number}" for number in range(grammar.nonterminals)] + [
        f"T{number}" for number in range(grammar.nonterminals, len(grammar.symbols))
    ]
    rules = []
    for number, weight in enumerate(grammar.weight.tolist()):
        rhs = grammar.rhs[grammar.offsets[number] : grammar.offsets[number + 1]].tolist()
        rules.append(f"{weight:g} {names[grammar.lhs[number]]} {' '.join(names[symbol] for symbol in rhs)}\n")
    # How often each tag occurs: BitPar smooths rare words, so that a count of one would give them every tag.
    seen = np.bincount(grammar.rhs, np.repeat(grammar.weight, np.diff(grammar.offsets)), len(names))
    tags = range(grammar.nonterminals, len(names))
    numbers = tag_numbers(grammar, sentences.tokens.text("tag")).tolist()
    offsets = sentences.tokens.offsets.tolist()
    lines = "".join(
        "".join(f"w{names[tag]}\n" for tag in numbers[begin:end]) + "\n" for begin, end in pairwise(offsets)
    )
    for name, text in (
        ("grammar", "".join(rules)),
        ("lexicon", "".join(f"w{names[tag]}\t{names[tag]} {seen[tag]:g}\n" for tag in tags)),
        ("sentences", lines),
    ):
        (folder / name).write_text(text)
    command = [os.environ["BITPAR"], "-q", "-s", names[grammar.start], "-v", "grammar", "lexicon", "sentences", "out"]
    return lambda: subprocess.run(command, cwd=folder, capture_output=True, check=True)


def _threads(grammar: Grammar, sentences: Treebank) -> list[Row]:
    """Two threads against one, and leave-one-out against one pass."""
    left_out = leave_one_out(grammar, sentences)

    def timed(number: int, **options: object) -> float:
        with jobs(number):
            start = time.perf_counter()
            infer(grammar, sentences, **options)  # type: ignore[arg-type]
            return time.perf_counter() - start

    whole, loo = min(timed(1) for _ in range(2)), min(timed(1, patches=left_out.patches) for _ in range(2))
    rows = [
        (
            "leave one out, all sentences",
            f"{loo:.1f} s",
            f"{whole:.1f} s",
            f"{loo / whole:.2f} x",
            "1.5 x at most",
        )
    ]
    if available() > 1:
        two = min(timed(2) for _ in range(2))
        rows.append(("two threads", f"{two:.1f} s", f"{whole:.1f} s", f"{whole / two:.2f} x", "1.7 x"))
    return rows


def study() -> list[Row]:
    """The whole study as commands, from reading to scores, with their memory."""
    path = SHARED / "reference" / "constituency" / "wsj-sample.gold.clean.mrg.xz"
    ice = SHARED / "treebanks" / "icepahc" / "icepahc_psd.tar.xz"
    rows = []
    if path.exists():
        for protocol in ("train", "loo"):
            rows.append(
                _command(f"Penn sample, {protocol}", ["--protocol", protocol, str(path)], "15 s together, 500 MB")
            )
    if ice.exists():
        options = ["-t", "prepare(penn-historical)", "--max-length", "40", str(ice)]
        rows.append(_command("IcePaHC whole, train", options, "1.5 GB"))
    return rows


def _command(name: str, options: list[str], goal: str) -> Row:
    script = (
        "import resource, subprocess, sys\n"
        "program = [sys.executable, '-m', 'treegauge', 'difficulty']\n"
        "subprocess.run([*program, *sys.argv[1:]], check=True, capture_output=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    start = time.perf_counter()
    run = subprocess.run([sys.executable, "-c", script, *options], capture_output=True, text=True, check=True)
    spent = time.perf_counter() - start
    return (f"difficulty: {name}", f"{spent:.1f} s", f"{int(run.stdout) / 1e3:.0f} MB", "", goal)
