"""Tests of blocks.interchange.python."""
