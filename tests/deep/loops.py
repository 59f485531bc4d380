"""The part ``loops``: random loops and branches in each other give what their functions give, forward and backward, run
round by round, in batches and as ONNX models.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import numpy as np

from blocks.compile import nested
from blocks.compile.loops import batching
from blocks.interchange.export_onnx import to_onnx
from blocks.run.session import Session
from tests.deep.finding import Finding, foreign
from tests.random_loops import H0, X0, Program

CASES = 5
"""Programs in a task."""
_LARGEST = 1e4
"""Gradients from which on a program is chaos: its last digits are as wrong in any order of operations."""


def run(seed: int, number: int) -> list[Finding]:
    """Compare some programs: round by round, in batches from two rounds on, with second gradients, or over some steps
    that write variables.
    """
    findings: list[Finding] = []
    for i in range(CASES):
        name = f"{seed} {number} {i}"
        way = random.Random(name).choice(["rounds", "batches", "second", "writes"])
        loops = ("Repeat", "Scan", "Map", "Cond") if way == "second" else ("Repeat", "Scan", "Map", "While", "Cond")
        program = Program(name, maximum=4, loops=loops, writes=way == "writes")
        try:
            with np.errstate(all="ignore"):
                gradients = program.gradients()
                if not max([np.abs(each).max() for each in gradients.values()]) < _LARGEST:
                    continue
                text = _compared(program, gradients, way) if way != "writes" else _written(program)
        except Exception as error:
            findings.append({**foreign(error), "data": name})
            continue
        if text:
            findings.append({"kind": way, "text": text, "where": program.diagram().dumps(), "data": name})
    return findings


def _written(program: Program) -> str:
    """What is wrong after some steps; empty if nothing is."""
    session = Session(program.diagram())
    if session.problems():  # no gradient reaches an input past what is written
        return ""
    session.watch("loss")
    variables: dict[str, Any] = {}
    for step in range(3):
        gradients, loss = program.gradients(variables), program.loss(H0, X0, variables)
        if not max([np.abs(each).max() for each in gradients.values()]) < _LARGEST:
            return ""
        result = session.run()
        if not np.allclose(result["loss.result_output"], loss, rtol=1e-9, atol=1e-11):
            return f"another loss in step {step}"
        for name, wanted in gradients.items():
            if not np.allclose(result.gradients.get(f"{name}.ref", 0.0), wanted, rtol=1e-7, atol=1e-9):
                return f"another gradient with respect to {name} in step {step}"
        variables = program.after(variables)
        for name, wanted in variables.items():
            if not np.allclose(session.variables[name], wanted, rtol=1e-9, atol=1e-11):
                return f"another value of {name} after step {step}"
    return ""


def _compared(program: Program, gradients: Mapping[str, Any], way: str) -> str:
    """What is wrong; empty if nothing is."""
    least = 2 if way == "batches" else batching.LEAST
    session = Session(program.diagram(second=way == "second"))
    session.watch("loss")
    with patch.object(batching, "LEAST", least), patch.object(nested, "LEAST", least):
        result = session.run()
    loss = program.loss(H0, X0)
    if not np.allclose(result["loss.result_output"], loss, rtol=1e-9, atol=1e-11):
        return "another loss"
    for name, wanted in gradients.items():
        if not np.allclose(result.gradients.get(f"{name}.ref", 0.0), wanted, rtol=1e-7, atol=1e-9):
            return f"another gradient by {name}"
    if way == "second":
        for i, wanted in enumerate(program.second().values()):
            gradient = result[f"second.result_grad_outputs[{i}]"]
            if not np.allclose(gradient, wanted, rtol=1e-3, atol=1e-3 * max(1.0, np.abs(wanted).max())):
                return f"another second gradient: {gradient} instead of {wanted}"
    if importlib.util.find_spec("onnxruntime") is not None:
        from tests.onnx.running import run as run_onnx

        outputs = run_onnx(to_onnx(session, fetch=["loss", "first"]), {})
        if not np.allclose(outputs["loss.output"], loss, rtol=1e-9, atol=1e-11):
            return "ONNX gives another loss"
        for i, name in enumerate("hx"):
            if not np.allclose(outputs[f"first.grad_outputs[{i}]"], gradients[name], rtol=1e-7, atol=1e-9):
                return f"ONNX gives another gradient by {name}"
    return ""
