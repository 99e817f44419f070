"""The rules of both games as specifications; each test's name begins with the rule's id."""
