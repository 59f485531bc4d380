"""ONNX rules of block types: one module per theme, each with a table ``RULES``.

Nothing here is imported before a page is exported. A type without a rule has no ONNX form.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping

from blocks.graph.spec import BlockSpec
from blocks.library.onnx_rules.writing import OnnxRule

THEMES = (
    "math",
    "reductions",
    "segments",
    "array",
    "parts",
    "scattering",
    "nn",
    "convolutions",
    "image",
)


@functools.cache
def rules() -> Mapping[str, OnnxRule]:
    rules: dict[str, OnnxRule] = {}
    for theme in THEMES:
        rules.update(importlib.import_module(f"{__name__}.{theme}").RULES)
    return rules


def rule_of(spec: BlockSpec) -> OnnxRule | None:
    return rules().get(spec.name) if spec.onnx_rule is None else OnnxRule(spec.onnx_rule)
