"""From a treebank to analyses. Schemes, roles, tags and cycles are computed once, for whole columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from ..core.errors import DataError
from ..core.types import Integers, Mask
from ..transforms.conversions.penn_tags import PENN, PUNCTUATION
from ..treebank import Treebank
from ..treebank.build import check_dependencies
from .analysis import Analysis
from .contraction import analyse
from .relation_schemes import RelationScheme, relation_schemes
from .universal_tags import INFORMATIVE_WORDS, universal_to_penn

_NO_LABEL = "_"


def analyses(treebank: Treebank, *, catenate: bool = True) -> Iterator[Analysis | tuple[str, str]]:
    """The analysis of each sentence, or the kind of problem and the reason why there is none. `catenate` makes a verb
    and its open complement one verb (fail to file)."""
    tokens = treebank.tokens
    forms = [form or "" for form in tokens.text("form").decode()]
    labels = [label or _NO_LABEL for label in tokens.text("deprel").decode()]
    heads = tokens.numbers("head").tolist()
    tags = _tags(treebank, forms)
    chosen = _schemes(treebank)
    schemes = relation_schemes()
    roles = [_roles(treebank, scheme) if (chosen == number).any() else [] for number, scheme in enumerate(schemes)]
    problems = (_unheaded(treebank), _unspoken(treebank, tags), _cyclic(treebank), chosen < 0)
    troubled = np.logical_or.reduce(problems)
    rows = zip(pairwise(tokens.offsets.tolist()), chosen.tolist(), troubled.tolist(), strict=True)
    for number, ((start, end), scheme, is_troubled) in enumerate(rows):
        if is_troubled:
            kind = next(kind for kind, problem in enumerate(problems) if problem[number])
            yield _problem(kind, heads[start:end], labels[start:end], bool(treebank.nodes.counts[number]))
            continue
        part = slice(start, end)
        columns = forms[part], tags[part], heads[part], labels[part], roles[scheme][part]
        yield analyse(*columns, schemes[scheme], catenate=catenate)


def _tags(treebank: Treebank, forms: Sequence[str]) -> list[str]:
    """Penn tags: those of the treebank, or those that universal tags, features and relations give."""
    given = treebank.tokens.text("tag")
    tags = [tag or "" for tag in given.decode()]
    for token in np.flatnonzero(treebank.tokens.text("form").mask({"ago"}) & given.mask({"IN"})).tolist():
        tags[token] = "RB"  # it follows its noun and does not govern one
    foreign = np.flatnonzero(~given.mask(PENN))
    if len(foreign):
        universal, features, relations = (treebank.tokens.text(name).decode() for name in ("upos", "feats", "deprel"))
        for token in foreign.tolist():
            word = forms[token].lower()
            word_or_none = word if word in INFORMATIVE_WORDS else None
            tags[token] = universal_to_penn(universal[token], features[token], relations[token], word_or_none)
        _mend_names(treebank, foreign, forms, tags)
    return tags


def _mend_names(treebank: Treebank, foreign: Integers, forms: Sequence[str], tags: list[str]) -> None:
    """Tag an adjective with a capital letter as part of the name after it, as in the Penn treebank (New Orleans)."""
    tokens = treebank.tokens
    modifiers = foreign[tokens.text("deprel").mask({"amod"})[foreign]]
    above = tokens.numbers("head")[modifiers]
    within = (above >= 0) & (above < tokens.counts[tokens.sentence[modifiers]])
    for token, head in zip(modifiers[within].tolist(), (above + tokens.start[modifiers])[within].tolist(), strict=True):
        if tags[head][:3] == "NNP" and forms[token][:1].isupper():
            tags[token] = "NNP"


def _schemes(treebank: Treebank) -> Integers:
    """The number of the scheme that knows most labels of each sentence; -1 if none knows any."""
    known = np.stack([_known(treebank, scheme) for scheme in relation_schemes()])
    return np.asarray(np.where(known.any(axis=0), known.argmax(axis=0), -1))


def _known(treebank: Treebank, scheme: RelationScheme) -> Integers:
    """How many labels of each sentence a scheme knows."""
    known = treebank.tokens.text("deprel").mask(lambda label: scheme.role(label) is not None)
    return np.bincount(treebank.tokens.sentence[known], minlength=len(treebank))


def _roles(treebank: Treebank, scheme: RelationScheme) -> list[str | None]:
    """The role of every token; None where the scheme does not have the label."""
    label = treebank.tokens.text("deprel")
    roles = [*(scheme.role(value) for value in label.values), scheme.role(_NO_LABEL)]
    return [roles[code] for code in label.codes.tolist()]  # a missing label has the code -1


def _unheaded(treebank: Treebank) -> Mask:
    """Sentences in which no word has a head."""
    tokens = treebank.tokens
    return np.asarray(np.bincount(tokens.sentence[tokens.numbers("head") != -2], minlength=len(treebank)) == 0)


def _unspoken(treebank: Treebank, tags: Sequence[str]) -> Mask:
    """Sentences that consist of punctuation only."""
    word = np.fromiter((tag not in PUNCTUATION for tag in tags), bool, len(tags))
    return np.asarray(np.bincount(treebank.tokens.sentence[word], minlength=len(treebank)) == 0)


def _cyclic(treebank: Treebank) -> Mask:
    """Sentences with a head that does not exist, or with a word that has no path to the root."""
    tokens = treebank.tokens
    head = tokens.numbers("head").astype(np.int64)
    outside = (head < -2) | (head >= tokens.counts[tokens.sentence])
    top = len(head)
    above = np.append(np.where((head < 0) | outside, top, head + tokens.start), top)
    for _ in range(int(tokens.counts.max(initial=1)).bit_length()):
        above = above[above]
    return np.asarray(np.bincount(tokens.sentence[(above[:-1] != top) | outside], minlength=len(treebank)) > 0)


def _problem(kind: int, heads: Sequence[int], labels: Sequence[str], has_phrases: bool) -> tuple[str, str]:
    if kind == 0 and has_phrases:
        return "no tree", "phrases over words that do not have the tags of the Penn treebank"
    if kind == 0:
        return "no tree", "no head is given" if heads else "no parse"
    if kind == 1:
        return "no words", "punctuation only"
    if kind == 2:
        return "cycle", _cycle(heads)
    return "labels", f"no label is known: {', '.join(sorted(set(labels))[:5])}"


def _cycle(heads: Sequence[int]) -> str:
    try:
        check_dependencies(heads)
    except DataError as error:
        return str(error)
    raise AssertionError("the heads are those of a tree")
