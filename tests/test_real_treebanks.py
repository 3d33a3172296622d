"""Every real treebank beside the checkout: counted as other programs counted it, and the same after a round trip."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import treegauge
from treegauge.formats.api import detect
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.sources import find_sources

# Sentences, tokens and bad sentences; comments say where the README beside the treebanks has other numbers, and why.
COUNTS = {
    "ptb_wsj_sample/wsj_sample.mrg.xz": (3914, 94084, 0),
    "ptb_wsj_sample/wsj_sample.dp.xz": (3914, 94084, 0),
    "gum/gum_const.ptb.xz": (14158, 250290, 0),
    "gum/gum_dep.conllu.xz": (14158, 250290, 0),
    "gum/gentle_const.ptb.xz": (1334, 17799, 0),
    "gum/gentle_dep.conllu.xz": (1334, 17799, 0),
    "craft/craft_penn.tree.xz": (30830, 793651, 0),  # 793,646 there; its trees and its CoNLL-U file have 793,651
    "craft/craft_dep.conllu.xz": (30830, 793651, 0),
    "genia/*.trees.xz": (4215, 112040, 0),
    "genia/*.conllu.xz": (4215, 112040, 0),
    "genia/genia_treebank_v1_xml.tar.xz": (18541, 486489, 0),
    "handparsed/english_handparsed.mrg": (519, 4197, 0),
    "handparsed/english.conll": (519, 4197, 0),
    "pe08/*.ptb": (44, 1360, 0),
    "pe08/*.conll08": (25, 763, 0),
    "pcc": (2193, 33222, 0),
    "squoia/*_DE.xml.xz": (4166, 78059, 0),
    "squoia/*_ES.xml.xz": (4075, 90207, 0),
    "squoia/quechua_squoia_qu.conll.xz": (1947, 51388, 0),
    "smultron/smultron_de_banana.xml.xz": (86, 1906, 0),
    "smultron/smultron_sv_banana.xml.xz": (93, 1731, 0),
    "smultron/smultron_en_banana.xml.xz": (79, 1786, 0),  # 1,876 there, with 90 that are tagged -NONE-
    "tiger_sample/tiger-sample.export": (20, 392, 0),
    "tiger_sample/corpus-sample.export": (10, 201, 0),
    "tuebadz_sample/exportxml-example.xml.xz": (102, 1780, 0),  # 1,763 there; the file has 1,780 <word> elements
    "tuebadz_sample/tueba-sample.export": (4, 29, 0),
    "tuebadz_sample/format4-with-coref-sample.export": (1, 7, 0),
    "icepahc": (73051, 1017496, 0),  # 1,017,292 there; 204 leaves with <dash/> are read as words
    "farpahc": (4198, 60600, 0),
    "yiddish": (19562, 202221, 0),  # 231,348 there, with 17,863 ID, 9,565 -NONE- and 1,699 CODE leaves
    "keyaki": (37234, 596200, 0),
    "cess_esp": (6013, 188680, 3),
    "floresta": (9261, 212310, 121),  # 9,248 there; 12 trees stand after another one under the same comment
    "alpino": (7136, 140780, 0),
    "sinica": (10000, 101623, 0),
    "conll2007/esp.train.xz": (2949, 75822, 0),
    "conll2007/esp.test.xz": (563, 19206, 0),
    "conll2007/eus.train.xz": (2595, 40032, 0),
    "conll2007/eus.test.xz": (580, 10096, 0),
    "partut_tut/partut_tut_conll_en.tar.xz": (2201, 53368, 2),  # 2,203 there; in two sentences the heads go in a circle
    "partut_tut/partut_tut_conll_fr.tar.xz": (1079, 30971, 0),  # 30,918 there, without the rows that end in a tab
    "partut_tut/partut_tut_conll_it.tar.xz": (2310, 62564, 0),  # 62,559 there, likewise
    "discodop_alpino_sample": (3, 76, 0),
    "ud/SUD_French-Sequoia": (3099, 70545, 0),
    "ud/UD_English-EWT/en_ewt-ud-train.rebuilt.conllu.xz": (12544, 204577, 0),
    "ud/UD_Turkish-IMST/tr_imst-ud-test.conllu.xz": (1100, 10032, 0),
    "ud/UD_Danish-DDT/da_ddt-ud-test.conllu.xz": (565, 10023, 0),
}
# Too large to be written and read again each time.
LARGE = {
    "craft/craft_dep.conllu.xz",
    "gum/gum_dep.conllu.xz",
    "icepahc",
    "keyaki",
    "genia/genia_treebank_v1_xml.tar.xz",
}


TARS = {
    "yiddish": "brackets-psd",
    "icepahc": "brackets-psd-lemma",
    "keyaki": "brackets-psd",
    "pcc": "tigerxml",
    "genia/genia_treebank_v1_xml.tar.xz": "geniaxml",
    "partut_tut/*_fr.tar.xz": "conllx",
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_those_of_other_programs(name: str, shared: Path) -> None:
    rejects: list[treegauge.Reject] = []
    treebank = treegauge.read(str(shared / name), on_error="skip", rejects=rejects)
    row = treegauge.describe(treebank, name, len(rejects))
    assert (row.sentences, row.tokens, row.skipped) == COUNTS[name]


@pytest.mark.parametrize("name", sorted(set(COUNTS) - LARGE))
def test_reading_writing_and_reading_gives_the_same_table(name: str, shared: Path) -> None:
    for source in find_sources(str(shared / name)):
        format = None if ".tar" in source.name else detect(source.load(), source.name)
        if format is None:
            continue
        first = treegauge.read(source.name, format.name, on_error="skip")
        file = io.BytesIO()
        treegauge.write(first, file, format.name)
        assert _read_bytes(file.getvalue(), format.name).equals(first), source.name


def _read_bytes(data: bytes, format: str) -> treegauge.Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(data))


@pytest.mark.parametrize("name", TARS)
def test_a_tar_comes_out_of_a_round_trip_as_one_file(name: str, shared: Path) -> None:
    first = treegauge.read(str(shared / name))
    file = io.BytesIO()
    treegauge.write(first, file, TARS[name])
    assert _read_bytes(file.getvalue(), TARS[name]).equals(first)


def test_conllu_comes_out_byte_for_byte(shared: Path) -> None:
    paths = sorted([*shared.glob("ud/*/*.xz"), *shared.glob("conll2018/gold/*.xz"), *shared.glob("genia/*.conllu.xz")])
    assert len(paths) > 100
    changed = []
    for path in paths:
        data = find_sources(path)[0].load()
        file = io.BytesIO()
        treegauge.write(_read_bytes(data, "conllu"), file, "conllu")
        if file.getvalue() != data:
            changed.append(path.name)
    assert changed == []


@pytest.mark.parametrize("name", ["README.md", "cess_esp/docs.tsv", "pe08/genia.gr", "pe08/genia.txt"])
def test_what_is_no_treebank_is_not_taken_for_one(name: str, shared: Path) -> None:
    assert detect((shared / name).read_bytes(), name) is None
