"""The files of the Stanford parser: trees and words as it reads them, labels that it leaves as they are, and models."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path

import numpy as np

from ...core.errors import DataError
from ...core.wording import option
from ...core.zip_files import read_members
from ...formats.brackets import write_brackets
from ...formats.dialects import DIALECTS
from ...formats.sources import load_one
from ...models.grammars.induction import rooted
from ...treebank import Text, Treebank
from ...treebank.edit import relabel
from ...treebank.shape import child_counts

_START = "ROOT"  # the start symbol of its grammars
_FIRST = 0xE000  # of the private characters that stand for others in labels
_SIGN = re.compile(r"[\x00-/:-@\[-`{-\x7f]")
_PRIVATE = re.compile("[\ue000-\ue07f]")
_END = "\ue0ff"  # after a label that it would remove, change, or take for the start symbol
_TAG = "\ue0fe"  # after a tag, if some phrase has the same name: the program does not tell the two apart
_SPECIAL = frozenset(["", "ROOT", "TOP", "RS", "RM", "IP", "CODE", "EDITED", "VB"])  # a phrase VB becomes VP
_OPEN, _CLOSE = "*LRB*", "*RRB*"  # as in the labels of NEGRA
_SPACE = re.compile(r"[\s\x00-\x20\x7f-\xa0\u200b\ufeff]")
_BEYOND = re.compile("[^\x00-\xff]")
_QUOTES = str.maketrans({**dict.fromkeys("„“”", '"'), **dict.fromkeys("‚‘’", "'"), **dict.fromkeys("–—", "-")})
_MARK = b"\ntreegauge "
_CLASS = b"edu.stanford.nlp.parser.lexparser.LexicalizedParser"
_QUERY = "edu/stanford/nlp/parser/lexparser/LexicalizedParserQuery.class"
_THROWS = re.compile(rb"(\x2a\x04\xb6..\xb0)\xbb..\x59\xb7..\xbf(?=\x00\x00\x00)", re.DOTALL)
_RETURNS_NULL = rb"\1" + b"\x00" * 6 + b"\x01\xb0"


@dataclass(frozen=True)
class Labelling:
    """How the labels of a model are those of its treebank. It is written after the model, where the program does not
    look.

    root   the root of the training trees
    inner  the name that it has below the ROOT of the program; None if it is ROOT there
    added  whether training put a root above the trees, which `undo` removes
    whole  whether labels are written so that the program does not change them
    tags   whether it learned from tags in place of words
    latin  whether words are written in Latin-1: the program's reader of German trees drops all other characters
    marked whether tags are marked, since phrases have some of their names
    """

    root: str = _START
    inner: str | None = None
    added: bool = False
    whole: bool = False
    tags: bool = False
    latin: bool = False
    marked: bool = False

    def written(self, label: str) -> str:
        """A label of the treebank as the program gets it: with `whole`, it neither cuts NP-SBJ nor removes -NONE-."""
        if not self.whole:
            return label.replace("(", _OPEN).replace(")", _CLOSE) if self.latin else label
        shielded = _SIGN.sub(lambda sign: chr(_FIRST + ord(sign.group())), label)
        return shielded + _END if shielded in _SPECIAL else shielded

    def written_tag(self, tag: str) -> str:
        """A tag of the treebank as the program gets it."""
        return self.written(tag) + _TAG if self.marked else self.written(tag)

    def original(self, label: str) -> str:
        """A label of the program as the treebank has it."""
        if self.whole:
            shielded = label.removesuffix(_TAG).removesuffix(_END)
            return _PRIVATE.sub(lambda sign: chr(ord(sign.group()) - _FIRST), shielded)
        return label.replace(_OPEN, "(").replace(_CLOSE, ")") if self.latin else label

    def word(self, word: str) -> str:
        """A word as the program gets it, without characters at which one of its readers would divide it."""
        plain = _SPACE.sub("_", word)
        if not self.latin or plain.isascii():
            return plain
        return _BEYOND.sub("?", plain.translate(_QUOTES))

    def below_root(self, tree: str) -> str:
        """A printed tree with the root of the treebank, and otherwise the labels of the program."""
        body = tree.removeprefix(f"({_START} ")
        if self.inner is not None:
            body = body.removesuffix(")").removeprefix(f"({self.inner} ")
        return f"({self.root} {body}"


def write_training_trees(treebank: Treebank, path: Path, *, language: str | None, whole: bool, tags: bool) -> Labelling:
    """Write training trees for the program. Its start symbol ROOT must have one child: it takes the place of their root
    if that is so, and the label is nowhere else; otherwise it is put above them."""
    full = treebank[np.flatnonzero(treebank.tokens.counts)]
    trees = rooted(full)
    top, labels = trees.nodes.numbers("parent") < 0, trees.nodes.text("label")
    root = labels.take(top).decode()[0] or ""
    is_inside = bool((labels.mask({root}, missing=not root) & ~top).any())
    replaced = not is_inside and bool((child_counts(trees)[top] == 1).all())
    shared = whole and not set(trees.tokens.text("tag").decode()).isdisjoint(labels.decode())
    labelling = Labelling(root, None, trees is not full, whole, tags, language == "de", shared)
    if not replaced:
        name = "NUR" if language == "de" else "TOP"  # as its head rules call a root with several children
        labelling = replace(labelling, inner=labelling.written(root) if whole or is_inside else name)
    names = zip(labels.map(labelling.written).decode(), top.tolist(), strict=True)
    renamed = Text.of((_START if replaced else labelling.inner) if is_top else name for name, is_top in names)
    trees = trees.replace(nodes=trees.nodes.replace(label=renamed), header={})
    trees = relabel(trees, labelling.written_tag, "tokens", "tag")
    if tags:
        trees = trees.replace(tokens=trees.tokens.replace(form=trees.tokens.text("tag")))
    trees = relabel(trees, labelling.word, "tokens", "form")
    written = BytesIO()
    write_brackets(trees, written, DIALECTS["brackets"])
    shape = b"%s\n" if replaced else b"(" + _START.encode() + b" %s)\n"
    path.write_bytes(b"".join(shape % line for line in written.getvalue().split(b"\n")[:-1]))
    return labelling


def mark_model(path: Path, labelling: Labelling) -> None:
    """Write what is known about a new model to its end."""
    with path.open("ab") as file:
        file.write(_MARK + json.dumps(asdict(labelling)).encode())


def read_labelling(path: str | os.PathLike[str]) -> Labelling:
    """How the labels of a model are read; a file that is not a model is an error."""
    data = load_one(path, "model")[0]
    if not data.startswith(b"\xac\xed\x00\x05") or _CLASS not in data[:200]:
        raise DataError(
            f"'{os.fspath(path)}' is not a model of the Stanford parser; train one with {option('save', 'FILE.ser.gz')}"
        )
    _, mark, text = data[-1000:].rpartition(_MARK)
    return Labelling(**json.loads(text)) if mark else Labelling()


def write_query(jar: Path, folder: Path) -> None:
    """Write the one class of the program that needs a change: at a sentence without a parse it throws an exception that
    its caller does not expect, which ends the program; now it returns nothing, which the caller expects."""
    content = read_members(jar.read_bytes(), str(jar), _QUERY.__eq__)[_QUERY]
    changed, times = _THROWS.subn(_RETURNS_NULL, content)
    assert times == 1
    (folder / _QUERY).parent.mkdir(parents=True, exist_ok=True)
    (folder / _QUERY).write_bytes(changed)
