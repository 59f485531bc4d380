"""Copies of instances with the same nodes: only the first is elaborated block by block.

What follows from the dtypes and shapes of an instance's inputs is the same in each instance of the same layout that is
given the same ones, as long as no rule asked for a value that depends on them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.base.types import is_list
from blocks.elaborate.build import GraphBuilder, Missing
from blocks.elaborate.model import InstancePlacement
from blocks.graph.graph import UNSET, Home, Node, Output, Owner
from blocks.graph.spec import BlockSpec

_MOST_TRIES = 3
"""Instances of a layout that are tried as the original of the others."""


class _NodeCopy(NamedTuple):
    """A node of an instance, with numbered tensors (`CompiledInstance`) and a name relative to the instance's scope."""

    type: BlockSpec
    name: str
    args: tuple[Any, ...]
    attrs: dict[str, Any]
    bound: dict[str, Any]
    certain: bool
    home: int
    outputs: tuple[tuple[Any, Any, bool], ...]


class _NodeHome(NamedTuple):
    """The home of a node: its scope, relative to the instance's, and its block, counted from the instance's first."""

    scope: str
    at: int
    has_path: bool


class CompiledInstance(NamedTuple):
    """The contents of an instance, with numbered tensors: own ones from 0, inputs from -1 downwards.

    Attributes:
        names: the names that it uses, relative to its scope.
        values: the outputs of each block, by pin.
    """

    nodes: Sequence[_NodeCopy]
    names: Sequence[str]
    homes: Sequence[_NodeHome]
    values: Sequence[tuple[int, Sequence[tuple[str, int]]]]


class InstanceCopier:
    """The builder of a page's blocks that copies instances equal to earlier ones."""

    def __init__(self, builder: GraphBuilder) -> None:
        self._builder = builder
        self._blocks = builder.page.blocks
        self._compiled: dict[tuple[Any, ...], CompiledInstance] = {}
        self._tries: Counter[int] = Counter()

    def make_all(self, placements: Sequence[InstancePlacement], order: Sequence[int]) -> None:
        starts = [each.start for each in placements]
        users = Counter([id(each.layout) for each in placements])
        i = 0
        while i < len(order):
            before = bisect_right(starts, order[i]) - 1
            placement = placements[before] if before >= 0 and order[i] < placements[before].end else None
            own = order[i : i + 1] if placement is None else order[i : i + placement.end - placement.start]
            # All of an instance is made in one go where nothing outside of it comes between.
            if placement is None or users[id(placement.layout)] == 1 or not _lies_in(own, placement):
                own = order[i : i + 1]
                self._make(own)
            else:
                self._instance(placement, own)
            i += len(own)

    def _make(self, indices: Sequence[int]) -> None:
        for index in indices:
            self._builder.make(index)

    def _instance(self, placement: InstancePlacement, order: Sequence[int]) -> None:
        builder, layout = self._builder, id(placement.layout)
        failed, errors = builder.errors.failed, builder.errors.all
        inputs = self._inputs(placement) if self._tries[layout] <= _MOST_TRIES else None
        blocks = self._blocks[placement.start : placement.end]
        is_faulty = bool(failed) and not failed.isdisjoint([block.id for block in blocks])
        if inputs is None or len(order) < len(blocks) or is_faulty:
            self._make(order)
            return
        same = {output: i for i, output in enumerate(inputs)}
        key = (layout, *[(o.dtype, o.shape, o.is_ref, o.op.type.temporary, same[o]) for o in inputs])
        compiled = self._compiled.get(key)
        if compiled is not None and self._copy(compiled, placement, inputs):
            return
        graph = builder.graph
        first, before, problems = len(graph.nodes), len(graph.names), len(errors)
        self._make(order)
        if compiled is None and len(errors) == problems:
            names = list(islice(reversed(graph.names), len(graph.names) - before))[::-1]
            compiled = self._compile(placement, order, inputs, graph.nodes[first:], names)
            if compiled is not None:
                self._compiled[key] = compiled
            else:
                self._tries[layout] += 1

    def _inputs(self, placement: InstancePlacement) -> list[Output] | None:
        inputs: list[Output] = []
        for at in placement.layout.pins:
            wires = self._builder.resolved.wiring.allowed[placement.start + at]
            try:
                value = self._builder.source_value(wires[0]) if len(wires) == 1 else None
            except (Missing, DiagramError):  # which is told where the pin is made
                return None
            if is_list(value) and len(value) == 1:
                value = value[0]
            if type(value) is not Output:
                return None
            inputs.append(value)
        return inputs

    def _compile(
        self,
        placement: InstancePlacement,
        order: Sequence[int],
        inputs: Sequence[Output],
        nodes: Sequence[Node],
        names: Sequence[str],
    ) -> CompiledInstance | None:
        builder, start = self._builder, placement.start
        scope = builder.scopes.get(placement.path)
        if scope is None or any(each.known is not UNSET for each in inputs):  # a value may have mattered
            return None
        prefix = scope.name
        numbers: dict[Output, int] = {output: -1 - i for i, output in enumerate(inputs)}
        homes: dict[Home, int] = {}
        copies: list[_NodeCopy] = []
        count = 0
        for node in nodes:
            spec, owner = node.type, node.home.owner
            varies = spec.context or spec.control or spec.loop or node.controls or node.source
            if varies or owner is None or owner.path not in (None, owner.block) or not node.name.startswith(prefix):
                return None
            args = tuple([_numbered(arg, numbers) for arg in node.args])
            if UNSET in args:
                return None
            for output in node.outputs:
                numbers[output] = count
                count += 1
            home = homes.setdefault(node.home, len(homes))
            outputs = tuple([(output.dtype, output.shape, output.is_ref) for output in node.outputs])
            name = node.name[len(prefix) :]
            copies.append(_NodeCopy(spec, name, args, node.attrs, node.bound, node.certain, home, outputs))
        values: list[tuple[int, list[tuple[str, int]]]] = []
        for index in order:
            block, spec = self._blocks[index].id, builder.resolved.types[index]
            given = builder.values.get(block)
            if spec is None or given is None or self._blocks[index].muted or block in builder.resolved.gradients:
                return None
            if any(type(value) is not Output or value not in numbers for value in given.values()):
                return None
            values.append((index - start, [(pin, numbers[value]) for pin, value in given.items()]))
        own = [name for name in names if name != prefix]
        if not all(name.startswith(f"{prefix}/") for name in own):
            return None
        node_homes = [
            _NodeHome(home.name[len(prefix) :], home.owner.order - start, home.owner.path is not None)
            for home in homes
            if home.owner is not None
        ]
        return CompiledInstance(copies, [name[len(prefix) :] for name in own], node_homes, values)

    def _copy(self, compiled: CompiledInstance, placement: InstancePlacement, inputs: Sequence[Output]) -> bool:
        """Make an instance as a copy; return False if it cannot have the names of a copy."""
        graph, count, start = self._builder.graph, len(inputs), placement.start
        if graph.counts:
            return False
        try:
            prefix = self._builder.scope_in(placement.path).name
        except DiagramError:  # it is too long, which each block of it tells
            return False
        # No name is taken there: the scope is the instance's own.
        graph.names.update(dict.fromkeys([prefix + name for name in compiled.names], 0))
        homes: list[Home] = []
        for home in compiled.homes:
            block = self._blocks[start + home.at].id
            owner = Owner(block, start + home.at, block if home.has_path else None)
            homes.append(Home(prefix + home.scope, owner))
        outputs = [*inputs[::-1]]  # number -1 stands before number 0
        for spec, name, args, attrs, bound, certain, home, kinds in compiled.nodes:
            tensors = _tensors(args, outputs, count)
            node = Node(graph, homes[home], spec, prefix + name, tensors, attrs.copy(), bound, ())
            node.certain = certain
            node.outputs = tuple(
                [Output(node, i, dtype, shape, is_ref) for i, (dtype, shape, is_ref) in enumerate(kinds)]
            )
            graph.nodes.append(node)
            outputs += node.outputs
        for at, pins in compiled.values:
            values = {pin: outputs[number + count] for pin, number in pins}
            self._builder.values[self._blocks[start + at].id] = values
        return True


def _lies_in(indices: Sequence[int], placement: InstancePlacement) -> bool:
    if isinstance(indices, range):  # all of it are in between
        return indices[0] >= placement.start and indices[-1] < placement.end
    return min(indices) >= placement.start and max(indices) < placement.end


def _numbered(arg: Any, numbers: Mapping[Output, int]) -> Any:
    """Replace tensors by numbers; return UNSET if one is neither an input nor made in the instance."""
    if isinstance(arg, tuple):
        result = [numbers.get(each) for each in arg]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
        return UNSET if None in result else tuple(result)
    return None if arg is None else numbers.get(arg, UNSET)


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
