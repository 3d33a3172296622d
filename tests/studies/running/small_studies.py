"""Small studies for the tests: a study file in a folder, with copies of bundled files."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from treegauge.studies.running.engine import MadeUnit
from treegauge.studies.running.planning import StudyUnit

STUDY = """
title = "A small study"
about = "Two treebanks."

[[treebank]]
name = "English"
files = ["english.mrg"]
transforms = ["prepare"]
labels = { language = "en" }

[[treebank]]
name = "German"
files = ["bundled:german.export"]
transforms = ["prepare"]

[rows.ecc]
task = "difficulty"
each = { variant = ["", "parent-annotation"] }

[rows.size]
task = "stats"

[tables.1]
title = "Difficulty"
paper = "Table 1"
rows = ["ecc"]
columns = ["treebank", "variant", "trees", "ecc ±"]
heads = { trees = "size" }
sort = "-ecc"
printed = [{ treebank = "WSJ", trees = 3173, ecc = 10.30, ecc_interval = 0.34 }]

[tables.figure-1]
title = "ECC and exact match"
rows = ["ecc"]
kind = "scatter"
x = "ecc"
y = "emr"
group = "variant"
"""


def small_study(folder: Path, text: str = STUDY) -> Path:
    """A study file next to its treebank."""
    import treegauge

    data = Path(treegauge.__file__).parent / "data"
    (folder / "english.mrg").write_bytes((data / "english.mrg").read_bytes())
    file = folder / "study.toml"
    file.write_text(text, "utf-8")
    return file


def ending_its_process(unit: StudyUnit) -> MadeUnit:
    """Work whose process is killed at German trees, as the system does when the memory is not enough."""
    if unit.entry.name == "German":
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)
    return MadeUnit(unit, [{"done": 1}], (), "", 0.0)
