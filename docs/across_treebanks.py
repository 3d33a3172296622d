"""Make the tables and plots of docs/studies/across-treebanks.md from the rows of `treegauge difficulty --resume`.

python docs/across_treebanks.py rows.jsonl    prints the tables as Markdown and writes docs/studies/across-*.svg
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from treegauge.evaluation.statistics.correlation import correlate
from treegauge.report.difficulty_charts import ecc_plot
from treegauge.studies.difficulty.across import hardest_first, read_kept
from treegauge.studies.difficulty.conjecture import conjecture

Row = Mapping[str, Any]
STUDIES = Path(__file__).parent / "studies"
LARGE = 1000  # trees measured: below that, a treebank is a sample of another or says little
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
SAMPLED = "sample(2000)"
VARIANTS = {"cluster-pos": "POS", "cluster-nt": "NT", "cluster-all": "ALL", "parent-annotation": "PA", SAMPLED: "2,000"}
# ECC and EMR of Table 7 of the paper
TABLE_7 = (
    (1.91, 55.30), (2.36, 54.92), (5.39, 35.65), (6.03, 31.20), (7.44, 29.08), (8.11, 28.95),
    (8.31, 24.61), (9.22, 23.13), (9.26, 21.65), (9.35, 21.69), (9.78, 24.96), (10.30, 19.25),
    (10.36, 18.33), (10.70, 17.81), (11.02, 19.32), (11.27, 16.60), (11.59, 16.28), (11.81, 20.02),
    (11.83, 17.36), (11.97, 16.32), (12.13, 16.22), (12.95, 13.99), (16.28, 9.70),
)  # fmt: skip


def variant(row: Row) -> str:
    """POS, NT, ALL, PA, 2,000 (sentences), or nothing."""
    return VARIANTS.get(row["transform"].rpartition("+")[2], "")


def sampled(row: Row) -> bool:
    return bool(row["transform"].endswith(SAMPLED))


def name(row: Row) -> str:
    """The name of the treebank on the page."""
    own = NAMES[row["treebank"]][0]
    return f"{own} {variant(row)}" if variant(row) else own


def family(row: Row) -> str:
    return NAMES[row["treebank"]][1]


def read(file: str) -> list[Row]:
    """All rows, the hardest first."""
    return [own.row for own in hardest_first(list(read_kept(file).rows.values()))]


def number(value: float, digits: int = 2) -> str:
    return "-" if math.isnan(value) else f"{round(value, digits) + 0.0:.{digits}f}"


def table(rows: list[Row]) -> None:
    """Print one row per treebank, with both protocols."""
    loo = {(row["treebank"], row["transform"]): row for row in rows if row["protocol"] == "loo"}
    heads = ["ECC", "±", "F1", "EMR", "±"]
    print("| treebank | language |", " | ".join(["trees", "length", "rules", *heads, "loo cov. %", *heads]), "|")
    print("| --- | --- |" + " ---: |" * 14)
    for row in (row for row in rows if row["protocol"] == "train" and not sampled(row)):
        cells = [
            name(row),
            family(row),
            f"{row['trees']:,}",
            number(row["length"], 1),
            f"{row['rules']:,}",
            *scores(row),
        ]
        other = loo.get((row["treebank"], row["transform"]))
        held = ["?"] * 6 if other is None else [number(100 * other["covered"] / other["trees"]), *scores(other)]
        print("|", " | ".join([*cells, *held]), "|")


def scores(row: Row) -> list[str]:
    return [number(row[key]) for key in ("ecc", "ecc_interval", "f1", "emr", "emr_interval")]


def correlations(rows: list[Row]) -> None:
    """Print one row per selection of treebanks and protocol."""

    def plain(row: Row) -> bool:
        return not variant(row)

    def large(row: Row) -> bool:
        return plain(row) and row["trees"] >= LARGE

    selections: dict[str, Callable[[Row], bool]] = {
        "all treebanks": plain,
        f"{LARGE:,} trees or more": large,
        "the same, without GENIA .trees": lambda row: large(row) and name(row) != "GENIA .trees",
        "English": lambda row: large(row) and family(row) == "English",
        "Germanic": lambda row: large(row) and family(row) in ("English", "German", "other Germanic"),
        "Germanic except English": lambda row: large(row) and family(row) in ("German", "other Germanic"),
        "Romance": lambda row: large(row) and family(row) == "Romance",
        "not English": lambda row: large(row) and family(row) != "English",
        "2,000 sentences of each": sampled,
        "Penn sample and its variants": lambda row: name(row).startswith("Penn sample") and not sampled(row),
    }
    heads = ["Spearman", "Kendall", "Pearson", "given length", "length, EMR", "length, ECC", "ECC per word, EMR"]
    print("| treebanks | protocol | rows |", " | ".join(heads), "|")
    print("| --- | --- | ---: |" + " ---: |" * len(heads))
    for title, wanted in selections.items():
        for protocol in ("train", "loo"):
            found = conjecture([row for row in rows if row["protocol"] == protocol and wanted(row)])
            cells = [correlation(own) for own in found]
            if found:
                print("|", " | ".join([title, protocol, str(found[0]["n"]), *cells]), "|")

    paper = conjecture([{"ecc": ecc, "emr": emr, "length": math.nan} for ecc, emr in TABLE_7])[:3]
    print("| the paper's Table 7 | both |", len(TABLE_7), "|", " | ".join([*map(correlation, paper), *"----"]), "|")


def pairs(rows: list[Row]) -> None:
    """Count pairs of treebanks whose intervals do not overlap in ECC and in EMR, and name those in the opposite order.

    Also prints the correlation of ECC and F1.
    """

    def apart(one: Row, other: Row, figure: str) -> bool:
        half = f"{figure}_interval"
        return bool(abs(one[figure] - other[figure]) > one[half] + other[half])

    selections = {"1,000 trees or more": lambda row: not variant(row) and row["trees"] >= LARGE, SAMPLED: sampled}
    for title, wanted in selections.items():
        for protocol in ("train", "loo"):
            own = [row for row in rows if row["protocol"] == protocol and wanted(row)]
            clear = [pair for pair in combinations(own, 2) if apart(*pair, "ecc") and apart(*pair, "emr")]
            against = [f"{name(one)} and {name(other)}" for one, other in clear if one["emr"] > other["emr"]]
            f1 = correlate([row["ecc"] for row in own], [row["f1"] for row in own], "spearman", "less")
            said = (
                f"{len(own)} treebanks, {len(clear)} pairs clearly differ, "
                f"{len(against)} in the opposite order: {', '.join(against) or '-'}"
            )
            print(f"- {title}, {protocol}: {said}; Spearman of ECC and F1 {f1.value:.2f}")


def correlation(own: Row) -> str:
    """The value, and its one-sided p."""
    if math.isnan(own["value"]):
        return "-"
    return f"{own['value']:.2f}" + ("" if math.isnan(own["p"]) else f" ({own['p']:.2g})")


def plots(rows: Sequence[Row], label: Callable[[Row], str], group: Callable[[Row], str]) -> dict[str, str]:
    """ECC against EMR in the larger treebanks, by the name of the file: one plot per protocol."""
    families = list(dict.fromkeys(family for _, family in NAMES.values()))
    pictures = {}
    for protocol, title in (("train", "trees of the grammar itself"), ("loo", "leave one out, covered trees")):
        shown = [row for row in rows if row["protocol"] == protocol and row["trees"] >= LARGE]
        shown.sort(key=lambda row: families.index(group(row)))
        heading = f"ECC and exact match rate: {title}, 99 % intervals"
        pictures[f"across-{protocol}.svg"] = ecc_plot(shown, label=label, group=group, title=heading)
    return pictures


def main() -> None:
    """Print the tables, write the plots."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit(__doc__)
    rows = read(sys.argv[1])
    table(rows)
    print()
    correlations(rows)
    print()
    pairs(rows)
    for file, svg in plots([row for row in rows if not sampled(row)], label=name, group=family).items():
        (STUDIES / file).write_text(svg, "utf-8")


if __name__ == "__main__":
    main()
