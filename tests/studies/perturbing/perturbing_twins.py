"""Slow, plain twins of the kernels in treegauge.studies.perturbing.kernels."""

from __future__ import annotations


def subtrees(sentences: list[list[int]]) -> list[tuple[int, int, int]]:
    """First and last token below each token, as numbers in the whole treebank, and how many there are; the heads are
    those of trees."""
    found, start = [], 0
    for heads in sentences:
        for top in range(len(heads)):
            below = [word for word in range(len(heads)) if top in path(heads, word)]
            found.append((start + min(below), start + max(below), len(below)))
        start += len(heads)
    return found


def path(heads: list[int], word: int) -> list[int]:
    """The word, its head, the head of that ..."""
    way = [word]
    while heads[way[-1]] >= 0 and heads[way[-1]] not in way:
        way.append(heads[way[-1]])
    return way


def draw_places(
    order: list[int], most: int, claims: list[set[int]], arcs: list[dict[int, int]], heads: list[int]
) -> tuple[list[int], int]:
    """Places that share nothing and leave a tree (one sentence), the first ones in the order; and how many were passed
    over before there were enough."""
    chosen: list[int] = []
    taken: set[int] = set()
    passed = 0
    for place in order:
        if len(chosen) == most:
            break
        changed = [arcs[place].get(word, head) for word, head in enumerate(heads)]
        circle = any(changed[path(changed, word)[-1]] >= 0 for word in arcs[place])
        if claims[place] & taken or circle:
            passed += 1
            continue
        chosen.append(place)
        taken |= claims[place]
        heads[:] = changed
    return chosen, passed
