"""What the editor knows and does, without widgets: the open document, its history, checks, runs, results."""
