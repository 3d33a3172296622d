"""Simulated people who answer by HTTP, and a server that can be killed: for the benchmark and the test of kills."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from treegauge.judge.database.connection import Database
from treegauge.judge.database.records import ANNOTATOR, StudyRecord
from treegauge.judge.database.schema import upgrade_tables
from treegauge.judge.folder import JudgeFolder, find_folder, make_folder
from treegauge.judge.people import create_person, join, start_visit
from treegauge.judge.studies import AskedPair, StudyDesign, add_pairs, create_study
from treegauge.judge.web.site import Site

STUDY = "load"
_HIDDEN = re.compile(r'name="(csrf|place|answered)" value="(\w+)"')
_PAIR = re.compile(r'<p class="hypothesis">Hypothesis (\d+)\.</p>')
_WAIT = 0.05  # seconds, before another try


@dataclass(frozen=True)
class Shown:
    """What a page says."""

    status: int
    pair: str | None = None  # its name; None: nothing is left
    place: str = ""
    answered: int = 0  # by this person
    secret: str = ""
    refused: bool = False  # whether the answer before was not kept


@dataclass
class Person:
    """Somebody with a browser. `seconds` has the time of each answer, from sending to the next page."""

    port: int
    cookie: str
    seconds: list[float] = field(default_factory=list)
    connection: http.client.HTTPConnection | None = None

    def look(self) -> Shown:
        """Load the page with the pair to answer."""
        return self._ask("GET", f"/s/{STUDY}/pair", {})

    def answer(self, shown: Shown, choice: str, seconds: str = "2.5") -> Shown:
        """Answer, as the script of the page does; the next pair."""
        fields = {"csrf": shown.secret, "place": shown.place, "choice": choice, "seconds": seconds, "comment": ""}
        return self._ask("POST", f"/s/{STUDY}/answer", fields)

    def undo(self, shown: Shown) -> Shown:
        """Take back the last answer."""
        return self._ask("POST", f"/s/{STUDY}/undo", {"csrf": shown.secret, "answered": str(shown.answered)})

    def _ask(self, method: str, address: str, fields: dict[str, str]) -> Shown:
        """Send a request until it is acknowledged, as the script of the page does."""
        while True:
            begin = time.perf_counter()
            try:
                shown = self._once(method, address, fields)
            except (OSError, http.client.HTTPException):
                self.leave()
            else:
                if shown.status < 500:
                    self.seconds.append(time.perf_counter() - begin)
                    return shown
            time.sleep(_WAIT)

    def _once(self, method: str, address: str, fields: dict[str, str]) -> Shown:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": f"treegauge={self.cookie}", "X-Quick": "1"}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, address, urlencode(fields) if method == "POST" else None, headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        hidden = dict(_HIDDEN.findall(text))
        pair = _PAIR.search(text)
        return Shown(
            response.status,
            None if pair is None else pair[1],
            hidden.get("place", ""),
            int(hidden.get("answered", 0)),
            hidden.get("csrf", ""),
            'class="problem"' in text,
        )

    def leave(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def make_study(
    folder: Path, address: str | None, pairs: int, people: int, answers: int
) -> tuple[JudgeFolder, list[str]]:
    """An installation with a study without trials; the cookies of so many people, who have the numbers 1, 2, ..."""
    made = make_folder(folder, address)
    with closing(made.open()) as database:
        upgrade_tables(database)
        with database.writing() as session:
            design = StudyDesign(STUDY, "Under load", answers_needed=answers, control_every=0)
            study = create_study(session, design, time.time())
            asked = [AskedPair(str(each), f"The text number {each}.", f"Hypothesis {each}.") for each in range(pairs)]
            add_pairs(session, study, asked)
            return made, cookies_of(made, database, session, study, people)


def cookies_of(folder: JudgeFolder, database: Database, session: Session, study: StudyRecord, people: int) -> list[str]:
    """New people who have read the instructions; their cookies."""
    site, cookies = Site(database, folder.secret), []
    for _ in range(people):
        person = create_person(session, time.time())
        member = join(session, study, person, ANNOTATOR, "", time.time())
        member.consented = member.instructed = time.time()
        cookies.append(str(site.cookies.dumps(start_visit(session, person, time.time()))))
    return cookies


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@dataclass
class KillableServer:
    """A server in a process of its own, forked from one that has loaded everything: it is there again at once."""

    folder: Path
    port: int
    mother: subprocess.Popen[str] | None = None
    number: int = 0

    def start(self) -> None:
        """Start to serve."""
        if self.mother is None:
            call: Sequence[str] = [sys.executable, __file__, str(self.folder), str(self.port)]
            self.mother = subprocess.Popen(
                call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        self.number = int(self._told("start"))

    def kill(self) -> None:
        """End it by SIGKILL."""
        self._told("kill")

    def end(self) -> None:
        """End it and the process that it was forked from."""
        if self.mother is not None:
            self.kill()
            self.mother.communicate()
            self.mother = None

    def _told(self, word: str) -> str:
        assert self.mother is not None
        assert self.mother.stdin is not None
        assert self.mother.stdout is not None
        self.mother.stdin.write(f"{word}\n")
        self.mother.stdin.flush()
        return self.mother.stdout.readline()


def serve_and_be_killed(folder: str, port: int) -> None:
    """Fork a server for each line `start`, and kill it for each line `kill`."""
    from treegauge.judge.serving import answer_requests, bound_socket
    from treegauge.judge.web.rendering import compile_pages

    compile_pages()
    found, child = find_folder(folder), 0
    for word in sys.stdin:
        if word == "start\n":
            child = os.fork()
            if not child:
                sys.stdin.close()
                with bound_socket("127.0.0.1", port) as listening:
                    answer_requests(found, found.open(), listening)
                os._exit(0)
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        print(child, flush=True)


if __name__ == "__main__":
    serve_and_be_killed(sys.argv[1], int(sys.argv[2]))
