"""The store in one file (SQLite)."""
