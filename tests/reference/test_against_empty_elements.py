"""Deep relations against the empty elements of the Penn Treebank, which mark the subjects and objects of clauses that
do not name them: relative clauses, control, passives. The rules do not read them.

`python -m pytest tests/reference/test_against_empty_elements.py -s` prints how many the rules find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from treegauge import Tree, Treebank, apply, read
from treegauge.entailments.analysis import NO_HEAD, Analysis
from treegauge.entailments.api import with_known_dependencies
from treegauge.entailments.deep.building import deepen
from treegauge.entailments.deep.clauses import Clauses
from treegauge.entailments.reading import analyses
from treegauge.treebank.views import Node, Token

_INDEX = re.compile(r"-(\d+)$")
_TRACE = re.compile(r"^(?:\*T\*|\*)-(\d+)$")
_PRONOUNS = frozenset({"that", "which", "who", "whom"})
Marked = tuple[int, str, int]  # a verb, the role, and the word that an empty element refers to


class Sentence:
    """A tree with its empty elements: their antecedents, and the words without them."""

    def __init__(self, tree: Tree, heads: list[int]) -> None:
        self.tree = tree
        words = [token for token in tree if token.tag != "-NONE-"]
        self.number = {token.index: place for place, token in enumerate(words)}
        self.heads = heads
        self.indexed = {match[1]: node for node in tree.nodes if (match := _INDEX.search(node.label or "")) is not None}

    def head_word(self, node: Node) -> int:
        """The word of a phrase that depends on a word outside it, or -1."""
        inside = {self.number[token.index] for token in node.tokens if token.index in self.number}
        top = [word for word in inside if self.heads[word] not in inside]
        return top[0] if len(top) == 1 else -1

    def antecedent(self, index: str, depth: int = 0) -> int:
        """The word that an index refers to, through relative pronouns and other empty elements, or -1."""
        node = self.indexed.get(index)
        if node is None or depth > 6:
            return -1
        words = [token for token in node.tokens if token.tag != "-NONE-"]
        if category(node) == "WHNP":
            known = not words or words[0].form.lower() in _PRONOUNS
            return self._modified(node) if known else -1
        if category(node) != "NP":
            return -1
        if words:
            return self.head_word(node)
        empty = _INDEX.search(next(iter(node.tokens)).form)
        return self.antecedent(empty[1], depth + 1) if empty else -1

    def _modified(self, pronoun: Node) -> int:
        """The head of the noun phrase that the clause of a relative pronoun modifies, or -1."""
        clause = pronoun
        while clause.parent is not None and category(clause) not in ("SBAR", "PRN"):
            clause = clause.parent
        above = clause.parent
        if above is not None and category(above) == "PRN":
            clause, above = above, above.parent
        if above is None or category(above) != "NP":
            return -1
        nouns = [child for child in above.children if isinstance(child, Node) and category(child) == "NP"]
        return self.head_word(nouns[0]) if nouns else -1

    def marked(self) -> Iterator[Marked]:
        """The subjects and objects that empty elements give."""
        for token in self.tree:
            match, phrase = _TRACE.match(token.form or ""), token.parent
            if token.tag != "-NONE-" or match is None or phrase is None or category(phrase) != "NP":
                continue
            word, verb = self.antecedent(match[1]), self._verb(phrase)
            if word >= 0 and verb >= 0:
                yield verb, "subject" if "SBJ" in (phrase.label or "") else "object", word

    def _verb(self, phrase: Node) -> int:
        """The verb that an empty noun phrase is the subject or the object of, or -1."""
        above = phrase.parent
        if above is None:
            return -1
        if "SBJ" in (phrase.label or ""):
            inside = [child for child in above.children if isinstance(child, Node) and category(child) == "VP"]
            return self._main_verb(inside[0]) if inside else -1
        plain = not (phrase.label or "").replace("NP", "", 1).strip("-0123456789")
        verbs = [child for child in above.children if isinstance(child, Token) and (child.tag or "")[:1] == "V"]
        return self.number[verbs[0].index] if category(above) == "VP" and verbs and plain else -1

    def _main_verb(self, phrase: Node) -> int:
        while True:
            if any(child.tag == "CC" for child in phrase.children if isinstance(child, Token)):
                return -1
            inner = [child for child in phrase.children if isinstance(child, Node) and category(child) == "VP"]
            verbs = [child for child in phrase.children if isinstance(child, Token) and (child.tag or "-")[:1] in "VTM"]
            if not inner or not verbs:
                return self.number[verbs[0].index] if verbs else -1
            phrase = inner[0]


def category(node: Node) -> str:
    return re.split("[-=]", node.label or "", maxsplit=1)[0]


def found(full: Treebank, used: Treebank) -> tuple[int, int]:
    """How many of the marked subjects and objects the rules find in the trees that they may use, and how many there
    are."""
    dependencies = with_known_dependencies(full)
    right = number = 0
    for tree, parse, analysis in zip(
        full, dependencies, analyses(with_known_dependencies(used), catenate=False), strict=True
    ):
        if not isinstance(analysis, Analysis) or len(parse) != len(analysis.forms):
            continue
        deep, clauses = deepen(analysis), Clauses(analysis)
        for verb, role, word in Sentence(tree, parse.column("tokens", "head")).marked():
            if analysis.head[verb] != NO_HEAD:
                expected = "object" if role == "subject" and clauses.is_passive(verb) else role
                number += 1
                right += deep.find(verb, expected, word) is not None or deep.find(verb, "indirect", word) is not None
    return right, number


@pytest.mark.slow
@pytest.mark.parametrize(("transforms", "least"), [([], 94.0), (["remove-empties", "strip-functions"], 93.0)])
def test_most_gaps_are_filled(shared: Path, transforms: list[str], least: float) -> None:
    full = read(shared / "ptb_wsj_sample/wsj_sample.mrg.xz")
    right, number = found(full, apply(full, transforms) if transforms else full)
    print(f"{'+'.join(transforms) or 'whole trees'}: {right} of {number}, {100 * right / number:.2f} %")
    assert number > 2000
    assert 100 * right / number >= least
