"""The wires at each block of a page, and the wires that share a color."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from app.face.theme import NETS
from app.sequence_diff import differing
from blocks.analysis.pins import PinKey
from blocks.document.data import Endpoint, Wire

NET_FROM = 3
"""So many wires from one pin have a colour of their own."""


class Wiring(NamedTuple):
    inputs: Mapping[str, int]
    outputs: Mapping[str, tuple[int | None, ...]]
    nets: Mapping[PinKey, tuple[str, ...]]


_Ends = tuple[dict[str, int], dict[str, list["int | None"]], dict[PinKey, list[str]]]
"""The same while it is gathered."""

UNWIRED = Wiring({}, {}, {})


class Wirings:
    def __init__(self) -> None:
        self.blocks: dict[str, Wiring] = {}
        self._wires: Sequence[Wire] = ()
        self._fans: Counter[Endpoint] = Counter()
        self._colors: dict[Endpoint, str] = {}

    def show(self, wires: Sequence[Wire]) -> dict[str, Wiring]:
        """Update from the changed wires only. Return the former wirings of the changed blocks."""
        begin, until, end = differing(self._wires, wires)
        before, now = self._wires[begin:until], wires[begin:end]
        self._wires = wires
        ids_before, ids_now = set(map(id, before)), set(map(id, now))
        gone = [wire for wire in before if id(wire) not in ids_now]
        new = [wire for wire in now if id(wire) not in ids_before]
        ends = dict.fromkeys(end.block for wire in (*gone, *new) for end in wire)
        other = self._recolor([wire.source for wire in gone], [wire.source for wire in new])
        if other:
            ends |= dict.fromkeys(end.block for wire in wires if wire.source in other for end in wire)
        if not ends:
            return {}
        old = {block: self.blocks.pop(block, UNWIRED) for block in ends}
        self.blocks.update(_wiring_at(ends, wires, self._colors))
        return old

    def net_of(self, source: Endpoint) -> str:
        return self._colors.get(source, "")

    def _recolor(self, gone: Sequence[Endpoint], new: Sequence[Endpoint]) -> set[Endpoint]:
        before = {source: self._fans[source] for source in (*gone, *new)}
        self._fans.subtract(gone)
        self._fans.update(new)
        if all(max(fan, self._fans[source]) < NET_FROM for source, fan in before.items()):
            return set()
        self._fans = Counter([wire.source for wire in self._wires])
        colors, self._colors = self._colors, net_colors(self._fans)
        return {source for source, _ in colors.items() ^ self._colors.items()}


def _wiring_at(blocks: Iterable[str], wires: Sequence[Wire], colors: Mapping[Endpoint, str]) -> dict[str, Wiring]:
    ends: dict[str, _Ends] = {block: ({}, {}, {}) for block in blocks}
    for source, target in wires:
        net = colors.get(source, "") if colors else ""
        at = ends.get(target.block)
        if at is not None:
            inputs, _, nets = at
            inputs[target.pin] = inputs.get(target.pin, 0) + 1
            if colors:
                nets.setdefault(target.pin, []).append(net)
        at = ends.get(source.block)
        if at is not None:
            _, outputs, nets = at
            outputs.setdefault(source.pin, []).append(source.index)
            if net:
                nets[source.pin, source.index] = [net]
    alike: dict[tuple[tuple[tuple[object, object], ...], ...], Wiring] = {}
    wirings: dict[str, Wiring] = {}
    for block, (inputs, outputs, nets) in ends.items():
        if not inputs and not outputs:
            continue
        at_inputs = tuple(inputs.items())
        at_outputs = tuple([(pin, tuple(indices)) for pin, indices in outputs.items()])
        colors_at = tuple([(pin, tuple(names)) for pin, names in nets.items() if any(names)])
        key = (at_inputs, at_outputs, colors_at)
        wiring = alike.get(key)
        if wiring is None:  # a large page has few kinds, which its blocks share
            wiring = alike[key] = Wiring(dict(at_inputs), dict(at_outputs), dict(colors_at))
        wirings[block] = wiring
    return wirings


def net_colors(fans: Mapping[Endpoint, int]) -> dict[Endpoint, str]:
    """Return the color groups of pins with many wires: stable by name, and distinct if possible."""
    colors: dict[Endpoint, str] = {}
    taken: set[int] = set()
    for source, fan in fans.items():
        if fan >= NET_FROM:
            color = crc32(f"{source.block}.{source.pin}.{source.index}".encode()) % NETS
            if len(taken) == NETS:
                taken.clear()
            while color in taken:
                color = (color + 1) % NETS
            taken.add(color)
            colors[source] = f"net{color}"
    return colors
