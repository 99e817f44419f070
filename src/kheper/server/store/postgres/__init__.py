"""The store in a database that several processes share (PostgreSQL)."""
