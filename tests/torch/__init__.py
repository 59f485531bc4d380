"""Tests that need PyTorch."""

import importlib
import os

if os.environ.get("GRADBLOCKS_TORCH"):  # where they must not be skipped, as in CI
    importlib.import_module("torch")
