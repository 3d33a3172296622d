"""`treegauge tour`: what the program does, on the bundled treebank."""

from __future__ import annotations

import io
import os
import tempfile
import time

from rich.console import Console
from rich.text import Text as RichText

from ..entailments.api import entail
from ..evaluation.compare import compare
from ..evaluation.describe import describe
from ..evaluation.entailments import entail_differences
from ..evaluation.score import score
from ..formats.api import write
from ..formats.bundled import BUNDLED, bundled
from ..models.grammars.generate import generate
from ..models.grammars.induction import induce
from ..studies.derivation_perplexity.measuring import perplexity
from ..studies.difficulty.across import difficulties
from ..transforms.base import apply
from ..treebank import Treebank, concatenate
from .comparisons import comparison_report
from .difficulty import difficulty_table
from .entailments import difference_lines, entailment_lines
from .page.writing import write_report
from .parts import part_table
from .perplexity import perplexity_table
from .scores import score_table
from .tables import console, new_table, stats_table

_STEPS = (
    ("without empty elements", ["remove-empties"]),
    ("-t strip-functions", ["remove-empties", "strip-functions"]),
    ("-t remove-unaries", ["remove-empties", "strip-functions", "remove-unaries"]),
    ("-t parent-annotation", ["remove-empties", "strip-functions", "parent-annotation"]),
)
_DRAWN = 10_000
_ERRORS = 4  # kinds of them that are shown


def run_tour(out: Console | None = None, page: str | None = None) -> str:
    """Print the tour, and write the report of the bundled treebank, in a temporary folder if no file is named. Returns
    its path."""
    out = out or console()
    _heading(out, "The bundled treebank", "treegauge stats english.mrg german.export ...")
    out.print(stats_table([describe(bundled(name), name) for name in BUNDLED]))
    _scores(out)
    _comparison(out)
    _entailments(out)
    _difficulty(out)
    _perplexity(out)
    _trees(out)
    _transforms(out)
    _crossing(out)
    _formats(out)
    _generated(out)
    path = _report(out, page)
    out.print("\nNext: treegauge --help, or treegauge stats YOUR_TREEBANK", style="bold")
    return path


def _heading(out: Console, title: str, command: str) -> None:
    out.print()
    out.print(RichText.assemble((title, "bold"), "   ", (command, "dim")))


def _trees(out: Console) -> None:
    _heading(out, "A sentence in both kinds of tree", "treegauge.bundled('english.mrg')[1], ...('english.conllu')[1]")
    for name in ("english.mrg", "english.conllu"):
        out.print(RichText(str(bundled(name)[1])))
        out.print()


def _transforms(out: Console) -> None:
    _heading(out, "The same trees, other grammars", "treegauge convert english.mrg out.mrg -t remove-empties -t ...")
    table = new_table()
    table.add_labels("english.mrg")
    table.add_figures("nodes", "labels", "nodes/word", "unary %", "rules")
    treebank = bundled("english.mrg")
    for name, steps in _STEPS:
        changed = apply(treebank, steps)
        row = describe(changed)
        rules = len(induce(changed))
        table.add_row(
            name,
            f"{row.nodes:,}",
            f"{row.labels:,}",
            f"{row.nodes_per_word:.3f}",
            f"{100 * row.unary:.1f}",
            f"{rules:,}",
        )
    out.print(table)


def _crossing(out: Console) -> None:
    _heading(
        out,
        "Crossing branches, and raised",
        "treegauge convert german.export out.mrg -t attach-punctuation -t raise-crossing",
    )
    tree = bundled("german.export")[:1]
    for shown in (tree, apply(tree, ["attach-punctuation", "raise-crossing"])):
        out.print(RichText(str(shown[0])))
        out.print()


def _formats(out: Console) -> None:
    _heading(
        out,
        "One sentence in other formats",
        "treegauge convert german.export out.discbracket; ... out.export; ... out.xml:tigerxml",
    )
    for format in ("discbracket", "export"):
        out.print(RichText(f"{format}:", style="italic"))
        out.print(RichText(_written(bundled("german.export")[:1], format)), soft_wrap=True)


def _written(treebank: Treebank, format: str) -> str:
    file = io.BytesIO()
    write(treebank, file, format)
    return file.getvalue().decode()


def _scores(out: Console) -> None:
    _heading(out, "How good is this parse?", "treegauge score english.mrg english.parsed.mrg")
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    results = score(gold, test)
    out.print(score_table(results, 0.95))
    _heading(out, "Which phrases are hard?", "treegauge score english.mrg english.parsed.mrg -m parseval --by label")
    out.print(part_table(results[0].by("label"), "label"))
    _heading(
        out,
        "Another kind of tree against it",
        "treegauge score english.mrg english.parsed.conllu -m mph -m 'mph(rules=ud)'",
    )
    other = bundled("english.parsed.conllu")
    out.print(score_table(score(gold, other, ["mph", "mph(rules=ud)"]), 0.95))


def _comparison(out: Console) -> None:
    _heading(out, "Which parser is better?", "treegauge compare english.conllu english.parsed.conllu half.conllu")
    gold, test = bundled("english.conllu"), bundled("english.parsed.conllu")
    half = concatenate([gold[:32], test[32:]])
    out.print("half.conllu is the same parse with the first 32 sentences corrected")
    names = {"parsed": test, "half": half}
    out.print(comparison_report(compare(gold, names, ["attachment", "exact-match"])))


def _entailments(out: Console) -> None:
    _heading(out, "What does this parse say is true?", "treegauge entail english.mrg")
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    for line in entailment_lines(entail(gold[[1]])):
        out.print(RichText(line))
    _heading(out, "What does the parser get wrong?", "treegauge entail english.mrg english.parsed.mrg --diff")
    for line in difference_lines(entail_differences(gold, test), examples=1, kinds=_ERRORS):
        out.print(RichText(line))
    _heading(out, "Parsers of two kinds against the same gold trees", "treegauge score english.mrg ... -m pete")
    names = ("english.parsed.mrg", "english.parsed.conllu")
    table = new_table()
    table.add_names("")
    table.add_figures("precision", "recall", "f1")
    for name in names:
        scores = score(gold, bundled(name), "pete", resamples=0)[0].scores
        table.add_row(name, *(f"{value:.2f}" for value in scores.values()))
    out.print(table)


def _difficulty(out: Console) -> None:
    options = "-t prepare --variant cluster-all --variant parent-annotation"
    _heading(out, "How hard is this treebank?", f"treegauge difficulty english.mrg german.export {options}")
    variants = ("cluster-all", "parent-annotation")
    rows = difficulties(["english.mrg", "german.export"], read=bundled, transforms=["prepare"], variants=variants)
    out.print(difficulty_table([measured.row for measured in rows], 0.99))


def _perplexity(out: Console) -> None:
    options = "--smoothing witten-bell --parsed parsed.conllu"
    _heading(out, "How predictable is a derivation?", f"treegauge perplexity first-40.conllu others.conllu {options}")
    out.print("others.conllu are the other 24 sentences, parsed.conllu the flawed parser's trees of them")
    gold, test = bundled("english.conllu"), bundled("english.parsed.conllu")
    perplexities = perplexity(gold[:40], gold[40:], smoothing="witten-bell", parsed={"parsed.conllu": test[40:]})
    out.print(perplexity_table(perplexities.rows(), 0.95))


def _report(out: Console, page: str | None) -> str:
    _heading(out, "One page to look at and to send", "treegauge report english.mrg parser=english.parsed.mrg half.mrg")
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    systems = {"parser": test, "half": concatenate([gold[:32], test[32:]])}
    path = os.path.join(tempfile.gettempdir(), "treegauge-tour.html") if page is None else page
    write_report(gold, systems, path, name="english.mrg")
    out.print(f"Open it in a browser (or: treegauge tour --open): {path}", soft_wrap=True)
    return path


def _generated(out: Console) -> None:
    _heading(
        out, f"{_DRAWN:,} sentences drawn from the grammar of the 64", "generate(induce(treebank), 10_000, seed=1)"
    )
    grammar = induce(apply(bundled("english.mrg"), ["remove-empties", "strip-functions"]))
    generate(grammar, 10)
    start = time.perf_counter()
    drawn = generate(grammar, _DRAWN, seed=1)
    spent = time.perf_counter() - start
    out.print(stats_table([describe(drawn, "drawn")]))
    out.print(f"{grammar!r}, {len(drawn.tokens):,} words in {spent:.2f} s")
