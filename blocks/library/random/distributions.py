"""Random numbers from distributions with parameters, in each step anew or, stateless, by the inputs alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod, sqrt
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE, FLOAT, HALF, INDEX, INT32, INT64, REAL, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, shape_text
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import pin_error, scalar, shape_error, sizes
from blocks.library.declare import block, make
from blocks.library.math.shared import scipy_special
from blocks.library.random import rejection, truncation
from blocks.library.random.drawing import DRAWN, drawn_shape
from blocks.library.random.filling import RESERVED, uniform
from blocks.library.random.philox import Philox, Stream, of_pair
from blocks.library.random.rejection import each_of
from blocks.library.random.stateless import EXAMPLE, PAGE, check_stream, stream_at
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


# -- Stateless random numbers: the same inputs give the same numbers in every step -------------------------------------


_FLOATS = (HALF, FLOAT, DOUBLE)
_JUMPS = "sampling by rejection is discontinuous; the gradient is the implicit gradient of the distribution"
_COUNTS = "the output is random counts"


def _ends_with(*pins: str) -> Callable[[Call], Shape]:
    def rule(call: Call) -> Shape:
        check_stream(call)
        shape = sizes(call, "shape")
        last: Shape = ()
        for pin in pins:
            last = broadcast(last, call.shape(pin))
        if shape is None or last is None:
            return shape
        end = shape[len(shape) - len(last) :]
        if len(last) > len(shape) or any(
            a is not None and b is not None and a != b for a, b in zip(end, last, strict=True)
        ):
            text = f"{call.type.name}: shape must end with {shape_text(last)}, the broadcast shape of the parameters"
            raise DiagramError(f"{text}, got {shape_text(shape)}", pin="shape")
        return shape

    return rule


_SEEDED: dict[str, Any] = {"page": PAGE, "Tseed": INDEX}


@block(
    "shape: T, seed: Tseed, alpha: dtype -> output: dtype",
    T=INDEX,
    **_SEEDED,
    dtype=_FLOATS,
    example={
        "shape": [2, 2],
        "seed": [1, 2],
        "alpha": [0.5, 3.0],
        "output": [[0.06695361, 4.674579], [0.6282355, 3.3503754]],
    },
)
def StatelessRandomGammaV2(shape: Array, seed: Array, alpha: Array) -> Array:
    """Draw random values from the gamma distribution. Equal inputs always give equal values.

    The density is x^(alpha - 1) e^-x / Γ(alpha). The gradient with respect to alpha describes how each value changes
    with alpha (implicit reparameterization).

    Source: Marsaglia and Tsang, A simple method for generating gamma variables, 2000; Figurnov, Mohamed, Mnih,
    arXiv:1805.08498, for the gradient.

    Args:
        shape: [rank] the shape of the output. It must end with the shape of alpha.
        seed: [2] the seed: two integers. Each pair gives an independent stream.
        alpha: [...] the shape parameters, 0 or more. Other values give NaN.

    Returns:
        output: [...] the values. They depend only on the inputs.
    """
    return _gamma(of_pair(seed), shape, alpha)


@block(
    "shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype -> output: dtype",
    page=PAGE,
    shape_dtype=INDEX,
    dtype=_FLOATS,
    doc_of=StatelessRandomGammaV2,
    example={
        "shape": [2, 2],
        **EXAMPLE,
        "alpha": [0.5, 3.0],
        "output": [[0.360036, 1.6811211], [0.7785494, 3.0007164]],
    },
)
def StatelessRandomGammaV3(shape: Array, key: Array, counter: Array, alg: Array, alpha: Array) -> Array:
    """Draw random values from the gamma distribution with a key and a counter. Equal inputs always give equal values.

    The density is x^(alpha - 1) e^-x / Γ(alpha). The gradient with respect to alpha describes how each value changes
    with alpha (implicit reparameterization).

    Source: Marsaglia and Tsang, A simple method for generating gamma variables, 2000; Figurnov, Mohamed, Mnih,
    arXiv:1805.08498, for the gradient.

    Args:
        key: [1] the key of the random stream.
        counter: [2] the counter: the start position in the stream, low 64 bits first.
        alg: [] the algorithm: 1 for Philox, 3 for automatic, which also selects Philox.
    """
    return _gamma(stream_at(key, counter), shape, alpha)


def _gamma(stream: Stream, shape: Array, alpha: Array) -> Array:
    return rejection.gamma_as(alpha.dtype, stream, shape.tolist(), alpha)


for _each in (StatelessRandomGammaV2, StatelessRandomGammaV3):
    _each.shape(_ends_with("alpha"))
    _each.gradient("alpha")(by_alpha)
    _each.gradient_limit("alpha", _JUMPS)


@block(
    "shape: T, seed: Tseed, lam: Rtype -> output: dtype",
    T=INDEX,
    **_SEEDED,
    Rtype=COUNTED,
    where={"dtype": COUNTED},
    not_differentiable=_COUNTS,
    doc_of=StatelessRandomGammaV2,
    example={
        "shape": [3, 2],
        "seed": [1, 2],
        "lam": [0.5, 30.0],
        "dtype": "DT_INT32",
        "output": [[3, 45], [2, 25], [1, 35]],
    },
)
def StatelessRandomPoisson(shape: Array, seed: Array, lam: Array, *, dtype: DType) -> Array:
    """Draw random values from the Poisson distribution. Equal inputs always give equal values.

    Source: Hörmann, The transformed rejection method for generating Poisson random variables, 1993.

    Args:
        shape: [rank] the shape of the output. It must end with the shape of lam.
        lam: [...] the rates (mean numbers of events). Negative rates count as 0.
    """
    wide = rates(lam, dtype, "StatelessRandomPoisson", "lam")
    return each_of(rejection.poisson, of_pair(seed), shape.tolist(), wide).astype(dtype.numpy)


StatelessRandomPoisson.shape(_ends_with("lam"))


@block(
    "shape: S, seed: Tseed, counts: T, probs: T -> output: dtype",
    S=INDEX,
    **_SEEDED,
    T=COUNTED,
    where={"dtype": COUNTED},
    not_differentiable=_COUNTS,
    example={
        "shape": [3, 2],
        "seed": [1, 2],
        "counts": [5.0, 100.0],
        "probs": [0.3, 0.6],
        "dtype": "DT_INT32",
        "output": [[3, 47], [2, 65], [2, 56]],
    },
)
def StatelessRandomBinomial(shape: Array, seed: Array, counts: Array, probs: Array, *, dtype: DType = INT64) -> Array:
    """Draw random values from the binomial distribution. Equal inputs always give equal values.

    Source: Hörmann, The generation of binomial random variates, 1993.

    Args:
        shape: [rank] the shape of the output. It must end with the shape to which counts and probs are broadcast.
        seed: [2] the seed: two integers. Each pair gives an independent stream.
        counts: [...] the numbers of trials, 0 or more.
        probs: [...] the probability of success in each trial, 0 ... 1.

    Returns:
        output: [...] the numbers of successes, 0 ... counts. They depend only on the inputs.
    """
    return binomial_numbers(of_pair(seed), shape.tolist(), counts, probs, dtype)


def binomial_numbers(stream: Stream, shape: Sequence[int], counts: Array, probs: Array, dtype: DType) -> Array:
    count, chance = np.broadcast_arrays(counts, probs)
    many = count * np.where(chance > 0.5, 1 - chance, chance) >= 10  # in their own precision, as TensorFlow
    wide = (each.astype(np.float64) for each in (count, chance, many))
    return each_of(rejection.binomial, stream, shape, *wide).astype(dtype.numpy)


StatelessRandomBinomial.shape(_ends_with("counts", "probs"))


@block(
    "shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype -> output: dtype",
    S=INDEX,
    **_SEEDED,
    dtype=_FLOATS,
    example={
        "shape": [3],
        "seed": [1, 2],
        "means": 0.0,
        "stddevs": 1.0,
        "minvals": [-1.0, 4.0, 0.5],
        "maxvals": 5.5,
        "output": [0.5441101, 4.3073578, 1.142154],
    },
)
def StatelessParameterizedTruncatedNormal(
    shape: Array, seed: Array, means: Array, stddevs: Array, minvals: Array, maxvals: Array
) -> Array:
    """Draw random values from truncated normal distributions. Equal inputs always give equal values.

    The gradient describes how each value changes with the parameters (implicit reparameterization).

    Source: Figurnov, Mohamed, Mnih, arXiv:1805.08498, for the gradient.

    Args:
        shape: [rank] the shape of the output. It must end with the broadcast shape of the parameters.
        seed: [2] the seed: two integers. Each pair gives an independent stream.
        means: [...] the means before truncation.
        stddevs: [...] the standard deviations before truncation, above 0.
        minvals: [...] the lower bounds. One of the two bounds may be infinite.
        maxvals: [...] the upper bounds.

    Returns:
        output: [...] the values, within the bounds. They depend only on the inputs.
    """
    result = np.empty(shape.tolist(), means.dtype)
    if not result.size:
        return result  # then the parameters need not make sense, as in TensorFlow
    require_bounds("StatelessParameterizedTruncatedNormal", means, stddevs, minvals, maxvals, "stddevs")
    sets = [each.reshape(-1) for each in np.broadcast_arrays(means, stddevs, minvals, maxvals)]
    columns = result.reshape(-1, sets[0].size)
    batches = ((columns[:, i], TruncatedNormal(*(each[i] for each in sets))) for i in range(sets[0].size))
    truncation.drawn(of_pair(seed), batches, dtype_of(means), "StatelessParameterizedTruncatedNormal")
    return result


StatelessParameterizedTruncatedNormal.shape(_ends_with("means", "stddevs", "minvals", "maxvals"))


for _pin in ("means", "stddevs", "minvals", "maxvals"):
    StatelessParameterizedTruncatedNormal.gradient_limit(_pin, _JUMPS)


@StatelessParameterizedTruncatedNormal.gradient("means", "stddevs", "minvals", "maxvals")
def _(call: Node, dy: Output) -> list[Operand]:
    """Differentiate implicitly, as TensorFlow: bounds move with the mean unless they are differentiated too."""
    mean, stdev, low, high = (call.input(pin) for pin in ("means", "stddevs", "minvals", "maxvals"))
    drawn, a, b = ((each - mean) / stdev for each in (call.outputs[0], low, high))
    kind = np.finfo(dy.dtype.numpy)

    def below(x: Output) -> Output:
        return make("Erfc", x * -sqrt(0.5)) * 0.5

    share = (below(drawn) - below(a)) / (below(b) - below(a))
    share = make("Minimum", make("Maximum", share, float(kind.tiny)), 1 - float(kind.eps))
    by_high = make("Exp", (drawn * drawn - b * b) * 0.5 + make("Log", share))
    by_low = make("Exp", (drawn * drawn - a * a) * 0.5 + make("Log1p", -share))
    moved = dy, dy * drawn, dy * by_low, dy * by_high
    return [
        make("SumToShape", each, make("Shape", parameter))
        for each, parameter in zip(moved, (mean, stdev, low, high), strict=True)
    ]


# -- Random classes ----------------------------------------------------------------------------------------------------


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
    shape, count = call.shape("logits"), scalar(call, "num_samples", 0)
    if shape is not None and (len(shape) != 2 or shape[1] == 0):
        raise shape_error(call, "logits", "logits must be a matrix with at least one class")
    return (None if shape is None else shape[0], count)


@block(
    "logits: T, num_samples: int32, seed: Tseed -> output: output_dtype",
    T=REAL,
    **_SEEDED,
    where={"output_dtype": INDEX},
    doc_of=Multinomial,
    not_differentiable="the output is integer class numbers",
    example={"logits": [[0.0, 1.0, 2.0]], "num_samples": 8, "seed": [1, 2], "output": [[2, 2, 1, 2, 2, 2, 2, 1]]},
)
def StatelessMultinomial(logits: Array, num_samples: Array, seed: Array, *, output_dtype: DType = INT64) -> Array:
    """Draw categorical samples with probabilities softmax(logits). Equal inputs always give equal values.

    Source: Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011.

    Args:
        seed: [2] the seed: two integers. Each pair gives an independent stream.
    """
    chances = uniform(of_pair(seed), (len(logits), int(num_samples)), DOUBLE)
    return drawn_classes(logits, chances, output_dtype, "StatelessMultinomial")


@StatelessMultinomial.shape
def _(call: Call) -> Shape:
    check_stream(call)
    return classes_shape(call)
