"""Cached parts of a page's instances, so that the next elaboration rebuilds only the changed ones.

An instance keeps its blocks, wires and nodes if its template is the same and its inputs have the same dtypes and
shapes. The template depends on the content of the definition and on the values that distinguish the instance (`Given`).
If a definition was edited, its unchanged nodes are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from blocks.document.data import Block, Endpoint, Wire, same
from blocks.elaborate.composites.instance_layout import Template
from blocks.elaborate.elaboration import Wires
from blocks.elaborate.pins import PinsOf
from blocks.graph.graph import Graph, Home, Node, Output
from blocks.graph.spec import BlockSpec

if TYPE_CHECKING:
    from blocks.elaborate.composites.expansion import Composites, Instance


class NodeCopy(NamedTuple):
    """A node of an instance, as copied to other instances.

    Attributes:
        type, args, attrs, bound, certain: as in a `Node`, but with numbered tensors (`Model`).
        name: its name relative to the instance's scope.
    """

    type: BlockSpec
    name: str
    args: tuple[Any, ...]
    attrs: dict[str, Any]
    bound: dict[str, Any]
    certain: bool
    home: int
    outputs: tuple[tuple[Any, Any, bool], ...]


class NodeHome(NamedTuple):
    """The home of a node of an instance.

    Attributes:
        scope: the name of its scope relative to the instance's scope.
        at: the index of its block, counted from the first of the instance.
    """

    scope: str
    at: int
    has_path: bool


class Way(NamedTuple):
    """The path of a gradient through an instance.

    Attributes:
        pins: the indices of the input pins where it leaves.
        outputs: the output pins that it reaches, with the indices of their blocks.
    """

    wires: list[int]
    pins: list[int]
    outputs: list[tuple[int, str]]


class Model:
    """The contents of an instance, with numbered tensors: own ones from 0, inputs from -1 downwards.

    Attributes:
        names: the names that it uses, relative to its scope.
        structure: everything that determines the path of a gradient; computed on demand.
        ways: the paths of gradients, by the tensors that they reach and the output pins where they enter.
    """

    __slots__ = ("homes", "names", "nodes", "pins", "structure", "template", "values", "ways")

    def __init__(
        self,
        template: Template | None,
        nodes: Sequence[NodeCopy],
        names: Mapping[str, int],
        homes: Sequence[NodeHome],
        values: Sequence[tuple[int, Sequence[tuple[str, int]]]],
    ) -> None:
        self.template = template
        self.nodes = nodes
        self.names = names
        self.homes = homes
        self.values = values
        self.pins: tuple[Mapping[str, PinsOf], PinsOf | None] | None = None
        self.structure: tuple[Any, ...] | None = None
        self.ways: dict[tuple[bytes, frozenset[int]], Way] = {}


class Kin:
    """The mapping of a template's blocks and wires to those of the definition before an edit.

    Attributes:
        blocks, wires: the old index of each, or None if no old one is equal.
    """

    def __init__(self, old: Template, new: Template) -> None:
        self._template = new
        indices = {block: i for i, block in enumerate(old.ids)}
        self.blocks = [indices.get(block) for block in new.ids]
        for i, index in enumerate(self.blocks):
            if index is not None and not _rests_alike(old.rests[index], new.rests[i]):
                self.blocks[i] = None
        old_wires = {(old.ends[source][1:], old.ends[target][1:]): i for i, (source, target) in enumerate(old.wires)}
        self.wires = [old_wires.get((new.ends[source][1:], new.ends[target][1:])) for source, target in new.wires]

    def ends(self, wire: int) -> Sequence[tuple[int, str, str, int | None]]:
        return [self._template.ends[end] for end in self._template.wires[wire]]


def _rests_alike(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    return all(
        x is y or (same(dict(x), dict(y)) if isinstance(x, Mapping) and isinstance(y, Mapping) else x == y)  # pyright: ignore[reportUnknownArgumentType]
        for x, y in zip(a, b, strict=True)
    )


class Boundary(NamedTuple):
    """The connections of an instance to its page, unchanged as long as they are equal.

    Attributes:
        given: the block that returns the values of its output pins.
        outputs: the wires from its output pins to ``given``.
        instances: the expanded instances by path, inner ones before this one.
    """

    block: Block
    wired: list[str]
    given: Block
    outputs: Wires
    instances: dict[str, Instance]


NOTHING = Model(None, [], {}, [], [])
"""What an instance is like that was not there before."""


class Part:
    """An instance of a page.

    Attributes:
        joined: the internal wires into each block; None if not computed or if some are invalid.
        boundary: None if the connections also depend on other blocks, or the instance has errors.
        model: the model of its nodes; None if no other instance is equal.
        before: the model of the previous elaboration.
    """

    __slots__ = (
        "before",
        "blocks",
        "boundary",
        "homes",
        "inputs",
        "joined",
        "model",
        "nodes",
        "results",
        "scope",
        "start",
        "template",
        "values",
        "wires",
    )  # fmt: skip

    def __init__(self, template: Template, prefix: str, before: Part | None = None, kin: Kin | None = None) -> None:
        new: Any = getattr(tuple, "__new__")  # noqa: B009
        self.template = template
        self.joined: list[Wires] | None = None
        self.boundary: Boundary | None = None
        self.model: Model | None = None
        self.before: Model | None = None
        self.scope = ""
        self.start = 0
        self.forget_nodes()
        if before is None or kin is None:
            ids = [prefix + each for each in template.ids]
            ends = [
                new(Endpoint, (ids[position] if position >= 0 else prefix + block, pin, index))
                for position, block, pin, index in template.ends
            ]
            self.blocks: list[Block] = [
                new(Block, (block, *rest)) for block, rest in zip(ids, template.rests, strict=True)
            ]
            self.wires: list[Wire] = [new(Wire, (ends[source], ends[target])) for source, target in template.wires]
            return
        self.model, self.scope, self.start = before.model, before.scope, before.start
        self.inputs, self.nodes, self.homes = before.inputs, before.nodes, before.homes
        self.values, self.results = before.values, before.results
        self.blocks = [
            before.blocks[index] if index is not None else new(Block, (prefix + template.ids[i], *template.rests[i]))
            for i, index in enumerate(kin.blocks)
        ]
        self.wires = [
            before.wires[slot]
            if slot is not None
            else Wire(*[Endpoint(prefix + block, pin, index) for _, block, pin, index in kin.ends(i)])
            for i, slot in enumerate(kin.wires)
        ]

    def forget_nodes(self) -> None:
        self.inputs: list[Output] = []
        self.nodes: Sequence[Node] = ()
        self.homes: Sequence[Home] = ()
        self.values: dict[str, dict[str, Any]] = {}
        self.results: dict[str, Any] = {}


class KeptInstances:
    """The last elaboration of a page, whose nodes move into the next one; its graph is emptied.

    Attributes:
        parts: its instances, by path prefix; empty during an elaboration.
        flow_of: a structure of the graph, with its losses and gradient flow (`blocks.elaborate.composites.structure`).
    """

    def __init__(self) -> None:
        self.flow_of: tuple[tuple[Any, ...], Any] | None = None
        self.composites: Composites | None = None
        self.graph = Graph()
        self.parts: dict[str, Part] = {}
        self.models: dict[tuple[Any, ...], Model] = {}

    def take(self, composites: Composites | None) -> dict[str, Part]:
        """Return the instances of the last elaboration, which becomes invalid; ``composites`` are the current ones."""
        parts, self.parts = self.parts, {}
        self.graph.empty()
        if composites is not None and self.composites is not None:
            composites.adopt(self.composites)
        self.composites = composites
        return parts

    def keep(self, parts: dict[str, Part]) -> None:
        if not parts:
            self.__init__()
            return
        used = {id(part.model) for part in parts.values()}
        self.models = {key: model for key, model in self.models.items() if id(model) in used}
        for part in parts.values():
            if part.model is None:
                part.forget_nodes()
        self.parts = parts


class Step(NamedTuple):
    """A step that builds a changed node of an instance.

    Attributes:
        source: the index of the old node that is changed; None for a new one.
    """

    copy: NodeCopy
    source: int | None
    rewired: bool
    changed: bool


class Steps(NamedTuple):
    """The steps that turn an old instance into its new form.

    Attributes:
        nodes: ranges of unchanged old nodes, and steps that make the others.
        homes: for each home the old index, None for a new one.
    """

    nodes: Sequence[slice | Step]
    homes: Sequence[int | None]
    values: Sequence[tuple[int, Sequence[tuple[str, int]]]]
    same_blocks: bool


def steps_between(old: Model, new: Model) -> Steps:
    indices = {node.name: i for i, node in enumerate(old.nodes)}
    made_before: list[_Made] = [(i, k) for i, node in enumerate(old.nodes) for k in range(len(node.outputs))]
    result: list[_Made] = []
    steps: list[slice | Step] = []
    homes: list[int | None] = [None] * len(new.homes)
    for node in new.nodes:
        index = indices.get(node.name)
        last = None if index is None else old.nodes[index]
        if (
            index is None
            or last is None
            or last.type is not node.type
            or last.outputs != node.outputs
            or homes[node.home] not in (None, last.home)
            or not _homes_alike(old, last.home, new, node.home)
        ):
            steps.append(Step(node, None, rewired=True, changed=True))
            result += [(None, k) for k in range(len(node.outputs))]
            continue
        homes[node.home] = last.home
        rewired = _makers(last.args, made_before) != _makers(node.args, result)
        changed = last.bound != node.bound or last.certain != node.certain or not _alike(last.attrs, node.attrs)
        before = steps[-1] if steps else None
        if rewired or changed:
            steps.append(Step(node, index, rewired, changed))
        elif isinstance(before, slice) and before.stop == index:
            steps[-1] = slice(before.start, index + 1)
        else:
            steps.append(slice(index, index + 1))
        result += [(index, k) for k in range(len(node.outputs))]
    given = {_id(old, at): [(pin, *_makers((number,), made_before)) for pin, number in pins] for at, pins in old.values}
    values = [
        (at, pins)
        for at, pins in new.values
        if given.get(_id(new, at)) != [(pin, *_makers((number,), result)) for pin, number in pins]
    ]
    return Steps(steps, homes, values, [*given] == [_id(new, at) for at, _ in new.values])


def _id(model: Model, at: int) -> str:
    """Return the relative id of a block; the instance's own block comes last and has an empty id."""
    ids = () if model.template is None else model.template.ids
    return ids[at] if at < len(ids) else ""


def _homes_alike(old: Model, before: int, new: Model, now: int) -> bool:
    a, b = old.homes[before], new.homes[now]
    return a.scope == b.scope and a.has_path == b.has_path and _id(old, a.at) == _id(new, b.at)


_Made = tuple[int | None, int]
"""The index of the node that a tensor comes from among those that the instance had, and its index there."""


def _makers(args: tuple[Any, ...], result: Sequence[_Made]) -> list[Any]:
    """Return the origins of a node's inputs; an input of the instance never equals another one."""
    return [
        _makers(arg, result)  # pyright: ignore[reportUnknownArgumentType]
        if isinstance(arg, tuple)
        else arg if arg is None
        else result[arg] if arg >= 0 and result[arg][0] is not None
        else object()
        for arg in args
    ]  # fmt: skip


_PLAIN = (int, float, str, bool)


def _alike(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    return a is b or (
        a.keys() == b.keys()
        and all(x is b[name] or (type(x) in _PLAIN and repr(x) == repr(b[name])) for name, x in a.items())
    )
