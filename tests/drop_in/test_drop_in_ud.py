"""`treegauge.drop_in.ud` against the official script: the same names, counts and errors; and what the script fails
on."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path
from typing import Any

import pytest

import treegauge
from treegauge import DataError
from treegauge.drop_in import ud

COLUMNS = ("correct", "gold_total", "system_total", "aligned_total")
WORD = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"


def loaded(*heads: int, form: str = "a") -> ud.UDRepresentation:
    """A sentence of words with these heads."""
    rows = [WORD.format(number, form, head, "dep" if head else "root") for number, head in enumerate(heads, 1)]
    return ud.load_conllu(io.StringIO("".join([*rows, "\n"])))


def cases(reference: Path) -> list[Path]:
    return sorted((reference / "dependency" / "align").glob("*.expected.txt"))


def test_the_counts_are_those_that_the_script_printed(reference: Path) -> None:
    """The table of counts, line by line, of all cases that the script accepts; an error where it has one."""
    compared = 0
    for path in cases(reference):
        stem, expected = str(path).removesuffix(".expected.txt"), path.read_text("utf-8")
        if expected.startswith("ERROR"):
            with pytest.raises(ud.UDError):
                ud.evaluate(ud.load_conllu_file(f"{stem}.gold.conllu"), ud.load_conllu_file(f"{stem}.sys.conllu"))
            continue
        evaluation = ud.evaluate(ud.load_conllu_file(f"{stem}.gold.conllu"), ud.load_conllu_file(f"{stem}.sys.conllu"))
        table = ud.build_evaluation_table(evaluation, counts=True, enhanced=True)
        assert [line.split() for line in table.splitlines()] == [line.split() for line in expected.splitlines()]
        compared += 1
    assert compared == 10


def everything(score: Any) -> list[float | None]:
    return [getattr(score, name) for name in (*COLUMNS, "precision", "recall", "f1", "aligned_accuracy")]


def check_against_the_script(gold: Path, system: Path) -> None:
    script = pytest.importorskip("udtools.udeval", reason="udtools is not installed: its kept counts are compared")
    with gold.open(encoding="utf-8") as first, system.open(encoding="utf-8") as second:  # the script leaves files open
        theirs = script.evaluate(script.load_conllu(first, "gold", {}), script.load_conllu(second, "system", {}))
    ours = ud.evaluate(ud.load_conllu_file(gold), ud.load_conllu_file(system))
    assert list(ours) == list(theirs)
    assert {name: everything(score) for name, score in ours.items()} == {
        name: everything(score) for name, score in theirs.items()
    }
    choices: list[dict[str, bool]] = [{}, {"verbose": False}, {"counts": True}, {"enhanced": True}]
    for options in [*choices, {"verbose": False, "enhanced": True}]:
        assert ud.build_evaluation_table(ours, **options) == script.build_evaluation_table(theirs, **options)


def test_the_bundled_parses_have_the_scores_of_the_script_when_it_is_run() -> None:
    data = Path(treegauge.__file__).parent / "data"
    for language in ("english", "german"):
        check_against_the_script(data / f"{language}.conllu", data / f"{language}.parsed.conllu")


def test_a_real_system_has_the_scores_of_the_script_when_it_is_run(shared: Path, tmp_path: Path) -> None:
    """Text that the parser tokenised and divided into sentences, with multiword tokens."""
    with tarfile.open(shared / "conll2018" / "systems" / "fr_gsd.tar.xz") as files:
        names = sorted(name for name in files.getnames() if name.endswith(".conllu") and "gold" not in name)
        gold = next(name for name in files.getnames() if name.endswith("gold.conllu"))
        for name, target in ((gold, "gold"), (names[0], "system")):
            member = files.extractfile(name)
            assert member is not None
            (tmp_path / f"{target}.conllu").write_bytes(member.read())
    check_against_the_script(tmp_path / "gold.conllu", tmp_path / "system.conllu")


def test_the_parts_of_a_file_are_those_of_the_script() -> None:
    script = pytest.importorskip("udtools.udeval", reason="udtools is not installed")
    text = (
        "# text = vámonos al mar\n1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "1\tvamos\tir\tVERB\t_\tMood=Ind|X=y\t0\troot\t0:root\t_\n2\tnos\tyo\tPRON\t_\t_\t1\tobj:x\t1:obj>x:y\t_\n"
        "3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_\n3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_\n4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_\n"
        "5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\tSpaceAfter=No\n\n1\tsí\tsí\tINTJ\t_\t_\t0\troot\t_\t_\n\n"
    )
    theirs, ours = script.load_conllu(io.StringIO(text), "f", {}), ud.load_conllu(io.StringIO(text), "f", {})
    assert ours.characters == theirs.characters
    for spans, expected in ((ours.tokens, theirs.tokens), (ours.sentences, theirs.sentences)):
        assert [(span.start, span.end) for span in spans] == [(span.start, span.end) for span in expected]
    for word, expected in zip(ours.words, theirs.words, strict=True):
        assert word.columns[:8] == expected.columns[:8]
        assert (word.span.start, word.is_multiword) == (expected.span.start, expected.is_multiword)
        assert (word.is_content_deprel, word.is_functional_deprel) == (
            expected.is_content_deprel,
            expected.is_functional_deprel,
        )
        parents = [side.parent and side.parent.columns[0] for side in (word, expected)]
        assert parents[0] == parents[1]
        assert len(word.functional_children) == len(expected.functional_children)


def test_a_long_chain_of_heads_is_evaluated() -> None:
    """Where the script ends in a RecursionError."""
    chain = loaded(*range(3000))
    assert ud.evaluate(chain, chain)["LAS"].f1 == 1.0


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "gold.conllu.gz"
    path.write_bytes(gzip.compress((WORD.format(1, "a", 0, "root") + "\n").encode()))
    assert ud.load_conllu_file(str(path)).characters == ["a"]


@pytest.mark.parametrize(
    ("heads", "message"),
    [((0, 0), "multiple roots"), ((2, 1), "cycle"), ((0, 5), "head"), ((), "")],
)
def test_what_the_script_refuses_when_it_loads_a_file_is_refused(heads: tuple[int, ...], message: str) -> None:
    if not heads:
        assert ud.load_conllu(io.StringIO("")).words == []
        return
    with pytest.raises(ud.UDError, match=message) as caught:
        loaded(*heads)
    assert isinstance(caught.value, DataError)
    assert "--lenient" not in str(caught.value)


def test_what_is_not_utf_8_is_an_error_of_the_file() -> None:
    for file in (io.BytesIO(WORD.format(1, "ä", 0, "root").encode("latin-1")), io.StringIO("\ud800\n\n")):
        with pytest.raises(ud.UDError, match="f: this is not UTF-8 text"):
            ud.load_conllu(file, "f")


def test_text_that_differs_is_an_error_of_the_evaluation() -> None:
    with pytest.raises(ud.UDError, match="the texts differ"):
        ud.evaluate(loaded(0), loaded(0, form="b"))


def test_several_roots_and_empty_nodes_are_up_to_the_treebank_type() -> None:
    text = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n1.1\tb\t_\tX\t_\t_\t_\t_\t_\t_\n2\tc\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    both = ud.load_conllu(io.StringIO(text), "f", {"multiple_roots_okay": True})
    assert ud.evaluate(both, both)["UAS"].correct == 2
    with pytest.raises(ud.UDError, match="still contains empty nodes"):
        ud.load_conllu(io.StringIO(text), "f", {"multiple_roots_okay": 1, "no_empty_nodes": 1})
    with pytest.raises(ud.UDError, match="no_gapping is not supported"):
        ud.load_conllu(io.StringIO(text), "f", {"no_gapping": 1})
    assert ud.load_conllu_file.__name__ == "load_conllu_file"


def test_nothing_is_divided_by_zero() -> None:
    score = ud.Score(0, 0, 0, 0)
    assert (score.precision, score.recall, score.f1, score.aligned_accuracy) == (0.0, 0.0, 0.0, 0)
    assert ud.Score(1, 1, 1).aligned_accuracy is None
