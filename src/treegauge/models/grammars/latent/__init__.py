"""Latent-variable grammars: every label and tag is split into substates that no tree shows.

`berkeley.py` reads and writes the text files of the Berkeley parser, `grammar.py` has the grammar itself, `network.py`
prepares its arrays, `inside.py`, `outside.py`, `best.py` and `max_rule.py` fill charts, and `inference.py` joins them.
"""
