"""Rules that turn ATen operations into blocks."""

from __future__ import annotations

from blocks.torch.rules.call import Rule

RULES: dict[str, Rule] = {}
"""The rules by the name of the operation, with its overload where rules differ: ``add``, ``max.dim``."""


def rule_of(name: str, overload: str) -> Rule | None:
    return RULES.get(f"{name}.{overload}") or RULES.get(name)
