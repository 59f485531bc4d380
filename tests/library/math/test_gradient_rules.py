"""Gradient rules of JAX and PyTorch at ties, zeros and bounds, as `make_gradient_rules.py` recorded them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import loops, ops
from blocks.base.errors import DiagramError
from blocks.graph.gradients import UnreachableError, try_gradients
from blocks.library.index import all_types, find
from tests.library.math.checks import new

CASES: list[Any] = json.loads(Path(__file__).with_name("gradient_rules.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=[f"{name}-{rule}-{len(values)}" for name, rule, values, *_ in CASES])
def test_gradients_of_both_orders_are_the_frameworks(case: Any) -> None:
    name, rule, values, inputs, seed, first, second = case
    root = blocks.Scope.new_root_scope()
    xs = [ops.Const(root, np.asarray(each, np.float32)).as_output() for each in inputs]
    y = new(name, *xs, **values, gradient_rule=rule)
    gradients = blocks.add_symbolic_gradients(root, [y], xs, [ops.Const(root, np.asarray(seed, np.float32))])
    weights = [(1 + np.arange(x.size) % 3).reshape(x.shape) for x in map(np.asarray, inputs)]
    seeds = [ops.Const(root, each.astype(np.float32)) for each in weights]
    twice = [
        ops.ZerosLike(root, x).as_output() if isinstance(each, UnreachableError) else each
        for x, each in zip(xs, try_gradients(root, gradients, xs, seeds), strict=True)
    ]
    results = blocks.ClientSession(root).run([*gradients, *twice])
    wanted = [*first, *second]
    for result, each in zip(results, wanted, strict=True):
        np.testing.assert_allclose(result, np.asarray(each, np.float32), rtol=1e-5, atol=1e-5)


def test_all_rules_of_all_types_are_recorded() -> None:
    """What is declared was measured, and TensorFlow's rule is the default."""
    declared = {(each.name, rule) for each in all_types() for rule in each.rules}
    assert declared == {(name, rule) for name, rule, *_ in CASES}
    for name, _ in declared:
        spec = find(name)
        assert spec is not None and spec.attributes[-1].default == "tensorflow"


def test_a_rule_that_a_type_does_not_have_is_refused() -> None:
    root = blocks.Scope.new_root_scope()
    with pytest.raises(DiagramError, match="gradient_rule must be one of tensorflow, jax, pytorch, got torch"):
        ops.Maximum(root, 1.0, 2.0, gradient_rule="torch")
    with pytest.raises(DiagramError, match="has no attribute"):
        ops.Add(root, 1.0, 2.0, gradient_rule="jax")  # pyright: ignore[reportCallIssue]


def test_a_rule_holds_in_a_loop() -> None:
    """`jax.lax.scan` of the maximum so far: equal elements share, again and again."""
    root = blocks.Scope.new_root_scope()
    rows = np.array([[1, 1, 0, 1], [0, 0, 0, 0], [2, 1, 0, 2]], np.float32)
    x = ops.Const(root, rows.T)

    def step(scope: blocks.Scope, so_far: Any, x: Any) -> dict[str, Any]:
        return {"so_far": ops.Maximum(scope, so_far, x, gradient_rule="jax")}

    loop = loops.scan(root, step, over=["x"], inputs={"so_far": ops.Const(root, rows[:, 0]), "x": x})
    [gradient] = blocks.add_symbolic_gradients(root, [loop["so_far"]], [x])
    [result] = blocks.ClientSession(root).run([gradient])
    wanted = [[0.125, 0.25, 0, 0.5], [0.0625, 0.125, 0.25, 0.5], [0.25, 0, 0, 0.5]]
    np.testing.assert_array_equal(result.T, wanted)
