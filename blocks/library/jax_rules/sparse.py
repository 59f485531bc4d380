"""Lowering rules for sparse tensors whose result sizes do not depend on indices.

Indices need not be known. The checks of the kernels' shape rules take place when the step runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from blocks.library.jax_rules.lowering import (
    LoweringContext,
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
from blocks.library.math.shared import axes_of
from blocks.library.rules import LoweringRule, at_site
from blocks.library.sparse.shared import numbers_in

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


def _rows(indices: Value) -> Value:
    return indices if indices.ndim == 2 else indices.reshape(-1, 1)


def _dense(site: LoweringContext, indices: Value, output_shape: Value, values: Value, default: Value) -> Value:
    shape, rows = sizes(output_shape, "output_shape"), _rows(indices)
    require_inside(site, rows, output_shape)
    flat, numbers = jnp.full(math.prod(shape), default), jnp.asarray(numbers_in(rows, shape))
    if site.attrs["validate_indices"]:
        require_order(site, rows, strictly=True)
        result = flat.at[numbers].set(values)
    else:
        result = flat.at[last_named(numbers, flat.size)].set(values, mode="drop")
    return jnp.reshape(result, shape)


def _dense_numbers(_site: LoweringContext, indices: Value, output_shape: Value) -> Value:
    return jnp.asarray(numbers_in(_rows(indices), sizes(output_shape, "output_shape")))


def _rest_gradient(site: LoweringContext, reverse_index_map: Value, grad: Value) -> tuple[Value, Value]:
    site.require_within(reverse_index_map, len(grad))
    rows = wide(grad)
    rest = rows.at[reverse_index_map].set(0)
    return jnp.asarray(grad)[reverse_index_map], jnp.sum(rest, dtype=rows.dtype)


# Reduced.


def kept_axes(rank: int, axes: Value) -> list[int]:
    gone = {axis % rank for axis in axes_of(known(axes, "reduction_axes"))}
    return [axis for axis in range(rank) if axis not in gone]


def largest(numbers: Value, values: Value, count: int) -> Value:
    rows, indices = wide(values), jnp.asarray(numbers)
    lowest = jnp.iinfo(rows.dtype).min if rows.dtype.kind in "iu" else -np.inf
    result = jnp.full(count, lowest, rows.dtype).at[indices].max(rows)
    is_there = jnp.zeros(count, bool).at[indices].set(True)
    return jnp.where(is_there, result, jnp.zeros((), rows.dtype))


def sums(numbers: Value, values: Value, count: int) -> Value:
    rows = wide(values)
    return jnp.zeros(count, rows.dtype).at[jnp.asarray(numbers)].add(rows)


def _reduced(reduce: Callable[[Value, Value, int], Value]) -> LoweringRule:
    def lower(site: LoweringContext, indices: Value, values: Value, shape: Value, axes: Value) -> Value:
        whole = sizes(shape, "input_shape")
        require_inside(site, indices, shape)
        left = kept_axes(len(whole), axes)
        size = [whole[i] for i in left]
        result = reduce(numbers_in(indices[:, left], size), values, math.prod(size))
        keep = site.attrs["keep_dims"]
        return jnp.reshape(result, [n if i in left else 1 for i, n in enumerate(whole)] if keep else size)

    return checked(lower, "input_indices")


def _reduced_numbers(_site: LoweringContext, indices: Value, shape: Value, axes: Value) -> Value:
    whole = sizes(shape, "input_shape")
    left = kept_axes(len(whole), axes)
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
    "SparseReduceSum": _reduced(sums),
    "SparseReduceMax": _reduced(largest),
    "SparseReducedNumbers": _reduced_numbers,
    "SparseSoftmax": checked(_softmax, "sp_indices", "sp_shape"),
    "SparseRowSums": _row_sums,
    "Bincount": checked(_bins, "arr"),
    "DenseBincount": checked(_dense_bins, "input"),
    "RaggedBincount": checked(_ragged_bins, "splits", "values"),
    "SparseBincount": checked(_sparse_bins, "indices"),
    "HistogramFixedWidth": checked(_histogram, "values", "value_range"),
}
