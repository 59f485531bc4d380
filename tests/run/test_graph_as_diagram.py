"""A graph that a program built is a diagram with the same values, gradients and updates."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import loops, ops


def test_a_graph_with_gradients_gives_the_same_values_as_a_page() -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Placeholder(root, dtype=np.float32, shape=[None, 2], name="x")
    layer = root.new_sub_scope("layer")
    w = ops.Variable(layer, [[1.0, 2.0], [0.5, -1.0]], name="w")
    left, right = ops.Split(root, 1, np.tanh(x @ w + np.array([0.5, -0.25])), 2).output
    loss = ops.L2Loss(root, np.exp(left * right), name="loss")
    [dw, dx] = blocks.add_symbolic_gradients(root, [loss], [w, x])
    feed = np.array([[1.0, -2.0], [0.5, 3.0], [0.0, 1.0]], np.float32)
    outputs = [output for node in root.graph.nodes if "." not in node.label for output in node.outputs]
    wanted = blocks.ClientSession(root).run(outputs, feed={x: feed})
    diagram = root.to_diagram()
    for page in (diagram.page("main"), blocks.loads(diagram.dumps()).page("main")):
        results = blocks.Session(page).run(feed={"x": feed})
        for output, value in zip(outputs, wanted, strict=True):
            pin, index = output.op.pin_of(output.index)
            name = f"{output.op.name.replace('/', '_')}.result_{pin}" + ("" if index is None else f"[{index}]")
            np.testing.assert_array_equal(results[name], value)
    assert "layer_w" in {block.id for block in diagram.page("main").blocks}
    assert all(np.any(value) for output, value in zip(outputs, wanted, strict=True) if output in (dw, dx))


def test_updates_wait_as_in_the_graph_and_the_page_can_be_trained_further() -> None:
    root = blocks.Scope.new_root_scope()
    w = ops.Variable(root, [3.0, 4.0], name="w")
    loss = ops.L2Loss(root, w, name="loss")
    train = ops.Minimize(root, loss, None, 0.1, optimizer="Adam", name="train")
    session = blocks.ClientSession(root)
    for _ in range(3):
        session.run([], run_outputs=[train.operation.op])
    page = root.to_diagram().page("main")
    drawn = blocks.Session(page)
    drawn.run(steps=3)
    assert drawn.variables["w"].tolist() == session.run(w)[0].tolist() != [3.0, 4.0]
    root = blocks.Scope.new_root_scope()
    ops.L2Loss(root, ops.Variable(root, [3.0, 4.0], name="w"), name="loss")
    page = root.to_diagram().page("main")
    page.minimize("loss", learning_rate=0.5)
    drawn = blocks.Session(page)
    drawn.run()
    assert drawn.variables["w"].tolist() == [1.5, 2.0]


def test_loops_are_drawn_and_their_gradients_are_refused_by_name() -> None:
    root = blocks.Scope.new_root_scope()
    xs, h = ops.Const(root, [[1.0], [2.0]], name="xs"), ops.Const(root, [0.0], name="h")

    def cell(scope: Any, x: Any, h: Any) -> dict[str, Any]:
        return {"h": ops.Tanh(scope, h + x)}

    last = loops.scan(root, cell, "rnn", over=["x"], inputs={"x": xs, "h": h})["h"]
    [wanted] = blocks.ClientSession(root).run([last])
    assert blocks.Session(root.to_diagram()).run()["rnn.result_h"].tolist() == wanted.tolist()
    blocks.add_symbolic_gradients(root, [ops.L2Loss(root, last)], [xs])
    with pytest.raises(blocks.DiagramError, match="'rnn' cannot be drawn"):
        root.to_diagram()


def of_itself(root: Any, x: Any) -> Any:
    def exp(x: Any) -> Any:
        def backward(inputs: Any, results: Any, grads: Any) -> Any:
            return ops.Multiply(root, grads[0], exp(inputs[0]))

        return blocks.custom_gradient(root.with_op_name("exp"), lambda x: ops.Exp(root, x), backward, [x])

    return exp(exp(x))


def with_another_tensor(root: Any, x: Any) -> Any:
    w = ops.Variable(root, [2.0, 3.0], name="w")

    def backward(inputs: Any, results: Any, grads: Any) -> Any:
        return ops.Multiply(root, grads[0], w)

    y = blocks.custom_gradient(root, lambda x: ops.Exp(root, ops.Multiply(root, x, w)), backward, [x])
    return ops.Add(root, y, w)


def of_several(root: Any, x: Any) -> Any:
    def forward(x: Any, w: Any) -> Any:
        m = ops.Multiply(root, x, w)
        i = ops.ArgMax(root, m, 0)
        return [m, ops.Add(root, m, ops.Cast(root, i, DstT="DT_FLOAT")), i]

    def backward(inputs: Any, results: Any, grads: Any) -> Any:
        return [ops.Multiply(root, grads[0], results[1]), None]

    a, b, i = blocks.custom_gradient(root, forward, backward, [x, ops.Const(root, [3.0, 4.0])])
    return ops.Add(root, ops.Add(root, a, b), ops.Cast(root, i, DstT="DT_FLOAT"))


def used_outside(root: Any, x: Any) -> Any:
    squares: list[Any] = []

    def forward(x: Any) -> Any:
        squares.append(ops.Square(root, x))
        return ops.Sin(root, squares[0])

    def backward(inputs: Any, results: Any, grads: Any) -> Any:
        return ops.Multiply(root, grads[0], 7.0)

    return ops.Add(root, blocks.custom_gradient(root, forward, backward, [x]), squares[0])


def in_a_loop(root: Any, x: Any) -> Any:
    def body(scope: Any, h: Any) -> Any:
        def backward(inputs: Any, results: Any, grads: Any) -> Any:
            return ops.Multiply(scope, grads[0], 2.0)

        return {"h": blocks.custom_gradient(scope, lambda h: ops.Rint(scope, h * 3.0), backward, [h])}

    return loops.repeat(root, body, times=3, share=True, inputs={"h": ops.Identity(root, x)})["h"]


def unchanged(root: Any, x: Any) -> Any:
    return blocks.custom_gradient(root, lambda x: x, lambda x, y, dy: ops.Negate(root, dy[0]), [ops.Square(root, x)])


def a_gradient(root: Any, x: Any) -> Any:
    return blocks.add_symbolic_gradients(root, [of_itself(root, x)], [x])[0]


CUSTOM = [of_itself, with_another_tensor, of_several, used_outside, in_a_loop, unchanged, a_gradient]


@pytest.mark.parametrize("make", CUSTOM)
def test_a_custom_gradient_is_a_composite(make: Callable[[Any, Any], Any], tmp_path: Path) -> None:
    """With the same values and gradients, also where blocks inside are used outside."""
    root = blocks.Scope.new_root_scope()
    x = ops.Variable(root, [0.5, 1.0], name="x")
    y = ops.Identity(root, make(root, x), name="y")
    root.to_diagram().save(tmp_path / "x.gradblocks")
    diagram = blocks.load(tmp_path / "x.gradblocks")
    page = diagram.page("main")
    page.add("AddSymbolicGradients", id="g")
    page.wire("y.output", "g.outputs")
    page.wire("x.ref", "g.inputs")
    results = blocks.Session(diagram).run()
    wanted = blocks.ClientSession(root).run([y, *blocks.add_symbolic_gradients(root, [y], [x])])
    assert results["y.result_output"].tolist() == wanted[0].tolist()
    assert results["g.result_grad_outputs[0]"].tolist() == wanted[1].tolist()
    assert [bool(each.gradient) for each in diagram.composites][:2] == [True, False]
