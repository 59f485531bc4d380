"""Tests of blocks.diagram.exporters."""
