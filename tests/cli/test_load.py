"""``--load``: where values of variables come from a file, and what is said of those that do not fit."""

from __future__ import annotations

import importlib
import re
import runpy
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import blocks
from blocks.document.model import CompositeView, Diagram, PageView
from blocks.run import archives
from tests.cli.conftest import Command, write


def layer(diagram: Diagram, name: str) -> CompositeView:
    """A composite that multiplies what it gets by ``w``, which begins with random numbers, and adds ``b``."""
    canvas = diagram.add_composite(name)
    canvas.add("InputPin", id="x")
    canvas.add("RandomNormal", id="random", shape=[2], dtype="DT_FLOAT", seed=3)
    canvas.add("Variable", id="w")
    canvas.add("Variable", id="b", initvalues=[0.5, 0.25])
    canvas.add("Multiply", id="product")
    canvas.add("Add", id="sum")
    canvas.add("OutputPin", id="y", name="x")
    for wire in ("random.output w.initvalues", "x.output product.x", "w.ref product.y", "product.z sum.x",
                 "b.ref sum.y", "sum.z y.input"):  # fmt: skip
        canvas.wire(*wire.split())
    return canvas


def page_of_layers(folder: Path, loop: bool = False) -> tuple[Path, PageView]:
    """Two layers in a composite, that twice, and a layer that is used once; or a layer as the body of a loop."""
    diagram = Diagram()
    layer(diagram, "Layer")
    page = diagram.add_page("main")
    page.add("Const", id="given", val=[1.0, 2.0])
    if loop:
        page.add("Repeat", id="last", body=":Layer", times=2)
        page.wire("given.output", "last.x")
    else:
        pair = diagram.add_composite("Pair")
        pair.add("InputPin", id="x")
        pair.add(":Layer", id="first")
        pair.add(":Layer", id="second")
        pair.add("OutputPin", id="y", name="x")
        layer(diagram, "Once").add_value("scale", sets=["w.initvalues"])
        page.add(":Pair", id="one")
        page.add(":Pair", id="two")
        page.add(":Once", id="last")
        for wire in ("x.output first.x", "first.x second.x", "second.x y.input"):
            pair.wire(*wire.split())
        for wire in ("given.output one.x", "one.x two.x", "two.x last.x"):
            page.wire(*wire.split())
    page.add("L2Loss", id="loss")
    page.add("Minimize", id="train", learning_rate=0.001, optimizer="Momentum")
    page.add("ClientSession", id="run")
    for wire in ("last.x loss.t", "loss.output train.loss", "loss.output run.fetch_outputs"):
        page.wire(*wire.split())
    diagram.save(folder / "net.gradblocks")
    return folder / "net.gradblocks", page


def loss_of(target: Path, command: Command, steps: int) -> float:
    """What a file that was written gives as the loss in some step."""
    if target.suffix == ".py":
        return float(runpy.run_path(str(target))["main"](steps)["loss.result_output"])
    if target.suffix == ".html":
        [found] = re.findall(r'"loss.output":\[\{[^}]*"v":\[([-\d.e]+)\]', target.read_text())
        return float(found)
    if target.suffix == ".onnx":
        onnxruntime: Any = importlib.import_module("onnxruntime")
        return float(onnxruntime.InferenceSession(str(target)).run(None, {})[0])
    if target.suffix != ".gradblocks":
        assert command("convert", target, target.parent / "again.gradblocks").status == 0
        target = target.parent / "again.gradblocks"
    done = command("run", target, "--steps", steps, "--fetch", "loss", "--only", "--json")
    assert done.status == 0, done.err
    [value] = done.json["results"].values()
    return value["data"]


@pytest.mark.parametrize("loop", [False, True])
@pytest.mark.parametrize("name", ["o.py", "o.gradblocks", "o.gradblocks --flatten", "o.onnx", "o.pb", "o/", "o.html"])
def test_every_target_has_the_values_of_the_file(command: Command, tmp_path: Path, name: str, loop: bool) -> None:
    if name == "o.onnx":
        pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")
    source, page = page_of_layers(tmp_path, loop)
    session = blocks.Session(page)
    session.run(steps=20)
    session.save(str(tmp_path / "w.npz"))
    steps = 3 if name == "o.py" else 1  # a program goes on with what the optimizer has kept
    wanted = float(session.run("loss", steps=steps)["loss.result_output"])
    target, *options = name.split()
    (tmp_path / "elsewhere").mkdir()
    options += ["--results"] if name == "o.html" else []
    done = command("convert", source, f"{tmp_path}/elsewhere/{target}", "--load", tmp_path / "w.npz", *options)
    if loop and name not in ("o.py", "o.onnx", "o.html"):  # iterations with variables of their own have no form there
        assert done.status == 1 and "last" in done.err
        return
    assert done.status == 0, done.err
    assert ("train/accum/" in done.err) == ("gradblocks" in name)  # a diagram holds no state of an optimizer
    assert loss_of(tmp_path / "elsewhere" / target, command, steps) == pytest.approx(wanted, rel=1e-5)
    assert loss_of(source, command, 1) != pytest.approx(wanted, rel=0.01)


@pytest.mark.parametrize("target", ["o.py", "o.gradblocks", "o.pb", "o/", "o.html"])
def test_a_file_without_a_variable_is_refused(command: Command, tmp_path: Path, target: str) -> None:
    source, page = page_of_layers(tmp_path)
    session = blocks.Session(page)
    kept = {name: value for name, value in session.variables.items() if "/w" in name}
    archives.write(str(tmp_path / "w.npz"), kept)
    before = sorted(tmp_path.iterdir())
    options = ["--results"] if target == "o.html" else []
    for file, said in (
        ("w.npz", "'last/b'"),
        ("none.npz", "does not exist"),
        ("none", "the checkpoint does not exist"),
    ):
        done = command("convert", source, f"{tmp_path}/{target}", "--load", tmp_path / file, *options)
        assert done.status == 1 and said in done.err and "train/" not in done.err
    assert sorted(tmp_path.iterdir()) == before
    done = command("run", source, "--load", tmp_path / "w.npz", "--fetch", "last/w", "--json")
    assert done.json["results"]["last/w.result_ref"]["data"] == kept["last/w"].tolist()
    assert "no value for" in done.err and "'last/b'" in done.err


def test_extra_names_and_other_dtypes_are_named(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "p.gradblocks", [{"id": "w", "type": "Variable", "values": {"initvalues": [1.0, 2.0]}}])
    np.savez(tmp_path / "w.npz", w=np.array([3.0, 4.0]), bias=np.zeros(3))
    for done in (
        command("run", file, "--load", tmp_path / "w.npz"),
        command("convert", file, tmp_path / "o.gradblocks", "--load", tmp_path / "w.npz"),
    ):
        assert done.status == 0 and "'bias'" in done.err and "w (float64 in the file, float32 here)" in done.err
    assert blocks.load(tmp_path / "o.gradblocks").page("main").block("w").values == {"initvalues": [3.0, 4.0]}


GIVEN: dict[str, Any] = {
    "half": np.array([0.1, 2.0], np.float16), "bfloat": np.full((2, 1), 0.1, ml_dtypes.bfloat16),
    "many": np.full((33, 33), 0.1, ml_dtypes.bfloat16), "bytes": np.arange(1089, dtype=np.uint8).reshape(33, 33),
    "large": np.array(2**40), "flag": np.array([True, False]), "complex": np.array([1 - 2j, np.nan]),
    "words": np.array(["ä", "b"], object), "empty": np.zeros((0, 3), np.float32), "float": np.array(1 / 3, np.float32),
    "floats": np.linspace(0, 1, 1100, dtype=np.float32), "infinite": np.array([np.inf, 1 / 3]),
}  # fmt: skip


@pytest.mark.parametrize("canvas", ["page", "composite"])
def test_values_of_every_kind_keep_their_bits(command: Command, tmp_path: Path, canvas: str) -> None:
    diagram = Diagram()
    page = diagram.add_page("main")
    own = page if canvas == "page" else diagram.add_composite("All")
    for name, value in GIVEN.items():
        own.add("Variable", id=name, initvalues=np.full_like(value, value.flat[-1]) if value.size else value)
    for name in ("one", "two") if canvas == "composite" else ():
        page.add(":All", id=name)
    diagram.save(tmp_path / "d.gradblocks")
    session = blocks.Session(page)
    for path in session.variables:
        session.variables[path] = GIVEN[path.rpartition("/")[2]]
    session.save(str(tmp_path / "w.npz"))
    for target in ("o.py", "o.gradblocks"):
        assert (
            command("convert", tmp_path / "d.gradblocks", tmp_path / target, "--load", tmp_path / "w.npz").status == 0
        )
    variables = blocks.Session(blocks.load(tmp_path / "o.gradblocks")).variables
    shown = runpy.run_path(str(tmp_path / "o.py"))["main"]()
    for path, value in session.variables.items():
        for other in (variables[path], shown[f"{path}.result_ref"] if canvas == "page" else value):
            assert (other.dtype, other.shape) == (value.dtype, value.shape), path
            assert other.tolist() == value.tolist() if value.dtype.hasobject else other.tobytes() == value.tobytes()


def test_the_page_whose_variables_a_file_has_must_be_clear(command: Command, tmp_path: Path) -> None:
    diagram = Diagram()
    layer(diagram, "Layer")
    for name in ("first", "second"):
        page = diagram.add_page(name)
        page.add(":Layer", id="net")
        page.add("Const", id="given", val=[1.0, 2.0])
        page.wire("given.output", "net.x")
    diagram.save(tmp_path / "d.gradblocks")
    blocks.Session(page).save(str(tmp_path / "w.npz"))
    for target in ("o.py", "o.gradblocks", "o/"):
        given = "convert", tmp_path / "d.gradblocks", f"{tmp_path}/{target}", "--load", tmp_path / "w.npz"
        done = command(*given)
        assert done.status == 2 and "'second'" in done.err
        done = command(*given, "--page", "second")
        # What the variables of both pages begin with comes by a wire in one composite: that cannot be replaced for one.
        assert (done.status, "'first'" in done.err) == ((1, True) if target == "o.gradblocks" else (0, False))
