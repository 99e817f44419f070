"""The solver for the last cards against brute force by the plain rules."""
