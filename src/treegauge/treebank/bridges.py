"""Convert to and from the trees of nltk and plain tuples; `pipelines` is for spaCy and stanza.

What the other side cannot represent (crossing branches, in nested trees) is an error and is never dropped. A value that
CoNLL-U writes as `_` is `_` here too, so that a treebank from spaCy or stanza compares with one read from a file.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ..core.errors import DataError, MissingExtraError
from .build import Builder, NodeRow, TokenRow
from .table import NOT_GIVEN, ROOT, Treebank
from .views import Node, Token, Tree

Given = Tree | Treebank
TreePart = TokenRow | tuple[str, Sequence[Any]]


def package(name: str, module: str, purpose: str) -> Any:
    """Import a module of an optional package; the error says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(name, name, purpose) from None


def each(given: Given) -> list[Tree]:
    """The trees of a treebank, or the one tree."""
    return [given] if isinstance(given, Tree) else list(given)


def unfold(top: Any, split: Callable[[Any], TreePart]) -> tuple[list[TokenRow], list[NodeRow]]:
    """The rows of a tree of objects; `split` returns the token that an object is, or its label and children."""
    tokens: list[TokenRow] = []
    nodes: list[NodeRow] = []
    waiting = [(top, ROOT)]
    while waiting:
        item, parent = waiting.pop()
        part = split(item)
        if isinstance(part, tuple):
            label, children = part
            waiting += [(child, len(nodes)) for child in reversed(children)]
            nodes.append({"label": label, "parent": parent, "left": len(tokens)})
        else:
            tokens.append({**part, "parent": parent})
    return tokens, nodes


def fold(tree: Tree, leaf: Callable[[Token], Any], phrase: Callable[[str, list[Any]], Any]) -> Any:
    """Build a tree of objects from the bottom up. Several roots get a VROOT above them, as in brackets."""
    if not tree.treebank.has_constituents:
        raise DataError(f"{tree.treebank.where(tree.index)}: the sentence has no constituency tree")
    if tree.is_discontinuous:
        raise DataError(
            f"{tree.treebank.where(tree.index)}: a nested tree cannot represent a discontinuous phrase; "
            "write the treebank as discbracket or export, or apply the transform raise-crossing first"
        )
    phrases: list[Any] = [None] * len(tree.nodes)

    def all_of(items: Sequence[Node | Token]) -> list[Any]:
        return [phrases[item.index] if isinstance(item, Node) else leaf(item) for item in items]

    for node in reversed(tree.nodes):
        phrases[node.index] = phrase(node.label or "", all_of(node.children))
    roots = tree.roots
    alone = len(roots) == 1 and (isinstance(roots[0], Node) or roots[0].tag is not None)
    return all_of(roots)[0] if alone else phrase("VROOT", all_of(roots))


def from_nltk(trees: Any) -> Treebank:
    """A treebank from one or more `nltk.Tree`s. A tree above a single string is a token with its tag; any other string
    is a token without a tag. Chunk trees with (word, tag) leaves are accepted too."""
    builder = Builder()
    for tree in [trees] if hasattr(trees, "label") else trees:
        builder.add({}, *unfold(tree, _split_nltk))
    return builder.build()


def _split_nltk(item: Any) -> TreePart:
    if isinstance(item, str):
        return {"form": item, "tag": None}
    if isinstance(item, tuple):
        return {"form": str(item[0]), "tag": item[1]}
    if len(item) == 1 and isinstance(item[0], str):
        return {"form": item[0], "tag": str(item.label())}
    return str(item.label()), list(item)


def to_nltk(given: Given) -> Any:
    """`nltk.Tree`: one for a tree, a list for a treebank."""
    make = package("nltk", "nltk.tree", "converting to nltk trees").Tree
    trees = [fold(tree, lambda token: _nltk_leaf(token, make), make) for tree in each(given)]
    return trees[0] if isinstance(given, Tree) else trees


def _nltk_leaf(token: Token, make: Callable[[str, list[str]], Any]) -> Any:
    return token.form if token.tag is None else make(token.tag, [token.form])


def from_tuples(sentences: Iterable[Any]) -> Treebank:
    """A treebank from lists and tuples. A sentence is

    - a list of tokens: (form, tag), (form, tag, head) or (form, tag, head, deprel), where `head` counts from 0, -1 is
      the root and None means not given;
    - a nested tree: ("S", ("NP", ("DT", "the"), ("NN", "dog")), ...), where a pair of strings is a tag and a form, and
      any other string is a form without a tag.
    """
    builder = Builder()
    for number, sentence in enumerate(sentences, 1):
        try:
            if len(sentence) and isinstance(sentence[0], str):
                builder.add({}, *unfold(sentence, _split_tuple))
            else:
                builder.add({}, [_token_row(token) for token in sentence])
        except DataError as error:
            raise DataError(f"sentence {number}: {error}") from None
    return builder.build()


def _split_tuple(item: Any) -> TreePart:
    if isinstance(item, str):
        return {"form": item, "tag": None}
    if not isinstance(item, (tuple, list)) or not item or not isinstance(item[0], str):
        raise DataError(f"expected a phrase (label, child, ...), found {item!r}")
    if len(item) == 2 and isinstance(item[1], str):
        return {"form": item[1], "tag": item[0]}
    return item[0], item[1:]


def _token_row(token: Any) -> TokenRow:
    if not isinstance(token, (tuple, list)) or not 2 <= len(token) <= 4 or not isinstance(token[0], str):
        raise DataError(
            f"expected a token (form, tag), (form, tag, head) or (form, tag, head, deprel), found {token!r}"
        )
    row: TokenRow = {"form": token[0], "tag": token[1]}
    if len(token) > 2:
        row["head"] = NOT_GIVEN if token[2] is None else token[2]
    if len(token) > 3:
        row["deprel"] = token[3]
    return row


def to_tuples(given: Given, kind: Literal["constituency", "dependency"] | None = None) -> Any:
    """The inverse of `from_tuples`: one sentence for a tree, a list for a treebank. Where there are trees of both
    kinds, `kind` chooses one (default: constituency)."""
    sentences = [_tuples(tree, kind) for tree in each(given)]
    return sentences[0] if isinstance(given, Tree) else sentences


def _tuples(tree: Tree, kind: str | None) -> Any:
    if kind == "constituency" or (kind is None and tree.treebank.has_constituents):
        return fold(tree, _tuple_leaf, lambda label, children: (label, *children))
    if not tree.treebank.has_dependencies:
        return [(token.form, token.tag) for token in tree]
    heads = [None if head == NOT_GIVEN else head for head in tree.column("tokens", "head")]
    return [(token.form, token.tag, head, token.deprel) for token, head in zip(tree, heads, strict=True)]


def _tuple_leaf(token: Token) -> str | tuple[str, str]:
    return token.form if token.tag is None else (token.tag, token.form)
