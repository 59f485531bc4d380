"""Checks of graph invariants, for tests and after each pass."""

from __future__ import annotations

from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible
from blocks.graph.build import infer_shapes
from blocks.graph.call_info import NodeCall
from blocks.graph.graph import Graph, Node, flatten, output_dtype


class InvariantError(AssertionError):
    """An invalid graph, caused by an internal error."""


def verify(graph: Graph) -> None:
    """Check every invariant of a graph.

    Numbers equal indices; inputs and controls come before their users and belong to the same graph; names are unique;
    dtypes agree with bindings and limits; lists have their lengths; shapes agree with the shape rule.

    Raises:
        InvariantError: An invariant is violated.
    """
    names: set[str] = set()
    for index, node in enumerate(graph.nodes):
        _require(node.number == index, node, f"has number {node.number} at index {index}")
        _require(node.name not in names, node, "shares its name with another node")
        names.add(node.name)
        _verify_inputs(graph, node)
        _verify_outputs(node)


def _verify_inputs(graph: Graph, node: Node) -> None:
    spec = node.type
    _require(len(node.args) == len(spec.inputs), node, f"has {len(node.args)} arguments for {len(spec.inputs)} pins")
    _require(tuple(flatten(node.args)) == tuple(node.inputs), node, "has other inputs than arguments")
    _require(set(node.attrs) == set(spec.attribute_names), node, "has other attributes than its type")
    for control in node.controls:
        _require(
            control.graph is graph and control.number < node.number, node, "waits for a node that is not before it"
        )
    for pin, arg in zip(spec.inputs, node.args, strict=True):
        _require(isinstance(arg, tuple) == pin.is_list, node, f"has a list where it must not, or none, at {pin.name}")
        _require(arg is not None or pin.optional, node, f"has nothing at {pin.name}")
        for value in arg if isinstance(arg, tuple) else (arg,):
            if value is None:
                continue
            _require(value.op.graph is graph and value.op.number < node.number, node, f"uses {value.name} before it is")
            _require(value.op.outputs[value.index] is value, node, f"uses an output that {value.op.name} does not have")
            _require(value.dtype in pin.allowed, node, f"takes no {value.dtype.short} at {pin.name}")
            if pin.var is not None:
                _require(node.bound.get(pin.var) is value.dtype, node, f"is bound to another dtype at {pin.name}")
            _require(value.is_ref or not pin.is_ref, node, f"needs a reference at {pin.name}")


def _verify_outputs(node: Node) -> None:
    for i, output in enumerate(node.outputs):
        _require(output.op is node and output.index == i, node, f"has output {i} of another node")
    _verify_dtypes(node)
    try:
        shapes = infer_shapes(node.type, NodeCall(node))
    except DiagramError as error:
        # What was found out since may show that it will fail when it runs; then it must not run unchecked.
        _require(not node.certain, node, f"is called certain, but its rule says: {error}")
        return
    if shapes is not None and not node.type.variable:  # a variable may have been given another shape
        _require(len(shapes) == len(node.outputs), node, "has another number of outputs than its shape rule")
        for output, shape in zip(node.outputs, shapes, strict=True):
            _require(compatible(output.shape, shape), node, f"has shape {output.shape}, its rule says {shape}")


def _verify_dtypes(node: Node) -> None:
    for output in node.outputs:
        name, index = node.pin_of(output.index)
        pin = node.type.outputs[node.type.output_index[name]]
        _require(output.dtype is output_dtype(pin, node, index or 0), node, f"gives {output.dtype.short} at {name}")
        _require(output.is_ref == pin.is_ref, node, f"gives a reference where it must not, or none, at {name}")


def _require(holds: bool, node: Node, text: str) -> None:
    if not holds:
        raise InvariantError(f"{node.type.name} {node.name!r} {text}")
