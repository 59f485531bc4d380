"""Rejection sampling: gamma, Poisson and binomial numbers, which need an unknown number of words.

Each number starts with separate blocks of the stream, so that all are computed in parallel; rejected ones are drawn
again. The arithmetic is in double precision for all dtypes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.random.double_functions import log1p, power
from blocks.library.random.filling import RESERVED, doubles, normal_of
from blocks.library.random.philox import CHUNK, Convert, Stream

_ROUNDS = 1000
_SMALL_MEAN = 10
_FEW_BLOCKS = 42
_TABLE = 10
"""Below that, what Stirling's series lacks is worked out by the gamma function."""


class Draws:
    """The numbers that several results draw in turn, each from separate blocks of the stream.

    A block gives two doubles, the second of which is drawn first; normal and uniform numbers use different blocks.
    """

    def __init__(self, stream: Stream, blocks: Array) -> None:
        self._stream = stream
        self._next = blocks
        self._kept = {kind: (np.zeros(blocks.size), np.zeros(blocks.size, bool)) for kind in ("normal", "uniform")}

    def normal(self, which: Array) -> Array:
        return self._drawn("normal", normal_of(DOUBLE), which)

    def uniform(self, which: Array) -> Array:
        return self._drawn("uniform", doubles, which)

    def _drawn(self, kind: str, convert: Convert, which: Array) -> Array:
        kept, has = self._kept[kind]
        results, left = kept[which], has[which]
        new = which[~left]
        if new.size:
            result = convert(self._stream.at(self._next[new]))
            self._next[new] += np.uint64(1)
            results[~left], kept[new] = result[:, 1], result[:, 0]
        has[which] = ~left
        return results


Sampler = Callable[..., Array]
"""Works out some results: of a stream, those with these numbers (uint64), by parameters, one element for each."""


def each_of(sampler: Sampler, stream: Stream, shape: Sequence[int], *parameters: Array) -> Array:
    """Return a sampler's doubles for all results of a tensor, computed in chunks.

    The parameters have one shape, the last sizes of the tensor's. Results with the same parameters are numbered
    consecutively.
    """
    sets = [each.reshape(-1) for each in parameters]
    result = np.empty(tuple(shape))
    flat, count = result.reshape(-1), sets[0].size
    samples = flat.size // max(count, 1)
    for at in range(0, flat.size, CHUNK):
        index = np.arange(at, min(at + CHUNK, flat.size))
        sample, which = index // count, index % count
        numbers = (which * samples + sample).astype(np.uint64)
        flat[at : at + CHUNK] = sampler(stream, numbers, *(each[which] for each in sets))
    return result


def until_taken(left: Array, once: Callable[[Array], tuple[Array, Array]], what: str) -> tuple[Array, Array]:
    """Draw for results until each accepts; return the indices of accepted results, and their values.

    Args:
        left: the results that draw.
        once: returns the values drawn for some results, and whether each is accepted.
        what: the name for errors.

    Raises:
        DiagramError: nothing was accepted for too many attempts.
    """
    where, values = [left[:0]], [np.empty(0)]
    for _ in range(_ROUNDS):
        if not left.size:
            return np.concatenate(where), np.concatenate(values)
        drawn, good = once(left)
        where.append(left[good])
        values.append(drawn[good])
        left = left[~good]
    raise DiagramError(f"{what}: no sample was accepted for these parameters in {_ROUNDS:,} attempts")


def gamma_as(dtype: Any, stream: Stream, shape: Sequence[int], alpha: Array) -> Array:
    """Draw gamma numbers; as in TensorFlow halves are rounded twice, and single precision has no subnormals."""
    result = each_of(gamma, stream, shape, alpha.astype(np.float64))
    if dtype == np.float64:
        return result
    single = result.astype(np.float32)
    single[np.abs(result) < np.finfo(np.float32).tiny] = 0
    return single.astype(dtype)


def gamma(stream: Stream, numbers: Array, alpha: Array) -> Array:
    """Draw gamma numbers by Marsaglia and Tsang's method; for alpha < 1 from a number for alpha + 1."""
    result = np.full(alpha.size, np.nan)
    result[alpha == 0] = 0
    begin = numbers * np.uint64(RESERVED)
    exponential = np.flatnonzero(alpha == 1)
    if exponential.size:
        result[exponential] = -log1p(-doubles(stream.at(begin[exponential]))[:, 1])
    draws, less = Draws(stream, begin), alpha < 1
    size = alpha + np.where(less, 2 / 3, -1 / 3)  # in the order of TensorFlow's kernel, to the last bit
    slope = 1 / 3 / np.sqrt(np.maximum(size, 0))

    def once(which: Array) -> tuple[Array, Array]:
        d, x = size[which], draws.normal(which)
        v = 1 + slope[which] * x
        good = v > 0
        v = np.where(good, v, 1)
        v = v * v * v  # not as a power, which is rounded once
        u = np.full(which.size, 2.0)
        u[good] = draws.uniform(which[good])
        square = x * x
        good &= (u < 1 - 0.0331 * square * square) | (np.log(u) < 0.5 * square + d * (1 - v + np.log(v)))
        return d * v, good

    where, values = until_taken(np.flatnonzero((alpha > 0) & (alpha != 1)), once, "the gamma distribution")
    result[where] = values
    small = where[less[where]]
    result[small] *= power(draws.uniform(small), 1 / alpha[small])
    return result


def poisson(stream: Stream, numbers: Array, rate: Array) -> Array:
    """Draw Poisson numbers: products of uniforms for small rates, Hoermann's PTRS for large ones."""
    draws = Draws(stream, numbers * np.uint64(RESERVED))
    result = np.empty(rate.size)
    few = rate < _SMALL_MEAN
    product, count, limit = np.ones(rate.size), np.zeros(rate.size), np.exp(-rate)

    def multiplied(which: Array) -> tuple[Array, Array]:
        product[which] *= draws.uniform(which)
        good = product[which] <= limit[which]
        count[which[~good]] += 1
        return count[which], good

    where, values = until_taken(np.flatnonzero(few), multiplied, "the Poisson distribution")
    result[where] = values
    b = 0.931 + 2.53 * np.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    sure = 0.9277 - 3.6224 / (b - 2)
    log_rate = np.log(rate)

    def rejected(which: Array) -> tuple[Array, Array]:
        u, v = draws.uniform(which) - 0.5, draws.uniform(which)
        us, bs, at, mean = 0.5 - np.abs(u), b[which], a[which], rate[which]
        k = np.floor((2 * at / us + bs) * u + mean + 0.43)
        good = (us >= 0.07) & (v <= sure[which])
        open_ = ~good & ~((k < 0) | ((us < 0.013) & (v > us)))
        s = np.log(v * inverse_alpha[which] / (at / (us * us) + bs))
        return k, good | (open_ & (s <= -mean + k * log_rate[which] - _lgamma(np.maximum(k, 0) + 1)))

    endless = np.isposinf(rate)
    result[endless] = np.inf
    where, values = until_taken(np.flatnonzero(~few & ~endless), rejected, "the Poisson distribution")
    result[where] = values
    return result


def binomial(stream: Stream, numbers: Array, count: Array, chance: Array, many: Array) -> Array:
    """Draw binomial numbers: from geometric ones for few successes, by Hoermann's BTRS if ``many``."""
    turned = chance > 0.5
    q = np.where(turned, 1 - chance, chance)
    result = np.zeros(count.size)
    live = (count > 0) & (q > 0) & np.isfinite(count)
    few = np.flatnonzero(live & (many == 0))
    draws = Draws(stream, numbers * np.uint64(_FEW_BLOCKS))
    total, seen, step = np.zeros(count.size), np.zeros(count.size), np.log1p(-q)

    def geometric(which: Array) -> tuple[Array, Array]:
        total[which] += np.ceil(np.log(draws.uniform(which)) / step[which])
        good = total[which] > count[which]
        seen[which[~good]] += 1
        return seen[which], good

    where, values = until_taken(few, geometric, "the binomial distribution")
    result[where] = values
    draws = Draws(stream, numbers * np.uint64(RESERVED))
    where, values = until_taken(np.flatnonzero(live & (many != 0)), _btrs(draws, count, q), "the binomial distribution")
    result[where] = values
    result = np.where(turned, count - result, result)
    result[(count <= 0) | (chance <= 0)] = 0
    sure = (chance >= 1) & (count > 0)
    result[sure] = count[sure]
    result[np.isnan(chance) | ~np.isfinite(count)] = np.nan
    return result


def _btrs(draws: Draws, count: Array, q: Array) -> Callable[[Array], tuple[Array, Array]]:
    deviation = np.sqrt(count * q * (1 - q))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * q
    alpha = (2.83 + 5.1 / b) * deviation
    mode, ratio = np.floor((count + 1) * q), q / (1 - q)

    def once(which: Array) -> tuple[Array, Array]:
        u, v = draws.uniform(which) - 0.5, draws.uniform(which)
        us, bs, at, n, m, r = 0.5 - np.abs(u), b[which], a[which], count[which], mode[which], ratio[which]
        k = np.floor((2 * at / us + bs) * u + n * q[which] + 0.5)
        good = (us >= 0.07) & (v <= 0.92 - 4.2 / bs)
        possible = ~good & (k >= 0) & (k <= n)
        k_ = np.where(possible, k, 0)
        limit = (m + 0.5) * np.log((m + 1) / (r * (n - m + 1)))
        limit += (n + 1) * np.log((n - m + 1) / (n - k_ + 1)) + (k_ + 0.5) * np.log(r * (n - k_ + 1) / (k_ + 1))
        limit += _lacking(m) + _lacking(n - m) - _lacking(k_) - _lacking(n - k_)
        return k, good | (possible & (np.log(v * alpha[which] / (at / (us * us) + bs)) <= limit))

    return once


def _lacking(k: Array) -> Array:
    """Return ln k! minus Stirling's formula."""
    after = k + 1
    exact = _lgamma(after) - (k + 0.5) * np.log(after) + after - np.log(2 * np.pi) / 2
    square = after * after
    return np.where(k < _TABLE, exact, (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / after)


def _lgamma(x: Array) -> Any:
    import scipy.special  # pyright: ignore[reportMissingTypeStubs]  # takes a while

    special: Any = scipy.special
    return special.gammaln(x)
