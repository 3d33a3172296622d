"""Kill the server of `treegauge judge` by SIGKILL while 50 simulated people answer by HTTP; restart the database in
between. Every answer that was acknowledged is there at the end, once, and no other.

    python fuzz/judge_kills.py 1000                          on SQLite
    python fuzz/judge_kills.py 1000 --database postgresql    on a PostgreSQL server of its own
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import func, select

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

from people_online import KillableServer, Person, free_port, make_study
from postgres import Postgres, served_postgres
from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import MemberRecord, PairRecord, PlaceRecord

PEOPLE, ANSWERS = 50, 3
CHOICES = ("yes", "no", "unsure")
MOST, LONGEST = 12, 4.0  # answers and seconds between two kills, at most
PAIRS_PER_KILL = 20
RESTART_EVERY = 20  # kills


@dataclass
class Simulated:
    """Somebody who answers at random, sends some answers twice, takes some back, and knows what was acknowledged."""

    person: Person
    draw: random.Random
    stopped: threading.Event
    kept: dict[str, str] = field(default_factory=dict)  # in the order of the answers
    acts: Counter[str] = field(default_factory=Counter)
    failure: BaseException | None = None

    def run(self) -> None:
        try:
            shown = self.person.look()
            while not self.stopped.is_set() and (pair := shown.pair) is not None:
                act = self.draw.random()
                if act < 0.05:
                    shown = self.person.look()
                elif act < 0.12 and self.kept:
                    before, shown = shown.answered, self.person.undo(shown)
                    if shown.answered == before - 1:
                        self.kept.popitem()
                        self.acts["taken back"] += 1
                else:
                    choice = self.draw.choice(CHOICES)
                    sent, shown = shown, self.person.answer(shown, choice)
                    if act > 0.9:
                        shown = self.person.answer(sent, choice)
                        self.acts["sent twice"] += 1
                    self.acts["refused" if shown.refused else "answered"] += 1
                    if not shown.refused:
                        self.kept[pair] = choice
        except BaseException as error:  # of a thread: it is raised at the end
            self.failure = error
        finally:
            self.person.leave()


@dataclass(frozen=True)
class Outcome:
    """What happened, and what is wrong."""

    acts: Counter[str]
    wrong: list[str]
    seconds: float


def run(kills: int, kind: str, seed: int = 0) -> Outcome:
    """So many kills on a database of a kind."""
    draw, begin = random.Random(seed), time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "study"
        postgres = stack.enter_context(served_postgres(quick=False)) if kind == "postgresql" else None
        address = None if postgres is None else postgres.new_database("kills")
        made, cookies = make_study(folder, address, max(kills, 10) * PAIRS_PER_KILL, PEOPLE, ANSWERS)
        server = KillableServer(folder, free_port())
        stack.callback(server.end)
        stopped = threading.Event()
        people = [
            Simulated(Person(server.port, cookie), random.Random(f"{seed} {number}"), stopped)
            for number, cookie in enumerate(cookies)
        ]
        threads = [threading.Thread(target=each.run, daemon=True) for each in people]
        server.start()
        for thread in threads:
            thread.start()
        acts = kill(kills, server, postgres, people, draw)
        stopped.set()
        for thread in threads:
            thread.join(120)
        wrong = [f"person {number}: {each.failure!r}" for number, each in enumerate(people, 1) if each.failure]
        wrong += [f"person {number} did not end" for number, each in enumerate(threads, 1) if each.is_alive()]
        with closing(made.open()) as database:
            wrong += compare(database, {number: each.kept for number, each in enumerate(people, 1)})
    for each in people:
        acts += each.acts
    acts["kept"] = sum(len(each.kept) for each in people)
    return Outcome(acts, wrong, time.monotonic() - begin)


def kill(
    kills: int, server: KillableServer, postgres: Postgres | None, people: list[Simulated], draw: random.Random
) -> Counter[str]:
    """Kill the server and start it again, at random moments; every now and then, the database crashes meanwhile."""
    acts = Counter[str]()
    for number in range(1, kills + 1):
        wait_for(draw.randrange(MOST), people)
        time.sleep(draw.uniform(0, 0.02))
        if postgres is not None and number % RESTART_EVERY == 0:
            postgres.stop()
            if number % (2 * RESTART_EVERY):
                postgres.start()  # the server, still the same, goes on with it
                wait_for(draw.randrange(MOST), people)
            acts["databases restarted"] += 1
        server.kill()
        acts["kills"] += 1
        if postgres is not None and number % (2 * RESTART_EVERY) == 0:
            postgres.start()
        server.start()
        if number % 100 == 0:
            print(f"{number} kills", file=sys.stderr, flush=True)
    return acts


def wait_for(answers: int, people: list[Simulated]) -> None:
    """Wait until so many answers more were given, and at most some seconds."""
    until, begin = time.monotonic() + LONGEST, given(people)
    while given(people) < begin + answers and time.monotonic() < until:
        time.sleep(0.005)


def given(people: list[Simulated]) -> int:
    return sum(each.acts["answered"] for each in people)


def compare(database: Database, acknowledged: dict[int, dict[str, str]]) -> list[str]:
    """What differs between the database and what people were told."""
    with database.reading() as session:
        rows = session.execute(
            select(MemberRecord.person_id, PairRecord.name, PlaceRecord.choice)
            .join(PlaceRecord, PlaceRecord.member_id == MemberRecord.id)
            .join(PairRecord, PairRecord.id == PlaceRecord.pair_id)
            .where(PlaceRecord.choice.is_not(None))
        ).all()
        members = session.execute(select(MemberRecord.person_id, MemberRecord.answered)).all()
        places = session.execute(select(func.count()).select_from(PlaceRecord).group_by(PlaceRecord.pair_id)).all()
    there = Counter((row[0], row[1], str(row[2])) for row in rows)
    told = Counter((person, pair, choice) for person, kept in acknowledged.items() for pair, choice in kept.items())
    wrong = [f"lost: {answer}" for answer in told - there] + [f"not acknowledged: {answer}" for answer in there - told]
    per_pair = Counter(row[1] for row in rows)
    wrong += [f"pair {pair} has {count} answers" for pair, count in per_pair.items() if count > ANSWERS]
    wrong += [f"a pair has {row[0]} places" for row in places if row[0] != ANSWERS]
    counted = Counter(row[0] for row in rows)
    wrong += [
        f"person {row[0]}: {row[1]} counted, {counted[row[0]]} kept" for row in members if row[1] != counted[row[0]]
    ]
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill the server of treegauge judge while people answer.")
    parser.add_argument("kills", type=int)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    outcome = run(chosen.kills, chosen.database, chosen.seed)
    for line in outcome.wrong[:50]:
        print(line)
    acts = ", ".join(f"{count:,} {act}" for act, count in sorted(outcome.acts.items()))
    print(f"{chosen.database}: {acts}; {len(outcome.wrong)} wrong; {outcome.seconds:.0f} s")
    sys.exit(bool(outcome.wrong))


if __name__ == "__main__":
    main()
