"""Expansion of an AddSymbolicGradients block into the blocks of its gradient.

Each belongs to the forward block whose gradient it computes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import is_list
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Json, Page, Position, Wire, listed
from blocks.document.python_values import file_value
from blocks.elaborate.elaborate import Elaboration
from blocks.elaborate.model import GRADIENTS, trains
from blocks.graph.graph import Node, Output

MOST_BLOCKS = 5000
"""Blocks that a gradient is expanded into: a loop that is written out may have more."""

_ROW, _BELOW = 130.0, 160.0
_GAP, _LINE = 40.0, 20.0
NodeIndex = tuple[int, int]


class GradientBlock(NamedTuple):
    """A node of a gradient, as a block.

    Attributes:
        source: the forward block whose gradient it computes; None for the initial gradient.
    """

    block: Block
    source: str | None


class Expansion(NamedTuple):
    """A gradient as blocks.

    Attributes:
        results: the pin with each element of ``grad_outputs``.
        named: the pin that replaces each other output pin.
    """

    of: str
    blocks: tuple[GradientBlock, ...]
    wires: tuple[Wire, ...]
    results: tuple[Endpoint, ...]
    named: Mapping[str, Endpoint] = MappingProxyType({})


def canvas_of(elaboration: Elaboration) -> Page:
    return elaboration.page if elaboration.expansion is None else elaboration.expansion.source


class Expanding:
    """The expansion of a gradient block in progress."""

    def __init__(self, elaboration: Elaboration, block: str) -> None:
        self.elaboration = elaboration
        spec = elaboration.specs.get(block)
        if block not in elaboration.position:
            raise UsageError(f"there is no block {block!r}", page=elaboration.page.name)
        if spec is None or not (spec.name == GRADIENTS or trains(spec)):
            text = f"{block!r} is not a gradient: only {GRADIENTS} and training blocks can be expanded"
            raise UsageError(text, page=elaboration.page.name)
        self.block = block
        self.page = canvas_of(elaboration)
        self.results = self.gradients()
        self.endpoints = self.page_endpoints()
        self.taken = set(elaboration.position)
        self.ids: dict[int, str] = {}
        self.rows: dict[float, int] = {}
        self.top = _below(self.page)

    def named(self, wanted: str) -> str:
        result = free_name(wanted, self.taken)
        self.taken.add(result)
        return result

    def gradients(self) -> list[Output]:
        result = self.values()["grad_outputs"]
        for each in result if is_list(result) else ():
            if isinstance(each, DiagramError):
                text = f"it cannot be expanded: {each.message}"
                raise DiagramError(text, block=self.block, page=self.elaboration.page.name, pin="inputs")
        return list(result)

    def values(self) -> Mapping[str, Any]:
        values = self.elaboration.values.get(self.block)
        if values is None:
            fault = next((e for e in self.elaboration.problems if e.block == self.block), None)
            text = fault.message if fault is not None else "one of its inputs has an error"
            raise DiagramError(f"it cannot be expanded: {text}", block=self.block, page=self.elaboration.page.name)
        return values

    def page_endpoints(self) -> dict[NodeIndex, Endpoint]:
        endpoints: dict[NodeIndex, Endpoint] = {}
        shown: dict[NodeIndex, Endpoint] = {}
        for block in self.page.blocks:
            if block.id == self.block:
                continue
            for _, pin, index, output in self.elaboration.outputs_of(block.id):
                owner, at = output.op.owner, (output.op.number, output.index)
                if owner is not None and owner.block == block.id:
                    endpoints[at] = Endpoint(block.id, pin, index)
                elif owner is not None and owner.block.startswith(f"{block.id}/"):
                    shown.setdefault(at, Endpoint(block.id, pin, index))
        return {**shown, **endpoints}

    def inside(self) -> tuple[str, ...]:
        owners = (node.owner for node in self.needed())
        inside = (owner.block.partition("/") for owner in owners if owner is not None)
        return tuple(dict.fromkeys(instance for instance, slash, _ in inside if slash and instance != self.block))

    def run(self) -> Expansion:
        inside = self.inside()
        if inside:
            kinds = {each.id: each.type for each in self.page.blocks}
            looped = [each for each in inside if kinds[each] in LOOP_BODIES]
            if looped:
                text = f"it cannot be expanded: it needs variables inside {listed(looped)}, which runs a composite"
                hint = "only Minimize can reach them: no block of the page can be wired to them"
                raise DiagramError(text, block=self.block, page=self.page.name, hint=hint)
            text = f"it cannot be expanded: it needs tensors from inside {listed(inside)}"
            raise DiagramError(text, block=self.block, page=self.page.name, hint="expand these blocks first")
        nodes = self.needed()
        if len(nodes) > MOST_BLOCKS:
            text = f"the expansion would have {len(nodes):,} blocks; the limit is {MOST_BLOCKS:,}"
            raise DiagramError(text, block=self.block, page=self.elaboration.page.name)
        blocks: list[GradientBlock] = []
        wires: list[Wire] = []
        for node in nodes:
            result = self.as_block(node)
            blocks.append(result)
            wires += self.wires_into(node, result.block.id)
        results = tuple([self.endpoint(output) for output in self.results])
        return Expansion(self.block, tuple(blocks), tuple(wires), results)

    def in_scope(self, block_id: str) -> list[Wire]:
        scopes = [wire for wire in self.page.wires if wire.target == Endpoint(self.block, "scope")]
        return [Wire(wire.source, Endpoint(block_id, "scope")) for wire in scopes]

    def needed(self) -> list[Node]:
        """Return the nodes that must become blocks: the results' dependencies that no block of the page has."""
        nodes: dict[int, Node] = {}
        pending = self.begins()
        while pending:
            node = pending.pop()
            if node.number in nodes:
                continue
            if node.type.internal and node.type.control:
                text = f"it cannot be expanded: it needs a value of {node.block_name} that a loop carries"
                raise DiagramError(text, block=self.block, page=self.elaboration.page.name)
            if node.source is not None and node.source in node.controls:
                variable = node.inputs[0].op.block_name
                text = (
                    f"it cannot be expanded: {node.source.block_name} reads {variable} after a write in the same step"
                )
                raise DiagramError(text, block=self.block, page=self.elaboration.page.name)
            nodes[node.number] = node
            pending.extend(self.nodes_behind(node))
        return [nodes[number] for number in sorted(nodes)]

    def begins(self) -> list[Node]:
        return self.unknown(self.results)

    def nodes_behind(self, node: Node) -> list[Node]:
        return self.unknown(node.inputs)

    def unknown(self, outputs: Iterable[Output]) -> list[Node]:
        return [output.op for output in outputs if (output.op.number, output.index) not in self.endpoints]

    def as_block(self, node: Node) -> GradientBlock:
        source = self.source_of(node)
        name = f"d_{source}_{node.type.name}" if source is not None else f"{self.block}_{node.type.name}"
        block_id = self.ids[node.number] = self.named(name)
        return GradientBlock(Block(block_id, node.type.name, self.position(source), values_of(node)), source)

    def source_of(self, node: Node) -> str | None:
        source = node.source
        while source is not None and source.block_name == self.block:  # a node of the gradient's own, differentiated
            source = source.source
        if source is None or source.owner is None or source.block_name not in self.elaboration.position:
            return None
        return source.block_name.partition("/")[0]  # what belongs to a block inside of an instance belongs to that

    def position(self, source: str | None) -> Position:
        blocks, position = self.elaboration.page.blocks, self.elaboration.position
        x = blocks[position[source if source is not None else self.block]].at[0]
        row = self.rows[x] = self.rows.get(x, -1) + 1
        return (x, self.top + row * _ROW)

    def wires_into(self, node: Node, block_id: str) -> Iterator[Wire]:
        yield from self.in_scope(block_id)
        for pin, arg in zip(node.type.inputs, node.args, strict=True):
            for value in arg if isinstance(arg, tuple) else (arg,):
                if value is not None:
                    yield Wire(self.endpoint(value), Endpoint(block_id, pin.name))

    def endpoint(self, output: Output) -> Endpoint:
        endpoint = self.endpoints.get((output.op.number, output.index))
        if endpoint is not None:
            return endpoint
        pin, index = output.op.pin_of(output.index)
        return Endpoint(self.ids[output.op.number], pin, index)


def values_of(node: Node) -> dict[str, Json]:
    values: dict[str, Json] = {}
    for attribute in node.type.attributes:
        written = file_value(node.attrs[attribute.name])
        default = None if attribute.required else attribute.default
        if attribute.required or written != file_value(default):
            values[attribute.name] = written
    return values


def _below(page: Page) -> float:
    ends = [block.at[1] + _BELOW for block in page.blocks]
    ends += [frame.at[1] + frame.size[1] + _GAP for frame in page.frames if frame.size is not None]
    for note in page.notes:
        height = note.size[1] if note.size is not None else _LINE * (1 + note.text.count("\n"))
        ends.append(note.at[1] + height + _GAP)
    return max(ends)


def free_name(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    number = 2
    while f"{name}{number}" in taken:
        number += 1
    return f"{name}{number}"
