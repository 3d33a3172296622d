"""The bits of each node under the treebank's own grammar, without its sentence: what makes up the ECC."""

from __future__ import annotations

import numpy as np

from ...core.errors import CallError
from ...transforms.base import apply
from ..difficulty.measuring import difficulty
from .evidence import Evidence
from .items import SuspectItems

_LEAST = 3.0  # bits for which a reason is given


def grammar_evidence(items: SuspectItems) -> Evidence:
    """Bits for which rule each node has, and for where its children are. A tree that has a rule that no other tree has
    is not covered, and its nodes have no bits."""
    if items.kind != "nodes":
        raise CallError("the evidence 'grammar' is that of phrases, and these are dependency trees; leave it out")
    rows = items.treebank.nodes.replace(number=np.arange(len(items)))
    plain = apply(items.treebank.replace(nodes=rows), "strip-functions")
    nodes = difficulty(plain, protocol="loo", max_length=None).nodes
    number = nodes.trees.nodes.numbers("number")
    columns = {"rule, given the words": nodes.rule_bits, "children's places, given the rule": nodes.place_bits}
    for name, bits in columns.items():
        columns[name] = np.zeros(len(items))
        columns[name][number[number >= 0]] = np.nan_to_num(bits)[number >= 0]  # a root that was added has no number

    def reason(item: int) -> str | None:
        name = max(columns, key=lambda column: columns[column][item])
        bits = float(columns[name][item])
        return f"under the grammar of the other trees: {bits:.1f} bits for the {name}" if bits >= _LEAST else None

    return Evidence("grammar", columns, reason)
