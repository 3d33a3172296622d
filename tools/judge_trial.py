"""Run a study of `treegauge judge` from end to end in a browser, with simulated people, and print the tables of
docs/studies/judged-pairs.md:

    python tools/judge_trial.py GOLD NAME=PARSES... -o FOLDER

Pairs are made from where the parses disagree with gold. An administrator (a browser) makes links; each simulated person
(a browser of their own) opens one and answers their part of the pairs, right with a probability of their own. The
administrator exports the gold answers, which then score the parsers. Needs the extras `judge` and `browser`, and
Chromium.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treegauge import read_pairs

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
KEYS = {"yes": "1", "no": "2", "unsure": "3"}
UNSURE = 0.05  # share of answers
HELD = 61  # seconds: a little more than the minute for which a pair waits


@dataclass(frozen=True)
class SimulatedPerson:
    """Somebody who knows the answer of gold, and gives it with some probability."""

    name: str
    accuracy: float
    seed: str

    def answer(self, truth: bool, text: str, hypothesis: str) -> str:
        """The same person answers the same pair alike, in whichever order pairs come."""
        generator = random.Random(f"{self.seed} {text} {hypothesis}")
        if generator.random() < UNSURE:
            return "unsure"
        right = generator.random() < self.accuracy
        return "yes" if truth == right else "no"


def treegauge(*arguments: str | Path) -> str:
    """What a command prints."""
    call = [sys.executable, "-m", "treegauge", *map(str, arguments)]
    return subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout


def rows(*arguments: str | Path) -> list[dict[str, Any]]:
    """The rows of a command."""
    results: list[dict[str, Any]] = json.loads(treegauge(*arguments, "--json"))["results"]
    return results


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, str]]:
    """The address of a study, and the link that makes an administrator."""
    call = [sys.executable, "-m", "treegauge", "judge", "serve", str(folder), "--port", "0", "--no-browser"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate()


def press(page: Any, button: str) -> None:
    """Press a button, and wait for the next page."""
    with page.expect_navigation():
        page.locator(button).first.click()


def administrator(page: Any, link: str) -> None:
    """Come in by the link that is printed."""
    page.goto(link)
    page.locator("input[name=name]").fill("Administrator")
    page.locator("input[name=password]").fill("only for this trial")
    press(page, "button.main")


def new_link(page: Any, study: str, label: str) -> str:
    """A link for one person."""
    page.goto(f"{study}/links")
    page.locator("input[name=kind][value=one]").check()
    page.locator("input[name=label]").fill(label)
    press(page, "form.panel button.main")
    return str(page.locator("input.link").input_value())


def answer_pairs(
    page: Any, link: str, person: SimulatedPerson, truth: Mapping[tuple[str, str], bool], most: int
) -> int:
    """Agree, read, try three pairs, and answer until nothing is left, or `most`; how many pairs were answered."""
    page.goto(link)
    press(page, "button.main")
    page.locator("input[name=agree]").check()
    press(page, "button.main")
    press(page, "button.main")
    for _ in range(3):
        press(page, "button[value=yes]")
        press(page, "a.main")
    answered = 0
    while answered < most and page.locator(".hypothesis").count():
        text, hypothesis = (page.locator(place).inner_text() for place in (".text", ".hypothesis"))
        before = page.locator("input[name=place]").first.input_value()
        page.keyboard.press(KEYS[person.answer(truth[text, hypothesis], text, hypothesis)])
        page.wait_for_function("before => document.querySelector('input[name=place]')?.value !== before", arg=before)
        answered += 1
    return answered


def download(page: Any, address: str, button: str, file: Path) -> None:
    """Press a button that sends a file."""
    page.goto(address)
    with page.expect_download() as sent:
        page.locator(button).first.click()
    sent.value.save_as(file)


def answered_study(folder: Path, pairs: Path, people: Sequence[SimulatedPerson], most: int) -> str:
    """Let all people answer by the browser, at most so many pairs each; export gold, and take pictures. Returns what
    was done, in how long."""
    from playwright.sync_api import sync_playwright

    truth = {(pair.text, pair.hypothesis): bool(pair.answer) for pair in read_pairs(pairs)}
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    with served(folder / "study") as (address, link), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        desk = browser.new_context(viewport={"width": 1100, "height": 800}, accept_downloads=True).new_page()
        administrator(desk, link)
        study, begin, answers = f"{address}/admin/study", time.monotonic(), 0
        for person in people:
            if person is people[-1]:
                time.sleep(HELD)  # those who stopped were shown one more pair, which waits for them so long
            window = browser.new_context()
            limit = len(truth) if person is people[-1] else most
            count = answer_pairs(window.new_page(), new_link(desk, study, person.name), person, truth, limit)
            window.close()
            answers += count
            print(f"{person.name}: {count} answers", file=sys.stderr)
        done = f"{answers} answers by the browser in {time.monotonic() - begin:.0f} s"
        for place in ("people", "agreement", "gold"):
            desk.goto(f"{study}/{place}")
            desk.screenshot(path=folder / f"{place}.png", full_page=True)
        download(desk, f"{study}/export", "form[action$='gold.xml'] button.main", folder / "judged.xml")
        browser.close()
    return done


def report(folder: Path, gold: str, parses: Mapping[str, str], people: Sequence[SimulatedPerson]) -> Iterator[str]:
    """The tables of the page, in Markdown."""
    yield from ("```console", "$ treegauge judge results study --adjudicate 5", "")
    yield treegauge("judge", "results", folder / "study", "--adjudicate", "5").rstrip()
    yield "```\n"
    truth = {pair.id: pair.answer for pair in read_pairs(folder / "pairs.jsonl")}
    judged = {pair.id: pair.answer for pair in read_pairs(folder / "judged.xml")}
    right = sum(truth[name] == answer for name, answer in judged.items())
    yield f"judged: {len(judged)} of {len(truth)} pairs; {right} as in the gold trees\n"
    yield "| parser | judged pairs | pairs by gold trees | pete F1 |"
    yield "| --- | ---: | ---: | ---: |"
    figures = {}
    for name, file in parses.items():
        answers, trees = (rows("entail", "--check", folder / by, file)[0] for by in ("judged.xml", "pairs.jsonl"))
        score = rows("score", gold, file, "-m", "pete")[0]
        cells = (
            (answers["accuracy"], answers["accuracy_interval"]),
            (trees["accuracy"], trees["accuracy_interval"]),
            (score["scores"]["f1"], score["intervals"]["f1"]),
        )
        figures[name] = [f"{value:.1f} ({low:.1f} to {high:.1f})" for value, (low, high) in cells]
    for name, row in figures.items():
        yield f"| {name} | " + " | ".join(row) + " |"
    accuracies = ", ".join(f"{person.accuracy:.2f}" for person in people)
    yield f"\nPeople simulated: {len(people)}, right on {accuracies} of their answers that are not unsure"


def main() -> None:
    """Make the study, let people answer, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold")
    parser.add_argument("parses", nargs="+", metavar="NAME=PARSES")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--people", type=int, default=9)
    parser.add_argument("--answers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    folder, parses = given.output, dict(each.split("=", 1) for each in given.parses)
    folder.mkdir(parents=True)
    generator = random.Random(given.seed)
    people = [
        SimulatedPerson(f"person {number}", generator.uniform(0.75, 0.98), f"{given.seed} {number}")
        for number in range(1, given.people + 1)
    ]
    treegauge("entail", given.gold, *parses.values(), "--pairs", "yes-no", "-o", folder / "all.jsonl")
    chosen = generator.sample((folder / "all.jsonl").read_text("utf-8").splitlines(keepends=True), given.pairs)
    (folder / "pairs.jsonl").write_text("".join(chosen), "utf-8")
    treegauge(
        "judge", "init", folder / "study", folder / "pairs.jsonl", "--answers", str(given.answers), "--minutes", "1"
    )
    most = -(-given.pairs * given.answers // given.people)
    done = answered_study(folder, folder / "pairs.jsonl", people, most)
    for line in report(folder, given.gold, parses, people):
        print(line)
    print(done, file=sys.stderr)


if __name__ == "__main__":
    main()
