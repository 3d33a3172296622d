"""Part-of-speech tags, predicted from words: what parsers of tags get where gold tags would be too good to be true."""
