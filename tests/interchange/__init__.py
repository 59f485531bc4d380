"""Tests of blocks.interchange."""
