"""Cached gradient flow through instances of the same nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from blocks.document.data import Endpoint, Wire
from blocks.elaborate.composites.parts import Model, Way
from blocks.elaborate.composites.stamping import Stamp
from blocks.elaborate.elaboration import Elaboration
from blocks.graph.graph import Node, Output

if TYPE_CHECKING:
    from blocks.elaborate.gradient_flow import Carried, PageGradient

_MOST = 100
"""The paths through a model that are kept: each edit may lead to another one."""


class CachedFlows:
    """Cached gradient paths through instances with the same nodes.

    Args:
        ys: the differentiated tensors; instances that contain one are not cached.
    """

    def __init__(self, elaboration: Elaboration, reached: AbstractSet[Output], ys: Sequence[Output]) -> None:
        expansion = elaboration.expansion
        assert expansion is not None
        self._elaboration = elaboration
        self._reached = reached
        asked = {y.op.number for y in ys}
        self._inside = bytearray(len(elaboration.graph.nodes))
        self._stamps: list[tuple[Stamp, Model]] = []
        for stamp in reversed(elaboration.alike):  # what takes the tensors of an instance is made after all of it
            part = stamp.part
            if part.model is None or not asked.isdisjoint([each.op.number for each in part.inputs]):
                continue
            first = part.nodes[0].number
            if asked.isdisjoint(range(first, first + len(part.nodes))):
                self._inside[first : first + len(part.nodes)] = b"\1" * len(part.nodes)
                self._stamps.append((stamp, part.model))
        self.ends = {
            pin: i
            for i, (stamp, _) in enumerate(self._stamps)
            for pin in expansion.instances[stamp.path].outputs.values()
        }
        self._entered: dict[int, set[int]] = {}

    def without(self, nodes: Iterable[Node]) -> list[Node]:
        return [node for node in nodes if not self._inside[node.number]]

    def outside(self) -> list[str]:
        blocks = self._elaboration.page.blocks
        ids: list[str] = []
        done = 0
        for stamp in sorted([stamp for stamp, _ in self._stamps], key=lambda each: each.start):
            ids += [block.id for block in blocks[done : stamp.start]]
            done = stamp.end
        return [*ids, *[block.id for block in blocks[done:]], *self._elaboration.inner]

    def _follow(self, flow: PageGradient, pending: list[Carried], wires: set[Wire]) -> None:
        for pin in flow.follow(pending, wires, self.ends):
            index = self.ends[pin]
            offset = self._elaboration.position[pin] - self._stamps[index][0].start
            self._entered.setdefault(index, set()).add(offset)

    def go(self, flow: PageGradient, pending: list[Carried], wires: set[Wire]) -> tuple[list[Wire], list[Endpoint]]:
        """Follow the gradient through all instances."""
        new = getattr(tuple, "__new__")  # noqa: B009
        reached = self._reached
        blocks = self._elaboration.page.blocks
        inner: list[Wire] = []
        outputs: list[Endpoint] = []
        self._follow(flow, pending, wires)
        for index, (stamp, model) in enumerate(self._stamps):
            part, entered = stamp.part, self._entered.get(index, set())
            here = bytes([each in reached for each in (*part.inputs, *[y for x in part.nodes for y in x.outputs])])
            if 1 not in here:
                continue
            key = here, frozenset(entered)
            way = model.ways.get(key)
            if way is None:
                if len(model.ways) >= _MOST:
                    model.ways.clear()
                way = model.ways[key] = self._way(flow, stamp, entered)
            start = stamp.start
            inner += [part.wires[i] for i in way.wires]
            outputs += [new(Endpoint, (blocks[start + at].id, pin, None)) for at, pin in way.outputs]
            for at in way.pins:
                self._follow(flow, self._onward(flow, blocks[start + at].id), wires)
        return inner, outputs

    def _onward(self, flow: PageGradient, pin: str) -> list[Carried]:
        return flow.through(pin, self._reached & set(self._elaboration.values[pin].values()))

    def _way(self, flow: PageGradient, stamp: Stamp, entered: set[int]) -> Way:
        """Return the gradient's path through an instance."""
        part, reached = stamp.part, self._reached
        pins = {part.blocks[at].id: at for at in part.template.pins}
        pending = flow.into([node for node in part.nodes if not reached.isdisjoint(node.outputs)])
        for at in entered:
            pending += self._onward(flow, part.blocks[at].id)
        wires: set[Wire] = set()
        met = flow.follow(pending, wires, pins)
        aside = flow.aside(wires)
        offsets = {block.id: at for at, block in enumerate(self._elaboration.page.blocks[stamp.start : stamp.end])}
        return Way(
            [i for i, wire in enumerate(part.wires) if wire in wires],
            [pins[pin] for pin in met],
            [
                (offsets[block], pin)
                for block, pin, _, output in self._elaboration.outputs(offsets)
                if output in reached and block not in aside
            ],
        )
