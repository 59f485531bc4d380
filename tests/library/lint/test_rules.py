"""Each rule at a diagram that shows its fault, and silent where there is none."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.analysis.checks import check
from blocks.analysis.lint import lint_page
from blocks.cli.manual.lint_rules import EXAMPLE, INPUTS, rule_id
from blocks.document.model import Diagram
from blocks.library.index import find
from blocks.library.lint.rules import RULES
from blocks.run.files import Folders

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "assets" / "examples").glob("*.gradblocks"))
Line = tuple[Any, ...]
W: Line = ("w", "Variable", {"initvalues": [0.0, 2.0]})
ZERO: Line = ("zero", "Const", {"val": [0.0, 0.0]})
LOSS: list[Line] = [
    ("loss", "Sum", {"axis": 0}, "y.? > input"),
    ("g", "AddSymbolicGradients", {}, "loss.output > outputs", "w.ref > inputs"),
]
POSITIVE: Line = ("positive", "Greater", {}, "w.ref > x", "zero.output > y")
SUMMED: Line = ("s", "Sum", {"axis": 0, "keep_dims": True}, "q.y > input")


def logistic(units: int, one_minus: bool, weights: float, dtype: str) -> list[Line]:
    """The logarithm of what a layer gives to the one or the other of two classes."""
    return [
        ("x", "Placeholder", {"shape": [4, units], "dtype": dtype}),
        ("h", "Tanh", {}, "x.output > x"),
        ("w", "Variable", {"initvalues": [[weights]] * units, "dtype": dtype}),
        ("b", "Variable", {"initvalues": [0.0], "dtype": dtype}),
        ("mm", "MatMul", {}, "h.y > a", "w.ref > b"),
        ("sum", "Add", {}, "mm.product > x", "b.ref > y"),
        ("p", "Sigmoid", {}, "sum.z > x"),
        *([("n", "Subtract", {"x": 1.0}, "p.y > y")] if one_minus else []),
        ("y", "Log", {}, "n.z > x" if one_minus else "p.y > x"),
        ("loss", "Sum", {"axis": [0, 1]}, "y.y > input"),
    ]


# A rule, the block that it speaks of (None: it is silent), and a page: id, type, values, wires.
CASES: list[tuple[str, str | None, list[Line]]] = [
    (
        "unsafe-branch",
        "y",
        [
            W,
            ZERO,
            POSITIVE,
            ("root", "Sqrt", {}, "w.ref > x"),
            ("y", "Where3", {}, "positive.z > condition", "root.y > x", "zero.output > y"),
            *LOSS,
        ],
    ),
    (
        "unsafe-branch",
        None,
        [
            W,
            ZERO,
            POSITIVE,
            ("one", "Const", {"val": [1.0, 1.0]}),
            ("safe", "Where3", {}, "positive.z > condition", "w.ref > x", "one.output > y"),
            ("root", "Sqrt", {}, "safe.output > x"),
            ("y", "Where3", {}, "positive.z > condition", "root.y > x", "zero.output > y"),
            *LOSS,
        ],
    ),
    (
        "unsafe-branch",
        "y",
        [
            W,
            ZERO,
            POSITIVE,
            ("one", "Const", {"val": [1.0, 1.0]}),
            ("q", "RealDiv", {}, "one.output > x", "w.ref > y"),
            ("y", "SelectV2", {}, "positive.z > condition", "q.z > t", "zero.output > e"),
            *LOSS,
        ],
    ),
    (
        "unsafe-branch",
        None,
        [
            W,
            ZERO,
            POSITIVE,
            ("e", "Exp", {}, "w.ref > x"),
            ("root", "Log1p", {}, "e.y > x"),
            ("y", "Where3", {}, "positive.z > condition", "root.y > x", "zero.output > y"),
            *LOSS,
        ],
    ),
    (
        "log-of-softmax",
        "y",
        [
            ("w", "Variable", {"initvalues": [[0.0, 2.0]]}),
            ("p", "Softmax", {}, "w.ref > logits"),
            ("y", "Log", {}, "p.softmax > x"),
        ],
    ),
    (
        "log-of-softmax",
        None,
        [("w", "Variable", {"initvalues": [[0.0, 2.0]]}), ("y", "LogSoftmax", {}, "w.ref > logits")],
    ),
    ("log-of-sigmoid", "y", [W, ("p", "Sigmoid", {}, "w.ref > x"), ("y", "Log", {}, "p.y > x"), *LOSS]),
    (
        "log-of-sigmoid",
        "y",
        [
            W,
            ("p", "Sigmoid", {}, "w.ref > x"),
            ("n", "Subtract", {"x": 1.0}, "p.y > y"),
            ("y", "Log", {}, "n.z > x"),
            *LOSS,
        ],
    ),
    (
        "log-of-sigmoid",
        None,
        [W, ("p", "Softplus", {}, "w.ref > features"), ("y", "Negate", {}, "p.activations > x"), *LOSS],
    ),
    *[
        ("log-of-sigmoid", "y" if advised else None, logistic(units, one_minus, weights, dtype))
        for units, one_minus, weights, dtype, advised in [
            # Of so many numbers between -1 and 1, with weights up to 5, and a bias: 15, 20; 1 - p is 0 from 17 on.
            (2, True, 1.0, "DT_FLOAT", False),
            (3, True, 1.0, "DT_FLOAT", True),
            (2, True, 9.0, "DT_FLOAT", True),
            (6, True, 1.0, "DT_DOUBLE", False),
            (7, True, 1.0, "DT_DOUBLE", True),
            # 85 and 90, where exp(89) is infinite and p is 0.
            (16, False, 1.0, "DT_FLOAT", False),
            (17, False, 1.0, "DT_FLOAT", True),
        ]
    ],
    ("edge", "y", [W, ("q", "Square", {}, "w.ref > x"), SUMMED, ("y", "Sqrt", {}, "s.output > x"), *LOSS]),
    (
        "edge",
        None,
        [
            W,
            ("q", "Square", {}, "w.ref > x"),
            SUMMED,
            ("e", "Add", {"y": 1e-8}, "s.output > x"),
            ("y", "Sqrt", {}, "e.z > x"),
            *LOSS,
        ],
    ),
    ("edge", "y", [W, ("q", "Square", {}, "w.ref > x"), ("y", "Pow", {"y": 0.5}, "q.y > x"), *LOSS]),
    ("edge", None, [W, ("q", "Square", {}, "w.ref > x"), ("y", "Pow", {"y": 1.5}, "q.y > x"), *LOSS]),
    ("edge", "y", [W, ("r", "Relu", {}, "w.ref > features"), ("y", "Log", {}, "r.activations > x"), *LOSS]),
    ("edge", None, [W, ("r", "Softplus", {}, "w.ref > features"), ("y", "Log", {}, "r.activations > x"), *LOSS]),
    (
        "edge",
        "y",
        [
            W,
            ("c", "ClipByValue", {"clip_value_min": -1.0, "clip_value_max": 1.0}, "w.ref > t"),
            ("y", "Acos", {}, "c.output > x"),
            *LOSS,
        ],
    ),
    (
        "edge",
        None,
        [
            W,
            ("c", "ClipByValue", {"clip_value_min": -0.999, "clip_value_max": 0.999}, "w.ref > t"),
            ("y", "Acos", {}, "c.output > x"),
            *LOSS,
        ],
    ),
    (
        "overflow",
        "e",
        [
            W,
            ("e", "Exp", {}, "w.ref > x"),
            ("s", "Sum", {"axis": 0}, "e.y > input"),
            ("y", "RealDiv", {}, "e.y > x", "s.output > y"),
            *LOSS,
        ],
    ),
    (
        "overflow",
        None,
        [
            W,
            ("m", "Max", {"axis": 0}, "w.ref > input"),
            ("sg", "StopGradient", {}, "m.output > input"),
            ("d", "Subtract", {}, "w.ref > x", "sg.output > y"),
            ("e", "Exp", {}, "d.z > x"),
            ("s", "Sum", {"axis": 0}, "e.y > input"),
            ("y", "RealDiv", {}, "e.y > x", "s.output > y"),
            *LOSS,
        ],
    ),
    ("overflow", None, [W, ("y", "Exp", {}, "w.ref > x"), *LOSS]),
    (
        "unreached",
        "up",
        [
            W,
            ("c", "Const", {"val": [1.0, 1.0]}),
            ("up", "ApplyGradientDescent", {"alpha": 0.1}, "w.ref > var", "c.output > delta"),
        ],
    ),
    (
        "unreached",
        None,
        [
            W,
            ("y", "Square", {}, "w.ref > x"),
            *LOSS,
            ("up", "ApplyGradientDescent", {"alpha": 0.1}, "w.ref > var", "g.grad_outputs[0] > delta"),
        ],
    ),
    (
        "unreached",
        None,
        [
            W,
            ("v", "Variable", {"initvalues": [0.0, 0.0]}),
            ("y", "Square", {}, "w.ref > x"),
            *LOSS,
            ("more", "Add", {}, "v.ref > x", "g.grad_outputs[0] > y"),
            ("keep", "Assign", {}, "v.ref > ref", "more.z > value"),
            ("up", "ApplyGradientDescent", {"alpha": 0.1}, "w.ref > var", "v.ref > delta"),
        ],
    ),  # what v was given in the step before
    (
        "unreached",
        None,
        [
            W,
            ("x", "Const", {"val": [1.0, 1.0]}),
            ("v", "Merge", {}, "x.output > inputs", "next.output > inputs"),
            ("less", "Less", {"y": 9.0}, "v.output > x"),
            ("all", "All", {"axis": [0]}, "less.z > input"),
            ("go", "LoopCond", {}, "all.output > input"),
            ("on", "Switch", {}, "v.output > data", "go.output > pred"),
            ("grown", "Multiply", {}, "on.output_true > x", "w.ref > y"),
            ("next", "NextIteration", {}, "grown.z > data"),
            ("up", "ApplyGradientDescent", {"alpha": 0.1}, "w.ref > var", "on.output_false > delta"),
        ],
    ),  # it depends on w after a round of the loop
    (
        "no-update",
        "up",
        [W, ZERO, ("up", "ApplyGradientDescent", {"alpha": 0.1}, "w.ref > var", "zero.output > delta")],
    ),
    (
        "no-update",
        "up",
        [
            W,
            ("y", "Square", {}, "w.ref > x"),
            *LOSS,
            ("none", "Multiply", {"y": 0.0}, "g.grad_outputs[0] > x"),
            ("stopped", "StopGradient", {}, "none.z > input"),
            ("m", "Variable", {"initvalues": [0.0, 0.0]}),
            (
                "up",
                "ApplyMomentum",
                {"lr": 0.1, "momentum": 0.9},
                "w.ref > var",
                "m.ref > accum",
                "stopped.output > grad",
            ),
        ],
    ),
    (
        "no-update",
        "up",
        [W, ("none", "ZerosLike", {}, "w.ref > x"), ("up", "AssignSub", {}, "w.ref > ref", "none.y > value")],
    ),
    (
        "no-update",
        "train",
        [
            W,
            ("y", "Square", {}, "w.ref > x"),
            ("loss", "Sum", {"axis": 0}, "y.? > input"),
            ("train", "Minimize", {"learning_rate": 0.0, "optimizer": "AdamW"}, "loss.output > loss"),
        ],
    ),
    (
        "no-update",
        "train",
        [
            W,
            ("scaled", "ScaleGradient", {"factor": 0.0}, "w.ref > input"),
            ("loss", "Sum", {"axis": 0}, "scaled.output > input"),
            ("train", "Minimize", {"learning_rate": 0.1, "optimizer": "Adam"}, "loss.output > loss"),
        ],
    ),
    (
        "no-update",
        None,
        [
            W,
            ("scaled", "ScaleGradient", {"factor": 0.0}, "w.ref > input"),
            ("loss", "Sum", {"axis": 0}, "scaled.output > input"),
            ("train", "Minimize", {"learning_rate": 0.1, "weight_decay": 0.1}, "loss.output > loss"),
        ],
    ),  # it decays
    (
        "no-update",
        None,
        [
            W,
            ("y", "Square", {}, "w.ref > x"),
            *LOSS,
            ("step", "Variable", {"initvalues": 0.0, "trainable": False}),
            ("on", "AssignAdd", {"value": 1.0}, "step.ref > ref"),
            ("part", "RealDiv", {"y": 100.0}, "step.ref > x"),
            ("rate", "Minimum", {"y": 0.1}, "part.z > x"),
            ("up", "ApplyGradientDescent", {}, "w.ref > var", "rate.z > alpha", "g.grad_outputs[0] > delta"),
        ],
    ),  # a warm-up begins with 0
    (
        "broadcast",
        "d",
        [
            ("w", "Variable", {"initvalues": [[1.0], [2.0]]}),
            ("x", "Const", {"val": [[1.0, 0.0], [0.0, 1.0]]}),
            ("p", "MatMul", {}, "x.output > a", "w.ref > b"),
            ("t", "Const", {"val": [1.0, 2.0]}),
            ("d", "SquaredDifference", {}, "p.product > x", "t.output > y"),
            ("loss", "Mean", {"axis": [0, 1]}, "d.z > input"),
        ],
    ),
    (
        "broadcast",
        "d",
        [
            ("p", "Placeholder", {"dtype": "DT_FLOAT", "shape": [None, 1]}),
            ("t", "Placeholder", {"dtype": "DT_FLOAT", "shape": [None]}),
            ("d", "Subtract", {}, "p.output > x", "t.output > y"),
            ("q", "Square", {}, "d.z > x"),
            ("each", "Sum", {"axis": 1}, "q.y > input"),
            ("loss", "Mean", {"axis": 0}, "each.output > input"),
        ],
    ),  # of as many as there will be, axis by axis
    (
        "broadcast",
        "d",
        [
            ("p", "Placeholder", {"dtype": "DT_FLOAT", "shape": [4, 1]}),
            ("t", "Placeholder", {"dtype": "DT_FLOAT", "shape": [4]}),
            ("e", "Exp", {}, "p.output > x"),
            ("more", "Add", {"y": 1.0}, "e.y > x"),
            ("log", "Log", {}, "more.z > x"),
            ("d", "Multiply", {}, "t.output > x", "log.y > y"),
            ("loss", "Mean", {"axis": [0, 1]}, "d.z > input"),
        ],
    ),  # a cross entropy
    (
        "broadcast",
        None,
        [
            ("a", "Placeholder", {"dtype": "DT_FLOAT", "shape": [4, 1]}),
            ("b", "Placeholder", {"dtype": "DT_FLOAT", "shape": [4]}),
            ("m", "Placeholder", {"dtype": "DT_FLOAT", "shape": [4, 4]}),
            ("d", "Multiply", {}, "a.output > x", "b.output > y"),
            ("q", "Multiply", {}, "d.z > x", "m.output > y"),
            ("loss", "Sum", {"axis": [0, 1]}, "q.z > input"),
        ],
    ),  # a quadratic form
    (
        "broadcast",
        None,
        [
            ("w", "Variable", {"initvalues": [[1.0], [2.0]]}),
            ("t", "Const", {"val": [[1.0], [2.0]]}),
            ("d", "SquaredDifference", {}, "w.ref > x", "t.output > y"),
            ("loss", "Mean", {"axis": [0, 1]}, "d.z > input"),
        ],
    ),
    (
        "broadcast",
        None,
        [
            W,
            ("c", "ExpandDims", {"axis": 1}, "w.ref > input"),
            ("d", "Subtract", {}, "c.output > x", "w.ref > y"),
            ("q", "Square", {}, "d.z > x"),
            ("loss", "Mean", {"axis": [0, 1]}, "q.y > input"),
        ],
    ),  # all pairs are meant
    (
        "broadcast",
        "d",
        [
            ("w", "Variable", {"initvalues": [[1.0], [2.0]]}),
            ("t", "Const", {"val": [1.0, 2.0]}),
            ("d", "SquaredDifference", {}, "w.ref > x", "t.output > y"),
            ("loss", "Mean", {"axis": [0, 1], "keep_dims": True}, "d.z > input"),
        ],
    ),
    (
        "log-of-sigmoid",
        None,
        [
            ("w", "Variable", {"initvalues": [[0.5], [-0.5]]}),
            ("x", "Placeholder", {"dtype": "DT_FLOAT", "shape": [4, 2]}),
            ("h", "Sigmoid", {}, "x.output > x"),
            ("z", "MatMul", {}, "h.y > a", "w.ref > b"),
            ("p", "Sigmoid", {}, "z.product > x"),
            ("y", "Log", {}, "p.y > x"),
        ],
    ),  # two bounded units: the weights would have to be above ten
    (
        "edge",
        None,
        [
            W,
            ("p", "Softplus", {}, "w.ref > features"),
            ("y", "EuclideanNorm", {"reduction_indices": 0, "keep_dims": True}, "p.activations > input"),
            *LOSS,
        ],
    ),
    (
        "integer",
        "w",
        [
            ("w", "Const", {"val": [3, 2]}),
            ("y", "Square", {}, "w.output > x"),
            ("loss", "Sum", {"axis": 0}, "y.y > input"),
            ("g", "AddSymbolicGradients", {}, "loss.output > outputs", "w.output > inputs"),
        ],
    ),
    ("integer", None, [W, ("y", "Square", {}, "w.ref > x"), *LOSS]),
    (
        "seeds",
        "b",
        [
            ("a", "RandomNormal", {"shape": [4], "dtype": "DT_FLOAT", "seed": 3}),
            ("b", "RandomUniform", {"shape": [4], "dtype": "DT_FLOAT", "seed": 3}),
            ("y", "Add", {}, "a.output > x", "b.output > y"),
        ],
    ),
    (
        "seeds",
        None,
        [
            ("a", "RandomNormal", {"shape": [4], "dtype": "DT_FLOAT", "seed": 3}),
            ("b", "RandomUniform", {"shape": [4], "dtype": "DT_FLOAT", "seed": 4}),
            ("y", "Add", {}, "a.output > x", "b.output > y"),
        ],
    ),
    (
        "seeds",
        None,
        [
            ("a", "RandomNormal", {"shape": [4], "dtype": "DT_FLOAT", "seed": 3}),
            ("b", "RandomUniform", {"shape": [4], "dtype": "DT_FLOAT", "seed": 3}),
        ],
    ),
]


def page_of(lines: Sequence[Line]) -> Diagram:
    diagram = Diagram()
    page = diagram.add_page("main")
    for id, type_, values, *_ in lines:
        page.add(type_, id=id, **values)
    for id, _, _, *wires in lines:
        for wire in wires:
            source, _, pin = wire.partition(" > ")
            if source.endswith("?"):  # its first output
                spec = find(page.block(source[:-2]).type)
                assert spec is not None
                source = f"{source[:-1]}{spec.outputs[0].name}"
            page.wire(source, f"{id}.{pin}")
    return diagram


@pytest.mark.parametrize(("rule", "block", "lines"), CASES, ids=[f"{c[0]}-{c[1]}-{i}" for i, c in enumerate(CASES)])
def test_rule(rule: str, block: str | None, lines: list[Line]) -> None:
    report = check(page_of(lines))
    assert not [each for each in report.errors if rule != "integer"], report.errors
    warnings = lint_page(report.pages["main"])
    assert [(each.rule, each.block) for each in warnings] == ([] if block is None else [(rule, block)])
    assert all(each.message and each.mend for each in warnings)


def test_what_a_loop_runs_is_looked_at() -> None:
    diagram = Diagram()
    body = diagram.add_composite("Body")
    body.add("InputPin", id="h", dtype="DT_FLOAT")
    body.add("Softmax", id="p")
    body.add("Log", id="log")
    body.add("OutputPin", id="out", name="h")
    for wire in ("h.output>p.logits", "p.softmax>log.x", "log.y>out.input"):
        body.wire(*wire.split(">"))
    page = diagram.add_page("main")
    page.add("Variable", id="w", initvalues=[[1.0, 2.0]])
    page.add("Repeat", id="run", body=":Body", times=2)
    page.wire("w.ref", "run.h")
    [result] = lint_page(check(diagram).pages["main"])
    assert (result.rule, result.block, result.culprit) == ("log-of-softmax", "run/log", "run/p")


def test_ranges_of_what_is_shared_are_worked_out_once() -> None:
    """Each of 60 sums takes the one before twice: a walk of all ways would take 2 ** 60 steps."""
    lines: list[Line] = [W, ("q0", "Square", {}, "w.ref > x"), ("z0", "Add", {}, "q0.? > x", "q0.? > y")]
    lines += [(f"z{i}", "Add", {}, f"z{i - 1}.? > x", f"z{i - 1}.? > y") for i in range(1, 60)]
    warnings = lint_page(check(page_of([*lines, ("y", "Sqrt", {}, "z59.? > x"), *LOSS])).pages["main"])
    assert [(each.rule, each.block) for each in warnings] == [("edge", "y")]


def test_every_rule_has_both_kinds_of_cases() -> None:
    names = {rule.__name__.replace("_", "-") for rule in RULES}
    assert {rule for rule, block, _ in CASES if block} == names == {rule for rule, block, _ in CASES if not block}


@pytest.mark.parametrize("rule", RULES, ids=rule_id)
def test_the_examples_of_the_manual_show_the_rule(rule: Any) -> None:
    for kind, indented in EXAMPLE.findall(f"{inspect.getdoc(rule)}\n"):
        code = inspect.cleandoc(indented)
        names = [name for name in INPUTS if re.search(rf"\b{name}\b", code)]
        *before, last = code.split("\n")
        body = "".join(f"    {line}\n" for line in [*before, f"return {last}"])
        space: dict[str, Any] = {"np": np, "ops": ops}
        exec(f"def example({', '.join(names)}):\n{body}", space)
        diagram = blocks.trace(space["example"], *(np.ones(INPUTS[name], np.float32) for name in names))
        report = check(diagram)
        found = [each.rule for page in report.pages.values() for each in lint_page(page)]
        assert (report.errors, found) == ([], [rule_id(rule)] if kind == "Bad" else []), kind


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_get_no_advice(path: Path) -> None:
    report = check(blocks.load(path), Folders(path.parent).load)
    assert [each for page in report.pages.values() for each in lint_page(page)] == []
