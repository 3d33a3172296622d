"""To and from the trees of other packages: nltk, spaCy, stanza, and plain tuples. None is imported before it is needed.

What the other side cannot hold is an error (branches that cross, in brackets), never dropped; what CoNLL-U would write
as `_` comes in as `_`, so that a treebank from spaCy or stanza compares with one read from a file.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import numpy as np

from ..errors import DataError, MissingExtraError
from .build import Builder
from .edit import restructure
from .strings import Text
from .table import NOT_GIVEN, ROOT, Treebank
from .views import Node, Token, Tree

Given = Tree | Treebank
Part = dict[str, Any] | tuple[str, Sequence[Any]]
_TUPLE = ("form", "tag", "head", "deprel")
_WORD = {"form": "text", "tag": "xpos", **{name: name for name in ("lemma", "upos", "feats", "deprel", "misc")}}
_FIELDS = ("text", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_TREE_COMMENT = re.compile(r"#\s*constituency\s*=")


def _package(name: str, module: str, purpose: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(name, name, purpose) from None


def _each(given: Given) -> list[Tree]:
    return [given] if isinstance(given, Tree) else list(given)


class _Forest:
    """Sentences put together; in contrast to `Builder` alone, nodes without tokens keep their places."""

    def __init__(self) -> None:
        self.builder = Builder()
        self.lefts: list[int] = []

    def add(self, tokens: Sequence[Any], nodes: Sequence[Any] = (), **others: Any) -> None:
        self.lefts += [node["at"] for node in nodes]
        plain = [{"label": node["label"], "parent": node["parent"]} for node in nodes]
        self.builder.add(others.pop("sentence", {}), tokens, plain, **others)

    def build(self) -> Treebank:
        tables: dict[str, Any] = {name: self.builder._table(name) for name in self.builder.rows}
        treebank = Treebank(**tables)
        if not (treebank.has_constituents or self.lefts):
            return treebank
        nodes, nothing = treebank.nodes, np.zeros(0, np.int32)
        if not self.lefts:
            nodes = nodes.replace(label=Text.of([]), parent=nothing)
        if not len(treebank.tokens):
            treebank = treebank.replace(tokens=treebank.tokens.replace(parent=nothing))
        return restructure(treebank, nodes.replace(left=np.array(self.lefts, np.int32)))


def _unfold(top: Any, split: Callable[[Any], Part]) -> tuple[list[Any], list[Any]]:
    """The rows of a tree made of objects; `split` says of each what token it is, or which label and children it has."""
    tokens: list[Any] = []
    nodes: list[Any] = []
    waiting = [(top, ROOT)]
    while waiting:
        item, parent = waiting.pop()
        found = split(item)
        if isinstance(found, dict):
            tokens.append({**found, "parent": parent})
        else:
            label, children = found
            waiting += [(child, len(nodes)) for child in reversed(children)]
            nodes.append({"label": label, "parent": parent, "at": len(tokens)})
    return tokens, nodes


def _fold(tree: Tree, leaf: Callable[[Token], Any], phrase: Callable[[str, list[Any]], Any]) -> Any:
    """A tree made of objects, from the bottom up; several roots get VROOT above them, as in brackets."""
    if not tree.treebank.has_constituents:
        raise DataError(f"{tree.treebank.where(tree.index)}: there is no constituency tree")
    if tree.is_discontinuous:
        raise DataError(
            f"{tree.treebank.where(tree.index)}: a discontinuous phrase does not fit into a nested tree; "
            "keep the treebank, write discbracket or export, or use the transform raise-crossing"
        )
    made: list[Any] = [None] * len(tree.nodes)

    def all_of(items: Sequence[Node | Token]) -> list[Any]:
        return [made[item.index] if isinstance(item, Node) else leaf(item) for item in items]

    for node in reversed(tree.nodes):
        made[node.index] = phrase(node.label or "", all_of(node.children))
    roots = tree.roots
    alone = len(roots) == 1 and (isinstance(roots[0], Node) or roots[0].tag is not None)
    return all_of(roots)[0] if alone else phrase("VROOT", all_of(roots))


def from_nltk(trees: Any) -> Treebank:
    """A treebank from `nltk.Tree`s (or one). A tree above a single string is a token with its tag, a string elsewhere a
    token without; chunk trees with (word, tag) leaves will do too."""
    forest = _Forest()
    for tree in [trees] if hasattr(trees, "label") else trees:
        forest.add(*_unfold(tree, _split_nltk))
    return forest.build()


def _split_nltk(item: Any) -> Part:
    if isinstance(item, str):
        return {"form": item, "tag": None}
    if isinstance(item, tuple):
        return {"form": str(item[0]), "tag": item[1]}
    if len(item) == 1 and isinstance(item[0], str):
        return {"form": item[0], "tag": str(item.label())}
    return str(item.label()), list(item)


def to_nltk(given: Given) -> Any:
    """`nltk.Tree`: one for a tree, a list for a treebank."""
    make = _package("nltk", "nltk.tree", "making nltk trees").Tree
    made = [_fold(tree, lambda token: _nltk_leaf(token, make), make) for tree in _each(given)]
    return made[0] if isinstance(given, Tree) else made


def _nltk_leaf(token: Token, make: Callable[[str, list[str]], Any]) -> Any:
    return token.form if token.tag is None else make(token.tag, [token.form])


def from_tuples(sentences: Iterable[Any]) -> Treebank:
    """A treebank from lists and tuples. A sentence is one of

    - a list of tokens: (form, tag), (form, tag, head) or (form, tag, head, deprel), where `head` counts from 0, -1 is
      the root and None is not given;
    - a nested tree: ("S", ("NP", ("DT", "the"), ("NN", "dog")), ...), where a pair of strings is a tag and a form, and
      a string elsewhere a form without a tag.
    """
    forest = _Forest()
    for number, sentence in enumerate(sentences, 1):
        try:
            if len(sentence) and isinstance(sentence[0], str):
                forest.add(*_unfold(sentence, _split_tuple))
            else:
                forest.add([_token_row(token) for token in sentence])
        except DataError as error:
            raise DataError(f"sentence {number}: {error}") from None
    return forest.build()


def _split_tuple(item: Any) -> Part:
    if isinstance(item, str):
        return {"form": item, "tag": None}
    if not isinstance(item, (tuple, list)) or not item or not isinstance(item[0], str):
        raise DataError(f"a phrase is (label, child, ...), not {item!r}")
    if len(item) == 2 and isinstance(item[1], str):
        return {"form": item[1], "tag": item[0]}
    return item[0], item[1:]


def _token_row(token: Any) -> dict[str, Any]:
    if not isinstance(token, (tuple, list)) or not 2 <= len(token) <= 4 or not isinstance(token[0], str):
        raise DataError(f"a token is (form, tag), (form, tag, head) or (form, tag, head, deprel), not {token!r}")
    row = dict(zip(_TUPLE, token, strict=False))
    return {**row, "head": NOT_GIVEN} if "head" in row and row["head"] is None else row


def to_tuples(given: Given, kind: Literal["constituency", "dependency"] | None = None) -> Any:
    """The inverse of `from_tuples`: one sentence for a tree, a list for a treebank. Where there are trees of both
    kinds, `kind` says which (constituency if not said)."""
    made = [_tuples(tree, kind) for tree in _each(given)]
    return made[0] if isinstance(given, Tree) else made


def _tuples(tree: Tree, kind: str | None) -> Any:
    if kind == "constituency" or (kind is None and tree.treebank.has_constituents):
        return _fold(tree, _tuple_leaf, lambda label, children: (label, *children))
    if not tree.treebank.has_dependencies:
        return [(token.form, token.tag) for token in tree]
    heads = [None if head == NOT_GIVEN else head for head in tree.column("tokens", "head")]
    return [(token.form, token.tag, head, token.deprel) for token, head in zip(tree, heads, strict=True)]


def _tuple_leaf(token: Token) -> str | tuple[str, str]:
    return token.form if token.tag is None else (token.tag, token.form)


def from_spacy(docs: Any) -> Treebank:
    """A treebank from spaCy `Doc`s (or one): a sentence for each of `doc.sents`, or for a `Doc` without sentences."""
    forest = _Forest()
    for doc in [docs] if hasattr(docs, "sents") else docs:
        parsed = doc.has_annotation("DEP")
        for span in list(doc.sents) if doc.has_annotation("SENT_START") else [doc]:
            text = " ".join(span.text.split())
            sentence = {"comments": f"# text = {text}" if text else None}
            forest.add([_spacy_row(token, span, parsed) for token in span], sentence=sentence)
    return forest.build()


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
    tokens = _package("spacy", "spacy.tokens", "making spaCy documents")
    if vocab is None:
        vocab = importlib.import_module("spacy.vocab").Vocab()
    made = []
    for tree in _each(given):
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
    forest = _Forest()
    for document in [documents] if hasattr(documents, "sentences") else documents:
        for sentence in document.sentences:
            tokens, others = _stanza_rows(sentence.to_dict())
            nodes = _stanza_nodes(tokens, getattr(sentence, "constituency", None))
            comments = [line for line in map(str, sentence.comments or ()) if not _TREE_COMMENT.match(line)]
            name = getattr(sentence, "sent_id", None)
            row = {"id": None if name is None else str(name), "comments": "\n".join(comments) or None}
            forest.add(tokens, nodes, sentence=row, **others)
    return forest.build()


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
    leaves, nodes = _unfold(tree, _split_stanza)
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
    document = _package("stanza", "stanza.models.common.doc", "making stanza documents")
    trees = _each(given)
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
            sentence.constituency = _fold(tree, lambda token: _stanza_leaf(token, make), make)
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
