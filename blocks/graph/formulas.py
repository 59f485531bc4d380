"""The formula of an output: what it is computed from, in the names of the blocks.

A gradient is an output like all others, so its formula comes from its nodes. What it is full of is taken out: products
with ones, sums of zeros, double signs. A one stands for ones of any shape only where the shape is clear without it, so
that a formula, read with broadcasting, gives what the graph gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.literals import text_of as literal_text
from blocks.base.shapes import element_count, is_known, shape_text
from blocks.base.types import Shape, is_array
from blocks.graph.call_info import known_value
from blocks.graph.formula_terms import SPREAD, constant, operation, simplified, without_scalars
from blocks.graph.formula_text import Expression, latex_name, latex_of, text_of
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope

LARGEST = 40
"""Operations in one term; what has more gets a line of its own."""
SHARED = 6
"""Operations from which on a term that stands in several places gets a line of its own."""
DATA = 3
"""Operations from which on what no variable or placeholder has a part in gets a line of its own: how data are read."""

_HANDED_ON = ("Identity", "CheckNumerics", "PlaceholderWithDefault")
_ONES = {"OnesLike": 1.0, "ZerosLike": 0.0}
_REDUCTIONS = ("Sum", "Mean", "Prod", "Max", "Min")
_ELEMENTWISE = ("Add", "Subtract", "Multiply", "RealDiv", "Div")
_NAMES = {"Div": "RealDiv", "Inv": "Reciprocal"}


class Formula(NamedTuple):
    """A formula.

    Attributes:
        term: what is asked for.
        where: names of parts that stand in several places, or are large, with what they are, in order.
    """

    term: Expression
    where: tuple[tuple[str, Expression], ...]

    @property
    def text(self) -> str:
        """As plain text; each part behind ``where`` on a line of its own."""
        return "\n".join([text_of(self.term), *(f"  where {name} = {text_of(part)}" for name, part in self.where)])

    @property
    def latex(self) -> str:
        """As LaTeX, for mathematical mode."""
        if not self.where:
            return latex_of(self.term)
        lines = [
            rf"& {latex_of(self.term)}",
            *(rf"\text{{where }} & {latex_name(n)} = {latex_of(p)}" for n, p in self.where),
        ]
        return r"\begin{aligned}" + r" \\ ".join(lines) + r"\end{aligned}"


def formula(output: Output) -> Formula:
    """The formula of an output, down to variables, placeholders and constants."""
    return _Writing(output).run()


def derivative(output: Output, by: Output) -> Formula:
    """The formula of the derivative of an output (of the sum of its elements) by another; adds nodes to the graph.

    Raises:
        UnreachableError: no gradient reaches it.
        DiagramError: a block in between has no gradient rule.
    """
    [found] = add_symbolic_gradients(Scope(output.graph), [output], [by])
    return formula(found)


class _Writing:
    def __init__(self, output: Output) -> None:
        self.output = output
        self.terms: dict[Output, Expression] = {}
        self.where: list[tuple[str, Expression]] = []
        self.names: set[str] = set()

    def run(self) -> Formula:
        """The formula, from the leaves up."""
        numbers: set[int] = set()
        pending = [self.output.op]
        while pending:
            node = pending.pop()
            if node.number not in numbers:
                numbers.add(node.number)
                pending.extend(value.op for value in self.used(node))
        uses: dict[Output, int] = {}
        nodes = [self.output.graph.nodes[number] for number in sorted(numbers)]
        varied: set[int] = set()
        data: set[Output] = set()
        for node in nodes:
            if _is_varied(node) or any(value.op.number in varied for value in self.used(node)):
                varied.add(node.number)
            for value in self.used(node):
                uses[value] = uses.get(value, 0) + 1
                if node.number in varied and value.op.number not in varied and value.op.source is None:
                    data.add(value)
        for node in nodes:
            for output in node.outputs:
                term = self.term(node, output)
                large = term.size > LARGEST or (term.size >= SHARED and uses.get(output, 0) > 1)
                large = large or (term.size >= DATA and output in data)
                self.terms[output] = self.named(output, term) if large and output is not self.output else term
        return Formula(self.terms[self.output], self.needed())

    def used(self, node: Node) -> Sequence[Output]:
        """What a node is computed from, as far as a formula shows it."""
        return () if node.type.variable or _is_spread_number(node) else node.inputs

    def needed(self) -> tuple[tuple[str, Expression], ...]:
        """The parts that stand in the formula, those that simplification made needless left out."""
        wanted: set[str] = set()
        _collect(self.terms[self.output], wanted)
        found: list[tuple[str, Expression]] = []
        for name, part in reversed(self.where):
            if name in wanted:
                found.append((name, part))
                _collect(part, wanted)
        return tuple(found)

    def named(self, output: Output, term: Expression) -> Expression:
        """A name for a term, which gets a line of its own."""
        name = _own_name(output) if output.op.source is None and output.op.owner is not None else "g1"
        number = 1
        while name in self.names:
            number += 1
            name = f"g{number}" if name.startswith("g") and name[1:].isdigit() else f"{_own_name(output)}_{number}"
        self.names.add(name)
        self.where.append((name, term))
        return Expression("name", label=name, shape=output.shape)

    def term(self, node: Node, output: Output) -> Expression:
        """The term of an output, from those of what it is computed from."""
        shape, name = output.shape, _NAMES.get(node.type.name, node.type.name)
        if not node.inputs or node.type.variable or name == "Placeholder":
            return _leaf(output)
        if name in _ONES:
            return Expression("number", number=_ONES[name], shape=shape)
        if name in _HANDED_ON:
            return self.terms[node.inputs[0]]
        if node.source is not None and output.dtype.is_integer and (value := _known_number(output)) is not None:
            return Expression("number", number=value, shape=shape)
        args = [self.terms[value] for value in node.inputs]
        if name in ("Cast", "Fill", "Reshape", "ExpandDims", "BroadcastTo") and (
            node.source is not None or name != "Fill"
        ):
            inner = args[1] if name == "Fill" else args[0]
            if inner.op == "number":
                return inner._replace(shape=shape)
        if name == "ReducedCount" and node.inputs[0].op.type.name == "Shape":
            of = Expression("name", label=_own_name(node.inputs[0].op.inputs[0]))
            return operation(name, [of], (), _axis_text(node.inputs[1]), "count")
        if name == "Cast" and args[0].op == "ReducedCount":
            return args[0]
        if node.source is not None and name in ("Reshape", "ExpandDims", *SPREAD):
            scalar = args[0].args[0] if args[0].op in SPREAD else args[0]
            if scalar.shape == () and scalar.op != "number":
                return operation("BroadcastTo", [scalar], shape, ", " + shape_text(shape), "broadcast")
        if name == "SumToShape":
            return _summed(args[0], node.inputs[0].shape, shape)
        if name == "AddN":
            total = args[0]
            for arg in args[1:]:
                total = simplified("Add", [total, arg], shape)
            return total
        if name in _REDUCTIONS:
            return _reduced(node, name, args[0], shape)
        if name in _ELEMENTWISE or name in ("Negate", "Square"):
            return simplified(name, without_scalars(args, shape) if node.source is not None else args, shape)
        if name == "MatMul":
            pairs = zip(map(_filled, args), ("transpose_a", "transpose_b"), strict=True)
            sides = [operation("Transposed", [a], None) if node.attrs[key] else a for a, key in pairs]
            return operation("MatMul", sides, shape)
        if name in ("Reshape", "ExpandDims") and node.source is not None and is_known(shape):
            return operation("Reshape", [args[0]], shape, ", " + shape_text(shape), "reshape")
        if name in SPREAD:
            return operation(name, [args[0]], shape, ", " + shape_text(shape), "broadcast")
        return self.function(node, output, args)

    def function(self, node: Node, output: Output, args: list[Expression]) -> Expression:
        """Any other type: its name with what it gets, and the attributes that are not as usual."""
        extra = ""
        for attribute in node.type.attributes:
            value = node.attrs[attribute.name]
            if attribute.type != "type" and not is_array(value) and value != attribute.default:
                extra += f", {attribute.name}={value}"
        label = node.type.name if len(node.outputs) == 1 else f"{node.type.name}.{_pin_name(output)}"
        return operation(label, [_filled(arg) for arg in args], output.shape, extra, label)


def _is_varied(node: Node) -> bool:
    return node.type.variable or node.type.name.startswith("Placeholder")


def _is_spread_number(node: Node) -> bool:
    return node.type.name in _ONES


def _leaf(output: Output) -> Expression:
    """A variable, a placeholder, a constant: by the name of its block; a typed value by its value."""
    node = output.op
    value = node.attrs.get("val")
    typed = node.source is not None or "." in node.name.rpartition("/")[2]
    if typed and is_array(value):
        number = _same_number(value)
        if number is not None:
            return constant(number, output.shape)
        return Expression("name", label=literal_text(value, 60), shape=output.shape)
    return Expression("name", label=_own_name(output), shape=output.shape)


def _own_name(output: Output) -> str:
    node = output.op
    return node.block_name if len(node.outputs) == 1 else f"{node.block_name}.{_pin_name(output)}"


def _pin_name(output: Output) -> str:
    pin, place = output.op.pin_of(output.index)
    return pin if place is None else f"{pin}[{place}]"


def _same_number(value: Any) -> float | None:
    """The number that all elements of an array are; None if they differ, or are no real numbers."""
    if not value.size or value.dtype.kind not in "iuf":
        return None
    first = value.reshape(-1)[0]
    return float(first) if np.all(value == first) else None


def _known_number(output: Output) -> float | None:
    value = known_value(output)
    return None if value is None else _same_number(np.asarray(value))


def _filled(arg: Expression) -> Expression:
    """A term where its shape matters: ones of a shape are written so."""
    if arg.op != "number" or arg.shape == ():
        return arg
    if arg.shape is not None and len(arg.shape) == 1 and arg.shape[0] == 1:
        return arg
    return operation("Fill", [arg._replace(shape=())], arg.shape, ", " + shape_text(arg.shape), "fill")


def _summed(arg: Expression, given: Shape, wanted: Shape) -> Expression:
    """What is summed back to the shape that was spread."""
    if is_known(given) and is_known(wanted):
        if given == wanted and arg.shape == wanted:
            return arg
        if arg.op == "number":
            return constant(arg.number * (element_count(given) or 0) / max(1, element_count(wanted) or 0), wanted)
        lead = len(given or ()) - len(wanted or ())
        pairs = enumerate(given or ())
        axes = [i for i, size in pairs if i < lead or ((wanted or ())[i - lead] == 1 and size != 1)]
        if arg.shape == given:
            kept = ", keep_dims" if not lead else ""
            return operation("Sum", [arg], wanted, f", axis={axes[0] if len(axes) == 1 else axes}{kept}")
    return operation("SumToShape", [_filled(arg)], wanted, ", " + shape_text(wanted), "sum_to")


def _reduced(node: Node, name: str, arg: Expression, shape: Shape) -> Expression:
    axis = known_value(node.input("axis"))
    given = node.input("input").shape
    if arg.op == "number" and is_known(given) and is_known(shape):
        if name in ("Mean", "Max", "Min"):
            return constant(arg.number, shape)
        if name == "Sum":
            return constant(arg.number * (element_count(given) or 0) / max(1, element_count(shape) or 0), shape)
    every = axis is not None and given is not None and np.asarray(axis).size == len(given)
    extra = "" if every and shape == () else _axis_text(node.input("axis"))
    kept = ", keep_dims" if node.attrs["keep_dims"] else ""
    return operation(name, [_filled(arg)], shape, extra + kept)


def _axis_text(axis: Output) -> str:
    value = known_value(axis)
    return f", axis={'?' if value is None else np.asarray(value).tolist()}"


def _collect(term: Expression, names: set[str]) -> None:
    pending = [term]
    while pending:
        current = pending.pop()
        if current.op == "name":
            names.add(current.label)
        pending.extend(current.args)
