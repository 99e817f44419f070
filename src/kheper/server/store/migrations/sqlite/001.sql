-- Matches in the order in which they began.
CREATE TABLE match (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    open INTEGER NOT NULL,
    summary BLOB NOT NULL
) STRICT;
CREATE INDEX match_open ON match (key) WHERE open;

-- Rows lie in the order in which they were written, so that a commit touches few pages,
-- however many matches it is for.
CREATE TABLE entry (
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (match, number)
) STRICT;

-- No gap, whoever writes.
CREATE TRIGGER entry_follows BEFORE INSERT ON entry WHEN NEW.number <> 1
BEGIN
    SELECT RAISE(ABORT, 'not the next number')
    WHERE NOT EXISTS (
        SELECT 1 FROM entry WHERE match = NEW.match AND number = NEW.number - 1
    );
END;

CREATE TABLE seat (
    guest TEXT NOT NULL,
    match INTEGER NOT NULL,
    PRIMARY KEY (guest, match)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_match ON seat (match);

CREATE TABLE guest (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE token (
    hash BLOB PRIMARY KEY,
    guest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
