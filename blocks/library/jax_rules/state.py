"""Lowering rules of the page state: a block that writes gives the variable's new value, as its kernel does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blocks.library.jax_rules.lowering import NotLowered, Rule, Site, Value, as_it_is, jnp


def _count(site: Site, ref: Value) -> tuple[Value, Value]:
    site.require(ref < site.attrs["limit"])
    return ref + ref.dtype.type(1), ref


def _rows(change: Callable[[Any, Value], Value]) -> Rule:
    """Rows of a variable changed; which of several new values is the last one is not known here."""

    def lower(site: Site, ref: Value, indices: Value, updates: Value) -> Value:
        site.require_within(indices, ref.shape[0])
        rows = jnp.broadcast_to(updates, (*indices.shape, *ref.shape[1:]))
        if ref.dtype.itemsize == 2:
            raise NotLowered("rounds half precision after each row that it adds")
        return change(jnp.asarray(ref).at[indices], rows)

    return Rule(lower)


RULES: dict[str, Rule] = {
    "Assign": as_it_is(),
    "AssignAdd": as_it_is(),
    "AssignSub": as_it_is(),
    "DestroyTemporaryVariable": as_it_is(),
    "CountUpTo": Rule(_count),
    "ScatterAdd": _rows(lambda at, rows: at.add(rows)),
    "ScatterSub": _rows(lambda at, rows: at.subtract(rows)),
    "ScatterMul": _rows(lambda at, rows: at.multiply(rows)),
}
