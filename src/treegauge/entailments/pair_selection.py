"""Questions about sentences: pairs of a text and a hypothesis, drawn where parsers disagree with gold."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from .api import Entailments, entail
from .checking import deep_trees, follows
from .deep.clauses import Clauses
from .deep.relations import OBJECT, DeepTree
from .generation import Entailment
from .pairs import EntailmentPair
from .plain.status import ASSERTED
from .texts import running_text, text_key
from .wrong_sentences import can_be_denied

ComparedParses = tuple[Entailments, Entailments, Sequence[int]]
# The text, the two words and the kind, by sentence and hypothesis.
_Candidates = dict[tuple[int, str], tuple[str, str, str, str]]


def draw_pairs(compared: Iterable[ComparedParses], seed: int = 0) -> list[EntailmentPair]:
    """Draw as many pairs with the answer yes as with no. `compared` has the plain entailments of gold and of a parser,
    and the sentences to compare, for each parser.

    Yes: gold asserts it, and it does not follow from the parse. No: the strict list of the parse has it, it does not
    follow from gold, nor does what it says of its two words, these are of the same kind in gold, and its verbs and
    predicates have the same kinds of arguments there, so that it is a sentence that people would say.
    """
    yes: _Candidates = {}
    no: _Candidates = {}
    for gold, test, sentences in compared:
        gold_trees, test_trees = deep_trees(gold.treebank), deep_trees(test.treebank)
        strict = entail(test.treebank, strict=True)
        for number in sentences:
            gold_tree, test_tree = gold_trees[number], test_trees[number]
            if gold_tree is None or test_tree is None:
                continue
            yes |= _unsupported(gold.sentences[number], number, test_tree, gold_tree)
            deniable = _deniable(strict.sentences[number], test.sentences[number], gold_tree, test_tree)
            no |= _denied(deniable, number, gold_tree, test_tree)
    size = min(len(yes), len(no))
    chance = random.Random(seed)
    drawn = [
        (number, hypothesis, candidates[number, hypothesis], answer)
        for candidates, answer in ((yes, True), (no, False))
        for number, hypothesis in chance.sample(sorted(candidates), size)
    ]
    drawn.sort(key=lambda item: item[:2])
    return [
        EntailmentPair(str(count), text, hypothesis, answer, word1, word2, kind)
        for count, (_, hypothesis, (text, word1, word2, kind), answer) in enumerate(drawn, 1)
    ]


def _deniable(
    strict: Sequence[Entailment], wide: Sequence[Entailment], gold: DeepTree, own: DeepTree
) -> list[Entailment]:
    """The sentences of a parse that may be a question with the answer no: those of the strict list, and those with
    `something` after a verb that has an object in gold too."""
    others = [
        one
        for one in wide
        if "something." in one.text and any(gold.of(word, OBJECT) for word in (one.head, one.target))
    ]
    clauses = Clauses(own.tree)
    return [one for one in (*strict, *others) if can_be_denied(one, own, clauses, gold)]


def _denied(sentences: Sequence[Entailment], number: int, gold: DeepTree, own: DeepTree) -> _Candidates:
    """What the parse says of a text and gold does not, not even of the two words that it is about: a sentence whose
    other words are attached elsewhere may be true (the associates of Ann and the observers say something)."""
    candidates = _unsupported(sentences, number, gold, own)
    return {
        key: named
        for key, named in candidates.items()
        if _is_simple(key[1], own) and not _may_be_read_so(key[1], named, gold)
    }


def _is_simple(hypothesis: str, own: DeepTree) -> bool:
    """Whether a sentence has one verb, so that it is likely to be well-formed whatever the parse is."""
    words = [word.lower() for word in hypothesis.removesuffix(".").split()]
    return sum(own.tree.forms[verb].lower() in words for verb in own.verbs) <= 1


def _may_be_read_so(hypothesis: str, named: tuple[str, str, str, str], gold: DeepTree) -> bool:
    """Whether people may read it in the text: gold has it of its two words, or it is a piece of the text."""
    text, word1, word2, _ = named
    is_piece = text_key(hypothesis) in 2 * text_key(text)  # twice: what is in front may have come to the end
    return is_piece or follows(hypothesis, gold, (word1, word2)).follows


def _unsupported(sentences: Sequence[Entailment], number: int, other: DeepTree, own: DeepTree) -> _Candidates:
    """What one side asserts about a text and the tree of the other does not support."""
    forms, clauses = other.tree.forms, Clauses(own.tree)
    text = running_text(forms)

    def named(token: int) -> str:
        return forms[next(iter(clauses.antecedents(token)), token)]  # the noun that a relative pronoun stands for

    return {
        (number, entailment.text): (text, named(entailment.target), named(entailment.head), entailment.kind)
        for entailment in _askable(sentences, own, other)
        if not follows(entailment.text, other).follows and follows(entailment.text, own).follows
    }


def _askable(entailments: Sequence[Entailment], own: DeepTree, other: DeepTree) -> Iterator[Entailment]:
    """The entailments that are asserted, and whose words are verbs or nouns on both sides."""
    for entailment in entailments:
        words = (entailment.target, entailment.head)
        same = all((word in own.verbs) == (word in other.verbs) for word in words)
        alike = all(own.tree.tags[word][:2] == other.tree.tags[word][:2] for word in words)
        if entailment.status == ASSERTED and same and alike:
            yield entailment
