"""Other programs that score parsers, as named options of our measures: what each counts, and what it leaves out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..core.errors import CallError
from ..core.registry import Registry
from ..core.signature import Signature
from ..core.tables import TableSource, packaged
from ..core.toml import read_toml
from ..core.wording import option
from ..measures.shared.base import MEASURES, Measure, find_measure
from ..treebank import Treebank
from .choosing import LENIENT, AnyOf, Missing, OnMismatch, Policy
from .selecting import AnyScores


@dataclass(frozen=True)
class Program:
    """How another program counts.

    measures     ours, with options that make them count in the same way; those that fit the trees are used
    scores       the scores that the program prints; empty: all
    on_mismatch  what it does with sentences that have different words, as in `score`
    missing      what it does with sentences without a parse
    options      options of its measures that it has too
    rules        what it counts, one sentence per rule
    compared     the version that was run on the same files, with the same scores
    """

    about: str
    measures: tuple[str, ...]
    scores: tuple[str, ...] = ()
    on_mismatch: OnMismatch = "skip"
    missing: Missing = "count"
    options: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    compared: str = ""

    @property
    def policy(self) -> Policy:
        """What is left out."""
        return Policy(self.on_mismatch, self.missing)

    def candidates(self, name: str) -> AnyOf:
        """Its measures, of which those are used that fit the trees. `name` is the program's, for the error."""
        try:
            return AnyOf(map(find_measure, self.measures), partial(_refusal, name))
        except CallError as error:
            raise CallError(f"the program '{name}' has a wrong measure: {error}") from None

    def fits(self, gold: Treebank, tests: Sequence[Treebank]) -> bool:
        """Whether one of its measures fits the trees."""
        return any(all(measure.fits(gold, test) for test in tests) for measure in map(find_measure, self.measures))

    def printed(self) -> AnyScores | None:
        """The scores that the program prints, for trees of any kind; None if it prints all."""
        return AnyScores(self.scores) or None


def _refusal(name: str, gold: Treebank, tests: Sequence[Treebank]) -> str:
    fitting = [other for other, program in PROGRAMS.items() if program.fits(gold, tests)]
    instead = f"; programs that score such trees: {', '.join(fitting)}" if fitting else ""
    return f"'{name}' does not score these trees: gold is {gold!r}, test is {tests[0]!r}{instead}"


def _read(name: str, source: TableSource) -> Program:
    return read_toml(source, Program, f"program '{name}'")


PROGRAMS: Registry[Program] = Registry(
    "program",
    built_in=lambda: packaged(__package__, "programs", ".toml", _read),
    describe=lambda program: program.about,
    files="a measure such as 'parseval(prm=new)'",
)


def register_program(name: str, source: TableSource) -> None:
    """Register a program under a name in lower case, from TOML text or a file of a package."""
    PROGRAMS.add(name, _read(name, source))


def find_program(name: str) -> Program:
    """A program by name, in capital letters or not, or the one that a measure or a whole signature describes."""
    known = name if name in PROGRAMS else name.lower()
    if known in PROGRAMS or ("(" not in name and "|" not in name and name not in MEASURES):
        return PROGRAMS.get(known)
    signature = Signature.parse(name)
    if signature.before:
        raise CallError(f"'{name}' was scored after transforms: apply them to the trees (-t), and leave them out here")
    facts: dict[str, Any] = {_POLICY[key]: value for key, value in signature.facts.items() if key in _POLICY}
    policy = Policy(**facts)
    return Program(name, (find_measure(name).spec,), on_mismatch=policy.on_mismatch, missing=policy.missing)


def chosen_program(
    name: str,
    measures: Sequence[str | Measure] | None,
    on_mismatch: OnMismatch | None,
    missing: Missing | None,
    options: Mapping[str, Any] | None,
) -> Program:
    """The program to count as; what it decides cannot be given too."""
    program = find_program(name)
    if measures is not None:
        raise CallError(f"the program '{name}' and measures exclude each other: the program has its measures")
    for policy, given, decided in (
        ("on_mismatch", on_mismatch, program.on_mismatch),
        ("missing", missing, program.missing),
    ):
        if given not in (None, decided):
            conflict = f"it cannot be counted with {option(policy, given)}"
            raise CallError(f"'{name}' has {option(policy, decided)} for sentences: {conflict}")
    for choice, value in (options or {}).items():
        if value is not None and choice not in (*program.options, LENIENT):
            having = [other for other, known in PROGRAMS.items() if choice in known.options]
            only = f"; only {' and '.join(having)} has it" if having else ""
            raise CallError(f"{option(choice)} is not an option of '{name}'{only}")
    return program


_POLICY = {"mismatch": "on_mismatch", "missing": "missing"}
