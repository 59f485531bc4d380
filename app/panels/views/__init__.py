"""The views of a result."""
