"""The formula of an output in terms of block names.

A gradient is an ordinary output, so its formula follows from its nodes. Products with ones, sums of zeros and double
signs are removed. Ones are omitted only if the shape is clear without them, so that the formula, read with
broadcasting, has the same value as the graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.errors import DiagramError
from blocks.base.literals import text_of as literal_text
from blocks.base.types import is_array
from blocks.graph.call_info import known_value
from blocks.graph.flow import forwarded
from blocks.graph.formula_templates import FormulaTemplate, placeholders
from blocks.graph.formula_terms import call, constant, filled
from blocks.graph.formula_text import Expression, latex_name, latex_of, text_of
from blocks.graph.gradients import UnreachableError, add_symbolic_gradients
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.graph.spec import GRADIENT_RULE

LARGEST = 40
"""Operations in one term; what has more gets a line of its own."""
SHARED = 6
"""Operations from which on a term that is used several times gets a line of its own."""
DATA = 3
"""Operations from which on what no variable or placeholder has a part in gets a line of its own: how data are read."""


class Formula(NamedTuple):
    """A formula.

    Attributes:
        where: the definitions of named parts, which are large or occur several times, in order.
    """

    term: Expression
    where: tuple[tuple[str, Expression], ...]

    @property
    def text(self) -> str:
        return "\n".join([text_of(self.term), *(f"  where {name} = {text_of(part)}" for name, part in self.where)])

    @property
    def latex(self) -> str:
        if not self.where:
            return latex_of(self.term)
        lines = [
            rf"& {latex_of(self.term)}",
            *(rf"\text{{where }} & {latex_name(n)} = {latex_of(p)}" for n, p in self.where),
        ]
        return r"\begin{aligned}" + r" \\ ".join(lines) + r"\end{aligned}"


def formula(output: Output) -> Formula:
    return _Writing(output).run()


def derivative(output: Output, by: Output) -> Formula:
    """Return the formula of the derivative of an output's sum with respect to another one; adds nodes to the graph.

    Raises:
        UnreachableError: No gradient reaches ``by``.
        DiagramError: A block in between has no gradient rule.
    """
    try:
        [result] = add_symbolic_gradients(Scope(output.graph), [output], [by])
    except UnreachableError as error:
        error.pin = None  # that of a gradient block, and there is none
        raise
    return formula(result)


class _Writing:
    def __init__(self, output: Output) -> None:
        self.output = output
        self.terms: dict[Output, Expression] = {}
        self.where: list[tuple[str, Expression]] = []
        self.names: set[str] = set()

    def run(self) -> Formula:
        numbers: set[int] = set()
        pending = [self.output.op]
        while pending:
            node = pending.pop()
            if node.number not in numbers:
                numbers.add(node.number)
                pending.extend(value.op for value in self.used(node))
        uses = Counter[Output]()
        nodes = [self.output.graph.nodes[number] for number in sorted(numbers)]
        varied: set[int] = set()
        data: set[Output] = set()
        for node in nodes:
            if node.type.variable or node.type.fed or any(value.op.number in varied for value in self.used(node)):
                varied.add(node.number)
            uses.update(self.used(node))
            for value in self.used(node):
                if node.number in varied and value.op.number not in varied and value.op.source is None:
                    data.add(value)
        for node in nodes:
            for output in node.outputs:
                term = self.term(node, output)
                large = term.size > LARGEST or (term.size >= SHARED and uses[output] > 1)
                large = large or (term.size >= DATA and output in data)
                self.terms[output] = self.named(output, term) if large and output is not self.output else term
        return Formula(self.terms[self.output], self.needed())

    def used(self, node: Node) -> Counter[Output]:
        """Return the inputs of a node's formula with their number of occurrences, and other inputs once.

        Inputs of which only the shape is used count as well, so that parts of a gradient get the names of their blocks.
        """
        if node.type.variable or node.type.constant_fill is not None:
            return Counter()
        if node.type.custom_gradient:
            return Counter(forwarded(node))
        text = _declared(node.outputs[0]) if len(node.outputs) == 1 else None
        pins = [name for name in placeholders(text or "0") if name in node.type.input_index]
        return Counter(node.inputs) | Counter(value for name in pins for value in _flat(node, name))

    def needed(self) -> tuple[tuple[str, Expression], ...]:
        wanted: set[str] = set()
        _collect(self.terms[self.output], wanted)
        results: list[tuple[str, Expression]] = []
        for name, part in reversed(self.where):
            if name in wanted:
                results.append((name, part))
                _collect(part, wanted)
        return tuple(results)

    def named(self, output: Output, term: Expression) -> Expression:
        name = _own_name(output) if output.op.source is None and output.op.owner is not None else "g1"
        number = 1
        while name in self.names:
            number += 1
            name = f"g{number}" if name.startswith("g") and name[1:].isdigit() else f"{_own_name(output)}_{number}"
        self.names.add(name)
        self.where.append((name, term))
        return Expression("name", label=name, shape=output.shape)

    def term(self, node: Node, output: Output) -> Expression:
        if not node.inputs or node.type.variable:
            return _leaf(output)
        if node.source is not None and output.dtype.is_integer and (value := _known_number(output)) is not None:
            return constant(value, output.shape)
        if node.type.custom_gradient:
            return self.terms[forwarded(node)[output.index]]
        text = _declared(output)
        if text is None:
            label = node.type.plain_name if len(node.outputs) == 1 else f"{node.type.plain_name}.{_pin_name(output)}"
            args = self.inputs(node, node.inputs)
            return call(label, [filled(arg) for arg in args], output.shape, _attributes(node, ()))
        names = placeholders(text)
        template = FormulaTemplate(
            lambda name: self.given(node, name), in_gradient=node.source is not None, extra=_attributes(node, names)
        )
        result = template.filled_in(text, output.shape)
        whole = 1 + sum(arg.size for name in names for arg in self.given(node, name))
        return result._replace(size=min(result.size, whole))  # however it is written, it is one operation

    def inputs(self, node: Node, values: Sequence[Output]) -> list[Expression]:
        """Return the terms of inputs, but only their names if the node uses only their shapes."""
        if node.type.shape_only:
            return [Expression("name", label=_own_name(value)) for value in values]
        return [self.terms[value] for value in values]

    def given(self, node: Node, name: str) -> list[Expression]:
        if name in node.type.input_index:
            return self.inputs(node, _flat(node, name))
        if name not in node.attrs:
            raise DiagramError(
                f"the formula of {node.type.name} has {{{name}}}, which is not one of its pins or attributes"
            )
        value = node.attrs[name]
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return [constant(value, ())]
        return [Expression("name", label=str(value))]


def _declared(output: Output) -> str | None:
    node = output.op
    if not node.type.formulas:
        return None
    rule = node.type.formulas.get(node.pin_of(output.index)[0])
    return rule(node) if callable(rule) else rule


def _flat(node: Node, pin: str) -> tuple[Output, ...]:
    result = node.argument(pin)
    return result if isinstance(result, tuple) else () if result is None else (result,)


def _attributes(node: Node, shown: Sequence[str]) -> str:
    result, shown = "", (*shown, GRADIENT_RULE)
    for attribute in node.type.attributes:
        value = node.attrs[attribute.name]
        usual = attribute.type == "type" or attribute.name in shown or is_array(value) or value == attribute.default
        result += "" if usual else f", {attribute.name}={value}"
    return result


def _leaf(output: Output) -> Expression:
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
    pin, index = output.op.pin_of(output.index)
    return pin if index is None else f"{pin}[{index}]"


def _same_number(value: Any) -> float | None:
    if not value.size or value.dtype.kind not in "iuf":
        return None
    first = value.reshape(-1)[0]
    return float(first) if np.all(value == first) else None


def _known_number(output: Output) -> float | None:
    value = known_value(output)
    return None if value is None else _same_number(np.asarray(value))


def _collect(term: Expression, names: set[str]) -> None:
    pending = [term]
    while pending:
        current = pending.pop()
        if current.op == "name":
            names.add(current.label)
        pending.extend(current.args)
