"""Random numbers from a generator whose state is a variable: ``tf.random.Generator``, with TensorFlow's numbers.

The state is an int64 vector: the counter of Philox, low 64 bits first, its key, and optional further elements. Each run
consumes 256 blocks of the stream for each number that it draws, regardless of its need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INDEX, INT32, INT64, UINT32, UINT64, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_scalar, scalar, shape_error, sizes
from blocks.library.declare import block, declare
from blocks.library.random import filling
from blocks.library.random.distributions import COUNTED, StatelessRandomBinomial, binomial_numbers
from blocks.library.random.philox import Stream
from blocks.library.random.stateless import FLOATS, PINS, SOURCE, all_integers

_PAGE = "stateful_random_ops"
_RESERVED = 256
"""Blocks for each number."""
_ALGORITHMS = (1, 3)
_STATE = {"resource": {"variable": np.array([5, 7, 11], np.int64)}, "algorithm": 1}
_PINS = {
    "resource": "[state] the variable with the state of the generator: a 128-bit counter in two halves, then the key.",
    "algorithm": PINS["alg"],
    **PINS,
}
_ALL = 2**64 - 1


def _stream(state: Array) -> Stream:
    low, high, key = (int(each) & _ALL for each in state[:3])
    return Stream(key, low | high << 64)


def _moved(state: Array, count: int) -> Array:
    """Return the state after a number of draws; as in TensorFlow, a negative count does not carry."""
    step = count * _RESERVED & _ALL
    low = (int(state[0]) & _ALL) + step
    high = (int(state[1]) + (low >> 64)) & _ALL
    result = state.copy()
    result[:2] = np.array([low & _ALL, high], np.uint64).view(np.int64)
    return result


def _check_state(call: Call, algorithm: str = "algorithm", *numbers: str) -> None:
    """Check counter, key and algorithm of a state, and that ``numbers`` pins are scalars."""
    state = call.shape("resource")
    if state is not None and (len(state) != 1 or (state[0] is not None and state[0] < 3)):
        raise shape_error(call, "resource", "resource must hold at least 3 integers")
    for pin in numbers:
        require_scalar(call, pin)
    chosen = scalar(call, algorithm)
    if chosen is not None and chosen not in _ALGORITHMS:
        raise pin_error(call, algorithm, f"expected algorithm 1 (Philox) or 3 (auto), got {chosen}")


def _drawn_shape(call: Call, *numbers: str) -> Shape:
    _check_state(call, "algorithm", *numbers)
    return sizes(call, "shape")


def _drawing(
    name: str,
    summary: str,
    draw: Callable[[Stream, tuple[int, ...], DType], Array],
    dtypes: tuple[DType, ...],
    default: DType,
    returns: str,
    result: list[Any],
) -> Any:
    def kernel(resource: Array, algorithm: Array, shape: Array, *, dtype: DType = default) -> tuple[Array, Array]:
        result = draw(_stream(resource), tuple(shape.tolist()), dtype)
        return _moved(resource, result.size), result

    results = declare(
        name, _PAGE, "resource: &int64, algorithm: int64, shape: shape_dtype -> output: dtype", kernel,
        shape_dtype=INDEX, where={"dtype": dtypes}, writes=["resource"],
        example={**_STATE, "shape": [len(result)], "dtype": default.name, "output": result},
        doc=summary + SOURCE, doc_of={**_PINS, "output": returns},
    )  # fmt: skip
    results.shape(_drawn_shape)
    return results


StatefulUniform = _drawing(
    "StatefulUniform",
    "Draw random values from the uniform distribution on [0, 1), using a generator's state.",
    filling.uniform, FLOATS, FLOAT, "[...] new values in each step.",
    [0.3664005994796753, 0.7981644868850708, 0.25775814056396484],
)  # fmt: skip
StatefulStandardNormalV2 = _drawing(
    "StatefulStandardNormalV2",
    "Draw random values from the standard normal distribution, using a generator's state.",
    filling.normal, FLOATS, FLOAT, "[...] new values in each step.",
    [-1.352663516998291, 0.42232394218444824, 0.371599942445755],
)  # fmt: skip
StatefulTruncatedNormal = _drawing(
    "StatefulTruncatedNormal",
    "Draw random values from the standard normal distribution truncated to [-2, 2], using a generator's state.",
    filling.truncated_normal, FLOATS, FLOAT, "[...] new values in each step, between -2 and 2.",
    [-1.352663516998291, 0.42232394218444824, 0.371599942445755],
)  # fmt: skip
StatefulUniformFullInt = _drawing(
    "StatefulUniformFullInt",
    "Draw random integers from the full range of the dtype, using a generator's state.",
    all_integers, (INT32, INT64, UINT32, UINT64), UINT64, "[...] new integers in each step.",
    [12278547894800148023, 773313867615895096],
)  # fmt: skip


_ADVANCES: dict[str, Any] = {"page": _PAGE, "writes": ["resource"]}


@block(
    "resource: &int64, algorithm: int64, shape: shape_dtype, minval: dtype, maxval: dtype -> output: dtype",
    **_ADVANCES,
    doc_of={**_PINS, "output": "[...] new integers in each step."},
    shape_dtype=INDEX,
    dtype=INDEX,
    example={
        **_STATE,
        "shape": [3],
        "minval": np.array(2, np.int32),
        "maxval": np.array(1000, np.int32),
        "output": [785, 313, 4],
    },
)
def StatefulUniformInt(
    resource: Array, algorithm: Array, shape: Array, minval: Array, maxval: Array
) -> tuple[Array, Array]:
    """Draw random integers uniformly from minval to maxval - 1, using a generator's state."""
    result = filling.integers(_stream(resource), tuple(shape.tolist()), minval.dtype, int(minval), int(maxval))
    return _moved(resource, result.size), result


@StatefulUniformInt.shape
def _(call: Call) -> Shape:
    shape = _drawn_shape(call, "minval", "maxval")
    low, high = scalar(call, "minval"), scalar(call, "maxval")
    if low is not None and high is not None and low >= high:
        raise pin_error(call, "maxval", f"expected minval < maxval, got {low} and {high}")
    return shape


@block(
    "resource: &int64, algorithm: int64, shape: S, counts: T, probs: T -> output: dtype",
    **_ADVANCES,
    doc_of=(StatelessRandomBinomial, _PINS),
    S=INDEX,
    T=COUNTED,
    where={"dtype": COUNTED},
    example={**_STATE, "shape": [4], "counts": 10.0, "probs": 0.3, "dtype": "DT_INT32", "output": [2, 4, 5, 3]},
)
def StatefulRandomBinomial(
    resource: Array, algorithm: Array, shape: Array, counts: Array, probs: Array, *, dtype: DType = INT64
) -> tuple[Array, Array]:
    """Draw random values from the binomial distribution, using a generator's state.

    Source: Hörmann, The generation of binomial random variates, 1993.

    Returns:
        output: [...] the numbers of successes, 0 ... counts, new in each step.
    """
    result = binomial_numbers(_stream(resource), tuple(shape.tolist()), counts, probs, dtype)
    sets = np.broadcast(counts, probs).size
    taken = sets * 2 * 100 * (result.size // max(sets, 1) + 3) // 4
    return _moved(resource, taken if result.size else 0), result


@StatefulRandomBinomial.shape
def _(call: Call) -> Shape:
    shape, last = _drawn_shape(call), broadcast(call.shape("counts"), call.shape("probs"))
    if shape is not None and last is not None and (len(last) > len(shape) or shape[len(shape) - len(last) :] != last):
        text = f"{call.type.name}: shape must end with {shape_text(last)}, the broadcast shape of the parameters"
        raise DiagramError(f"{text}, got {shape_text(shape)}", pin="shape")
    return shape


@block(
    "resource: &int64, alg: int32, delta: uint64 -> value: int64",
    **_ADVANCES,
    doc_of=_PINS,
    example={
        "resource": {"variable": np.array([5, 7, 11], np.int64)},
        "alg": 1,
        "delta": np.array(1000, np.uint64),
        "value": [5, 7, 11],
    },
)
def RngReadAndSkip(resource: Array, alg: Array, delta: Array) -> tuple[Array, Array]:
    """Read the state of a generator, then advance it.

    Args:
        delta: [] the number of values to skip. Each counts as 256 blocks of the stream.

    Returns:
        value: [3] the state before the advance: the counter in two halves, then the key.
    """
    return _moved(resource, int(delta)), resource[:3].copy()


@RngReadAndSkip.shape
def _(call: Call) -> Shape:
    _check_state(call, "alg", "delta")
    return (3,)


@block(
    "resource: &int64, algorithm: int64, delta: int64 -> operation: operation",
    **_ADVANCES,
    doc_of=(RngReadAndSkip, _PINS),
    example={**_STATE, "delta": 300},
)
def RngSkip(resource: Array, algorithm: Array, delta: Array) -> Array:
    """Advance the state of a generator, to skip random values.

    Returns:
        operation: the update, as an operation without a value.
    """
    return _moved(resource, int(delta))


@RngSkip.shape
def _(call: Call) -> list[Shape]:
    _check_state(call, "algorithm", "delta")
    return []
