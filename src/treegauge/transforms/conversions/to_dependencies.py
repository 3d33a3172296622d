"""From constituents to dependencies: every word depends on the head word of the phrase above its largest projection."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...annotation.head_reassignment import Reassignment, find_reassignment, reassign_children, reassign_heads
from ...annotation.head_rules import HeadRules, find_rules, head_children
from ...core.errors import CallError
from ...core.types import Int32s, Mask
from ...treebank import Text, Treebank
from ...treebank.edit import drop_nodes
from ...treebank.strings import concatenate_text
from ..base import transform
from ..empties import remove_empties


@dataclass(frozen=True, eq=False)
class Lexicalised:
    """A constituency treebank with its heads. Nodes that are not phrases (topological fields) are removed from
    `treebank`.

    child    the head child of each node: token i of the sentence, or (tokens in the sentence) + k for node k
    word     the head word of each node, -1 if it has no tokens
    head     the head of each token, -1 for a root
    largest  the largest projection of each token: a node, or -1 for the token alone
    """

    treebank: Treebank
    child: Int32s
    word: Int32s
    head: Int32s
    largest: Int32s


def lexicalised(
    treebank: Treebank, rules: str | HeadRules = "auto", reassignment: Reassignment | None = None
) -> Lexicalised:
    """Find the head of every phrase and the head word that it comes from."""
    from ...annotation.kernels import lexicalise

    if not treebank.has_constituents:
        raise CallError("heads are found in phrases: there is no constituency tree")
    table = find_rules(rules, treebank) if isinstance(rules, str) else rules
    if table.transparent:
        treebank = drop_nodes(treebank, treebank.nodes.text("label").mask(table.transparent))
    tokens, nodes = treebank.tokens, treebank.nodes
    child = head_children(treebank, table)
    if reassignment is not None:
        child = reassign_children(treebank, child, table, reassignment)
    word, head, largest = lexicalise(
        (tokens.offsets, nodes.offsets), (tokens.numbers("parent"), nodes.numbers("parent")), child
    )
    return Lexicalised(treebank, child, word, head, largest)


def to_dependencies(
    treebank: Treebank,
    rules: str | HeadRules = "auto",
    reassignment: Reassignment | None = None,
    *,
    relations: bool = True,
) -> Treebank:
    """Make dependency trees from phrases, in the columns `head` and (with `relations`) `deprel`.

    The relation of a word is the function of its largest projection. The head word of each tree is a root, so there are
    as many roots as trees. Sentences without phrases keep the dependencies that they have, if any; a reassignment
    changes these too.
    """
    reassigned = _reassigned(treebank, reassignment)
    if not treebank.has_constituents:
        return reassigned
    headed, tokens = lexicalised(treebank, rules, reassignment), reassigned.tokens
    if "head" not in tokens:
        here, head = np.ones(len(tokens), bool), headed.head
    else:
        here = np.repeat(treebank.nodes.counts > 0, tokens.counts)
        head = np.where(here, headed.head, tokens.numbers("head")).astype(np.int32)
    relation = _relations(headed, tokens.text("deprel"), here) if relations else None
    return reassigned.replace(tokens=tokens.replace(head=head, deprel=relation))


@transform("to-dependencies")
def phrases_to_dependencies(treebank: Treebank, *, heads: str = "auto", rules: str = "none") -> Treebank:
    """Make dependencies from phrases by head rules (treegauge list heads; rules: head reassignment, as in mph). The
    relation is the function of the phrase, where the treebank has functions on edges. The phrases are kept; empty
    elements are removed."""
    return to_dependencies(remove_empties(treebank), heads, find_reassignment(rules))


def _relations(headed: Lexicalised, given: Text, here: Mask) -> Text:
    """The function of the largest projection of each token; where there are no phrases, the relation given."""
    tokens, nodes = headed.treebank.tokens, headed.treebank.nodes
    function = concatenate_text([tokens.text("function"), nodes.text("function"), given])
    at = np.arange(len(tokens))
    above = len(tokens) + np.repeat(nodes.offsets[:-1], tokens.counts) + headed.largest
    place = np.where(here, np.where(headed.largest >= 0, above, at), len(tokens) + len(nodes) + at)
    return function.take(place).compact()


def _reassigned(treebank: Treebank, reassignment: Reassignment | None) -> Treebank:
    """The treebank with its dependencies after a reassignment."""
    if reassignment is None or not reassignment.dependency or not treebank.has_dependencies:
        return treebank
    tokens = treebank.tokens
    head, relation = reassign_heads(treebank, reassignment)
    return treebank.replace(tokens=tokens.replace(head=head, deprel=relation))
