"""Models that are hostile, damaged or odd, and what things are called."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import FileError
from blocks.cli import main
from blocks.interchange.models import import_model
from tests.interchange.onnx.graphs import (
    add,
    branching,
    call,
    constant,
    external,
    function,
    model,
    put,
    saved,
    value,
)

W = np.arange(12.0, dtype=np.float32).reshape(3, 4)


def beside(folder: Path) -> None:
    (folder / "w.bin").write_bytes(bytes(8) + W.tobytes())


def test_a_model_with_all_sorts_of_things_runs_and_tells_what_it_could_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    beside(tmp_path)
    source, target = saved(branching(), tmp_path / "m.onnx"), tmp_path / "m.gradblocks"
    assert main(["convert", source, str(target)]) == 0
    said = capsys.readouterr().err
    assert "strange: no block supports Frobnicate" in said
    assert "2 x Twice" in said
    diagram = blocks.load(target)
    assert [each.name for each in diagram.pages] == ["main"]
    assert {each.name for each in diagram.composites} >= {":Twice", ":loop_body", ":choice_then", ":choice_else"}
    x = np.array([[1.0, -2.0, 0.5]], np.float32)
    results = blocks.Session(diagram).run(fetch=["y", "one", "dense"], feed={"x": x})
    assert np.array_equal(results["y.result_output"], np.abs(8 * 4 * x @ W))  # its sums are below 2
    assert main(["check", str(target)]) == 1
    assert "Frobnicate" in capsys.readouterr().err
    assert main(["convert", source, str(target), "--strict"]) == 1


def test_names(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "a/b:0", [2])
    value(onnx_model.graph.output, "out.put", None)
    constant(onnx_model.graph, "layer.0.weight", np.ones(2, np.float32))
    constant(onnx_model.graph, "scope/bias", np.ones(2, np.float32))
    add(onnx_model.graph, "Mul", ["a/b:0", "layer.0.weight"], ["p"], "/layer/Mul.1")
    add(onnx_model.graph, "Add", ["p", "scope/bias"], ["q"])
    add(onnx_model.graph, "Neg", ["q"], ["r"], "same")
    add(onnx_model.graph, "Neg", ["r"], ["out.put"], "same")
    imported = import_model(saved(onnx_model, tmp_path / "m.onnx"), "m")
    paths = {path for _, path in imported.paths.values()}
    assert paths == {
        "a_b_0", "out_put", "layer/Mul_1", "layer/weight", "scope/bias", "Add_1", "same", "same_2",
    }  # fmt: skip


def test_weights_become_variables_by_choice(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [1, 2, 3, 3])
    value(onnx_model.graph.output, "y", None)
    for name in ("scale", "offset", "mean", "variance"):
        constant(onnx_model.graph, name, [1.0, 2.0])
    add(onnx_model.graph, "BatchNormalization", ["x", "scale", "offset", "mean", "variance"], ["y"], "norm")
    source = saved(onnx_model, tmp_path / "m.onnx")
    for trainable, kind in ((True, "Variable"), (False, "Const")):
        imported = import_model(source, "m", trainable=trainable)
        kinds = {block.id: block.type for block in imported.diagram.pages[0].blocks}
        assert kinds["scale"] == kind
        assert kinds["mean"] == "Const"


def test_large_weights_lie_beside_the_diagram(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 40])
    value(onnx_model.graph.output, "y", None)
    w = np.linspace(-1, 1, 1200, dtype=np.float32).reshape(40, 30)
    constant(onnx_model.graph, "layer.weight", w)
    add(onnx_model.graph, "MatMul", ["x", "layer.weight"], ["y"])
    assert main(["convert", saved(onnx_model, tmp_path / "m.onnx"), str(tmp_path / "d.gradblocks")]) == 0
    assert np.array_equal(np.load(tmp_path / "d.weights" / "layer_weight.npy"), w)


@pytest.mark.parametrize(
    ("location", "words"),
    [
        ("../secret.bin", "outside"),
        ("/etc/passwd", "outside"),
        ("..\\secret.bin", "outside"),
        ("missing.bin", "missing.bin"),
        ("link.bin", "link.bin"),
        ("", "''"),
    ],
)
def test_data_outside_of_the_folder_are_not_read(tmp_path: Path, location: str, words: str) -> None:
    (tmp_path / "secret.bin").write_bytes(bytes(64))
    folder = tmp_path / "model"
    folder.mkdir()
    os.symlink(tmp_path / "secret.bin", folder / "link.bin")
    onnx_model = model()
    external(onnx_model.graph, "w", [2], location)
    value(onnx_model.graph.output, "w", None)
    with pytest.raises(FileError, match="tensor 'w'") as raised:
        import_model(saved(onnx_model, folder / "m.onnx"), "m")
    assert words in str(raised.value)


def _sizes(onnx_model: Any) -> None:
    external(onnx_model.graph, "w", [1 << 40], "w.bin")


def _negative(onnx_model: Any) -> None:
    external(onnx_model.graph, "w", [2], "w.bin", offset=-1)


def _behind_the_end(onnx_model: Any) -> None:
    external(onnx_model.graph, "w", [2], "w.bin", offset=1 << 40)


def _too_few(onnx_model: Any) -> None:
    constant(onnx_model.graph, "w", [1.0, 2.0]).dims[0] = 1 << 40


def _sparse(onnx_model: Any) -> None:
    sparse = onnx_model.graph.sparse_initializer.add()
    sparse.dims.append(1 << 40)
    put(sparse.values, np.ones(1, np.float32), "w")
    put(sparse.indices, np.zeros(1, np.int64))


def _cycle(onnx_model: Any) -> None:
    one, two = (function(onnx_model, name, ["a"], ["b"]) for name in ("One", "Two"))
    call(one, "Two", ["a"], ["b"])
    call(two, "One", ["a"], ["b"])
    constant(onnx_model.graph, "a", 1.0)
    call(onnx_model.graph, "One", ["a"], ["w"])


def _bomb(onnx_model: Any) -> None:
    for level in range(40):
        each = function(onnx_model, f"F{level}", ["a"], ["b"])
        inner = f"F{level + 1}"
        if level == 39:
            add(each, "Neg", ["a"], ["b"])
            continue
        call(each, inner, ["a"], ["c"])
        call(each, inner, ["c"], ["b"])
    constant(onnx_model.graph, "a", 1.0)
    call(onnx_model.graph, "F0", ["a"], ["w"])


def _deep(onnx_model: Any) -> None:
    for level in range(50):
        each = function(onnx_model, f"F{level}", ["a"], ["b"])
        call(each, f"F{level + 1}", ["a"], ["b"])
    constant(onnx_model.graph, "a", 1.0)
    call(onnx_model.graph, "F0", ["a"], ["w"])


def _two_values(onnx_model: Any) -> None:
    constant(onnx_model.graph, "a", 1.0)
    add(onnx_model.graph, "Neg", ["a"], ["w"])
    add(onnx_model.graph, "Abs", ["a"], ["w"])


def _nothing_read(onnx_model: Any) -> None:
    add(onnx_model.graph, "Neg", ["nowhere"], ["w"])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_sizes, "has 56 bytes"),
        (_negative, "does not have"),
        (_behind_the_end, "would end at"),
        (_too_few, "does not have"),
        (_sparse, "268,435,456 bytes"),
        (_cycle, "calls itself"),
        (_bomb, "more than 100,000 nodes"),
        (_deep, "more than 40 levels deep"),
        (_two_values, "two values have the name 'w'"),
        (_nothing_read, "reads 'nowhere'"),
    ],
)
def test_hostile_models_get_a_sentence(tmp_path: Path, make: Callable[[Any], None], words: str) -> None:
    beside(tmp_path)
    onnx_model = model()
    make(onnx_model)
    value(onnx_model.graph.output, "w", None)
    begin = time.perf_counter()
    with pytest.raises(FileError) as raised:
        import_model(saved(onnx_model, tmp_path / "m.onnx"), "m")
    assert words in str(raised.value)
    assert time.perf_counter() - begin < 2


def test_sizes_that_read_each_other_again_and_again_are_found_once(tmp_path: Path) -> None:
    """Forty nodes that each read the one before twice made 2^40 questions."""
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 3])
    value(onnx_model.graph.output, "y", None)
    constant(onnx_model.graph, "c0", np.ones(64, np.int64))
    for i in range(40):
        add(onnx_model.graph, "Concat", [f"c{i}", f"c{i}"], [f"c{i + 1}"], axis=0)
    add(onnx_model.graph, "Reshape", ["x", "c40"], ["y"])
    begin = time.perf_counter()
    import_model(saved(onnx_model, tmp_path / "m.onnx"), "m")
    assert time.perf_counter() - begin < 5


def test_many_names_for_one_piece_of_a_file_take_it_once(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(bytes(4000))
    onnx_model = model()
    for i in range(50):
        external(onnx_model.graph, f"w{i}", [999 - i], "./" * i + "w.bin")
        value(onnx_model.graph.output, f"w{i}", None)
    with pytest.raises(FileError, match="memory limit"):
        import_model(saved(onnx_model, tmp_path / "m.onnx"), "m", memory=100_000)


def test_what_is_no_model_is_said_to_be_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("a.onnx", b""), ("b.onnx", b"\xff\xff\xff\xff"), ("c.onnx", b"PK\3\4 something else")):
        (tmp_path / name).write_bytes(data)
        assert main(["convert", str(tmp_path / name), str(tmp_path / "x.gradblocks")]) == 1
        said = capsys.readouterr().err
        assert "not an ONNX model" in said or "holds no" in said
    assert main(["run", str(tmp_path / "a.onnx")]) == 1
    assert "not an ONNX model" in capsys.readouterr().err
    assert main(["check", str(tmp_path / "a.onnx")]) == 1
    assert "gradblocks convert" in capsys.readouterr().err


def test_a_weight_stays_where_one_of_its_readers_is_not_known(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 3])
    value(onnx_model.graph.output, "bad", None)
    value(onnx_model.graph.output, "good", None)
    constant(onnx_model.graph, "w", np.ones((4, 5), np.float32))
    constant(onnx_model.graph, "v", np.ones((3, 3), np.float32))
    add(onnx_model.graph, "Gemm", ["v", "w"], ["p"])  # they do not fit
    add(onnx_model.graph, "Neg", ["p"], ["bad"])
    add(onnx_model.graph, "MatMul", ["x", "v"], ["good"])
    add(onnx_model.graph, "TreeEnsembleRegressor", ["good"], ["scores"]).domain = b"ai.onnx.ml"
    value(onnx_model.graph.output, "scores", None)
    imported = import_model(saved(onnx_model, tmp_path / "m.onnx"), "m")
    assert [each.partition(": ")[0] for each in imported.unknown] == ["Gemm_0", "TreeEnsembleRegressor_3"]
    x = np.ones((2, 3), np.float32)
    session = blocks.Session(imported.diagram)
    assert np.array_equal(session.run(fetch=["good"], feed={"x": x})["good.result_output"], 3 * x)
