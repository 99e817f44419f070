-- Matches in the order in which they began.
CREATE TABLE match (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    open boolean NOT NULL,
    summary bytea NOT NULL
);
CREATE INDEX match_open ON match (key) WHERE open;

-- The key decides who was first when several processes append to one match.
CREATE TABLE entry (
    match bigint NOT NULL,
    number integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (match, number)
);

CREATE TABLE seat (
    guest text COLLATE "C" NOT NULL,
    match bigint NOT NULL,
    PRIMARY KEY (guest, match)
);
CREATE INDEX seat_match ON seat (match);

CREATE TABLE guest (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL
);

CREATE TABLE token (
    hash bytea PRIMARY KEY,
    guest text COLLATE "C" NOT NULL
);
