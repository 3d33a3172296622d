"""`check_parser`: what must hold for every parser that can be trained."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from ..core.errors import CallError, DataError
from ..formats.bundled import bundled
from ..models.transitions.oracles import check_trees
from ..parsers.api import parse
from ..parsers.base import Kind, Parser, ParserModel, find_parser
from ..parsers.trees import without_trees
from ..transforms.base import apply
from ..treebank import Treebank
from ..treebank.build import Builder
from .requiring import require

_KEPT = ("form", "tag", "lemma", "upos", "feats", "misc")


def sample_treebank(kind: Kind, sentences: int = 30) -> Treebank:
    """Bundled sentences with trees of a kind, to train a parser on."""
    if kind == "dependencies":
        return bundled("english.conllu")[:sentences]
    return apply(bundled("english.mrg")[:sentences], ["remove-empties", "strip-functions"])


def check_parser(parser: str | Parser, treebank: Treebank | None = None, *, predicts_tags: bool = False) -> None:
    """Check a registered parser with its options, on sentences that it is trained on: `check_parser("mine")`.

    treebank       trees to learn from; bundled ones if not given
    predicts_tags  whether it gives the words tags of its own
    """
    chosen = find_parser(parser) if isinstance(parser, str) else parser
    check_parser_description(chosen)
    require(chosen.missing() is None, f"{chosen.name} can run here", chosen.missing())
    trees = sample_treebank(chosen.makes) if treebank is None else treebank
    model = chosen.train(trees)
    require(model.by_sentence == chosen.by_sentence, f"{chosen.name} and its model say the same of by_sentence")
    check_sentences(chosen, model, trees, predicts_tags=predicts_tags)
    check_kind(chosen, model, trees)
    check_predictions(chosen, model, trees)
    check_training(chosen, model, trees)
    check_other_kind(chosen)
    check_no_words(chosen, model, trees)
    check_bare_words(chosen, model)
    if chosen.saved:
        check_saving(chosen, model, trees)
        check_other_file(chosen)
        check_name_of_model(chosen, trees)


def check_parser_description(parser: Parser) -> None:
    """The docstring says what the parser is, and its specification parses back."""
    require(parser.summary().endswith("."), f"the docstring of {parser.name} begins with a sentence", parser.summary())
    require(find_parser(parser.spec) == parser, f"the specification of {parser.name} parses back", parser.spec)


def check_sentences(parser: Parser, model: ParserModel, treebank: Treebank, *, predicts_tags: bool = False) -> None:
    """Sentences and words are those given, in their order."""
    parsed = model.parse(treebank).trees
    same = parsed.tokens.counts.tolist() == treebank.tokens.counts.tolist()
    require(same, f"{parser.name} keeps the words of each sentence", parsed.tokens.counts.tolist())
    for table in ("sentences", "multiword"):
        equal = parsed.tables[table].equals(treebank.tables[table])
        require(equal, f"{parser.name} keeps the table of {table}")
    for column in _KEPT:
        kept = parsed.tokens.text(column).equals(treebank.tokens.text(column))
        require(kept or (column == "tag" and predicts_tags), f"{parser.name} keeps the column {column}")


def check_kind(parser: Parser, model: ParserModel, treebank: Treebank) -> None:
    """Every sentence with words gets a whole tree of the kind that the parser makes."""
    trees = model.parse(treebank).trees
    phrases, arcs = parser.makes == "constituents", parser.makes == "dependencies"
    require(trees.has_constituents == phrases, f"{parser.name} makes {parser.makes}, so phrases are there: {phrases}")
    require(trees.has_dependencies == arcs, f"{parser.name} makes {parser.makes}, so heads are there: {arcs}")
    if arcs:
        check_trees(trees)
        require(None not in trees.tokens.text("deprel").decode(), f"{parser.name} gives every word a relation")
    else:
        bare = (trees.nodes.counts == 0) & (trees.tokens.counts > 0)
        require(not bare.any(), f"{parser.name} gives every sentence a phrase", np.flatnonzero(bare) + 1)


def check_predictions(parser: Parser, model: ParserModel, treebank: Treebank) -> None:
    """The parser does not see the trees of the sentences."""
    bare = model.parse(without_trees(treebank)).trees
    require(bare.equals(model.parse(treebank).trees), f"{parser.name} gives sentences the same trees without their own")


def check_training(parser: Parser, model: ParserModel, treebank: Treebank) -> None:
    """Training again gives the same model."""
    again = parser.train(treebank).parse(treebank).trees
    require(again.equals(model.parse(treebank).trees), f"{parser.name} learns the same each time")


def check_saving(parser: Parser, model: ParserModel, treebank: Treebank) -> None:
    """A saved model parses as the model does."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model{parser.saved[-1]}"
        model.save(path)
        require(parser.is_saved(path), f"{parser.name} knows its model by its name", path.name)
        loaded = parser.load(path).parse(treebank).trees
    require(loaded.equals(model.parse(treebank).trees), f"a saved model of {parser.name} parses as the model does")


def check_other_file(parser: Parser) -> None:
    """A file of something else is refused with an error of treegauge."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"model{parser.saved[-1]}"
        path.write_bytes(b"\x00\x01 something else\n")
        try:
            parser.load(path)
        except DataError:
            return
    require(False, f"{parser.name} refuses a file that is not a model with a DataError")


def check_name_of_model(parser: Parser, treebank: Treebank) -> None:
    """A name that is not that of a model is refused before training."""
    try:
        parse("no such file", treebank, parser, save="model.something-else")
    except CallError as error:
        refused = f"not a name for a model of {parser.name}" in str(error)
        require(refused, f"{parser.name} refuses a wrong name for a model first", error)
        return
    require(False, f"{parser.name} refuses a wrong name for a model")


def check_other_kind(parser: Parser) -> None:
    """A treebank with trees of the other kind is refused with an error of treegauge."""
    other = sample_treebank("dependencies" if parser.makes == "constituents" else "constituents", 4)
    try:
        parse(other, other, parser)
    except (CallError, DataError):
        return
    require(False, f"{parser.name} learns from {parser.makes} and refuses trees of another kind")


def check_no_words(parser: Parser, model: ParserModel, treebank: Treebank) -> None:
    """Sentences without words are kept, and the others parsed as before."""
    others = treebank.tokens.sentence != 1
    multiword = treebank.multiword.keep(treebank.multiword.sentence != 1)
    emptied = without_trees(treebank).replace(tokens=without_trees(treebank).tokens.keep(others), multiword=multiword)
    trees = model.parse(emptied).trees
    kept = trees.tokens.counts.tolist() == emptied.tokens.counts.tolist()
    require(kept, f"{parser.name} keeps a sentence without words", trees.tokens.counts.tolist())
    same = trees[2:].equals(model.parse(treebank).trees[2:])
    require(same, f"{parser.name} parses the sentences after one without words as before")
    require(len(model.parse(treebank[:0]).trees) == 0, f"{parser.name} parses a treebank without sentences")


def check_bare_words(parser: Parser, model: ParserModel) -> None:
    """Words that have only a form and a tag are parsed; a form may have a space."""
    builder = Builder()
    builder.add({}, [{"form": "a b", "tag": "DT"}, {"form": "dog", "tag": "NN"}])
    forms = model.parse(builder.build()).trees.tokens.text("form").decode()
    require(forms == ["a b", "dog"], f"{parser.name} parses words that have only a form and a tag", forms)
