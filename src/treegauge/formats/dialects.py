"""The dialects of brackets: what their leaves and labels look like, and how to detect them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Dialect:
    """What leaves and labels look like."""

    lemma: bool = False  # (TAG form lemma)
    traces: bool = False  # (NP *T*-1): a phrase over an empty element
    ids: bool = False  # (ID name)
    bare: bool = False  # (.): a token without a tag
    joined: bool = False  # form-lemma
    function: bool = False  # FUNCTION+label
    comments: bool = False
    indexed: bool = False  # 3=form

    @property
    def bits(self) -> int:
        return self.lemma + 2 * self.traces + 4 * self.ids + 8 * self.bare

    @property
    def carries(self) -> frozenset[str]:
        extra = {
            "lemma": self.lemma or self.joined,
            "id": self.ids,
            "function": self.function,
            "comments": self.comments,
        }
        return frozenset({"nodes", *(name for name, present in extra.items() if present)})


DIALECTS = {
    "brackets": Dialect(),
    "brackets-psd": Dialect(traces=True, ids=True),
    "brackets-psd-lemma": Dialect(traces=True, ids=True, joined=True),
    "brackets-cess": Dialect(traces=True, lemma=True),
    "brackets-floresta": Dialect(bare=True, function=True, comments=True),
}


DESCRIPTIONS = {
    "brackets": "Penn brackets, one tree per line, or a tree over several lines",
    "brackets-psd": "Penn historical brackets with (ID ...) and bare traces",
    "brackets-psd-lemma": "the same with form-lemma leaves (IcePaHC)",
    "brackets-cess": "brackets with leaves (TAG form lemma) (CESS)",
    "brackets-floresta": "brackets with FUNCTION+category labels (Floresta)",
}


EXTENSIONS = {
    "brackets": (".mrg", ".ptb", ".tree", ".trees", ".gld", ".tst", ".brackets", ".bracket"),
    "brackets-psd": (".psd",),
    "brackets-cess": (".tbf",),
}


@lru_cache(maxsize=1)
def dialect_of(head: bytes) -> str | None:
    """The dialect of a text that begins like this, or None if it has no brackets."""
    if re.match(rb"(?:[#*].*\n|\s)*\(", head) is None:
        return None
    text = head.decode("utf-8", "replace")
    body = "\n".join(line for line in text.split("\n") if not line.startswith(("#", "*"))).lstrip()
    if re.match(r"\(\s*[^\s)]", body) is None or re.match(r"\([^()]*\)\s*[^\s()]", body):
        return None  # not brackets, or prose that begins with a few words in brackets
    leaves = [fields for leaf in re.findall(r"\(([^()]+)\)", body) if (fields := leaf.split())]
    sizes = [len(leaf) for leaf in leaves]
    pairs = [leaf for leaf in leaves if len(leaf) == 2]
    if pairs and all(re.match(r"\d+=", form) for _, form in pairs):
        return "discbracket"
    if 1 in sizes and sum("+" in leaf[0] for leaf in leaves) * 2 > len(leaves):
        return "brackets-floresta"
    if sizes.count(3) * 2 > len(leaves):
        return "brackets-cess"
    if "ID" in body and any(leaf[0] == "ID" for leaf in leaves):
        words = [form for tag, form in pairs if tag not in ("ID", "CODE", "-NONE-")]
        hyphened = sum("-" in word[1:-1] for word in words if not word.startswith("*") and word != "0")
        return "brackets-psd-lemma" if hyphened * 2 > len(words) else "brackets-psd"
    return "brackets" if leaves or re.search(r"\)", body) else None
