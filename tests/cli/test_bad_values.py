"""Every option that is a number answers bad values: status 2, one line, with the option and its bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from treegauge import cli
from treegauge.cli.verbs import _spelling
from treegauge.core.bounds import bounds_in

Command = Callable[..., tuple[int, str, str]]
BAD = ["-1", "x", "", "nan", "inf", "-inf", "1e400", "99999999999999999999", "9" * 5000, "1.5.5", "0x10"]
ARGUMENTS = {
    "warm": (),
    "derive": ("a.conllu",),
    "suspects": ("a.conllu",),
    "surprisal": ("a.mrg",),
    "run": ("a.toml", "-o", "out"),
    "replicate": ("ecc",),
    "parse": ("a.mrg", "b.mrg", "--parser", "pcfg"),
}
VERBS = {verb.__name__.rstrip("_"): verb for verb in cli.verb_functions()}


def numbers() -> Iterator[tuple[str, str]]:
    """The options of all verbs that are numbers. One without bounds is an error."""
    for name, verb in VERBS.items():
        hints = get_type_hints(verb, include_extras=True)
        groups = [hint for hint in hints.values() if hasattr(hint, "__dataclass_fields__")]
        for group in groups:
            hints |= {key: hint for key, hint in get_type_hints(group, include_extras=True).items() if _is_option(hint)}
        for key, hint in hints.items():
            if _is_option(hint) and {int, float} & set(_parts(hint)):
                assert bounds_in(hint) is not None, f"{name}: the option {key} needs bounds; see core/bounds.py"
                yield name, _spelling(key, hint)


def _is_option(hint: Any) -> bool:
    return get_origin(hint) is Annotated and any(hasattr(item, "param_decls") for item in hint.__metadata__)


def _parts(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is Annotated:
        yield from _parts(hint.__origin__)
        return
    yield hint
    for part in get_args(hint):
        yield from _parts(part)


@pytest.mark.parametrize(("verb", "option"), list(numbers()))
def test_bad_values_are_answered(verb: str, option: str, command: Command) -> None:
    for value in BAD:
        status, _, err = command(verb, *ARGUMENTS.get(verb, ("a.mrg", "b.mrg")), option, value)
        lines = [line for line in err.splitlines() if "error" in line]
        assert (status, len(lines)) == (2, 1), (value, err)
        assert option in lines[0], value
        assert "must be a" in lines[0], value


def test_there_are_numbers() -> None:
    assert len(list(numbers())) > 20
