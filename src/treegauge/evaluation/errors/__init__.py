"""What kinds of errors a parser makes, and what each kind costs."""
