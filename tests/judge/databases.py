"""The kinds of databases that are tested."""

from __future__ import annotations

from collections.abc import Callable

KINDS = ("sqlite", "postgresql")
NewAddress = Callable[..., str]
