"""The editing primitives on which every transform is built. Each returns a new treebank that shares the arrays it did
not change."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..core.errors import DataError
from ..core.types import Integers, Mask
from .rows import Column, Rows
from .strings import Text
from .table import Treebank, concatenate, no_rows


def relabel(
    treebank: Treebank, function: Callable[[str], str | None], table: str = "nodes", column: str = "label"
) -> Treebank:
    """Change the strings of a column; the work is per distinct string."""
    rows: Rows = getattr(treebank, table)
    if column not in rows:
        return treebank
    return treebank.replace(**{table: rows.replace(**{column: rows.text(column).map(function)})})


def drop_nodes(treebank: Treebank, drop: Mask) -> Treebank:
    """Remove nodes; their children move up."""
    return restructure(_without(treebank, drop)) if drop.any() else treebank


def _without(treebank: Treebank, drop: Mask) -> Treebank:
    """Remove some nodes; where one of them had a gap, siblings may still be out of order."""
    from .kernels import nearest_kept

    nodes, tokens = treebank.nodes, treebank.tokens
    parent = nodes.numbers("parent")
    target = nearest_kept(nodes.offsets, parent, ~drop)
    kept = nodes.replace(parent=_follow(target, nodes, parent, nodes)).keep(~drop)
    moved = tokens.replace(parent=_follow(target, tokens, tokens.numbers("parent"), nodes))
    return treebank.replace(nodes=kept, tokens=moved, secondary=_secondary(treebank, target, drop))


def _follow(target: Integers, rows: Rows, pointer: Integers, nodes: Rows) -> Integers:
    """`target` of the node that each row points to; -1 is kept."""
    from .kernels import follow

    moved: Integers = follow(rows.offsets, nodes.offsets, np.ascontiguousarray(pointer), target)
    return moved


def _secondary(treebank: Treebank, target: Integers, drop: Mask) -> Rows:
    """Secondary edges after nodes were renumbered; an edge that lost an end is removed."""
    edges, nodes = treebank.secondary, treebank.nodes
    if not len(edges):
        return edges
    node, parent = edges.numbers("node"), edges.numbers("parent")
    lost = np.append(drop, False)[np.where(node >= 0, node + np.repeat(nodes.offsets[:-1], edges.counts), -1)]
    changed = edges.replace(node=_follow(target, edges, node, nodes), parent=_follow(target, edges, parent, nodes))
    return changed.keep(~lost & (changed.numbers("parent") >= 0))


def drop_tokens(treebank: Treebank, drop: Mask) -> Treebank:
    """Remove tokens, and the nodes that have none left; dependents of a removed token are attached to its head.

    A multiword token that lost a word is removed, and so are enhanced graphs, whose numbers would be wrong.
    """
    if not drop.any():
        return treebank
    from .kernels import climb_heads, sizes

    tokens, keep = treebank.tokens, ~drop
    number = np.concatenate(([0], np.cumsum(keep)))
    if treebank.has_dependencies:
        tokens = tokens.replace(head=climb_heads(tokens.offsets, tokens.numbers("head"), keep), deps=None)
    shorter = treebank.replace(
        tokens=tokens.keep(keep),
        multiword=_spans(treebank, number),
        empty=no_rows(len(treebank)),
        secondary=_token_edges(treebank, keep, number),
    )
    if not treebank.has_constituents:
        return shorter
    nodes = treebank.nodes
    tree = (treebank.tokens.offsets, nodes.offsets, tokens.numbers("parent"), nodes.numbers("parent"))
    emptied = (sizes(*tree, keep) == 0) & (sizes(*tree, np.ones(len(keep), bool)) > 0)
    hint = nodes.numbers("left") + np.repeat(treebank.tokens.offsets[:-1], nodes.counts)
    moved = (number[hint] - np.repeat(number[treebank.tokens.offsets[:-1]], nodes.counts)).astype(np.int32)
    return restructure(_without(shorter.replace(nodes=nodes.replace(left=moved)), emptied))


def _spans(treebank: Treebank, number: Integers) -> Rows:
    spans = treebank.multiword
    if not len(spans):
        return spans
    start = np.repeat(treebank.tokens.offsets[:-1], spans.counts)
    first, last = spans.numbers("first"), spans.numbers("last")
    complete = number[start + last] - number[start + first] == last - first
    moved = (number[start + first] - number[start]).astype(np.int32)
    return spans.replace(first=moved, last=moved + (last - first)).keep(complete)


def _token_edges(treebank: Treebank, keep: Mask, number: Integers) -> Rows:
    edges = treebank.secondary
    if not len(edges):
        return edges
    start = np.repeat(treebank.tokens.offsets[:-1], edges.counts)
    token = edges.numbers("token")
    kept = np.append(keep, True)[np.where(token >= 0, start + token, -1)]
    moved = np.where(token >= 0, number[np.where(token >= 0, start + token, 0)] - number[start], -1).astype(np.int32)
    return edges.replace(token=moved).keep(kept)


def restructure(treebank: Treebank, nodes: Rows | None = None, token_parent: Integers | None = None) -> Treebank:
    """Move nodes and tokens to the given parents. Nodes may be in any order; preorder and extents are computed
    again."""
    from .kernels import arrange

    nodes = treebank.nodes if nodes is None else nodes
    tokens = treebank.tokens
    parents = tokens.numbers("parent") if token_parent is None else token_parent
    hint = nodes.numbers("left") if "left" in nodes else np.zeros(len(nodes), np.int32)
    order, parent, token_parent, left, right, bad = arrange(
        tokens.offsets, nodes.offsets, parents, nodes.numbers("parent"), hint
    )
    if bad >= 0:
        raise DataError(f"{treebank.where(bad)}: the nodes form a cycle; check the parents")
    same = len(order) == len(treebank.nodes) and bool((order[1:] > order[:-1]).all())
    ordered = (nodes if same else nodes.reorder(order)).replace(parent=parent, left=left, right=right)
    secondary = treebank.secondary
    if len(secondary) and not same:
        inverse = np.empty(len(order), np.int32)
        inverse[order] = np.arange(len(order)) - nodes.start
        renumbered = treebank.replace(nodes=nodes)
        secondary = _secondary(renumbered, inverse, np.zeros(len(order), bool))
    return treebank.replace(nodes=ordered, tokens=tokens.replace(parent=token_parent), secondary=secondary)


def insert_nodes(treebank: Treebank, counts: Integers, *, first: bool = False, **columns: Column) -> Treebank:
    """Add `counts[s]` nodes at the end (or the beginning) of each sentence, with their columns. Nothing else is
    changed: move children below them and call `restructure`, or, if they are in preorder already, renumber the
    parents."""
    old = treebank.nodes
    total = int(counts.sum())
    offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(old.counts + counts)))
    sentence = np.repeat(np.arange(len(counts)), counts)
    within = np.arange(total) - np.repeat(np.concatenate(([0], np.cumsum(counts)))[:-1], counts)
    moved = offsets[:-1] - old.offsets[:-1] + (counts if first else 0)
    at_old = np.arange(len(old)) + np.repeat(moved, old.counts)
    at_new = offsets[:-1][sentence] + (0 if first else old.counts[sentence]) + within
    merged: dict[str, Column] = {}
    for name in dict.fromkeys([*old.columns, *columns]):
        merged[name] = _interleave(old, columns.get(name), name, at_old, at_new, total)
    return treebank.replace(nodes=Rows(offsets, merged))


def _interleave(old: Rows, new: Column | None, name: str, at_old: Integers, at_new: Integers, total: int) -> Column:
    from .strings import concatenate_text

    length = len(at_old) + len(at_new)
    if isinstance(new, Text) or isinstance(old.columns.get(name), Text):
        joined = concatenate_text([old.text(name), new if isinstance(new, Text) else Text.constant(None, total)])
        codes = np.empty(length, np.int32)
        codes[at_old], codes[at_new] = joined.codes[: len(at_old)], joined.codes[len(at_old) :]
        return Text(codes, joined.values)
    result = np.full(length, 0, np.int32)
    if name in old:
        result[at_old] = old.numbers(name)
    if new is not None:
        result[at_new] = new
    return result


def replace_sentences(treebank: Treebank, places: Integers, sentences: Treebank) -> Treebank:
    """A treebank with other sentences at some places, numbered from 0; there are as many places as sentences."""
    order = np.arange(len(treebank))
    order[places] = len(treebank) + np.arange(len(places))
    return concatenate([treebank, sentences]).select(order)


def reorder_tokens(treebank: Treebank, order: Integers) -> Treebank:
    """Put the tokens of each sentence into another order: `order` is the old place of each, from 0 within the sentence.
    Heads and phrases follow. Multiword tokens whose words are no longer adjacent are removed, and so are enhanced
    graphs."""
    tokens = treebank.tokens
    rows = order + tokens.start
    if np.array_equal(rows, np.arange(len(tokens))):
        return treebank
    place = np.empty(len(tokens), np.int32)
    place[rows] = np.arange(len(tokens)) - tokens.start
    moved = tokens.replace(deps=None)
    if "head" in tokens:
        head = tokens.numbers("head")
        attached = head >= 0
        moved = moved.replace(head=np.where(attached, place[np.where(attached, head + tokens.start, 0)], head))
    secondary = treebank.secondary
    if len(secondary):
        token, start = secondary.numbers("token"), np.repeat(tokens.offsets[:-1], secondary.counts)
        secondary = secondary.replace(
            token=np.where(token >= 0, place[np.where(token >= 0, start + token, 0)], -1).astype(np.int32)
        )
    changed = treebank.replace(
        tokens=moved.reorder(rows),
        multiword=_moved_spans(treebank, place),
        secondary=secondary,
        empty=no_rows(len(treebank)),
    )
    return restructure(changed) if treebank.has_constituents else changed


def _moved_spans(treebank: Treebank, place: Integers) -> Rows:
    """Multiword tokens at the new places of their words; only those whose words are still adjacent."""
    spans = treebank.multiword
    if not len(spans):
        return spans
    start = np.repeat(treebank.tokens.offsets[:-1], spans.counts)
    first, last = spans.numbers("first"), spans.numbers("last")
    follows = np.concatenate(([0], np.cumsum(np.diff(place) == 1)))
    together = follows[start + last - 1] - follows[start + first] == last - 1 - first
    now = place[start + first]
    kept = spans.replace(first=now, last=(now + (last - first)).astype(np.int32)).keep(together)
    return kept.reorder(np.lexsort((kept.numbers("first"), kept.sentence)))


def split_tokens(treebank: Treebank, pieces: Integers) -> Treebank:
    """Cut each token into that many pieces (one or more) under the same parent. The first piece represents the token:
    its dependents and the other pieces are attached to it. Enhanced graphs are removed."""
    tokens = treebank.tokens
    if (pieces == 1).all():
        return treebank
    ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(pieces, dtype=np.int64)))
    source = np.repeat(np.arange(len(tokens)), pieces)
    offsets = ends[tokens.offsets]
    first = ends[:-1] - np.repeat(offsets[:-1], tokens.counts)  # the first piece of each token, within its sentence
    split = Rows(offsets, Rows(tokens.offsets, tokens.replace(deps=None).columns).reorder(source).columns)
    if "head" in tokens:
        head = tokens.numbers("head")
        moved = np.where(head >= 0, np.append(first, 0)[np.where(head >= 0, head + tokens.start, -1)], head)
        is_first = np.arange(len(source)) == ends[:-1][source]
        split = split.replace(head=np.where(is_first, moved[source], first[source]).astype(np.int32))
    place = np.append(first, 0)

    def at(rows: Rows, name: str) -> Integers:
        """A position between tokens, in the new numbers."""
        old = rows.numbers(name) + np.repeat(tokens.offsets[:-1], rows.counts)
        return (ends[old] - np.repeat(offsets[:-1], rows.counts)).astype(np.int32)

    multiword, secondary, nodes = treebank.multiword, treebank.secondary, treebank.nodes
    if len(multiword):
        multiword = multiword.replace(first=at(multiword, "first"), last=at(multiword, "last"))
    if len(secondary):
        token = secondary.numbers("token")
        moved = np.where(token >= 0, place[token + np.repeat(tokens.offsets[:-1], secondary.counts)], -1)
        secondary = secondary.replace(token=moved.astype(np.int32))
    if len(nodes):
        nodes = nodes.replace(left=at(nodes, "left"), right=at(nodes, "right"))
    return treebank.replace(
        tokens=split, nodes=nodes, multiword=multiword, secondary=secondary, empty=no_rows(len(treebank))
    )
