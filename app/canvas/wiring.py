"""What is wired at each block of a page, and which wires share a colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from app.face.theme import NETS
from blocks.diagram.data import Endpoint, Page

NET_FROM = 3
"""So many wires from one pin have a colour of their own."""


class Wiring(NamedTuple):
    """The wires at one block."""

    inputs: Mapping[str, int]
    outputs: Mapping[str, tuple[int | None, ...]]
    nets: Mapping[str, tuple[str, ...]]


UNWIRED = Wiring({}, {}, {})


def wiring_of(page: Page) -> dict[str, Wiring]:
    """What is wired at each block. Many wires from one pin are a group that has a colour of its own."""
    groups = net_colors(Counter(wire.source for wire in page.wires))
    inputs: dict[str, dict[str, int]] = {}
    outputs: dict[str, dict[str, list[int | None]]] = {}
    nets: dict[str, dict[str, list[str]]] = {}
    for source, target in page.wires:
        pins = inputs.setdefault(target.block, {})
        pins[target.pin] = pins.get(target.pin, 0) + 1
        outputs.setdefault(source.block, {}).setdefault(source.pin, []).append(source.index)
        net = groups.get(source, "")
        nets.setdefault(target.block, {}).setdefault(target.pin, []).append(net)
        if net:
            pin = source.pin if source.index is None else f"{source.pin}[{source.index}]"
            nets.setdefault(source.block, {})[pin] = [net]
    return {
        block: Wiring(
            inputs.get(block, {}),
            {k: tuple(v) for k, v in outputs.get(block, {}).items()},
            {k: tuple(v) for k, v in nets.get(block, {}).items() if any(v)},
        )
        for block in inputs.keys() | outputs.keys()
    }


def net_colors(fans: Mapping[Endpoint, int]) -> dict[Endpoint, str]:
    """The colour groups of pins that many wires begin at: by name, so that they stay, but no two alike if possible."""
    found: dict[Endpoint, str] = {}
    taken: set[int] = set()
    for source, fan in fans.items():
        if fan >= NET_FROM:
            color = crc32(f"{source.block}.{source.pin}.{source.index}".encode()) % NETS
            if len(taken) == NETS:
                taken.clear()
            while color in taken:
                color = (color + 1) % NETS
            taken.add(color)
            found[source] = f"net{color}"
    return found
