"""Entailments: a parse as a list of simple sentences, each about one relation (Eker 2009)."""
