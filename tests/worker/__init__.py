"""Tests of blocks.worker."""
