"""Errors: ours and Python's at once where a file is missing, forbidden or a directory."""

from __future__ import annotations

import errno
import pickle
import re
from pathlib import Path

import pytest

from treegauge import CallError, FormatError, TreegaugeError, read, score
from treegauge.core import errors
from treegauge.core.tables import existing
from treegauge.drop_in.ud import UDError
from treegauge.parsers.results import ParserError


@pytest.mark.parametrize("name", ["no such file.mrg", "no/such/folder", "*.none"])
def test_a_missing_file_is_ours_and_pythons(name: str) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        read(name)
    assert isinstance(caught.value, CallError)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, name)
    assert str(caught.value) == f"there is no file '{name}'"


def test_score_says_which_file_is_missing(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S (N a))\n", "utf-8")
    with pytest.raises(FileNotFoundError) as caught:
        score(tmp_path / "gold.mrg", tmp_path / "test.mrg")
    assert caught.value.filename == str(tmp_path / "test.mrg")


@pytest.mark.parametrize(
    ("theirs", "number"),
    [(FileNotFoundError, errno.ENOENT), (PermissionError, errno.EACCES), (IsADirectoryError, errno.EISDIR)],
)
def test_a_file_of_options_that_cannot_be_read_is_ours_and_pythons(theirs: type[OSError], number: int) -> None:
    error = errors.cannot_read("rules.toml", theirs(number, "a reason", "rules.toml"))
    assert isinstance(error, CallError)
    assert isinstance(error, theirs)
    assert (error.errno, error.filename, str(error)) == (number, "rules.toml", "cannot read 'rules.toml': a reason")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_another_fault_of_the_system_is_a_wrong_call() -> None:
    assert str(errors.cannot_read("x", OSError(5, "Input/output error"))) == "cannot read 'x': Input/output error"


def test_a_directory_for_a_file_of_options(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=r"cannot read '.*': Is a directory"):
        existing(str(tmp_path))


def test_trees_that_may_not_be_read_are_ours_and_pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("(S (N a))\n", "utf-8")

    def refuse(name: str) -> object:
        raise PermissionError(errno.EACCES, "Permission denied", name)

    monkeypatch.setattr("treegauge.formats.sources.open_binary", refuse)
    with pytest.raises(PermissionError) as caught:
        read(path)
    assert isinstance(caught.value, FormatError)
    assert (caught.value.errno, caught.value.filename) == (errno.EACCES, str(path))


def test_the_tree_of_exceptions_is_drawn_as_it_is() -> None:
    """Each class is drawn below its base; the names of the classes of Python are in brackets."""
    drawn: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"([ │├└─]*)(\w+Error)\b", line)
        if match is None:
            continue
        depth, name = len(match[1]), match[2]
        above = [pair for pair in above if pair[0] < depth]
        drawn[name] = above[-1][1] if above else "Exception"
        above.append((depth, name))
    classes = {**{name: value for name, value in vars(errors).items() if not name.startswith("_")}}
    classes |= {"ParserError": ParserError, "UDError": UDError}
    ours = {name: value for name, value in classes.items() if isinstance(value, type)}
    ours = {name: value for name, value in ours.items() if issubclass(value, Exception)}
    assert drawn.keys() == ours.keys()
    for name, base in drawn.items():
        public = [kind.__name__ for kind in ours[name].__mro__[1:] if not kind.__name__.startswith("_")]
        assert public[0] == base
        assert issubclass(ours[name], TreegaugeError)
