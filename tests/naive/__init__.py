"""Slow and plain second implementations of both games: the tests' independent oracle."""
