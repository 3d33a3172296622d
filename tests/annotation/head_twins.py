"""Plain twins of the head kernels: slow, sentence by sentence, as the rules are meant."""

from __future__ import annotations

from fnmatch import fnmatchcase

from treegauge import Tree, Treebank
from treegauge.annotation.head_reassignment import DependencyRule, Reassignment
from treegauge.annotation.head_rules import HeadRules, has_star, shorter
from treegauge.annotation.head_rules import category as known_as
from treegauge.treebank.views import Node, Token

Item = Node | Token


def category(item: Item) -> str | None:
    return item.label if isinstance(item, Node) else item.tag


def number(item: Item, tree: Tree) -> int:
    return item.index + len(tree) if isinstance(item, Node) else item.index


def has_words(item: Item) -> bool:
    return any(token.is_word for token in item.tokens) if isinstance(item, Node) else item.is_word


def has_tokens(item: Item) -> bool:
    return not isinstance(item, Node) or bool(item.tokens)


def names(item: Item, table: HeadRules) -> list[str]:
    value = category(item)
    return [] if value is None else shorter(known_as(table, value), table.cut)


def takes(label: str, item: Item, parent: Node, table: HeadRules) -> bool:
    """Whether a label in a step matches this child."""
    mark = isinstance(item, Token) and names(item, table)[:1] != [] and names(item, table)[0] in table.punctuation
    if label == "*":
        return not mark
    if label == "<tag>":
        return isinstance(item, Token) and not mark
    if label == "<phrase>":
        return isinstance(item, Node)
    if label == "<same>":
        own = names(parent, table)
        rule = next((name for name in own if name in table.steps), own[-1] if own else "")
        return isinstance(item, Node) and rule in names(item, table)
    if len(label) > 1 and ("*" in label or "?" in label):
        return bool(names(item, table)) and fnmatchcase(names(item, table)[0], label.replace("[", "[[]"))
    return label in names(item, table)


def head_child(node: Node, table: HeadRules) -> Item | None:
    """The head of a phrase by a table, read from the top."""
    children = list(node.children)
    there = has_words if table.words_first else has_tokens
    worded = [child for child in children if there(child)]
    if not worded:
        return next((child for child in children if has_tokens(child)), children[0] if children else None)
    marked = [child for child in worded if has_star(table, category(child) or "")]
    for function in table.functions:
        marked += [child for child in worded if child.function == function]
    if marked:
        return marked[0]
    found = _by_steps(node, worded, table)
    return _before_conjunction(found, children, table)


def _by_steps(node: Node, children: list[Item], table: HeadRules) -> Item:
    rule = next((name for name in names(node, table) if name in table.steps), None)
    steps = [*(table.steps[rule] if rule is not None else ()), *table.default]
    for direction, *labels in steps:
        order = children if direction.startswith("left") else children[::-1]
        wanted = [label for label in labels if not (label.startswith("!") and len(label) > 1)]
        without = [label[1:] for label in labels if label.startswith("!") and len(label) > 1]
        for group in [[label] for label in wanted] if direction.endswith("-each") else [wanted]:
            for child in order:
                if any(takes(label, child, node, table) for label in without):
                    continue
                if any(takes(label, child, node, table) for label in group):
                    return child
    return children[0]


def _before_conjunction(found: Item, children: list[Item], table: HeadRules) -> Item:
    at = children.index(found)
    if at < 1 or not set(shorter(category(children[at - 1]) or "", table.cut)) & table.coordination:
        return found
    if not has_words(children[at - 1]):
        return found
    at -= 2
    while at >= 0 and (not has_words(children[at]) or _is_mark(children[at], table)):
        at -= 1
    return children[at] if at >= 0 else found


def _is_mark(item: Item, table: HeadRules) -> bool:
    return isinstance(item, Token) and item.tag in table.punctuation


def head_children(treebank: Treebank, table: HeadRules) -> list[int]:
    found = []
    for tree in treebank:
        for node in tree.nodes:
            child = head_child(node, table)
            found.append(-1 if child is None else number(child, tree))
    return found


def head_word(item: Item, heads: dict[int, int], tree: Tree) -> int:
    """The token that the heads lead down to, -1 if none."""
    while isinstance(item, Node):
        child = heads[item.index]
        if child < 0:
            return -1
        item = tree.tokens[child] if child < len(tree) else tree.nodes[child - len(tree)]
    return item.index


def dependency_heads(treebank: Treebank, children: list[int]) -> list[int]:
    """The head of each token: climb while the item is the head of its parent, then take the head word of the parent."""
    found, start = [], 0
    for tree in treebank:
        heads = {node.index: children[start + node.index] for node in tree.nodes}
        start += len(tree.nodes)
        for token in tree.tokens:
            item: Item = token
            while item.parent is not None and heads[item.parent.index] == number(item, tree):
                item = item.parent
            found.append(-1 if item.parent is None else head_word(item.parent, heads, tree))
    return found


def reassigned(treebank: Treebank, children: list[int], table: HeadRules, rules: Reassignment) -> list[int]:
    """Head children after the first rule that fits each phrase."""
    result, start = list(children), 0
    for tree in treebank:
        for node in tree.nodes:
            old = children[start + node.index]
            for rule in rules.constituency if old >= 0 else ():
                head = next(child for child in node.children if number(child, tree) == old)
                if rule.parent in names(node, table) and rule.head in names(head, table):
                    place = node.children.index(head)
                    order = [*node.children[place + 1 :], *reversed(node.children[:place])]
                    fit = [child for child in order if rule.to in names(child, table)]
                    if fit:
                        result[start + node.index] = number(fit[0], tree)
                        break
        start += len(tree.nodes)
    return result


def exchanged(treebank: Treebank, rules: list[DependencyRule]) -> list[int]:
    """Heads after exchanges, one by one from the top down."""
    found = []
    for tree in treebank:
        head = list(tree.column("tokens", "head"))
        heirs = {token.index: heir for token in tree if (heir := _heir(token, rules)) is not None}
        for word in sorted(heirs, key=lambda index: _depth(tree.tokens[index])):
            heir = heirs[word]
            head[heir] = head[word]
            head = [heir if above == word and index != heir else above for index, above in enumerate(head)]
            head[word] = heir
        found += head
    return found


def _heir(word: Token, rules: list[DependencyRule]) -> int | None:
    right = [token for token in word.dependents if token.index > word.index]
    left = [token for token in word.dependents if token.index < word.index]
    for rule in rules:
        for token in (*right, *reversed(left)):
            if (word.tag, token.tag) == (rule.head, rule.to) and rule.relation in ("", token.deprel):
                return token.index
    return None


def _depth(token: Token) -> int:
    depth = 0
    while token.head is not None:
        token, depth = token.head, depth + 1
    return depth


def charniak(label: str, children: list[tuple[str, bool]], first: set[str], second: set[str], marks: set[str]) -> int:
    """The head by priorities, child by child from the left, as the BLLIP parser's head finder goes; children are
    (category, is a phrase)."""
    best, found = 10, -1
    for at, (child, phrase) in enumerate(children):
        if label == "PP" and best == 1:
            priority = 10
        elif f"{label} {child}" in first:
            priority = 1
        elif best <= 2:
            priority = 10
        elif child == label:
            priority = 2
        elif f"{label} {child}" in second:
            priority = 3
        else:
            priority = _last_priorities(child, phrase, best, marks)
        if priority <= best:
            best, found = priority, at
    return found


def _last_priorities(child: str, phrase: bool, best: int, marks: set[str]) -> int:
    own = 7
    if not phrase and child not in marks:
        own = 4
    elif phrase and child != "PP":
        own = 5
    elif phrase:
        own = 6
    return own if best >= own else 10
