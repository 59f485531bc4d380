"""Instances that are made of the same nodes are copied: only the first is elaborated block by block.

What follows from the dtypes and shapes of an instance's inputs is the same in each instance of the same template that
is given the same ones, as long as no rule asked for a value that depends on them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from blocks.base.errors import DiagramError
from blocks.document.data import Block
from blocks.document.definitions import INPUT_PIN
from blocks.elaborate.block_builder import make
from blocks.elaborate.elaboration import Wires
from blocks.elaborate.page_builder import PageBuilder
from blocks.graph.graph import UNSET, Home, Node, Output, Owner
from blocks.graph.spec import BlockSpec

_MOST_TRIES = 3
"""Instances of a template that are tried as the model for the others."""


class Stamp(NamedTuple):
    """An instance on a flat page: its path, the places of its blocks, and a key of what it is stamped from."""

    path: str
    start: int
    end: int
    key: int


class _NodeCopy(NamedTuple):
    type: BlockSpec
    name: str
    args: tuple[Any, ...]
    attrs: dict[str, Any]
    bound: dict[str, Any]
    certain: bool
    home: int
    outputs: tuple[tuple[Any, Any, bool], ...]


class _Model(NamedTuple):
    """What an instance was made of. Tensors are numbers: those that it makes from 0, its inputs from -1 downwards.

    Attributes:
        nodes: its nodes.
        names: the names that it took, behind that of its scope.
        homes: where nodes are made: the end of the scope's name, and the place of the block.
        values: what each of its blocks gives.
    """

    nodes: list[_NodeCopy]
    names: list[str]
    homes: list[tuple[str, int]]
    values: list[tuple[int, list[tuple[str, int]]]]


class Stamper:
    """Makes the blocks of a page, instances that are like an earlier one as its copies.

    Args:
        made: the page.
        blocks, specs, wires: its blocks, their types, and the wires into them.
    """

    def __init__(
        self, made: PageBuilder, blocks: Sequence[Block], specs: Sequence[BlockSpec | None], wires: Sequence[Wires]
    ) -> None:
        self._made = made
        self._blocks = blocks
        self._specs = specs
        self._wires = wires
        self._models: dict[tuple[Any, ...], _Model] = {}
        self._tries: dict[int, int] = {}

    def make_all(self, stamps: Sequence[Stamp], order: Sequence[int]) -> None:
        """Make all blocks, by their places in the order in which that can be done."""
        starts = [stamp.start for stamp in stamps]
        i = 0
        while i < len(order):
            before = bisect_right(starts, order[i]) - 1
            stamp = stamps[before] if before >= 0 and order[i] < stamps[before].end else None
            own = order[i : i + 1] if stamp is None else order[i : i + stamp.end - stamp.start]
            # All of an instance is made in one go where nothing outside of it comes between.
            if stamp is None or min(own) < stamp.start or max(own) >= stamp.end:
                self._make(order[i : i + 1])
                i += 1
            else:
                self._instance(stamp, own)
                i += len(own)

    def _make(self, places: Sequence[int]) -> None:
        for place in places:
            make(self._made, self._blocks[place], place, self._specs[place], self._wires[place])

    def _instance(self, stamp: Stamp, order: Sequence[int]) -> None:
        made = self._made
        pins = self._pins(stamp) if self._tries.get(stamp.key, 0) <= _MOST_TRIES else None
        if pins is None or len(order) < stamp.end - stamp.start:
            self._make(order)
            return
        rest = [place for place in order if place not in pins]
        self._make(pins)
        given = [made.values.get(self._blocks[place].id, {}).get("output") for place in pins]
        inputs = [each for each in given if type(each) is Output]
        if len(inputs) < len(pins):
            self._make(rest)
            return
        same = {output: i for i, output in enumerate(inputs)}
        key = (stamp.key, *[(each.dtype, each.shape, each.is_ref, same[each]) for each in inputs])
        model = self._models.get(key)
        if model is not None and self._copy(model, stamp, inputs):
            return
        graph = made.graph
        first, names, problems = len(graph.nodes), len(graph.names), len(made.problems)
        self._make(rest)
        if model is None and len(made.problems) == problems:
            taken = list(islice(reversed(graph.names), len(graph.names) - names))[::-1]
            model = self._model(stamp, order, inputs, graph.nodes[first:], taken)
            if model is not None:
                self._models[key] = model
            else:
                self._tries[stamp.key] = self._tries.get(stamp.key, 0) + 1

    def _pins(self, stamp: Stamp) -> list[int] | None:
        """The places of its input pins; None if what comes there may be made inside of it."""
        found: list[int] = []
        position = self._made.position
        for place in range(stamp.start, stamp.end):
            block = self._blocks[place]
            if block.type == INPUT_PIN and block.id.rpartition("/")[0] == stamp.path:
                if any(position.get(wire.source.block, stamp.end) >= stamp.start for wire in self._wires[place]):
                    return None
                found.append(place)
        return found

    def _model(
        self, stamp: Stamp, order: Sequence[int], inputs: Sequence[Output], nodes: Sequence[Node], names: Sequence[str]
    ) -> _Model | None:
        """What an instance was made of, if others can be made so."""
        made = self._made
        scope = made.scopes.get(stamp.path)
        if scope is None or any(each.known is not UNSET for each in inputs):  # a value may have mattered
            return None
        prefix = scope.name
        numbers: dict[Output, int] = {output: -1 - i for i, output in enumerate(inputs)}
        homes: dict[Home, int] = {}
        copies: list[_NodeCopy] = []
        count = 0
        for node in nodes:
            spec, owner = node.type, node.home.owner
            varies = spec.random or spec.context or spec.control or spec.loop or node.controls or node.source
            if varies or owner is None or owner.path is not None or not node.name.startswith(prefix):
                return None
            args: list[Any] = []
            for arg in node.args:
                found = self._numbered(arg, numbers)
                if found is UNSET:
                    return None
                args.append(found)
            for output in node.outputs:
                numbers[output] = count
                count += 1
            home = homes.setdefault(node.home, len(homes))
            outputs = tuple([(output.dtype, output.shape, output.is_ref) for output in node.outputs])
            name = node.name[len(prefix) :]
            copies.append(_NodeCopy(spec, name, tuple(args), node.attrs, node.bound, node.certain, home, outputs))
        values: list[tuple[int, list[tuple[str, int]]]] = []
        for place in order:
            block, spec = self._blocks[place].id, self._specs[place]
            given = made.values.get(block)
            if spec is None or given is None or self._blocks[place].muted or block in made.gradients:
                return None
            if any(type(value) is not Output or value not in numbers for value in given.values()):
                return None
            values.append((place - stamp.start, [(pin, numbers[value]) for pin, value in given.items()]))
        if not all(name.startswith(prefix) for name in names):
            return None
        places = [
            (home.name[len(prefix) :], home.owner.order - stamp.start if home.owner is not None else 0)
            for home in homes
        ]
        return _Model(copies, [name[len(prefix) :] for name in names], places, values)

    def _numbered(self, arg: Any, numbers: dict[Output, int]) -> Any:
        """An argument with tensors as numbers; UNSET if one is neither an input of the instance nor made in it."""
        if isinstance(arg, tuple):
            found = [numbers.get(each) for each in arg]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
            return UNSET if None in found else tuple(found)
        return None if arg is None else numbers.get(arg, UNSET)

    def _copy(self, model: _Model, stamp: Stamp, inputs: Sequence[Output]) -> bool:
        """Make an instance as a copy; False if a name is taken that it would have, and nothing was made."""
        made, graph, blocks, start = self._made, self._made.graph, self._blocks, stamp.start
        try:
            prefix = made.scope_in(stamp.path).name
        except DiagramError:  # it is too long, which each block of it tells
            return False
        taken = graph.names
        names = [prefix + name for name in model.names if name]
        if graph.counts or not taken.keys().isdisjoint(names):
            return False
        taken.update(dict.fromkeys(names, 0))
        homes = [Home(prefix + name, Owner(blocks[start + at].id, start + at)) for name, at in model.homes]
        outputs: list[Output] = [*inputs[::-1]]  # number -1 stands before number 0
        count = len(inputs)
        nodes = graph.nodes
        for spec, name, args, attrs, bound, certain, home, kinds in model.nodes:
            given: list[Any] = [
                outputs[arg + count] if type(arg) is int
                else None if arg is None
                else tuple([outputs[each + count] for each in arg])  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                for arg in args
            ]  # fmt: skip
            node = Node(graph, homes[home], spec, prefix + name, tuple(given), attrs.copy(), bound, ())
            node.certain = certain
            node.outputs = tuple(
                [Output(node, i, dtype, shape, is_ref) for i, (dtype, shape, is_ref) in enumerate(kinds)]
            )
            nodes.append(node)
            outputs += node.outputs
        values = made.values
        for place, pins in model.values:
            values[blocks[start + place].id] = {pin: outputs[number + count] for pin, number in pins}
        return True
