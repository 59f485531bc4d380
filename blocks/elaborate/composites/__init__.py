"""Composites: definitions checked by themselves, and their instances expanded into the blocks of one page."""
