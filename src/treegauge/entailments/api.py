"""`entail`: every tree of a treebank as a list of simple sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from typing import TypedDict

import numpy as np

from ..core.errors import CallError
from ..core.tabular import Tabular
from ..core.types import Mask, Row
from ..core.wording import counted
from ..transforms.conversions.join_split_words import join_split_words
from ..transforms.conversions.penn_tags import PENN, with_penn_tags
from ..treebank import NOT_GIVEN, Text, Treebank, concatenate
from ..treebank.edit import drop_tokens
from ..treebank.shape import no_words
from .analysis import Analysis
from .conjuncts import PhraseTree, conjunct_entailments
from .generation import Entailment, generate_entailments
from .heuristics import mend_relations
from .plain.generation import ATTACHMENT, plain_entailments
from .plain.status import ASSERTED
from .reading import analyses
from .relation_schemes import relation_schemes


class EntailmentRow(TypedDict):
    """An entailment as `--json` prints it; tokens are numbered from 1."""

    text: str
    kind: str
    target: str
    head: str
    relation: str
    status: str
    tokens: list[int]


class EntailedSentenceRow(TypedDict):
    """A sentence and its entailments as `--json` prints them; sentences are numbered from 1."""

    sentence: int
    text: str
    entailments: list[EntailmentRow]


@dataclass(frozen=True)
class Problem:
    """A sentence that has no entailments, or perhaps not all, and why; sentences are numbered from 1."""

    sentence: int
    where: str
    kind: str
    reason: str


@dataclass(frozen=True, eq=False, repr=False)
class Entailments(Tabular):
    """The entailments of each sentence of a treebank. In `treebank`, words are whole and empty elements removed."""

    treebank: Treebank = field(repr=False)
    sentences: tuple[tuple[Entailment, ...], ...] = field(repr=False)
    problems: tuple[Problem, ...]

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def problem_counts(self) -> dict[str, int]:
        """How many sentences have each kind of problem, the most frequent first."""
        return dict(Counter(problem.kind for problem in self.problems).most_common())

    @property
    def problem_summary(self) -> str:
        """These counts in words."""
        counts = ", ".join(f"{kind}: {count:,}" for kind, count in self.problem_counts.items())
        return f"{len(self.problems):,} of {len(self):,} sentences may lack entailments ({counts})"

    def rows(self) -> list[EntailedSentenceRow]:
        """The rows of `treegauge entail --json`, one per sentence."""
        return [self._row(number, entailments) for number, entailments in enumerate(self.sentences)]

    def table_rows(self) -> list[Row]:
        """One row per entailment, with the number of its sentence, from 1."""
        return [{"sentence": row["sentence"], **item} for row in self.rows() for item in row["entailments"]]

    def __repr__(self) -> str:
        number = counted(sum(map(len, self.sentences)), "entailment")
        lacking = f"; {self.problem_summary}" if self.problems else ""
        return f"<Entailments: {number} of {counted(len(self), 'sentence')}{lacking}>"

    def _row(self, number: int, entailments: Sequence[Entailment]) -> EntailedSentenceRow:
        tree = self.treebank[number]
        forms = tree.column("tokens", "form")
        rows = [as_row(entailment, forms) for entailment in entailments]
        return {"sentence": number + 1, "text": tree.text, "entailments": rows}


def as_row(entailment: Entailment, forms: Sequence[str]) -> EntailmentRow:
    """An entailment as `--json` prints it, given the words of its sentence."""
    return {
        "text": entailment.text,
        "kind": entailment.kind,
        "target": forms[entailment.target],
        "head": forms[entailment.head],
        "relation": entailment.relation,
        "status": entailment.status,
        "tokens": [token + 1 for token in entailment.tokens],
    }


def entail(treebank: Treebank, *, thesis: bool = False, strict: bool = False, coordination: bool = True) -> Entailments:
    """List the simple sentences that each tree entails, from its dependencies or from those that its phrases give.

    The sentences are plain English. Each has a status: what is denied, asked, a condition or only reported is not
    asserted, and `strict` leaves it out; then objects are said in full, too. With `thesis`, they are those of Eker
    (2009), with X for what is not in focus; where there are phrases, `coordination` then adds the sentences that follow
    for further conjuncts.
    """
    prepared = with_known_dependencies(treebank)
    listed = _thesis_sentences(prepared, coordination) if thesis else _plain_sentences(prepared, strict)
    sentences, problems = [], []
    for number, (analysis, entailments) in enumerate(listed):
        remark = _remark(analysis) if isinstance(analysis, Analysis) else analysis
        if remark is not None:
            problems.append(Problem(number + 1, prepared.where(number), *remark))
        sentences.append(tuple(entailments))
    return Entailments(prepared, tuple(sentences), tuple(problems))


_Listed = Iterator[tuple[Analysis | tuple[str, str], list[Entailment]]]


def _plain_sentences(prepared: Treebank, strict: bool) -> _Listed:
    slips = _slips(prepared) if strict else {}
    for number, analysis in enumerate(analyses(prepared, catenate=False)):
        entailments = plain_entailments(analysis, full=strict) if isinstance(analysis, Analysis) else []
        yield analysis, [own for own in entailments if not strict or _is_strict(own, slips.get(number, set()))]


def _is_strict(entailment: Entailment, slips: set[str]) -> bool:
    """Whether a sentence is asserted, and said as people do, without words that are misspelt."""
    good = entailment.status == ASSERTED and entailment.kind != ATTACHMENT
    return good and slips.isdisjoint(entailment.text.removesuffix(".").lower().split())


def _slips(treebank: Treebank) -> dict[int, set[str]]:
    """The words that UD marks as misspelt (Typo=Yes), by sentence."""
    slips: dict[int, set[str]] = {}
    if "feats" in treebank.tokens:
        forms, owners = treebank.tokens.text("form").decode(), treebank.tokens.sentence
        for token in np.flatnonzero(treebank.tokens.text("feats").mask(lambda feats: "Typo=Yes" in feats)).tolist():
            slips.setdefault(int(owners[token]), set()).add(str(forms[token]).lower())
    return slips


def _thesis_sentences(prepared: Treebank, coordination: bool) -> _Listed:
    phrases = _phrases(prepared) if coordination and prepared.has_constituents else repeat(None)
    for analysis, tree in zip(analyses(prepared), phrases, strict=False):
        entailments: list[Entailment] = []
        if isinstance(analysis, Analysis):
            entailments = generate_entailments(analysis)
            if tree is not None:
                entailments += conjunct_entailments(analysis, tree, entailments)
        yield analysis, entailments


def with_known_dependencies(treebank: Treebank) -> Treebank:
    """The words of a treebank with labelled dependencies: those of a known scheme, or those that its phrases give."""
    if len(treebank.tokens) and not treebank.has_dependencies and not treebank.has_constituents:
        raise CallError(f"entailments come from dependency trees or Penn trees; there is neither in {treebank!r}")
    treebank = with_penn_tags(treebank)
    convertible = np.flatnonzero(is_penn(treebank) & ~has_scheme(treebank))
    empty = no_words(treebank)
    words = drop_tokens(treebank, empty) if empty.any() else treebank
    if "head" not in words.tokens:
        words = words.replace(tokens=words.tokens.replace(head=np.full(len(words.tokens), NOT_GIVEN, np.int32)))
    if 0 < len(convertible) == len(words):
        words = _converted(treebank)
    elif len(convertible):
        order = np.arange(len(words))
        order[convertible] = len(words) + np.arange(len(convertible))
        words = concatenate([words, _converted(treebank.select(convertible))]).select(order)
    return join_split_words(words)


def has_scheme(treebank: Treebank) -> Mask:
    """The sentences with relations of a known scheme."""
    known = treebank.tokens.text("deprel").mask(lambda label: any(scheme.role(label) for scheme in relation_schemes()))
    labelled = known if treebank.has_dependencies else known & False
    return np.asarray(np.bincount(treebank.tokens.sentence[labelled], minlength=len(treebank)) > 0)


def is_penn(treebank: Treebank) -> Mask:
    """The sentences with phrases in which more than half of the words have tags of the Penn treebank."""
    tokens = treebank.tokens
    tag = tokens.text("tag").mask(PENN)
    known = np.bincount(tokens.sentence[tag], minlength=len(treebank))
    words = np.bincount(tokens.sentence[~no_words(treebank)], minlength=len(treebank))
    return np.asarray((treebank.nodes.counts > 0) & (2 * known > words))


def _converted(treebank: Treebank) -> Treebank:
    """Penn trees as CoNLL-2008 dependencies; where a tree has no empty elements, the heuristics correct them."""
    from ..transforms.conversions.to_lth import to_lth

    traces = np.bincount(treebank.tokens.sentence[no_words(treebank)], minlength=len(treebank))
    tagged = _sentences_with(treebank, treebank.nodes.text("label").mask(lambda label: "-" in label[1:]))
    converted = to_lth(treebank)
    empty = no_words(converted)
    converted = drop_tokens(converted, empty) if empty.any() else converted
    tokens = converted.tokens
    forms, tags, labels = ([value or "" for value in tokens.text(name).decode()] for name in ("form", "tag", "deprel"))
    heads = tokens.numbers("head").tolist()
    for number, (start, end) in enumerate(pairwise(tokens.offsets.tolist())):
        if not traces[number]:
            part = slice(start, end)
            labels[part] = mend_relations(forms[part], tags[part], heads[part], labels[part], bool(tagged[number]))
    return converted.replace(tokens=tokens.replace(deprel=Text.of(label or None for label in labels)))


def _sentences_with(treebank: Treebank, nodes: Mask) -> Mask:
    return np.asarray(np.bincount(treebank.nodes.sentence[nodes], minlength=len(treebank)) > 0)


def _phrases(treebank: Treebank) -> Iterator[PhraseTree | None]:
    """The phrases of each sentence that has a conjunction."""
    tokens, nodes = treebank.tokens, treebank.nodes
    conjunction = tokens.text("tag").mask({"CC"})
    coordinated = np.bincount(tokens.sentence[conjunction], minlength=len(treebank)) > 0
    coordinated |= _sentences_with(treebank, nodes.text("label").mask({"CONJP"}))
    parents, token_parents = nodes.numbers("parent"), tokens.numbers("parent")
    labels = nodes.text("label")
    for number, is_coordinated in enumerate(coordinated.tolist()):
        if not is_coordinated:
            yield None
            continue
        rows = slice(*nodes.offsets[number : number + 2].tolist())
        words = slice(*tokens.offsets[number : number + 2].tolist())
        names = [label or "" for label in labels.take(rows).decode()]
        yield PhraseTree(parents[rows].tolist(), names, token_parents[words].tolist())


def _remark(analysis: Analysis) -> tuple[str, str] | None:
    """The problem of a sentence that was analysed, if any."""
    if analysis.unknown:
        return "labels", f"labels that the scheme does not have: {', '.join(analysis.unknown[:5])}"
    if not any(analysis.verbal):
        return "no verb", "no verb"
    return None
