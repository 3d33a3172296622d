"""Words that a treebank splits at hyphens, as one word again: Cre - mediated excision, SOX9 up - regulates Fgf9."""

from __future__ import annotations

from ..analysis import ADJECTIVE, FIXED, NO_HEAD, Analysis

_HYPHENS = frozenset({"-", "–", "/"})
_PARTICIPLES = frozenset({"VBN", "VBG", "VBD"})
_PREFIXES = frozenset({"AFX", "RB", "RP", "IN", "JJ"})


def join_hyphenated(tree: Analysis) -> None:
    """Make a participle after a hyphen an adjective with the word before it, and a prefix part of its verb."""
    for hyphen in range(1, len(tree.forms) - 1):
        before, after = hyphen - 1, hyphen + 1
        if tree.forms[hyphen] not in _HYPHENS or tree.tags[hyphen] not in ("HYPH", "SYM", ":"):
            continue
        if tree.tags[after] in _PARTICIPLES and tree.head[after] == before and tree.head[before] > after:
            _make_adjective(tree, before, after)
        elif tree.verbal[after] and after in tree.chain[after] and _is_prefix(tree, before, after):
            chain = tree.chain[after]
            place = chain.index(after)
            tree.chain[after] = [*chain[:place], before, hyphen, *chain[place:]]
            tree.dependents[after] = [word for word in tree.dependents[after] if word != before]
            tree.head[before] = NO_HEAD


def _is_prefix(tree: Analysis, token: int, verb: int) -> bool:
    """Whether a word before a hyphen belongs to the verb after it: up - regulates."""
    if tree.tags[token] not in _PREFIXES or token in tree.chain[verb]:
        return False
    return tree.head[token] in (verb, NO_HEAD)


def _make_adjective(tree: Analysis, noun: int, participle: int) -> None:
    """Attach a participle to the head of the noun before it, and that noun to the participle."""
    above = tree.head[noun]
    tree.head[participle], tree.head[noun] = above, participle
    tree.role[participle], tree.role[noun] = "modifier", "modifier"
    tree.included[participle], tree.included[noun] = ADJECTIVE, FIXED
    tree.verbal[participle] = False
    tree.tags = [*tree.tags[:participle], "JJ", *tree.tags[participle + 1 :]]
    tree.chain[participle] = ()
    tree.dependents[above] = sorted({*tree.dependents[above], participle} - {noun})
    tree.dependents[participle] = sorted({*tree.dependents[participle], noun})
    tree.dependents[noun] = [word for word in tree.dependents[noun] if word != participle]
