"""Probable annotation errors: evidence for each node or word, and one score calibrated by controlled errors."""
