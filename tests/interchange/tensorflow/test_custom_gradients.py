"""Custom gradients of TensorFlow models: the gradients, and those of the gradients, are TensorFlow's.

`make_custom_gradients` writes the models and the numbers. `check_export` lets TensorFlow differentiate what is written.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.interchange.models import import_model
from blocks.interchange.tensorflow import schema
from tests.interchange.tensorflow.conftest import HOME
from tests.interchange.tensorflow.graphs import FLOAT, add, constant, function, graph, saved
from tests.interchange.tensorflow.shared import close
from tests.loops import put, wired

NAMES = (
    "straight", "clipped", "captured", "weighted", "two", "nested", "called", "looped", "chosen", "of_variable",
    "of_integers", "passed", "replaced",
)  # fmt: skip
X = np.array([0.7, 1.6], np.float32)


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The models, as a diagram, and as one that was written as a SavedModel in between."""
    folder = tmp_path_factory.mktemp("custom")
    with zipfile.ZipFile(HOME / "custom_gradients.zip") as archive:
        archive.extractall(folder)
    for source, target in (("model", "d.gradblocks"), ("d.gradblocks", "out/"), ("out", "again.gradblocks")):
        assert main(["convert", str(folder / source), f"{folder}/{target}"]) == 0
    return folder


def gradients(page: blocks.PageView, wanted: dict[str, Any]) -> dict[str, Any]:
    """The result of a page, and of its gradients those that are wanted."""
    names = [each for each in ("x", "w", "xx", "xw") if np.any(wanted.get(each, 0))]
    put(page, "total = Sum(y) axis=AXIS\ngrads = AddSymbolicGradients(total>outputs)", AXIS=[0])
    wired(page, *(f"{each}>grads.inputs" for each in ("x.output", "w.ref")[: 1 + ("w" in names)]))
    fetch = {"y": "y.output", "x": "grads.grad_outputs[0]", "w": "grads.grad_outputs[1]"}
    for each in (each for each in names if each not in fetch):
        put(page, f"square_{each} = Square(grads.grad_outputs[0])\nsum_{each} = Sum(square_{each}) axis=AXIS", AXIS=[0])
        put(page, f"{each} = AddSymbolicGradients(sum_{each}>outputs)")
        wired(page, f"{'x.output' if each == 'xx' else 'w.ref'}>{each}.inputs")
        fetch[each] = f"{each}.grad_outputs[0]"
    used = {each: fetch[each] for each in ("y", *names)}
    results = blocks.Session(page).run(fetch=list(used.values()), feed={"x": X})
    return {key: results[pin.replace(".", ".result_", 1)] for key, pin in used.items()}


def numbers_of(folder: Path, name: str) -> dict[str, Any]:
    """What TensorFlow gives; While has no second gradient here."""
    with np.load(folder / "numbers.npz") as numbers:
        wanted = {key.partition("|")[2]: numbers[key] for key in numbers if key.startswith(f"{name}|")}
    return {key: value for key, value in wanted.items() if name != "looped" or len(key) == 1}


@pytest.mark.parametrize("file", ["d", "again"])
@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_tensorflow_s_also_where_a_model_replaces_them(name: str, file: str, folder: Path) -> None:
    wanted = numbers_of(folder, name)
    page = blocks.load(folder / f"{file}.gradblocks").page(name)
    for key, value in gradients(page, wanted).items():
        assert close(value, wanted[key]), key


@pytest.mark.parametrize("name", ["two", "looped"])
def test_a_graph_keeps_custom_gradients(name: str, folder: Path, tmp_path: Path) -> None:
    assert main(["convert", str(folder / "d.gradblocks"), str(tmp_path / "g.pb"), "--page", name]) == 0
    imported = import_model(tmp_path / "g.pb", "g")
    wanted = numbers_of(folder, name)
    for key, value in gradients(imported.diagram.page("main"), wanted).items():
        assert close(value, wanted[key]), key


def test_missing_custom_gradients_are_named(folder: Path, tmp_path: Path) -> None:
    """As they are with experimental_custom_gradients=False."""
    model = schema.read("SavedModel", (folder / "model/saved_model.pb").read_bytes(), "")
    registered = model.meta_graphs[0].graph_def.library.registered_gradients
    for gone, name in ((["HalfGradient"], "'Round (HalfGradient)'"), (None, "IdentityN (CustomGradient-")):
        kept = [each for each in registered if gone and each.registered_op_type.decode() not in gone]
        del registered[:]
        registered.extend(kept)
        saved(model, tmp_path / "saved_model.pb")
        [line] = [each for each in import_model(tmp_path, "m").report if "radients are" in each]
        assert "missing" in line and name in line and ("CustomGradient-" in line) == (gone is None)
    [line] = [each for each in import_model(folder / "model", "m").report if "radients are" in each]
    assert line == "gradients are TensorFlow's"


def test_an_onnx_model_loses_custom_gradients_by_name(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("onnx")
    assert main(["convert", str(folder / "d.gradblocks"), str(tmp_path / "m.onnx"), "--page", "looped"]) == 0
    assert "while/IdentityN (IdentityN_gradient" in capsys.readouterr().err
    assert any("forward graph only" in each for each in import_model(tmp_path / "m.onnx", "m").report)


def _of_function(model: Any) -> None:
    """Defun(grad_func=...) of TensorFlow 1: round(a b), with the gradients 3 a dy and b dy."""
    three = function(model, "G", ["a", "b", "dy"], {"da": "da:z:0", "db": "db:z:0"})
    constant(three, "three", 3.0)
    add(three, "Mul", "ady", "a", "dy", T=FLOAT)
    add(three, "Mul", "da", "ady:z:0", "three:output:0", T=FLOAT)
    add(three, "Mul", "db", "b", "dy", T=FLOAT)
    own = function(model, "F", ["a", "b"], {"y": "y:y:0"})
    add(own, "Mul", "ab", "a", "b", T=FLOAT)
    add(own, "Round", "y", "ab:z:0", T=FLOAT)
    model.library.gradient.add(function_name=b"F", gradient_func=b"G")
    add(model, "F", "first", "x", "xx")
    add(model, "AddV2", "double", "x", "x", T=FLOAT)
    add(model, "PartitionedCall", "second", "double", "x", f="F")
    add(model, "AddV2", "result", "first", "second", T=FLOAT)


def _of_identity(model: Any) -> None:
    """gradient_override_map({"Round": "Identity"})."""
    add(model, "Round", "round", "xx", T=FLOAT).attr["_gradient_op_type"].s = b"Identity"
    add(model, "Mul", "result", "round", "x", T=FLOAT)


def _of_itself(model: Any) -> None:
    """A gradient that calls its function again, and one that has no blocks."""
    _of_function(model)
    for each in model.library.function:
        if each.signature.name == b"G":
            add(each, "F", "again", "a", "b")
    add(function(model, "H", ["dy"], {"dx": "dx:0"}), "Frobnicate", "dx", "dy")
    model.library.registered_gradients.add(registered_op_type=b"Odd", gradient_func=b"H")
    model.node[-1].name = b"sum"
    add(model, "Identity", "result", "sum", T=FLOAT).attr["_gradient_op_type"].s = b"Odd"


@pytest.mark.parametrize(
    ("build", "gradient", "missing"),
    [
        (_of_function, [11.886, 33.792], []), (_of_identity, [0.98, 8.12], []),
        (_of_itself, [11.886, 33.792], ["again (F in a gradient)", "result (Odd)"]),
    ],
)  # fmt: skip
def test_gradients_of_older_graphs_are_tensorflow_s(
    build: Any, gradient: list[float], missing: list[str], tmp_path: Path
) -> None:
    model = graph()
    add(model, "Placeholder", "x", dtype=FLOAT)
    add(model, "Mul", "xx", "x", "x", T=FLOAT)
    build(model)
    add(model, "Identity", "y", "result", T=FLOAT)
    imported = import_model(saved(model, tmp_path / "g.pb"), "g")
    results = gradients(imported.diagram.page("main"), {"x": gradient})
    np.testing.assert_allclose(results["x"], gradient, rtol=1e-5)
    [line] = [each for each in imported.report if "radients are" in each]
    assert all(each in line for each in missing) and ("missing" in line) == bool(missing)
