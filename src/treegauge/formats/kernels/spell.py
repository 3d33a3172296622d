"""Write bracketed trees: the tokens and nodes of each sentence, in the order of the tree, as bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import in_64_bits, kernel
from ...core.types import Array
from .bytes import put_bytes, put_number

_OPEN, _CLOSE, _NEWLINE, _SPACE, _EQUALS = 40, 41, 10, 32, 61


@kernel
def link_children(
    n: int, left: Array, parent: Array, token_parent: Array, first: Array, following: Array, last: Array
) -> None:
    """Link children in the order of their first tokens. Item i < n is token i, item n + k is node k; list 0 belongs to
    the sentence, list k + 1 to node k."""
    m = len(parent)
    first[: m + 1] = -1
    k = 0
    # Nodes are in preorder, so siblings are ordered by their first token; a node precedes the token it begins with.
    pending = np.full(n + 1, -1, np.int32)
    after = np.full(m, -1, np.int32)
    for k in range(m - 1, -1, -1):
        at = min(left[k], n)
        after[k] = pending[at]
        pending[at] = k
    for t in range(n + 1):
        k = pending[t]
        while k >= 0:
            _append(parent[k] + 1, n + k, first, following, last)
            k = after[k]
        if t < n:
            _append(token_parent[t] + 1, t, first, following, last)


@kernel
def _append(owner: int, item: int, first: Array, following: Array, last: Array) -> None:
    following[item] = -1
    if first[owner] < 0:
        first[owner] = item
    else:
        following[last[owner]] = item
    last[owner] = item


@kernel
def _put_string(out: Array, at: int, blob: Array, offsets: Array, code: int) -> int:
    return put_bytes(out, at, blob, offsets[code], offsets[code + 1]) if code >= 0 else at


@kernel
def spell_brackets(
    token_offsets: Array,
    node_offsets: Array,
    tokens: Any,
    nodes: Any,
    forms: Any,
    tags: Any,
    labels: Any,
    tails: Any,
    root: Array,
    bare: bool,
    indexed: bool,
    out: Array,
) -> int:
    """Write one sentence per line. `tokens` is (form, tag, parent), `nodes` is (label, parent, left), strings are
    (blob, offsets) pairs; `tails` is (codes, blob, offsets) of the text before the last bracket of a sentence; `root`
    is the label above a sentence with several roots. Returns the number of bytes."""
    form, tag, token_parent = tokens
    label, parent, left = nodes
    at, longest, widest = 0, 0, 0
    for s in range(len(token_offsets) - 1):
        longest = max(longest, token_offsets[s + 1] - token_offsets[s])
        widest = max(widest, node_offsets[s + 1] - node_offsets[s])
    first, last = np.empty(widest + 1, np.int32), np.empty(widest + 1, np.int32)
    following, stack = np.empty(longest + widest, np.int32), np.empty(widest + 2, np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        link_children(n, left[n0 : n0 + m], parent[n0 : n0 + m], token_parent[t0 : t0 + n], first, following, last)
        item = first[0]
        wrapped = (
            item < 0 or following[item] >= 0 or (item < n and ((tag[t0 + item] < 0 and not bare) or tails[0][s] >= 0))
        )
        depth = 0
        if wrapped:
            out[at] = _OPEN
            at += 1
            for byte in root:
                out[at] = byte
                at += 1
        while True:
            if item < 0:
                if depth == 0:
                    break
                depth -= 1
                if depth == 0 and not wrapped:
                    at = _put_string(out, at, tails[1], tails[2], tails[0][s])
                out[at] = _CLOSE
                at += 1
                item = following[stack[depth]]
                continue
            if depth > 0 or wrapped:
                out[at] = _SPACE
                at += 1
            if item >= n:
                out[at] = _OPEN
                at = _put_string(out, at + 1, labels[0], labels[1], label[n0 + item - n])
                stack[depth] = item
                depth += 1
                item = first[item - n + 1]
                continue
            tagged = tag[t0 + item] >= 0 or bare
            if tagged:
                out[at] = _OPEN
                at += 1
            if tag[t0 + item] >= 0:
                at = _put_string(out, at, tags[0], tags[1], tag[t0 + item])
                out[at] = _SPACE
                at += 1
            if indexed:
                at = put_number(out, at, in_64_bits(item))
                out[at] = _EQUALS
                at += 1
            at = _put_string(out, at, forms[0], forms[1], form[t0 + item])
            if tagged:
                out[at] = _CLOSE
                at += 1
            item = following[item]
        if wrapped:
            at = _put_string(out, at, tails[1], tails[2], tails[0][s])
            out[at] = _CLOSE
            at += 1
        out[at] = _NEWLINE
        at += 1
    return at
