"""Tests of blocks.interchange.enuspace."""
