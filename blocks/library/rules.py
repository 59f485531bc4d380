"""Rules of block types for JAX, for ONNX, and for all iterations of a loop at once.

There is one rule for a type and a target. The declaration registers it with ``@Type.jax``, ``@Type.onnx`` or
``@Type.batch``. For families of types, the tables ``RULES`` of the modules below contain it. They are imported at the
first lookup of a target, because they need packages that may be missing.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from typing import Any

from blocks.graph.spec import BlockSpec, LoweringRule

_TABLES = {
    "jax": (
        "jax_rules.math jax_rules.linalg jax_rules.gather_scatter"
        " jax_rules.image jax_rules.array jax_rules.nn jax_rules.pooling jax_rules.recurrent jax_rules.state"
        " jax_rules.random.distributions jax_rules.random.philox"
    ),
    "onnx": (
        "onnx_rules.math onnx_rules.reductions onnx_rules.array onnx_rules.nn onnx_rules.convolutions onnx_rules.image"
    ),
    "onnx_complex": "onnx_rules.complex_numbers",
    "batch": "control_flow.vmap_rules control_flow.batch_bodies",
}


@functools.cache
def tables(target: str) -> Mapping[str, LoweringRule]:
    rules: dict[str, LoweringRule] = {}
    for module in _TABLES[target].split():
        rules.update(importlib.import_module(f"blocks.library.{module}").RULES)
    return rules


def rule_of(spec: BlockSpec, target: str) -> LoweringRule | None:
    """Return a type's rule for ``"jax"``, ``"onnx"``, ``"onnx_complex"`` (calls of complex numbers) or ``"batch"``."""
    return spec.lowerings.get(target) or tables(target).get(spec.name)


# What the rows of the tables are written with.

Function = (
    Callable[[Any], Any]
    | Callable[[Any, Any], Any]
    | Callable[[Any, Any, Any], Any]
    | Callable[[Any, Any, Any, Any], Any]
    | Callable[[Any, Any, Any, Any, Any], Any]
    | Callable[[Any, Any, Any, Any, Any, Any], Any]
)
"""A function of values, for each number of them, so that a lambda's parameters have types."""


def at_site(function: Function) -> LoweringRule:
    return function


def plain(function: Function) -> LoweringRule:
    """Return the rule for a function that does not need the context."""
    use: LoweringRule = function

    def lower(_site: Any, *args: Any) -> Any:
        return use(*args)

    return lower


def converted(convert: Callable[[Any], Any]) -> Callable[[Function], LoweringRule]:
    """Return `plain` for functions whose arguments are converted first."""

    def kind(function: Function) -> LoweringRule:
        use: LoweringRule = function

        def lower(_site: Any, *args: Any) -> Any:
            return use(*map(convert, args))

        return lower

    return kind


def each(names: str, rule: LoweringRule) -> Mapping[str, LoweringRule]:
    return dict.fromkeys(names.split(), rule)
