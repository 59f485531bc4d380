"""Rules for random numbers, which come from the streams of the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INT64
from blocks.graph.graph import Output
from blocks.interchange.tracing.tracer import integers, rank, sizes
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import Value, const, outputs, rule, to


def uniform(shape: Sequence[int], dtype: Any = FLOAT) -> Output:
    return make("RandomUniform", integers(list(shape)), dtype=dtype)


def kept(x: Output, p: float, shape: Sequence[int] | None = None, wants_mask: bool = False) -> list[Output | None]:
    """Return what dropout leaves of a tensor, and the mask."""
    shape = sizes(x) if shape is None else shape
    if p == 0:
        return [x, const(np.ones(shape, bool)) if wants_mask else None]
    mask = make("GreaterEqual", uniform(shape), np.float32(p))
    return [x * to(mask, x.dtype) * (1 / (1 - p) if p < 1 else 0.0), mask]


@rule("rand", "rand_like", "uniform", "uniform_", "randn", "randn_like", "normal_functional", "exponential", "normal")
def _drawn(call: Call, *given: Any, **options: Any) -> Output:
    name = call.target.split(".")[-2]
    normal, plain = "n" in name.removeprefix("ra").removesuffix("_functional")[1:] and "exp" not in name, "rand" in name
    normal = name.startswith(("randn", "normal"))
    x = (
        make("RandomNormal", integers(list(call.shape)), dtype=call.dtype)
        if normal
        else uniform(call.shape, call.dtype)
    )
    if plain:
        return x
    rest: list[Value] = [*(given if name == "normal" else given[1:])]
    if name == "exponential":
        return -make("Log", 1 - x) / (rest[0] if rest else options.get("lambd", 1.0))
    if name == "normal":
        mean, deviation = (rest + [1.0])[:2]
    else:
        mean, deviation = (rest + [0.0, 1.0][len(rest) :])[:2]
        mean, deviation = (options.get("from_", options.get("from", options.get("mean", mean))),
                           options.get("to", options.get("std", deviation)))  # fmt: skip
    if not normal:
        return x * (deviation - mean) + mean
    return x * to(deviation, call.dtype) + to(mean, call.dtype)


@rule("randint", "randint_like")
def _integers(call: Call, *given: Any, **_: Any) -> Output:
    numbers = [each for each in given if isinstance(each, int)]
    low, high = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
    return make("RandomUniformInt", integers(list(call.shape)), const(low, INT64), const(high, INT64))


@rule("bernoulli")
def _bernoulli(call: Call, x: Output, p: float | None = None, **_: Any) -> Output:
    drawn = uniform(call.shape)
    return to(make("Less", drawn, np.float32(p) if p is not None else to(x, FLOAT)), call.dtype)


@rule("multinomial")
def _multinomial(call: Call, x: Output, count: int, replacement: bool = False, **_: Any) -> Output:
    rows = x if rank(x) == 2 else make("ExpandDims", x, 0)
    logs = make("Log", to(rows, FLOAT))
    if replacement:
        result = make("Multinomial", logs, np.int32(count), output_dtype=INT64)
    else:  # the largest of logarithms with Gumbel noise
        noise = -make("Log", -make("Log", uniform(sizes(rows))))
        result = to(outputs("TopK", logs + noise, np.int32(count))[1], INT64)
    return result if rank(x) == 2 else make("Squeeze", result, squeeze_dims=[0])


@rule("randperm")
def _permutation(call: Call, n: int, **_: Any) -> Output:
    return make("RandomShuffle", const(np.arange(n), call.dtype))


@rule("poisson")
def _poisson(call: Call, x: Output, *_: Any) -> Output:
    return make("RandomPoissonV2", integers([]), x, dtype=call.dtype)
