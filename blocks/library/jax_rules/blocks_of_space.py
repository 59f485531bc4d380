"""Lowering rules of the page array for blocks of pixels that move to the batch or into the channels, and back."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from blocks.library.jax_rules.lowering import NotLowered, Rule, Site, Value, jnp, known, sizes

Pairs = list[list[int]]


def _pairs(value: Value, what: str) -> Pairs:
    return np.reshape(known(value, what), (-1, 2)).tolist()


def _to_batch(x: Value, block: tuple[int, ...], paddings: Pairs) -> Value:
    count = len(block)
    image = jnp.pad(x, [(0, 0), *map(tuple, paddings), *[(0, 0)] * (x.ndim - 1 - count)])
    lead, rest = [n // step for n, step in zip(image.shape[1:], block, strict=False)], image.shape[1 + count :]
    split = [n for pair in zip(lead, block, strict=True) for n in pair]
    parts = jnp.reshape(image, (x.shape[0], *split, *rest))
    order = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count + 1, 2), *range(2 * count + 1, parts.ndim)]
    return jnp.reshape(jnp.transpose(parts, order), (math.prod(block) * x.shape[0], *lead, *rest))


def _to_space(x: Value, block: tuple[int, ...], crops: Pairs) -> Value:
    count = len(block)
    batch, inner, rest = x.shape[0] // math.prod(block), x.shape[1 : 1 + count], x.shape[1 + count :]
    parts = jnp.reshape(x, (*block, batch, *inner, *rest))
    order = [count, *(axis for i in range(count) for axis in (count + 1 + i, i)), *range(2 * count + 1, parts.ndim)]
    whole = [size * step for size, step in zip(inner, block, strict=True)]
    image = jnp.reshape(jnp.transpose(parts, order), (batch, *whole, *rest))
    return image[:, *(slice(front, n - behind) for n, (front, behind) in zip(whole, crops, strict=True))]


def _square(move: Callable[[Value, tuple[int, ...], Pairs], Value], what: str) -> Rule:
    def lower(site: Site, x: Value, pairs: Value) -> Value:
        return move(x, (site.attrs["block_size"],) * 2, _pairs(pairs, what))

    return Rule(lower)


def _of_any_shape(move: Callable[[Value, tuple[int, ...], Pairs], Value], what: str) -> Rule:
    def lower(_site: Site, x: Value, block: Value, pairs: Value) -> Value:
        return move(x, sizes(block, "block_shape"), _pairs(pairs, what))

    return Rule(lower)


def _by_channels(move: Callable[[Value, int], Value]) -> Rule:
    """A rule for images whose channels come last, used for those where they come first as well."""

    def lower(site: Site, x: Value) -> Value:
        form, step = site.attrs["data_format"], site.attrs["block_size"]
        if form == "NHWC":
            return move(x, step)
        if form != "NCHW":
            raise NotLowered(f"is not lowered for images of the form {form}")
        return jnp.moveaxis(move(jnp.moveaxis(x, 1, 3), step), 3, 1)

    return Rule(lower)


def _depth_to_space(x: Value, step: int) -> Value:
    batch, height, width, channels = x.shape
    left = channels // step**2
    parts = jnp.transpose(jnp.reshape(x, (batch, height, width, step, step, left)), (0, 1, 3, 2, 4, 5))
    return jnp.reshape(parts, (batch, height * step, width * step, left))


def _space_to_depth(x: Value, step: int) -> Value:
    batch, height, width, channels = x.shape
    rows, columns = height // step, width // step
    parts = jnp.transpose(jnp.reshape(x, (batch, rows, step, columns, step, channels)), (0, 1, 3, 2, 4, 5))
    return jnp.reshape(parts, (batch, rows, columns, channels * step**2))


RULES: dict[str, Rule] = {
    "SpaceToBatch": _square(_to_batch, "paddings"),
    "BatchToSpace": _square(_to_space, "crops"),
    "SpaceToBatchND": _of_any_shape(_to_batch, "paddings"),
    "BatchToSpaceND": _of_any_shape(_to_space, "crops"),
    "DepthToSpace": _by_channels(_depth_to_space),
    "SpaceToDepth": _by_channels(_space_to_depth),
}
