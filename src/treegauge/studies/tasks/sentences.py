"""The tasks `words` and `entailed`: what is said of each word or each sentence of a small treebank."""

from __future__ import annotations

from io import BytesIO

from ...core.types import Row
from ...entailments.api import entail
from ...formats.api import write
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..running.data import StudyData
from ..running.tasks import task

_FIELDS = ("ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL")
_NUMBERS = ("ID", "HEAD")


@task("words")
def words(data: StudyData) -> list[Row]:
    """The words of all sentences after the transforms of the treebank, as CoNLL-X has them: its ten fields, and the
    number of the `sentence`."""
    file = BytesIO()
    write(_transformed(data), file, "conllx")
    sentences = file.getvalue().decode().strip().split("\n\n")
    return [
        {"sentence": number, **_fields(line)} for number, own in enumerate(sentences, 1) for line in own.split("\n")
    ]


def _fields(line: str) -> Row:
    row: Row = dict(zip(_FIELDS, line.split("\t"), strict=True))
    return row | {name: int(row[name]) for name in _NUMBERS}


@task("entailed")
def entailed(data: StudyData, *, thesis: bool = False, strict: bool = False, coordination: bool = True) -> list[Row]:
    """The entailments of all sentences after the transforms of the treebank: one row each, with the number and the text
    of its sentence."""
    result = entail(_transformed(data), thesis=thesis, strict=strict, coordination=coordination)
    return [
        {"sentence": row["sentence"], "text": row["text"], "entailment": own["text"], "kind": own["kind"]}
        for row in result.rows()
        for own in row["entailments"]
    ]


def _transformed(data: StudyData) -> Treebank:
    return apply_alike([data.whole], data.transforms, data.seed)[0][0]
