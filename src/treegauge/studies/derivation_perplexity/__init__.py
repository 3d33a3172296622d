"""Derivation perplexity: Søgaard & Haulrich (2010), On the derivation perplexity of treebanks."""
