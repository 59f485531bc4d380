"""The panels around the canvas: palette, quick search, Inspector, Problems, Help, Find, History."""
