"""Models of pictures: ResNet, U-Net."""

from __future__ import annotations

import numpy as np

from tests.models.pen import Pen, Ref
from tests.models.setting import LABELS, MASK


def _conv(p: Pen, x: Ref, kernel: Ref, step: int = 1) -> Ref:
    return p("Conv2D", x, kernel, strides=[1, step, step, 1], padding="SAME")


def _stage(p: Pen, name: str, x: Ref) -> Ref:
    """Two residual blocks, each of two convolutions with batch normalisation."""
    block = p.on(f"{name}_block")
    shortcut = y = block.input("x")
    kernels, scale, offset = (block.variable(f"{name}/0/{each}") for each in ("K", "scale", "offset"))
    nothing = block.const(np.zeros(0))
    for i in range(2):
        y = _conv(block, block("Relu", y) if i else y, block("Gather", kernels, i))
        gamma, beta = (block("Gather", each, i) for each in (scale, offset))
        y = block("FusedBatchNormV3", y, gamma, beta, nothing, nothing, epsilon=1e-3)
    block.output("x", block("Relu", block("Add", shortcut, y)))
    return p("Repeat", id=name, body=f":{name}_block", times=2, x=x).pin("x")


def resnet(p: Pen) -> None:
    """He et al. 2015: residual blocks in two stages, the second of half the size."""
    x = _stage(p, "wide", p("Relu", _conv(p, p.given("x"), p.variable("stem"))))
    x = _stage(p, "deep", p("Relu", _conv(p, x, p.variable("down"), 2)))
    logits = p("MatMul", p.mean(x, 1, 2), p.variable("w"))
    costs = p("SparseSoftmaxCrossEntropyWithLogits", logits, p.const(LABELS))
    p.minimize(p.mean(costs, 0, id="loss"), momentum=0.9)


def unet(p: Pen) -> None:
    """Ronneberger et al. 2015: down, up again by a transposed convolution, and beside it what was there before."""
    fine = p("Relu", _conv(p, p.given("x"), p.variable("in")))
    coarse = p("MaxPool", fine, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    coarse = p("Relu", _conv(p, coarse, p.variable("down")))
    up = p("Conv2DBackpropInput", [2, 8, 8, 3], p.variable("up"), coarse, strides=[1, 2, 2, 1], padding="SAME")
    both = p("Relu", _conv(p, p("Concat", [fine, up], 3), p.variable("out")))
    logits = _conv(p, both, p.variable("each"))
    flat = p("Reshape", logits, [-1, 2])
    p.minimize(p.mean(p("SparseSoftmaxCrossEntropyWithLogits", flat, p.const(MASK.reshape(-1))), 0, id="loss"))
