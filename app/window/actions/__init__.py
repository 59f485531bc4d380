"""The commands of the window, grouped by menu."""
