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
    sizes,
)
from blocks.library.jax_rules.sparse import kept_axes, largest, require_inside, sums
from blocks.library.rules import LoweringRule, each
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
        left = kept_axes(len(shape), axes)
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
}
