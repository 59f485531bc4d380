"""What is made of each operator of ONNX: `OPERATORS`."""

from __future__ import annotations

import importlib

from blocks.interchange.onnx.operators.table import OPERATORS

for _name in (
    "attention", "convolutions", "detection", "drawing", "elementwise", "indexing", "linear_attention", "losses",
    "matrices", "normalisation", "pooling", "quantisation", "recurrent", "reductions", "resizing", "sequences",
    "shapes", "vision",
):  # fmt: skip
    importlib.import_module(f"blocks.interchange.onnx.operators.{_name}")

__all__ = ["OPERATORS"]
