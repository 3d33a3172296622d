"""`read` and `write`: any treebank in, any treebank out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import IO, Any

from ..core.errors import CallError, DataError, Reject
from ..core.limits import Allowance
from ..core.outputs import create_binary
from ..core.types import PathLike, Progress
from ..core.wording import counted, shown
from ..treebank import Rows, Treebank, concatenate
from .base import COMMENTED, FORMATS, SNIFFED_BYTES, Format, Input, OnError
from .encoding import byte_order_mark, to_utf8
from .sources import Source, bare_name, find_sources

_SHOWN = 5  # files passed over that are named


def read(
    path: PathLike | Iterable[PathLike],
    format: str | None = None,
    *,
    encoding: str | None = None,
    on_error: OnError = "stop",
    lenient: bool = False,
    rejects: list[Reject] | None = None,
    passed_over: list[str] | None = None,
    max_size: str | int | None = None,
    progress: Progress | None = None,
) -> Treebank:
    """Read a treebank: a file (also .gz .bz2 .xz .zst), a tar, a directory, a glob, `-`, a name of the catalogue (see
    `available_treebanks`), or several of these.

    The format is detected from name and content, or given: `format="export"` or `"file.txt:export"`. A sentence that
    cannot be read raises an error that says where; with `on_error="skip"` it is added to `rejects` instead. Files of a
    directory or tar that are not a treebank are listed in `passed_over`. `lenient` keeps CoNLL sentences whose heads
    form a cycle, so that they can be scored. `max_size` is the largest size of the input when it is unpacked: "16GB",
    which is the default, or a number of bytes.
    """
    if on_error not in ("stop", "skip"):
        raise CallError(f"on_error must be 'stop' or 'skip', not '{on_error}'")
    paths = _paths(path)
    allowance = Allowance(max_size)
    inputs: list[tuple[Source, str | None, bool]] = []
    for item in paths:
        name, named = split_name(os.fspath(item))
        sources = find_sources(name, allowance)
        alone = len(sources) == 1 and not os.path.isdir(name)
        inputs += [(source, format or named or source.format, alone) for source in sources]
    kept, passed = [] if rejects is None else rejects, [] if passed_over is None else passed_over
    parts: list[tuple[Source, Format, Treebank]] = []
    for number, (source, named, alone) in enumerate(inputs):
        part = _read_source(source, named, alone, encoding, on_error, kept, lenient)
        if part is None:
            passed.append(source.name)
        else:
            parts.append((source, *part))
        if progress is not None:
            progress(number + 1, len(inputs))
    if not parts:
        raise DataError(f"no treebank found in {', '.join(map(str, paths))}; name the format: FILE:FORMAT")
    _must_be_of_one_kind(parts)
    return concatenate([treebank for _, _, treebank in parts])


def read_source(
    source: Source,
    format: str | None = None,
    *,
    alone: bool = True,
    encoding: str | None = None,
    on_error: OnError = "stop",
    rejects: list[Reject] | None = None,
) -> Treebank | None:
    """The treebank in one file or member of an archive, heads as they are. One whose format is not recognised is an
    error, or None if it is not `alone` and its name does not have the ending of a format."""
    part = _read_source(source, format, alone, encoding, on_error, [] if rejects is None else rejects, True)
    return None if part is None else part[1]


def _paths(path: Any) -> list[PathLike]:
    """The paths that a caller gives, one or several; anything else is an error."""
    single = isinstance(path, (str, os.PathLike, bytes, Treebank)) or hasattr(path, "read")
    paths = [path] if single or not isinstance(path, Iterable) else list(path)
    for item in paths:
        if not isinstance(item, (str, os.PathLike)):
            file = ", an open file; give its name" if hasattr(item, "read") else f" ({shown(repr(item))[1:-1]})"
            raise CallError(
                "read takes the path of a file or folder, as a string or an os.PathLike, or several of these;"
                f" not {type(item).__name__}{file}"
            )
    return paths


def passed_over_message(name: str, files: Sequence[str]) -> str:
    """What to say of files that are not treebanks, in a directory or tar that was read."""
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    others = counted(len(files), "file that is not a treebank", "files that are not treebanks")
    return f"{name}: passed over {others}: {', '.join(files[:_SHOWN])}{more}"


def split_name(name: str) -> tuple[str, str | None]:
    """Split `file.txt:brackets` into the path and the format."""
    path, colon, format = name.rpartition(":")
    if not colon or not path or os.path.exists(name) or not re.fullmatch(r"[a-z][a-z0-9-]*", format):
        return name, None
    FORMATS.get(format)
    return path, format


def _read_source(
    source: Source,
    named: str | None,
    alone: bool,
    encoding: str | None,
    on_error: OnError,
    rejects: list[Reject],
    lenient: bool,
) -> tuple[Format, Treebank] | None:
    data = source.load()
    format = FORMATS.get(named) if named else detect(data, source.name)
    if format is None and (alone or data.strip()):  # a damaged beginning does not make a.conllu something else
        format = claimed_format(source.name)
    if format is None and alone:
        format = None if data.strip() else FORMATS.get("brackets")
        if format is None:
            known = ", ".join(FORMATS.names())
            name = "-" if source.name == "<stdin>" else source.name
            raise DataError(f"{source.name}: the format is not recognised; name it: {name}:FORMAT (one of {known})")
    if format is None:
        return None
    if format.read is None:
        raise CallError(f"{source.name}: the format {format.name} can be written but not read")
    text = data if format.raw else to_utf8(data, source.name, encoding)
    del data
    return format, format.read(Input(text, source.name, on_error, rejects, lenient))


def _must_be_of_one_kind(parts: list[tuple[Source, Format, Treebank]]) -> None:
    kinds = {format.kind: (source.name, format.name) for source, format, _ in parts if format.kind != "both"}
    if len(kinds) > 1:
        listed = " and ".join(f"{format} ({name})" for name, format in kinds.values())
        raise CallError(f"trees of several kinds: {listed}; choose files with a glob, such as '*.conllu'")


def detect(data: bytes, name: str) -> Format | None:
    """Detect the format of a file from its content; if several fit, the name decides."""
    head = _text_head(data)
    fitting = sorted(((format.sniff(head), format) for _, format in FORMATS.items()), key=lambda pair: -pair[0])
    sure = [format for fit, format in fitting if fit and fit == fitting[0][0]]
    by_name = [format for fit, format in fitting if fit and bare_name(name).endswith(format.extensions or ("\0",))]
    return next(iter(by_name or sure), None)


def _text_head(data: bytes) -> bytes:
    """The beginning of a file as UTF-8, without a byte order mark, up to the end of a line."""
    head = data[:SNIFFED_BYTES]
    mark, encoding = byte_order_mark(head)
    if encoding not in (None, "utf-8"):
        head = head[len(mark) :].decode(encoding, "replace").encode()
    else:
        head = head[len(mark) :]
    last = head.rfind(b"\n") if len(data) > SNIFFED_BYTES else -1
    return head[: last + 1] if last >= 0 else head


def write(
    treebank: Treebank, path: PathLike | IO[bytes], format: str | None = None, *, encoding: str = "utf-8"
) -> None:
    """Write a treebank; the format is detected from the name, or given: `format="export"` or `"file.txt:export"`."""
    if not isinstance(path, (str, os.PathLike)):
        _write_to(treebank, path, FORMATS.get(_needed(format)), encoding)
        return
    name, named = split_name(os.fspath(path))
    target = FORMATS.get(format or named or _format_by_name(name))
    with create_binary(name) as file:
        _write_to(treebank, file, target, encoding)


def check_target(path: PathLike) -> Format:
    """The format that `write` would use, so that a wrong name is reported before any work."""
    name, named = split_name(os.fspath(path))
    folder = os.path.dirname(name)
    if folder and not os.path.isdir(folder):
        raise CallError(f"cannot write '{name}': the folder '{folder}' does not exist; create it first")
    return FORMATS.get(named or _format_by_name(name))


CHARACTERS = "the character"  # a loss that begins so is of characters, which are replaced, not left out
_TEXTS = {"form", "tag", "label", "lemma", "function", "deprel", "upos", "feats", "misc"}
_NAMES = {
    "head": "dependencies",
    "nodes": "phrases",
    "lemma": "lemmas",
    "feats": "features",
    "function": "functions",
    "multiword": "multiword tokens",
    "empty": "empty nodes of enhanced graphs",
    "secondary": "secondary edges",
    "comments": "comments",
    "id": "sentence ids",
    "upos": "universal tags",
    "deps": "enhanced dependencies",
    "misc": "miscellaneous fields",
}


def losses(treebank: Treebank, path: PathLike) -> list[str]:
    """What the treebank has and the format of `path` cannot represent, in words."""
    format = check_target(path)
    carries = format.carries | ({"comments"} if format.comments_if_asked and COMMENTED in treebank.header else set())
    present = {name for name in ("nodes", "multiword", "empty", "secondary") if len(getattr(treebank, name))}
    for rows in (treebank.tokens, treebank.nodes, treebank.sentences):
        present |= {name for name in rows.columns if name in _NAMES and _has_content(rows, name)}
    lost = [words for name, words in _NAMES.items() if name in present - carries]
    return [*lost, *_lost_characters(treebank, format)]


def _lost_characters(treebank: Treebank, format: Format) -> list[str]:
    """The characters in words, tags and labels that a format cannot represent: `the characters U+000B, U+001C`."""
    if not format.replaced:
        return []
    written = {"form", "tag", "label", *format.carries, *(("deprel",) if "head" in format.carries else ())}
    tables = (treebank.tokens, treebank.nodes)
    columns = [rows.text(name) for rows in tables for name in rows.columns if name in _TEXTS & written]
    expression = re.compile(format.replaced)
    found = {character for column in columns for value in column.counts() for character in expression.findall(value)}
    names = ["space" if character == " " else f"U+{ord(character):04X}" for character in sorted(found)]
    more = [f"and {len(names) - _SHOWN} more"] if len(names) > _SHOWN else []
    return [f"{CHARACTERS}{'s' if len(names) > 1 else ''} {', '.join([*names[:_SHOWN], *more])}"] if names else []


def _has_content(rows: Rows, name: str) -> bool:
    if name == "head":
        return bool((rows.numbers(name) > -2).any())
    return bool(rows.text(name).mask(lambda value: value not in ("", "_", "--", "-")).any())


def _needed(format: str | None) -> str:
    if format is None:
        raise CallError("name the format to write to a stream: write(treebank, file, 'brackets')")
    return format


def _format_by_name(name: str) -> str:
    claimed = claimed_format(name)
    if claimed is None:
        known = ", ".join(FORMATS.names())
        raise CallError(f"the format is not recognised from the name '{name}'; name it: {name}:FORMAT (one of {known})")
    return claimed.name


def claimed_format(name: str) -> Format | None:
    """The format whose extension a name has; .conll is CoNLL-X unless the content says otherwise."""
    base = bare_name(name)
    claims = [
        (base.endswith(format.extensions[0]), format.name)
        for _, format in FORMATS.items()
        if format.extensions and base.endswith(format.extensions)
    ]
    return FORMATS.get(max(claims)[1]) if claims else None


def _write_to(treebank: Treebank, file: IO[bytes], format: Format, encoding: str) -> None:
    if format.write is None:
        raise CallError(f"the format {format.name} can be read but not written; choose another")
    if format.raw or encoding.lower().replace("_", "-") in ("utf-8", "utf8"):
        format.write(treebank, file)  # type: ignore[arg-type]
        return
    import io

    buffer = io.BytesIO()
    format.write(treebank, buffer)
    try:
        file.write(buffer.getvalue().decode().encode(encoding))
    except UnicodeEncodeError as error:
        raise DataError(f"the character '{error.object[error.start]}' is not in {encoding}; write utf-8") from None
    except LookupError:
        raise CallError(f"unknown encoding '{encoding}'; give one that Python has, such as latin-1") from None
