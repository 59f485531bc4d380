"""Lists of tensors that get longer as a loop runs, as PyTorch's exporters write lists and bags of embeddings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.interchange.onnx.graphs import BOOL, INT64, add, constant, graph, model, saved, value
from tests.interchange.onnx.running import opened, results


def appended(by_branches: bool, known: bool) -> Any:
    """A list of the rows of x, each by its index, or less 1 where its sum is negative; all of it in three ways."""
    made = model()
    main = made.graph
    value(main.input, "x", [None, 3 if known else None])
    body = graph("body")
    value(body.input, "i", [], INT64)
    value(body.input, "go", [], BOOL)
    body.input.add(name=b"rows")
    add(body, "Gather", ["x", "i"], ["row"], "row", axis=0)
    add(body, "Cast", ["i"], ["real"], "real", to=1)
    if by_branches:
        add(body, "ReduceSum", ["row"], ["sum"], "sum", keepdims=0)
        constant(body, "zero", np.float32(0))
        constant(body, "one", np.float32(1))
        add(body, "Less", ["sum", "zero"], ["negative"], "negative")
        branches: dict[str, Any] = {}
        for name, op, other in (("then_branch", "Sub", "one"), ("else_branch", "Mul", "real")):
            branches[name] = graph(name)
            add(branches[name], op, ["row", other], ["value"], "value")
            add(branches[name], "SequenceInsert", ["rows", "value"], ["longer"], "longer")
            branches[name].output.add(name=b"longer")
        add(body, "If", ["negative"], ["more"], "branch", **branches)
    else:
        add(body, "Mul", ["row", "real"], ["value"], "value")
        add(body, "SequenceInsert", ["rows", "value"], ["more"], "longer")
    if known:
        add(body, "Identity", ["go"], ["on"], "on")
    else:  # always so, but no one knows before the loop runs
        add(body, "GreaterOrEqual", ["i", "first"], ["on"], "on")
    for name in ("on", "more"):
        body.output.add(name=name.encode())
    constant(main, "yes", np.array(True))
    constant(main, "first", np.int64(0))
    constant(main, "last", np.int64(-1))
    add(main, "Shape", ["x"], ["shape"], "shape")
    add(main, "Gather", ["shape", "first"], ["count"], "count")
    add(main, "SequenceEmpty", [], ["empty"], "empty")
    add(main, "Loop", ["count", "yes", "empty"], ["rows"], "loop", body=body)
    add(main, "ConcatFromSequence", ["rows"], ["columns"], "columns", axis=1, new_axis=1)
    add(main, "ConcatFromSequence", ["rows"], ["joined"], "joined", axis=0)
    add(main, "SequenceAt", ["rows", "last"], ["end"], "end")
    add(main, "SequenceLength", ["rows"], ["length"], "length")
    for name in ("columns", "joined", "end", "length"):
        value(main.output, name, None, INT64 if name == "length" else 1)
    return made


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("by_branches", [True, False])
def test_a_list_that_a_loop_makes_is_one_tensor(by_branches: bool, known: bool, tmp_path: Path) -> None:
    found = opened(Path(saved(appended(by_branches, known), tmp_path / "m.onnx")))
    assert list(found.unknown) == []
    x = np.array([[1, 2, 3], [4, 5, 6], [-7, 8, -9], [0, 0, 1]], np.float32)
    rows = np.array([[0, 0, 0], [4, 5, 6], [-8, 7, -10] if by_branches else [-14, 16, -18], [0, 0, 3]])
    shown = results(found, {"x": x}, ["columns", "joined", "end", "length"])
    assert [shown[each].tolist() for each in shown] == [rows.T.tolist(), rows.ravel().tolist(), [0, 0, 3], 4]
