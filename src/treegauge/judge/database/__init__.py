"""What is kept: studies, pairs, people and their answers, in SQLite or PostgreSQL."""
