"""What stands around the canvas: palette, quick search, inspector, problems, help, find, history."""
