"""Sharding of variables over devices."""

from __future__ import annotations

from typing import NamedTuple


class Shard(NamedTuple):
    name: str
    axis: int
