"""A stand-in for Java and MaltParser: it takes and gives the same files, so that the adapter can be tried where neither
is installed, and fails when a word asks for it.

Every word depends on the one before. Words that are names of failures: DIE and MEMORY stop the program, SHORT leaves a
word out, ROUND goes round in a circle, GARBLED has a head that is no number.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

INFORMATION = """SETTINGS
singlemalt
  parsing_algorithm (  -a)              {a}
graph
  root_label (-grl)                     {grl}
"""


def learn(options: dict[str, str]) -> None:
    name = options["-c"]
    with zipfile.ZipFile(f"{name}.mco", "w") as file:
        file.writestr(
            f"{name}/{name}_singlemalt.info", INFORMATION.format(a=options["-a"], grl=options.get("-grl", "ROOT"))
        )
        file.writestr(f"{name}/train", Path(options["-i"]).read_text("utf-8"))
        file.writestr(f"{name}/call", " ".join(sys.argv[1:]))


def parse(options: dict[str, str]) -> None:
    with zipfile.ZipFile(f"{options['-c']}.mco") as file:
        file.getinfo(f"{options['-c']}/{options['-c']}_singlemalt.info")
    with Path(options["-o"]).open("w", encoding="utf-8") as out:
        for sentence in Path(options["-i"]).read_text("utf-8").split("\n\n"):
            if not sentence.strip("\n"):
                return  # as MaltParser does
            out.write("".join(f"{line}\n" for line in parsed(sentence.split("\n"))) + "\n")


def parsed(lines: list[str]) -> list[str]:
    rows = [line.split("\t") for line in lines]
    words = [row[1] for row in rows]
    if "DIE" in words or "MEMORY" in words:
        reason = "java.lang.OutOfMemoryError: Java heap space" if "MEMORY" in words else "Symbol table error: what"
        sys.exit(f"Started: now\n.          \t      1\t      0s\t     24MB\n{reason}\n\tat some.Place")
    for number, row in enumerate(rows):
        row[6:8] = [str(number), "ROOT" if number == 0 else "r"]
    if "ROUND" in words or "GARBLED" in words:
        rows[0][6] = "2" if "ROUND" in words else "two"
    return ["\t".join(row) for row in (rows[:-1] if "SHORT" in words else rows)]


if __name__ == "__main__":
    if sys.argv[1:] == ["-version"]:
        sys.exit('openjdk version "17.0.1" 2021-10-19')
    given = sys.argv[sys.argv.index("org.maltparser.Malt") + 1 :]
    print("-" * 77, "          MaltParser", "Started: now", sep="\n")
    if "-zz" in given:
        sys.exit("The option flag -zz could not be found.")
    pairs = dict(zip(given[::2], given[1::2], strict=False))
    {"learn": learn, "parse": parse}[pairs["-m"]](pairs)
