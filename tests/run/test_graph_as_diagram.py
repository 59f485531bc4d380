"""A graph that a program built is a diagram with the same values, gradients and updates."""

from __future__ import annotations

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
