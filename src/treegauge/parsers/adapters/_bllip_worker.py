"""Parse sentences with bllipparser, in a process of its own: the library has one model per process, and can crash.

It is run as a script, with the file of its orders as its only argument, and imports nothing of treegauge.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

LOADED = "loaded"


def parse_words(orders: dict[str, Any]) -> None:
    sys.path[:0] = orders["packages"]
    parser = importlib.import_module("bllipparser").RerankingParser()
    parser.load_parser_model(orders["parser"], **orders["options"])
    if orders["reranker"] is not None:
        parser.load_reranker_model(*orders["reranker"])
    with open("words", encoding="utf-8") as sentences, open("trees", "w", encoding="utf-8") as trees:
        print(json.dumps(LOADED), file=trees, flush=True)
        for line in sentences:
            print(json.dumps(best_tree(parser, *json.loads(line))), file=trees, flush=True)


def best_tree(parser: Any, words: list[str], tags: list[str] | None) -> tuple[str | None, str | None]:
    """The best tree, or the reason why there is none."""
    try:
        parses = parser.parse(words) if tags is None else parser.parse_tagged(words, dict(enumerate(tags)))
    except ValueError as error:
        return None, str(error)
    return (str(parses[0].ptb_parse), None) if parses else (None, "the model has no tree for its words")


if __name__ == "__main__":
    parse_words(json.loads(Path(sys.argv[1]).read_text("utf-8")))
