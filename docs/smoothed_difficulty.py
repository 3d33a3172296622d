"""Write the tables and the plot of docs/studies/smoothed-difficulty.md from the files that its commands make.

python docs/smoothed_difficulty.py rows.jsonl FOLDER    FOLDER: one file of `score --json` per treebank
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from measured import STUDIES, fill_page, markdown_table

from treegauge.report.charts import page
from treegauge.report.difficulty_charts import ecc_chart
from treegauge.studies.difficulty.across import hardest_first, read_kept
from treegauge.studies.difficulty.smoothed import ComparisonRow, Measured, compare_predictors, pairs

Row = Mapping[str, Any]
LARGE = 700  # trees measured
MODELS = {"Witten-Bell": "markov(h=2,v=1,smoothing=witten-bell)", "Kneser-Ney": "markov(h=2,v=1,smoothing=kneser-ney)"}
OTHER = "Stanford"
NAMES = {
    "ptb_wsj_sample/wsj_sample.mrg.xz": ("Penn sample", "English"),
    "gum/gum_const.ptb.xz": ("GUM", "English"),
    "gum/gentle_const.ptb.xz": ("GENTLE", "English"),
    "craft/craft_penn.tree.xz": ("CRAFT", "English"),
    "genia/genia_treebank_v1_xml.tar.xz": ("GENIA", "English"),
    "genia/*.trees.xz": ("GENIA .trees", "English"),
    "handparsed/english_handparsed.mrg": ("handparsed", "English"),
    "pe08/*.ptb": ("pe08", "English"),
    "smultron/smultron_en_banana.xml.xz": ("SMULTRON en", "English"),
    "pcc": ("PCC", "German"),
    "squoia/*_DE.xml.xz": ("SQUOIA de", "German"),
    "smultron/smultron_de_banana.xml.xz": ("SMULTRON de", "German"),
    "tiger_sample/tiger-sample.export": ("TIGER sample", "German"),
    "tiger_sample/corpus-sample.export": ("NEGRA sample", "German"),
    "tuebadz_sample/exportxml-example.xml.xz": ("TüBa-D/Z sample", "German"),
    "tuebadz_sample/tueba-sample.export": ("TüBa-D/Z 4", "German"),
    "icepahc": ("IcePaHC", "other Germanic"),
    "farpahc": ("FarPaHC", "other Germanic"),
    "yiddish": ("Yiddish", "other Germanic"),
    "alpino": ("Alpino", "other Germanic"),
    "discodop_alpino_sample": ("Lassy 3", "other Germanic"),
    "smultron/smultron_sv_banana.xml.xz": ("SMULTRON sv", "other Germanic"),
    "cess_esp": ("CESS-ESP", "Romance"),
    "squoia/*_ES.xml.xz": ("SQUOIA es", "Romance"),
    "floresta": ("Floresta", "Romance"),
    "keyaki": ("Keyaki", "Chinese, Japanese"),
    "sinica": ("Sinica", "Chinese, Japanese"),
}


def treebank_name(row: Row) -> str:
    """The name of the treebank on the page."""
    return NAMES[row["treebank"]][0]


def family(row: Row) -> str:
    return NAMES[row["treebank"]][1]


def number(value: float, digits: int = 2) -> str:
    return "-" if math.isnan(value) else f"{round(value, digits) + 0.0:.{digits}f}"


def is_large(pair: Measured) -> bool:
    return bool(pair.plain["trees"] >= LARGE)


def outside(folder: str, treebanks: Sequence[Measured]) -> list[Row]:
    """EMR and F1 of the other parser on each treebank."""
    files = [
        Path(folder) / (pair.plain["treebank"].translate(str.maketrans("/*", "__")) + ".json") for pair in treebanks
    ]
    scores = [json.loads(file.read_text("utf-8"))["results"][0]["scores"] for file in files]
    return [{"f1": own["f1"], "emr": own["exact_match"]} for own in scores]


def rules_table(treebanks: Sequence[Measured]) -> str:
    """The rules as they are: on covered trees, and on all."""
    heads = ["treebank", "language", "trees", "length", "cov. %", "ECC", "±", "F1", "EMR", "±", "F1 all", "EMR all"]
    keys = ("ecc", "ecc_interval", "f1", "emr", "emr_interval", "f1_all", "emr_all")
    rows = [
        [
            treebank_name(row),
            family(row),
            f"{row['trees']:,}",
            number(other["length"], 1),
            share(row),
            *shown(row, keys),
        ]
        for row, other in treebanks
    ]
    return markdown_table(heads, rows, 2)


def model_table(treebanks: Sequence[Measured], others: Sequence[Measured], parsed: dict[str, Row]) -> str:
    """Both models of rules, and the other parser."""
    heads = ["treebank", "cov. %", "ECC", "±", "F1", "EMR", "±", "KN: ECC", "F1", "EMR", "Stanford: F1", "EMR"]
    keys, fewer = ("ecc", "ecc_interval", "f1", "emr", "emr_interval"), ("ecc", "f1", "emr")
    second = {pair.plain["treebank"]: pair.smoothed for pair in others}
    rows = []
    for _, row in treebanks:
        treebank = row["treebank"]
        cells = shown(second[treebank], fewer) if treebank in second else ["-"] * 3
        cells += shown(parsed[treebank], ("f1", "emr")) if treebank in parsed else ["-"] * 2
        rows.append([treebank_name(row), share(row), *shown(row, keys), *cells])
    return markdown_table(heads, rows)


def share(row: Row) -> str:
    return number(100 * row["covered"] / row["trees"], 1)


def shown(row: Row, keys: Sequence[str]) -> list[str]:
    return [number(row[key]) for key in keys]


def comparison_table(rows: Sequence[ComparisonRow]) -> str:
    heads = ["accuracy of", "", "correlation", "rows", "plain ECC", "smoothed ECC", "difference", "p"]
    cells = [
        [
            row["outcome"],
            row["accuracy"].upper(),
            row["method"].title() + (" given length" if row["given"] else ""),
            str(row["n"]),
            *(interval(row, key) for key in ("plain", "smoothed", "difference")),
            "-" if row["p"] is None else f"{row['p']:.2g}",
        ]
        for row in rows
    ]
    return markdown_table(heads, cells, 3)


def interval(row: Any, key: str) -> str:
    low, high = row[f"{key}_interval"]
    return f"{number(row[key])} ({number(low)} to {number(high)})"


def plot(
    plain: Sequence[Row], smoothed: Sequence[Row], label: Callable[[Row], str], group: Callable[[Row], str]
) -> str:
    """ECC against EMR in the larger treebanks, one panel per model."""
    panels = {"rules as they are, covered trees": plain, "Witten-Bell, all trees": smoothed}
    charts = [
        ecc_chart(sorted(rows, key=group), label=label, group=group, title=f"ECC and exact match rate: {title}")
        for title, rows in panels.items()
    ]
    return page(charts, columns=1)


def main() -> None:
    """Fill the page, write the plot."""
    if len(sys.argv) != 3 or not Path(sys.argv[1]).is_file():
        sys.exit(__doc__)
    rows = [own.row for own in hardest_first(list(read_kept(sys.argv[1]).rows.values()))]
    treebanks, others = (pairs(rows, model) for model in MODELS.values())
    large = [pair for pair in treebanks if is_large(pair)]
    parsed = outside(sys.argv[2], large)
    by_name = {pair.plain["treebank"]: row for pair, row in zip(large, parsed, strict=True)}
    large_others = [pair for pair in others if is_large(pair)]
    same = {OTHER: [by_name[pair.plain["treebank"]] for pair in large_others]}
    every = [pair for pair in treebanks if math.isfinite(pair.plain["ecc"])]
    tables = {
        "smoothed-rules": rules_table(treebanks),
        "smoothed-models": model_table(treebanks, others, by_name),
        "smoothed-witten-bell": comparison_table(compare_predictors(large, {OTHER: parsed})),
        "smoothed-kneser-ney": comparison_table(compare_predictors(large_others, same)),
        "smoothed-every": comparison_table(compare_predictors(every)),
    }
    fill_page("smoothed-difficulty.md", tables)
    svg = plot([pair.plain for pair in large], [pair.smoothed for pair in large], treebank_name, family)
    (STUDIES / "smoothed-difficulty.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
