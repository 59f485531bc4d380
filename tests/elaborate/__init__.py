"""Tests of blocks.elaborate."""
