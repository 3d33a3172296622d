"""The summaries of studies, one file each: a function from rows to the rows of a table."""
