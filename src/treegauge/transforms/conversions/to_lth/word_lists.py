"""The word lists of `words.toml`, as tests on forms."""

from __future__ import annotations

from fnmatch import fnmatchcase

from ....core.toml import packaged_toml


class WordList:
    """A list of words: `form in words`, in upper or lower case and with or without a full stop."""

    def __init__(self, patterns: list[str]) -> None:
        self.plain = frozenset(word for word in patterns if not set(word) & set("*?["))
        self.patterns = tuple(word for word in patterns if word not in self.plain)
        self.known: dict[str, bool] = {}

    def __contains__(self, form: str) -> bool:
        is_listed = self.known.get(form)
        if is_listed is None:
            is_listed = self.known[form] = self._find(form.lower())
        return is_listed

    def _find(self, form: str) -> bool:
        short = form.removesuffix(".")
        if short in self.plain or form in self.plain:
            return True
        return any(fnmatchcase(short, pattern) for pattern in self.patterns)


def _read() -> dict[str, WordList]:
    table = packaged_toml(__package__, "words.toml", dict[str, list[str]])
    return {name: WordList(patterns) for name, patterns in table.items()}


WORD_LISTS = _read()
