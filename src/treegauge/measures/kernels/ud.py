"""Compiled loops of the UD measures: compare the texts, align words, and count what is right in each gold sentence."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiled import kernel
from ...core.types import Array

CONTENT, FUNCTIONAL = 1, 2
# Rows of the table of word attributes.
UPOS, XPOS, FEATS, LEMMA, RELATION = 0, 1, 2, 3, 4


@kernel
def first_difference(codes: Array, blob: Array, offsets: Array, other: Array, blob2: Array, offsets2: Array) -> int:
    """The first byte in which two texts differ, each given as codes of strings; -1 if there is none."""
    at, token, token2, within, within2 = 0, 0, 0, 0, 0
    while True:
        while token < len(codes) and within == offsets[codes[token] + 1] - offsets[codes[token]]:
            token, within = token + 1, 0
        while token2 < len(other) and within2 == offsets2[other[token2] + 1] - offsets2[other[token2]]:
            token2, within2 = token2 + 1, 0
        if token == len(codes) and token2 == len(other):
            return -1
        if token == len(codes) or token2 == len(other):
            return at
        if blob[offsets[codes[token]] + within] != blob2[offsets2[other[token2]] + within2]:
            return at
        at, within, within2 = at + 1, within + 1, within2 + 1


@kernel
def same_spans(start: Array, end: Array, start2: Array, end2: Array) -> Any:
    """Which spans of the first list are in the second; both in order, without overlap."""
    same = np.zeros(len(start), np.bool_)
    i = j = 0
    while i < len(start) and j < len(start2):
        if start2[j] < start[i]:
            j += 1
        elif start[i] < start2[j]:
            i += 1
        else:
            same[i] = end[i] == end2[j]
            i, j = i + 1, j + 1
    return same


@kernel
def sentence_of(places: Array, starts: Array) -> Any:
    """The last sentence that starts at or before each place; both in order."""
    found = np.zeros(len(places), np.int32)
    sentence = 0
    for i in range(len(places)):
        while sentence + 1 < len(starts) and starts[sentence + 1] <= places[i]:
            sentence += 1
        found[i] = sentence
    return found


@kernel
def _is_outside(start: Array, end: Array, multi: Array, word: int, limit: int) -> bool:
    """Whether a word is after a multiword span that ends at the limit (a simple word: whether it ends after it)."""
    if word == len(start):
        return True
    return start[word] >= limit if multi[word] else end[word] > limit


@kernel
def _multiword_span(
    start: Array, end: Array, multi: Array, start2: Array, end2: Array, multi2: Array, g: int, t: int
) -> Any:
    """The words from g and t on that belong to one multiword span: first words and those after the last."""
    if multi[g]:
        limit = end[g]
        if not multi2[t] and start2[t] < start[g]:
            t += 1
    else:
        limit = end2[t]
        if start[g] < start2[t]:
            g += 1
    first, first2 = g, t
    while not (_is_outside(start, end, multi, g, limit) and _is_outside(start2, end2, multi2, t, limit)):
        if g < len(start) and (t == len(start2) or start[g] <= start2[t]):
            if multi[g]:
                limit = max(limit, end[g])
            g += 1
        else:
            if multi2[t]:
                limit = max(limit, end2[t])
            t += 1
    return first, first2, g, t


@kernel
def _align_by_form(form: Array, form2: Array, first: int, first2: int, last: int, last2: int, match: Array) -> None:
    """A longest common subsequence of the forms; of several, the one that takes equal forms as soon as they meet."""
    longest = np.zeros((last - first + 1, last2 - first2 + 1), np.int32)
    for g in range(last - 1, first - 1, -1):
        for t in range(last2 - 1, first2 - 1, -1):
            i, j = g - first, t - first2
            best = max(longest[i + 1, j], longest[i, j + 1])
            if form[g] == form2[t]:
                best = max(best, longest[i + 1, j + 1] + 1)
            longest[i, j] = best
    g, t = first, first2
    while g < last and t < last2:
        if form[g] == form2[t]:
            match[g] = t
            g, t = g + 1, t + 1
        elif longest[g - first, t - first2] == longest[g - first + 1, t - first2]:
            g += 1
        else:
            t += 1


@kernel
def align_texts(
    start: Array, end: Array, multi: Array, form: Array, start2: Array, end2: Array, multi2: Array, form2: Array
) -> Any:
    """The test word of each gold word, or -1: words in multiword spans by their forms, the others by their places."""
    match = np.full(len(start), -1, np.int32)
    g = t = 0
    while g < len(start) and t < len(start2):
        if multi[g] or multi2[t]:
            first, first2, g, t = _multiword_span(start, end, multi, start2, end2, multi2, g, t)
            if g > first and t > first2:
                _align_by_form(form, form2, first, first2, g, t, match)
        elif start[g] == start2[t] and end[g] == end2[t]:
            match[g] = t
            g, t = g + 1, t + 1
        elif start[g] <= start2[t]:
            g += 1
        else:
            t += 1
    return match


@kernel
def right_heads(match: Array, head: Array, head2: Array) -> Any:
    """The gold words that are aligned and whose head is aligned to the head of their counterpart, or is missing in
    both."""
    right = np.zeros(len(match), np.bool_)
    for g in range(len(match)):
        if match[g] >= 0:
            other = head2[match[g]]
            right[g] = match[head[g]] == other if head[g] >= 0 and other >= 0 else head[g] == other
    return right


@kernel
def same_children(match: Array, head: Array, words: Array, head2: Array, words2: Array, kind: Array) -> Any:
    """The aligned gold words whose functional children are aligned one by one to those of their counterpart, with the
    same relation, tag and features. Words are aligned in order, so it is enough to count the children that agree."""
    children, agreeing = np.zeros(len(match), np.int32), np.zeros(len(match), np.int32)
    children2 = np.zeros(len(head2), np.int32)
    for t in range(len(head2)):
        if head2[t] >= 0 and kind[words2[RELATION, t]] == FUNCTIONAL:
            children2[head2[t]] += 1
    for g in range(len(match)):
        if head[g] >= 0 and kind[words[RELATION, g]] == FUNCTIONAL:
            children[head[g]] += 1
            t = match[g]
            if t >= 0 and head2[t] >= 0 and match[head[g]] == head2[t]:
                same = words[RELATION, g] == words2[RELATION, t] and words[UPOS, g] == words2[UPOS, t]
                agreeing[head[g]] += same and words[FEATS, g] == words2[FEATS, t]
    same = np.zeros(len(match), np.bool_)
    for g in range(len(match)):
        if match[g] >= 0:
            same[g] = children[g] == agreeing[g] and children[g] == children2[match[g]]
    return same


@kernel
def count_words(
    sentence: Array,
    match: Array,
    right: Array,
    children: Array,
    words: Array,
    words2: Array,
    kind: Array,
    absent: int,
    rows: Array,
) -> None:
    """Add to the rows of the gold sentences: words; aligned words; right in UPOS, XPOS, features, all three, lemma,
    head, head and relation; content words; aligned ones; right for CLAS, MLAS, BLEX."""
    for g in range(len(match)):
        row, t = sentence[g], match[g]
        content = kind[words[RELATION, g]] == CONTENT
        rows[row, 0] += 1
        rows[row, 9] += content
        if t < 0:
            continue
        upos, xpos = words[UPOS, g] == words2[UPOS, t], words[XPOS, g] == words2[XPOS, t]
        feats = words[FEATS, g] == words2[FEATS, t]
        lemma = words[LEMMA, g] == absent or words[LEMMA, g] == words2[LEMMA, t]
        both = right[g] and words[RELATION, g] == words2[RELATION, t]
        rows[row, 1] += 1
        rows[row, 2] += upos
        rows[row, 3] += xpos
        rows[row, 4] += feats
        rows[row, 5] += upos and xpos and feats
        rows[row, 6] += lemma
        rows[row, 7] += right[g]
        rows[row, 8] += both
        if content:
            rows[row, 10] += 1
            rows[row, 11] += both
            rows[row, 12] += both and upos and feats and children[g]
            rows[row, 13] += both and lemma


@kernel
def count_edges(
    sentence: Array,
    match: Array,
    begin: Array,
    code: Array,
    offsets: Array,
    edges: Array,
    begin2: Array,
    code2: Array,
    offsets2: Array,
    edges2: Array,
    rows: Array,
) -> None:
    """Add to the rows of the gold sentences: enhanced edges, those right with the whole label, and with its short form.

    `code` gives each word its list of edges, edges[offsets[code]:offsets[code + 1]]; an edge is the head (from 1, 0 the
    root), the label and the short label. `begin` is the first word of the sentence of each word.
    """
    for g in range(len(match)):
        row, t = sentence[g], match[g]
        first, last = offsets[code[g]], offsets[code[g] + 1]
        rows[row, 0] += last - first
        if t < 0:
            continue
        for i in range(first, last):
            for j in range(offsets2[code2[t]], offsets2[code2[t] + 1]):
                if edges[i, 2] != edges2[j, 2]:
                    continue
                if edges[i, 0] == 0 or edges2[j, 0] == 0:
                    agree = edges[i, 0] == edges2[j, 0]
                else:
                    agree = match[begin[g] + edges[i, 0] - 1] == begin2[t] + edges2[j, 0] - 1
                rows[row, 1] += agree and edges[i, 1] == edges2[j, 1]
                rows[row, 2] += agree


@kernel
def first_cycle(offsets: Array, head: Array) -> int:
    """The first sentence whose heads form a cycle, or -1."""
    seen = np.zeros(len(head), np.int32)  # the walk, from 1 within the sentence, that came by; -1 once it is done
    for s in range(len(offsets) - 1):
        begin = offsets[s]
        for i in range(offsets[s + 1] - begin):
            at = i
            while at >= 0 and seen[begin + at] == 0:
                seen[begin + at] = i + 1
                at = head[begin + at]
            if at >= 0 and seen[begin + at] == i + 1:
                return s
            at = i
            while at >= 0 and seen[begin + at] == i + 1:
                seen[begin + at] = -1
                at = head[begin + at]
    return -1
