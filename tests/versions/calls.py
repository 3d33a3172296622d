"""Call every verb once on the bundled treebank, in this process: `python tests/versions/calls.py`.

`./run versions` runs it in environments with other versions of Python and of the packages. A verb that ends with an
error fails the run, and so does a warning. With `--few`, only the help of all verbs is called, and what compiles fast.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterable
from pathlib import Path

MRG, CONLLU = ("english.mrg", "english.parsed.mrg"), ("english.conllu", "english.parsed.conllu")
SHORT = ("-t", "head(6)")
CALLS: dict[str, list[tuple[str, ...]]] = {
    "convert": [
        (MRG[0], "few.mrg", "-t", "head(6)"),
        (MRG[0], "prepared.mrg", "-t", "prepare", "-t", "head(6)"),
        (CONLLU[0], "few.conllu", *SHORT),
        ("few.conllu", "few.parquet"),
        ("few.parquet", "back.conllu.zst"),
        ("back.conllu.zst", "back.conllu"),
        ("german.export", "few.xml:tigerxml", *SHORT),
    ],
    "stats": [(MRG[0], "german.export"), (CONLLU[0], "--test", CONLLU[1], "--splits", "3")],
    "list": [("measures",), ()],
    "score": [
        (*MRG, "-m", "parseval", "-m", "leaf-ancestor", "--resamples", "20", *SHORT),
        (*CONLLU, "-m", "attachment", "--by", "length", *SHORT),
        (*CONLLU, "-m", "ud", "--format", "latex", *SHORT),
    ],
    "compare": [(CONLLU[0], CONLLU[1], CONLLU[0], "-m", "attachment", "--resamples", "20", *SHORT)],
    "run": [("study.toml", "-o", "results", "--jobs", "1")],
    "replicate": [("ecc", "--bundled", "--list")],
    "suspects": [(MRG[0],), (CONLLU[0],)],
    "agree": [(*MRG, "--resamples", "20"), (*CONLLU, "--resamples", "20")],
    "show": [(MRG[0], "1-3"), (CONLLU[0], "2", "-o", "tree.tex")],
    "diff": [(*MRG, "--worst", "2", *SHORT), (*CONLLU, "-o", "diff.html", *SHORT)],
    "errors": [(*MRG, "--resamples", "20", *SHORT), (*CONLLU, "--resamples", "20", *SHORT)],
    "explain": [(*MRG, "--as", "evalb", "--as", "stanza", *SHORT)],
    "report": [
        (*MRG, "-o", "report.html", "--draws", "20", "--resamples", "20", *SHORT),
        ("few.mrg", "-o", "card.html"),
    ],
    "entail": [("few.mrg",)],
    "judge": [
        ("simulate", "--pairs", "30", "--most", "2", "--repeats", "2", "--save", "answers.jsonl", "--per-pair", "3"),
        ("results", "answers.jsonl", "--resamples", "20", "--draws", "20", "--save-answers", "anonymous.csv"),
        ("results", "anonymous.csv", "--method", "dawid-skene", "--format", "latex"),
    ],
    "difficulty": [("prepared.mrg",), ("prepared.mrg", "--plot", "ecc.png")],
    "perplexity": [("few.conllu", "few.conllu", "--smoothing", "witten-bell")],
    "surprisal": [("prepared.mrg", "--words", "-g", "markov(h=1)")],
    "derive": [("few.conllu",)],
    "sample": [(MRG[0], "-n", "5", "-o", "sampled.mrg")],
    "parse": [
        ("few.conllu", "few.conllu", "--parser", "arc-eager", "-o", "parsed.conllu"),
        ("prepared.mrg", "prepared.mrg", "--parser", "pcfg", "-o", "parsed.mrg"),
    ],
    "functions": [("few.mrg", "few.mrg", "-o", "tagged.mrg")],
    "reassign": [("few.mrg", "few.conllu", "-o", "rules.toml")],
    "parsers": [()],
    "treebanks": [()],
    "perturb": [(MRG[0], "-e", "label1", "-o", "wrong.mrg", "--log", "wrong.jsonl")],
    "schemes": [(MRG[0], "german.export", "-e", "label1", "-m", "parseval")],
}
FEW = ("convert", "stats", "list", "parsers")
HELP_ONLY = ("tour", "warm")  # they run what the other calls run


def verbs() -> set[str]:
    """The names of all verbs of the command line."""
    from typer.main import get_command

    from treegauge.cli import application

    return set(get_command(application()).commands)  # type: ignore[attr-defined]


def call(*arguments: str) -> tuple[int, str]:
    """Run the command line here: its exit status, and what it printed."""
    from treegauge.cli import main

    sys.argv = ["treegauge", *arguments]
    printed = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    status: object = 0
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            main()
        except SystemExit as exit:
            status = exit.code or 0
        except BaseException:
            traceback.print_exc()
            status = 1
    return int(str(status)), printed.buffer.getvalue().decode()


def failures(chosen: Iterable[str]) -> list[str]:
    """Call the help of every verb, and the calls of those chosen; what failed, with what it printed."""
    failed = []
    every: list[tuple[str, ...]] = [(verb, "--help") for verb in sorted(verbs())]
    every += [(verb, *arguments) for verb in chosen for arguments in CALLS[verb]]
    for arguments in every:
        start = time.perf_counter()
        status, printed = call(*arguments)
        line = f"treegauge {' '.join(arguments)}"
        if status or (not printed.strip() and "-o" not in arguments and arguments[0] != "convert"):
            failed.append(f"{line}\nstatus {status}\n{printed}")
        if "TIMES" in os.environ:
            print(f"{time.perf_counter() - start:6.2f} s  {line}")
    return failed


def main() -> None:
    import treegauge

    chosen = FEW if "--few" in sys.argv else tuple(CALLS)
    warnings.simplefilter("error")
    os.environ["COLUMNS"] = "100"
    data = Path(treegauge.__file__).parent / "data"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for path in data.iterdir():
            if path.is_file():
                Path(path.name).write_bytes(path.read_bytes())
        failed = failures(chosen)
    calls = sum(len(CALLS[verb]) for verb in chosen)
    print("\n\n".join([*failed, f"help of {len(verbs())} verbs, {calls} calls, {len(failed)} failed"]))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
