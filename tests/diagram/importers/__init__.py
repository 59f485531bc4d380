"""Tests of blocks.diagram.importers."""
