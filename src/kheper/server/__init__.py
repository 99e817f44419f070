"""The server: tables that people and bots play at, kept as logs that are never lost."""
