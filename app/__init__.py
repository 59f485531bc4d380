"""The desktop editor: everything that needs a screen."""
