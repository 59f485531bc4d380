"""Tests of blocks.document.layout."""
