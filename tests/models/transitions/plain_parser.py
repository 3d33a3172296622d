"""The greedy parser in plain Python, the twin of the kernels: properties by their names, features as tuples, weights in
dictionaries."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from treegauge import Treebank, derive
from treegauge.models.transitions.features import TRANSITION_TEMPLATES
from treegauge.models.transitions.systems import ROOT, SYSTEMS, Configuration, System, Transition

Word = dict[str, str | None]
Class = tuple[Transition, str | None]
Feature = tuple[object, ...]


@dataclass
class Observer:
    """A configuration, the words of its sentence and the relations given so far."""

    system: System
    words: list[Word]
    single_root: bool
    now: Configuration = field(init=False)
    relation: dict[int, str | None] = field(default_factory=dict)
    highest: int = 0  # the last word that was ever on the stack

    def __post_init__(self) -> None:
        self.now = Configuration.initial(self.system, len(self.words))

    def make(self, transition: Transition, relation: str | None) -> None:
        before = len(self.now.order)
        self.now.make(transition)
        if len(self.now.order) > before:
            self.relation[self.now.order[-1]] = relation
        attached = self.now.order[-1:] if transition is Transition.RIGHT_ARC else []
        self.highest = max([self.highest, *self.now.stack, *attached])

    def permitted(self) -> list[Transition]:
        """What the system permits and a whole tree does not forbid."""
        return [transition for transition in Transition if self.now.permits(transition) and self._sensible(transition)]

    def _sensible(self, transition: Transition) -> bool:
        last_word, on_root = len(self.now.buffer) == 1, self.now.stack[-1] == ROOT
        if self.system.stack_only:
            onto_root = transition is Transition.RIGHT_ARC and self.now.stack[-2] == ROOT
            return not (onto_root and self.single_root and self.now.buffer)
        if self.system.name == "arc-standard":
            if transition is Transition.SHIFT:
                return not last_word
            return not (transition is Transition.RIGHT_ARC and on_root and self.single_root and not last_word)
        has_root = ROOT in self.now.head
        return not (transition is Transition.RIGHT_ARC and on_root and self.single_root and has_root)

    def places(self) -> dict[str, int | None]:
        """The words that the templates name."""
        stack, buffer = self.now.stack, self.now.buffer
        if self.system.stack_only:
            left, right, below = stack[-2] if len(stack) > 1 else None, stack[-1], stack[:-2][::-1]
            following = self.highest + 1
        else:
            left, right, below = stack[-1], buffer[-1], stack[:-1][::-1]
            following = max(self.highest, right) + 1
        first = buffer[-1] if buffer and buffer[-1] <= self.highest else None
        found: dict[str, int | None] = {"L": left, "R": right, "Q": first}
        found |= dict(zip("AB", [*below, None, None], strict=False))
        found |= {name: number if number <= len(self.words) else None for number, name in enumerate("XYZ", following)}
        found["H"] = self.now.head[left] if left else None
        for name, word in (("L", left), ("R", right)):
            inner = self._dependents(word)
            before = sorted(d for d in inner if d < (word or 0))
            after = sorted((d for d in inner if d > (word or 0)), reverse=True)
            for mark, side in (("<", before), (">", after)):
                found[name + mark], found[name + 2 * mark] = [*side, None, None][:2]
        return found

    def _dependents(self, word: int | None) -> list[int]:
        return [] if word is None else [d for d, head in enumerate(self.now.head) if head == word]

    def features(self) -> list[Feature]:
        places = self.places()
        return [
            (number, *(self._property(name, places) for name in template.split("+")))
            for number, template in enumerate(TRANSITION_TEMPLATES.split())
        ]

    def _property(self, name: str, places: dict[str, int | None]) -> object:
        if name == "#d":
            left, right = places["L"], places["R"]
            return 0 if left is None or right is None else min(abs(right - left), 10)
        if name.startswith("#"):
            word = places[name[1]]
            inner = self._dependents(word)
            return min(5, sum((d < (word or 0)) == (name[2] == "<") for d in inner))
        word, read = places[name[:-1]], name[-1]
        if word is None:
            return "no word"
        if word == ROOT:
            return "the root"
        return ("relation", self.relation.get(word)) if read == "r" else ("word", self.words[word - 1][read])


def sentences_of(treebank: Treebank) -> list[list[Word]]:
    """What the parser reads: a missing tag is the universal one."""
    columns = {
        read: treebank.tokens.text(name).decode() for read, name in zip("wpu", ("form", "tag", "upos"), strict=True)
    }
    rows: list[Word] = [
        {"w": form, "p": tag if tag is not None else upos, "u": upos if upos is not None else tag}
        for form, tag, upos in zip(*columns.values(), strict=True)
    ]
    return [rows[begin:end] for begin, end in pairwise(treebank.tokens.offsets)]


@dataclass
class PlainParser:
    """An averaged perceptron whose weights are kept as they were at every step."""

    system: System
    single_root: bool
    classes: list[Class]
    known: set[Feature]
    average: dict[tuple[Feature, int], float]

    def parse(self, words: list[Word]) -> tuple[list[int | None], dict[int, str | None]]:
        observer = Observer(self.system, words, self.single_root)
        while not observer.now.is_final and observer.permitted():
            allowed, features = observer.permitted(), observer.features()
            scores = [sum(self.average.get((f, c), 0.0) for f in features) for c in range(len(self.classes))]
            best = _best(scores, self.classes, allowed)
            if best is None:
                break
            observer.make(*self.classes[best])
        return observer.now.head, observer.relation


def _best(scores: list[float], classes: list[Class], allowed: list[Transition], without: int = -1) -> int | None:
    able = [number for number, (transition, _) in enumerate(classes) if transition in allowed and number != without]
    return max(able, key=lambda number: (scores[number], -number), default=None)


def learn(treebank: Treebank, system: str, iterations: int, minimum: int, seed: int) -> PlainParser:
    """Train, one configuration after the other."""
    derivations, relations = derive(treebank, system), treebank.tokens.text("deprel").decode()
    values = [None, *treebank.tokens.text("deprel").compact().values]
    heads = treebank.tokens.numbers("head")
    starts = treebank.tokens.offsets.tolist()
    single_root = all((heads[a:b] == -1).sum() == 1 for a, b in pairwise(starts) if b > a)
    steps: list[tuple[list[Feature], Class, list[Transition]]] = []
    for number, words in enumerate(sentences_of(treebank)):
        observer = Observer(SYSTEMS[system], words, single_root)
        for step in range(derivations.offsets[number], derivations.offsets[number + 1]):
            transition, token = Transition(derivations.transition[step]), int(derivations.token[step])
            relation = relations[starts[number] + token] if token >= 0 else None
            allowed = sorted({*observer.permitted(), transition})
            steps.append((observer.features(), (transition, relation), allowed))
            observer.make(transition, relation)
    often = Counter(right for _, right, _ in steps)
    classes = sorted(often, key=lambda own: (-often[own], own[0], values.index(own[1])))
    seen = Counter(feature for features, _, _ in steps for feature in features)
    known = {feature for feature, count in seen.items() if count >= minimum}
    weight: dict[tuple[Feature, int], float] = defaultdict(float)
    late: dict[tuple[Feature, int], float] = defaultdict(float)
    random, done = np.random.default_rng(seed), 0
    for _ in range(iterations):
        for place in random.permutation(len(steps)).tolist():
            done += 1
            features, right, allowed = steps[place]
            mine = [feature for feature in features if feature in known]
            scores = [sum(weight.get((f, c), 0.0) for f in mine) for c in range(len(classes))]
            gold = classes.index(right)
            found = _best(scores, classes, allowed, gold)
            if found is not None and scores[found] >= scores[gold]:
                for feature in mine:
                    for changed, by in ((gold, 1), (found, -1)):
                        weight[feature, changed] += by
                        late[feature, changed] += by * done
    average = {key: float(np.float32(value - late[key] / done)) for key, value in weight.items()}
    return PlainParser(
        SYSTEMS[system], single_root, classes, known, {key: value for key, value in average.items() if value}
    )
