"""The main window: commands, tabs, files, settings, and the start of the program."""
