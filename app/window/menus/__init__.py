"""Commands as a table, and the menus, toolbar and shortcuts made of it."""
