"""The last cards, when they are known: the proved best result, all best moves, and a line."""
