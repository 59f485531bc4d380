"""The table of commands, and the menus, toolbar and shortcuts built from it."""
