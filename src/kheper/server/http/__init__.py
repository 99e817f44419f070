"""HTTP: connections and their limits, middleware, and the operations of the API."""
