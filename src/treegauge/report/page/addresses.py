"""Addresses within the page, as route.js reads them."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode


def sentences_address(filters: Mapping[str, str]) -> str:
    """The list of sentences with filters: `#sentences?by=label&part=PP&in=parser`."""
    query = urlencode(filters)
    return f"#sentences?{query}" if query else "#sentences"
