"""Composites and functions with a custom gradient: values and gradients are JAX's; what gets no gradient is told."""

# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import loops, ops
from blocks.analysis.checks import check, gradient_report
from blocks.analysis.gradient_flow import page_flow
from blocks.base.errors import DiagramError, RunError
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.flow import Changes
from blocks.graph.formulas import formula
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.transform.expand import editable, expand
from tests.run.custom_gradients import CUBE, PROGRAMS, REVERSE, WANTED, D, diagram

SUM = {"Sum < SumGrad": "x = InputPin()\n s = Sum(x) axis=[0]\n y = OutputPin(s)",
       "SumGrad": "grad_y = InputPin()\n grad_x = OutputPin(grad_y)"}  # fmt: skip
ENDS = "\n loss = Square(h.y)\n g = AddSymbolicGradients(loss>outputs, v>inputs)"


def compared(name: str, **how: Any) -> None:
    """Compare the first step with JAX's numbers."""
    results = blocks.Session(PROGRAMS[name].diagram(), **how).run()
    for kind, wanted in WANTED[name].items():
        got = [results[f"{kind}.result_grad_outputs[{i}]"] for i in range(len(wanted))] if kind != "loss" else []
        for actual, value in zip(got or [results["loss.result_y"]], wanted if got else [wanted], strict=True):
            np.testing.assert_allclose(actual, value, rtol=1e-9, atol=1e-12, err_msg=kind)


@pytest.mark.parametrize("name", [name for name, wanted in WANTED.items() if wanted["g"]])
def test_values_and_gradients_are_those_of_jax(name: str) -> None:
    compared(name)  # small steps without control flow are interpreted
    if name != "Merge and Switch":
        compared(name, profile=True)  # and these are not
    compared(name, passes=())


def elaborated(of: blocks.Diagram) -> Elaboration:
    result = elaborate(of.page("main").snapshot(), composites=composites_of(definitions_of(of)))
    assert result.problems == []
    return result


def custom(elaboration: Elaboration) -> list[Any]:
    return [node for node in elaboration.graph.nodes if node.type.custom_gradient]


FLOWS: dict[str, tuple[list[tuple[str, str | None]], str]] = {
    "reversal with a factor": ([], "v w"),
    "variable inside": ([("h/w", None)], "v w"),
    "several outputs": ([("h", "k")], "v"),
    "shared": ([("h/w", None)], "v w"),
    "nested": ([("k/a/w", None), ("h/a/w", None)], "v w"),
    "Scan": ([("loop/r/w", None)], "v w"),
    "Cond": ([("h/then/w", None), ("k/then/w", None)], "v w"),
    "body with a custom gradient": ([], "v w"),
}


@pytest.mark.parametrize("name", FLOWS)
def test_what_gets_no_gradient_is_told_with_the_gradient_composite(name: str) -> None:
    elaboration = elaborated(PROGRAMS[name].diagram())
    report = gradient_report(elaboration, "loss", elaboration.outputs_of("loss")[0][3:])
    cuts, reached = FLOWS[name]
    assert [(cut.block, cut.pin) for cut in report.cuts] == cuts
    assert all("custom gradient " in cut.reason for cut in report.cuts)
    flow = page_flow(elaboration, "loss")
    assert [(cut.block, cut.pin) for cut in flow.cuts] == cuts
    assert [block for block, fate in flow.variables.items() if fate.reached] == reached.split()
    assert {f"{each}.ref" for each in reached.split()} <= {*report.reaches}


V3, ROWS = "v = Variable() initvalues=[1.0,2.0,3.0]\n", "v = Variable() initvalues=[[1.0,2.0,3.0],[4.0,5.0,6.0]]\n"
WRAPPED = {**SUM, "Outer": "x = InputPin()\n h = :Sum(x>x)\n y = OutputPin(h.y)"}
SHAPES = ("SumGrad", "grad_x", "[3]", "[]")


def backward(*lines: str) -> dict[str, str]:
    return {**SUM, "SumGrad": "\n".join(["grad_y = InputPin()", *lines])}


FAULTS: dict[str, tuple[dict[str, str], str, str, tuple[str, ...]]] = {
    "shape": (SUM, f"{V3} h = :Sum(v>x)", "h", SHAPES),
    "shape, nested": (WRAPPED, f"{V3} o = :Outer(v>x)", "o/h", SHAPES),
    "shape, in a loop": (WRAPPED, f'{ROWS} o = Map(v>x) body=:Outer over=["x"]', "o/h", SHAPES),
    "shape, of a body": (SUM, f'{ROWS} o = Map(v>x) body=:Sum over=["x"]', "o", SHAPES),
    "dtype": (
        backward("c = Cast(grad_y) DstT=DT_DOUBLE", "grad_x = OutputPin(c)"), f"{V3} h = :Sum(v>x)", "h",
        ("SumGrad", "grad_x", "float32", "float64"),
    ),
    "declared": (backward("x = InputPin() shape=[2]"), f"{V3} h = :Sum(v>x)", "h", ("SumGrad", "x", "[2]", "[3]")),
    "inside": (
        backward("m = MatMul(grad_y, grad_y)", "grad_x = OutputPin(m)"), f"{V3} h = :Sum(v>x)", "h",
        ("SumGrad", "m", "matrix"),
    ),
    "asked for": (backward(), f"{V3} h = :Sum(v>x){ENDS}", "g", ("h", "custom gradient SumGrad")),
    "asked for, of a body": (
        backward(), f"{V3} h = Cond(v>x) predicate=true then=:Sum else=:Sum{ENDS}", "g",
        ("h/then", "custom gradient SumGrad"),
    ),
    "differentiated in itself": (
        backward("x = InputPin()", "h = :Sum(x>x)", "d = AddSymbolicGradients(h.y>outputs, x>inputs)"),
        f"{V3} h = :Sum(v>x)", "h", ("SumGrad -> SumGrad",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_told_before_the_run(name: str) -> None:
    composites, page, block, words = FAULTS[name]
    [error] = check(diagram(composites, page)).errors
    assert error.block == block and all(word in str(error) for word in words)


def test_gradient_composites_may_contain_others_at_any_depth() -> None:
    composites: dict[str, str] = {}
    for i in reversed(range(150)):
        inner = f"f = :F{i + 1}(grad_y>x)\n grad_x = OutputPin(f.y)" if composites else "grad_x = OutputPin(grad_y)"
        composites[f"G{i}"] = f"grad_y = InputPin()\n {inner}"
        composites[f"F{i} < G{i}"] = "x = InputPin()\n y = OutputPin(x)"
    assert check(diagram(composites, f"{V3} h = :F0(v>x){ENDS}")).errors == []


def test_an_unknown_shape_is_checked_in_the_run() -> None:
    page = f"v = Placeholder() dtype=DT_FLOAT\n h = :Sum(v>x){ENDS}"
    made = {**SUM, "SumGrad": "grad_y = InputPin()\n o = OnesLike(grad_y)\n e = ExpandDims(o) axis=0\n"
            " grad_x = OutputPin(e)"}  # fmt: skip
    session = blocks.Session(diagram(made, page))
    for _ in range(2):
        results = session.run(feed={"v": np.array([3.0], np.float32)})
        assert results["g.result_grad_outputs[0]"].tolist() == [1.0]
        with pytest.raises(RunError) as caught:
            session.run(feed={"v": np.array([1.0, 2.0, 3.0], np.float32)})
        [error] = caught.value.errors
        assert error.block == "h" and all(word in str(error) for word in ("SumGrad", "grad_x", "[3]", "[1]"))


def test_nothing_of_the_gradient_is_there_before_it_is_asked_for() -> None:
    plain, asked = (
        elaborated(diagram(CUBE, f"v = Variable() initvalues=[1.0,2.0] {D}\n h = :Cube(v>x)")),
        elaborated(PROGRAMS["variable inside"].diagram()),
    )
    assert [node.name for node in plain.graph.nodes[2:]] == ["h/w.initvalues", "h/w", "h/s", "h/m", "h/n", "h/gradient"]
    assert any("CubeGrad" in node.name for node in asked.graph.nodes)


def test_equal_instances_are_copies() -> None:
    chain = "\n".join(f"h{i} = :Reverse(h{i - 1}.y>x) factor={2 if i == 4 else 3}.0" for i in range(1, 6))
    page = f"v = Variable() initvalues=[1.0,2.0] {D}\n h0 = :Reverse(v>x) factor=3.0\n {chain}"
    elaboration = elaborated(diagram(REVERSE, f"{page}\n g = AddSymbolicGradients(h5.y>outputs, v>inputs)"))
    nodes = custom(elaboration)
    assert [node.name for node in nodes] == [f"h{i}/gradient" for i in range(6)]
    assert len({id(node.attrs["program"]) for node in nodes}) < 6
    [gradient] = blocks.Session(diagram(REVERSE, f"{page}\n h = Identity(h5.y)")).run(["h"]).values()
    assert gradient.tolist() == [1.0, 2.0]
    results = blocks.Session(diagram(REVERSE, f"{page}\n g = AddSymbolicGradients(h5.y>outputs, v>inputs)")).run()
    assert results["g.result_grad_outputs[0]"].tolist() == [3.0**5 * 2] * 2


def test_training_follows_the_custom_gradient() -> None:
    page = f"v = Variable() initvalues=[1.0,2.0] {D}\n h = :Reverse(v>x) factor=0.5\n loss = L2Loss(h.y)"
    session = blocks.Session(diagram(REVERSE, f"{page}\n m = Minimize(loss) learning_rate=0.1"))
    session.run(steps=3)
    np.testing.assert_allclose(session.variables["v"], np.array([1.0, 2.0]) * 1.05**3)


@pytest.mark.parametrize("name", ["several outputs", "variable inside", "Repeat"])
def test_without_it_the_blocks_are_differentiated(name: str) -> None:
    program = PROGRAMS[name]
    plain = program._replace(composites={each.partition(" < ")[0]: text for each, text in program.composites.items()})
    changes = Changes(frozenset(["h"]))
    if name == "Repeat":
        changes = Changes(inside=(("loop/", Changes(frozenset(["r"]))),))
    found: list[Any] = []
    for made, how in (program, changes), (plain, Changes()):
        elaboration = elaborated(made.diagram())
        ends = [elaboration.values[name]["ref"] for name in "vw"]
        loss = elaboration.values["loss"]["y"]
        gradients = try_gradients(Scope(elaboration.graph), [loss], ends, changes=how)
        outputs = [each for each in gradients if isinstance(each, Output)]
        found.append(blocks.ClientSession(Scope(elaboration.graph)).run(outputs))
    assert len(found[0]) == 2
    np.testing.assert_allclose(found[0], found[1], rtol=1e-12)


def test_expansions_and_formulas_see_what_it_is_made_of() -> None:
    program = PROGRAMS["several outputs"]
    made = program._replace(second="").diagram()
    before = blocks.Session(made).run()["g.result_grad_outputs[0]"]
    elaboration = elaborated(made)
    [end] = expand(elaboration, "g").results
    made.page("main").apply(editable(elaboration, "g"))
    results = blocks.Session(blocks.loads(made.dumps())).run([end.block])
    assert [value.tolist() for value in results.values()] == [before.tolist()]
    assert formula(elaboration.values["h"]["z"]).text == "sin(v)"
    with pytest.raises(DiagramError, match="Two has a custom gradient"):
        blocks.flatten(program.diagram())


# -- Functions ---------------------------------------------------------------------------------------------------------


def test_a_function_may_use_other_tensors_and_return_several() -> None:
    root = Scope.new_root_scope()
    x, k, n = ops.Variable(root, [1.0, 3.0]), ops.Variable(root, [2.0, 0.5]), ops.Const(root, 4)

    def forward(x: Output, n: Output) -> list[Any]:
        return [ops.Square(x), n + 1, x * k]

    def backward(inputs: Any, results: Any, grads: Any) -> Any:
        assert grads[1] is None
        count = ops.Cast(results[1], DstT=np.float32)
        return grads[0] * results[0] * k + grads[2] * count * ops.Const(root, 10.0), None

    before = [node.name for node in root.graph.nodes]
    y, count, z = blocks.custom_gradient(root, forward, backward, [x, n])
    made = [node.name for node in root.graph.nodes[len(before) :]]
    assert made[-1] == "CustomGradient" and not any("Cast" in name for name in made)
    [first], [other] = (blocks.add_symbolic_gradients(root, [each], [x]) for each in (y, z))
    [second], [by_k] = (blocks.add_symbolic_gradients(root, [first], [each]) for each in (x, k))
    values = blocks.ClientSession(root).run([y, count, z, first, other, second, by_k])
    assert [value.tolist() for value in values] == [
        [1.0, 9.0], 5, [2.0, 1.5], [2.0, 4.5], [50.0, 50.0], [4.0, 2.25], [1.0, 9.0],
    ]  # fmt: skip
    with pytest.raises(blocks.UnreachableError, match="custom gradient backward"):
        blocks.add_symbolic_gradients(root, [y], [k])


def power(x: Any, n: int, k: Any, again: int) -> Any:
    """x to the power of n, whose gradient has the power below it, or ``again`` that of n; k only scales it."""

    def backward(inputs: Any, results: Any, grads: Any) -> Any:
        below = power(inputs[0], n + again - 1, k, again) if n else ops.ZerosLike(inputs[0])
        return grads[0] * below * float(n) * k, None, None

    return blocks.custom_gradient(Scope(x.as_output().graph), lambda x, n, k: x**n, backward, [x, float(n), k])


@pytest.mark.parametrize("again", [0, 1])
def test_a_function_may_be_in_its_own_gradient(again: int) -> None:
    root = Scope.new_root_scope()
    x, k = ops.Variable(root, [1.0, 2.0]), ops.Variable(root, [1.0, 0.5])
    rows = [power(x, 3, k, again)]
    for _ in range(3):
        rows += blocks.add_symbolic_gradients(root, rows[-1:], [x])
    values = blocks.ClientSession(root).run(rows)
    # 3 k x^2, 3 k 2 k x and so on; with the same power again f' = 3 k f, f'' = (3 k)^2 f and so on
    wanted = [[[1, 8], [3, 6], [6, 3], [6, 0.75]], [[1, 8], [3, 12], [9, 18], [27, 27]]][again]
    assert [value.tolist() for value in values] == wanted


def test_gradients_without_an_end_are_refused() -> None:
    def endless(x: Any, n: int) -> Any:
        return blocks.custom_gradient(root, lambda x: x * 2.0, lambda x, y, dy: dy[0] * endless(x[0], n + 1), [x])

    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match="levels deep"):
        endless(ops.Variable(root, 1.0), 0)


def test_a_function_in_a_loop() -> None:
    root = Scope.new_root_scope()
    xs, start = ops.Variable(root, [0.5, -1.5, 2.0]), ops.Variable(root, 1.0)

    def body(scope: Scope, x: Any, h: Any) -> Any:
        def backward(inputs: Any, results: Any, grads: Any) -> Any:
            return grads[0] * inputs[1] * ops.Const(scope, 0.5), grads[0] * results[0]

        return {"h": blocks.custom_gradient(scope, ops.Multiply, backward, [x, h])}

    end = loops.scan(root, body, over=["x"], inputs={"x": xs, "h": start})["h"]
    values = blocks.ClientSession(root).run([end, *blocks.add_symbolic_gradients(root, [end], [xs, start])])
    hs = [1.0, 0.5, -0.75, -1.5]
    assert values[0] == -1.5 and values[2] == hs[3] * hs[2] * hs[1]
    assert values[1].tolist() == [hs[3] * hs[2] * 0.5 * hs[0], hs[3] * 0.5 * hs[1], 0.5 * hs[2]]


WRONG: dict[str, Callable[[Any, Any, Any], Any]] = {
    "one output or None for each of the 1 inputs": lambda xs, ys, dys: [dys[0], dys[0]],
    "one output or None": lambda xs, ys, dys: 1.0,
    r"shape \[2\] .* got \[\]": lambda xs, ys, dys: ops.Sum(dys[0], [0]),
    "float32 .* got float64": lambda xs, ys, dys: ops.Cast(dys[0], DstT=np.float64),
    "state": lambda xs, ys, dys: dys[0] * ops.Variable(Scope(dys[0].graph), [1.0, 2.0]),
}


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_backward_function_is_told_at_once(words: str) -> None:
    root = Scope.new_root_scope()
    x = ops.Variable(root, [1.0, 3.0])

    with pytest.raises(DiagramError, match=words):
        blocks.custom_gradient(root, ops.Square, WRONG[words], [x])
    assert [node.type.name for node in root.graph.nodes] == ["Const", "Variable", "Square"]
