"""Scopes as in TensorFlow's C++ API: names, sub-scopes, control dependencies."""

from __future__ import annotations

import pytest

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Node
from blocks.graph.scope import Scope, home_of, scope_of
from blocks.graph.unique_names import numbered
from blocks.graph.verify import verify
from blocks.run.client import ClientSession


@pytest.fixture
def root() -> Scope:
    return Scope.new_root_scope()


def test_names_are_numbered(root: Scope) -> None:
    assert [ops.Const(root.with_op_name("x"), 1.0).name for _ in range(3)] == ["x", "x_1", "x_2"]
    assert [ops.Const(root, 1.0).name for _ in range(2)] == ["Const", "Const_1"]


def test_a_number_that_is_taken_is_passed_over(root: Scope) -> None:
    names = [ops.Const(root.with_op_name(name), 1.0).name for name in ("x_1", "x", "x", "x_1", "x")]
    assert names == ["x_1", "x", "x_2", "x_1_1", "x_3"]


def test_all_names_of_a_graph_differ(root: Scope) -> None:
    inner = root.new_sub_scope("in")
    for scope in (root, inner, root.with_op_name("Const"), inner.new_sub_scope("in"), root.new_sub_scope("Const")):
        ops.Const(scope, 1.0)
        ops.Add(scope, ops.Const(scope, 1.0), 2.0)  # with a constant for the typed value
    names = [node.name for node in root.graph.nodes]
    assert len(set(names)) == len(names)
    verify(root.graph)


def test_scopes_in_each_other_have_a_name_of_bounded_length(root: Scope) -> None:
    """All names below begin with it: a thousand scopes in each other, with a block each, would take gigabytes."""
    for names in (["s"] * 1000, ["n" * 1000]):
        scope = root
        with pytest.raises(DiagramError, match="exceed 1,000 characters"):
            for name in names:
                scope = scope.new_sub_scope(name)
        assert len(scope.name) <= 1000


def test_names_inside_a_gradient_stay_its_own(root: Scope) -> None:
    x = y = ops.Const(root, [1.0, 2.0])
    for _ in range(12):  # after the second, what is added is stamped out of a template, and its names are only counted
        y = ops.Sin(root, y)
    [dx] = add_symbolic_gradients(root, [y], [x])
    graph = root.graph
    counted = {node.name for node in graph.nodes}
    assert {"gradients/Multiply", *(f"gradients/Multiply_{i}" for i in range(1, 12))} <= counted
    inner = scope_of(dx)
    wanted = ["Multiply_5", "Multiply", "Multiply_12", "Multiply_05", "Multiply_" + "9" * 5000]
    names = [ops.Multiply(inner.with_op_name(name), x, x).name for name in wanted]
    assert names[:4] == [f"gradients/Multiply{end}" for end in ("_5_1", "_12", "_12_1", "_05")]
    verify(graph)


def test_a_gradient_rule_may_ask_for_a_name_with_a_number(root: Scope) -> None:
    inner = root.new_sub_scope("in")
    graph = root.graph
    graph.active = home_of(inner)
    assert graph.number_for("in/a", numbered("in/a")) == 0
    assert graph.unique_name("in/a_2") == "in/a_2"
    assert graph.number_for("in/a", numbered("in/a")) > 2
    assert graph.unique_name("in/a_2") == "in/a_2_1"


def test_sub_scopes(root: Scope) -> None:
    layer = root.new_sub_scope("layer")
    deep = layer.new_sub_scope("deep")
    again = root.new_sub_scope("layer")
    assert [layer.name, deep.name, again.name] == ["layer", "layer/deep", "layer_1"]
    assert [ops.Const(scope, 1.0).name for scope in (layer, layer, deep, again)] == [
        "layer/Const",
        "layer/Const_1",
        "layer/deep/Const",
        "layer_1/Const",
    ]


def test_a_sub_scope_and_an_operation_have_different_names(root: Scope) -> None:
    assert ops.Const(root.with_op_name("x"), 1.0).name == "x"
    assert root.new_sub_scope("x").name == "x_1"
    assert ops.Const(root.with_op_name("x"), 1.0).name == "x_2"


def test_name_for_the_next_operation_in_a_sub_scope(root: Scope) -> None:
    named = root.new_sub_scope("layer").with_op_name("weights")
    assert named.get_unique_name_for_op("Const") == "layer/weights"
    assert ops.Const(named, 1.0).name == "layer/weights_1"


def test_a_sub_scope_does_not_take_over_the_name(root: Scope) -> None:
    assert ops.Const(root.with_op_name("x").new_sub_scope("layer"), 1.0).name == "layer/Const"


def test_scopes_do_not_change(root: Scope) -> None:
    root.with_op_name("x")
    root.with_control_dependencies([ops.Const(root, 1.0)])
    const = ops.Const(root, 1.0)
    assert const.name == "Const_1"
    assert const.controls == ()


def test_operands_decide_the_scope_of_the_short_form(root: Scope) -> None:
    x = ops.Const(root.new_sub_scope("layer").with_op_name("x"), 1.0)
    assert ops.exp(x).op.name == "layer/Exp"
    assert (x + 1).op.name == "layer/Add"
    assert (1 - x).op.name == "layer/Subtract"


def test_roots_are_apart() -> None:
    one, other = Scope.new_root_scope(), Scope.new_root_scope()
    assert ops.Const(one, 1.0, name="x").name == ops.Const(other, 1.0, name="x").name == "x"
    assert len(one.graph) == len(other.graph) == 1


@pytest.mark.parametrize("name", ["", "a/b", "a\nb"])
def test_what_is_no_name(root: Scope, name: str) -> None:
    for make in (root.with_op_name, root.new_sub_scope):
        with pytest.raises(DiagramError) as caught:
            make(name)
        expected = f"{name!r} is not a valid name: it must not be empty or contain '/' or control characters"
        assert caught.value.message == expected


# Control dependencies


def test_control_dependencies_add_up(root: Scope) -> None:
    a, b = ops.Const(root, 1.0, name="a"), ops.Const(root, 2.0, name="b")
    first = root.with_control_dependencies([a])
    both = first.with_control_dependencies(b.output)
    again = both.with_control_dependencies([b, a])
    assert ops.Const(first, 0.0).controls == (a,)
    assert ops.Const(both, 0.0).controls == (a, b)
    assert ops.Const(again, 0.0).controls == (a, b)
    assert ops.Const(both.with_no_control_dependencies(), 0.0).controls == ()


def test_a_scope_of_many_calls_waits_for_each_and_no_node_has_many_controls(root: Scope) -> None:
    scope, waited = root.with_op_name("last"), [ops.Const(root, 1.0) for _ in range(100)]
    for each in waited:
        scope = scope.with_control_dependencies(each)
    last = ops.Const(scope, 0.0)
    assert last.name == "last"
    assert sum(len(node.controls) for node in root.graph.nodes) < 150
    result = set[Node]()
    pending: list[Node] = [last]
    while pending:
        node = pending.pop()
        result.add(node)
        pending += node.controls
    assert result >= set(waited)


def test_sub_scopes_and_names_keep_control_dependencies(root: Scope) -> None:
    a = ops.Const(root, 1.0)
    waiting = root.with_control_dependencies([a])
    assert ops.Const(waiting.new_sub_scope("layer").with_op_name("x"), 0.0).controls == (a,)


def test_control_dependencies_are_shown(root: Scope) -> None:
    a = ops.Const(root, 1.0, name="a")
    identity = ops.Identity(root.with_control_dependencies([a]), a, name="later")
    assert str(identity) == "later: float32[] = Identity(a) after a"


def test_control_dependency_of_another_graph(root: Scope) -> None:
    stranger = ops.Const(Scope.new_root_scope(), 1.0, name="stranger")
    with pytest.raises(DiagramError, match=r"^control dependency 'stranger' belongs to another graph$"):
        root.with_control_dependencies([stranger])


def test_what_is_waited_for_runs_before(root: Scope) -> None:
    variable = ops.Variable(root, 1.0, name="v")
    update = ops.Assign(root, variable, 5.0)
    early = ops.Identity(root, variable)
    late = ops.Identity(root.with_control_dependencies([update]), variable)
    assert [value.item() for value in ClientSession(root).run([early, late])] == [1, 5]


def test_what_is_waited_for_runs_though_nobody_takes_its_value(root: Scope) -> None:
    counter = ops.Variable(root, 0.0)
    count = ops.AssignAdd(root, counter, 1.0)
    one = ops.Const(root.with_control_dependencies([count]), 1.0)
    session = ClientSession(root)
    assert [session.run([one])[0].item() for _ in range(3)] == [1, 1, 1]
    assert session.run([counter])[0] == 3
    assert session.run([ops.Identity(root, counter)])[0] == 3  # nobody asked for a count
