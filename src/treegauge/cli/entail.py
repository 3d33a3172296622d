"""`treegauge entail`: parses as simple sentences."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.bounds import Positive
from ..core.errors import CallError
from ..core.wording import counted
from .checking import CheckOptions, check_pairs
from .options import Reading, all_given, check_standard_input, given, note
from .printing import Json, print_json

if TYPE_CHECKING:
    from ..entailments.api import Entailments
    from ..treebank import Treebank

_SHOWN = 5  # sentences with a problem that are named


class PairsOption(StrEnum):
    """What is asked of a pair."""

    yes_no = "yes-no"


def entail(
    treebank: Annotated[
        str, typer.Argument(metavar="TREEBANK", help="English trees: Penn, CoNLL-2008 or UD; gold if TEST is given.")
    ],
    reading: Reading,
    tests: Annotated[
        list[str] | None, typer.Argument(metavar="[TEST]...", help="Parses of the same sentences, of any kind.")
    ] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show only what TEST misses or invents.")] = False,
    pairs: Annotated[
        PairsOption | None, typer.Option(metavar="yes-no", help="Write pairs from where gold and TEST disagree.")
    ] = None,
    check: Annotated[
        str | None, typer.Option(metavar="PAIRS", help="Answer the pairs of a file from the parses in TREEBANK.")
    ] = None,
    hypotheses: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --check: parses of the hypotheses; without it they are read by rules."),
    ] = None,
    focus: Annotated[
        bool, typer.Option("--focus", help="With --check: only the relation of word1 and word2 must hold.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="With --check: what supports each answer, or what is missing.")
    ] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="ANSWERS", help="With --check: McNemar's test against the answers of a file."),
    ] = None,
    published: Annotated[
        str | None, typer.Option(metavar="CSV", help="With --check: scores of other systems, to print next to ours.")
    ] = None,
    examples: Annotated[
        Positive | None, typer.Option(metavar="N", help="With --diff: at most N places per kind of error.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Only what is asserted: nothing denied, asked, conditional or reported.")
    ] = False,
    thesis: Annotated[
        bool, typer.Option("--thesis", help="The sentences of Eker (2009), with X for what is not in focus.")
    ] = False,
    coordination: Annotated[
        bool, typer.Option(help="With --thesis: add the sentences that follow for further conjuncts (needs phrases).")
    ] = True,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="With --pairs: JSON lines if it ends in .jsonl, else RTE XML. With --check: the answers.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Express each parse as a list of simple sentences (PETE).

    With --diff: what a parser gets wrong, in sentences. With --check: whether hypotheses follow from the parses.
    """
    names = all_given([treebank, *(tests or [])])
    _must_make_sense(names, diff, pairs, check, output)
    if check is None and (hypotheses or focus or explain or against or published):
        raise CallError("--hypotheses, --focus, --explain, --against and --published are for --check PAIRS")
    if examples is not None and not diff:
        raise CallError("--examples N is for --diff: treegauge entail GOLD TEST --diff --examples N")
    check_standard_input(names)
    # Cycles of heads are reported and counted here, so the reader need not stop at them.
    treebanks = [reading.transformed(name, lenient=True) for name in names]
    if check is not None:
        parses = None if hypotheses is None else reading.transformed(hypotheses, lenient=True)
        options = CheckOptions(parses, focus, explain, all_given(against or []), published, output, json)
        check_pairs(given(check), treebanks[0], options)
    elif diff:
        _diff(treebanks[0], treebanks[1], coordination=coordination, examples=examples, json=json)
    elif pairs is not None:
        _pairs(names, treebanks, reading.seed, output, json)
    else:
        _print_entailments(treebanks[0], thesis, strict, coordination, json)


def _must_make_sense(names: list[str], diff: bool, pairs: object, check: str | None, output: str | None) -> None:
    asked = [name for name, wanted in (("--diff", diff), ("--pairs", pairs), ("--check", check)) if wanted]
    if len(asked) > 1:
        raise CallError(f"{asked[0]} and {asked[1]} exclude each other")
    if diff and len(names) != 2:
        raise CallError("--diff compares two treebanks: treegauge entail GOLD TEST --diff")
    if pairs and len(names) < 2:
        raise CallError("--pairs needs gold and one parse or more: treegauge entail GOLD TEST --pairs yes-no")
    if not diff and not pairs and len(names) > 1:
        raise CallError(f"'{names[1]}' is not used: add --diff or --pairs yes-no")
    if output and not pairs and not check:
        raise CallError("-o FILE is for --pairs and --check: treegauge entail GOLD TEST --pairs yes-no -o FILE")


def _print_entailments(treebank: Treebank, thesis: bool, strict: bool, coordination: bool, json: bool) -> None:
    from ..entailments import api
    from ..report.entailments import entailment_lines

    entailments = api.entail(treebank, thesis=thesis, strict=strict, coordination=coordination)
    if json:
        print_json("entail", entailments.rows())
    else:
        sys.stdout.writelines(f"{line}\n" for line in entailment_lines(entailments))
    _report_problems(entailments)


def _report_problems(entailments: Entailments, name: str = "") -> None:
    """How many sentences have no entailments or perhaps not all, and the first of them."""
    if entailments.problems:
        note(f"{name}{entailments.problem_summary}")
    for problem in entailments.problems[:_SHOWN]:
        note(f"sentence {problem.sentence} ({problem.where}): {problem.reason}")


def _diff(gold: Treebank, test: Treebank, *, coordination: bool, examples: int | None, json: bool) -> None:
    from ..evaluation.entailments import entail_differences
    from ..report.entailments import difference_lines

    differences = entail_differences(gold, test, coordination=coordination)
    if json:
        print_json("entail", differences.rows())
    else:
        sys.stdout.writelines(f"{line}\n" for line in difference_lines(differences, examples))
    _report_problems(differences.gold, "gold: ")
    _report_problems(differences.test, "test: ")
    _report_other_words("test", differences.other_words)


def _report_other_words(name: str, sentences: int) -> None:
    if sentences:
        note(f"{counted(sentences, 'sentence has', 'sentences have')} different words in {name}; left out")


def _pairs(
    names: list[str],
    treebanks: list[Treebank],
    seed: int,
    output: str | None,
    json: bool,
) -> None:
    from ..entailments.pairs import pairs_as_text, write_pairs
    from ..evaluation.entailments import entail_pairs

    gold, *tests = treebanks
    pairs = entail_pairs(gold, tests, seed=seed)
    for name, sentences in zip(names[1:], pairs.other_words, strict=True):
        _report_other_words(name, sentences)
    if json:
        print_json("entail", pairs.rows())
    if output not in (None, "-"):
        write_pairs(pairs, output)
    elif output == "-" or not json:
        sys.stdout.write(pairs_as_text(pairs))
    half = ", half of them with the answer yes" if len(pairs) else ": gold and the parses never disagree"
    note(f"{counted(len(pairs), 'pair')}{half}")
