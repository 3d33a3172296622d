"""The function tagger in plain Python, the twin of the arrays and kernels: properties as they are, features as tuples,
weights in dictionaries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping

import numpy as np

from treegauge import Treebank, apply
from treegauge.annotation.head_rules import HeadRules, head_children
from treegauge.annotation.schemes import ROOT_LABELS
from treegauge.models.function_tags.features import FUNCTION_TEMPLATES, shape, suffix
from treegauge.models.function_tags.groups import groups, tags_of_group
from treegauge.models.function_tags.items import content_rules
from treegauge.treebank.views import Node, Token, Tree

Item = Node | Token | None
Feature = tuple[Hashable, ...]
Given = dict[tuple[str, int], str]  # the functions of a group on a node


class Sentence:
    """A tree with its heads, as the templates see it."""

    def __init__(self, tree: Tree, heads: list[int], contents: list[int]) -> None:
        self.tree = tree
        self.child = dict(zip(tree.nodes, map(self._item, heads), strict=True))
        self.meaning = dict(zip(tree.nodes, map(self._item, contents), strict=True))

    def _item(self, number: int) -> Item:
        words = len(self.tree.tokens)
        return None if number < 0 else self.tree.tokens[number] if number < words else self.tree.nodes[number - words]

    def head(self, item: Item, child: Mapping[Node, Item] | None = None) -> Token | None:
        while isinstance(item, Node):
            item = (child or self.child)[item]
        return item

    def family(self, item: Item) -> list[Item]:
        if item is None:
            return []
        return [*(item.parent.children if item.parent else self.tree.roots)]

    def beside(self, item: Item, steps: int) -> Item:
        family = self.family(item)
        place = family.index(item) + steps if item in family else -1
        return family[place] if 0 <= place < len(family) else None

    def word(self, place: int) -> Token | None:
        return self.tree.tokens[place] if 0 <= place < len(self.tree.tokens) else None

    def properties(self, node: Node) -> dict[str, Hashable]:
        up = node.parent
        above = up.parent if up else None
        children, family = [*node.children], self.family(node)
        places: dict[str, Item] = {
            "L": node, "P": up, "G": above, "GG": above.parent if above else None,
            "l1": self.beside(node, -1), "l2": self.beside(self.beside(node, -1), -1),
            "r1": self.beside(node, 1), "r2": self.beside(self.beside(node, 1), 1),
            "hs": self.child[up] if up else None, "HL": self.child[node], "fc": children[0], "lc": children[-1],
        }  # fmt: skip
        found: dict[str, Hashable] = {name: label(item) for name, item in places.items()}
        meaning = self.head(node, self.meaning)
        words = {
            "h": self.head(node), "c": meaning, "p": self.head(up), "pc": self.head(up, self.meaning),
            "g": self.head(above), "l1": self.head(places["l1"]), "r1": self.head(places["r1"]),
            "f": self.word(node.left), "l": self.word(node.right - 1), "b": self.word(node.left - 1),
            "a": self.word(node.right), "s": self.word(node.left + 1) if node.right - node.left > 1 else None,
        }  # fmt: skip
        found |= {f"{name}w": word.form.lower() if word else None for name, word in words.items()}
        found |= {f"{name}t": word.tag if word else None for name, word in words.items()}
        found["cs"], found["cx"] = (suffix(meaning.form), shape(meaning.form)) if meaning else (None, None)
        place = [other for other in family if label(other) == label(node) and isinstance(other, Node)].index(node)
        same = sum(label(other) == label(node) and isinstance(other, Node) for other in family)
        head_place = family.index(places["hs"]) if places["hs"] is not None else 0
        capitals = [word.form[:1].isupper() for word in self.tree.tokens[node.left : node.right]]
        return {
            **found,
            "prod": tuple(label(child) for child in children),
            "pprod": tuple(label(child) for child in up.children) if up else None,
            "size": min(node.right - node.left, 6),
            "kids": min(len(children), 5),
            "rank": family.index(node),
            "d": max(-3, min(3, family.index(node) - head_place)),
            "first": place == 0,
            "last": place == same - 1,
            "cap": (any(capitals), all(capitals)),
        }

    def functions(self, node: Node, names: list[str], group: int, given: Given) -> dict[str, Hashable]:
        left = [other for other in self.family(node) if isinstance(other, Node)]
        beside = left[left.index(node) - 1] if left.index(node) else None
        sides = {"F": node, "FP": node.parent, "Fl": beside}
        found: dict[str, Hashable] = {
            name: tuple(given[earlier, other.index] for earlier in names[:group]) if other else ()
            for name, other in sides.items()
        }
        for name, other in (("fp", node.parent), ("fl", beside)):
            found[name] = given[names[group], other.index] if other else None
        return found


def label(item: Item) -> str | None:
    """The label of a node, the tag of a word; a node that only holds the sentence together has none."""
    if isinstance(item, Node):
        return None if item.label in ROOT_LABELS else item.label
    return item.tag if item else None


def sentences(treebank: Treebank, rules: str | HeadRules) -> list[Sentence]:
    """The trees of a treebank without functions, with heads by rules and by meaning."""
    offsets = treebank.nodes.offsets.tolist()
    heads, contents = (head_children(treebank, own).tolist() for own in (rules, content_rules()))
    return [
        Sentence(tree, heads[offsets[k] : offsets[k + 1]], contents[offsets[k] : offsets[k + 1]])
        for k, tree in enumerate(treebank)
    ]


def features(found: Mapping[str, Hashable]) -> list[Feature]:
    return [(number, *map(found.__getitem__, t.split("+"))) for number, t in enumerate(FUNCTION_TEMPLATES.split())]


class PlainTagger:
    """An averaged perceptron for each group, learned one node after the other."""

    def __init__(self, treebank: Treebank, rules: str, *, iterations: int, minimum: int, seed: int) -> None:
        self.rules = rules
        bare = apply(treebank, "strip-functions")
        labels = treebank.nodes.text("label").decode()
        self.names = [name for name in groups() if any(tags_of_group(own or "", name) for own in labels)]
        self.classes: dict[str, list[str]] = {}
        self.average: dict[str, dict[tuple[Feature, str], float]] = {}
        values = [*treebank.nodes.text("label").compact().values]
        for number, name in enumerate(self.names):
            rows: list[tuple[list[Feature], str]] = []
            for sentence, tree in zip(sentences(bare, rules), treebank, strict=True):
                given = {
                    (group, node.index): tags_of_group(node.label or "", group)
                    for node in tree.nodes
                    for group in self.names
                }
                for node in sentence.tree.nodes:
                    found = sentence.properties(node) | sentence.functions(node, self.names, number, given)
                    rows.append((features(found), given[name, node.index]))
            often = Counter(right for _, right in rows)
            first = [*dict.fromkeys(tags_of_group(value, name) for value in values)]
            self.classes[name] = sorted(often, key=lambda own: (-often[own], first.index(own)))
            self.average[name] = _learn(rows, self.classes[name], iterations, minimum, seed)

    def tag(self, treebank: Treebank) -> list[list[tuple[str, ...]]]:
        """The functions of each node of each sentence, group by group."""
        answer = []
        for sentence in sentences(apply(treebank, "strip-functions"), self.rules):
            given: Given = {}
            for node in sentence.tree.nodes:
                for number, name in enumerate(self.names):
                    found = sentence.properties(node) | sentence.functions(node, self.names, number, given)
                    weights, own = self.average[name], features(found)
                    scores = [sum(weights.get((f, c), 0.0) for f in own) for c in self.classes[name]]
                    given[name, node.index] = self.classes[name][scores.index(max(scores))]
            answer.append([tuple(given[name, node.index] for name in self.names) for node in sentence.tree.nodes])
        return answer


def _learn(
    rows: list[tuple[list[Feature], str]], classes: list[str], iterations: int, minimum: int, seed: int
) -> dict[tuple[Feature, str], float]:
    seen = Counter(feature for own, _ in rows for feature in own)
    weight: dict[tuple[Feature, str], float] = defaultdict(float)
    late: dict[tuple[Feature, str], float] = defaultdict(float)
    random, done = np.random.default_rng(seed), 0
    for _ in range(iterations):
        for place in random.permutation(len(rows)).tolist():
            done += 1
            own = [feature for feature in rows[place][0] if seen[feature] >= minimum]
            gold = rows[place][1]
            scores = {c: sum(weight.get((f, c), 0.0) for f in own) for c in classes}
            best = max((c for c in classes if c != gold), key=lambda c: (scores[c], -classes.index(c)), default=None)
            if best is not None and scores[best] >= scores[gold]:
                for feature in own:
                    for changed, by in ((gold, 1), (best, -1)):
                        weight[feature, changed] += by
                        late[feature, changed] += by * done
    return {key: float(np.float32(value - late[key] / done)) for key, value in weight.items()}
