-- One row, which a probe counts up to see whether the file can be written.
CREATE TABLE probe (
    id INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;
