"""`treegauge judge init`, `serve`, `backup` and `restore`: the web application and what it keeps."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..core.bounds import Bounds, Positive
from ..core.errors import CallError
from ..core.wording import counted
from ..judge.packages import check_packages
from .options import Reading, all_given, note
from .printing import Json, print_json

if TYPE_CHECKING:
    from ..judge.studies import AskedPair

Port = Annotated[int, Bounds(0, 65535)]
FolderArgument = Annotated[str, typer.Argument(metavar="FOLDER", help="The folder of the study.")]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        show_default="a file in FOLDER",
        help="Another database: postgresql://USER:PASSWORD@HOST/NAME.",
    ),
]
PublicOption = Annotated[
    str, typer.Option(metavar="ADDRESS", help="How people reach it: https://judge.example.org, behind a proxy.")
]


@dataclass(frozen=True)
class Asking:
    """What a study asks, and how often."""

    panel: ClassVar[str] = "The study"
    title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", show_default="the name of FOLDER", help="What people see on every page."),
    ] = None
    about: Annotated[
        str, typer.Option(metavar="TEXT", help="Who asks, and why; shown before people agree to take part.")
    ] = ""
    language: Annotated[str, typer.Option(metavar="en|de", help="The language of the pages.")] = "en"
    choices: Annotated[str, typer.Option(metavar="NAMES", help="What people can answer.")] = "yes,no,unsure"
    answers: Annotated[Positive, typer.Option(help="How many people answer each pair.")] = 3
    minutes: Annotated[
        Positive, typer.Option(help="How long a pair waits for the person who sees it; then others get it.")
    ] = 30
    control: Annotated[
        str | None, typer.Option(metavar="FILE", help="Pairs with known answers, mixed in, for everybody.")
    ] = None
    control_every: Annotated[Positive, typer.Option(help="One control pair among so many.")] = 10
    trials: Annotated[
        str | None,
        typer.Option(metavar="FILE", show_default="three of ours", help="Pairs with known answers, to begin with."),
    ] = None
    sign_up: Annotated[bool, typer.Option("--sign-up", help="People may make accounts themselves.")] = False


def init(
    folder: FolderArgument,
    files: Annotated[
        list[str],
        typer.Argument(metavar="PAIRS...", help="Pairs: RTE XML, JSON lines or CSV. With --from: GOLD PARSES..."),
    ],
    asking: Asking,
    reading: Reading,
    parses: Annotated[
        bool, typer.Option("--from", help="The files are gold trees and parses: ask where they disagree.")
    ] = False,
    database: DatabaseOption = None,
    public: PublicOption = "",
    json: Json = False,
) -> None:
    """Make a study: pairs of a text and a hypothesis that people are to answer.

    Then `treegauge judge serve FOLDER` opens it in a browser.
    """
    check_packages()
    from ..judge.api import init_study
    from ..judge.studies import StudyDesign

    name = re.sub("[^a-z0-9]+", "-", Path(folder).absolute().name.lower()).strip("-") or "study"
    design = StudyDesign(
        name=name,
        title=asking.title or Path(folder).absolute().name,
        language=asking.language,
        choices=[choice.strip() for choice in asking.choices.split(",")],
        answers_needed=asking.answers,
        minutes=asking.minutes,
        control_every=asking.control_every,
        about=asking.about,
        sign_up=asking.sign_up,
    )
    pairs = _pairs_for(all_given(files), reading, parses, asking)
    init_study(folder, design, pairs, database=database, public=public, seed=reading.seed)
    if json:
        print_json("judge init", [{"folder": folder, "study": name, "pairs": len(pairs)}])
    note(f"{counted(len(pairs), 'pair')} in the study '{name}'; next: treegauge judge serve {folder}")


def serve(
    folder: FolderArgument,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1: only this machine.")] = (
        "127.0.0.1"
    ),
    port: Annotated[Port, typer.Option(help="The port; 0: any that is free.")] = 8000,
    link: Annotated[bool, typer.Option("--link", help="Print a new link for an administrator.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
    log: Annotated[bool, typer.Option("--log", help="Print a line per request, without secrets.")] = False,
) -> None:
    """Serve a study to people who answer. Ctrl-C ends it; every answer that was acknowledged is on the disk.

    The first time, a link is printed that makes you the administrator.
    """
    check_packages()
    from ..judge.api import administrator_link, has_administrator, opened_folder
    from ..judge.serving import answer_requests, bound_socket

    with opened_folder(folder) as (found, database), bound_socket(host, port) as listening:
        place = f"[{host}]" if ":" in host else host
        address = found.public or f"http://{place}:{listening.getsockname()[1]}"
        first = not has_administrator(database)
        opened = address + (administrator_link(database) if first or link else "/")
        print(address, flush=True)
        if first or link:
            note("this link makes you the administrator; it is valid once, for a week:")
            print(opened, flush=True)
        if browser and sys.stderr.isatty():
            import webbrowser

            webbrowser.open(opened)
        answer_requests(found, database, listening, log=log)


def backup(
    folder: FolderArgument,
    target: Annotated[str, typer.Argument(metavar="FILE", help="The backup to write; .gz and so on compress it.")],
) -> None:
    """Save all of a study in one file, while people go on."""
    check_packages()
    from ..judge.api import back_up_folder

    note(f"{counted(back_up_folder(folder, target), 'row')} in {target}")


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="A new folder.")],
    database: DatabaseOption = None,
    public: PublicOption = "",
) -> None:
    """Make a study of a backup: in a file, or in another database. People log in again."""
    check_packages()
    from ..judge.api import restore_folder

    rows = restore_folder(file, folder, database=database, public=public)
    note(f"{counted(rows, 'row')} restored; next: treegauge judge serve {folder}")


def _pairs_for(names: list[str], reading: Reading, parses: bool, asking: Asking) -> list[AskedPair]:
    from ..entailments.pairs import read_pairs
    from ..judge.database.records import CONTROL, TRIAL
    from ..judge.pairs import asked_pairs

    if parses:
        pairs = _where_they_disagree(names, reading)
    else:
        pairs = [pair for name in names for pair in read_pairs(name)]
    asked = asked_pairs(pairs)
    for file, purpose in ((asking.control, CONTROL), (asking.trials, TRIAL)):
        if file is not None:
            asked += asked_pairs(read_pairs(file), purpose)
    return asked


def _where_they_disagree(names: list[str], reading: Reading) -> list[Any]:
    from ..evaluation.entailments import entail_pairs

    if len(names) < 2:
        raise CallError("--from needs gold trees and one parse or more: treegauge judge init FOLDER --from GOLD PARSES")
    gold, *tests = (reading.transformed(name, lenient=True) for name in names)
    pairs = entail_pairs(gold, tests, seed=reading.seed)
    for name, sentences in zip(names[1:], pairs.other_words, strict=True):
        if sentences:
            note(f"{counted(sentences, 'sentence has', 'sentences have')} different words in {name}; left out")
    if not len(pairs):
        raise CallError("gold and the parses never disagree; there is nothing to ask")
    return list(pairs)
