"""The generated program: what stands in it, what it frees and reuses, and what happens when a node fails."""

from __future__ import annotations

import re
import weakref
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import RunError
from blocks.base.types import Array
from blocks.compile import plan as plan_module
from blocks.compile.dispatch import quiet
from blocks.compile.plan import Plan
from blocks.compile.rewrite import Goal, output_key
from blocks.compile.source import batched_calls, function_source
from blocks.graph.build import BlockType
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.library.index import basic
from blocks.ops import (
    Add,
    AddN,
    Assign,
    AssignAdd,
    CheckNumerics,
    Const,
    Exp,
    Gather,
    MatMul,
    Multiply,
    Negate,
    Placeholder,
    RealDiv,
    Reshape,
    Sigmoid,
    Sin,
    Split,
    Square,
    Sum,
    Tanh,
    Transpose,
    Variable,
)
from blocks.run.client import ClientSession
from blocks.run.steps.step_context import StepStreams
from blocks.testing.agreement import assert_agreement, interpreted, plan_of, planned, program

LARGE = (64, 64)
VALUE = np.linspace(-1, 1, 64 * 64, dtype=np.float32).reshape(LARGE)


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


@pytest.fixture
def x(root: Scope) -> Output:
    """A large matrix that is fed."""
    return Placeholder(root, dtype="DT_FLOAT", shape=LARGE).output


# -- the source --------------------------------------------------------------------------------------------------------


def test_the_source_is_one_line_per_node(root: Scope, x: Output) -> None:
    y = Sum(Multiply(Exp(x), 2.0), [0])
    plan = plan_of(program([y], {x: VALUE}))
    lines = [line.strip() for line in plan.source.splitlines()[1:]]
    calls = [line for line in lines if "(" in line and not line.startswith("return")]
    assert len(calls) == 3
    assert re.fullmatch(r"v\d+ = u_Exp\(v\d+\)", calls[0])


def test_the_shown_source_names_blocks_and_the_run_one_none(root: Scope) -> None:
    name = "x') or __import__('os') #\u2028"
    p = Placeholder(root, dtype="DT_FLOAT", name="p")
    y = Exp(p, name=name)
    plan = plan_of(program([y], {p: 1.0}))
    assert repr(name) in str(plan) and "Exp" in str(plan)
    assert name not in plan.source and "import" not in plan.source
    words = {word for word in re.findall(r"[^\W\d]\w*", plan.source) if not re.fullmatch(r"[vck]\d+", word)}
    assert words == {"def", "step", "cells", "feeds", "streams", "return", "u_Exp"}
    assert plan.namespace["__builtins__"] == {}


def test_types_of_one_name_from_several_packages_keep_apart(x: Output) -> None:
    """As ufuncs they have names of their own in the source."""
    one, other = (
        BlockType(f"{package}:Shifted", package, "x: float -> y: float", kernel, ufunc=True)
        for package, kernel in (("one", np.negative), ("other", np.square))
    )
    what = program([one(other(x)), other(one(Exp(x)))], {x: VALUE})
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)


# -- memory ------------------------------------------------------------------------------------------------------------


def test_dead_values_are_freed(x: Output) -> None:
    y = MatMul(MatMul(x, x), x)
    z = Sum(MatMul(y, y), [0, 1])
    plan = plan_of(program([z], {x: VALUE}))
    assert len(re.findall(r"del v\d+", plan.source)) == 3


def test_a_dead_value_is_gone_before_the_next_call(x: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[int] = []
    refs: list[Any] = []

    def watched(a: Array, b: Array, **_: Any) -> Array:
        alive.append(sum(ref() is not None for ref in refs))
        result = a + b
        refs.append(weakref.ref(result))
        return result

    y = MatMul(x, x)
    for _ in range(4):
        y = MatMul(y, y)
    monkeypatch.setattr(MatMul, "kernel", watched)
    plan = plan_of(program([Sum(y, [0, 1])], {x: VALUE}), parts=("recycle",))
    plan.run({}, [VALUE], StepStreams(0, 0))
    assert alive == [0, 1, 1, 1, 1]


def test_small_values_are_left_until_the_end(root: Scope) -> None:
    p = Placeholder(root, dtype="DT_FLOAT", shape=[3])
    plan = plan_of(program([Sum(Exp(Negate(p)), [0])], {p: [1.0, 2.0, 3.0]}))
    assert "del" not in plan.source


def test_what_is_not_the_plans_own_is_never_written_over(root: Scope, x: Output) -> None:
    v = Variable(root, VALUE)
    c = Const(root, VALUE)
    waiting = Const(root.with_control_dependencies([x.op]), VALUE)
    for operand in (x, v, c):
        what = program([Exp(operand), operand], {x: VALUE})
        assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)
    results = ClientSession(root).run([Exp(waiting), waiting], {x: VALUE})
    assert results[1].tobytes() == VALUE.tobytes()


def test_a_view_keeps_the_memory_that_it_shows(x: Output) -> None:
    y = Exp(x)
    view = Transpose(y, [1, 0])
    what = program([Sum(Add(Negate(y), view), [0]), view], {x: VALUE})
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)


def test_what_a_variable_was_given_is_kept(root: Scope, x: Output) -> None:
    v = Variable(root, np.zeros(LARGE, np.float32))
    y = Exp(x)
    written = Assign(v, Reshape(y, list(LARGE)))
    what = program([Negate(y)], {x: VALUE}, steps=2, targets=[written])
    plan = planned(what)
    assert_agreement(what, interpreted(what), plan, same_errors=True)
    assert plan.cells[1]["Variable"].tobytes() == np.exp(VALUE).tobytes()


def test_outputs_of_a_list_are_their_own(x: Output) -> None:
    halves = Split(0, Exp(x), num_split=2)
    what = program([Negate(halves.outputs[0]), Negate(halves.outputs[1]), halves.outputs[0]], {x: VALUE})
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)


def test_results_lie_in_memory_as_without_recycling(root: Scope, x: Output) -> None:
    """What is added up in another order is another number: a sum over a transposed result, for instance."""
    rng = np.random.default_rng(0)
    other = Placeholder(root, dtype="DT_FLOAT", shape=LARGE)
    y = Add(Square(Transpose(x, [1, 0])), Exp(other))
    feeds: dict[Operand, Any] = {x: rng.normal(size=LARGE), other: rng.normal(size=LARGE)}
    what = program([Sum(y, [0]), Sum(y, [1]), Sum(y, [0, 1])], feeds)
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)


def test_results_of_earlier_steps_do_not_change(root: Scope, x: Output) -> None:
    v = Variable(root, np.zeros(LARGE, np.float32))
    y = Add(Exp(x), v)
    written = AssignAdd(v, Sigmoid(y))
    session = ClientSession(root)
    results: list[tuple[Array, bytes]] = []
    for step in range(4):
        results += [(array, array.tobytes()) for array in session.run([y, written, v], {x: VALUE * step})]
    assert all(array.tobytes() == content for array, content in results)


def test_a_fed_array_is_copied(root: Scope, x: Output) -> None:
    v = Variable(root, np.zeros(LARGE, np.float32))
    session = ClientSession(root)
    mine = VALUE.copy()
    [result] = session.run([Assign(v, x)], {x: mine})
    mine[:] = 7
    assert session.run(v)[0].tobytes() == result.tobytes() == VALUE.tobytes()


# -- failures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("passes", [(), ("simplify", "fold", "merge")])
def test_the_rest_of_a_step_runs_when_a_node_fails(root: Scope, x: Output, passes: tuple[str, ...]) -> None:
    first = Exp(x)
    bad = CheckNumerics(RealDiv(first, 0.0), message="bad", name="bad")
    after = Negate(Tanh(bad), name="after")
    v = Variable(root, [1.0])
    other = Sum(Multiply(first, 2.0), [0, 1])
    written = AssignAdd(v, [1.0])
    not_written = AssignAdd(Variable(root, np.zeros(LARGE, np.float32)), after)
    what = program([first, bad, after, other, written, not_written], {x: VALUE}, steps=2)
    plan = planned(what, passes)
    assert_agreement(what, interpreted(what), plan, same_errors=True)
    for step in plan.steps:
        assert [value is None for value in step.outputs] == [False, True, True, False, False, True]
        assert [error.block for error in step.errors] == ["bad"]
    assert plan.cells[1]["Variable"].tolist() == [3]


def test_several_failures_are_all_told(root: Scope) -> None:
    i = Placeholder(root, dtype="DT_INT32")
    calls = [Gather(root, [float(n)], i, name=f"g{n}") for n in range(3)]
    fine = Add(i, 1)
    with pytest.raises(RunError) as caught:
        ClientSession(root).run([*calls, fine], {i: 5})
    assert [error.block for error in caught.value.errors] == ["g0", "g1", "g2"]
    assert caught.value.results["Add"] == 6


def test_what_waits_for_a_failure_does_not_run(root: Scope) -> None:
    p = Placeholder(root, dtype="DT_FLOAT")
    checked = CheckNumerics(p, message="not finite")
    guarded = root.with_control_dependencies([checked])
    v = Variable(root, [1.0])
    written = Assign(guarded, v, [2.0])
    later = Add(root.with_control_dependencies([written]), [1.0], [1.0])
    session = ClientSession(root)
    for passes in ((), ("merge",)):
        session = ClientSession(root, passes=passes)
        with pytest.raises(RunError) as caught:
            session.run([written, later], {p: np.nan})
        assert len(caught.value.errors) == 1
        assert caught.value.results == {"Assign": None, "Add": None}
        assert session.run(v)[0].tolist() == [1]
        assert session.run([written, later], {p: 0.0})[0].tolist() == [2]


def test_a_variable_without_a_value_is_told(root: Scope) -> None:
    v = Variable(root, dtype="DT_FLOAT", shape=[2], name="weights")
    session = ClientSession(root)
    with pytest.raises(RunError, match="'weights' has no value yet"):
        session.run(v)
    with pytest.raises(RunError, match="'weights' has no value yet"):
        session.run(Assign(v, v))
    with pytest.raises(RunError, match="'weights' has no value yet"):
        session.run(AssignAdd(v, [1.0, 1.0]))
    session.run(Assign(v, [1.0, 2.0]))
    assert session.run(Exp(v))[0].shape == (2,)


def test_a_result_too_large_is_refused_before_it_is_made(root: Scope, x: Output) -> None:
    session = ClientSession(root, memory=VALUE.nbytes)
    y = AddN([x, x])
    assert session.run(y, {x: VALUE})[0].nbytes == VALUE.nbytes
    session = ClientSession(root, memory=VALUE.nbytes - 1)
    for call in (y, Exp(x), MatMul(x, x)):
        with pytest.raises(RunError, match="the result \\[64,64\\] would take 16,384 bytes; the limit is 16,383"):
            session.run(call, {x: VALUE})


# -- the cache ---------------------------------------------------------------------------------------------------------


def test_a_plan_is_made_once_for_fetches_and_shapes(root: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    goals: list[Goal] = []
    real = plan_module.Plan.__init__

    def counted(self: Plan, graph: Any, goal: Goal, *args: Any, **options: Any) -> None:
        goals.append(goal)
        real(self, graph, goal, *args, **options)

    monkeypatch.setattr(plan_module.Plan, "__init__", counted)
    p = Placeholder(root, dtype="DT_FLOAT")
    v = Variable(root, [1.0, 2.0])
    y, z = Multiply(p, v), Assign(v, [3.0, 4.0])
    session = ClientSession(root)
    for _ in range(3):
        session.run(y, {p: 1.0})
        session.run(y, {p: 2.0})
    assert len(goals) == 1
    session.run(y, {p: [1.0, 2.0]})
    assert len(goals) == 2
    session.run([y, z], {p: 1.0})
    session.run(y, {p: 1.0})
    assert len(goals) == 3, "a write that keeps the shape makes no new plan"
    assert session.run(y, {p: 1.0})[0].tolist() == [3, 4]


def test_the_plan_is_right_when_a_variable_has_another_shape(root: Scope) -> None:
    v = Variable(root, [1.0, 2.0])
    y = Sum(Exp(v), [0])
    session = ClientSession(root)
    session.run(y)
    session.run(Assign(v, [1.0, 2.0, 3.0], validate_shape=False))
    np.testing.assert_allclose(session.run(y)[0], np.exp([1.0, 2.0, 3.0]).sum(), rtol=1e-6)


def test_numpy_says_nothing(root: Scope) -> None:
    with quiet(), np.errstate():
        assert np.isinf(ClientSession(root).run(RealDiv(root, [1.0], 0.0))[0]).all()


# -- long programs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("longest", [1, 2, 5])
def test_a_long_program_is_several_functions(
    root: Scope, x: Output, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failure nothing of an earlier step is taken for a value of this one."""
    monkeypatch.setattr(function_source, "LONGEST", longest)
    i, v = Placeholder(root, dtype="DT_INT32", shape=[]), Variable(root, [1.0, 2.0])
    first = Exp(x)
    picked = Gather(v, i, name="picked")
    fetches = [Add(Tanh(picked), 1.0), Sum(Multiply(first, 2.0), [0, 1]), AssignAdd(v, [1.0, 1.0]), Negate(first)]
    what = program(fetches, {x: VALUE, i: 0})
    steps = [what.feeds[0], {**what.feeds[0], output_key(i.output): np.int32(7)}, what.feeds[0]]
    what = what._replace(feeds=steps)
    outcome = planned(what)
    assert_agreement(what, interpreted(what), outcome, same_errors=True)
    assert [[value is None for value in step.outputs] for step in outcome.steps] == [
        [False] * 4, [True, False, False, False], [False] * 4,
    ]  # fmt: skip
    plan = plan_of(what)
    assert plan.source.count("def step") > 2
    assert "# Exp 'Exp'" in str(plan)


# -- lists -------------------------------------------------------------------------------------------------------------


def chain(x: Operand, length: int) -> list[Operand]:
    """Some small calls, each of the one before."""
    operands = [x]
    for i in range(length):
        operands.append(Multiply(Sin(operands[-1]), 0.5) if i % 2 else Add(operands[-1], x))
    return operands


@pytest.mark.parametrize("shape", [[], [3]])
def test_a_long_program_of_small_calls_has_no_line_for_each_of_them(
    root: Scope, shape: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was handed out stays as it was when the next step is run."""
    monkeypatch.setattr(batched_calls, "LONG", 10)
    v = Variable(root, np.full(shape, 0.25))
    calls = chain(v, 30)
    what = program([calls[-1], *calls[::3], v, Reshape(calls[6], [-1]), AssignAdd(v, calls[-1])], steps=3)
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)
    plan = plan_of(what)
    assert plan.source.count("u_Sin") < 2 and plan.source.count("    calls_") < 5
    assert str(plan).count("# Sin ") == 15


def test_what_does_not_depend_on_a_call_of_a_list_that_fails_is_computed(
    root: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batched_calls, "LONG", 10)
    refuses_floats = BlockType("Invert", "test", "x: float -> y: float", np.invert, ufunc=True, basic=basic)
    v = Variable(root, [1.0, 2.0])
    first = chain(v, 8)
    failing = refuses_floats(first[-1])
    after = chain(v, 9)
    fetches = [first[3], first[-1], failing, Negate(failing), after[-1], AssignAdd(v, after[-1])]
    what = program(fetches, steps=2)
    plan = planned(what)
    assert_agreement(what, interpreted(what), plan, same_errors=True)
    assert [[value is None for value in step.outputs] for step in plan.steps] == [
        [False, False, True, True, False, False]
    ] * 2
    assert "    calls_" in plan_of(what).source


# -- the first step ----------------------------------------------------------------------------------------------------


def test_a_small_first_step_is_interpreted_and_gives_the_same(root: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Plan] = []
    real = Plan.write

    def noted(self: Plan) -> None:
        written.append(self)
        real(self)

    monkeypatch.setattr(Plan, "write", noted)
    v = Variable(root, [1.0, 2.0])
    fetches = [Sum(Multiply(Tanh(v), v), [0]), AssignAdd(v, [0.5, -3.0])]
    session, other = ClientSession(root), ClientSession(root, passes=())
    first = session.run(fetches)
    assert not written
    assert [each.tobytes() for each in first] == [each.tobytes() for each in other.run(fetches)]
    second = session.run(fetches)
    assert written
    assert [each.tobytes() for each in second] == [each.tobytes() for each in other.run(fetches)]


def test_a_failure_in_the_first_step_is_told_as_in_the_next(root: Scope) -> None:
    p = Placeholder(root, dtype="DT_INT32", shape=[])
    session = ClientSession(root)
    call = Gather(root, [1.0, 2.0], p, name="mine")
    told: list[list[str]] = []
    for _ in range(2):
        with pytest.raises(RunError) as caught:
            session.run(call, {p: 7})
        told.append([str(error) for error in caught.value.errors])
    assert told[0] == told[1] and len(told[0]) == 1
