"""n-gram language models: counts, smoothing, perplexity, ARPA files."""
