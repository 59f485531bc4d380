"""Internal calls of gradients, exported as TensorFlow operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from blocks.base.dtypes import BFLOAT16, BOOL, FLOAT, HALF, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output
from blocks.interchange.tensorflow.writing import Typed, Writer, dtype_attribute, tensor

_Ref = Callable[[Output], str]


class _Adding:
    """A helper that adds nodes with the call's name as a prefix."""

    def __init__(self, writer: Writer, name: str) -> None:
        self._writer = writer
        self._name = name

    def __call__(self, op: str, pin: str, inputs: Sequence[str], last: str = "", **attributes: Typed) -> str:
        """Add a node; gives its output.

        Args:
            op: the operator.
            pin: its output.
            inputs: what it is given.
            last: what stands behind the name of the call; nothing for the node that gives the result.
            attributes: its attributes.
        """
        name = self._writer.name(f"{self._name}/{last}") if last else self._name
        return self._writer.output(self._writer.add(op, name, inputs, attributes), pin)

    def constant(self, value: Sequence[int] | int, dtype: DType, last: str) -> str:
        """Add a constant."""
        kind = dtype_attribute(dtype)
        return self("Const", "output", [], last, dtype=kind, value=tensor(np.array(value, dtype.numpy), dtype))


def _sum_to_shape(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Sum over the axes along which a tensor was broadcast, as TensorFlow's gradients do."""
    x, shape = node.inputs
    add, dtype, kind = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(x.dtype)
    own = add("Shape", "output", [ref(x)], "own", T=kind, out_type=dtype)
    axes = add("BroadcastGradientArgs", "r0", [ref(shape), own], "axes", T=dtype)
    total = add("Sum", "output", [ref(x), axes], "sum", T=kind, Tidx=dtype, keep_dims=Typed("bool", False))
    return add("Reshape", "output", [total, ref(shape)], T=kind, Tshape=dtype)


def _axes(add: _Adding, node: Node, ref: _Ref) -> str:
    """The axes of a reduction, counted from the front, [n] int32."""
    shape, axis = node.inputs
    dtype = dtype_attribute(INT32)
    given = add("Cast", "y", [ref(axis)], "axis", SrcT=dtype_attribute(axis.dtype), DstT=dtype)
    flat = add("Reshape", "output", [given, add.constant([-1], INT32, "flat")], "axes", T=dtype, Tshape=dtype)
    rank = add("Size", "output", [ref(shape)], "rank", T=dtype_attribute(shape.dtype), out_type=dtype)
    return add("FloorMod", "z", [flat, rank], "places", T=dtype)


def _reduced_count(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """How many elements a reduction makes one of."""
    shape = node.inputs[0]
    add, kind = _Adding(writer, name), dtype_attribute(shape.dtype)
    indices = _axes(add, node, ref)
    types = {"Tparams": kind, "Tindices": dtype_attribute(INT32), "Taxis": dtype_attribute(INT32)}
    sizes = add("GatherV2", "output", [ref(shape), indices, add.constant(0, INT32, "first")], "sizes",
                batch_dims=Typed("int", 0), **types)  # fmt: skip
    long = add("Cast", "y", [sizes], "long", SrcT=kind, DstT=dtype_attribute(INT64))
    return add("Prod", "output", [long, add.constant([0], INT32, "all")], T=dtype_attribute(INT64),
               Tidx=dtype_attribute(INT32), keep_dims=Typed("bool", False))  # fmt: skip


def _kept_shape(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """The shape that a reduction which keeps its axes gives: the size 1 at the axes."""
    shape = node.inputs[0]
    add, kind, index = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(INT32)
    indices = _axes(add, node, ref)
    column = add("ExpandDims", "output", [indices, add.constant(1, INT32, "last")], "column", T=index, Tdim=index)
    ones = add("OnesLike", "y", [indices], "ones", T=index)
    ones = add("Cast", "y", [ones], "sizes", SrcT=index, DstT=kind)
    return add("TensorScatterUpdate", "output", [ref(shape), column, ones], T=kind, Tindices=index)


def _tiled(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Sum what was repeated: of each axis the repeats are an axis of their own for that."""
    dy, shape = node.inputs
    add, kind = _Adding(writer, name), dtype_attribute(shape.dtype)
    index, own = dtype_attribute(INT32), dtype_attribute(dy.dtype)
    given = add("Shape", "output", [ref(dy)], "given", T=own, out_type=kind)
    times = add("FloorDiv", "z", [given, ref(shape)], "times", T=kind)
    pairs = add("Pack", "output", [times, ref(shape)], "pairs", T=kind, N=Typed("int", 2), axis=Typed("int", 1))
    sizes = add("Reshape", "output", [pairs, add.constant([-1], INT32, "flat")], "sizes", T=kind, Tshape=index)
    apart = add("Reshape", "output", [ref(dy), sizes], "apart", T=own, Tshape=kind)
    limit = add("Size", "output", [sizes], "limit", T=kind, out_type=index)
    axes = add("Range", "output", [add.constant(0, INT32, "first"), limit, add.constant(2, INT32, "step")], "axes",
        Tidx=index)  # fmt: skip
    return add("Sum", "output", [apart, axes], T=own, Tidx=index, keep_dims=Typed("bool", False))


def _rank(output: Output, node: Node) -> int:
    if output.shape is None or None in output.shape[:1]:
        raise DiagramError(f"{node.type.called} can be exported only if its number of axes is known")
    return output.shape[0] or 0


def _gathered(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Add up what goes back to each of the indices that were taken along an axis."""
    dy, indices, axis, shape = node.inputs
    known = known_value(axis)
    if known is None or node.attrs["batch_dims"]:
        raise DiagramError(f"{node.type.called} can be exported only with a known axis and without batches")
    rank = _rank(shape, node)
    along = int(known) % max(rank, 1)
    add, kind, own = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(dy.dtype)
    index, index_type = dtype_attribute(INT32), dtype_attribute(indices.dtype)
    flat = add.constant([-1], shape.dtype, "flat")

    def part(begin: int, end: int, last: str) -> str:
        ends = [
            add.constant([each], INT32, f"{last}_{what}") for each, what in ((begin, "begin"), (end - begin, "size"))
        ]
        return add("Slice", "output", [ref(shape), *ends], last, T=kind, Index=index)

    parts = [part(0, along, "before"), flat, part(along + 1, rank, "behind")]
    sizes = add("ConcatV2", "output", [*parts, add.constant(0, INT32, "first")], "sizes", N=Typed("int", 3), T=kind,
        Tidx=index)  # fmt: skip
    rows = add("Reshape", "output", [ref(dy), sizes], "rows", T=own, Tshape=kind)
    order = [along, *(i for i in range(rank) if i != along)]
    if along:
        rows = add("Transpose", "y", [rows, add.constant(order, INT32, "order")], "turned", T=own, Tperm=index)
    ids = add("Reshape", "output", [ref(indices), add.constant([-1], INT32, "all")], "ids", T=index_type, Tshape=index)
    count = add("Squeeze", "output", [part(along, along + 1, "size")], "count", T=kind,
        squeeze_dims=Typed("list(int)", []))  # fmt: skip
    total = add("UnsortedSegmentSum", "output", [rows, ids, count], "total" if along else "", T=own,
        Tindices=index_type, Tnumsegments=kind)  # fmt: skip
    if not along:
        return total
    back = [order.index(i) for i in range(rank)]
    return add("Transpose", "y", [total, add.constant(back, INT32, "back")], T=own, Tperm=index)


def _sliced(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """A part in its place among zeros."""
    dy, begin, shape = node.inputs
    add, kind, own = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(dy.dtype)
    before = ref(begin)
    if begin.dtype is not shape.dtype:
        before = add("Cast", "y", [before], "before", SrcT=dtype_attribute(begin.dtype), DstT=kind)
    size = add("Shape", "output", [ref(dy)], "size", T=own, out_type=kind)
    end = add("AddV2", "z", [before, size], "end", T=kind)
    behind = add("Sub", "z", [ref(shape), end], "behind", T=kind)
    margin = add("Pack", "output", [before, behind], "margin", T=kind, N=Typed("int", 2), axis=Typed("int", 1))
    return add("Pad", "output", [ref(dy), margin], T=own, Tpaddings=kind)


def _scattered(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Elements at their indices among zeros."""
    dy, indices, shape = node.inputs
    add, index_type, given = _Adding(writer, name), dtype_attribute(indices.dtype), ref(shape)
    if shape.dtype is not indices.dtype:
        given = add("Cast", "y", [given], "shape", SrcT=dtype_attribute(shape.dtype), DstT=index_type)
    return add("ScatterNd", "output", [ref(indices), ref(dy), given], T=dtype_attribute(dy.dtype), Tindices=index_type)


def _segment_rows(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """The row of each segment where it belongs to one; zeros where its number is below 0."""
    values, ids = node.inputs
    if values.shape is None or ids.shape is None:
        raise DiagramError(f"{node.type.called} can be exported only if its number of axes is known")
    add, own, kind = _Adding(writer, name), dtype_attribute(values.dtype), dtype_attribute(ids.dtype)
    zero = add.constant(0, ids.dtype, "zero")
    clipped = add("Maximum", "z", [ref(ids), zero], "clipped", T=kind)
    types = {"Tparams": own, "Tindices": kind, "Taxis": dtype_attribute(INT32), "batch_dims": Typed("int", 0)}
    rows = add("GatherV2", "output", [ref(values), clipped, add.constant(0, INT32, "first")], "rows", **types)
    inside = add("GreaterEqual", "z", [ref(ids), zero], "inside", T=kind)
    for i in range(len(values.shape) - 1):
        axis = add.constant(-1, INT32, f"last_{i}")
        inside = add("ExpandDims", "output", [inside, axis], f"inside_{i}", T=dtype_attribute(BOOL),
            Tdim=dtype_attribute(INT32))  # fmt: skip
    none = add("ZerosLike", "y", [rows], "none", T=own)
    return add("SelectV2", "output", [inside, rows, none], T=own)


def _sparse_segments(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """One operator for each way to reduce."""
    grad, indices, ids, _ = node.inputs
    op = {"sum": "Sum", "mean": "Mean", "sqrtn": "SqrtN"}[node.attrs["part"]]
    types = {"T": grad, "Tidx": indices, "Tsegmentids": ids}
    return _Adding(writer, name)(
        f"SparseSegment{op}Grad", "output", [ref(each) for each in node.inputs], "",
        **{key: dtype_attribute(each.dtype) for key, each in types.items()},
    )  # fmt: skip


def _sparse_slice(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """TensorFlow's is given the indices of what was kept: they are found once more."""
    dy, indices, shape, start, size = node.inputs
    add, index, long = _Adding(writer, name), dtype_attribute(INT32), dtype_attribute(INT64)
    column = add("GatherV2", "output", [ref(indices), add.constant(0, INT32, "first"), add.constant(1, INT32, "axis")],
        "numbers", Tparams=long, Tindices=index, Taxis=index, batch_dims=Typed("int", 0))  # fmt: skip
    kept = add("SparseSlice", "output_indices", [ref(indices), column, ref(shape), ref(start), ref(size)], "kept",
        T=long)  # fmt: skip
    inputs = [ref(dy), ref(indices), ref(start), kept]
    return add("SparseSliceGrad", "val_grad", inputs, T=dtype_attribute(dy.dtype))


def _of_images(add: _Adding, size: Output, ref: _Ref) -> str:
    """Images of a size, of which nothing but that counts."""
    kind, zero = dtype_attribute(FLOAT), tensor(np.zeros((), np.float32), FLOAT)
    none = add("Const", "output", [], "zero", dtype=kind, value=zero)
    return add("Fill", "output", [ref(size), none], "images", T=kind, index_type=dtype_attribute(size.dtype))


def _resized(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    grads, size = node.inputs
    method = {"bilinear": "Bilinear", "bicubic": "Bicubic", "nearest": "NearestNeighbor"}.get(node.attrs["method"])
    if method is None or (grads.dtype is not FLOAT and method != "NearestNeighbor") or node.attrs["T"] is not FLOAT:
        raise DiagramError(f"{node.type.called} cannot be exported to TensorFlow")
    add, index = _Adding(writer, name), dtype_attribute(INT32)
    if method == "NearestNeighbor":
        ends = [add.constant([each], INT32, last) for each, last in ((1, "begin"), (2, "count"))]
        images = add("Slice", "output", [ref(size), *ends], "size", T=dtype_attribute(size.dtype), Index=index)
    else:
        images = _of_images(add, size, ref)
    flags = {key: Typed("bool", node.attrs[key]) for key in ("align_corners", "half_pixel_centers")}
    return add(f"Resize{method}Grad", "output", [ref(grads), images], "", T=dtype_attribute(grads.dtype), **flags)


def _translated(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    grads, size, scale, translation = node.inputs
    add = _Adding(writer, name)
    inputs = [ref(grads), _of_images(add, size, ref), ref(scale), ref(translation)]
    return add("ScaleAndTranslateGrad", "output", inputs, T=dtype_attribute(FLOAT),
        kernel_type=Typed("string", node.attrs["kernel_type"]),
        antialias=Typed("bool", node.attrs["antialias"]))  # fmt: skip


def _averaged(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """The gradient of a mean over windows of several sizes."""
    dy, images, rows, columns = node.inputs
    add, kind = _Adding(writer, name), dtype_attribute(dy.dtype)
    shape = add(
        "Shape", "output", [ref(images)], "shape", T=dtype_attribute(images.dtype), out_type=dtype_attribute(INT64)
    )
    inputs = [shape, ref(dy), ref(rows), ref(columns)]
    return add("FractionalAvgPoolGrad", "output", inputs, T=kind, overlapping=Typed("bool", node.attrs["overlapping"]))


def _wide(add: _Adding, x: Output, written: str) -> tuple[str, DType]:
    """A tensor in the dtype in which it is summed up: half precision in single; also gives that dtype."""
    if x.dtype not in (HALF, BFLOAT16):
        return written, x.dtype
    types = {"SrcT": dtype_attribute(x.dtype), "DstT": dtype_attribute(FLOAT)}
    return add("Cast", "y", [written], "wide", **types), FLOAT


def _totals(add: _Adding, dy: Output, rows: str, ids: str, count: str, shape: str, kind: DType, turn: bool) -> str:
    """Add up rows with one number, [count, ...], and give them a shape.

    Args:
        add: adds nodes.
        dy: what is added up.
        rows: it, in the form that is added up: [n, ...].
        ids: the number of each row; below 0: it is left out.
        count: how many sums there are.
        shape: that of the result.
        kind: the dtype of all of these integers.
        turn: the numbers are along the last axis of the result.
    """
    rows, dtype = _wide(add, dy, rows)
    own, index = dtype_attribute(dtype), dtype_attribute(kind)
    total = add("UnsortedSegmentSum", "output", [rows, ids, count], "total", T=own, Tindices=index, Tnumsegments=index)
    if turn:
        turned = [total, add.constant([1, 0], INT32, "back")]
        total = add("Transpose", "y", turned, "images", T=own, Tperm=dtype_attribute(INT32))
    if dtype is not dy.dtype:
        total = add("Cast", "y", [total], "narrow", SrcT=own, DstT=dtype_attribute(dy.dtype))
    return add("Reshape", "output", [total, shape], T=dtype_attribute(dy.dtype), Tshape=index)


def _patches(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Patches of the numbers of the elements of an image say where in it everything goes back to."""
    dy, shape = node.inputs
    add, kind, index = _Adding(writer, name), dtype_attribute(shape.dtype), dtype_attribute(INT32)
    one, first = add.constant(1, shape.dtype, "one"), add.constant([0], INT32, "first")
    single, second = add.constant([1], shape.dtype, "single"), add.constant([1], INT32, "second")

    def part(begin: str, size: int, last: str) -> str:
        ends = [ref(shape), begin, add.constant([size], INT32, f"{last}_size")]
        return add("Slice", "output", ends, last, T=kind, Index=index)

    def joined(parts: Sequence[str], last: str) -> str:
        return add("ConcatV2", "output", [*parts, add.constant(0, INT32, f"{last}_axis")], last,
            N=Typed("int", 2), T=kind, Tidx=index)  # fmt: skip

    inner = part(second, -1, "inner")
    count = add("Prod", "output", [inner, first], "count", T=kind, Tidx=index, keep_dims=Typed("bool", False))
    end = add("AddV2", "z", [count, one], "end", T=kind)
    numbers = add("Range", "output", [one, end, one], "numbers", Tidx=kind)
    image = add("Reshape", "output", [numbers, joined([single, inner], "one_image")], "image", T=kind, Tshape=kind)
    steps = ("ksizes", "strides", "rates") if len(node.attrs["ksizes"]) == 4 else ("ksizes", "strides")
    op = "ExtractImagePatches" if len(steps) == 3 else "ExtractVolumePatches"
    given = {each: Typed("list(int)", node.attrs[each]) for each in steps}
    cut = add(op, "patches", [image], "patches", T=kind, padding=Typed("string", node.attrs["padding"]), **given)
    positions = add("Sub", "z", [cut, one], "positions", T=kind)  # what lies in the padding belongs to no element: -1
    ids = add("Reshape", "output", [positions, add.constant([-1], INT32, "flat")], "ids", T=kind, Tshape=index)
    length = add("Reshape", "output", [add("Size", "output", [ids], "length", T=kind, out_type=kind), single],
        "lengths", T=kind, Tshape=kind)  # fmt: skip
    own = dtype_attribute(dy.dtype)
    sizes = joined([part(first, 1, "batch"), length], "sizes")
    rows = add("Reshape", "output", [ref(dy), sizes], "rows", T=own, Tshape=kind)
    turned = add("Transpose", "y", [rows, add.constant([1, 0], INT32, "order")], "turned", T=own, Tperm=index)
    return _totals(add, dy, turned, ids, count, ref(shape), shape.dtype, True)


def _largest(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """TensorFlow's operator that gives indices gives the largest values too."""
    attrs = node.attrs
    if attrs["data_format"] != "NHWC" or attrs["padding"] == "EXPLICIT" or attrs["ksize"][3] != 1:
        reason = "only in the format NHWC, without explicit padding and without pooling over channels"
        raise DiagramError(f"{node.type.called} can be exported {reason}")
    images = node.inputs[0]
    attributes = {
        "T": dtype_attribute(images.dtype),
        "Targmax": dtype_attribute(INT64),
        "padding": Typed("string", attrs["padding"]),
        "include_batch_in_index": Typed("bool", False),
        **{each: Typed("list(int)", attrs[each]) for each in ("ksize", "strides")},
    }
    writer.add("MaxPoolWithArgmax", name, [ref(images)], attributes)
    return writer.output(name, "argmax", 0, 1)


def _axes_of(x: Output) -> int:
    if x.shape is None:
        raise DiagramError(f"{x.op.type.called} can be exported only if its number of axes is known")
    return len(x.shape)


class _Positions:
    """Positions in images, within each image or across all of them.

    Args:
        add: adds nodes.
        index: the positions.
        images: the images.
        whole: they are in all of them.
        ref: how outputs are written.

    Attributes:
        shape: the shape of the images, int64.
        flat: the positions in all images, [n] int64.
    """

    def __init__(self, add: _Adding, index: Output, images: Output, whole: bool, ref: _Ref) -> None:
        kind, small = dtype_attribute(INT64), dtype_attribute(INT32)
        self.shape = add("Shape", "output", [ref(images)], "shape", T=dtype_attribute(images.dtype), out_type=kind)
        positions = ref(index)
        if index.dtype is not INT64:
            positions = add("Cast", "y", [positions], "index", SrcT=dtype_attribute(index.dtype), DstT=kind)
        if not whole:
            first, second = (add.constant([each], INT32, f"axis_{each}") for each in (0, 1))
            rest = add.constant([-1], INT32, "rest")
            inner = add("Slice", "output", [self.shape, second, rest], "inner", T=kind, Index=small)
            each = add("Prod", "output", [inner, first], "each", T=kind, Tidx=small, keep_dims=Typed("bool", False))
            batch = add("Slice", "output", [self.shape, first, second], "batch", T=kind, Index=small)
            count = add("Squeeze", "output", [batch], "count", T=kind, squeeze_dims=Typed("list(int)", []))
            steps = [add.constant(0, INT64, "begin"), count, add.constant(1, INT64, "step")]
            starts = add("Mul", "z", [add("Range", "output", steps, "batches", Tidx=kind), each], "starts", T=kind)
            column = add.constant([-1, *[1] * (_axes_of(index) - 1)], INT32, "column")
            starts = add("Reshape", "output", [starts, column], "beginnings", T=kind, Tshape=small)
            positions = add("AddV2", "z", [positions, starts], "positions", T=kind)
        self.flat = add(
            "Reshape", "output", [positions, add.constant([-1], INT32, "flat")], "ids", T=kind, Tshape=small
        )


def _put_back(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Values added up at positions of images."""
    dy, index, images = node.inputs
    add, own, kind = _Adding(writer, name), dtype_attribute(dy.dtype), dtype_attribute(INT64)
    at = _Positions(add, index, images, node.attrs["whole"], ref)
    rows = [ref(dy), add.constant([-1], INT32, "all")]
    values = add("Reshape", "output", rows, "values", T=own, Tshape=dtype_attribute(INT32))
    count = add("Size", "output", [ref(images)], "size", T=dtype_attribute(images.dtype), out_type=kind)
    return _totals(add, dy, values, at.flat, count, at.shape, INT64, False)


def _taken(writer: Writer, node: Node, name: str, ref: _Ref) -> str:
    """Values at positions of images."""
    images, index = node.inputs
    add, own, kind = _Adding(writer, name), dtype_attribute(images.dtype), dtype_attribute(INT64)
    at = _Positions(add, index, images, node.attrs["whole"], ref)
    small = dtype_attribute(INT32)
    values = add("Reshape", "output", [ref(images), add.constant([-1], INT32, "all")], "values", T=own, Tshape=small)
    values_at = add("GatherV2", "output", [values, at.flat, add.constant(0, INT32, "axis")], "values_at", Tparams=own,
        Tindices=kind, Taxis=small, batch_dims=Typed("int", 0))  # fmt: skip
    wanted = add("Shape", "output", [ref(index)], "wanted", T=dtype_attribute(index.dtype), out_type=kind)
    return add("Reshape", "output", [values_at, wanted], T=own, Tshape=kind)


HELPERS: dict[str, Callable[[Writer, Node, str, _Ref], str]] = {
    "FractionalAvgPoolGrad": _averaged,
    "GatherGrad": _gathered,
    "GatherNdGrad": _scattered,
    "KeptShape": _kept_shape,
    "MaxPoolIndex": _largest,
    "PatchesGrad": _patches,
    "PoolGather": _taken,
    "PoolScatter": _put_back,
    "ReducedCount": _reduced_count,
    "ResizeGrad": _resized,
    "ScaleAndTranslateGrad": _translated,
    "SegmentRows": _segment_rows,
    "SliceGrad": _sliced,
    "SparseSegmentGrad": _sparse_segments,
    "SparseSliceGrad": _sparse_slice,
    "SumToShape": _sum_to_shape,
    "TileGrad": _tiled,
}
"""By block type what writes a call: it is given the writer, the call, its name, and how its inputs are written."""
