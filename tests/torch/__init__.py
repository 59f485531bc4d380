"""Tests that need PyTorch."""
