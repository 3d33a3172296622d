"""A format: a reader, a writer, and how to recognise a file."""

from typing import BinaryIO

from treegauge.extend import Builder, Format, Input, Treebank, register_format


def read_pairs(input: Input) -> Treebank:
    builder = Builder()
    for number, line in enumerate(input.data.decode().removesuffix("\n").split("\n"), 1):
        words = [word.rpartition("/") for word in line.split()]
        if not words or not all(form and tag for form, _, tag in words):
            if line.strip():
                input.reject(number, "expected word/TAG word/TAG ...", line)
            continue
        builder.add({"line": number}, [{"form": form, "tag": tag} for form, _, tag in words])
    return builder.build()


def write_pairs(treebank: Treebank, out: BinaryIO) -> None:
    for tree in treebank:
        line = " ".join(f"{token.form}/{token.tag or '_'}" for token in tree)
        out.write(f"{line}\n".encode())


ABOUT = "word/TAG pairs, one sentence per line"
register_format(Format("pairs", ABOUT, read_pairs, write_pairs, extensions=(".pairs",)))
