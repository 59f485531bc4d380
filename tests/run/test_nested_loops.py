"""Loops in loops whose numbers of rounds differ from round to round: values and gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.document.model import Diagram, PageView
from tests.random_loops import H0, X0, Program, put

WRITING = 6, 14, 19, 48, 72, 130
"""Seeds of programs that write variables in all ways."""

NS = [2.0, 0.0, 3.0, 1.0]


def pins(canvas: PageView, inputs: str, **outputs: str) -> None:
    """Input pins of scalars and vectors, and output pins with what they give."""
    for name in inputs:
        canvas.add("InputPin", id=name, dtype="DT_DOUBLE")
    for name, source in outputs.items():
        canvas.add("OutputPin", id=f"{name}_out", name=name)
        canvas.wire(source, f"{name}_out.input")


def nested(case: str, **values: Any) -> Diagram:
    """Loops in a loop; h = sin(k h) and h = h^2 + k h by turns go on as long as i < n."""
    diagram = Diagram()
    even, odd, body, test, outer, most, along = (
        diagram.add_composite(name) for name in ("Even", "Odd", "Body", "Test", "Outer", "Most", "Along")
    )
    pins(even, "hk")
    put(even, "kh", "Multiply", x="h.output", y="k.output")
    put(even, "new", "Sin", x="kh.z")
    pins(even, "", h="new.y")
    pins(odd, "hk")
    put(odd, "sum", "Add", x="h.output", y="k.output")
    put(odd, "new", "Multiply", x="h.output", y="sum.z")
    pins(odd, "", h="new.z")
    pins(body, "hki")
    put(body, "half", "FloorMod", x="i.output", y=2.0)
    put(body, "is_even", "Less", x="half.z", y=0.5)
    sides: dict[str, Any] = {"then": ":Even", "else": ":Odd"}
    put(body, "side", "Cond", predicate="is_even.z", h="h.output", k="k.output", **sides)
    put(body, "more", "Add", x="i.output", y=1.0)
    pins(body, "", h="side.h", i="more.z")
    pins(test, "in")
    put(test, "less", "Less", x="i.output", y="n.output")
    pins(test, "", out="less.z")
    pins(most, "n")
    put(most, "less", "Less", x="n.output", y=4.0 if case == "While in While" else 3.0)
    pins(most, "", out="less.z")
    pins(along, "hkx")
    put(along, "kh", "Multiply", x="h.output", y="k.output")
    put(along, "sum", "Add", x="kh.z", y="x.output")
    put(along, "new", "Sin", x="sum.z")
    pins(along, "", h="new.y", y="new.y")
    pins(outer, "hkn")
    put(outer, "more", "Add", x="n.output", y=1.0)
    given = {"h": "h.output", "k": "k.output"}
    if case == "Scan in While":
        put(outer, "kh", "Multiply", x="h.output", y="k.output")
        outer.add("Stack", id="xs")
        for each in ("h.output", "kh.z"):
            outer.wire(each, "xs.values")
        put(outer, "inner", "Scan", body=":Along", over=["x"], x="xs.output", **given, **values)
        put(outer, "sum", "Sum", input="inner.y", axis=[0])
        put(outer, "new", "Multiply", x="sum.output", y=0.5)
        pins(outer, "", h="new.z", n="more.z")
    else:
        put(outer, "inner", "While", condition=":Test", body=":Body", i=0.0, n="n.output", **given, **values)
        put(outer, "tenth", "Multiply", x="h.output", y=0.1)
        put(outer, "both", "Add", x="inner.h", y="tenth.z")
        new = {"While in While": {"h": "inner.h", "n": "more.z"}, "While in Scan": {"h": "both.z", "y": "both.z"}}
        pins(outer, "", **new.get(case, {"y": "inner.h"}))
    page = diagram.add_page("main")
    page.add("Const", id="h0", val=[0.9, 0.5], dtype="DT_DOUBLE")
    page.add("Const", id="k", val=0.8, dtype="DT_DOUBLE")
    page.add("Const", id="ns", val=NS, dtype="DT_DOUBLE")
    given = {"h": "h0.output", "k": "k.output"}
    if case.endswith("in While"):
        put(page, "loop", "While", condition=":Most", body=":Outer", n=0.0, **given, **values)
    else:
        put(page, "loop", case.rpartition(" ")[2], body=":Outer", over=["n"], n="ns.output", **given)
    put(page, "loss", "L2Loss", t="loop.h" if case.endswith("in While") else "loop.y")
    page.add("AddSymbolicGradients", id="gradients")
    for source, pin in (("loss.output", "outputs"), ("h0.output", "inputs"), ("k.output", "inputs")):
        page.wire(source, f"gradients.{pin}")
    return diagram


# TensorFlow 2.16, float64: tf.while_loop, tf.scan, tf.map_fn and tf.cond in each other; loss, gradients by h0 and k
WANTED = {
    "While in While": (0.14989909474137708, [0.3239071767261584, 0.1443952855672767], 2.2632007399449634),
    "While in Scan": (2.501978494985339, [4.516907725609539, 2.5538435063917158], 13.600516351293171),
    "Scan in While": (0.9776236250562909, [-0.000948298490937176, -0.027478420535662906], -0.23486294134482955),
    "While in Map": (1.701279805841156, [3.0323405731168718, 1.6399421770534959], 4.932285019733173),
}


@pytest.mark.parametrize("checkpoint", [{}, {"checkpoint": 2}])
@pytest.mark.parametrize("case", WANTED)
def test_loops_of_varying_rounds_in_loops_are_those_of_tensorflow(case: str, checkpoint: dict[str, int]) -> None:
    results = blocks.Session(nested(case, **checkpoint)).run()
    loss, by_h, by_k = WANTED[case]
    np.testing.assert_allclose(results["loss.result_output"], loss, rtol=1e-13)
    np.testing.assert_allclose(results["gradients.result_grad_outputs[0]"], by_h, rtol=1e-11)
    np.testing.assert_allclose(results["gradients.result_grad_outputs[1]"], by_k, rtol=1e-13)


@pytest.mark.parametrize(
    ("seed", "writes"), [(2, False), (3, False), (5, False), (11, False), *[(seed, True) for seed in WRITING]]
)
def test_random_loops_in_loops_have_the_derivatives_of_their_functions(seed: int, writes: bool) -> None:
    program = Program(seed, writes=writes)
    session = blocks.Session(program.diagram())
    session.watch("loss")
    variables: dict[str, Any] = {}
    for _ in range(3 if writes else 1):  # the first step is interpreted, further ones are a plan
        results = session.run()
        np.testing.assert_allclose(results["loss.result_output"], program.loss(H0, X0, variables), rtol=1e-10)
        for name, wanted in program.gradients(variables).items():
            gradient = results.gradients.get(f"{name}.ref", np.zeros(()))
            np.testing.assert_allclose(
                gradient, np.broadcast_to(wanted, np.shape(wanted)), rtol=1e-8, atol=1e-10, err_msg=name
            )
        variables = program.after(variables)
        for name in session.variables.keys() & variables.keys() if writes else ():
            np.testing.assert_allclose(session.variables[name], variables[name], rtol=1e-10, err_msg=name)
