"""Words that CoNLL-2008 split at hyphens are joined again."""

from __future__ import annotations

from treegauge import Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.conversions.join_split_words import join_split_words

SPLIT = """\
1\tpixie-like\tpixie-like\tJJ\tJJ\tpixie\tpixie\tNN\t3\tHMOD\t_
2\t_\t_\t_\t_\t-\t-\tHYPH\t1\tHYPH\t_
3\t_\t_\t_\t_\tlike\tlike\tJJ\t4\tNMOD\t_
4\tclown\tclown\tNN\tNN\tclown\tclown\tNN\t5\tSBJ\t_
5\truns\trun\tVBZ\tVBZ\truns\trun\tVBZ\t0\tROOT\t_

1\tso\tso\tRB\tRB\tso\tso\tRB\t2\tAMOD\t_
2\twell-off\twell-off\tJJ\tJJ\twell\twell\tRB\t0\tROOT\t_
3\t_\t_\t_\t_\t-\t-\tHYPH\t2\tHYPH\t_
4\t_\t_\t_\t_\toff\toff\tRP\t2\tHMOD\t_

"""


def treebank(text: str) -> Treebank:
    reader = FORMATS.get("conll08").read
    assert reader is not None
    return reader(Input(text.encode()))


def test_a_word_has_the_head_of_its_last_piece_with_a_head_outside() -> None:
    first, second = join_split_words(treebank(SPLIT))
    words = [(t.form, t.tag, t.head.form if t.head else None, t.deprel) for t in first]
    assert words == [
        ("pixie-like", "JJ", "clown", "NMOD"),
        ("clown", "NN", "runs", "SBJ"),
        ("runs", "VBZ", None, "ROOT"),
    ]
    assert [(t.form, t.head.form if t.head else None) for t in second] == [("so", "well-off"), ("well-off", None)]


def test_a_treebank_without_split_words_is_as_it_was() -> None:
    whole = join_split_words(treebank(SPLIT))
    assert join_split_words(whole) is whole
