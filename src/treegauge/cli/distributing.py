"""Where the blocks of a long verb are worked on (`--cluster`), and whether finished ones are kept (`--blocks`)."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer

from .options import DeviceName, check_exclusive


@dataclass(frozen=True)
class Distributing:
    """A cluster, and a folder of finished blocks."""

    panel: ClassVar[str] = "Long work"
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="local|ADDRESS",
            help="Work on blocks of sentences, and on folds, on the workers of a Dask scheduler (extra cluster). The "
            "figures are the same.",
        ),
    ] = None
    blocks: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Keep finished blocks in FOLDER: the same call goes on where it stopped."),
    ] = None

    def check_here(self, device: DeviceName) -> None:
        """Raise an error for a device together with a cluster or kept blocks: it takes all sentences at once."""
        here: dict[str, object] = {"--device": device is not DeviceName.cpu}
        check_exclusive(here, {"--cluster": self.cluster, "--blocks": self.blocks})

    def distributed(self, workers: int | None = None) -> AbstractContextManager[None]:
        """The context of the work. `workers`: how many with `local`."""
        from ..core.mapping import distributed

        return distributed(self.cluster, workers=workers, blocks=self.blocks)
