"""`surprisal`: how surprising each word of a sentence is after those before it, under a grammar.

Hale 2001, A probabilistic Earley parser as a psycholinguistic model; Levy 2008, Expectation-based syntactic
comprehension.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...annotation.tagsets import NO_TAG
from ...core.bounds import Folds, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.signature import Signature
from ...core.specs import format_spec
from ...core.types import Floats, Mask, Progress
from ...core.wording import option
from ...models.grammars.derivations import tag_numbers
from ...models.grammars.grammar import Grammar
from ...models.grammars.inference import RuleGrammar
from ...models.grammars.latent.grammar import LatentGrammar
from ...models.grammars.lexicon import Lexicon, learn_lexicon, unknown_words
from ...models.grammars.markov import MarkovGrammar
from ...models.grammars.prefixes import prefix_probabilities
from ...transforms.preparation import apply_alike
from ...treebank import Strings, Treebank
from ..difficulty.protocols import Plan, plan_for, samples
from ..difficulty.trees import grammar_of, oddities, one_root
from .result import Surprisals


class _Part(NamedTuple):
    """The figures of some sentences under one grammar."""

    prefix: Floats
    whole: Floats
    finite: Floats
    unknown: Mask
    grammar: RuleGrammar


@checked
def surprisal(
    treebank: Treebank,
    *,
    train: Treebank | None = None,
    grammar: Grammar | MarkovGrammar | str | None = None,
    words: bool = False,
    folds: Folds | None = None,
    transforms: str | Sequence[str] = (),
    seed: SeedNumber = 0,
    name: str = "",
    train_name: str = "",
    progress: Progress | None = None,
) -> Surprisals:
    """The surprisal of every word: log2 of the probability of all sentences that begin like the words before it, minus
    the same with the word. Exact, over all trees, without a beam.

    train       the trees that the grammar is learned from; without them, those of the treebank itself
    folds       divide the treebank: each of so many parts under the grammar of the others
    grammar     a grammar to use, or a model of rules for learning one, such as `markov(h=2)`, under which unseen rules
                have a probability; None: the rules of the trees
    words       over words, by a lexicon of the training trees or that of the grammar; otherwise over the tags
    transforms  applied to all trees first; prepare(auto) is decided on the training trees
    """
    ready = grammar if isinstance(grammar, Grammar | MarkovGrammar) else None
    if ready is not None and (train is not None or folds is not None):
        raise CallError("a grammar is given: leave out the training trees and the folds")
    if train is not None and folds is not None:
        raise CallError("training trees are given: leave out the folds")
    model = grammar if isinstance(grammar, str) else None
    plan = plan_for(None, has_test=train is not None, folds=folds, max_length=None, seed=seed, grammar=model)
    sides = [treebank] if train is None else [train, treebank]
    treebanks, before = apply_alike(sides, transforms, seed)
    if not len(treebanks[-1]):
        raise DataError(f"{name or 'the treebank'}: there are no sentences, so there is no surprisal")
    names = [train_name or "the training treebank", name or "the treebank"][-len(sides) :]
    if ready is None and not len(treebanks[0].nodes):
        advice = f"give trees, {option('train')}, or a grammar, {option('grammar')}"
        raise DataError(f"{names[0]}: there are no constituency trees to learn a grammar from; {advice}")
    if ready is None:
        parts, chosen = _learned(treebanks, names, plan, words, progress)
        remarks = [f"{names[0]}: {remark}" for remark in oddities(treebanks[0]).remarks()]
    else:
        parts, remarks = [_measured(ready, treebanks[-1], ready.lexicon, words, progress)], []
        chosen = [np.arange(len(treebanks[-1]))]
    source = train_name or ("the grammar given" if ready is not None else names[0])
    return Surprisals(
        treebank=treebanks[-1],
        name=name,
        training=f"the other parts of {names[0]}" if folds is not None else source,
        over="words" if words else "tags",
        **_joined(parts, chosen, treebanks[-1]),
        grammar=parts[0].grammar,
        signature=Signature((_spec(plan, words),), before=tuple(before)),
        remarks=tuple(remarks),
    )


def _spec(plan: Plan, words: bool) -> str:
    options = {key: value for key, value in plan.options.items() if key not in ("protocol", "max_length")}
    return format_spec("surprisal", {"over": "words" if words else "tags", **options})


def _learned(
    treebanks: Sequence[Treebank], names: Sequence[str], plan: Plan, words: bool, progress: Progress | None
) -> tuple[list[_Part], list[Any]]:
    """The figures of each sample of the plan under the grammar of its training trees, and its sentences."""
    whole = one_root(treebanks[:1], names)
    parts, chosen, test = [], [], treebanks[-1]
    drawn = [(np.arange(len(whole)), np.arange(len(test)))] if plan.folds is None else samples(plan, len(whole))
    for train, held_out in drawn:
        trees = whole.select(train)
        grammar = grammar_of(trees, plan.grammar)
        if isinstance(grammar, LatentGrammar):
            raise CallError("surprisal has no latent-variable grammars; difficulty and the parser pcfg take them")
        tags = Strings.of(list(grammar.symbols)[grammar.nonterminals :])
        lexicon = learn_lexicon(trees, tags) if words else None
        parts.append(_measured(grammar, test.select(held_out), lexicon, words, progress))
        chosen.append(held_out)
    return parts, chosen


def _measured(
    grammar: RuleGrammar, treebank: Treebank, lexicon: Lexicon | None, words: bool, progress: Progress | None
) -> _Part:
    if words and lexicon is None:
        raise CallError("the grammar has no lexicon; give trees to learn it from, or a grammar with a lexicon")
    if lexicon is not None and words:
        unknown = unknown_words(lexicon, treebank)
    else:
        unknown = tag_numbers(grammar, treebank.tokens.text("tag")) < 0
        _check_tags(treebank, unknown)
    measured = prefix_probabilities(grammar, treebank, lexicon=lexicon if words else None, progress=progress)
    finite = np.full(len(treebank), measured.log2_finite)
    return _Part(measured.log2_prefix, measured.log2_sentence, finite, unknown, grammar)


def _check_tags(treebank: Treebank, unknown: Mask) -> None:
    """Raise an error if no word has a tag."""
    if len(unknown) and (unknown & treebank.tokens.text("tag").mask(NO_TAG, missing=True)).all():
        raise DataError(f"{treebank.where(0)}: no word has a tag; measure words instead: {option('words')}")


def _joined(parts: Sequence[_Part], chosen: Sequence[Any], treebank: Treebank) -> dict[str, Any]:
    """The figures of all sentences in the order of the treebank."""
    offsets, counts = treebank.tokens.offsets, treebank.tokens.counts
    prefix, unknown = np.empty(len(treebank.tokens)), np.empty(len(treebank.tokens), bool)
    whole, finite = np.empty(len(treebank)), np.empty(len(treebank))
    for part, numbers in zip(parts, chosen, strict=True):
        lengths = counts[numbers]
        inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        place = np.repeat(offsets[:-1][numbers], lengths) + inside
        prefix[place], unknown[place] = part.prefix, part.unknown
        whole[numbers], finite[numbers] = part.whole, part.finite
    return {"log2_prefix": prefix, "log2_sentence": whole, "log2_finite": finite, "unknown": unknown}
