"""Penn trees to labelled dependencies in the style of CoNLL-2008.

Johansson and Nugues (2007), Extended constituent-to-dependency conversion for English, NODALIDA; Surdeanu et al.
(2008), The CoNLL-2008 shared task. Auxiliaries, `to`, prepositions and subordinators are heads; function tags and
structure give the relations; moved phrases return to their traces, so that trees may be non-projective.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....treebank import Treebank
from ...base import transform
from ..constituents import Constituent
from ..coordination import NOMINAL_PHRASES, CoordinationStyle, chain_conjuncts, conjunction_of, first_conjunct
from ..percolation import read_percolation
from ..unpacking import Unpacked, convert_trees, governors
from .added_structure import add_structure
from .appositions import mark_appositions
from .inferred_functions import infer_functions
from .links import resolve_links
from .lth_relations import relation_without_functions, relations_of
from .restoring import FRONTED, restore_traces
from .small_clauses import take_apart

# Form tags, and tags of the Brown corpus, that are not relations.
_NO_RELATIONS = frozenset({"HLN", "TTL", "NOM", "CLR", "UNF", "ETC", "IMP"})


@dataclass(frozen=True)
class LthOptions:
    """How to convert: see `to_lth`."""

    raw: bool = False
    coordination: CoordinationStyle = "chain"
    bracketed: bool = False
    names: bool = True
    restore: bool = True


@transform("to-lth")
def to_lth(
    treebank: Treebank,
    *,
    raw: bool = False,
    coordination: CoordinationStyle = "chain",
    bracketed: bool = False,
    names: bool = True,
    restore: bool = True,
) -> Treebank:
    """Make labelled dependencies from Penn trees as in CoNLL-2008 (Johansson and Nugues 2007). raw=true: trees without
    function tags and traces; coordination: chain, flat or conjunction; bracketed=true: noun phrases have inner brackets
    (NML); names=false: do not look for names in flat noun phrases; restore=false: do not look for subjects and moved
    phrases where a tree has no empty elements. The phrases are kept; empty elements are removed.

    raw           ignore function tags and traces, as parsers do not give them: VMOD for all that needs them
    coordination  chain: each conjunct depends on the one before (Mel'čuk, CoNLL-2008); flat: all depend on the first;
                  conjunction: they depend on the conjunction (Prague)
    bracketed     noun phrases have inner brackets (NML) where they do not branch to the right
    restore       where a tree has no empty elements, find subjects and moved phrases by its structure
    names         find company names (Fraser & Neave) and people's names after a noun (the oboist Heinz Holliger)

    Sentences without phrases keep the dependencies that they have, if any.
    """
    options = LthOptions(raw, coordination, bracketed, names, restore)
    return convert_trees(treebank, lambda tree: _convert(tree, options), _NO_RELATIONS)


def _convert(tree: Unpacked, options: LthOptions) -> tuple[list[int], list[str]]:
    """Heads and relations of the words of one sentence."""
    references = tree.references
    if options.raw:
        references = []
        _forget_functions(tree)
    else:
        _complete(tree, options.restore)
    add_structure(tree.phrases, bracketed=options.bracketed, names=options.names)
    phrases = tree.top.phrases()
    find_lth_heads(phrases, options.coordination)
    take_apart(phrases)
    infer_functions(phrases, references)
    resolve_links(references)
    words, largest, heads = governors(tree.leaves)
    relations = relations_of(largest)
    relations[heads.index(-1)] = "ROOT"
    if options.raw:
        tags = [words[head].label if head >= 0 else "" for head in heads]
        relations = [relation_without_functions(relation, tag) for relation, tag in zip(relations, tags, strict=True)]
    if options.coordination == "chain":
        chain_conjuncts(heads, relations, [word.form for word in words], [word.punctuation for word in words])
    return heads, relations


def _complete(tree: Unpacked, restored: bool) -> None:
    """Restore traces in a tree without empty elements, and remove the mark of fronted phrases."""
    if restored and not any(leaf.hollow for leaf in tree.leaves):
        restore_traces(tree)
    for phrase in tree.phrases:
        if phrase.function is not None and FRONTED in phrase.function:
            kept = [function for function in phrase.function.split("-") if function != FRONTED]
            phrase.function = "-".join(kept) or None


def _forget_functions(tree: Unpacked) -> None:
    for phrase in tree.phrases:
        phrase.function = None
    for constituent in tree.references:
        constituent.forget()


def find_lth_heads(phrases: list[Constituent], coordination: CoordinationStyle) -> None:
    """Set the head child of every phrase, from the bottom up, and mark appositions."""
    table = read_percolation("to_lth/heads")
    for phrase in reversed(phrases):
        if phrase.label in NOMINAL_PHRASES:
            mark_appositions(phrase)
        if len(phrase.children) == 1:
            phrase.head = phrase.children[0]
        else:
            head = conjunction_of(phrase) if coordination == "conjunction" else None
            phrase.head = head or table.choose(phrase, first_conjunct(phrase))
        phrase.hollow = phrase.head.hollow
