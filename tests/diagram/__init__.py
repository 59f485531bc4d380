"""Tests of blocks.diagram."""
