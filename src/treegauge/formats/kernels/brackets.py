"""Scan bracketed trees: one pass over the bytes of a text that ends in a newline.

Strings become codes (see `intern`); nothing is decoded here.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...core.compiled import borrowed, kernel
from ...core.types import Array
from .bytes import eight_bytes, load8
from .intern import StringPlaces, find_code, finish_key, intern, is_full, new_code_table, read_key, widen
from .margins import MARGIN, begins_tree, bounds, find_margin, is_fresh, resume, style_of

_OPEN, _CLOSE, _NEWLINE, _HASH, _STAR, _ZERO = 40, 41, 10, 35, 42, 48
_NONE, _ID = np.frombuffer(b"-NONE-", np.uint8), np.frombuffer(b"ID", np.uint8)
# What a dialect permits, as bits: (TAG word lemma), (NP *trace*), (ID name), (word).
_LEMMA, _TRACES, _IDS, _BARE = 1, 2, 4, 8
# Why a tree was rejected.
_UNCLOSED, _STRAY_CLOSE, _OUTSIDE, _NUL = 1, 2, 3, 4
_TABLE_FULL, _OTHER, _GOING = -1, -2, -3
_ROOM = 32  # bytes before the end of a text where eight can be loaded at once

_Trees = namedtuple("_Trees", ["form", "tag", "lemma", "token_parent", "label", "parent", "left", "right", "stack"])


@kernel
def _skip(text: Array, at: int, line: int) -> Any:
    """Go past spaces and ends of lines."""
    while at < len(text) and text[at] <= 32 and text[at] != 0:
        line += text[at] == _NEWLINE
        at += 1
    return at, line


@kernel
def _is(text: Array, strings: Any, code: int, word: Array) -> bool:
    """Whether a string of the dictionary is this word."""
    start = strings.starts[code]
    if strings.ends[code] - start != len(word):
        return False
    for i in range(len(word)):
        if text[start + i] != word[i]:
            return False
    return True


@kernel
def _is_trace(text: Array, strings: Any, word: int, label: int) -> bool:
    """Whether a word is an empty element directly below a phrase: (NP *T*-1), (WNP 0), but not (-NONE- 0)."""
    start = strings.starts[word]
    first = text[start]
    return (first == _STAR or (first == _ZERO and strings.ends[word] == start + 1)) and not _is(
        text, strings, label, _NONE
    )


@kernel
def _read_tree(
    text: Array,
    at: int,
    line: int,
    begins: int,
    margin: int,
    dialect: int,
    trees: Any,
    table: Array,
    strings: Any,
    tokens: int,
    nodes: int,
) -> Any:
    """Read the tree that opens at `at`. The counts are returned, not stored, so a bad tree leaves nothing behind.

    Every bracket opens a node. If it closes over a single word and nothing else, the node becomes the tag of that
    token.
    """
    first_token, first_node, depth = tokens, nodes, 0
    id_start = id_end = 0
    parent, words, names = -1, 0, False  # words: bare words of the open node, or -1 once it has other children
    while True:
        at, line = _skip(text, at, line)
        if at >= len(text):
            return _UNCLOSED, at, line, tokens, nodes, 0, 0
        byte = text[at]
        if byte == _OPEN:
            if depth > 0 and begins_tree(text, at, begins, margin):
                return _UNCLOSED, at, line, tokens, nodes, 0, 0
            trees.label[nodes], trees.parent[nodes] = 0, parent
            trees.left[nodes] = tokens - first_token
            parent = nodes - first_node
            trees.stack[depth] = parent
            nodes += 1
            depth += 1
            words, names = 0, True
            at += 1
        elif byte == _CLOSE:
            depth -= 1
            node = first_node + parent
            parent = trees.stack[depth - 1] if depth > 0 else -1
            trees.right[node] = tokens - first_token
            token = tokens - 1
            names_tree = words == 1 and dialect & _IDS != 0 and depth > 0 and _is(text, strings, trees.label[node], _ID)
            if words == 2 and dialect & _LEMMA:
                token = tokens - 2
                trees.lemma[token] = trees.form[token + 1]
                tokens -= 1
                words = 1
            elif words == 1 and dialect & _TRACES and _is_trace(text, strings, trees.form[token], trees.label[node]):
                words = 1 if names_tree else -1
            elif words == 0 and dialect & _BARE and trees.label[node] > 0:
                trees.form[tokens], trees.tag[tokens], trees.lemma[tokens] = trees.label[node], -1, -1
                trees.token_parent[tokens] = parent
                nodes -= 1
                tokens += 1
            if words == 1:
                nodes -= 1
                if names_tree:
                    id_start, id_end = strings.starts[trees.form[token]], strings.ends[trees.form[token]]
                    tokens -= 1
                else:
                    trees.tag[token] = trees.label[node]
                    trees.token_parent[token] = parent
            words, names = -1, False
            at += 1
            if depth == 0:
                return 0, at, line, tokens, nodes, id_start, id_end
        elif byte == 0:
            return _NUL, at, line, tokens, nodes, 0, 0
        elif byte == _HASH and begins_tree(text, at, begins, margin):
            return _UNCLOSED, at, line, tokens, nodes, 0, 0
        else:
            start = at
            key, at = read_key(text, start, eight_bytes(text, start))
            if is_full(table, strings):
                return _TABLE_FULL, at, line, tokens, nodes, 0, 0
            code = intern(text, start, at, key, table, strings)
            if names:
                trees.label[first_node + parent] = code
                names = False
            else:
                trees.form[tokens], trees.tag[tokens], trees.lemma[tokens] = code, -1, -1
                trees.token_parent[tokens] = parent
                tokens += 1
                words += words >= 0


@kernel
def _read_plain(
    text: Array,
    at: int,
    line: int,
    begins: int,
    margin: int,
    trees: Any,
    table: Array,
    strings: Any,
    marks: Any,
    tokens: int,
    nodes: int,
    sentences: int,
) -> Any:
    """A faster reader for what most trees consist of, (LABEL ...) and (TAG word). Reads trees that begin at the
    beginning of a line, one after the other, until a tree has anything else. Returns where it stopped, and where the
    last complete tree began."""
    text, trees, table, strings, marks = borrowed((text, trees, table, strings, marks))
    form, tag, _, token_parent, label, node_parent, left, right, stack = trees
    keys, starts, ends, count = strings
    token_ends, node_ends, lines, ids = marks
    first_token, first_node, depth, parent, fresh = tokens, nodes, 0, -1, False
    begin, begin_line = at, line
    done = before = (at, line, tokens, nodes, sentences)
    last = len(text) - _ROOM
    problem = _GOING
    while problem == _GOING:
        byte = text[at]
        if byte == 32:
            at += 1
            byte = text[at]
        if byte == _CLOSE:
            right[first_node + parent] = tokens - first_token
            depth -= 1
            parent = stack[depth]
            at += 1
            if depth == 0:
                before = (begin, begin_line, first_token, first_node, sentences)
                token_ends[sentences], node_ends[sentences], lines[sentences] = tokens, nodes, begin_line
                ids[sentences, 0] = ids[sentences, 1] = 0
                sentences += 1
                done = (at, line, tokens, nodes, sentences)
                if margin == 0 and text[at] == _NEWLINE and at < last and text[at + 1] == _OPEN:
                    at += 1
                    line += 1
                    begin, begin_line = at, line
                    first_token, first_node, parent, fresh = tokens, nodes, -1, False
                else:
                    problem = 0
        elif byte == _OPEN:
            if at > last or (fresh and depth > 0 and begins_tree(text, at, begins, margin)):
                problem = _OTHER
            elif 2 * count[0] > len(table):
                problem = _TABLE_FULL
            else:
                fresh = False
                start = at + 1
                key, at = read_key(text, start, load8(text, start))
                code = np.int64(0)
                if at > start:
                    code = find_code(text, start, at, key, table, keys, starts, ends, count)
                following = text[at + 1] if text[at] == 32 else _OPEN
                if following > 41 or 32 < following < 40:
                    start = at + 1
                    key, at = read_key(text, start, eight_bytes(text, start))
                    if text[at] != _CLOSE or depth == 0 or code == 0:
                        problem = _OTHER
                    else:
                        form[tokens] = find_code(text, start, at, key, table, keys, starts, ends, count)
                        tag[tokens], token_parent[tokens] = code, parent
                        tokens += 1
                        at += 1
                else:
                    label[nodes], node_parent[nodes], left[nodes] = code, parent, tokens - first_token
                    stack[depth] = parent
                    depth += 1
                    parent = nodes - first_node
                    nodes += 1
        elif byte == 0 or byte > 32:
            problem = _OTHER
        else:
            line += byte == _NEWLINE
            fresh |= byte == _NEWLINE
            at += 1
            if at >= len(text):
                problem = _OTHER
    return problem == _TABLE_FULL, done, before


def scan_brackets(text: Array, dialect: int, stop: bool) -> Any:
    """Read all trees of a text. Strings are codes into one dictionary of places in the text.

    Where brackets at the margin begin trees, a bracket that comes too early ends a tree that was never closed. So a bad
    tree does not swallow the rest of the file.
    """
    margin = find_margin(text)
    opens, words, newlines = bounds(text)
    # All arrays have the greatest length that could be needed: memory that is never written is never allocated. Those
    # that fill up are allocated here, not in a kernel: numpy requests large pages, and page faults would take a third
    # of the time.
    columns = [np.empty(size, np.int32) for size in (*[words + opens] * 4, *[opens] * 4)]
    stack, strings, marks, notes = _room(opens, words, newlines)
    trees: Any = _Trees(*columns, stack)  # type: ignore[call-arg]
    tokens, nodes, sentences, commented, rejected = _scan(
        text, dialect, stop, margin, style_of(text, margin), trees, strings, marks, *notes
    )
    return (
        tuple(column[:tokens] for column in trees[:4]),
        tuple(column[:nodes] for column in trees[4:8]),
        tuple(column[:sentences] for column in marks),
        (strings.starts[: strings.count[0]], strings.ends[: strings.count[0]]),
        notes[0][:commented],
        notes[1][:rejected],
    )


@kernel
def _room(opens: int, words: int, newlines: int) -> Any:
    """Allocate the arrays of which little is written: with large pages, most would be cleared for nothing."""
    most = words + opens + 1
    strings = StringPlaces(
        np.empty(most, np.uint64), np.empty(most, np.int64), np.empty(most, np.int64), np.zeros(1, np.int64)
    )
    marks = (np.empty(opens, np.int64), np.empty(opens, np.int64), np.empty(opens, np.int64))
    notes = (np.empty((newlines, 3), np.int64), np.empty((newlines + opens + 1, 5), np.int64))
    return np.empty(opens + 1, np.int32), strings, (*marks, np.empty((opens, 2), np.int64)), notes


@kernel
def _scan(
    text: Array,
    dialect: int,
    stop: bool,
    margin: int,
    start: int,
    trees: Any,
    strings: Any,
    marks: Any,
    comments: Array,
    rejects: Array,
) -> Any:
    """Fill the arrays; return the numbers of tokens, nodes, sentences, comments and rejects."""
    token_ends, node_ends, lines, ids = marks
    table = new_code_table()
    intern(text, 0, 0, finish_key(np.uint64(0), 0), table, strings)  # code 0 is the empty label
    tokens = nodes = sentences = commented = rejected = 0
    # The last place where a tree could begin afresh: (position, line, tokens, nodes, sentences, comments).
    anchor = (0, 1, 0, 0, 0, 0)
    at, line = 0, 1
    while True:
        at, line = _skip(text, at, line)
        if at >= len(text):
            break
        byte = text[at]
        fresh = is_fresh(text, at, margin)
        if fresh:
            anchor = (at, line, tokens, nodes, sentences, commented)
        if fresh and (byte == _HASH or byte == _STAR):
            end = at
            while text[end] != _NEWLINE:
                end += 1
            comments[commented] = (sentences, at, end)
            commented += 1
            at = end
            continue
        begin, begin_line, place, place_line = at, line, at, line
        if byte == _OPEN:
            if dialect == 0:
                full, done, before = _read_plain(
                    text, at, line, start, margin, trees, table, strings, marks, tokens, nodes, sentences
                )
                read = done[4] - sentences
                at, line, tokens, nodes, sentences = done
                if read > 1:
                    anchor = (before[0], before[1], before[2], before[3], before[4], commented)
                if full:
                    table = widen(table, strings)
                if read > 0 or full:
                    continue
            problem, end, end_line, new_tokens, new_nodes, id_start, id_end = _read_tree(
                text, at, line, start, margin, dialect, trees, table, strings, tokens, nodes
            )
            if problem == _TABLE_FULL:
                table = widen(table, strings)
                continue
            if problem == 0:
                tokens, nodes, at, line = new_tokens, new_nodes, end, end_line
                token_ends[sentences], node_ends[sentences], lines[sentences] = tokens, nodes, begin_line
                ids[sentences] = (id_start, id_end)
                sentences += 1
                continue
            if problem == _NUL:
                place, place_line = end, end_line
            at, line = end, end_line
        else:
            problem = _NUL if byte == 0 else _STRAY_CLOSE if byte == _CLOSE else _OUTSIDE
            begin, begin_line, tokens, nodes, sentences, commented = anchor
            at, line = place, place_line
        while commented > 0 and comments[commented - 1, 0] == sentences:
            commented -= 1
            begin = comments[commented, 1]
        at, line = resume(text, at, line, max(start, MARGIN), margin)
        rejects[rejected] = (problem, begin, at, place_line, place)
        rejected += 1
        if stop:
            break
    return tokens, nodes, sentences, commented, rejected
