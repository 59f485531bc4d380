"""Sampling of classes, with and without replacement, and the expected count of each class."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator

_FEW = 1 << 16
"""Classes: of up to so many, every one's probability is worked out to draw without replacement."""


class Sampler(Protocol):
    count: int

    def draw(self, rng: Generator, number: int) -> Array: ...

    def probability(self, classes: Array) -> Array: ...


class Uniform:
    def __init__(self, count: int) -> None:
        self.count = count

    def draw(self, rng: Generator, number: int) -> Array:
        return rng.integers(self.count, size=number)

    def probability(self, classes: Array) -> Array:
        return np.full(classes.shape, 1 / self.count)


class LogUniform:
    """The log-uniform distribution: P(class) = log((class + 2) / (class + 1)) / log(count + 1)."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._scale = float(np.log1p(float(count)))

    def draw(self, rng: Generator, number: int) -> Array:
        result = np.expm1(rng.random(number) * self._scale)
        return np.minimum(result, np.nextafter(float(self.count), 0)).astype(np.int64)

    def probability(self, classes: Array) -> Array:
        return np.log1p(1 / (classes + 1.0)) / self._scale


class Weighted:
    def __init__(self, weights: Array) -> None:
        self.count = len(weights)
        self._reached = np.cumsum(weights)
        self._shares = weights / self._reached[-1]

    def draw(self, rng: Generator, number: int) -> Array:
        wanted: Array = rng.random(number) * self._reached[-1]
        return np.searchsorted(self._reached, wanted, side="right")

    def probability(self, classes: Array) -> Array:
        return self._shares[classes]


class Learned:
    """A distribution proportional to the observed counts of the classes; each count starts at 1.

    Only observed classes are stored, so many classes need no memory.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._seen = np.empty(0, np.int64)
        self._times = np.empty(0, np.int64)

    def learn(self, classes: Array) -> None:
        both = np.concatenate([self._seen, classes.reshape(-1)])
        times = np.concatenate([self._times, np.ones(classes.size, np.int64)])
        self._seen, indices = np.unique(both, return_inverse=True)
        self._times = np.bincount(indices, times, len(self._seen)).astype(np.int64)

    def draw(self, rng: Generator, number: int) -> Array:
        result = rng.integers(self.count, size=number)
        total = int(self._times.sum())
        learnt = rng.random(number) * (self.count + total) >= self.count
        wanted = rng.random(number) * total
        if total:
            indices = np.searchsorted(np.cumsum(self._times), wanted[learnt], side="right")
            result[learnt] = self._seen[indices]
        return result

    def probability(self, classes: Array) -> Array:
        times = np.ones(classes.shape)
        if len(self._seen):
            indices = np.minimum(np.searchsorted(self._seen, classes), len(self._seen) - 1)
            times += np.where(self._seen[indices] == classes, self._times[indices], 0)
        return times / (self.count + float(self._times.sum()))


def sample(
    sampler: Sampler, true_classes: Array, number: int, unique: bool, rng: Generator
) -> tuple[Array, Array, Array]:
    """Draw classes. Return them and the expected counts of the true and the drawn classes.

    Raises:
        DiagramError: a true class is out of range, or there are too few classes to draw.
    """
    wrong = true_classes[(true_classes < 0) | (true_classes >= sampler.count)]
    if wrong.size:
        raise DiagramError(f"true classes must be from 0 to {sampler.count - 1}, got {wrong[0]}", pin="true_classes")
    if not unique:
        result, tries = sampler.draw(rng, number), float(number)
    elif sampler.count <= max(_FEW, 4 * number):
        result, tries = _race(sampler, number, rng)
    else:
        result, tries = _again_and_again(sampler, number, rng)

    def expected(classes: Array) -> Array:
        chance = sampler.probability(classes)
        times = chance * number if tries == number else -np.expm1(tries * np.log1p(-chance))
        return times.astype(np.float32)

    return result.astype(np.int64, copy=False), expected(true_classes), expected(result)


def _race(sampler: Sampler, number: int, rng: Generator) -> tuple[Array, float]:
    """Draw different classes; also return how many draws with replacement would have found them.

    The order of arrival in a race of exponential waiting times has the same distribution as the order of drawing. The
    number of draws for each next class is geometric in the remaining probability. So improbable classes take no longer.
    """
    chances = sampler.probability(np.arange(sampler.count))
    possible = np.flatnonzero(chances > 0)
    if possible.size < number:
        text = f"cannot draw {number} different classes: only {possible.size} have a probability above 0"
        raise DiagramError(text, pin="num_sampled")
    order = possible[np.argsort(rng.exponential(size=possible.size) / chances[possible], kind="stable")]
    remaining = np.cumsum(chances[order][::-1])[::-1][:number]
    share: Array = np.minimum(remaining / remaining[0], 1)
    return order[:number], float(rng.geometric(share).astype(np.float64).sum())


def _again_and_again(sampler: Sampler, number: int, rng: Generator) -> tuple[Array, float]:
    """Draw different classes as `_race` does, by drawing with replacement until there are enough."""
    result, tries = np.empty(0, np.int64), 0
    while True:
        both = np.concatenate([result, sampler.draw(rng, number)])
        first = np.sort(np.unique(both, return_index=True)[1])
        if first.size >= number:
            return both[first[:number]], float(tries + int(first[number - 1]) + 1 - result.size)
        tries += number
        result = both[first]
