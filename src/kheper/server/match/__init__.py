"""A match, without input or output: commands are decided into events, events change its state."""
