"""Compiled loops over the bytes of a file; plain twins are in the tests."""
