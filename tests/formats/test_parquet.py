"""Parquet keeps everything; a file that is damaged is a FormatError."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import treegauge
from strategies import treebanks
from treegauge import FormatError, Reject, Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.parquet import read_parquet, write_parquet
from treegauge.treebank.bridges import from_tuples

pl = pytest.importorskip("polars")
SENTENCES = [[("the", "DT", 1, "det"), ("dog", None, -1, "root")], [], [("a", "NN", 1, None), ("b", "NN", -1, None)]]


def stored(treebank: Treebank) -> bytes:
    file = io.BytesIO()
    write_parquet(treebank, file)
    return file.getvalue()


def rewritten(treebank: Treebank, **columns: Any) -> bytes:
    """The file after another program changed some columns."""
    file = io.BytesIO()
    pl.read_parquet(stored(treebank)).with_columns(**columns).write_parquet(file)
    return file.getvalue()


@given(treebanks(empty_nodes=True, secondary=True))
@settings(deadline=None)
def test_a_round_trip_keeps_everything(treebank: Treebank) -> None:
    assert read_parquet(Input(stored(treebank))).equals(treebank)


@pytest.mark.parametrize("name", ["english.mrg", "english.conllu", "german.export", "german.conllu"])
def test_a_file_keeps_real_trees_their_header_and_where_they_are_from(name: str, tmp_path: Path) -> None:
    treebank = treegauge.read(f"{treegauge.__path__[0]}/data/{name}")
    treegauge.write(treebank, tmp_path / "all.parquet")
    back = treegauge.read(tmp_path / "all.parquet")
    assert back.equals(treebank)
    assert back.header == treebank.header
    assert (back[5].source, back[5].line) == (treebank[5].source, treebank[5].line)


def test_a_file_has_one_row_a_sentence() -> None:
    table = pl.read_parquet(stored(from_tuples(SENTENCES)))
    assert table["tokens.form"].to_list() == [["the", "dog"], [], ["a", "b"]]
    assert table["sentence"].to_list() == [0, 1, 2]


def test_it_is_recognised_by_its_first_bytes(tmp_path: Path) -> None:
    (tmp_path / "treebank").write_bytes(stored(from_tuples(SENTENCES)))
    assert len(treegauge.read(tmp_path / "treebank")) == 3
    assert not FORMATS.get("parquet").sniff(b"(S (NN a))")


def test_a_treebank_without_places_gets_those_of_the_file(tmp_path: Path) -> None:
    treegauge.write(from_tuples(SENTENCES), tmp_path / "all.parquet")
    tree = treegauge.read(tmp_path / "all.parquet")[2]
    assert (tree.source, tree.line) == (str(tmp_path / "all.parquet"), 3)


def test_rows_may_have_been_left_out_by_another_program() -> None:
    file = io.BytesIO()
    pl.read_parquet(stored(from_tuples(SENTENCES))).filter(pl.col("sentence") != 1).write_parquet(file)
    assert [len(tree) for tree in read_parquet(Input(file.getvalue()))] == [2, 2]


def test_a_bad_sentence_is_an_error_or_a_reject() -> None:
    heads = pl.Series([[1, -1], [], [1, 0]])
    data = rewritten(from_tuples(SENTENCES), **{"tokens.head": heads})
    with pytest.raises(FormatError, match="<bytes>:3: the heads form a cycle"):
        read_parquet(Input(data))
    rejects: list[Reject] = []
    assert len(read_parquet(Input(data, on_error="skip", rejects=rejects))) == 2
    assert [reject.line for reject in rejects] == [3]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"tokens.tag": pl.Series([["DT"], [], ["NN", "NN"]])}, "same lengths"),
        ({"tokens.tag": pl.Series(["DT", "NN", "NN"])}, "must have lists"),
        ({"tokens.tag": pl.Series([["DT", "NN"], None, ["NN", "NN"]])}, "same lengths"),
        ({"tokens.tag": pl.Series([[0.5, 1.5], [], [2.5, 3.5]])}, "strings or integers"),
    ],
)
def test_columns_that_do_not_fit_are_an_error(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_parquet(Input(rewritten(from_tuples(SENTENCES), **columns)))


def test_other_tables_are_not_treebanks() -> None:
    file = io.BytesIO()
    pl.DataFrame({"a": [1]}).write_parquet(file)
    with pytest.raises(FormatError, match=r"the column 'tokens.form' is missing"):
        read_parquet(Input(file.getvalue()))


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + bytes(100) + b"PAR1", b"(S (NN a))"])
def test_what_is_not_parquet_is_an_error_or_a_reject(data: bytes) -> None:
    with pytest.raises(FormatError, match="damaged or is not Parquet"):
        read_parquet(Input(data))
    rejects: list[Reject] = []
    assert len(read_parquet(Input(data, on_error="skip", rejects=rejects))) == 0
    assert len(rejects) == 1


def test_a_damaged_file_raises_nothing_but_a_format_error() -> None:
    whole = stored(from_tuples(SENTENCES))
    chance = random.Random(1)
    for _ in range(300):
        data = bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            assert len(read_parquet(Input(bytes(data)))) == 3  # only the mark of the checksum was hit
        except FormatError:
            continue


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_cut_off_is_an_error(share: float) -> None:
    whole = stored(from_tuples(SENTENCES))
    with pytest.raises(FormatError, match="damaged"):
        read_parquet(Input(whole[: int(share * len(whole))]))


def test_other_programs_read_the_file(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    treegauge.write(from_tuples(SENTENCES), tmp_path / "all.parquet")
    assert parquet.read_table(tmp_path / "all.parquet")["tokens.form"].to_pylist() == [["the", "dog"], [], ["a", "b"]]
