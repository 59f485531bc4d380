"""The desktop editor of Gradblocks: everything that needs a screen."""
