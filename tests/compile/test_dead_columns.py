"""Columns of matrix products that nobody reads are not computed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from blocks.base.budget import Memory
from blocks.compile.loops.dead_columns import drop_dead_columns
from blocks.compile.passes import Fed
from blocks.compile.plan import make_plan
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.verify import verify
from blocks.ops import Exp, MatMul, Placeholder, SplitV
from blocks.run.steps.step_context import StepStreams

A, B = (np.random.default_rng(i).normal(size=(3, 4)) for i in range(2))
SIZES = (1, 2, 1)


@pytest.mark.parametrize("axis", [1, -1])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("read", "whole", "columns"),
    [((1,), False, 2), ((2,), False, 1), ((0, 1), False, 4), ((0,), True, 4)],
)
def test_only_what_is_read_is_multiplied(
    read: Sequence[int], whole: bool, columns: int, turned: bool, axis: int
) -> None:
    root = Scope.new_root_scope()
    left, right = A.T, B if not turned else B.T
    a, b = (Placeholder(root, dtype="DT_DOUBLE", shape=list(each.shape)).as_output() for each in (left, right))
    product = MatMul(a, b, transpose_b=turned).as_output()
    parts = SplitV(product, np.array(SIZES), axis, num_split=3).outputs
    wanted: list[Output] = [Exp(parts[i]).as_output() for i in read] + [parts[i] for i in read] + [product] * whole
    feeds = {output_key(each): Fed(each.dtype, each.shape) for each in (a, b)}
    plan = make_plan(root.graph, Goal(wanted), feeds, {}, memory=Memory.of(), last=drop_dead_columns)
    verify(plan.graph)
    [multiplied] = [node for node in plan.graph.nodes if node.type is MatMul]
    assert multiplied.outputs[0].shape == (4, columns)
    outputs = plan.run({}, [left, right], StepStreams(0, 0)).outputs
    cut = np.split(A.T @ B, np.cumsum(SIZES)[:-1], 1)
    expected = [np.exp(cut[i]) for i in read] + [cut[i] for i in read] + [A.T @ B] * whole
    for value, each in zip(outputs, expected, strict=True):
        np.testing.assert_allclose(value, each, rtol=1e-12)
