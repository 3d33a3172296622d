"""Pictures as files: SVG, PNG and PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from treegauge import CallError, MissingExtraError
from treegauge.report.charts import Chart, page
from treegauge.report.pictures import check_picture, write_picture

SVG = page([Chart("title", "x", "y", (0, 10), (0, 100))])


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_picture_is_written_in_the_format_of_its_name(tmp_path: Path, ending: str, begins: bytes) -> None:
    if ending != "svg":
        pytest.importorskip("vl_convert", reason="PNG and PDF need the extra `plot`")
    path = tmp_path / f"chart.{ending}"
    write_picture(SVG, str(path))
    assert path.read_bytes().startswith(begins)


def test_another_ending_is_an_error() -> None:
    with pytest.raises(CallError, match=r"--plot writes \.svg, \.png or \.pdf, not 'x\.gif'"):
        check_picture("--plot", "x.gif")


def test_a_missing_package_is_named_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(MissingExtraError, match=r"treegauge\[plot\]"):
        check_picture("--plot", "x.png")
    check_picture("--plot", "x.svg")
