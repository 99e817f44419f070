"""PostgreSQL: connections, migrations, and the SQL statements."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeAlias

import asyncpg

from kheper.server.store.migrations import migrations_from

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

CHANNEL = "kheper"
BROADCASTS = "kheper_calls"
# The advisory lock under which one process at a time migrates a database.
_MIGRATION_LOCK = 0x6B686570_65720001

# The errors by which asyncpg reports a broken connection.
BROKEN = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)

# Statements look rows up by key: one generic plan suits all, and never a full scan.
_SETTINGS = {
    "application_name": "kheper",
    "default_transaction_isolation": "read committed",
    "enable_seqscan": "off",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
}

# Appends to many matches, one for each match, in one statement. An event is written if the one
# before the append's first is committed; events are never deleted, so that cannot change.
# Keys are locked in order, so that two processes never deadlock.
# Notices announce at most 100 matches each, because a notice holds 8,000 bytes.
_APPEND = """
WITH given AS MATERIALIZED (
    SELECT given.*, match.key
    FROM unnest($1::text[], $2::integer[], $3::integer[], $4::bytea[])
        AS given (id, first, number, body)
    LEFT JOIN match ON match.id = given.id
), written AS (
    INSERT INTO entry (match, number, body)
    SELECT key, number, body FROM given
    WHERE EXISTS (SELECT FROM entry WHERE entry.match = key AND entry.number = first - 1)
    {unless}
    ORDER BY key, number
    {otherwise}
    RETURNING match, number
), done AS (
    SELECT id, key, max(number) AS last,
        coalesce(bool_and((key, number) IN (SELECT match, number FROM written)), false) AS good
    FROM given GROUP BY id, key
), notice AS (
    SELECT $5 || string_agg(' ' || id || ':' || last, '') AS text
    FROM (SELECT id, last, row_number() OVER () / 100 AS page FROM done WHERE good) AS pages
    GROUP BY page
), told AS (
    SELECT count(pg_notify('kheper', text)) FROM notice
)
SELECT id, key IS NULL AS missing FROM done CROSS JOIN told WHERE NOT good
"""
# The unique key decides who is first: a single event that comes too late is skipped.
APPEND_SINGLES = _APPEND.format(unless="", otherwise="ON CONFLICT DO NOTHING")
# Of several events none may be skipped alone, so the statement fails, and is retried.
APPEND_SEVERAL = _APPEND.format(
    unless="AND NOT EXISTS (SELECT FROM entry WHERE entry.match = key AND entry.number = first)",
    otherwise="",
)
INDEX = """
WITH changed AS (
    UPDATE match SET open = $2, summary = $3, updated = $4, due = $5 WHERE id = $1 RETURNING key
), gone AS (
    DELETE FROM seat USING changed WHERE seat.match = changed.key AND seat.guest <> ALL ($6::text[])
)
INSERT INTO seat (guest, match, updated)
SELECT guest, key, $4 FROM changed, unnest($6::text[]) AS guest
ON CONFLICT (guest, match) DO UPDATE SET updated = excluded.updated
"""
CREATE = """
WITH new AS (
    INSERT INTO match (id, open, summary, updated, due) VALUES ($1, $2, $3, $4, $5) RETURNING key
), written AS (
    INSERT INTO entry (match, number, body)
    SELECT key, number, body FROM new, unnest($7::bytea[]) WITH ORDINALITY AS given (body, number)
)
INSERT INTO seat (guest, match, updated)
SELECT guest, key, $4 FROM new, unnest($6::text[]) AS guest
"""
READ = """
SELECT entry.number, entry.body FROM match JOIN entry ON entry.match = match.key
WHERE match.id = $1 AND entry.number > $2 ORDER BY entry.number
"""
READ_NEW = """
SELECT given.id, entry.number, entry.body
FROM unnest($1::text[], $2::integer[]) AS given (id, after)
JOIN match ON match.id = given.id
JOIN entry ON entry.match = match.key AND entry.number > given.after
ORDER BY given.id, entry.number
"""
LAST = """
SELECT match.id, (SELECT max(number) FROM entry WHERE entry.match = match.key) AS last
FROM unnest($1::text[]) AS given (id) JOIN match ON match.id = given.id
"""
GUEST = """
SELECT guest.id, guest.name FROM token JOIN guest ON guest.id = token.guest WHERE token.hash = $1
"""
DUE = "SELECT id, due FROM match WHERE due < $1 ORDER BY due LIMIT $2"
POSTPONE = "UPDATE match SET due = $3 WHERE id = $1 AND due = $2 RETURNING key"
BROADCAST = f"SELECT pg_notify('{BROADCASTS}', $1)"
NEW_GUEST = "INSERT INTO guest (id, name) VALUES ($1, $2)"
NEW_TOKEN = "INSERT INTO token (guest, hash) SELECT id, $2 FROM guest WHERE id = $1 RETURNING guest"
OLD_TOKEN = "DELETE FROM token WHERE hash = $1"
# A row of its own, deleted in the same commit, so that processes do not wait for each other.
PROBE = ("INSERT INTO probe DEFAULT VALUES RETURNING id", "DELETE FROM probe WHERE id = $1")
NEWEST = """
SELECT number, body FROM entry WHERE match = (SELECT max(key) FROM match)
ORDER BY number DESC LIMIT $1
"""
RENAME = "UPDATE guest SET name = $2 WHERE id = $1 RETURNING id"


async def connect(address: str, patience: float) -> Connection:
    """Open a connection whose commits are durable when they return."""
    connection: Connection = await asyncpg.connect(address, **options(patience))
    try:
        # Stronger settings, such as waiting for a standby, are the administrator's choice.
        await connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    except asyncio.CancelledError:
        connection.terminate()
        raise
    return connection


def options(patience: float) -> dict[str, Any]:
    """Return the options of all our connections."""
    return {"timeout": patience, "command_timeout": patience, "server_settings": _SETTINGS}


async def prepare(address: str, patience: float) -> None:
    """Migrate the database to the present version, one process at a time."""
    connection = await connect(address, patience)
    try:
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            await _migrate(connection)
        if await connection.fetchval("SHOW fsync") == "off":
            logging.getLogger(__name__).warning("fsync is off: a power failure may lose moves")
    finally:
        await connection.close()


async def _migrate(connection: Connection) -> None:
    # A user without the right to create tables can use an existing database.
    if not await connection.fetchval("SELECT to_regclass('kheper') IS NOT NULL"):
        await connection.execute("CREATE TABLE kheper (version integer PRIMARY KEY)")
    version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM kheper")
    for step in migrations_from(version, "postgres"):
        await connection.execute(step.script)
        await connection.execute("INSERT INTO kheper (version) VALUES ($1)", step.version)
