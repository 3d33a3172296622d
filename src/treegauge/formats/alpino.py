"""Alpino DS: XML of the Dutch treebanks, with one or more <alpino_ds> per file.

A <node> with `cat` is a phrase, one with `word` is a token at the position `begin`, and one with neither refers to the
node with the same `index`: a secondary edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import BinaryIO

from ..treebank import Treebank
from ..treebank.build import Builder, NodeRow, SecondaryRow, SentenceRow, TokenRow
from .base import Format, Input, register_format
from .trees import NOT_ANNOTATED, build_ordered, error_at, filled, must_have_trees, rejecting, walk
from .xml import (
    NOT_PERMITTED,
    XmlAttributes,
    XmlEvent,
    XmlSentence,
    attribute_text,
    element_events,
    end_of,
    escape_xml,
    pack_attributes,
    root_name,
    unpack_attributes,
    value_of,
    xml_as_utf8,
    xml_sentences,
)

_TAGS = ("pos", "pt", "postag")  # the first one present is the tag, the others are kept in misc
_LEMMAS = ("lemma", "root")
_LINKS = {"begin", "end", "id", "rel", "word", "cat"}
_TEXT, _COMMENT = "# text = ", "# comment = "
_ROOTS = ("alpino", "alpino_ds", "treebank")
_DEEPEST = 30  # the indentation of a very deep tree would be far longer than the tree


@dataclass
class _Tree:
    """The words and phrases of a sentence, in the order of the file, and the nodes that refer to others."""

    words: list[tuple[int, TokenRow, int]] = field(default_factory=list)  # position, row, byte
    nodes: list[NodeRow] = field(default_factory=list)
    owners: dict[str, tuple[str, int]] = field(default_factory=dict)  # what has an index: word or node, and its number
    shared: list[tuple[str, int, str | None, int]] = field(default_factory=list)  # index, parent, label, byte
    texts: dict[str, list[str]] = field(default_factory=lambda: {"sentence": [], "comment": []})
    name: str | None = None


def read_alpino(input: Input) -> Treebank:
    """Read Alpino DS XML."""
    input = xml_as_utf8(input)
    builder = Builder()
    line, counted = 1, 0
    for group in element_events(input, "alpino_ds", text=True):
        kind, name, _, start = group[0]
        if kind == "start" and name == "alpino_ds":
            line, counted = line + input.data.count(b"\n", counted, start), start
            with rejecting(input, start, end_of(input, group)):
                _add(builder, input, _read_tree(input, group), line)
    return build_ordered(builder, {})


def _read_tree(input: Input, group: list[XmlEvent]) -> _Tree:
    tree = _Tree(name=group[0][2].get("id"))
    path: list[int] = []  # the phrases that are open; a word is -1
    inside = ""
    for kind, name, attributes, offset in group:
        if kind == "text":
            if inside:
                tree.texts[inside][-1] += name
        elif name == "node":
            if kind == "end":
                path.pop()
            else:
                path.append(_read_node(input, tree, attributes, offset, path))
        elif name in tree.texts:
            inside = name if kind == "start" else ""
            if kind == "start":
                tree.texts[name].append("")
                tree.name = attributes.get("sentid", tree.name)
    return tree


def _read_node(input: Input, tree: _Tree, attributes: XmlAttributes, offset: int, path: list[int]) -> int:
    """Add a <node>; return its number if it is a phrase, -1 if it cannot have children."""
    parent, index = path[-1] if path else -1, attributes.get("index")
    if path and parent == -1:
        raise error_at(input, offset, "a node below a word; only a node with cat can have children")
    if "word" in attributes:
        begin = attributes.get("begin", "")
        if not begin.isdecimal() or len(begin) > 9:
            raise error_at(input, offset, f"expected begin, the position of the word from 0, found '{begin}'")
        tree.words.append((int(begin), _token(attributes, parent), offset))
    elif "cat" not in attributes and index is not None:
        if parent < 0:
            raise error_at(input, offset, "the top node refers to another; give it a cat or a word")
        tree.shared.append((index, parent, value_of(attributes, "rel"), offset))
        return -1
    else:
        tree.nodes.append(_phrase(attributes, parent))
    if index is not None:
        if index in tree.owners:
            raise error_at(input, offset, f"two nodes with word or cat have the index {index}; make them different")
        tree.owners[index] = ("token", len(tree.words) - 1) if "word" in attributes else ("node", len(tree.nodes) - 1)
    return -1 if "word" in attributes else len(tree.nodes) - 1


def _token(attributes: XmlAttributes, parent: int) -> TokenRow:
    tag = next((name for name in _TAGS if name in attributes), "pos")
    lemma = next((name for name in _LEMMAS if name in attributes), "root")
    row = TokenRow(
        form=attributes["word"], tag=value_of(attributes, tag), lemma=value_of(attributes, lemma), parent=parent,
        function=value_of(attributes, "rel"), misc=pack_attributes(attributes, {*_LINKS, tag, lemma}),
    )  # fmt: skip
    return filled(row)


def _phrase(attributes: XmlAttributes, parent: int) -> NodeRow:
    label, misc = value_of(attributes, "cat") or "", pack_attributes(attributes, _LINKS)
    return filled(NodeRow(label=label, function=value_of(attributes, "rel"), misc=misc, parent=parent))


def _add(builder: Builder, input: Input, tree: _Tree, line: int) -> None:
    order = sorted(range(len(tree.words)), key=lambda word: tree.words[word][0])
    for word, following in pairwise(order):
        if tree.words[word][0] == tree.words[following][0]:
            position, _, offset = tree.words[following]
            raise error_at(input, offset, f"two words begin at {position}; give each a different position")
    words = {tree.words[word][0]: tree.words[word][1] for word in order}
    text = " ".join(tree.texts["sentence"]).split()
    tokens = _with_lost_words(words, text)
    place = {id(token): number for number, token in enumerate(tokens)}
    secondary: list[SecondaryRow] = []
    for index, parent, label, offset in tree.shared:
        if index not in tree.owners:
            raise error_at(input, offset, f"no node with word or cat has the index {index}; correct the index")
        kind, number = tree.owners[index]
        token = place[id(tree.words[number][1])] if kind == "token" else -1
        node = number if kind == "node" else -1
        secondary.append({"token": token, "node": node, "parent": parent, "label": label})
    notes = [" ".join(note.split()) for note in tree.texts["comment"]]
    comments = [note if note.startswith("#") else _COMMENT + note for note in notes]
    if text and not any(note.startswith(_TEXT) for note in comments):
        comments.insert(0, _TEXT + " ".join(text))
    sentence = filled(SentenceRow(id=tree.name, comments="\n".join(comments) or None, source=input.source, line=line))
    builder.add(sentence, tokens, tree.nodes, secondary=secondary)


def _with_lost_words(words: dict[int, TokenRow], text: list[str]) -> list[TokenRow]:
    """The words in order. Words that are in the text but not in the tree are added outside the tree, without a tag. If
    text and tree disagree on the words they share, positions have no meaning, and only the tree is used."""
    if len(words) < len(text) and all(at < len(text) and text[at] == word["form"] for at, word in words.items()):
        words = {at: words.get(at, TokenRow(form=form, parent=-1)) for at, form in enumerate(text)}
    return list(words.values())


def write_alpino(treebank: Treebank, file: BinaryIO) -> None:
    """Write Alpino DS XML, all sentences in one file."""
    must_have_trees(treebank, "Alpino XML")
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<alpino version="1.2">\n')
    tokens, nodes = treebank.tokens, treebank.nodes
    # Newer files have both; `root` is in misc.
    lemma = "lemma" if any("root=" in value for value in tokens.text("misc").values) else "root"
    names = {"word": "form", "pos": "tag", lemma: "lemma"}
    forms = tokens.text("form").decode()
    known = {*names, *_LINKS}
    indices = [
        rows.text("misc").map(lambda misc: unpack_attributes(misc, known).get("index")).decode()
        for rows in (tokens, nodes)
    ]
    ends = tokens.offsets.tolist(), nodes.offsets.tolist()
    for s, sentence in enumerate(xml_sentences(treebank, names, {"cat": "label"}, known)):
        of_sentence = [column[starts[s] : starts[s + 1]] for column, starts in zip(indices, ends, strict=True)]
        lines = [f'<alpino_ds version="1.2" id="{sentence.name}">', *_spell(sentence, *of_sentence)]
        lines += _texts(sentence.comments, forms[ends[0][s] : ends[0][s + 1]])
        file.write("\n".join([*lines, "</alpino_ds>\n"]).encode())
    file.write(b"</alpino>\n")


def _spell(sentence: XmlSentence, token_index: list[str | None], node_index: list[str | None]) -> Iterator[str]:
    fresh = _number_owners(sentence, token_index, node_index)
    shared: dict[int, list[tuple[int, int, str | None]]] = {}
    for token, node, parent, label in sentence.secondary:
        shared.setdefault(parent, []).append((token, node, label))
    depth, number = 1, -1

    def opened(begin: int, end: int, rel: str | None) -> str:
        nonlocal number
        number += 1
        indent = "  " * min(depth, _DEEPEST)
        return f'{indent}<node begin="{begin}" end="{end}" id="{number}" rel="{escape_xml(rel or NOT_ANNOTATED)}"'

    for kind, at in walk(sentence.token_parents, sentence.node_parents, sentence.left):
        if kind == "token":
            yield opened(at, at + 1, sentence.token_functions[at]) + f"{sentence.tokens[at]}{fresh.get((at, -1), '')}/>"
        elif kind == "close":
            depth -= 1
            yield "  " * min(depth, _DEEPEST) + "</node>"
        else:
            start = opened(sentence.left[at], sentence.right[at], sentence.node_functions[at])
            yield f"{start}{sentence.nodes[at]}{fresh.get((-1, at), '')}>"
            depth += 1
            for token, node, label in shared.get(at, []):
                begin, end = (token, token + 1) if token >= 0 else (sentence.left[node], sentence.right[node])
                index = token_index[token] if token >= 0 else node_index[node]
                yield f"{opened(begin, end, label)}{attribute_text({'index': index})}/>"


def _number_owners(
    sentence: XmlSentence, token_index: list[str | None], node_index: list[str | None]
) -> dict[tuple[int, int], str]:
    """Give an index to items that have a secondary edge but no index; return the new ones as attributes."""
    free = (str(number) for number in count(1))
    used = {*token_index, *node_index}
    fresh: dict[tuple[int, int], str] = {}
    for token, node, _, _ in sentence.secondary:
        column, at = (token_index, token) if token >= 0 else (node_index, node)
        if column[at] is None:
            column[at] = next(index for index in free if index not in used)
            fresh[token, node] = attribute_text({"index": column[at]})
    return fresh


def _texts(comments: str | None, forms: list[str | None]) -> Iterator[str]:
    """The words as text, and the comments. Comments that Alpino does not have keep their #, and so does a text that
    does not consist of these words: as <sentence> it would restore words that were removed."""
    text, notes = " ".join(form or "" for form in forms), []
    for line in comments.split("\n") if comments else []:
        if line != _TEXT + " ".join(text.split()):
            note = line if line.startswith(_COMMENT + "#") else line.removeprefix(_COMMENT)
            notes.append(f"    <comment>{escape_xml(note)}</comment>")
    yield f"  <sentence>{escape_xml(text)}</sentence>"
    if notes:
        yield "\n".join(["  <comments>", *notes, "  </comments>"])


register_format(
    Format(
        name="alpino",
        description="Alpino DS XML (Dutch)",
        read=read_alpino,
        write=write_alpino,
        extensions=(".alpino", ".alpino.xml"),
        sniff=lambda head: 2 * (root_name(head) in _ROOTS and b"<alpino_ds" in head),
        carries=frozenset({"nodes", "lemma", "function", "secondary", "comments", "id", "misc"}),
        replaced=NOT_PERMITTED,
        raw=True,
    )
)
