"""The table: sentences, tokens and nodes as flat arrays, with views, pictures and editing primitives."""

from .rows import Column, Rows
from .strings import Strings, Text
from .table import NOT_GIVEN, ROOT, Treebank, concatenate, no_rows

__all__ = [
    "NOT_GIVEN",
    "ROOT",
    "Column",
    "Rows",
    "Strings",
    "Text",
    "Treebank",
    "concatenate",
    "no_rows",
]
