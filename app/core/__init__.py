"""The editor without widgets: open documents, undo history, checks, runs, results."""
