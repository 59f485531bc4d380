"""Lowering rules that move values by index, in sparse tensors and rows of dense ones.

If the indices are known, so are the sizes, and the NumPy kernels determine the target of each value: they run on the
values' positions instead of the values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array, is_list
from blocks.library.jax_rules.lowering import (
    LoweringContext,
    NotLowered,
    Value,
    checked,
    is_known,
    jnp,
    known,
    lax,
    number,
    sizes,
    wide,
)
from blocks.library.jax_rules.state import last_named
from blocks.library.math.reductions import highest, lowest
from blocks.library.rules import LoweringRule, at_site, each
from blocks.library.sparse.reductions import kept_axes
from blocks.library.sparse.shared import keys, numbers_in, union


def _kernel(site: LoweringContext, args: Sequence[Any]) -> tuple[Any, ...]:
    result = site.kernel(*args)
    return tuple(result) if len(site.outputs) > 1 else (result,)


def _numbers(first: int, arrays: Sequence[Value]) -> tuple[list[Array], int]:
    result: list[Array] = []
    for array in arrays:
        end, shape = first + int(array.size), tuple[int, ...](array.shape)
        result.append(np.arange(first, end).reshape(shape))
        first = end
    return result, first


def _moved(values: str, outputs: str) -> LoweringRule:
    movable, created = values.split(), outputs.split()

    def lower(site: LoweringContext, *args: Value) -> Any:
        count = 1
        given: list[Any] = []
        parts: list[Value] = []
        for pin, arg in zip(site.inputs, args, strict=True):
            arrays = list(arg) if is_list(arg) else [arg]
            if pin in movable:
                parts += [jnp.reshape(each, -1) for each in arrays]
                taken, count = _numbers(count, arrays)
            else:
                taken = [known(each, pin) for each in arrays]
            given.append(tuple(taken) if is_list(arg) else taken[0])
        all_values = jnp.concatenate([jnp.zeros(1, parts[0].dtype), *parts])

        def result(pin: str, result: Any) -> Any:
            if pin not in created:
                return result
            return [all_values[each] for each in result] if is_list(result) else all_values[result]

        results = zip(site.outputs, _kernel(site, given), strict=True)
        value = [result(pin, each) for pin, each in results]
        return value if len(value) > 1 else value[0]

    return lower


def _filled(site: LoweringContext, indices: Value, dense_shape: Value) -> tuple[Any, ...]:
    return _kernel(site, (known(indices, "indices"), known(dense_shape, "dense_shape")))


# Put in order, which needs no known indices.


def _ordered(indices: Value, values: Value, shape: Value) -> tuple[Value, Value]:
    columns = [jnp.asarray(column) for column in indices.T]
    if is_known(shape) and math.prod(whole := shape.tolist()) < 1 << 63:
        columns = [jnp.asarray(numbers_in(indices, whole))]  # one number to sort by
    order = lax.sort([*columns, jnp.arange(len(indices))], num_keys=len(columns), is_stable=True)[-1]
    return jnp.asarray(indices)[order], jnp.asarray(values)[order]


def _either(by_numbers: LoweringRule, other: Callable[..., Any], *pins: str) -> LoweringRule:
    def lower(site: LoweringContext, *args: Value) -> Any:
        given = [args[site.inputs.index(pin)] for pin in pins]
        follows = all(all(map(is_known, arg)) if is_list(arg) else is_known(arg) for arg in given)
        return (by_numbers if follows else other)(site, *args)

    return checked(lower, *pins)


def _reordered(site: LoweringContext, indices: Value, values: Value, shape: Value) -> tuple[Value, Value]:
    require_inside(site, indices, shape)
    return _ordered(indices, values, shape)


def _joined(site: LoweringContext, indices: Sequence[Value], values: Sequence[Value], shapes: Sequence[Value]) -> Any:
    axis = site.attrs["concat_dim"] % len(shapes[0])
    lengths: list[int] = []
    moved: list[Value] = []
    for positions, shape in zip(indices, shapes, strict=True):
        require_inside(site, positions, known(shape, "shapes"))
        moved.append(jnp.asarray(positions).at[:, axis].add(sum(lengths)))
        lengths.append(int(shape[axis]))
    whole = np.array(shapes[0])
    whole[axis] = sum(lengths)
    return *_ordered(jnp.concatenate(moved), jnp.concatenate(values), whole), whole


def _reshaped(site: LoweringContext, indices: Value, input_shape: Value, new_shape: Value) -> tuple[Value, Array]:
    given, wanted = sizes(input_shape, "input_shape"), list(sizes(new_shape, "new_shape"))
    require_inside(site, indices, input_shape)
    if -1 in wanted:
        wanted[wanted.index(-1)] = math.prod(given) // math.prod(size for size in wanted if size != -1)
    numbers, columns = jnp.asarray(numbers_in(indices, given)), list[Value]()
    for size in reversed(wanted):
        columns.append(numbers % max(size, 1))
        numbers = numbers // max(size, 1)
    shape = np.array(wanted, np.int64)
    return jnp.stack(columns[::-1], 1) if columns else jnp.zeros((len(indices), 0), np.int64), shape


# Two sparse tensors.


def _put(count: int, at: Array, values: Value) -> Value:
    return jnp.zeros(count, values.dtype).at[at].set(values)


def _sum(
    site: LoweringContext,
    a: Value,
    a_values: Value,
    a_shape: Value,
    b: Value,
    b_values: Value,
    _shape: Value,
    thresh: Value,
) -> Any:
    indices, at, and_at = union(known(a, "a_indices"), known(b, "b_indices"))
    if not known(thresh, "thresh") <= 0:
        raise NotLowered("removes small sums, so the size of the result depends on its values")
    alone = np.isin(and_at, at, invert=True)
    first = _put(len(indices), at, a_values)
    total = first.at[and_at].set(jnp.where(alone, b_values, first[and_at] + b_values))
    met = total[and_at[~alone]]
    # Compared with what is at most 0, only NaN is left out, and the lowest integer, which has no absolute value. (Asked
    # whether an absolute value is at least 0, XLA says yes without a look.)
    site.require(jnp.all(met != np.iinfo(np.int64).min if met.dtype.kind == "i" else ~jnp.isnan(jnp.abs(met))))
    return indices, total, known(a_shape, "a_shape")


def _extreme(function: Callable[[Value, Value], Value]) -> LoweringRule:
    def lower(
        _site: LoweringContext, a: Value, a_values: Value, _a: Value, b: Value, b_values: Value, _b: Value
    ) -> Any:
        indices, at, and_at = union(known(a, "a_indices"), known(b, "b_indices"))
        return indices, function(_put(len(indices), at, a_values), _put(len(indices), and_at, b_values))

    return lower


def _winners(site: LoweringContext, a: Value, a_values: Value, b: Value, b_values: Value) -> tuple[Value, Value]:
    indices, at, and_at = union(known(a, "a_indices"), known(b, "b_indices"))
    left, right = _put(len(indices), at, a_values), _put(len(indices), and_at, b_values)
    first = left >= right if site.attrs["largest"] else left <= right
    return first[at], ~first[and_at]


def _reduced(reduce: Callable[[Value, Value, int], Value]) -> LoweringRule:
    def lower(
        site: LoweringContext, indices: Value, values: Value, shape: Value, axes: Value
    ) -> tuple[Array, Value, Array]:
        indices = known(indices, "input_indices")
        left = kept_axes(len(shape), known(axes, "reduction_axes"))
        [key] = keys(indices[:, left])
        names, numbers = np.unique(key, return_inverse=True)
        here = indices, np.zeros(len(indices), np.float32), known(shape, "input_shape"), axes
        result, _, left_shape = _kernel(site, here)
        return result, reduce(numbers, values, len(names)), left_shape

    return lower


# Rows of dense tensors.


def _parted(site: LoweringContext, data: Value, partitions: Value) -> list[Value]:
    [numbers], _ = _numbers(0, [partitions])
    rows = jnp.reshape(data, (partitions.size, *data.shape[partitions.ndim :]))
    [parts] = _kernel(site, (numbers, known(partitions, "partitions")))
    return [rows[each] for each in parts]


def _stitched(site: LoweringContext, indices: Sequence[Value], data: Sequence[Value]) -> Value:
    positions = tuple([known(each, "indices") for each in indices])
    rest = data[0].shape[positions[0].ndim :]
    rows = [jnp.reshape(each, (p.size, *rest)) for each, p in zip(data, positions, strict=True)]
    [merged] = _kernel(site, (positions, tuple(_numbers(1, positions)[0])))
    return jnp.concatenate([jnp.zeros((1, *rest), rows[0].dtype), *rows])[merged]


# -- Segment reductions with known segments ----------------------------------------------------------------------------


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


_PARTS = ("Sum", "Mean", "SqrtN")


# -- Lowering rules for sparse tensors whose result sizes do not depend on indices -------------------------------------


_TOGETHER = 1 << 22
"""Products of numbers: more of them do not lie in memory at once."""


def require_inside(site: LoweringContext, indices: Value, shape: Value) -> None:
    lib = np if is_known(indices) and is_known(shape) else jnp
    site.require(lib.all((indices >= 0) & (indices < shape)))
    site.require((np if is_known(shape) else jnp).all(shape >= 0))


def require_order(site: LoweringContext, indices: Value, strictly: bool = False) -> None:
    """Require lexicographic order of indices; ``strictly`` forbids duplicates."""
    lib = np if is_known(indices) else jnp
    rises: Value = np.full(max(len(indices) - 1, 0), not strictly)
    for column in indices.T[::-1]:
        rises = (column[1:] > column[:-1]) | ((column[1:] == column[:-1]) & rises)
    site.require(lib.all(rises))


# With dense tensors.


def _plus_dense(site: LoweringContext, indices: Value, values: Value, shape: Value, b: Value) -> Value:
    require_inside(site, indices, shape)
    site.require((np if is_known(shape) else jnp).all(shape == np.array(b.shape)))
    numbers, rows = jnp.asarray(numbers_in(indices, b.shape)), wide(values)
    sums = jnp.zeros(b.size, rows.dtype).at[numbers].add(rows).astype(b.dtype)[numbers]
    flat = jnp.asarray(b).reshape(-1)
    return jnp.reshape(flat.at[numbers].set(flat[numbers] + sums), b.shape)  # equal indices get equal sums


def _met(indices: Value, shape: Sequence[int]) -> Value:
    trailing = jnp.asarray(indices)[:, indices.shape[1] - len(shape) :]
    return jnp.asarray(numbers_in(jnp.where(np.array(shape, np.int64) == 1, 0, trailing), shape))


def _cwise(function: Callable[[Value, Value], Value], divides: bool = False) -> LoweringRule:
    def lower(site: LoweringContext, indices: Value, values: Value, shape: Value, dense: Value) -> Value:
        require_inside(site, indices, shape)
        own, trailing = np.array(dense.shape, np.int64), shape[len(shape) - dense.ndim :]
        site.require((np if is_known(shape) else jnp).all((own == 1) | (own == trailing)))
        if divides:
            site.require(jnp.all(jnp.asarray(dense) != 0))
        return function(values, jnp.asarray(dense).reshape(-1)[_met(indices, dense.shape)])

    return checked(lower, "sp_indices", "sp_shape")


def _quotient(x: Value, y: Value) -> Value:
    return lax.div(jnp.asarray(x), y) if y.dtype.kind in "iu" else jnp.divide(x, y)


def _product(site: LoweringContext, indices: Value, values: Value, shape: Value, b: Value) -> Value:
    size = sizes(shape, "a_shape")
    require_inside(site, indices, shape)
    rows, columns, factors, dense = indices[:, 0], indices[:, 1], wide(values), wide(b)
    if site.attrs["adjoint_a"]:
        rows, columns, size, factors = columns, rows, size[::-1], jnp.conj(factors)
    if site.attrs["adjoint_b"]:
        dense = jnp.conj(dense.T)
    total = jnp.zeros((size[0], dense.shape[1]), dense.dtype)

    def added(total: Value, part: Sequence[Value]) -> tuple[Value, None]:
        at, of, factor = part
        return total.at[at].add(factor[:, None] * dense[of], mode="drop"), None

    each = max(_TOGETHER // max(dense.shape[1], 1), 1)
    if len(indices) <= each:
        return added(total, (rows, columns, factors))[0]
    # What fills the last part up goes beyond the last row, which is nowhere.
    parts = [_parts(array, each, fill) for array, fill in ((rows, size[0]), (columns, 0), (factors, 0))]
    return lax.scan(added, total, tuple(parts))[0]


def _parts(array: Value, each: int, fill: int) -> Value:
    missing = -len(array) % each
    padded = jnp.pad(array, [(0, missing), *[(0, 0)] * (array.ndim - 1)], constant_values=fill)
    return jnp.reshape(padded, (-1, each, *array.shape[1:]))


def _sampled(site: LoweringContext, indices: Value, x: Value, y: Value) -> Value:
    site.require_within(indices[:, 0], len(x))
    site.require_within(indices[:, 1], len(y))
    left, right = wide(x), jnp.conj(wide(y))

    def products(part: Value) -> Value:
        return jnp.sum(left[part[:, 0]] * right[part[:, 1]], 1, dtype=left.dtype)

    each = max(_TOGETHER // max(left.shape[1], 1), 1)
    if len(indices) <= each:
        return products(indices)
    return jnp.reshape(lax.map(products, _parts(indices, each, 0)), -1)[: len(indices)]


# Made dense.


def _index_rows(indices: Value) -> Value:
    return indices if indices.ndim == 2 else indices.reshape(-1, 1)


def _dense(site: LoweringContext, indices: Value, output_shape: Value, values: Value, default: Value) -> Value:
    shape, rows = sizes(output_shape, "output_shape"), _index_rows(indices)
    require_inside(site, rows, output_shape)
    flat, numbers = jnp.full(math.prod(shape), default), jnp.asarray(numbers_in(rows, shape))
    if site.attrs["validate_indices"]:
        require_order(site, rows, strictly=True)
        result = flat.at[numbers].set(values)
    else:
        result = flat.at[last_named(numbers, flat.size)].set(values, mode="drop")
    return jnp.reshape(result, shape)


def _dense_numbers(_site: LoweringContext, indices: Value, output_shape: Value) -> Value:
    return jnp.asarray(numbers_in(_index_rows(indices), sizes(output_shape, "output_shape")))


def _rest_gradient(site: LoweringContext, reverse_index_map: Value, grad: Value) -> tuple[Value, Value]:
    site.require_within(reverse_index_map, len(grad))
    rows = wide(grad)
    rest = rows.at[reverse_index_map].set(0)
    return jnp.asarray(grad)[reverse_index_map], jnp.sum(rest, dtype=rows.dtype)


# Reduced.


def largest(numbers: Value, values: Value, count: int) -> Value:
    rows, indices = wide(values), jnp.asarray(numbers)
    result = jnp.full(count, lowest(rows.dtype), rows.dtype).at[indices].max(rows)
    is_there = jnp.zeros(count, bool).at[indices].set(True)
    return jnp.where(is_there, result, jnp.zeros((), rows.dtype))


def sums(numbers: Value, values: Value, count: int) -> Value:
    rows = wide(values)
    return jnp.zeros(count, rows.dtype).at[jnp.asarray(numbers)].add(rows)


def _reduced_sparse(reduce: Callable[[Value, Value, int], Value]) -> LoweringRule:
    def lower(site: LoweringContext, indices: Value, values: Value, shape: Value, axes: Value) -> Value:
        whole = sizes(shape, "input_shape")
        require_inside(site, indices, shape)
        left = kept_axes(len(whole), known(axes, "reduction_axes"))
        size = [whole[i] for i in left]
        result = reduce(numbers_in(indices[:, left], size), values, math.prod(size))
        keep = site.attrs["keep_dims"]
        return jnp.reshape(result, [n if i in left else 1 for i, n in enumerate(whole)] if keep else size)

    return checked(lower, "input_indices")


def _reduced_numbers(_site: LoweringContext, indices: Value, shape: Value, axes: Value) -> Value:
    whole = sizes(shape, "input_shape")
    left = kept_axes(len(whole), known(axes, "reduction_axes"))
    return jnp.asarray(numbers_in(indices[:, left], [whole[i] for i in left]))


# Along rows, whose elements differ in the last number only.


def _row_numbers(indices: Value) -> Value:
    begins = jnp.any(jnp.asarray(indices)[1:, :-1] != indices[:-1, :-1], 1)
    return jnp.concatenate([jnp.zeros(min(len(indices), 1), np.int64), jnp.cumsum(begins)])


def _softmax(site: LoweringContext, indices: Value, values: Value, shape: Value) -> Value:
    require_inside(site, indices, shape)
    require_order(site, indices)
    x, numbers = wide(values), _row_numbers(indices)
    tops = jnp.full(x.size, -np.inf, x.dtype).at[numbers].max(x)
    e = jnp.exp(x - tops[numbers])
    return e / sums(numbers, e, x.size)[numbers]


def _row_sums(_site: LoweringContext, indices: Value, values: Value) -> Value:
    numbers = _row_numbers(indices)
    return sums(numbers, values, values.size)[numbers]


def _bins(site: LoweringContext, arr: Value, size: Value, weights: Value) -> Value:
    values = jnp.asarray(arr).reshape(-1)
    site.require(jnp.all(values >= 0))
    return _counted(1, jnp.zeros(values.size, np.int64), values, size, weights)[0]


def _counted(count: int, rows: Value, values: Value, size: Value, weights: Value, binary: bool = False) -> Value:
    bins = number(size, "size")
    amounts = jnp.reshape(weights, -1) if weights.size and not binary else jnp.ones(values.size, weights.dtype)
    indices = jnp.where(values < 0, bins, values)  # a negative one would count from the end
    at = jnp.zeros((count, bins), weights.dtype).at[rows, indices]
    return at.set(amounts, mode="drop") if binary else at.add(amounts, mode="drop")


def _dense_bins(site: LoweringContext, values: Value, size: Value, weights: Value) -> Value:
    site.require(jnp.all(values >= 0))
    lead = values.shape[:-1]
    count = lead[0] if lead else 1
    rows = jnp.repeat(jnp.arange(count), values.shape[-1] if values.ndim else 1)
    result = _counted(count, rows, jnp.reshape(values, -1), size, weights, site.attrs["binary_output"])
    return result if lead else result[0]


def _ragged_bins(site: LoweringContext, splits: Value, values: Value, size: Value, weights: Value) -> Value:
    ends = jnp.asarray(splits)
    rising = jnp.all(ends[1:] >= ends[:-1])
    site.require(jnp.all(values >= 0) & jnp.all(ends[:1] == 0) & rising & jnp.all(ends[-1:] == len(values)))
    rows = jnp.searchsorted(ends, jnp.arange(len(values)), side="right") - 1
    return _counted(len(splits) - 1, rows, values, size, weights, site.attrs["binary_output"])


def _sparse_bins(
    site: LoweringContext, indices: Value, values: Value, shape: Value, size: Value, weights: Value
) -> Value:
    require_inside(site, indices, shape)
    vector = shape.size == 1
    count = 1 if vector else int(known(shape, "dense_shape")[0])
    rows = jnp.zeros(len(values), np.int64) if vector else jnp.asarray(indices)[:, 0]
    result = _counted(count, rows, values, size, weights, site.attrs["binary_output"])
    return result[0] if vector else result


def _histogram(site: LoweringContext, values: Value, value_range: Value, nbins: Value) -> Value:
    count, numbers = number(nbins, "nbins"), jnp.reshape(values, -1)
    low, high = (jnp.asarray(each, np.float64) for each in (value_range[0], value_range[1]))
    site.require((value_range[0] < value_range[1]) & ~jnp.any(jnp.isnan(numbers)))
    shifted = jnp.maximum(jnp.asarray(numbers, np.float64), low) - low
    indices = jnp.fmax(jnp.minimum(shifted / (high / count - low / count), count - 1), 0).astype(np.int64)
    return jnp.zeros(count, site.dtype).at[indices].add(1)


RULES: dict[str, LoweringRule] = {
    "SparseReorder": _either(_moved("input_values", "output_values"), _reordered, "input_indices", "input_shape"),
    "SparseConcat": _either(_moved("values", "output_values"), _joined, "indices"),
    "SparseReshape": checked(_reshaped, "input_indices"),
    **each("SparseSplit SparseSlice", _moved("values", "output_values")),
    "SparseSliceGrad": _moved("dy", "values"),
    "SparseFillEmptyRows": _moved("values default_value", "output_values"),
    "SparseFilledNumbers": _filled,
    "SparseAdd": _sum,
    "SparseAddGrad": _moved("backprop_val_grad", "a_val_grad b_val_grad"),
    "SparseSparseMaximum": _extreme(jnp.maximum),
    "SparseSparseMinimum": _extreme(jnp.minimum),
    "SparseWinners": _winners,
    "SparseReduceSumSparse": _reduced(sums),
    "SparseReduceMaxSparse": _reduced(largest),
    "DynamicPartition": _parted,
    **each("DynamicStitch ParallelDynamicStitch", _stitched),
    "SegmentSum": _combined(lambda at, rows: at.add(rows), lambda _: 0, 0),
    "SegmentMean": _mean,
    "SegmentProd": _combined(lambda at, rows: at.multiply(rows), lambda _: 1, 1),
    "SegmentMax": _combined(lambda at, rows: at.max(rows), lowest, 0),
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
    "SegmentMin": _combined(lambda at, rows: at.min(rows), highest, 0),
    "SparseTensorDenseAdd": checked(_plus_dense, "a_indices", "a_shape"),
    "SparseDenseCwiseAdd": _cwise(jnp.add),
    "SparseDenseCwiseMul": _cwise(jnp.multiply),
    "SparseDenseCwiseDiv": _cwise(_quotient, divides=True),
    "SparseDenseNumbers": at_site(lambda _site, indices, shape: _met(indices, sizes(shape, "dense_shape"))),
    "SparseTensorDenseMatMul": checked(_product, "a_indices"),
    "SparseSampledMatMul": _sampled,
    "SparseToDense": checked(_dense, "sparse_indices"),
    "SparseToDenseNumbers": _dense_numbers,
    "SparseFillEmptyRowsGrad": checked(_rest_gradient, "reverse_index_map"),
    "SparseReduceSum": _reduced_sparse(sums),
    "SparseReduceMax": _reduced_sparse(largest),
    "SparseReducedNumbers": _reduced_numbers,
    "SparseSoftmax": checked(_softmax, "sp_indices", "sp_shape"),
    "SparseRowSums": _row_sums,
    "Bincount": checked(_bins, "arr"),
    "DenseBincount": checked(_dense_bins, "input"),
    "RaggedBincount": checked(_ragged_bins, "splits", "values"),
    "SparseBincount": checked(_sparse_bins, "indices"),
    "HistogramFixedWidth": checked(_histogram, "values", "value_range"),
}
