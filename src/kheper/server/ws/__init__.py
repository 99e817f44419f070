"""WebSockets: a connection with its limits, and the session of a client."""
