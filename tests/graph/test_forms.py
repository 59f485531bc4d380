"""The forms in which StopGradient is documented: enuSpace's block, and the C++, Python and Java of TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import BFLOAT16
from blocks.base.errors import DiagramError, RunError
from blocks.base.types import Array
from blocks.graph.gradients import UnreachableError
from blocks.graph.graph import Node, Operand, Output
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession
from tests.graph.shared import close, evaluate, gradients, slopes

X = [1.0, -2.0, 3.0]
Form = Callable[[Scope, Operand], Operand]

FORMS: dict[str, Form] = {
    "C++": ops.StopGradient,
    "C++, .output": lambda scope, x: ops.StopGradient(scope, x).output,
    "C++, .node()": lambda scope, x: ops.StopGradient(scope, x).node(),
    "C++, input by name": lambda scope, x: ops.StopGradient(scope, input=x),
    "Python": lambda scope, x: ops.stop_gradient(x),
    "Python, name": lambda scope, x: ops.stop_gradient(x, name="frozen"),
    "Python, input by name": lambda scope, x: ops.stop_gradient(input=x, name=None),
    "Java, .as_output()": lambda scope, x: ops.StopGradient.create(scope, x).as_output(),
    "Java, .output": lambda scope, x: ops.StopGradient.create(scope, x).output,
    "Java": ops.StopGradient.create,
}


@pytest.fixture(params=list(FORMS.values()), ids=list(FORMS))
def form(request: pytest.FixtureRequest) -> Form:
    return request.param


@pytest.fixture
def root() -> Scope:
    return Scope.new_root_scope()


# Every form of the graph level


def test_value(root: Scope, form: Form) -> None:
    stopped = form(root, ops.Const(root, X))
    assert evaluate(stopped)[0].tolist() == X
    assert evaluate(stopped)[0].dtype == np.float32


def test_makes_one_node_of_the_type(root: Scope, form: Form) -> None:
    x = ops.Const(root, X)
    stopped = form(root, x).as_output()
    assert len(root.graph) == 2
    assert stopped.op.type.name == "StopGradient"
    assert stopped.op.inputs == (x.output,)
    assert (stopped.dtype.name, stopped.shape) == ("DT_FLOAT", (3,))


def test_gradient_is_stopped_beside_an_open_path(root: Scope, form: Form) -> None:
    x = ops.Const(root, X)
    product = ops.Multiply(root, x, form(root, x))
    assert evaluate(product)[0].tolist() == [1, 4, 9]
    assert slopes(product, x) == [X]  # without the wall it would be 2 x


def test_gradient_is_stopped_altogether(root: Scope, form: Form) -> None:
    x = ops.Const(root, X, name="x")
    total = ops.Sum(root, form(root, ops.Square(root, x)), [0], name="total")
    with pytest.raises(UnreachableError) as caught:
        gradients(total, x)
    wall = caught.value.cuts[0].node
    assert caught.value.message == f"no gradient of total reaches x: it stops at {wall.name} (StopGradient)"
    assert wall.type.name == "StopGradient"


def test_accepted_as_an_input(root: Scope, form: Form) -> None:
    stopped = form(root, ops.Const(root, X))
    close(evaluate(ops.Exp(root, stopped))[0], np.exp(X))
    assert evaluate(ops.AddN(root, [stopped, stopped, stopped]))[0].tolist() == [3, -6, 9]
    assert evaluate(ops.Concat(root, [stopped, stopped], 0))[0].tolist() == X + X


def test_accepted_as_an_output(root: Scope, form: Form) -> None:
    stopped = form(root, ops.Const(root, X))
    session = ClientSession(root)
    assert session.run(stopped)[0].tolist() == X
    assert session.run([stopped], run_outputs=[stopped])[0].tolist() == X
    assert session.run([stopped], feed={stopped: [7.0, 8.0, 9.0]})[0].tolist() == [7, 8, 9]
    square = ops.Square(root, stopped)
    assert slopes(square, stopped) == [[2, -4, 6]]  # by the wall itself there is a gradient


def test_accepted_in_arithmetic(root: Scope, form: Form) -> None:
    stopped = form(root, ops.Const(root, X))
    assert evaluate(2 * stopped + 1)[0].tolist() == [3, -3, 7]
    assert evaluate(stopped - stopped / stopped)[0].tolist() == [0, -3, 2]


def test_accepted_to_wait_for(root: Scope, form: Form) -> None:
    stopped = form(root, ops.Const(root, X))
    waiting = ops.Const(root.with_control_dependencies([stopped]), 1.0)
    assert waiting.controls == (stopped.as_output().op,)


def test_second_order(root: Scope, form: Form) -> None:
    x = ops.Const(root, 3.0)
    y = ops.Square(root, x) * form(root, x)  # x^2 c with c = 3: 2 x c, then 2 c
    first = gradients(y, x)
    assert evaluate(*first)[0] == 18
    assert slopes(first, x) == [6]


def test_a_gradient_behind_the_wall_is_a_given_number(root: Scope, form: Form) -> None:
    x = ops.Const(root, 2.0)
    cube = ops.Pow(root, x, 3.0)
    slope = gradients(cube, x)[0]  # 3 x^2 = 12
    close(slopes(x * form(root, slope), x), [12])
    close(slopes(x * slope, x), [36])  # d(3 x^3) = 9 x^2


VALUES: list[Array] = [
    np.array([True, False]),
    np.array([[-3, 4]], np.int8),
    np.array([1, 2**63], np.uint64),
    np.array([0.5, -0.0, np.inf], np.float16),
    np.array([1.5, -2.0], BFLOAT16.numpy),
    np.array([1 + 2j, -1j], np.complex64),
    np.zeros((0, 3), np.float64),
    np.array(7.25),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{value.dtype}{value.shape}")
def test_any_type_passes_unchanged(root: Scope, form: Form, value: Array) -> None:
    result = evaluate(form(root, ops.Const(root, value)))[0]
    assert (result.dtype, result.shape, result.tobytes()) == (value.dtype, value.shape, value.tobytes())


def test_texts_pass_unchanged(root: Scope, form: Form) -> None:
    assert evaluate(form(root, ops.Const(root, ["a", "ü"])))[0].tolist() == [b"a", "ü".encode()]


def test_partial_shape_is_kept(root: Scope, form: Form) -> None:
    fed = ops.Placeholder(root, dtype="DT_DOUBLE", shape=[None, 2])
    stopped = form(root, fed).as_output()
    assert stopped.shape == (None, 2)
    assert evaluate(stopped, feed={fed: np.ones((3, 2))})[0].shape == (3, 2)


# What is particular to each


def test_cpp_members(root: Scope) -> None:
    x = ops.Const(root, X)
    y = ops.StopGradient(root, x)
    assert isinstance(y, Node)
    assert isinstance(y.output, Output)
    assert y.node() is y
    assert y.output.node() is y
    assert y.output.index == 0
    assert y.name == "StopGradient"
    assert y.as_output() is y.output


def test_cpp_takes_a_value_for_the_input(root: Scope) -> None:
    assert evaluate(ops.StopGradient(root, [[1.0], [2.0]]))[0].tolist() == [[1], [2]]


def test_cpp_name_comes_from_the_scope(root: Scope) -> None:
    x = ops.Const(root, X)
    assert ops.StopGradient(root.with_op_name("wall"), x).name == "wall"
    assert ops.StopGradient(root.new_sub_scope("critic"), x).name == "critic/StopGradient"


def test_python_gives_the_tensor(root: Scope) -> None:
    x = ops.Const(root, X)
    assert isinstance(ops.stop_gradient(x), Output)


def test_python_names(root: Scope) -> None:
    x = ops.Const(root.new_sub_scope("critic"), X, name="x")
    names = [ops.stop_gradient(x, name=name).op.name for name in ("frozen", "frozen", None)]
    assert names == ["critic/frozen", "critic/frozen_1", "critic/StopGradient"]


def test_python_needs_a_tensor() -> None:
    with pytest.raises(DiagramError, match=r"^StopGradient needs a scope: none of its inputs belongs to a graph$"):
        ops.stop_gradient([1.0])


def test_java_gives_the_operation(root: Scope) -> None:
    output = ops.StopGradient.create(root, ops.Const(root, X))
    assert isinstance(output, Node)
    assert output.as_output() is output.output
    assert ops.StopGradient.create(root.with_op_name("wall"), output.output).name == "wall"


def test_no_other_pin(root: Scope) -> None:
    with pytest.raises(AttributeError, match=r"^StopGradient has no output pin 'result'$"):
        _ = ops.StopGradient(root, ops.Const(root, X)).result


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), "StopGradient: input input is not wired and has no value"),
        (([1.0], [2.0]), "StopGradient takes at most 1 inputs and attributes, got 2"),
    ],
)
def test_wrong_number_of_inputs(root: Scope, given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(DiagramError) as caught:
        ops.StopGradient(root, *given)
    assert caught.value.message == message


def test_input_of_another_graph(root: Scope) -> None:
    other = ops.Const(Scope.new_root_scope(), 1.0, name="stranger")
    with pytest.raises(DiagramError, match="'stranger' belongs to another graph") as caught:
        ops.StopGradient(root, other)
    assert caught.value.pin == "input"


# The block of a page


def page_with_a_wall() -> blocks.Diagram:
    """Product = x StopGradient(x), and its gradient."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="x", val=X)
    page.add("StopGradient", id="wall")
    page.add("Multiply", id="product")
    page.add("AddSymbolicGradients", id="grads")
    for source, target in (
        ("x.output", "wall.input"),
        ("x.output", "product.x"),
        ("wall.output", "product.y"),
        ("product.z", "grads.outputs"),
        ("x.output", "grads.inputs"),
    ):
        page.wire(source, target)
    return diagram


def test_block() -> None:
    results = blocks.Session(page_with_a_wall()).run()
    assert results["wall.result_output"].tolist() == X
    assert results["product.result_z"].tolist() == [1, 4, 9]
    assert results["grads.result_grad_outputs[0]"].tolist() == X


@pytest.mark.parametrize("name", ["wall", "wall.output", "wall.result_output"])
def test_block_is_fetched_by_any_of_its_names(name: str) -> None:
    results = blocks.Session(page_with_a_wall()).run(fetch=[name])
    assert results["wall.result_output"].tolist() == X
    assert "product.result_z" not in results


def test_block_has_its_scope_from_the_page() -> None:
    session = blocks.Session(page_with_a_wall())
    assert [node.name for node in session.elaboration.graph.nodes][:3] == ["x", "wall", "product"]


def test_block_in_a_scope_that_is_wired() -> None:
    diagram = page_with_a_wall()
    page = diagram.page("main")
    page.add("Scope", id="frozen")
    page.wire("frozen.scope", "wall.scope")
    session = blocks.Session(diagram)
    assert session.elaboration.values["wall"]["output"].op.name == "frozen/wall"
    results = session.run()
    assert results["wall.result_output"].tolist() == X
    assert results["grads.result_grad_outputs[0]"].tolist() == X


def test_block_with_a_typed_input() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("StopGradient", id="wall", input=[[1, 2]])
    assert blocks.Session(page).run()["wall.result_output"].tolist() == [[1, 2]]


def test_block_stops_the_gradient_altogether() -> None:
    diagram = page_with_a_wall()
    page = diagram.page("main")
    page.add("AddSymbolicGradients", id="none")
    page.wire("wall.output", "none.outputs")
    page.wire("x.output", "none.inputs")
    with pytest.raises(RunError) as caught:
        blocks.Session(diagram).run()
    error = caught.value
    assert (error.page, error.block, error.pin) == ("main", "none", "inputs")
    assert error.message == "no gradient of wall reaches x: it stops at wall (StopGradient)"
    assert len(error.errors) == 1
    assert error.results["grads.result_grad_outputs[0]"].tolist() == X


def test_block_without_an_input() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("StopGradient", id="wall")
    with pytest.raises(RunError) as caught:
        blocks.Session(page).run()
    assert str(caught.value) == (
        "page 'main', block 'wall', pin 'input': StopGradient: input input is not wired and has no value"
    )


def test_block_without_a_wall_for_comparison() -> None:
    diagram = page_with_a_wall()
    document = diagram.dumps().replace('"type": "StopGradient"', '"type": "Identity"')
    results = blocks.Session(blocks.loads(document)).run()
    assert results["grads.result_grad_outputs[0]"].tolist() == [2, -4, 6]
