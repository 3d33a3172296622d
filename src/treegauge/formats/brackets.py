"""Bracketed trees as in the Penn Treebank, and the dialects in use.

brackets            (S (NP (DT the) (NN dog)) ...), root ( ... ), TOP, ROOT, S1; one or several lines per tree
brackets-psd        Penn historical corpora: (ID ...) is the id of the sentence, (NP *T*-1) is an empty element
brackets-psd-lemma  the same with form-lemma leaves (IcePaHC)
brackets-cess       leaves (TAG form lemma), (sn *0*) is an empty element
brackets-floresta   labels FUNCTION+category, punctuation as (.), # comments before each tree
discbracket         leaves (TAG 3=word): discontinuous trees
"""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..core.errors import DataError
from ..core.types import Mask
from ..treebank import Column, Rows, Strings, Text, Treebank
from ..treebank.edit import restructure
from ..treebank.strings import pair
from ..treebank.views import escape_brackets
from .base import COMMENTED, Format, Input, column_of, register_format
from .dialects import DESCRIPTIONS, DIALECTS, EXTENSIONS, Dialect, dialect_of

_PROBLEMS = {
    1: "the tree that begins here is never closed; add the missing )",
    2: "this ) closes nothing; remove it or add the missing (",
    3: "text outside brackets; a tree is (LABEL ...), and a comment begins with #",
    4: "a NUL byte; remove it",
}
_CHUNK = 50_000
_REPLACED = r"[\x00-\x20]"  # see `escape_brackets`


def read_brackets(input: Input, dialect: Dialect) -> Treebank:
    """Read trees of a dialect."""
    data = input.data if input.data.endswith(b"\n") else input.data + b"\n"
    return read_text(np.frombuffer(data, np.uint8), input, dialect)


def read_text(text: NDArray[np.uint8], input: Input, dialect: Dialect) -> Treebank:
    """Read trees from a text that ends in a newline, without copying it; the data of the input is not used."""
    from .kernels.brackets import scan_brackets

    tokens, nodes, (token_ends, node_ends, lines, ids), places, comments, rejects = scan_brackets(
        text, dialect.bits, input.on_error == "stop"
    )
    data = text.tobytes() if len(rejects) or len(comments) or ids.any() else b""
    for problem, begin, end, line, place in rejects.tolist():
        input.reject(line, _PROBLEMS[problem], data[begin:end].decode(), column_of(data, place))
    column = _columns(text, places)
    form, tag, lemma, parent = tokens
    label, node_parent, left, right = nodes
    token_table: dict[str, Column] = {"form": column(form), "tag": column(tag), "parent": parent}
    if dialect.lemma:
        token_table["lemma"] = column(lemma)
    sentences = {
        "id": _ids(data, ids),
        "comments": _comments(data, comments.tolist(), len(lines)),
        "source": Text.constant(input.source, len(lines)),
        "line": lines + input.lines_before if input.lines_before else lines,
    }
    node_table = {"label": column(label), "parent": node_parent, "left": left, "right": right}
    treebank = Treebank.of(
        Rows(np.arange(len(lines) + 1, dtype=np.int64), sentences),
        Rows(np.append(np.int64(0), token_ends), token_table),
        Rows(np.append(np.int64(0), node_ends), node_table),
        header={COMMENTED: "yes"} if len(comments) else {},
    )
    if dialect.joined:
        treebank = _split_lemmas(treebank)
    if dialect.function:
        treebank = _split_functions(treebank)
    return treebank


def _columns(text: Any, places: Any) -> Any:
    """A function that turns codes of the scanner's one dictionary into a column with its own dictionary."""
    from .kernels.intern import gather, renumber

    starts, ends = places

    def column(codes: Any) -> Text:
        used = renumber(codes, len(starts))
        return Text(codes, Strings(*gather(text, starts[used], ends[used])))

    return column


def _ids(data: bytes, places: Any) -> Text:
    if not places.any():
        return Text.constant(None, len(places))
    return Text.of(data[start:end].decode() if end else None for start, end in places.tolist())


def _comments(data: bytes, comments: list[tuple[int, int, int]], sentences: int) -> Text:
    if not comments:
        return Text.constant(None, sentences)
    lines: list[str | None] = [None] * sentences
    for sentence, start, end in comments:
        if sentence < sentences:
            line, before = data[start:end].decode().rstrip(), lines[sentence]
            lines[sentence] = line if before is None else f"{before}\n{line}"
    return Text.of(lines)


def split_leaf(leaf: str) -> tuple[str, str | None]:
    """Split `bækur-bók` into form and lemma. If both halves are equal, the hyphen is in the middle; otherwise it is the
    last one."""
    middle = len(leaf) // 2
    if len(leaf) % 2 and leaf[middle] == "-" and leaf[:middle] == leaf[middle + 1 :] and middle:
        return leaf[:middle], leaf[middle + 1 :]
    form, hyphen, lemma = leaf.rpartition("-")
    return (form, lemma) if form and hyphen and lemma else (leaf, None)


def _split_lemmas(treebank: Treebank) -> Treebank:
    tokens = treebank.tokens
    leaf, words = tokens.text("form"), ~empty_leaves(treebank)
    pairs = [split_leaf(value) for value in leaf.values]
    form, lemma = leaf.replace([pair[0] for pair in pairs]), leaf.replace([pair[1] for pair in pairs])
    kept = Text.of(leaf.values)
    both = Text.of([*form.values, *kept.values])
    codes = np.where(words, form.in_terms_of(both), leaf.in_terms_of(both))
    return treebank.replace(
        tokens=tokens.replace(
            form=Text(codes.astype(np.int32), both.values).compact(),
            lemma=Text(np.where(words, lemma.codes, -1).astype(np.int32), lemma.values),
        )
    )


def empty_leaves(treebank: Treebank) -> Mask:
    """Leaves that are not words of the text: empty elements, CODE and the like. They have no lemma to split off."""
    tag = treebank.tokens.text("tag")
    return tag.mask({"-NONE-", "CODE"}, missing=True)


def _split_functions(treebank: Treebank) -> Treebank:
    tokens, nodes = treebank.tokens, treebank.nodes
    tag, label = tokens.text("tag"), nodes.text("label")
    return treebank.replace(
        tokens=tokens.replace(tag=tag.map(lambda s: s.rpartition("+")[2]), function=tag.map(_function)),
        nodes=nodes.replace(label=label.map(lambda s: s.rpartition("+")[2]), function=label.map(_function)),
    )


def _function(label: str) -> str | None:
    function, plus, _ = label.rpartition("+")
    return function if plus else None


def write_brackets(treebank: Treebank, file: BinaryIO, dialect: Dialect) -> None:
    """Write trees in a dialect, one per line."""
    if not treebank.has_constituents:
        raise DataError("the treebank has no constituency trees to write as brackets; write it as .conllu")
    if not dialect.indexed:
        _must_be_continuous(treebank)
    # Other programs fail on comments among brackets, so they are written only if they were read, or asked for.
    commented = dialect.comments or (COMMENTED in treebank.header and not dialect.indexed)
    for start in range(0, len(treebank), _CHUNK):
        part = treebank[start : start + _CHUNK]
        spelled = _spelled(part, dialect)
        file.write(_with_comments(part, spelled) if commented else spelled)


def _with_comments(treebank: Treebank, spelled: bytes) -> bytes:
    """The comments of each sentence before its line."""
    lines = []
    for comment, line in zip(treebank.sentences.text("comments"), spelled.split(b"\n"), strict=False):
        notes = comment.split("\n") if comment else []
        lines += [(note if note.startswith(("#", "*")) else f"# {note}").encode() for note in notes]
        lines.append(line)
    return b"".join(line + b"\n" for line in lines)


def _must_be_continuous(treebank: Treebank) -> None:
    from ..treebank.shape import discontinuous

    crossing = discontinuous(treebank)
    if crossing.any():
        sentence = int(treebank.nodes.sentence[int(np.argmax(crossing))])
        raise DataError(
            f"{treebank.where(sentence)}: brackets cannot represent a discontinuous phrase; "
            "write it as discbracket or export, or use -t raise-crossing"
        )


def _spelled(treebank: Treebank, dialect: Dialect) -> bytes:
    from .kernels.spell import spell_brackets

    tokens, nodes, ids = treebank.tokens, treebank.nodes, treebank.sentences.text("id")
    form, tag, label = _leaves(treebank, dialect), tokens.text("tag"), nodes.text("label")
    if dialect.function:
        tag = pair(tokens.text("function"), tag, "+")
        label = pair(nodes.text("function"), label, "+")
    tag, label = tag.map(lambda name: escape_brackets(name) or "_"), label.map(escape_brackets)
    tail = (ids if dialect.ids else Text.constant(None, len(treebank))).map(
        lambda name: f" (ID {escape_brackets(name) or '_'})"
    )
    size = sum(
        int(np.append(np.diff(column.values.offsets), 0)[column.codes].sum()) for column in (form, tag, label, tail)
    )
    digits = 12 if dialect.indexed else 0
    out = np.empty(size + (4 + digits) * len(tokens) + 3 * len(nodes) + 12 * len(treebank) + 64, np.uint8)
    written = spell_brackets(
        tokens.offsets,
        nodes.offsets,
        (form.codes, tag.codes, tokens.numbers("parent")),
        (label.codes, nodes.numbers("parent"), nodes.numbers("left")),
        (form.values.blob, form.values.offsets),
        (tag.values.blob, tag.values.offsets),
        (label.values.blob, label.values.offsets),
        (tail.codes, tail.values.blob, tail.values.offsets),
        np.frombuffer(b"" if dialect.bare else b"VROOT", np.uint8),
        dialect.bare,
        dialect.indexed,
        out,
    )
    return out[:written].tobytes()


def _leaves(treebank: Treebank, dialect: Dialect) -> Text:
    form = treebank.tokens.text("form").map(lambda word: escape_brackets(word) or "_")
    if not (dialect.lemma or dialect.joined):
        return form
    lemma = treebank.tokens.text("lemma").map(lambda word: escape_brackets(word) or "_")
    if dialect.lemma:
        return pair(form, lemma, " ")
    return pair(form, Text(np.where(empty_leaves(treebank), np.int32(-1), lemma.codes), lemma.values), "-")


def read_discbracket(input: Input) -> Treebank:
    """Read trees whose leaves are numbered: (NN 3=word)."""
    treebank = read_brackets(input, Dialect())
    tokens = treebank.tokens
    leaf = tokens.text("form")
    numbers = _leaf_numbers(leaf)
    order = np.lexsort((numbers, tokens.sentence))
    expected = np.arange(len(tokens)) - tokens.start
    wrong = np.flatnonzero(numbers[order] != expected)
    if len(wrong):
        bad = np.unique(tokens.sentence[wrong])
        for sentence in bad.tolist():
            line = int(treebank.sentences.numbers("line")[sentence])
            input.reject(line, "the leaves must be numbered 0=... 1=... without gaps", treebank[sentence].brackets())
        treebank = treebank.select(np.setdiff1d(np.arange(len(treebank)), bad))
    return _in_order(treebank)


def _leaf_numbers(leaf: Text) -> Any:
    """The number before the equals sign of each leaf, or -1."""
    pairs = [value.partition("=") for value in leaf.values]
    numbers = [int(n) if mark and n.isdecimal() and len(n) < 10 else -1 for n, mark, _ in pairs]
    return np.array([*numbers, -1], np.int64)[leaf.codes]


def _in_order(treebank: Treebank) -> Treebank:
    """Put numbered leaves into the order of their numbers."""
    order = np.lexsort((_leaf_numbers(treebank.tokens.text("form")), treebank.tokens.sentence))
    tokens = treebank.tokens.reorder(order)
    tokens = tokens.replace(form=tokens.text("form").map(lambda value: value.partition("=")[2]))
    return restructure(treebank.replace(tokens=tokens))


def _add(name: str) -> None:
    dialect = DIALECTS[name]
    register_format(
        Format(
            name=name,
            description=DESCRIPTIONS[name],
            read=lambda input: read_brackets(input, dialect),
            write=lambda treebank, file: write_brackets(treebank, file, dialect),
            extensions=EXTENSIONS.get(name, ()),
            sniff=lambda head: 2 * (dialect_of(head) == name),
            carries=dialect.carries,
            comments_if_asked=True,
            replaced=_REPLACED,
        )
    )


for _name in DIALECTS:
    _add(_name)

register_format(
    Format(
        name="discbracket",
        description="brackets with numbered leaves, for discontinuous trees",
        read=read_discbracket,
        write=lambda treebank, file: write_brackets(treebank, file, Dialect(indexed=True)),
        extensions=(".discbracket", ".dbr"),
        sniff=lambda head: 2 * (dialect_of(head) == "discbracket"),
        carries=frozenset({"nodes"}),
        replaced=_REPLACED,
    )
)
