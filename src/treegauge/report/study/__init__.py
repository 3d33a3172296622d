"""The results of a study as a folder that explains itself: rows, tables, figures, and one page with all of it."""
