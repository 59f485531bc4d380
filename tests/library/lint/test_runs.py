"""Advice beside runs: what is said of updates, branches and casts is what a run gives."""

from __future__ import annotations

import numpy as np
import pytest

import blocks
from blocks.analysis.checks import check
from blocks.analysis.lint import lint_page
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types
from blocks.run.steps.environment import initialise
from tests.library.lint.test_rules import LOSS, POSITIVE, ZERO, Line, W, page_of


def outcome(spec: BlockSpec, zero: str) -> tuple[bool, bool]:
    """Whether an update with a 0 at one pin is reported, and whether its variable stays as it is."""
    example = dict(spec.example or {})
    starts = {pin: np.asarray(example[pin]["variable"], np.float32) * (pin not in SLOTS) for pin in spec.writes}
    lines: list[Line] = [(pin, "Variable", {"initvalues": starts[pin].tolist()}) for pin in spec.writes]
    given = {pin.name: example[pin.name] for pin in spec.inputs if pin.name not in spec.writes}
    given |= {name: example[name] for name in spec.attribute_names if name in example}
    given[zero] = np.zeros_like(given[zero]).tolist()
    lines.append(("up", spec.name, given, *[f"{pin}.ref > {pin}" for pin in spec.writes]))
    diagram = page_of([*lines, ("run", "ClientSession", {}, "up.? > run_outputs")])
    advice = lint_page(check(diagram).pages["main"])
    session = blocks.Session(diagram)
    initialise(session, {})
    before = session.variables["var"]
    reported = any(each.rule == "no-update" for each in advice)
    try:
        session.run(steps=3)
    except blocks.RunError:  # it refuses a rate of 0, which is said then
        return reported, False
    return reported, np.array_equal(before, session.variables["var"])


SLOTS = ("accum", "m", "v", "vhat", "mom", "mg")


@pytest.mark.parametrize(
    "spec", [t for t in all_types() if t.page == "training_ops" and t.writes], ids=lambda t: t.name
)
def test_an_update_is_reported_if_it_changes_nothing(spec: BlockSpec) -> None:
    """Whatever the rule of the optimiser is: with a gradient of 0, and with a rate of 0."""
    for zero in ("grad", "delta", "lr", "alpha"):
        if zero in spec.input_index and not (zero == "alpha" and "lr" in spec.input_index):
            reported, stays = outcome(spec, zero)
            assert reported == stays, zero


@pytest.mark.parametrize(
    ("kind", "rule", "frameworks"),
    [("Sqrt", "tensorflow", True), ("Sqrt", "jax", False), ("Rsqrt", "tensorflow", True), ("Log", "", False),
     ("Reciprocal", "tensorflow", True), ("Reciprocal", "pytorch", False), ("Pow", "tensorflow", False)],
)  # fmt: skip
def test_advice_on_a_branch_says_what_a_run_gives(kind: str, rule: str, frameworks: bool) -> None:
    """TensorFlow 2.21, JAX 0.10 and PyTorch 2.13 give NaN in all of them, but TensorFlow gives 0 in some."""
    values = {"gradient_rule": rule} if rule else {}
    risky: Line = ("q", kind, {**values, **({"y": 0.5} if kind == "Pow" else {})}, "w.ref > x")
    choice: Line = ("y", "Where3", {}, "positive.z > condition", "q.? > x", "zero.output > y")
    diagram = page_of([W, ZERO, POSITIVE, risky, choice, *LOSS])
    [advice] = lint_page(check(diagram).pages["main"])
    assert ("NaN in PyTorch and JAX" in advice.message) == frameworks
    [gradient] = [value for name, value in blocks.Session(diagram).run().items() if name.startswith("g.")]
    assert np.isnan(gradient[0]) != frameworks and (gradient[0] == 0) == frameworks


def test_a_farther_block_that_gives_nan_is_the_one_that_is_named() -> None:
    near: Line = ("root", "Sqrt", {}, "q.y > x")
    choice: Line = ("y", "Where3", {}, "positive.z > condition", "root.y > x", "zero.output > y")
    lines: list[Line] = [W, ZERO, POSITIVE, ("q", "Log", {}, "w.ref > x"), near, choice, *LOSS]
    [advice] = lint_page(check(page_of(lines)).pages["main"])
    assert advice.culprit == "q" and "TensorFlow" not in advice.message


WHOLE: Line = ("whole", "Cast", {"DstT": "DT_INT32"}, "w.ref > x")
TIMES: Line = ("y", "Multiply", {"y": [2, 3]}, "whole.y > x")
BACK: list[Line] = [
    ("back", "Cast", {"DstT": "DT_FLOAT"}, "y.? > x"),
    ("part", "Multiply", {}, "back.y > x", "v.ref > y"),
]
TRAINED: list[Line] = [
    ("v", "Variable", {"initvalues": [0.5, 0.5]}),
    *BACK,
    ("sum", "Sum", {"axis": 0}, "part.z > input"),
    ("train", "Minimize", {"learning_rate": 0.1}, "sum.output > loss"),
]
HALVES: Line = ("w", "Variable", {"initvalues": [0.5, 1.5]})


CASTS: list[tuple[list[Line], str | None]] = [
    ([W, WHOLE, TIMES], "w"),
    ([HALVES, WHOLE, TIMES, *TRAINED], "w"),
    ([HALVES, ("h", "Tanh", {}, "w.ref > x"), ("whole", "Cast", {"DstT": "DT_INT32"}, "h.y > x"),
      ("y", "Abs", {}, "whole.y > x"), *TRAINED], "w"),
    # A second way leads past the Cast; a counter is no weight; labels, indices and data are not trained.
    ([HALVES, ("h", "Tanh", {}, "w.ref > x"), ("whole", "Cast", {"DstT": "DT_INT32"}, "h.y > x"),
      ("also", "Cast", {"DstT": "DT_FLOAT"}, "whole.y > x"), ("y", "Add", {}, "also.y > x", "w.ref > y"),
      *TRAINED], None),
    ([W, WHOLE, TIMES, ("on", "AssignAdd", {"value": [1.0, 1.0]}, "w.ref > ref")], None),
    ([W, WHOLE, ("y", "GatherV2", {"params": [1.0, 2.0, 3.0], "axis": 0}, "whole.y > indices")], None),
    ([("x", "Placeholder", {"shape": [2], "dtype": "DT_FLOAT"}),
      ("whole", "Cast", {"DstT": "DT_INT32"}, "x.output > x"), TIMES, *TRAINED], None),
    ([HALVES, ("stop", "StopGradient", {}, "w.ref > input"),
      ("whole", "Cast", {"DstT": "DT_INT32"}, "stop.output > x"), TIMES, *TRAINED], None),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "culprit"), CASTS)
def test_a_cast_of_a_variable_to_integers(lines: list[Line], culprit: str | None) -> None:
    advice = [each for each in lint_page(check(page_of(lines)).pages["main"]) if each.rule == "integer"]
    assert [(each.block, each.culprit) for each in advice] == ([] if culprit is None else [("whole", culprit)])
