"""Convert to and from the documents of spaCy and stanza. Neither is imported before it is needed."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from ..core.errors import DataError
from .bridges import Given, TreePart, each, fold, package, unfold
from .build import Builder, EmptyRow, MultiwordRow, NodeRow, SentenceRow, TokenRow
from .table import NOT_GIVEN, ROOT, Treebank
from .views import Token, Tree

_WORD = {"form": "text", "tag": "xpos", **{name: name for name in ("lemma", "upos", "feats", "deprel", "misc")}}
_FIELDS = ("text", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_TREE_COMMENT = re.compile(r"#\s*constituency\s*=")


def from_spacy(docs: Any) -> Treebank:
    """A treebank from one or more spaCy `Doc`s: one sentence for each of `doc.sents`, or for a `Doc` without
    sentences."""
    builder = Builder()
    for doc in [docs] if hasattr(docs, "sents") else docs:
        parsed = doc.has_annotation("DEP")
        for span in list(doc.sents) if len(doc) and doc.has_annotation("SENT_START") else [doc]:
            text = " ".join(span.text.split())
            sentence: SentenceRow = {"comments": f"# text = {text}" if text else None}
            builder.add(sentence, [_spacy_row(token, span, parsed) for token in span])
    return builder.build()


def _spacy_row(token: Any, span: Any, parsed: bool) -> TokenRow:
    row: TokenRow = {
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
    """A spaCy `Doc` for a tree, or a list with one per sentence for a treebank (`Doc.from_docs` joins them). spaCy
    begins a new sentence at every root, and accepts only universal tags in `upos`."""
    tokens = package("spacy", "spacy.tokens", "converting to spaCy documents")
    if vocab is None:
        vocab = importlib.import_module("spacy.vocab").Vocab()
    docs = []
    for tree in each(given):
        try:
            docs.append(tokens.Doc(vocab, **_spacy_columns(tree)))
        except ValueError as error:
            raise DataError(f"{tree.treebank.where(tree.index)}: spaCy rejects the sentence: {error}") from None
    return docs[0] if isinstance(given, Tree) else docs


def _spacy_columns(tree: Tree) -> dict[str, Any]:
    names = {"tag": "tags", "upos": "pos", "lemma": "lemmas", "feats": "morphs"}
    cells = {theirs: [_text(value) for value in tree.column("tokens", ours)] for ours, theirs in names.items()}
    columns: dict[str, Any] = {name: values for name, values in cells.items() if any(values)}
    columns["words"] = [token.form or "_" for token in tree]
    columns["spaces"] = ["SpaceAfter=No" not in _text(token.misc).split("|") for token in tree]
    columns["sent_starts"] = [token.index == 0 for token in tree]
    heads = tree.column("tokens", "head")
    if any(head != NOT_GIVEN for head in heads):
        columns["heads"] = [head if head >= 0 else position for position, head in enumerate(heads)]
        columns["deps"] = ["" if heads[token.index] == NOT_GIVEN else _text(token.deprel) or "dep" for token in tree]
    return columns


def _text(value: str | None) -> str:
    """A cell, or an empty string where it is missing or `_`."""
    return "" if value is None or value == "_" else value


def from_stanza(documents: Any) -> Treebank:
    """A treebank from one or more stanza `Document`s, with their constituency trees where they have any."""
    builder = Builder()
    for document in [documents] if hasattr(documents, "sentences") else documents:
        for sentence in document.sentences:
            tokens, multiword, empty = _stanza_rows(sentence.to_dict())
            nodes = _stanza_nodes(tokens, getattr(sentence, "constituency", None))
            comments = [line for line in map(str, sentence.comments or ()) if not _TREE_COMMENT.match(line)]
            name = getattr(sentence, "sent_id", None)
            row: SentenceRow = {
                "id": None if name is None else str(name),
                "comments": "\n".join(comments) or None,
            }
            builder.add(row, tokens, nodes, multiword=multiword, empty=empty)
    return builder.build()


def _stanza_rows(entries: Sequence[Any]) -> tuple[list[TokenRow], list[MultiwordRow], list[EmptyRow]]:
    """The words, multiword tokens and empty nodes of one sentence. A pair of numbers is an empty node if the word with
    the first number came before, or is 0; otherwise it is a multiword token."""
    words: list[TokenRow] = []
    spans: list[MultiwordRow] = []
    empties: list[EmptyRow] = []
    for entry in entries:
        number = entry["id"] if isinstance(entry["id"], (tuple, list)) else (entry["id"],)
        fields = [str(entry.get(name, "_")) for name in _FIELDS]
        if len(number) == 1:
            words.append(_stanza_word(entry))
        elif number[0] <= len(words):
            empties.append({"after": number[0], "minor": number[1], "fields": "\t".join(fields)})
        else:
            rest = "\t".join(fields[1:])
            spans.append({"first": number[0] - 1, "last": number[1], "form": fields[0], "fields": rest})
    return words, spans, empties


def _stanza_word(entry: Any) -> TokenRow:
    cells: Any = {ours: entry.get(theirs) or "_" for ours, theirs in _WORD.items()}
    row: TokenRow = cells
    row["deps"] = _deps(entry.get("deps"))
    if entry.get("head") is not None:
        row["head"] = int(entry["head"]) - 1
    return row


def _deps(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or "_"
    return "|".join(f"{head}:{name}" for head, name in value)


def _stanza_nodes(tokens: list[TokenRow], tree: Any) -> list[NodeRow]:
    """The phrases of stanza's constituency tree; sets the parents of the tokens."""
    if tree is None:
        return []
    leaves, nodes = unfold(tree, _split_stanza)
    if len(leaves) != len(tokens):
        raise DataError(f"expected a constituency tree of {len(tokens)} words, as in the sentence; found {len(leaves)}")
    for token, leaf in zip(tokens, leaves, strict=True):
        token["parent"] = leaf["parent"]
        if token["tag"] == "_":
            token["tag"] = leaf["tag"] or "_"
    return nodes


def _split_stanza(item: Any) -> TreePart:
    if not item.children:
        return {"form": item.label, "tag": None}
    if len(item.children) == 1 and not item.children[0].children:
        return {"form": item.children[0].label, "tag": item.label}
    return item.label, item.children


def to_stanza(given: Given) -> Any:
    """A stanza `Document` with all sentences."""
    document = package("stanza", "stanza.models.common.doc", "converting to stanza documents")
    trees = each(given)
    for tree in trees:
        if not len(tree):
            raise DataError(
                f"{tree.treebank.where(tree.index)}: stanza does not accept a sentence without words; remove it"
            )
    empty = [_stanza_empty(tree) for tree in trees]
    optional = {"empty_sentences": empty} if any(empty) else {}  # older versions of stanza do not have it
    comments = [_stanza_comments(tree) for tree in trees]
    result = document.Document([_stanza_entries(tree) for tree in trees], comments=comments, **optional)
    make = importlib.import_module("stanza.models.constituency.parse_tree").Tree
    for tree, sentence in zip(trees, result.sentences, strict=True):
        if tree.nodes:
            sentence.constituency = fold(tree, lambda token: _stanza_leaf(token, make), make)
    return result


def _stanza_entries(tree: Tree) -> list[dict[str, Any]]:
    """Words, and multiword tokens before their first words."""
    spans = {first: position for position, first in enumerate(tree.column("multiword", "first"))}
    entries: list[dict[str, Any]] = []
    heads, deps = tree.column("tokens", "head"), tree.column("tokens", "deps")
    for token in tree:
        if token.index in spans:
            entries.append(_stanza_span(tree, spans[token.index]))
        cells = {theirs: _text(tree.column("tokens", ours)[token.index]) for ours, theirs in _WORD.items()}
        cells.update(text=token.form or "_", deps=_text(deps[token.index]))
        entry: dict[str, Any] = {"id": token.index + 1, **{name: value for name, value in cells.items() if value}}
        if heads[token.index] != NOT_GIVEN:
            entry["head"] = heads[token.index] + 1
        entries.append(entry)
    return entries


def _stanza_span(tree: Tree, position: int) -> dict[str, Any]:
    first, last, form, rest = (tree.column("multiword", name)[position] for name in ("first", "last", "form", "fields"))
    misc = _text((rest or "").rpartition("\t")[2])
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
