"""Compiled loops that find head children, and the dependencies that follow from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.compiled import kernel
from ..core.types import Array


@kernel
def choose_heads(
    offsets: Any, parents: Any, categories: Any, rule: Array, marks: Any, without: Any, rank: Array, rightward: Array
) -> Any:
    """The head child of each node: a token i of the sentence, or tokens + k for node k; -1 for a node without children.

    `offsets`, `categories`, `marks` and `without` are (tokens, nodes); `parents` is the parents of tokens, those of
    nodes, and the first tokens of nodes; `rank[rule, category]` is the step at which a category is chosen (the smallest
    first), `rightward[rule, step]` is whether the rightmost of equal children is the head. A marked child comes before
    all others; a child without words (`without` 1) comes after all others, and one without tokens (2) comes last.
    """
    token_offsets, node_offsets = offsets
    token_parent, parent, left = parents
    tag, category = categories
    token_mark, node_mark = marks
    token_without, node_without = without
    last = np.int32(1 << 29)
    head = np.full(len(parent), -1, np.int32)
    best = np.full(len(parent), np.int32(1 << 30), np.int32)
    place = np.zeros(len(parent), np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        for item in range(n + m):
            if item < n:
                i = t0 + item
                owner, kind, mark, empty, at = token_parent[i], tag[i], token_mark[i], token_without[i], item
            else:
                j = n0 + item - n
                owner, kind, mark, empty, at = parent[j], category[j], node_mark[j], node_without[j], left[j]
            if owner < 0:
                continue
            p = n0 + owner
            step = rank[rule[p], kind]
            right = rightward[rule[p], step]
            if empty > 0:
                step, right = last + empty, False
            elif mark > 0:
                step, right = -mark, False
            if step < best[p] or (step == best[p] and (at >= place[p] if right else at < place[p])):
                best[p], head[p], place[p] = step, item, at
    return head


@kernel
def pass_conjunctions(offsets: Any, parents: Any, marks: Any, kinds: Any, head: Array) -> None:
    """If a conjunction (kind 1) is directly before the head, the sister before the conjunction becomes the head;
    punctuation and empty elements (kind 2) are skipped. Marked heads are kept. Changes `head`."""
    token_offsets, node_offsets = offsets
    token_parent, parent, left = parents
    token_mark, node_mark = marks
    token_kind, node_kind = kinds
    longest, most = 0, 0
    for s in range(len(token_offsets) - 1):
        longest = max(longest, token_offsets[s + 1] - token_offsets[s])
        most = max(most, node_offsets[s + 1] - node_offsets[s])
    first_here = np.empty(longest + 1, np.int32)
    next_here = np.empty(most, np.int32)
    before = np.empty(longest + most, np.int32)
    latest = np.empty(most, np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        first_here[: n + 1] = -1
        latest[:m] = -1
        for k in range(m - 1, -1, -1):
            at = left[n0 + k]
            next_here[k] = first_here[at]
            first_here[at] = k
        for at in range(n + 1):
            k = first_here[at]
            while k >= 0:
                p = parent[n0 + k]
                if p >= 0:
                    before[n + k] = latest[p]
                    latest[p] = n + k
                k = next_here[k]
            if at < n and token_parent[t0 + at] >= 0:
                before[at] = latest[token_parent[t0 + at]]
                latest[token_parent[t0 + at]] = at
        for k in range(m):
            h = head[n0 + k]
            if h < 0 or (token_mark[t0 + h] if h < n else node_mark[n0 + h - n]) > 0:
                continue
            b = before[h]
            if b < 0 or (token_kind[t0 + b] if b < n else node_kind[n0 + b - n]) != 1:
                continue
            b = before[b]
            while b >= 0 and (token_kind[t0 + b] if b < n else node_kind[n0 + b - n]) == 2:
                b = before[b]
            if b >= 0:
                head[n0 + k] = b


@kernel
def lexicalise(offsets: Any, parents: Any, head_child: Array) -> Any:
    """From head children to words: the head word of each node (-1 if it has no tokens), and for each token its head (-1
    for a root) and its largest projection (a node, or -1 for the token alone)."""
    token_offsets, node_offsets = offsets
    token_parent, parent = parents
    word = np.full(len(parent), -1, np.int32)
    head = np.full(len(token_parent), -1, np.int32)
    largest = np.full(len(token_parent), -1, np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        for k in range(m - 1, -1, -1):
            h = head_child[n0 + k]
            if h >= 0:
                word[n0 + k] = h if h < n else word[n0 + h - n]
        for k in range(m - 1, -1, -1):  # from the bottom up, so the largest comes last
            if word[n0 + k] >= 0:
                largest[t0 + word[n0 + k]] = k
        for t in range(n):
            top = largest[t0 + t]
            above = token_parent[t0 + t] if top < 0 else parent[n0 + top]
            if above >= 0:
                head[t0 + t] = word[n0 + above]
    return word, head, largest


@kernel
def reassign_in_phrases(offsets: Any, parents: Any, codes: Any, names: Any, rules: Array, head_child: Array) -> Any:
    """The head children after reassignment. `rules` has rows of parent, head and new head, which are rows of `names`;
    those are masks over the codes of tags and of labels. Of several sisters the nearest is chosen, first to the
    right."""
    token_offsets, node_offsets = offsets
    token_parent, parent, left = parents
    tag, label = codes
    tag_names, label_names = names
    result = head_child.copy()
    most = 0
    for s in range(len(token_offsets) - 1):
        most = max(most, node_offsets[s + 1] - node_offsets[s])
    chosen = np.empty(most, np.int32)
    best = np.empty(most, np.int64)
    rank = np.empty(most, np.int32)
    for s in range(len(token_offsets) - 1):
        t0, n0 = token_offsets[s], node_offsets[s]
        n, m = token_offsets[s + 1] - t0, node_offsets[s + 1] - n0
        rank[:m] = len(rules)
        for item in range(n + m):
            owner = token_parent[t0 + item] if item < n else parent[n0 + item - n]
            if owner < 0:
                continue
            h = head_child[n0 + owner]
            if h == item or h < 0:
                continue
            at = item if item < n else left[n0 + item - n]
            place = h if h < n else left[n0 + h - n]
            distance = at - place if at > place else n + place - at
            for r in range(min(rank[owner] + 1, len(rules))):
                if not label_names[rules[r, 0], label[n0 + owner]]:
                    continue
                if not (tag_names[rules[r, 1], tag[t0 + h]] if h < n else label_names[rules[r, 1], label[n0 + h - n]]):
                    continue
                if not (tag_names[rules[r, 2], tag[t0 + item]] if item < n
                        else label_names[rules[r, 2], label[n0 + item - n]]):  # fmt: skip
                    continue
                if r < rank[owner] or distance < best[owner]:
                    rank[owner], best[owner], chosen[owner] = r, distance, item
                break
        for k in range(m):
            if rank[k] < len(rules):
                result[n0 + k] = chosen[k]
    return result


@kernel
def exchange_heads(offsets: Array, head: Array, tag: Array, relation: Array, rules: Array) -> Any:
    """The heads and relations after dependents take the place of their heads. `rules` has rows of the tag of the head,
    the tag of the dependent, and its relation (-3: any). The dependent takes over the head's head, relation and other
    dependents. A word loses its place at most once."""
    new_head, new_relation = head.copy(), relation.copy()
    longest = 0
    for s in range(len(offsets) - 1):
        longest = max(longest, offsets[s + 1] - offsets[s])
    heir = np.empty(longest, np.int32)
    rank = np.empty(longest, np.int32)
    for s in range(len(offsets) - 1):
        t0, n = offsets[s], offsets[s + 1] - offsets[s]
        heir[:n] = -1
        rank[:n] = len(rules)
        for t in range(n):
            h = head[t0 + t]
            if h < 0:
                continue
            for r in range(min(rank[h] + 1, len(rules))):
                if (
                    tag[t0 + h] == rules[r, 0]
                    and tag[t0 + t] == rules[r, 1]
                    and (rules[r, 2] == -3 or relation[t0 + t] == rules[r, 2])
                ):
                    nearer = heir[h] < 0 or r < rank[h] or (heir[h] < h < t) or (
                        (heir[h] < h) == (t < h) and abs(t - h) < abs(heir[h] - h))  # fmt: skip
                    if nearer:
                        heir[h], rank[h] = t, r
                    break
        for t in range(n):
            if heir[t] >= 0:
                new_relation[t0 + t] = relation[t0 + heir[t]]
                up = heir[t]
            else:
                top, steps = t, 0  # t takes the place of the topmost word whose heirs lead down to it
                while steps < n and head[t0 + top] >= 0 and heir[head[t0 + top]] == top:
                    top = head[t0 + top]
                    steps += 1
                new_relation[t0 + t] = relation[t0 + top]
                up = head[t0 + top]
            steps = 0
            while steps < n and up >= 0 and heir[up] >= 0:
                up = heir[up]
                steps += 1
            new_head[t0 + t] = up
    return new_head, new_relation
