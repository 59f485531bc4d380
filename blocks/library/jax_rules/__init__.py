"""How block types are lowered to JAX: one module per page (or part of one), each a table ``RULES`` from names to rules.

Nothing here is imported before a session asks for the backend ``jax``. A type without a row stays on the host.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping

from blocks.library.jax_rules.lowering import Rule

PAGES = (
    "math",
    "incomplete_gamma",
    "segments",
    "sparse",
    "moving",
    "image",
    "cropping",
    "quantising",
    "sliding",
    "array",
    "blocks_of_space",
    "nn",
    "pooling",
    "fractional",
    "state",
    "training",
    "random",
    "samplers",
    "control_flow",
)


@functools.cache
def rules() -> Mapping[str, Rule]:
    """All lowering rules, by block type."""
    found: dict[str, Rule] = {}
    for page in PAGES:
        found.update(importlib.import_module(f"{__name__}.{page}").RULES)
    return found
