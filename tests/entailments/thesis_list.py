"""The entailments as in the thesis."""

from __future__ import annotations

from functools import partial

from treegauge import entail

thesis = partial(entail, thesis=True)
