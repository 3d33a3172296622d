"""The pages of administrators."""
