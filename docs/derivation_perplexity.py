"""Run both studies of docs/studies/derivation-perplexity.md and print their tables as Markdown.

python docs/derivation_perplexity.py TREEBANKS rows.jsonl [--parsers SPEC ...] [--only NAME ...] [--processes N]
                                     [--write [--as NAME]]

TREEBANKS is the folder of the files named in docs/derivation_perplexity.toml. rows.jsonl saves every finished row.
--write puts the tables into the page, between `<!-- measured: NAME-TABLE -->` and `<!-- end -->`, and draws its plots.
"""

from __future__ import annotations

import argparse
import csv
import lzma
import sys
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from derivation_perplexity_tables import (
    averages,
    correlations,
    increase_table,
    parser_table,
    ranking_table,
    spread_table,
    treebank_table,
)
from measured import STUDIES, fill_page

import treegauge
from treegauge import Treebank
from treegauge.cli.options import progress
from treegauge.report.perplexity_charts import prediction_plot, ranking_plot
from treegauge.studies.derivation_perplexity.predicting import predict
from treegauge.studies.derivation_perplexity.ranking import distinct_outputs, rank
from treegauge.studies.derivation_perplexity.studying import PARSERS, Studied, Study, study

HERE = Path(__file__).parent
BLOCK = 10  # sentences; of ten blocks, the last is test
Entry = dict[str, Any]
Row = dict[str, Any]
TRAINED = "trained here"
LEFT_OUT: dict[str, int] = {}  # sentences that are not trees, by file
Accuracies = dict[str, dict[str, list[float]]]


def read(folder: Path, names: str | list[str]) -> Treebank:
    """Read one or several files as one treebank; sentences that are not trees are left out and counted."""
    rejects: list[treegauge.Reject] = []
    files = [names] if isinstance(names, str) else names
    parts = [treegauge.read(folder / name, on_error="skip", rejects=rejects) for name in files]
    if rejects:
        LEFT_OUT[files[0]] = len(rejects)
    return treegauge.concatenate(parts) if len(parts) > 1 else parts[0]


def part(folder: Path, entry: Entry, is_test: bool) -> Treebank:
    """The training or the test part of a treebank."""
    if "all" in entry:
        whole = read(folder, entry["all"])
        return whole[np.flatnonzero(SPLITS[entry["split"]](folder, entry, whole, is_test))]
    own = read(folder, entry["test" if is_test else "train"])
    return own.replace(tokens=own.tokens.replace(tag=own.tokens.text(entry["tags"]))) if "tags" in entry else own


def blocks(folder: Path, entry: Entry, whole: Treebank, is_test: bool) -> Any:
    return (np.arange(len(whole)) // BLOCK % 10 == 9) == is_test


def same_ids(folder: Path, entry: Entry, whole: Treebank, is_test: bool) -> Any:
    wanted = frozenset(read(folder, entry["parts"][is_test]).sentences.text("id").decode())
    return np.array([name in wanted for name in whole.sentences.text("id").decode()])


def documents(folder: Path, entry: Entry, whole: Treebank, is_test: bool) -> Any:
    with open(folder / entry["documents"], encoding="utf-8") as file:
        table = list(csv.DictReader(file, delimiter="\t"))
    sizes = [int(row[entry["sentences"]]) for row in table]
    if sum(sizes) != len(whole):
        raise SystemExit(f"{entry['name']}: {entry['documents']} has {sum(sizes)} sentences, the file {len(whole)}")
    names = [row["doc"] for row in table]
    if "parts" in entry:
        chosen = listed(folder, entry["parts"], is_test)
    else:
        chosen = {name for number, name in enumerate(names) if (number % 10 == 9) == is_test}
    return np.repeat([name in chosen for name in names], sizes)


def listed(folder: Path, parts: str | list[str], is_test: bool) -> set[str]:
    """Documents of a part: one per line in a file of its own, or a section of a Markdown file, as in GUM."""
    if isinstance(parts, list):
        return set((folder / parts[is_test]).read_text("utf-8").split())
    sections = (folder / parts).read_text("utf-8").split("\n## ")
    own = next(section for section in sections if section.startswith("test\n" if is_test else "train\n"))
    return {line.strip(" *") for line in own.splitlines() if line.strip().startswith("*")}


SPLITS: dict[str, Callable[[Path, Entry, Treebank, bool], Any]] = {
    "blocks": blocks,
    "ids": same_ids,
    "documents": documents,
}


def shared_tasks(folder: Path, entries: Sequence[Entry]) -> Accuracies:
    """LAS and UAS of all systems of both shared tasks, by treebank."""
    found: Accuracies = {}
    with lzma.open(folder / "conll2017_results/conll2017_scores.csv.xz", "rt", encoding="utf-8") as file:
        scores17 = [(row["metric"], row["treebank"], float(row["f1"])) for row in csv.DictReader(file)]
    with open(folder / "conll2018/conll2018_scores.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    scores18 = [(metric, row["treebank"], float(row[f"{metric}_f1"])) for row in rows for metric in ("las", "uas")]
    for year, scores in (("conll2017", scores17), ("conll2018", scores18)):
        codes = {entry[year]: entry["name"] for entry in entries if year in entry}
        for metric, code, value in scores:
            if metric in ("las", "uas") and code in codes:
                own = found.setdefault(f"{metric.upper()}, CoNLL {year[-4:]}", {})
                own.setdefault(codes[code], []).append(value)
    return found


def trained_parsers(found: Study) -> Accuracies:
    """LAS and UAS of the parsers of the study, by treebank; those with the same output count once."""
    accuracies: Accuracies = {f"LAS, {TRAINED}": {}, f"UAS, {TRAINED}": {}}
    for row in distinct_outputs(found.parsers):
        for own, metric in zip(accuracies.values(), ("las", "uas"), strict=True):
            if np.isfinite(row[metric]):
                own.setdefault(row["treebank"], []).append(row[metric])
    return accuracies


def main() -> None:
    """Run what is not finished of the studies, print the tables and draw the plots."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("treebanks", type=Path)
    arguments.add_argument("rows", type=Path)
    arguments.add_argument("--parsers", nargs="*", default=PARSERS)
    arguments.add_argument("--only", nargs="*")
    arguments.add_argument("--processes", type=int)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--as", dest="name", default="ours")
    given = arguments.parse_args()
    entries = tomllib.loads((HERE / "derivation_perplexity.toml").read_text("utf-8"))["treebank"]
    entries = [entry for entry in entries if given.only is None or entry["name"] in given.only]
    treebanks = []
    for entry in entries:
        train, test = (partial(part, given.treebanks, entry, is_test) for is_test in (False, True))
        treebanks.append(Studied(entry["name"], train, test, entry["group"]))
    with progress("measuring") as tick:
        found = study(treebanks, given.parsers, resume=given.rows, processes=given.processes, progress=tick, srilm=True)
    accuracies = {**trained_parsers(found), **shared_tasks(given.treebanks, entries)}
    tables = {**first_tables(found, entries, accuracies), **second_tables(found)}
    print("\n\n".join(tables.values()))
    for file, number in LEFT_OUT.items():
        print(f"{file}: {number} sentences that are not trees", file=sys.stderr)
    for remark in found.remarks:
        print(remark, file=sys.stderr)
    if given.write:
        fill_page("derivation-perplexity.md", {f"{given.name}-{title}": table for title, table in tables.items()})
        draw(found, accuracies[f"UAS, {TRAINED}"], given.name)


def first_tables(found: Study, entries: Sequence[Entry], accuracies: Accuracies) -> dict[str, str]:
    """The first experiment: what predicts accuracy?"""
    texts = {entry.get("same_text", entry["name"]): entry["name"] for entry in reversed(entries)}  # the first of each
    once = [{**row, "group": ""} for row in found.treebanks if row["treebank"] in texts.values()]
    own_parsers = {source: own for source, own in accuracies.items() if source.endswith(TRAINED)}
    alone = [{**row, "group": "one per text"} for row in predict(once, own_parsers)]
    rows = [*predict(found.treebanks, accuracies), *alone]
    return {
        "treebanks": treebank_table(found.treebanks, *own_parsers.values()),
        "increases": increase_table(found.treebanks),
        "pearson": correlations(rows, "pearson"),
        "spearman": correlations(rows, "spearman"),
    }


def second_tables(found: Study) -> dict[str, str]:
    """The second experiment: does perplexity rank parsers?"""
    groups: dict[str, list[Row]] = {}
    for row in found.parsers:
        groups.setdefault(row["group"], []).append(row)
    ranking = rank(found.parsers)
    return {
        "parsers": parser_table(found.parsers),
        "ranking": ranking_table(ranking),
        "spread": spread_table(found.parsers),
        "averages": averages(ranking, "all treebanks"),
        "groups": "\n\n".join(averages(rank(own), title) for title, own in groups.items()),
    }


def draw(found: Study, uas: dict[str, list[float]], name: str) -> None:
    """The plots that the page shows."""
    best = {treebank: max(values) for treebank, values in uas.items()}
    plots = {
        f"derivation-prediction-{name}.svg": prediction_plot(found.treebanks, best, "best UAS (%)"),
        f"derivation-ranking-{name}.svg": ranking_plot(found.parsers),
    }
    page = (STUDIES / "derivation-perplexity.md").read_text("utf-8")
    for file, svg in plots.items():
        if file in page:
            (STUDIES / file).write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
