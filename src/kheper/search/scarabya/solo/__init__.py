"""Solo with the cards known: a line that covers every symbol, or a proof that none does."""
