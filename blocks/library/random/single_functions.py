"""Single-precision logarithm, sine and cosine, bit-identical to the GNU C library and therefore to TensorFlow.

NumPy computes them in double precision, many at a time, with the same bits on every machine. Some results are not the
nearest single-precision number, so rounding double-precision results would not be enough.

Source of the polynomials and of the reduction points of the logarithm: Nagy and Dijkstra, Arm Optimized Routines (logf,
sincosf), part of the GNU C library since 2.28.
"""

from __future__ import annotations

import numpy as np

from blocks.base.types import Array

# Of 16 points between 0.7 and 1.4: one over the point, and its logarithm.
_HEX = (
    ("0x1.661ec79f8f3bep+0", "-0x1.57bf7808caadep-2"),
    ("0x1.571ed4aaf883dp+0", "-0x1.2bef0a7c06ddbp-2"),
    ("0x1.49539f0f010bp+0", "-0x1.01eae7f513a67p-2"),
    ("0x1.3c995b0b80385p+0", "-0x1.b31d8a68224e9p-3"),
    ("0x1.30d190c8864a5p+0", "-0x1.6574f0ac07758p-3"),
    ("0x1.25e227b0b8eap+0", "-0x1.1aa2bc79c81p-3"),
    ("0x1.1bb4a4a1a343fp+0", "-0x1.a4e76ce8c0e5ep-4"),
    ("0x1.12358f08ae5bap+0", "-0x1.1973c5a611cccp-4"),
    ("0x1.0953f419900a7p+0", "-0x1.252f438e10c1ep-5"),
    ("0x1p+0", "0x0p+0"),
    ("0x1.e608cfd9a47acp-1", "0x1.aa5aa5df25984p-5"),
    ("0x1.ca4b31f026aap-1", "0x1.c5e53aa362eb4p-4"),
    ("0x1.b2036576afce6p-1", "0x1.526e57720db08p-3"),
    ("0x1.9c2d163a1aa2dp-1", "0x1.bc2860d22477p-3"),
    ("0x1.886e6037841edp-1", "0x1.1058bc8a07ee1p-2"),
    ("0x1.767dcf5534862p-1", "0x1.4043057b6ee09p-2"),
)
_POINTS = np.array([[float.fromhex(each) for each in pair] for pair in _HEX]).T
_LOG = [float.fromhex(each) for each in ("-0x1.00ea348b88334p-2", "0x1.5575b0be00b6ap-2", "-0x1.ffffef20a4123p-2")]
_LOG_2 = float.fromhex("0x1.62e42fefa39efp-1")
_BELOW = np.int32(0x3F330000)
"""The bits of the least number that is a mantissa: about 0.7."""
_QUARTER = float.fromhex("0x1.921fb54442d18p+0")
_QUARTERS = float.fromhex("0x1.45f306dc9c883p+23")
"""A quarter of a turn; and 2^24 over it."""
_SINE = [float.fromhex(each) for each in ("-0x1.555545995a603p-3", "0x1.1107605230bc4p-7", "-0x1.994eb3774cf24p-13")]
_COSINE = [
    float.fromhex(each)
    for each in ("-0x1.ffffffd0c621cp-2", "0x1.55553e1068f19p-5", "-0x1.6c087e89a359dp-10", "0x1.99343027bf8c3p-16")
]


def log(x: Array) -> Array:
    """Return natural logarithms of positive normal float32 numbers, [...]."""
    bits = x.view(np.int32)
    above = bits - _BELOW
    point, exponent = (above >> 19) & 15, above >> 23
    mantissa = (bits - (exponent << 23)).view(np.float32)
    r = mantissa * _POINTS[0].take(point) - 1.0
    squared = r * r
    high = _LOG[1] * r + _LOG[2]
    high += _LOG[0] * squared
    high *= squared
    low = exponent * _LOG_2
    low += _POINTS[1].take(point)
    low += r
    high += low
    return high.astype(np.float32)


def sine_and_cosine(x: Array) -> tuple[Array, Array]:
    """Return sine and cosine of float32 angles from 0 to 7 radians, [...]."""
    wide = x.astype(np.float64)
    quarter = ((wide * _QUARTERS).astype(np.int32) + np.int32(1 << 23)) >> 24
    wide -= quarter * _QUARTER
    squared = wide * wide
    cubed, fourth = wide * squared, squared * squared
    sine, cosine = squared * _SINE[2], squared * _COSINE[3]
    sine += _SINE[1]
    sine *= cubed * squared
    wide += cubed * _SINE[0]
    sine += wide
    cosine += _COSINE[2]
    cosine *= fourth * squared
    low = squared * _COSINE[0]
    low += 1.0
    low += fourth * _COSINE[1]
    cosine += low
    odd = (quarter & 1).astype(bool)
    both = sine.astype(np.float32), cosine.astype(np.float32)
    result = np.where(odd, both[1], both[0]), np.where(odd, both[0], both[1])
    for each, turns in zip(result, (quarter, quarter + 1), strict=True):
        each.view(np.int32)[...] ^= (turns & 2) << 30  # the sign
    return result
