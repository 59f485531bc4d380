"""Branches and loops on JAX: the results of NumPy, what is dead included; what cannot be compiled is named."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError, RunError
from blocks.document.model import Diagram, PageView
from blocks.run.session import Session
from tests.run.test_loops import add, carry, counting_loop, inner_loop, powers

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

WHOLE = "NumPy runs the whole page"

Step = tuple[dict[str, Any], list[tuple[str | None, str]]]


def new_page() -> PageView:
    return Diagram().add_page("main")


def steps(session: Session, count: int) -> list[Step]:
    """What some steps give, and what fails in them."""
    results: list[Step] = []
    for _ in range(count):
        try:
            results.append((dict(session.run()), []))
        except RunError as error:
            results.append((dict(error.results), sorted((each.block, each.message) for each in error.errors)))
    return results


def compare(page: PageView, backend: Session, count: int = 2) -> None:
    """A session must do as NumPy does, step by step, variables included."""
    plain = Session(page)
    for (mine, faults), (theirs, wanted) in zip(steps(backend, count), steps(plain, count), strict=True):
        assert faults == wanted
        assert mine.keys() == theirs.keys()
        for name, value in theirs.items():
            np.testing.assert_allclose(mine[name], value, rtol=1e-5, err_msg=name)
    for key, value in plain.state.values.items():
        np.testing.assert_allclose(backend.state.values[key], value, rtol=1e-5, err_msg=str(key))


def branch(page: PageView) -> None:
    """``both = -x if p else x + x``; on one side ``w`` is added to."""
    add(page, "Variable", "p", initvalues=True, dtype="DT_BOOL")
    add(page, "Variable", "x", initvalues=[1.0, 2.0])
    add(page, "Variable", "w", initvalues=[10.0, 20.0])
    add(page, "Switch", "fork", ("x.ref", "data"), ("p.ref", "pred"))
    add(page, "Negate", "yes", ("fork.output_true", "x"))
    add(page, "Add", "no", ("fork.output_false", "x"), ("fork.output_false", "y"))
    add(page, "AssignAdd", "grow", ("w.ref", "ref"), ("fork.output_false", "value"))
    add(page, "Merge", "both", ("no.z", "inputs"), ("yes.y", "inputs"))
    add(page, "LogicalNot", "other", ("p.ref", "x"))
    add(page, "Assign", "turn", ("p.ref", "ref"), ("other.y", "value"))


def test_the_side_that_is_not_taken_gives_nothing_and_writes_nothing() -> None:
    branch(page := new_page())
    session = Session(page, backend="jax", strict=True)
    [(first, _), (second, _)] = steps(session, 2)
    assert first["both.result_output"].tolist() == [-1, -2] and first["both.result_value_index"] == 1
    assert second["both.result_output"].tolist() == [2, 4] and second["both.result_value_index"] == 0
    assert "no.result_z" not in first and "grow.result_output_ref" not in first and "yes.result_y" not in second
    assert second["grow.result_output_ref"].tolist() == [11, 22]
    assert session.state.values["w"].tolist() == [11, 22]
    compare(page, Session(page, backend="jax", strict=True), 3)


def test_what_is_asked_for_by_name_but_dead_is_an_error_that_names_the_switch() -> None:
    branch(page := new_page())
    with pytest.raises(RunError, match=r"no has no value in this step: fork \(Switch\) took another branch"):
        Session(page, backend="jax", strict=True).run(["no"])


def test_a_side_that_is_not_taken_makes_no_checks() -> None:
    root = blocks.Scope.new_root_scope()
    pred, place = ops.Placeholder(root, dtype="DT_BOOL"), ops.Placeholder(root, dtype="DT_INT32")
    sides = ops.Switch(root, place, pred)
    picked = ops.Gather(root.with_op_name("picked"), ops.Variable(root, initvalues=[5.0, 7.0]), sides.output_true)
    both = ops.Merge(root, [picked, ops.Negate(root, ops.Cast(root, sides.output_false, DstT="DT_FLOAT"))])
    session = blocks.ClientSession(root, backend="jax", strict=True)
    assert session.run([both.output], {pred: np.array(False), place: np.array(9, np.int32)})[0] == -9
    assert session.run([both.output], {pred: np.array(True), place: np.array(1, np.int32)})[0] == 7
    with pytest.raises(RunError, match="index 9 is outside"):
        session.run([both.output], {pred: np.array(True), place: np.array(9, np.int32)})


def test_a_gradient_goes_through_the_side_that_was_taken() -> None:
    root = blocks.Scope.new_root_scope()
    x, pred = ops.Variable(root, initvalues=[1.0, 2.0]), ops.Placeholder(root, dtype="DT_BOOL")
    sides = ops.Switch(root, x, pred)
    both = ops.Merge(root, [ops.Square(root, sides.output_false), ops.Exp(root, sides.output_true)])
    gradients = blocks.add_symbolic_gradients(root, [both.output], [x])
    session = blocks.ClientSession(root, backend="jax", strict=True)
    np.testing.assert_allclose(session.run(gradients, {pred: np.array(False)})[0], [2, 4])
    np.testing.assert_allclose(session.run(gradients, {pred: np.array(True)})[0], np.exp([1, 2]), rtol=1e-6)


def test_a_variable_that_is_chosen_while_it_runs_is_the_one_that_changes() -> None:
    root = blocks.Scope.new_root_scope()
    variables = [ops.Variable(root, initvalues=[start]) for start in (1.0, 2.0)]
    which = ops.Placeholder(root, dtype="DT_INT32")
    chosen = ops.RefSelect(root.with_op_name("chosen"), which, variables)
    added = ops.AssignAdd(root, chosen, [10.0])
    session = blocks.ClientSession(root, backend="jax", strict=True)
    assert session.run([added], {which: np.array(1, np.int32)})[0] == 12
    assert [float(value[0]) for value in session.run(variables)] == [1, 12]
    with pytest.raises(RunError, match="input 2 does not exist"):
        session.run([added], {which: np.array(2, np.int32)})
    assert [float(value[0]) for value in session.run(variables)] == [1, 12]


@pytest.mark.parametrize("limit", [0, 1, 7, 300])
@pytest.mark.parametrize("fixed", [True, False], ids=["known limit", "a variable"])
def test_a_loop_counts_to_its_limit(limit: int, fixed: bool) -> None:
    counting_loop(page := new_page(), limit, fixed)
    session = Session(page, backend="jax", strict=True)
    assert session.run(["leave.output_false"])["leave.result_output_false"] == limit
    compare(page, Session(page, backend="jax", strict=True))


def test_a_variable_is_changed_in_each_round() -> None:
    counting_loop(page := new_page(), 5, fixed=False)
    add(page, "Variable", "v", initvalues=10)
    add(page, "AssignAdd", "grow", ("v.ref", "ref"), ("leave.output_true", "value"))
    session = Session(page, backend="jax", strict=True)
    assert session.run()["v.result_ref"] == 10  # what it held before the step
    assert session.run()["v.result_ref"] == 10 + 0 + 1 + 2 + 3 + 4


def test_an_inner_loop_begins_anew_with_a_constant_in_each_round() -> None:
    """``total = 1; for i in range(3): j = 0; while j < total: j += 1; total += j``."""
    counting_loop(page := new_page(), 3, fixed=False)
    add(page, "Const", "one", val=1)
    carry(page, "one.output", "total", "go.output")
    inner_loop(page, "zero.output", {}, ("total_side.output_true", "y"))
    add(page, "Add", "sum", ("total_side.output_true", "x"), ("j_side.output_false", "y"))
    add(page, "NextIteration", "total_again", ("sum.z", "data"))
    page.wire("total_again.output", "total.inputs")
    results = Session(page, backend="jax", strict=True).run(["total_side.output_false"])
    assert results["total_side.result_output_false"] == 8


def test_a_gradient_goes_through_a_fixed_number_of_rounds() -> None:
    powers(page := new_page(), 4)
    results = Session(page, backend="jax", strict=True).run()
    assert results["loss.result_output"] == pytest.approx(1.5**5 - 2.0**5)
    assert results["grads.result_grad_outputs[0]"].tolist() == pytest.approx([5 * 1.5**4, 5 * 2.0**4])


def test_random_numbers_differ_from_round_to_round() -> None:
    counting_loop(page := new_page(), 3, fixed=False)
    add(page, "Const", "none", val=[0.0])
    carry(page, "none.output", "sum", "go.output")
    add(page, "Shape", "size", ("sum_side.output_true", "input"))
    add(page, "RandomUniform", "draw", ("size.output", "shape"), dtype="DT_FLOAT")
    add(page, "Switch", "last", ("draw.output", "data"), ("go.output", "pred"))
    add(page, "Add", "more_sum", ("sum_side.output_true", "x"), ("draw.output", "y"))
    add(page, "NextIteration", "sum_again", ("more_sum.z", "data"))
    page.wire("sum_again.output", "sum.inputs")
    name = "sum_side.result_output_false"
    session = Session(page, backend="jax", strict=True)
    first, second = (float(session.run(["sum_side.output_false"])[name][0]) for _ in range(2))
    assert 0 < first < 3 and first != second
    assert float(Session(page, backend="jax").run(["sum_side.output_false"])[name][0]) == first


def growing(page: PageView) -> None:
    """A value that is twice as long in each round."""
    counting_loop(page, 4)
    add(page, "Const", "start", val=[1.0])
    carry(page, "start.output", "v", "go.output")
    add(page, "Concat", "grow", ("v_side.output_true", "values"), ("v_side.output_true", "values"), axis=0)
    add(page, "NextIteration", "v_again", ("grow.output", "data"))
    page.wire("v_again.output", "v.inputs")


def apart(page: PageView) -> None:
    """A Merge of values of two shapes."""
    add(page, "Variable", "p", initvalues=True, dtype="DT_BOOL")
    add(page, "Switch", "fork", ("p.ref", "pred"), data=[1.0])
    add(page, "Concat", "twice", ("fork.output_true", "values"), ("fork.output_true", "values"), axis=0)
    add(page, "Merge", "m", ("fork.output_false", "inputs"), ("twice.output", "inputs"))


def hosted(page: PageView) -> None:
    """A block without a rule on a branch."""
    add(page, "Variable", "p", initvalues=True, dtype="DT_BOOL")
    add(page, "Switch", "fork", ("p.ref", "pred"), data=[1.0, 0.0])
    add(page, "Unique", "m", ("fork.output_true", "x"))


@pytest.mark.parametrize(
    ("make", "block", "reason"),
    [
        (growing, "v_again", f"NextIteration has the shape [2] in one iteration and [4] in the next: {WHOLE}"),
        (apart, "m", f"Merge has inputs of different shapes: [1], [2]: {WHOLE}"),
        (hosted, "m", "Unique is on a branch but cannot run on JAX: NumPy runs all branches"),
    ],
)
def test_branches_that_cannot_be_compiled_run_on_numpy_and_are_named(
    make: Callable[[PageView], None], block: str, reason: str
) -> None:
    make(page := new_page())
    compare(page, session := Session(page, backend="jax"))
    wanted = f"block {block!r} runs on NumPy, not JAX: {reason}"
    assert list(session.backend.notes)[-1] == wanted
    with pytest.raises(DiagramError, match="JAX cannot run this block"):
        Session(page, backend="jax", strict=True).run()


def test_what_runs_before_and_behind_branches_may_stay_on_the_host() -> None:
    root = blocks.Scope.new_root_scope()
    x, pred = ops.Variable(root, initvalues=[3.0, 3.0, 1.0]), ops.Placeholder(root, dtype="DT_BOOL")
    different = ops.Unique(root.with_op_name("first"), x).y
    sides = ops.Switch(root, different, pred)
    both = ops.Merge(root, [ops.Negate(root, sides.output_false), ops.Square(root, sides.output_true)]).output
    last = ops.Unique(root.with_op_name("last"), both).y
    session = blocks.ClientSession(root, backend="jax")
    for side, wanted in ((True, [9, 1]), (False, [-3, -1])):
        assert session.run([last], {pred: np.array(side)})[0].tolist() == wanted
    assert not any("the whole page" in note for note in session.backend.notes)


def some_page(rng: random.Random) -> PageView:
    """A page with branches, loops and writes that come as they may."""
    page = new_page()
    values: list[str] = []
    truths: list[str] = []
    numbers = iter(range(1000))

    def new(type_: str, *wires: tuple[str, str], **given: Any) -> str:
        add(page, type_, name := f"b{next(numbers)}", *wires, **given)
        return name

    def loop() -> None:
        zero = new("Const", val=0)
        i = new("Merge", (f"{zero}.output", "inputs"))
        less = new("Less", (f"{i}.output", "x"), y=rng.randint(0, 4))
        go = new("LoopCond", (f"{less}.z", "input"))
        side = new("Switch", (f"{i}.output", "data"), (f"{go}.output", "pred"))
        more = new("Add", (f"{side}.output_true", "x"), y=1)
        page.wire(f"{new('NextIteration', (f'{more}.z', 'data'))}.output", f"{i}.inputs")
        head = new("Merge", (rng.choice(values), "inputs"))
        split = new("Switch", (f"{head}.output", "data"), (f"{go}.output", "pred"))
        body = new("Add", (f"{split}.output_true", "x"), (rng.choice(values[:2]), "y"))
        if rng.random() < 0.4:
            new("AssignAdd", (rng.choice(values[:2]), "ref"), (f"{body}.z", "value"))
        page.wire(f"{new('NextIteration', (f'{body}.z', 'data'))}.output", f"{head}.inputs")
        values.extend([f"{split}.output_false", f"{head}.output", f"{body}.z"])

    for start in ([1.0, 2.0], [-1.0, 0.5]):
        values.append(f"{new('Variable', initvalues=start)}.ref")
        truths.append(f"{new('Variable', initvalues=rng.random() < 0.5, dtype='DT_BOOL')}.ref")
    for _ in range(rng.randint(6, 20)):
        kind = rng.choice(["fork", "fork", "join", "join", "sum", "test", "write", "ref", "loop"])
        if kind == "fork":
            fork = new("Switch", (rng.choice(values), "data"), (rng.choice(truths), "pred"))
            values.extend([f"{fork}.output_false", f"{fork}.output_true"])
        elif kind == "join":
            pair = [(rng.choice(values[-8:]), "inputs") for _ in range(2)]
            values.append(f"{new('Merge', *pair)}.output")
        elif kind == "sum":
            values.append(f"{new('Add', (rng.choice(values), 'x'), (rng.choice(values[-4:]), 'y'))}.z")
        elif kind == "test":
            total = new("Sum", (rng.choice(values[-5:]), "input"), axis=[0])
            truths.append(f"{new('Greater', (f'{total}.output', 'x'), y=0.0)}.z")
        elif kind == "write":
            given = (rng.choice(values[:2]), "ref"), (rng.choice(values[-6:]), "value")
            values.append(f"{new(rng.choice(['Assign', 'AssignAdd']), *given)}.output_ref")
        elif kind == "ref":
            fork = new("RefSwitch", (rng.choice(values[:2]), "data"), (rng.choice(truths), "pred"))
            side = rng.choice(["true", "false"])
            values.append(f"{new('AssignAdd', (f'{fork}.output_{side}', 'ref'), value=[1.0, 2.0])}.output_ref")
        else:
            loop()
    return page


@pytest.mark.parametrize("seed", range(12))
def test_pages_as_they_come_give_what_numpy_gives(seed: int) -> None:
    page = some_page(random.Random(seed))
    compare(page, Session(page, backend="jax"))
