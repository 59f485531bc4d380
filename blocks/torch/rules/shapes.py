"""Rules for shapes, padding, joining, and tensors that are created."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import INT64
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import broadcast_to, integers, rank, reshaped, sizes, transposed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import (
    RULES,
    Value,
    axes,
    const,
    mapped,
    one,
    outputs,
    promoted,
    refuse,
    rule,
    to,
)

np: Any = numpy


def _same(_: Call, x: Output, *__: Any, **___: Any) -> Output:
    return x


def _cast(call: Call, x: Output, *_: Any, **__: Any) -> Output:
    return to(x, call.dtype)


def _reshaped(call: Call, x: Output, *_: Any, **__: Any) -> Output:
    return reshaped(x, call.shape)


def _broadcast(call: Call, x: Output, *_: Any, **__: Any) -> Output:
    return broadcast_to(x, call.shape)


RULES.update(dict.fromkeys(("contiguous", "lift", "lift_fresh", "lift_fresh_copy", "alias", "clone", "expand_copy",
    "resolve_conj", "resolve_neg", "_reshape_alias_copy"), _same))  # fmt: skip
RULES.update(dict.fromkeys(("to", "_to_copy", "type_as", "float", "double", "half", "long", "int", "bool", "cpu",
    "prims_convert_element_type"), _cast))  # fmt: skip
RULES.update(dict.fromkeys(("view", "reshape", "_unsafe_view", "_reshape_alias", "flatten", "unflatten", "ravel",
    "unsqueeze", "squeeze", "view_as", "reshape_as", "atleast_1d", "atleast_2d", "view_copy"), _reshaped))  # fmt: skip
RULES.update(dict.fromkeys(("expand", "expand_as", "broadcast_to"), _broadcast))


@rule("view.dtype")
def _bits(call: Call, x: Output, _: Any) -> Output:
    return make("Bitcast", x, type=call.dtype)


@rule("permute", "numpy_T", "transpose", "t", "mT", "mH", "adjoint", "swapaxes", "swapdims", "movedim", "moveaxis")
def _permuted(call: Call, x: Output, *dims: Any) -> Output:
    name = call.target.split(".")[-2]
    if not rank(x):
        return x
    if name == "permute":
        return transposed(x, axes(dims[0], x))
    if name in ("movedim", "moveaxis"):
        return mapped(np.moveaxis, x, *dims)
    if name == "numpy_T" or (name == "t" and rank(x) < 2):
        return mapped(np.transpose, x)
    result = mapped(np.swapaxes, x, *(dims or (-2, -1)))
    return make("Conj", result) if x.dtype.is_complex and name in ("mH", "adjoint") else result


@rule("cat", "concat", "concatenate")
def _cat(call: Call, parts: Sequence[Output], dim: int = 0) -> Output:
    given = [to(each, call.dtype) for each in parts if sizes(each) != (0,) or call.shape == (0,)]
    return make("Concat", given, dim % rank(given[0])) if len(given) > 1 else given[0]


@rule("stack")
def _stack(call: Call, parts: Sequence[Output], dim: int = 0) -> Output:
    return make("Stack", [to(each, call.dtype) for each in parts], axis=dim % len(call.shape))


@rule("hstack", "vstack", "dstack", "column_stack", "row_stack")
def _stacked(call: Call, parts: Sequence[Output]) -> Output:
    name, count = call.target.split(".")[-2], rank(parts[0])
    if name == "column_stack":
        return _cat(call, [reshaped(each, (-1, 1)) if rank(each) < 2 else each for each in parts], 1)
    axis = {"hstack": min(1, max(count - 1, 0)), "dstack": 2}.get(name, 0)
    least = {"hstack": (-1,), "dstack": (1, -1, 1)}.get(name, (1, -1))
    if name == "dstack" and count == 2:
        return make("Stack", list(parts), axis=2) if len(parts) > 1 else make("ExpandDims", parts[0], 2)
    return _cat(call, [reshaped(each, least) if rank(each) < len(least) else each for each in parts], axis)


@rule("split", "split_with_sizes", "chunk", "unsafe_split", "unsafe_chunk", "split_with_sizes_copy", "tensor_split",
      "hsplit", "vsplit")  # fmt: skip
def _split(call: Call, x: Output, *rest: Any, **more: Any) -> list[Output]:
    dim = next((i for i in range(rank(x)) if any(each.shape[i] != sizes(x)[i] for each in call.results)), 0)
    lengths = np.array([each.shape[dim] for each in call.results], np.int64)
    return outputs("SplitV", x, lengths, dim, num_split=len(lengths)) if len(lengths) > 1 else [x]


@rule("unbind")
def _unbind(call: Call, x: Output, dim: int = 0) -> list[Output]:
    return outputs("Unstack", x, axis=dim % rank(x), num=len(call.results))


def part(x: Output, dim: int, index: Any) -> Output:
    return x[(*[slice(None)] * (dim % rank(x)), index)]


@rule("slice", "slice_copy")
def _slice(_: Call, x: Output, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Output:
    begin, end, _ = slice(start, end).indices(sizes(x)[dim])
    if (begin, step) == (0, 1) and end >= sizes(x)[dim]:
        return x
    return part(x, dim, slice(begin, max(begin, end), None if step == 1 else step))


@rule("narrow")
def _narrow(_: Call, x: Output, dim: int, start: int, length: int) -> Output:
    start %= sizes(x)[dim]
    return part(x, dim, slice(start, start + length))


@rule("select", "select_copy")
def _select(_: Call, x: Output, dim: int, index: int) -> Output:
    return part(x, dim, index % sizes(x)[dim])


@rule("as_strided")
def _as_strided(call: Call, x: Output, size: Sequence[int], stride: Sequence[int], offset: int | None = None) -> Output:
    rows = [math.prod(size[i + 1 :]) for i in range(len(size))]
    plain = all(a == b or n == 1 for a, b, n in zip(rows, stride, size, strict=True))
    if not plain or offset or math.prod(size) != math.prod(sizes(x)):
        raise refuse(call, f"size={list(size)} and stride={list(stride)}")
    return reshaped(x, size)


@rule("flip", "fliplr", "flipud")
def _flip(call: Call, x: Output, dims: Any = None) -> Output:
    dims = [1 if "lr" in call.target else 0] if dims is None else dims
    return make("Reverse", x, integers(axes(dims, x))) if rank(x) else x


@rule("roll")
def _roll(_: Call, x: Output, shifts: Any, dims: Any = ()) -> Output:
    dims = [dims] if isinstance(dims, int) else list(dims)
    return mapped(np.roll, x, shifts if dims else shifts[0] if isinstance(shifts, Sequence) else shifts, dims or None)


RULES["rot90"] = lambda _, x, k=1, dims=(0, 1): mapped(np.rot90, x, k, dims)


@rule("tril", "triu")
def _triangle(call: Call, x: Output, diagonal: int = 0) -> Output:
    return mapped(np.tril if "tril" in call.target else np.triu, x, diagonal)


@rule("diagonal", "linalg_diagonal", "diagonal_copy")
def diagonal(_: Call, x: Output, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Output:
    return mapped(np.diagonal, x, offset, dim1, dim2)


RULES["diag"] = lambda _, x, diagonal=0: mapped(np.diag, x, diagonal)
RULES["diagflat"] = lambda _, x, offset=0: mapped(np.diag, reshaped(x, (-1,)), offset)
RULES["trace"] = lambda _, x: mapped(np.trace, x)


@rule("diag_embed")
def _diag_embed(_: Call, x: Output, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Output:
    result = make("MatrixDiagV3", x, offset, -1, -1, const(0, x.dtype))
    return mapped(np.moveaxis, result, (-2, -1), (dim1, dim2))


@rule("block_diag")
def _block_diag(call: Call, parts: Sequence[Output]) -> Output:
    row, column, rows = 0, 0, list[Output]()
    for each in parts:
        matrix = to(reshaped(each, (1,) * (2 - rank(each)) + sizes(each)), call.dtype)
        height, width = sizes(matrix)
        rows.append(make("Pad", matrix, integers([(0, 0), (column, call.shape[1] - column - width)])))
        row, column = row + height, column + width
    return _cat(call, rows, 0)


@rule("repeat", "tile")
def _repeat(_: Call, x: Output, times: Sequence[int]) -> Output:
    return mapped(np.tile, x, list(times)) if len(times) else x


@rule("repeat_interleave")
def _repeat_interleave(call: Call, x: Output, repeats: Any, dim: int | None = None, **_: Any) -> Output:
    if isinstance(repeats, Output):
        raise refuse(call, "a tensor of repeats")
    return mapped(np.repeat, x, repeats, dim)


@rule("unfold")
def _unfold(_: Call, x: Output, dim: int, size: int, step: int) -> Output:
    count = (sizes(x)[dim] - size) // step + 1
    places = np.arange(count)[:, None] * step + np.arange(size)
    return mapped(np.moveaxis, make("GatherV2", x, places, dim % rank(x)), dim % rank(x) + 1, -1)


@rule("pad", "constant_pad_nd", "reflection_pad1d", "reflection_pad2d", "reflection_pad3d", "replication_pad1d",
      "replication_pad2d", "replication_pad3d", "_pad_circular", "_pad_enum")  # fmt: skip
def pad(call: Call, x: Output, margin: Sequence[int], mode: Any = None, value: float | None = None) -> Output:
    name = call.target.split(".")[-2]
    if name == "constant_pad_nd":
        mode, value = "constant", mode
    mode = {"reflec": "reflect", "replic": "edge", "_pad_c": "wrap"}.get(name[:6], mode or "constant")
    mode = {"replicate": "edge", "circular": "wrap"}.get(mode, mode)
    pairs = [(0, 0)] * (rank(x) - len(margin) // 2) + list(zip(margin[::2], margin[1::2], strict=True))[::-1]
    count = rank(x) - len(margin) // 2
    pairs = [(0, 0)] * count + list(zip(margin[::2], margin[1::2], strict=True))[::-1]
    pads = const([each for side in zip(*pairs, strict=True) for each in side], INT64)
    return one("Pad", x, pads, const(value or 0, x.dtype) if mode == "constant" else None, mode=mode)


@rule("pixel_shuffle", "pixel_unshuffle", "channel_shuffle")
def _shuffle(call: Call, x: Output, n: int) -> Output:
    *front, c, h, w = sizes(x)
    k = len(front)
    lead = list(range(k))
    if "channel" in call.target:
        [c, *rest] = sizes(x)[1:]
        return reshaped(mapped(np.swapaxes, reshaped(x, (sizes(x)[0], n, c // n, *rest)), 1, 2), sizes(x))
    if "un" in call.target:
        apart = reshaped(x, (*front, c, h // n, n, w // n, n))
        return reshaped(transposed(apart, [*lead, k, k + 2, k + 4, k + 1, k + 3]), call.shape)
    apart = reshaped(x, (*front, c // n**2, n, n, h, w))
    return reshaped(transposed(apart, [*lead, k, k + 3, k + 1, k + 4, k + 2]), call.shape)


@rule("meshgrid", "cartesian_prod")
def _meshgrid(_: Call, parts: Sequence[Output], indexing: str = "ij") -> list[Output]:
    return mapped(np.meshgrid, *parts, indexing=indexing)


@rule("broadcast_tensors")
def _broadcast_tensors(call: Call, parts: Sequence[Output]) -> list[Output]:
    return [broadcast_to(x, call.shape) for x in parts]


# -- New tensors ------------------------------------------------------------------------------------------------------


def _filled(value: float, call: Call, *_: Any, **__: Any) -> Output:
    return const(np.full(call.shape, value), call.dtype)


RULES.update({f"{prefix}{name}": partial(_filled, value) for name, value in
    (("zeros", 0), ("ones", 1), ("empty", 0), ("zeros_like", 0), ("ones_like", 1), ("empty_like", 0),
     ("empty_strided", 0), ("empty_permuted", 0)) for prefix in ("", "new_")})  # fmt: skip


@rule("full", "full_like", "new_full", "fill", "scalar_tensor")
def _full(call: Call, first: Any, *rest: Any, **_: Any) -> Output:
    value = rest[0] if rest and "new_full" not in call.target else rest[1] if rest else first
    if isinstance(value, Output):
        return broadcast_to(to(value, call.dtype), call.shape)
    return _filled(value, call)


@rule("arange")
def _arange(call: Call, *bounds: float, **_: Any) -> Output:
    return const(np.arange(*bounds).reshape(call.shape), call.dtype)


@rule("linspace", "logspace")
def _spaced(call: Call, start: float, end: float, steps: int, base: float = 10.0, **_: Any) -> Output:
    if isinstance(start, Output) or isinstance(end, Output):
        raise refuse(call, "tensor bounds")
    line = np.linspace(start, end, steps)
    return const(base**line if "logspace" in call.target else line, call.dtype)


@rule("eye")
def _eye(call: Call, *_: Any, **__: Any) -> Output:
    return const(np.eye(*call.shape), call.dtype)


@rule("tril_indices", "triu_indices")
def _indices(call: Call, rows: int, columns: int, offset: int = 0, **_: Any) -> Output:
    function = np.tril_indices if "tril" in call.target else np.triu_indices
    return const(np.stack(function(rows, offset, columns)), call.dtype)


@rule("one_hot")
def _one_hot(call: Call, x: Output, num_classes: int = -1) -> Output:
    return make("OneHot", x, np.int32(call.shape[-1]), const(1, INT64), const(0, INT64))


@rule("bucketize", "searchsorted")
def _searched(call: Call, first: Value, second: Value, *, right: bool = False, side: str | None = None,
              sorter: Output | None = None, **_: Any) -> Output:  # fmt: skip
    values, bounds = (first, second) if "bucketize" in call.target else (second, first)
    if sorter is not None:
        raise refuse(call, "sorter")
    dtype = promoted(bounds, values)
    bounds, values = to(bounds, dtype), to(values, dtype)
    rows = math.prod(sizes(bounds)[:-1])
    found = make("UpperBound" if right or side == "right" else "LowerBound",
        reshaped(bounds, (rows, sizes(bounds)[-1])), reshaped(values, (rows, -1)), out_type=call.dtype)  # fmt: skip
    return reshaped(found, call.shape)


@rule("vander")
def _vander(call: Call, x: Output, N: int | None = None, increasing: bool = False) -> Output:
    powers = np.arange(call.shape[-1])
    return make("Pow", make("ExpandDims", to(x, call.dtype), -1),
                const(powers if increasing else powers[::-1], call.dtype))  # fmt: skip
