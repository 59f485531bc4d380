"""Losses over classes."""

from __future__ import annotations

from collections.abc import Sequence

from blocks.base.dtypes import INT32, INT64
from blocks.base.errors import DiagramError
from blocks.interchange.onnx.operators.table import operator
from blocks.interchange.onnx.site import Site
from blocks.interchange.onnx.values import Val


@operator("NegativeLogLikelihoodLoss")
def _likelihood(site: Site) -> Val:
    return _loss(site, site.input(0))


@operator("SoftmaxCrossEntropyLoss")
def _cross_entropy(site: Site) -> Sequence[Val | None]:
    x = site.input(0)
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
        raise DiagramError("the classes do not fit the input")
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
