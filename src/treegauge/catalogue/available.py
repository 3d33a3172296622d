"""`available_treebanks`: what the catalogue has, and what of it is on this machine."""

from __future__ import annotations

from typing import TypedDict

from .entries import Entry, PublicTreebank, catalogue, citations, public_treebank


class TreebankRow(TypedDict):
    """A row of `treegauge treebanks --json`."""

    name: str
    title: str
    language: str
    kind: str
    format: str
    licence: str
    cite: list[str]
    home: str
    preparation: str | None
    faults: list[str]
    restricted: bool
    files: int
    bytes: int | None
    fetched: bool


def available_treebanks(language: str | None = None, kind: str | None = None) -> list[TreebankRow]:
    """One row per treebank of the catalogue, or per treebank of a language and a kind: its licence, how to cite it,
    and whether it is on this machine. A treebank of both kinds is one of each."""
    return [treebank_row(name) for name, entry in catalogue().items() if _is_wanted(entry, language, kind)]


def treebank_row(name: str) -> TreebankRow:
    """What the catalogue says of a treebank."""
    treebank = public_treebank(name)
    entry = treebank.entry
    return {
        "name": entry.name,
        "title": entry.title,
        "language": entry.language,
        "kind": entry.kind,
        "format": entry.format,
        "licence": entry.licence,
        "cite": citations(entry),
        "home": entry.home,
        "preparation": entry.preparation or None,
        "faults": list(entry.faults),
        "restricted": entry.restricted,
        "files": len(treebank.files),
        "bytes": _bytes(treebank),
        "fetched": not entry.restricted and not treebank.missing,
    }


def _bytes(treebank: PublicTreebank) -> int | None:
    """The size of all files, if that of each is known."""
    return treebank.size if treebank.files and all(file.size for file in treebank.files) else None


def _is_wanted(entry: Entry, language: str | None, kind: str | None) -> bool:
    languages = entry.language.lower()
    return (language is None or language.lower() in languages) and (kind is None or entry.kind in (kind, "both"))
