"""The pages: made on the server, for people who answer and for administrators."""
