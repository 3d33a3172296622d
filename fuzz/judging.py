"""What must hold for every input: there is a result, or an error of treegauge in one line that names the file."""

from __future__ import annotations

import re
import time
import traceback
import warnings
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from treegauge import TreegaugeError

from .mutation import Source

NAME = "fuzzed"  # is in the name of every file that is read
SLOW = 5.0  # seconds of processor time that one input may take
LONGEST = 1500  # characters of a message
_PACKAGE = Path(__file__).parents[1] / "src"
_HERE = Path(__file__).parent
_VARIABLE = re.compile(r"'[^']*'|\"[^\"]*\"|[^\x00-\x7f]+|\d+|0x\w+")


@dataclass(frozen=True)
class Target:
    """A kind of input.

    name     of the target; targets of one kind begin alike, as in `npz-grammar`
    seeds    small valid inputs
    check    read an input and use it; returns anything that says what kind of result it was
    words    the words of the format
    reshape  changes that keep most of the format valid; used for about half of the inputs
    named    whether an error must name the file: a specification is not in a file
    """

    name: str
    seeds: Callable[[], Sequence[bytes]]
    check: Callable[[bytes], Hashable]
    words: Sequence[bytes] = ()
    reshape: Callable[[bytes, Source], bytes] | None = None
    named: bool = True


@dataclass(frozen=True)
class Outcome:
    """What an input gave: `kind` is the same for inputs that take the same way; `fault` says what is wrong, with
    `place` where it happened."""

    kind: Hashable
    refused: bool = False
    fault: str | None = None
    place: str = ""
    report: str = field(default="", compare=False)


class BrokenError(Exception):
    """Something that must hold does not."""


def judge(target: Target, data: bytes) -> Outcome:
    """Give an input to its target. What was slow by the clock is tried again: a kernel may have been compiled, or the
    machine was busy. (To ask for the processor time of every input would cost more than most of them take.)"""
    started = time.perf_counter()
    outcome = _tried(target, data)
    if outcome.fault is None and time.perf_counter() - started > SLOW:
        started = time.process_time()
        outcome = _tried(target, data)
        seconds = time.process_time() - started
        if outcome.fault is None and seconds > SLOW:
            return Outcome("slow", False, "slow", "", f"{seconds:.1f} seconds")
    return outcome


def _tried(target: Target, data: bytes) -> Outcome:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Outcome(("read", target.check(data)))
    except TreegaugeError as error:
        return _refused(target, error)
    except Exception as error:
        kind = "broken" if isinstance(error, BrokenError) else type(error).__name__
        message = str(error).split("\n")[0][:100] if kind == "broken" else kind
        return Outcome(kind, False, message, _place(error), traceback.format_exc())


def _refused(target: Target, error: TreegaugeError) -> Outcome:
    message = str(error)
    kind = type(error).__name__, _VARIABLE.sub("", message[:300])
    problem = None
    if len(message.splitlines()) != 1:
        problem = "the message is not one line"
    elif len(message) > LONGEST:
        problem = "the message is long"
    elif target.named and NAME not in message:
        problem = "the message does not name the file"
    return Outcome(kind, True, problem, _place(error) if problem else "", traceback.format_exc() if problem else "")


def _place(error: BaseException) -> str:
    """The innermost line of treegauge, or else of the target, in a traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    for folder in (_PACKAGE, _HERE / "targets"):
        for frame in reversed(frames):
            if Path(frame.filename).is_relative_to(folder):
                return f"{Path(frame.filename).relative_to(folder).as_posix()}:{frame.name}"
    return ""
