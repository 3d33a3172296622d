"""TIGER-XML: <s> with a <graph> of <t>, <nt>, <edge> and <secedge>; and what the other XML formats share with it.

XML is read with expat, in the standard library: it knows no limit of depth (libxml2 stops at 2,048 elements), gives the
exact place of every element (libxml2 counts lines up to 65,535), and lets us refuse entities before any is expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO
from xml.parsers import expat

from ..errors import FormatError
from ..treebank import Rows, Text, Treebank
from ..treebank.build import Builder
from .base import Format, Input, register
from .encoding import to_utf8
from .export import FIRST_NODE, MISSING, must_have_trees, number_nodes, order_secondary, problem, rejecting

Event = tuple[str, str, dict[str, str], int]  # start, end or text; name or text; attributes; byte
_CHUNK = 1 << 20
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);|#)[^;\s]*;?")
_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^<>]*?(?:\[.*?\]\s*)?>\s*)*<([\w.:-]+)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][\w.-]*")


def root_name(head: bytes) -> str:
    """The name of the root element of a text that begins like this, or nothing."""
    found = _ROOT.match(head)
    return found[1].decode().rpartition(":")[2] if found else ""


def utf8(input: Input) -> Input:
    """The input as UTF-8, whatever encoding the XML declaration or a byte order mark names."""
    declared = _ENCODING.match(input.data)
    return replace(input, data=to_utf8(input.data, input.source, declared[1].decode() if declared else None))


def groups(input: Input, *names: str) -> Iterator[list[Event]]:
    """The events of a file (which is UTF-8): all of an element of these names together, others one by one.

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
    found: list[Event] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        found.append(("start", name.rpartition(":")[2], attributes, parser.CurrentByteIndex))

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: found.append(("end", name.rpartition(":")[2], {}, parser.CurrentByteIndex))
    parser.CharacterDataHandler = lambda text: found.append(("text", text, {}, parser.CurrentByteIndex))
    parser.buffer_text = True
    _refuse_entities(parser, input)
    for begin in range(0, len(input.data) or 1, _CHUNK):
        try:
            parser.Parse(input.data[begin : begin + _CHUNK], begin + _CHUNK >= len(input.data))
        except (expat.ExpatError, FormatError) as error:
            yield from found
            place = error.reject if isinstance(error, FormatError) else _broken(input, error).reject
            input.reject(place.line, place.message)
            return
        yield from found
        found.clear()


def _refuse_entities(parser: Any, input: Input) -> None:
    """Stop at a declaration of an entity, and at one that only an external file could declare."""

    def declared(name: str, *_: object) -> None:
        message = f"the file declares the entity '{name}', which is never expanded; write its characters out"
        raise problem(input, parser.CurrentByteIndex, message)

    def doctype(*_: object) -> None:
        unknown = _ENTITY.search(input.data)
        if unknown is not None:
            name = unknown[0].decode("utf-8", "replace")
            raise problem(input, unknown.start(), f"the entity {name} is not known; write its characters out")

    parser.EntityDeclHandler, parser.StartDoctypeDeclHandler = declared, doctype


def _broken(input: Input, error: expat.ExpatError) -> FormatError:
    found = expat.ErrorString(error.code)
    if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
        found = "the file ends too early" if input.data.strip() else "the file is empty"
    message = f"broken XML ({found}); mend the file or get it again"
    return problem(input, len(input.data.rstrip()) if "ends" in found else _offset(input, error), message)


def _offset(input: Input, error: expat.ExpatError) -> int:
    return sum(map(len, input.data.split(b"\n", error.lineno)[: error.lineno - 1])) + error.lineno - 1
