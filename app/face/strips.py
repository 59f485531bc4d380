"""The small plot of a carried value's gradient norm per iteration, as plain data and coordinates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from app.face.gradient import WEAKEST, Strength, Strip
from blocks.base.types import Array

_LEAST = 2.0
"""Decades that a plot covers at least: what is nearly the same in all rounds is nearly level."""
_MOST_POINTS = 160
Box = tuple[float, float, float, float]
Point = tuple[float, float]


class Dot(NamedTuple):
    at: Point
    strength: Strength


def strips_of(norms: Mapping[str, Array]) -> dict[str, tuple[Strip, ...]]:
    """Return plots by loop block from norms named ``cell.h``, without loops that did not iterate."""
    strips: dict[str, list[Strip]] = {}
    for name, values in norms.items():
        block, _, pin = name.rpartition(".")
        if values.size:
            strips.setdefault(block, []).append(Strip(pin, tuple(values.tolist())))
    return {block: tuple(some) for block, some in strips.items()}


def scale_of(strips: Sequence[Strip]) -> tuple[float, float]:
    """Return log10 of the norms at the lower and upper edges."""
    logs = [_log(each) for strip in strips for each in strip.norms if math.isfinite(each)]
    low, high = (min(logs), max(logs)) if logs else (0.0, 0.0)
    middle, half = (low + high) / 2, max(high - low, _LEAST) / 2
    return middle - half, middle + half


def dots_of(strip: Strip, box: Box, scale: tuple[float, float]) -> list[Dot]:
    """Return the points of a plot; a subset if there are many iterations."""
    left, top, width, height = box
    low, high = scale
    count = len(strip.norms)
    indices: list[int] = np.unique(np.linspace(0, count - 1, min(count, _MOST_POINTS)).round().astype(int)).tolist()
    dots: list[Dot] = []
    for index in indices:
        norm = strip.norms[index]
        strength = strip.strength(index)
        share = (_log(norm) - low) / (high - low) if math.isfinite(norm) else 1.0
        dots.append(Dot((x_of(index, count, left, width), top + height * (1 - min(1.0, max(0.0, share)))), strength))
    return dots


def x_of(number: int, count: int, left: float, width: float) -> float:
    return left + width * (number + 0.5) / max(1, count)


def round_at(x: float, count: int, left: float, width: float) -> int:
    return max(0, min(count - 1, int((x - left) / max(width, 1e-9) * count)))


def _log(norm: float) -> float:
    return math.log10(norm) if norm > 0 else WEAKEST
