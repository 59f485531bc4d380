"""Tiling and padding: Tile, Pad, MirrorPad, and their gradients."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import INDEX, NUMERIC, UINT16
from blocks.base.errors import DiagramError
from blocks.base.shapes import of_rank, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call, known_value
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import COPYABLE, COPYABLE_QUANTIZED, pin_error, require_scalar, shape_error, sizes
from blocks.library.array.sizes import Shape_
from blocks.library.array.slicing import Slice, StridedSlice
from blocks.library.declare import block


@block(
    "input: T, multiples: Tmultiples -> output: T",
    T=tuple(dtype for dtype in COPYABLE if dtype is not UINT16),  # which TensorFlow's kernel lacks
    Tmultiples=INDEX,
    foldable=True,
    example={"input": [[1.0, 2.0]], "multiples": [2, 2], "output": [[1.0, 2.0, 1.0, 2.0], [1.0, 2.0, 1.0, 2.0]]},
)
def Tile(input: Array, multiples: Array) -> Array:
    """Tile a tensor: repeat it along each axis.

    Args:
        input: [...] the tensor.
        multiples: [rank] the number of repetitions along each axis, 0 or more.

    Returns:
        output: [...] the tiled tensor. Each size is the size of input times its multiple.
    """
    return np.tile(input, multiples.tolist())


@Tile.shape
def _(call: Call) -> Shape:
    multiples, shape = sizes(call, "multiples"), call.shape("input")
    if shape is None or multiples is None:
        return None if shape is None and multiples is None else (None,) * len(shape or multiples or ())
    if len(shape) != len(multiples):
        text = f"Tile: multiples must have one entry per axis of input ({len(shape)}), got {len(multiples)}"
        raise DiagramError(text, pin="multiples")
    return tuple(
        0 if 0 in (size, times) else None if size is None or times is None else size * times
        for size, times in zip(shape, multiples, strict=True)
    )


Tile.gradient("input")(lambda call, dy: TileGrad(dy, Shape_(call.input("input"))))


@block("dy: T, shape: Tshape -> output: T", T=NUMERIC, Tshape=INDEX, internal=True)
def TileGrad(dy: Array, shape: Array) -> Array:
    """Sum the repetitions of a tiled tensor: the gradient of Tile."""
    wanted = tuple(int(size) for size in shape.tolist())
    parts: list[int] = []
    for size, once in zip(dy.shape, wanted, strict=True):
        parts += [size // once if once else 0, once]
    work = np.float32 if dy.dtype.itemsize == 2 and dy.dtype.kind not in "iu" else dy.dtype
    total = dy.reshape(parts).sum(axis=tuple(range(0, len(parts), 2)), dtype=work)
    return total.astype(dy.dtype)


@TileGrad.shape
def _(call: Call) -> Shape:
    large, small = call.shape("dy"), sizes(call, "shape")
    if large is not None and small is not None and not _goes_into(small, large):
        text = f"TileGrad: the sizes of dy must be multiples of {shape_text(small)}, got {shape_text(large)}"
        raise DiagramError(text, pin="dy")
    return small


def _goes_into(small: tuple[int | None, ...], large: tuple[int | None, ...]) -> bool:
    pairs = zip(large, small, strict=False)
    fits = (size is None or once is None or (size % once if once else size) == 0 for size, once in pairs)
    return len(small) == len(large) and all(fits)


@TileGrad.gradient("dy")
def _(call: Node, dy: Output) -> Operand:
    multiples = TileMultiples(Shape_(call.input("dy")), call.input("shape"))
    return Tile(dy, multiples)


@block(
    "large: Tshape, small: Tshape -> multiples: Tshape",
    Tshape=INDEX,
    internal=True,
    not_differentiable="its values are integers",
    foldable=True,
)
def TileMultiples(large: Array, small: Array) -> Array:
    """Compute how often one shape fits into another along each axis.

    Returns:
        multiples: large / small, or 0 where both are 0.
    """
    return large // np.maximum(small, 1)


TileMultiples.shape(lambda call: call.shape("small"))


@block(
    "input: T, paddings: Tpaddings -> output: T",
    T=COPYABLE_QUANTIZED,
    Tpaddings=INDEX,
    foldable=True,
    example={"input": [[1.0, 2.0]], "paddings": [[0, 1], [1, 0]], "output": [[0.0, 1.0, 2.0], [0.0, 0.0, 0.0]]},
)
def Pad(input: Array, paddings: Array) -> Array:
    """Pad a tensor with zeros.

    Args:
        input: [...] the tensor.
        paddings: [rank, 2] for each axis, the number of zeros before and after. They must be 0 or more.

    Returns:
        output: [...] the padded tensor. For bool the padding is false, for strings it is the empty string.
    """
    return _padded(input, paddings, b"" if input.dtype.hasobject else 0)


def _padded(input: Array, paddings: Array, value: object) -> Array:
    rows: list[tuple[int, int]] = paddings.tolist()
    pairs = list(zip(rows, input.shape, strict=True))
    result = np.empty(tuple(front + size + behind for (front, behind), size in pairs), input.dtype)
    result.fill(value)
    result[(*(slice(front, front + size) for (front, _), size in pairs), ...)] = input
    return result


def _rows(call: Call, shape: Shape) -> tuple[Shape, list[list[int]] | None]:
    """Check paddings and return the input's shape and the rows, which are None if they are unknown."""
    given = call.shape("paddings")
    if given is not None and (len(given) != 2 or given[1] not in (2, None)):
        raise shape_error(call, "paddings", "paddings must have two numbers per axis")
    if given is not None and shape is None and given[0] is not None:
        shape = of_rank(given[0])
    if given is not None and shape is not None and given[0] not in (len(shape), None):
        text = f"{call.type.name}: paddings must have one row per axis of input ({len(shape)}), got {given[0]}"
        raise DiagramError(text, pin="paddings")
    value = call.value("paddings")
    rows = None if value is None else value.tolist()
    for row in rows or ():
        if min(row) < 0:
            raise pin_error(call, "paddings", f"paddings must be 0 or more, got {row}")
    return shape, rows


def _grown(shape: Shape, rows: list[list[int]] | None) -> Shape:
    if shape is None or rows is None:
        return None if shape is None else (None,) * len(shape)
    return tuple(None if size is None else size + sum(row) for size, row in zip(shape, rows, strict=True))


Pad.shape(lambda call: _grown(*_rows(call, call.shape("input"))))


def _unpad(call: Node, dy: Output) -> Operand:
    paddings = call.input("paddings")
    value = known_value(paddings)
    if value is not None:
        front = value[:, 0]
    else:
        steps = [np.array(v, paddings.dtype.numpy) for v in ([0, 0], [0, 1], [1, 1])]
        front = StridedSlice(paddings, *steps, begin_mask=1, end_mask=1, shrink_axis_mask=2)
    return Slice(dy, front, Shape_(call.input("input"), out_type=paddings.dtype))


Pad.gradient("input")(_unpad)


@block(
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    T=COPYABLE_QUANTIZED,
    Tpaddings=INDEX,
    foldable=True,
    example={"input": [1.0, 2.0], "paddings": [[1, 2]], "constant_values": 9.0, "output": [9.0, 1.0, 2.0, 9.0, 9.0]},
)
def PadV2(input: Array, paddings: Array, constant_values: Array) -> Array:
    """Pad a tensor with a constant value.

    Args:
        input: [...] the tensor.
        paddings: [rank, 2] for each axis, the number of values before and after. They must be 0 or more.
        constant_values: [] the padding value. As in TensorFlow, it receives no gradient.

    Returns:
        output: [...] the padded tensor.
    """
    return _padded(input, paddings, constant_values[()])


@PadV2.shape
def _(call: Call) -> Shape:
    require_scalar(call, "constant_values")
    return _grown(*_rows(call, call.shape("input")))


PadV2.gradient("input")(_unpad)


@block(
    "input: T, paddings: Tpaddings -> output: T",
    T=COPYABLE_QUANTIZED,
    Tpaddings=INDEX,
    where={"mode": ("REFLECT", "SYMMETRIC")},
    doc_of=PadV2,
    example={
        "input": [1.0, 2.0, 3.0],
        "paddings": [[2, 1]],
        "mode": "REFLECT",
        "output": [3.0, 2.0, 1.0, 2.0, 3.0, 2.0],
    },
)
def MirrorPad(input: Array, paddings: Array, *, mode: str) -> Array:
    """Pad a tensor with mirrored copies of its own values.

    Args:
        paddings: [rank, 2] for each axis, the number of elements before and after. Each is at most the axis size, or 1
            less for REFLECT.
        mode: REFLECT does not repeat the edge element: 1, 2, 3 continues with 2, 1. SYMMETRIC repeats it: 1, 2, 3
            continues with 3, 2, 1.
    """
    result = input
    for axis, indices in enumerate(_mirrored(input.shape, paddings.tolist(), mode)):
        if len(indices) != input.shape[axis]:
            result = result.take(indices, axis)
    return np.array(result) if result is input else result


def _mirrored(shape: tuple[int, ...], rows: list[list[int]], mode: str) -> list[Array]:
    skip = 1 if mode == "REFLECT" else 0
    result: list[Array] = []
    for size, (front, behind) in zip(shape, rows, strict=True):
        before = np.arange(front - 1 + skip, skip - 1, -1)
        after = np.arange(size - 1 - skip, size - 1 - skip - behind, -1)
        result.append(np.concatenate((before, np.arange(size), after)))
    return result


def mirrored_shape(call: Call, shape: Shape) -> Shape:
    """Return the shape of MirrorPad's result for an input of a shape."""
    shape, rows = _rows(call, shape)
    if shape is not None and rows is not None:
        mode = call.attrs["mode"]
        for axis, (size, row) in enumerate(zip(shape, rows, strict=True)):
            most = None if size is None else size - (mode == "REFLECT")
            if most == -1:
                text = f"{call.type.name} cannot mirror along the empty axis {axis} in mode REFLECT"
                raise DiagramError(text, pin="input")
            if most is not None and max(row) > most:
                text = f"{call.type.name} can add at most {most} elements on each side of axis {axis} of size {size}"
                raise DiagramError(f"{text} ({mode}), got {row}", pin="paddings")
    return _grown(shape, rows)


MirrorPad.shape(lambda call: mirrored_shape(call, call.shape("input")))
MirrorPad.gradient("input")(lambda call, dy: MirrorPadGrad(dy, call.input("paddings"), mode=call.attrs["mode"]))


@block(
    "input: T, paddings: Tpaddings -> output: T",
    T=NUMERIC,
    Tpaddings=INDEX,
    where={"mode": ("REFLECT", "SYMMETRIC")},
    example={"input": [1.0, 2.0, 3.0, 4.0], "paddings": [[1, 0]], "mode": "REFLECT", "output": [2.0, 4.0, 4.0]},
)
def MirrorPadGrad(input: Array, paddings: Array, *, mode: str) -> Array:
    """Sum the mirrored copies back into the original elements: the gradient of MirrorPad.

    Args:
        input: [...] a tensor of the padded shape.
        paddings: [rank, 2] for each axis, the number of elements that were added before and after.
        mode: the mode of the padding: REFLECT or SYMMETRIC.

    Returns:
        output: [...] the sums, of the shape before the padding.
    """
    skip = 1 if mode == "REFLECT" else 0
    rows: list[list[int]] = paddings.tolist()
    total = np.array(input)
    for axis, (front, behind) in enumerate(rows):
        total = _folded(total, axis, front, behind, skip)
    return np.ascontiguousarray(total)


def _folded(dy: Array, axis: int, front: int, behind: int, skip: int) -> Array:
    flat = np.moveaxis(dy, axis, 0)
    size = flat.shape[0] - front - behind
    total = flat[front : front + size].copy()
    total[skip : skip + front] += flat[:front][::-1]
    total[size - skip - behind : size - skip] += flat[front + size :][::-1]
    return np.moveaxis(total, 0, axis)


@MirrorPadGrad.shape
def _(call: Call) -> Shape:
    shape, rows = _rows(call, call.shape("input"))
    if shape is None or rows is None:
        return None if shape is None else (None,) * len(shape)
    skip = call.attrs["mode"] == "REFLECT"
    result: list[int | None] = []
    for axis, (size, row) in enumerate(zip(shape, rows, strict=True)):
        rest = None if size is None else size - sum(row)
        if rest is not None and (rest < 0 or max(row) > rest - skip):
            text = f"MirrorPadGrad: the paddings {row} are too large for axis {axis} of size {size}"
            raise DiagramError(f"{text} ({call.attrs['mode']})", pin="paddings")
        result.append(rest)
    return tuple(result)


MirrorPadGrad.gradient("input")(lambda call, dy: MirrorPad(dy, call.input("paddings"), mode=call.attrs["mode"]))
