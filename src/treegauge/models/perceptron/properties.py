"""What taggers look at: properties of items as 64-bit numbers, and templates that join them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...core.types import Int64s
from ...treebank import Text

PropertyTemplates = tuple[NDArray[np.int32], NDArray[np.int32], int]


def hashed(text: Text, function: Callable[[str], str] = str) -> Int64s:
    """A 64-bit number for each string of a column, 0 for a missing one; one more 0 at the end. A model stores these
    numbers, and needs no list of known words."""
    digests = [
        int.from_bytes(hashlib.blake2b(function(value).encode(), digest_size=8).digest()) for value in text.values
    ]
    table = np.array([*digests, 0], np.uint64).view(np.int64)
    hashes: Int64s = table[np.append(text.codes, -1)]
    return hashes


def numbered_templates(text: str, properties: Sequence[str], given: Sequence[str]) -> PropertyTemplates:
    """Templates as numbers: where each begins, the columns of its properties end to end, and the number of templates
    before those that use what the tagger itself has given. These properties have the last columns."""
    columns = {name: number for number, name in enumerate((*properties, *given))}
    parts = [template.split("+") for template in text.split()]
    slots = np.array([columns[name] for part in parts for name in part], np.int32)
    fixed = sum(not set(given) & set(part) for part in parts)
    return np.cumsum([0, *map(len, parts)]).astype(np.int32), slots, fixed
