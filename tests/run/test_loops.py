"""Loops on a page, built from Merge, Switch, LoopCond and NextIteration; expected values are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import blocks
from blocks.base.errors import RunError
from blocks.document.model import Diagram, PageView


def add(page: PageView, type_: str, id: str, *wires: tuple[str, str], **values: Any) -> None:
    page.add(type_, id=id, **values)
    for source, pin in wires:
        page.wire(source, f"{id}.{pin}")


def counting_loop(page: PageView, limit: int, fixed: bool = True) -> None:
    """``i = 0; while i < limit: i += 1``, of which ``leave.output_false`` is what comes out."""
    add(page, "Const", "zero", val=0)
    if fixed:
        add(page, "Const", "limit", val=limit)
    else:
        add(page, "Variable", "limit", initvalues=limit)
    page.add("Merge", id="i")
    page.wire("zero.output", "i.inputs")
    add(page, "Less", "less", ("i.output", "x"), ("limit.output" if fixed else "limit.ref", "y"))
    add(page, "LoopCond", "go", ("less.z", "input"))
    add(page, "Switch", "leave", ("i.output", "data"), ("go.output", "pred"))
    add(page, "Add", "more", ("leave.output_true", "x"), y=1)
    add(page, "NextIteration", "again", ("more.z", "data"))
    page.wire("again.output", "i.inputs")


def carry(page: PageView, start: str, merge: str, go: str) -> None:
    """Another value that goes round in the loop with the condition ``go``; its body comes later."""
    page.add("Merge", id=merge)
    page.wire(start, f"{merge}.inputs")
    add(page, "Switch", f"{merge}_side", (f"{merge}.output", "data"), (go, "pred"))


@pytest.fixture
def page() -> PageView:
    return Diagram().add_page("main")


@pytest.mark.parametrize("limit", [0, 1, 7, 300])
def test_a_loop_counts_to_its_limit(page: PageView, limit: int) -> None:
    counting_loop(page, limit)
    results = blocks.Session(page).run(["leave.output_false", "i"])
    assert results["leave.result_output_false"] == limit
    assert results["i.result_output"] == limit
    assert results["i.result_value_index"] == (1 if limit else 0)


def test_a_second_value_goes_round_with_the_counter(page: PageView) -> None:
    counting_loop(page, 5)
    add(page, "Const", "one", val=[1.0, 3.0])
    carry(page, "one.output", "p", "go.output")
    add(page, "Add", "double", ("p_side.output_true", "x"), ("p_side.output_true", "y"))
    add(page, "NextIteration", "p_again", ("double.z", "data"))
    page.wire("p_again.output", "p.inputs")
    add(page, "Negate", "after", ("p_side.output_false", "x"))
    results = blocks.Session(page).run(["after"])
    assert results["after.result_y"].tolist() == [-32.0, -96.0]


def test_a_shape_may_grow_from_round_to_round(page: PageView) -> None:
    counting_loop(page, 4)
    add(page, "Const", "start", val=[1.0])
    carry(page, "start.output", "v", "go.output")
    add(page, "Const", "axis", val=0)
    page.add("Concat", id="grow")
    page.wire("v_side.output_true", "grow.values")
    page.wire("v_side.output_true", "grow.values")
    page.wire("axis.output", "grow.axis")
    add(page, "NextIteration", "v_again", ("grow.output", "data"))
    page.wire("v_again.output", "v.inputs")
    assert blocks.Session(page).run(["v_side.output_false"])["v_side.result_output_false"].shape == (16,)


def inner_loop(page: PageView, start: str, limit: dict[str, Any], *wires: tuple[str, str], name: str = "j") -> None:
    """``j = start; while j < limit: j += 1``, of which ``j_side.output_false`` is what comes out."""
    page.add("Merge", id=name)
    page.wire(start, f"{name}.inputs")
    add(page, "Less", f"{name}_less", (f"{name}.output", "x"), *wires, **limit)
    add(page, "LoopCond", f"{name}_go", (f"{name}_less.z", "input"))
    add(page, "Switch", f"{name}_side", (f"{name}.output", "data"), (f"{name}_go.output", "pred"))
    add(page, "Add", f"{name}_more", (f"{name}_side.output_true", "x"), y=1)
    come_round(page, f"{name}_more.z", name)


def come_round(page: PageView, value: str, merge: str) -> None:
    """What a value that goes round is in the next round."""
    add(page, "NextIteration", f"{merge}_again", (value, "data"))
    page.wire(f"{merge}_again.output", f"{merge}.inputs")


@pytest.mark.parametrize("start", ["total_side.output_true", "zero.output"])
def test_a_loop_inside_a_loop(page: PageView, start: str) -> None:
    """``total = 0; for i in range(3): for j in range(4): total += 1``; j begins anew, wherever its 0 comes from."""
    counting_loop(page, 3)
    add(page, "Const", "nothing", val=0)
    carry(page, "nothing.output", "total", "go.output")
    add(page, "ZerosLike", "j0", (start, "x"))
    inner_loop(page, "j0.y", {"y": 4})
    carry(page, "total_side.output_true", "inner", "j_go.output")
    add(page, "Add", "inner_more", ("inner_side.output_true", "x"), y=1)
    add(page, "NextIteration", "inner_again", ("inner_more.z", "data"))
    page.wire("inner_again.output", "inner.inputs")
    add(page, "NextIteration", "total_again", ("inner_side.output_false", "data"))
    page.wire("total_again.output", "total.inputs")
    session = blocks.Session(page)
    for _ in range(2):  # interpreted, then as a program
        assert session.run(["total_side.output_false"])["total_side.result_output_false"] == 12


def test_a_loop_that_takes_but_its_limit_from_the_one_around_it_begins_anew_in_each_round(page: PageView) -> None:
    """``total = 1; for i in range(3): j = 0; while j < total: j += 1; total += j``."""
    counting_loop(page, 3)
    add(page, "Const", "one", val=1)
    carry(page, "one.output", "total", "go.output")
    inner_loop(page, "zero.output", {}, ("total_side.output_true", "y"))
    add(page, "Add", "sum", ("total_side.output_true", "x"), ("j_side.output_false", "y"))
    add(page, "NextIteration", "total_again", ("sum.z", "data"))
    page.wire("total_again.output", "total.inputs")
    session = blocks.Session(page)
    for _ in range(2):
        assert session.run(["total_side.output_false"])["total_side.result_output_false"] == 8


def test_loops_in_and_behind_each_other_begin_anew_with_a_constant(page: PageView) -> None:
    """``for i in range(2): for j in range(3): { for k in range(4): t += 1 }, { for l in range(2): t += 100 }``."""
    add(page, "Const", "zero", val=0)
    start = "zero.output"
    for name, limit, more in (("i", 2, 0), ("j", 3, 0), ("k", 4, 1), ("l", 2, 100)):
        inner_loop(page, "zero.output", {"y": limit}, name=name)
        carry(page, start, f"{name}_t", f"{name}_go.output")
        start = f"{name}_t_side.output_true"
        if more:
            add(page, "Add", f"{name}_sum", (start, "x"), y=more)
            come_round(page, f"{name}_sum.z", f"{name}_t")
            start = f"{name}_t_side.output_false"
    come_round(page, "l_t_side.output_false", "j_t")
    come_round(page, "j_t_side.output_false", "i_t")
    session = blocks.Session(page)
    for _ in range(2):
        assert session.run(["i_t_side.output_false"])["i_t_side.result_output_false"] == 2 * 3 * (4 + 200)


def test_a_variable_is_changed_in_each_round_and_shows_what_it_held_before_the_step(page: PageView) -> None:
    counting_loop(page, 5)
    add(page, "Variable", "v", initvalues=10)
    add(page, "AssignAdd", "grow", ("v.ref", "ref"), ("leave.output_true", "value"))
    session = blocks.Session(page)
    first = session.run()
    assert first["v.result_ref"] == 10
    assert session.run()["v.result_ref"] == 10 + 0 + 1 + 2 + 3 + 4


def test_a_loop_inside_a_loop_makes_all_its_rounds_though_nothing_of_it_goes_round_outside(page: PageView) -> None:
    """``for i in range(3): for j in range(4): v += 1``."""
    counting_loop(page, 3)
    add(page, "Variable", "v", initvalues=10)
    add(page, "ZerosLike", "j0", ("leave.output_true", "x"))
    add(page, "Merge", "j", ("j0.y", "inputs"))
    add(page, "Less", "j_less", ("j.output", "x"), y=4)
    add(page, "LoopCond", "j_go", ("j_less.z", "input"))
    add(page, "Switch", "j_side", ("j.output", "data"), ("j_go.output", "pred"))
    add(page, "Add", "j_more", ("j_side.output_true", "x"), y=1)
    add(page, "NextIteration", "j_again", ("j_more.z", "data"))
    page.wire("j_again.output", "j.inputs")
    add(page, "OnesLike", "one", ("j_side.output_true", "x"))
    add(page, "AssignAdd", "grow", ("v.ref", "ref"), ("one.y", "value"))
    session = blocks.Session(page)
    session.run()
    assert session.run()["v.result_ref"] == 10 + 3 * 4


def powers(page: PageView, rounds: int, fixed: bool = True) -> None:
    """``y = x; for i in range(rounds): y = y * x``, so that y = x^(rounds + 1)."""
    counting_loop(page, rounds, fixed)
    add(page, "Variable", "x", initvalues=[1.5, -2.0])
    carry(page, "x.ref", "y", "go.output")
    add(page, "Multiply", "times", ("y_side.output_true", "x"), ("x.ref", "y"))
    add(page, "NextIteration", "y_again", ("times.z", "data"))
    page.wire("y_again.output", "y.inputs")
    add(page, "Sum", "loss", ("y_side.output_false", "input"), axis=[0])
    add(page, "AddSymbolicGradients", "grads", ("loss.output", "outputs"), ("x.ref", "inputs"))


@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_a_gradient_goes_through_a_fixed_number_of_rounds(page: PageView, rounds: int) -> None:
    powers(page, rounds)
    results = blocks.Session(page).run()
    n = rounds + 1
    assert results["loss.result_output"] == pytest.approx(1.5**n + (-2.0) ** n)
    assert results["grads.result_grad_outputs[0]"].tolist() == pytest.approx([n * 1.5**rounds, n * (-2.0) ** rounds])


def test_no_gradient_goes_through_a_loop_whose_rounds_depend_on_data(page: PageView) -> None:
    powers(page, 3, fixed=False)
    with pytest.raises(RunError) as caught:
        blocks.Session(page).run()
    assert [e.block for e in caught.value.errors] == ["grads"]
    assert "cannot be computed from constants" in caught.value.errors[0].message
    assert caught.value.results["loss.result_output"] == pytest.approx(1.5**4 + 2.0**4)


def test_random_numbers_differ_from_round_to_round(page: PageView) -> None:
    counting_loop(page, 3)
    add(page, "Const", "none", val=[0.0])
    carry(page, "none.output", "v", "go.output")
    add(page, "Shape", "one", ("v_side.output_true", "input"))
    add(page, "RandomUniform", "fresh", ("one.output", "shape"), dtype="DT_FLOAT")
    add(page, "Add", "sum", ("v_side.output_true", "x"), ("fresh.output", "y"))
    add(page, "NextIteration", "v_again", ("sum.z", "data"))
    page.wire("v_again.output", "v.inputs")
    session = blocks.Session(page)
    results = session.run(["v_side"])
    assert "fresh.result_output" not in results  # the last round ends before it
    again = blocks.Session(page).run(["v_side"])
    total = results["v_side.result_output_false"].item()
    assert total == again["v_side.result_output_false"].item()
    alone = Diagram().add_page("main")
    add(alone, "RandomUniform", "fresh", dtype="DT_FLOAT", shape=[1])
    first = blocks.Session(alone).run()["fresh.result_output"].item()  # what the first round draws
    assert abs(total - 3 * first) > 1e-3


def test_a_value_of_another_dtype_cannot_come_round(page: PageView) -> None:
    counting_loop(page, 3)
    carry(page, "zero.output", "v", "go.output")
    add(page, "Cast", "c", ("v_side.output_true", "x"), DstT="DT_FLOAT")
    add(page, "NextIteration", "v_again", ("c.y", "data"))
    page.wire("v_again.output", "v.inputs")
    with pytest.raises(RunError) as caught:
        blocks.Session(page).run()
    assert [(e.block, e.message) for e in caught.value.errors] == [
        ("v", "the loop starts with int32, but an iteration returns float32")
    ]


def test_a_loop_without_a_beginning_is_refused(page: PageView) -> None:
    page.add("Merge", id="m")
    add(page, "NextIteration", "n", ("m.output", "data"))
    page.wire("n.output", "m.inputs")
    with pytest.raises(RunError, match="the loop has no initial value"):
        blocks.Session(page).run()


def test_a_loop_that_nothing_leaves_is_refused_and_one_that_another_stops_is_not(page: PageView) -> None:
    counting_loop(page, 3)
    page.add("Merge", id="v")
    page.wire("zero.output", "v.inputs")
    add(page, "Add", "sum", ("v.output", "x"), ("leave.output_true", "y"))  # this ends, and so does what comes round
    add(page, "NextIteration", "round", ("sum.z", "data"))
    page.wire("round.output", "v.inputs")
    blocks.Session(page).run()
    endless = Diagram().add_page("main")
    add(endless, "Const", "c", val=1.0)
    endless.add("Merge", id="m")
    endless.wire("c.output", "m.inputs")
    add(endless, "NextIteration", "n", ("m.output", "data"))
    endless.wire("n.output", "m.inputs")
    with pytest.raises(RunError, match="'m', pin 'inputs': the loop has no end: it has no Switch"):
        blocks.Session(endless).run()


@pytest.mark.parametrize("gradients", [1, 2])
def test_a_gradient_in_a_loop_waits_for_other_loops_but_two_cannot_wait_for_each_other(
    page: PageView, gradients: int
) -> None:
    for i in range(2):
        page.add("Const", id=f"start{i}", val=1.0)
        page.add("Merge", id=f"m{i}")
        page.wire(f"start{i}.output", f"m{i}.inputs")
        add(page, "Less", f"less{i}", (f"m{i}.output", "x"), y=30.0)
        add(page, "Switch", f"s{i}", (f"m{i}.output", "data"), (f"less{i}.z", "pred"))
        add(page, "Square" if i < gradients else "Add", f"q{i}", (f"s{i}.output_true", "x"))
        if i < gradients:  # of x squared: 2 x
            add(page, "AddSymbolicGradients", f"g{i}", (f"q{i}.y", "outputs"), (f"s{i}.output_true", "inputs"))
            add(page, "NextIteration", f"n{i}", (f"g{i}.grad_outputs[0]", "data"))
        else:
            page.wire(f"s{i}.output_true", f"q{i}.y")
            add(page, "NextIteration", f"n{i}", (f"q{i}.z", "data"))
        page.wire(f"n{i}.output", f"m{i}.inputs")
    if gradients == 1:
        results = blocks.Session(page).run()
        assert [results[f"s{i}.result_output_false"] for i in range(2)] == [32, 32]  # 1, 2, 4 ...
        return
    with pytest.raises(RunError) as caught:
        blocks.Session(page).run()
    told = [(error.block, "waits for another gradient" in error.message) for error in caught.value.errors]
    assert told == [("g0", True), ("g1", True)]


def test_a_circle_that_is_no_loop_names_its_blocks_and_says_what_a_loop_is(page: PageView) -> None:
    add(page, "Const", "c", val=1.0)
    page.add("Merge", id="m")
    page.wire("c.output", "m.inputs")
    add(page, "Negate", "n", ("m.output", "x"))
    page.wire("n.y", "m.inputs")
    with pytest.raises(RunError) as caught:
        blocks.Session(page).run()
    [error] = caught.value.errors
    assert error.message == "the blocks form a cycle: m -> n -> m"
    assert error.hint is not None
    assert "NextIteration" in error.hint
