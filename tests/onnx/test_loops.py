"""Loops and branches that run a composite as Scan, Loop and If: onnxruntime gives what a step of the page gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError
from blocks.interchange.export_onnx import to_onnx
from tests.loops import chosen, counted, recurrent
from tests.random_loops import H0, X0, Program
from tests.run.loop_writes import PROGRAMS

pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the tests bring it")

from tests.onnx.running import checked, run

CASES: dict[str, tuple[Callable[[], blocks.Diagram], Mapping[str, Any], str]] = {
    "Scan": (lambda: recurrent("Scan", over=["x"]), {}, "Scan"),
    "Scan in reverse": (lambda: recurrent("Scan", over=["x"], reverse=True), {}, "Scan"),
    "Map": (lambda: recurrent("Map", over=["x"]), {}, "Scan"),
    "Repeat": (lambda: recurrent("Repeat", times=4), {}, "Scan"),
    "Repeat that shares": (lambda: recurrent("Repeat", times=4, share=True), {}, "Loop"),
    "While": (counted, {}, "Loop"),
    "Cond, true": (chosen, {"which": True}, "If"),
    "Cond, false": (chosen, {"which": False}, "If"),
}


@pytest.mark.parametrize("case", CASES)
def test_onnxruntime_gives_what_a_step_gives(case: str) -> None:
    make, given, operator = CASES[case]
    session = blocks.Session(make())
    name = "cond" if operator == "If" else "loop"
    wanted = session.run(fetch=[name], feed=given)
    exported = to_onnx(session, fetch=[name])
    model = checked(exported)
    assert operator in {node.op_type for node in model.graph.node}
    results = run(exported, given)
    assert results
    for output, value in results.items():
        block, _, pin = output.partition(".")
        np.testing.assert_allclose(value, wanted[f"{block}.result_{pin}"], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("seed", ["j1", "j11", "j15", "j17"])
def test_loops_in_loops_and_their_gradients_run_in_onnxruntime(seed: str) -> None:
    program = Program(seed, maximum=5)
    exported = to_onnx(blocks.Session(program.diagram()), fetch=["loss", "first"])
    checked(exported)
    results, wanted = run(exported, {}), program.gradients()
    np.testing.assert_allclose(results["loss.output"], program.loss(H0, X0), rtol=1e-10)
    for i, name in enumerate("hx"):
        np.testing.assert_allclose(results[f"first.grad_outputs[{i}]"], wanted[name], rtol=1e-7, atol=1e-10)


def test_a_while_in_a_loop_needs_a_maximum_for_its_gradient() -> None:
    session = blocks.Session(Program("j15").diagram())
    with pytest.raises(DiagramError, match="records the values of a varying number of iterations"):
        to_onnx(session, fetch=["first"])


def test_a_loop_that_writes_variables_is_refused_by_name() -> None:
    with pytest.raises(
        DiagramError, match="block 'loop': this block cannot be exported to ONNX: Scan changes a variable"
    ):
        to_onnx(blocks.Session(PROGRAMS["counter"]()), fetch=["loop"])
