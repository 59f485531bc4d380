"""Python functions as diagrams: a function is called once with stand-ins for arrays, and what it does is recorded."""
