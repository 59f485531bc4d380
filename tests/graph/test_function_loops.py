"""Loops over Python functions, by hand calculation and as NumPy writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import loops, ops
from blocks.base.errors import DiagramError


def test_a_function_is_run_with_a_variable_of_its_own_for_each_round() -> None:
    root = blocks.Scope.new_root_scope()

    def layer(scope: blocks.Scope, h: Any) -> Mapping[str, Any]:
        w = ops.Variable(scope, [2.0, 3.0], name="w")
        return {"h": ops.Multiply(scope, h, w)}

    h = ops.Const(root, [1.0, 1.0])
    loop = loops.repeat(root, layer, "stack", times=3, inputs={"h": h})
    variables = [node.name for node in root.graph.nodes if node.type.variable]
    assert variables == ["stack/0/w", "stack/1/w", "stack/2/w"]
    total = ops.Sum(root, loop["h"], [0])
    parameters = [node for node in root.graph.nodes if node.type.variable]
    gradients = blocks.add_symbolic_gradients(root, [total], [h, parameters[1]])
    results = blocks.ClientSession(root).run([loop["h"], *gradients])
    assert [each.tolist() for each in results] == [[8.0, 27.0], [8.0, 27.0], [4.0, 9.0]]


def test_a_while_counts_its_rounds_and_a_scan_stacks() -> None:
    root = blocks.Scope.new_root_scope()

    def is_small(scope: blocks.Scope, x: Any, limit: Any) -> Mapping[str, Any]:
        return {"more": ops.Less(scope, x, limit)}

    def double(scope: blocks.Scope, x: Any) -> Mapping[str, Any]:
        return {"x": ops.Add(scope, x, x)}

    def add_up(scope: blocks.Scope, x: Any, total: Any) -> Mapping[str, Any]:
        after = ops.Add(scope, total, x)
        return {"total": after, "so_far": after}

    loop = loops.while_loop(
        root,
        is_small,
        double,
        of_condition=["x", "limit"],
        of_body=["x"],
        inputs={"x": ops.Const(root, 1.0), "limit": ops.Const(root, 100.0)},
    )
    xs = np.arange(6, dtype=np.float32).reshape(3, 2)
    sums = loops.scan(
        root,
        add_up,
        over=["x"],
        inputs={"x": ops.Const(root, xs), "total": ops.Const(root, np.zeros(2, np.float32))},
    )
    x, rounds, stacked = blocks.ClientSession(root).run([loop["x"], loop["rounds"], sums["so_far"]])
    assert (float(x), int(rounds)) == (128.0, 7)
    np.testing.assert_array_equal(stacked, np.cumsum(xs, axis=0))


def test_what_changes_from_round_to_round_is_named() -> None:
    root = blocks.Scope.new_root_scope()

    def add_up(scope: blocks.Scope, h: Any) -> Mapping[str, Any]:
        return {"h": ops.Sum(scope, h, [0], keep_dims=True)}

    with pytest.raises(
        DiagramError,
        match="h must keep its dtype and shape: it is float32\\[2\\] before iteration 0 and float32\\[1\\] after it",
    ):
        loops.repeat(root, add_up, times=2, inputs={"h": ops.Const(root, [1.0, 2.0])})


def test_functions_write_variables_of_their_own_and_those_that_they_are_given() -> None:
    root = blocks.Scope.new_root_scope()
    total = ops.Variable(root, 10.0, name="total")

    def add_up(scope: blocks.Scope, x: Any, total: Any) -> Mapping[str, Any]:
        own = ops.Variable(scope, 0.0, name="own")
        after = ops.AssignAdd(scope, total, x)
        ops.AssignAdd(scope, own, after)
        return {"seen": ops.Identity(scope, own), "after": after}

    def kept(scope: blocks.Scope, total: Any) -> Mapping[str, Any]:
        return {"y": ops.Identity(scope, total)}

    def halved(scope: blocks.Scope, total: Any) -> Mapping[str, Any]:
        return {"y": ops.Assign(scope, total, ops.Multiply(scope, total, 0.5))}

    xs = ops.Const(root, [1.0, 2.0, 3.0])
    loop = loops.scan(root, add_up, over=["x"], inputs={"x": xs, "total": total})
    large = ops.Greater(root, ops.Sum(root, loop["after"], [0]), 40.0)
    side = loops.cond(root, large, halved, kept, inputs={"total": total})
    client = blocks.ClientSession(root)
    for after, seen, y in (([11, 13, 16], [0, 11, 24], 16), ([17, 19, 22], [40, 57, 76], 11)):
        results = client.run([loop["after"], loop["seen"], side["y"]])
        assert [each.tolist() for each in results] == [after, seen, y]
    with pytest.raises(DiagramError, match="AssignAdd cannot be inside Map: it writes a variable"):
        loops.map_over(root, add_up, over=["x"], inputs={"x": xs, "total": total})
