"""`show`: trees as text, as SVG, as a page of HTML, as LaTeX."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..core.bounds import SeedNumber, checked
from ..core.errors import CallError
from ..core.outputs import write_text
from ..core.types import PathLike, Row
from ..core.wording import counted
from ..evaluation.score import as_treebanks
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from ..treebank.direction import is_from_right
from ..treebank.drawing import has_phrases, picture_lines
from ..treebank.lines import Line
from ..treebank.numbering import Wanted, sentence_numbers
from ..treebank.tex import tex
from ..treebank.views import Tree
from .sheets import SentencePictures, TreePicture, html_page, html_sections, svg_sheet

PICTURES = (".svg", ".html", ".tex", ".txt")  # the endings of files of pictures


@checked
def show(
    treebank: Treebank | PathLike,
    sentences: Wanted | None = None,
    *,
    transforms: str | Sequence[str] = (),
    seed: SeedNumber = 0,
    bits: bool = False,
) -> Shown:
    """Pictures of trees: `print(show(treebank, 3))`, `show(treebank, "40-45").write("trees.svg")`.

    sentences   numbers from 1 (`3`), ranges (`"40-45"`) or ids, one or several; None: all sentences
    transforms  applied to the treebank first
    bits        how hard each node is under the grammar of all trees, as `difficulty` measures it: a number after each
                label, and a colour in pictures
    """
    trees = apply_alike(as_treebanks([treebank]), transforms, seed)[0][0]
    numbers = list(range(len(trees))) if sentences is None else sentence_numbers(trees, sentences)
    return Shown(_with_bits(trees, numbers) if bits else trees, tuple(numbers))


def _with_bits(trees: Treebank, numbers: Sequence[int]) -> Treebank:
    """The trees with the bits of the nodes of some sentences, NaN in all others."""
    from ..studies.difficulty.measuring import difficulty

    column = np.full(len(trees.nodes), np.nan)
    if numbers:
        measured = difficulty(trees, trees.select(np.array(numbers)), max_length=None).figures
        offsets, total = measured.trees.nodes.offsets, measured.node_bits.sum(1)
        for place, number in enumerate(measured.number.tolist()):
            begin, end = trees.nodes.offsets[numbers[number]], trees.nodes.offsets[numbers[number] + 1]
            last = offsets[place + 1]  # a root that was added is before the others
            column[begin:end] = total[last - (end - begin) : last]
    return trees.replace(nodes=trees.nodes.replace(bits=column))


@dataclass(frozen=True, eq=False, repr=False)
class Shown:
    """Trees to look at; `numbers` are those of the sentences in the treebank, from 0."""

    treebank: Treebank = field(repr=False)
    numbers: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Tree]:
        return (self.treebank[number] for number in self.numbers)

    def first(self, count: int) -> Shown:
        """Only the first trees."""
        return Shown(self.treebank, self.numbers[:count])

    def lines(self, width: int | None = None) -> list[Line]:
        """All pictures in characters, with headings; narrow ones where the usual ones are wider than `width`."""
        lines: list[Line] = []
        for tree in self:
            lines += [Line()] if lines else []
            heading = Line()
            heading.write(sentence_heading(tree), "heading")
            lines += [heading, *picture_lines(tree, width)]
        return lines

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines()))

    def __repr__(self) -> str:
        return f"<Shown: {counted(len(self), 'tree')} of {counted(len(self.treebank), 'sentence')}>"

    def rows(self) -> list[Row]:
        """What `treegauge show --json` prints."""
        return [_row(tree) for tree in self]

    def svg(self) -> str:
        """All pictures on one sheet."""
        return svg_sheet(self._sections())

    def html(self) -> str:
        """A page with all pictures."""
        return html_page("Trees", self._sections())

    def tex(self) -> str:
        """A LaTeX document with one page per sentence: forest and tikz-dependency. A discontinuous phrase is drawn in
        parts that have the same number, connected by dashed lines."""
        return tex(self)

    def write(self, path: PathLike) -> None:
        """Write the pictures to a file: .svg, .html, .tex or .txt."""
        name = os.fspath(path)
        forms = (self.svg, self.html, self.tex, self._text)
        write_text(dict(zip(PICTURES, forms, strict=True))[picture_ending(name, PICTURES)](), name)

    def _text(self) -> str:
        return f"{self}\n"

    def _repr_html_(self) -> str:
        return html_sections(self._sections())

    def _sections(self) -> list[SentencePictures]:
        return [
            SentencePictures(sentence_heading(tree), [TreePicture(tree.svg())], is_from_right(tree)) for tree in self
        ]


def picture_ending(name: str, known: Sequence[str]) -> str:
    """The ending of a file, which says how to draw; others are an error."""
    ending = os.path.splitext(name)[1].lower()
    if ending not in known:
        *first, last = known
        raise CallError(f"the format is not recognised from the name '{name}'; end it in {', '.join(first)} or {last}")
    return ending


def sentence_heading(tree: Tree) -> str:
    """The number of a sentence, its id, and where it is."""
    name = f"  {tree.id}" if tree.id and tree.id != str(tree.index + 1) else ""
    where = os.path.basename(tree.treebank.where(tree.index)) if tree.source else ""
    return f"{tree.index + 1}{name}{'  ' + where if where else ''}"


def _row(tree: Tree) -> Row:
    heads = tree.column("tokens", "head")
    return {
        "sentence": tree.index + 1,
        "id": tree.id,
        "where": tree.treebank.where(tree.index),
        "text": tree.text,
        "brackets": tree.brackets() if has_phrases(tree) else None,
        "words": [
            {
                "word": token.form,
                "tag": token.tag if token.tag is not None else token.upos,
                "head": heads[token.index] + 1 if heads[token.index] >= -1 else None,
                "relation": token.deprel,
            }
            for token in tree
        ],
    }
