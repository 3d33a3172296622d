"""The pages of administrators."""

from . import designing, exporting, inviting, overview, persons, questions, reviewing  # noqa: F401  (their pages)
