"""Draw trees with LaTeX: phrases with the package forest, dependencies with tikz-dependency.

forest draws each phrase above its words, without gaps. A discontinuous phrase is drawn once for each of its parts, with
the same number at the label of each (`VP*1`), and dashed lines connect the parts. Text from right to left has its first
word at the right.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

from .direction import is_from_right
from .drawing import has_heads, has_phrases, part_of_speech
from .lines import printable
from .svg import arc_levels
from .views import Node, Token, Tree

_SPECIAL = {character: f"\\{character}" for character in "{}$#%_"} | {
    "\\": r"\textbackslash{}",
    "&": r"\char38{}",  # \& separates the words of tikz-dependency
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_PREAMBLE = r"""\documentclass[border=8pt]{standalone}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\fi
FONTS\usepackage{textcomp}
\ifluatex\newcommand{\fromright}[1]{{\upshape\textdir TRT#1}}\else\ifxetex\TeXXeTstate=1
\newcommand{\fromright}[1]{{\upshape\beginR#1\endR}}\else\newcommand{\fromright}[1]{#1}\fi\fi
\usepackage[edges]{forest}
\usepackage{tikz-dependency}
\newenvironment{sentence}{}{}
\standaloneenv{sentence}
\forestset{
  tree/.style={where n children=0{tier=word, font=\itshape}{}, for tree={s sep=1.5mm, l sep=4mm, inner sep=1.5pt}},
  function/.style={edge label={node[midway, fill=white, inner sep=0.7pt, font=\tiny\sffamily]{#1}}},
}
\begin{document}
"""
# The scripts that the usual fonts of LaTeX do not have, by their first and last characters, and fonts that have them.
_SCRIPTS = (
    (0x0590, 0x05FF, "Hebrew", ("Noto Serif Hebrew", "FreeSerif", "DejaVu Sans")),
    (0x0600, 0x077F, "Arabic", ("Noto Naskh Arabic", "Amiri", "FreeSerif", "DejaVu Sans")),
    (0x0900, 0x097F, "Devanagari", ("Noto Serif Devanagari", "Lohit Devanagari", "FreeSerif")),
    (0x0B80, 0x0BFF, "Tamil", ("Noto Serif Tamil", "Lohit Tamil", "FreeSerif")),
    (0x2E80, 0xFFEF, "", ("Noto Serif CJK JP", "Noto Sans CJK JP", "IPAexMincho", "Droid Sans Fallback")),
    (0x0370, 0x2BFF, "", ("FreeSerif", "DejaVu Serif", "Noto Serif")),
)
_LATIN = 0x0180  # characters below are in the fonts that pdflatex has, and so are these:
_USUAL = frozenset(map(ord, "\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2020\u2021\u2022\u2026\u20ac\u2122"))

OTHER_ENGINES = "% Compile with lualatex or xelatex: pdflatex does not have all characters."


def tex(trees: Iterable[Tree]) -> str:
    """A complete document, one page per sentence."""
    pages = [_page(tree) for tree in trees]
    body = "".join(pages)
    line = f"{OTHER_ENGINES}\n" if beyond_pdflatex(body) else ""
    choice = font_choice(body)
    fonts = rf"\iftutex{choice}\fi" + "\n" if choice else ""
    return f"{line}{_PREAMBLE.replace('FONTS', fonts)}{body}\\end{{document}}\n"


def beyond_pdflatex(text: str) -> set[int]:
    """The characters of a text that the fonts of pdflatex do not have."""
    return {code for code in map(ord, set(text)) if code >= _LATIN} - _USUAL


def font_choice(text: str) -> str:
    """For lualatex and xelatex with the package fontspec: the first font that is installed, for a script that needs
    one."""
    codes = beyond_pdflatex(text)
    for first, last, script, fonts in _SCRIPTS:
        if any(first <= code <= last for code in codes):
            shaping = f"[Script={script}]" if script else ""
            choices = "".join(rf"\IfFontExistsTF{{{font}}}{{\setmainfont{shaping}{{{font}}}}}{{" for font in fonts)
            return choices + "}" * len(fonts)
    return ""


def _page(tree: Tree) -> str:
    pictures = [_forest(tree)] if has_phrases(tree) and tree.tokens else []
    if tree.tokens and (has_heads(tree) or not pictures):
        pictures.append(_dependency(tree))
    comment = printable(tree.text.replace("\n", " "))
    shown = "\\\\[4mm]\n".join(pictures)
    several = f"\\begin{{tabular}}{{c}}\n{shown}\n\\end{{tabular}}" if len(pictures) > 1 else shown
    return f"% {tree.id or tree.index + 1}: {comment}\n\\begin{{sentence}}\n{several or '~'}\n\\end{{sentence}}\n"


def escape_tex(string: str) -> str:
    """A text as LaTeX prints it."""
    escaped = "".join(_SPECIAL.get(character, character) for character in string)
    from_right = any(unicodedata.bidirectional(character) in ("R", "AL") for character in string)
    return rf"\fromright{{{escaped}}}" if from_right else escaped


_Part = tuple[Node | Token, int]  # a node, and which of its parts without a gap


def _forest(tree: Tree) -> str:
    """One line per node or word, indented by its depth."""
    children, roots, counts = _parts(tree)
    number = {node: place for place, node in enumerate((node for node in tree.nodes if counts[node] > 1), 1)}
    if is_from_right(tree):
        children, roots, bend = {part: below[::-1] for part, below in children.items()}, roots[::-1], "right"
    else:
        bend = "left"
    lines, waiting = ["\\begin{forest} tree"], [(part, 1) for part in reversed(roots)]
    if len(roots) > 1:
        lines.append("[{},phantom")
    open_levels: list[int] = []
    for part, depth in _popped(waiting, children):
        while open_levels and open_levels[-1] >= depth:
            lines[-1] += "]"
            open_levels.pop()
        lines.append(" " * depth + _node(part, number))
        open_levels.append(depth)
    lines[-1] += "]" * (len(open_levels) + (len(roots) > 1))
    for node, place in number.items():
        names = [f"n{node.index}p{part}" for part in range(counts[node])]
        lines += [rf"\draw[dashed] ({a}) to[bend {bend}=12] ({b}); % {place}" for a, b in pairwise(names)]
    return "\n".join([*lines, "\\end{forest}"])


def _popped(waiting: list[tuple[_Part, int]], children: dict[_Part, list[_Part]]) -> Iterable[tuple[_Part, int]]:
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        waiting += [(child, depth + 1) for child in reversed(children.get(part, []))]


def _node(part: _Part, number: dict[Node, int]) -> str:
    item, place = part
    function = f", function={{{escape_tex(printable(item.function))}}}" if printable(item.function) else ""
    if isinstance(item, Token):
        word = f"[{{{escape_tex(printable(item.form)) or '~'}}}"
        tag = escape_tex(printable(item.tag))
        return f"[{{{tag}}}{function} {word}]" if tag else word + function
    label = escape_tex(f"{printable(item.label) or '·'} {printable(item.mark)}".strip())
    wrong = ", text=red, edge={red, dashed}" if item.mark else ""
    if item in number:
        return f"[{{{label}*{number[item]}}}, name=n{item.index}p{place}{function}{wrong}"
    return f"[{{{label}}}{function}{wrong}"


def _parts(tree: Tree) -> tuple[dict[_Part, list[_Part]], list[_Part], dict[Node, int]]:
    """The children of every part, in the order of the words; the parts at the top; the number of parts of each node."""
    runs = _runs(tree)
    counts = {node: len(runs[node]) for node in tree.nodes}
    children: dict[_Part, list[_Part]] = defaultdict(list)
    roots: list[_Part] = []
    items: list[tuple[int, int, Node | Token, int]] = [(token.index, 0, token, 0) for token in tree.tokens]
    for node in tree.nodes:
        items += [(first, -last, node, place) for place, (first, last) in enumerate(runs[node])]
    order = sorted(items, key=lambda item: (item[0], isinstance(item[2], Token), item[1], item[2].index))
    for first, _, item, place in order:
        above = item.parent
        if above is None:
            roots.append((item, place))
        else:
            within = next(number for number, (low, high) in enumerate(runs[above]) if low <= first <= high)
            children[above, within].append((item, place))
    return children, roots, counts


def _runs(tree: Tree) -> dict[Node, list[tuple[int, int]]]:
    """The first and last word of each part of each node; a node without words has none."""
    runs: dict[Node, list[tuple[int, int]]] = {}
    for node in tree.nodes:
        parts: list[tuple[int, int]] = []
        for token in node.tokens:
            if parts and parts[-1][1] == token.index - 1:
                parts[-1] = parts[-1][0], token.index
            else:
                parts.append((token.index, token.index))
        runs[node] = parts
    return runs


def _dependency(tree: Tree) -> str:
    """The words, their tags, and an edge for each head."""
    drawn = tree.tokens[::-1] if is_from_right(tree) else tree.tokens
    place = {token: number for number, token in enumerate(drawn, 1)}
    words = r" \& ".join(escape_tex(printable(token.form)) or "~" for token in drawn)
    tags = r" \& ".join(escape_tex(part_of_speech(token)) or "~" for token in drawn)
    below = [rf"\scriptsize {tags} \\".replace(r" \& ", r" \& \scriptsize ")] if any(map(part_of_speech, tree)) else []
    lines = ["\\begin{dependency}", "\\begin{deptext}[column sep=2mm]", rf"{words} \\", *below, "\\end{deptext}"]
    for (token, head), level in arc_levels(tree).items():
        relation = escape_tex(f"{printable(token.deprel)} {printable(token.mark)}".strip())
        look = f"edge height={3 * level}ex" + (
            ", edge style={red, dashed}, label style={text=red}" if token.mark else ""
        )
        if token is head and token.is_root:
            lines.append(rf"\deproot[{look}]{{{place[token]}}}{{{relation or 'root'}}}")
        elif token is not head:
            lines.append(rf"\depedge[{look}]{{{place[head]}}}{{{place[token]}}}{{{relation}}}")
    return "\n".join([*lines, "\\end{dependency}"])
