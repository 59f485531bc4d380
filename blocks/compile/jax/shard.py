"""Sharding of variables over devices."""

from __future__ import annotations

from typing import NamedTuple


class Shard(NamedTuple):
    """The variable and the axis along which it is split over devices."""

    name: str
    axis: int
