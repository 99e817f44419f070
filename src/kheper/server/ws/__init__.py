"""WebSockets: the connection and its limits, the session of a client, and their messages."""
