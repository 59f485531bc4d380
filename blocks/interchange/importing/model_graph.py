"""A model as an importer reads it: named nodes for `blocks.interchange.importing.build`.

An importer makes one `ModelGraph` for each page, and calls `build`::

    graph = ModelGraph("main")
    x = graph.add("x", "Placeholder", {"dtype": "DT_FLOAT", "shape": [None, 3]})
    w = graph.add("dense/kernel", "Const", {"val": kernel})         # an array: a literal, or a file beside the diagram
    y = graph.add("dense/MatMul", "MatMul", inputs=[("a", x.out("output")), ("b", w.out("output"))])
    graph.outputs.append(y.out("product"))                          # what the ClientSession `run` fetches
    result = build([graph], "model")                                # diagram, files, report

Names with ``/`` become composites, those of equal structure one, and what differs is promoted. A node of a type that no
library has is kept: `check` names it, and the rest runs. The body of a loop or a branch is a `ModelGraph` too, in which
nodes of the types InputPin and OutputPin stand for its pins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from blocks.base.dtypes import DType
from blocks.base.types import Array

MOST_PARTS = 24
"""How many parts of a name become composites and an id; what is left of a longer name is one id."""


class Ref(NamedTuple):
    """One output of a node: a pin, or one element of a pin that is a list."""

    node: ModelNode
    pin: str
    index: int | None = None  # pyright: ignore[reportIncompatibleMethodOverride]  # it has no lookups


class Weight(NamedTuple):
    """An array with a dtype that NumPy files lack (bfloat16).

    Attributes:
        array: [...] the values.
        dtype: their element type.
    """

    array: Array
    dtype: DType


class ModelNode:
    """A node of a model.

    Attributes:
        path: its name, taken apart: composites, and its id.
        type: the block type; any text for an operator that is not known.
        values: attributes and literals as a diagram has them; a `Weight` for a tensor.
        inputs: what comes to each input pin, in order; several times the same pin for a list.
        bodies: the graphs that a loop or a branch runs, by the value that names them.
        source: what it was in the model: ``"MatMul"``.
        known: False for an operator that no block type stands for.
        why: why not, where more is to be said than that.
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
        """One of its outputs."""
        return Ref(self, pin, index)

    @property
    def name(self) -> str:
        """Its name in the model, as a path."""
        return "/".join(self.path)


class ModelGraph:
    """A page of a model, or the body of a loop or a branch.

    Attributes:
        name: the page's name; of a body, what its composite shall be called.
        nodes: the nodes, in the order of the model.
        outputs: what the session `run` of a page fetches.
        runs: what it runs beside: operations, and tensors whose nodes change something.
        kept: nodes that stay although nothing reads them, as nothing does in the model.
        names: what the composite of a path shall be called, where it is another name than its last part.
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
        """Add a node.

        Args:
            name: its name in the model; ``/`` divides it.
            kind: the block type.
            values: attributes and literals.
            inputs: what comes to its input pins, in order.
            source: what it is called in the model, if that is another name than its block type.
        """
        node = ModelNode(split(name) if isinstance(name, str) else name, kind, values or {}, source or kind)
        node.inputs.extend(inputs)
        self.nodes.append(node)
        return node

    def drop_unread(self) -> None:
        """Remove the nodes that nothing reads any more: the arithmetic of shapes that are known after all."""
        stack = [ref.node for ref in (*self.outputs, *self.runs)] + self.kept
        stack += [each for each in self.nodes if each.type in _ENDS or not each.known]
        read: set[ModelNode] = set()
        while stack:
            node = stack.pop()
            if node not in read:
                read.add(node)
                stack.extend(ref.node for _, ref in node.inputs)
                for body in node.bodies.values():
                    body.drop_unread()
        self.nodes = [each for each in self.nodes if each in read]


_ENDS = ("InputPin", "OutputPin", "Placeholder")


def split(name: str) -> tuple[str, ...]:
    """The composites and the id that a name stands for; of a name with very many parts the last ones are one."""
    parts = tuple(name.split("/"))
    return parts if len(parts) <= MOST_PARTS else (*parts[: MOST_PARTS - 1], "_".join(parts[MOST_PARTS - 1 :]))
