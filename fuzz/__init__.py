"""Damaged input for everything that treegauge reads: README.md says how to run it.

mutation.py    changes of bytes, lines, fields, numbers and nesting, and splices of two inputs
structure.py   changes of JSON, TOML, zip and npz files that keep the rest of the file valid
judging.py     what must hold: a result, or one line that names the file
engine.py      many inputs per second, in processes that are watched for time and memory
keeping.py     the corpus of inputs that were found, and how they are made smaller
kills.py       kills of verbs at random moments
targets/       one target per kind of input
"""
