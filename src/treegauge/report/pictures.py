"""Pictures as files: SVG as it is, PNG and PDF made from it (extra `plot`)."""

from __future__ import annotations

from typing import Any

from ..core.errors import CallError, MissingExtraError
from ..core.outputs import create_binary, write_text

PICTURES = (".svg", ".png", ".pdf")
_SCALE = 2.0  # pixels of a PNG per pixel of the SVG: sharp on screens and in slides


def check_picture(option: str, path: str | None, others: tuple[str, ...] = ()) -> None:
    """An error before any work if a file cannot be written: another ending, or a package that is not installed."""
    if path is None:
        return
    endings = (*PICTURES, *others)
    if not path.endswith(endings):
        raise CallError(f"{option} writes {', '.join(endings[:-1])} or {endings[-1]}, not '{path}'")
    if path.endswith((".png", ".pdf")):
        _converter(path[-4:])


def write_picture(svg: str, path: str) -> None:
    """Write an SVG picture to a file, in the format that its name says; a name without one gets SVG."""
    if not path.endswith((".png", ".pdf")):
        write_text(svg, path)
        return
    converter = _converter(path[-4:])
    content = converter.svg_to_png(svg, scale=_SCALE) if path.endswith(".png") else converter.svg_to_pdf(svg)
    with create_binary(path) as file:
        file.write(content)


def _converter(ending: str) -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingExtraError("vl-convert-python", "plot", f"writing {ending}") from None
    return vl_convert
