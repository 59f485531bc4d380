"""A model as an importer reads it: named nodes for `blocks.interchange.importing.build`.

An importer makes one `ModelGraph` for each page, and calls `build`::

    graph = ModelGraph("main")
    x = graph.add("x", "Placeholder", {"dtype": "DT_FLOAT", "shape": [None, 3]})
    w = graph.add("dense/kernel", "Const", {"val": kernel})         # an array: a literal, or a file next to the diagram
    y = graph.add("dense/MatMul", "MatMul", inputs=[("a", x.out("output")), ("b", w.out("output"))])
    graph.outputs.append(y.out("product"))                          # the fetches of the ClientSession `run`
    result = build([graph], "model")                                # diagram, files, report

Parts of names before a ``/`` become composites. Those of equal structure become one composite, whose different values
are promoted. A node of an unknown type is kept: `check` reports it, and the rest runs. The body of a loop or a branch
is also a `ModelGraph`, whose nodes of the types InputPin and OutputPin are its pins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.reachable import reachable
from blocks.base.types import Array

MOST_PARTS = 24
"""How many parts of a name become composites and an id; what is left of a longer name is one id."""


class Ref(NamedTuple):
    node: ModelNode
    pin: str
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups


class Weight(NamedTuple):
    """An array [...] with its dtype, which NumPy files may lack (bfloat16)."""

    array: Array
    dtype: DType


class ModelNode:
    """A node of a model; its ``path`` is the names of its composites, and its id.

    ``type`` is any string for an unknown operator, and ``source`` its name in the model: ``"MatMul"``. ``values`` are
    as in a diagram, with a `Weight` for a tensor. ``inputs`` are pairs of pin and output, in order; a list's pin occurs
    several times. ``bodies`` are the graphs that a loop or a branch runs, by the value that names them.
    """

    __slots__ = ("bodies", "inputs", "known", "path", "source", "type", "values", "why")

    def __init__(self, path: tuple[str, ...], kind: str, values: Mapping[str, Any], source: str) -> None:
        self.path = path
        self.type = kind
        self.values = dict(values)
        self.inputs: list[tuple[str, Ref]] = []
        self.bodies: dict[str, ModelGraph] = {}
        self.source = source
        self.known = True
        self.why = ""

    def out(self, pin: str, index: int | None = None) -> Ref:
        return Ref(self, pin, index)

    @property
    def name(self) -> str:
        return "/".join(self.path)


class ModelGraph:
    """A page of a model, or the body of a loop or a branch; ``kept`` nodes stay although nothing reads them.

    The page's session `run` fetches ``outputs`` and runs ``runs``: operations, and tensors whose nodes have effects.
    ``names`` are, by path, names of composites that are not the last part of the path.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes: list[ModelNode] = []
        self.outputs: list[Ref] = []
        self.runs: list[Ref] = []
        self.kept: list[ModelNode] = []
        self.names: dict[tuple[str, ...], str] = {}

    def add(
        self,
        name: str | tuple[str, ...],
        kind: str,
        values: Mapping[str, Any] | None = None,
        inputs: Iterable[tuple[str, Ref]] = (),
        source: str = "",
    ) -> ModelNode:
        """Add a node; ``/`` divides its name into composites and id, and inputs are in pin order."""
        node = ModelNode(split(name) if isinstance(name, str) else name, kind, values or {}, source or kind)
        node.inputs.extend(inputs)
        self.nodes.append(node)
        return node

    def readers(self) -> dict[ModelNode, list[ModelNode]]:
        result: dict[ModelNode, list[ModelNode]] = {}
        for node in self.nodes:
            for _, ref in node.inputs:
                result.setdefault(ref.node, []).append(node)
        return result

    def drop_unread(self) -> None:
        """Remove the nodes that nothing reads any more, such as the arithmetic of known shapes."""
        stack = [ref.node for ref in (*self.outputs, *self.runs)] + self.kept
        stack += [each for each in self.nodes if each.type in _ENDS or not each.known]
        read = reachable(stack, lambda node: [ref.node for _, ref in node.inputs])
        for body in [body for node in read for body in node.bodies.values()]:
            body.drop_unread()
        self.nodes = [each for each in self.nodes if each in read]


_ENDS = ("InputPin", "OutputPin", "Placeholder")


def common_path(*paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, zip(*paths, strict=False))])


def split(name: str) -> tuple[str, ...]:
    """Return the composites and the id in a name; the last parts of a very long name become one."""
    parts = tuple(name.split("/"))
    return parts if len(parts) <= MOST_PARTS else (*parts[: MOST_PARTS - 1], "_".join(parts[MOST_PARTS - 1 :]))
