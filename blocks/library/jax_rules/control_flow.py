"""Lowering rules of the page control_flow: what only orders others. A page that decides what runs is not lowered."""

from __future__ import annotations

from blocks.library.jax_rules.lowering import Rule, plain

RULES: dict[str, Rule] = {"NoOp": plain(tuple), "ControlTrigger": plain(tuple)}
