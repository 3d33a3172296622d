"""Write src/treegauge/core/kernels.jsonl: every kernel, with the types of arguments that calls of the command line on
the bundled treebank compile it for. `./run kernels` runs this; it takes about two minutes."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

SMALLEST_FILE = 20_000_000  # bytes: a larger file is scored block by block
DATA = Path(__file__).parents[1] / "src/treegauge/data"
BRACKETS, PARSED_BRACKETS = str(DATA / "english.mrg"), str(DATA / "english.parsed.mrg")
EXPORT, PARSED_EXPORT = str(DATA / "german.export"), str(DATA / "german.parsed.export")
CONLLU, PARSED_CONLLU = str(DATA / "english.conllu"), str(DATA / "english.parsed.conllu")

KINDS = ("attach1", "attach2", "label1", "label2", "span1", "span2", "span3")


def calls(out: Path) -> Iterator[list[str]]:
    """Calls of the command line that between them use every kernel."""
    yield ["stats", BRACKETS, CONLLU, EXPORT]
    yield ["stats", CONLLU, "--test", PARSED_CONLLU, "--splits", "2"]
    for gold, parsed in ((BRACKETS, PARSED_BRACKETS), (EXPORT, PARSED_EXPORT), (CONLLU, PARSED_CONLLU)):
        yield ["score", gold, parsed]
        yield ["score", gold, parsed, "--by", "label"]
        yield ["compare", gold, parsed, gold, "--resamples", "100"]
        yield ["errors", gold, parsed, "--resamples", "100"]
    yield ["errors", BRACKETS, PARSED_BRACKETS, "--classes", "kummerfeld"]
    yield ["score", CONLLU, PARSED_CONLLU, "--by", "depth"]
    yield ["score", BRACKETS, PARSED_BRACKETS, "-m", "struct-iou"]
    yield ["score", BRACKETS, PARSED_BRACKETS, "-m", "tree-edit"]
    yield ["agree", CONLLU, PARSED_CONLLU]
    lines = [str(out / "gold.mrg"), str(out / "parsed.mrg")]
    yield ["convert", BRACKETS, lines[0], "-t", "prepare"]
    yield ["convert", PARSED_BRACKETS, lines[1], "-t", "prepare"]
    yield ["score", *lines, "--evalb"]
    many = out / "many.mrg"
    many.write_bytes(Path(lines[0]).read_bytes() * (SMALLEST_FILE // Path(lines[0]).stat().st_size + 1))
    yield ["score", str(many), str(many), "-m", "parseval", "--resamples", "0"]
    enhanced = out / "enhanced.conllu"
    enhanced.write_text(with_enhanced_edges(Path(CONLLU).read_text("utf-8")), "utf-8")
    yield ["score", str(enhanced), str(enhanced), "-m", "ud"]
    yield ["difficulty", BRACKETS]
    yield ["difficulty", BRACKETS, "--protocol", "loo"]
    yield ["difficulty", BRACKETS, "--by", "sentence", "--ambiguity"]
    yield ["surprisal", BRACKETS]
    yield ["surprisal", BRACKETS, "--words", "-g", "markov(h=1)"]
    yield ["perplexity", CONLLU, CONLLU]
    for system in ("arc-standard", "arc-eager", "swap-eager", "swap-lazy"):
        yield ["derive", CONLLU, "--system", system]
        yield ["parse", CONLLU, CONLLU, "--parser", system, "-o", str(out / "parsed.conllu")]
    yield ["parse", CONLLU, CONLLU, "--parser", "arc-eager", "--tags", "predicted", "-o", str(out / "parsed.conllu")]
    yield ["parse", BRACKETS, BRACKETS, "--parser", "pcfg", "-o", str(out / "pcfg.mrg")]
    grammar, sentence = str(out / "latent.grammar"), str(out / "latent.mrg")
    write_latent_grammar(out)
    for best in ("max-rule", "viterbi"):
        yield ["difficulty", sentence, "-g", f"latent(file={grammar},best={best})"]
    yield ["convert", EXPORT, str(out / "a.mrg"), "-t", "raise-crossing"]
    yield ["convert", EXPORT, str(out / "a.discbracket")]
    yield ["convert", EXPORT, str(out / "a.export")]
    yield ["convert", CONLLU, str(out / "a.conllu")]
    yield ["entail", BRACKETS, PARSED_BRACKETS, "--diff"]
    yield ["suspects", BRACKETS]
    yield ["suspects", CONLLU]
    kinds = [word for kind in KINDS for word in ("-e", kind)]
    yield ["perturb", BRACKETS, *kinds, "-o", str(out / "perturbed.mrg"), "--log", str(out / "perturbed.log")]
    yield ["perturb", CONLLU, *kinds, "-o", str(out / "perturbed.conllu"), "--log", str(out / "arcs.log")]
    yield ["sample", BRACKETS, EXPORT, "-n", "20"]
    yield ["schemes", BRACKETS, EXPORT]
    yield ["functions", BRACKETS, BRACKETS]
    yield ["reassign", BRACKETS, PARSED_BRACKETS]
    yield ["reassign", BRACKETS, CONLLU]
    yield ["tour"]


def write_latent_grammar(out: Path) -> None:
    """A latent-variable grammar of two rules, and its tree."""
    (out / "latent.grammar").write_text("S_0 -> A_0 A_0 1.0\nROOT_0 -> S_0 1.0\n", "utf-8")
    (out / "latent.lexicon").write_text("A a [1.0]\n", "utf-8")
    (out / "latent.mrg").write_text("(ROOT (S (A a) (A a)))\n", "utf-8")


def find_posteriors() -> None:
    """No command prints posteriors."""
    from treegauge import bundled, induce, infer

    treebank = bundled("english.mrg")[:1]
    infer(induce(treebank), treebank, posteriors=True)


def with_enhanced_edges(text: str) -> str:
    """CoNLL-U with the basic tree as the enhanced graph."""
    lines = []
    for line in text.split("\n"):
        columns = line.split("\t")
        if len(columns) == 10 and columns[0].isdigit():
            columns[8] = f"{columns[6]}:{columns[7]}"
        lines.append("\t".join(columns))
    return "\n".join(lines)


class Recorder:
    """Notes every kernel that is compiled, its callers, and how long it takes without those that it calls."""

    def __init__(self) -> None:
        from numba.core import event

        recorder = self
        self.rows: dict[tuple[str, str, str], dict[str, Any]] = {}
        self.running: list[list[Any]] = []  # names, when they began, and the seconds of what they called

        class Listener(event.Listener):
            def on_start(self, happening: Any) -> None:
                function = happening.data["dispatcher"].py_func
                recorder.running.append([f"{function.__module__}.{function.__qualname__}", time.process_time(), 0.0])

            def on_end(self, happening: Any) -> None:
                recorder.end(happening.data)

        event.register("numba:compile", Listener())

    def end(self, compiled: Any) -> None:
        from treegauge.core.kernel_types import types_to_text

        name, start, called = self.running.pop()
        seconds = time.process_time() - start
        if self.running:
            self.running[-1][2] += seconds
        if not name.startswith("treegauge."):
            return
        function = compiled["dispatcher"].py_func
        callers = [caller for caller, *_ in self.running if caller.startswith("treegauge.")]
        arguments = types_to_text(compiled["args"])
        self.rows[function.__module__, function.__name__, arguments] = {
            "module": function.__module__,
            "name": function.__name__,
            "arguments": arguments,
            "seconds": round(max(seconds - called, 0.1), 1),
            "caller": callers[-1] if callers else "",
        }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TREEGAUGE_CACHE"] = f"{folder}/kernels"
        recorder = Recorder()
        from treegauge.cli import main as treegauge
        from treegauge.core.warming import LIST

        for call in calls(Path(folder)):
            print(len(recorder.rows), " ".join(call), file=sys.stderr)
            sys.argv = ["treegauge", *call]
            with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
                try:
                    treegauge()
                except SystemExit as end:
                    if end.code:
                        sys.exit(f"failed: {' '.join(call)}")
        find_posteriors()
        rows = sorted(recorder.rows.values(), key=lambda row: (row["module"], row["name"], row["arguments"]))
        LIST.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
        print(f"{len(rows)} kernels, {sum(row['seconds'] for row in rows):.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
