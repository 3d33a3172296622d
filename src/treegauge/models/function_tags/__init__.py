"""Function tags for trees that have none: NP becomes NP-SBJ (Blaheta and Charniak 2000)."""
