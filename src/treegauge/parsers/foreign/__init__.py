"""Parsers that are programs of others, and the models that they train."""
