"""Modules with the names of other people's scripts, for code that imports these."""
