"""Sizes that models work out from shapes of which only the number of images is open, as exporters of PyTorch write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from tests.interchange.onnx.graphs import INT64, add, constant, model, saved, value


def grouped() -> Any:
    """Groups of channels by [0, 3, -1], and back by the shape of what was grouped."""
    onnx_model = model()
    value(onnx_model.graph.input, "x", [None, 6, 2, 2])
    constant(onnx_model.graph, "groups", np.array([0, 3, -1], np.int64))
    add(onnx_model.graph, "Reshape", ["x", "groups"], ["g"], "group")
    add(onnx_model.graph, "ReduceSum", ["g"], ["s"], "sum", keepdims=1)
    add(onnx_model.graph, "Sub", ["g", "s"], ["d"], "less")
    add(onnx_model.graph, "Shape", ["x"], ["shape"], "shape")
    add(onnx_model.graph, "Reshape", ["d", "shape"], ["y"], "back")
    value(onnx_model.graph.output, "y", [None, 6, 2, 2])
    return onnx_model


def heads() -> Any:
    """A third of the last axis, in two heads, whose sizes are computed."""
    onnx_model = model()
    value(onnx_model.graph.input, "x", [None, 5, 12])
    for name, number in (("zero", 0), ("two", 2), ("three", 3), ("end", 2)):
        constant(onnx_model.graph, name, np.array([number], np.int64))
    add(onnx_model.graph, "Shape", ["x"], ["shape"], "shape")
    add(onnx_model.graph, "Gather", ["shape", "two"], ["width"], "width")
    add(onnx_model.graph, "Div", ["width", "three"], ["third"], "third")
    add(onnx_model.graph, "Slice", ["x", "zero", "third", "end"], ["q"], "q")
    add(onnx_model.graph, "Gather", ["shape", "zero"], ["batch"], "batch")
    add(onnx_model.graph, "Div", ["third", "two"], ["depth"], "depth")
    constant(onnx_model.graph, "five", np.array([5], np.int64))
    add(onnx_model.graph, "Concat", ["batch", "five", "two", "depth"], ["sizes"], "sizes", axis=0)
    add(onnx_model.graph, "Reshape", ["q", "sizes"], ["y"], "y_")
    value(onnx_model.graph.output, "y", None)
    return onnx_model


def ungrouped(x: Any) -> Any:
    """What `grouped` gives."""
    return (x.reshape(3, 3, 8) - x.sum()).reshape(x.shape)


def split(x: Any) -> Any:
    """What `heads` gives."""
    return x[:, :, :4].reshape(3, 5, 2, 2)


@pytest.mark.parametrize(
    ("make", "function", "sizes", "reshapes"),
    [(grouped, ungrouped, [6, 2, 2], ["group", "back"]), (heads, split, [5, 12], ["y_"])],
)
def test_what_follows_from_sizes_that_are_known_is_known(
    make: Any, function: Any, sizes: list[int], reshapes: list[str], tmp_path: Path
) -> None:
    path = saved(make(), tmp_path / "m.onnx")
    assert main(["convert", path, str(tmp_path / "d.gradblocks"), "--strict"]) == 0
    page = blocks.load(tmp_path / "d.gradblocks").page("main")
    assert not [wire for wire in page.wires if wire.target.block in reshapes and wire.target.pin == "shape"]
    x = np.random.default_rng(1).normal(size=[3, *sizes]).astype(np.float32)
    session = blocks.Session(page)
    y = session.run(feed={"x": x})["y.result_output"]
    wanted = function(x)
    np.testing.assert_allclose(y, wanted, rtol=1e-5, atol=1e-4)
    [shape] = [output.shape for *_, output in session.elaboration.outputs_of("y")]
    assert shape == (None, *wanted.shape[1:])


def test_a_mask_with_infinities_is_no_weight(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 2])
    constant(onnx_model.graph, "mask", np.array([[0, -np.inf], [0, 0]], np.float32))
    constant(onnx_model.graph, "w", np.eye(2, dtype=np.float32))
    add(onnx_model.graph, "Add", ["x", "mask"], ["a"], "a")
    add(onnx_model.graph, "MatMul", ["a", "w"], ["y"], "m")
    value(onnx_model.graph.output, "y", [2, 2])
    assert main(["convert", saved(onnx_model, tmp_path / "m.onnx"), str(tmp_path / "d.gradblocks"), "--trainable"]) == 0
    kinds = {block.id: block.type for block in blocks.load(tmp_path / "d.gradblocks").page("main").blocks}
    assert (kinds["mask"], kinds["w"]) == ("Const", "Variable")


@pytest.mark.parametrize("fed", [True, False])
def test_a_slice_backwards_from_before_the_beginning_has_the_first_item(fed: bool, tmp_path: Path) -> None:
    """As onnxruntime has it, which takes -9 for the first place."""
    onnx_model = model()
    value(onnx_model.graph.input, "x", [5])
    if fed:
        value(onnx_model.graph.input, "start", [1], INT64)
    for name, number in (("start", -9), ("end", -100), ("axis", 0), ("step", -1)):
        if name != "start" or not fed:
            constant(onnx_model.graph, name, np.array([number], np.int64))
    add(onnx_model.graph, "Slice", ["x", "start", "end", "axis", "step"], ["y"], "s")
    value(onnx_model.graph.output, "y", None)
    assert main(["convert", saved(onnx_model, tmp_path / "m.onnx"), str(tmp_path / "d.gradblocks"), "--strict"]) == 0
    feed: dict[str, Any] = {"x": np.arange(5.0, dtype=np.float32)} | ({"start": np.array([-9])} if fed else {})
    page = blocks.load(tmp_path / "d.gradblocks").page("main")
    assert blocks.Session(page).run(feed=feed)["y.result_output"].tolist() == [0]


@pytest.mark.parametrize(("upper", "k"), [(0, 9), (1, -9), (0, 3), (1, -2)])
def test_a_triangle_beyond_the_matrix_is_all_of_it(upper: int, k: int, tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 3])
    constant(onnx_model.graph, "k", np.array(k, np.int64))
    add(onnx_model.graph, "Trilu", ["x", "k"], ["y"], "t", upper=upper)
    value(onnx_model.graph.output, "y", [2, 3])
    assert main(["convert", saved(onnx_model, tmp_path / "m.onnx"), str(tmp_path / "d.gradblocks"), "--strict"]) == 0
    x = np.arange(1.0, 7.0, dtype=np.float32).reshape(2, 3)
    page = blocks.load(tmp_path / "d.gradblocks").page("main")
    assert np.array_equal(blocks.Session(page).run(feed={"x": x})["y.result_output"], x)
