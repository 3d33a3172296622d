"""Head reassignment rules (Ringger et al. 2004): where parsers consistently choose a different head from gold."""
