"""Prefix probabilities against sums over whole sentences, and against EarleyX, in the same run on one core.

EARLEYX names the class path of EarleyX (Luong, Frank & Johnson 2013), which begins with the folder of its classes. It
gets the same grammar, with each tag as a label above one word. Its time is that of whole calls, with Java, but without
the call for the first sentence alone, which has all of its preparation. Ours computes the sentences one at a time, too.
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import grammars
import treegauge
from timing import Row
from treegauge import Grammar, Treebank
from treegauge.core.parallel import jobs
from treegauge.core.types import Floats
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.prefixes import prefix_probabilities

LONGEST, SENTENCES = 15, 12


def surprisal() -> list[Row]:
    """One row per other computation."""
    trees = grammars.treebank()
    grammar = treegauge.induce(trees)
    prefix_probabilities(grammar, trees[:2])  # makes the tables
    infer(grammar, trees[:2])
    with jobs(1):
        ours, sums = grammars.seconds([lambda: prefix_probabilities(grammar, trees), lambda: infer(grammar, trees)], 2)
        words = len(trees.tokens)
        rows = [(f"prefixes of {words:,} words", f"{words / ours:,.0f} words/s", f"infer: {sums:.2f} s",
                 f"{ours / sums:.2f} x", "2 x")]  # fmt: skip
        if "EARLEYX" in os.environ:
            rows.append(_against_earleyx(grammar, grammars.short(trees, LONGEST)[:SENTENCES]))
    return rows


def _against_earleyx(grammar: Grammar, sentences: Treebank) -> Row:
    begin = time.process_time()
    measured = [treegauge.surprisal(sentences[place : place + 1], grammar=grammar) for place in range(len(sentences))]
    ours = time.process_time() - begin
    _, preparation = _earleyx(grammar, sentences[:1])
    theirs, spent = _earleyx(grammar, sentences)
    furthest = float(np.abs(np.concatenate([part.words for part in measured]) - theirs).max())
    job = f"{len(sentences)} sentences up to {LONGEST} words, {len(grammar):,} rules; at most {furthest:.0e} bits apart"
    return job, f"{ours:.3f} s", f"EarleyX: {spent - preparation:.1f} s", f"{(spent - preparation) / ours:,.0f} x", ""


def _earleyx(grammar: Grammar, sentences: Treebank) -> tuple[Floats, float]:
    """The surprisal of all words in bits, and the seconds of the call."""
    names = [*(f"L{label}" for label in range(grammar.nonterminals))]
    names += [f"T{tag}" for tag in range(grammar.nonterminals, len(grammar.symbols))]
    tags = {name: names[number] for number, name in enumerate(grammar.symbols) if number >= grammar.nonterminals}
    rules = [
        f"{names[grammar.lhs[rule]]}->[{' '.join(names[symbol] for symbol in right.tolist())}] : {probability:.17g}"
        for rule, (right, probability) in enumerate(
            zip(np.split(grammar.rhs, grammar.offsets[1:-1]), grammar.probability.tolist(), strict=True)
        )
    ]
    rules += [f"{name}->[_w{name}] : 1.0" for name in tags.values()]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "rules").write_text("\n".join(rules) + "\n")
        lines = [" ".join(f"w{tags[token.tag or '']}" for token in tree.tokens) for tree in sentences]
        (place / "text").write_text("\n".join(lines) + "\n")
        call = ["java", "-Xmx6g", "-cp", os.environ["EARLEYX"], "parser.Main", "-in", "text", "-grammar", "rules"]
        call += ["-root", names[grammar.start], "-obj", "surprisal", "-out", "out"]
        begin = time.perf_counter()
        subprocess.run(call, cwd=folder, check=True, capture_output=True)
        spent = time.perf_counter() - begin
        found = (place / "out.surprisal").read_text().splitlines()
    nats = [float(line.split()[-1]) for line in found if not line.startswith("#")]
    return np.array(nats) / math.log(2), spent
