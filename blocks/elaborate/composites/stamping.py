"""Copies of instances with the same nodes: only the first is elaborated block by block.

Instances of the same template with the same input dtypes and shapes have the same nodes, unless a rule requested a
value that depends on the inputs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.types import is_list
from blocks.document.data import Block
from blocks.elaborate.block_builder import Missing, make, source_value
from blocks.elaborate.composites.parts import (
    NOTHING,
    Model,
    NodeCopy,
    NodeHome,
    Part,
    Steps,
    steps_between,
)
from blocks.elaborate.composites.path_table import PathTable
from blocks.elaborate.elaboration import Wires
from blocks.elaborate.page_builder import PageBuilder
from blocks.graph.graph import UNSET, Home, Node, Output, Owner
from blocks.graph.spec import BlockSpec

_MOST_TRIES = 3
"""Instances of a template that are tried as the model for the others."""


class Stamp(NamedTuple):
    """An instance on a flat page."""

    path: str
    part: Part
    start: int
    end: int
    wires: int


class Stamper:
    """The builder of a page's blocks that copies instances equal to earlier ones."""

    def __init__(
        self, builder: PageBuilder, blocks: Sequence[Block], specs: Sequence[BlockSpec | None], wires: Sequence[Wires]
    ) -> None:
        self._builder = builder
        self._blocks = blocks
        self._specs = specs
        self._wires = wires
        assert isinstance(builder.values, PathTable) and isinstance(builder.graph.names, PathTable)
        self._values: PathTable[dict[str, Any]] = builder.values  # pyright: ignore[reportUnknownMemberType]
        self._names: PathTable[int] = builder.graph.names  # pyright: ignore[reportUnknownMemberType]
        self._models = {} if builder.kept is None else builder.kept.models
        self._tries: dict[int, int] = {}
        self._steps: dict[tuple[int, int], Steps] = {}

    def make_all(self, stamps: Sequence[Stamp], order: Sequence[int]) -> None:
        starts = [stamp.start for stamp in stamps]
        for stamp in stamps:
            stamp.part.before, stamp.part.model = stamp.part.model, None
        i = 0
        while i < len(order):
            before = bisect_right(starts, order[i]) - 1
            stamp = stamps[before] if before >= 0 and order[i] < stamps[before].end else None
            own = order[i : i + 1] if stamp is None else order[i : i + stamp.end - stamp.start]
            # All of an instance is made in one go where nothing outside of it comes between.
            if stamp is None or not _lies_in(own, stamp):
                self._make(order[i : i + 1])
                i += 1
            else:
                self._instance(stamp, own)
                i += len(own)

    def _make(self, indices: Sequence[int]) -> None:
        for index in indices:
            make(self._builder, self._blocks[index], index, self._specs[index], self._wires[index])

    def _instance(self, stamp: Stamp, order: Sequence[int]) -> None:
        elaboration, part = self._builder, stamp.part
        inputs = self._inputs(stamp) if self._tries.get(id(part.template), 0) <= _MOST_TRIES else None
        faulty = elaboration.faulty
        is_faulty = stamp.path in faulty or (bool(faulty) and not faulty.isdisjoint([b.id for b in part.blocks]))
        if inputs is None or len(order) < stamp.end - stamp.start or is_faulty:
            self._make(order)
            return
        same = {output: i for i, output in enumerate(inputs)}
        key = (id(part.template), *[(o.dtype, o.shape, o.is_ref, o.op.type.temporary, same[o]) for o in inputs])
        model = self._models.get(key)
        if model is not None and self._copy(model, stamp, inputs):
            return
        graph, names = elaboration.graph, self._names.own
        first, before, problems = len(graph.nodes), len(names), len(elaboration.problems)
        self._make(order)
        if model is None and len(elaboration.problems) == problems:
            taken = list(islice(reversed(names), len(names) - before))[::-1]
            nodes = graph.nodes[first:]
            model = self._model(stamp, order, inputs, nodes, taken)
            if model is not None:
                self._models[key] = model
                part.nodes, part.homes = nodes, [*dict.fromkeys([node.home for node in nodes])]
                part.scope = elaboration.scopes[stamp.path].name
                ids = part.template.ids
                made = [(at, elaboration.values[self._blocks[stamp.start + at].id]) for at, _ in model.values]
                part.values = {ids[at]: values for at, values in made if at < len(ids)}
                part.results = elaboration.values[stamp.path]
                self._keep(model, stamp, inputs)
            else:
                self._tries[id(part.template)] = self._tries.get(id(part.template), 0) + 1

    def _inputs(self, stamp: Stamp) -> list[Output] | None:
        inputs: list[Output] = []
        for at in stamp.part.template.pins:
            wires = self._wires[stamp.start + at]
            try:
                value = source_value(self._builder, wires[0]) if len(wires) == 1 else None
            except (Missing, DiagramError):  # which is told where the pin is made
                return None
            if is_list(value) and len(value) == 1:
                value = value[0]
            if type(value) is not Output:
                return None
            inputs.append(value)
        return inputs

    def _model(
        self, stamp: Stamp, order: Sequence[int], inputs: Sequence[Output], nodes: Sequence[Node], names: Sequence[str]
    ) -> Model | None:
        result = self._builder
        scope = result.scopes.get(stamp.path)
        if scope is None or any(each.known is not UNSET for each in inputs):  # a value may have mattered
            return None
        prefix = scope.name
        numbers: dict[Output, int] = {output: -1 - i for i, output in enumerate(inputs)}
        homes: dict[Home, int] = {}
        copies: list[NodeCopy] = []
        count = 0
        for node in nodes:
            spec, owner = node.type, node.home.owner
            varies = spec.context or spec.control or spec.loop or node.controls or node.source
            if varies or owner is None or owner.path not in (None, owner.block) or not node.name.startswith(prefix):
                return None
            args: list[Any] = []
            for arg in node.args:
                results = self._numbered(arg, numbers)
                if results is UNSET:
                    return None
                args.append(results)
            for output in node.outputs:
                numbers[output] = count
                count += 1
            home = homes.setdefault(node.home, len(homes))
            outputs = tuple([(output.dtype, output.shape, output.is_ref) for output in node.outputs])
            name = node.name[len(prefix) :]
            copies.append(NodeCopy(spec, name, tuple(args), node.attrs, node.bound, node.certain, home, outputs))
        values: list[tuple[int, list[tuple[str, int]]]] = []
        for index in order:
            block, spec = self._blocks[index].id, self._specs[index]
            given = result.values.get(block)
            if spec is None or given is None or self._blocks[index].muted or block in result.gradients:
                return None
            if any(type(value) is not Output or value not in numbers for value in given.values()):
                return None
            values.append((index - stamp.start, [(pin, numbers[value]) for pin, value in given.items()]))
        own = [name for name in names if name != prefix]
        if not all(name.startswith(f"{prefix}/") for name in own):
            return None
        node_homes = [
            NodeHome(home.name[len(prefix) :], home.owner.order - stamp.start, home.owner.path is not None)
            for home in homes
            if home.owner is not None
        ]
        taken = dict.fromkeys([name[len(prefix) + 1 :] for name in own], 0)
        return Model(stamp.part.template, copies, taken, node_homes, values)

    def _numbered(self, arg: Any, numbers: dict[Output, int]) -> Any:
        """Replace tensors by numbers; return UNSET if one is neither an input nor made in the instance."""
        if isinstance(arg, tuple):
            result = [numbers.get(each) for each in arg]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
            return UNSET if None in result else tuple(result)
        return None if arg is None else numbers.get(arg, UNSET)

    def _keep(self, model: Model, stamp: Stamp, inputs: list[Output]) -> None:
        part = stamp.part
        part.model, part.start, part.inputs = model, stamp.start, inputs
        if self._builder.kept is None:
            part.forget_nodes()

    def _copy(self, model: Model, stamp: Stamp, inputs: list[Output]) -> bool:
        """Make an instance as a copy, reusing its old nodes; return False if it cannot have the names of a copy."""
        result, graph, part = self._builder, self._builder.graph, stamp.part
        try:
            prefix = result.scope_in(stamp.path).name
        except DiagramError:  # it is too long, which each block of it tells
            return False
        before = part.before if part.nodes and part.scope == prefix else None
        if graph.counts:
            return False
        self._names.add_part(prefix, model.names)  # no name is taken there: the scope is the instance's own
        if before is not model or part.inputs != inputs:
            self._renew(model, before, prefix, stamp, inputs)
            part.scope = prefix
        if before is not None and (before is not model or part.start != stamp.start):
            for home, each in zip(part.homes, model.homes, strict=True):
                assert home.owner is not None
                home.owner.order = stamp.start + each.at
        first = len(graph.nodes)
        if before is not model or (part.nodes and part.nodes[0].number != first):
            for number, node in enumerate(part.nodes, first):
                node.number = number
        graph.nodes += part.nodes
        self._values.add_part(stamp.path, part.values)
        self._values[stamp.path] = part.results
        self._keep(model, stamp, inputs)
        return True

    def _renew(self, model: Model, before: Model | None, prefix: str, stamp: Stamp, inputs: Sequence[Output]) -> None:
        """Make the nodes of an instance, and the outputs of its blocks."""
        graph, part, count = self._builder.graph, stamp.part, len(inputs)
        steps = self._steps_to(model, before)
        old, had = part.nodes, part.homes
        homes = part.homes = [
            self._home(node, prefix, stamp.start) if index is None else had[index]
            for node, index in zip(model.homes, steps.homes, strict=True)
        ]
        outputs = [*inputs[::-1]]  # number -1 stands before number 0
        nodes: list[Node] = []
        for step in steps.nodes:
            if isinstance(step, slice):
                kept = old[step]
                nodes += kept
                outputs += [output for node in kept for output in node.outputs]
                continue
            spec, name, args, attrs, bound, certain, home, kinds = step.copy
            if step.source is None:
                tensors = _tensors(args, outputs, count)
                node = Node(graph, homes[home], spec, prefix + name, tensors, attrs.copy(), bound, ())
                node.certain = certain
                node.outputs = tuple(
                    [Output(node, i, dtype, shape, is_ref) for i, (dtype, shape, is_ref) in enumerate(kinds)]
                )
            else:
                node = old[step.source]
                if step.rewired:
                    node.rewire(_tensors(args, outputs, count))
                if step.changed:
                    node.attrs, node.bound, node.certain = attrs.copy(), bound, certain
            nodes.append(node)
            outputs += node.outputs
        part.nodes = nodes
        ids = part.template.ids
        if not steps.same_blocks:
            kept = [ids[at] for at, _ in model.values if at < len(ids)]
            part.values = {block: part.values.get(block, {}) for block in kept}
        for at, pins in steps.values:
            values = {pin: outputs[number + count] for pin, number in pins}
            if at < len(ids):
                part.values[ids[at]] = values
            else:
                part.results = values

    def _home(self, node: NodeHome, prefix: str, start: int) -> Home:
        block = self._blocks[start + node.at].id
        return Home(prefix + node.scope, Owner(block, start + node.at, block if node.has_path else None))

    def _steps_to(self, model: Model, before: Model | None) -> Steps:
        key = id(model), id(before)
        steps = self._steps.get(key)
        if steps is None:
            steps = self._steps[key] = steps_between(before or NOTHING, model)
        return steps


def _lies_in(indices: Sequence[int], stamp: Stamp) -> bool:
    if isinstance(indices, range):  # all of it are in between
        return indices[0] >= stamp.start and indices[-1] < stamp.end
    return min(indices) >= stamp.start and max(indices) < stamp.end


def _tensors(args: tuple[Any, ...], outputs: Sequence[Output], count: int) -> tuple[Any, ...]:
    """Replace numbers by tensors; in ``outputs``, the ``count`` inputs come first in reverse order."""
    return tuple(
        [
            outputs[arg + count] if type(arg) is int
            else None if arg is None
            else tuple([outputs[each + count] for each in arg])  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            for arg in args
        ]
    )  # fmt: skip
