"""The server: matches of people and bots, kept as logs in a store."""
