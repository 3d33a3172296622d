"""`treegauge derive`: what is printed, what is told, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge

Run = Callable[..., tuple[int, str, str]]
# In the second sentence the third word hangs from the first, the fourth from the second: arcs cross.
CONLLU = """# sent_id = one
1\tA\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_
2\tsees\t_\tVERB\t_\t_\t0\troot\t_\t_
3\tB\t_\tNOUN\t_\t_\t2\tobj\t_\t_

# sent_id = two
1\tx\t_\tX\t_\t_\t0\troot\t_\t_
2\ty\t_\tX\t_\t_\t1\tdep\t_\t_
3\tz\t_\tX\t_\t_\t1\tdep\t_\t_
4\tw\t_\tX\t_\t_\t2\tdep\t_\t_

"""


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line beside the files: exit status, standard output, standard error."""
    (tmp_path / "two.conllu").write_text(CONLLU)
    (tmp_path / "phrases.mrg").write_text("(S (N a) (V b))\n")
    (tmp_path / "bare.conll").write_text("1\ta\t_\tX\tX\t_\t_\t_\t_\t_\n\n")
    monkeypatch.chdir(tmp_path)
    return command


def rows(out: str) -> list[dict[str, Any]]:
    answer = json.loads(out)
    assert (answer["treegauge"], answer["command"]) == (treegauge.__version__, "derive")
    results = answer["results"]
    assert isinstance(results, list)
    return results


@pytest.mark.parametrize(
    ("system", "first", "second"),
    [
        ("arc-standard", "SH LA+nsubj SH RA+obj RA+root", "SH SH SH SH"),
        ("arc-eager", "SH LA+nsubj RA+root RA+obj", "RA+root RA+dep RE RA+dep RE SH"),
        (
            "swap-eager",
            "SH SH LA+nsubj SH RA+obj RA+root",
            "SH SH SH SH SW RA+dep RA+dep SH RA+dep RA+root",
        ),
        (
            "swap-lazy",
            "SH SH LA+nsubj SH RA+obj RA+root",
            "SH SH SH SH SW RA+dep RA+dep SH RA+dep RA+root",
        ),
    ],
)
def test_a_line_a_sentence_with_its_number(run: Run, system: str, first: str, second: str) -> None:
    assert run("derive", "two.conllu", "--system", system)[:2] == (0, f"1 {first}\n2 {second}\n")


def test_arcs_lost_are_reported(run: Run) -> None:
    told = run("derive", "two.conllu", "--system", "arc-eager")[2]
    assert told == (
        "treegauge: arc-eager: 2 sentences, 10 transitions; arcs lost: 1 of 7 (sentences that are not projective: 1;"
        " the swap systems lose none)\n"
    )
    assert run("derive", "two.conllu")[2] == "treegauge: swap-lazy: 2 sentences, 16 transitions; every arc is derived\n"


def test_json_has_transitions_order_and_what_was_lost(run: Run) -> None:
    found = rows(run("derive", "two.conllu", "--system", "arc-eager", "--json")[1])
    assert found == [
        {"sentence": 1, "transitions": ["SH", "LA+nsubj", "RA+root", "RA+obj"], "order": [1, 2, 3], "lost": []},
        {
            "sentence": 2,
            "transitions": ["RA+root", "RA+dep", "RE", "RA+dep", "RE", "SH"],
            "order": [1, 2, 3, 4],
            "lost": [4],
        },
    ]


def test_without_labels(run: Run) -> None:
    assert run("derive", "two.conllu", "--unlabelled", "-t", "head(1)")[1] == "1 SH SH LA SH RA RA\n"
    found = rows(run("derive", "two.conllu", "--unlabelled", "--json")[1])
    assert found[0]["transitions"] == ["SH", "SH", "LA", "SH", "RA", "RA"]


def test_standard_input_is_read(run: Run) -> None:
    assert run("derive", "-", stdin=CONLLU)[1] == run("derive", "two.conllu")[1]


def test_phrases_and_bad_systems_are_wrong_calls(run: Run) -> None:
    status, _, told = run("derive", "phrases.mrg")
    assert (status, "there is none" in told) == (2, True)
    assert run("derive", "two.conllu", "--system", "swap")[0] == 2


def test_a_word_without_head_is_bad_data_with_its_place(run: Run) -> None:
    status, out, told = run("derive", "bare.conll")
    assert (status, out) == (1, "")
    assert "bare.conll:1: word 1 ('a') has no head" in told


def test_convert_writes_the_words_in_derivation_order(run: Run) -> None:
    status, out, _ = run("convert", "two.conllu", "-:conllu", "-t", "derivation-order")
    words = [line.split("\t")[1] for line in out.splitlines() if line and not line.startswith("#")]
    assert (status, words) == (0, ["A", "B", "sees", "w", "y", "z", "x"])
