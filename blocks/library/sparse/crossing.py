"""Feature crosses: every combination of one feature from each column, row by row."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import INT64, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error
from blocks.library.array.fingerprints import farmhash64
from blocks.library.declare import block
from blocks.library.sparse.shared import check_inside, part_layout, triple

_FACTOR = np.uint64(0xC6A4A7935BD1E995)
_LARGEST = (1 << 63) - 1


class Column(NamedTuple):
    values: Array
    starts: Array
    counts: Array


@block(
    "indices: int64*?, values: any T*?, shapes: int64*?, dense_inputs: any T*?"
    " -> output_indices: int64, output_values: out_type, output_shape: int64",
    T=(INT64, STRING),
    where={"num_buckets": 0, "out_type": (INT64, STRING), "internal_type": (INT64, STRING)},
    example={
        "indices": [[[0, 0], [1, 0], [1, 1]]],
        "values": [["a", "b", "c"]],
        "shapes": [[2, 2]],
        "dense_inputs": [[["d"], ["e"]]],
        "hashed_output": False,
        "num_buckets": 0,
        "hash_key": 0,
        "out_type": "DT_STRING",
        "internal_type": "DT_STRING",
        **triple("output", [[0, 0], [1, 0], [1, 1]], ["a_X_d", "b_X_e", "c_X_e"], [2, 2]),
    },
)
def SparseCross(
    indices: tuple[Array, ...],
    values: tuple[Array, ...],
    shapes: tuple[Array, ...],
    dense_inputs: tuple[Array, ...],
    *,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_type: DType,
    internal_type: DType,
) -> tuple[Array, Array, Array]:
    """Cross features: for each row, combine one feature from each column in every possible way.

    The columns are the sparse tensors, then the dense ones. The last column changes fastest.

    Source: TensorFlow's documentation of tf.sparse.cross_hashed.

    Args:
        indices: [n_i, 2] the indices of the features of each sparse tensor, ordered by row.
        values: [n_i] the features: integers or strings.
        shapes: [2] the shapes of the sparse tensors.
        dense_inputs: [batch, columns_i] dense feature matrices: integers or strings.
        hashed_output: has no effect; accepted for TensorFlow compatibility. out_type selects hashed output.
        num_buckets: the number of hash buckets: results are 0 ... num_buckets - 1. 0 means no limit.
        hash_key: the initial value of the hash.
        out_type: string joins the features of a combination with ``_X_``. int64 hashes their fingerprints.
        internal_type: string if all features are strings, int64 if some are integers.

    Returns:
        output_indices: [k, 2] for each combination, its row and its position in the row.
        output_values: [k] the combinations.
        output_shape: [2] the number of rows and the maximum number of combinations in a row.
    """
    rows, columns = _columns(indices, values, dense_inputs)
    totals = _totals(columns)
    each = np.repeat(np.arange(len(rows)), totals)
    number = np.arange(len(each)) - np.repeat(np.cumsum(totals) - totals, totals)
    chosen: list[Array] = []
    rest = number
    for column in reversed(columns):
        rest, index = np.divmod(rest, column.counts[each])
        chosen.insert(0, column.starts[each] + index)
    taken = [(_texts if out_type is STRING else _fingerprints)(column.values) for column in columns]
    features = [column[at] for column, at in zip(taken, chosen, strict=True)]
    result = _joined(features) if out_type is STRING else _hashed(features, hash_key, num_buckets)
    shape = np.array([shapes[0][0] if shapes else len(rows), totals.max(initial=0)], np.int64)
    return np.column_stack([rows[each], number]).astype(np.int64), result, shape


def _columns(
    indices: tuple[Array, ...], values: tuple[Array, ...], dense_inputs: tuple[Array, ...]
) -> tuple[Array, list[Column]]:
    rows = np.arange(len(dense_inputs[0])) if dense_inputs else np.unique(indices[0][:, 0])
    columns: list[Column] = []
    for positions, features in zip(indices, values, strict=True):
        starts, ends = (np.searchsorted(positions[:, 0], rows, side) for side in ("left", "right"))
        columns.append(Column(features, starts, ends - starts))
    for dense in dense_inputs:
        width = dense.shape[1]
        columns.append(Column(dense.reshape(-1), rows * width, np.full(len(rows), width)))
    return rows, columns


def _totals(columns: list[Column]) -> Array:
    totals = np.ones(len(columns[0].counts), np.int64)
    rough = np.ones(len(totals))
    for column in columns:
        totals, rough = totals * column.counts, rough * column.counts
    if rough.sum() >= _LARGEST:
        raise DiagramError("SparseCross: the number of combinations is too large")
    return totals


def _texts(features: Array) -> Array:
    if features.dtype.hasobject:
        return features
    result: Array = np.empty(features.shape, object)
    result[:] = [str(number).encode() for number in features.tolist()]
    return result


def _fingerprints(features: Array) -> Array:
    return farmhash64(features) if features.dtype.hasobject else features.view(np.uint64)


def _joined(features: list[Array]) -> Array:
    result: Array = np.empty(len(features[0]), object)
    result[:] = [b"_X_".join(each) for each in zip(*features, strict=True)]
    return result


def _hashed(features: list[Array], key: int, buckets: int) -> Array:
    result = np.full(len(features[0]), key % (1 << 64), np.uint64)
    for each in features:
        result = _cat(result, each)
    return (result % np.uint64(buckets or _LARGEST)).astype(np.int64)


def _cat(first: Array, second: Array) -> Array:
    """Combine two fingerprints into one (TensorFlow's ``FingerprintCat64``)."""
    result = first ^ _FACTOR ^ (_mixed(second * _FACTOR) * _FACTOR)
    return _mixed(_mixed(result * _FACTOR) * _FACTOR)


def _mixed(x: Array) -> Array:
    return x ^ (x >> np.uint64(47))


@SparseCross.shape
def _(call: Call) -> list[Shape]:
    unknown: list[Shape] = [(None, 2), (None,), (2,)]
    sparse = [call.shapes(pin) for pin in ("indices", "values", "shapes")]
    dense = call.shapes("dense_inputs")
    for pin, item in zip(("values", "shapes"), sparse[1:], strict=True):
        if len(item) != len(sparse[0]):
            text = f"SparseCross: {pin} must have as many tensors as indices ({len(sparse[0])}), got {len(item)}"
            raise DiagramError(text, pin=pin)
    if not sparse[0] and not dense:
        raise pin_error(call, "indices", "expected at least one column of features")
    for indices, features, shape in zip(*sparse, strict=True):
        part = part_layout("SparseCross", indices, features, shape)
        if part.rank not in (2, None):
            raise pin_error(call, "indices", f"expected sparse matrices, got a sparse tensor of rank {part.rank}")
    for item in dense:
        if item is not None and len(item) != 2:
            raise pin_error(call, "dense_inputs", f"expected dense matrices, got {shape_text(item)}")
    if call.attrs["internal_type"] is STRING:
        for pin in ("values", "dense_inputs"):
            if any(output.dtype is not STRING for output in call.node.input_list(pin)):
                raise pin_error(call, pin, "integer features require internal_type int64")
    arrays: list[Any] = [call.values(pin) for pin in ("indices", "values", "shapes")]
    if any(each is None for each in arrays) or any(each is None or None in each for each in dense):
        return unknown
    _check_rows(arrays[0], arrays[2], dense)
    sizes = [[size or 0 for size in each or ()] for each in dense]
    stand_ins = [np.broadcast_to(np.zeros((), np.int64), each) for each in sizes]  # only their shapes count
    count = int(_totals(_columns(arrays[0], arrays[1], tuple(stand_ins))[1]).sum())
    return [(count, 2), (count,), (2,)]


def _check_rows(indices: list[Array], shapes: list[Array], dense: list[Shape]) -> None:
    for positions, shape in zip(indices, shapes, strict=True):
        sizes = tuple(shape.tolist())
        if min(sizes) < 0:
            raise DiagramError(
                (f"SparseCross: the sizes in shapes must be 0 or more, got {shape_text(sizes)}"), pin="shapes"
            )
        check_inside("SparseCross", positions, sizes, "indices")
        if np.any(positions[1:, 0] < positions[:-1, 0]):
            text = "SparseCross: the features must be sorted by row"
            raise DiagramError(text, pin="indices", hint="add a SparseReorder block")
    rows = [(int(shape[0]), "shapes") for shape in shapes] + [(each[0] or 0, "dense_inputs") for each in dense if each]
    for count, pin in itertools.islice(rows, 1, None):
        if count != rows[0][0]:
            text = f"SparseCross: all columns must have the same number of rows, got {rows[0][0]} and {count}"
            raise DiagramError(text, pin=pin)
