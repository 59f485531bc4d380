"""Rules for layers: convolutions, pooling, resizing, normalization, attention and recurrent layers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy

from blocks import loops
from blocks.base.dtypes import BOOL, FLOAT, INT64
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.interchange.onnx.operators.resizing import resize_matrix
from blocks.interchange.tracing.tracer import broadcast_to, rank, reshaped, sizes, transposed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.elementwise import kept
from blocks.torch.rules.helpers import RULES, const, many, outputs, refuse, rule, scaled, select, to
from blocks.torch.rules.operators import OperatorSite, mapped, one, operator
from blocks.torch.rules.reductions import over, picked, weighted

np: Any = numpy
Sizes = int | Sequence[int]


@rule("convolution")
def _convolution(_: Call, x: Output, weight: Output, bias: Output | None, stride: Sizes, padding: Sizes,
                 dilation: Sizes, transposed: bool, output_padding: Sizes, groups: int) -> Output:  # fmt: skip
    space = rank(weight) - 2
    more = {"output_padding": many(output_padding, space)} if transposed else {}
    return one("ConvTranspose" if transposed else "Conv", x, weight, bias, strides=many(stride, space), group=groups,
               pads=many(padding, space) * 2, dilations=many(dilation, space), **more)  # fmt: skip


def _space(call: Call) -> int:
    return int(call.name.partition("pool")[2][0])


def _batched(call: Call, x: Output) -> Output:
    """Return a batch of images; PyTorch also takes one image."""
    return x if rank(x) == _space(call) + 2 else make("ExpandDims", x, 0)


@rule("max_pool1d", "max_pool2d", "max_pool3d", "max_pool2d_with_indices", "max_pool3d_with_indices")
def _max_pool(call: Call, x: Output, kernel: Sizes, stride: Sizes = (), padding: Sizes = 0, dilation: Sizes = 1,
              ceil_mode: bool = False) -> list[Output]:  # fmt: skip
    """Convert pooling, whose gradient goes to the first largest element: not so in the block MaxPool3D."""
    space, images = _space(call), _batched(call, x)
    window, dilations = many(kernel, space), many(dilation, space)
    by_index = len(call.results) > 1 or space == 3 or set(dilations) != {1}
    result = operator("MaxPool", images, wanted=1 + by_index, kernel_shape=window, pads=many(padding, space) * 2,
        strides=many(stride or window, space), dilations=dilations, ceil_mode=ceil_mode)  # fmt: skip
    if not by_index:
        return [reshaped(result[0], call.shape)]
    where = reshaped(result[1], call.shape)
    values = make("GatherV2", reshaped(x, (-1,)), where, 0)
    return [values, make("FloorMod", where, const(math.prod(sizes(images)[2:]), INT64))][: len(call.results)]


@rule("avg_pool1d", "avg_pool2d", "avg_pool3d")
def _avg_pool(call: Call, x: Output, kernel: Sizes, stride: Sizes = (), padding: Sizes = 0, ceil_mode: bool = False,
              count_include_pad: bool = True, divisor_override: int | None = None) -> Output:  # fmt: skip
    if divisor_override is not None and ceil_mode:
        raise refuse(call, "divisor_override and ceil_mode")
    space, with_pad = _space(call), count_include_pad or divisor_override is not None
    window = many(kernel, space)
    result = one("AveragePool", _batched(call, x), kernel_shape=window, strides=many(stride or window, space),
        pads=many(padding, space) * 2, ceil_mode=ceil_mode, count_include_pad=with_pad)  # fmt: skip
    return scaled(reshaped(result, call.shape), math.prod(window) / divisor_override if divisor_override else 1)


def _bounds(size: int, count: int) -> list[slice]:
    return [slice(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


@rule("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d")
def _adaptive_avg_pool(call: Call, x: Output, _: Any) -> Output:
    """Convert adaptive pooling: the mean, if one value is left; otherwise a window, or a matrix for each axis."""
    dims = list(range(rank(x) - _space(call), rank(x)))
    steps = [sizes(x)[i] / call.shape[i] for i in dims]
    if {call.shape[i] for i in dims} == {1}:
        return over("Mean", x, dims, True)
    if all(each == int(each) for each in steps):
        return _avg_pool(call, x, list(map(int, steps)))
    for axis in dims:
        parts = _bounds(sizes(x)[axis], call.shape[axis])
        inside = np.stack([np.bincount(np.r_[part], minlength=sizes(x)[axis]) for part in parts])
        x = _along(x, axis, inside / inside.sum(1, keepdims=True))
    return x


@rule("adaptive_max_pool2d", "adaptive_max_pool3d")
def _adaptive_max_pool(call: Call, x: Output, _: Any) -> list[Output]:
    """Convert adaptive pooling: the first largest element of each part of the image, and its position."""
    lead = rank(x) - _space(call)
    front, given, aims = sizes(x)[:lead], sizes(x)[lead:], call.shape[lead:]
    numbers = np.arange(math.prod(given)).reshape(given)
    if math.prod(aims) > 400:
        raise refuse(call, "more than 400 parts of the image")
    places = [numbers[part].reshape(-1) for part in itertools.product(*map(_bounds, given, aims))]
    table = np.stack([np.resize(each, max(map(len, places))) for each in places])  # numbers are repeated
    parts = make("GatherV2", reshaped(x, (*front, -1)), table, lead)
    at = make("ExpandDims", make("ArgMax", parts, rank(parts) - 1), -1)
    rows = broadcast_to(const(table, INT64), (*front, *table.shape))
    return [reshaped(picked(each, at, -1), call.shape) for each in (parts, rows)]


def _along(x: Output, axis: int, matrix: Any) -> Output:
    """Return the products of a matrix [out, size] and the vectors along an axis."""
    letters = "abcde"[: rank(x)]
    equation = f"{letters},z{letters[axis]}->{letters.replace(letters[axis], 'z')}"
    return make("Einsum", [x, const(matrix, x.dtype)], equation=equation)


def _resized(name: str, call: Call, x: Output, size: Any, *rest: Any) -> Output:
    """Convert resizing, one axis after the other: by indices for the nearest elements, otherwise by a matrix."""
    align, scales = (False, rest[0] if rest else None) if "nearest" in name else (*rest, None)[:2]
    attributes = {"antialias": 1, "exclude_outside": 1, "cubic_coeff_a": -0.5} if name.endswith("_aa") else {}
    site = OperatorSite("Resize", (), attributes, 1)
    for axis, out in list(enumerate(call.shape))[2:]:
        size, i = sizes(x)[axis], np.arange(out, dtype=np.float32)
        step = np.float32(size / out if not scales else 1 / scales[axis - 2])
        if "nearest" in name:
            where = np.floor((i + 0.5) * step if "exact" in name else i * step).astype(np.int64)
            x = make("GatherV2", x, where.clip(0, size - 1), axis)
            continue
        where = i * ((size - 1) / max(out - 1, 1)) if align else (i + 0.5) * step - 0.5
        mode = "cubic" if "cubic" in name else "linear"
        x = _along(x, axis, resize_matrix(where, size, min(1 / step, 1), mode, site))
    return x


RULES.update({name: partial(_resized, name) for name in (
    *(f"{kind}{i}d" for kind in ("upsample_nearest", "_upsample_nearest_exact") for i in (1, 2, 3)),
    "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d",
    "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa",
)})  # fmt: skip


@rule("grid_sampler")
def _grid_sample(_: Call, x: Output, grid: Output, mode: int, padding: int, align: bool) -> Output:
    return one("GridSample", x, grid, mode=("linear", "nearest", "cubic")[mode],
               padding_mode=("zeros", "border", "reflection")[padding], align_corners=align)  # fmt: skip


def _affine(x: Output, weight: Output | None, bias: Output | None, shape: Sequence[int]) -> Output:
    x = x if weight is None else x * reshaped(weight, shape)
    return x if bias is None else x + reshaped(bias, shape)


def _normalised(x: Output, dims: Sequence[int], eps: float) -> tuple[Output, Output, Output]:
    mean = over("Mean", x, dims, True)
    root = make("Rsqrt", over("Mean", make("Square", x - mean), dims, True) + eps)
    return (x - mean) * root, mean, root


@rule("_native_batch_norm_legit_no_training")
def _batch_norm(_: Call, x: Output, weight: Output | None, bias: Output | None, mean: Output, variance: Output,
                momentum: float, eps: float) -> list[Output]:  # fmt: skip
    given = [const(np.full(sizes(mean), i == 0), mean.dtype) if v is None else v for i, v in enumerate((weight, bias))]
    return [one("BatchNormalization", x, *given, mean, variance, epsilon=eps)]


@rule("_native_batch_norm_legit", "_native_batch_norm_legit_functional")
def _batch_norm_of_batch(call: Call, x: Output, weight: Output | None, bias: Output | None, *rest: Any) -> list[Output]:
    """Convert batch normalization in training; the functional form also returns the new running moments."""
    *running, _, momentum, eps = rest
    dims, column = [i for i in range(rank(x)) if i != 1], (-1, *[1] * (rank(x) - 2))
    normal, mean, root = _normalised(x, dims, eps)
    y = to(_affine(normal, weight, bias, column), call.dtype)
    results = [y, reshaped(mean, (-1,)), reshaped(root, (-1,))]
    if call.name.endswith("functional"):
        size = math.prod(sizes(x)[i] for i in dims)
        spread = over("Mean", make("Square", x - mean), dims) * (size / max(size - 1, 1))
        moments = zip(running, (results[1], spread), strict=True)
        results += [scaled(old, 1 - momentum) + scaled(new, momentum) for old, new in moments]
    return results


@rule("native_layer_norm")
def _layer_norm(_: Call, x: Output, shape: Sequence[int], weight: Output | None, bias: Output | None, eps: float
                ) -> list[Output]:  # fmt: skip
    wide = to(x, FLOAT) if x.dtype.size < 4 else x
    normal, mean, root = _normalised(wide, list(range(rank(x) - len(shape), rank(x))), eps)
    return [_affine(to(normal, x.dtype), weight, bias, shape), mean, root]


@rule("native_group_norm")
def _group_norm(_: Call, x: Output, weight: Output | None, bias: Output | None, n: int, c: int, area: int, groups: int,
                eps: float) -> list[Output]:  # fmt: skip
    normal, mean, root = _normalised(reshaped(x, (n, groups, -1)), [2], eps)
    y = _affine(reshaped(normal, sizes(x)), weight, bias, (-1, *[1] * (rank(x) - 2)))
    return [y, reshaped(mean, (n, groups)), reshaped(root, (n, groups))]


@rule("scaled_dot_product_attention")
def _attention(call: Call, q: Output, k: Output, v: Output, mask: Output | None = None, p: float = 0.0,
               is_causal: bool = False, *, scale: float | None = None, enable_gqa: bool = False) -> Output:  # fmt: skip
    if enable_gqa:
        k, v = (mapped(np.repeat, each, sizes(q)[-3] // sizes(each)[-3], -3) for each in (k, v))
    scores = make("BatchMatMulV2", q * (1 / math.sqrt(sizes(q)[-1]) if scale is None else scale), k, adj_y=True)
    nothing = None
    if is_causal:
        scores = select(const(np.tri(*sizes(scores)[-2:], dtype=bool)), scores, -math.inf)
    elif mask is not None:
        scores = select(mask, scores, -math.inf) if mask.dtype is BOOL else scores + to(mask, q.dtype)
        nothing = make("Equal", over("Max", scores, -1, True), -math.inf)  # a row that is masked completely gives 0
        scores = select(nothing, 0, scores)
    shares = make("Softmax", scores)
    shares = shares if nothing is None else select(nothing, 0, shares)
    if p > 0:
        shares = kept(shares, p)[0]
    return make("BatchMatMulV2", shares, v)


State = tuple[Output, ...]
"""The hidden state, and the cell's state of an LSTM."""


def _cell(kind: str, given: Output, state: State, weight: Output, bias: Output | None, projection: Output | None
          ) -> State:  # fmt: skip
    """Return the next state of a cell, from its weighted input."""
    hidden = weighted(state[0], weight)
    hidden = hidden if bias is None else hidden + bias
    if kind.startswith("rnn"):
        return (make("Tanh" if kind == "rnn_tanh" else "Relu", given + hidden),)
    if kind == "gru":
        (r, z, n), (hr, hz, hn) = (outputs("Split", 1, each, num_split=3) for each in (given, hidden))
        new = make("Tanh", n + make("Sigmoid", r + hr) * hn)
        return (new + make("Sigmoid", z + hz) * (state[0] - new),)
    i, f, g, o = outputs("Split", 1, given + hidden, num_split=4)
    c = make("Sigmoid", f) * state[1] + make("Sigmoid", i) * make("Tanh", g)
    h = make("Sigmoid", o) * make("Tanh", c)
    return (h if projection is None else weighted(h, projection)), c


def _run(kind: str, x: Output, state: State, parameters: Sequence[Output], biases: bool, backward: bool
         ) -> tuple[Output, State]:  # fmt: skip
    """Run a layer in one direction over [time, batch, inputs]."""
    w, r, *rest = parameters
    names = ["h", "c"][: len(state)]
    x = weighted(x, w) + rest[0] if biases else weighted(x, w)
    more = dict(zip((["bias"] if biases else []) + ["projection"], rest[int(biases) :], strict=False))
    given = {"x": x, **dict(zip(names, state, strict=True)), "weight": r, **more}

    def body(scope: Scope, x: Output, weight: Output, bias: Any = None, projection: Any = None, **now: Output
             ) -> dict[str, Output]:  # fmt: skip
        after = _cell(kind, x, tuple([now[name] for name in names]), weight, bias, projection)
        return {**dict(zip(names, after, strict=True)), "y": make("Identity", after[0])}

    result = loops.scan(None, body, kind, over=["x"], reverse=backward, inputs=given)
    return result["y"], tuple([result[name] for name in names])


def _layers(kind: str, call: Call, x: Output, state: Any, parameters: Sequence[Output], biases: bool, layers: int,
            dropout: float, train: bool, bidirectional: bool, by_batch: bool) -> list[Output]:  # fmt: skip
    states = [state] if isinstance(state, Output) else list(state)
    if rank(x) == 2:
        x, states = make("ExpandDims", x, 1), [make("ExpandDims", each, 1) for each in states]
    elif by_batch:
        x = transposed(x, [1, 0, 2])
    total = layers * (1 + bidirectional)
    count = len(parameters) // total
    apart = [outputs("Unstack", each, axis=0, num=total) for each in states]
    ends: list[State] = []
    for layer in range(layers):
        results: list[Output] = []
        for side in range(1 + bidirectional):
            at = layer * (1 + bidirectional) + side
            own = parameters[at * count : (at + 1) * count]
            y, end = _run(kind, x, tuple([each[at] for each in apart]), own, biases, side == 1)
            results.append(y)
            ends.append(end)
        x = make("Concat", results, 2) if bidirectional else results[0]
        x = kept(x, dropout)[0] if train and dropout and layer < layers - 1 else x
    x = transposed(x, [1, 0, 2]) if by_batch and len(call.shape) > 2 else x
    made = [x, *[make("Stack", list(each)) for each in zip(*ends, strict=True)]]
    return [reshaped(each, result.shape) for each, result in zip(made, call.results, strict=True)]


RULES.update({f"{kind}.input": partial(_layers, kind) for kind in ("lstm", "gru", "rnn_tanh", "rnn_relu")})
