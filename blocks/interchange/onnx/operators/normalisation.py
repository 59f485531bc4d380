"""Normalization operators."""

from __future__ import annotations

from collections.abc import Sequence

from blocks.base.dtypes import BOOL, FLOAT, INT32, INT64, DType
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.elementwise import scaled
from blocks.interchange.onnx.operators.shapes import pad
from blocks.interchange.onnx.operators.windows import FORMATS
from blocks.interchange.onnx.schema import DTYPES
from blocks.interchange.onnx.site import Site, counted, operator
from blocks.interchange.onnx.values import Val

_MOST_CHANNELS = 1000


@operator("BatchNormalization")
def _batch(site: Site, x: Val, scale: Val, offset: Val, mean: Val, variance: Val) -> Sequence[Val | None]:
    epsilon = site.number("epsilon", 1e-5)
    training = bool(site.whole("training_mode")) or (site.version < 14 and len(site.outputs) > 1 and site.wants(1))
    form = FORMATS.get(x.rank - 2)
    same = {each.dtype for each in (scale, offset, mean, variance)}
    if not training and form is not None and len(same) == 1 and (x.dtype in same or x.dtype.size == 2):
        return [site("FusedBatchNormV3", x=x, scale=scale, offset=offset, mean=mean, variance=variance,
            epsilon=epsilon, is_training=False, data_format=form)]  # fmt: skip
    dtype = x.dtype
    work = mean.dtype
    axes = [i for i in range(x.rank) if i != 1]
    wide = site.cast(x, work)
    used_mean, used_variance = mean, variance
    outputs: list[Val | None] = []
    if training:
        used_mean = site("Mean", "batch_mean", input=wide, axis=axes)
        far = site("SquaredDifference", x=wide, y=_column(site, used_mean, x.rank))
        used_variance = site("Mean", "batch_variance", input=far, axis=axes)
        momentum = site.number("momentum", 0.9)
        outputs = [_moving(site, old, new, momentum) for old, new in ((mean, used_mean), (variance, used_variance))]
    centred = site("Subtract", x=wide, y=_column(site, used_mean, x.rank))
    root = site("Rsqrt", x=site("Add", x=used_variance, y=epsilon))
    normal = site("Multiply", x=centred, y=_column(site, root, x.rank))
    y = affine(site, normal, *(_column(site, site.cast(each, work), x.rank) for each in (scale, offset)))
    return [site.cast(y, dtype), *outputs]


def _column(site: Site, x: Val, rank: int) -> Val:
    return x if rank < 3 and rank == 2 else site.reshape(x, [-1, *[1] * (rank - 2)])


def _moving(site: Site, old: Val, new: Val, momentum: float) -> Val:
    return site("Add", x=scaled(site, old, momentum), y=scaled(site, new, 1 - momentum))


def affine(site: Site, x: Val, scale: Val | None, offset: Val | None) -> Val:
    if scale is not None:
        x = site("Multiply", x=x, y=scale)
    return x if offset is None else site("Add", x=x, y=offset)


def normalised(site: Site, x: Val, axes: list[int], epsilon: float) -> tuple[Val, Val, Val]:
    """Return a value with mean 0 and variance 1 over some axes, the mean, and the factor."""
    mean = site("Mean", "mean", input=x, axis=axes, keep_dims=True)
    centred = site("Subtract", "centred", x=x, y=mean)
    variance = site("Mean", "variance", input=site("Square", x=centred), axis=axes, keep_dims=True)
    inverse = site("Rsqrt", "inverse", x=site("Add", x=variance, y=epsilon))
    return site("Multiply", "normalised", x=centred, y=inverse), mean, inverse


@operator("InstanceNormalization")
def _instance(site: Site, x: Val) -> Val:
    normal, _, _ = normalised(site, x, list(range(2, x.rank)), site.number("epsilon", 1e-5))
    return affine(site, normal, *(_column(site, site.input(i), x.rank) for i in (1, 2)))


def _working(site: Site, x: Val) -> DType:
    wanted = DTYPES.get(site.whole("stash_type", 1), FLOAT)
    return x.dtype if x.dtype.is_floating and x.dtype.size >= 4 else wanted


@operator("LayerNormalization")
def _layer(site: Site, x: Val) -> Sequence[Val | None]:
    axes = list(range(site.axis(x.rank, default=-1), x.rank))
    wide = site.cast(x, _working(site, x))
    normal, mean, inverse = normalised(site, wide, axes, site.number("epsilon", 1e-5))
    y = affine(site, site.cast(normal, x.dtype), site.given(1), site.given(2))
    return y, mean, inverse


@operator("RMSNormalization", "SimplifiedLayerNormalization")
def _rms(site: Site, x: Val) -> Val:
    axes = list(range(site.axis(x.rank, default=-1), x.rank))
    wide = site.cast(x, _working(site, x))
    square = site("Mean", input=site("Square", x=wide), axis=axes, keep_dims=True)
    inverse = site("Rsqrt", x=site("Add", x=square, y=site.number("epsilon", 1e-5)))
    normal = site.cast(site("Multiply", x=wide, y=inverse), x.dtype)
    return affine(site, normal, site.given(1), None)


@operator("GroupNormalization")
def _group(site: Site, x: Val, scale: Val, offset: Val) -> Val:
    groups = site.whole("num_groups")
    wide = site.cast(x, _working(site, x))
    grouped = site.reshape(wide, [site.size(x, 0), groups, -1])
    normal, _, _ = normalised(site, grouped, [2], site.number("epsilon", 1e-5))
    if site.version < 21:  # a number for each group
        y = affine(site, site.cast(normal, x.dtype), *(site("ExpandDims", input=i, axis=1) for i in (scale, offset)))
        return site.reshape(y, site.sizes(x))
    back = site.cast(site.reshape(normal, site.sizes(x)), x.dtype)
    return affine(site, back, *(_column(site, each, x.rank) for each in (scale, offset)))


@operator("MeanVarianceNormalization")
def _mean_variance(site: Site, x: Val) -> Val:
    axes = [counted(axis, x.rank) for axis in site.wholes("axes") or [0, 2, 3]]
    mean = site("Mean", input=x, axis=axes, keep_dims=True)
    centred = site("Subtract", x=x, y=mean)
    deviation = site("Sqrt", x=site("Mean", input=site("Square", x=centred), axis=axes, keep_dims=True))
    return site("RealDiv", x=centred, y=site("Add", x=deviation, y=1e-9))


@operator("LpNormalization")
def _lp(site: Site, x: Val) -> Val:
    axis = site.axis(x.rank, default=-1)
    if site.whole("p", 2) == 1:
        norm = site("Sum", input=site("Abs", x=x), axis=[axis], keep_dims=True)
    else:
        norm = site("Sqrt", x=site("Sum", input=site("Square", x=x), axis=[axis], keep_dims=True))
    return site("DivNoNan", x=x, y=norm)


@operator("LRN")
def _lrn(site: Site, x: Val) -> Val:
    size = site.whole("size")
    alpha, beta, bias = site.number("alpha", 1e-4), site.number("beta", 0.75), site.number("bias", 1.0)
    if not 1 <= size <= _MOST_CHANNELS:
        raise DiagramError(f"normalization supports 1 to {_MOST_CHANNELS} channels, got {size}")
    if x.rank == 4 and size % 2 and x.dtype is FLOAT:
        last, back = site.last(x, 1)
        return site.transpose(
            site("LRN", input=last, depth_radius=size // 2, bias=bias, alpha=alpha / size, beta=beta), back
        )
    before = (size - 1) // 2
    square = pad(site, site("Square", x=x), [(0, 0), (before, size - 1 - before), *[(0, 0)] * (x.rank - 2)])
    channels = x.size(1)
    total = site.part(square, 1, 0, channels)
    for i in range(1, size):
        total = site("Add", x=total, y=site.part(square, 1, i, i + channels))
    below = site("Pow", x=site("Add", x=scaled(site, total, alpha / size), y=bias), y=beta)
    return site("RealDiv", x=x, y=below)


@operator("Dropout")
def _dropout(site: Site, x: Val) -> Sequence[Val | None]:
    training = site.given(2) if site.version >= 12 else None
    ratio = site.given(1) if site.version >= 12 else None
    known = training.known if training is not None else None
    if training is None or (known is not None and not known.any()):
        mask = site("OnesLike", "mask", x=x) if site.wants(1) else None
        if mask is not None and site.version >= 10:
            mask = site.cast(mask, BOOL)
        return [site("Identity", input=x), mask]
    rate = site.const(0.5, "ratio") if ratio is None else site.cast(ratio, FLOAT)
    rate = site.cast(rate, FLOAT) if rate.shape == () else site.reshape(rate, [])
    if known is None:  # what it is given says whether anything is dropped
        rate = site("Multiply", x=rate, y=site.cast(site.reshape(training, []), FLOAT))
    seed = site.whole("seed") if site.has("seed") else None
    drawn = site("RandomUniform", shape=site.sizes(x), dtype=FLOAT, seed=seed)
    kept = site("GreaterEqual", x=drawn, y=rate)
    left = site("Subtract", x=site.const(1.0, "one", FLOAT), y=rate)
    share = site("Multiply", x=x, y=site.cast(kept, x.dtype))
    return [site("DivNoNan", x=share, y=site.cast(left, x.dtype)), kept]


@operator("NegativeLogLikelihoodLoss")
def _likelihood(site: Site) -> Val:
    return _loss(site, site.input(0))


@operator("SoftmaxCrossEntropyLoss")
def _cross_entropy(site: Site, x: Val) -> Sequence[Val | None]:
    last, back = site.last(x, 1)
    logs = site.transpose(site("LogSoftmax", logits=last), back)
    return _loss(site, logs), logs


def _loss(site: Site, logs: Val) -> Val:
    target, weight = site.input(1), site.given(2)
    if target.dtype not in (INT32, INT64):
        target = site.cast(target, INT64)
    ignored = site.whole("ignore_index") if site.has("ignore_index") else None
    last, _ = site.last(logs, 1)
    counts = None
    if ignored is not None:
        counts = site("NotEqual", x=target, y=ignored)
        zeros = site("ZerosLike", x=target)
        target = site("SelectV2", "class", condition=counts, t=target, e=zeros)
    rank = target.rank
    if rank + 1 != last.rank:
        raise DiagramError(f"the labels must have one axis fewer than the scores, got {rank} and {last.rank} axes")
    picked = site(
        "GatherV2", params=last, indices=site("ExpandDims", input=target, axis=-1), axis=rank, batch_dims=rank
    )
    losses = site("Negate", x=site("Squeeze", input=picked, squeeze_dims=[-1]))
    shares = None
    if weight is not None:
        shares = site("GatherV2", "shares", params=weight, indices=target, axis=0)
    if counts is not None:
        number = site.cast(counts, logs.dtype)
        shares = number if shares is None else site("Multiply", x=shares, y=number)
        # What is ignored may be infinite.
        losses = site("SelectV2", condition=counts, t=losses, e=site("ZerosLike", x=losses))
    if shares is not None:
        losses = site("Multiply", x=losses, y=shares)
    reduction = site.word("reduction", "mean")
    axes = list(range(rank))
    if reduction == "none":
        return losses
    if reduction == "sum" or shares is not None:
        total = site("Sum", input=losses, axis=axes)
        if reduction == "sum" or shares is None:
            return total
        return site("RealDiv", x=total, y=site("Sum", input=shares, axis=axes))
    return site("Mean", input=losses, axis=axes)
