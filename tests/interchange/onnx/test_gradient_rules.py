"""Models of PyTorch have its gradients at ties, zeros and bounds; the numbers were recorded from PyTorch 2.13."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest

import blocks
from blocks.interchange.models import import_model
from tests.interchange.onnx.graphs import add, constant, model, saved, value

NAN = np.nan


class Case(NamedTuple):
    """An operator with a constant operand or bounds, and the gradient of the sum of its results."""

    op: str
    function: str
    x: Any
    others: list[Any]
    wanted: Any
    elsewhere: Any
    attributes: Mapping[str, Any] = MappingProxyType({})


ROW = [[1.0, 1.0, 0.0, 1.0]]
CASES = {
    "maximum": Case("Max", "aten.maximum.default", [1.0, 2, 0], [[1.0, 1, 1]], [0.5, 1, 0], [1, 1, 0]),
    "minimum": Case("Min", "", [1.0, 2, 0], [[1.0, 1, 1]], [0.5, 0, 1], [1, 0, 1]),
    "clamp by a tensor": Case("Max", "aten.clamp.Tensor", [1.0, 2, 0], [[1.0, 1, 1]], [1, 1, 0], [1, 1, 0]),
    "clamp": Case("Clip", "aten.clamp.default", [-1.0, 0, 1], [-1.0, 1.0], [1, 1, 1], [1, 1, 1]),
    "hardtanh": Case("Clip", "aten.hardtanh.default", [-1.0, 0, 1], [-1.0, 1.0], [0, 1, 0], [1, 1, 1]),
    "relu6": Case("Clip", "aten.relu6.default", [0.0, 3, 6], [0.0, 6.0], [0, 1, 0], [1, 1, 1]),
    "relu6 of the older exporter": Case("Clip", "", [0.0, 3, 6], [0.0, 6.0], [0, 1, 0], [1, 1, 1]),
    "norm": Case("ReduceL2", "", [[0.0, 0], [3, 4]], [[1]], [[0, 0], [0.6, 0.8]], [[NAN, NAN], [0.6, 0.8]]),
    "amax": Case("ReduceMax", "aten.amax.default", ROW, [[1]], [[1 / 3, 1 / 3, 0, 1 / 3]], [[1 / 3, 1 / 3, 0, 1 / 3]]),
    "max of an axis": Case("ReduceMax", "aten.max.dim", ROW, [[1]], [[1, 0, 0, 0]], [[1 / 3, 1 / 3, 0, 1 / 3]]),
    "min of an axis": Case(
        "ReduceMin", "aten.min.dim", [[0.0, 1, 0]], [[1]], [[1, 0, 0]], [[0.5, 0, 0.5]], {"keepdims": 0}
    ),
    "prelu": Case("PRelu", "", [0.0, 1, -1], [[0.25]], [0.25, 1, 0.25], [1, 1, 0.25]),
    "hardsigmoid": Case("HardSigmoid", "", [-2.5, 0, 2.5], [], [0, 0.2, 0], [0.2, 0.2, 0.2]),
    "selu": Case("Selu", "", [0.0, 1], [], [1.758099, 1.050701], [1.050701, 1.050701]),
    "pow": Case("Pow", "", [0.0, 0, 2], [[0.0, 2, 3]], [0, 0, 12], [NAN, 0, 12]),
    "fmod": Case("Mod", "", [0.0, 2.5, -2.5], [[1.0, 1, 1]], [1, 1, 1], None, {"fmod": 1}),
    "root of a norm": Case(
        "Pow", "aten.linalg_vector_norm.default", [0.0, 8], [0.5], [0, 0.1767767], [np.inf, 0.1767767]
    ),
}  # fmt: skip


def imported(path: Path, case: Case, producer: bytes) -> Any:
    """What is made of a model with one operator."""
    message = model()
    message.producer_name = producer
    value(message.graph.input, "x", np.shape(case.x))
    value(message.graph.output, "y", None)
    names = [f"c{i}" for i in range(len(case.others))]
    for name, each in zip(names, case.others, strict=True):
        is_axes = case.op.startswith("Reduce")
        constant(message.graph, name, np.asarray(each, np.int64 if is_axes else np.float32))
    node = add(message.graph, case.op, ["x", *names], ["y"], **case.attributes)
    if case.function:
        node.metadata_props.add(key=b"pkg.torch.onnx.class_hierarchy", value=f"['Net', '{case.function}']".encode())
    return import_model(saved(message, path / "m.onnx"), "m")


def gradient(diagram: blocks.Diagram, x: Any) -> Any:
    """The gradient of the sum of ``y``."""
    session = blocks.Session(diagram)
    session.watch("y")
    given = np.asarray(x, np.float32)
    return session.run(feed={"x": given}).gradients.get("x.output")


@pytest.mark.parametrize("name", CASES)
def test_an_operator_has_the_gradient_of_its_framework(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    results = imported(tmp_path, case, b"pytorch")
    np.testing.assert_allclose(gradient(results.diagram, case.x), case.wanted, rtol=1e-5)
    other = imported(tmp_path, case, b"tf2onnx")
    assert "gradient_rule" not in other.diagram.dumps() and not any("PyTorch" in line for line in other.report)
    if case.elsewhere is not None:
        np.testing.assert_allclose(gradient(other.diagram, case.x), case.elsewhere, rtol=1e-5)


def test_the_report_says_whose_rules_blocks_have_and_what_the_file_leaves_open(tmp_path: Path) -> None:
    case = CASES["hardtanh"]._replace(function="")
    results = imported(tmp_path, case, b"pytorch")
    np.testing.assert_array_equal(gradient(results.diagram, case.x), [1, 1, 1])
    [line] = [line for line in results.report if "dynamo" in line]
    assert "Clip_0" in line
    sure = imported(tmp_path, CASES["maximum"], b"pytorch").report
    assert sum("PyTorch's gradient" in line for line in sure) == 1 and not any("dynamo" in line for line in sure)
    other = imported(tmp_path, CASES["maximum"], b"tf2onnx").report
    for report, is_torch in ((sure, True), (other, False)):
        [line] = [line for line in report if "forward graph only" in line]
        assert ("detach" in line) == is_torch == ("blocks.from_torch" in line)


def test_the_side_of_a_choice_that_is_not_taken_gives_nan_as_in_pytorch(tmp_path: Path) -> None:
    message = model()
    message.producer_name = b"pytorch"
    value(message.graph.input, "x", [2])
    value(message.graph.output, "y", [2])
    constant(message.graph, "zero", np.zeros((), np.float32))
    add(message.graph, "Sqrt", ["x"], ["root"])
    add(message.graph, "Greater", ["x", "zero"], ["above"])
    add(message.graph, "Where", ["above", "root", "zero"], ["y"])
    diagram = import_model(saved(message, tmp_path / "m.onnx"), "m").diagram
    np.testing.assert_array_equal(gradient(diagram, [0.0, 4.0]), [NAN, 0.25])
