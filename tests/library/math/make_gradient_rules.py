# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false, reportArgumentType=false, reportCallIssue=false
"""Record in `gradient_rules.json` what JAX and PyTorch give at ties, zeros and bounds.

Run it where both are installed: ``python -m tests.library.math.make_gradient_rules``.

A line of the file is a call of a block type: its gradient rule, its inputs, the gradient that arrives, the gradients by
the inputs, and theirs (of the sum of the gradients, weighted 1, 2, 3, 1, ...).
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np

INF, NAN = math.inf, math.nan
POINTS = [0.0, -0.0, 1.0, -1.0, 4.0, 0.0, 1.0, 6.0]
SEEDS = [1.0, 2.0, 3.0, 0.5, 1.0, 0.0, INF, 1.0]
PAIRS = [[1.0, 1.0, 2.0, 0.0, 3.0, NAN, 0.0, -2.0], [1.0, 2.0, 1.0, 0.0, 3.0, 1.0, 2.0, 2.0]]
PAIR_SEEDS = [1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 1.0, 1.0]
ROWS = [[2.0, 0.0, 3.0, 4.0], [0.0, 0.0, 3.0, 1.0], [3.0, 4.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0]]
UNARY = {
    "Sqrt": ("sqrt", "sqrt"), "Rsqrt": ("rsqrt", "rsqrt"), "Relu": ("relu", "relu"), "Relu6": ("relu6", "relu6"),
    "Reciprocal": ("reciprocal", "reciprocal"), "Abs": ("abs", None), "Selu": (None, "selu"),
}  # fmt: skip
BINARY = {
    "Maximum": ("max", "maximum"), "Minimum": ("min", "minimum"), "Pow": ("pow", "pow"), "Xlogy": ("xlogy", None),
    "Xlog1py": ("xlog1py", None), "Atan2": (None, "atan2"),
}  # fmt: skip


def weights(array):
    return (1 + np.arange(array.size) % 3).astype(array.dtype).reshape(array.shape)


def of_jax(function, inputs, seed):
    import jax

    def first(*given):
        return jax.vjp(function, *given)[1](seed)

    gradients, pull = jax.vjp(first, *inputs)
    return [list(map(np.asarray, each)) for each in (gradients, pull(tuple(map(weights, inputs))))]


def of_pytorch(function, inputs, seed):
    import torch

    given = [torch.tensor(each, requires_grad=True) for each in inputs]
    gradients = torch.autograd.grad(function(*given), given, torch.tensor(seed), create_graph=True)
    total = sum((each * torch.tensor(weights(x))).sum() for each, x in zip(gradients, inputs, strict=True))
    second = torch.autograd.grad(total, given, allow_unused=True) if total.requires_grad else [None] * len(given)
    seconds = [np.zeros_like(x) if each is None else each.numpy() for each, x in zip(second, inputs, strict=True)]
    return [[each.detach().numpy() for each in gradients], seconds]


def cases():
    import jax
    import torch
    from jax import lax, nn
    from jax.scipy import special

    named = {"relu": nn.relu, "relu6": nn.relu6, "xlogy": special.xlogy, "xlog1py": special.xlog1py,
             "reciprocal": lambda x: lax.integer_pow(x, -1)}  # fmt: skip
    functional = torch.nn.functional
    for table, inputs, seed in ((UNARY, [POINTS], SEEDS), (BINARY, PAIRS, PAIR_SEEDS)):
        for name, (in_jax, in_torch) in table.items():
            if in_jax:
                yield name, "jax", {}, named.get(in_jax) or getattr(lax, in_jax), inputs, seed
            if in_torch:
                function = getattr(functional if in_torch in ("relu", "relu6", "selu") else torch, in_torch)
                yield name, "pytorch", {}, function, inputs, seed
    low, high = np.full(8, -1, np.float32), np.ones(8, np.float32)
    clip = {"clip_value_min": -1.0, "clip_value_max": 1.0}
    yield "ClipByValue", "jax", clip, lambda x: lax.clamp(low, x, high), [POINTS], SEEDS
    yield "ClipByValue", "pytorch", clip, functional.hardtanh, [POINTS], SEEDS
    one = [1.0, 2.0, 0.5, 3.0, 1.0]
    many = np.cos(np.arange(20.0)).reshape(5, 4).round(3).tolist()
    yield "Prod", "jax", {"axis": [1]}, lambda x: jax.numpy.prod(x, 1), [ROWS], one
    yield "Prod", "pytorch", {"axis": [1]}, lambda x: torch.prod(x, 1), [ROWS], one
    yield "Cumprod", "jax", {"axis": 1}, lambda x: lax.cumprod(x, 1), [ROWS], many
    yield "Cumprod", "jax", {"axis": 1, "reverse": True}, lambda x: lax.cumprod(x, 1, reverse=True), [ROWS], many
    yield "Cumprod", "pytorch", {"axis": 1}, lambda x: torch.cumprod(x, 1), [ROWS], many
    smooth = [each for each in ROWS if any(each)]
    norm = {"reduction_indices": [1]}
    yield "EuclideanNorm", "pytorch", norm, lambda x: torch.linalg.vector_norm(x, dim=1), [smooth], one[:4]


def main():
    lines = []
    for name, rule, values, function, inputs, seed in cases():
        arrays = [np.asarray(each, np.float32) for each in inputs]
        results = (of_jax if rule == "jax" else of_pytorch)(function, arrays, np.asarray(seed, np.float32))
        first, second = [[each.tolist() for each in order] for order in results]
        lines.append(json.dumps([name, rule, values, inputs, seed, first, second]))
    Path(__file__).with_name("gradient_rules.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
