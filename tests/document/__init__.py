"""Tests of blocks.document."""
