"""Answers for tests: small tables, and the anaesthetists of Dawid and Skene."""

from __future__ import annotations

from collections.abc import Sequence

from treegauge import Judgement, Judgements

# Krippendorff (2011), Computing Krippendorff's alpha-reliability, section C: four observers, twelve units.
FOUR_OBSERVERS = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]

# Dawid and Skene (1979), table 1: per patient, three answers of the first anaesthetist, then one of each of the others.
ANAESTHETISTS = """
111 1 1 1 1;333 4 3 3 4;112 2 1 2 2;222 3 1 2 1;222 3 2 2 2;222 3 3 2 2;122 2 1 1 1;333 3 4 3 3;222 2 2 2 3
232 2 2 2 3;444 4 4 4 4;222 3 3 4 3;111 1 1 1 1;222 3 2 1 2;121 1 1 1 1;111 2 1 1 1;111 1 1 1 1;111 1 1 1 1
222 2 2 2 1;222 1 3 2 2;222 2 2 2 2;222 2 2 2 1;222 3 2 2 2;221 2 2 2 2;111 1 1 1 1;111 1 1 1 1;232 2 2 2 2
111 1 1 1 1;111 1 1 1 1;112 1 1 2 1;111 1 1 1 1;333 3 2 3 3;111 1 1 1 1;222 2 2 2 2;222 3 2 3 2;433 4 3 4 3
221 2 2 3 2;232 3 2 3 3;333 3 4 3 2;111 1 1 1 1;111 1 1 1 1;121 2 1 1 1;232 2 2 2 2;121 1 1 1 1;222 2 2 2 2
"""

# The error rates that they estimate: for each anaesthetist, a row per true class; in hundredths.
ERROR_RATES = [
    [[89, 11, 0, 0], [7, 88, 5, 0], [0, 34, 66, 0], [0, 0, 56, 44]],
    [[83, 17, 0, 0], [5, 63, 31, 0], [0, 0, 100, 0], [0, 0, 0, 100]],
    [[100, 0, 0, 0], [11, 79, 11, 0], [0, 40, 20, 40], [0, 0, 67, 33]],
    [[94, 6, 0, 0], [5, 84, 10, 0], [0, 0, 80, 20], [0, 0, 33, 67]],
    [[100, 0, 0, 0], [16, 73, 11, 0], [0, 21, 79, 0], [0, 0, 33, 67]],
]


def table(observers: Sequence[str], categories: str) -> Judgements:
    """Answers from one string per person; a dot is no answer."""
    rows = [
        Judgement(f"pair {unit}", f"person {person}", answer)
        for person, given in enumerate(observers, 1)
        for unit, answer in enumerate(given, 1)
        if answer != "."
    ]
    return Judgements.of(rows, answers=tuple(categories), truths=tuple(categories))


def anaesthetists() -> Judgements:
    """The answers of five anaesthetists about 45 patients."""
    rows = [
        Judgement(f"patient {patient}", f"observer {observer}", answer)
        for patient, line in enumerate(ANAESTHETISTS.strip().replace("\n", ";").split(";"), 1)
        for observer, given in enumerate(line.split(), 1)
        for answer in given
    ]
    return Judgements.of(rows, answers=tuple("1234"), truths=tuple("1234"))


def votes(text: str) -> Judgements:
    """Answers to pairs from text such as `a:yyn b:yu`; the first letter of each is of the first person, and so on."""
    words = {"y": "yes", "n": "no", "u": "unsure"}
    rows = [
        Judgement(pair, f"person {person}", words[letter])
        for pair, _, letters in (item.partition(":") for item in text.split())
        for person, letter in enumerate(letters, 1)
        if letter != "."
    ]
    return Judgements.of(rows)
