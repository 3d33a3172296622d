"""One target per kind of input, by name."""

from __future__ import annotations

from ..judging import Target
from . import archives, models, rows, scoring, specifications, tables, treebanks

_MODULES = (tables, rows, models, specifications, archives, treebanks, scoring)
TARGETS: dict[str, Target] = {target.name: target for module in _MODULES for target in module.targets()}
