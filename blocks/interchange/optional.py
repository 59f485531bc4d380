"""Packages that exporters need and that need not be there."""

from __future__ import annotations

import importlib.util

from blocks.base.errors import UsageError

_NEEDS = {"jax": "what reads or writes functions of JAX needs it", "onnx": "a model in ONNX needs its package"}


def require(package: str) -> None:
    """See that ``jax`` or ``onnx`` is there.

    Raises:
        UsageError: it is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise UsageError(f"{_NEEDS[package]}, which is not installed", hint=f"pip install 'gradblocks[{package}]'")
