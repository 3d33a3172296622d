"""Whole commands compared with the programs that people use for the same work, start of the process included.

The environment variable EVALB names the program EVALB; KENLM is the folder of lmplz and query, SRILM that of
ngram-count and ngram; those that are missing are left out. udtools is installed by `./run bench`. Every row has
processor time (user and system) and wall time. The ratio is that of the processor times: over 1, treegauge is faster.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import texts
from scores import FEW, MANY, copied, ud_files
from timing import PROGRAM, Command, Row, Spent, against, spent
from treegauge.measures.shared.prm import PRESETS

LARGE = int(os.environ.get("WORDS", "5_000_000"))
SCORE = "`score` brackets, {:,} sentences"
UD = "`score` CoNLL-U, {:,} sentences"
LANGUAGE = "`perplexity`, {:,} words"
JOBS = (SCORE, UD, LANGUAGE)


def commands() -> list[Row]:
    """Scoring brackets, scoring CoNLL-U, and language models."""
    for program in ("EVALB", *PEERS):
        if program.upper() not in os.environ:
            print(f"{program} is left out: the environment variable {program.upper()} does not say where it is")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*_brackets(folder), *_conllu(folder), *_language(folder)]


def _ours(*words: str | Path) -> Command:
    return Command((*PROGRAM, *words))


def _brackets(folder: Path) -> list[Row]:
    prm = folder / "new.prm"
    prm.write_text(replace(PRESETS["new"], max_error=10**9).text.replace("; ", "\n") + "\n")
    evalb = os.environ.get("EVALB")
    rows = []
    for sentences, times in ((FEW, 5), (MANY, 1)):
        with copied(sentences) as (gold, test, number):
            score = _ours("score", gold, test, "-m", "parseval", "--prm", prm, "--jobs", "1")
            if sentences == FEW:
                spent(score, times=1)  # compiles what is needed
            ours = spent(score, times=times)
            theirs = spent(Command((evalb, "-p", prm, gold, test)), times=times) if evalb else None
        rows.append(against(SCORE.format(number), ours, "EVALB", theirs))
    return rows


def _conllu(folder: Path) -> list[Row]:
    gold, test = folder / "gold.conllu", folder / "test.conllu"
    number = ud_files(gold, test, copies=1)
    score = _ours("score", gold, test, "-m", "ud(lenient=true)", "--jobs", "1")
    spent(score, times=1)
    udeval = Path(sys.executable).with_name("udeval")
    theirs = spent(Command((udeval, "--verbose", gold, test)), times=1) if udeval.exists() else None
    return [against(UD.format(number), spent(score, times=5), "udtools", theirs)]


def _language(folder: Path) -> list[Row]:
    rows = []
    for name, words, times in (("small", 0, 3), ("large", LARGE, 1)):
        text = folder / name
        number = texts.write(texts.generated(words) if words else texts.real(), text)
        options = ("--order", "string", "--minimum", "1", "--open-vocabulary")
        model = _ours("perplexity", f"{text}:words", f"{text}:words", *options)
        if not words:
            spent(model, times=1)
        ours = spent(model, times=times)
        job = LANGUAGE.format(number)
        runs = {peer: run(text, folder / "model", times) for peer, run in PEERS.items() if peer.upper() in os.environ}
        rows += [against(job, ours, peer, theirs) for peer, theirs in runs.items()]
        if not runs:
            rows.append(against(job, ours, " or ".join(PEERS), None))
    return rows


def _kenlm(text: Path, model: Path, times: int) -> Spent:
    programs = Path(os.environ["KENLM"])
    # By default lmplz takes most of the memory, and spends its time on that.
    train = Command((programs / "lmplz", "-o", "3", "-S", "2G"), input=text, output=model)
    return spent(train, Command((programs / "query", "-v", "summary", model), input=text), times=times)


def _srilm(text: Path, model: Path, times: int) -> Spent:
    programs = Path(os.environ["SRILM"])
    smoothing = ("-kndiscount", "-interpolate", "-gt3min", "1", "-unk")
    train = Command((programs / "ngram-count", "-order", "3", *smoothing, "-text", text, "-lm", model))
    return spent(train, Command((programs / "ngram", "-unk", "-lm", model, "-ppl", text)), times=times)


PEERS: dict[str, Callable[[Path, Path, int], Spent]] = {"KenLM": _kenlm, "SRILM": _srilm}
