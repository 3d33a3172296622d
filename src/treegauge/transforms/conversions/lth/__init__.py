"""Penn trees to labelled dependencies in the CoNLL-2008 manner.

Johansson and Nugues (2007), Extended constituent-to-dependency conversion for English, NODALIDA; Surdeanu et al.
(2008), The CoNLL-2008 shared task. Auxiliaries, `to`, prepositions and subordinators are heads; function tags and
structure give the relations; traces put moved phrases back, so that trees may be non-projective.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....treebank import Treebank
from ..constituents import Constituent
from ..coordination import NOMINAL, Style, chain, conjunction_of, first_conjunct
from ..percolation import read_percolation
from ..unpacking import Unpacked, convert_trees, governors
from .appositions import mark_appositions
from .clauses import take_apart
from .deepening import deepen
from .functions import infer_functions
from .links import resolve_links
from .relations import relations_of, without_functions
from .restoring import FRONTED
from .restoring import restore as restore_tree

# Tags of form, and of the Brown corpus, that are no relations.
_NO_RELATIONS = frozenset({"HLN", "TTL", "NOM", "CLR", "UNF", "ETC", "IMP"})


@dataclass(frozen=True)
class Options:
    """How to convert: see `to_lth`."""

    raw: bool = False
    coordination: Style = "chain"
    bracketed: bool = False
    names: bool = True
    restore: bool = True


def to_lth(
    treebank: Treebank,
    *,
    raw: bool = False,
    coordination: Style = "chain",
    bracketed: bool = False,
    names: bool = True,
    restore: bool = True,
) -> Treebank:
    """The words of Penn trees with heads and CoNLL-2008 relations (SBJ, OBJ, NMOD, VC ...); the phrases stay.

    raw           do not look at function tags and traces, as parsers do not give them: VMOD for all that needs them
    coordination  chain: each conjunct hangs from the one before (Mel'čuk, CoNLL-2008); flat: all hang from the first;
                  conjunction: they hang from the conjunction (Prague)
    bracketed     noun phrases have inner brackets (NML) where they do not branch to the right
    restore       where a tree has no empty elements, find subjects and moved phrases by its structure
    names         find company names (Fraser & Neave) and people's names after a noun (the oboist Heinz Holliger)

    Sentences without phrases keep the dependencies that they have, if any. Empty elements go.
    """
    options = Options(raw, coordination, bracketed, names, restore)
    return convert_trees(treebank, lambda tree: _convert(tree, options), _NO_RELATIONS)


def _convert(tree: Unpacked, options: Options) -> tuple[list[int], list[str]]:
    """Heads and relations of the words of one sentence."""
    references = tree.references
    if options.raw:
        references = []
        _forget_functions(tree)
    else:
        _complete(tree, options.restore)
    deepen(tree.phrases, bracketed=options.bracketed, names=options.names)
    phrases = tree.top.phrases()
    find_heads(phrases, options.coordination)
    take_apart(phrases)
    infer_functions(phrases, references)
    resolve_links(references)
    words, largest, heads = governors(tree.leaves)
    relations = relations_of(largest)
    relations[heads.index(-1)] = "ROOT"
    if options.raw:
        tags = [words[head].label if head >= 0 else "" for head in heads]
        relations = [without_functions(found, tag) for found, tag in zip(relations, tags, strict=True)]
    if options.coordination == "chain":
        chain(heads, relations, [word.form for word in words], [word.punctuation for word in words])
    return heads, relations


def _complete(tree: Unpacked, restored: bool) -> None:
    """Find what a tree without empty elements does not say; and leave out that phrases were fronted."""
    if restored and not any(leaf.hollow for leaf in tree.leaves):
        restore_tree(tree)
    for phrase in tree.phrases:
        if phrase.function is not None and FRONTED in phrase.function:
            kept = [function for function in phrase.function.split("-") if function != FRONTED]
            phrase.function = "-".join(kept) or None


def _forget_functions(tree: Unpacked) -> None:
    for phrase in tree.phrases:
        phrase.function = None
    for one in tree.references:
        one.forget()


def find_heads(phrases: list[Constituent], coordination: Style) -> None:
    """Set the head child of every phrase, from the bottom up, and mark appositions."""
    table = read_percolation("lth/heads")
    for phrase in reversed(phrases):
        if phrase.label in NOMINAL:
            mark_appositions(phrase)
        if len(phrase.children) == 1:
            phrase.head = phrase.children[0]
        else:
            head = conjunction_of(phrase) if coordination == "conjunction" else None
            phrase.head = head or table.choose(phrase, first_conjunct(phrase))
        phrase.hollow = phrase.head.hollow
