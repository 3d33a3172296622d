"""Benchmarks, compared with other programs in the same run: `./run bench [SECTION ...]`.

Times are noisy if the machine runs other programs; look at the ratios. Other programs (nltk, conllu) are included if
they are installed. The text is the Penn Treebank sample if it is in the data folder (`SHARED`), otherwise trees drawn
from a small grammar. `--markdown` runs the sections that README.md shows, and writes its table.
"""

from __future__ import annotations

import argparse
import gc
import io
import lzma
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import agreement
import commands
import dependencies
import entailments
import first_use
import foreign
import grammars
import judge
import language
import latent
import markov
import node_bits
import parsers
import readme
import scores
import surprisal
import suspects
import treegauge
from timing import Row
from treegauge import Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.encoding import to_utf8
from treegauge.models.grammars.generate import generate
from treegauge.models.grammars.grammar import from_text
from treegauge.transforms.base import find_transform

SHARED = Path(__file__).parent.parent.parent / "shared" / "treebanks"
COPIES = 20
READ = readme.READ
GRAMMAR = """start TOP
1 TOP -> S
3 S -> NP VP "."
1 S -> NP VP
4 NP -> "DT" "NN"
1 NP -> NP PP
1 NP -> "PRP"
2 VP -> "VBD" NP
1 VP -> "VBD" NP PP
1 VP -> "VBD" S
1 PP -> "IN" NP
"""


def best(function: Callable[[], object], times: int = 5) -> float:
    """The best time of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        gc.collect()
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def bracket_text() -> bytes:
    """One copy of the text that the bracket benchmarks read."""
    path = SHARED / "ptb_wsj_sample" / "wsj_sample.mrg.xz"
    if path.exists():
        return lzma.open(path).read()
    return _written(generate(from_text(GRAMMAR), 40_000, 1), "brackets")


def conllu_text() -> bytes:
    """One copy of the text that the CoNLL-U benchmarks read."""
    path = SHARED / "ud" / "UD_English-EWT" / "en_ewt-ud-train.rebuilt.conllu.xz"
    if path.exists():
        return lzma.open(path).read()
    bundled = Path(treegauge.__file__).parent / "data" / "english.conllu"
    return bundled.read_bytes() * 200


def _written(treebank: Treebank, format: str) -> bytes:
    file = io.BytesIO()
    treegauge.write(treebank, file, format)
    return file.getvalue()


def read_as(format: str, data: bytes) -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(to_utf8(data, "benchmark")))


def reading() -> list[Row]:
    """Reading brackets and CoNLL-U against nltk and conllu."""
    rows = []
    for format, text, name, peer, goal in (
        ("brackets", bracket_text(), "NLTK", _nltk_reader, 150),
        ("conllu", conllu_text(), "conllu", _conllu_reader, 100),
    ):
        many = text * (COPIES if format == "brackets" else 4)
        read_as(format, text)
        ours = len(many) / best(lambda format=format, many=many: read_as(format, many)) / 1e6  # type: ignore[misc]
        theirs = peer(text)
        ratio = f"{ours / theirs:.0f} x" if theirs else ""
        peer_speed = f"{name} {theirs:.2f} MB/s" if theirs else f"{name} is not installed"
        job = READ.format(format, len(many) / 1e6)
        rows.append((job, f"{ours:.0f} MB/s", peer_speed, ratio, f"{goal} MB/s, 40 x"))
        file = read_as(format, many)
        spent = best(lambda format=format, file=file: _written(file, format), 3)  # type: ignore[misc]
        rows.append((f"write {format}", f"{len(many) / spent / 1e6:.0f} MB/s", "", "", ""))
    return rows


def _nltk_reader(text: bytes) -> float:
    try:
        import nltk
        from nltk.corpus.reader import BracketParseCorpusReader
    except ImportError:
        return 0.0
    with tempfile.TemporaryDirectory() as folder:
        nltk.data.path.append(folder)  # newer versions read only from there
        Path(folder, "one.mrg").write_bytes(text)
        reader = BracketParseCorpusReader(folder, "one.mrg", encoding="utf-8")
        return len(text) / best(lambda: sum(1 for _ in reader.parsed_sents()), 1) / 1e6


def _conllu_reader(text: bytes) -> float:
    try:
        import conllu
    except ImportError:
        return 0.0
    part = text[: text.index(b"\n\n", min(len(text) // 2, 3_000_000)) + 2].decode()
    return len(part.encode()) / best(lambda: conllu.parse(part), 1) / 1e6


def memory() -> list[Row]:
    """Peak memory of reading, in bytes per byte of text, in a process of its own."""
    rows = []
    for format, text, copies in (("brackets", bracket_text(), COPIES), ("conllu", conllu_text(), 4)):
        with tempfile.NamedTemporaryFile(suffix=f".{format}") as file:
            file.write(text * copies)
            file.flush()
            size = len(text) * copies
            script = (
                "import re, sys, treegauge\n"
                "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()).group(1)) * 1024\n"
                "treegauge.read(sys.argv[2], sys.argv[1])\n"
                "before = peak()\n"
                "treebank = treegauge.read(sys.argv[3], sys.argv[1])\n"
                "print(peak() - before)\n"
            )
            with tempfile.NamedTemporaryFile(suffix=f".{format}") as small:
                small.write(text[: text.rindex(b"\n\n" if format == "conllu" else b"\n(", 0, 200_000) + 1])
                small.flush()
                run = subprocess.run(
                    [sys.executable, "-c", script, format, small.name, file.name],
                    capture_output=True,
                    text=True,
                    check=True,
                )
            rows.append((f"memory of {format}", f"{int(run.stdout) / size:.2f} bytes per byte", "", "", "6 at most"))
    return rows


TRANSFORMS = (
    ("strip-functions", 10),
    ("split-functions", 10),
    ("remove-empties", 10),
    ("remove-unaries", 10),
    ("remove-labels([NML,PRN])", 10),
    ("cluster(to=N, of=[NN,NNS], column=tag)", 10),
    ("parent-annotation", 2),
    ("remove-parent-annotation", 10),
    ("drop-punctuation", 10),
    ("punctuation-tags", 10),
    ("attach-punctuation", 10),
    ("add-root", 10),
    ("remove-root", 10),
    ("words-to-tags", 10),
    ("select-length(max=40)", 10),
    ("shuffle(seed=1)", 10),
)


def transforms() -> list[Row]:
    """Every transform, in million nodes per second (phrases and tokens)."""
    treebank = read_as("brackets", bracket_text() * COPIES)
    items = len(treebank.nodes) + len(treebank.tokens)
    rows = []
    for spec, goal in TRANSFORMS:
        step = find_transform(spec)
        step(treebank[:100])
        speed = items / best(lambda step=step: step(treebank), 3) / 1e6  # type: ignore[misc]
        rows.append((spec, f"{speed:.0f} M nodes/s", "", "", f"{goal}"))
    crossing = _crossing(treebank)
    step = find_transform("raise-crossing")
    step(crossing[:100])
    speed = (len(crossing.nodes) + len(crossing.tokens)) / best(lambda: step(crossing), 3) / 1e6
    rows.append(("raise-crossing, 1 in 20 tokens moved", f"{speed:.1f} M nodes/s", "", "", "2"))
    return rows


def _crossing(treebank: Treebank) -> Treebank:
    """The same trees with one token in twenty moved to another node of its sentence: about as crossing as German."""
    from treegauge.treebank.edit import restructure

    random = np.random.default_rng(0)
    tokens, nodes = treebank.tokens, treebank.nodes
    moved = random.random(len(tokens)) < 0.05
    anywhere = (random.random(len(tokens)) * nodes.counts[tokens.sentence]).astype(np.int32)
    return restructure(treebank, token_parent=np.where(moved, anywhere, tokens.numbers("parent")).astype(np.int32))


def icepahc() -> list[Row]:
    """All of IcePaHC read, stripped, parent-annotated and written, as one command."""
    path = SHARED / "icepahc" / "icepahc_psd.tar.xz"
    if not path.exists():
        return []
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "treegauge",
            "convert",
            str(path),
            f"{folder}/out.mrg",
            "-t",
            "strip-functions",
            "-t",
            "parent-annotation",
        ]
        spent = best(lambda: subprocess.run(command, capture_output=True, check=True), 3)
    return [("IcePaHC: read, strip, annotate, write", f"{spent:.2f} s", "", "", "5 s")]


SECTIONS: dict[str, Callable[[], list[Row]]] = {
    "commands": commands.commands,
    "first-use": first_use.first_use,
    "reading": reading,
    "memory": memory,
    "transforms": transforms,
    "icepahc": icepahc,
    "pcfg": grammars.pcfg,
    "difficulty": grammars.study,
    "markov": markov.markov,
    "latent": latent.latent,
    "surprisal": surprisal.surprisal,
    "node-bits": node_bits.costs,
    "node-bits-sums": node_bits.sums,
    "oracles": dependencies.oracles,
    "parsers": parsers.parsers,
    "foreign": foreign.foreign,
    "language": language.language_model,
    "entailments": entailments.entailments,
    "parseval": scores.parseval,
    "leaf-ancestor": scores.leaf_ancestor,
    "ud": scores.ud,
    "agreement": agreement.agreement,
    "suspects": suspects.suspects,
    "judge": judge.judge,
}


def main() -> None:
    """Run the named sections, or all."""
    parser = argparse.ArgumentParser(prog="./run bench", description="Benchmarks, compared with other programs.")
    parser.add_argument("section", nargs="*", metavar="SECTION", help=f"all if none is given: {', '.join(SECTIONS)}")
    parser.add_argument("--against", metavar="SRC", help="first-use: the folder src of another checkout")
    parser.add_argument("--markdown", action="store_true", help="write what is measured into README.md")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.section if name not in SECTIONS]:
        parser.error(f"there is no section {unknown[0]}; the sections are {', '.join(SECTIONS)}")
    if chosen.against and chosen.markdown:
        parser.error("README.md compares with other programs only: --against without --markdown")
    rows = []
    for name in chosen.section or (readme.SECTIONS if chosen.markdown else SECTIONS):
        section = first_use.first_use(chosen.against) if name == "first-use" else SECTIONS[name]()
        print_section(name, section)
        rows += section
    if chosen.markdown:
        readme.write(rows)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this run: {peak:.0f} MB")


def print_section(name: str, rows: list[Row]) -> None:
    table = Table("job", "treegauge", "peer", "ratio", "goal", title=name, title_justify="left", box=None)
    for row in rows:
        table.add_row(*row)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
