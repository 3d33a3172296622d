"""Parse with parsers of both kinds and print the tables of docs/studies/entailment-scores.md as Markdown.

python docs/entailment_scores.py DATA MODELS [--only WSJ GENIA ...] [--write]

DATA is the folder with `treebanks` and `reference`. MODELS keeps the trained parsers and taggers, so that only the
first run takes long. --write puts the tables into the page, between `<!-- measured: NAME -->` and
`<!-- end -->`, and draws its plot.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from entailment_domains import domain_tables
from entailment_scores_tables import System, Tested, plot, points, scored, tables
from measured import STUDIES, fill_page

import treegauge
from treegauge import Treebank
from treegauge.core.resuming import key
from treegauge.core.types import Int64s
from treegauge.parsers.api import parse
from treegauge.parsers.base import find_parser
from treegauge.parsers.held_out import held_out, parse_once_learned
from treegauge.parsers.predicted_tags import predict_tags
from treegauge.parsers.trees import attach_dependencies
from treegauge.transforms.conversions.penn_tags import with_penn_tags
from treegauge.transforms.select import lengths
from treegauge.treebank import Text
from treegauge.treebank.folds import drawn_folds, joined_folds

FOLDS = 10
DRAWN = 1000  # sentences of a treebank of another domain
PHRASES = {"PCFG": [], "PCFG, parents": ["parent-annotation"]}
DEPENDENCIES = {"arc-eager": "arc-eager", "swap-lazy": "swap-lazy", "MaltParser": "maltparser"}
FUNCTIONS = " + functions"
STANFORD = "Stanford, unlexicalised"  # from words only
KNOWN = "PCFG, parents"  # its tags replace gold tags that are not in the training trees


def wall_street_journal(data: Path) -> Treebank:
    return treegauge.read(data / "treebanks/ptb_wsj_sample/wsj_sample.mrg.xz")


def genia(data: Path) -> Treebank:
    own = drawn(treegauge.read(data / "treebanks/genia/genia_treebank_v1_xml.tar.xz"))
    return with_penn_tags(treegauge.apply(own, "join-functions"))


def craft(data: Path) -> Treebank:
    return drawn(treegauge.read(data / "treebanks/craft/craft_penn.tree.xz"))


def gum(data: Path) -> Treebank:
    return drawn(treegauge.read(data / "treebanks/gum/gum_const.ptb.xz"))


TREEBANKS: dict[str, Callable[[Path], Treebank]] = {
    "WSJ": wall_street_journal,
    "CRAFT": craft,
    "GENIA": genia,
    "GUM": gum,
}


def drawn(treebank: Treebank) -> Treebank:
    """Draw sentences of five words or more: shorter ones are mostly headings and greetings."""
    fits = np.flatnonzero(lengths(treebank) >= 5)
    return treebank.select(np.sort(np.random.default_rng(0).choice(fits, DRAWN, replace=False)))


@dataclass(frozen=True, eq=False)
class Corpus:
    """Gold trees in three forms: with functions and empty elements, as bare phrases, as dependencies."""

    name: str
    gold: Treebank

    @cached_property
    def phrases(self) -> Treebank:
        return treegauge.apply(self.gold, "prepare(penn)")

    @cached_property
    def dependencies(self) -> Treebank:
        return bare_dependencies(treegauge.to_lth(self.gold))


def bare_dependencies(treebank: Treebank) -> Treebank:
    """Dependencies without the phrases that they were made from."""
    tokens = treebank.tokens
    return attach_dependencies(treebank, np.asarray(tokens.numbers("head"), np.int32), tokens.text("deprel"))


class Parsed(NamedTuple):
    """The trees of a parser, and the number of sentences without a parse."""

    trees: Treebank
    unparsed: int = 0


@dataclass(frozen=True, eq=False)
class Laboratory:
    """Parsers and function taggers that learn from one treebank. Its own sentences are parsed and tagged in folds."""

    train: Corpus
    models: Path
    tagged: dict[str, tuple[Int64s, list[tuple[Treebank, Treebank]]]] = field(default_factory=dict)

    def parse(self, corpus: Corpus, spec: str, tags: Treebank | None, transforms: list[str]) -> Parsed:
        """Parse a treebank by a parser that has not seen its sentences, with gold tags or with the given ones."""
        phrases = find_parser(spec).makes == "constituents"
        train, test = (own.phrases if phrases else own.dependencies for own in (self.train, corpus))
        given = test if tags is None else retagged(test, tags)
        options: Any = {"models": self.models, "transforms": transforms, "undo": bool(transforms)}
        if corpus is self.train:
            found = held_out(train, np.arange(len(train)), spec, given=given, folds=FOLDS, **options)
            return Parsed(found.parsed, found.unparsed)
        parses = parse_once_learned(train, given, spec, **options)
        return Parsed(parses.trees, len(parses.unparsed))

    def parse_words(self, corpus: Corpus, spec: str) -> Treebank:
        """Parse by a dependency parser that learns from predicted tags and gets predicted tags. The parses are kept."""
        train, test = self.train.dependencies, corpus.dependencies
        kept = self.models / f"{find_parser(spec).name}-words-{key([train, test], [spec], [FOLDS])}.conllu"
        if not kept.exists():
            fold, pairs = self.predicted(corpus)
            trees = [parse(learned, tagged, spec).trees for learned, tagged in pairs]
            treegauge.write(joined_folds(trees, fold), kept)
        return treegauge.read(kept)

    def predicted(self, corpus: Corpus) -> tuple[Int64s, list[tuple[Treebank, Treebank]]]:
        """The fold of each sentence; and for each fold what the parsers learn from and what they parse, with predicted
        tags: no tagger has seen the sentence that it tags. The same for all parsers."""
        train, test = self.train.dependencies, corpus.dependencies
        if corpus.name not in self.tagged:
            inside = drawn_folds(len(test), FOLDS, 0) if corpus is self.train else np.zeros(len(test), np.int64)
            parts = [np.flatnonzero(inside == number) for number in range(int(inside.max()) + 1)]
            pairs = [
                predict_tags(train[np.setdiff1d(np.arange(len(train)), part)] if len(parts) > 1 else train, test[part])
                for part in parts
            ]
            self.tagged[corpus.name] = inside, pairs
        return self.tagged[corpus.name]

    def tag(self, corpus: Corpus, trees: Treebank) -> Treebank:
        """Add the functions of a tagger to trees."""
        if corpus is not self.train:
            return self._tag(self.train.gold, trees)
        fold = np.arange(len(trees)) % FOLDS
        parts = [self._tag(self.train.gold.select(fold != k), trees.select(fold == k)) for k in range(FOLDS)]
        return joined_folds(parts, fold)

    def _tag(self, train: Treebank, trees: Treebank) -> Treebank:
        kept = self.models / f"functions-{key([train], [], [])}.functions"
        if not kept.exists():
            treegauge.write_functions(treegauge.learn_functions(train), kept)
        return treegauge.read_functions(kept).tag(trees)


def retagged(treebank: Treebank, other: Treebank) -> Treebank:
    """The same words with the tags of another treebank."""
    return treebank.replace(tokens=treebank.tokens.replace(tag=other.tokens.text("tag")))


def known_tags(corpus: Corpus, train: Corpus, found: Treebank) -> Treebank:
    """Gold tags; those that are not in the training treebank (HYPH) are replaced by predicted ones."""
    known = frozenset(train.phrases.tokens.text("tag").compact().values)
    tags = zip(*(own.tokens.text("tag").decode() for own in (corpus.phrases, found)), strict=True)
    column = Text.of([gold if gold in known else other for gold, other in tags])
    return corpus.phrases.replace(tokens=corpus.phrases.tokens.replace(tag=column))


def upper_bounds(laboratory: Laboratory, corpus: Corpus) -> list[System]:
    tagged = laboratory.tag(corpus, corpus.phrases)
    return [
        System("gold dependencies", "bound", corpus.dependencies),
        System("gold phrases + functions", "bound", tagged),
        System("gold phrases", "bound", corpus.phrases),
    ]


def phrase_systems(laboratory: Laboratory, corpus: Corpus, parsed: dict[str, Parsed]) -> list[System]:
    """Phrase parsers without and with predicted functions."""
    found = []
    for name, (trees, unparsed) in parsed.items():
        found += [
            System(name + FUNCTIONS, "phrases", laboratory.tag(corpus, trees), unparsed),
            System(name, "phrases", trees, unparsed),
        ]
    return found


def systems(laboratory: Laboratory, corpus: Corpus, bllip: Treebank | None) -> dict[str, list[System]]:
    """All parsers by their input: words with gold tags, or words alone."""
    words = {name: laboratory.parse(corpus, "pcfg(words=true)", None, steps) for name, steps in PHRASES.items()}
    tags = known_tags(corpus, laboratory.train, words[KNOWN].trees)
    gold = {name: laboratory.parse(corpus, "pcfg", tags, steps) for name, steps in PHRASES.items()}
    words[STANFORD] = laboratory.parse(corpus, "stanford(memory=3g)", None, [])
    if bllip is not None:
        words["BLLIP"] = Parsed(bllip)
    found = {source: phrase_systems(laboratory, corpus, own) for source, own in (("gold tags", gold), ("words", words))}
    for name, parser in DEPENDENCIES.items():
        found["gold tags"].append(System(name, "dependencies", *laboratory.parse(corpus, parser, tags, [])))
        found["words"].append(System(name, "dependencies", laboratory.parse_words(corpus, parser)))
    return found


def test(laboratory: Laboratory, corpus: Corpus, bllip: Treebank | None) -> Tested:
    """Everything about one treebank."""
    bounds = scored(corpus.gold, corpus.dependencies, upper_bounds(laboratory, corpus))
    groups = {
        source: scored(corpus.gold, corpus.dependencies, own)
        for source, own in systems(laboratory, corpus, bllip).items()
    }
    return Tested(corpus.name, len(corpus.dependencies), len(corpus.dependencies.tokens), bounds, groups)


def main() -> None:
    """Parse, score, print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path)
    arguments.add_argument("models", type=Path)
    arguments.add_argument("--only", nargs="*", default=list(TREEBANKS))
    arguments.add_argument("--write", action="store_true")
    given = arguments.parse_args()
    given.models.mkdir(parents=True, exist_ok=True)
    train = Corpus("WSJ", wall_street_journal(given.data))
    laboratory = Laboratory(train, given.models)
    found = []
    for name in given.only:
        start = time.perf_counter()
        corpus = train if name == train.name else Corpus(name, TREEBANKS[name](given.data))
        reference = given.data / "reference/constituency/wsj-sample.bllip-T20.mrg.xz"
        found.append(test(laboratory, corpus, treegauge.read(reference) if corpus is train else None))
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    made = {**tables(found), **domain_tables(found)}
    print("\n\n".join(made.values()))
    if given.write:
        fill_page("entailment-scores.md", made)
        (STUDIES / "entailment-scores.svg").write_text(plot(points(found)), "utf-8")


if __name__ == "__main__":
    main()
