"""Rules for losses."""

from __future__ import annotations

import math

from blocks.base.dtypes import INT64
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import rank, reshaped, sizes
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.elementwise import scaled
from blocks.torch.rules.helpers import Value, const, one, refuse, rule, select, to
from blocks.torch.rules.layers import cosine_similarity, pairwise_distance
from blocks.torch.rules.reductions import over

MEAN, SUM = 1, 2
"""PyTorch's numbers of reductions; 0 means none."""


def reduced(loss: Output, reduction: int) -> Output:
    return loss if not reduction else over("Mean" if reduction == MEAN else "Sum", loss)


def _above_0(x: Output) -> Output:
    """Return max(x, 0) with PyTorch's gradient of a clamp: 1 at 0."""
    return select(make("Less", x, 0), 0, x)


@rule("mse_loss")
def _mse(_: Call, x: Output, y: Output, reduction: int = MEAN) -> Output:
    return reduced(make("Square", x - y), reduction)


@rule("l1_loss")
def _l1(_: Call, x: Output, y: Output, reduction: int = MEAN) -> Output:
    return reduced(make("Abs", x - y), reduction)


@rule("smooth_l1_loss", "huber_loss")
def _smooth(call: Call, x: Output, y: Output, reduction: int = MEAN, bound: float = 1.0) -> Output:
    far = make("Abs", x - y)
    if bound == 0:
        return reduced(far, reduction)
    loss = select(make("Less", far, bound), make("Square", x - y) * (0.5 / bound), far - 0.5 * bound)
    return reduced(scaled(loss, bound) if "huber" in call.target else loss, reduction)


@rule("cross_entropy_loss")
def _cross_entropy(call: Call, x: Output, target: Output, weight: Output | None = None, reduction: int = MEAN,
                   ignore_index: int = -100, smoothing: float = 0.0) -> Output:  # fmt: skip
    axis = min(1, rank(x) - 1)
    classes, logs = sizes(x)[axis], one("LogSoftmax", x, axis=axis)
    scale = None if weight is None else reshaped(weight, (-1, *[1] * (rank(x) - axis - 1)))
    if not target.dtype.is_integer:
        shares = target if not smoothing else target * (1 - smoothing) + smoothing / classes
        loss = -over("Sum", logs * shares * scale if scale is not None else logs * shares, axis)
        count = math.prod(sizes(x)) // classes
        return scaled(over("Sum", loss), 1 / count) if reduction == MEAN else reduced(loss, reduction)
    result = _nll(call, logs, target, weight, reduction, ignore_index)
    if not smoothing:
        return result  # pyright: ignore[reportReturnType]
    smooth = -over("Sum", logs if scale is None else logs * scale, axis)
    counts = make("NotEqual", target, const(ignore_index, target.dtype))
    smooth = select(counts, smooth, 0)
    if reduction == MEAN:
        safe = select(counts, target, 0)
        each = to(counts, x.dtype)
        smooth = over("Sum", smooth) / over("Sum", each if weight is None else each * make("GatherV2", weight, safe, 0))
    else:
        smooth = reduced(smooth, reduction)
    return result * (1 - smoothing) + smooth * (smoothing / classes)  # pyright: ignore[reportOperatorIssue]


@rule("nll_loss", "nll_loss_nd", "nll_loss2d", "nll_loss_forward", "nll_loss2d_forward")
def _nll(call: Call, logs: Output, target: Output, weight: Output | None = None, reduction: int = MEAN,
         ignore_index: int = -100) -> Output | list[Output]:  # fmt: skip
    if rank(logs) == 1:
        logs, target = make("ExpandDims", logs, 0), reshaped(target, (1,))
    word = ("none", "mean", "sum")[reduction]
    if reduction == MEAN and weight is None:  # so that the mean counts what is not ignored
        weight = None
    loss = one("NegativeLogLikelihoodLoss", logs, to(target, INT64), weight, reduction=word, ignore_index=ignore_index)
    loss = reshaped(loss, call.shape) if not reduction else loss
    return [loss, const(0, loss.dtype)] if len(call.results) > 1 else loss


@rule("binary_cross_entropy")
def _binary(_: Call, x: Output, y: Output, weight: Output | None = None, reduction: int = MEAN) -> Output:
    """Convert the loss with PyTorch's limit of its logarithms, -100, as a limit of their arguments."""
    tiny = math.exp(-100)
    logs = [make("Log", select(make("Less", each, tiny), tiny, each)) for each in (x, 1 - x)]
    loss = (y - 1) * logs[1] - y * logs[0]
    return reduced(loss if weight is None else loss * weight, reduction)


@rule("binary_cross_entropy_with_logits")
def _binary_of_logits(_: Call, x: Output, y: Output, weight: Output | None = None, positive: Output | None = None,
                      reduction: int = MEAN) -> Output:  # fmt: skip
    soft = make("Softplus", -x)
    soft = soft if positive is None else soft * (1 + (positive - 1) * y)
    loss = (1 - y) * x + soft
    return reduced(loss if weight is None else loss * weight, reduction)


@rule("kl_div")
def _kl(_: Call, x: Output, y: Output, reduction: int = MEAN, *, log_target: bool = False) -> Output:
    loss = make("Exp", y) * (y - x) if log_target else make("Xlogy", y, y) - y * x
    return reduced(loss, reduction)


@rule("soft_margin_loss")
def _soft_margin(_: Call, x: Output, y: Output, reduction: int = MEAN) -> Output:
    return reduced(make("Softplus", -(x * y)), reduction)


@rule("margin_ranking_loss")
def _ranking(_: Call, x: Output, y: Output, target: Output, margin: float = 0.0, reduction: int = MEAN) -> Output:
    return reduced(_above_0(margin - target * (x - y)), reduction)


@rule("hinge_embedding_loss")
def _hinge(_: Call, x: Output, y: Output, margin: float = 1.0, reduction: int = MEAN) -> Output:
    far = select(make("NotEqual", y, 1), _above_0(margin - x), 0)
    return reduced(far + select(make("NotEqual", y, -1), x, 0), reduction)


@rule("triplet_margin_loss")
def _triplet(call: Call, a: Output, near: Output, far: Output, margin: float = 1.0, p: float = 2, eps: float = 1e-6,
             swap: bool = False, reduction: int = MEAN) -> Output:  # fmt: skip
    between = pairwise_distance(call, a, far, p, eps)
    if swap:
        between = make("Minimum", between, pairwise_distance(call, near, far, p, eps))
    return reduced(_above_0(pairwise_distance(call, a, near, p, eps) - between + margin), reduction)


@rule("cosine_embedding_loss")
def _cosine(call: Call, x: Output, y: Output, target: Output, margin: float = 0.0, reduction: int = MEAN) -> Output:
    likeness = cosine_similarity(call, x, y, rank(x) - 1)
    near, far = select(make("Equal", target, 1), 1 - likeness, 0), _above_0(likeness - margin)
    return reduced(near + select(make("Equal", target, -1), far, 0), reduction)


@rule("poisson_nll_loss")
def _poisson(_: Call, x: Output, y: Output, log_input: bool, full: bool, eps: float, reduction: int = MEAN) -> Output:
    loss = make("Exp", x) - y * x if log_input else x - y * make("Log", x + eps)
    if full:
        stirling = y * make("Log", y) - y + 0.5 * make("Log", y * (2 * math.pi))
        loss = loss + select(make("Greater", y, 1), stirling, 0)
    return reduced(loss, reduction)


@rule("multi_margin_loss")
def _multi_margin(call: Call, x: Output, target: Output, p: float = 1, margin: float = 1, weight: Value = None,
                  reduction: int = MEAN) -> Output:  # fmt: skip
    if weight is not None or p not in (1, 2):
        raise refuse(call, "weight")
    rows = make("ExpandDims", target, -1)
    room = _above_0(margin - make("GatherV2", x, rows, 1, batch_dims=1) + x)
    room = make("Square", room) if p == 2 else room
    own = make("OneHot", target, sizes(x)[1], True, False)
    return reduced(over("Mean", select(own, 0, room), 1), reduction)
