"""To and from the documents of spaCy and stanza. Neither is imported before it is needed."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from ..core.errors import DataError
from .bridges import Given, Part, each, fold, package, unfold
from .build import Builder
from .table import NOT_GIVEN, ROOT, Treebank
from .views import Token, Tree

_WORD = {"form": "text", "tag": "xpos", **{name: name for name in ("lemma", "upos", "feats", "deprel", "misc")}}
_FIELDS = ("text", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_TREE_COMMENT = re.compile(r"#\s*constituency\s*=")


def from_spacy(docs: Any) -> Treebank:
    """A treebank from spaCy `Doc`s (or one): a sentence for each of `doc.sents`, or for a `Doc` without sentences."""
    builder = Builder()
    for doc in [docs] if hasattr(docs, "sents") else docs:
        parsed = doc.has_annotation("DEP")
        for span in list(doc.sents) if len(doc) and doc.has_annotation("SENT_START") else [doc]:
            text = " ".join(span.text.split())
            sentence = {"comments": f"# text = {text}" if text else None}
            builder.add(sentence, [_spacy_row(token, span, parsed) for token in span])
    return builder.build()


def _spacy_row(token: Any, span: Any, parsed: bool) -> dict[str, Any]:
    row = {
        "form": token.text,
        "lemma": token.lemma_ or "_",
        "upos": token.pos_ or "_",
        "tag": token.tag_ or "_",
        "feats": str(token.morph) or "_",
        "misc": "_" if token.whitespace_ else "SpaceAfter=No",
    }
    if not parsed:
        return row
    head = token.head.i - span[0].i
    if head == token.i - span[0].i or not 0 <= head < len(span):
        head = ROOT
    return {**row, "head": head if token.has_head() else NOT_GIVEN, "deprel": token.dep_ or "_"}


def to_spacy(given: Given, vocab: Any = None) -> Any:
    """A spaCy `Doc` for a tree, a list with one for each sentence for a treebank (`Doc.from_docs` joins them). spaCy
    sees a new sentence at every root, and takes universal tags only in `upos`."""
    tokens = package("spacy", "spacy.tokens", "making spaCy documents")
    if vocab is None:
        vocab = importlib.import_module("spacy.vocab").Vocab()
    made = []
    for tree in each(given):
        try:
            made.append(tokens.Doc(vocab, **_spacy_columns(tree)))
        except ValueError as error:
            raise DataError(f"{tree.treebank.where(tree.index)}: spaCy does not take it: {error}") from None
    return made[0] if isinstance(given, Tree) else made


def _spacy_columns(tree: Tree) -> dict[str, Any]:
    names = {"tag": "tags", "upos": "pos", "lemma": "lemmas", "feats": "morphs"}
    given = {theirs: [_said(value) for value in tree.column("tokens", ours)] for ours, theirs in names.items()}
    columns: dict[str, Any] = {name: values for name, values in given.items() if any(values)}
    columns["words"] = [token.form or "_" for token in tree]
    columns["spaces"] = ["SpaceAfter=No" not in _said(token.misc).split("|") for token in tree]
    columns["sent_starts"] = [token.index == 0 for token in tree]
    heads = tree.column("tokens", "head")
    if any(head != NOT_GIVEN for head in heads):
        columns["heads"] = [head if head >= 0 else position for position, head in enumerate(heads)]
        columns["deps"] = ["" if heads[token.index] == NOT_GIVEN else _said(token.deprel) or "dep" for token in tree]
    return columns


def _said(value: str | None) -> str:
    return "" if value is None or value == "_" else value


def from_stanza(documents: Any) -> Treebank:
    """A treebank from stanza `Document`s (or one), with constituency trees where stanza made some."""
    builder = Builder()
    for document in [documents] if hasattr(documents, "sentences") else documents:
        for sentence in document.sentences:
            tokens, others = _stanza_rows(sentence.to_dict())
            nodes = _stanza_nodes(tokens, getattr(sentence, "constituency", None))
            comments = [line for line in map(str, sentence.comments or ()) if not _TREE_COMMENT.match(line)]
            name = getattr(sentence, "sent_id", None)
            row = {"id": None if name is None else str(name), "comments": "\n".join(comments) or None}
            builder.add(row, tokens, nodes, **others)
    return builder.build()


def _stanza_rows(entries: Sequence[Any]) -> tuple[list[Any], dict[str, list[Any]]]:
    """Words, multiword tokens and empty nodes of one sentence. A pair of numbers is an empty node if the word with the
    first one has been, or there is no such word; else a multiword token."""
    words: list[Any] = []
    spans, empties = [], []
    for entry in entries:
        number = entry["id"] if isinstance(entry["id"], (tuple, list)) else (entry["id"],)
        fields = [str(entry.get(name, "_")) for name in _FIELDS]
        if len(number) == 1:
            head = entry.get("head")
            row: dict[str, Any] = {ours: entry.get(theirs) or "_" for ours, theirs in _WORD.items()}
            row["deps"] = _deps(entry.get("deps"))
            words.append(row if head is None else {**row, "head": int(head) - 1})
        elif number[0] <= len(words):
            empties.append({"after": number[0], "minor": number[1], "fields": "\t".join(fields)})
        else:
            rest = "\t".join(fields[1:])
            spans.append({"first": number[0] - 1, "last": number[1], "form": fields[0], "fields": rest})
    return words, {"multiword": spans, "empty": empties}


def _deps(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or "_"
    return "|".join(f"{head}:{name}" for head, name in value)


def _stanza_nodes(tokens: list[Any], tree: Any) -> list[Any]:
    """The phrases of stanza's constituency tree; puts their numbers into the tokens."""
    if tree is None:
        return []
    leaves, nodes = unfold(tree, _split_stanza)
    if len(leaves) != len(tokens):
        raise DataError(f"the constituency tree has {len(leaves)} leaves, the sentence {len(tokens)} words")
    for token, leaf in zip(tokens, leaves, strict=True):
        token.update(parent=leaf["parent"], tag=token["tag"] if token["tag"] != "_" else leaf["tag"] or "_")
    return nodes


def _split_stanza(item: Any) -> Part:
    if not item.children:
        return {"form": item.label, "tag": None}
    if len(item.children) == 1 and not item.children[0].children:
        return {"form": item.children[0].label, "tag": item.label}
    return item.label, item.children


def to_stanza(given: Given) -> Any:
    """A stanza `Document` with all sentences."""
    document = package("stanza", "stanza.models.common.doc", "making stanza documents")
    trees = each(given)
    for tree in trees:
        if not len(tree):
            raise DataError(f"{tree.treebank.where(tree.index)}: stanza has no sentences without words; leave it out")
    empty = [_stanza_empty(tree) for tree in trees]
    others = {"empty_sentences": empty} if any(empty) else {}  # older versions of stanza do not have it
    comments = [_stanza_comments(tree) for tree in trees]
    made = document.Document([_stanza_entries(tree) for tree in trees], comments=comments, **others)
    make = importlib.import_module("stanza.models.constituency.parse_tree").Tree
    for tree, sentence in zip(trees, made.sentences, strict=True):
        if tree.nodes:
            sentence.constituency = fold(tree, lambda token: _stanza_leaf(token, make), make)
    return made


def _stanza_entries(tree: Tree) -> list[dict[str, Any]]:
    """Words, and multiword tokens before their first words."""
    spans = {first: position for position, first in enumerate(tree.column("multiword", "first"))}
    entries: list[dict[str, Any]] = []
    heads, deps = tree.column("tokens", "head"), tree.column("tokens", "deps")
    for token in tree:
        if token.index in spans:
            entries.append(_stanza_span(tree, spans[token.index]))
        cells = {theirs: _said(tree.column("tokens", ours)[token.index]) for ours, theirs in _WORD.items()}
        cells.update(text=token.form or "_", deps=_said(deps[token.index]))
        entry: dict[str, Any] = {"id": token.index + 1, **{name: value for name, value in cells.items() if value}}
        if heads[token.index] != NOT_GIVEN:
            entry["head"] = heads[token.index] + 1
        entries.append(entry)
    return entries


def _stanza_span(tree: Tree, position: int) -> dict[str, Any]:
    first, last, form, rest = (tree.column("multiword", name)[position] for name in ("first", "last", "form", "fields"))
    misc = _said((rest or "").rpartition("\t")[2])
    return {"id": (first + 1, last), "text": form, **({"misc": misc} if misc else {})}


def _stanza_empty(tree: Tree) -> list[dict[str, Any]]:
    entries = []
    rows = (tree.column("empty", name) for name in ("after", "minor", "fields"))
    for after, minor, fields in zip(*rows, strict=True):
        cells = zip(_FIELDS, fields.split("\t"), strict=False)
        given = {name: value for name, value in cells if name == "text" or value != "_"}
        entries.append({"id": (after, minor), **given})
    return entries


def _stanza_comments(tree: Tree) -> list[str]:
    named = any(re.match(r"#\s*sent_id\s*=", line) for line in tree.comments)
    return tree.comments if named or tree.id is None else [f"# sent_id = {tree.id}", *tree.comments]


def _stanza_leaf(token: Token, make: Callable[..., Any]) -> Any:
    return make(token.form) if token.tag is None else make(token.tag, [make(token.form)])
