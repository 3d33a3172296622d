"""Shared by the XML formats: a stream of events with exact places and without entities, and writing attributes.

XML is read with expat, from the standard library: it has no limit of depth (libxml2 stops at 2,048 elements), gives the
place of every element (libxml2 counts lines up to 65,535), and lets us refuse entities before one is expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any
from xml.parsers import expat

from ..core.errors import CallError, FormatError
from ..treebank import Rows, Treebank
from .base import Input
from .encoding import to_utf8
from .trees import FIRST_NODE, NOT_ANNOTATED, error_at, number_nodes

XmlAttributes = Mapping[str, str]
XmlEvent = tuple[str, str, XmlAttributes, int]  # start, end or text; name or text; attributes; byte

_CHUNK = 1 << 20
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);|#)[^;\s]*;?")
# Possessive: otherwise the time to match a file of many comments could be exponential.
_PROLOG = rb"(?>\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^<>\[]*(?:\[.*?\]\s*)?>))*+\s*"
_ROOT = re.compile(_PROLOG + rb"<([\w.:-]+)", re.DOTALL)
_KEY = re.compile(r"[A-Za-z_][\w.-]*")
_SPECIAL = re.compile('[&<>"\t\n\r]|[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')
NOT_PERMITTED = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_NOT_PERMITTED = re.compile(NOT_PERMITTED)


def root_name(head: bytes) -> str:
    """The name of the root element of a text that begins like this, or an empty string."""
    match = _ROOT.match(head)
    return match[1].decode().rpartition(":")[2] if match else ""


def xml_as_utf8(input: Input) -> Input:
    """The input as UTF-8, from the encoding that a byte order mark or the XML declaration gives."""
    declared = _ENCODING.match(input.data)
    name = declared[1].decode() if declared else None
    try:
        return replace(input, data=to_utf8(input.data, input.source, name))
    except (CallError, LookupError, ValueError):
        raise error_at(input, 0, f"the XML declaration has the unknown encoding '{name}'; correct it") from None


def element_events(input: Input, *names: str, text: bool = False) -> Iterator[list[XmlEvent]]:
    """The content of a file: all events of an element with one of these names together, others one by one; `text`
    includes character data.

    Broken XML rejects all that follows; an element that is not closed is not returned.
    """
    group: list[XmlEvent] = []
    inside = 0
    for event in _events(input, text):
        group.append(event)
        if event[1] in names and event[0] != "text":
            inside += 1 if event[0] == "start" else -1
        if inside == 0:
            yield group
            group = []


def end_of(input: Input, group: list[XmlEvent]) -> int:
    """The byte after an element; for an element that closes itself, the last event is there already."""
    offset = group[-1][3]
    return input.data.find(b">", offset) + 1 if input.data.startswith(b"</", offset) else offset


def _events(input: Input, text: bool) -> Iterator[XmlEvent]:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    events: list[XmlEvent] = []

    def start(name: str, attributes: XmlAttributes) -> None:
        events.append(("start", name.rpartition(":")[2], attributes, parser.CurrentByteIndex))

    def end(name: str) -> None:
        events.append(("end", name.rpartition(":")[2], {}, parser.CurrentByteIndex))

    def content(characters: str) -> None:
        events.append(("text", characters, {}, parser.CurrentByteIndex))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    if text:
        parser.CharacterDataHandler = content
    _refuse_entities(parser, input)
    for begin in range(0, len(input.data) or 1, _CHUNK):
        try:
            parser.Parse(input.data[begin : begin + _CHUNK], begin + _CHUNK >= len(input.data))
        except (expat.ExpatError, FormatError) as error:
            yield from events
            line, message = _explained(error, input)
            input.reject(line, message)
            return
        yield from events
        events.clear()


def _explained(error: expat.ExpatError | FormatError, input: Input) -> tuple[int, str]:
    if isinstance(error, FormatError):
        return error.reject.line, error.reject.message
    cause = expat.ErrorString(error.code)
    if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
        cause = "the file ends too early" if input.data.strip() else "the file is empty"
    return error.lineno, f"broken XML ({cause}); correct the file or download it again"


def _refuse_entities(parser: Any, input: Input) -> None:
    """Raise an error where an entity is declared, or where one is used that only another file could declare."""

    def declared(name: str, *_: object) -> None:
        message = f"the file declares the entity '{name}', but entities are not expanded; write the characters instead"
        raise error_at(input, parser.CurrentByteIndex, message)

    def doctype(*_: object) -> None:
        unknown = _ENTITY.search(input.data)
        if unknown is not None and b"<!ENTITY" not in input.data:
            name = unknown[0].decode("utf-8", "replace")
            raise error_at(input, unknown.start(), f"unknown entity {name}; write the characters instead")

    parser.EntityDeclHandler, parser.StartDoctypeDeclHandler = declared, doctype


def value_of(attributes: XmlAttributes, name: str) -> str | None:
    """The value of an attribute, or None if it is missing or `--`."""
    value = attributes.get(name)
    return None if value == NOT_ANNOTATED else value


def _extra(attributes: XmlAttributes, known: Set[str]) -> dict[str, str]:
    """Attributes without a column; names with a prefix concern the XML, not the sentence."""
    return {key: value for key, value in attributes.items() if key not in known and ":" not in key and key != "xmlns"}


def pack_attributes(attributes: XmlAttributes, known: Set[str]) -> str | None:
    """Attributes without a column as `key=value|key=value`, with \\p for | as in CoNLL-U."""
    if attributes.keys() <= known:
        return None
    extra = _extra(attributes, known)
    if list(extra) == ["misc"]:
        return extra["misc"]
    return "|".join(f"{key}={value}".replace("\\", "\\\\").replace("|", "\\p") for key, value in extra.items()) or None


def unpack_attributes(misc: str | None, known: Set[str]) -> dict[str, str]:
    """The inverse of `pack_attributes`; any other text becomes one attribute, `misc`."""
    pairs = [piece.partition("=") for piece in misc.split("|")] if misc is not None else []
    attributes = {key: re.sub(r"\\([\\p])", lambda m: "|" if m[1] == "p" else "\\", value) for key, _, value in pairs}
    fits = all(_KEY.fullmatch(key) and key not in known and key != "misc" for key in attributes)
    return attributes if misc is None or (fits and pack_attributes(attributes, known) == misc) else {"misc": misc}


def sentence_comments(attributes: XmlAttributes, known: Set[str]) -> str | None:
    """Attributes of a sentence as comments, `# key = value`."""
    extra = _extra(attributes, known)
    if list(extra) == ["comments"]:
        return extra["comments"]
    return "\n".join(f"# {key} = {value}" for key, value in extra.items()) or None


def comment_attributes(comments: str | None, known: Set[str]) -> dict[str, str]:
    """The inverse of `sentence_comments`; any other comments become one attribute, `comments`."""
    pairs = [line.removeprefix("# ").partition(" = ") for line in comments.split("\n")] if comments is not None else []
    attributes = {key: value for key, _, value in pairs}
    fits = all(_KEY.fullmatch(key) and key not in known and key != "comments" for key in attributes)
    fits = fits and sentence_comments(attributes, known) == comments
    return attributes if comments is None or fits else {"comments": comments}


def escape_xml(text: str) -> str:
    """Escape text for an attribute or an element; a character that XML does not permit becomes U+FFFD."""
    return _SPECIAL.sub(_escaped, text)


def permitted_in_xml(text: str) -> str:
    """The text with U+FFFD in the place of every character that XML does not permit."""
    return _NOT_PERMITTED.sub("\ufffd", text)


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
    if character in "\t\n\r":
        return f"&#{ord(character)};"
    return named.get(character, "\ufffd")


def attribute_text(attributes: Mapping[str, str | None]) -> str:
    """Attributes as written in a tag, with a space before each; those that are None are left out."""
    return "".join(f' {key}="{escape_xml(value)}"' for key, value in attributes.items() if value is not None)


def row_attributes(rows: Rows, names: Mapping[str, str], reserved: Set[str], missing: str | None) -> list[str]:
    """The attributes of each row, from its columns (`names` maps attributes to columns) and from misc, in which the
    names in `reserved` are not permitted. The first attribute is always written; the work is per distinct string."""
    columns: list[list[str]] = []
    for attribute, column in names.items():
        if column in rows or not columns:
            blank = attribute_text({attribute: missing if columns else ""})
            shown = rows.text(column).map(lambda value, attribute=attribute: attribute_text({attribute: value}))  # type: ignore[misc]
            columns.append([value or blank for value in shown.decode()])
    if "misc" in rows:
        misc = rows.text("misc").map(lambda value: attribute_text(unpack_attributes(value, {*names, *reserved})))
        columns.append([value or "" for value in misc.decode()])
    return ["".join(parts) for parts in zip(*columns, strict=True)]


@dataclass(frozen=True)
class XmlSentence:
    """A sentence to be written: attributes of tokens and nodes as text, and their parents. `order` is the order of
    nodes as NEGRA numbers them, `place` is the place of each node in it."""

    name: str
    comments: str | None
    tokens: list[str]
    nodes: list[str]
    token_parents: list[int]
    node_parents: list[int]
    token_functions: list[str | None]
    node_functions: list[str | None]
    left: list[int]
    right: list[int]
    order: list[int]
    place: list[int]
    secondary: list[tuple[int, int, int, str | None]]

    def token_id(self, token: int) -> str:
        return f"{self.name}_{token + 1}"

    def node_id(self, node: int) -> str:
        """The id of a node: numbered from 500, as is usual, unless there are that many tokens."""
        return f"{self.name}_{max(FIRST_NODE, len(self.tokens) + 1) + self.place[node]}"


def xml_sentences(
    treebank: Treebank,
    token_names: Mapping[str, str],
    node_names: Mapping[str, str],
    reserved: Set[str],
    missing: str | None = None,
) -> Iterator[XmlSentence]:
    """The sentences of a treebank, ready to be written as XML."""
    tokens, nodes, edges = treebank.tokens, treebank.nodes, treebank.secondary
    order, place = number_nodes(treebank)
    ends = [_numbers(edges, name) for name in ("token", "node", "parent")]
    columns = [
        (tokens, row_attributes(tokens, token_names, reserved, missing)),
        (nodes, row_attributes(nodes, node_names, reserved, missing)),
        (tokens, _numbers(tokens, "parent")), (nodes, _numbers(nodes, "parent")),
        (tokens, tokens.text("function").decode()), (nodes, nodes.text("function").decode()),
        (nodes, _numbers(nodes, "left")), (nodes, _numbers(nodes, "right")),
        (nodes, (order - nodes.start).tolist()), (nodes, place.tolist()),
        (edges, [*zip(*ends, edges.text("label"), strict=True)]),
    ]  # fmt: skip
    ids, comments = treebank.sentences.text("id").decode(), treebank.sentences.text("comments").decode()
    offsets = [rows.offsets.tolist() for rows, _ in columns]
    for s in range(len(treebank)):
        parts = [values[starts[s] : starts[s + 1]] for (_, values), starts in zip(columns, offsets, strict=True)]
        yield XmlSentence(escape_xml(ids[s] or f"s{s + 1}"), comments[s], *parts)


def _numbers(rows: Rows, name: str) -> list[int]:
    return rows.numbers(name).tolist() if len(rows) else []
