"""Random numbers from distributions with parameters."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, HALF, INDEX, INT32, INT64, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, shape_error, sizes
from blocks.library.declare import block, make
from blocks.library.math.shared import scipy_special
from blocks.library.random import rejection, truncation
from blocks.library.random.drawing import DRAWN, drawn_shape
from blocks.library.random.filling import RESERVED
from blocks.library.random.philox import Philox
from blocks.library.random.rejection import each_of
from blocks.library.random.truncation import TruncatedNormal

_ALMOST_NORMAL = 1e15
_BATCH = 100
COUNTED = (HALF, FLOAT, DOUBLE, INT32, INT64)


def _appended(pin: str) -> Any:
    def rule(call: Call) -> Shape:
        first, last = sizes(call, "shape"), call.shape(pin)
        return None if first is None or last is None else (*first, *last)

    return rule


@block(
    "shape: S, alpha: T -> output: T",
    S=INDEX,
    T=(HALF, FLOAT, DOUBLE),
    counted=True,
    example={"shape": [2], "alpha": [0.5, 3.0]},
)
def RandomGamma(shape: Array, alpha: Array, *, seed: int = 0, seed2: int = 0, rng: Generator | Philox) -> Array:
    """Draw random values from the gamma distribution, with density x^(alpha - 1) e^-x / Γ(alpha).

    For another rate, divide the values by it. The gradient with respect to alpha describes how each value changes with
    alpha (implicit reparameterization).

    Source: Marsaglia and Tsang, A simple method for generating gamma variables, 2000; Figurnov, Mohamed, Mnih,
    arXiv:1805.08498, for the gradient.

    Args:
        shape: [rank] the number of values to draw for each alpha: the leading axes of the output.
        alpha: [...] the shape parameters, above 0. Other values give NaN.

    Returns:
        output: [...] new values in each step. The shape is the sizes in shape, followed by the shape of alpha.
    """
    wanted = (*(int(size) for size in shape), *alpha.shape)
    if isinstance(rng, Philox):
        return rejection.gamma_as(alpha.dtype, rng.reserve(RESERVED * prod(wanted)), wanted, alpha)
    wide = alpha.astype(np.float64)
    valid = wide >= 0
    drawn = rng.standard_gamma(np.where(valid, np.abs(wide), 1), wanted)  # NumPy takes -0.0 for negative
    return np.where(valid, drawn, np.nan).astype(alpha.dtype)


RandomGamma.shape(_appended("alpha"))


@RandomGamma.gradient("alpha")
def by_alpha(call: Node, dy: Output) -> Operand:
    """Differentiate implicitly: the probability of a smaller number does not change with alpha."""
    alpha = make("Cast", call.input("alpha"), DstT=DOUBLE)
    drawn = make("Cast", call.outputs[0], DstT=DOUBLE)
    log_density = (alpha - 1.0) * make("Log", drawn) - drawn - make("Lgamma", alpha)
    # A number that was rounded to 0 does not move: nothing there is nothing, however thin the density.
    moved = -make("MulNoNan", make("Exp", -log_density), make("IgammaByA", alpha, drawn))
    each = dy * make("Cast", moved, DstT=dy.dtype)
    return make("SumToShape", each, make("Shape", call.input("alpha")))


@block(
    "shape: S, rate: dtype -> output: dtype",
    S=INDEX,
    dtype=(HALF, FLOAT, DOUBLE),
    example={"shape": [2], "rate": [0.0, 3.0]},
)
def RandomPoisson(shape: Array, rate: Array, *, seed: int = 0, seed2: int = 0, rng: Generator) -> Array:
    """Draw random integers from the Poisson distribution.

    Source: Hörmann, The transformed rejection method for generating Poisson random variables, 1993.

    Args:
        shape: [rank] the number of values to draw for each rate: the leading axes of the output.
        rate: [...] the rates (mean numbers of events), 0 or more.

    Returns:
        output: [...] new integers in each step. The shape is the sizes in shape, followed by the shape of rate.
    """
    wanted = (*(int(size) for size in shape), *rate.shape)
    wide = rate.astype(np.float64)
    if not np.all(np.isfinite(wide) & (wide >= 0)):
        raise DiagramError("RandomPoisson: rates must be finite and 0 or more", pin="rate")
    drawn = rng.poisson(np.minimum(wide, _ALMOST_NORMAL), wanted).astype(np.float64)
    if np.any(wide > _ALMOST_NORMAL):  # beyond what fits into an integer
        normal = np.rint(wide + np.sqrt(wide) * rng.standard_normal(wanted))
        drawn = np.where(wide > _ALMOST_NORMAL, normal, drawn)
    return drawn.astype(rate.dtype)


RandomPoisson.shape(_appended("rate"))


@block(
    "shape: S, rate: R -> output: dtype",
    S=INDEX,
    R=COUNTED,
    where={"dtype": COUNTED},
    doc_of=RandomPoisson,
    counted=True,
    example={"shape": [2], "rate": [0.0, 3.0]},
)
def RandomPoissonV2(
    shape: Array, rate: Array, *, seed: int = 0, seed2: int = 0, dtype: DType = INT64, rng: Generator | Philox
) -> Array:
    """Draw random values from the Poisson distribution, with a choice of dtypes.

    With seeds, the block draws the same values as TensorFlow.

    Source: Hörmann, The transformed rejection method for generating Poisson random variables, 1993.

    Args:
        rate: [...] the rates (mean numbers of events). Negative rates count as 0.
    """
    wanted = (*(int(size) for size in shape), *rate.shape)
    wide = rates(rate, dtype, "RandomPoissonV2", "rate")
    if isinstance(rng, Philox):
        stream = rng.reserve(RESERVED * prod(wanted))
        return each_of(rejection.poisson, stream, wanted, wide).astype(dtype.numpy)
    return rng.poisson(np.clip(wide, 0, _ALMOST_NORMAL), wanted).astype(dtype.numpy)


def rates(given: Array, dtype: DType, what: str, pin: str) -> Array:
    """Return Poisson rates as doubles. Raise DiagramError for NaN, or infinity with an integer dtype."""
    wide = given.astype(np.float64)
    if np.any(np.isnan(wide)) or (np.any(np.isposinf(wide)) and not dtype.is_floating):
        raise DiagramError(f"{what}: rates must be finite", pin=pin)
    return wide


RandomPoissonV2.shape(_appended("rate"))


@block(
    "shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype -> output: dtype",
    T=INDEX,
    dtype=DRAWN,
    not_differentiable="random values do not pass a gradient to the parameters",
    counted=True,
    example={"shape": [2, 3], "means": [0.0, 5.0], "stdevs": 1.0, "minvals": [-1.0, 4.0], "maxvals": [1.0, 5.5]},
)
def ParameterizedTruncatedNormal(
    shape: Array,
    means: Array,
    stdevs: Array,
    minvals: Array,
    maxvals: Array,
    *,
    seed: int = 0,
    seed2: int = 0,
    rng: Generator | Philox,
) -> Array:
    """Draw random values from truncated normal distributions, with parameters for each row.

    Args:
        shape: [rank] the shape of the output. The first size is the number of rows.
        means: [] or [1] or [n] the means before truncation, one for all rows or one for each.
        stdevs: [] or [1] or [n] the standard deviations before truncation, above 0, in the same form.
        minvals: [] or [1] or [n] the lower bounds, in the same form. One of the two bounds may be infinite.
        maxvals: [] or [1] or [n] the upper bounds, in the same form.

    Returns:
        output: [...] new values in each step, within the bounds.
    """
    wanted = [int(size) for size in shape]
    if 0 in wanted:
        return np.empty(wanted, means.dtype)  # then the parameters need not make sense, as in TensorFlow
    ones = [1] * (len(wanted) - 1)
    mean, stdev, low, high = (each.astype(np.float64).reshape(-1, *ones) for each in (means, stdevs, minvals, maxvals))
    require_bounds("ParameterizedTruncatedNormal", mean, stdev, low, high)
    if isinstance(rng, Philox):
        return _by_rows(rng, wanted, (means, stdevs, minvals, maxvals))
    result = _standard_normal_within((low - mean) / stdev, (high - mean) / stdev, rng.random(wanted)) * stdev + mean
    within = np.clip(result.astype(means.dtype), low.astype(means.dtype), high.astype(means.dtype))
    return within.astype(means.dtype, copy=False)


def require_bounds(name: str, mean: Array, stdev: Array, low: Array, high: Array, deviations: str = "stdevs") -> None:
    """Raise DiagramError, at the responsible pin, if parameters do not describe a truncated distribution."""
    for holds, what, pin in (
        (np.isfinite(mean), "finite means", "means"),
        (stdev > 0, "standard deviations above 0", deviations),
        (low < high, "minvals below maxvals", "minvals"),
        (np.isfinite(low) | np.isfinite(high), "at least one finite bound", "maxvals"),
    ):
        if not np.all(holds):
            raise DiagramError(f"{name} needs {what}", pin=pin)


def _by_rows(rng: Philox, shape: list[int], parameters: tuple[Array, ...]) -> Array:
    """Draw TensorFlow's numbers: a row has its parameters, and shared parameters have rows of 100 numbers."""
    dtype = dtype_of(parameters[0])
    result = np.empty(shape, parameters[0].dtype)
    means, stdevs, low, high = parameters
    alike = low.ndim == high.ndim == 0 and means.size == stdevs.size == 1
    flat, samples = result.reshape(-1), _BATCH if alike else result.size // shape[0]
    count = -(-flat.size // samples)
    rows = [np.broadcast_to(each.reshape(-1), count) for each in parameters]
    batches = (
        (flat[i * samples : (i + 1) * samples], TruncatedNormal(*(row[i] for row in rows))) for i in range(count)
    )
    stream = rng.reserve(truncation.reserved(count, samples))
    truncation.drawn(stream, batches, dtype, "ParameterizedTruncatedNormal")
    return result


def _standard_normal_within(low: Array, high: Array, chance: Array) -> Array:
    """Return quantiles of a truncated standard normal distribution.

    Computed in logarithms and in the lower tail, so that bounds far from the mean do not lose digits.
    """
    special = scipy_special()
    mirrored = low > 0
    low, high = np.where(mirrored, -high, low), np.where(mirrored, -low, high)
    below_low, below_high = special.log_ndtr(low), special.log_ndtr(high)
    result: Array = special.ndtri_exp(below_high + np.log1p(chance * np.expm1(below_low - below_high)))
    return result * np.where(mirrored, -1, 1)


@ParameterizedTruncatedNormal.shape
def _(call: Call) -> Shape:
    wanted = drawn_shape(call)
    if wanted == ():
        raise pin_error(call, "shape", "shape must have at least one axis, got []")
    rows = wanted[0] if wanted else None
    for pin in ("means", "stdevs", "minvals", "maxvals"):
        shape = call.shape(pin)
        fits = shape is None or not shape or (len(shape) == 1 and (None in (rows, shape[0]) or shape[0] in (1, rows)))
        if not fits:
            raise shape_error(call, pin, f"{pin} must have 1 value or one value per row ({rows})")
    return wanted
