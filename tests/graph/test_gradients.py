"""Gradients by symbolic construction: numbers worked out by hand, and what is said where there is none."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError, RunError
from blocks.graph.gradients import UnreachableError, add_symbolic_gradients, try_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from tests.graph.shared import close, evaluate, gradients, slopes


@pytest.fixture
def root() -> Scope:
    return Scope.new_root_scope()


# Outputs, inputs, and what arrives


def test_outputs_are_added(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    assert slopes([ops.Square(root, x), x * 3], x) == [7]  # 2 x + 3


def test_elements_of_an_output_are_added(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    assert slopes(x * ops.Const(root, [1.0, 10.0, 100.0]), x) == [111]


def test_each_input_has_its_own(root: Scope) -> None:
    x, y = ops.Const(root, 2.0), ops.Const(root, 5.0)
    z = x * y + x
    assert slopes(z, x, y) == [6, 2]
    assert slopes(z, y, x) == [2, 6]


def test_an_output_by_itself(root: Scope) -> None:
    x = ops.Const(root, [2.0, 3.0])
    assert slopes(x, x) == [[1, 1]]


def test_intermediate_values_are_inputs_like_others(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    middle = x + 1
    y = ops.Square(root, middle) * x  # (x + 1)^2 x
    # By the middle value 2 (x + 1) x; by x that and (x + 1)^2: an input does not keep the gradient to itself.
    assert slopes(y, middle, x) == [12, 21]


def test_outputs_that_feed_outputs(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    y = ops.Square(root, x)
    z = y * y * y
    assert slopes([y, z], y) == [1 + 3 * 16]
    assert slopes([y, z], x) == [(1 + 3 * 16) * 4]
    assert slopes([z, y], x, y) == [196, 49]


def test_the_same_value_several_times(root: Scope) -> None:
    x = ops.Const(root, 3.0)
    assert slopes(ops.AddN(root, [x, x, x]), x) == [3]
    assert slopes(x * x * x, x) == [27]
    square = ops.Square(root, x)
    assert slopes([square, square], x) == [12]
    assert slopes(square, x, x) == [6, 6]


def test_given_gradients(root: Scope) -> None:
    x = ops.Const(root, [1.0, 2.0])
    y, z = ops.Square(root, x), x * 3
    upstream = ops.Const(root, [10.0, 100.0])
    gradients = add_symbolic_gradients(root, [y], [x], [upstream])
    assert evaluate(*gradients)[0].tolist() == [20, 400]
    gradients = add_symbolic_gradients(root, [y, z], [x], [upstream, None])  # ones where nothing is given
    assert evaluate(*gradients)[0].tolist() == [23, 403]


def test_given_gradients_are_not_differentiated(root: Scope) -> None:
    x = ops.Const(root, 5.0)
    gradients = add_symbolic_gradients(root, [ops.Square(root, x)], [x], [x])
    assert evaluate(*gradients)[0] == 50  # 2 x times what was given, x


def test_a_given_gradient_may_be_a_node(root: Scope) -> None:
    x = ops.Const(root, 5.0)
    wall = ops.StopGradient(root, x)
    gradients = add_symbolic_gradients(root, [ops.Square(root, x).node()], [x.node()], [wall])
    assert evaluate(*gradients)[0] == 50


def test_parts_of_a_list(root: Scope) -> None:
    x = ops.Const(root, [1.0, 2.0, 3.0, 4.0])
    front, back = ops.Split(root, 0, x, num_split=2).output
    assert slopes(ops.Square(root, front), x) == [[2, 4, 0, 0]]
    assert slopes([back, front * front], x) == [[2, 4, 1, 1]]
    assert slopes(front * back, front, back) == [[3, 4], [1, 2]]


def test_spread_values_are_summed_back(root: Scope) -> None:
    column, row = ops.Const(root, [[1.0], [2.0]]), ops.Const(root, [[3.0, 4.0, 5.0]])
    assert slopes(column * row, column, row) == [[[12], [12]], [[3, 3, 3]]]


def test_spread_values_of_unknown_shapes_are_summed_back(root: Scope) -> None:
    column, row = (ops.Placeholder(root, dtype="DT_DOUBLE") for _ in range(2))
    results = gradients(column * row, column, row)
    feed = {column: [[1.0], [2.0]], row: [3.0, 4.0, 5.0]}
    assert [value.tolist() for value in evaluate(*results, feed=feed)] == [[[12], [12]], [3, 3, 3]]


def test_largest_elements_that_tie_share(root: Scope) -> None:
    x = ops.Const(root, [[1.0, 4.0, 4.0], [5.0, 5.0, 5.0]])
    close(slopes(ops.Max(root, x, 1), x)[0], [[0, 1 / 2, 1 / 2], [1 / 3, 1 / 3, 1 / 3]])
    close(slopes(ops.Max(root, x, [0, 1]), x)[0], [[0, 0, 0], [1 / 3, 1 / 3, 1 / 3]])


def test_a_long_chain(root: Scope) -> None:
    x = ops.Const(root, 1.0)
    y = x.output
    for _ in range(3000):
        y = y + x
    assert slopes(y, x) == [3001]


# Higher orders


def test_second_and_third_order(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    first = gradients(ops.Square(root, ops.Square(root, x)), x)  # x^4
    second = gradients(first, x)
    third = gradients(second, x)
    assert [value.item() for value in evaluate(*first, *second, *third)] == [32, 48, 48]  # 4 x^3, 12 x^2, 24 x


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("Sin", [math.cos(0.7), -math.sin(0.7), -math.cos(0.7)]),
        ("Exp", [math.exp(0.7)] * 3),
        ("Log", [1 / 0.7, -1 / 0.7**2, 2 / 0.7**3]),
        ("Reciprocal", [-1 / 0.7**2, 2 / 0.7**3, -6 / 0.7**4]),
        ("Sqrt", [0.5 * 0.7**-0.5, -0.25 * 0.7**-1.5, 0.375 * 0.7**-2.5]),
    ],
)
def test_orders_of_a_function(root: Scope, name: str, orders: list[float]) -> None:
    x = ops.Const(root, 0.7)
    y = getattr(ops, name)(root, x)
    for expected in orders:
        (y,) = gradients(y, x)
        close(evaluate(y)[0], expected)


def test_mixed_second_derivatives(root: Scope) -> None:
    x, y = ops.Const(root, 2.0), ops.Const(root, 3.0)
    by_x, by_y = gradients(x * x * y * y * y, x, y)  # 2 x y^3, 3 x^2 y^2
    assert slopes(by_x, x, y) == [2 * 27, 6 * 2 * 9]
    assert slopes(by_y, x, y) == [6 * 2 * 9, 6 * 4 * 3]


def test_gradient_of_a_squared_gradient(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    slope = gradients(x * x * x, x)[0]  # 3 x^2
    assert slopes(slope * slope, x) == [36 * 8]  # 9 x^4
    assert slopes(ops.stop_gradient(slope) * slope, x) == [12 * 6 * 2]


# No gradient


def refused(outputs: Operand | list[Any], *inputs: Operand) -> str:
    with pytest.raises(UnreachableError) as caught:
        gradients(outputs, *inputs)
    assert caught.value.pin == "inputs"
    return caught.value.message


def test_cut_at_a_wall(root: Scope) -> None:
    x = ops.Const(root, 2.0, name="x")
    y = ops.Square(root, ops.StopGradient(root, x, name="wall"), name="y")
    assert refused(y, x) == "no gradient of y reaches x: it stops at wall (StopGradient)"


def test_cut_at_several_walls(root: Scope) -> None:
    x = ops.Const(root, 2.0, name="x")
    first, second = ops.stop_gradient(x, name="first"), ops.stop_gradient(ops.Exp(root, x), name="second")
    unrelated = ops.stop_gradient(ops.Const(root, 1.0), name="unrelated")
    y = ops.AddN(root, [first, second, unrelated], name="y")
    message = refused(y, x)
    start = "no gradient of y reaches x: it stops at "
    assert message.startswith(start)
    assert set(message.removeprefix(start).split("; ")) == {"first (StopGradient)", "second (StopGradient)"}


def test_only_the_wall_that_is_met_first_is_named(root: Scope) -> None:
    x = ops.Const(root, 2.0, name="x")
    inner = ops.stop_gradient(x, name="inner")
    outer = ops.stop_gradient(ops.Exp(root, inner), name="outer")
    assert refused(outer, x) == "no gradient of outer reaches x: it stops at outer (StopGradient)"


def test_no_path(root: Scope) -> None:
    x, z = ops.Const(root, 2.0, name="x"), ops.Const(root, 2.0, name="z")
    y = ops.Square(root, z, name="y")
    later = ops.Square(root, y, name="later")
    assert refused(y, x) == "no gradient of y reaches x: y does not depend on it"
    assert refused(y, later) == "no gradient of y reaches later: y does not depend on it"
    assert refused([later, y], x) == "no gradient of later, y reaches x: later, y does not depend on it"


def test_only_one_of_two_inputs_is_reached(root: Scope) -> None:
    x, z = ops.Const(root, 2.0, name="x"), ops.Const(root, 3.0, name="z")
    y = ops.Square(root, x, name="y") + ops.stop_gradient(z, name="wall")
    by_x, by_z = try_gradients(root, [y], [x, z])
    assert isinstance(by_x, Output)
    assert evaluate(by_x)[0] == 4
    assert isinstance(by_z, UnreachableError)
    assert [(cut.node.name, cut.pin, cut.reason) for cut in by_z.cuts] == [("wall", "input", "StopGradient")]


def test_through_integers(root: Scope) -> None:
    x = ops.Const(root, [1.5, 2.5], name="x")
    whole = ops.Cast(root, x, DstT="DT_INT32", name="whole")
    back = ops.Cast(root, ops.Square(root, whole), DstT="DT_FLOAT", name="back")
    assert refused(back, x) == "no gradient of back reaches x: it stops at back (int32 values have no gradient)"
    assert slopes(back + x * 7, x) == [[7, 7]]  # on the other path there is one


@pytest.mark.parametrize("name", ["ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor"])
def test_a_rule_is_not_asked_where_all_that_comes_in_is_whole(root: Scope, name: str) -> None:
    x = ops.Const(root, [[[[1.0], [3.0]]]])
    pixels = ops.Cast(root, x, DstT="DT_UINT8")
    y = ops.Cast(root, getattr(ops, name)(root, pixels, [1, 1]), DstT="DT_FLOAT")
    assert slopes([y, x * 5], x) == [[[[[5], [5]]]]]
    with pytest.raises(UnreachableError, match="uint8 values have no gradient"):
        add_symbolic_gradients(root, [y], [pixels])


def test_places_and_truths_have_none(root: Scope) -> None:
    x = ops.Const(root, [1.5, 2.5], name="x")
    place = ops.Cast(root, ops.ArgMax(root, x, 0), DstT="DT_FLOAT", name="place")
    truth = ops.Cast(root, ops.Greater(root, x, 2.0), DstT="DT_FLOAT", name="truth")
    start = "no gradient of {0} reaches x: it stops at {0} ({1} values have no gradient)"
    assert refused(place, x) == start.format("place", "int64")
    assert refused(truth, x) == start.format("truth", "bool")


@pytest.mark.parametrize(
    ("value", "kind"), [(3, "int32"), (True, "bool"), ("a", "string"), (np.array(3, np.uint8), "uint8")], ids=str
)
def test_inputs_that_are_no_floats(root: Scope, value: Any, kind: str) -> None:
    x = ops.Const(root, value, name="x")
    y = ops.Identity(root, x, name="y")
    with pytest.raises(UnreachableError) as caught:
        gradients(y, x)
    assert caught.value.message == f"no gradient of y reaches x: {kind} values have no gradient"
    assert (caught.value.hint == "write floats with a decimal point: 3.0") == ("int" in kind)


def test_outputs_that_are_no_floats_add_nothing(root: Scope) -> None:
    x = ops.Const(root, 2.5, name="x")
    whole = ops.Cast(root, x, DstT="DT_INT32", name="whole")
    assert slopes([whole, x * x], x) == [5]
    assert refused(whole, x) == "no gradient of whole reaches x: it stops at whole (int32 values have no gradient)"


def test_at_a_variable_that_is_changed(root: Scope) -> None:
    variable = ops.Variable(root, 1.0, name="v")
    changed = ops.AssignAdd(root, variable, 2.0, name="changed")
    message = refused(ops.Square(root, changed, name="y"), variable)
    assert message.startswith("no gradient of y reaches v: it stops at changed (an updated variable")
    assert slopes(ops.Square(root, changed), changed) == [6]


def test_prevented(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    guard = ops.PreventGradient(root, x, message="the table is fixed")
    assert evaluate(guard)[0] == 2
    with pytest.raises(DiagramError) as caught:
        gradients(ops.Square(root, guard), x)
    assert not isinstance(caught.value, UnreachableError)
    assert caught.value.message == "PreventGradient blocks the gradient: the table is fixed"
    with pytest.raises(DiagramError, match=r"^PreventGradient blocks the gradient$"):
        gradients(ops.PreventGradient(root, x), x)


def test_nothing_is_built_beyond_an_input(root: Scope) -> None:
    x = ops.Const(root, 2.0)
    middle = ops.Square(root, x, name="middle")
    y = ops.Sin(root, middle, name="y")
    before = len(root.graph)
    gradients(y, middle)
    assert {node.source.name for node in root.graph.nodes[before:] if node.source} == {"y"}


def test_nothing_is_summed_back_for_what_no_input_reaches(root: Scope) -> None:
    x, factor = ops.Const(root, [1.0, 2.0, 3.0]), ops.Const(root, 2.0)
    before = len(root.graph)
    assert slopes(x * factor, x) == [[2, 2, 2]]
    assert "SumToShape" not in {node.type.name for node in root.graph.nodes[before:]}
    assert slopes(x * factor, factor) == [6]


def test_past_what_prevents(root: Scope) -> None:
    x, z = ops.Const(root, 2.0), ops.Const(root, 3.0)
    guard = ops.PreventGradient(root, z)
    assert slopes(x * guard, x) == [3]
    assert slopes(ops.Square(root, guard), guard) == [6]
    assert slopes(x * ops.stop_gradient(ops.PreventGradient(root, x)), x) == [2]  # behind a wall nothing arrives


def test_on_a_page_the_blocks_are_named() -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="x", val=2.0)
    page.add("PreventGradient", id="guard", message="fixed")
    page.add("Cast", id="whole", DstT="DT_INT32")
    page.add("Cast", id="back", DstT="DT_FLOAT")
    page.add("AddSymbolicGradients", id="one")
    page.add("AddSymbolicGradients", id="two")
    for wire in (
        "x.output guard.input",
        "guard.output one.outputs",
        "x.output one.inputs",
        "x.output whole.x",
        "whole.y back.x",
        "back.y two.outputs",
        "x.output two.inputs",
    ):
        page.wire(*wire.split())
    with pytest.raises(RunError) as caught:
        blocks.Session(diagram).run()
    prevented, cut = caught.value.errors
    # The fault lies at the block that prevents it, and is reported there.
    assert (prevented.block, prevented.message) == ("guard", "PreventGradient blocks the gradient: fixed")
    assert (cut.block, cut.pin) == ("two", "inputs")
    assert cut.message == "no gradient of back reaches x: it stops at back (int32 values have no gradient)"
    assert caught.value.results["back.result_y"] == 2


# What cannot be asked


Wrong = Callable[[Scope, Any], Any]
WRONG: list[tuple[Wrong, str, str]] = [
    (
        lambda root, x: add_symbolic_gradients(root, [], [x]),
        "outputs",
        "there are no outputs to differentiate",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], []),
        "inputs",
        "there are no inputs to differentiate with respect to",
    ),
    (
        lambda root, x: add_symbolic_gradients(Scope.new_root_scope(), [x], [x]),
        "outputs",
        "'x' belongs to another graph",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], [ops.Const(Scope.new_root_scope(), 1.0, name="far")]),
        "inputs",
        "'far' belongs to another graph",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], [x], [x, x]),
        "grad_inputs",
        "expected one gradient per output, got 2 for 1 outputs",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], [x], []),
        "grad_inputs",
        "expected one gradient per output, got 0 for 1 outputs",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], [x], [ops.Const(Scope.new_root_scope(), 1.0, name="far")]),
        "grad_inputs",
        "'far' belongs to another graph",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], [x], [ops.Const(root, 1.0)]),
        "grad_inputs",
        "the gradient given for x: expected float32[2], got float32[]",
    ),
    (
        lambda root, x: add_symbolic_gradients(root, [x], [x], [ops.Const(root, [1, 2])]),
        "grad_inputs",
        "the gradient given for x: expected float32[2], got int32[2]",
    ),
    (
        lambda root, x: add_symbolic_gradients(
            root, [ops.Cast(root, x, DstT="DT_INT32", name="whole")], [x], [ops.Const(root, [1, 2])]
        ),
        "grad_inputs",
        "'whole' is int32, which has no gradient",
    ),
]


@pytest.mark.parametrize(("ask", "pin", "message"), WRONG, ids=[message for *_, message in WRONG])
def test_wrong_calls(root: Scope, ask: Wrong, pin: str, message: str) -> None:
    x = ops.Const(root, [1.0, 2.0], name="x")
    with pytest.raises(DiagramError) as caught:
        ask(root, x)
    assert (caught.value.pin, caught.value.message) == (pin, message)


# Gradients are nodes of the same graph


def test_nodes_are_added_below_a_scope_of_their_own(root: Scope) -> None:
    x = ops.Const(root, 2.0, name="x")
    y = ops.Sin(root, ops.Square(root, x), name="y")
    before = list(root.graph.nodes)
    gradients(y, x)
    second = add_symbolic_gradients(root.new_sub_scope("train"), [y], [x])
    add_symbolic_gradients(root, [y], [x])
    assert root.graph.nodes[: len(before)] == before
    assert {node.name.rpartition("/")[0] for node in root.graph.nodes[len(before) :]} == {
        "gradients",
        "train/gradients",
        "gradients_1",
    }
    assert second[0].op.name.startswith("train/gradients/")
    verify(root.graph)


def test_nodes_know_whose_gradient_they_are(root: Scope) -> None:
    x = ops.Const(root, 2.0, name="x")
    middle = ops.Square(root, x, name="middle")
    y = ops.Sin(root, middle, name="y")
    before = len(root.graph)
    gradients(y, x)
    assert {node.source.name for node in root.graph.nodes[before:] if node.source} == {"middle", "y"}
    assert all(node.source is None for node in root.graph.nodes[:before])
    assert ops.Exp(root, x).source is None  # what is made afterwards is no gradient
