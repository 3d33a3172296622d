"""How surprising each word is: Hale (2001), Levy (2008)."""
