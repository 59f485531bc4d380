"""Conversions of ONNX operators: `OPERATORS`, to which the modules add theirs."""

from __future__ import annotations

import importlib

from blocks.interchange.onnx.site import OPERATORS as OPERATORS

for _name in (
    "attention", "classical", "convolutions", "detection", "drawing", "elementwise", "indexing", "matrices",
    "normalisation", "pooling", "quantisation", "recurrent", "reductions", "resizing", "sequences", "shapes", "vision",
):  # fmt: skip
    importlib.import_module(f"{__name__}.{_name}")
