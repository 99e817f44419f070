"""The server: tables that people and bots sit at, kept as logs in a store."""
