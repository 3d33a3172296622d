"""`Signature`: what must be known to get the same number again, as one line of text that parses back.

    parseval(labelled=true,prm=default)|mismatch:skip|missing:count|before:prepare(penn)+drop-punctuation|version:0.1.0

First what was computed: one specification or several. Then facts, as `name:value`. `before` has the transforms that
were applied to the trees first, in order, as they were resolved on the data. The version is always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..version import __version__
from .errors import CallError

_BEFORE, _VERSION = "before", "version"


@dataclass(frozen=True)
class Signature:
    """How a number was computed.

    specs    the measure, or the study and its measures: `difficulty(protocol=train)`, `parseval(prm=none)`
    facts    what else matters, by name: `{"mismatch": "skip"}`
    before   the transforms that were applied to the trees first
    version  of treegauge
    """

    specs: tuple[str, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    version: str = __version__

    def __str__(self) -> str:
        facts = [f"{name}:{value}" for name, value in self.facts.items()]
        before = [f"{_BEFORE}:{'+'.join(self.before)}"] if self.before else []
        return "|".join([*self.specs, *facts, *before, f"{_VERSION}:{self.version}"])

    @classmethod
    def parse(cls, text: str) -> Signature:
        """The signature in a text; a specification alone is a signature of the present version."""
        specs: list[str] = []
        facts: dict[str, str] = {}
        for part in _split(text, "|"):
            name, colon, value = part.partition(":")
            if not colon or "(" in name:
                specs.append(part)
            elif name in facts:
                raise CallError(f"'{name}' is given twice in '{text}'")
            else:
                facts[name] = value
        if not specs or not all(specs) or not _is_closed(text):
            raise CallError(f"cannot read the signature '{text}'; it begins with a measure: parseval(...)|...")
        before = tuple(_split(facts.pop(_BEFORE, ""), "+"))
        return cls(tuple(specs), facts, before if before != ("",) else (), facts.pop(_VERSION, __version__))


def is_signature(text: str) -> bool:
    """Whether a text is a whole signature, not only a specification."""
    return any(part.startswith(f"{_VERSION}:") for part in _split(text, "|"))


def _is_closed(text: str) -> bool:
    """Whether no parenthesis and no quote is open at the end."""
    return not [*_split(f"{text}|", "|")][-1]


def _split(text: str, mark: str) -> Iterator[str]:
    """The parts between the marks that are neither quoted nor in parentheses."""
    start, depth, quote, position = 0, 0, "", 0
    while position < len(text):
        character = text[position]
        if quote:
            if character == "\\":
                position += 1
            elif character == quote:
                quote = ""
        elif character in "\"'" and depth:
            quote = character
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == mark and depth == 0:
            yield text[start:position]
            start = position + 1
        position += 1
    yield text[start:]
