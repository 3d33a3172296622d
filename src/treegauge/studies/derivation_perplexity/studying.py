"""`study`: the figures of both experiments of Søgaard & Haulrich (2010) over many treebanks: string and derivation
perplexity of each treebank, and accuracy and derivation perplexity of each parser on it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import CallError, DataError, TreegaugeError
from ...core.kept_rows import Finished
from ...core.parallel import available, jobs, over_processes
from ...core.resuming import Kept, key
from ...core.types import PathLike, Row
from ...core.wording import counted
from ...evaluation.score import score
from ...formats.api import read
from ...parsers.api import parse
from ...parsers.base import find_parser
from ...treebank import Treebank
from .measuring import perplexity

PARSERS = ("arc-standard", "arc-eager", "swap-eager", "swap-lazy")
TreebankSource = Treebank | PathLike | Callable[[], Treebank]

_STUDY = "derivation perplexity"  # the name of the rows in a file
_ACCURACIES = ("uas", "las", "uem", "lem")


@dataclass(frozen=True, eq=False)
class Studied:
    """A treebank of a study: its training and its test part, as trees, as a path, or as a function that reads them when
    they are needed. Treebanks of a `group` are also summarised together."""

    name: str
    train: TreebankSource = field(repr=False)
    test: TreebankSource = field(repr=False)
    group: str = ""


@dataclass(frozen=True)
class Study:
    """The figures of a study.

    treebanks  one row per treebank: `treebank`, `group`, `size` (training words), test `sentences`, `words` and `oov`,
               the perplexities `string` and `derivation`, and the `increase` in per cent
    parsers    one row per treebank and parser: `treebank`, `group`, `parser`, `uas`, `las`, `uem`, `lem` in per cent
               over all tokens, the `derivation` perplexity of its output under the model of the gold derivations, and
               a digest of the `output`: parsers with the same one give the same trees
    remarks    on the figures
    """

    treebanks: tuple[Row, ...]
    parsers: tuple[Row, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Unit:
    """One row to measure, which may run in a process of its own: a treebank (`parser` is None), or a parser on it."""

    name: str
    train: Treebank
    test: Treebank
    parser: str | None
    options: dict[str, Any]

    @property
    def key(self) -> str:
        """A key that changes with anything that the row depends on."""
        given = ["derivation perplexity", self.parser is None, sorted(self.options.items())]
        return key([self.train, self.test], [] if self.parser is None else [self.parser], given)

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
        result = perplexity(self.train, self.test, resamples=0, **self.options)
        rows = {row["order"]: row for row in result.rows()}
        if "derivation" not in rows:
            raise DataError(result.remarks[0])
        string = rows["string"]
        sizes = {name: string[name] for name in ("size", "sentences", "words", "oov")}
        figures = {order: rows[order]["ppl"] for order in ("string", "derivation")}
        return Finished({**sizes, **figures, "increase": rows["derivation"]["increase"]}, result.remarks)

    def _parser(self, parser: str) -> Finished:
        parses = parse(self.train, self.test, parser)
        accuracy = score(self.test, parses.trees, "attachment", resamples=0)[0].scores
        options = {**self.options, "order": "derivation", "resamples": 0}
        result = perplexity(self.train, self.test, parsed={parser: parses.trees}, **options)
        of_parser = next(row for row in result.rows() if row["source"] == parser)
        figures = {name: float(accuracy[name]) for name in _ACCURACIES}
        remarks = (f"{counted(len(parses.unparsed), 'sentence')} without a parse",) if parses.unparsed else ()
        output = _digest(parses.trees)
        return Finished({"parser": parser, **figures, "derivation": of_parser["ppl"], "output": output}, remarks)


def _digest(trees: Treebank) -> str:
    """A short string that two outputs share if all heads and relations are the same."""
    heads, relations = trees.tokens.numbers("head").tolist(), trees.tokens.text("deprel").decode()
    arcs = "\n".join(f"{head} {relation}" for head, relation in zip(heads, relations, strict=True))
    return hashlib.blake2b(arcs.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


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

    parsers    specifications of dependency parsers
    resume     a file that keeps every row as it is finished; rows for the same trees, parser, options and version are
               not measured again
    processes  how many rows are measured at the same time; as many as there are processors if not given. With more
               than one, a script must call `study` below `if __name__ == "__main__":`
    progress   is called with the number of finished rows and of all rows
    options    those of `perplexity`: `system`, `srilm`, `n` and so on
    """
    chosen = [find_parser(parser) for parser in parsers]
    for parser in chosen:
        parser.check()  # what is wrong or missing is an error before any work
    specs = dict(zip((parser.spec for parser in chosen), parsers, strict=True))
    if len(specs) < len(parsers) or len({treebank.name for treebank in treebanks}) < len(treebanks):
        raise CallError("a treebank or a parser of a study is named twice")
    rows: dict[tuple[str, str | None], Finished] = {}
    total = len(treebanks) * (1 + len(specs))
    if progress is not None:
        progress(0, total)
    with Kept.open(resume, _STUDY, ("derivation",)) if resume is not None else nullcontext() as kept:
        for place, finished in _finished(_units(treebanks, list(specs), options), kept, processes or available()):
            rows[place] = finished
            if progress is not None:
                progress(len(rows), total)
    return _sorted(treebanks, specs, rows)


def _units(treebanks: Sequence[Studied], specs: Sequence[str], options: dict[str, Any]) -> Iterator[Unit]:
    """One after the other, so that few treebanks are in memory at a time."""
    for treebank in treebanks:
        train, test = _loaded(treebank.train), _loaded(treebank.test)
        for parser in (None, *specs):
            yield Unit(treebank.name, train, test, parser, options)


def _loaded(source: TreebankSource) -> Treebank:
    if isinstance(source, Treebank):
        return source
    return source() if callable(source) else read(source)


def _finished(
    units: Iterator[Unit], kept: Kept | None, processes: int
) -> Iterator[tuple[tuple[str, str | None], Finished]]:
    """The rows as they are finished; rows from the file come in between."""
    from_file: list[tuple[tuple[str, str | None], Finished]] = []

    def missing() -> Iterator[tuple[Unit, str]]:
        for unit in units:
            row_key = unit.key if kept is not None else ""
            finished = kept.find(row_key) if kept is not None else None
            if finished is not None:
                from_file.append(((unit.name, unit.parser), finished))
            else:
                yield unit, row_key

    for name, parser, row_key, finished in over_processes(_measured, missing(), processes):
        if kept is not None:
            kept.add(row_key, finished)
        yield (name, parser), finished
        while from_file:
            yield from_file.pop()
    yield from from_file


def _measured(unit_and_key: tuple[Unit, str]) -> tuple[str, str | None, str, Finished]:
    unit, row_key = unit_and_key
    return unit.name, unit.parser, row_key, unit.measure()


def _sorted(
    treebanks: Sequence[Studied], specs: Mapping[str, str], finished_rows: dict[tuple[str, str | None], Finished]
) -> Study:
    """The rows in the order of the call, with its names of treebanks, groups and parsers: these change no figure."""
    rows: list[Row] = []
    remarks: list[str] = []
    for treebank in treebanks:
        for spec in (None, *specs):
            finished, parser = finished_rows[treebank.name, spec], {} if spec is None else {"parser": specs[spec]}
            rows.append({"treebank": treebank.name, "group": treebank.group, **finished.row, **parser})
            title = ", ".join([treebank.name, *parser.values()])
            remarks += [f"{title}: {remark}" for remark in finished.remarks]
    by_parser = [row for row in rows if "parser" in row]
    return Study(tuple(row for row in rows if "parser" not in row), tuple(by_parser), tuple(remarks))
