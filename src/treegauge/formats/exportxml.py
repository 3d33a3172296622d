"""exportXML, the format of TüBa-D/Z: <sentence> with nested <node> and <word>; phrases and dependencies in one file.

The parent of a word or node is given by its attribute `parent`, not by nesting: punctuation is inside a node without
being its child. Other elements (<ne>, <edu>, <topic> ...) may enclose words and nodes, even across sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from ..treebank import Rows, Treebank
from ..treebank.build import Builder, NodeRow, SecondaryRow, SentenceRow, TokenRow
from .base import Format, Input, register_format
from .trees import NOT_ANNOTATED, build_ordered, error_at, filled, must_have_trees, rejecting, walk
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
    unpack_attributes,
    value_of,
    xml_as_utf8,
    xml_sentences,
)

_ID = "xml:id"
_WORD = {"form": "form", "pos": "tag", "morph": "feats", "lemma": "lemma"}
_NODE = {"cat": "label", "morph": "feats", "lemma": "lemma"}
_LINKS = {"func", "parent", "dephead", "deprel", "span"}
_WORD_KNOWN, _NODE_KNOWN = {_ID, *_WORD, *_LINKS}, {_ID, *_NODE, *_LINKS}
_NEW = "# newdoc id = "
_DEEPEST = 30  # the indentation of a very deep tree would be far longer than the tree


@dataclass(frozen=True)
class _Element:
    """A word or node of a sentence, with the node and the named entity around it."""

    name: str
    attributes: XmlAttributes
    offset: int
    around: str | None
    entity: str | None

    @property
    def id(self) -> str:
        return self.attributes[_ID]


def read_exportxml(input: Input) -> Treebank:
    """Read exportXML."""
    input = xml_as_utf8(input)
    builder = Builder()
    header: dict[str, str] = {}
    line, counted = 1, 0
    for comments, events in _sentences(input, header):
        start = events[0][3]
        line, counted = line + input.data.count(b"\n", counted, start), start
        sentence = filled(SentenceRow(id=events[0][2].get(_ID), comments=comments, source=input.source, line=line))
        with rejecting(input, start, end_of(input, events)):
            _add(builder, input, sentence, events)
    return build_ordered(builder, header)


def _sentences(input: Input, header: dict[str, str]) -> Iterator[tuple[str | None, list[XmlEvent]]]:
    """The comments and the events of each sentence. An <edu> that begins after </sentence> may have its last words."""
    document: XmlAttributes = {}
    comments: str | None = None
    events: list[XmlEvent] = []
    for group in element_events(input, "sentence", "schema"):
        kind, name, attributes, start = group[0]
        if kind == "start" and name == "schema":
            header["exportxml"] = input.data[start : end_of(input, group)].decode()
        elif kind == "start" and name == "text":
            document = attributes
        elif kind == "start" and name == "sentence":
            if events:
                yield comments, events
            comments, events, document = _comments(document, attributes), group, {}
        elif kind == "start" and name in ("word", "node") and not (events and _belongs(attributes, events[0][2])):
            with rejecting(input, start, start):
                raise error_at(input, start, f"a <{name}> outside a <sentence>; put it into one")
        elif events:
            events += group
    if events:
        yield comments, events


def _belongs(attributes: XmlAttributes, sentence: XmlAttributes) -> bool:
    return attributes.get(_ID, "").startswith(f"{sentence.get(_ID)}_")


def _comments(document: XmlAttributes, sentence: XmlAttributes) -> str | None:
    new = [_NEW + document[_ID]] if _ID in document else []
    others = sentence_comments({**document, **sentence}, {"span"})
    return "\n".join([*new, *([others] if others else [])]) or None


def _elements(input: Input, events: list[XmlEvent]) -> tuple[list[_Element], list[tuple[str, XmlAttributes, int]]]:
    """The words and nodes, and the secondary edges with the child that contains them."""
    elements: list[_Element] = []
    edges: list[tuple[str, XmlAttributes, int]] = []
    path: list[str] = []
    entities: list[str] = []
    for kind, name, attributes, offset in events:
        if kind == "start" and name in ("word", "node"):
            if _ID not in attributes or (name == "word" and "form" not in attributes):
                raise error_at(input, offset, f"a <{name}> without {'form' if _ID in attributes else _ID}; add it")
            around, entity = path[-1] if path else None, entities[-1] if entities else None
            elements.append(_Element(name, attributes, offset, around, entity))
            path.append(attributes[_ID])
        elif kind == "start" and name == "ne":
            entities.append(attributes.get("type", ""))
        elif kind == "start" and name == "secEdge" and path:
            edges.append((path[-1], attributes, offset))
        elif kind == "end" and name in ("word", "node") and path:
            path.pop()
        elif kind == "end" and name == "ne" and entities:
            entities.pop()
    return elements, edges


def _add(builder: Builder, input: Input, sentence: SentenceRow, events: list[XmlEvent]) -> None:
    elements, edges = _elements(input, events)
    words = sorted((element for element in elements if element.name == "word"), key=lambda word: _number(input, word))
    nodes = [element for element in elements if element.name == "node"]
    word_at = {word.id: place for place, word in enumerate(words)}
    node_at = {node.id: place for place, node in enumerate(nodes)}
    if len(word_at.keys() | node_at.keys()) < len(elements):
        raise error_at(input, events[0][3], "two elements of the sentence have the same xml:id; make them different")
    named = any("parent" in element.attributes for element in elements)

    def parent(element: _Element) -> int:
        above = element.attributes.get("parent") if named else element.around
        return _place(input, node_at, above, "parent", element.offset) if above is not None else -1

    tokens: list[TokenRow] = [{**_token(input, word, word_at), "parent": parent(word)} for word in words]
    phrases: list[NodeRow] = [{**_phrase(node), "parent": parent(node)} for node in nodes]
    secondary: list[SecondaryRow] = [
        {
            "token": word_at.get(child, -1), "node": node_at.get(child, -1), "label": value_of(attributes, "cat"),
            "parent": _place(input, node_at, attributes.get("parent", ""), "parent", offset),
        }
        for child, attributes, offset in edges
    ]  # fmt: skip
    builder.add(sentence, tokens, phrases, secondary=secondary)


def _number(input: Input, word: _Element) -> int:
    number = word.id.rpartition("_")[2]
    if not number.isdecimal() or len(number) > 9:
        raise error_at(input, word.offset, f"the xml:id of a word must end in _ and its number, found '{word.id}'")
    return int(number)


def _place(input: Input, places: dict[str, int], name: str, what: str, offset: int) -> int:
    if name not in places:
        kind = "node" if what == "parent" else "word"
        raise error_at(input, offset, f"the {what} is '{name}', but the sentence has no such {kind}; correct it")
    return places[name]


def _token(input: Input, word: _Element, places: dict[str, int]) -> TokenRow:
    attributes = word.attributes
    extra = attributes if word.entity is None else {**attributes, "ne": word.entity}
    head = -1 if "deprel" in attributes else None
    if "dephead" in attributes:
        head = _place(input, places, attributes["dephead"], "dephead", word.offset)
    row = TokenRow(
        form=attributes["form"], tag=value_of(attributes, "pos"), feats=value_of(attributes, "morph"),
        lemma=value_of(attributes, "lemma"), function=value_of(attributes, "func"), head=head,
        deprel=attributes.get("deprel") or None, misc=pack_attributes(extra, _WORD_KNOWN),
    )  # fmt: skip
    return filled(row)


def _phrase(node: _Element) -> NodeRow:
    attributes = node.attributes
    row = NodeRow(
        label=value_of(attributes, "cat") or "", function=value_of(attributes, "func"),
        feats=value_of(attributes, "morph"), lemma=value_of(attributes, "lemma"),
        misc=pack_attributes(attributes, _NODE_KNOWN),
    )  # fmt: skip
    return filled(row)


def write_exportxml(treebank: Treebank, file: BinaryIO) -> None:
    """Write exportXML."""
    must_have_trees(treebank, "exportXML")
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<exml-doc>\n')
    file.write(treebank.header.get("exportxml", "<schema/>").encode() + b'\n<body serialization="inline">\n')
    tokens, entities = _without_entities(treebank.tokens)
    heads = tokens.numbers("head").tolist() if "head" in tokens else [-2] * len(tokens)
    relations, starts = tokens.text("deprel").decode(), tokens.offsets.tolist()
    opened = False
    for sentence, start in zip(
        xml_sentences(treebank.replace(tokens=tokens), _WORD, _NODE, _LINKS), starts, strict=False
    ):
        new, comments = _document(sentence.comments)
        if new is not None:
            file.write(("</text>\n" if opened else "").encode() + f'<text xml:id="{escape_xml(new)}">\n'.encode())
            opened = True
        end = start + len(sentence.tokens)
        links = _links(sentence, heads[start:end], relations[start:end])
        name = attribute_text(comment_attributes(comments, {"span"}))
        body = _spell(sentence, links, entities[start:end])
        file.write("\n".join([f' <sentence xml:id="{sentence.name}"{name}>', *body, " </sentence>\n"]).encode())
    file.write(b"</text>\n" * opened + b"</body>\n</exml-doc>\n")


def _without_entities(tokens: Rows) -> tuple[Rows, list[str | None]]:
    """Remove named entities from misc, since they are written as elements."""
    if "misc" not in tokens:
        return tokens, [None] * len(tokens)
    known = _WORD_KNOWN
    misc = tokens.text("misc")
    rest = misc.map(
        lambda value: pack_attributes({k: v for k, v in unpack_attributes(value, known).items() if k != "ne"}, known)
    )
    return tokens.replace(misc=rest), misc.map(lambda value: unpack_attributes(value, known).get("ne")).decode()


def _document(comments: str | None) -> tuple[str | None, str | None]:
    """The document that begins with a sentence, and its other comments."""
    if comments is None or not comments.startswith(_NEW):
        return None, comments
    first, _, others = comments.partition("\n")
    return first.removeprefix(_NEW), others or None


def _links(sentence: XmlSentence, heads: list[int], relations: list[str | None]) -> list[str]:
    """The attributes of each word that refer to other words."""
    return [
        (f' dephead="{sentence.token_id(head)}"' if head >= 0 else "")
        + (f' deprel="{escape_xml(relation or "")}"' if head >= -1 else "")
        for head, relation in zip(heads, relations, strict=True)
    ]


def _spell(sentence: XmlSentence, links: list[str], entities: list[str | None]) -> Iterator[str]:
    edges: dict[tuple[int, int], list[str]] = {}
    for token, node, parent, label in sentence.secondary:
        line = f'<secEdge cat="{escape_xml(label or NOT_ANNOTATED)}" parent="{sentence.node_id(parent)}"/>'
        edges.setdefault((token, node), []).append(line)
    depth = 2
    for kind, number in walk(sentence.token_parents, sentence.node_parents, sentence.left):
        indent = " " * min(depth, _DEEPEST)
        if kind == "token":
            yield indent + _word(sentence, number, links[number], entities[number], edges.get((number, -1), []))
        elif kind == "close":
            depth -= 1
            yield " " * min(depth, _DEEPEST) + "</node>"
        else:
            place = _place_of(sentence, sentence.node_functions[number], sentence.node_parents[number])
            yield f'{indent}<node xml:id="{sentence.node_id(number)}"{sentence.nodes[number]}{place}>'
            yield from (f"{indent} {line}" for line in edges.get((-1, number), []))
            depth += 1


def _place_of(sentence: XmlSentence, function: str | None, parent: int) -> str:
    return attribute_text(
        {"func": function or NOT_ANNOTATED, "parent": sentence.node_id(parent) if parent >= 0 else None}
    )


def _word(sentence: XmlSentence, token: int, links: str, entity: str | None, edges: list[str]) -> str:
    place = _place_of(sentence, sentence.token_functions[token], sentence.token_parents[token])
    line = f'<word xml:id="{sentence.token_id(token)}"{sentence.tokens[token]}{place}{links}'
    line += f">{''.join(edges)}</word>" if edges else "/>"
    return line if entity is None else f'<ne type="{escape_xml(entity)}">{line}</ne>'


register_format(
    Format(
        name="exportxml",
        description="exportXML (TüBa-D/Z): phrases and dependencies",
        read=read_exportxml,
        write=write_exportxml,
        extensions=(".exportxml", ".exml"),
        sniff=lambda head: 2 * (root_name(head) == "exml-doc"),
        kind="both",
        carries=frozenset({"nodes", "head", "lemma", "feats", "function", "secondary", "comments", "id", "misc"}),
        replaced=NOT_PERMITTED,
        raw=True,
    )
)
