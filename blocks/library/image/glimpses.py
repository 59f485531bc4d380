"""Glimpses: windows of equal size, one from each image, at individual positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.types import Array, Generator, Shape
from blocks.graph.call_info import Call
from blocks.library.declare import block
from blocks.library.image.shared import formed, images_at, new_size, same_count

_NOISES = ("", "uniform", "gaussian", "zero")


def _glimpses(
    input: Array,
    size: Array,
    offsets: Array,
    indices: Callable[..., Array],
    *,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: str = "uniform",
    rng: Generator,
) -> Array:
    kind = noise or ("uniform" if uniform_noise else "gaussian")
    batch, *extent, channels = input.shape
    wanted = [int(each) for each in size]
    if 0 in (batch, *wanted, channels):  # whatever the other sizes are
        return np.zeros((batch, *wanted, channels), np.float32)
    at = [indices(offsets[:, i], extent[i], wanted[i], centered, normalized) for i in (0, 1)]
    inside = [(index >= 0) & (index < length) for index, length in zip(at, extent, strict=True)]
    covered = (inside[0][:, :, None] & inside[1][:, None, :])[..., None]
    if not covered.all() and kind != "zero" and input.size:
        result = _noise(input, (batch, *wanted, channels), kind, rng)
    else:
        result = np.zeros((batch, *wanted, channels), np.float32)
    if not input.size:
        return result
    rows, columns = (np.where(within, index, 0) for within, index in zip(inside, at, strict=True))
    np.copyto(result, input[np.arange(batch)[:, None, None], rows[:, :, None], columns[:, None, :]], where=covered)
    return result


@block(
    "input: float, size: int32, offsets: float -> glimpse: float",
    attributes_of=_glimpses,
    not_differentiable="TensorFlow defines no gradient for glimpses",
    example={"input": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "size": [2, 4], "offsets": [[0.0, 0.0]]},
)
def ExtractGlimpse(input: Array, size: Array, offsets: Array, **options: Any) -> Array:
    """Extract a window (glimpse) from each image, centered at a given position. Areas outside the image are noise.

    Args:
        input: [batch, height, width, channels] the images.
        size: [2] the height and the width of the windows.
        offsets: [batch, 2] the center of the window for each image, [y, x].
        centered: true measures offsets from the center of the image (-1 and 1 are its edges if normalized), false from
            its upper left corner.
        normalized: true gives offsets as fractions of height and width, false in pixels.
        uniform_noise: true fills with uniform noise. In that case, noise must be "uniform" or empty.
        noise: the values outside the image: "uniform" draws between the image's minimum and maximum, "gaussian" draws
            with the mean and deviation of each channel, "zero" uses 0. "" follows uniform_noise: gaussian if it is
            false.

    Returns:
        glimpse: [batch, window_height, window_width, channels] the windows.
    """
    return _glimpses(input, size, offsets, _indices, **options)


def _indices(offset: Array, extent: int, wanted: int, centered: bool, normalized: bool) -> Array:
    start = offset * np.float32(extent) if normalized else offset
    if centered:
        start = start / np.float32(2) + np.float32(extent / 2)
    return _from(start - np.float32(wanted / 2), extent, wanted)


def _offsets_v2(offset: Array, extent: int, wanted: int, centered: bool, normalized: bool) -> Array:
    """Return rows as `_indices` does; an offset that is not centered is the first row (or column)."""
    start = offset
    if normalized:
        start = start * np.float32(extent)
        start = start / np.float32(2) + np.float32((extent - wanted) / 2) if centered else start
    elif centered:
        start = start + np.float32(extent / 2)
    return _from(start, extent, wanted)


def _from(start: Array, extent: int, wanted: int) -> Array:
    # What lies further away shows nothing of the image, however far it is; toward zero, as TensorFlow cuts.
    near = np.clip(np.nan_to_num(start, nan=-wanted), -wanted, extent)
    return np.trunc(near).astype(np.intp)[:, None] + np.arange(wanted)


def _noise(images: Array, shape: tuple[int, ...], kind: str, rng: Generator) -> Array:
    if kind == "uniform":
        low, high = (edge(images, axis=(1, 2, 3), keepdims=True) for edge in (np.min, np.max))
        return low + (high - low) * rng.random(shape, dtype=np.float32)
    mean, deviation = (each(images, axis=(1, 2), keepdims=True) for each in (np.mean, np.std))
    return mean + deviation * rng.standard_normal(shape, dtype=np.float32)


def _check(attrs: dict[str, Any]) -> None:
    noise = attrs["noise"]
    if noise not in _NOISES:
        raise DiagramError(f"noise: expected uniform, gaussian or zero, got {noise!r}", pin="noise")
    if attrs["uniform_noise"] and noise not in ("", "uniform"):
        text = f"uniform_noise cannot be true if noise is {noise!r}"
        raise DiagramError(text, pin="noise", hint="set uniform_noise to false")


ExtractGlimpse.prepare = _check


@ExtractGlimpse.shape
def _shape(call: Call) -> Shape:
    batch, *_, channels = images_at(call, "input")
    formed(call, "offsets", (None, 2), "[batch, 2]")
    count = same_count(call, "input", "offsets")
    return count if batch is None else batch, *new_size(call, "size", 0), channels


@block(
    "input: float, size: int32, offsets: float -> glimpse: float",
    attributes_of=ExtractGlimpse,
    example={"input": [[[[1.0], [2.0]], [[3.0], [4.0]]]], "size": [2, 4], "offsets": [[0.0, 0.0]]},
)
def ExtractGlimpseV2(input: Array, size: Array, offsets: Array, **options: Any) -> Array:
    """Extract a window (glimpse) from each image, at a given position. Areas outside the image are noise.

    It differs from ExtractGlimpse only in the position of windows: offsets give the center of a window only if both
    centered and normalized are true, otherwise its upper left corner. It has no gradient, as in TensorFlow.

    Args:
        offsets: [batch, 2] the position of the window for each image, [y, x].
    """
    return _glimpses(input, size, offsets, _offsets_v2, **options)


ExtractGlimpseV2.prepare = _check
ExtractGlimpseV2.shape(_shape)
