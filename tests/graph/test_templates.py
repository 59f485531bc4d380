"""Gradients that are stamped out of templates are, node by node, those that the rules build."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.base.types import is_array
from blocks.graph.gradient_templates import Templates
from blocks.graph.gradients import Gradients, add_symbolic_gradients, try_gradients
from blocks.graph.graph import Graph, Node, Output, flatten
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec, Rule
from blocks.library.index import all_types
from blocks.testing import calls
from tests.compile.random_graphs import Builder
from tests.library import contract
from tests.table import table

# Of the others the rules are always called.
WITH_RULE = [
    spec for spec in all_types() if spec.rule is not None and spec.simple and contract.example_of(spec) is not None
]
SOURCES = {
    "constants": calls.as_constant,
    "shapes": calls.as_placeholder(calls.exactly),
    "nothing": calls.as_placeholder(calls.nothing),
}


def by_rules_alone(build: Callable[[], Graph]) -> Graph:
    """A graph whose gradients are built without templates."""

    def results(_templates: Templates, _kind: Any, _given: Any, make: Callable[..., Any], *args: Any) -> Any:
        return make(*args)

    with mock.patch.object(Templates, "results", results):
        return build()


def told(graph: Graph) -> list[Any]:
    """All that there is to a graph, node by node."""
    return [_told(node) for node in graph.nodes]


def _told(node: Node) -> Any:
    inputs = [(output.op.number, output.index) for output in flatten(node.args)]
    grouped = [None if arg is None else len(arg) if isinstance(arg, tuple) else 1 for arg in node.args]
    values = [(name, _value(value)) for name, value in node.attrs.items()]
    outputs = [(o.index, o.dtype, o.shape, o.is_ref) for o in node.outputs]
    bound = {name: dtype for name, dtype in node.bound.items() if dtype is not None}
    controls = [each.number for each in node.controls]
    home = node.home.name, node.home.owner, [each.number for each in node.home.controls]
    source = None if node.source is None else node.source.number
    told = node.number, node.name, node.type, inputs, grouped, values, bound, controls, home, source
    return *told, node.certain, outputs


def _value(value: Any) -> Any:
    return (value.dtype, value.shape, value.tolist()) if is_array(value) else repr(value)


def gradients(root: Scope, ys: list[Output], xs: list[Output]) -> Gradients:
    """The gradients, or none where a rule refuses."""
    try:
        return try_gradients(root, ys, xs)
    except DiagramError:
        return Gradients()


def several(spec: BlockSpec, source: calls.Source) -> Graph:
    """Calls of one kind and some that share what they are given, differentiated twice."""
    call = contract.example_call(spec)
    root = Scope.new_root_scope()
    xs: list[Output] = []
    ys: list[Output] = []
    for _ in range(4):
        node, given = calls.build(call, source, root)
        xs += given
        ys += node.outputs
    first = gradients(root, ys, xs)
    gradients(root, [each for each in first if isinstance(each, Output)], xs)
    return root.graph


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
@table("spec", WITH_RULE, ids=lambda spec: spec.name)
def test_every_type(spec: BlockSpec, source: calls.Source) -> None:
    assert told(several(spec, source)) == told(by_rules_alone(lambda: several(spec, source)))


def random_graph(seed: int, size: int) -> Graph:
    builder = Builder(seed)
    builder.start()
    for _ in range(size):
        builder.grow()
    for _ in range(3):
        builder.gradient()
    return builder.root.graph


@given(st.integers(0, 2**32), st.integers(3, 60))
def test_any_graph(seed: int, size: int) -> None:
    assert told(random_graph(seed, size)) == told(by_rules_alone(lambda: random_graph(seed, size)))


def calls_of_rule(spec: BlockSpec, build: Callable[[], object]) -> int:
    """How often the gradient rule of a type is called."""
    rule = spec.rule
    assert rule is not None
    counted = mock.Mock(side_effect=rule.build)
    with mock.patch.object(spec, "rule", Rule(rule.inputs, counted)):
        build()
    return counted.call_count


def waves(shapes: list[tuple[int, ...]]) -> Callable[[], object]:
    """Sines of tensors of some shapes, differentiated."""

    def build() -> None:
        root = Scope.new_root_scope()
        xs = [ops.Variable(root, np.zeros(shape, np.float32)).as_output() for shape in shapes]
        add_symbolic_gradients(root, [ops.Sin(root, x).as_output() for x in xs], xs)

    return build


def test_a_rule_is_called_twice_for_each_kind() -> None:
    assert calls_of_rule(ops.Sin, waves([(3,)] * 9)) == 2
    assert calls_of_rule(ops.Sin, waves([(3,), (4,)] * 9)) == 4


def test_a_rule_that_asks_for_a_value_is_called_each_time() -> None:
    # By the shapes alone the sums of a square along its two axes are of one kind.
    def build() -> Graph:
        root = Scope.new_root_scope()
        xs = [ops.Placeholder(root, dtype="DT_FLOAT", shape=[3, 3]).as_output() for _ in range(8)]
        add_symbolic_gradients(root, [ops.Sum(root, x, [i % 2]).as_output() for i, x in enumerate(xs)], xs)
        return root.graph

    assert calls_of_rule(ops.Sum, build) == 8
    assert told(build()) == told(by_rules_alone(build))


def tensor(root: Scope, *shape: int | None, dtype: str = "DT_FLOAT") -> Output:
    """A tensor of which the shape is known as far as it is given: with no sizes at all, nothing."""
    return ops.Placeholder(root, dtype=dtype, shape=list(shape) or None).as_output()


Made = tuple[Output, Sequence[Output], Output | None]


def product(of: Sequence[int], by: Sequence[int], reached: str, dtype: str = "DT_FLOAT") -> Callable[[Scope], Made]:
    """A product, and by which of its operands it is differentiated."""

    def build(root: Scope) -> Made:
        x, y = tensor(root, *of, dtype=dtype), tensor(root, *by, dtype=dtype)
        return x * y, [{"x": x, "y": y}[name] for name in reached], None

    return build


def matrices(**flags: Any) -> Callable[[Scope], Made]:
    """A product of square matrices."""

    def build(root: Scope) -> Made:
        a, b = tensor(root, 3, 3), tensor(root, 3, 3)
        return ops.MatMul(root, a, b, **flags).as_output(), [a, b], None

    return build


def arriving(*shape: int | None) -> Callable[[Scope], Made]:
    """A tensor of unknown shape, negative, at which a gradient arrives of which more is known."""

    def build(root: Scope) -> Made:
        x = tensor(root)
        return ops.Negate(root, x).as_output(), [x], tensor(root, *shape)

    return build


def cast(dtype: str) -> Callable[[Scope], Made]:
    """Numbers of a dtype as others."""

    def build(root: Scope) -> Made:
        x = tensor(root, 2, dtype=dtype)
        return ops.Cast(root, x, DstT="DT_DOUBLE").as_output(), [x], None

    return build


def total(*shape: int) -> Callable[[Scope], Made]:
    """A value that gradients come to from two users."""

    def build(root: Scope) -> Made:
        x = tensor(root, *shape)
        return ops.Sin(root, x).as_output() + ops.Cos(root, x).as_output(), [x], None

    return build


# What differs in one thing only, though the types are the same.
ALIKE = {
    "shapes": [product([2, 3], [2, 3], "xy"), product([2, 3], [3], "xy"), product([2, 3], [1, 3], "xy")],
    "wanted": [product([2, 3], [3], "xy"), product([2, 3], [3], "x"), product([2, 3], [3], "y")],
    "dtypes": [product([2], [2], "xy"), product([2], [2], "xy", "DT_DOUBLE"), product([2], [2], "xy", "DT_COMPLEX64")],
    "operands": [cast("DT_FLOAT"), cast("DT_DOUBLE"), cast("DT_HALF")],
    "attributes": [matrices(), matrices(transpose_a=True), matrices(transpose_b=True)],
    "arriving": [arriving(), arriving(None), arriving(2), arriving(2, 3)],
    "sums": [total(2), total(3), total(2, 2)],
}


@pytest.mark.parametrize("kinds", ALIKE.values(), ids=ALIKE)
def test_what_is_nearly_alike_is_told_apart(kinds: Sequence[Callable[[Scope], Made]]) -> None:
    def graph() -> Graph:
        root = Scope.new_root_scope()
        built = [build(root) for _ in range(4) for build in kinds]
        ys, xs, seeds = [y for y, _, _ in built], [x for _, given, _ in built for x in given], [s for _, _, s in built]
        add_symbolic_gradients(root, ys, xs, seeds)
        return root.graph

    assert told(graph()) == told(by_rules_alone(graph))


def test_what_a_template_is_made_of_may_be_one_tensor() -> None:
    def build() -> Graph:
        root = Scope.new_root_scope()
        x, y, z = (ops.Variable(root, [1.0, 2.0]).as_output() for _ in range(3))
        ys = [a * b for a, b in ((x, x), (x, y), (y, z), (x, z), (y, y), (z, x), (z, z))]
        add_symbolic_gradients(root, [*ys, x], [x, y, z], [*ys, z])
        return root.graph

    assert told(build()) == told(by_rules_alone(build))
