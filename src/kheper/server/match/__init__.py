"""A match, without input or output: commands are decided into events, events make the table."""
