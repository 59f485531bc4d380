"""Parts of a plan: what runs together in chunks, what is reused from step to step, what is measured."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import RunError
from blocks.base.types import Array
from blocks.compile import chunks, fuse, memory
from blocks.compile.plan import OPTIMISATIONS, PARTS, Plan
from blocks.graph.build import BlockType
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.ops import (
    AddN,
    ApplyAdam,
    ApplyFtrl,
    ApplyGradientDescent,
    ApplyMomentum,
    ApplyRMSProp,
    Assign,
    AssignAdd,
    AvgPool,
    BiasAdd,
    BroadcastTo,
    Cast,
    CheckNumerics,
    Exp,
    Floor,
    Identity,
    MatMul,
    Max,
    MaxPool,
    Multiply,
    Negate,
    Placeholder,
    Pow,
    RealDiv,
    Relu,
    Reshape,
    Sin,
    Softmax,
    StopGradient,
    Subtract,
    Sum,
    Tanh,
    Transpose,
    Variable,
)
from blocks.run.client import ClientSession
from blocks.testing.agreement import assert_agreement, interpreted, plan_of, planned, program

ROWS, COLUMNS = 23, 9
VALUE = np.random.default_rng(0).normal(size=(ROWS, COLUMNS)).astype(np.float32)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test can look at counts as large; chunks of a few rows, the last one shorter."""
    monkeypatch.setattr(fuse, "SMALLEST", 1)
    monkeypatch.setattr(chunks, "CHUNK", 5 * COLUMNS)


@pytest.fixture
def root() -> Scope:
    """An empty graph."""
    return Scope.new_root_scope()


@pytest.fixture
def x(root: Scope) -> Output:
    """A matrix that is fed."""
    return Placeholder(root, dtype="DT_FLOAT", shape=VALUE.shape).output


def fused(plan: Plan) -> list[int]:
    """How many calls each part of a plan makes."""
    return [part.group.length for part in plan.parts.values()]


def agrees(fetches: list[Any], feeds: dict[Operand, Any]) -> Plan:
    """The plan of a program, which gives what the interpreter gives, bit for bit."""
    what = program(fetches, feeds)
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)
    return plan_of(what)


def test_a_softmax_and_its_gradient_are_one_part(x: Output) -> None:
    e = Exp(Subtract(x, StopGradient(Max(x, [1], keep_dims=True))))
    y = RealDiv(e, Sum(e, [1], keep_dims=True)).as_output()
    plan = agrees([y, *add_symbolic_gradients(Scope(x.graph), [y], [x])], {x: VALUE})
    assert len(fused(plan)) == 1
    assert re.findall(r"k\d+\(", plan.source.split("def part")[0]) == [], "nothing runs outside of it"


def test_the_source_of_a_part_is_a_line_per_call(x: Output) -> None:
    plan = agrees([Tanh(Multiply(Exp(x), x))], {x: VALUE})
    _, part = plan.source.split("def part")
    calls = [line.strip() for line in part.splitlines() if "u_" in line]
    assert [re.findall(r"u_(\w+)", line) for line in calls] == [["Exp"], ["Multiply"], ["Tanh"]]
    assert "Tanh 'Tanh'" in str(plan)


@pytest.mark.parametrize(("trait", "calls"), [({"fusion": "elementwise"}, [3]), ({}, [])])
def test_a_type_from_outside_is_fused_if_its_declaration_says_so(
    x: Output, trait: dict[str, Any], calls: list[int]
) -> None:
    def kernel(x: Array) -> Array:
        return x + np.float32(1)

    shifted = BlockType("Shifted", "test", "x: float -> y: float", kernel, broadcasts=True, **trait)
    assert fused(agrees([Floor(shifted(Negate(x)))], {x: VALUE})) == calls


def test_an_option_that_the_engine_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="Shifted: unknown options of a block type: foldabel"):
        BlockType("Shifted", "test", "x: float -> y: float", np.negative, foldabel=True)
    with pytest.raises(ValueError, match=r"Shifted: fusion must be one of elementwise, .* got column_wise"):
        BlockType("Shifted", "test", "x: float -> y: float", np.negative, fusion="column_wise")


def places(plan: Plan) -> list[str]:
    """Where the calls of the only part of a plan put their results, in order."""
    _, part = plan.source.split("def part")
    return [re.sub(r"\d", "", place) for place in re.findall(r"u_\w+\(.*?([rb]\d+)\)", part)]


def test_what_passes_lies_in_a_result_that_is_not_made_yet(x: Output) -> None:
    assert places(agrees([Tanh(Multiply(Exp(x), x))], {x: VALUE})) == ["r", "r", "r"]
    e = Exp(x)
    first, second, third = Tanh(e), Sin(e), Negate(e)
    plan = agrees([first, second, third], {x: VALUE})
    in_source = [re.findall(rf"u_{name}\(.*?(r\d+)\)", plan.source) for name in ("Exp", "Tanh", "Sin", "Negate")]
    assert in_source[0] == in_source[3], "the last one that reads it writes there"
    assert places(agrees([Tanh(e), Sum(Sin(Negate(x)), [1])], {x: VALUE})) == ["r", "r", "b", "b"], "rows fit in no sum"
    assert places(agrees([AddN([Exp(x), e, Sin(x), Negate(x)])], {x: VALUE})).count("b") == 3, "a sum of many adds up"


def test_rows_are_not_added_up_across(x: Output) -> None:
    e = Negate(x)
    assert fused(agrees([Sum(e, [0]), Sum(e, [0, 1])], {x: VALUE})) == []
    assert fused(agrees([Sum(e, [1])], {x: VALUE})) == [2]


def test_a_square_of_rows_spread_over_columns(root: Scope) -> None:
    """A vector as long as the matrix is high goes with its columns, not its rows."""
    square = VALUE[:COLUMNS]
    x = Placeholder(root, dtype="DT_FLOAT", shape=square.shape).output
    row_sums = Sum(Exp(x), [1])
    agrees([Multiply(Exp(x), row_sums), Sin(Negate(row_sums))], {x: square})


@pytest.mark.parametrize(("rows", "limit", "threads", "expected"), [(64, 41, 2, 32), (23, 5, 2, 4), (3, 5, 8, 1)])
def test_threads_get_equal_shares(
    monkeypatch: pytest.MonkeyPatch, rows: int, limit: int, threads: int, expected: int
) -> None:
    monkeypatch.setattr(chunks, "CHUNK", limit)
    monkeypatch.setattr(chunks, "thread_count", lambda: threads)

    def nothing(*_values: Any) -> None: ...

    assert chunks.Chunked(nothing, nothing, rows, 1, False, [], [], True).chunk == expected


def test_what_does_not_lie_row_by_row_runs_call_by_call(root: Scope, x: Output) -> None:
    turned = np.asfortranarray(VALUE)
    y = Exp(Negate(x))
    what = program([Sum(y, [0]), Sum(y, [1])], {x: VALUE})._replace(feeds=[{(x.op.number, 0): turned}])
    assert_agreement(what, interpreted(what), planned(what, ()), same_errors=True)
    agrees([Sum(Exp(Negate(Transpose(x, [1, 0]))), [0])], {x: VALUE})


def test_a_call_that_fails_in_a_part_is_named(root: Scope) -> None:
    base = Placeholder(root, dtype="DT_INT32", shape=[40]).output
    power = Pow(Multiply(base, base), base, name="bad")
    other = Exp(Variable(root, [1.0]))
    session = ClientSession(root)
    with pytest.raises(RunError, match="negative exponent") as caught:
        session.run([Negate(power), other], {base: np.arange(40, dtype=np.int32) - 3})
    assert [error.block for error in caught.value.errors] == ["bad"]
    assert caught.value.results["Exp"].tolist() == pytest.approx([np.e])


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
    assert fused(plan_of(what, (), ())) == []
    assert set(PARTS) < set(OPTIMISATIONS)


def test_poolings_run_with_what_is_around_them(root: Scope) -> None:
    images = np.random.default_rng(0).normal(size=(7, 6, 6, 3)).astype(np.float32)
    images[2, 1], images[5, :, 0, 1] = np.nan, -0.0
    x = Placeholder(root, dtype="DT_FLOAT", shape=images.shape).output
    steps: dict[str, Any] = {"ksize": [1, 2, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    y = Tanh(MaxPool(Relu(BiasAdd(x, [0.5, -0.5, 0.0])), **steps)).as_output()
    plan = agrees([y, *add_symbolic_gradients(root, [y], [x]), AvgPool(Exp(x), **steps)], {x: images})
    assert "k" not in re.findall(r"= ([a-z])\w*\(", plan.source.split("def part")[0]), "all of it runs in parts"


def test_what_is_slow_runs_on_threads_also_by_itself(root: Scope) -> None:
    images = np.random.default_rng(0).normal(size=(7, 5, 6, 3)).astype(np.float32)
    x = Placeholder(root, dtype="DT_FLOAT", shape=images.shape).output
    steps: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    assert fused(agrees([MaxPool(x, **steps)], {x: images})) == [1]
    assert fused(agrees([Exp(x)], {x: images})) == [1]
    assert fused(agrees([Softmax(x)], {x: images})) == [1]
    assert fused(agrees([Negate(x)], {x: images})) == []


def test_rows_that_are_wide_give_the_same_numbers(root: Scope) -> None:
    """Where a number goes with each row, NumPy copies rows or does not, as a size says: a part asks for no copies."""
    value = np.random.default_rng(0).normal(size=(3, 5000)).astype(np.float32)
    x = Placeholder(root, dtype="DT_FLOAT", shape=value.shape).output
    e = Exp(Subtract(x, Max(x, [1], keep_dims=True)))
    before = np.getbufsize()
    agrees([RealDiv(e, Sum(e, [1], keep_dims=True)), Sum(e, [1])], {x: value})
    assert np.getbufsize() == before


def test_a_spread_tensor_is_spread_where_it_is_used(root: Scope, x: Output) -> None:
    rows = BroadcastTo(Sum(Exp(x), [1], keep_dims=True), [ROWS, COLUMNS])
    both = AddN([rows, Exp(x), rows])
    plan = agrees([both, Tanh(rows)], {x: VALUE})
    assert len(fused(plan)) == 1
    agrees([Sum(rows, [1]), AddN([rows]), Cast(rows, DstT="DT_DOUBLE")], {x: VALUE})


STEP = np.full((40, 40), 0.5, np.float32)


@pytest.fixture
def trained(root: Scope, monkeypatch: pytest.MonkeyPatch) -> Output:
    """A variable of ones; what tests can look at counts as large enough for memory to be used again."""
    monkeypatch.setattr(memory, "WORTH_RECYCLING", 1)
    return Variable(root, np.ones((40, 40), np.float32)).as_output()


def test_a_step_down_takes_the_memory_of_its_gradient(
    root: Scope, trained: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    x = Placeholder(root, dtype="DT_FLOAT", shape=STEP.shape)
    updated = ApplyGradientDescent(trained, 1.0, MatMul(x, trained))
    records: list[memory.New] = []
    new = memory.New.__call__

    def count(maker: memory.New) -> Any:
        records.append(maker)
        return new(maker)

    monkeypatch.setattr(memory.New, "__call__", count)
    session = ClientSession(root)
    for _ in range(6):
        session.run([], {x: STEP}, [updated])
    assert len(records) == 2, "one holds the variable, the product goes into the other"


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
