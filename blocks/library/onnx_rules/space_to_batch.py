"""ONNX rules that move blocks of pixels to the batch or to channels, and back."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from blocks.library.onnx_rules.values import NotExported, Value, moved, op, reshaped
from blocks.library.onnx_rules.writing import Rule, Site, but_batch, numbers

Pairs = list[list[int]]


def _pairs(value: Value, what: str) -> Pairs:
    return np.reshape(numbers(value, what), (-1, 2)).tolist()


def _to_batch(x: Value, block: tuple[int, ...], paddings: Pairs) -> Value:
    count, shape = len(block), but_batch(x)
    full = [[0, 0], *paddings, *[[0, 0]] * (len(shape) - 1 - count)]
    image = op.Pad(x, [low for low, _ in full] + [high for _, high in full]) if any(map(any, full)) else x
    whole = [size + low + high for size, (low, high) in zip(shape, full, strict=True)]
    lead = [size // step for size, step in zip(whole[1:], block, strict=False)]
    split = [n for pair in zip(lead, block, strict=True) for n in pair]
    parts = reshaped(image, (shape[0], *split, *shape[1 + count :]))
    order = [*range(2, 2 * count + 1, 2), 0, *range(1, 2 * count + 1, 2), *range(2 * count + 1, len(shape) + count)]
    return reshaped(
        moved(parts, order), (math.prod(block) * shape[0] if shape[0] >= 0 else -1, *lead, *shape[1 + count :])
    )


def _to_space(x: Value, block: tuple[int, ...], crops: Pairs) -> Value:
    count, shape = len(block), but_batch(x)
    batch, inner, rest = max(shape[0] // math.prod(block), -1), shape[1 : 1 + count], shape[1 + count :]
    parts = reshaped(x, (*block, batch, *inner, *rest))
    pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
    order = [count, *pairs, *range(2 * count + 1, len(shape) + count)]
    whole = [size * step for size, step in zip(inner, block, strict=True)]
    image = reshaped(moved(parts, order), (batch, *whole, *rest))
    ends = [n - behind for n, (_, behind) in zip(whole, crops, strict=True)]
    return op.Slice(image, [front for front, _ in crops], ends, list(range(1, 1 + count))) if count else image


def _square(move: Callable[[Value, tuple[int, ...], Pairs], Value], what: str) -> Rule:
    def lower(site: Site, x: Value, pairs: Value) -> Value:
        return move(x, (site.attrs["block_size"],) * 2, _pairs(pairs, what))

    return Rule(lower)


def _of_any_shape(move: Callable[[Value, tuple[int, ...], Pairs], Value], what: str) -> Rule:
    def lower(_site: Site, x: Value, block: Value, pairs: Value) -> Value:
        return move(x, tuple(numbers(block, "block_shape")), _pairs(pairs, what))

    return Rule(lower)


def _by_channels(split: Callable[..., tuple[list[int], list[int]]], merge: Callable[..., list[int]]) -> Rule:
    def lower(site: Site, x: Value) -> Value:
        form, step = site.attrs["data_format"], site.attrs["block_size"]
        if form not in ("NHWC", "NCHW"):
            raise NotExported(f"does not support the data format {form}")
        if form == "NCHW":
            x = moved(x, (0, 2, 3, 1))
        result = _blocked(x, step, split, merge)
        return moved(result, (0, 3, 1, 2)) if form == "NCHW" else result

    return Rule(lower)


def _blocked(
    x: Value, step: int, split: Callable[..., tuple[list[int], list[int]]], merge: Callable[..., list[int]]
) -> Value:
    batch, height, width, channels = but_batch(x)
    shape, order = split(step, batch, height, width, channels)
    return reshaped(moved(reshaped(x, shape), order), merge(step, batch, height, width, channels))


def _depth_split(step: int, n: int, h: int, w: int, c: int) -> tuple[list[int], list[int]]:
    return [n, h, w, step, step, c // step**2], [0, 1, 3, 2, 4, 5]


def _space_split(step: int, n: int, h: int, w: int, c: int) -> tuple[list[int], list[int]]:
    return [n, h // step, step, w // step, step, c], [0, 1, 3, 2, 4, 5]


def _depth_merged(step: int, n: int, h: int, w: int, c: int) -> list[int]:
    return [n, h * step, w * step, c // step**2]


def _space_merged(step: int, n: int, h: int, w: int, c: int) -> list[int]:
    return [n, h // step, w // step, c * step**2]


RULES: dict[str, Rule] = {
    "SpaceToBatch": _square(_to_batch, "paddings"),
    "BatchToSpace": _square(_to_space, "crops"),
    "SpaceToBatchND": _of_any_shape(_to_batch, "paddings"),
    "BatchToSpaceND": _of_any_shape(_to_space, "crops"),
    "DepthToSpace": _by_channels(_depth_split, _depth_merged),
    "SpaceToDepth": _by_channels(_space_split, _space_merged),
}
