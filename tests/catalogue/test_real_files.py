"""The real files: each treebank in the folder of shared data is found by its contents, and reads as there."""

from __future__ import annotations

from pathlib import Path

import pytest

import treegauge as tg
from treegauge.catalogue.fetching import fetch_treebank

# How the folder has them: joined, joined with other line ends between, in an archive, compressed, as they are.
LAYOUTS = [
    ("wsj-sample", "ptb_wsj_sample/wsj_sample.mrg.xz"),
    ("wsj-sample-dependencies", "ptb_wsj_sample/wsj_sample.dp.xz"),
    ("gentle", "gum/gentle_const.ptb.xz"),
    ("handparsed", "handparsed/english_handparsed.mrg"),
    ("pcc", "pcc/pcc_syntax_tigerxml.tar.xz"),
    ("farpahc", "farpahc/*.psd.xz"),
    ("lassy-sample", "discodop_alpino_sample/alpinosample.export"),
    ("ud-german-pud", "ud/UD_German-PUD/*"),
    ("sud-french-sequoia", "ud/SUD_French-Sequoia/*"),
]


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(("name", "files"), LAYOUTS)
def test_a_treebank_reads_as_its_file_in_the_folder(shared: Path, name: str, files: str) -> None:
    fetch_treebank(name, shared)
    public, local = tg.read(name), tg.read(str(shared / files))
    assert len(public) == len(local)
    assert public.tokens.text("form").counts() == local.tokens.text("form").counts()
    assert len(public.nodes) == len(local.nodes)


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    "name", ["icepahc", "keyaki", "yiddish", "craft", "cess-esp", "ud-english-ewt", "ud-czech-cac/dev", "genia/test"]
)
def test_large_treebanks_are_found(shared: Path, name: str) -> None:
    assert all(path.exists() for path in fetch_treebank(name, shared))
