"""Fill the tables of docs/studies/head-projections.md: `python docs/head_projections.py DATA PARSES`.

DATA is the folder with `treebanks` and `reference`, PARSES the one in which the commands of the page left the training
trees, the test trees and the parses.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from measured import fill_page, markdown_table

import treegauge
from treegauge import Treebank
from treegauge.annotation.head_reassignment import Reassignment
from treegauge.studies.head_projections.effects import projection_table, rule_effects
from treegauge.studies.head_projections.learning import compare_heads
from treegauge.treebank.folds import drawn_folds

# The names in the tables, the files of the parses, and whether they are phrases.
PARSERS = {
    "Berkeley": "berkeley.mrg",
    "Stanford, unlexicalised": "stanford.mrg",
    "treebank grammar, parents": "pcfg-parents.mrg",
    "treebank grammar": "pcfg.mrg",
    "MSTParser": "mst.conllu",
    "MaltParser": "malt.conllu",
    "swap-lazy": "swap.conllu",
    "arc-eager": "eager.conllu",
}
FIGURES = {
    "sentences": "sentences",
    "gold": "brackets of gold",
    "test": "brackets of the parser",
    "matched": "brackets in both",
    "recall": "recall",
    "precision": "precision",
    "exact_match": "sentences with all brackets right, %",
    "crossing": "crossing brackets per sentence",
    "no_crossing": "sentences without crossing brackets, %",
    "two_or_less_crossing": "sentences with two or fewer, %",
}


def systems(data: Path, parses: Path) -> dict[str, Treebank]:
    """The parses of the test sentences, and their gold dependencies as an upper bound."""
    sample = treegauge.read(data / "treebanks/ptb_wsj_sample/wsj_sample.mrg.xz")
    fold = drawn_folds(len(sample), 10, np.random.default_rng(0))
    charniak = treegauge.read(data / "reference/constituency/wsj-sample.bllip-T20.mrg.xz")[np.flatnonzero(fold == 0)]
    found = {name: treegauge.read(parses / file) for name, file in PARSERS.items() if (parses / file).exists()}
    return {"gold dependencies": treegauge.read(parses / "test.conllu"), "BLLIP (Charniak)": charniak, **found}


def table_1(gold: Treebank, found: dict[str, Treebank], rules: Reassignment) -> dict[str, str]:
    """The ten figures of every system, before and after the rules."""
    rows = projection_table(gold, found, rules)
    tables = {}
    for label in ("none", "learned"):
        chosen = [row for row in rows if row["rules"] == label]
        heads = ["", *(row["parse"] for row in chosen)]
        tables[f"mph-{label}"] = markdown_table(
            heads, [[words, *(_cell(dict(row)[name]) for row in chosen)] for name, words in FIGURES.items()]
        )
    return tables


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}"


def rule_table(gold: Treebank, found: dict[str, Treebank], rules: Reassignment) -> str:
    """In how many test sentences each rule changes the heads of each system."""
    effects = rule_effects(gold, found, rules)
    changed = {(row["rule"], row["trees"]): row["sentences"] for row in effects}
    names = ["gold", *found]
    used = dict.fromkeys(row["rule"] for row in effects)
    rows = [[f"`{rule}`", *(str(changed.get((rule, name), 0)) for name in names)] for rule in used]
    return markdown_table(["rule", "gold phrases", *found], rows)


def ranking(gold: Treebank, found: dict[str, Treebank], rules: Path) -> str:
    """F1 after the rules, with intervals and letters."""
    measure = f'mph(rules="{rules}")'
    compared = treegauge.compare(gold, found, measure, scores="f1")
    scores = {name: treegauge.score(gold, trees, measure)[0] for name, trees in found.items()}
    rows = []
    for system in compared.ranking():
        low, high = scores[system.system].intervals["f1"]
        rows.append([system.system, f"{system.value:.2f}", f"{low:.2f} to {high:.2f}", system.letters])
    return markdown_table(["parser", "F1", "95 % interval", "letters"], rows)


def main(data: Path, parses: Path) -> None:
    train, gold = treegauge.read(parses / "train.full.mrg"), treegauge.read(parses / "test.full.mrg")
    rules = compare_heads(train, {"to-lth": treegauge.read(parses / "train.conllu")}).rules
    (parses / "rules.toml").write_text(rules.to_toml(), "utf-8")
    found = systems(data, parses)
    parsers = {name: trees for name, trees in found.items() if name != "gold dependencies"}
    fill_page(
        "head-projections.md",
        {
            **table_1(gold, found, rules),
            "mph-rules": rule_table(gold, found, rules),
            "mph-ranking": ranking(gold, parsers, parses / "rules.toml"),
        },
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
