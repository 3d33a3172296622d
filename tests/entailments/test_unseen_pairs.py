"""Answers to pairs that were written before any of them was answered. Their errors have been used since then, so these
figures are too high for other pairs; docs/reference/entailments.md has those of the first time."""

from __future__ import annotations

from pathlib import Path

import pytest
from unseen import lines, pairs

from treegauge import parse
from treegauge.entailments.checking import answer_pairs
from treegauge.parsers.adapters.corenlp import CoreNLP

MISSING = CoreNLP().missing()
RIGHT = {  # with gold trees, and with Stanford's PCFG
    ("A", "wsj"): (131, 121),
    ("A", "gum"): (35, 33),
    ("B", "wsj"): (63, 59),
    ("B", "gum"): (29, 28),
    ("C", "wsj"): (29, 26),
    ("C", "gum"): (36, 36),
    ("D", "wsj"): (81, 71),
    ("D", "gum"): (30, 26),
    ("D", "partut"): (14, 15),
    ("E", "wsj"): (40, 32),
    ("E", "gum"): (20, 17),
}


@pytest.mark.parametrize(("chosen", "treebank"), RIGHT)
def test_gold_trees_answer_as_people_do(shared: Path, chosen: str, treebank: str) -> None:
    made, gold = pairs(chosen, treebank, shared)
    answers = answer_pairs(made, gold)
    right = sum(answer.answer == answer.gold for answer in answers)
    print(f"set {chosen}, {treebank}: {right} of {len(answers)}")
    assert all(answer.found for answer in answers)
    assert right >= RIGHT[chosen, treebank][0]


@pytest.mark.slow
@pytest.mark.skipif(MISSING is not None, reason=f"CoreNLP cannot run here: {MISSING}")
@pytest.mark.parametrize(("chosen", "treebank"), RIGHT)
def test_parses_of_raw_text_answer_as_often(shared: Path, tmp_path: Path, chosen: str, treebank: str) -> None:
    made, _ = pairs(chosen, treebank, shared)
    path = tmp_path / "texts.txt"
    path.write_text("\n\n".join(dict.fromkeys(pair.text for pair in made)) + "\n", "utf-8")
    answers = answer_pairs(made, parse(None, path, "corenlp").trees)
    right = sum(answer.answer == answer.gold for answer in answers)
    print(f"set {chosen}, {treebank}: {right} of {len(answers)}")
    assert right >= RIGHT[chosen, treebank][1]


def test_each_set_has_sentences_of_its_own() -> None:
    sentences = {(line.set, line.treebank, line.sentence) for line in lines()}
    assert len(sentences) == len({place[1:] for place in sentences})
