"""Rows partitioned into several tensors, and stitched together by index."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import ANY
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.spec import Rule
from blocks.library.array.arguments import expect, zeros
from blocks.library.declare import block, declare, make

MOST_PARTS = 1 << 16
"""Outputs that one block may have: each is an output of its own in the graph."""


@block(
    "data: T, partitions: int32 -> outputs: T*num_partitions",
    T=ANY,
    where={"num_partitions": 1},
    example={
        "data": [10.0, 20.0, 30.0, 40.0],
        "partitions": [1, 0, 1, 1],
        "num_partitions": 2,
        "outputs": [[20.0], [10.0, 30.0, 40.0]],
    },
)
def DynamicPartition(data: Array, partitions: Array, *, num_partitions: int) -> tuple[Array, ...]:
    """Partition the rows of a tensor: outputs[p] has the rows whose index in partitions is p.

    The rows of each output keep their order.

    Args:
        data: [...] the rows. The shape must begin with the shape of partitions.
        partitions: [...] the index of the output that each row goes to, from 0 to num_partitions - 1.
        num_partitions: the number of outputs, from 1 to 65536.

    Returns:
        outputs: [k_i, ...] the rows of each partition.
    """
    numbers = partitions.reshape(-1)
    rows = data.reshape(numbers.size, *data.shape[partitions.ndim :])
    order = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers, minlength=num_partitions))
    taken = rows[order]
    return tuple([taken[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)])


def _prepare(attrs: dict[str, int]) -> None:
    expect(attrs, "num_partitions", attrs["num_partitions"] <= MOST_PARTS, f"at most {MOST_PARTS}")


DynamicPartition.prepare = _prepare


@DynamicPartition.shape
def _(call: Call) -> list[Shape]:
    data, indices, count = call.shape("data"), call.shape("partitions"), call.attrs["num_partitions"]
    if data is not None and indices is not None and not compatible(data[: len(indices)], indices):
        text = f"DynamicPartition: partitions must have an index for each row, got shape {shape_text(indices)}"
        raise DiagramError(f"{text} for data of shape {shape_text(data)}", pin="partitions")
    rest = None if data is None or indices is None else data[len(indices) :]
    numbers = call.value("partitions")
    if numbers is None:
        return [None if rest is None else (None, *rest)] * count
    wrong = numbers[(numbers < 0) | (numbers >= count)]
    if wrong.size:
        raise DiagramError(f"partitions must be from 0 to {count - 1}, got {wrong.flat[0]}", pin="partitions")
    sizes = np.bincount(numbers.reshape(-1), minlength=count).tolist()
    return [None if rest is None else (size, *rest) for size in sizes]


@DynamicPartition.gradient("data")
def _(call: Node, dys: tuple[Output, ...]) -> Operand:
    partitions = call.input("partitions")
    count = make("Size", partitions)
    rows = make("Range", np.int32(0), count, np.int32(1))
    indices = DynamicPartition(
        make("Reshape", rows, make("Shape", partitions)), partitions, num_partitions=call.attrs["num_partitions"]
    )
    merged = DynamicStitch(list(indices.outputs), list(dys))
    return make("Reshape", merged, make("Shape", call.input("data")))


def _merged(indices: tuple[Array, ...], data: tuple[Array, ...]) -> Array:
    shape = data[0].shape[indices[0].ndim :]
    merged = zeros((_count(indices), *shape), data[0].dtype)
    for positions, rows in zip(indices, data, strict=True):
        numbers = positions.reshape(-1)
        # Of equal indices NumPy promises nothing about which one wins: the last of each is kept.
        _, last = np.unique(numbers[::-1], return_index=True)
        chosen = numbers.size - 1 - last
        merged[numbers[chosen]] = rows.reshape(numbers.size, *shape)[chosen]
    return merged


def _count(indices: tuple[Array, ...], name: str = "DynamicStitch") -> int:
    given = [indices for indices in indices if indices.size]
    for positions in given:
        if positions.min() < 0:
            raise DiagramError(f"{name}: indices must be 0 or more, got {positions.min()}", pin="indices")
    return max((int(indices.max()) + 1 for indices in given), default=0)


def _stitched_shape(call: Call) -> Shape:
    indices, rows, name = call.shapes("indices"), call.shapes("data"), call.type.name
    if len(indices) != len(rows):
        text = f"{name}: data and indices must have the same number of tensors, got {len(rows)} and {len(indices)}"
        raise DiagramError(text, pin="data")
    rest: Shape = None
    for of_indices, of_rows in zip(indices, rows, strict=True):
        if of_indices is None or of_rows is None:
            continue
        own = of_rows[len(of_indices) :]
        if not compatible(of_rows[: len(of_indices)], of_indices):
            text = f"{name}: data must have a row for each index, got shape {shape_text(of_rows)}"
            raise DiagramError(f"{text} for indices of shape {shape_text(of_indices)}", pin="data")
        if not compatible(rest, own):
            text = f"{name}: all rows of data must have the same shape, got {shape_text(rest)} and {shape_text(own)}"
            raise DiagramError(text, pin="data")
        rest = merge(rest, own)
    result = call.values("indices")
    count = None if result is None else _count(tuple(result), name)
    return None if rest is None else (count, *rest)


def _stitched_gradient(call: Node, dy: Output) -> list[Operand]:
    return [make("Gather", dy, indices) for indices in call.input_list("indices")]


def _stitch(name: str, what: str) -> BlockType:
    doc = f"""{what}: merged[indices[m][i]] = data[m][i].

    If an index is repeated, the last of its rows is used, but all of them receive the gradient. Rows of missing indices
    are zeros.

    Args:
        indices: [...] for each tensor of data, the indices of its rows.
        data: [...] the tensors. The shape of each begins with the shape of its indices; the rest must be equal for all.

    Returns:
        merged: [n, ...] the merged rows, where n is the largest index + 1.
    """
    example = {
        "indices": [2, [0, 1]],
        "data": [[5.0, 6.0], [[1.0, 2.0], [3.0, 4.0]]],
        "merged": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
    }
    signature = "indices: int32*, data: T* -> merged: T"
    result = declare(name, "data_flow_ops", signature, _merged, doc=doc, T=ANY, foldable=True, example=example)
    result.shape(_stitched_shape)
    result.rule = Rule(("data",), _stitched_gradient)
    return result


DynamicStitch = _stitch("DynamicStitch", "Merge the rows of several tensors by index")
ParallelDynamicStitch = _stitch("ParallelDynamicStitch", "Merge the rows of several tensors by unique indices")
