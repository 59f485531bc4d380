"""Weights that go back into the model they came from: all other bytes stay as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.interchange.onnx import schema
from tests.interchange.onnx.graphs import add, constant, external, model, saved, value

ODD = b"\xfa\x3f\x03odd"
"""A field of a later version, with the number 1023."""
W = np.arange(12.0, dtype=np.float32).reshape(3, 4)


def mixed(folder: Path) -> Path:
    """A model whose weights are written in all ways: raw, listed, as bits, beside it; and one nobody reads."""
    (folder / "w.bin").write_bytes(b"before.." + W.tobytes() + b"behind")
    onnx_model = model()
    onnx_model.producer_name = b"a test"
    value(onnx_model.graph.input, "x", [None, 3])
    external(onnx_model.graph, "w", [3, 4], "w.bin", offset=8)
    constant(onnx_model.graph, "raw", np.array([1, 2, 3, 4], np.float32))
    onnx_model.graph.initializer.add(name=b"listed", data_type=1, dims=[4], float_data=[0.5, 1.5, -0.5, 2.5])
    bits = np.array([1, -2], np.float16).view(np.uint16).tolist()
    onnx_model.graph.initializer.add(name=b"half", data_type=10, dims=[2], int32_data=bits)
    constant(onnx_model.graph, "unread", np.array([7, 7], np.float32))
    for op, inputs, output in (
        ("MatMul", ["x", "w"], "h"), ("Add", ["h", "raw"], "sum"), ("Mul", ["sum", "listed"], "y"),
        ("Neg", ["half"], "z"),
    ):  # fmt: skip
        add(onnx_model.graph, op, inputs, [output], output)
    value(onnx_model.graph.output, "y", [None, 4])
    value(onnx_model.graph.output, "z", [2], 10)
    path = folder / "m.onnx"
    saved(onnx_model, path)
    path.write_bytes(ODD + path.read_bytes() + ODD)
    return path


def tensors(path: Path) -> dict[str, Any]:
    return {each.name.decode(): each for each in schema.read(path.read_bytes(), "").graph.initializer}


def test_trained_weights_go_back_each_in_the_way_it_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, diagram = mixed(tmp_path), tmp_path / "d.gradblocks"
    before = path.read_bytes()
    assert main(["convert", str(path), str(diagram), "--trainable"]) == 0
    assert main(["convert", str(diagram), "--update", str(path)]) == 0
    assert "0 of 4 weights" in capsys.readouterr().err and path.read_bytes() == before
    session = blocks.Session(blocks.load(diagram))
    new = {
        "w": W + 1,
        "raw": np.array([9, 8, 7, 6], np.float32),
        "listed": np.array([2, 3, 4, 5], np.float32),
        "half": np.array([1.25, -4], np.float16),
    }
    for name, each in new.items():
        session.variables[name] = each
    session.save(str(tmp_path / "w.npz"))
    assert main(["convert", str(diagram), "--update", str(path), "--load", str(tmp_path / "w.npz")]) == 0
    said = capsys.readouterr().err
    assert "4 of 4 weights" in said and "changed, too" not in said
    assert (tmp_path / "w.bin").read_bytes() == b"before.." + (W + 1).tobytes() + b"behind"
    now = path.read_bytes()
    stored = tensors(path)
    assert stored["raw"].raw_data == new["raw"].tobytes() and list(stored["listed"].float_data) == [2, 3, 4, 5]
    assert list(stored["half"].int32_data) == new["half"].view(np.uint16).tolist() and not stored["half"].raw_data
    assert len(now) == len(before)
    changed = sum(a != b for a, b in zip(before, now, strict=True))
    assert now.startswith(ODD) and now.endswith(ODD) and changed <= sum(each.nbytes for each in new.values())
    assert main(["convert", str(path), str(tmp_path / "e.gradblocks"), "--trainable"]) == 0
    again = blocks.Session(blocks.load(tmp_path / "e.gradblocks")).variables
    assert {name: again[name].tobytes() for name in new} == {name: each.tobytes() for name, each in new.items()}


def test_constants_that_were_edited_go_back_and_other_edits_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mixed(tmp_path)
    assert main(["convert", str(path), str(tmp_path / "d.gradblocks")]) == 0
    diagram = blocks.load(tmp_path / "d.gradblocks")
    page = diagram.page("main")
    page.set("raw", val=[4, 3, 2, 1.5])
    page.remove("sum")
    diagram.save(tmp_path / "e.gradblocks")
    capsys.readouterr()
    assert main(["convert", str(tmp_path / "e.gradblocks"), "--update", str(path)]) == 0
    said = capsys.readouterr().err
    assert "1 of 4 weights" in said and "were not written" in said
    assert np.frombuffer(tensors(path)["raw"].raw_data, np.float32).tolist() == [4, 3, 2, 1.5]


def test_weights_of_another_shape_and_models_of_others_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mixed(tmp_path)
    before = path.read_bytes()
    assert main(["convert", str(path), str(tmp_path / "d.gradblocks")]) == 0
    diagram = blocks.load(tmp_path / "d.gradblocks")
    diagram.page("main").set("raw", val=[4.0, 3.0])
    diagram.save(tmp_path / "e.gradblocks")
    other = blocks.Diagram()
    other.add_page("main").add("Const", id="a", val=[1.0])
    other.save(tmp_path / "f.gradblocks")
    capsys.readouterr()
    assert main(["convert", str(tmp_path / "e.gradblocks"), "--update", str(path)]) == 1
    assert "'raw' is float32 [4] in the model, but float32 [2] in the diagram" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "f.gradblocks"), "--update", str(path)]) == 1
    assert "no weight of the model has a value" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "d.gradblocks"), "--update", str(path), "--checkpoint", "x"]) != 0
    assert path.read_bytes() == before


def test_weights_that_name_one_file_in_two_ways_all_go_back(tmp_path: Path) -> None:
    """The file was written once for each of its names, and what the last one changed was all that was left."""
    (tmp_path / "w.bin").write_bytes(W.tobytes() * 2)
    (tmp_path / "link.bin").symlink_to("w.bin")
    onnx_model = model()
    value(onnx_model.graph.input, "x", [None, 3])
    for i, name in enumerate(("w.bin", "./w.bin", "link.bin")):
        external(onnx_model.graph, f"w{i}", [1, 4], name, offset=16 * i)
        add(onnx_model.graph, "Neg", [f"w{i}"], [f"y{i}"], f"y{i}")
        value(onnx_model.graph.output, f"y{i}", [1, 4])
    path, diagram = tmp_path / "m.onnx", tmp_path / "d.gradblocks"
    saved(onnx_model, path)
    assert main(["convert", str(path), str(diagram), "--trainable"]) == 0
    session = blocks.Session(blocks.load(diagram))
    for i, name in enumerate(session.variables):
        session.variables[name] = np.full((1, 4), i + 1.0, np.float32)
    session.save(str(tmp_path / "w.npz"))
    assert main(["convert", str(diagram), "--update", str(path), "--load", str(tmp_path / "w.npz")]) == 0
    written = np.frombuffer((tmp_path / "w.bin").read_bytes(), np.float32).reshape(6, 4)
    assert sorted(written[:3, 0].tolist()) == [1.0, 2.0, 3.0]
    assert written[3:].tolist() == np.concatenate([W] * 2)[3:].tolist()
