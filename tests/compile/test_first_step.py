"""First steps that are interpreted as the graph is, and the programs that are made for further ones."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from blocks import ops
from blocks.base.budget import Memory
from blocks.compile import first_step
from blocks.compile.backends import Backend
from blocks.compile.first_step import small_step
from blocks.compile.passes import Fed
from blocks.compile.plan import OPTIMISATIONS, PROFILE
from blocks.compile.rewrite import Goal, output_key
from blocks.graph.graph import Output, Owner
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession
from blocks.testing.agreement import Program, assert_agreement, interpreted, run_late
from tests.compile.random_graphs import programs


@given(programs(steps=2))
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_steps_give_what_the_interpreter_gives(what: Program) -> None:
    assert_agreement(what, interpreted(what), run_late(what), same_errors=False)


def test_a_graph_that_runs_once_is_brought_into_no_other_form() -> None:
    root = Scope.new_root_scope()
    x = ops.Const(root, [1.0, 2.0]).as_output()
    session = ClientSession(root)
    with mock.patch.object(first_step, "make_plan", side_effect=AssertionError("a plan is made")):
        [result] = session.run([ops.Exp(root, x * 1.0)])
    np.testing.assert_array_equal(result, np.exp(np.array([1, 2], np.float32)))


def test_further_steps_run_by_the_plan() -> None:
    root = Scope.new_root_scope()
    v = ops.Variable(root, np.float32(1))
    add = ops.AssignAdd(root, v, np.float32(2)).as_output()
    session = ClientSession(root)
    np.testing.assert_array_equal([session.run([add])[0] for _ in range(3)], [3, 5, 7])
    assert session.plan(Goal([add]), {}).written


def test_a_plan_that_somebody_asked_for_runs_the_first_step_too() -> None:
    root = Scope.new_root_scope()
    y = ops.Exp(root, ops.Const(root, [1.0])).as_output()
    session = ClientSession(root)
    plan = session.plan(Goal([y]), {})
    with (
        mock.patch.object(type(plan), "run", side_effect=AssertionError("the plan runs")),
        pytest.raises(AssertionError),
    ):
        session.run([y])


def _large(root: Scope) -> Output:
    return ops.Exp(root, ops.Const(root, np.ones(1 << 15, np.float32))).as_output()


def _uncertain(root: Scope) -> Output:
    return ops.Exp(root, ops.Placeholder(root, dtype="DT_FLOAT")).as_output()


def _branching(root: Scope) -> Output:
    return ops.Switch(root, ops.Const(root, 1.0), ops.Const(root, True)).output_true


def _reshaped(root: Scope) -> Output:
    v = ops.Variable(root, np.ones(2, np.float32))
    return ops.Assign(root, v, np.ones(3, np.float32), validate_shape=False).as_output()


@pytest.mark.parametrize("make", [_large, _uncertain, _branching, _reshaped])
def test_what_needs_a_plan_in_its_first_step(make: Callable[[Scope], Output]) -> None:
    output = make(Scope.new_root_scope())
    assert small_step(output.op.graph, Goal([output]), {}, {}, 1 << 24) is None


def test_effects_of_an_interpreted_step_keep_their_order() -> None:
    root = Scope.new_root_scope()
    v = ops.Variable(root, np.float32(1))
    first, second = Scope(root.graph, owner=Owner("a", 1)), Scope(root.graph, owner=Owner("b", 0))
    doubled = ops.Assign(first, v, ops.Multiply(root, v, np.float32(2)))
    added = ops.AssignAdd(second, v, np.float32(3))
    goal = Goal([doubled.as_output(), added.as_output()])
    step = small_step(root.graph, goal, {}, {}, 1 << 24)
    assert step is not None and step.effects == 2
    assert small_step(root.graph, goal, {}, {}, 15) is None  # its values would take more
    result = ClientSession(root).run(goal.outputs)
    session = ClientSession(root)
    session.plan(goal, {}).write()
    assert result == session.run(goal.outputs) == [2, 4]


def test_what_is_fed_and_variables_of_another_shape_need_a_plan() -> None:
    root = Scope.new_root_scope()
    v = ops.Variable(root, np.ones(2, np.float32)).as_output()
    y = ops.Exp(root, v).as_output()
    goal = Goal([y])
    number = v.op.number
    assert small_step(root.graph, goal, {}, {number: (2,)}, 1 << 24) is not None
    assert small_step(root.graph, goal, {}, {number: (3,)}, 1 << 24) is None
    assert small_step(root.graph, goal, {output_key(v): Fed(v.dtype, (2,))}, {number: (2,)}, 1 << 24) is None


def test_a_profile_and_other_backends_measure_and_run_plans() -> None:
    class Other(Backend):
        interprets = False

    root = Scope.new_root_scope()
    y = ops.Exp(root, ops.Const(root, [1.0])).as_output()
    for passes, backend in (((*OPTIMISATIONS, PROFILE), Backend()), (OPTIMISATIONS, Other())):
        with mock.patch.object(first_step, "interpret", side_effect=AssertionError("it is interpreted")):
            late = first_step.late_plan(root.graph, Goal([y]), {}, {}, Memory.of(), passes, backend)
            late.plan.write()
            [output] = late.run({}, [], mock.Mock()).outputs
        np.testing.assert_array_equal(output, np.exp(np.ones(1, np.float32)))
