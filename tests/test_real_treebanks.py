"""Real treebanks, where they are: the counts of their README, and that reading, writing and reading again changes
nothing."""

from __future__ import annotations

import io
import lzma
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from conftest import NO_CASES, SHARED
from treegauge import Reject, Treebank, read
from treegauge.evaluation.describe import describe
from treegauge.formats.api import detect
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.sources import find_sources

ROOT = SHARED / "treebanks"
CONLLU = [str(path.relative_to(ROOT)) for path in sorted(ROOT.rglob("*.conllu.xz"))]
LONG = ("genia/genia_treebank_v1_xml.tar.xz", "squoia/*_DE.xml.xz", "squoia/*_ES.xml.xz", "icepahc", "alpino")
SLOW = pytest.mark.slow
MOST = 1000  # sentences of XML that are written and read again


@dataclass(frozen=True)
class Row:
    """A file, directory or glob; its format; sentences, tokens (None: the README does not say) and bad sentences."""

    path: str
    format: str
    sentences: int
    tokens: int | None
    skipped: int = 0

    def __str__(self) -> str:
        return self.path


# Where a figure is not the one of the README, a comment says why.
ROWS = (
    Row("ptb_wsj_sample/wsj_sample.mrg.xz", "brackets", 3_914, 94_084),
    Row("ptb_wsj_sample/wsj_sample.dp.xz", "dp", 3_914, 94_084),
    Row("gum/gum_const.ptb.xz", "brackets", 14_158, 250_290),
    Row("gum/gum_dep.conllu.xz", "conllu", 14_158, 250_290),
    Row("gum/gentle_const.ptb.xz", "brackets", 1_334, 17_799),
    Row("gum/gentle_dep.conllu.xz", "conllu", 1_334, 17_799),
    Row("craft/craft_penn.tree.xz", "brackets", 30_830, 793_651),  # README: 793,646; both files have these words
    Row("craft/craft_dep.conllu.xz", "conllu", 30_830, 793_651),
    Row("genia/*.trees.xz", "brackets", 4_215, 112_040),
    Row("genia/*.conllu.xz", "conllu", 4_215, 112_040),
    Row("genia/genia_treebank_v1_xml.tar.xz", "geniaxml", 18_541, None),
    Row("handparsed/english_handparsed.mrg", "brackets", 519, 4_197),
    Row("handparsed/english.conll", "conllu", 519, 4_197),
    Row("pe08/required-wsj02.ptb", "brackets", 10, None),
    Row("pe08/optional-wsj02.ptb", "brackets", 15, None),
    Row("pe08/genia.ptb", "brackets", 9, None),
    Row("pe08/bnc10.ptb", "brackets", 10, None),
    Row("pe08/required-wsj02.conll08", "conll08", 10, None),
    Row("pe08/optional-wsj02.conll08", "conll08", 15, None),
    Row("pcc", "tigerxml", 2_193, 33_222),
    Row("squoia/*_DE.xml.xz", "tigerxml", 4_166, 78_059),
    Row("squoia/*_ES.xml.xz", "tigerxml", 4_075, 90_207),
    Row("squoia/quechua_squoia_qu.conll.xz", "conllx", 1_947, 51_388),
    Row("smultron/smultron_de_banana.xml.xz", "tigerxml", 86, 1_906),
    Row("smultron/smultron_sv_banana.xml.xz", "tigerxml", 93, 1_731),
    Row("smultron/smultron_en_banana.xml.xz", "tigerxml", 79, 1_786),  # README: 1,876, with 90 empty elements
    Row("tiger_sample/tiger-sample.export", "export", 20, 392),
    Row("tiger_sample/corpus-sample.export", "export", 10, 201),
    # README: 1,763; 17 more words stand outside of <sentence>.
    Row("tuebadz_sample/exportxml-example.xml.xz", "exportxml", 102, 1_780),
    Row("tuebadz_sample/tueba-sample.export", "export", 4, 29),
    Row("tuebadz_sample/format4-with-coref-sample.export", "export", 1, 7),
    Row("icepahc", "brackets-psd-lemma", 73_051, 1_017_496),  # README: 1,017,292, without about 200 <dash/> leaves
    Row("farpahc", "brackets-psd", 4_198, 60_600),
    Row("yiddish", "brackets-psd", 19_562, 202_221),  # README: 231,348, with ID, CODE and empty leaves
    Row("keyaki", "brackets-psd", 37_234, 596_200),
    Row("cess_esp", "brackets-cess", 6_013, 188_680, 3),
    Row("floresta", "brackets-floresta", 9_261, 212_310, 121),  # README: 9,248; some blocks hold two trees
    Row("alpino", "alpino", 7_136, 140_780),
    Row("sinica", "sinica", 10_000, None),
    Row("conll2007/esp.train.xz", "conllx", 2_949, 75_822),
    Row("conll2007/esp.test.xz", "conllx", 563, 19_206),
    Row("conll2007/eus.train.xz", "conllx", 2_595, 40_032),
    Row("conll2007/eus.test.xz", "conllx", 580, 10_096),
    # README: 2,203 and 53,412; two sentences have heads that go round in a circle.
    Row("partut_tut/partut_tut_conll_en.tar.xz", "conllx", 2_201, 53_368, 2),
    # README: 30,918 and 62,559; there are rows with a tab at the end.
    Row("partut_tut/partut_tut_conll_fr.tar.xz", "conllx", 1_079, 30_971),
    Row("partut_tut/partut_tut_conll_it.tar.xz", "conllx", 2_310, 62_564),
    Row("discodop_alpino_sample", "export", 3, 76),
    Row("parser_output/farpahc_berkeley.tar.xz", "brackets", 51_061, None),
    Row("parser_output/berkeley_analyser_sample", "brackets", 140, None),
    Row("parser_output/evalb_sample", "brackets", 59, None),
)
UD = (
    Row("ud/SUD_French-Sequoia/fr_sequoia-sud.conllu.xz", "conllu", 3_099, 70_545),
    Row("ud/UD_Arabic-PUD/ar_pud-ud-test.conllu.xz", "conllu", 1_000, 20_747),
    Row("ud/UD_Basque-BDT/eu_bdt-ud-dev.conllu.xz", "conllu", 1_798, 24_095),
    Row("ud/UD_Basque-BDT/eu_bdt-ud-test.conllu.xz", "conllu", 1_799, 24_374),
    Row("ud/UD_Basque-BDT/eu-ud-train.UDv1.conllu.xz", "conllu", 5_396, 72_974),
    Row("ud/UD_Bulgarian-BTB/bg_btb-ud-dev.conllu.xz", "conllu", 1_115, 16_089),
    Row("ud/UD_Bulgarian-BTB/bg_btb-ud-test.conllu.xz", "conllu", 1_116, 15_724),
    Row("ud/UD_Chinese-GSD/zh_gsd-ud-dev.conllu.xz", "conllu", 500, 12_665),
    Row("ud/UD_Chinese-GSD/zh_gsd-ud-test.conllu.xz", "conllu", 500, 12_010),
    Row("ud/UD_Chinese-GSD/zh-ud-train.UDv1.conllu.xz", "conllu", 3_997, 98_608),
    Row("ud/UD_Czech-CAC/cs_cac-ud-dev.conllu.xz", "conllu", 603, 10_912),
    Row("ud/UD_Czech-CAC/cs_cac-ud-test.conllu.xz", "conllu", 628, 10_862),
    Row("ud/UD_Czech-CLTT/cs_cltt-ud-train.conllu.xz", "conllu", 467, 13_894),
    Row("ud/UD_Czech-CLTT/cs_cltt-ud-dev.conllu.xz", "conllu", 316, 10_710),
    Row("ud/UD_Czech-CLTT/cs_cltt-ud-test.conllu.xz", "conllu", 338, 11_409),
    Row("ud/UD_Danish-DDT/da_ddt-ud-dev.conllu.xz", "conllu", 564, 10_332),
    Row("ud/UD_Danish-DDT/da_ddt-ud-test.conllu.xz", "conllu", 565, 10_023),
    Row("ud/UD_Dutch-Alpino/nl_alpino-ud-dev.conllu.xz", "conllu", 718, 11_541),
    Row("ud/UD_Dutch-Alpino/nl_alpino-ud-test.conllu.xz", "conllu", 596, 11_046),
    Row("ud/UD_English-EWT/en_ewt-ud-train.rebuilt.conllu.xz", "conllu", 12_544, 204_577),
    Row("ud/UD_English-EWT/en_ewt-ud-dev.conllu.xz", "conllu", 2_001, 25_147),
    Row("ud/UD_English-EWT/en_ewt-ud-test.conllu.xz", "conllu", 2_077, 25_094),
    Row("ud/UD_English-ParTUT/en_partut-ud-train.conllu.xz", "conllu", 1_781, 43_504),
    Row("ud/UD_English-ParTUT/en_partut-ud-dev.conllu.xz", "conllu", 156, 2_722),
    Row("ud/UD_English-ParTUT/en_partut-ud-test.conllu.xz", "conllu", 153, 3_408),
    Row("ud/UD_Faroese-FarPaHC/fo_farpahc-ud-train.conllu.xz", "conllu", 1_020, 23_094),
    Row("ud/UD_Faroese-FarPaHC/fo_farpahc-ud-dev.conllu.xz", "conllu", 300, 8_746),
    Row("ud/UD_Faroese-FarPaHC/fo_farpahc-ud-test.conllu.xz", "conllu", 301, 8_644),
    Row("ud/UD_Finnish-TDT/fi_tdt-ud-dev.conllu.xz", "conllu", 1_364, 18_308),
    Row("ud/UD_Finnish-TDT/fi_tdt-ud-test.conllu.xz", "conllu", 1_555, 21_070),
    Row("ud/UD_French-GSD/fr_gsd-ud-dev.conllu.xz", "conllu", 1_476, 35_721),
    Row("ud/UD_French-GSD/fr_gsd-ud-test.conllu.xz", "conllu", 416, 10_018),
    Row("ud/UD_French-Sequoia/fr_sequoia-ud-train.conllu.xz", "conllu", 2_231, 50_502),
    Row("ud/UD_French-Sequoia/fr_sequoia-ud-dev.conllu.xz", "conllu", 412, 9_999),
    Row("ud/UD_French-Sequoia/fr_sequoia-ud-test.conllu.xz", "conllu", 456, 10_044),
    Row("ud/UD_German-GSD/de_gsd-ud-dev.conllu.xz", "conllu", 799, 12_480),
    Row("ud/UD_German-GSD/de_gsd-ud-test.conllu.xz", "conllu", 977, 16_499),
    Row("ud/UD_German-LIT/de_lit-ud-test.conllu.xz", "conllu", 1_920, 40_450),
    Row("ud/UD_German-PUD/de_pud-ud-test.conllu.xz", "conllu", 1_000, 21_332),
    Row("ud/UD_Greek-GDT/el_gdt-ud-train.conllu.xz", "conllu", 1_662, 42_326),
    Row("ud/UD_Greek-GDT/el_gdt-ud-dev.conllu.xz", "conllu", 403, 10_443),
    Row("ud/UD_Greek-GDT/el_gdt-ud-test.conllu.xz", "conllu", 456, 10_672),
    Row("ud/UD_Hindi-PUD/hi_pud-ud-test.conllu.xz", "conllu", 1_000, 23_829),
    Row("ud/UD_Hungarian-Szeged/hu_szeged-ud-train.conllu.xz", "conllu", 910, 20_166),
    Row("ud/UD_Hungarian-Szeged/hu_szeged-ud-dev.conllu.xz", "conllu", 441, 11_418),
    Row("ud/UD_Hungarian-Szeged/hu_szeged-ud-test.conllu.xz", "conllu", 449, 10_448),
    Row("ud/UD_Italian-ISDT/it_isdt-ud-dev.conllu.xz", "conllu", 564, 11_907),
    Row("ud/UD_Italian-ISDT/it_isdt-ud-test.conllu.xz", "conllu", 482, 10_417),
    Row("ud/UD_Italian-ParTUT/it_partut-ud-train.conllu.xz", "conllu", 1_781, 48_934),
    Row("ud/UD_Italian-ParTUT/it_partut-ud-dev.conllu.xz", "conllu", 156, 2_984),
    Row("ud/UD_Italian-ParTUT/it_partut-ud-test.conllu.xz", "conllu", 153, 3_640),
    Row("ud/UD_Japanese-GSD/ja_gsd-ud-dev.conllu.xz", "conllu", 507, 12_287),
    Row("ud/UD_Japanese-GSD/ja_gsd-ud-test.conllu.xz", "conllu", 543, 13_034),
    Row("ud/UD_Latin-ITTB/la_ittb-ud-dev.conllu.xz", "conllu", 2_101, 29_888),
    Row("ud/UD_Latin-ITTB/la_ittb-ud-test.conllu.xz", "conllu", 2_101, 29_842),
    Row("ud/UD_Portuguese-Bosque/pt_bosque-ud-train.rebuilt.conllu.xz", "conllu", 7_018, 171_776),
    Row("ud/UD_Portuguese-Bosque/pt_bosque-ud-dev.conllu.xz", "conllu", 1_172, 28_447),
    Row("ud/UD_Portuguese-Bosque/pt_bosque-ud-test.conllu.xz", "conllu", 1_167, 27_604),
    Row("ud/UD_Slovenian-SSJ/sl_ssj-ud-dev.conllu.xz", "conllu", 1_250, 26_500),
    Row("ud/UD_Slovenian-SSJ/sl_ssj-ud-test.conllu.xz", "conllu", 1_282, 25_442),
    Row("ud/UD_Swedish-Talbanken/sv_talbanken-ud-dev.conllu.xz", "conllu", 504, 9_797),
    Row("ud/UD_Swedish-Talbanken/sv_talbanken-ud-test.conllu.xz", "conllu", 1_219, 20_377),
    Row("ud/UD_Swedish-Talbanken/sv-ud-train.UDv1.conllu.xz", "conllu", 4_287, 65_893),
    Row("ud/UD_Turkish-IMST/tr_imst-ud-train.conllu.xz", "conllu", 3_435, 37_522),
    Row("ud/UD_Turkish-IMST/tr_imst-ud-dev.conllu.xz", "conllu", 1_100, 10_542),
    Row("ud/UD_Turkish-IMST/tr_imst-ud-test.conllu.xz", "conllu", 1_100, 10_032),
)


@dataclass(frozen=True)
class Sample:
    row: Row
    treebank: Treebank
    rejects: list[Reject]
    passed_over: list[str]


@pytest.fixture(
    scope="module", params=[pytest.param(row, marks=SLOW if row.path in LONG else ()) for row in ROWS], ids=str
)
def sample(request: pytest.FixtureRequest, shared: Path) -> Sample:
    """A treebank, read once for all tests that want it."""
    row: Row = request.param
    rejects: list[Reject] = []
    passed: list[str] = []
    treebank = read(shared / row.path, on_error="skip", rejects=rejects, passed_over=passed)
    return Sample(row, treebank, rejects, passed)


def written(treebank: Treebank, format: str) -> bytes:
    write = FORMATS.get(format).write
    assert write is not None
    out = io.BytesIO()
    write(treebank, out)
    return out.getvalue()


def parsed(data: bytes, format: str) -> Treebank:
    parse = FORMATS.get(format).read
    assert parse is not None
    return parse(Input(data))


def test_every_sentence_and_token_is_counted(sample: Sample) -> None:
    row, counted = sample.row, describe(sample.treebank, sample.row.path, len(sample.rejects))
    assert (counted.sentences, counted.skipped) == (row.sentences, row.skipped)
    assert row.tokens is None or counted.tokens == row.tokens


def test_the_format_is_detected_from_the_content(sample: Sample, shared: Path) -> None:
    first = next(source for source in find_sources(shared / sample.row.path) if source.name not in sample.passed_over)
    told = detect(first.load(), first.name)
    assert told is not None
    assert told.name == sample.row.format


def test_what_was_read_is_written_and_read_again(sample: Sample) -> None:
    format = sample.row.format
    treebank = sample.treebank[:MOST] if FORMATS.get(format).raw else sample.treebank
    assert parsed(written(treebank, format), format).equals(treebank)


@pytest.fixture(scope="module", params=CONLLU or NO_CASES)
def table(request: pytest.FixtureRequest, shared: Path) -> tuple[str, bytes, Treebank]:
    """A file in CoNLL-U: its path, what is in it, and the same read."""
    data = lzma.decompress((shared / request.param).read_bytes())
    return request.param, data, parsed(data, "conllu")


def test_conllu_is_written_byte_by_byte_as_it_was_read(table: tuple[str, bytes, Treebank]) -> None:
    _, data, treebank = table
    assert written(treebank, "conllu") == data


def test_every_word_of_universal_dependencies_is_counted(table: tuple[str, bytes, Treebank]) -> None:
    path, _, treebank = table
    expected = [(row.sentences, row.tokens) for row in UD if row.path == path]
    counted = describe(treebank)
    assert expected in ([(counted.sentences, counted.tokens)], [])


def test_every_file_of_universal_dependencies_is_listed(shared: Path) -> None:
    without_counts = ("ud/UD_French-ParTUT/", "ud/UD_Tamil-TTB/")
    there = {path for path in CONLLU if path.startswith("ud/") and not path.startswith(without_counts)}
    assert there == {row.path for row in UD}


def test_outputs_of_parsers_are_written_as_they_were_but_for_empty_fields(shared: Path) -> None:
    sources = find_sources(shared / "conll2018/systems/fr_gsd.tar.xz")
    assert len(sources) > 20
    for source in sources:
        data = source.load()
        filled = re.sub(rb"(?<=\t)(?=[\t\n])", b"_", data)
        assert written(parsed(data, "conllu"), "conllu") == filled, source.name
