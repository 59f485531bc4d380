"""TensorFlow's random numbers in JAX, bit-identical to the NumPy kernels (`blocks.library.random.philox`).

Three numbers (uint64) define the position in a stream: its key, and the low and high half of its counter.
"""

from __future__ import annotations

import functools

import numpy as np

from blocks.base.dtypes import BFLOAT16
from blocks.library.jax_rules.lowering import LoweringContext, NotLowered, Value, checked, jax, jnp, lax, number, sizes
from blocks.library.random.filling import RESERVED
from blocks.library.rules import LoweringRule, at_site

_LOW = np.uint64(2**32 - 1)
_HALF = np.uint64(32)
_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_STEPS = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_OF_SEED = np.uint64(0x02461E293EC8F720)


def words(index: Value, numbers: Value) -> Value:
    low = index[1] + numbers
    high = index[2] + (low < numbers)
    c, keys = [low & _LOW, low >> _HALF, high & _LOW, high >> _HALF], [index[0] & _LOW, index[0] >> _HALF]
    for _ in range(10):
        p, q = _MULTIPLIERS[0] * c[0], _MULTIPLIERS[1] * c[2]
        c = [(q >> _HALF) ^ c[1] ^ keys[0], q & _LOW, (p >> _HALF) ^ c[3] ^ keys[1], p & _LOW]
        keys = [(k + step) & _LOW for k, step in zip(keys, _STEPS, strict=True)]
    return jnp.stack(c, axis=-1).astype(np.uint32)


def _longs(drawn: Value) -> Value:
    wide = drawn.astype(np.uint64)
    return wide[..., ::2] | wide[..., 1::2] << _HALF


def uniforms(drawn: Value, dtype: np.dtype) -> Value:
    if dtype == np.float64:
        wide = drawn.astype(np.uint64)
        digits = (wide[..., ::2] << _HALF | wide[..., 1::2]) & np.uint64(2**52 - 1)
        return lax.bitcast_convert_type(digits | np.uint64(1023 << 52), np.float64) - 1.0
    if dtype == np.float32:
        digits = drawn & np.uint32(2**23 - 1) | np.uint32(127 << 23)
        return lax.bitcast_convert_type(digits, np.float32) - np.float32(1)
    bits = 7 if dtype == BFLOAT16.numpy else 10
    return ((drawn & np.uint32(2**bits - 1)).astype(np.float32) * np.float32(2.0**-bits)).astype(dtype)


def normals(drawn: Value, dtype: np.dtype) -> Value:
    if dtype == np.float64:
        u = uniforms(drawn, dtype)
        radius, angle = jnp.sqrt(-2 * jnp.log(jnp.maximum(u[..., 0::2], 1e-7))), 2 * np.pi * u[..., 1::2]
        pairs = jnp.stack([jnp.sin(angle) * radius, jnp.cos(angle) * radius], axis=-1)
    else:
        u = uniforms(drawn, np.dtype(np.float32))
        first = jnp.maximum(u[..., 0::2], np.float32(1e-7)).astype(np.float64)
        radius = jnp.sqrt(-2 * jnp.log(first).astype(np.float32))
        angle = (2 * np.pi * u[..., 1::2].astype(np.float64)).astype(np.float32).astype(np.float64)
        pairs = jnp.stack([f(angle).astype(np.float32) * radius for f in (jnp.sin, jnp.cos)], axis=-1)
    return pairs.reshape(*pairs.shape[:-2], -1)


def _each(dtype: np.dtype) -> int:
    return 2 if dtype.itemsize == 8 else 4


def _filled(result: Value, shape: tuple[int, ...]) -> Value:
    return jnp.reshape(jnp.reshape(result, -1)[: int(np.prod(shape))], shape)


def _blocks(index: Value, shape: tuple[int, ...], dtype: np.dtype) -> Value:
    count = -(-int(np.prod(shape)) // _each(dtype))
    return words(index, jnp.arange(count, dtype=np.uint64))


def uniform(index: Value, shape: tuple[int, ...], dtype: np.dtype) -> Value:
    return _filled(uniforms(_blocks(index, shape, dtype), dtype), shape)


def normal(index: Value, shape: tuple[int, ...], dtype: np.dtype) -> Value:
    return _filled(normals(_blocks(index, shape, dtype), dtype), shape).astype(dtype)


def truncated_normal(index: Value, shape: tuple[int, ...], dtype: np.dtype) -> Value:
    each = _each(dtype)
    groups = -(-int(np.prod(shape)) // each)
    first = jnp.arange(groups, dtype=np.uint64) * np.uint64(64 * each)
    kind = np.float64 if dtype == np.float64 else np.float32
    indices = np.arange(each)

    def draw(state: Value) -> Value:
        block, filled, results = state
        drawn = normals(words(index, first + block), dtype)
        for i in range(each):
            good = jnp.abs(drawn[:, i]) < 2
            results = jnp.where((indices == filled[:, None]) & good[:, None], drawn[:, i : i + 1], results)
            filled = filled + good
        return block + np.uint64(1), filled, results

    def lacks(state: Value) -> Value:
        return jnp.any(state[1] < each)

    begin = np.uint64(0), jnp.zeros(groups, np.int32), jnp.zeros((groups, each), kind)
    _, _, result = lax.while_loop(lacks, draw, begin)
    return _filled(result, shape).astype(dtype)


def integers(index: Value, shape: tuple[int, ...], dtype: np.dtype, low: Value = None, high: Value = None) -> Value:
    drawn = _blocks(index, shape, dtype)
    unsigned = np.uint64 if dtype.itemsize == 8 else np.uint32
    result = _filled(_longs(drawn) if dtype.itemsize == 8 else drawn, shape)
    if low is not None:
        low, high = (jnp.asarray(each, dtype).astype(unsigned) for each in (low, high))
        result = low + result % (high - low)
    return lax.bitcast_convert_type(result, dtype)


def permuted(index: Value, value: Value) -> Value:
    count = value.shape[0]
    if count < 2:
        return value
    drawn = words(index, jnp.arange((count + 2) // 4, dtype=np.uint64)).reshape(-1)

    def swap(i: Value, order: Value) -> Value:
        j = i + (drawn[i] % (count - i).astype(np.uint32)).astype(np.int64)
        return order.at[i].set(order[j]).at[j].set(order[i])

    return value[lax.fori_loop(np.int64(0), np.int64(count - 1), swap, jnp.arange(count))]


def reserved(site: LoweringContext, shape: tuple[int, ...]) -> Value:
    """Reserve the draws of a seeded block and return its index; the next run begins after them."""
    site.reserved = RESERVED * int(np.prod(shape))
    return site.stream


def classes(site: LoweringContext, index: Value, logits: Value, count: int) -> Value:
    rows, known = jnp.asarray(logits, np.float64), jnp.isfinite(logits)
    if count:
        site.require(jnp.all(jnp.any(known, axis=1)))
    rows = jnp.where(known, rows, -np.inf)
    reached = jnp.cumsum(jnp.exp(rows - jnp.max(rows, axis=1, keepdims=True)), axis=1)
    chances = uniform(index, (rows.shape[0], count), np.dtype(np.float64)) * reached[:, -1:]
    find = functools.partial(jnp.searchsorted, side="right")
    return jax.vmap(find)(reached, chances).astype(site.dtype)


def only_numpy(site: LoweringContext) -> None:
    """Raise NotLowered if the block has seeds: only NumPy's kernel draws TensorFlow's numbers."""
    if site.stream is not None:
        raise NotLowered("must draw the same random values as TensorFlow, because the block has seeds")


def _of_pair(seed: Value) -> Value:
    first, second = jnp.asarray(seed).astype(np.int64).astype(np.uint64)
    [low, high] = _longs(words(jnp.stack([_OF_SEED, first, second]), np.uint64(0)))
    return jnp.stack([low, np.uint64(0), high])


def _of_key(key: Value, counter: Value, alg: Value) -> Value:
    number(alg, "alg")  # which the shape rule has looked at
    return jnp.concatenate([jnp.asarray(key), jnp.asarray(counter)])


def _stateless(draw: Value) -> tuple[LoweringRule, LoweringRule]:
    def by_seed(site: LoweringContext, shape: Value, seed: Value, *limits: Value) -> Value:
        return _checked(site, draw, _of_pair(seed), sizes(shape, "shape"), limits)

    def by_key(site: LoweringContext, shape: Value, key: Value, counter: Value, alg: Value, *limits: Value) -> Value:
        return _checked(site, draw, _of_key(key, counter, alg), sizes(shape, "shape"), limits)

    checks = frozenset({"minval", "maxval"})
    return checked(by_seed, *checks), checked(by_key, *checks)


def _checked(
    site: LoweringContext, draw: Value, index: Value, shape: tuple[int, ...], limits: tuple[Value, ...]
) -> Value:
    if limits and 0 not in shape:
        site.require(jnp.all(jnp.less(*limits)))
    return draw(index, shape, site.dtype, *limits)


def _shuffled(_site: LoweringContext, value: Value, key: Value, counter: Value, alg: Value) -> Value:
    return permuted(_of_key(key, counter, alg), jnp.asarray(value)) if value.ndim else value


def _key_and_counter(_site: LoweringContext, seed: Value) -> Value:
    index = _of_pair(seed)
    return index[:1], index[1:]


def _classes(site: LoweringContext, logits: Value, num_samples: Value, seed: Value) -> Value:
    return classes(site, _of_pair(seed), logits, number(num_samples, "num_samples"))


RULES: dict[str, LoweringRule] = {
    "StatelessShuffle": _shuffled,
    "StatelessMultinomial": _classes,
    "StatelessRandomGetKeyCounter": _key_and_counter,
    "StatelessRandomGetAlg": at_site(lambda site: jnp.ones((), site.dtype)),
}
for _name, _draw in (
    ("StatelessRandomUniform", uniform),
    ("StatelessRandomNormal", normal),
    ("StatelessTruncatedNormal", truncated_normal),
    ("StatelessRandomUniformInt", integers),
    ("StatelessRandomUniformFullInt", integers),
):
    RULES[_name], RULES[f"{_name}V2"] = _stateless(_draw)
