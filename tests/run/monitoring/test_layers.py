"""Statistics of layers and units over the steps of a run, calculated by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import blocks
from tests.cli.conftest import Command, command
from tests.run.pages import block, diagram, variable

__all__ = ["command"]

LAYER = [
    ("x", "Placeholder", {"dtype": "DT_FLOAT", "shape": [2, 2]}),
    variable("w", [[1.0, -5.0, 0.5], [1.0, -5.0, -0.5]]),
    block("mm", "MatMul"),
    block("h", "Relu"),
    block("t", "Tanh"),
    block("loss", "L2Loss"),
]
WIRES = "x.output>mm.a w.ref>mm.b mm.product>h.features h.activations>t.x t.y>loss.t"


def test_units_without_a_gradient_are_counted_in_each_step(tmp_path: Path) -> None:
    """x w is [[3, -15, -0.5], [50, -250, -5]], and in the second step [[3, -15, -0.5], [-1, 5, 0]]."""
    session = blocks.Session(diagram(LAYER, WIRES))
    session.watch("loss")
    statistics = blocks.LayerStatistics(session)
    for second in ([20.0, 30.0], [-0.5, -0.5]):
        statistics.add(session.run(feed={"x": [[1.0, 2.0], second]}))
    statistics.save(str(tmp_path / "statistics.npz"))
    with np.load(tmp_path / "statistics.npz") as file:
        assert file["steps"].tolist() == [1, 2]
        assert file["columns"].tolist() == ["norm", "min", "max", "zeros", "nan", "infinite"]
        assert file["units/h.result_activations"].tolist() == [[0, 1, 1], [0.5, 0.5, 1]]
        assert file["units/t.result_y"].tolist() == [[0.5, 0, 0], [0, 0, 0]]  # tanh(50) is 1
        np.testing.assert_allclose(
            file["value/h.result_activations"],
            [[np.hypot(3, 50), 0, 50, 4, 0, 0], [np.hypot(3, 5), 0, 5, 4, 0, 0]], rtol=1e-6,
        )  # fmt: skip
        np.testing.assert_allclose(file["grad/t.y"], file["value/t.result_y"], rtol=1e-6)  # of L2Loss
    row = next(line for line in str(statistics).splitlines() if line.startswith("value/h."))
    assert row.split()[-3:] == ["3", "1", "1"]


def test_a_fed_nan_is_reported_by_name(command: Command, tmp_path: Path) -> None:
    """In Python while gradients are watched, and always on the command line."""
    session = blocks.Session(diagram(LAYER, WIRES))
    feed = {"x": np.array([[1, 2], [np.nan, np.nan]], np.float32)}
    session.run(feed=feed)
    session.watch("loss")
    with pytest.warns(RuntimeWarning, match="'x' contains NaN in 2 of 4") as caught:
        session.run(feed=feed)
    assert caught[0].filename == __file__
    file = tmp_path / "layer.gradblocks"
    diagram(LAYER, WIRES).save(file)
    done = command("run", file, "--feed", "x=[[1.0, 2.0], [20.0, NaN]]")
    assert done.status == 0
    assert "'x' contains NaN in 1 of 4" in done.err
