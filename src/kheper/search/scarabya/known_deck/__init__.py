"""An expedition with the cards known: the best score found, and a bound on it."""
