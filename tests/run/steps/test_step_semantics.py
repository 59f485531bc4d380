"""What a step computes, and which value of a variable everyone sees; the numbers are worked out by hand."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError, RunError, UsageError
from tests.run.pages import BlockText, block, const, outcome, places, session, variable

PLUS_ONE = block("add", "AssignAdd", value=1.0)

# Name: blocks, wires; for each step of one session, the results that must be among those of the step.
STEPS: dict[str, tuple[list[BlockText], str, list[dict[str, Any]]]] = {
    "a read that depends on no write sees the step's start": (
        [variable("v", 0.0), PLUS_ONE, block("y", "Square")],
        "v.ref>add.ref v.ref>y.x",
        [
            {"v.result_ref": 0.0, "y.result_y": 0.0, "add.result_output_ref": 1.0},
            {"v.result_ref": 1.0, "y.result_y": 1.0, "add.result_output_ref": 2.0},
            {"v.result_ref": 2.0, "y.result_y": 4.0, "add.result_output_ref": 3.0},
        ],
    ),
    "a read through the update block sees the value after it": (
        [variable("v", 0.0), PLUS_ONE, block("y", "Negate"), block("z", "Add")],
        "v.ref>add.ref add.output_ref>y.x v.ref>z.x add.output_ref>z.y",
        [
            {"v.result_ref": 0.0, "y.result_y": -1.0, "z.result_z": 2.0},
            {"v.result_ref": 1.0, "y.result_y": -2.0, "z.result_z": 4.0},
        ],
    ),
    "a scope's control dependency makes its blocks read after the write": (
        [variable("v", 0.0), PLUS_ONE, block("sc", "Scope"), block("y", "Square"), block("z", "Square")],
        "v.ref>add.ref add.output_ref>sc.control_dependencies v.ref>y.x sc.scope>y.scope v.ref>z.x",
        [{"v.result_ref": 0.0, "y.result_y": 1.0, "z.result_y": 0.0}, {"y.result_y": 4.0, "z.result_y": 1.0}],
    ),
    "a nested scope waits as well, also for an Operation": (
        [
            variable("v", 0.0),
            PLUS_ONE,
            block("op", "Operation"),
            block("sc", "Scope"),
            block("in", "Scope", name="deep"),
            block("y", "Square"),
        ],
        "v.ref>add.ref add.output_ref>op.operation op.output>sc.control_dependencies sc.scope>in.scope v.ref>y.x"
        " in.scope>y.scope",
        [{"y.result_y": 1.0}, {"y.result_y": 4.0}],
    ),
    "a chain of writes runs in its own order, not in that of the file": (
        [
            variable("v", 0.0),
            block("b", "AssignSub", value=10.0),
            block("a", "AssignAdd", value=1.0),
            block("c", "Assign"),
            block("t", "Multiply", y=3.0),
        ],
        "v.ref>a.ref a.output_ref>b.ref b.output_ref>t.x v.ref>c.ref t.z>c.value",
        [
            {
                "v.result_ref": 0.0,
                "a.result_output_ref": 1.0,
                "b.result_output_ref": -9.0,
                "c.result_output_ref": -27.0,
            },
            {"v.result_ref": -27.0, "a.result_output_ref": -26.0, "b.result_output_ref": -36.0, "t.result_z": -108.0},
        ],
    ),
    "independent writes happen in file order, whatever the order of wires": (
        [
            variable("v", 1.0),
            block("b", "Assign", value=5.0),
            block("a", "AssignAdd", value=1.0),
            block("s", "ClientSession"),
        ],
        "v.ref>a.ref v.ref>b.ref a.output_ref>s.fetch_outputs b.output_ref>s.fetch_outputs",
        [
            {"v.result_ref": 1.0, "b.result_output_ref": 5.0, "a.result_output_ref": 6.0},
            {"v.result_ref": 6.0, "b.result_output_ref": 5.0, "a.result_output_ref": 6.0},
        ],
    ),
    "what is written is computed from the step's start": (
        [variable("v", 3.0), block("a", "AssignAdd", value=1.0), block("m", "Multiply", y=2.0), block("b", "Assign")],
        "v.ref>a.ref v.ref>m.x m.z>b.value v.ref>b.ref",
        [
            {"v.result_ref": 3.0, "a.result_output_ref": 4.0, "m.result_z": 6.0, "b.result_output_ref": 6.0},
            {"v.result_ref": 6.0, "a.result_output_ref": 7.0, "m.result_z": 12.0, "b.result_output_ref": 12.0},
        ],
    ),
    "a write that waits for one further down in the file comes after it": (
        [
            variable("v", 1.0),
            block("a", "AssignAdd", value=1.0),
            block("b", "Assign", value=10.0),
            block("sc", "Scope"),
        ],
        "v.ref>a.ref v.ref>b.ref b.output_ref>sc.control_dependencies sc.scope>a.scope",
        [
            {"v.result_ref": 1.0, "b.result_output_ref": 10.0, "a.result_output_ref": 11.0},
            {"v.result_ref": 11.0, "b.result_output_ref": 10.0, "a.result_output_ref": 11.0},
        ],
    ),
    "a reader after one of two writes does not see the other": (
        [variable("v", 0.0), PLUS_ONE, block("ten", "AssignAdd", value=10.0), block("z", "Add")],
        "v.ref>add.ref v.ref>ten.ref v.ref>z.x add.output_ref>z.y",
        [
            {"add.result_output_ref": 1.0, "ten.result_output_ref": 11.0, "z.result_z": 2.0},
            {"v.result_ref": 11.0, "add.result_output_ref": 12.0, "ten.result_output_ref": 22.0, "z.result_z": 24.0},
        ],
    ),
    "two sessions are one snapshot": (
        [
            variable("v", 0.0),
            PLUS_ONE,
            block("y", "Negate"),
            block("s1", "ClientSession"),
            block("s2", "ClientSession"),
        ],
        "v.ref>add.ref v.ref>y.x add.output_ref>s1.fetch_outputs y.y>s2.fetch_outputs v.ref>s2.fetch_outputs",
        [
            {"v.result_ref": 0.0, "y.result_y": 0.0, "add.result_output_ref": 1.0},
            {"v.result_ref": 1.0, "y.result_y": -1.0, "add.result_output_ref": 2.0},
        ],
    ),
    "blocks with one shared_name share one value, within a container": (
        [
            variable("v", 1.0, shared_name="s"),
            variable("w", 5.0, shared_name="s"),
            variable("x", 7.0, shared_name="s", container="c"),
            PLUS_ONE,
            block("y", "Negate"),
        ],
        "v.ref>add.ref w.ref>y.x",
        [
            {"v.result_ref": 1.0, "w.result_ref": 1.0, "x.result_ref": 7.0, "y.result_y": -1.0},
            {"v.result_ref": 2.0, "w.result_ref": 2.0, "x.result_ref": 7.0, "y.result_y": -2.0},
        ],
    ),
    "initvalues are taken once, also computed ones": (
        [variable("a", 2.0), block("sq", "Square"), block("b", "Variable"), PLUS_ONE],
        "a.ref>sq.x sq.y>b.initvalues a.ref>add.ref",
        [
            {"a.result_ref": 2.0, "b.result_ref": 4.0, "sq.result_y": 4.0},
            {"a.result_ref": 3.0, "b.result_ref": 4.0, "sq.result_y": 9.0},
        ],
    ),
    # d/dw of w * stop(w) is w, not 2 w: 2 - 0.5 * 2 = 1, then 1 - 0.5 * 1 = 0.5
    "an optimiser follows a gradient through StopGradient": (
        [
            variable("w", 2.0),
            block("sg", "StopGradient"),
            block("m", "Multiply"),
            block("g", "AddSymbolicGradients"),
            block("u", "ApplyGradientDescent", alpha=0.5),
        ],
        "w.ref>sg.input w.ref>m.x sg.output>m.y m.z>g.outputs w.ref>g.inputs w.ref>u.var g.grad_outputs[0]>u.delta",
        [
            {"w.result_ref": 2.0, "g.result_grad_outputs[0]": 2.0, "u.result_out": 1.0},
            {"w.result_ref": 1.0, "g.result_grad_outputs[0]": 1.0, "u.result_out": 0.5},
        ],
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_steps(name: str) -> None:
    blocks, wires, steps = STEPS[name]
    running = session(blocks, wires)
    for expected in steps:
        results, errors = outcome(running)
        assert not errors
        assert {key: results[key] for key in expected} == expected
    last, _ = outcome(session(blocks, wires), steps=len(steps))
    assert {key: last[key] for key in steps[-1]} == steps[-1]


# Name: blocks, wires, what is asked of a run; all its results, and block and pin of its errors.
RUNS: dict[str, tuple[list[BlockText], str, dict[str, Any], dict[str, Any], list[tuple[str | None, str | None]]]] = {
    "a fetch gives what is asked for, and what is written does not depend on it": (
        [variable("v", 3.0), PLUS_ONE, block("y", "Square")],
        "v.ref>add.ref v.ref>y.x",
        {"fetch": ["y"], "steps": 3},
        {"y.result_y": 25.0},
        [],
    ),
    "a control dependency is needed": (
        [variable("v", 0.0), PLUS_ONE, block("sc", "Scope"), block("y", "Negate", x=1.0)],
        "v.ref>add.ref add.output_ref>sc.control_dependencies sc.scope>y.scope",
        {"fetch": ["y"], "steps": 2, "trace": True},
        {"v.result_ref": 1.0, "add.result_output_ref": 2.0, "y.result_y": -1.0},
        [],
    ),
    "a session runs only what it asks for": (
        [const("c", 1.0), block("n", "Negate"), block("bad", "Add"), block("s", "ClientSession")],
        "c.output>n.x n.y>s.fetch_outputs c.output>bad.x",
        {},
        {"c.result_output": 1.0, "n.result_y": -1.0},
        [],
    ),
    "a session that is broken leaves the other its results": (
        [
            variable("v", 0.0),
            PLUS_ONE,
            block("y", "Multiply"),
            block("s1", "ClientSession"),
            block("s2", "ClientSession"),
        ],
        "v.ref>add.ref v.ref>y.x add.output_ref>s1.fetch_outputs y.z>s2.fetch_outputs",
        {},
        {"v.result_ref": 0.0, "add.result_output_ref": 1.0},
        [("y", "y")],
    ),
    "blocks that fail leave the others their results; what depends on them is missing": (
        [
            const("c", [0.0, 4.0]),
            block("i", "Reciprocal"),
            block("k", "CheckNumerics", message="m"),
            block("after", "Square"),
            block("n", "Negate"),
            block("open", "Add"),
            block("after2", "Square"),
        ],
        "c.output>i.x i.y>k.tensor k.output>after.x c.output>n.x c.output>open.x open.z>after2.x",
        {},
        {"c.result_output": [0.0, 4.0], "i.result_y": [float("inf"), 0.25], "n.result_y": [-0.0, -4.0]},
        [("k", "tensor"), ("open", "y")],
    ),
    "a failing block that is not asked for is no error": (
        [const("c", 1.0), block("n", "Negate"), block("open", "Add")],
        "c.output>n.x c.output>open.x",
        {"fetch": ["n"], "trace": ["c"]},
        {"c.result_output": 1.0, "n.result_y": -1.0},
        [],
    ),
    "who asks for a result that cannot be is told the reason": (
        [const("c", 1.0), block("open", "Add"), block("after", "Square")],
        "c.output>open.x open.z>after.x",
        {"fetch": ["after"]},
        {},
        [("open", "y")],
    ),
    "a failing write leaves its variable, a good one goes on": (
        [
            variable("v", [1.0]),
            variable("w", 0.0),
            const("zero", [0.0]),
            block("i", "Reciprocal"),
            block("k", "CheckNumerics", message="m"),
            block("a", "Assign"),
            block("b", "AssignAdd", value=1.0),
        ],
        "zero.output>i.x i.y>k.tensor v.ref>a.ref k.output>a.value w.ref>b.ref",
        {},
        {
            "v.result_ref": [1.0],
            "w.result_ref": 0.0,
            "zero.result_output": [0.0],
            "i.result_y": [float("inf")],
            "b.result_output_ref": 1.0,
        },
        [("k", "tensor")],
    ),
    "a Placeholder is fed by its id": (
        [block("p", "Placeholder", dtype="DT_FLOAT", shape=[2]), block("y", "Square")],
        "p.output>y.x",
        {"feed": {"p": [1, 3]}},
        {"p.result_output": [1.0, 3.0], "y.result_y": [1.0, 9.0]},
        [],
    ),
    "a Placeholder that nobody feeds is an error": (
        [block("p", "Placeholder", dtype="DT_FLOAT"), block("y", "Square"), const("c", 1.0)],
        "p.output>y.x",
        {},
        {"c.result_output": 1.0},
        [("p", None)],
    ),
    "any output can be fed; what made it does not run": (
        [const("c", 2.0), block("y", "Square"), block("z", "Negate")],
        "c.output>y.x y.y>z.x",
        {"feed": {"y.y": 5.0}, "trace": "z"},
        {"y.result_y": 5.0, "z.result_y": -5.0},
        [],
    ),
    "a FeedType feeds any output": (
        [
            const("c", 2.0),
            block("y", "Square"),
            block("z", "Negate"),
            block("init", "Input_Initializer", t=7),
            block("f", "FeedType"),
            block("s", "ClientSession"),
        ],
        "c.output>y.x y.y>z.x y.y>f.input init.output>f.initializer f.output>s.inputs z.y>s.fetch_outputs",
        {},
        {"y.result_y": 7.0, "z.result_y": -7.0},
        [],
    ),
    "a cut gradient leaves the others": (
        [
            const("a", 2.0),
            const("b", 3.0),
            block("sg", "StopGradient"),
            block("m", "Multiply"),
            block("g", "AddSymbolicGradients"),
            block("n", "Negate"),
            block("n1", "Negate"),
        ],
        "a.output>m.x b.output>sg.input sg.output>m.y m.z>g.outputs a.output>g.inputs b.output>g.inputs"
        " g.grad_outputs[0]>n.x g.grad_outputs[1]>n1.x",
        {},
        {
            "a.result_output": 2.0,
            "b.result_output": 3.0,
            "sg.result_output": 3.0,
            "m.result_z": 6.0,
            "g.result_grad_outputs[0]": 3.0,
            "n.result_y": -3.0,
        },
        [("g", "inputs")],
    ),
    "a variable without a value fails until it is assigned": (
        [block("w", "Variable", dtype="DT_FLOAT", shape=[2]), block("a", "Assign", value=[3.0, 4.0])],
        "w.ref>a.ref",
        {},
        {"a.result_output_ref": [3.0, 4.0]},
        [("w", None)],
    ),
    "a Scope that nothing is wired to changes nothing": (
        [block("sc", "Scope"), const("c", 1.0)],
        "",
        {},
        {"c.result_output": 1.0},
        [],
    ),
    "a muted block hands its input on": (
        [const("c", 2.0), block("muted", "Square"), block("n", "Negate")],
        "c.output>muted.x muted.y>n.x",
        {},
        {"c.result_output": 2.0, "muted.result_y": 2.0, "n.result_y": -2.0},
        [],
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_runs(name: str) -> None:
    blocks, wires, run, expected, faults = RUNS[name]
    results, errors = outcome(session(blocks, wires, muted=("muted",)), **run)
    assert places(errors) == faults
    assert results == expected


def test_what_a_failed_step_wrote_stays() -> None:
    running = session(
        [variable("w", 0.0), PLUS_ONE, const("zero", 0.0), block("k", "CheckNumerics", message="m"), block("i", "Log")],
        "w.ref>add.ref zero.output>i.x i.y>k.tensor",
    )
    for step in range(3):
        results, errors = outcome(running)
        assert places(errors) == [("k", "tensor")]
        assert results["add.result_output_ref"] == step + 1.0
    assert outcome(running, fetch=["w"])[0] == {"w.result_ref": 3.0}


def test_a_fed_variable_is_read_but_not_written() -> None:
    running = session([variable("v", 1.0), PLUS_ONE, block("n", "Negate")], "v.ref>add.ref v.ref>n.x")
    assert running.evaluate(["n", "v"], {"v": 5.0}) == {"v.result_ref": 5.0, "n.result_y": -5.0}
    with pytest.raises(DiagramError, match="cannot change the variable 'v': its value is fed") as raised:
        running.run(feed={"v": 5.0})
    assert raised.value.block == "add"
    assert outcome(running)[0]["v.result_ref"] == 1.0


def test_a_failure_in_a_gradient_names_the_block_that_it_is_the_gradient_of() -> None:
    running = session(
        [
            block("x", "Placeholder", dtype="DT_FLOAT"),
            block("up", "Placeholder", dtype="DT_FLOAT"),
            block("square", "Square"),
            block("grad", "AddSymbolicGradients"),
        ],
        "x.output>square.x square.y>grad.outputs x.output>grad.inputs up.output>grad.grad_inputs",
    )
    for _ in range(2):  # interpreted, then as a program
        with pytest.raises(RunError) as raised:
            running.run(feed={"x": [[1.0, 2.0], [3.0, 4.0]], "up": [1.0, 2.0, 3.0]})
        [error] = raised.value.errors
        assert (error.block, error.pin) == ("grad", None)
        assert error.message.startswith("in the gradient of 'square': ")
        assert "square.result_y" in raised.value.results


def test_a_feed_given_to_the_run_goes_before_that_of_the_page() -> None:
    running = session(
        [
            block("p", "Placeholder", dtype="DT_FLOAT"),
            block("y", "Square"),
            block("init", "Input_Initializer", t=2.0),
            block("f", "FeedType"),
            block("s", "ClientSession"),
        ],
        "p.output>y.x p.output>f.input init.output>f.initializer f.output>s.inputs y.y>s.fetch_outputs",
    )
    assert outcome(running)[0] == {"p.result_output": 2.0, "y.result_y": 4.0}
    assert outcome(running, feed={"p": 3.0})[0] == {"p.result_output": 3.0, "y.result_y": 9.0}
    for name in ("y", "s"):  # a session's name fetches what it fetches
        assert outcome(running, fetch=[name])[0] == {"y.result_y": 4.0}


@pytest.mark.parametrize("name", ["nope", "x.nope", "x.val", "x.output[0]", "x.", "p.output[2]"])
def test_a_name_that_does_not_exist_is_refused(name: str) -> None:
    running = session([const("x", [1.0, 2.0]), block("p", "Split", axis=0, num_split=2)], "x.output>p.value")
    with pytest.raises(UsageError):
        running.run(fetch=[name])


@pytest.mark.parametrize("name", ["x", "x.output", "x.result_output"])
def test_a_result_has_three_names(name: str) -> None:
    assert outcome(session([const("x", 1.0)], ""), fetch=[name])[0] == {"x.result_output": 1.0}


def test_a_write_to_a_variable_that_could_not_be_chosen_does_not_run() -> None:
    root = blocks.Scope.new_root_scope()
    variables = [ops.Variable(root, initvalues=[start]) for start in (1.0, 2.0)]
    which = ops.Placeholder(root, dtype="DT_INT32")
    added = ops.AssignAdd(root, ops.RefSelect(root.with_op_name("chosen"), which, variables), [10.0])
    session = blocks.ClientSession(root)
    with pytest.raises(RunError, match="input 2 does not exist") as caught:
        session.run([added], {which: np.array(2, np.int32)})
    assert [error.block for error in caught.value.errors] == ["chosen"]
    assert [value.tolist() for value in session.run(variables)] == [[1.0], [2.0]]


def test_a_plan_hands_each_result_back_once() -> None:
    running = session([const("x", [1.0, 2.0]), block("y", "Exp"), block("z", "Sin")], "x.output>y.x y.y>z.x")
    [returned] = [line for line in running.plan().source.splitlines() if "return" in line]
    names = re.findall(r"\b[a-z]\d+\b", returned)
    assert len(names) == len(set(names)) == 3
    for _ in range(3):
        results = running.run()
        np.testing.assert_allclose(results["x.result_output"], [1, 2])
        np.testing.assert_allclose(results["y.result_y"], np.exp([1, 2]), rtol=1e-6)
        np.testing.assert_allclose(results["z.result_y"], np.sin(np.exp([1, 2])), rtol=1e-6)


@pytest.mark.parametrize("count", [1, 100])
def test_a_scope_waits_for_each_of_many_blocks(count: int) -> None:
    """One that changes a variable, one that fails, or one that lies on a side that is not taken."""
    many = [const(f"c{i}", float(i)) for i in range(count)]
    wires = " ".join(f"c{i}.output>sc.control_dependencies" for i in range(count))
    scoped = [*many, block("sc", "Scope"), variable("v", 0.0), PLUS_ONE, block("y", "Square")]
    wires += " sc.scope>y.scope v.ref>y.x v.ref>add.ref"
    running = session(scoped, f"{wires} add.output_ref>sc.control_dependencies")
    assert [outcome(running)[0]["y.result_y"] for _ in range(3)] == [1, 4, 9]
    failing = session([*scoped, const("zero", -1.0), block("bad", "CheckNumerics", message="m"), block("l", "Log")],
                      f"{wires} zero.output>l.x l.y>bad.tensor bad.output>sc.control_dependencies")  # fmt: skip
    for _ in range(2):
        results, errors = outcome(failing)
        assert places(errors) == [("bad", "tensor")]
        assert "y.result_y" not in results
    sides = [const("p", True), block("s", "Switch"), block("n", "Negate")]
    wired = f"{wires} c0.output>s.data p.output>s.pred s.output_false>n.x n.y>sc.control_dependencies"
    beside = session([*scoped, *sides], wired)
    for _ in range(2):
        assert "y.result_y" not in outcome(beside)[0]
    assert outcome(beside, feed={"p": False})[0]["y.result_y"] == 4
