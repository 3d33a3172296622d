"""Intervals over sentences for the tables of docs/studies/schemes.md on inserted errors.

python docs/scheme_sentences.py TREEBANKS [--draws 20] [--write]

TREEBANKS is the folder with pcc, squoia, ptb_wsj_sample, cess_esp and icepahc. `treegauge schemes` draws errors again
for each seed, in the same sentences. Here each draw also resamples the sentences (with replacement), and then inserts
the errors. The deviation of a figure over such draws is its standard error (Efron and Tibshirani 1993, chapter 6).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from measured import fill_page, markdown_table
from scheme_parsing import DEVIATION, GERMAN, TEST

import treegauge
from treegauge import Treebank
from treegauge.core.types import Floats
from treegauge.studies.annotation_schemes.dial import bias_curve
from treegauge.studies.annotation_schemes.inserted import inserted_errors

NORMAL = 1.96  # standard errors in half a 95 % interval
SEEDS = 20  # those of the page
MEASURES = ("parseval", "leaf-ancestor", "triples", "mph", "attachment", "exact-match")
FLAT = ["remove-noun-levels", "remove-np-in-pp", "remove-verb-phrases", "remove-unaries(tokens=true)"]
DIAL = {"Penn": "ptb_wsj_sample/wsj_sample.mrg.xz", "PCC": "pcc", "CESS": "cess_esp", "IcePaHC": "icepahc"}
DIALS: dict[str, dict[str, Any]] = {
    "all kinds": {},
    "attachments": {"errors": ["attach1", "attach2"], "rate": 0.5},
}


def resampled(treebank: Treebank, generator: np.random.Generator) -> Treebank:
    """As many sentences as there are, drawn with replacement."""
    return treebank.select(np.sort(generator.integers(len(treebank), size=len(treebank))))


def half_width(values: Floats) -> Floats:
    """Half the interval of a figure, from its values in resampled sentences."""
    widths: Floats = NORMAL * np.std(values, axis=0, ddof=1)
    return widths


def differences(pair: Sequence[Treebank], seeds: int) -> tuple[list[str], Floats, Floats, Floats]:
    """The kinds of errors and their numbers; the difference of two treebanks by kind and measure, with its interval
    over seeds."""
    rows = inserted_errors(list(pair), measures=MEASURES, seeds=seeds).rows()
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    shape = len(kinds), len(MEASURES)
    errors = np.array([row["errors"] for row in rows]).reshape(shape)
    values = np.array([row["difference"] for row in rows]).reshape(shape)
    return kinds, errors, values, np.array([row["interval"] for row in rows]).reshape(shape)


def drawn_differences(pair: Sequence[Treebank], errors: Floats, draw: int, *, same: bool) -> Floats:
    """The differences in resampled sentences, for the same numbers of errors: others have room for a few more or fewer,
    and a difference grows with the number of errors."""
    generators = [np.random.default_rng([draw, 0 if same else side]) for side in range(2)]
    sides = [resampled(side, generator) for side, generator in zip(pair, generators, strict=True)]
    _, drawn_errors, values, _ = differences(sides, 1)
    by_kind = values[:-1] * errors[:-1] / drawn_errors[:-1]
    average = (by_kind * errors[:-1]).sum(0) / errors[:-1].sum(0)
    return np.vstack((by_kind, average))


def inserted_table(pair: Sequence[Treebank], draws: int, *, same: bool = False) -> str:
    """Second - first: the mean over seeds, ± its interval over seeds, ± that over sentences."""
    kinds, errors, values, widths = differences(pair, SEEDS)
    over_sentences = half_width(np.array([drawn_differences(pair, errors, draw, same=same) for draw in range(draws)]))
    rows = [
        [kind, *(_cell(*figures) for figures in zip(values[k], widths[k], over_sentences[k], strict=True))]
        for k, kind in enumerate(kinds)
    ]
    return markdown_table(["second - first", *MEASURES], rows)


def _cell(value: float, over_seeds: float, over_sentences: float) -> str:
    return f"{value:.2f} ± {over_seeds:.2f} ± {over_sentences:.2f}"


def dial_table(treebanks: dict[str, Treebank], draws: int) -> str:
    """The cost of errors in the deepest trees divided by that in the flattest, with both intervals."""
    rows = []
    for title, settings in DIALS.items():
        for name, treebank in treebanks.items():
            options: dict[str, Any] = {"measures": MEASURES[:-1], **settings}
            flat = bias_curve(treebank, seeds=SEEDS, **options).flatness()
            drawn = [
                bias_curve(resampled(treebank, np.random.default_rng(draw)), seeds=1, **options).flatness()
                for draw in range(draws)
            ]
            widths = half_width(np.array([[row["cost_ratio"] for row in one] for one in drawn]))
            figures = [(row["cost_ratio"], row["cost_ratio_interval"]) for row in flat]
            rows.append([title, name, *(_cell(*one, width) for one, width in zip(figures, widths, strict=True))])
            print(*rows[-1], sep=" | ", flush=True)
    return markdown_table(["cost ratio", "treebank", *MEASURES[:-1]], rows, 2)


def german(folder: Path) -> list[Treebank]:
    """The samples of PCC and SQUOIA."""
    whole = [treegauge.read(folder / path) for path in GERMAN.values()]
    samples = treegauge.comparable_samples(whole, TEST, deviation=DEVIATION)
    return [own.select(sample.sentences) for own, sample in zip(whole, samples, strict=True)]


def thousand(path: Path) -> Treebank:
    """A thousand sentences of a treebank; what is not a tree is left out."""
    return treegauge.apply(treegauge.read(path, on_error="skip"), ["prepare", "sample(1000)"])


def main() -> None:
    """Insert errors, print and write the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("--draws", type=int, default=20)
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    penn = thousand(given.treebanks / DIAL["Penn"])
    tables = {
        "sentences-german": inserted_table(german(given.treebanks), given.draws),
        "sentences-penn": inserted_table([treegauge.apply(penn, FLAT), penn], given.draws, same=True),
    }
    print("\n\n".join(tables.values()), flush=True)
    dials = {name: thousand(given.treebanks / path) for name, path in DIAL.items()}
    tables["sentences-dial"] = dial_table(dials, given.draws)
    print(tables["sentences-dial"])
    if given.write:
        fill_page("schemes.md", tables)


if __name__ == "__main__":
    main()
