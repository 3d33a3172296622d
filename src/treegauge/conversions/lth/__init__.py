"""Penn trees to labelled dependencies in the CoNLL-2008 manner.

Johansson and Nugues (2007), Extended constituent-to-dependency conversion for English, NODALIDA; Surdeanu et al.
(2008), The CoNLL-2008 shared task. Auxiliaries, `to`, prepositions and subordinators are heads; function tags and
structure give the relations; traces put moved phrases back, so that trees may be non-projective.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...treebank import Treebank
from ..constituents import Constituent, convert_trees, governors
from ..coordination import Style, chain, conjunction_of, first_conjunct
from ..percolation import read_percolation
from .deepening import deepen
from .functions import infer_functions, take_apart
from .links import resolve_links
from .relations import relation, without_functions


@dataclass(frozen=True)
class Options:
    """How to convert: see `to_lth`."""

    raw: bool = False
    coordination: Style = "chain"
    bracketed: bool = False
    names: bool = True


def to_lth(
    treebank: Treebank,
    *,
    raw: bool = False,
    coordination: Style = "chain",
    bracketed: bool = False,
    names: bool = True,
) -> Treebank:
    """The words of Penn trees with heads and CoNLL-2008 relations (SBJ, OBJ, NMOD, VC ...); the phrases stay.

    raw           do not look at function tags and traces, as parsers do not give them: VMOD for all that needs them
    coordination  chain: each conjunct hangs from the one before (Mel'čuk, CoNLL-2008); flat: all hang from the first;
                  conjunction: they hang from the conjunction (Prague)
    bracketed     noun phrases have inner brackets (NML) where they do not branch to the right
    names         find company names (Fraser & Neave) and people's names after a noun (the oboist Heinz Holliger)

    Sentences without phrases keep the dependencies that they have, if any. Empty elements go.
    """
    options = Options(raw, coordination, bracketed, names)
    return convert_trees(treebank, lambda top: _convert(top, options))


def _convert(top: Constituent, options: Options) -> tuple[list[int], list[str]]:
    """Heads and relations of the words of one sentence."""
    if options.raw:
        _forget_functions(top)
    deepen(top, bracketed=options.bracketed, names=options.names)
    find_heads(top, options.coordination)
    take_apart(top)
    infer_functions(top)
    resolve_links(top)
    words, heads = governors(top)
    relations = [relation(word) for word in words]
    relations[heads.index(-1)] = "ROOT"
    if options.raw:
        tags = [words[head].label if head >= 0 else "" for head in heads]
        relations = [without_functions(found, tag) for found, tag in zip(relations, tags, strict=True)]
    if options.coordination == "chain":
        chain(heads, relations, [word.form for word in words], [word.punctuation for word in words])
    return heads, relations


def _forget_functions(top: Constituent) -> None:
    for phrase in top.phrases():
        phrase.function = None
        for child in phrase.children:
            child.forget()


def find_heads(top: Constituent, coordination: Style) -> None:
    """Set the head child of every phrase, from the bottom up."""
    table = read_percolation("lth/heads")
    for phrase in reversed(top.phrases()):
        head = conjunction_of(phrase) if coordination == "conjunction" else None
        phrase.head = head or table.choose(phrase, first_conjunct(phrase))
        phrase.hollow = phrase.head.hollow
