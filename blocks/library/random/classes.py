"""Random classes from logits: Multinomial."""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import DOUBLE, INDEX, INT64, REAL, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, scalar, shape_error
from blocks.library.declare import block
from blocks.library.random.filling import RESERVED, uniform
from blocks.library.random.philox import Philox


@block(
    "logits: T, num_samples: int32 -> output: output_dtype",
    T=REAL,
    where={"output_dtype": INDEX},
    not_differentiable="the output is integer class numbers",
    discontinuity="sample",
    counted=True,
    example={"logits": [[0.0, 1.0, 2.0]], "num_samples": 8},
)
def Multinomial(
    logits: Array,
    num_samples: Array,
    *,
    seed: int = 0,
    seed2: int = 0,
    output_dtype: DType = INT64,
    rng: Generator | Philox,
) -> Array:
    """Draw samples from a categorical distribution: classes with probabilities softmax(logits).

    With seeds, the block draws the same values as TensorFlow.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011.

    Args:
        logits: [batch, classes] the unnormalized log-probabilities. Classes with non-finite logits are never drawn.
        num_samples: [] the number of samples to draw for each row, with replacement.
        output_dtype: the dtype of the output.

    Returns:
        output: [batch, num_samples] the drawn class numbers for each row of logits.
    """
    wanted = (len(logits), int(num_samples))
    if isinstance(rng, Philox):
        stream = rng.reserve(wanted[0] * (-(-wanted[1] // 4) * 4) * 2 * RESERVED)
        return drawn_classes(logits, uniform(stream, wanted, DOUBLE), output_dtype, "Multinomial")
    return drawn_classes(logits, rng.random(wanted), output_dtype, "Multinomial")


def drawn_classes(logits: Array, chances: Array, dtype: DType, what: str) -> Array:
    wide = logits.astype(np.float64)
    known = np.isfinite(wide)
    lost = np.flatnonzero(~known.any(axis=1))
    if lost.size and chances.size:
        raise DiagramError(f"{what}: row {lost[0]} of logits contains no finite value", pin="logits")
    wide[~known] = -np.inf
    reached = np.cumsum(np.exp(wide - wide.max(axis=1, keepdims=True)), axis=1)
    wanted = chances * reached[:, -1:]
    out = np.empty(wanted.shape, dtype.numpy)
    for row in range(len(wide)):
        out[row] = np.searchsorted(reached[row], wanted[row], side="right")
    return out


@Multinomial.shape
def classes_shape(call: Call) -> Shape:
    shape, count = call.shape("logits"), scalar(call, "num_samples")
    if shape is not None and (len(shape) != 2 or shape[1] == 0):
        raise shape_error(call, "logits", "logits must be a matrix with at least one class")
    if count is not None and count < 0:
        raise pin_error(call, "num_samples", f"num_samples must be 0 or more, got {count}")
    return (None if shape is None else shape[0], count)
