"""Lowering rules of the page math for rows put together in segments, where it is known which rows those are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import Rule, Site, Value, jnp, known, lax, wide


def _rows(data: Value, ids: Value) -> tuple[Value, Value, Value]:
    """The rows, the number of the segment of each, and how many each segment has."""
    places = np.asarray(known(ids, "segment_ids"), np.int64)
    return wide(data), places, np.bincount(places) if places.size else np.zeros(0, np.int64)


def _combined(change: Callable[[Any, Value], Value], start: Callable[[np.dtype[Any]], Any], empty: int) -> Rule:
    def lower(_site: Site, data: Value, segment_ids: Value) -> Value:
        rows, places, counts = _rows(data, segment_ids)
        first = jnp.full((len(counts), *rows.shape[1:]), start(rows.dtype), rows.dtype)
        filled = np.reshape(counts > 0, (-1, *(1,) * (rows.ndim - 1)))
        return jnp.where(filled, change(first.at[places], rows), rows.dtype.type(empty))

    return Rule(lower)


def _mean(_site: Site, data: Value, segment_ids: Value) -> Value:
    rows, places, counts = _rows(data, segment_ids)
    total = jnp.zeros((len(counts), *rows.shape[1:]), rows.dtype).at[places].add(rows)
    spread = np.reshape(np.maximum(counts, 1), (-1, *(1,) * (rows.ndim - 1)))
    divisor = jnp.broadcast_to(jnp.asarray(spread, rows.dtype), total.shape)
    return lax.div(total, divisor) if rows.dtype.kind in "iu" else total / divisor


def _lowest(dtype: np.dtype[Any]) -> Any:
    return jnp.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def _highest(dtype: np.dtype[Any]) -> Any:
    return jnp.iinfo(dtype).max if dtype.kind in "iu" else np.inf


RULES: dict[str, Rule] = {
    "SegmentSum": _combined(lambda at, rows: at.add(rows), lambda _: 0, 0),
    "SegmentMean": Rule(_mean),
    "SegmentProd": _combined(lambda at, rows: at.multiply(rows), lambda _: 1, 1),
    "SegmentMax": _combined(lambda at, rows: at.max(rows), _lowest, 0),
    "SegmentMin": _combined(lambda at, rows: at.min(rows), _highest, 0),
}
