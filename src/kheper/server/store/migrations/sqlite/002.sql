-- Lists show first where something happened last; a seat knows it, too, for a guest's own list.
ALTER TABLE match ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN updated INTEGER NOT NULL DEFAULT 0;
UPDATE match SET updated = CAST(1000 * json_extract(CAST(summary AS TEXT), '$.updated') AS INTEGER);
UPDATE seat SET updated = (SELECT updated FROM match WHERE key = seat.match);
CREATE INDEX match_updated ON match (updated, key);
DROP INDEX match_open;
CREATE INDEX match_open ON match (updated, key) WHERE open;
CREATE INDEX seat_updated ON seat (guest, updated, match);

-- When somebody must look at a match, should nobody have loaded it: never too late, perhaps too
-- early. Of games that are under way nothing is known yet, so they are looked at once.
ALTER TABLE match ADD COLUMN due INTEGER;
UPDATE match SET due = 0 WHERE json_extract(CAST(summary AS TEXT), '$.state') = 'running';
CREATE INDEX match_due ON match (due) WHERE due IS NOT NULL;
