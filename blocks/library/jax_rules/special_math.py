"""Lowering rules of functions beside the basic ones: on bits, special functions, derivatives, Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blocks.library.jax_rules.lowering import Rule, Site, Value, jax, jnp, lax, one, plain, sizes, widened

_RANKS = {1: "", 2: "2D", 3: "3D"}


def _special(name: str) -> Rule:
    """A function of `jax.scipy.special`."""
    return widened(getattr(jax.scipy.special, name))


def _shift(function: Callable[..., Any]) -> Rule:
    def shifted(x: Value, y: Value) -> Value:
        x, y = jnp.broadcast_arrays(x, y)
        return function(x, jnp.clip(y, 0, 8 * x.dtype.itemsize - 1))

    return plain(shifted)


def _times(function: Callable[[Value], Value]) -> Rule:
    """The product of x and a function of y; 0 where x is 0."""
    return _zero_with_x(lambda x, y: x * function(y))


def _zero_with_x(function: Callable[[Value, Value], Value]) -> Rule:
    def lower(x: Value, y: Value) -> Value:
        z = function(x, y)
        return jnp.where(jnp.asarray(x) == 0, jnp.zeros_like(z), z)

    return widened(lower)


def _derivative(function: Callable[[Value, Value], Value]) -> Rule:
    """A derivative, from the function's value and what arrives there."""
    return widened(function)


def _log1p(y: Value) -> Value:
    return jnp.log1p(y) if y.dtype.kind != "c" else jnp.log(1 + y)


def _transform(name: str, rank: int) -> Rule:
    def lower(_site: Site, x: Value, *lengths: Value) -> Value:
        given = sizes(lengths[0], "fft_length") if lengths else None
        return getattr(jnp.fft, name)(x, given, range(-rank, 0))

    return Rule(lower)


def _bit_count(x: Value) -> Value:
    return lax.population_count(x).astype("uint8")


RULES: dict[str, Rule] = {
    "BitwiseAnd": plain(jnp.bitwise_and),
    "BitwiseOr": plain(jnp.bitwise_or),
    "BitwiseXor": plain(jnp.bitwise_xor),
    "Invert": plain(jnp.invert),
    "LeftShift": _shift(jnp.left_shift),
    "RightShift": _shift(jnp.right_shift),
    "PopulationCount": one(_bit_count),
    "BesselI0": _special("i0"),
    "BesselI0e": _special("i0e"),
    "BesselI1": _special("i1"),
    "BesselI1e": _special("i1e"),
    "Spence": _special("spence"),
    "Ndtri": _special("ndtri"),
    "Erfinv": widened(lax.erf_inv),
    "Xlogy": _times(jnp.log),
    "Xlog1py": _times(_log1p),
    "Xdivy": _zero_with_x(jnp.divide),
    "SigmoidGrad": _derivative(lambda y, dy: dy * y * (1 - y)),
    "TanhGrad": _derivative(lambda y, dy: dy * (1 - y * y)),
    "SqrtGrad": _derivative(lambda y, dy: dy * 0.5 / jnp.conj(y)),
    "RsqrtGrad": _derivative(lambda y, dy: dy * -0.5 * jnp.conj(y) ** 3),
    **{f"FFT{word}": _transform("fftn", rank) for rank, word in _RANKS.items()},
    **{f"IFFT{word}": _transform("ifftn", rank) for rank, word in _RANKS.items()},
    **{f"RFFT{word}": _transform("rfftn", rank) for rank, word in _RANKS.items()},
    **{f"IRFFT{word}": _transform("irfftn", rank) for rank, word in _RANKS.items()},
    "ReciprocalGrad": _derivative(lambda y, dy: -dy * jnp.square(jnp.conj(y))),
}
