"""`study`: the figures of both experiments of Søgaard & Haulrich (2010) over many treebanks: string and derivation
perplexity of each treebank, and accuracy and derivation perplexity of each parser on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import CallError, DataError, TreegaugeError
from ...core.parallel import available, jobs, over_processes
from ...core.resuming import Finished, Kept, key
from ...core.types import PathLike, Row
from ...evaluation.score import score
from ...formats.api import read
from ...parsers.api import parse
from ...parsers.base import find_parser
from ...treebank import Treebank
from .measuring import perplexity

PARSERS = ("arc-standard", "arc-eager", "swap-eager", "swap-lazy")
TreebankSource = Treebank | PathLike | Callable[[], Treebank]

_ACCURACIES = ("uas", "las", "uem", "lem")


@dataclass(frozen=True, eq=False)
class Studied:
    """A treebank of a study: its training and its test part, as trees, as a path, or as a function that gives them when
    their turn comes. Treebanks of a `group` belong together."""

    name: str
    train: TreebankSource = field(repr=False)
    test: TreebankSource = field(repr=False)
    group: str = ""


@dataclass(frozen=True)
class Study:
    """What was measured.

    treebanks  one row a treebank: `treebank`, `group`, `size` (training words), test `sentences`, `words` and `oov`,
               the perplexities `string` and `derivation`, and the `increase` in per cent
    parsers    one row a treebank and parser: `treebank`, `group`, `parser`, `uas`, `las`, `uem`, `lem` in per cent, all
               tokens counted, and the `derivation` perplexity of its output under the model of the gold derivations
    remarks    what there is to know of the figures
    """

    treebanks: tuple[Row, ...]
    parsers: tuple[Row, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Unit:
    """One row to measure, in a process of its own if need be: a treebank (`parser` is None), or a parser on it."""

    name: str
    train: Treebank
    test: Treebank
    parser: str | None
    options: dict[str, Any]

    @property
    def key(self) -> str:
        """What changes when anything does that the row depends on."""
        told = ["derivation perplexity", self.parser is None, sorted(self.options.items())]
        return key([self.train, self.test], [] if self.parser is None else [self.parser], told)

    def measure(self) -> Finished:
        with jobs(1):  # the other processors have units of their own
            try:
                return self._treebank() if self.parser is None else self._parser(self.parser)
            except TreegaugeError as error:
                # Not every error can be sent from one process to another; these can.
                kind = DataError if isinstance(error, DataError) else CallError
                doing = "" if self.parser is None else f", {self.parser}"
                raise kind(f"{self.name}{doing}: {error}") from None

    def _treebank(self) -> Finished:
        found = perplexity(self.train, self.test, resamples=0, **self.options)
        rows = {row["order"]: row for row in found.rows()}
        if "derivation" not in rows:
            raise DataError(found.remarks[0])
        sizes = {name: rows["string"][name] for name in ("size", "sentences", "words", "oov")}
        figures = {order: rows[order]["ppl"] for order in ("string", "derivation")}
        return Finished({**sizes, **figures, "increase": rows["derivation"]["increase"]}, found.remarks)

    def _parser(self, parser: str) -> Finished:
        parses = parse(self.train, self.test, parser)
        accuracy = score(self.test, parses.trees, "attachment", resamples=0)[0].scores
        options = {**self.options, "order": "derivation", "resamples": 0}
        found = perplexity(self.train, self.test, parsed={parser: parses.trees}, **options)
        own = next(row for row in found.rows() if row["source"] == parser)
        figures = {name: float(accuracy[name]) for name in _ACCURACIES}
        remarks = (f"{len(parses.unparsed):,} sentences without a parse",) if parses.unparsed else ()
        return Finished({"parser": parser, **figures, "derivation": own["ppl"]}, remarks)


def study(
    treebanks: Sequence[Studied],
    parsers: Sequence[str] = PARSERS,
    *,
    resume: PathLike | None = None,
    processes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Study:
    """Measure treebanks, and parsers that are trained and tested on each of them.

    parsers    specifications of parsers that make dependency trees
    resume     a file that keeps every row as it is finished; what it has of the same trees, parser, options and version
               is not measured again
    processes  how many rows are measured at the same time; as many as there are processors if not given. With more
               than one, a script must call `study` below `if __name__ == "__main__":`
    progress   is told how many rows are there, and how many there will be
    options    those of `perplexity`: `system`, `srilm`, `n` and so on
    """
    chosen = [find_parser(parser) for parser in parsers]
    for own in chosen:
        own.check()  # what is wrong or missing is an error before any work
    specs = dict(zip((own.spec for own in chosen), parsers, strict=True))
    if len(specs) < len(parsers) or len({own.name for own in treebanks}) < len(treebanks):
        raise CallError("a treebank or a parser of a study is named twice")
    kept = Kept.read(resume, ("derivation",)) if resume is not None else None
    found: dict[tuple[str, str | None], Finished] = {}
    total = len(treebanks) * (1 + len(specs))
    if progress is not None:
        progress(0, total)
    for place, finished in _finished(_units(treebanks, list(specs), options), kept, processes or available()):
        found[place] = finished
        if progress is not None:
            progress(len(found), total)
    return _sorted(treebanks, specs, found)


def _units(treebanks: Sequence[Studied], specs: Sequence[str], options: dict[str, Any]) -> Iterator[Unit]:
    """One after the other, so that few treebanks are held at a time."""
    for own in treebanks:
        train, test = _loaded(own.train), _loaded(own.test)
        for parser in (None, *specs):
            yield Unit(own.name, train, test, parser, options)


def _loaded(source: TreebankSource) -> Treebank:
    if isinstance(source, Treebank):
        return source
    return source() if callable(source) else read(source)


def _finished(
    units: Iterator[Unit], kept: Kept | None, processes: int
) -> Iterator[tuple[tuple[str, str | None], Finished]]:
    """The rows as they are finished: first those that are in the file, as far as they come before work to do."""
    there: list[tuple[tuple[str, str | None], Finished]] = []

    def missing() -> Iterator[tuple[Unit, str]]:
        for unit in units:
            own = unit.key if kept is not None else ""
            if kept is not None and own in kept.rows:
                there.append(((unit.name, unit.parser), kept.rows[own]))
            else:
                yield unit, own

    for name, parser, own, finished in over_processes(_measured, missing(), processes):
        if kept is not None:
            kept.add(own, finished)
        yield (name, parser), finished
        while there:
            yield there.pop()
    yield from there


def _measured(unit_and_key: tuple[Unit, str]) -> tuple[str, str | None, str, Finished]:
    unit, own = unit_and_key
    return unit.name, unit.parser, own, unit.measure()


def _sorted(
    treebanks: Sequence[Studied], specs: Mapping[str, str], found: dict[tuple[str, str | None], Finished]
) -> Study:
    """In the order of the call, and as it calls treebanks, groups and parsers: that changes no figure."""
    rows: list[Row] = []
    remarks: list[str] = []
    for own in treebanks:
        for spec in (None, *specs):
            finished, called = found[own.name, spec], {} if spec is None else {"parser": specs[spec]}
            rows.append({"treebank": own.name, "group": own.group, **finished.row, **called})
            doing = ", ".join([own.name, *called.values()])
            remarks += [f"{doing}: {remark}" for remark in finished.remarks]
    by_parser = [row for row in rows if "parser" in row]
    return Study(tuple(row for row in rows if "parser" not in row), tuple(by_parser), tuple(remarks))
