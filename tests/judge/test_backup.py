"""A backup while people go on, restored into either kind of database; and one that is damaged."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from databases import KINDS, NewAddress
from roles import make_roles
from small_judge import Small, answer_all, small_study, some_pairs
from sqlalchemy import select

from treegauge.core.errors import DataError
from treegauge.judge.backup import back_up, restore_database
from treegauge.judge.database.connection import Database, open_database
from treegauge.judge.database.records import Record
from treegauge.judge.database.schema import upgrade_tables, version_of

pytest_plugins = ["database_fixtures"]

pytestmark = pytest.mark.usefixtures("quick_passwords")


def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    with database.reading() as session:
        tables = Record.metadata.sorted_tables
        return {table.name: sorted(map(tuple, session.execute(select(table))), key=repr) for table in tables}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["backup.jsonl", "backup.jsonl.gz"])
def test_a_backup_is_restored_row_by_row(
    database: Database, new_address: NewAddress, tmp_path: Path, kind: str, name: str
) -> None:
    make_roles(database)
    file = tmp_path / name
    count = back_up(database, file)
    assert stat.S_IMODE(os.stat(file).st_mode) == 0o600
    with closing(open_database(new_address(kind, tables=False))) as restored:
        assert restore_database(file, restored) == count
        assert rows(restored) == rows(database)
        upgrade_tables(restored)
        small_study(restored, some_pairs(3), people=2, name="afterwards")  # new rows get numbers that are free


def test_a_backup_while_people_answer_is_one_moment(
    database: Database, new_address: NewAddress, tmp_path: Path
) -> None:
    small = small_study(database, some_pairs(40), people=4)
    threads = [threading.Thread(target=answer_all, args=(small, person)) for person in (1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    files = [tmp_path / f"{number}.jsonl" for number in range(3)]
    for file in files:
        back_up(database, file)
    for thread in threads:
        thread.join()
    for file in files:
        with closing(open_database(new_address("sqlite", tables=False))) as restored:
            restore_database(file, restored)
            kept = Small(restored, small.study)
            assert sum(kept.answered().values()) == len(kept.kept())
            assert kept.kept().items() <= small.kept().items()


def cut(lines: list[bytes]) -> list[bytes]:
    return lines[:-3]


def without_a_row(lines: list[bytes]) -> list[bytes]:
    return lines[:3] + lines[4:]


def twice_a_row(lines: list[bytes]) -> list[bytes]:
    return [*lines[:3], lines[2], *lines[3:-1], lines[-1].replace(b":", b":1")]


def of_nobody(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b'"study_id":1', b'"study_id":99') for line in lines]


def not_an_object(lines: list[bytes]) -> list[bytes]:
    return [lines[0], b"5", *lines[1:]]


def newer(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"0001"', b'"9999"'), *lines[1:]]


@pytest.mark.parametrize("damage", [cut, without_a_row, twice_a_row, of_nobody, not_an_object, newer])
def test_a_damaged_backup_is_refused_and_leaves_the_database_as_it_was(
    database: Database, new_address: NewAddress, tmp_path: Path, damage: Callable[[list[bytes]], list[bytes]]
) -> None:
    small_study(database, some_pairs(2), people=1)
    file = tmp_path / "backup.jsonl"
    back_up(database, file)
    whole = file.read_bytes()
    file.write_bytes(b"\n".join(damage(whole.splitlines())) + b"\n")
    with closing(open_database(new_address(database.kind, tables=False))) as empty:
        with pytest.raises(DataError):
            restore_database(file, empty)
        assert version_of(empty) is None
        file.write_bytes(whole)
        restore_database(file, empty)
        with pytest.raises(DataError, match="has tables already"):
            restore_database(file, empty)
