"""The main window: commands, tabs, files, settings, and application start."""
