"""Give random bytes to every registered reader: only treegauge's own errors may occur. README.md says how to run it."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Literal

import atheris

KERNELS = (
    "formats.kernels.brackets",
    "formats.kernels.margins",
    "formats.kernels.spell",
    "formats.kernels.table",
    "treebank.kernels",
)
if os.environ.get("NUMBA_DISABLE_JIT") != "1":
    for kernel in KERNELS:  # the compiler cannot take what atheris has instrumented
        import_module(f"treegauge.{kernel}")

with atheris.instrument_imports(include=["treegauge"]):
    from treegauge import Treebank, TreegaugeError
    from treegauge.formats.api import detect
    from treegauge.formats.base import FORMATS, Format, Input
    from treegauge.formats.bundled import bundled
    from treegauge.formats.encoding import to_utf8

    READERS = [name for name, format in FORMATS.items() if format.read is not None]  # imports all of them
    for kernel in KERNELS:
        import_module(f"treegauge.{kernel}")

MODES: tuple[Literal["skip", "stop"], ...] = ("skip", "stop")
SAMPLES = ("english.mrg", "english.conllu", "german.export", "german.conllu")


def read_any(data: bytes) -> None:
    """The first byte chooses the format, the others are the file; what can be read is also written."""
    format, body = FORMATS.get(READERS[data[0] % len(READERS)] if data else READERS[0]), data[1:]
    detect(body, "fuzz")
    for on_error in MODES:
        try:
            treebank = read(format, body, on_error)
            if on_error == "skip" and format.write is not None:
                format.write(treebank, io.BytesIO())
        except TreegaugeError:
            pass


def read(format: Format, body: bytes, on_error: Literal["skip", "stop"]) -> Treebank:
    text = body if format.raw else to_utf8(body, "fuzz")
    assert format.read is not None
    return format.read(Input(text, "fuzz", on_error))


def write_seeds(folder: Path) -> None:
    """A few small valid files of each format, each behind the byte that chooses it."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(READERS):
        for sample in SAMPLES:
            for count in (1, 3):
                out = io.BytesIO(bytes([number]))
                out.seek(1)
                try:
                    write = FORMATS.get(name).write
                    if write is not None:
                        write(bundled(sample)[:count], out)
                except TreegaugeError:
                    continue
                (folder / f"{name}-{sample}-{count}").write_bytes(out.getvalue())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--seeds"]:
        write_seeds(Path(sys.argv[2]))
    else:
        atheris.Setup(sys.argv, read_any)
        atheris.Fuzz()
