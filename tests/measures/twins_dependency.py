"""Slow twins of the dependency measures: what they mean, word by word."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from treegauge import Treebank
from treegauge.measures.shared.ud_words import CONTENT_RELATIONS, FUNCTIONAL_RELATIONS, UNIVERSAL_FEATURES

Row = Counter[str]


def attachment_row(gold: Treebank, test: Treebank, number: int, punctuation: str, subtypes: bool) -> Row | None:
    """The counts of one sentence, or None if it cannot be compared."""
    one, other = gold[number], test[number]
    if [token.form for token in one] != [token.form for token in other]:
        return None
    row: Row = Counter(sentences=1, exact_unlabelled=1, exact_labelled=1)
    heads, test_heads = one.column("tokens", "head"), other.column("tokens", "head")
    for token, test_token in zip(one, other, strict=True):
        if is_left_out(punctuation, token.form, token.upos, token.deprel):
            continue
        head, test_head = heads[token.index], test_heads[token.index]
        relation, test_relation = ((name or "_") for name in (token.deprel, test_token.deprel))
        if not subtypes:
            relation, test_relation = relation.split(":")[0], test_relation.split(":")[0]
        right = {"head": head == test_head, "label": relation == test_relation}
        right["both"] = all(right.values())
        row.update(["tokens", "test_tokens", "labelled", *(f"right_{name}" for name, true in right.items() if true)])
        if head == -1:
            row["roots"] += 1
            row["right_root"] += test_head == -1
        row["exact_unlabelled"] &= right["head"]
        row["exact_labelled"] &= right["both"]
    row["no_trees"] = bool(test_heads) and not is_tree(test_heads)
    return row


def is_tree(heads: Sequence[int]) -> bool:
    """Whether there is one root, and every word leads up to it."""
    for start in range(len(heads)):
        word, seen = start, set[int]()
        while word >= 0 and word not in seen:
            seen.add(word)
            word = heads[word]
        if word != -1:
            return False
    return sum(head == -1 for head in heads) == 1


def arc_shapes_of(heads: Sequence[int]) -> list[tuple[int, bool]]:
    """The depth of each word (0: no path leads from the root to it), and whether the arc to its head is projective."""
    above: list[list[int]] = []  # the words on the way up; empty if it does not end in the root
    for word in range(len(heads)):
        path = [word]
        while heads[path[-1]] >= 0 and len(path) <= len(heads):
            path.append(heads[path[-1]])
        above.append(path if heads[path[-1]] == -1 else [])
    shapes = []
    for word, head in enumerate(heads):
        between = range(min(word, head) + 1, max(word, head)) if head >= 0 else ()
        dominated = all(head in above[other] for other in between)
        shapes.append((len(above[word]), bool(above[word]) and dominated))
    return shapes


def is_left_out(punctuation: str, form: str, upos: str | None, relation: str | None) -> bool:
    return {
        "keep": False,
        "form": form != "" and {unicodedata.category(character)[0] for character in form} == {"P"},
        "upos": upos == "PUNCT",
        "relation": relation is not None and relation.split(":")[0] == "punct",
    }[punctuation]


@dataclass(eq=False)
class Word:
    """A word of a running text: its place, and what is compared."""

    start: int
    end: int
    multi: bool
    form: str
    upos: str
    xpos: str
    feats: list[str]
    lemma: str
    relation: str
    sentence: int
    head: Word | int = -1
    edges: list[tuple[Word | int, list[str]]] = field(default_factory=list)
    children: list[Word] = field(default_factory=list)


@dataclass
class Document:
    """A treebank as characters, with spans (start, end) of tokens and sentences."""

    text: str = ""
    tokens: list[tuple[int, int]] = field(default_factory=list)
    sentences: list[tuple[int, int]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)


def document(treebank: Treebank) -> Document:
    found = Document()
    for number in range(len(treebank)):
        before = len(found.text)
        _add_sentence(found, treebank, number)
        if len(treebank[number]):
            found.sentences.append((before, len(found.text)))
    return found


def _bare(form: str) -> str:
    return "".join(character for character in form if unicodedata.category(character) != "Zs")


def _add_sentence(found: Document, treebank: Treebank, number: int) -> None:
    tree = treebank[number]
    spans = {
        first: (last, form)
        for first, last, form in zip(
            *(tree.column("multiword", name) for name in ("first", "last", "form")), strict=True
        )
    }
    words: list[Word] = []
    last, multi = 0, False
    for token in tree:
        if token.index >= last:
            multi = token.index in spans
            last, form = spans.get(token.index, (token.index + 1, token.form))
            found.tokens.append((len(found.text), len(found.text) + len(_bare(form))))
            found.text += _bare(form)
        words.append(_word(token, *found.tokens[-1], multi, number))
    for word, head, deps in zip(words, tree.column("tokens", "head"), tree.column("tokens", "deps"), strict=True):
        word.head = words[head] if head >= 0 else head
        for edge in (deps or "_").split("|") if deps not in ("_", None) else ():
            parent, label = edge.split(":", 1)
            if "." not in parent:
                word.edges.append((words[int(parent) - 1] if int(parent) else 0, label.split(">")))
        if isinstance(word.head, Word) and word.relation in FUNCTIONAL_RELATIONS:
            word.head.children.append(word)
    found.words += words


def _word(token: object, start: int, end: int, multi: bool, sentence: int) -> Word:
    given = {name: getattr(token, name) or "_" for name in ("upos", "tag", "feats", "lemma", "deprel", "form")}
    return Word(
        start,
        end,
        multi,
        (given["form"] if multi else _bare(given["form"])).lower(),
        given["upos"],
        given["tag"],
        sorted(feat for feat in given["feats"].split("|") if feat.split("=")[0] in UNIVERSAL_FEATURES),
        given["lemma"],
        given["deprel"].split(":")[0],
        sentence,
    )


def align(gold: Sequence[Word], test: Sequence[Word]) -> dict[Word, Word]:
    """Gold words to test words: by place, and by form where a multiword token is near."""
    match: dict[Word, Word] = {}
    one, other = list(gold), list(test)
    while one and other:
        if one[0].multi or other[0].multi:
            first, second = _take_multiword_span(one, other)
            match |= _common_subsequence(first, second)
        elif (one[0].start, one[0].end) == (other[0].start, other[0].end):
            match[one.pop(0)] = other.pop(0)
        else:
            (one if one[0].start <= other[0].start else other).pop(0)
    return match


def _take_multiword_span(one: list[Word], other: list[Word]) -> tuple[list[Word], list[Word]]:
    leader, follower = (one, other) if one[0].multi else (other, one)
    limit = leader[0].end
    if not follower[0].multi and follower[0].start < leader[0].start:
        follower.pop(0)
    taken: tuple[list[Word], list[Word]] = ([], [])

    def belongs(words: list[Word]) -> bool:
        return bool(words) and (words[0].start < limit if words[0].multi else words[0].end <= limit)

    while belongs(one) or belongs(other):
        side = 0 if one and (not other or one[0].start <= other[0].start) else 1
        word = (one, other)[side].pop(0)
        taken[side].append(word)
        limit = max(limit, word.end) if word.multi else limit
    return taken


def _common_subsequence(one: list[Word], other: list[Word]) -> dict[Word, Word]:
    def longest(i: int, j: int) -> int:
        if (i, j) not in known:
            known[i, j] = 0
            if i < len(one) and j < len(other):
                known[i, j] = max(longest(i + 1, j), longest(i, j + 1))
                if one[i].form == other[j].form:
                    known[i, j] = max(known[i, j], 1 + longest(i + 1, j + 1))
        return known[i, j]

    known: dict[tuple[int, int], int] = {}
    match, i, j = {}, 0, 0
    while i < len(one) and j < len(other):
        if one[i].form == other[j].form:
            match[one[i]] = other[j]
            i, j = i + 1, j + 1
        elif longest(i, j) == longest(i + 1, j):
            i += 1
        else:
            j += 1
    return match


def ud_rows(gold: Treebank, test: Treebank) -> list[Row]:
    """The counts of each gold sentence."""
    one, other = document(gold), document(test)
    assert one.text == other.text
    owner = [number for number in range(len(gold)) if len(gold[number])]
    rows: list[Row] = [Counter() for _ in range(len(gold))]

    def row_at(start: int) -> Row:
        return next(rows[owner[i]] for i in reversed(range(len(owner))) if one.sentences[i][0] <= start)

    for name in ("tokens", "sentences"):
        spans, spans2 = getattr(one, name), getattr(other, name)
        for span in spans:
            row_at(span[0])[f"gold_{name}"] += 1
            row_at(span[0])[f"right_{name}"] += span in spans2
        for span in spans2:
            row_at(span[0])[f"test_{name}"] += 1
    match = align(one.words, other.words)
    for word in other.words:
        row = row_at(word.start)
        row["test_words"] += 1
        row["test_content"] += word.relation in CONTENT_RELATIONS
        row["test_edges"] += len(word.edges)
    for word in one.words:
        rows[word.sentence].update(_right(word, match))
    return rows


def _right(word: Word, match: dict[Word, Word]) -> Row:
    """What one gold word adds to the counts."""
    content = word.relation in CONTENT_RELATIONS
    row: Row = Counter(gold_words=1, gold_content=content, gold_edges=len(word.edges))
    other = match.get(word)
    if other is None:
        return row

    def same(parent: Word | int, parent2: Word | int) -> bool:
        return match.get(parent) is parent2 if isinstance(parent, Word) else parent == parent2

    upos, xpos, feats = word.upos == other.upos, word.xpos == other.xpos, word.feats == other.feats
    lemma, head = word.lemma in ("_", other.lemma), same(word.head, other.head)
    las = head and word.relation == other.relation
    children = len(word.children) == len(other.children) and all(
        same(a, b) and (a.relation, a.upos, a.feats) == (b.relation, b.upos, b.feats)
        for a, b in zip(word.children, other.children, strict=True)
    )
    row.update(aligned_words=1, right_upos=upos, right_xpos=xpos, right_ufeats=feats, right_lemmas=lemma)
    row.update(right_alltags=upos and xpos and feats, right_uas=head, right_las=las)
    if content:
        row.update(aligned_content=1, right_clas=las, right_blex=las and lemma)
        row.update(right_mlas=las and upos and feats and children)
    for parent, steps in word.edges:
        for parent2, steps2 in other.edges:
            short, short2 = ([step.split(":")[0] for step in path] for path in (steps, steps2))
            row["right_elas"] += same(parent, parent2) and steps == steps2
            row["right_eulas"] += same(parent, parent2) and short == short2
    return row


def first_cycle(sentences: Sequence[Sequence[int]]) -> int:
    """The first sentence (a list of heads) in which somebody is above himself, or -1."""
    for number, heads in enumerate(sentences):
        for token in range(len(heads)):
            at, steps = heads[token], 0
            while at >= 0 and steps <= len(heads):
                at, steps = heads[at], steps + 1
            if at >= 0:
                return number
    return -1
