"""Parsers of both kinds scored by brackets, by attachment and by entailments (Eker 2009)."""
