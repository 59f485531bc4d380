"""Stateless random numbers: the same inputs give the same numbers, in every step and every session.

The numbers are TensorFlow's. A pair of seeds, or a key and a counter, define the start of the stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF, INDEX, UINT64, DType
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, pin_error, scalar, sizes
from blocks.library.declare import block, declare
from blocks.library.random import filling
from blocks.library.random.drawing import WHOLE, limited_shape
from blocks.library.random.philox import Stream, of_pair

PAGE = "stateless_random_ops"
FLOATS = (HALF, BFLOAT16, FLOAT, DOUBLE)
CHANCE = "random values do not depend on the inputs"
_PHILOX = (1, 3)
EXAMPLE = {"key": np.array([5], np.uint64), "counter": np.array([1, 2], np.uint64), "alg": 1}


def stream_at(key: Array, counter: Array) -> Stream:
    return Stream(int(key[0]), int(counter[0]) | int(counter[1]) << 64)


def check_stream(call: Call) -> None:
    """Raise DiagramError if seed, or key, counter and algorithm, do not define a stream."""
    for pin, size in (("seed", 2), ("key", 1), ("counter", 2)):
        shape = call.shape(pin) if pin in call.type.input_index else None
        if shape is not None and (len(shape) != 1 or shape[0] not in (size, None)):
            raise pin_error(call, pin, f"{pin} must have the shape [{size}], got {shape_text(shape)}")
    if "alg" in call.type.input_index:
        alg = scalar(call, "alg")
        if alg is not None and alg not in _PHILOX:
            raise pin_error(call, "alg", f"expected algorithm 1 (Philox) or 3 (auto), got {alg}")


def _shape(call: Call) -> Shape:
    check_stream(call)
    return sizes(call, "shape")


SOURCE = "\n\nSource: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011."
PINS = {
    "shape": "[rank] the shape of the output.",
    "seed": "[2] the seed: two integers. Each pair gives an independent stream.",
    "key": "[1] the key of the random stream.",
    "counter": "[2] the counter: the start position in the stream, low 64 bits first.",
    "alg": "[] the algorithm: 1 for Philox, 3 for automatic, which also selects Philox.",
    "minval": "[] the smallest possible integer.",
    "maxval": "[] the upper limit, which is excluded.",
}
"""The documentation of pins of all random numbers with a given stream."""


def _two(
    name: str,
    summary: str,
    draw: Callable[..., Array],
    dtypes: tuple[DType, ...],
    default: DType,
    returns: str,
    results: tuple[list[Any], list[Any]],
    seeds: tuple[DType, ...] = INDEX,
) -> tuple[BlockType, BlockType]:
    def by_seed(shape: Array, seed: Array, *, dtype: DType = default) -> Array:
        return draw(of_pair(seed), tuple(shape.tolist()), dtype)

    def by_key(shape: Array, key: Array, counter: Array, alg: Array, *, dtype: DType = default) -> Array:
        return draw(stream_at(key, counter), tuple(shape.tolist()), dtype)

    docs = {**PINS, "output": returns}
    shown: dict[str, Any] = {"dtype": default.name, "shape": [len(results[0])]}
    first = declare(
        name, PAGE, "shape: T, seed: Tseed -> output: dtype", by_seed, T=INDEX, Tseed=seeds, where={"dtype": dtypes},
        not_differentiable=CHANCE,
        example={**shown, "seed": [1, 2], "output": results[0]},
        doc=summary + SOURCE, doc_of=docs,
    )  # fmt: skip
    second = declare(
        f"{name}V2", PAGE, "shape: Tshape, key: uint64, counter: uint64, alg: int32 -> output: dtype", by_key,
        Tshape=INDEX, where={"dtype": dtypes}, not_differentiable=CHANCE,
        example={**shown, **EXAMPLE, "output": results[1]},
        doc=summary + SOURCE, doc_of=docs,
    )  # fmt: skip
    for each in (first, second):
        each.shape(_shape)
    return first, second


def all_integers(stream: Stream, shape: tuple[int, ...], dtype: DType) -> Array:
    return filling.integers(stream, shape, dtype.numpy)


StatelessRandomUniform, StatelessRandomUniformV2 = _two(
    "StatelessRandomUniform",
    "Draw random values from the uniform distribution on [0, 1). Equal inputs always give equal values.",
    filling.uniform, FLOATS, FLOAT, "[...] the values. They depend only on the inputs.",
    ([0.8440604, 0.1920453, 0.9962232], [0.2645825, 0.3412656, 0.3550296]),
)  # fmt: skip
StatelessRandomNormal, StatelessRandomNormalV2 = _two(
    "StatelessRandomNormal",
    "Draw random values from the standard normal distribution. Equal inputs always give equal values.",
    filling.normal, FLOATS, FLOAT, "[...] the values. They depend only on the inputs.",
    ([0.5441101, 0.2073803, 0.0735643], [1.3698597, -0.8846968, 0.4770944]),
)  # fmt: skip
StatelessTruncatedNormal, StatelessTruncatedNormalV2 = _two(
    "StatelessTruncatedNormal",
    "Draw standard normal random values truncated to [-2, 2]. Equal inputs always give equal values.",
    filling.truncated_normal, FLOATS, FLOAT, "[...] the values, between -2 and 2. They depend only on the inputs.",
    ([0.5441101, 0.2073803, 0.0735643], [1.3698597, -0.8846968, 0.4770944]),
)  # fmt: skip
StatelessRandomUniformFullInt, StatelessRandomUniformFullIntV2 = _two(
    "StatelessRandomUniformFullInt",
    "Draw random integers from the full range of the dtype. Equal inputs always give equal values.",
    all_integers, WHOLE, UINT64, "[...] the integers. They depend only on the inputs.",
    ([7464880146280614444, 1591045637757961278], [5704845317768338903, 6162861916808901020]), WHOLE,
)  # fmt: skip


def _between(stream: Stream, shape: Array, minval: Array, maxval: Array) -> Array:
    wanted = tuple(shape.tolist())
    if 0 in wanted:
        return np.empty(wanted, minval.dtype)  # then the limits need not make sense, as in TensorFlow
    return filling.integers(stream, wanted, minval.dtype, int(minval), int(maxval))


def _by_seed(shape: Array, seed: Array, minval: Array, maxval: Array) -> Array:
    return _between(of_pair(seed), shape, minval, maxval)


def _by_key(shape: Array, key: Array, counter: Array, alg: Array, minval: Array, maxval: Array) -> Array:
    return _between(stream_at(key, counter), shape, minval, maxval)


_INTEGERS = "Draw random integers uniformly from minval to maxval - 1. Equal inputs always give equal values."
_INTEGER_PINS = {
    **PINS, "output": "[...] the integers, with the dtype of minval and maxval. They depend only on the inputs.",
}  # fmt: skip

StatelessRandomUniformInt = declare(
    "StatelessRandomUniformInt", PAGE, "shape: T, seed: Tseed, minval: dtype, maxval: dtype -> output: dtype", _by_seed,
    T=INDEX, Tseed=INDEX, dtype=INDEX, not_differentiable=CHANCE,
    example={"shape": [3], "seed": [1, 2], "minval": 5, "maxval": 6, "output": [5, 5, 5]},
    doc=_INTEGERS + SOURCE, doc_of=_INTEGER_PINS,
)  # fmt: skip
StatelessRandomUniformIntV2 = declare(
    "StatelessRandomUniformIntV2", PAGE,
    "shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval: dtype -> output: dtype", _by_key,
    Tshape=INDEX, dtype=WHOLE, not_differentiable=CHANCE,
    example={"shape": [3], **EXAMPLE, "minval": 5, "maxval": 6, "output": [5, 5, 5]},
    doc=_INTEGERS + SOURCE, doc_of=_INTEGER_PINS,
)  # fmt: skip


def _limited(call: Call) -> Shape:
    check_stream(call)
    return limited_shape(call)


StatelessRandomUniformInt.shape(_limited)
StatelessRandomUniformIntV2.shape(_limited)


@block(
    "value: T, key: uint64, counter: uint64, alg: int32 -> output: T",
    page=PAGE,
    T=COPYABLE,
    doc_of=StatelessRandomUniformV2,
    example={"value": [[1, 2]], **EXAMPLE, "output": [[1, 2]]},
)
def StatelessShuffle(value: Array, key: Array, counter: Array, alg: Array) -> Array:
    """Shuffle the rows of a tensor randomly. Equal inputs always give the same order.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011.

    Args:
        value: [...] the tensor. It is shuffled along its first axis.

    Returns:
        output: [...] the same rows, in an order that depends only on key and counter.
    """
    return value[filling.permutation(stream_at(key, counter), value.shape[0])] if value.ndim else value.copy()


@StatelessShuffle.shape
def _(call: Call) -> Shape:
    check_stream(call)
    return call.shape("value")


@block(
    "seed: Tseed -> key: uint64, counter: uint64",
    page=PAGE,
    Tseed=INDEX,
    example={
        "seed": [0, 0],
        "key": np.array([16103252647613272195], np.uint64),
        "counter": np.array([0, 18388005586443337812], np.uint64),
    },
)
def StatelessRandomGetKeyCounter(seed: Array) -> tuple[Array, Array]:
    """Compute the key and the counter of a random stream from a pair of seeds.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011.

    Args:
        seed: [2] the seed: two integers. Each pair gives an independent stream.

    Returns:
        key: [1] the key of the random stream.
        counter: [2] the counter: the start position in the stream, low 64 bits first.
    """
    stream = of_pair(seed)
    return np.array([stream.key], np.uint64), np.array([0, stream.counter >> 64], np.uint64)


@StatelessRandomGetKeyCounter.shape
def _(call: Call) -> list[Shape]:
    check_stream(call)
    return [(1,), (2,)]


@block("-> alg: int32", page=PAGE, stateful=True, example={"alg": 1})
def StatelessRandomGetAlg() -> Array:
    """Return the ID of the random number generator in use: 1 (Philox).

    Returns:
        alg: [] the ID of the generator.
    """
    return np.array(1, np.int32)


StatelessRandomGetAlg.shape(lambda _call: ())
