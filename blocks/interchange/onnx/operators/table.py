"""The table of operators, filled by the neighboring modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Given, Val

Rule = Callable[[Site], "Val | Sequence[Given]"]

OPERATORS: dict[str, Rule] = {}
"""By operator what makes its blocks; of another domain than ONNX's own with that before it."""


def operator(*names: str) -> Callable[[Rule], Rule]:
    """Register a function as the rule of operators."""

    def add(rule: Rule) -> Rule:
        OPERATORS.update(dict.fromkeys(names, rule))
        return rule

    return add
