"""Optional packages that importers and exporters need."""

from __future__ import annotations

import importlib.util

from blocks.base.errors import UsageError

_NEEDS = {
    "jax": "reading or writing JAX functions needs JAX",
    "onnx": "an ONNX model needs the package onnx",
    "torch": "blocks.torch needs PyTorch",
}


def require(package: str) -> None:
    if importlib.util.find_spec(package) is None:
        wanted = package if package == "torch" else f"'gradblocks[{package}]'"  # PyTorch has builds to choose from
        raise UsageError(f"{_NEEDS[package]}, which is not installed", hint=f"run `pip install {wanted}`")
