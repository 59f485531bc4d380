"""Lowering rules for segment reductions with known segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import LoweringContext, Value, checked, jnp, known, lax, number, wide
from blocks.library.rules import LoweringRule


def _rows(data: Value, ids: Value) -> tuple[Value, Value, Value]:
    indices = np.asarray(known(ids, "segment_ids"), np.int64)
    return wide(data), indices, np.bincount(indices) if indices.size else np.zeros(0, np.int64)


def _combined(change: Callable[[Any, Value], Value], start: Callable[[np.dtype[Any]], Any], empty: int) -> LoweringRule:
    def lower(_site: LoweringContext, data: Value, segment_ids: Value) -> Value:
        rows, indices, counts = _rows(data, segment_ids)
        first = jnp.full((len(counts), *rows.shape[1:]), start(rows.dtype), rows.dtype)
        filled = np.reshape(counts > 0, (-1, *(1,) * (rows.ndim - 1)))
        return jnp.where(filled, change(first.at[indices], rows), rows.dtype.type(empty))

    return lower


def _mean(_site: LoweringContext, data: Value, segment_ids: Value) -> Value:
    rows, indices, counts = _rows(data, segment_ids)
    total = jnp.zeros((len(counts), *rows.shape[1:]), rows.dtype).at[indices].add(rows)
    per_row = np.reshape(np.maximum(counts, 1), (-1, *(1,) * (rows.ndim - 1)))
    divisor = jnp.broadcast_to(jnp.asarray(per_row, rows.dtype), total.shape)
    return lax.div(total, divisor) if rows.dtype.kind in "iu" else total / divisor


def _picked_rows(part: str) -> LoweringRule:
    def lower(site: LoweringContext, data: Value, indices: Value, segment_ids: Value) -> Value:
        site.require_within(indices, len(data))
        rows, positions, counts = _rows(jnp.asarray(data)[indices], segment_ids)
        total = jnp.zeros((len(counts), *rows.shape[1:]), rows.dtype).at[positions].add(rows)
        return _scaled(total, np.maximum(counts, 1), part)

    return checked(lower, "indices")


def _counted_rows(part: str) -> LoweringRule:
    def lower(site: LoweringContext, data: Value, indices: Value, segment_ids: Value, num_segments: Value) -> Value:
        count, ids = number(num_segments, "num_segments"), jnp.asarray(segment_ids)
        site.require_within(indices, len(data))
        site.require_within(segment_ids, count)
        site.require(jnp.all(ids[1:] >= ids[:-1]))
        rows = wide(jnp.asarray(data)[indices])
        total = jnp.zeros((count, *rows.shape[1:]), rows.dtype).at[ids].add(rows)
        counts = jnp.zeros(count, np.int64).at[ids].add(1)
        return _scaled(total, jnp.maximum(counts, 1), part)

    return checked(lower, "indices", "segment_ids")


def _handed_back(part: str | None) -> LoweringRule:
    def lower(site: LoweringContext, grad: Value, indices: Value, segment_ids: Value, output_dim0: Value) -> Value:
        count, rows = number(output_dim0, "output_dim0"), wide(grad)
        site.require_within(indices, count)
        site.require_within(segment_ids, len(grad))
        counts = jnp.zeros(len(grad), np.int64).at[segment_ids].add(1)
        parts = _scaled(rows, jnp.maximum(counts, 1), part or site.attrs["part"])
        return jnp.zeros((count, *rows.shape[1:]), rows.dtype).at[indices].add(parts[segment_ids])

    return checked(lower, "indices", "segment_ids")


def _mean_gradient(site: LoweringContext, dy: Value, segment_ids: Value) -> Value:
    site.require_within(segment_ids, len(dy))
    rows = wide(dy)
    counts = jnp.maximum(jnp.zeros(len(dy), np.int64).at[segment_ids].add(1), 1)
    divisor = jnp.broadcast_to(jnp.reshape(counts, (-1, *(1,) * (rows.ndim - 1))), rows.shape).astype(rows.dtype)
    return (lax.div(rows, divisor) if rows.dtype.kind in "iu" else rows / divisor)[segment_ids]


def _scaled(rows: Value, counts: Value, part: str) -> Value:
    if part == "sum":
        return rows
    divisor = jnp.sqrt(jnp.asarray(counts, np.float64)) if part == "sqrtn" else jnp.asarray(counts)
    return rows / jnp.reshape(divisor, (-1, *(1,) * (rows.ndim - 1))).astype(rows.dtype)


def _unsorted(how: str, start: Callable[[np.dtype[Any]], Any]) -> LoweringRule:
    def lower(site: LoweringContext, data: Value, segment_ids: Value, num_segments: Value) -> Value:
        count, ids = number(num_segments, "num_segments"), jnp.reshape(segment_ids, -1)
        site.require(jnp.all(ids < count))
        rows = jnp.reshape(wide(data), (ids.size, *data.shape[segment_ids.ndim :]))
        first = jnp.full((count, *rows.shape[1:]), start(data.dtype), rows.dtype)
        return getattr(first.at[jnp.where(ids < 0, count, ids)], how)(rows, mode="drop")

    return checked(lower, "segment_ids")


def _sorted(how: str, start: Callable[[np.dtype[Any]], Any]) -> LoweringRule:
    """Reduce sorted segments with a given count: rows of later segments are dropped."""

    def lower(site: LoweringContext, data: Value, segment_ids: Value, num_segments: Value) -> Value:
        ids, rows = jnp.asarray(segment_ids), wide(data)
        site.require(jnp.all(ids[:1] >= 0) & jnp.all(ids[1:] >= ids[:-1]))
        first = jnp.full((number(num_segments, "num_segments"), *rows.shape[1:]), start(data.dtype), rows.dtype)
        return getattr(first.at[ids], how)(rows, mode="drop")

    return checked(lower, "segment_ids")


def _limits(dtype: np.dtype[Any]) -> Any:
    return (jnp.iinfo if dtype.kind in "iu" else jnp.finfo)(dtype)


def _rows_of_segments(site: LoweringContext, values: Value, segment_ids: Value) -> Value:
    site.require(jnp.all(segment_ids < len(values)))
    if not len(values):
        return jnp.zeros((*segment_ids.shape, *values.shape[1:]), values.dtype)
    rows = jnp.asarray(values)[jnp.maximum(segment_ids, 0)]
    kept = jnp.reshape(segment_ids >= 0, (*segment_ids.shape, *(1,) * (values.ndim - 1)))
    return jnp.where(kept, rows, jnp.zeros_like(rows))


def _product_of_others(site: LoweringContext, data: Value, segment_ids: Value) -> Value:
    ids, rows = jnp.asarray(segment_ids), wide(data)
    site.require(jnp.all(ids[:1] >= 0) & jnp.all(ids[1:] >= ids[:-1]))
    if not rows.size:
        return rows
    numbers = jnp.concatenate([jnp.zeros(1, np.int64), jnp.cumsum(ids[1:] != ids[:-1])])
    zero = rows == 0
    filled = jnp.where(zero, jnp.ones((), rows.dtype), rows)
    products = jnp.ones_like(rows).at[numbers].multiply(filled)[numbers]
    others = jnp.zeros(rows.shape, np.int64).at[numbers].add(zero)[numbers] - zero
    if rows.dtype.kind in "iu":
        products, filled = products.astype(np.float64), filled.astype(np.float64)
    return jnp.where(others == 0, products / filled, 0)


def _lowest(dtype: np.dtype[Any]) -> Any:
    return jnp.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def _highest(dtype: np.dtype[Any]) -> Any:
    return jnp.iinfo(dtype).max if dtype.kind in "iu" else np.inf


_PARTS = ("Sum", "Mean", "SqrtN")
RULES: dict[str, LoweringRule] = {
    "SegmentSum": _combined(lambda at, rows: at.add(rows), lambda _: 0, 0),
    "SegmentMean": _mean,
    "SegmentProd": _combined(lambda at, rows: at.multiply(rows), lambda _: 1, 1),
    "SegmentMax": _combined(lambda at, rows: at.max(rows), _lowest, 0),
    "SegmentMeanGrad": _mean_gradient,
    "SegmentProductOfOthers": checked(_product_of_others, "segment_ids"),
    **{f"SparseSegment{part}": _picked_rows(part.lower()) for part in _PARTS},
    **{f"SparseSegment{part}WithNumSegments": _counted_rows(part.lower()) for part in _PARTS},
    **{f"SparseSegment{part}Grad": _handed_back(part.lower()) for part in _PARTS},
    "SparseSegmentGrad": _handed_back(None),
    "SegmentSumV2": _sorted("add", lambda _: 0),
    "SegmentProdV2": _sorted("multiply", lambda _: 1),
    "SegmentMaxV2": _sorted("max", lambda dtype: _limits(dtype).min),
    "SegmentMinV2": _sorted("min", lambda dtype: _limits(dtype).max),
    "UnsortedSegmentMax": _unsorted("max", lambda dtype: _limits(dtype).min),
    "UnsortedSegmentMin": _unsorted("min", lambda dtype: _limits(dtype).max),
    "UnsortedSegmentProd": _unsorted("multiply", lambda _: 1),
    "SegmentRows": checked(_rows_of_segments, "segment_ids"),
    "SegmentMin": _combined(lambda at, rows: at.min(rows), _highest, 0),
}
