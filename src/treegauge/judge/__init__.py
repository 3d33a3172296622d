"""A web application in which people say whether one sentence follows from another."""
