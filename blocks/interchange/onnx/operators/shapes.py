"""Operators that create tensors or change their shapes."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import BOOL, BY_NAME, FLOAT, INT32, INT64, STRING, DType
from blocks.base.errors import DiagramError
from blocks.interchange.importing.model_graph import Weight
from blocks.interchange.onnx.site import Site, affordable, clipped, counted, counting, operator
from blocks.interchange.onnx.values import Val, constant, given_list, reshaped, sizes_in

_FAR = (1 << 31) - 1
"""An end behind every axis."""


@operator("Constant")
def _constant(site: Site) -> Val:
    if site.has("sparse_value"):
        weight = site.tensors.sparse(site.attributes["sparse_value"].sparse_tensor, "/".join(site.path))
    else:
        weight = site.tensor("value") or _listed(site)
    why = "the value of a Constant operator" if weight.dtype.is_differentiable and weight.array.size > 1 else None
    return constant(site.scope, site.graph, site.path, weight, why=why)


def _listed(site: Site) -> Weight:
    for name, dtype in (("float", "DT_FLOAT"), ("int", "DT_INT64"), ("string", "DT_STRING")):
        if not site.has(f"value_{name}") and not site.has(f"value_{name}s"):
            continue
        one, many = site.attributes.get(f"value_{name}"), site.attributes.get(f"value_{name}s")
        letter = name[0]
        plain = getattr(one, letter) if one is not None else list(getattr(many, f"{name}s"))
        return Weight(np.array(plain, BY_NAME[dtype].numpy), BY_NAME[dtype])
    raise DiagramError("the Constant operator has no value")


@operator("ConstantOfShape")
def _constant_of_shape(site: Site) -> Val:
    weight = site.tensor("value") or Weight(np.zeros(1, np.float32), FLOAT)
    return _filled(site, site.input(0), weight.array.reshape(()), weight.dtype)


def _filled(site: Site, dims: Val, value: np.ndarray, dtype: DType) -> Val:
    item = value.item()
    if dtype in (FLOAT, INT32) and np.isfinite(item):
        return site("Fill", dims=dims, value=item)
    return site("Fill", dims=dims, value=site.const(value, "value", dtype))


@operator("Range")
def _range(site: Site, start: Val, limit: Val, delta: Val) -> Val:
    dtype = start.dtype
    wide = dtype if dtype.name in ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_INT64") else INT64
    wide = FLOAT if dtype.is_floating and dtype.size < 4 else wide
    values = {n: site.cast(each, wide) for n, each in (("start", start), ("limit", limit), ("delta", delta))}
    values = {n: each if each.shape == () else site.reshape(each, []) for n, each in values.items()}
    return site.cast(site("Range", **values), dtype)


@operator("EyeLike")
def _eye_like(site: Site, x: Val) -> Val:
    dtype = site.element("dtype", x.dtype)
    rows = counting(site, site.size(x, 0))
    columns = counting(site, site.size(x, 1))
    k = site.whole("k")
    if k:
        rows = site("Add", x=rows, y=k)
    is_one = site("Equal", x=site("ExpandDims", input=rows, axis=1), y=columns)
    return site.cast(is_one, dtype)


@operator("Shape")
def _shape(site: Site) -> Val:
    result = site("Shape", input=site.input(0), out_type=INT64)
    if not site.whole("start") and not site.has("end"):
        return result
    rank = site.input(0).rank
    begin, end = (min(max(i + rank if i < 0 else i, 0), rank) for i in (site.whole("start"), site.whole("end", rank)))
    return site.part(result, 0, begin, max(begin, end))


@operator("Size")
def _size(site: Site) -> Val:
    return site("Size", input=site.input(0), out_type=INT64)


@operator("Reshape")
def _reshape(site: Site, x: Val, shape: Val) -> Val:
    if site.version < 5:
        wanted = site.wholes("shape")
        return site("Reshape", tensor=x, shape=_without_zeros(site, x, wanted))
    known = shape.known
    if site.whole("allowzero"):
        return site("Reshape", tensor=x, shape=shape)
    if known is not None:
        sizes = [int(each) for each in known.reshape(-1)]
        if 0 not in sizes:
            return site("Reshape", tensor=x, shape=shape if shape.array is not None else sizes)
        return site("Reshape", tensor=x, shape=_without_zeros(site, x, sizes))
    parts = sizes_in(shape.out)
    plain = None if parts is None else reshaped(x.out, x.shape, parts)
    if plain is not None:
        return site("Reshape", tensor=x, shape=plain)
    if not _may_have_zeros(shape):
        return site("Reshape", tensor=x, shape=shape)
    count = shape.size(0)
    sizes = site("Shape", input=x, out_type=INT64)
    rank = x.rank
    if rank > count:
        sizes = site.part(sizes, 0, 0, count)
    elif rank < count:
        sizes = site("Pad", input=sizes, paddings=[[0, count - rank]])
    return site("Reshape", tensor=x, shape=site("SelectV2", condition=site("Equal", x=shape, y=0), t=sizes, e=shape))


def _may_have_zeros(shape: Val) -> bool:
    """Return whether a size may be the 0 that means the input's size."""
    from blocks.graph.call_info import known_value

    node = shape.out.op
    if node.type.name not in ("Concat", "Stack"):
        return True
    known = [known_value(each) for each in node.input_list("values")]
    return any(each is not None and (each == 0).any() for each in known)


def _without_zeros(site: Site, x: Val, sizes: list[int]) -> list[int] | Val:
    known = reshaped(x.out, x.shape, sizes)
    if known is not None:
        return known
    result: list[Val | int] = [site.size(x, i) if size == 0 else size for i, size in enumerate(sizes)]
    if any(isinstance(each, Val) for each in result) and -1 not in sizes and sizes.count(0) == 1:
        return [-1 if size == 0 else size for size in sizes]
    plain = [each for each in result if isinstance(each, int)]
    return plain if len(plain) == len(result) else site.vector(result)


@operator("Transpose")
def _transpose(site: Site, x: Val) -> Val:
    return site("Transpose", x=x, perm=site.wholes("perm") or list(range(x.rank))[::-1])


def _axes(site: Site) -> list[int] | Val | None:
    if site.version >= 13:
        given = site.given(1)
        if given is None:
            return None
        return given if given.known is None else given.numbers("the axes")
    return site.wholes("axes") if site.has("axes") else None


@operator("Squeeze")
def _squeeze(site: Site, x: Val) -> Val:
    axes = _axes(site)
    if axes is None:
        return site("Squeeze", input=x)
    if isinstance(axes, Val):
        rank = x.rank
        kept = _others(site, axes, rank, rank - axes.size(0))
        sizes = site("GatherNd", params=site("Shape", input=x, out_type=INT64), indices=kept)
        return site("Reshape", tensor=x, shape=sizes)
    return site("Squeeze", input=x, squeeze_dims=axes) if axes else site("Identity", input=x)


@operator("Unsqueeze")
def _unsqueeze(site: Site, x: Val) -> Val:
    axes = _axes(site) or []
    if isinstance(axes, Val):
        rank = x.rank + axes.size(0)
        kept = _others(site, axes, rank, x.rank)
        ones = site.const(np.ones(rank, np.int64), "ones")
        sizes = site("TensorScatterUpdate", tensor=ones, indices=kept,
            updates=site("Shape", input=x, out_type=INT64))  # fmt: skip
        return site("Reshape", tensor=x, shape=sizes)
    if len(axes) == 1:
        return site("ExpandDims", input=x, axis=axes[0])
    rank = x.rank + len(axes)
    result = x
    for axis in sorted(counted(each, rank) for each in axes):
        result = site("ExpandDims", input=result, axis=axis)
    return site("Identity", input=x) if result is x else result


def _others(site: Site, axes: Val, rank: int, count: int) -> Val:
    """Return [count, 1] the axes that are not named; only their number is known before the run."""
    named = site("TensorScatterUpdate", tensor=site.const(np.zeros(rank, np.int64), "none"),
        indices=axis_indices(site, axes, rank), updates=site("OnesLike", x=site.cast(axes, INT64)))  # fmt: skip
    return site.reshape(site("Where", condition=site("Equal", x=named, y=0)), [count, 1])


@operator("Concat")
def _concat(site: Site) -> Val:
    values = given_list(site.inputs)
    if len(values) == 1:
        return site("Identity", input=values[0])
    return site("Concat", values=values, axis=site.whole("axis", 1 if site.version < 4 else 0))


@operator("Split")
def _split(site: Site, x: Val, given: Val | None = None) -> list[Val]:
    axis = site.axis(x.rank)
    count = len(site.outputs)
    sizes: list[int] | None = site.wholes("split") or None
    if given is not None and site.version >= 13:
        if given.known is None:
            return site.all("SplitV", value=x, size_splits=given, axis=axis, num_split=count)
        sizes = given.numbers("the sizes")
    if sizes is None:
        whole = x.shape[axis] if x.shape is not None else None
        if whole is None or whole % count == 0:
            return site.all("Split", axis=axis, value=x, num_split=count)
        each = -(-whole // count)
        sizes = [min(each, max(whole - i * each, 0)) for i in range(count)]
    return site.all("SplitV", value=x, size_splits=sizes, axis=axis, num_split=len(sizes))


@operator("Expand")
def _expand(site: Site, x: Val, shape: Val) -> Val:
    known = shape.known
    if known is not None and x.sizes is not None:
        wanted = np.broadcast_shapes(x.sizes, tuple(int(i) for i in known))
        if wanted == tuple(known.tolist()) and shape.array is not None:
            return site("BroadcastTo", input=x, shape=shape)
        return site("BroadcastTo", input=x, shape=list(wanted))
    sizes = site("Shape", input=x, out_type=INT64)
    return site("BroadcastTo", input=x, shape=site("BroadcastDynamicShape", s0=sizes, s1=shape))


def _ends(site: Site, index: int, name: str) -> Val | list[int] | None:
    if site.version < 10:
        return site.wholes(name) if site.has(name) else None
    given = site.given(index)
    if given is None:
        return None
    known = given.known
    return given if known is None else [int(each) for each in known.reshape(-1)]


@operator("Slice")
def _slice(site: Site, x: Val) -> Val:
    rank = x.rank
    starts, ends = _ends(site, 1, "starts"), _ends(site, 2, "ends")
    axes, steps = _ends(site, 3, "axes"), _ends(site, 4, "steps")
    if starts is None or ends is None:
        raise DiagramError("the input 'starts' or 'ends' is missing")
    if isinstance(axes, Val) or isinstance(steps, Val):
        return _slice_by_values(site, x, axes)
    if axes is None and steps is None and isinstance(starts, Val) and starts.shape == (None,):
        begin, end = (_for_all(site, each, rank, other) for each, other in ((starts, 0), (ends, _FAR)))
        return site("StridedSlice", input=x, begin=begin, end=end, strides=[1] * rank)
    count = len(starts) if isinstance(starts, list) else starts.size(0)
    indices = [counted(axis, rank) for axis in axes] if axes is not None else list(range(count))
    step_of = dict(zip(indices, steps or [1] * len(indices), strict=True))
    last = max(indices, default=-1) + 1
    masks = {"begin_mask": _mask(last, indices), "end_mask": _mask(last, indices)}
    begin = _at_axes(site, _not_before(site, x, starts, indices, step_of), indices, last)
    end = _at_axes(site, ends, indices, last)
    if not last:
        return site("Identity", input=x)
    return site("StridedSlice", input=x, begin=begin, end=end,
        strides=[step_of.get(i, 1) for i in range(last)], **{n: m for n, m in masks.items() if m})  # fmt: skip


def _for_all(site: Site, said: Val | list[int], rank: int, otherwise: int) -> Val:
    """Return a Slice's bounds for all axes, from those of the first ones, whose number is unknown."""
    lead = said if isinstance(said, Val) else site.const(np.array(said, np.int64), "said")
    others = site.const(np.full(rank, otherwise, np.int64), "others")
    return site.part(site("Concat", values=[site.cast(lead, INT64), others], axis=0), 0, 0, rank)


def _not_before(
    site: Site, x: Val, starts: Val | list[int], indices: list[int], step_of: dict[int, int]
) -> Val | list[int]:
    """Limit the starts of backward slices: one before the first item begins there and is not empty."""
    sizes = [x.shape[axis] if x.shape is not None and step_of[axis] < 0 else None for axis in indices]
    least = [-(1 << 31) if size is None else -size for size in sizes]
    if isinstance(starts, list):
        return [max(start, low) for start, low in zip(starts, least, strict=True)]
    if all(size is None for size in sizes):
        return starts
    return site("Maximum", "starts", x=site.cast(starts, INT64), y=site.const(np.array(least, np.int64), "first"))


def _slice_by_values(site: Site, x: Val, axes: Val | list[int] | None) -> Val:
    """Convert a Slice whose axes or steps are known only at run time."""
    rank = x.rank
    count = site.input(1).size(0)
    where = site.input(3) if axes is not None else counting(site, count, "axes")
    indices = axis_indices(site, where, rank)
    full = {"begin": 0, "end": _FAR, "strides": 1}
    given = {"begin": site.input(1), "end": site.input(2), "strides": site.given(4)}
    result: dict[str, Val] = {}
    for name, default in full.items():
        base = site.const(np.full(rank, default, np.int64), f"{name}_of_others")
        said = given[name]
        result[name] = base if said is None else site(
            "TensorScatterUpdate", name, tensor=base, indices=indices, updates=site.cast(said, INT64))  # fmt: skip
    return site("StridedSlice", input=x, **result)


def axis_indices(site: Site, axes: Val, rank: int) -> Val:
    wide = site("FloorMod", x=site.cast(axes, INT64), y=rank)
    return site("ExpandDims", input=wide, axis=1)


def _mask(last: int, indices: list[int]) -> int:
    return sum(1 << i for i in range(last) if i not in indices)


def _at_axes(site: Site, numbers: Val | list[int], indices: list[int], last: int) -> Val | list[int]:
    if isinstance(numbers, list):
        result = dict(zip(indices, clipped(numbers), strict=True))
        return [result.get(i, 0) for i in range(last)]
    if indices == list(range(last)):
        return numbers if numbers.dtype is INT64 else site.cast(numbers, INT64)
    wide = site.cast(numbers, INT64)
    zero = site.const(np.zeros(1, np.int64), "all")
    parts = [site.part(wide, 0, indices.index(i), indices.index(i) + 1) if i in indices else zero for i in range(last)]
    return site("Concat", values=parts, axis=0)


# -- Padding ----------------------------------------------------------------------------------------------------------


def pad(site: Site, x: Val, pairs: list[tuple[int, int]], value: object = 0, label: str = "") -> Val:
    below = [(max(a, 0), max(b, 0)) for a, b in pairs]
    for axis, (a, b) in enumerate(pairs):
        if a < 0 or b < 0:
            x = site.part(x, axis, max(-a, 0), min(b, 0) or None)
    if not any(a or b for a, b in below):
        return x
    paddings = [list(pair) for pair in below]
    if isinstance(value, (int, float)) and value == 0 and x.dtype not in (BOOL, STRING):
        return site("Pad", label, input=x, paddings=paddings)
    if not isinstance(value, Val):
        value = site.const(value, "value", x.dtype)
    return site("PadV2", label, input=x, paddings=paddings, constant_values=value)


@operator("Pad")
def _pad(site: Site, x: Val) -> Val:
    rank = x.rank
    mode = site.word("mode", "constant")
    fill: object = site.number("value") if site.version < 11 else 0
    given = site.given(2)
    if given is not None and site.version >= 11:
        fill = given if given.shape == () else site.reshape(given, [])
    if site.version < 11:
        numbers = site.wholes("pads" if site.version >= 2 else "paddings")
        axes = list(range(rank))
    else:
        where = site.given(3) if site.version >= 18 else None
        if site.input(1).known is None or (where is not None and where.known is None):
            return _pad_by_values(site, x, mode, fill, where)
        numbers = site.input(1).numbers("the padding")
        axes = list(range(rank)) if where is None else [counted(i, rank) for i in where.numbers("the axes")]
    half = len(numbers) // 2
    if len(numbers) != 2 * len(axes):
        raise DiagramError(f"the padding must have 2 values for each of {len(axes)} axes, got {len(numbers)} values")
    margin = dict(zip(axes, zip(numbers[:half], numbers[half:], strict=True), strict=True))
    pairs = [margin.get(i, (0, 0)) for i in range(rank)]
    if mode == "constant":
        result = pad(site, x, pairs, fill)
    elif mode == "reflect" and x.sizes is not None and all(max(p) < max(s, 1) and min(p) >= 0
                                                           for p, s in zip(pairs, x.sizes, strict=True)):  # fmt: skip
        result = site("MirrorPad", input=x, paddings=[list(pair) for pair in pairs], mode="REFLECT")
    else:
        result = x
        for axis, (before, behind) in enumerate(pairs):
            if min(before, behind) < 0:  # what is cut off is not in the margin
                result = site.part(result, axis, max(-before, 0), min(behind, 0) or None)
                before, behind = max(before, 0), max(behind, 0)
            if before or behind:
                result = _mirrored(site, result, axis, before, behind, mode)
    return site("Identity", input=x) if result is x else result


def _pad_by_values(site: Site, x: Val, mode: str, fill: object, where: Val | None) -> Val:
    rank = x.rank
    margin = site.cast(site.input(1), INT64)
    pairs = site("Transpose", x=site("Reshape", tensor=margin, shape=[2, -1]), perm=[1, 0])
    if where is not None:
        none = site.const(np.zeros((rank, 2), np.int64), "none")
        pairs = site("TensorScatterUpdate", tensor=none, indices=axis_indices(site, where, rank), updates=pairs)
    # A margin below 0 cuts, before the others are filled.
    begin, end = site.all("Unstack", value=site("Minimum", "cut", x=pairs, y=0), num=2, axis=1)
    end = site("Add", x=site("Shape", input=x, out_type=INT64), y=end)
    x = site("StridedSlice", "kept", input=x, begin=site("Negate", x=begin), end=end, strides=[1] * rank)
    pairs = site("Maximum", "margin", x=pairs, y=0)
    if mode == "constant":
        value = fill if isinstance(fill, Val) else site.const(fill, "value", x.dtype)
        return site("PadV2", input=x, paddings=pairs, constant_values=value)
    result = x
    for axis in range(rank):
        before, behind = (site.item(pairs, axis, i) for i in range(2))
        result = _mirrored(site, result, axis, before, behind, mode)
    return result


def _mirrored(site: Site, x: Val, axis: int, before: Val | int, behind: Val | int, mode: str) -> Val:
    if mode not in ("edge", "wrap", "reflect"):
        raise DiagramError(f"the padding mode {mode!r} is not supported")
    size = site.size(x, axis)
    affordable(sum(each for each in (size, before, behind) if isinstance(each, int)))

    def make(add: Site) -> list[Val]:
        count, front, back = (
            add.cast(each, INT64) if isinstance(each, Val) else add.const(each, "size", INT64)
            for each in (size, before, behind)
        )
        indices = add("Range", start=add("Negate", x=front), limit=add("Add", x=count, y=back),
            delta=add.const(1, "one", INT64))  # fmt: skip
        last = add("Subtract", x=count, y=1)
        if mode == "edge":
            return [add("Minimum", x=add("Maximum", x=indices, y=0), y=last)]
        if mode == "wrap":
            return [add("FloorMod", x=indices, y=count)]
        period = add("Maximum", "period", x=add("Multiply", x=last, y=2), y=1)
        turned = add("FloorMod", x=indices, y=period)
        return [add("Minimum", x=add("Minimum", x=turned, y=add("Subtract", x=period, y=turned)), y=last)]

    return site("GatherV2", params=x, indices=site.folded(make)[0], axis=axis)


@operator("CenterCropPad")
def _center_crop_pad(site: Site, x: Val) -> Val:
    said = site.declared[0]
    rank = x.rank
    axes = [counted(axis, rank) for axis in site.wholes("axes")] if site.has("axes") else list(range(rank))
    if site.input(1).known is None and said is not None and None not in said:
        wanted = [said[axis] or 0 for axis in axes]
    else:
        wanted = site.input(1).numbers("the shape")
    pairs = [(0, 0)] * rank
    for axis, size in zip(axes, wanted, strict=True):
        more = size - x.size(axis)
        # What is cut off is less before than behind; so is what is added.
        pairs[axis] = (more // 2, more - more // 2) if more >= 0 else (-((-more) // 2), -((-more) - (-more) // 2))
    result = pad(site, x, pairs)
    return site("Identity", input=x) if result is x else result


# -- Blocks of pixels -------------------------------------------------------------------------------------------------


@operator("DepthToSpace")
def _depth_to_space(site: Site, x: Val) -> Val:
    block = site.whole("blocksize")
    if site.word("mode", "DCR") == "DCR":
        return site("DepthToSpace", input=x, block_size=block, data_format="NCHW")
    n, _, h, w = (site.size(x, i) for i in range(4))
    deep = x.size(1) // (block * block)
    apart = site.reshape(x, [n, deep, block, block, h, w])
    mixed = site("Transpose", x=apart, perm=[0, 1, 4, 2, 5, 3])
    return site.reshape(mixed, [n, deep, site.linear(h, block), site.linear(w, block)])


@operator("SpaceToDepth")
def _space_to_depth(site: Site, x: Val) -> Val:
    block = site.whole("blocksize")
    if site.word("mode", "DCR") == "DCR":
        return site("SpaceToDepth", input=x, block_size=block, data_format="NCHW")
    n, c, h, w = (x.size(i) for i in range(4))
    apart = site.reshape(x, [n, c, h // block, block, w // block, block])
    mixed = site("Transpose", x=apart, perm=[0, 1, 3, 5, 2, 4])
    return site.reshape(mixed, [n, c * block * block, h // block, w // block])


@operator("Trilu")
def _trilu(site: Site, x: Val, given: Val | None = None) -> Val:
    if given is not None and given.known is None:
        return _trilu_by_value(site, x, site.reshape(given, []))
    k = 0 if given is None else given.numbers("the diagonal")[0]
    upper = site.whole("upper", 1)
    rows, columns = site.size(x, -2), site.size(x, -1)
    if isinstance(rows, int) and isinstance(columns, int) and max(rows, columns) < 1 << 20:
        k = max(min(k, columns + 1), -rows - 1)
    if (upper and k <= 0) or (not upper and k >= 0):
        below = min(-k, rows) if isinstance(rows, int) else -k
        above = min(k, columns) if isinstance(columns, int) else k
        bounds = {"num_lower": below, "num_upper": -1} if upper else {"num_lower": -1, "num_upper": above}
        try:
            return site("MatrixBandPart", input=x, **bounds)
        except DiagramError:
            return site.cast(site("MatrixBandPart", input=site.cast(x, INT64), **bounds), x.dtype)
    # Not by a difference: what is left out may be infinite.
    ones = site("OnesLike", x=x if x.dtype is not BOOL else site.cast(x, INT64))
    bounds = {"num_lower": -1, "num_upper": k - 1} if upper else {"num_lower": -k - 1, "num_upper": -1}
    others = site("MatrixBandPart", input=ones, **bounds)
    kept = site("Equal", x=others, y=site.scalar(0, others))
    return site("SelectV2", condition=kept, t=x, e=site("ZerosLike", x=x))


def _trilu_by_value(site: Site, x: Val, k: Val) -> Val:
    rows, columns = (counting(site, site.size(x, i)) for i in (-2, -1))
    side = site("Subtract", x=columns, y=site("ExpandDims", input=rows, axis=1))
    kept = site("GreaterEqual" if site.whole("upper", 1) else "LessEqual", x=side, y=site.cast(k, INT64))
    return site("SelectV2", condition=kept, t=x, e=site("ZerosLike", x=x))


@operator("OneHot")
def _one_hot(site: Site, indices: Val, depth: Val, values: Val) -> Val:
    known = depth.known
    count: Val | int
    count = site.cast(site.reshape(depth, []), INT32) if known is None else int(known.reshape(-1)[0])
    wide = indices if indices.dtype is INT64 else site.cast(indices, INT64)
    more = site.cast(count, INT64) if isinstance(count, Val) else count
    wrapped = site("SelectV2", condition=site("Less", x=wide, y=0), t=site("Add", x=wide, y=more), e=wide)
    off, on = (site.item(values, i) for i in range(2))
    axis = site.whole("axis", -1)
    axis = axis if axis >= -1 else axis + indices.rank + 1
    return site("OneHot", indices=wrapped, depth=count, on_value=on, off_value=off, axis=axis)


@operator("ReverseSequence")
def _reverse_sequence(site: Site) -> Val:
    return site("ReverseSequence", input=site.input(0), seq_lengths=site.input(1),
        seq_dim=site.whole("time_axis", 0), batch_dim=site.whole("batch_axis", 1))  # fmt: skip


@operator("TensorScatter")
def _tensor_scatter(site: Site, cache: Val, update: Val, first: Val | None = None) -> Val:
    axis = site.axis(cache.rank, default=-2)
    count, size = update.size(axis), cache.size(axis)
    batch = cache.size(0)
    affordable(batch, count)
    numbers = counting(site, count)
    if first is None:
        indices = site("Multiply", x=site.const(np.ones((batch, 1), np.int64), "ones"), y=numbers)
    else:
        indices = site("Add", x=site("ExpandDims", input=site.cast(first, INT64), axis=1), y=numbers)
    if site.word("mode", "linear") == "circular":
        indices = site("FloorMod", x=indices, y=size)
    rows = np.broadcast_to(np.arange(batch, dtype=np.int64)[:, None], (batch, count)).copy()
    where = site("Stack", values=[site.const(rows, "rows"), indices], axis=-1)
    order = [0, axis] + [i for i in range(1, cache.rank) if i != axis]
    back = [order.index(i) for i in range(cache.rank)]
    moved = site.transpose(cache, order)
    written = site("TensorScatterUpdate", tensor=moved, indices=where, updates=site.transpose(update, order))
    return site.transpose(written, back)
