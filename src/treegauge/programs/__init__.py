"""Programs of others: their files, how they are installed, and how they are run."""
