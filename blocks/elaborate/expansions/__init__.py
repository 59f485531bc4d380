"""Expansions of gradient and training blocks into blocks of the page."""
