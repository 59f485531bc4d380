"""Expansion of gradient and training blocks into blocks that a user can inspect and edit.

`expand` only describes the blocks. `editable` returns the change that puts them on the page in place of the original
block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import FLOAT, INT32
from blocks.base.errors import DiagramError, UsageError
from blocks.base.names import free_name
from blocks.base.types import Array, is_list
from blocks.document.changes import AddBlocks, AddItems, Change, Group, RemoveBlocks, RemoveItems
from blocks.document.data import LOOP_BODIES, Block, Endpoint, Json, Page, Position, Wire, listed
from blocks.document.python_values import file_value
from blocks.elaborate.model import GRADIENTS, Elaboration, trains
from blocks.graph.graph import Node, Output
from blocks.graph.spec import InputPin
from blocks.library.core.wiring import InputList, Scope

MOST_BLOCKS = 5000
"""Blocks that a gradient is expanded into: a loop that is written out may have more."""

_COLUMN, _ROW, _BELOW = 260.0, 130.0, 160.0
_GAP, _LINE = 40.0, 20.0
NodeIndex = tuple[int, int]
_TYPED = 8
"""Elements of a constant that is typed into the pin it goes to; larger ones are blocks."""


class GradientBlock(NamedTuple):
    """A node of a gradient, as a block.

    Attributes:
        source: the forward block whose gradient it computes; None for the initial gradient.
    """

    block: Block
    source: str | None


class GradientExpansion(NamedTuple):
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


def expand(elaboration: Elaboration, block: str) -> GradientExpansion:
    """Return the nodes that a gradient block added, as blocks.

    Raises:
        UsageError: The block does not exist or is not a gradient block.
        DiagramError: It failed, one of its inputs gets no gradient, or there are too many nodes.
    """
    return _expanding(elaboration, block).run()


def editable(elaboration: Elaboration, block: str) -> Change:
    """Return the change that replaces a gradient block by the blocks of `expand`; raises as `expand`."""
    opened = expand(elaboration, block)
    page = canvas_of(elaboration)
    index = next(i for i, each in enumerate(page.blocks) if each.id == block)
    blocks = [each.block for each in opened.blocks]
    wires: list[Wire] = []
    for wire in page.wires:
        if wire.target.block == block:
            continue
        if wire.source.block != block:
            wires.append(wire)
        elif _takes_list(elaboration, wire) or wire.source.index is not None or wire.source.pin in opened.named:
            wires += [Wire(source, wire.target) for source in _sources(opened, wire)]
        else:
            collected = _collector(elaboration, opened, blocks)
            wires.append(Wire(Endpoint(collected, "output"), wire.target))
    if blocks and any(each.type == InputList.name for each in blocks[len(opened.blocks) :]):
        wires += [Wire(source, Endpoint(blocks[-1].id, "outputlist")) for source in opened.results]
    gone = tuple([i for i, w in enumerate(page.wires) if block in (w.source.block, w.target.block)])
    kept = {id(wire) for wire in page.wires}
    added = [(i, wire) for i, wire in enumerate([*wires, *opened.wires]) if id(wire) not in kept]
    return Group(
        (
            RemoveItems(page.name, "wires", gone),
            RemoveBlocks(page.name, (block,)),
            AddBlocks(page.name, tuple([(index + i, each) for i, each in enumerate(blocks)])),
            AddItems(page.name, "wires", tuple(added)),
        )
    )


def needed_inside(elaboration: Elaboration, block: str) -> tuple[str, ...]:
    """Return the instances whose inner tensors a gradient needs, which prevents its expansion outside of them."""
    return _expanding(elaboration, block).inside()


def pairs(page: Page) -> dict[str, tuple[str, ...]]:
    """Return the blocks of expanded gradients for each forward block, and the reverse.

    The pairs follow from the ids (`Expanding.as_block`), so they persist in files and end if one of the two is renamed.
    """
    named = [block for block in page.blocks if block.id.startswith("d_")]
    present = {block.id for block in page.blocks} if named else set[str]()
    result: dict[str, list[str]] = {}
    for block in named:
        match = re.fullmatch(rf"d_(.+)_{re.escape(block.type)}\d*", block.id)
        if match is not None and match[1] in present:
            result.setdefault(block.id, []).append(match[1])
            result.setdefault(match[1], []).append(block.id)
    return {block: tuple(others) for block, others in result.items()}


def _expanding(elaboration: Elaboration, block: str) -> Expanding:
    if trains(elaboration.specs.get(block)):
        return ExpandingTraining(elaboration, block)
    return Expanding(elaboration, block)


def _sources(opened: GradientExpansion, wire: Wire) -> tuple[Endpoint, ...]:
    index = wire.source.index
    if wire.source.pin in opened.named:
        return (opened.named[wire.source.pin],)
    return opened.results if index is None else opened.results[index : index + 1]


def _takes_list(elaboration: Elaboration, wire: Wire) -> bool:
    flat = wire if elaboration.expansion is None else elaboration.expansion.flat(wire)
    spec = elaboration.specs.get(flat.target.block)
    pin = spec.input(flat.target.pin) if spec is not None else None
    return pin is None or pin.is_list


def _collector(elaboration: Elaboration, opened: GradientExpansion, blocks: list[Block]) -> str:
    if len(blocks) == len(opened.blocks):
        old = elaboration.page.blocks[elaboration.position[opened.of]]
        taken = {*elaboration.position, *(each.id for each in blocks)}
        blocks.append(Block(free_name(f"{opened.of}_list", taken, ""), InputList.name, old.at))
    return blocks[-1].id


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
            text = f"{block!r} cannot be expanded: only {GRADIENTS} and training blocks can be expanded"
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
        result = free_name(wanted, self.taken, "")
        self.taken.add(result)
        return result

    def gradients(self) -> list[Output]:
        result = self.values()["grad_outputs"]
        for each in result if is_list(result) else ():
            if isinstance(each, DiagramError):
                text = f"the block cannot be expanded: {each.message}"
                raise DiagramError(text, block=self.block, page=self.elaboration.page.name, pin="inputs")
        return list(result)

    def values(self) -> Mapping[str, Any]:
        values = self.elaboration.values.get(self.block)
        if values is None:
            fault = next((e for e in self.elaboration.problems if e.block == self.block), None)
            text = fault.message if fault is not None else "one of its inputs has an error"
            raise DiagramError(
                f"the block cannot be expanded: {text}", block=self.block, page=self.elaboration.page.name
            )
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

    def run(self) -> GradientExpansion:
        inside = self.inside()
        if inside:
            kinds = {each.id: each.type for each in self.page.blocks}
            looped = [each for each in inside if kinds[each] in LOOP_BODIES]
            if looped:
                text = (
                    f"the block cannot be expanded: it needs variables inside {listed(looped)}, which runs a composite"
                )
                hint = "use Minimize, because no block of the page can be wired to these variables"
                raise DiagramError(text, block=self.block, page=self.page.name, hint=hint)
            text = f"the block cannot be expanded: it needs tensors from inside {listed(inside)}"
            raise DiagramError(text, block=self.block, page=self.page.name, hint="expand these blocks first")
        nodes = self.needed()
        if len(nodes) > MOST_BLOCKS:
            text = f"the expansion would have {len(nodes):,} blocks; the limit is {MOST_BLOCKS:,}"
            raise DiagramError(text, block=self.block, page=self.elaboration.page.name)
        blocks: list[GradientBlock] = []
        wires: list[Wire] = []
        for node in nodes:
            if "program" in node.attrs:
                title = node.attrs["program"].title
                text = f"the block cannot be expanded: the gradient runs {title}, which no block of a page can run"
                raise DiagramError(text, block=self.block, page=self.page.name)
            result = self.as_block(node)
            blocks.append(result)
            wires += self.wires_into(node, result.block.id)
        results = tuple([self.endpoint(output) for output in self.results])
        return GradientExpansion(self.block, tuple(blocks), tuple(wires), results)

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
                text = f"the block cannot be expanded: it needs a loop-carried value of {node.block_name}"
                raise DiagramError(text, block=self.block, page=self.elaboration.page.name)
            if node.source is not None and node.source in node.controls:
                variable = node.inputs[0].op.block_name
                text = (
                    f"the block cannot be expanded: {node.source.block_name} reads {variable} after a write in the "
                    "same step"
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


class ExpandingTraining(Expanding):
    """The expansion of a Minimize block into its gradient block and updates.

    Its variables get ids instead of paths: ``train/m/w`` becomes the block ``train_m_w``.
    """

    def __init__(self, elaboration: Elaboration, block: str) -> None:
        super().__init__(elaboration, block)
        self.trained = elaboration.trained[block]
        self.operation: Node = self.values()["operation"].op
        self.gradient_block = self.named(f"{block}_gradients")
        for i, gradient in enumerate(self.trained.gradients):
            at = (gradient.op.number, gradient.index)
            self.endpoints.setdefault(at, Endpoint(self.gradient_block, "grad_outputs", i))
        self.depths: dict[str, int] = {}
        self.waiting: dict[tuple[int, ...], str] = {}
        self.scopes: list[GradientBlock] = []
        self.scope_wires: list[Wire] = []

    def gradients(self) -> list[Output]:
        return [self.values()["gradient_norm"]]

    def begins(self) -> list[Node]:
        """Return the step and the norm, and the inputs of the gradient block, which the page must have."""
        return [self.operation, *self.unknown((*self.results, self.trained.loss, *self.trained.variables))]

    def nodes_behind(self, node: Node) -> list[Node]:
        wired = [value for pin, value in _arguments(node) if not self.is_typed(node, pin, value)]
        return [*self.unknown(wired), *self.waits_for(node)]

    def run(self) -> GradientExpansion:
        opened = super().run()
        gradients = Block(self.gradient_block, GRADIENTS, self.depth_position(0))
        ends = [(self.trained.loss, "outputs"), *((each, "inputs") for each in self.trained.variables)]
        wires = [Wire(self.endpoint(value), Endpoint(gradients.id, pin)) for value, pin in ends]
        named = {
            "operation": Endpoint(self.ids[self.operation.number], "operation"),
            "gradient_norm": opened.results[0],
        }
        blocks = [GradientBlock(gradients, None), *opened.blocks]
        for scope in self.scopes:
            users = {wire.target.block for wire in opened.wires if wire.source.block == scope.block.id}
            blocks.insert(next(i for i, each in enumerate(blocks) if each.block.id in users), scope)
        wires = (*wires, *self.in_scope(gradients.id), *opened.wires, *self.scope_wires)
        if self.block in self.elaboration.trainers:  # plain blocks run only where a session runs them
            wires = (*wires, Wire(named["operation"], Endpoint(self._session(), "run_outputs")))
        return GradientExpansion(self.block, tuple(blocks), wires, (), named)

    def _session(self) -> str:
        blocks = (each for each in self.elaboration.page.blocks if each.id in self.elaboration.sessions)
        session = next((each.id for each in blocks if each.values.get("every", 1) == 1), None)
        if session is None:
            text = "this block runs in every step, but no ClientSession does"
            raise DiagramError(text, block=self.block, hint="wire the operation of this block to a ClientSession")
        return session

    def as_block(self, node: Node) -> GradientBlock:
        own = node.block_name.removeprefix(f"{self.block}/")
        name = own.replace("/", "_") if own != node.block_name else self.called(node)
        block_id = self.ids[node.number] = self.named(f"{self.block}_{name}")
        values: dict[str, Json] = values_of(node)
        for pin, value in _arguments(node):
            if self.is_typed(node, pin, value):
                values[pin.name] = _written(value.op.attrs["val"])
        sources = [self.endpoint(value).block for pin, value in _arguments(node) if not self.is_typed(node, pin, value)]
        sources += [self.ids[each.number] for each in self.waits_for(node)]
        depth = self.depths[block_id] = 1 + max([self.depths.get(source, 0) for source in sources], default=0)
        return GradientBlock(Block(block_id, node.type.name, self.depth_position(depth), values), None)

    def called(self, node: Node) -> str:
        if node is self.operation:
            return "step"
        changed = node
        while changed.type.writes and changed.inputs:  # what is changed twice goes through the first of them
            changed = changed.inputs[0].op
        if changed is not node and changed.type.variable:
            return f"{changed.block_name.removeprefix(f'{self.block}/')}_{node.type.name}".replace("/", "_")
        return node.type.name

    def depth_position(self, depth: int) -> Position:
        page = self.elaboration.page
        left = page.blocks[self.elaboration.position[self.block]].at[0]
        x = left + depth * _COLUMN
        row = self.rows[x] = self.rows.get(x, -1) + 1
        return (x, self.top + row * _ROW)

    def wires_into(self, node: Node, block_id: str) -> Iterator[Wire]:
        for pin, value in _arguments(node):
            if not self.is_typed(node, pin, value):
                yield Wire(self.endpoint(value), Endpoint(block_id, pin.name))
        before = self.waits_for(node)
        if before:
            yield Wire(Endpoint(self.waiting_for(before), "scope"), Endpoint(block_id, "scope"))
        else:
            yield from self.in_scope(block_id)

    def waits_for(self, node: Node) -> list[Node]:
        """Return the block's own nodes that a node waits for without using their outputs."""
        return [each for each in node.controls if self.is_own(each)]

    def waiting_for(self, before: list[Node]) -> str:
        key = tuple([node.number for node in before])
        if key not in self.waiting:
            self.waiting[key] = scope = self.named(f"{self.block}_after")
            depth = 1 + max(self.depths[self.ids[node.number]] for node in before)
            self.scopes.append(GradientBlock(Block(scope, Scope.name, self.depth_position(depth)), None))
            self.scope_wires += self.in_scope(scope)
            for node in before:
                pin = node.type.outputs[0].name
                self.scope_wires.append(
                    Wire(Endpoint(self.ids[node.number], pin), Endpoint(scope, "control_dependencies"))
                )
        return self.waiting[key]

    def is_own(self, node: Node) -> bool:
        return node.block_name == self.block or node.block_name.startswith(f"{self.block}/")

    def is_typed(self, node: Node, pin: InputPin, value: Output) -> bool:
        """Return whether a value is a small constant that a literal at the pin reproduces, including the dtype."""
        if not self._is_constant(value) or not pin.literal:
            return False
        if value.op.attrs["val"].size > _TYPED or value.op.attrs["val"].size == 0:
            return False
        settled = any(
            other.var == pin.var and other.name != pin.name and isinstance(given, Output) and given.op is not value.op
            for other, given in zip(node.type.inputs, node.args, strict=True)
            if pin.var is not None and not self._is_constant(given)
        )
        return settled or value.dtype in (FLOAT, INT32)

    def _is_constant(self, value: Any) -> bool:
        if not isinstance(value, Output):
            return False
        return value.op.type is value.op.type.basic("constant") and self.is_own(value.op)

    def values(self) -> Mapping[str, Any]:
        result = super().values()
        if self.block not in self.elaboration.trained:
            raise DiagramError(
                "a block that trains nothing cannot be expanded", block=self.block, page=self.elaboration.page.name
            )
        return result


def _written(value: Array) -> Json:
    """Return a constant's shortest literal in its precision: 0.9, not 0.8999999761581421."""
    if value.dtype != np.float32 or not np.isfinite(value).all():
        return file_value(value)
    return file_value(np.array([float(str(each)) for each in value.reshape(-1)]).reshape(value.shape).tolist())


def _arguments(node: Node) -> Iterator[tuple[InputPin, Output]]:
    for pin, arg in zip(node.type.inputs, node.args, strict=True):
        for value in arg if isinstance(arg, tuple) else (arg,):
            if value is not None:
                yield pin, value
