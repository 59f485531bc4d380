"""JAX random streams: keys become arrays with one more axis, and samples have JAX's bits."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.graph import Output
from blocks.library.declare import make

WRAPS = ("random_wrap", "random_unwrap", "random_clone")
"""Primitives that leave the numbers of a key as they are."""
DRAWS = ("random_seed", "random_split", "random_fold_in", "random_bits")
"""Primitives that are worked out by the functions of their generator, whose jaxprs have other primitives."""
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA
_AS_THEY_ARE = ("squeeze", "concatenate", "expand_dims", "copy", "copy_p", "split", "unstack", "stop_gradient")


def key_shape(aval: Any) -> tuple[int, ...]:
    """Return the shape of a key's numbers; empty for other values."""
    generator = getattr(aval.dtype, "_impl", None)
    return () if generator is None else tuple(generator.key_shape)


def drawn(name: str, params: Mapping[str, Any], avals: Sequence[Any]) -> Any:
    jax: Any = importlib.import_module("jax")
    generator = params["impl"] if "impl" in params else avals[0].dtype._impl  # JAX has no public name for it
    function: Callable[..., Any] = getattr(generator, name.removeprefix("random_") if name != "random_bits" else name)
    if name == "random_split":
        function = partial(function, shape=tuple(params["shape"]))
    elif name == "random_bits":
        function = partial(function, bit_width=params["bit_width"], shape=tuple(params["shape"]))
    ranks = [len(each.shape) for each in avals]
    if len(set(ranks) - {0}) > 1:
        raise DiagramError(f"{name} is not supported for keys and values of different ranks")
    axes = tuple([0 if each else None for each in ranks])
    for _ in range(max(ranks)):
        function = jax.vmap(function, axes)
    given = [
        jax.ShapeDtypeStruct((*each.shape, *key_shape(each)), np.uint32 if key_shape(each) else each.dtype)
        for each in avals
    ]
    return jax.make_jaxpr(function)(*given)


def on_numbers(
    name: str, params: Mapping[str, Any], inputs: list[Output], shape: tuple[int, ...]
) -> tuple[Mapping[str, Any], list[Output]]:
    """Return the parameters and inputs of a primitive that moves keys, for moving their numbers, of a shape."""
    zeros = [0] * len(shape)
    match name:
        case "slice":
            strides = params["strides"]
            strides = None if strides is None else (*strides, *[1] * len(shape))
            ends = {"start_indices": zeros, "limit_indices": shape}
            return {**params, **{key: (*params[key], *more) for key, more in ends.items()}, "strides": strides}, inputs
        case "dynamic_slice":
            zero = make("ZerosLike", inputs[1])
            return {**params, "slice_sizes": (*params["slice_sizes"], *shape)}, [*inputs, *[zero for _ in shape]]
        case "broadcast_in_dim":
            first = len(params["shape"])
            indices = [*params["broadcast_dimensions"], *range(first, first + len(shape))]
            return {**params, "shape": (*params["shape"], *shape), "broadcast_dimensions": indices}, inputs
        case "reshape":
            return {**params, "new_sizes": (*params["new_sizes"], *shape)}, inputs
        case "transpose":
            first = len(params["permutation"])
            return {**params, "permutation": [*params["permutation"], *range(first, first + len(shape))]}, inputs
        case _ if name in _AS_THEY_ARE:
            return params, inputs
        case _:
            raise DiagramError(f"the JAX primitive {name} is not supported for random keys")


def threefry(_: Mapping[str, Any], key_1: Output, key_2: Output, x_1: Output, x_2: Output) -> list[Output]:
    """Convert ``threefry2x32``: 20 rounds of Threefry (Salmon et al., Parallel Random Numbers, SC 2011)."""
    parity = np.uint32(_PARITY)
    keys = [key_1, key_2, make("BitwiseXor", make("BitwiseXor", key_1, key_2), parity)]
    a, b = make("AddV2", x_1, key_1), make("AddV2", x_2, key_2)
    for i in range(5):
        for turn in _ROTATIONS[i % 2]:
            a = make("AddV2", a, b)
            left, right = make("LeftShift", b, np.uint32(turn)), make("RightShift", b, np.uint32(32 - turn))
            b = make("BitwiseXor", a, make("BitwiseOr", left, right))
        a = make("AddV2", a, keys[(i + 1) % 3])
        b = make("AddV2", make("AddV2", b, keys[(i + 2) % 3]), np.uint32(i + 1))
    return [a, b]
