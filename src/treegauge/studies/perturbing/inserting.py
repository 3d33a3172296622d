"""Insert errors into trees: drawn at random without repetition, several kinds at once, the same number into several
treebanks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from ...annotation.schemes import Scheme
from ...core.bounds import Positive, SeedNumber, Share, checked
from ...core.errors import CallError
from ...core.types import Int64s
from ...core.wording import counted
from ...treebank import Rows, Text, Treebank
from ...treebank.edit import restructure
from ...treebank.strings import concatenate_text
from .kinds import ERROR_KINDS, ErrorSpec, ErrorSpecs, kind_number, parse_errors
from .places import NO_CHANGE, Changes, Places, find_places

if TYPE_CHECKING:
    from .log import LogRow


class PerturbedRow(TypedDict):
    """What `treegauge perturb --json` prints: one row per treebank and kind of errors.

    places       places for errors of this kind, `with_heads` of them change a head or a relation too
    errors       errors inserted, into `sentences` sentences
    passed_over  places that were drawn but not used, because another error had changed the same nodes
    """

    treebank: str
    kind: str
    scheme: str
    places: int
    with_heads: int
    errors: int
    passed_over: int
    sentences: int


@dataclass(frozen=True, eq=False)
class Perturbed:
    """A treebank with errors.

    treebank     the trees with the errors
    gold         the places in the trees without errors
    errors       the kinds of errors asked for
    changes      the errors, in the order in which they were drawn
    passed_over  for each kind, the places drawn but not used, because another error had changed the same nodes
    place        the new row of each node of the gold trees
    """

    treebank: Treebank
    gold: Places
    errors: tuple[ErrorSpec, ...]
    changes: Changes
    passed_over: dict[str, int]
    place: Int64s
    name: str = ""

    @cached_property
    def inserted(self) -> dict[str, int]:
        """How many errors of each kind there are."""
        return {errors.kind: int((self.changes.kind == kind_number(errors.kind)).sum()) for errors in self.errors}

    @property
    def sentences(self) -> Int64s:
        """The sentences that have an error, in order."""
        return np.unique(self.changes.sentence)

    @property
    def log(self) -> list[LogRow]:
        """One row per error: where it is, what was changed, and from what."""
        from .log import log_rows

        return log_rows(self)

    def rows(self) -> list[PerturbedRow]:
        """One row per kind of errors."""
        available, heads = self.gold.counts, self.gold.with_heads
        return [
            {
                "treebank": self.name,
                "kind": errors.kind,
                "scheme": self.gold.scheme.name,
                "places": available[errors.kind],
                "with_heads": heads[errors.kind],
                "errors": self.inserted[errors.kind],
                "passed_over": self.passed_over[errors.kind],
                "sentences": len(np.unique(self.changes.sentence[self.changes.kind == kind_number(errors.kind)])),
            }
            for errors in self.errors
        ]


@checked
def perturb(
    treebank: Treebank,
    errors: ErrorSpecs,
    *,
    count: Positive | None = None,
    rate: Share | None = None,
    seed: SeedNumber = 0,
    scheme: str | Scheme = "auto",
    name: str = "",
) -> Perturbed:
    """Insert errors into a treebank: `perturb(gold, ["attach1", "label1(rate=0.2)"], count=50)`. `count` and `rate` are
    for kinds that do not say how many; without either, there is an error in every place."""
    wanted = parse_errors(errors, count, rate)
    return insert(find_places(treebank, [error.kind for error in wanted], scheme), wanted, seed=seed, name=name)


def insert(gold: Places, errors: ErrorSpecs, *, seed: int = 0, name: str = "") -> Perturbed:
    """Insert errors into places that were found before: for many seeds, much faster than `perturb`."""
    wanted = parse_errors(errors)
    for error in wanted:
        _check(gold, error)
    chosen, passed = _draw(gold, wanted, seed)
    changes = gold.changes.take(chosen)
    treebank, place = apply_changes(gold.treebank, changes)
    return Perturbed(treebank, gold, wanted, changes, passed, place, name)


@checked
def perturb_equally(
    treebanks: Sequence[Treebank],
    errors: ErrorSpecs,
    *,
    count: Positive | None = None,
    rate: Share | None = None,
    seed: SeedNumber = 0,
    scheme: str | Sequence[str] = "auto",
    names: Sequence[str] | None = None,
) -> list[Perturbed]:
    """Insert the same number of errors of each kind into several treebanks: the number that all of them can take, or
    fewer if `count` says so; a rate is a share of that number."""
    wanted = parse_errors(errors, count, rate)
    schemes = [scheme] * len(treebanks) if isinstance(scheme, str) else list(scheme)
    kinds = [error.kind for error in wanted]
    golds = [
        find_places(treebank, kinds, treebank_scheme)
        for treebank, treebank_scheme in zip(treebanks, schemes, strict=True)
    ]
    return insert_equally(golds, wanted, seed=seed, names=names)


def insert_equally(
    golds: Sequence[Places], errors: ErrorSpecs, *, seed: int = 0, names: Sequence[str] | None = None
) -> list[Perturbed]:
    """Insert the same number of errors of each kind into places that were found before."""
    wanted = parse_errors(errors)
    for gold in golds:
        for error in wanted:
            _check(gold, replace(error, count=None))
    fewest = {error.kind: min(gold.count(error.kind) for gold in golds) for error in wanted}
    numbers = [ErrorSpec(error.kind, min(error.of(fewest[error.kind]), fewest[error.kind])) for error in wanted]
    drawn = [_numbers(gold, numbers, seed) for gold in golds]
    # Errors that exclude each other may leave one treebank with fewer: all treebanks get that number.
    equal = [ErrorSpec(error.kind, min(each[error.kind] for each in drawn)) for error in numbers]
    titles = [""] * len(golds) if names is None else names
    return [insert(gold, equal, seed=seed, name=name) for gold, name in zip(golds, titles, strict=True)]


def _numbers(gold: Places, wanted: Sequence[ErrorSpec], seed: int) -> dict[str, int]:
    chosen, _ = _draw(gold, wanted, seed)
    kind = gold.changes.kind[chosen]
    return {error.kind: int((kind == kind_number(error.kind)).sum()) for error in wanted}


def _check(gold: Places, errors: ErrorSpec) -> None:
    if errors.kind not in gold.kinds:
        raise CallError(f"there are no places for '{errors.kind}' here, only for: {', '.join(gold.kinds)}")
    available = gold.count(errors.kind)
    if available == 0 and errors.count != 0:
        about = ERROR_KINDS[errors.kind].about
        raise CallError(f"{_source(gold.treebank)}: there is no place for '{errors.kind}' ({about}): {_reason(gold)}")
    if errors.count is not None and errors.count > available:
        raise CallError(
            f"{_source(gold.treebank)}: cannot insert {counted(errors.count, 'error')} '{errors.kind}' into"
            f" {counted(available, 'place')}; ask for fewer, or for all"
        )


def _reason(gold: Places) -> str:
    """Why a kind may have no place."""
    treebank, scheme = gold.treebank, gold.scheme
    if not treebank.has_constituents:
        return f"no word fits the annotation scheme '{scheme.name}'; is it the right one?"
    if not scheme.mask(treebank, "prepositional_phrase").any():
        named = ", ".join(scheme.categories["prepositional_phrase"]) or "none"
        return f"the treebank has no prepositional phrases (in the annotation scheme '{scheme.name}': {named})"
    if not scheme.mask(treebank, "verb_phrase").any():
        return f"no phrase fits; the treebank has no verb phrases in the annotation scheme '{scheme.name}'"
    return f"no phrase fits in the annotation scheme '{scheme.name}'; phrases with gaps are left out (raise-crossing)"


def _source(treebank: Treebank) -> str:
    return (treebank.sentences.text("source")[0] if len(treebank) else None) or "the treebank"


def _draw(gold: Places, wanted: Sequence[ErrorSpec], seed: int) -> tuple[Int64s, dict[str, int]]:
    """Places drawn for each kind in turn, and how many were drawn but not used."""
    from .kernels import draw_places

    treebank, changes = gold.treebank, gold.changes
    tokens = treebank.tokens
    claims = _claims(treebank, changes)
    taken = np.zeros(3 * len(tokens) + 2 * len(treebank.nodes), bool)
    heads = tokens.numbers("head").astype(np.int64) if treebank.has_dependencies else np.zeros(0, np.int64)
    arcs = np.stack((changes.dependent, changes.head), 2)
    start = tokens.offsets[:-1][changes.sentence]
    drawn, passed = [], {}
    for error, generator in zip(wanted, np.random.default_rng(seed).spawn(len(wanted)), strict=True):
        order = generator.permutation(np.flatnonzero(changes.kind == kind_number(error.kind)))
        rows, passed[error.kind] = draw_places(order, error.of(len(order)), claims, taken, start, arcs, heads)
        drawn.append(rows)
    return np.concatenate(drawn), passed


def _claims(treebank: Treebank, changes: Changes) -> Int64s:
    """What each error changes and no other error may change too, as numbers: the item that moves and the phrase whose
    extent changes (in the dependency tree, the word that gets a head and the one that it leaves or takes), and the
    label or relation. A new label does not exclude a move."""
    tokens, nodes = treebank.tokens, len(treebank.nodes)
    attach1 = changes.kind == kind_number("attach1")
    moving = (changes.dependent >= 0) & (changes.head != NO_CHANGE)
    dependent = np.where(moving, changes.dependent, -1)
    first = np.where(moving[:, 0], dependent[:, 0], 0)
    old = tokens.numbers("head")[first] if treebank.has_dependencies else np.zeros(len(changes), np.int64)
    other = np.where(attach1, old, changes.head[:, 0]) + tokens.offsets[:-1][changes.sentence]
    relation = [
        np.where(text.codes >= 0, row, -1) for text, row in zip(changes.relation, changes.dependent.T, strict=True)
    ]
    words, labels = len(tokens), 3 * len(tokens) + nodes
    rows = (
        (changes.token, 0),
        (dependent[:, 0], words),
        (dependent[:, 1], words),
        (np.where(moving[:, 0], other, -1), words),
        (relation[0], 2 * words),
        (relation[1], 2 * words),
        (changes.node, 3 * words),
        (np.where(attach1, changes.source, changes.target), 3 * words),
        (np.where(changes.label.codes >= 0, changes.phrase, -1), labels),
    )
    return np.stack([np.where(row >= 0, row + base, -1) for row, base in rows], 1)


def apply_changes(treebank: Treebank, changes: Changes) -> tuple[Treebank, Int64s]:
    """The treebank after the changes, and the new row of each node."""
    changed = _with_heads(treebank, changes)
    nodes = changed.nodes
    if not len(nodes):
        return changed, np.zeros(0, np.int64)
    parent, token_parent = nodes.numbers("parent").copy(), changed.tokens.numbers("parent").copy()
    target = changes.target - nodes.offsets[:-1][changes.sentence]
    for pointer, row in ((parent, changes.node), (token_parent, changes.token)):
        pointer[row[row >= 0]] = target[row >= 0]
    labelled = changes.label.codes >= 0
    label = _with_values(nodes.text("label"), changes.phrase[labelled], changes.label.take(labelled))
    numbered = nodes.replace(parent=parent, label=label, number=np.arange(len(nodes)))
    moved = restructure(changed, numbered, token_parent)
    place = np.empty(len(nodes), np.int64)
    place[moved.nodes.numbers("number")] = np.arange(len(nodes))
    return moved.replace(nodes=moved.nodes.replace(number=None)), place


def _with_heads(treebank: Treebank, changes: Changes) -> Treebank:
    if not treebank.has_dependencies:
        return treebank
    tokens = treebank.tokens
    head, relation = tokens.numbers("head").copy(), tokens.text("deprel")
    for k, text in enumerate(changes.relation):
        row = changes.dependent[:, k]
        there = (row >= 0) & (changes.head[:, k] != NO_CHANGE)
        head[row[there]] = changes.head[there, k]
        named = (row >= 0) & (text.codes >= 0)
        relation = _with_values(relation, row[named], text.take(named))
    return treebank.replace(tokens=_replace_known(tokens, head=head, deprel=relation))


def _replace_known(rows: Rows, **columns: Any) -> Rows:
    """Columns set where the table has them already."""
    return rows.replace(**{name: column for name, column in columns.items() if name in rows})


def _with_values(text: Text, rows: Int64s, values: Text) -> Text:
    """A column with new values in some rows."""
    if not len(rows):
        return text
    joined = concatenate_text([text, values])
    codes = joined.codes[: len(text)].copy()
    codes[rows] = joined.codes[len(text) :]
    return Text(codes, joined.values)
