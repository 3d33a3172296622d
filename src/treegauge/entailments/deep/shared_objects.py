"""The object that conjuncts share, where a tree gives it to one of them: distorts or warps the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .words import is_form_of

if TYPE_CHECKING:
    from .clauses import Clauses


def shared_objects(clauses: Clauses, verb: int) -> list[int]:
    """The objects that a verb without one shares with the conjuncts before it, or with the next one."""
    tree = clauses.tree
    first = tree.first[verb]
    if first != verb and clauses.is_verb(first):
        before = [first, *(other for other in tree.conjuncts[first] if other < verb)]
        objects = (token for word in before for token in clauses.own(word, "object"))
        if shared := [token for token in objects if token > verb and not clauses.is_verb(token)]:
            return shared
    if clauses.is_passive(verb) or is_form_of(tree.forms[verb], "without_object"):
        return []
    return list(_of_next(clauses, verb))


def _of_next(clauses: Clauses, verb: int) -> Iterator[int]:
    """The object of the next conjunct, if only a conjunction is between them, or if commas show that what is between
    belongs to both: the minister proposed, and the parliament accepted, a new law."""
    tree, first = clauses.tree, clauses.tree.first[verb]
    after = next((other for other in (first, *tree.conjuncts[first]) if other > verb), -1)
    place = verb + 1
    while place < after and place in tree.chain[verb]:
        place += 1
    comma = after > place and tree.tags[place] == ","
    place += comma
    if after <= place or tree.tags[place] != "CC" or clauses.is_passive(after):
        return
    objects = [token for token in clauses.own(after, "object") if clauses.is_thing(token) and token > after]
    if tree.of_role(after, "subject"):
        alike = comma and bool(objects) and _after_comma(clauses, objects[0])
    else:
        between = range(place + 1, after)
        alike = all(word in tree.chain[after] or tree.tags[word][:2] == "RB" for word in between)
    yield from objects if alike else ()


def _after_comma(clauses: Clauses, noun: int) -> bool:
    """Whether a comma is before the phrase of a noun."""
    start = min([noun, *clauses.tree.dependents[noun]])
    return clauses.tree.tags[start - 1] == ","
