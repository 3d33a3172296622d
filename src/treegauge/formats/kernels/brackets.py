"""The scanner of bracketed trees: one pass over the bytes of a text that ends in a newline."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from ...compiled import kernel
from .bytes import eight_bytes, load8
from .intern import Strings, find_code, finish_key, intern, is_full, new_table, read_key, widen

Array = Any

_OPEN, _CLOSE, _NEWLINE, _HASH, _STAR, _ZERO = 40, 41, 10, 35, 42, 48
_NONE, _ID = np.frombuffer(b"-NONE-", np.uint8), np.frombuffer(b"ID", np.uint8)
# What a dialect allows, as bits: (TAG word lemma), (NP *trace*), (ID name), (word).
LEMMA, TRACES, IDS, BARE = 1, 2, 4, 8
# Where a tree may begin: anywhere, at the margin (mostly the first column), or only where its bracket is alone on
# a line.
ANYWHERE, MARGIN, ALONE = 0, 1, 2
# Why a tree was rejected.
UNCLOSED, STRAY_CLOSE, OUTSIDE, NUL = 1, 2, 3, 4
_TABLE_FULL, _OTHER, _GOING = -1, -2, -3
_SAMPLE = 1 << 18
_ROOM = 32  # bytes before the end of a text where eight can be loaded at once

_Trees = namedtuple("_Trees", ["form", "tag", "lemma", "token_parent", "label", "parent", "left", "right", "stack"])


@kernel
def _skip(text: Array, at: int, line: int) -> Any:
    """Past spaces and ends of line."""
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
    """A word that is an empty element directly below a phrase: (NP *T*-1), (WNP 0); but not (-NONE- 0)."""
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
    """Read the tree that opens at `at`. The counts are given back, not kept: a bad tree leaves no trace.

    Every bracket opens a node; when it closes over a single word and nothing else, the node turns into that
    token's tag.
    """
    first_token, first_node, depth = tokens, nodes, 0
    id_start = id_end = 0
    parent, words, names = -1, 0, False  # words: bare words of the open node, or -1 once it has other children
    while True:
        at, line = _skip(text, at, line)
        if at >= len(text):
            return UNCLOSED, at, line, tokens, nodes, 0, 0
        byte = text[at]
        if byte == _OPEN:
            if depth > 0 and _begins(text, at, begins, margin):
                return UNCLOSED, at, line, tokens, nodes, 0, 0
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
            names_tree = words == 1 and dialect & IDS != 0 and depth > 0 and _is(text, strings, trees.label[node], _ID)
            if words == 2 and dialect & LEMMA:
                token = tokens - 2
                trees.lemma[token] = trees.form[token + 1]
                tokens -= 1
                words = 1
            elif words == 1 and dialect & TRACES and _is_trace(text, strings, trees.form[token], trees.label[node]):
                words = 1 if names_tree else -1
            elif words == 0 and dialect & BARE and trees.label[node] > 0:
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
            return NUL, at, line, tokens, nodes, 0, 0
        elif byte == _HASH and _begins(text, at, begins, margin):
            return UNCLOSED, at, line, tokens, nodes, 0, 0
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
    """The same for what most trees are made of, (LABEL ...) and (TAG word), and faster: reads trees, one after the
    other at the beginning of a line, until there is one that has more. Gives where it stopped, and where the last tree
    that was read began."""
    # Taking an array out of a tuple counts references: do it once.
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
            if at > last or (fresh and depth > 0 and _begins(text, at, begins, margin)):
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


@kernel
def _resume(text: Array, at: int, line: int, begins: int, margin: int) -> Any:
    """The next place where a tree can begin."""
    while at < len(text) and not _begins(text, at, begins, margin):
        line += text[at] == _NEWLINE
        at += 1
    return at, line


@kernel
def _margin(text: Array) -> int:
    """How far the least indented line that begins with a bracket is indented."""
    least, indent = -1, 0
    for at in range(len(text)):
        if text[at] == _NEWLINE:
            indent = 0
        elif indent >= 0 and text[at] <= 32:
            indent += 1
        elif indent >= 0:
            if text[at] == _OPEN and (least < 0 or indent < least):
                least = indent
            indent = -1
        if least == 0:
            break
    return max(least, 0)


@kernel
def _bounds(text: Array) -> Any:
    """At most how many brackets, words and lines there are."""
    opens = words = lines = 0
    inside = False
    for byte in text:
        opens += byte == _OPEN
        lines += byte == _NEWLINE
        outside = byte <= 32 or byte == _OPEN or byte == _CLOSE
        words += inside and outside
        inside = not outside
    return opens, words, lines


@kernel
def cut(text: Array, ends: Array, every: int) -> Any:
    """Where a text can be cut between trees: after each `every` lines at whose end (`ends`) all brackets are closed.
    The places (the first is 0), and the lines before each; only the first place if brackets do not match or there are
    comments."""
    places, lines = [0], [0]
    depth = closed = start = 0
    for line in range(len(ends)):
        end = ends[line]
        change = 0
        for at in range(start, end):
            change += text[at] == _OPEN
            change -= text[at] == _CLOSE
        depth += change
        if depth < 0 or (start < end and (text[start] == _HASH or text[start] == _STAR)):
            return np.array(places[:1]), np.array(lines[:1])
        closed += depth == 0 and end > start
        start = end + 1
        if closed == every:
            places.append(start)
            lines.append(line + 1)
            closed = 0
    if depth != 0:
        return np.array(places[:1]), np.array(lines[:1])
    return np.array(places), np.array(lines)


@kernel
def _style(text: Array, margin: int) -> int:
    """What begins a tree: nothing to rely on, a bracket at the margin (in an indented text all but bad trees close
    before the next one), or only one alone on its line. The beginning of a long text tells.

    Trees are counted as brackets alone say it. If many that are well-formed have a bracket at the margin inside, the
    margin means nothing; one inside a tree that is never closed may begin the next tree.
    """
    level = depth = 0  # of all brackets, and since the last one at the margin
    trees = fresh = alone = stray = nested = 0
    pending = alone_pending = inner = alone_inner = 0  # nested in the tree so far, and in those that were closed
    comment = False
    for at in range(min(len(text), _SAMPLE)):
        byte = text[at]
        comment = byte != _NEWLINE and (comment or (byte == _HASH and _is_fresh(text, at, margin)))
        if byte == _OPEN and not comment:
            if _is_fresh(text, at, margin):
                fresh += 1
                nested += depth > 0
                pending += level > 0
                depth = 0
                if _is_alone(text, at):
                    alone += 1
                    alone_pending += level > 0
            depth += 1
            level += 1
        elif byte == _CLOSE and not comment:
            stray += depth == 0
            depth -= depth > 0
            if level == 1:
                trees += 1
                inner += pending > 0
                alone_inner += alone_pending > 0
            level -= level > 0
            if level == 0:
                pending = alone_pending = 0
    if 2 * alone > fresh and 10 * alone_inner <= trees:
        return ALONE
    if 10 * inner > trees or (trees == 0 and nested > 0 and 2 * stray >= nested):
        return ANYWHERE
    return MARGIN


@kernel
def _is_alone(text: Array, at: int) -> bool:
    """Whether a bracket is the only thing on its line."""
    at += 1
    while at < len(text) and text[at] <= 32 and text[at] != _NEWLINE:
        at += 1
    return at >= len(text) or text[at] == _NEWLINE


@kernel
def _is_fresh(text: Array, at: int, margin: int) -> bool:
    """Whether nothing, or nothing but the margin, stands before this place on its line."""
    if at == 0 or text[at - 1] == _NEWLINE:
        return True
    if at < margin or (at > margin and text[at - margin - 1] != _NEWLINE):
        return False
    for i in range(at - margin, at):
        if text[i] > 32 or text[i] == _NEWLINE:
            return False
    return margin > 0


@kernel
def _begins(text: Array, at: int, start: int, margin: int) -> bool:
    """Whether a tree (or its comment) can only begin here."""
    if start == ANYWHERE or (text[at] != _OPEN and text[at] != _HASH) or not _is_fresh(text, at, margin):
        return False
    return text[at] == _HASH or start == MARGIN or _is_alone(text, at)


@kernel
def scan(text: Array, dialect: int, stop: bool) -> Any:
    """All trees of a text. Strings are codes into one dictionary of places in the text.

    Where brackets at the margin begin trees, one that comes too early ends a tree that was never closed: so a bad tree
    does not swallow the rest of the file.
    """
    margin = _margin(text)
    opens, words, newlines = _bounds(text)
    start = _style(text, margin)
    trees = _Trees(
        np.empty(words + opens, np.int32),
        np.empty(words + opens, np.int32),
        np.empty(words + opens, np.int32),
        np.empty(words + opens, np.int32),
        np.empty(opens, np.int32),
        np.empty(opens, np.int32),
        np.empty(opens, np.int32),
        np.empty(opens, np.int32),
        np.empty(opens + 1, np.int32),
    )
    strings = Strings(
        np.empty(words + opens + 1, np.uint64),
        np.empty(words + opens + 1, np.int64),
        np.empty(words + opens + 1, np.int64),
        np.zeros(1, np.int64),
    )
    table = new_table()
    intern(text, 0, 0, finish_key(np.uint64(0), 0), table, strings)  # code 0 is the empty label
    token_ends, node_ends = np.empty(opens, np.int64), np.empty(opens, np.int64)
    lines, ids = np.empty(opens, np.int64), np.empty((opens, 2), np.int64)
    marks = (token_ends, node_ends, lines, ids)
    comments = np.empty((newlines, 3), np.int64)
    rejects = np.empty((newlines + opens + 1, 5), np.int64)
    tokens = nodes = sentences = commented = rejected = 0
    # The last place where a tree could begin afresh: (position, line, tokens, nodes, sentences, comments).
    anchor = (0, 1, 0, 0, 0, 0)
    at, line = 0, 1
    while True:
        at, line = _skip(text, at, line)
        if at >= len(text):
            break
        byte = text[at]
        fresh = _is_fresh(text, at, margin)
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
            if problem == NUL:
                place, place_line = end, end_line
            at, line = end, end_line
        else:
            problem = NUL if byte == 0 else STRAY_CLOSE if byte == _CLOSE else OUTSIDE
            begin, begin_line, tokens, nodes, sentences, commented = anchor
            at, line = place, place_line
        while commented > 0 and comments[commented - 1, 0] == sentences:
            commented -= 1
            begin = comments[commented, 1]
        at, line = _resume(text, at, line, max(start, MARGIN), margin)
        rejects[rejected] = (problem, begin, at, place_line, place)
        rejected += 1
        if stop:
            break
    return (
        (trees.form[:tokens], trees.tag[:tokens], trees.lemma[:tokens], trees.token_parent[:tokens]),
        (trees.label[:nodes], trees.parent[:nodes], trees.left[:nodes], trees.right[:nodes]),
        (token_ends[:sentences], node_ends[:sentences], lines[:sentences], ids[:sentences]),
        (strings.starts[: strings.count[0]], strings.ends[: strings.count[0]]),
        comments[:commented],
        rejects[:rejected],
    )
