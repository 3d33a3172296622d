"""Compare `to-ud` with the converter of CoreNLP: `python docs/ud_converters.py TREEBANKS`.

TREEBANKS is a folder with ptb_wsj_sample, genia, gum and handparsed. CoreNLP needs Java, and its files: `treegauge
parsers install stanford`.
Prints the tables of docs/reference/conversions.md.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import treegauge
from treegauge import Treebank
from treegauge.annotation.punctuation import punctuation

ROWS = 28
TREES = {
    "WSJ": ("ptb_wsj_sample/wsj_sample.mrg.xz", None),
    "GENIA": ("genia/{dev,test}.trees.xz", None),
    "GUM": ("gum/gum_const.ptb.xz", "gum/gum_dep.conllu.xz"),
    "handparsed": ("handparsed/english_handparsed.mrg", "handparsed/english.conll"),
    "GENTLE": ("gum/gentle_const.ptb.xz", "gum/gentle_dep.conllu.xz"),
}
Arc = tuple[str, int]  # relation, head
Pair = tuple[str, str, str]  # the relation of CoreNLP, that of to-ud, whether the head is the same


def main(folder: Path) -> None:
    """Print three tables: agreement, both against gold, and the most frequent disagreements."""
    warnings.simplefilter("ignore")
    converted = {name: _both(folder, *files) for name, files in TREES.items()}
    print("| treebank | sentences | uas | las | without punctuation: uas | las |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, (theirs, ours, _) in converted.items():
        print(f"| {name} | {len(ours):,} | {_scores(theirs, ours)} |")
    print("\n| gold UD | converter | uas | las | without punctuation: uas | las |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name, (theirs, ours, gold) in converted.items():
        if gold is not None:
            print(f"| {name} | `to-ud` | {_scores(gold, ours)} |")
            print(f"| {name} | `corenlp-ud` | {_scores(gold, theirs)} |")
    _print_disagreements(converted)


def _both(folder: Path, trees: str, gold: str | None) -> tuple[Treebank, Treebank, Treebank | None]:
    """The dependencies of CoreNLP, those of to-ud, and gold."""
    parts = [trees] if "{" not in trees else [trees.replace("{dev,test}", part) for part in ("dev", "test")]
    phrases = treegauge.read([folder / part for part in parts])
    theirs, ours = (treegauge.apply(phrases, name) for name in ("corenlp-ud", "to-ud"))
    return theirs, ours, None if gold is None else treegauge.read(folder / gold)


def _scores(gold: Treebank, test: Treebank) -> str:
    measures = ["attachment(punctuation=keep)", "attachment(punctuation=form)"]
    results = [result.scores for result in treegauge.score(gold, test, measures)]
    return " | ".join(f"{scores[name]:.2f}" for scores in results for name in ("uas", "las"))


def _arcs(treebank: Treebank) -> list[Arc]:
    relations = [relation or "" for relation in treebank.tokens.text("deprel").decode()]
    return list(zip(relations, treebank.tokens.numbers("head").tolist(), strict=True))


def _disagreements(theirs: Treebank, ours: Treebank) -> Iterator[tuple[int, Pair]]:
    """The words, without punctuation, that have other heads or relations."""
    marks = punctuation(ours, "penn").tolist()
    pairs = zip(_arcs(theirs), _arcs(ours), marks, strict=True)
    for word, (their, our, mark) in enumerate(pairs):
        if their != our and not mark:
            yield word, (their[0], our[0], "same" if their[1] == our[1] else "other")


def _print_disagreements(converted: dict[str, tuple[Treebank, Treebank, Treebank | None]]) -> None:
    counts = {
        name: Counter(pair for _, pair in _disagreements(theirs, ours)) for name, (theirs, ours, _) in converted.items()
    }
    theirs, ours, gold = converted["GUM"]
    assert gold is not None
    right: dict[str, Counter[Pair]] = {"ours": Counter(), "theirs": Counter()}
    arcs = _arcs(gold), _arcs(ours), _arcs(theirs)
    for word, pair in _disagreements(theirs, ours):
        right["ours"][pair] += arcs[0][word] == arcs[1][word]
        right["theirs"][pair] += arcs[0][word] == arcs[2][word]
    total = counts["WSJ"] + counts["GENIA"]
    _print_pairs([pair for pair, _ in total.most_common(ROWS)], counts, right)
    worse = right["theirs"].copy()
    worse.subtract(right["ours"])
    _print_pairs([pair for pair, _ in worse.most_common(ROWS // 2)], counts, right)


def _print_pairs(pairs: list[Pair], counts: dict[str, Counter[Pair]], right: dict[str, Counter[Pair]]) -> None:
    print("\n| CoreNLP | `to-ud` | head | WSJ | GENIA | GUM | GUM: `to-ud` is right | CoreNLP is right |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for pair in pairs:
        row = [*(f"{counts[name][pair]:,}" for name in ("WSJ", "GENIA", "GUM"))]
        row += [f"{right[side][pair]:,}" for side in ("ours", "theirs")]
        print(f"| {pair[0]} | {pair[1]} | {pair[2]} | {' | '.join(row)} |")
    everything = [f"{counts[name].total():,}" for name in ("WSJ", "GENIA", "GUM")]
    everything += [f"{right[side].total():,}" for side in ("ours", "theirs")]
    print(f"| all | | | {' | '.join(everything)} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
