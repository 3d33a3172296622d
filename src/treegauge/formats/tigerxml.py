"""TIGER-XML: <s> with a <graph> of <t>, <nt>, <edge> and <secedge>."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from ..treebank import Treebank
from ..treebank.build import Builder, NodeRow, SecondaryRow, SentenceRow, TokenRow
from .base import Format, Input, register_format
from .trees import NOT_ANNOTATED, build_ordered, children_by_node, error_at, filled, must_have_trees, rejecting
from .xml import (
    NOT_PERMITTED,
    XmlAttributes,
    XmlEvent,
    XmlSentence,
    attribute_text,
    comment_attributes,
    element_events,
    end_of,
    escape_xml,
    pack_attributes,
    root_name,
    sentence_comments,
    value_of,
    xml_as_utf8,
    xml_sentences,
)

_TOKEN = {"word": "form", "lemma": "lemma", "pos": "tag", "morph": "feats"}
_NODE = {"cat": "label", "lemma": "lemma", "morph": "feats"}
_TOKEN_KNOWN, _NODE_KNOWN = {"id", *_TOKEN}, {"id", *_NODE}


_Kind = Literal["token", "node"]


@dataclass
class _Graph:
    """The tokens and nodes of a sentence, in the order of the file, and the edges between them."""

    tokens: list[TokenRow] = field(default_factory=list)
    nodes: list[NodeRow] = field(default_factory=list)
    places: dict[str, tuple[_Kind, int]] = field(default_factory=dict)  # by id: a token or a node, and its number
    edges: list[tuple[str, XmlAttributes, str, int]] = field(default_factory=list)


def read_tigerxml(input: Input) -> Treebank:
    """Read TIGER-XML."""
    input = xml_as_utf8(input)
    builder, header = Builder(), {}
    line, counted = 1, 0
    for group in element_events(input, "s", "head"):
        (kind, name, attributes, start), end = group[0], end_of(input, group)
        if kind == "start" and name == "head":
            header["tigerxml"] = input.data[start:end].decode()
        if kind == "start" and name == "s":
            line, counted = line + input.data.count(b"\n", counted, start), start
            with rejecting(input, start, end):
                comments = sentence_comments(attributes, {"id"})
                row = SentenceRow(id=attributes.get("id"), comments=comments, source=input.source, line=line)
                _add(builder, input, filled(row), _graph(input, group))
    return build_ordered(builder, header)


def _graph(input: Input, group: list[XmlEvent]) -> _Graph:
    graph = _Graph()
    current = ""
    for kind, name, attributes, offset in group:
        if kind != "start" or name not in ("t", "nt", "edge", "secedge"):
            continue
        key = "id" if name in ("t", "nt") else "idref"
        if key not in attributes or (name == "t" and "word" not in attributes):
            raise error_at(input, offset, f"a <{name}> without {key if key not in attributes else 'word'}; add it")
        if key == "idref":
            graph.edges.append((current, {"kind": name, **attributes}, attributes["idref"], offset))
            continue
        current = attributes["id"]
        if current in graph.places:
            raise error_at(input, offset, f"two elements have the id '{current}'; give each a different one")
        if name == "t":
            graph.places[current] = "token", len(graph.tokens)
            graph.tokens.append(_token(attributes))
        else:
            graph.places[current] = "node", len(graph.nodes)
            graph.nodes.append(_node(attributes))
    return graph


def _token(attributes: XmlAttributes) -> TokenRow:
    row = TokenRow(
        form=attributes["word"], tag=value_of(attributes, "pos"), lemma=value_of(attributes, "lemma"),
        feats=value_of(attributes, "morph"), misc=pack_attributes(attributes, _TOKEN_KNOWN), parent=-1,
    )  # fmt: skip
    return filled(row)


def _node(attributes: XmlAttributes) -> NodeRow:
    row = NodeRow(
        label=value_of(attributes, "cat") or "", lemma=value_of(attributes, "lemma"),
        feats=value_of(attributes, "morph"), misc=pack_attributes(attributes, _NODE_KNOWN), parent=-1,
    )  # fmt: skip
    return filled(row)


def _add(builder: Builder, input: Input, sentence: SentenceRow, graph: _Graph) -> None:
    secondary: list[SecondaryRow] = []
    parents = set()
    for source, attributes, target, offset in graph.edges:
        if source not in graph.places or (attributes["kind"] == "edge" and graph.places[source][0] == "token"):
            raise error_at(input, offset, "an <edge> outside an <nt>; put it into the <nt> of its parent")
        if target not in graph.places:
            raise error_at(input, offset, f"an edge to '{target}', but the sentence has no such id; correct the idref")
        if attributes["kind"] == "secedge":
            secondary.append(_secondary(input, graph, source, target, value_of(attributes, "label"), offset))
            continue
        if target in parents:
            raise error_at(input, offset, f"'{target}' has two parents; make one of the edges a <secedge>")
        parents.add(target)
        _attach(graph, target, graph.places[source][1], value_of(attributes, "label"))
    builder.add(sentence, graph.tokens, graph.nodes, secondary=secondary)


def _attach(graph: _Graph, child: str, parent: int, function: str | None) -> None:
    kind, number = graph.places[child]
    row = graph.tokens[number] if kind == "token" else graph.nodes[number]
    row["parent"] = parent
    if function is not None:
        row["function"] = function


def _secondary(input: Input, graph: _Graph, source: str, target: str, label: str | None, offset: int) -> SecondaryRow:
    """A secondary edge is in the child and refers to the parent, as in the export format. If it refers to a token,
    which cannot be a parent, it was written in the opposite direction (once in SMULTRON)."""
    child, parent = graph.places[source], graph.places[target]
    if parent[0] == "token":
        child, parent = parent, child
    if parent[0] == "token":
        raise error_at(input, offset, "a secondary edge between two tokens; one end must be a node")
    token, node = (child[1], -1) if child[0] == "token" else (-1, child[1])
    return {"token": token, "node": node, "parent": parent[1], "label": label}


def write_tigerxml(treebank: Treebank, file: BinaryIO) -> None:
    """Write TIGER-XML."""
    must_have_trees(treebank, "TIGER-XML")
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<corpus id="treebank">\n')
    file.write((treebank.header.get("tigerxml") or _head(treebank)).encode() + b"\n<body>\n")
    for sentence in xml_sentences(treebank, _TOKEN, _NODE, {"id"}, NOT_ANNOTATED):
        file.write("\n".join(_spell(sentence)).encode() + b"\n")
    file.write(b"</body>\n</corpus>\n")


def _spell(sentence: XmlSentence) -> Iterator[str]:
    edges: dict[tuple[int, int], str] = {}
    for token, node, parent, label in sentence.secondary:
        line = f'<secedge label="{escape_xml(label or NOT_ANNOTATED)}" idref="{sentence.node_id(parent)}"/>'
        edges[token, node] = edges.get((token, node), "") + line
    below = children_by_node(sentence.token_parents, sentence.node_parents, sentence.left)
    roots = [sentence.node_id(~child) for _, child in below[-1] if child < 0] or [sentence.token_id(0)]
    yield f'<s id="{sentence.name}"{attribute_text(comment_attributes(sentence.comments, {"id"}))}>'
    yield f'<graph root="{roots[0]}">'
    yield "<terminals>"
    for token, attributes in enumerate(sentence.tokens):
        inner = edges.get((token, -1))
        yield f'<t id="{sentence.token_id(token)}"{attributes}' + (f">{inner}</t>" if inner else "/>")
    yield "</terminals>\n<nonterminals>"
    for node in sentence.order:
        yield f'<nt id="{sentence.node_id(node)}"{sentence.nodes[node]}>'
        for _, child in below[node]:
            functions, at = (sentence.token_functions, child) if child >= 0 else (sentence.node_functions, ~child)
            idref = sentence.token_id(at) if child >= 0 else sentence.node_id(at)
            yield f'<edge label="{escape_xml(functions[at] or NOT_ANNOTATED)}" idref="{idref}"/>'
        yield edges.get((-1, node), "") + "</nt>"
    yield "</nonterminals>\n</graph>\n</s>"


def _head(treebank: Treebank) -> str:
    """A head that declares the features and edge labels in use, which TIGERSearch requires."""
    tokens, nodes = treebank.tokens, treebank.nodes
    lines = [f'<feature name="{name}" domain="T"/>' for name, column in _TOKEN.items() if column in tokens]
    lines += [f'<feature name="{name}" domain="NT"/>' for name, column in _NODE.items() if column in nodes]
    functions = {value or NOT_ANNOTATED for rows in (tokens, nodes) for value in rows.text("function").compact().values}
    values = [f'<value name="{escape_xml(value)}"/>' for value in sorted({NOT_ANNOTATED, *functions})]
    lines = ["<head>", "<annotation>", *lines, "<edgelabel>", *values, "</edgelabel>", "</annotation>", "</head>"]
    return "\n".join(lines)


def _sniff(head: bytes) -> int:
    inner = re.search(rb"<(?:graph|terminals|annotation|edgelabel)\b", head)
    return 2 * (root_name(head) == "corpus" and inner is not None)


register_format(
    Format(
        name="tigerxml",
        description="TIGER-XML",
        read=read_tigerxml,
        write=write_tigerxml,
        extensions=(".tigerxml", ".tiger.xml"),
        sniff=_sniff,
        carries=frozenset({"nodes", "lemma", "feats", "function", "secondary", "comments", "id", "misc"}),
        replaced=NOT_PERMITTED,
        raw=True,
    )
)
