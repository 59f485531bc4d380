"""JAX lowering rules of block types: one module per category, each with a table ``RULES``.

Nothing here is imported before a session requests the backend ``jax``. A type without a rule runs on the host.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping

from blocks.graph.spec import BlockSpec
from blocks.library.jax_rules.lowering import LoweringRule

PAGES = (
    "math",
    "special_math",
    "linalg",
    "segments",
    "sparse",
    "gather_scatter",
    "image",
    "windows",
    "array",
    "nn",
    "pooling",
    "recurrent",
    "state",
    "training",
    "random.distributions",
    "random.philox",
    "random.samplers",
)


@functools.cache
def rules() -> Mapping[str, LoweringRule]:
    rules: dict[str, LoweringRule] = {}
    for page in PAGES:
        rules.update(importlib.import_module(f"{__name__}.{page}").RULES)
    return rules


def rule_of(spec: BlockSpec) -> LoweringRule | None:
    return rules().get(spec.name) if spec.jax_rule is None else LoweringRule(spec.jax_rule)
