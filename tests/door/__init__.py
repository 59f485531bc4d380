"""The verbs that answer with JSON."""
