"""The folder of what treegauge installs, downloads and keeps for the user."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The folder of installed programs, trained models and public treebanks: TREEGAUGE_DATA, or the user's data
    folder."""
    named = os.environ.get("TREEGAUGE_DATA")
    return Path(named) if named else user_data_path("treegauge")
