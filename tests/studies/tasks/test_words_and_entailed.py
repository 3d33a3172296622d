"""The tasks `words` and `entailed`."""

from __future__ import annotations

from treegauge import bundled, entail
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import TreebankEntry
from treegauge.studies.tasks.sentences import entailed, words

ARCS, PHRASES = (TreebankEntry(name=name, files=(f"bundled:{name}",)) for name in ("english.conllu", "english.mrg"))


def test_words_have_the_ten_fields() -> None:
    treebank = bundled("english.conllu")
    rows = words(StudyData(ARCS))
    assert len(rows) == len(treebank.tokens)
    assert [row["FORM"] for row in rows] == treebank.tokens.text("form").decode()
    assert rows[0]["sentence"] == rows[0]["ID"] == 1
    assert [row["HEAD"] - 1 for row in rows if row["sentence"] == 2] == [
        -1 if token.head is None else token.head.index for token in treebank[1].tokens
    ]


def test_entailments_are_those_of_entail() -> None:
    for options in ({}, {"thesis": True}, {"strict": True}):
        expected = entail(bundled("english.mrg"), **options)
        rows = entailed(StudyData(PHRASES), **options)
        assert [row["entailment"] for row in rows] == [own.text for entries in expected.sentences for own in entries]
