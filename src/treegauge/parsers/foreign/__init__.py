"""Parsers that are programs of others: their files, how they are installed and run, and the models that they train."""
