"""Stable string hashes for hash buckets, identical on every platform and in every version.

Each function hashes many strings of equal length at once, one row of bytes per string. NumPy's unsigned 64-bit
arithmetic wraps around as the definitions require.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from blocks.base.types import Array

_U = np.uint64
_K0, _K1, _K2 = _U(0xC3A5C85C97CB3127), _U(0xB492B66FBE98F273), _U(0x9AE16A3B2F90404F)
_MURMUR, _MURMUR_SEED = _U(0xC6A4A7935BD1E995), _U(0xDECAFCAFFE)
_SIPHASH_START = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
_47 = _U(47)


def farmhash64(strings: Array) -> Array:
    """Return FarmHash's ``Fingerprint64`` (Pike, 2014) of each string, as unsigned integers."""
    return _by_length(strings, _farmhash)


def murmur64(strings: Array) -> Array:
    """Return TensorFlow's old ``Hash64`` of each string: MurmurHash64A (Appleby, 2008) with a fixed seed."""
    return _by_length(strings, _murmur)


def siphash64(strings: Array, key: Sequence[int]) -> Array:
    """Return SipHash-2-4 (Aumasson and Bernstein, 2012) of each string; the key is two 64 bit numbers."""
    words = [_U(word % 2**64) for word in key]
    return _by_length(strings, lambda rows: _siphash(rows, words))


def _by_length(strings: Array, hashed: Callable[[Array], Array]) -> Array:
    flat = strings.reshape(-1)
    out = np.empty(flat.size, _U)
    lengths = np.fromiter(map(len, flat), np.int64, flat.size)
    for length in np.unique(lengths):
        of_it = np.flatnonzero(lengths == length)
        joined = b"".join(flat[of_it].tolist())
        out[of_it] = hashed(np.frombuffer(joined, np.uint8).reshape(of_it.size, length))
    return np.reshape(out, strings.shape)


def _word(rows: Array, first: int) -> Array:
    return np.ascontiguousarray(rows[:, first : first + 8]).view("<u8")[:, 0]


def _half(rows: Array, first: int) -> Array:
    return np.ascontiguousarray(rows[:, first : first + 4]).view("<u4")[:, 0].astype(_U)


def _tail(rows: Array, first: int) -> Array:
    padded = np.zeros((rows.shape[0], 8), np.uint8)
    padded[:, : rows.shape[1] - first] = rows[:, first:]
    return _word(padded, 0)


def _turned(x: Array, right: int) -> Array:
    return (x >> _U(right)) | (x << _U(64 - right))


def _mixed(x: Array) -> Array:
    return x ^ (x >> _47)


def _farmhash(rows: Array) -> Array:
    length = rows.shape[1]
    if length <= 16:
        return _farmhash_up_to_16(rows)
    if length <= 64:
        return _farmhash_up_to_64(rows)
    return _farmhash_long(rows)


def _joined(u: Array, v: Array, factor: Array | np.uint64) -> Array:
    a = _mixed((u ^ v) * factor)
    return _mixed((v ^ a) * factor) * factor


def _farmhash_up_to_16(rows: Array) -> Array:
    count, n = rows.shape
    factor = _K2 + _U(2 * n)
    if n >= 8:
        a, b = _word(rows, 0) + _K2, _word(rows, n - 8)
        return _joined(_turned(b, 37) * factor + a, (_turned(a, 25) + b) * factor, factor)
    if n >= 4:
        return _joined(_U(n) + (_half(rows, 0) << _U(3)), _half(rows, n - 4), factor)
    if n == 0:
        return np.full(count, _K2)
    first, middle, last = (rows[:, i].astype(_U) for i in (0, n >> 1, n - 1))
    y, z = first + (middle << _U(8)), _U(n) + (last << _U(2))
    return _mixed(y * _K2 ^ z * _K0) * _K2


def _farmhash_up_to_64(rows: Array) -> Array:
    n = rows.shape[1]
    factor = _K2 + _U(2 * n)
    a = _word(rows, 0) * (_K1 if n <= 32 else _K2)
    b, c, d = _word(rows, 8), _word(rows, n - 8) * factor, _word(rows, n - 16) * _K2
    y = _turned(a + b, 43) + _turned(c, 30) + d
    z = a + _turned(b + _K2, 18) + c
    if n <= 32:
        return _joined(y, z, factor)
    z = _joined(y, z, factor)
    e, f = _word(rows, 16) * factor, _word(rows, 24)
    g, h = (y + _word(rows, n - 32)) * factor, (z + _word(rows, n - 24)) * factor
    return _joined(_turned(e + f, 43) + _turned(g, 30) + h, e + _turned(f + a, 18) + g, factor)


def _farmhash_long(rows: Array) -> Array:
    count, n = rows.shape
    seed = np.full(count, _U(81))
    x = seed * _K2 + _word(rows, 0)
    y = seed * _K1 + _U(113)
    z = _mixed(y * _K2 + _U(113)) * _K2
    v = w = (np.zeros(count, _U), np.zeros(count, _U))
    for at in range(0, (n - 1) // 64 * 64, 64):
        x, y, z, v, w = _round(rows, at, x, y, z, v, w, _K1, _U(1))
    factor = _K1 + ((z & _U(0xFF)) << _U(1))
    w0 = w[0] + _U((n - 1) & 63)
    v0 = v[0] + w0
    w0 = w0 + v0
    x, y, z, v, w = _round(rows, n - 64, x, y, z, (v0, v[1]), (w0, w[1]), factor, _U(9))
    low = _joined(v[0], w[0], factor) + _mixed(y) * _K0 + z
    return _joined(low, _joined(v[1], w[1], factor) + x, factor)


_Pair = tuple[Array, Array]


def _round(
    rows: Array, at: int, x: Array, y: Array, z: Array, v: _Pair, w: _Pair, factor: Array | np.uint64, weight: np.uint64
) -> tuple[Array, Array, Array, _Pair, _Pair]:
    x = _turned(x + y + v[0] + _word(rows, at + 8), 37) * factor
    y = _turned(y + v[1] + _word(rows, at + 48), 42) * factor
    x = x ^ (w[1] * weight)
    y = y + v[0] * weight + _word(rows, at + 40)
    z = _turned(z + w[0], 33) * factor
    v = _weak(rows, at, v[1] * factor, x + w[0])
    w = _weak(rows, at + 32, z + w[1], y + _word(rows, at + 16))
    return z, y, x, v, w


def _weak(rows: Array, at: int, a: Array, b: Array) -> _Pair:
    first, second, third, last = (_word(rows, at + i) for i in (0, 8, 16, 24))
    a = a + first
    b = _turned(b + a + last, 21)
    c = a
    a = a + second + third
    return a + last, b + _turned(a, 44) + c


def _murmur(rows: Array) -> Array:
    count, n = rows.shape
    h: Array = np.full(count, _MURMUR_SEED) ^ (_U(n) * np.full(count, _MURMUR))
    for at in range(0, n - 7, 8):
        h = (h ^ (_mixed(_word(rows, at) * _MURMUR) * _MURMUR)) * _MURMUR
    if n % 8:
        h = (h ^ _tail(rows, n - n % 8)) * _MURMUR
    return _mixed(_mixed(h) * _MURMUR)


def _siphash(rows: Array, key: Sequence[np.uint64]) -> Array:
    count, n = rows.shape
    v: list[Array] = [np.full(count, _U(start) ^ key[i % 2]) for i, start in enumerate(_SIPHASH_START)]
    end = n - n % 8
    words = [*(_word(rows, at) for at in range(0, end, 8)), _tail(rows, end) | _U((n & 0xFF) << 56)]
    for word in words:
        v[3] = v[3] ^ word
        v = _siphash_round(_siphash_round(v))
        v[0] = v[0] ^ word
    v[2] = v[2] ^ _U(0xFF)
    for _ in range(4):
        v = _siphash_round(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def _siphash_round(v: list[Array]) -> list[Array]:
    a, b, c, d = v
    a = a + b
    b = _turned(b, 51) ^ a
    a = _turned(a, 32)
    c = c + d
    d = _turned(d, 48) ^ c
    a = a + d
    d = _turned(d, 43) ^ a
    c = c + b
    b = _turned(b, 47) ^ c
    c = _turned(c, 32)
    return [a, b, c, d]
