"""Other programs that score parsers, run on two files of trees: their figures, under our names of the scores.

A program that is not installed skips the test. `./run programs` installs them, and names those that it installed in
the variable TREEGAUGE_TEST_PROGRAMS: then a program that cannot be imported is an error.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from without_torch import Tensor, scoring_modules

import treegauge

INSTALLED = "TREEGAUGE_TEST_PROGRAMS"
Scores = dict[str, float]
# What supar leaves out and takes for equal when it is run with its usual options.
_SUPAR_IGNORES = {"TOP", "S1", "-NONE-", ",", ":", "``", "''", ".", "?", "!", ""}
_SUPAR_EQUAL = {"ADVP": "PRT"}
_SUPAR = ("supar", "supar.utils")  # the packages around its scorers


def pyevalb(gold: Path, test: Path) -> Scores:
    """PYEVALB's summary of two files with one tree per line."""
    scorer, summary = _modules("pyevalb", "PYEVALB.scorer", "PYEVALB.summary")
    with gold.open(encoding="utf-8") as golds, test.open(encoding="utf-8") as tests:
        printed = summary.summary(scorer.Scorer().score_corpus(golds, tests))
    names = ("bracket_prec", "bracket_recall", "bracker_fmeasure", "complete_match", "average_crossing", "no_crossing")
    values = [getattr(printed, name) for name in (*names, "tagging_accuracy")]
    ours = ("precision", "recall", "f1", "exact_match", "crossing", "no_crossing", "tag_accuracy")
    return dict(zip(ours, values, strict=True))


def supar(gold: Path, test: Path) -> Scores:
    """supar's SpanMetric for two files with one tree per line."""
    fromstring = _modules("supar", "nltk")[0].Tree.fromstring
    metric, transform = _without_torch("supar", _SUPAR, "supar.utils.metric", "supar.utils.transform")
    golds, tests = (
        [transform.Tree.factorize(fromstring(line), _SUPAR_IGNORES, _SUPAR_EQUAL) for line in _lines(path)]
        for path in (gold, test)
    )
    printed = metric.SpanMetric()(tests, golds)
    values = (printed.lp, printed.lr, printed.lf, printed.lcm)
    return {name: 100 * value for name, value in zip(("precision", "recall", "f1", "exact_match"), values, strict=True)}


def stanza(gold: Path, test: Path) -> Scores:
    """stanza's EvaluateParser, which runs CoreNLP, for two files of trees. It is found through CLASSPATH."""
    if "corenlp" not in os.environ.get("CLASSPATH", "") or shutil.which("java") is None:
        _absent("stanza", "it needs Java, and CoreNLP in the variable CLASSPATH")
    evaluating, reading = _without_torch(
        "stanza", ["stanza"], "stanza.server.parser_eval", "stanza.models.constituency.tree_reader"
    )
    golds, tests = (reading.read_treebank(str(path)) for path in (gold, test))
    with evaluating.EvaluateParser(classpath="$CLASSPATH") as program:
        java = program.pipe
        scores = {"f1": 100 * program.process(evaluating.collate(golds, tests)).f1}
    with java:  # stanza does not wait for its end
        return scores


def nltk(gold: Path, test: Path) -> Scores:
    """NLTK's DependencyEvaluator for two CoNLL-U files."""
    (parse,) = _modules("nltk", "nltk.parse")

    def graphs(path: Path) -> list[Any]:
        texts = [
            "\n".join(
                f"{form} _ {0 if head == number else head + 1} {relation}"
                for number, (form, head, relation) in enumerate(words)
            )
            for words in _sentences(path)
        ]
        return [parse.DependencyGraph(text, top_relation_label="root") for text in texts]

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*depends on the root element", UserWarning)  # of a root called nsubj
        las, uas = parse.DependencyEvaluator(graphs(test), graphs(gold)).eval()
    return {"las": 100 * las, "uas": 100 * uas}


def spacy(gold: Path, test: Path) -> Scores:
    """spaCy's scorer of its parser for two CoNLL-U files."""
    library, training, tokens, parser = _modules(
        "spacy", "spacy", "spacy.training", "spacy.tokens", "spacy.pipeline.dep_parser"
    )
    vocabulary = library.blank("en").vocab

    def documents(path: Path) -> list[Any]:
        columns = [tuple(zip(*words, strict=True)) for words in _sentences(path)]
        return [tokens.Doc(vocabulary, words=list(w), heads=list(h), deps=list(d)) for w, h, d in columns]

    pairs = zip(documents(test), documents(gold), strict=True)
    printed = parser.parser_score([training.Example(*pair) for pair in pairs])
    return {"las": 100 * printed["dep_las"], "uas": 100 * printed["dep_uas"]}


def supar_arcs(gold: Path, test: Path) -> Scores:
    """supar's AttachmentMetric for two CoNLL-U files, without the words that supar takes for punctuation."""
    metric, functions = _without_torch("supar", _SUPAR, "supar.utils.metric", "supar.utils.fn")
    printed = metric.AttachmentMetric()
    for gold_words, test_words in zip(_sentences(gold), _sentences(test), strict=True):
        arcs, relations = (
            [Tensor.of([[word[column] for word in words]]) for words in (test_words, gold_words)] for column in (1, 2)
        )
        counted = [not functions.ispunct(form) for form, _, _ in gold_words]
        printed(arcs[0], relations[0], arcs[1], relations[1], Tensor.of([counted]))
    values = (printed.las, printed.uas, printed.lcm, printed.ucm)
    return {name: 100 * value for name, value in zip(("las", "uas", "lem", "uem"), values, strict=True)}


def ud(gold: Path, test: Path) -> Scores:
    """The official UD script, as udtools has it, for two CoNLL-U files, which may have several roots per sentence."""
    (script,) = _modules("ud", "udtools.udeval")
    with gold.open(encoding="utf-8") as golds, test.open(encoding="utf-8") as tests:  # the script leaves files open
        loaded = [script.load_conllu(file, file.name, {"multiple_roots_okay": True}) for file in (golds, tests)]
    return {
        re.sub(r"\W", "", name).lower(): 100 * score.f1
        for name, score in script.evaluate(*loaded).items()
        if name not in ("ELAS", "EULAS")
    }


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _sentences(path: Path) -> Iterator[list[tuple[str, int, str]]]:
    """The words of each sentence: form, number of the head from 0 (its own for the root), relation."""
    for tree in treegauge.read(path):
        heads = [number if token.head is None else token.head.index for number, token in enumerate(tree.tokens)]
        yield [(token.form or "", head, token.deprel or "") for head, token in zip(heads, tree.tokens, strict=True)]


def _absent(program: str, reason: str) -> NoReturn:
    if program in os.environ.get(INSTALLED, "").split():
        pytest.fail(f"{program} was installed, but cannot be run: {reason}")
    pytest.skip(f"{program} is not installed ({reason}); its kept figures are compared; ./run programs installs it")


def _modules(program: str, *names: str) -> list[Any]:
    try:
        return [importlib.import_module(name) for name in names]
    except ModuleNotFoundError as error:
        _absent(program, str(error))


def _without_torch(program: str, packages: Sequence[str], *names: str) -> list[Any]:
    try:
        return scoring_modules(packages, names)
    except ModuleNotFoundError as error:
        _absent(program, str(error))
