"""Marks on the canvas as plain data: block timings, and the differences from another version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blocks.base.language import mark
from blocks.document.data import Block, Wire
from blocks.document.merging.diff import Kind

SIGNS: Mapping[Kind, str] = {
    "added": mark("+ added"),
    "removed": mark("\N{MINUS SIGN} removed"),
    "changed": mark("~ changed"),
}
COLORS: Mapping[Kind, str] = {"added": "#1f8f5f", "removed": "#c8323a", "changed": "#a06a10"}
"""White letters can be read on them; the signs tell them apart for who does not see colours."""


class ComparisonFace(NamedTuple):
    """The differences of a page from an earlier version, or those that a proposal would make.

    Attributes:
        blocks: ``added`` or ``changed``, by id; of a proposal ``removed`` or ``changed``.
        wires: the added wires; of a proposal, the wires that it removes.
        gone: the removed blocks with their sizes; of a proposal, the blocks that it adds.
    """

    blocks: Mapping[str, Kind]
    wires: frozenset[Wire] = frozenset()
    gone: tuple[tuple[Block, tuple[float, float]], ...] = ()
    is_proposal: bool = False


_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
_STOPS = ((47, 127, 124), (184, 116, 10), (210, 59, 64))


class BlockTime(NamedTuple):
    """The time of a block: its share of a step, from 0 to 1, and its label."""

    share: float
    text: str = ""

    @property
    def short(self) -> str:
        return share_text(self.share)

    @property
    def level(self) -> float:
        """Return the heat from 0 to 1; shares below a few percent are still distinguishable."""
        return self.share**0.5


class TimesFace(NamedTuple):
    """The timings of a page. ``title`` has the time per step; ``between`` is the share of it between the blocks."""

    blocks: Mapping[str, BlockTime]
    step: str
    title: str
    between: float = 0.0
    stale: bool = False


def heat(level: float) -> tuple[int, int, int]:
    position = 2.0 * min(1.0, max(0.0, level))
    i = min(1, int(position))
    part = position - i
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(_STOPS[i], _STOPS[i + 1], strict=True))
    return red, green, blue


def time_text(seconds: float) -> str:
    """Format a time with three digits: ``12.3 µs``, ``1.23 ms``, ``2.00 s``."""
    size, unit = next((each for each in _UNITS if seconds >= 0.9995 * each[0]), _UNITS[-1])
    number = seconds / size
    digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{digits}f} {unit}"


def wait_text(seconds: float) -> str:
    """Format a waiting time: ``8 s``, ``3 min 20 s``, ``2 h 5 min``."""
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"


def share_text(share: float) -> str:
    """Format a share: ``45 %``, ``3.2 %``, ``<0.1 %``."""
    if share < 0.001:
        return "<0.1%"
    return f"{share:.1%}" if share < 0.0995 else f"{share:.0%}"


def memory_text(count: int) -> str:
    """Format a memory size: ``812 B``, ``1.5 KiB``, ``24 MiB``."""
    size, unit = float(count), "B"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.0f} {unit}" if unit == "B" or size >= 99.95 else f"{size:.1f} {unit}"
