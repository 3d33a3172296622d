"""A small catalogue instead of the real one, and a server of its files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from published_files import ENTRY, TREES, Site, listed, unlisted, write_catalogue

from treegauge.catalogue import downloading, entries


@pytest.fixture
def empty_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a catalogue that has yet to be written."""
    monkeypatch.setattr(entries, "_ROOT", tmp_path / "catalogue")
    cached = (entries._catalogue, entries.catalogue, entries.public_treebank)
    for function in cached:
        function.cache_clear()
    yield tmp_path / "catalogue"
    for function in cached:
        function.cache_clear()


@pytest.fixture
def small(empty_catalogue: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, for a catalogue with the treebank `small`, one whose content was never seen, and one that may
    not be distributed."""
    monkeypatch.delenv("TREEGAUGE_TREEBANKS", raising=False)
    closed = {**ENTRY, "title": "A closed treebank", "restricted": True}
    write_catalogue(
        empty_catalogue,
        {"small": ENTRY, "unseen": ENTRY, "closed": closed},
        {
            "small": {name: listed(content) for name, content in TREES.items()},
            "unseen": {name: unlisted(content) for name, content in TREES.items()},
        },
    )
    return data


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server that publishes the small treebank; no proxy, and no waiting between attempts."""
    monkeypatch.setattr(downloading, "_WAIT", 0.0)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    published = Site()
    yield published
    published.close()
