"""GENIA treebank XML: <sentence> with nested <cons cat role> and <tok cat>word</tok>.

An empty element is a <cons null="..."> without content; it is read as in the Penn Treebank, as a leaf -NONE- of its
phrase. If no space follows a token, misc has SpaceAfter=No, as in CoNLL-U.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from ..treebank import Rows, Treebank
from ..treebank.build import Builder, NodeRow, SentenceRow, TokenRow
from .base import Format, Input, register_format
from .trees import build_ordered, error_at, filled, must_be_continuous, must_have_trees, rejecting, walk
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
    xml_as_utf8,
    xml_sentences,
)

_PARTS = ("ArticleTitle", "AbstractText")
_PMID, _PART = "# pmid = ", "# part = "
_EMPTY = {"NONE": "*", "ZERO": "0", "QSTN": "*?*"}  # the others are *T*, *RNR*, *ICH*, *EXP*
_NULL = {form: null for null, form in _EMPTY.items()}
_KNOWN = {"cat", "role", "null"}


@dataclass
class _Tree:
    """A sentence while it is read; `last` is the last token, until a space follows it."""

    tokens: list[TokenRow] = field(default_factory=list)
    nodes: list[NodeRow] = field(default_factory=list)
    path: list[int] = field(default_factory=lambda: [-1])
    last: TokenRow | None = None


def read_geniaxml(input: Input) -> Treebank:
    """Read GENIA treebank XML."""
    input = xml_as_utf8(input)
    builder = Builder()
    line, counted = 1, 0
    article, part = "", ""
    for group in element_events(input, "sentence", "PMID", text=True):
        kind, name, attributes, start = group[0]
        if name == "PubmedArticle":
            article = ""
        elif name in _PARTS:
            part = name if kind == "start" else ""
        elif kind == "start" and name == "PMID":
            article = "".join(text for kind, text, _, _ in group if kind == "text").strip()
        elif kind == "start" and name == "sentence":
            line, counted = line + input.data.count(b"\n", counted, start), start
            notes = [_PMID + article if article else None, _PART + part if part else None]
            notes.append(sentence_comments(attributes, {"id"}))
            comments = "\n".join(note for note in notes if note is not None) or None
            with rejecting(input, start, end_of(input, group)):
                tree = _read_tree(input, group)
                row = SentenceRow(id=attributes.get("id"), comments=comments, source=input.source, line=line)
                builder.add(filled(row), tree.tokens, tree.nodes)
    return build_ordered(builder, {})


def _read_tree(input: Input, group: list[XmlEvent]) -> _Tree:
    tree = _Tree()
    open_word: TokenRow | None = None
    for kind, name, attributes, offset in group:
        if kind == "text":
            if open_word is not None:
                open_word["form"] += name
            elif name.strip():
                raise error_at(input, offset, f"'{name.strip()}' is outside a <tok>; put it into one")
            else:
                tree.last = None
        elif name == "cons" and kind == "start":
            _read_phrase(tree, attributes)
        elif name == "cons":
            tree.path.pop()
        elif name == "tok":
            open_word = _read_token(tree, attributes) if kind == "start" else None
    return tree


def _read_phrase(tree: _Tree, attributes: XmlAttributes) -> None:
    label, role, null = attributes.get("cat", ""), attributes.get("role"), attributes.get("null")
    misc = pack_attributes(attributes, _KNOWN)
    tree.nodes.append(filled(NodeRow(label=label, function=role, misc=misc, parent=tree.path[-1])))
    tree.path.append(len(tree.nodes) - 1)
    if null is not None:
        tree.tokens.append({"form": _EMPTY.get(null, f"*{null}*"), "tag": "-NONE-", "parent": tree.path[-1]})


def _read_token(tree: _Tree, attributes: XmlAttributes) -> TokenRow:
    if tree.last is not None:
        before = tree.last.get("misc")
        tree.last["misc"] = "SpaceAfter=No" if before is None else f"{before}|SpaceAfter=No"
    misc = pack_attributes(attributes, _KNOWN)
    tag, role = attributes.get("cat") or None, attributes.get("role")
    tree.last = filled(TokenRow(form="", tag=tag, function=role, misc=misc, parent=tree.path[-1]))
    tree.tokens.append(tree.last)
    return tree.last


def write_geniaxml(treebank: Treebank, file: BinaryIO) -> None:
    """Write GENIA treebank XML."""
    must_have_trees(treebank, "GENIA XML")
    must_be_continuous(treebank, "GENIA XML")
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<Annotation>\n<PubmedArticleSet>\n')
    tokens, tight = _without_spaces(treebank.tokens)
    tag, form = tokens.text("tag").decode(), [escape_xml(word or "") for word in tokens.text("form").decode()]
    starts = tokens.offsets.tolist()
    article, part = "", ""
    ready = xml_sentences(treebank.replace(tokens=tokens), {"cat": "tag"}, {"cat": "label"}, _KNOWN)
    for sentence, start in zip(ready, starts, strict=False):
        (pmid, section), comments = _place(sentence.comments)
        file.write("".join(_change((article, part), (pmid, section))).encode())
        article, part = pmid, section
        end = start + len(sentence.tokens)
        body = "".join(_spell(sentence, tag[start:end], form[start:end], tight[start:end]))
        attributes = attribute_text(comment_attributes(comments, {"id"}))
        file.write(f'<sentence id="{sentence.name}"{attributes}>{body}</sentence>\n'.encode())
    file.write("".join(_change((article, part), ("", ""))).encode() + b"</PubmedArticleSet>\n</Annotation>\n")


def _without_spaces(tokens: Rows) -> tuple[Rows, list[bool]]:
    """Remove SpaceAfter=No from misc, since it is written as a missing space."""
    if "misc" not in tokens:
        return tokens, [False] * len(tokens)
    misc = tokens.text("misc")
    rest = misc.map(lambda value: re.sub(r"(?:^|\|)SpaceAfter=No$", "", value) or None)
    return tokens.replace(misc=rest), misc.mask(lambda value: value.endswith("SpaceAfter=No")).tolist()


def _place(comments: str | None) -> tuple[tuple[str, str], str | None]:
    """The article and its part that a sentence comes from, and the other comments."""
    lines = comments.split("\n") if comments is not None else []
    article = lines.pop(0).removeprefix(_PMID) if lines and lines[0].startswith(_PMID) else ""
    part = lines.pop(0).removeprefix(_PART) if lines and lines[0].startswith(_PART) else ""
    if part not in ("", *_PARTS):
        lines, part = [_PART + part, *lines], ""
    return (article, part), "\n".join(lines) if lines else None


def _change(before: tuple[str, str], after: tuple[str, str]) -> Iterator[str]:
    """Close the elements that end after a sentence, and open those of the next one."""
    if before == after:
        return
    if before[1]:
        yield f"</{before[1]}>\n"
    if before[0] != after[0]:
        if before[0]:
            yield "</Article>\n</MedlineCitation>\n</PubmedArticle>\n"
        if after[0]:
            yield f"<PubmedArticle>\n<MedlineCitation>\n<PMID>{escape_xml(after[0])}</PMID>\n<Article>\n"
    if after[1]:
        yield f"<{after[1]}>\n"


def _spell(sentence: XmlSentence, tag: list[str | None], form: list[str], tight: list[bool]) -> Iterator[str]:
    nulls = _nulls(sentence, tag, form)
    space = ""
    for kind, at in walk(sentence.token_parents, sentence.node_parents, sentence.left):
        if kind == "close":
            yield "</cons>"
        elif kind == "open":
            role = attribute_text({"role": sentence.node_functions[at], "null": nulls.get(at)})
            yield f"{space}<cons{sentence.nodes[at]}{role}>"
            space = ""
        elif sentence.token_parents[at] not in nulls:
            role = attribute_text({"role": sentence.token_functions[at]})
            yield f"{space}<tok{sentence.tokens[at]}{role}>{form[at]}</tok>"
            space = "" if tight[at] else " "


def _nulls(sentence: XmlSentence, tag: list[str | None], form: list[str]) -> dict[int, str]:
    """Nodes whose only child is an empty element that GENIA has a name for, with that name."""
    parents = [*sentence.token_parents, *sentence.node_parents]
    alone = {parent for parent, times in Counter(parents).items() if times == 1 and parent >= 0}
    nulls = {}
    for token, parent in enumerate(sentence.token_parents):
        if parent in alone and tag[token] == "-NONE-" and sentence.token_functions[token] is None:
            null = _NULL.get(form[token]) or form[token][1:-1]
            if null.isupper() and null.isalpha() and _EMPTY.get(null, f"*{null}*") == form[token]:
                nulls[parent] = null
    return nulls


def _sniff(head: bytes) -> int:
    return 2 * (root_name(head).lower() == "annotation" and b"<cons " in head and b"<tok " in head)


register_format(
    Format(
        name="geniaxml",
        description="GENIA treebank XML",
        read=read_geniaxml,
        write=write_geniaxml,
        extensions=(".genia.xml",),
        sniff=_sniff,
        carries=frozenset({"nodes", "function", "comments", "id", "misc"}),
        replaced=NOT_PERMITTED,
        raw=True,
    )
)
