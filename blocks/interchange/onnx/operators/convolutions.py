"""Convolutions. The filter, [outputs, channels, ...] in ONNX, is transposed; images keep their format."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from blocks.base.dtypes import INT32
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.shapes import pad
from blocks.interchange.onnx.operators.vision import mixed
from blocks.interchange.onnx.operators.windows import FORMATS, OperatorWindows, explicit, windows
from blocks.interchange.onnx.site import Site, affordable, operator
from blocks.interchange.onnx.values import Val

_MOST_GROUPS = 1024
"""Groups that are convolved one by one: over volumes, and for transposed convolutions."""


@operator("Conv")
def _conv(site: Site) -> Val:
    result = convolved(site, site.input(0), site.input(1))
    return _biased(site, result, site.given(2))


def convolved(site: Site, x: Val, filter: Val) -> Val:
    if filter.rank != x.rank:
        raise DiagramError(f"a filter with {filter.rank} axes does not fit images with {x.rank} axes")
    kernel = [filter.size(i) for i in range(2, filter.rank)]
    slid = windows(site, x, kernel)
    groups = site.whole("group", 1)
    if len(kernel) == 1:
        rows, over_rows = site("ExpandDims", input=x, axis=2), site("ExpandDims", input=filter, axis=2)
        row = _over_images(site, rows, over_rows, slid.with_axis(), groups)
        return site("Squeeze", input=row, squeeze_dims=[2])
    if len(kernel) == 2:
        return _over_images(site, x, filter, slid, groups)
    if len(kernel) != 3:
        raise DiagramError(f"convolutions over {len(kernel)} spatial axes are not supported")
    if not slid.same:
        x = pad(site, x, [(0, 0), (0, 0), *slid.pads])
    options = slid.options()

    def one(part: Val, weights: Val) -> Val:
        return site("Conv3D", input=part, filter=_turned(site, weights), **options)

    return _by_group(site, x, filter, groups, one)


def _turned(site: Site, filter: Val) -> Val:
    """Return a filter with its first two axes last: [inputs, outputs]."""
    return site("Transpose", "filter", x=filter, perm=[*range(2, filter.rank), 1, 0])


def _by_group(site: Site, x: Val, filter: Val, groups: int, one: Callable[[Val, Val], Val]) -> Val:
    if groups == 1:
        return one(x, filter)
    if groups > _MOST_GROUPS:
        raise DiagramError(f"the operator has {groups:,} groups; the limit is {_MOST_GROUPS}")
    parts = site.all("Split", axis=1, value=x, num_split=groups)
    filters = site.all("Split", axis=0, value=filter, num_split=groups)
    return site("Concat", values=[one(a, b) for a, b in zip(parts, filters, strict=True)], axis=1)


def _over_images(site: Site, x: Val, filter: Val, slid: OperatorWindows, groups: int) -> Val:
    if any(a < 0 or b < 0 for a, b in slid.pads):
        x = pad(site, x, [(0, 0), (0, 0), *((min(a, 0), min(b, 0)) for a, b in slid.pads)])
        slid = slid._replace(pads=[(max(a, 0), max(b, 0)) for a, b in slid.pads])
    options = slid.options()
    if slid.is_padded:
        options |= {"padding": "EXPLICIT", "explicit_paddings": explicit(slid.pads)}
    if groups > 1 and filter.size(1) == 1 and len(set(slid.strides)) == 1:
        if filter.size(0) != groups:  # each channel has several filters
            window = [filter.size(2), filter.size(3)]
            filter = site.reshape(filter, [groups, filter.size(0) // groups, *window], "by_channel")
        by_depth = site("Transpose", "filter", x=filter, perm=[2, 3, 0, 1])
        return site("DepthwiseConv2dNative", input=x, filter=by_depth, **options)
    return site("Conv2D", input=x, filter=_turned(site, filter), **options)


def _biased(site: Site, x: Val, bias: Val | None) -> Val:
    if bias is None:
        return x
    form = FORMATS.get(x.rank - 2)
    if form == "NCHW":
        return site("BiasAdd", value=x, bias=bias, data_format=form)
    return site("Add", x=x, y=site.reshape(bias, [-1, *[1] * (x.rank - 2)]))


@operator("ConvTranspose")
def _conv_transpose(site: Site, x: Val, filter: Val) -> Val:
    space = x.rank - 2
    kernel = [filter.size(i) for i in range(2, filter.rank)]
    slid = windows(site, x, kernel, same_is_known=False)
    groups = site.whole("group", 1)
    more = site.wholes("output_padding") or [0] * space
    sizes = [site.size(x, i + 2) for i in range(space)]
    # Of a size, (size - 1) * stride + reach.
    full = [site.linear(n, step, reach - step) for n, step, reach in zip(sizes, slid.strides, slid.reach, strict=True)]
    pads = _margins(site, sizes, slid, more)
    if space == 1:
        x, filter = (site("ExpandDims", input=each, axis=2) for each in (x, filter))
        slid = slid.with_axis()
        full, pads, more = [1, *full], [(0, 0), *pads], [0, *more]
    if space > 3 or space < 1:
        raise DiagramError(f"convolutions over {space} spatial axes are not supported")
    whole = _scattered_kernel(site, x, filter, slid, full, groups)
    pairs = [(-a, more[i] - b) for i, (a, b) in enumerate(pads)]
    whole = pad(site, whole, [(0, 0), (0, 0), *pairs])
    if space == 1:
        whole = site("Squeeze", input=whole, squeeze_dims=[2])
    return _biased(site, whole, site.given(2))


def _margins(site: Site, sizes: list[Val | int], slid: OperatorWindows, more: list[int]) -> list[tuple[int, int]]:
    wanted = site.wholes("output_shape")
    auto = site.word("auto_pad", "NOTSET")
    if not wanted and not auto.startswith("SAME"):
        return [(0, 0)] * len(sizes) if auto == "VALID" else slid.pads
    result: list[tuple[int, int]] = []
    wanted = wanted[-len(sizes) :]
    for i, size in enumerate(sizes):
        if not isinstance(size, int):
            raise DiagramError("the sizes of the images are not known before the model runs")
        aim = wanted[i] if wanted else size * slid.strides[i]
        over = (size - 1) * slid.strides[i] + more[i] + slid.reach[i] - aim
        less = max(over, 0) // 2
        if over < 0:  # there is nothing to cut off: zeros are put behind
            result.append((0, over))
            continue
        result.append((less, over - less) if auto == "SAME_UPPER" else (over - less, less))
    return result


def _scattered_kernel(
    site: Site, x: Val, filter: Val, slid: OperatorWindows, full: list[Val | int], groups: int
) -> Val:
    space = len(full)
    options = slid._replace(same="").options()
    kind = "Conv2DBackpropInput" if space == 2 else "Conv3DBackpropInputV2"

    def one(part: Val, weights: Val) -> Val:
        shape: list[Val | int] = [site.size(part, 0), weights.size(1), *full]
        if space == 2 and all(isinstance(each, int) for each in full):
            shape = full  # height and width are enough
        plain = [each for each in shape if isinstance(each, int)]
        sizes = plain if len(plain) == len(shape) else site.cast(site.vector(shape), INT32)
        return site(kind, input_sizes=sizes, filter=_turned(site, weights), out_backprop=part, **options)

    return _by_group(site, x, filter, groups, one)


@operator("DeformConv")
def _deform_conv(site: Site, x: Val, filter: Val, offset: Val) -> Val:
    """Convolve with a separate offset for each window element at each position."""
    mask = site.given(4)
    if x.rank != 4:
        raise DiagramError("DeformConv is supported only for images with two spatial axes")
    window = filter.size(2), filter.size(3)
    strides, dilations = site.wholes("strides") or [1, 1], site.wholes("dilations") or [1, 1]
    pads, groups = site.wholes("pads") or [0] * 4, site.whole("group", 1)
    parts, count = site.whole("offset_group", 1), window[0] * window[1]
    out_size = offset.size(2), offset.size(3)
    channels = x.size(1) // parts
    affordable(count, *out_size)
    inside = np.stack(np.meshgrid(*map(np.arange, window), indexing="ij")).reshape(2, count, 1, 1)
    begin = np.stack(np.meshgrid(*map(np.arange, out_size), indexing="ij"))[:, None]
    scale = [np.array(each).reshape(2, 1, 1, 1) for each in (dilations, strides, pads[:2])]
    starts = inside * scale[0] + begin * scale[1] - scale[2]
    moved = site.reshape(offset, [-1, count, 2, *out_size])
    indices: list[Val] = []
    for axis, name in enumerate(("rows", "columns")):
        own = site("Squeeze", input=site.part(moved, 2, axis, axis + 1), squeeze_dims=[2])
        at = site("Add", x=own, y=site.const(starts[axis], name, x.dtype))
        indices.append(site.reshape(at, [-1, count * out_size[0], out_size[1]]))
    images = site.transpose(site.reshape(x, [-1, channels, x.size(2), x.size(3)]), [0, 2, 3, 1], "channels_last")
    floors = [site("Floor", x=each) for each in indices]
    seen = mixed(site, images, indices, floors, (0, 1), "linear")
    if mask is not None:
        seen = site("Multiply", x=seen, y=site.reshape(mask, [-1, count * out_size[0], out_size[1], 1]))
    columns = site.transpose(site.reshape(seen, [-1, parts, count, *out_size, channels]), [0, 1, 5, 2, 3, 4])
    depth = x.size(1) // groups * count
    columns = site.reshape(columns, [-1, groups, depth, out_size[0] * out_size[1]])
    kernels = site.reshape(filter, [groups, filter.size(0) // groups, depth])
    result = site("Einsum", inputs=[kernels, columns], equation="gmk,ngkp->ngmp")
    return _biased(site, site.reshape(result, [-1, filter.size(0), *out_size]), site.given(3))


@operator("ConvInteger")
def _conv_integer(site: Site) -> Val:
    x, filter = centred(site, site.input(0), site.given(2)), centred(site, site.input(1), site.given(3), first=True)
    return convolved(site, x, filter)


def centred(site: Site, x: Val, zero: Val | None, *, first: bool = False, axis: int | None = None) -> Val:
    """Subtract the zero point from quantized integers, as int32."""
    wide = site.cast(x, INT32)
    if zero is None:
        return wide
    zero = site.cast(zero, INT32)
    if zero.rank == 1 and zero.sizes != (1,) and (first or axis is not None):
        index = 0 if axis is None else axis
        zero = site.reshape(zero, [-1 if i == index else 1 for i in range(x.rank)])
    return site("Subtract", x=wide, y=zero)


@operator("Col2Im")
def _col2im(site: Site, x: Val) -> Val:
    """Add up columns [batch, channels * window, windows] at the positions of their windows in the image."""
    image, block = site.input(1).numbers("the image"), site.input(2).numbers("the window")
    count = len(image)
    strides, dilations = site.wholes("strides") or [1] * count, site.wholes("dilations") or [1] * count
    pads = site.wholes("pads") or [0] * (2 * count)
    padded = [size + pads[i] + pads[count + i] for i, size in enumerate(image)]
    rounds = [
        (size - (k - 1) * d - 1) // s + 1 for size, k, d, s in zip(padded, block, dilations, strides, strict=True)
    ]
    affordable(*block, *rounds, count)
    inside = np.meshgrid(*[np.arange(k) for k in block], indexing="ij")
    over = np.meshgrid(*[np.arange(n) for n in rounds], indexing="ij")
    indices = [inside[i].reshape(-1, 1) * dilations[i] + over[i].reshape(1, -1) * strides[i] for i in range(count)]
    flat = np.ravel_multi_index(tuple(indices), tuple(padded)).astype(np.int64).reshape(-1)
    channels = x.size(1) // int(np.prod(block))
    columns = site.reshape(x, [site.size(x, 0), channels, flat.size])
    rows = site("Transpose", x=columns, perm=[2, 0, 1])
    summed = site("UnsortedSegmentSum", data=rows, segment_ids=site.const(flat, "places"),
        num_segments=int(np.prod(padded)))  # fmt: skip
    whole = site.reshape(site("Transpose", x=summed, perm=[1, 2, 0]), [site.size(x, 0), channels, *padded])
    return pad(site, whole, [(0, 0), (0, 0), *((-pads[i], -pads[count + i]) for i in range(count))])
