"""Rules for layers: convolutions, pooling, resizing, normalization, attention and dropout."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy

from blocks.base.dtypes import BOOL, FLOAT, INT64
from blocks.graph.graph import Output
from blocks.interchange.onnx.operators.resizing import resize_matrix
from blocks.interchange.tracing.tracer import broadcast_to, integers, rank, reshaped, sizes, squeezed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.elementwise import scaled
from blocks.torch.rules.helpers import RULES, OperatorSite, const, many, one, operator, refuse, rule, select, to
from blocks.torch.rules.indexing import picked
from blocks.torch.rules.random import kept
from blocks.torch.rules.reductions import norm_of, over

np: Any = numpy
Sizes = int | Sequence[int]


def _batched(x: Output, space: int) -> tuple[Output, bool]:
    """Return a batch of images; PyTorch also takes one image."""
    return (x, False) if rank(x) == space + 2 else (make("ExpandDims", x, 0), True)


def _unbatched(results: list[Output], was_one: bool) -> list[Output]:
    return [squeezed(each, [0]) for each in results] if was_one else results


# -- Convolutions -----------------------------------------------------------------------------------------------------


@rule("conv1d", "conv2d", "conv3d")
def _conv(call: Call, x: Output, weight: Output, bias: Output | None = None, stride: Sizes = 1,
          padding: Sizes | str = 0, dilation: Sizes = 1, groups: int = 1) -> Output:  # fmt: skip
    space = rank(weight) - 2
    dilations = many(dilation, space)
    if isinstance(padding, str):
        rest = [d * (k - 1) * (padding == "same") for d, k in zip(dilations, sizes(weight)[2:], strict=True)]
        pads = [*[each // 2 for each in rest], *[each - each // 2 for each in rest]]
    else:
        pads = many(padding, space) * 2
    x, was_one = _batched(x, space)
    result = operator("Conv", x, weight, bias, strides=many(stride, space), pads=pads, dilations=dilations,
                      group=groups)  # fmt: skip
    return _unbatched(result, was_one)[0]


@rule("conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
def _conv_transpose(call: Call, x: Output, weight: Output, bias: Output | None = None, stride: Sizes = 1,
                    padding: Sizes = 0, output_padding: Sizes = 0, groups: int = 1,
                    dilation: Sizes = 1) -> Output:  # fmt: skip
    space = rank(weight) - 2
    x, was_one = _batched(x, space)
    result = operator("ConvTranspose", x, weight, bias, strides=many(stride, space), pads=many(padding, space) * 2,
        dilations=many(dilation, space), output_padding=many(output_padding, space), group=groups)  # fmt: skip
    return _unbatched(result, was_one)[0]


@rule("convolution", "_convolution")
def _convolution(call: Call, x: Output, weight: Output, bias: Output | None, stride: Sizes, padding: Sizes,
                 dilation: Sizes, transposed: bool, output_padding: Sizes, groups: int, *_: Any) -> Output:  # fmt: skip
    if transposed:
        return _conv_transpose(call, x, weight, bias, stride, padding, output_padding, groups, dilation)
    return _conv(call, x, weight, bias, stride, padding, dilation, groups)


@rule("im2col")
def _im2col(call: Call, x: Output, kernel: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes) -> Output:
    x, was_one = _batched(x, 2)
    (p, q), d, s, k = many(padding, 2), many(dilation, 2), many(stride, 2), many(kernel, 2)
    x = make("Pad", x, integers([(0, 0), (0, 0), (p, p), (q, q)])) if p or q else x
    n, c, *image = sizes(x)
    counts = [(size - (k[i] - 1) * d[i] - 1) // s[i] + 1 for i, size in enumerate(image)]
    rows, columns = (
        (np.arange(k[i]) * d[i])[:, None] + np.arange(counts[i]) * s[i] for i in range(2)
    )  # [window, position]
    places = rows[:, None, :, None] * image[1] + columns[None, :, None, :]
    taken = make("GatherV2", reshaped(x, (n, c, image[0] * image[1])), places.reshape(k[0] * k[1], -1), 2)
    return _unbatched([reshaped(taken, (n, c * k[0] * k[1], counts[0] * counts[1]))], was_one)[0]


@rule("col2im")
def _col2im(call: Call, x: Output, size: Sizes, kernel: Sizes, dilation: Sizes, padding: Sizes,
            stride: Sizes) -> Output:  # fmt: skip
    x, was_one = (x, False) if rank(x) == 3 else (make("ExpandDims", x, 0), True)
    result = operator("Col2Im", x, const(many(size, 2), INT64), const(many(kernel, 2), INT64), strides=many(stride, 2),
                      dilations=many(dilation, 2), pads=many(padding, 2) * 2)  # fmt: skip
    return _unbatched(result, was_one)[0]


# -- Pooling ----------------------------------------------------------------------------------------------------------


def _space(call: Call) -> int:
    return int(call.target.partition("pool")[2][0])


@rule("max_pool1d", "max_pool2d", "max_pool3d", "max_pool1d_with_indices", "max_pool2d_with_indices",
      "max_pool3d_with_indices")  # fmt: skip
def _max_pool(call: Call, x: Output, kernel: Sizes, stride: Sizes = (), padding: Sizes = 0, dilation: Sizes = 1,
              ceil_mode: bool = False) -> Output | list[Output]:  # fmt: skip
    space, wanted = _space(call), len(call.results)
    x, was_one = _batched(x, space)
    window = many(kernel, space)
    result = operator("MaxPool", x, wanted=wanted, kernel_shape=window, strides=many(stride or window, space),
        pads=many(padding, space) * 2, dilations=many(dilation, space), ceil_mode=ceil_mode)  # fmt: skip
    if wanted == 1:
        return _unbatched(result, was_one)[0]
    plane = const(math.prod(sizes(x)[2:]), INT64)
    return _unbatched([result[0], make("FloorMod", result[1], plane)], was_one)


@rule("avg_pool1d", "avg_pool2d", "avg_pool3d")
def _avg_pool(call: Call, x: Output, kernel: Sizes, stride: Sizes = (), padding: Sizes = 0, ceil_mode: bool = False,
              count_include_pad: bool = True, divisor_override: int | None = None) -> Output:  # fmt: skip
    if divisor_override is not None and ceil_mode:
        raise refuse(call, "divisor_override and ceil_mode")
    space = _space(call)
    x, was_one = _batched(x, space)
    window = many(kernel, space)
    result = operator("AveragePool", x, kernel_shape=window, strides=many(stride or window, space),
        pads=many(padding, space) * 2, ceil_mode=ceil_mode,
        count_include_pad=count_include_pad or divisor_override is not None)  # fmt: skip
    factor = 1 if divisor_override is None else math.prod(window) / divisor_override
    return scaled(_unbatched(result, was_one)[0], factor)


def _bounds(size: int, count: int) -> list[tuple[int, int]]:
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


@rule("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "_adaptive_avg_pool2d",
      "_adaptive_avg_pool3d")  # fmt: skip
def _adaptive_avg_pool(call: Call, x: Output, _: Any) -> Output:
    """Convert adaptive pooling: the mean, if one value is left; otherwise a matrix for each axis."""
    space, count = _space(call), rank(x)
    aims = call.shape[count - space :]
    if set(aims) == {1}:
        return over("Mean", x, list(range(count - space, count)), True)
    given = sizes(x)[count - space :]
    if all(size % aim == 0 for size, aim in zip(given, aims, strict=True)):
        window = [size // aim for size, aim in zip(given, aims, strict=True)]
        return _avg_pool(call, x, window)
    for axis, aim in zip(range(count - space, count), aims, strict=True):
        size = sizes(x)[axis]
        shares = np.zeros((aim, size))
        for i, (begin, end) in enumerate(_bounds(size, aim)):
            shares[i, begin:end] = 1 / (end - begin)
        x = _along(x, axis, shares)
    return x


@rule("adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d")
def _adaptive_max_pool(call: Call, x: Output, _: Any) -> list[Output]:
    """Convert adaptive pooling: the first largest element of each part of the image, and its position."""
    space, count = _space(call), rank(x)
    front, given, aims = sizes(x)[: count - space], sizes(x)[count - space :], call.shape[count - space :]
    numbers = np.arange(math.prod(given)).reshape(given)
    if math.prod(aims) > 400:
        raise refuse(call, "more than 400 parts of the image")
    places: list[Any] = []
    for window in itertools.product(*map(_bounds, given, aims)):
        places.append(numbers[tuple(slice(*each) for each in window)].reshape(-1))
    width = max(map(len, places))  # repeated numbers fill the shorter rows
    table = np.stack([np.pad(each, (0, width - len(each)), mode="edge") for each in places])
    windows = make("GatherV2", reshaped(x, (*front, -1)), table, len(front))
    at = make("ExpandDims", make("ArgMax", windows, rank(windows) - 1), -1)
    values = picked(windows, at, -1)
    rows = broadcast_to(const(table, INT64), (*front, *table.shape))
    return [reshaped(each, call.shape) for each in (values, picked(rows, at, -1))]


@rule("max_unpool2d", "max_unpool3d")
def _max_unpool(call: Call, x: Output, index: Output, *_: Any) -> Output:
    lead = rank(x) - _space(call.__class__(call.target.replace("unpool", "pool"), call.results))
    front = call.shape[:lead]
    zeros = const(np.zeros((*front, math.prod(call.shape[lead:]))), x.dtype)
    flat = [reshaped(each, (*front, -1)) for each in (index, x)]
    return reshaped(one("ScatterElements", zeros, *flat, axis=-1), call.shape)


# -- Resizing ---------------------------------------------------------------------------------------------------------


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


@rule("grid_sampler", "grid_sampler_2d", "grid_sampler_3d")
def _grid_sample(_: Call, x: Output, grid: Output, mode: int, padding: int, align: bool) -> Output:
    return one("GridSample", x, grid, mode=("linear", "nearest", "cubic")[mode],
               padding_mode=("zeros", "border", "reflection")[padding], align_corners=align)  # fmt: skip


@rule("affine_grid_generator")
def _affine_grid(_: Call, theta: Output, size: Sequence[int], align: bool) -> Output:
    return one("AffineGrid", theta, const(size, INT64), align_corners=align)


# -- Normalization ----------------------------------------------------------------------------------------------------


def _column(x: Output, count: int) -> Output:
    return reshaped(x, (-1, *[1] * (count - 2)))


def _affine(x: Output, weight: Output | None, bias: Output | None) -> Output:
    x = x if weight is None else x * weight
    return x if bias is None else x + bias


def _normalised(x: Output, dims: Sequence[int], eps: float) -> tuple[Output, Output, Output]:
    mean = over("Mean", x, dims, True)
    centred = x - mean
    root = make("Rsqrt", over("Mean", make("Square", centred), dims, True) + eps)
    return centred * root, mean, root


@rule("batch_norm", "native_batch_norm", "_native_batch_norm_legit", "_native_batch_norm_legit_functional",
      "_native_batch_norm_legit_no_training", "cudnn_batch_norm", "instance_norm")  # fmt: skip
def _batch_norm(call: Call, x: Output, weight: Output | None, bias: Output | None, *rest: Any) -> Output | list[Output]:
    """Convert batch normalization, which may also return the batch's moments, and the new running ones."""
    name, form = call.target.split(".")[-2:]
    means, variances, *rest = (None, None, *rest) if form == "no_stats" else rest
    training, momentum, eps = [False, *rest][:3] if name.endswith("no_training") else rest[:3]
    count, dtype = rank(x), call.dtype
    if name == "instance_norm" and training:
        normal, *_ = _normalised(x, list(range(2, count)), eps)
        given = [None if each is None else _column(each, count) for each in (weight, bias)]
        return _affine(normal, *given)
    if not training:
        root = make("Rsqrt", variances + eps)
        normal = (x - _column(means, count)) * _column(root, count)
        means, root = (
            (const(np.zeros(0), FLOAT), const(np.zeros(0), FLOAT)) if len(call.results) == 3 else (means, root)
        )
        moments: list[Output] = [means, root]
    else:
        others = [i for i in range(count) if i != 1]
        normal, mean, root = _normalised(x, others, eps)
        moments = [reshaped(mean, (-1,)), reshaped(root, (-1,))]
    y = to(_affine(normal, *[None if each is None else _column(each, count) for each in (weight, bias)]), dtype)
    if len(call.results) == 1:
        return y
    if name.endswith("functional"):
        size = math.prod(sizes(x)) // sizes(x)[1]
        spread = over("Mean", make("Square", x - mean), others, False) * (size / max(size - 1, 1))  # pyright: ignore[reportPossiblyUnboundVariable]
        moments += [scaled(old, 1 - momentum) + scaled(new, momentum) for old, new in
                    ((means, moments[0]), (variances, spread))]  # fmt: skip
    return [y, *moments]


@rule("layer_norm", "native_layer_norm")
def _layer_norm(call: Call, x: Output, shape: Sequence[int], weight: Output | None = None, bias: Output | None = None,
                eps: float = 1e-5, *_: Any) -> Output | list[Output]:  # fmt: skip
    wide = to(x, FLOAT) if x.dtype.size < 4 else x
    normal, mean, root = _normalised(wide, list(range(rank(x) - len(shape), rank(x))), eps)
    y = _affine(to(normal, x.dtype), weight, bias)
    return [y, mean, root] if len(call.results) > 1 else y


@rule("rms_norm", "_fused_rms_norm")
def _rms_norm(call: Call, x: Output, shape: Sequence[int], weight: Output | None = None,
              eps: float | None = None) -> Output | list[Output]:  # fmt: skip
    wide = to(x, FLOAT) if x.dtype.size < 4 else x
    eps = float(np.finfo(wide.dtype.numpy).eps) if eps is None else eps
    square = over("Mean", make("Square", wide), list(range(rank(x) - len(shape), rank(x))), True)
    root = make("Rsqrt", square + eps)
    y = _affine(to(wide * root, x.dtype), weight, None)
    return [y, root] if len(call.results) > 1 else y


@rule("group_norm", "native_group_norm")
def _group_norm(call: Call, x: Output, *rest: Any) -> Output | list[Output]:
    native = len(call.results) > 1
    groups, weight, bias, eps = (rest[5], rest[0], rest[1], rest[6]) if native else (*rest, None, None, 1e-5)[:4]
    if not native:
        groups, weight, bias, eps = [*rest[:4], *[None, None, None, 1e-5][len(rest[:4]) :]]
    n, c = sizes(x)[:2]
    normal, mean, root = _normalised(reshaped(x, (n, groups, -1)), [2], eps)
    y = _affine(reshaped(normal, sizes(x)), *[None if each is None else _column(each, rank(x)) for each in
                                              (weight, bias)])  # fmt: skip
    return [y, reshaped(mean, (n, groups)), reshaped(root, (n, groups))] if native else y


# -- Attention and dropout --------------------------------------------------------------------------------------------


@rule("scaled_dot_product_attention")
def _attention(call: Call, q: Output, k: Output, v: Output, mask: Output | None = None, p: float = 0.0,
               is_causal: bool = False, *, scale: float | None = None, enable_gqa: bool = False) -> Output:  # fmt: skip
    if enable_gqa:
        k, v = (_repeated(each, sizes(q)[-3] // sizes(each)[-3]) for each in (k, v))
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


def _repeated(x: Output, times: int) -> Output:
    axis = rank(x) - 3
    return make("GatherV2", x, np.repeat(np.arange(sizes(x)[axis]), times), axis) if times > 1 else x


@rule("dropout", "dropout_", "native_dropout", "alpha_dropout", "feature_dropout", "feature_alpha_dropout")
def _dropout(call: Call, x: Output, p: float, train: bool | None = True) -> Output | list[Output]:
    if "alpha" in call.target and train and p:
        raise refuse(call, "train=True")
    shape = sizes(x) if "feature" not in call.target else (*sizes(x)[:2], *[1] * (rank(x) - 2))
    y, mask = kept(x, p if train else 0.0, shape, len(call.results) > 1)
    return [y, mask] if len(call.results) > 1 else y  # pyright: ignore[reportReturnType]


# -- Distances --------------------------------------------------------------------------------------------------------


@rule("cdist", "_cdist_forward", "pdist", "_pdist_forward")
def _distances(call: Call, x: Output, *rest: Any) -> Output:
    if "pdist" in call.target:
        rows, columns = np.triu_indices(sizes(x)[0], 1)
        return norm_of(make("GatherV2", x, rows, 0) - make("GatherV2", x, columns, 0), rest[0] if rest else 2, -1)
    apart = make("ExpandDims", x, rank(x) - 1) - make("ExpandDims", rest[0], rank(rest[0]) - 2)
    return norm_of(apart, rest[1] if len(rest) > 1 else 2, -1)


@rule("pairwise_distance")
def pairwise_distance(_: Call, x: Output, y: Output, p: float = 2, eps: float = 1e-6, keepdim: bool = False) -> Output:
    return norm_of(x - y + eps, p, -1, keepdim)


@rule("cosine_similarity")
def cosine_similarity(_: Call, x: Output, y: Output, dim: int = 1, eps: float = 1e-8) -> Output:
    shape = np.broadcast_shapes(sizes(x), sizes(y))
    parts = [broadcast_to(each, shape) for each in (x, y)]
    lengths = [norm_of(each, 2, dim, True) for each in parts]
    unit = [each / select(make("Less", n, eps), eps, n) for each, n in zip(parts, lengths, strict=True)]
    return over("Sum", unit[0] * unit[1], dim)
