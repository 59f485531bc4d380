"""Reshaping and reordering: Reshape, ExpandDims, Squeeze, Transpose, Reverse, Roll, ReverseSequence."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, INDEX
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, is_known, normalise_axis, of_rank, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.kernel_choice import specialised
from blocks.library.array.arguments import (
    COPYABLE,
    FLOAT8,
    HANDLES,
    expect,
    pin_error,
    require_rank,
    require_ranks,
    require_vector,
    vector,
    vector_length,
)
from blocks.library.array.sizes import Shape_
from blocks.library.declare import block, make


def _of_known_shape(node: Node) -> Callable[..., Any] | None:
    shape: Any = node.outputs[0].shape

    def reshape(x: Array, *_: Array) -> Array:
        return x.reshape(shape)

    return reshape if is_known(shape) else None


_VIEW: dict[str, Any] = {"T": ANY, "view": True, "foldable": True}


@block(
    "tensor: T, shape: Tshape -> output: T",
    **_VIEW,
    Tshape=INDEX,
    reshapes="tensor",
    fusion="reshape",
    example={
        "tensor": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "shape": [3, -1],
        "output": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
    },
)
@specialised(_of_known_shape, floats=False)
def Reshape(tensor: Array, shape: Array) -> Array:
    """Reshape a tensor. The elements keep their row-major order.

    Args:
        tensor: [...] any tensor.
        shape: [rank] the new shape, with the same number of elements. One size may be -1; it is computed from the
            others.

    Returns:
        output: [...] the same elements in the new shape.
    """
    return with_shape(tensor, shape)


def with_shape(tensor: Array, shape: Array) -> Array:
    return tensor.reshape(_fill_in(tensor.shape, [int(size) for size in shape.tolist()]))


def reshaped(call: Call) -> Shape:
    name, wanted = call.type.name, vector(call, "shape")
    if wanted is None:
        length = vector_length(call, "shape")
        return None if length is None else of_rank(length)
    if any(size < -1 for size in wanted):
        raise pin_error(call, "shape", f"sizes must be 0 or more, and at most one may be -1; got {wanted}")
    if wanted.count(-1) > 1:
        raise pin_error(call, "shape", f"at most one size may be -1, but {wanted} has {wanted.count(-1)}")
    given = call.shape("tensor")
    count = element_count(given)
    if given is None or count is None:
        return tuple(None if size == -1 else size for size in wanted)
    shape = _fill_in([size or 0 for size in given], wanted)
    if math.prod(shape) != count or -1 in shape:
        text = f"{name} cannot reshape {count} elements of shape {shape_text(given)} to the shape {wanted}"
        raise DiagramError(text, pin="shape")
    return shape


Reshape.shape(reshaped)


def _fill_in(given: tuple[int, ...] | list[int], wanted: list[int]) -> tuple[int, ...]:
    """Return the wanted shape with a size of -1 computed if possible.

    Next to a size of 0, the sizes of 0 count on neither side, and a remainder is dropped, as in TensorFlow: (0, 3) in
    the shape [0, -1] is (0, 3), (0, 4) in [-1, 0, 3] is (1, 0, 3).
    """
    if -1 not in wanted:
        return tuple(wanted)
    without_zeros = 0 in wanted
    count = math.prod(size for size in given if size or not without_zeros)
    rest = math.prod(size for size in wanted if size > 0)
    missing = count // rest if without_zeros or count % rest == 0 else -1
    return tuple(missing if size == -1 else size for size in wanted)


def _written(call: Node) -> str | None:
    shown = call.source is not None or is_known(call.outputs[0].shape)
    return f"reshape({{{call.type.inputs[0].name}}})" if shown else None


Reshape.formula(_written)


Reshape.gradient("tensor")(lambda call, dy: Reshape(dy, Shape_(call.input("tensor"))))


@block(
    "input: T, axis: Tdim -> output: T",
    **_VIEW,
    Tdim=INDEX,
    example={"input": [1.0, 2.0], "axis": 0, "output": [[1.0, 2.0]]},
)
@specialised(_of_known_shape, floats=False)
def ExpandDims(input: Array, axis: Array) -> Array:
    """Insert an axis of size 1 into the shape of a tensor.

    Args:
        input: [...] any tensor.
        axis: [] or [1] the position of the new axis, from 0 to the rank of input. -1 makes it the last axis.

    Returns:
        output: [...] the same elements, with one more axis.
    """
    index = int(axis.reshape(())) % (input.ndim + 1)
    return input.reshape((*input.shape[:index], 1, *input.shape[index:]))


@ExpandDims.shape
def _(call: Call) -> Shape:
    axis = call.shape("axis")
    if axis is not None and (len(axis) > 1 or (axis and axis[0] not in (1, None))):
        raise pin_error(call, "axis", f"axis must be a scalar, got shape {shape_text(axis)}")
    shape, value = call.shape("input"), call.value("axis")
    if shape is None:
        return None
    if value is None:
        return (None,) * (len(shape) + 1)
    index = normalise_axis(int(value.reshape(())), len(shape) + 1)
    return (*shape[:index], 1, *shape[index:])


ExpandDims.formula(_written)


ExpandDims.gradient("input")(lambda call, dy: Reshape(dy, Shape_(call.input("input"))))


@block(
    "input: T -> output: T",
    **_VIEW,
    reshapes="input",
    where={"squeeze_dims": 0},
    example={"input": [[[1.0], [2.0]]], "squeeze_dims": [0], "output": [[1.0], [2.0]]},
)
@specialised(_of_known_shape, floats=False)
def Squeeze(input: Array, *, squeeze_dims: list[int] = []) -> Array:  # noqa: B006 - attributes are read-only
    """Remove axes of size 1 from the shape of a tensor.

    Args:
        input: [...] any tensor.
        squeeze_dims: the axes to remove; -1 is the last axis. If it is empty, all axes of size 1 are removed.

    Returns:
        output: [...] the same elements without these axes.
    """
    axes = [axis % input.ndim for axis in squeeze_dims] or [i for i, size in enumerate(input.shape) if size == 1]
    return input.reshape([size for i, size in enumerate(input.shape) if i not in axes])


@Squeeze.shape
def _(call: Call) -> Shape:
    shape = call.shape("input")
    if shape is None:
        return None
    named = call.attrs["squeeze_dims"]
    if not named:
        return None if None in shape else tuple(size for size in shape if size != 1)
    axes = [normalise_axis(axis, len(shape), pin="squeeze_dims") for axis in named]
    for axis in axes:
        if shape[axis] not in (1, None):
            text = f"Squeeze removes only axes of size 1; axis {axis} of {shape_text(shape)} has size {shape[axis]}"
            raise DiagramError(text, pin="squeeze_dims")
    return tuple(size for i, size in enumerate(shape) if i not in axes)


Squeeze.gradient("input")(lambda call, dy: Reshape(dy, Shape_(call.input("input"))))


def _transposed_shape(call: Call) -> Shape:
    perm = vector(call, "perm")
    length, shape = vector_length(call, "perm"), call.shape("x")
    rank = length if shape is None else len(shape)
    if rank is not None and length is not None and rank != length:
        text = f"{call.type.name}: perm must have one entry per axis of x; x has rank {rank}, perm has {length} entries"
        raise DiagramError(text, pin="perm")
    if perm is None:
        return None if rank is None else of_rank(rank)
    perm = [axis + len(perm) if axis < 0 else axis for axis in perm]
    if sorted(perm) != list(range(len(perm))):
        text = (
            f"{call.type.name}: perm must contain each axis from 0 to {len(perm) - 1} once, got {vector(call, 'perm')}"
        )
        raise DiagramError(text, pin="perm")
    return (None,) * len(perm) if shape is None else tuple(shape[axis] for axis in perm)


def _transposed_gradient(call: Node, dy: Output) -> Operand:
    perm = call.input("perm")
    known = known_value(perm)
    if known is not None:  # axes may be counted from the end, which InvertPermutation does not take
        back = np.argsort(known % max(known.size, 1)).astype(known.dtype)
        return call.type(dy, back).as_output()
    return call.type(dy, InvertPermutation(perm)).as_output()


@block(
    "x: T, perm: Tperm -> y: T",
    T=(*COPYABLE, *FLOAT8, *HANDLES),
    Tperm=INDEX,
    view=True,
    foldable=True,
    example={"x": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "perm": [1, 0], "y": [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]},
)
def Transpose(x: Array, perm: Array) -> Array:
    """Transpose a tensor: permute its axes.

    Args:
        x: [...] any tensor.
        perm: [rank] for each axis of y, the axis of x that it comes from. [1, 0] swaps rows and columns; -1 is the last
            axis.

    Returns:
        y: [...] the transposed tensor: y.shape[i] = x.shape[perm[i]]. Complex values are not conjugated.
    """
    return x.transpose(perm.tolist())


@block(
    "x: T, perm: Tperm -> y: T",
    T=(*COPYABLE, *FLOAT8, *HANDLES),
    Tperm=INDEX,
    view=True,
    foldable=True,
    doc_of=Transpose,
    example={"x": {"dtype": "DT_COMPLEX64", "val": [["1+2j", "3-1j"]]}, "perm": [1, 0], "y": [["1-2j"], ["3+1j"]]},
)
def ConjugateTranspose(x: Array, perm: Array) -> Array:
    """Transpose a tensor and conjugate its elements: permute its axes, then take complex conjugates.

    Returns:
        y: [...] the conjugate transpose: y.shape[i] = x.shape[perm[i]].
    """
    turned = x.transpose(perm.tolist())
    return np.conjugate(turned) if x.dtype.kind == "c" else turned


for _type in (Transpose, ConjugateTranspose):
    _type.shape(_transposed_shape)
    _type.gradient("x")(_transposed_gradient)


@block(
    "x: T -> y: T",
    T=INDEX,
    not_differentiable="its values are integers",
    foldable=True,
    example={"x": [3, 4, 0, 2, 1], "y": [2, 4, 3, 0, 1]},
)
def InvertPermutation(x: Array) -> Array:
    """Compute the inverse of a permutation: y[x[i]] = i.

    Args:
        x: [n] a permutation of the numbers 0 to n - 1.

    Returns:
        y: [n] the inverse permutation: the index of each number in x.
    """
    n = x.size
    wrong = x[(x < 0) | (x >= n)]
    if wrong.size:
        raise DiagramError(f"InvertPermutation: x must contain only values from 0 to {n - 1}, got {wrong[0]}", pin="x")
    if n and (counts := np.bincount(x, minlength=n)).max() > 1:
        text = f"InvertPermutation: x must contain each value from 0 to {n - 1} once, but {int(counts.argmax())} occurs"
        raise DiagramError(f"{text} more than once", pin="x")
    result = np.empty_like(x)
    result[x] = np.arange(n, dtype=x.dtype)
    return result


@InvertPermutation.shape
def _(call: Call) -> Shape:
    vector(call, "x")
    return (vector_length(call, "x"),)


@block(
    "tensor: T, axis: Tidx -> output: T",
    T=COPYABLE,
    Tidx=INDEX,
    view=True,
    foldable=True,
    example={"tensor": [[1.0, 2.0], [3.0, 4.0]], "axis": [1], "output": [[2.0, 1.0], [4.0, 3.0]]},
)
def Reverse(tensor: Array, axis: Array) -> Array:
    """Reverse the order of the elements along some axes.

    Args:
        tensor: [...] any tensor.
        axis: [k] the axes to reverse, each at most once; -1 is the last axis. An empty vector leaves the tensor
            unchanged.

    Returns:
        output: [...] the reversed tensor.
    """
    return np.flip(tensor, tuple(axis.tolist())) if axis.size else tensor


@Reverse.shape
def _(call: Call) -> Shape:
    axes, shape = vector(call, "axis"), call.shape("tensor")
    if axes is not None and shape is not None:
        result = [normalise_axis(axis, len(shape)) for axis in axes]
        if len(set(result)) != len(result):
            raise pin_error(call, "axis", f"each axis may occur only once, got {axes}")
    return shape


Reverse.gradient("tensor")(lambda call, dy: Reverse(dy, call.input("axis")))


@block(
    "input: T, shift: Tshift, axis: Taxis -> output: T",
    T=COPYABLE,
    Tshift=INDEX,
    Taxis=INDEX,
    foldable=True,
    example={"input": [1.0, 2.0, 3.0, 4.0], "shift": 1, "axis": 0, "output": [4.0, 1.0, 2.0, 3.0]},
)
def Roll(input: Array, shift: Array, axis: Array) -> Array:
    """Roll the elements of a tensor along some axes. Elements rolled past the end reappear at the start.

    Formula: output[(i + shift) mod n] = input[i] along each axis, where n is its size.

    Args:
        input: [...] any tensor of rank 1 or more.
        shift: [] or [k] the number of positions to move. A negative number moves toward the start.
        axis: [] or [k] the axis of each shift; -1 is the last axis. Shifts of the same axis add up.

    Returns:
        output: [...] the rolled tensor.
    """
    return np.roll(input, shift.reshape(-1).tolist(), axis.reshape(-1).tolist()) if shift.size else input.copy()


@Roll.shape
def _(call: Call) -> Shape:
    shape = require_rank(call, "input", 1, "rank 1 or more")
    counts = [require_ranks(call, pin, 0, 1, f"{pin} must be a scalar or a vector") for pin in ("shift", "axis")]
    if not compatible(*counts):
        text = f"Roll: axis and shift must have the same shape, got {shape_text(counts[1])} and {shape_text(counts[0])}"
        raise DiagramError(text, pin="axis")
    axes = call.value("axis")
    if axes is not None and shape is not None:
        for each in axes.reshape(-1).tolist():
            normalise_axis(each, len(shape), pin="axis")
    return shape


Roll.gradient("input")(lambda call, dy: Roll(dy, make("Negate", call.input("shift")), call.input("axis")))


# -- Sequences of different lengths -----------------------------------------------------------------------------------


@block(
    "input: T, seq_lengths: Tlen -> output: T",
    T=COPYABLE,
    Tlen=INDEX,
    example={
        "input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "seq_lengths": [3, 2],
        "seq_dim": 1,
        "output": [[3.0, 2.0, 1.0], [5.0, 4.0, 6.0]],
    },
)
def ReverseSequence(input: Array, seq_lengths: Array, *, seq_dim: int, batch_dim: int = 0) -> Array:
    """Reverse the first seq_lengths[i] elements of each sequence i. The other elements stay in place.

    Args:
        input: [...] the sequences.
        seq_lengths: [batch] the number of elements to reverse in each sequence, from 0 to the size of the axis seq_dim.
        seq_dim: the axis along which the sequences run, 0 or more.
        batch_dim: the axis that indexes the sequences, 0 or more. It must differ from seq_dim.

    Returns:
        output: [...] the reversed sequences.
    """
    lengths: Array = seq_lengths.astype(np.int64)[:, None]
    indices = np.arange(int(input.shape[seq_dim]))
    where: Array = np.where(indices < lengths, lengths - 1 - indices, indices)
    front = np.moveaxis(input, (batch_dim, seq_dim), (0, 1))
    turned = front[np.arange(len(lengths))[:, None], where]
    return np.ascontiguousarray(np.moveaxis(turned, (0, 1), (batch_dim, seq_dim)))


@ReverseSequence.shape
def _(call: Call) -> Shape:
    sequence, batch = int(call.attrs["seq_dim"]), int(call.attrs["batch_dim"])
    shape = require_rank(call, "input", 2, "rank 2 or more")
    require_vector(call, "seq_lengths")
    if shape is None:
        return None
    for name, axis in (("seq_dim", sequence), ("batch_dim", batch)):
        if axis >= len(shape):
            raise pin_error(call, name, f"there is no axis {axis} ({name}) in a tensor of shape {shape_text(shape)}")
    count, lengths = vector_length(call, "seq_lengths"), call.value("seq_lengths")
    if count is not None and shape[batch] not in (count, None):
        text = f"ReverseSequence: seq_lengths must have the size of axis {batch} ({shape[batch]}), got {count}"
        raise DiagramError(text, pin="seq_lengths")
    size = shape[sequence]
    if lengths is not None and lengths.size and (lengths.min() < 0 or (size is not None and lengths.max() > size)):
        limit = "more" if size is None else size
        wrong = lengths.min() if lengths.min() < 0 else lengths.max()
        raise pin_error(call, "seq_lengths", f"seq_lengths must be from 0 to {limit}, got {wrong}")
    return (*shape[:batch], count, *shape[batch + 1 :]) if shape[batch] is None else shape


@ReverseSequence.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    dims = {name: call.attrs[name] for name in ("seq_dim", "batch_dim")}
    return ReverseSequence(dy, call.input("seq_lengths"), **dims)


def _check_axes(attrs: dict[str, Any]) -> None:
    for name in ("seq_dim", "batch_dim"):
        expect(attrs, name, attrs[name] >= 0, "0 or more")
    expect(attrs, "batch_dim", attrs["seq_dim"] != attrs["batch_dim"], "another axis than seq_dim")


ReverseSequence.prepare = _check_axes
