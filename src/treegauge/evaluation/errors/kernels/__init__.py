"""Compiled loops of the search for errors."""
