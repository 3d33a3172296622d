"""The kernel for latent-variable grammars on the processor; see emulated.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from emulated import GARBAGE, Emulated, library

from treegauge.models.grammars.cuda.engine import LaunchPlan
from treegauge.models.grammars.cuda.latent_engine import FIELDS
from treegauge.models.grammars.cuda.machines import LATENT_PARTS


class EmulatedLatent(Emulated):
    """A machine with one block of threads; `near`: how many products the block keeps nearer."""

    fields = FIELDS

    def __init__(self, folder: Path, *, threads: int, group: int, room: int = 1 << 27, near: int = 2048) -> None:
        plan = LaunchPlan(threads, group, 1, 1, 1)
        self.plans = plan, plan
        self.problems: list[dict[str, int]] = []
        self._infer = library(plan, folder, LATENT_PARTS, f"-DNEAR={near}").infer_latent
        self._room = np.full(room + 128, GARBAGE, np.uint8)
