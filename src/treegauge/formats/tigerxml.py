"""TIGER-XML: <s> with a <graph> of <t>, <nt>, <edge> and <secedge>; and what the other XML formats share with it.

XML is read with expat, from the standard library: it knows no limit of depth (libxml2 stops at 2,048 elements), tells
the place of every element (libxml2 counts lines up to 65,535), and lets us refuse entities before one is expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO
from xml.parsers import expat

from ..errors import FormatError
from ..treebank import Rows, Text, Treebank, no_rows
from ..treebank.build import Builder
from .base import Format, Input, register
from .encoding import to_utf8
from .export import FIRST_NODE, MISSING, must_have_trees, number_nodes, order_secondary, problem, rejecting

Attributes = Mapping[str, str]
Event = tuple[str, str, Attributes, int]  # start, end or text; name or text; attributes; byte
_CHUNK = 1 << 20
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);|#)[^;\s]*;?")
_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^<>\[]*(?:\[.*?\]\s*)?>\s*)*<([\w.:-]+)", re.DOTALL)
_KEY = re.compile(r"[A-Za-z_][\w.-]*")
_SPECIAL = re.compile("[&<>\"\t\n\r]|[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def root_name(head: bytes) -> str:
    """The name of the root element of a text that begins like this, or nothing."""
    found = _ROOT.match(head)
    return found[1].decode().rpartition(":")[2] if found else ""


def utf8(input: Input) -> Input:
    """The input as UTF-8, whatever encoding a byte order mark or the XML declaration names."""
    declared = _ENCODING.match(input.data)
    return replace(input, data=to_utf8(input.data, input.source, declared[1].decode() if declared else None))


def groups(input: Input, *names: str) -> Iterator[list[Event]]:
    """What a file holds: all events of an element of these names together, others one by one.

    Broken XML rejects what comes after; an element that is not closed is not handed out.
    """
    group: list[Event] = []
    inside = 0
    for event in _events(input):
        group.append(event)
        if event[1] in names and event[0] != "text":
            inside += 1 if event[0] == "start" else -1
        if inside == 0:
            yield group
            group = []


def _events(input: Input) -> Iterator[Event]:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    found: list[Event] = []

    def add(kind: str, name: str, attributes: Attributes) -> None:
        found.append((kind, name, attributes, parser.CurrentByteIndex))

    parser.StartElementHandler = lambda name, attributes: add("start", name.rpartition(":")[2], attributes)
    parser.EndElementHandler = lambda name: add("end", name.rpartition(":")[2], {})
    parser.CharacterDataHandler = lambda text: add("text", text, {})
    _refuse_entities(parser, input)
    for begin in range(0, len(input.data) or 1, _CHUNK):
        try:
            parser.Parse(input.data[begin : begin + _CHUNK], begin + _CHUNK >= len(input.data))
        except (expat.ExpatError, FormatError) as error:
            yield from found
            line, message = _explained(error, input)
            input.reject(line, message)
            return
        yield from found
        found.clear()


def _explained(error: expat.ExpatError | FormatError, input: Input) -> tuple[int, str]:
    if isinstance(error, FormatError):
        return error.reject.line, error.reject.message
    found = expat.ErrorString(error.code)
    if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
        found = "the file ends too early" if input.data.strip() else "the file is empty"
    return error.lineno, f"broken XML ({found}); mend the file or get it again"


def _refuse_entities(parser: Any, input: Input) -> None:
    """Stop where an entity is declared, and where one is used that only another file could declare."""

    def declared(name: str, *_: object) -> None:
        message = f"the file declares the entity '{name}', but entities are not expanded; write its characters out"
        raise problem(input, parser.CurrentByteIndex, message)

    def doctype(*_: object) -> None:
        unknown = _ENTITY.search(input.data)
        if unknown is not None and not b"<!ENTITY" in input.data:
            name = unknown[0].decode("utf-8", "replace")
            raise problem(input, unknown.start(), f"the entity {name} is not known; write its characters out")

    parser.EntityDeclHandler, parser.StartDoctypeDeclHandler = declared, doctype


def given(attributes: Attributes, name: str) -> str | None:
    """An attribute, or None where it is not there or says `--`."""
    value = attributes.get(name)
    return None if value == MISSING else value


def row(**values: object) -> dict[str, Any]:
    """A row without its missing values, so that a column that nobody fills does not come to be."""
    return {name: value for name, value in values.items() if value is not None}


def pack(attributes: Attributes, known: Sequence[str]) -> str | None:
    """Attributes that have no column of their own as `key=value|key=value`, with \\p for | as in CoNLL-U."""
    extra = {key: value for key, value in attributes.items() if key not in known and ":" not in key and key != "xmlns"}
    if list(extra) == ["misc"]:
        return extra["misc"]
    packed = (f"{key}={value}".replace("\\", "\\\\").replace("|", "\\p") for key, value in extra.items())
    return "|".join(packed) or None


def unpack(misc: str | None, known: Sequence[str]) -> dict[str, str]:
    """The attributes that `pack` put together; what was never attributes becomes one, called misc."""
    if misc is None:
        return {}
    pairs = [piece.partition("=") for piece in misc.split("|")]
    restored = {key: re.sub(r"\\([\\p])", lambda m: "|" if m[1] == "p" else "\\", value) for key, _, value in pairs}
    fits = all(_KEY.fullmatch(key) and key not in known for key in restored) and "misc" not in restored
    return restored if fits and pack(restored, known) == misc else {"misc": misc}


def sentence_comments(attributes: Attributes, known: Sequence[str]) -> str | None:
    """Attributes of a sentence as comments, `# key = value`."""
    extra = {key: value for key, value in attributes.items() if key not in known and ":" not in key and key != "xmlns"}
    if list(extra) == ["comments"]:
        return extra["comments"]
    return "\n".join(f"# {key} = {value}" for key, value in extra.items()) or None


def comment_attributes(comments: str | None, known: Sequence[str]) -> dict[str, str]:
    """The attributes that `sentence_comments` made comments of; other comments become one attribute."""
    if comments is None:
        return {}
    pairs = [line.removeprefix("# ").partition(" = ") for line in comments.split("\n")]
    restored = {key: value for key, _, value in pairs}
    fits = all(_KEY.fullmatch(key) and key not in known for key in restored) and "comments" not in restored
    return restored if fits and sentence_comments(restored, known) == comments else {"comments": comments}


def escape(text: str) -> str:
    """Text for an attribute or an element; a character that XML cannot hold becomes U+FFFD."""
    return _SPECIAL.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
    if character in "\t\n\r":
        return f"&#{ord(character)};"
    return named.get(character, "\ufffd")


def spelled(attributes: Mapping[str, str | None]) -> str:
    """Attributes as they stand in a tag, with a space before each; those that are None are left out."""
    return "".join(f' {key}="{escape(value)}"' for key, value in attributes.items() if value is not None)


def build(builder: Builder, header: Mapping[str, str]) -> Treebank:
    """The treebank of a builder, with secondary edges in one order."""
    return order_secondary(builder.build(header))
