"""Errors, registries, options, compiled code and threads: nothing here knows what a tree is."""
