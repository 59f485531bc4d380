"""Sharding of variables over devices."""

from __future__ import annotations

from typing import NamedTuple


class Shard(NamedTuple):
    """The axis by which a variable is split over devices, and what the variable is called."""

    name: str
    axis: int
