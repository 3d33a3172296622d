"""Function tags: NP-SBJ-1 is the category NP with the function SBJ-1."""

from __future__ import annotations

import re

from ..treebank import Treebank
from ..treebank.edit import relabel
from ..treebank.strings import Text, pair
from .base import transform

NO_FUNCTION = frozenset({"", "-", "--", "_"})  # edge labels that stand for no function
_CUT = re.compile(r"(?<=.)[-=]", re.DOTALL)
_HYPHENATED = re.compile(r"(R-SIMPX|P-SIMPX|EN-ADD)(?![^-=])")  # categories of TüBa-D/Z, without a function


def category_of(label: str) -> str:
    """The label up to the first - or = after its first character; labels that begin with - are kept whole, and so are
    categories that have a hyphen (R-SIMPX)."""
    if hyphenated := _HYPHENATED.match(label):
        return hyphenated[0]
    return label if label.startswith("-") else _CUT.split(label, maxsplit=1)[0]


def function_of(label: str) -> str | None:
    """What `category_of` cuts off, without a leading -."""
    rest = label[len(category_of(label)) :]
    return (rest[1:] if rest.startswith("-") else rest) or None


def functions_in(label: str) -> frozenset[str]:
    """The functions in `LABEL-FUNCTION-1`; indices (-1, =2) are not functions."""
    return frozenset(part for part in re.split("[-=]", label)[1:] if part and not part.isdigit())


def index_of(label: str) -> str | None:
    """The indices in `LABEL-FUNCTION-1=2`, with their marks."""
    return "".join(re.findall(r"[-=]\d+(?![^-=])", label[len(category_of(label)) :])) or None


@transform("strip-functions")
def strip_functions(treebank: Treebank, *, tags: bool = False) -> Treebank:
    """Cut labels at the first - or =: NP-SBJ-1 becomes NP; -LRB-, -NONE- and R-SIMPX are kept. With tags=true, POS tags
    too."""
    stripped = relabel(treebank, category_of)
    return relabel(stripped, category_of, "tokens", "tag") if tags else stripped


@transform("split-functions")
def split_functions(treebank: Treebank, *, tags: bool = False) -> Treebank:
    """Move function tags into the column `function`: NP-SBJ-1 becomes NP with the function SBJ-1."""
    nodes, tokens = treebank.nodes, treebank.tokens
    label, tag = nodes.text("label"), tokens.text("tag")
    treebank = treebank.replace(
        nodes=nodes.replace(label=label.map(category_of), function=_merged(label, nodes.text("function")))
    )
    if not tags:
        return treebank
    function = _merged(tag, tokens.text("function"))
    return treebank.replace(tokens=tokens.replace(tag=tag.map(category_of), function=function))


def _merged(label: Text, old: Text) -> Text:
    """The functions in the labels, before those that were already in the column."""
    return pair(label.map(function_of), old, "-")


@transform("join-functions")
def join_functions(treebank: Treebank, *, mark: str = "-") -> Treebank:
    """Write functions into the labels: NP with the function SBJ becomes NP-SBJ. The inverse of split-functions."""
    nodes = treebank.nodes
    function = nodes.text("function").map(lambda value: value if value not in ("", "--", "-") else None)
    label = nodes.text("label")
    equals = function.map(lambda value: value if value.startswith("=") else None)
    plain = function.map(lambda value: None if value.startswith("=") else value)
    joined = pair(pair(label, plain, mark), equals, "")
    return treebank.replace(nodes=nodes.replace(label=joined, function=None))
