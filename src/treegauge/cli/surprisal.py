"""`treegauge surprisal`: how surprising each word is after those before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.bounds import Folds
from .options import Jobs, Reading, check_exclusive, check_standard_input, given, note, progress
from .printing import Printing

if TYPE_CHECKING:
    from ..models.grammars.inference import AnyGrammar


def surprisal(
    treebank: Annotated[
        str,
        typer.Argument(
            metavar="TREEBANK|TEXT", help="The sentences to measure: a treebank, or a text as FILE:words, one per line."
        ),
    ],
    reading: Reading,
    printing: Printing,
    train: Annotated[
        str | None,
        typer.Option(metavar="FILE", show_default="TREEBANK", help="The trees from which the grammar is learned."),
    ] = None,
    grammar: Annotated[
        str | None,
        typer.Option(
            "--grammar",
            "-g",
            metavar="MODEL|FILE",
            show_default="the rules of the trees",
            help="A model of rules that gives unseen rules a probability: markov(h=2); or the file of a saved grammar.",
        ),
    ] = None,
    words: Annotated[
        bool,
        typer.Option("--words", help="Over the words, by a lexicon of the training trees; otherwise over the tags."),
    ] = False,
    folds: Annotated[
        Folds | None, typer.Option(metavar="K", help="Measure each of K parts under the grammar of the others.")
    ] = None,
    jobs: Jobs = None,
) -> None:
    """Measure how surprising each word is after the words before it, in bits, under a grammar.

    The surprisal of a word is log2 of the probability of all sentences that begin like the words before it, minus the
    same with the word. It is exact: a sum over all trees. The last value of a sentence is that of its end, so all of
    them add up to -log2 p(sentence).
    """
    from ..core.parallel import jobs as threads
    from ..report.surprisal import surprisal_report
    from ..studies.surprisal.measuring import surprisal as measure

    printing.wanted()
    name, training = given(treebank), None if train is None else given(train)
    saved = _saved(grammar)
    check_standard_input([name, training or "", saved or ""], "training")
    check_exclusive({"--train": train}, {"--folds": folds, "--grammar FILE": saved})
    check_exclusive({"--grammar FILE": saved}, {"--folds": folds})
    _ = reading.transforms  # a wrong one is an error before any work
    trees = None if training is None else reading.read(training)
    sentences = reading.read(name)
    with threads(jobs), progress(f"measuring {name}") as tick:
        measured = measure(
            sentences,
            train=trees,
            grammar=_read(saved) if saved is not None else grammar,
            words=words,
            folds=folds,
            transforms=reading.transforms,
            seed=reading.seed,
            name=name,
            train_name=saved or training or "",
            progress=tick,
        )
    for remark in measured.remarks:
        note(remark)
    rows, summary = measured.rows(), measured.summary()
    printing.write("surprisal", rows, None, lambda: surprisal_report(rows, summary), summary=summary)


def _saved(grammar: str | None) -> str | None:
    """The file of a grammar; None if it is a model of rules, which has a name such as markov(h=2)."""
    from ..models.grammars.markov import Markov

    return None if grammar is None or "(" in grammar or grammar == Markov.name else given(grammar)


def _read(file: str) -> AnyGrammar:
    from ..models.grammars.storage import read_any_grammar

    return read_any_grammar(file)
