"""TensorFlow forms of block types that TensorFlow lacks, most of which occur only in gradients.

Each function builds a small graph. It returns one output for each output of the call, or the operator that replaces it,
or None if the call can be written unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks import ops
from blocks.base.dtypes import BFLOAT16, FLOAT, HALF, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope, scope_of
from blocks.interchange.tensorflow.writing import Typed, dtype_attribute
from blocks.library.math.shared import lowest


class OtherOperator(NamedTuple):
    """An operator without a corresponding block type."""

    op: str
    pin: str
    inputs: Sequence[Output]
    attributes: Mapping[str, Typed]


Form = Callable[..., "Output | Sequence[Output] | OtherOperator | None"]


def _flat(x: Output) -> Output:
    return ops.reshape(x, [-1])


def _sizes(x: Output, dtype: DType = INT64) -> Output:
    return ops.shape(x, out_type=dtype)


def _count(sizes: Output) -> Output:
    return ops.prod(sizes, [0])


def _as(x: Output, dtype: DType) -> Output:
    return x if x.dtype is dtype else ops.cast(x, DstT=dtype)


def _wide(x: Output) -> Output:
    return _as(x, FLOAT) if x.dtype in (HALF, BFLOAT16) else x


def _totals(x: Output, ids: Output, count: Output | int) -> Output:
    """Sum rows by their ids, [count, ...]; rows with negative ids are left out."""
    return _as(ops.unsorted_segment_sum(_wide(x), ids, count), x.dtype)


def _numbers(indices: Output, sizes: Output) -> Output:
    """Return the row-major offsets of the elements at indices [n, axes]."""
    return ops.sum(indices * ops.cumprod(sizes, 0, exclusive=True, reverse=True), [1])


def _rows_of(indices: Output, count: Output) -> Output:
    each = ops.floor_div(ops.size(indices, out_type=count.dtype), ops.maximum(count, 1))
    return ops.reshape(indices, _stacked(count, each))


def _scope(parts: Sequence[object]) -> Scope:
    return scope_of(next(each for each in parts if isinstance(each, Output)))


def _joined(*parts: Output | Sequence[int]) -> Output:
    return ops.concat(_scope(parts), list(parts), 0)


def _stacked(*parts: Output | int) -> Output:
    return ops.stack(_scope(parts), list(parts))


# -- Sums and products -------------------------------------------------------------------------------------------------


def _sum_to_shape(_call: Node, x: Output, shape: Output) -> Output:
    axes = ops.BroadcastGradientArgs(shape, _sizes(x, shape.dtype)).r0
    return ops.reshape(ops.sum(x, axes), shape)


def _axes(shape: Output, axis: Output) -> Output:
    return ops.floor_mod(_flat(_as(axis, INT32)), ops.size(shape))


def _reduced_count(_call: Node, shape: Output, axis: Output) -> Output:
    return _count(_as(ops.gather(shape, _axes(shape, axis)), INT64))


def _kept_shape(_call: Node, shape: Output, axis: Output) -> Output:
    axes = _axes(shape, axis)
    return ops.tensor_scatter_update(shape, ops.expand_dims(axes, 1), _as(ops.ones_like(axes), shape.dtype))


def _product_of_others(_call: Node, x: Output, axis: Output) -> Output:
    sizes = _sizes(x)
    axes = _axes(sizes, axis)
    others = ops.SetDiff1D(ops.range(0, ops.size(sizes), 1), axes).out
    order = _joined(axes, others)
    front = ops.transpose(x, order)
    flat = ops.reshape(front, ops.stack([_count(ops.gather(sizes, each)) for each in (axes, others)]))
    before, behind = (ops.cumprod(flat, 0, exclusive=True, reverse=reverse) for reverse in (False, True))
    return ops.transpose(ops.reshape(before * behind, _sizes(front)), ops.invert_permutation(order))


def _multiples(_call: Node, large: Output, small: Output) -> Output:
    return ops.floor_div(large, ops.maximum(small, 1))


def _tiled(call: Node, dy: Output, shape: Output) -> Output:
    """Sum the repeats, which first become separate axes before each axis."""
    times = _multiples(call, _sizes(dy, shape.dtype), shape)
    sizes = _flat(ops.stack([times, shape], axis=1))
    return ops.sum(ops.reshape(dy, sizes), ops.range(0, ops.size(sizes), 2))


def _channel_sums(call: Node, x: Output) -> Output:
    channels = _sizes(x, INT32)[-1]
    radius = ops.minimum(channels, call.attrs["depth_radius"])
    band = ops.matrix_band_part(ops.ones_like(ops.fill(_stacked(channels, channels), 1.0)), radius, radius)
    return ops.reshape(ops.mat_mul(ops.reshape(x, _stacked(-1, channels)), band), _sizes(x))


# -- Parts -------------------------------------------------------------------------------------------------------------


def _concatenated(call: Node, dy: Output, axis: Output, values: Sequence[Output]) -> Output:
    sizes = [_sizes(each, INT32) for each in values]
    index: int = call.attrs["index"]
    begin = ops.ConcatOffset(_as(axis, INT32), sizes).offset[index]
    return ops.slice(dy, begin, sizes[index])


def _sliced(_call: Node, dy: Output, begin: Output, shape: Output) -> Output:
    before = _as(begin, shape.dtype)
    behind = shape - (before + _sizes(dy, shape.dtype))
    return ops.pad(dy, ops.stack([before, behind], axis=1))


def _scattered(_call: Node, dy: Output, indices: Output, shape: Output) -> Output:
    return ops.scatter_nd(indices, dy, _as(shape, indices.dtype))


def _gathered(call: Node, dy: Output, indices: Output, axis: Output, shape: Output) -> Output:
    known = known_value(axis)
    rank = None if shape.shape is None else shape.shape[0]
    if known is None or rank is None:
        text = f"{call.type.display_name} can be exported only if the axis and the number of axes are known"
        raise DiagramError(text)
    along, batch = int(known) % max(rank, 1), call.attrs["batch_dims"]
    if batch < 0:
        batch += len(indices.shape or ())
    before, behind, batches = shape[:along], shape[along + 1 :], _count(shape[:batch])
    ids = _rows_of(indices, _as(batches, indices.dtype))
    rows = ops.reshape(dy, _joined(before, _sizes(ids, shape.dtype)[1:], behind))
    order = [*range(batch), along, *(i for i in range(batch, rank) if i != along)]
    rows = ops.transpose(rows, order)
    starts = ops.range(0, _as(batches, ids.dtype), 1) * _as(shape[along], ids.dtype)
    inner = _joined(shape[batch:along], behind)
    total = _totals(
        ops.reshape(rows, _joined([-1], inner)), _flat(ids + ops.expand_dims(starts, 1)), batches * shape[along]
    )
    total = ops.reshape(total, _joined(shape[:batch], shape[along : along + 1], inner))
    return ops.transpose(total, [order.index(i) for i in range(rank)])


# -- Segments ----------------------------------------------------------------------------------------------------------


def _segments(call: Node, data: Output, ids: Output, count: Output) -> Output:
    """Write sorted segments as unsorted ones: TensorFlow has no CPU kernel for sorted ones with a count."""
    inside = ops.select_v2(ids < _as(count, ids.dtype), ids, ops.zeros_like(ids) - 1)
    return getattr(ops, f"Unsorted{call.type.name.removesuffix('V2')}")(data, inside, count).as_output()


def _segment_rows(_call: Node, values: Output, ids: Output) -> Output:
    rows = ops.gather(values, ops.maximum(ids, 0))
    inner = ops.ones_like(_sizes(values)[1:])
    inside = ops.reshape(ops.greater_equal(ids, 0), _joined(_sizes(ids), inner))
    return ops.select_v2(inside, rows, ops.zeros_like(rows))


def _segment_mean(_call: Node, dy: Output, ids: Output) -> Output:
    sizes = _sizes(dy)
    counts = ops.unsorted_segment_sum(_as(ops.ones_like(ids), INT64), ids, sizes[0])
    counts = ops.reshape(ops.maximum(counts, 1), _joined(sizes[:1], ops.ones_like(sizes[1:])))
    wide = _wide(dy)
    return _as(ops.gather(wide / _as(counts, wide.dtype), ids), dy.dtype)


def _segment_products(_call: Node, data: Output, ids: Output) -> Output:
    wide = _wide(data)
    zero = ops.equal(wide, 0)
    filled = ops.select_v2(zero, ops.ones_like(wide), wide)
    products = ops.gather(ops.segment_prod(filled, ids), ids) / filled
    zeros = _as(zero, INT64)
    others = ops.gather(ops.segment_sum(zeros, ids), ids) - zeros
    return _as(ops.select_v2(ops.equal(others, 0), products, ops.zeros_like(products)), data.dtype)


def _segment_averages(_call: Node, values: Output, segments: Output) -> Output:
    sizes = _sizes(values)
    width = sizes[-1]
    rows = ops.reshape(_as(segments, INT64), _stacked(-1, width))
    ids = _flat(rows + ops.expand_dims(ops.range(0, _sizes(rows)[0], 1) * width, 1))
    wide, count = _flat(_wide(values)), _count(sizes)
    sums, counts = (ops.unsorted_segment_sum(each, ids, count) for each in (wide, ops.ones_like(wide)))
    return ops.reshape(_as(ops.gather(sums / ops.maximum(counts, 1.0), ids), values.dtype), sizes)


def _sparse_segments(call: Node, *inputs: Output) -> Output:
    kind = {"sum": "Sum", "mean": "Mean", "sqrtn": "SqrtN"}[call.attrs["part"]]
    return getattr(ops, f"SparseSegment{kind}Grad")(*inputs).as_output()


# -- Sparse tensors ----------------------------------------------------------------------------------------------------


def _sparse_slice(
    _call: Node, dy: Output, indices: Output, shape: Output, start: Output, size: Output
) -> OtherOperator:
    """Find the indices of the kept elements again, because TensorFlow's operator requires them."""
    kept = ops.SparseSlice(indices, indices[:, 0], shape, start, size).output_indices
    return OtherOperator("SparseSliceGrad", "val_grad", [dy, indices, start, kept], {"T": dtype_attribute(dy.dtype)})


def _sparse_winners(
    call: Node, a_indices: Output, a_values: Output, b_indices: Output, b_values: Output
) -> Sequence[Output]:
    sizes = ops.max(_joined(a_indices, b_indices), [0]) + 1
    a, b = (_numbers(each, sizes) for each in (a_indices, b_indices))

    def found(wanted: Output, keys: Output, values: Output) -> Output:
        rows = [ops.expand_dims(each, 0) for each in (keys, wanted)]
        at = ops.lower_bound(*rows, out_type=INT64)[0]
        result = ops.gather(ops.pad(values, [[0, 1]]), at)
        is_there = ops.equal(ops.gather(ops.pad_v2(keys, [[0, 1]], -1), at), wanted)
        return ops.select_v2(is_there, result, ops.zeros_like(result))

    wins = ops.greater_equal if call.attrs["largest"] else ops.less_equal
    return wins(a_values, found(a, b, b_values)), ops.logical_not(wins(found(b, a, a_values), b_values))


def _sparse_dense_numbers(_call: Node, indices: Output, shape: Output) -> Output:
    axes = ops.size(shape, out_type=INT64)
    begin = _stacked(0, _sizes(indices)[1] - axes)
    trailing = ops.slice(indices, begin, _stacked(-1, axes))
    at = ops.select_v2(ops.equal(shape, 1), ops.zeros_like(trailing), trailing)
    return _numbers(at, shape)


def _sparse_products(_call: Node, indices: Output, x: Output, y: Output) -> Output:
    left, right = (_wide(ops.gather(each, indices[:, i])) for i, each in enumerate((x, y)))
    if x.dtype.is_complex:
        right = ops.conj(right)
    return _as(ops.sum(left * right, [1]), x.dtype)


def _sparse_reduced(_call: Node, indices: Output, shape: Output, axis: Output) -> Output:
    left = ops.SetDiff1D(ops.range(0, ops.size(shape), 1), _axes(shape, axis)).out
    return _numbers(ops.gather_v2(indices, left, 1), ops.gather(shape, left))


def _sparse_row_sums(_call: Node, indices: Output, values: Output) -> Output:
    first = indices[:, :-1]
    rows = ops.Unique(_numbers(first, ops.max(first, [0]) + 1))
    return ops.gather(_totals(values, rows.idx, ops.size(rows.y)), rows.idx)


def _sparse_to_dense(_call: Node, indices: Output, shape: Output) -> Output:
    return _as(_numbers(ops.reshape(indices, _stacked(-1, ops.size(shape))), shape), INT64)


def _sparse_filled(_call: Node, indices: Output, shape: Output) -> Sequence[Output]:
    filled = ops.SparseFillEmptyRows(indices, indices[:, 0], shape, 0)
    old = filled.reverse_index_map
    return old, ops.SetDiff1D(ops.range(0, ops.size(filled.output_values, out_type=INT64), 1), old).out


# -- Images ------------------------------------------------------------------------------------------------------------


def _images(size: Output) -> Output:
    return ops.fill(size, np.float32(0))


def _resized(call: Node, grads: Output, size: Output) -> OtherOperator:
    method = {"bilinear": "Bilinear", "bicubic": "Bicubic", "nearest": "NearestNeighbor"}.get(call.attrs["method"])
    if method is None or (grads.dtype is not FLOAT and method != "NearestNeighbor") or call.attrs["T"] is not FLOAT:
        raise DiagramError(f"{call.type.display_name} with this method or dtype cannot be exported to TensorFlow")
    images = size[1:3] if method == "NearestNeighbor" else _images(size)
    flags = {key: Typed("bool", call.attrs[key]) for key in ("align_corners", "half_pixel_centers")}
    return OtherOperator(
        f"Resize{method}Grad", "output", [grads, images], {"T": dtype_attribute(grads.dtype), **flags}
    )  # fmt: skip


def _translated(call: Node, grads: Output, size: Output, scale: Output, translation: Output) -> OtherOperator:
    attributes = {"T": dtype_attribute(FLOAT), "kernel_type": Typed("string", call.attrs["kernel_type"]),
                  "antialias": Typed("bool", call.attrs["antialias"])}  # fmt: skip
    return OtherOperator("ScaleAndTranslateGrad", "output", [grads, _images(size), scale, translation], attributes)


def _patches(call: Node, dy: Output, shape: Output) -> Output:
    """Find the targets of gradients by patches of an image that holds its elements' numbers."""
    attrs = {key: value for key, value in call.attrs.items() if key in ("ksizes", "strides", "rates", "padding")}
    kind = ops.ExtractImagePatches if len(call.attrs["ksizes"]) == 4 else ops.ExtractVolumePatches
    if kind is ops.ExtractVolumePatches:
        del attrs["rates"]
    inner = shape[1:]
    count = _count(inner)
    numbers = ops.reshape(ops.range(1, count + 1, 1), _joined([1], inner))
    ids = _flat(kind(numbers, **attrs).as_output() - 1)  # what is in the padding belongs to no element: -1
    rows = ops.reshape(dy, _joined(shape[:1], _sizes(ids, shape.dtype)))
    return ops.reshape(ops.transpose(_totals(ops.transpose(rows, [1, 0]), ids, count), [1, 0]), shape)


def _dilation_indices(call: Node, x: Output, filter: Output) -> Sequence[Output]:
    height, width = (filter.shape or (None, None))[:2]
    if height is None or width is None:
        raise DiagramError(f"{call.type.display_name} can be exported only if the size of the filter is known")
    count, sizes = height * width, _sizes(x)

    def cut(images: Output) -> Output:
        patches = ops.extract_image_patches(images, ksizes=[1, height, width, 1], **call.attrs)
        return ops.reshape(patches, _joined(_sizes(patches)[:3], [count], sizes[3:]))

    places = cut(ops.reshape(ops.range(1, _count(sizes) + 1, 1), sizes))
    reached = cut(x) + ops.reshape(filter, _joined([count], sizes[3:]))
    least = ops.zeros_like(reached) + _least(x.dtype)
    best = ops.arg_max(ops.select_v2(ops.greater(places, 0), reached, least), 3)
    chosen = ops.one_hot(best, count, np.int64(1), np.int64(0), axis=3)
    return ops.sum(places * chosen, [3]) - 1, best * sizes[3] + ops.range(0, sizes[3], 1)


def _of_groups(call: Node, *inputs: Output) -> Output | None:
    """Write a grouped convolution's gradient by group, because few TensorFlow CPU kernels support groups."""
    first, middle, dy = inputs  # the sizes of the images and the filter, or the images and the sizes of the filter
    is_filter = call.type.name.endswith("Filter")
    sizes_of = call.inputs[0].op
    images = sizes_of.inputs[0].shape if sizes_of.type.name == "Shape" else call.outputs[0].shape
    images, filter = (first.shape, call.outputs[0].shape) if is_filter else (images, middle.shape)
    axis = call.attrs["data_format"].index("C")
    whole, own = (None if shape is None else shape[i] for shape, i in ((images, axis), (filter, 2)))
    if not whole or not own or whole == own:
        return _undilated(call, *inputs)
    groups = whole // own
    sizes = np.ones(4, np.int32)
    sizes[3 if is_filter else axis] = groups
    split, kept = ((axis, first), middle) if is_filter else ((3, middle), first)
    pieces = [ops.Split(*each, num_split=groups).outputs for each in (split, (axis, dy))]
    fewer = ops.floor_div(kept, sizes)
    parts = [(piece, fewer, rest) if is_filter else (fewer, piece, rest) for piece, rest in zip(*pieces, strict=True)]
    kind = getattr(ops, call.type.name)
    return ops.concat([kind(*each, **call.attrs).as_output() for each in parts], 3 if is_filter else axis)


def _undilated(call: Node, *inputs: Output) -> Output | None:
    """Write a convolution with zeros in its filter, because many CPU kernels lack dilation."""
    attrs = call.attrs
    steps = [step for letter, step in zip(attrs["data_format"], attrs["dilations"], strict=True) if letter in "DHW"]
    if set(steps) <= {1}:
        return _padded(call, *inputs) if call.type.name == "DepthwiseConv2dNative" else None
    given, count = dict(zip([pin.name for pin in call.type.inputs], inputs, strict=True)), len(steps)
    times = np.array([*steps, 1, 1], np.int32)
    if "filter" in given:
        filter, sizes = given["filter"], _sizes(given["filter"], INT32)
        apart = _joined(*(part for i in range(count) for part in (sizes[i : i + 1], [1])), sizes[count:])
        zeros = [[0, step - 1] if k else [0, 0] for step in steps for k in (0, 1)]
        wide = ops.reshape(ops.pad(ops.reshape(filter, apart), [*zeros, [0, 0], [0, 0]]), ops.multiply(sizes, times))
        given["filter"] = wide[tuple(slice(1 - step or None) for step in steps)]
    else:
        given["filter_sizes"] = ops.multiply(given["filter_sizes"] - 1, times) + 1
    plain = {**attrs, "dilations": [1] * len(attrs["dilations"])}
    result = getattr(ops, call.type.name)(*given.values(), **plain).as_output()
    return result if "filter" in given else result[tuple(slice(None, None, step) for step in steps)]


def _padded(call: Node, x: Output, filter: Output) -> Output | None:
    """Pad separately: TensorFlow crashes if it fuses a bias with a convolution with explicit padding."""
    attrs = call.attrs
    if attrs["padding"] != "EXPLICIT":
        return None
    padded = ops.pad(x, np.reshape(np.array(attrs["explicit_paddings"], np.int32), (4, 2)))
    plain: dict[str, Any] = {**attrs, "padding": "VALID", "explicit_paddings": []}
    return ops.DepthwiseConv2dNative(padded, filter, **plain).as_output()


def _least(dtype: DType) -> Array:
    plain = np.dtype(dtype.numpy)
    return np.array(np.iinfo(plain).min if plain.kind in "iu" else lowest(plain), plain)


def _positions(index: Output, images: Output, whole: bool) -> Output:
    positions = _as(index, INT64)
    if not whole:
        sizes = _sizes(images)
        starts = ops.range(0, sizes[0], 1) * _count(sizes[1:])
        positions = _rows_of(positions, sizes[0]) + ops.expand_dims(starts, 1)
    return _flat(positions)


def _put_back(call: Node, dy: Output, index: Output, images: Output) -> Output:
    sizes = _sizes(images)
    return ops.reshape(_totals(_flat(dy), _positions(index, images, call.attrs["whole"]), _count(sizes)), sizes)


def _taken(call: Node, images: Output, index: Output) -> Output:
    return ops.reshape(ops.gather(_flat(images), _positions(index, images, call.attrs["whole"])), _sizes(index))


def _taken_at_largest(call: Node, _images: Output, grads: Output, argmax: Output) -> Output:
    return ops.PoolGather(grads, argmax, whole=call.attrs["include_batch_in_index"]).as_output()


def _largest(call: Node, images: Output) -> Output:
    """Write MaxPoolWithArgmax, which has neither channels first nor explicit padding."""
    attrs = call.attrs
    is_last, axes = attrs["data_format"] == "NHWC", ("ksize", "strides")
    if attrs["ksize"][3 if is_last else 1] != 1:
        raise DiagramError(f"{call.type.display_name} with windows over channels cannot be exported to TensorFlow")
    order = [0, 1, 2, 3] if is_last else [0, 2, 3, 1]
    x = ops.transpose(images, order)
    given: dict[str, Any] = {each: [attrs[each][i] for i in order] for each in axes}
    sizes, padding = _sizes(x), attrs["padding"]
    margins = np.zeros((4, 2), np.int64)
    if padding == "EXPLICIT":
        margins, padding = np.reshape(np.array(attrs["explicit_paddings"], np.int64), (4, 2))[order], "VALID"
        x = ops.pad_v2(x, margins, _least(images.dtype))
    at = ops.MaxPoolWithArgmax(x, **given, padding=padding, Targmax=INT64).argmax
    channels = sizes[3]
    place, channel = ops.floor_div(at, channels), ops.floor_mod(at, channels)
    wide = _sizes(x)[2]
    row, column = ops.floor_div(place, wide) - margins[1, 0], ops.floor_mod(place, wide) - margins[2, 0]
    place = row * sizes[2] + column
    if is_last:
        return place * channels + channel
    return ops.transpose(channel * _count(sizes[1:3]) + place, [0, 3, 1, 2])


def _largest_of_inputs(call: Node, images: Output, ksize: Output, strides: Output) -> Output:
    given = {pin: known_value(each) for pin, each in (("ksize", ksize), ("strides", strides))}
    known = {pin: each.tolist() for pin, each in given.items() if each is not None}
    if len(known) < len(given):
        raise DiagramError(f"{call.type.display_name} can be exported only if ksize and strides are known")
    return ops.MaxPoolIndex(images, **known, **call.attrs).as_output()


def _averaged(call: Node, dy: Output, images: Output, rows: Output, columns: Output) -> OtherOperator:
    attributes = {"T": dtype_attribute(dy.dtype), "overlapping": Typed("bool", call.attrs["overlapping"])}
    return OtherOperator("FractionalAvgPoolGrad", "output", [_sizes(images), dy, rows, columns], attributes)


def _fractional_averages(call: Node, images: Output, rows: Output, columns: Output) -> Output:
    sizes, wide = _sizes(images), _wide(images)

    def weights(sequence: Output, size: Output) -> Output:
        more = int(call.attrs["overlapping"])
        begin, end = sequence[:-1], ops.minimum(sequence[1:] + more, sequence[-1:])
        at = ops.range(0, size, 1)
        inside = ops.logical_and(ops.greater_equal(at, ops.expand_dims(begin, 1)), at < ops.expand_dims(end, 1))
        return _as(inside, wide.dtype) / _as(ops.expand_dims(end - begin, 1), wide.dtype)

    result = ops.einsum([weights(rows, sizes[1]), wide], equation="oh,nhwc->nowc")
    return _as(ops.einsum([weights(columns, sizes[2]), result], equation="pw,nowc->nopc"), images.dtype)


def _fractional_largest(call: Node, images: Output, largest: Output, rows: Output, columns: Output) -> Output:
    """Return the first position of each window's largest element."""
    sizes, out = _sizes(images), _sizes(largest)
    count = _count(out)

    def windows(sequence: Output, size: Output, is_next: bool) -> Output:
        begin, at = sequence[:-1], ops.range(0, size, 1)
        result = ops.upper_bound(*(ops.expand_dims(each, 0) for each in (begin, at)), out_type=INT64)[0] - 1
        begins = ops.logical_and(ops.equal(ops.gather(begin, result), at), ops.greater(result, 0))
        return result - _as(begins, INT64) if is_next else result

    def column(x: Output, axes: int) -> Output:
        return ops.reshape(x, [-1, *[1] * axes])

    place = column(ops.range(0, sizes[1], 1), 2) * sizes[2] + column(ops.range(0, sizes[2], 1), 1)
    place = place * sizes[3] + ops.range(0, sizes[3], 1)
    results: list[Output] = []
    ways = (False, True) if call.attrs["overlapping"] else (False,)
    for down in ways:
        for right in ways:
            row, at = windows(rows, sizes[1], down), windows(columns, sizes[2], right)
            best = ops.gather_v2(ops.gather_v2(largest, row, 1), at, 2)
            window = (column(ops.range(0, out[0], 1), 3) * out[1] + column(row, 2)) * out[2] + column(at, 1)
            window = window * out[3] + ops.range(0, out[3], 1)
            places = ops.zeros_like(window) + place
            first = ops.select_v2(ops.equal(images, best), places, ops.zeros_like(places) + _count(sizes))
            results.append(ops.unsorted_segment_min(_flat(first), _flat(window), count))
    while len(results) > 1:
        results.append(ops.minimum(results.pop(), results.pop()))
    return ops.reshape(results[0], out)


def _igamma_by_a(call: Node, a: Output, x: Output) -> OtherOperator:
    if call.attrs["order"] != 1:
        raise DiagramError(f"{call.type.display_name}: only the first derivative can be exported")
    return OtherOperator("IgammaGradA", "z", [a, x], {"T": dtype_attribute(x.dtype)})


def _first(_call: Node, x: Output, *_others: Output) -> Output:
    return x


_CONVOLUTIONS = (
    "Conv3D", "Conv3DBackpropFilterV2", "Conv3DBackpropInputV2",
    "DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropFilter", "DepthwiseConv2dNativeBackpropInput",
)  # fmt: skip
FORMS: Mapping[str, Form] = {
    **dict.fromkeys(_CONVOLUTIONS, _undilated), "Conv2DBackpropFilter": _of_groups, "Conv2DBackpropInput": _of_groups,
    "ChannelWindowSum": _channel_sums, "CheckedGradient": _first,
    "ConcatPart": _concatenated, "DilationIndices": _dilation_indices,
    "FractionalAverages": _fractional_averages, "FractionalAvgPoolGrad": _averaged,
    "FractionalMaxPoolIndex": _fractional_largest, "GatherGrad": _gathered, "GatherNdGrad": _scattered,
    "IgammaByA": _igamma_by_a, "KeptShape": _kept_shape, "MaxPoolGradGradWithArgmax": _taken_at_largest,
    "MaxPoolIndex": _largest, "MaxPoolIndexV2": _largest_of_inputs, "PatchesGrad": _patches, "PoolGather": _taken,
    "PoolScatter": _put_back, "ProductOfOthers": _product_of_others, "ReducedCount": _reduced_count,
    "ResizeGrad": _resized, "ScaleAndTranslateGrad": _translated,
    **{f"Segment{each}V2": _segments for each in ("Max", "Min", "Prod", "Sum")}, "SegmentAverages": _segment_averages,
    "SegmentMeanGrad": _segment_mean, "SegmentProductOfOthers": _segment_products, "SegmentRows": _segment_rows,
    "SliceGrad": _sliced, "SparseDenseNumbers": _sparse_dense_numbers, "SparseFilledNumbers": _sparse_filled,
    "SparseReducedNumbers": _sparse_reduced, "SparseRowSums": _sparse_row_sums,
    "SparseSampledMatMul": _sparse_products, "SparseSegmentGrad": _sparse_segments, "SparseSliceGrad": _sparse_slice,
    "SparseToDenseNumbers": _sparse_to_dense, "SparseWinners": _sparse_winners, "SumToShape": _sum_to_shape,
    "TileGrad": _tiled, "TileMultiples": _multiples,
}  # fmt: skip
"""By block type what makes the graph of a call: it is given the call, and its inputs in the new graph."""
