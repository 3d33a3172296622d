"""How far people agree who annotated the same sentences."""
