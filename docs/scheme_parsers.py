"""Parse German with the parsers of other people for docs/studies/schemes.md, and fill its tables.

python docs/scheme_parsers.py TREEBANKS MODELS [--parsers SPEC ...] [--folds 2] [--write]

TREEBANKS is the folder with pcc and squoia. MODELS keeps the trained models, so that an interrupted run continues where
it stopped. Test sentences are those of the first seed of docs/scheme_parsing.py; all parse words.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from measured import fill_page, markdown_table
from scheme_parsing import (
    AS_PARSED,
    DEVIATION,
    DOWN,
    GERMAN,
    MEASURES,
    NAMES,
    PAIRS,
    ROWS,
    TEST,
    apart,
    differences,
    with_interval,
)

import treegauge
from treegauge import Treebank
from treegauge.core.types import Int64s
from treegauge.parsers.held_out import HeldOut, held_out, most_trees
from treegauge.studies.annotation_schemes.converted import CONVERSIONS, Converted, converted_scores
from treegauge.studies.annotation_schemes.yardsticks import drop_functions

FLAT = "SQUOIA made flat"
OPTIONS: dict[str, Any] = {"scheme": "tiger", **AS_PARSED}
PARSERS = {
    "treebank grammar": "pcfg(words=true)",
    "Stanford": "stanford(language=de,heads=left,memory=3g)",
    "Berkeley": "berkeley(cycles=3,memory=3g)",
}


class German:
    """Both treebanks, SQUOIA also made flat, with their test sentences."""

    def __init__(self, folder: Path, folds: int) -> None:
        whole = {name: drop_functions(_prepared(folder / path)) for name, path in GERMAN.items()}
        samples = treegauge.comparable_samples(list(whole.values()), TEST, deviation=DEVIATION, seed=0)
        self.folds = folds
        self.sentences: dict[str, Int64s] = dict(zip(whole, (own.sentences for own in samples), strict=True))
        self.trees = min(most_trees(whole[name], chosen, folds) for name, chosen in self.sentences.items())
        flat = treegauge.apply(whole["SQUOIA"], [CONVERSIONS[step] for step in DOWN["SQUOIA"]])
        self.treebanks: dict[str, Treebank] = {**whole, FLAT: flat}
        self.sentences[FLAT] = self.sentences["SQUOIA"]

    def parse(self, name: str, parser: str, models: Path) -> HeldOut:
        options: dict[str, Any] = {"trees": self.trees, "folds": self.folds}
        kept = None if parser.startswith("pcfg") else models
        start = time.perf_counter()
        found = held_out(self.treebanks[name], self.sentences[name], parser, models=kept, **options)
        print(f"{name}, {parser}: {time.perf_counter() - start:.0f} s, {found.unparsed} without a parse", flush=True)
        return found


def _prepared(path: Path) -> Treebank:
    return treegauge.apply(treegauge.read(path), "prepare(tiger)")


def table_7(parsed: dict[tuple[str, str], HeldOut]) -> dict[tuple[str, str], list[Converted]]:
    """The rows of Table 7 for each parser and treebank."""
    return {
        (parser, name): converted_scores(own.gold, own.parsed, ROWS[name], MEASURES, **OPTIONS)
        for (parser, name), own in parsed.items()
        if name in ROWS
    }


def step_table(found: dict[tuple[str, str], list[Converted]], parsed: dict[tuple[str, str], HeldOut]) -> str:
    rows = []
    for (parser, name), converted in found.items():
        for row in converted:
            sides = [f"{row.results[0].scores[side]:.2f}" for side in ("precision", "recall")]
            scores = [with_interval(result) for result in row.results]
            cells = [str(parsed[parser, name].unparsed), f"{row.nodes_per_word:.2f}", *sides, *scores]
            rows.append([parser, name, " + ".join(row.steps) or "-", *cells])
    heads = ["from words", "treebank", "steps", "no parse", "nodes per word", "precision", "recall", *NAMES]
    return markdown_table(heads, rows, 3)


def difference_table(found: dict[tuple[str, str], list[Converted]], parsers: Sequence[str]) -> str:
    """SQUOIA - PCC, with intervals over the sentences of both."""
    rows = []
    for parser in parsers:
        for title, (pcc, squoia) in PAIRS.items():
            sides = found[parser, "SQUOIA"][squoia].results, found[parser, "PCC"][pcc].results
            rows.append([parser, title, *(apart(one, other) for one, other in zip(*sides, strict=True))])
    return markdown_table(["SQUOIA - PCC", "", *NAMES], rows, 2)


def flat_table(parsed: dict[tuple[str, str], HeldOut], parsers: Sequence[str]) -> str:
    """The same sentences: deep trees made flat after parsing against flat trees, scored against the same gold."""
    rows = []
    for parser in parsers:
        deep, flat = parsed[parser, "SQUOIA"], parsed[parser, FLAT]
        scored = converted_scores(deep.gold, deep.parsed, [[], DOWN["SQUOIA"]], MEASURES, **OPTIONS)
        scored += converted_scores(flat.gold, flat.parsed, [[]], MEASURES, **OPTIONS)
        for title, row in zip(("deep, as it is", "deep, made flat", "flat, as it is"), scored, strict=True):
            own = flat if title.startswith("flat") else deep
            cells = [str(own.unparsed), f"{row.nodes_per_word:.2f}", *(with_interval(result) for result in row.results)]
            rows.append([parser, title, *cells])
        made_flat = treegauge.apply(deep.parsed, [CONVERSIONS[step] for step in DOWN["SQUOIA"]])
        rows.append([parser, "deep made flat - flat", "", "", *differences(flat.gold, made_flat, flat.parsed)])
    return markdown_table(
        ["SQUOIA from words", "trained on trees that are", "no parse", "nodes per word", *NAMES], rows, 2
    )


def main() -> None:
    """Parse, print and write the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("models", type=Path)
    arguments.add_argument("--parsers", nargs="*", default=list(PARSERS))
    arguments.add_argument("--folds", type=int, default=2)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    german = German(given.treebanks, given.folds)
    specs = {name: PARSERS.get(name, name) for name in given.parsers}
    parsed = {
        (name, treebank): german.parse(treebank, spec, given.models)
        for name, spec in specs.items()
        for treebank in german.treebanks
    }
    found = table_7(parsed)
    tables = {
        "german-steps": step_table(found, parsed),
        "german-differences": difference_table(found, list(specs)),
        "german-flat": flat_table(parsed, list(specs)),
    }
    print(f"{german.trees:,} training trees in each of {german.folds} folds", *tables.values(), sep="\n\n")
    if given.write:
        fill_page("schemes.md", tables)


if __name__ == "__main__":
    main()
