"""To and from the trees of nltk and plain tuples; `pipelines` is for spaCy and stanza.

What the other side cannot hold is an error (branches that cross, in brackets), never dropped; what CoNLL-U would write
as `_` comes in as `_`, so that a treebank from spaCy or stanza compares with one read from a file.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ..core.errors import DataError, MissingExtraError
from .build import Builder
from .table import NOT_GIVEN, ROOT, Treebank
from .views import Node, Token, Tree

Given = Tree | Treebank
Part = dict[str, Any] | tuple[str, Sequence[Any]]
_TUPLE = ("form", "tag", "head", "deprel")


def package(name: str, module: str, purpose: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise MissingExtraError(name, name, purpose) from None


def each(given: Given) -> list[Tree]:
    return [given] if isinstance(given, Tree) else list(given)


def unfold(top: Any, split: Callable[[Any], Part]) -> tuple[list[Any], list[Any]]:
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
            nodes.append({"label": label, "parent": parent, "left": len(tokens)})
    return tokens, nodes


def fold(tree: Tree, leaf: Callable[[Token], Any], phrase: Callable[[str, list[Any]], Any]) -> Any:
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
    builder = Builder()
    for tree in [trees] if hasattr(trees, "label") else trees:
        builder.add({}, *unfold(tree, _split_nltk))
    return builder.build()


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
    make = package("nltk", "nltk.tree", "making nltk trees").Tree
    made = [fold(tree, lambda token: _nltk_leaf(token, make), make) for tree in each(given)]
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
    made = [_tuples(tree, kind) for tree in each(given)]
    return made[0] if isinstance(given, Tree) else made


def _tuples(tree: Tree, kind: str | None) -> Any:
    if kind == "constituency" or (kind is None and tree.treebank.has_constituents):
        return fold(tree, _tuple_leaf, lambda label, children: (label, *children))
    if not tree.treebank.has_dependencies:
        return [(token.form, token.tag) for token in tree]
    heads = [None if head == NOT_GIVEN else head for head in tree.column("tokens", "head")]
    return [(token.form, token.tag, head, token.deprel) for token, head in zip(tree, heads, strict=True)]


def _tuple_leaf(token: Token) -> str | tuple[str, str]:
    return token.form if token.tag is None else (token.tag, token.form)
