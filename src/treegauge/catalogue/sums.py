"""Sums by which a content is recognised: SHA-256, or the name that Git gives it where no SHA-256 is known.

Git's name is the SHA-1 of the length and the content. It is part of a commit, so it is known for every file of a
commit, also for one whose content has never been here.
"""

from __future__ import annotations

import hashlib
import re

_SHA256_DIGITS = 64
_SUM = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def is_sum(text: str) -> bool:
    """Whether a text is a sum: 64 digits are a SHA-256, 40 are a name of Git."""
    return _SUM.fullmatch(text) is not None


def git_name(content: bytes) -> str:
    """The name that Git gives a content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def has_sum(content: bytes, sum: str) -> bool:
    """Whether a content has a sum of either kind."""
    return (hashlib.sha256(content).hexdigest() if len(sum) == _SHA256_DIGITS else git_name(content)) == sum
