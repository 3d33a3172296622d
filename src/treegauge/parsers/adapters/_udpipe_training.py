"""Train UDPipe in a separate process: `python -m ... OPTIONS TRAIN MODEL`.

UDPipe reports its progress on standard error only, and blocks its process meanwhile.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def train_udpipe(options: str, treebank: str, model: str) -> str | None:
    """Learn from a file in CoNLL-U and write the model; returns the error, if there is one."""
    udpipe = importlib.import_module("ufal.udpipe")
    error = udpipe.ProcessingError()
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText(Path(treebank).read_text("utf-8"))
    sentences, sentence = udpipe.Sentences(), udpipe.Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = udpipe.Sentence()
    if not error.occurred():
        none = udpipe.Trainer.NONE
        data = udpipe.Trainer.train("morphodita_parsito", sentences, udpipe.Sentences(), none, none, options, error)
        if not error.occurred():
            Path(model).write_bytes(data)
    return str(error.message) if error.occurred() else None


if __name__ == "__main__":
    sys.exit(train_udpipe(*sys.argv[1:]))
