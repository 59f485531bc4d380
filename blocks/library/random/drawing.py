"""Random numbers from simple distributions, and random permutations.

A block with seeds draws the same numbers as TensorFlow's CPU kernels, run by run, independent of the session's seed.
For a block without seeds, the engine derives a stream from the session's seed, the block and the step, so that a run
can be repeated.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF, INDEX, INT32, INT64, UINT32, UINT64, DType
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import COPYABLE, pin_error, scalar, sizes
from blocks.library.declare import block, declare
from blocks.library.random import filling
from blocks.library.random.filling import RESERVED
from blocks.library.random.philox import Philox

DRAWN = (HALF, BFLOAT16, FLOAT, DOUBLE)
WHOLE = (INT32, INT64, UINT32, UINT64)
_STEPS = {HALF: 2**10, BFLOAT16: 2**7}
_CHANCE = "random values do not depend on the inputs"
_DRAWN: dict[str, Any] = {
    "T": INDEX, "where": {"dtype": DRAWN}, "not_differentiable": _CHANCE, "counted": True,
    "example": {"shape": [2, 3], "dtype": "DT_FLOAT"},
}  # fmt: skip


def drawn_shape(call: Call) -> Shape:
    return sizes(call, "shape")


@block("shape: T -> output: dtype", **_DRAWN)
def RandomUniform(shape: Array, *, dtype: DType, seed: int = 0, seed2: int = 0, rng: Generator | Philox) -> Array:
    """Draw random values from the uniform distribution on [0, 1).

    With seeds, the block draws the same values as TensorFlow.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011.

    Args:
        shape: [rank] the shape of the output.

    Returns:
        output: [...] new values in each step.
    """
    wanted = tuple(shape.tolist())
    if isinstance(rng, Philox):
        return filling.uniform(rng.reserve(RESERVED * math.prod(wanted)), wanted, dtype)
    if dtype is DOUBLE:
        return rng.random(wanted)
    if dtype is FLOAT:
        return rng.random(wanted, dtype=np.float32)
    # As TensorFlow: as many equal steps as the fraction has bits. Rounding a float would give 1 now and then.
    steps = _STEPS[dtype]
    return rng.integers(0, steps, wanted, dtype=np.uint16).astype(dtype.numpy) / dtype.numpy.type(steps)


RandomUniform.shape(drawn_shape)


@block("shape: T -> output: dtype", doc_of=RandomUniform, **_DRAWN)
def RandomNormal(shape: Array, *, dtype: DType, seed: int = 0, seed2: int = 0, rng: Generator | Philox) -> Array:
    """Draw random values from the standard normal distribution (mean 0, standard deviation 1).

    With seeds, the block draws the same values as TensorFlow.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011; Box and Muller, A note on the
    generation of random normal deviates, 1958.
    """
    wanted = tuple(shape.tolist())
    if isinstance(rng, Philox):
        return filling.normal(rng.reserve(RESERVED * math.prod(wanted)), wanted, dtype)
    return _normal(rng, wanted, dtype).astype(dtype.numpy, copy=False)


RandomNormal.shape(drawn_shape)

RandomNormal_ex = declare(
    "RandomNormal_ex", "random_ops", RandomNormal.signature, RandomNormal.kernel, doc=RandomNormal.doc, **_DRAWN
)
"""enuSpace's second block of RandomNormal, with a shape that is typed: here every shape may be."""
RandomNormal_ex.shape(drawn_shape)


def _normal(rng: Generator, wanted: int | tuple[int, ...], dtype: DType) -> Array:
    return rng.standard_normal(wanted, dtype=np.float64 if dtype is DOUBLE else np.float32)


@block("shape: T -> output: dtype", doc_of=RandomUniform, **_DRAWN)
def TruncatedNormal(shape: Array, *, dtype: DType, seed: int = 0, seed2: int = 0, rng: Generator | Philox) -> Array:
    """Draw random values from the standard normal distribution truncated to [-2, 2].

    Values beyond two standard deviations are drawn again. It is often used for initial weights.

    With seeds, the block draws the same values as TensorFlow.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011; Box and Muller, A note on the
    generation of random normal deviates, 1958.

    Returns:
        output: [...] new values in each step, between -2 and 2.
    """
    wanted = tuple(shape.tolist())
    if isinstance(rng, Philox):
        return filling.truncated_normal(rng.reserve(RESERVED * math.prod(wanted)), wanted, dtype)
    result = _normal(rng, wanted, dtype).reshape(-1)
    again = np.flatnonzero(np.abs(result) >= 2)
    while again.size:  # one in 22 remains each time
        drawn = _normal(rng, again.size, dtype)
        result[again] = drawn
        again = again[np.abs(drawn) >= 2]
    return result.reshape(wanted).astype(dtype.numpy, copy=False)


TruncatedNormal.shape(drawn_shape)


@block(
    "shape: T, minval: Tout, maxval: Tout -> output: Tout",
    T=INDEX,
    Tout=INDEX,
    counted=True,
    example={"shape": [3], "minval": 5, "maxval": 6, "output": [5, 5, 5]},
)
def RandomUniformInt(
    shape: Array, minval: Array, maxval: Array, *, seed: int = 0, seed2: int = 0, rng: Generator | Philox
) -> Array:
    """Draw random integers uniformly from minval to maxval - 1.

    With seeds, the block draws the same values as TensorFlow.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011.

    Args:
        shape: [rank] the shape of the output.
        minval: [] the smallest possible integer.
        maxval: [] the upper limit, which is excluded.

    Returns:
        output: [...] new integers in each step, with the dtype of minval and maxval.
    """
    dtype = np.int64 if minval.dtype.itemsize == 8 else np.int32
    if 0 in shape:
        return np.empty(tuple(shape.tolist()), dtype)  # then the limits need not make sense, as in TensorFlow
    low, high, wanted = int(minval), int(maxval), tuple(shape.tolist())
    if isinstance(rng, Philox):
        return filling.integers(rng.reserve(RESERVED * math.prod(wanted)), wanted, dtype, low, high)
    return rng.integers(low, high, wanted, dtype=dtype)


@RandomUniformInt.shape
def limited_shape(call: Call) -> Shape:
    shape = sizes(call, "shape")
    low, high = scalar(call, "minval"), scalar(call, "maxval")
    empty = shape is not None and 0 in shape
    if low is not None and high is not None and low >= high and not empty:
        raise pin_error(call, "maxval", f"expected minval < maxval, got {low} and {high}")
    return shape


@block(
    "shape: shape_dtype -> output: dtype",
    page="stateful_random_ops",
    shape_dtype=INDEX,
    where={"dtype": WHOLE},
    not_differentiable=_CHANCE,
    doc_of=RandomUniform,
    example={"shape": [2, 3]},
)
def NonDeterministicInts(shape: Array, *, dtype: DType = INT64, rng: Generator) -> Array:
    """Draw random integers from the full range of the dtype.

    In TensorFlow the values cannot be repeated. Here they follow the seed of the run and can be repeated.

    Returns:
        output: [...] new integers in each step.
    """
    limits = np.iinfo(dtype.numpy)
    return rng.integers(limits.min, limits.max, tuple(shape.tolist()), dtype=dtype.numpy, endpoint=True)


NonDeterministicInts.shape(drawn_shape)


@block(
    "value: T -> output: T",
    T=COPYABLE,
    not_differentiable="the output is a random permutation",
    counted=True,
    example={"value": [[1, 2]], "output": [[1, 2]]},
)
def RandomShuffle(value: Array, *, seed: int = 0, seed2: int = 0, rng: Generator | Philox) -> Array:
    """Shuffle the rows of a tensor randomly.

    Args:
        value: [...] the tensor. It is shuffled along its first axis.

    Returns:
        output: [...] the same rows, in a new order in each step.
    """
    if not value.ndim:
        return value.copy()
    if not isinstance(rng, Philox):
        return value[rng.permutation(value.shape[0])]
    count = value.shape[0]
    return value[filling.permutation(rng.reserve((count + 2) // 4 if count > 1 else 0), count)]


RandomShuffle.shape(lambda call: call.shape("value"))
