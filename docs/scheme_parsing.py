"""Parse for the section "Parsing: Tables 7 and 9" of docs/studies/schemes.md, and print its tables as Markdown.

python docs/scheme_parsing.py TREEBANKS [--seeds 5]

TREEBANKS is the folder with pcc, squoia and ptb_wsj_sample. A seed draws test sentences, folds and training trees. All
tables use the first seed, except the one over seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from measured import markdown_table

import treegauge
from treegauge import Treebank
from treegauge.core.types import Int64s
from treegauge.evaluation.compare import compare
from treegauge.evaluation.result import Result
from treegauge.evaluation.score import score
from treegauge.evaluation.statistics import unpaired_bootstrap
from treegauge.parsers.held_out import HeldOut, held_out, most_trees
from treegauge.studies.annotation_schemes.converted import CONVERSIONS, Converted, converted_scores
from treegauge.studies.annotation_schemes.settings import nodes_per_word
from treegauge.studies.annotation_schemes.yardsticks import HEADLINES, drop_functions
from treegauge.transforms.select import lengths

TEST, SHORTEST, LONGEST, DEVIATION, FOLDS = 1024, 10, 40, 2.0, 8
GERMAN = {"PCC": "pcc/*.tar.xz", "SQUOIA": "squoia/*_DE.xml.xz"}
PENN = "ptb_wsj_sample/wsj_sample.mrg.xz"
SCHEMES = {"PCC": "tiger", "SQUOIA": "tiger", "Penn": "penn"}
INPUTS = {"gold tags": "pcfg", "words": "pcfg(words=true)"}
# COLLINS.prm deletes punctuation by its tag, and passes over sentences in which a parser tagged another word as
# punctuation. With this preset all sentences count.
PARSEVAL = "parseval(prm=spmrl)"
MEASURES = (PARSEVAL, "leaf-ancestor", "triples", "triples(tags=false)")
NAMES = ("PARSEVAL F1", "leaf-ancestor", "triples F1", "triples F1, heads only")
ROWS = {
    "PCC": [[], ["no unaries"], ["remove-unaries(keep=bottom,tokens=true)"], ["NP in PP"]],
    "SQUOIA": [[], ["no unaries"], ["no NP in PP"], ["no unaries", "no NP in PP"]],
}
# The rows of PCC and of SQUOIA that are compared.
PAIRS = {"as they are": (0, 0), "both without unaries": (1, 1), "SQUOIA also without NP in PP": (1, 3)}
# The trees are prepared before they are parsed, and their functions are removed there.
AS_PARSED: dict[str, Any] = {"functions": True, "prepare": ()}
# What makes the trees of a treebank flat, and the ways back up, one after the other.
DOWN = {"SQUOIA": ["no NP in PP", "no unaries"], "Penn": ["no noun levels", "no NP in PP", "no VP", "no unaries"]}
UP = {
    "SQUOIA": ["insert-np-in-pp(single=true)", "insert-word-phrases"],
    "Penn": ["insert-np-in-pp(single=true)", "insert-noun-levels(single=true)", "insert-verb-phrases"],
}


@dataclass(frozen=True, eq=False)
class Study:
    """Two treebanks with their test sentences, parsed from each input; `whole` has functions."""

    whole: dict[str, Treebank]
    sentences: dict[str, Int64s]
    parsed: dict[tuple[str, str], HeldOut]


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> None:
    print(markdown_table(heads, rows, texts), end="\n\n")


def headline(result: Result) -> float:
    return result.scores[HEADLINES[result.measure.name]]


def with_interval(result: Result) -> str:
    """The score with half its 95 % interval over sentences."""
    low, high = result.intervals[HEADLINES[result.measure.name]]
    return f"{headline(result):.2f} ± {(high - low) / 2:.2f}"


def apart(one: Result, other: Result) -> str:
    """The difference of two scores, with its interval over the sentences of both, which are not the same."""
    counts, other_counts = (own.rows[own.compared] for own in (one, other))
    found = unpaired_bootstrap(counts, other_counts, one.measure.score)
    difference, (low, high) = found[HEADLINES[one.measure.name]]
    return f"{difference:.2f} ({low:.2f} to {high:.2f})"


def german(whole: dict[str, Treebank], seed: int) -> Study:
    """Comparable test sentences of both treebanks, parsed by grammars of the same number of trees."""
    samples = treegauge.comparable_samples(list(whole.values()), TEST, deviation=DEVIATION, seed=seed)
    sentences = dict(zip(whole, (sample.sentences for sample in samples), strict=True))
    trees = min(most_trees(whole[name], chosen, FOLDS) for name, chosen in sentences.items())
    parsed = {
        (name, source): held_out(drop_functions(own), sentences[name], parser, trees=trees, folds=FOLDS, seed=seed)
        for name, own in whole.items()
        for source, parser in INPUTS.items()
    }
    return Study(whole, sentences, parsed)


def grammar_table(study: Study) -> None:
    rows = []
    for name in study.whole:
        tags, words = (study.parsed[name, source] for source in INPUTS)
        unknown = 100 * len(words.parses) * words.fact("unknown_words") / len(words.gold.tokens)
        cells = [f"{tags.trees:,}", f"{tags.words / tags.trees:.2f}", f"{tags.fact('rules'):,.0f}"]
        cells += [f"{len(tags.gold):,}", f"{len(tags.gold.tokens) / len(tags.gold):.2f}"]
        cells += [f"{nodes_per_word(tags.gold):.2f}", str(tags.unparsed), str(words.unparsed), f"{unknown:.2f}"]
        rows.append([name, *cells])
    heads = ["trees", "words per tree", "rule types", "test sentences", "words per sentence", "nodes per word"]
    heads += ["no parse, from tags", "... from words", "unknown words, %"]
    table(["treebank", *heads], rows, 1)


def conversions(study: Study, name: str, source: str, resamples: int = 1000) -> list[Converted]:
    """The rows of Table 7 for a treebank."""
    own = study.parsed[name, source]
    options = {"scheme": SCHEMES[name], **AS_PARSED}
    return converted_scores(own.gold, own.parsed, ROWS[name], MEASURES, resamples=resamples, **options)


def table_7(study: Study) -> None:
    for source in INPUTS:
        rows = []
        for name in study.whole:
            for row in conversions(study, name, source):
                sides = [f"{row.results[0].scores[side]:.2f}" for side in ("precision", "recall")]
                scores = [with_interval(result) for result in row.results[:3]]
                rows.append([name, " + ".join(row.steps) or "-", f"{row.nodes_per_word:.2f}", *sides, *scores])
        table([f"from {source}", "steps", "nodes per word", "precision", "recall", *NAMES[:3]], rows, 2)


def table_9(study: Study) -> None:
    rows = []
    for source in INPUTS:
        for name in study.whole:
            own = study.parsed[name, source]
            brackets, leaves, triples, untagged = score(own.gold, own.parsed, MEASURES)
            marked = study.whole[name].select(study.sentences[name])
            functions = score(marked, own.parsed, "triples")[0]
            cells = [with_interval(result) for result in (triples, untagged, functions, brackets, leaves)]
            right = score(own.gold, own.parsed, "parseval(prm=none)", resamples=0)[0].scores["tag_accuracy"]
            rows.append([f"{name}, from {source}", *cells, f"{right:.2f}"])
    heads = ["", NAMES[2], "... heads only", "... gold heads by functions", *NAMES[:2], "right tags"]
    table(heads, rows, 1)


def table_of_sentences(study: Study) -> None:
    """SQUOIA - PCC, as they are and converted, with intervals over the sentences of both."""
    rows = []
    for source in INPUTS:
        pcc, squoia = (conversions(study, name, source, 0) for name in study.whole)
        for title, (place, other) in PAIRS.items():
            sides = zip(squoia[other].results, pcc[place].results, strict=True)
            rows.append([f"from {source}", title, *(apart(one, two) for one, two in sides)])
    table(["SQUOIA - PCC", "", *NAMES], rows, 2)


def table_of_seeds(studies: Sequence[Study]) -> None:
    """SQUOIA - PCC, as they are and converted, over seeds."""
    rows = []
    for source in INPUTS:
        found = [[conversions(study, name, source, 0) for name in study.whole] for study in studies]
        for title, places in PAIRS.items():
            values = np.array(
                [[[headline(own) for own in rows[place].results] for rows, place in zip(one, places, strict=True)]
                 for one in found]
            )  # fmt: skip
            difference = values[:, 1] - values[:, 0]
            low, high = difference.min(0), difference.max(0)
            cells = [f"{mean:.2f} ({low[k]:.2f} to {high[k]:.2f})" for k, mean in enumerate(difference.mean(0))]
            rows.append([f"from {source}", title, *cells])
    table(["SQUOIA - PCC", "", *NAMES], rows, 2)


def same_sentences(name: str, deep: Treebank, sentences: Int64s, source: str) -> None:
    """A grammar of deep trees against one of the same trees made flat: the output of the first is made flat after
    parsing, so that both are scored against the same gold; then the output of the second is made deep again."""
    down, up = DOWN[name], UP[name]
    flat = treegauge.apply(deep, [CONVERSIONS[step] for step in down])
    of_deep, of_flat = (held_out(own, sentences, INPUTS[source], folds=FOLDS) for own in (deep, flat))
    options = {"scheme": SCHEMES[name], **AS_PARSED}
    inserted = [up[:k] for k in range(len(up) + 1)]
    found = converted_scores(of_deep.gold, of_deep.parsed, [[], down], MEASURES, **options)
    found += converted_scores(of_flat.gold, of_flat.parsed, inserted, MEASURES, **options)
    titles = ["deep, as it is", "deep, made flat", "flat, as it is", *(f"flat, + {step}" for step in up)]
    rows = []
    for title, row in zip(titles, found, strict=True):
        own = of_deep if title.startswith("deep") else of_flat
        scores = [with_interval(result) for result in row.results]
        rows.append([title, f"{own.fact('rules'):,.0f}", str(own.unparsed), f"{row.nodes_per_word:.2f}", *scores])
    tests = treegauge.apply(of_deep.parsed, [CONVERSIONS[step] for step in down]), of_flat.parsed
    both = ~(of_deep.without_parse | of_flat.without_parse)
    rows.append(["deep made flat - flat", "", "", "", *differences(of_flat.gold, *tests)])
    parsed = (own.select(np.flatnonzero(both)) for own in (of_flat.gold, *tests))
    rows.append([f"... the {both.sum():,} sentences that both parse", "", "", "", *differences(*parsed)])
    heads = [f"{name} from {source}: grammar trained on trees that are", "rule types", "no parse", "nodes per word"]
    table([*heads, *NAMES], rows, 1)


def differences(gold: Treebank, one: Treebank, other: Treebank) -> list[str]:
    """The difference of two parsers by each measure, with the interval of the paired bootstrap."""
    cells = []
    for measure in MEASURES:
        found = compare(gold, {"one": one, "other": other}, measure, resamples=1000)
        (own,) = [row for row in found if row.score == HEADLINES[row.measure]]
        cells.append(f"{own.difference:.2f} ({own.interval[0]:.2f} to {own.interval[1]:.2f})")
    return cells


def within(name: str, treebank: Treebank) -> None:
    """The same sentences deep and flat, from each input."""
    length = lengths(treebank)
    fits = np.flatnonzero((length >= SHORTEST) & (length <= LONGEST))
    sentences = np.sort(np.random.default_rng(0).choice(fits, TEST, replace=False))
    for source in INPUTS:
        same_sentences(name, treebank, sentences, source)


def main() -> None:
    """Parse, print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("--seeds", type=int, default=5)
    given = arguments.parse_args()
    whole = {
        name: treegauge.apply(treegauge.read(given.treebanks / path), "prepare(tiger)") for name, path in GERMAN.items()
    }
    studies = [german(whole, seed) for seed in range(given.seeds)]
    grammar_table(studies[0])
    table_7(studies[0])
    table_9(studies[0])
    table_of_sentences(studies[0])
    table_of_seeds(studies)
    within("SQUOIA", drop_functions(whole["SQUOIA"]))
    within("Penn", treegauge.apply(treegauge.read(given.treebanks / PENN), "prepare(penn)"))


if __name__ == "__main__":
    main()
