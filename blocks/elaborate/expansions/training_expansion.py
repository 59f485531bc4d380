"""Expansion of a Minimize block into its gradient block and updates.

Its variables get ids instead of paths: ``train/m/w`` becomes the block ``train_m_w``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, INT32
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.document.data import Block, Endpoint, Json, Position, Wire
from blocks.document.python_values import file_value
from blocks.elaborate.elaboration import GRADIENTS, Elaboration
from blocks.elaborate.expansions.gradient_expansion import Expanding, Expansion, GradientBlock, values_of
from blocks.graph.graph import Node, Output
from blocks.graph.spec import InputPin
from blocks.library.core.wiring import Scope

_COLUMN, _ROW = 260.0, 130.0
_TYPED = 8
"""Elements of a constant that is typed into the pin it goes to; larger ones are blocks."""


class ExpandingTraining(Expanding):
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

    def run(self) -> Expansion:
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
        return Expansion(self.block, tuple(blocks), wires, (), named)

    def _session(self) -> str:
        blocks = (each for each in self.elaboration.page.blocks if each.id in self.elaboration.sessions)
        session = next((each.id for each in blocks if each.values.get("every", 1) == 1), None)
        if session is None:
            text = "no ClientSession runs in every step, as this block does"
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
            raise DiagramError("it cannot be expanded", block=self.block, page=self.elaboration.page.name)
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
