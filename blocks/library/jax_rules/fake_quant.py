"""Lowering rules for simulated quantization."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.library.array.quantization import fake_quant
from blocks.library.jax_rules.lowering import (
    Functions,
    Rule,
    Site,
    Value,
    functions_of,
    is_known,
    jnp,
    kernel_of,
    known,
    lax,
    moved,
    number,
)


class _Unknown(Functions):
    """JAX functions on values that XLA must not treat as constants, since it would multiply by an inverse.

    For a range around 0 the last digit of a quotient decides which of two integers 0 is.
    """

    def float32(self, number: Any) -> Value:
        return lax.optimization_barrier(jnp.float32(number))


_KERNELS = functions_of(
    "blocks.library.array.quantization.quantize_and_dequantize", "blocks.library.array.quantization.arithmetic"
)
_KINDS = "blocks.library.array.quantization.fake_quant", "blocks.library.array.quantization.arithmetic"
_SIMULATING = functions_of(*_KINDS)
_known_levels = vars(fake_quant)["_levels"]
_unknown_levels = moved(_known_levels, {**_SIMULATING, "np": _Unknown()})


def _levels(low: Value, high: Value, num_bits: int, narrow_range: bool) -> Any:
    find = _known_levels if is_known(low) and is_known(high) else _unknown_levels
    return find(low, high, num_bits, narrow_range)


_SIMULATING["_levels"] = _levels


def _quantize_and_dequantize(
    site: Site, input: Value, input_min: Value, input_max: Value, num_bits: Value = None
) -> Value:
    attrs, x = site.attrs, jnp.asarray(input)
    bits = attrs["num_bits"] if num_bits is None else number(num_bits, "num_bits")
    signed, axis, given = attrs["signed_input"], attrs["axis"], attrs["range_given"]
    if given:
        site.require(jnp.all(input_min <= input_max))
    if not x.size:
        return x
    if given:
        # One number goes with all slices.
        low, high = (
            _KERNELS["beside"](jnp.asarray(end), x, axis if np.ndim(end) else -1) for end in (input_min, input_max)
        )
    else:
        others = tuple(i for i in range(x.ndim) if i != axis) if axis >= 0 else None
        low, high = (extreme(x, axis=others, keepdims=axis >= 0) for extreme in (jnp.min, jnp.max))
    limits = -(2 ** (bits - 1)) + attrs["narrow_range"] if signed else 0, 2 ** (bits - signed) - 1
    low, high, scale, step = _KERNELS["_on_integers"](low, high, *map(x.dtype.type, limits))
    steps = (jnp.maximum(jnp.minimum(x, high), low) if given else x) * scale
    to_even = attrs.get("round_mode", "HALF_TO_EVEN") == "HALF_TO_EVEN"
    return (jnp.rint(steps) if to_even else jnp.floor(steps + x.dtype.type(0.5))) * step


_DEQUANTIZE = kernel_of(
    "Dequantize",
    functions_of("blocks.library.array.quantization.quantized", "blocks.library.array.quantization.arithmetic"),
)


def _dequantize(site: Site, input: Value, low: Value, high: Value) -> Value:
    if site.attrs["mode"] == "MIN_FIRST":  # which integer stands for 0 is worked out on single numbers
        low, high = known(low, "min_range"), known(high, "max_range")
    return _DEQUANTIZE.lower(site, jnp.asarray(input), low, high)


_SIMULATED = ("Args", "ArgsGradient", "Vars", "VarsGradient", "VarsPerChannel", "VarsPerChannelGradient")

RULES: dict[str, Rule] = {
    **{(name := f"FakeQuantWithMinMax{form}"): kernel_of(name, _SIMULATING) for form in _SIMULATED},
    "Dequantize": Rule(_dequantize),
    **{f"QuantizeAndDequantizeV{version}": Rule(_quantize_and_dequantize) for version in (2, 3, 4)},
}
