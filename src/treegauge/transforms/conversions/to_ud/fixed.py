"""Fixed expressions of UD English (because of, such as): several words that count as one; the first is the head."""

from __future__ import annotations

# Universal Dependencies for English, the relation fixed.
FIXED_EXPRESSIONS = (
    *("as well as", "as opposed to", "as if", "as though", "as to", "as well", "as of", "in order"),
    *("in case of", "in case", "because of", "due to", "according to", "such as", "rather than"),
    *("instead of", "prior to", "so that", "of course", "how come", "kind of", "sort of", "more than", "less than"),
    *("up to", "that is", "each other", "one another", "had better", "next to", "let alone", "other than"),
    *("whether or not", "all but", "depending on", "compared to", "contrary to", "owing to"),
)
_BY_FIRST: dict[str, list[list[str]]] = {}
for _words in (expression.split() for expression in FIXED_EXPRESSIONS):
    _BY_FIRST.setdefault(_words[0], []).append(_words)
_FUNCTION = frozenset({"case", "mark", "advmod", "cc", "det", "dep", "nummod", "amod", "fixed"})


def join_fixed(forms: list[str], heads: list[int], relations: list[str]) -> None:
    """Attach the words of fixed expressions to their first word. Changes heads and relations. Only expressions whose
    words are all function words of one head are joined."""
    for start, form in enumerate(forms):
        for words in _BY_FIRST.get(form, ()):
            end = start + len(words)
            if forms[start:end] == words and all(relation in _FUNCTION for relation in relations[start:end]):
                attach_to_first(start, end, heads, relations, "fixed")
                break


def attach_to_first(start: int, end: int, heads: list[int], relations: list[str], relation: str) -> None:
    """Attach several words to the first of them, if only one head is outside. Changes heads and relations."""
    outside = {heads[word] for word in range(start, end) if not start <= heads[word] < end}
    if len(outside) != 1:
        return
    (head,) = outside
    relations[start] = next(relations[word] for word in range(start, end) if heads[word] == head)
    for word, above in enumerate(heads):
        if start < above < end and not start <= word < end:
            heads[word] = start
    heads[start] = head
    for word in range(start + 1, end):
        heads[word], relations[word] = start, relation
