"""Comparison of a gradient with finite differences along random directions, and detection of kinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from blocks.base.types import Array, Generator

Verdict = Literal["right", "wrong", "custom", "not smooth here", "not checked"]
"""Whether a gradient is that of the function; ``"custom"``: only custom gradients make a difference."""

DIRECTIONS = 2

Numbers = list[Array]
Function = Callable[[Numbers], Numbers]


class Precision(NamedTuple):
    """The precision of finite differences.

    Attributes:
        epsilon: the relative error of one operation.
        tolerance: the largest relative error of a correct gradient.
    """

    name: str
    steps: tuple[float, ...]
    epsilon: float
    tolerance: float


FINE = Precision("float64", (1e-4, 1e-5, 1e-6, 1e-8), 2.3e-16, 1e-5)
COARSE = Precision("float32", (3e-2, 1e-2, 3e-3), 1.2e-7, 2e-2)


class Comparison(NamedTuple):
    error: float
    verdict: Verdict


class _Point(NamedTuple):
    step: float
    up: Numbers
    down: Numbers


def compare(
    function: Function,
    where: Numbers,
    gradients: Numbers,
    weights: Numbers,
    precision: Precision,
    rng: Generator,
    magnitude: float = 0.0,
) -> Comparison:
    """Compare gradients of a weighted sum of results with central differences.

    At a kink the slopes on its two sides differ, however small the step is. The true slope along a direction is then
    anything between them, so that a gradient is only wrong if it is outside.

    Args:
        magnitude: the largest intermediate number: if such numbers cancel, results have its absolute rounding error,
            however small they are.
    """
    here = function(where)
    if not all(np.isfinite(each).all() for each in (*here, *gradients)):
        return Comparison(np.nan, "not smooth here")
    result = [_along(function, where, here, gradients, weights, precision, rng, magnitude) for _ in range(DIRECTIONS)]
    order: tuple[Verdict, ...] = ("wrong", "not smooth here", "right")
    return min(result, key=lambda each: (order.index(each.verdict), -np.nan_to_num(each.error)))


def _along(
    function: Function,
    where: Numbers,
    here: Numbers,
    gradients: Numbers,
    weights: Numbers,
    precision: Precision,
    rng: Generator,
    magnitude: float,
) -> Comparison:
    direction = [_direction(x, rng) for x in where]
    slope, size = product(gradients, direction)
    points: list[_Point] = []
    for step in precision.steps:
        sides = [
            function([np.asarray(x + sign * step * d, x.dtype) for x, d in zip(where, direction, strict=True)])
            for sign in (1, -1)
        ]
        if all(np.isfinite(each).all() for side in sides for each in side):
            points.append(_Point(step, *sides))
    if not points:
        return Comparison(np.nan, "not smooth here")
    results = product(weights, [np.abs(each) + magnitude for each in here])[1]
    errors: list[tuple[float, float, float]] = []
    for point in points:
        change, scale = product(weights, [up - down for up, down in zip(point.up, point.down, strict=True)])
        # Inputs are rounded, too: so are steps from them, and with them how far the results move.
        moves = [np.abs(up - each) + np.abs(down - each) for up, down, each in zip(*point[1:], here, strict=True)]
        moved = product(weights, moves)[1]
        noise = 10 * precision.epsilon * (results + moved / point.step) / point.step
        off = max(0.0, abs(change / (2 * point.step) - slope) - noise)
        largest = max(scale / (2 * point.step), size)
        errors.append((off / largest if off else 0.0, off, largest))
    error, off, largest = min(errors)
    bend, slack = _bend(points, here, weights, precision, magnitude), precision.tolerance * largest
    if off > bend * 1.001 + slack:
        return Comparison(error, "wrong")
    return Comparison(error, "not smooth here" if bend > slack else "right")


def random_numbers(rng: Generator, like: Array) -> Array:
    """Return random numbers away from 0, in double precision, of an array's shape; complex if the array is."""
    parts: list[Array] = [rng.uniform(0.5, 1.5, like.shape) * rng.choice([-1.0, 1.0], like.shape) for _ in range(2)]
    return np.asarray(parts[0] + 1j * parts[1] if like.dtype.kind == "c" else parts[0])


def _direction(x: Array, rng: Generator) -> Array:
    """Return a random direction about as large as the values, so that none leaves its domain."""
    result = random_numbers(rng, x)
    size = np.abs(x).astype(np.float64)
    middle = float(size.mean()) if size.size and size.any() else 1.0
    return result * np.where(size == 0, middle, size)


def product(a: Numbers, b: Numbers) -> tuple[float, float]:
    """Return the real inner product of two lists of arrays, and the sum of absolute terms."""
    parts = [np.real(np.conj(x) * y).astype(np.float64) for x, y in zip(a, b, strict=True)]
    return float(sum(p.sum() for p in parts)), float(sum(np.abs(p).sum() for p in parts))


def _bend(points: Sequence[_Point], here: Numbers, weights: Numbers, precision: Precision, magnitude: float) -> float:
    """Return the largest distance of a one-sided slope from the central difference, summed over the results.

    A distance that shrinks with the step is curvature, not a kink. A jump has no slope at all.
    """
    first, last = points[0], points[-1]
    total = 0.0
    for i, (value, weight) in enumerate(zip(here, weights, strict=True)):
        wide, narrow = (np.abs(p.up[i] - 2 * value + p.down[i]) / p.step for p in (first, last))
        noise = 40 * precision.epsilon * (np.abs(value) + magnitude) / last.step
        kinks = np.where((narrow > 0.3 * wide) & (narrow > noise), narrow, 0.0)
        far, near = (np.maximum(np.abs(p.up[i] - value), np.abs(p.down[i] - value)) for p in (first, last))
        jumps = np.where((near > 0.3 * far) & (near > noise * last.step), 2 * near / last.step, 0.0)
        total += 0.5 * float((np.abs(weight) * np.maximum(kinks, jumps)).sum())
    return total
