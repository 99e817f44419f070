-- Lists show first where something happened last; a seat knows it, too, for a guest's own list.
ALTER TABLE match ADD COLUMN updated bigint NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN updated bigint NOT NULL DEFAULT 0;
UPDATE match SET updated = 1000 * (convert_from(summary, 'UTF8')::json ->> 'updated')::numeric;
UPDATE seat SET updated = match.updated FROM match WHERE match.key = seat.match;
CREATE INDEX match_updated ON match (updated, key);
DROP INDEX match_open;
CREATE INDEX match_open ON match (updated, key) WHERE open;
CREATE INDEX seat_updated ON seat (guest, updated, match);

-- When somebody must look at a match, should nobody have loaded it: never too late, perhaps too
-- early. Of games that are under way nothing is known yet, so they are looked at once.
ALTER TABLE match ADD COLUMN due bigint;
UPDATE match SET due = 0 WHERE convert_from(summary, 'UTF8')::json ->> 'state' = 'running';
CREATE INDEX match_due ON match (due) WHERE due IS NOT NULL;
