-- A probe adds a row and removes it again, to see whether the database can be written.
CREATE TABLE probe (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);
