"""Parts of a plan: what is reused from step to step, and has its place."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import RunError
from blocks.compile import memory
from blocks.compile.plan import OPTIMISATIONS, PARTS
from blocks.graph.build import BlockType
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.ops import (
    ApplyAdam,
    ApplyFtrl,
    ApplyGradientDescent,
    ApplyMomentum,
    ApplyRMSProp,
    Assign,
    AssignAdd,
    CheckNumerics,
    Exp,
    Floor,
    Identity,
    MatMul,
    Multiply,
    Negate,
    Placeholder,
    Pow,
    RealDiv,
    Reshape,
    Sin,
    Subtract,
    Sum,
    Tanh,
    Variable,
)
from blocks.run.client import ClientSession
from blocks.testing.agreement import assert_agreement, interpreted, plan_of, planned, program

VALUE = np.random.default_rng(0).normal(size=(23, 9)).astype(np.float32)


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


@pytest.fixture
def x(root: Scope) -> Output:
    """A matrix that is fed."""
    return Placeholder(root, dtype="DT_FLOAT", shape=VALUE.shape).output


def test_an_option_that_the_engine_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="Shifted: unknown options of a block type: foldabel"):
        BlockType("Shifted", "test", "x: float -> y: float", np.negative, foldabel=True)
    with pytest.raises(ValueError, match=r"Shifted: fusion must be one of elementwise, .* got column_wise"):
        BlockType("Shifted", "test", "x: float -> y: float", np.negative, fusion="column_wise")


def test_writes_between_calls_are_seen(root: Scope, x: Output) -> None:
    v = Variable(root, np.zeros(VALUE.shape, np.float32))
    first = Exp(Negate(v))
    written = AssignAdd(v, Multiply(x, x))
    after = Exp(Negate(written))
    what = program([first, written, after], {x: VALUE}, steps=3)
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)


def test_a_result_that_is_held_is_not_written_over(root: Scope, x: Output) -> None:
    session = ClientSession(root)
    y = Exp(Negate(x))
    held = [session.run(y, {x: VALUE * n})[0] for n in range(4)]
    parts = [session.run(y, {x: VALUE * n})[0][1:] for n in range(4)]
    for n in range(4):
        expected = np.exp(-(VALUE * np.float32(n)))
        np.testing.assert_array_equal(held[n], expected)
        np.testing.assert_array_equal(parts[n], expected[1:])


def test_a_result_that_nobody_holds_gives_its_memory(root: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "WORTH_RECYCLING", 1)
    x = Placeholder(root, dtype="DT_FLOAT", shape=[4, 4])
    v = Variable(root, np.eye(4, dtype=np.float32))
    session = ClientSession(root)
    places: set[int] = set()
    written = Assign(v, MatMul(x, v))
    for n in range(1, 7):
        [product, kept] = session.run([written, v], {x: 2 * np.eye(4, dtype=np.float32)})
        np.testing.assert_array_equal(product, 2.0**n * np.eye(4))
        np.testing.assert_array_equal(kept, 2.0 ** (n - 1) * np.eye(4))
        places.add(product.ctypes.data)
        del product, kept
    assert len(places) <= 3
    assert session.run(v)[0].tolist() == (64 * np.eye(4)).tolist()


def test_small_results_that_nobody_sees_have_their_place(root: Scope) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=[3])
    y = Floor(Sin(Exp(x)))
    what = program([y], {x: [1.0, 2.0, 3.0]}, steps=2)
    plan = plan_of(what, (), ("buffers",))
    assert re.findall(r"u_(\w+)\(\w+(, b\d+)?\)", plan.source) == [("Exp", ", b0"), ("Sin", ", b0"), ("Floor", "")]
    assert_agreement(what, interpreted(what), planned(what, (), ("buffers",)), same_errors=True)


def test_what_lies_in_its_place_is_there_after_a_failure(root: Scope) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=[3])
    first = Sin(Exp(x))
    failed = CheckNumerics(root, RealDiv(first, Subtract(x, x)), message="divided")
    later = Floor(Multiply(first, Tanh(first)))
    what = program([failed, later], {x: [1.0, 2.0, 3.0]}, steps=3)
    expected = interpreted(what)
    assert all(step.errors for step in expected.steps)
    assert_agreement(what, expected, planned(what, (), ("buffers",)), same_errors=True)


def test_each_part_can_be_left_out(x: Output) -> None:
    what = program([Exp(Negate(x))], {x: VALUE})
    for name in PARTS:
        others = tuple(each for each in PARTS if each != name)
        assert_agreement(what, interpreted(what), planned(what, (), others), same_errors=True)
    assert set(PARTS) < set(OPTIMISATIONS)


def test_a_call_that_fails_in_a_part_is_named(root: Scope) -> None:
    base = Placeholder(root, dtype="DT_INT32", shape=[40]).output
    power = Pow(Multiply(base, base), base, name="bad")
    other = Exp(Variable(root, [1.0]))
    session = ClientSession(root)
    with pytest.raises(RunError, match="negative exponent") as caught:
        session.run([Negate(power), other], {base: np.arange(40, dtype=np.int32) - 3})
    assert [error.block for error in caught.value.errors] == ["bad"]
    assert caught.value.results["Exp"].tolist() == pytest.approx([np.e])


STEP = np.full((40, 40), 0.5, np.float32)


@pytest.fixture
def trained(root: Scope, monkeypatch: pytest.MonkeyPatch) -> Output:
    """A variable of ones; what tests can look at counts as large enough for memory to be used again."""
    monkeypatch.setattr(memory, "WORTH_RECYCLING", 1)
    return Variable(root, np.ones((40, 40), np.float32)).as_output()


def test_nobody_sees_that_memory_is_used_again(root: Scope, trained: Output) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=STEP.shape)
    gradient = MatMul(x, trained)
    updated = ApplyGradientDescent(trained, 1.0, gradient)
    session = ClientSession(root)
    fetches = [trained, updated, Identity(updated), Sum(updated, [0, 1])]
    held = [session.run(fetches, {x: STEP}) for _ in range(3)]
    session.run([], {x: STEP}, [updated])
    session.run([], {x: STEP}, [updated])
    for turn, (before, after, same, seen) in enumerate(held, 1):
        # x v is 20 v, as all elements of v are equal: v becomes -19 v
        assert (before == (-19.0) ** (turn - 1)).all(), "the value at the start of the step is as it was"
        assert (after == (-19.0) ** turn).all()
        assert (same == after).all()
        assert seen == pytest.approx(1600 * (-19.0) ** turn)


def test_a_gradient_that_somebody_sees_is_not_written_over(root: Scope, trained: Output) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=STEP.shape)
    gradient = MatMul(x, trained).as_output()
    view = Reshape(gradient, [1600])
    updated = ApplyGradientDescent(trained, 1.0, gradient)
    below = Negate(root.with_control_dependencies([updated]), view)
    what = program([gradient, view, below, updated], {x: STEP}, steps=3)
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)
    [result, *_] = ClientSession(root).run([gradient, below], {x: STEP})
    assert (result == 20).all()


def test_a_step_that_fails_behind_an_update_changes_nothing_that_was_seen(root: Scope, trained: Output) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=STEP.shape)
    updated = ApplyGradientDescent(trained, 1.0, MatMul(x, trained))
    checked = CheckNumerics(root.with_control_dependencies([updated]), RealDiv(x, Sum(x, [0, 1])), message="sum")
    what = program([checked, trained], {x: STEP * 0}, steps=2)
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)
    session = ClientSession(root)
    start = session.run(trained)[0]
    with pytest.raises(RunError, match="sum"):
        session.run([checked], {x: STEP * 0})
    assert (start == 1).all()


@pytest.mark.parametrize("look_ahead", [False, True])
@pytest.mark.parametrize(
    ("rule", "slots", "before", "after"),
    [
        (ApplyMomentum, 1, [0.1], [0.9]),
        (ApplyAdam, 2, [0.5, 0.25, 0.1, 0.9, 0.8, 1e-3], []),
        (ApplyRMSProp, 2, [0.1, 0.9, 0.5, 1e-3], []),
        (ApplyFtrl, 2, [], [0.1, 0.01, 0.01, -0.5]),
    ],
)
def test_rules_with_slots_use_memory_again(
    root: Scope, trained: Output, rule: Any, slots: int, before: list[float], after: list[float], look_ahead: bool
) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=STEP.shape)
    more = [Variable(root, np.full(STEP.shape, 0.25, np.float32)) for _ in range(slots)]
    gradient = MatMul(x, trained)
    flags = {"use_nesterov": look_ahead} if rule in (ApplyMomentum, ApplyAdam) else {"use_locking": look_ahead}
    updated = rule(trained, *more, *before, gradient, *after, **flags)
    what = program([updated, trained, *more], {x: STEP}, steps=4)
    expected = interpreted(what)
    assert_agreement(what, expected, planned(what, ()), same_errors=True)
    session = ClientSession(root)
    held = [session.run([updated, trained, *more], {x: STEP}) for _ in range(4)]
    for step, results in zip(expected.steps, held, strict=True):
        for want, got in zip(step.outputs, results, strict=True):
            np.testing.assert_array_equal(got, want)
