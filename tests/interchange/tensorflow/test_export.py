"""Pages as models of TensorFlow: what goes out and comes in again has the same bits, and models are updated in place.

`check_export` does the same in TensorFlow, where that is installed.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

import blocks
from blocks.cli import main
from blocks.elaborate.output_names import asked_by
from blocks.interchange.models import import_model
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.export import to_graph_def
from tests.conformance import test_conformance as conformance
from tests.interchange.tensorflow.shared import source
from tests.loops import counted, recurrent
from tests.run.loop_writes import PROGRAMS


def weights(diagram: blocks.Diagram, page: str) -> dict[str, bytes]:
    """The bits of the variables of a page."""
    return {path: value.tobytes() for path, value in blocks.Session(diagram.page(page)).variables.items()}


@pytest.mark.parametrize("form", ["out.pb", "out/"])
def test_trained_weights_go_out_and_come_in_again_bit_for_bit(models: Path, tmp_path: Path, form: str) -> None:
    trained, again = tmp_path / "trained.gradblocks", tmp_path / "again.gradblocks"
    options = ["--of", "sequential_1/dense_2_1/BiasAdd", "--loss", "softmax_cross_entropy", "--rate", "0.1"]
    assert main(["train", str(source(models, "frozen_mlp")), str(trained), *options]) == 0
    numbers = np.load(models / "trained.npz")
    feed = {"x": numbers["x"], "labels": numbers["labels"]}
    session = blocks.Session(blocks.load(trained))
    session.run(feed=feed, steps=10)
    session.save(str(tmp_path / "w.npz"))
    given = ["--load", str(tmp_path / "w.npz")]
    assert main(["convert", str(trained), f"{tmp_path}/{form}", *given]) == 0
    assert main(["convert", str(tmp_path / form), str(again)]) == 0
    result = blocks.load(again)
    [page] = result.pages
    assert weights(result, page.name) == {path: value.tobytes() for path, value in session.variables.items()}
    second = blocks.Session(page)
    if form == "out/":  # a signature trains whenever it runs; of a graph only what is asked for runs
        assert second.run(feed=feed)["loss.result_output"] == session.run(feed=feed)["loss.result_output"]
    assert second.run(fetch=["error"], feed=feed)["error.result_loss"].tobytes() == (
        session.run(fetch=["error"], feed=feed)["error.result_loss"].tobytes()
    )


@pytest.mark.parametrize(("name", "page"), [("module", "train"), ("frozen_mlp", "main"), ("version_1", "main")])
def test_a_model_gets_its_weights_back(models: Path, tmp_path: Path, name: str, page: str) -> None:
    shutil.copytree(models / name, tmp_path / "m")
    model = source(tmp_path, "m")
    diagram = tmp_path / "d.gradblocks"
    assert main(["convert", str(model), str(diagram), "--trainable"]) == 0
    session = blocks.Session(blocks.load(diagram).page(page))
    changed: dict[str, Any] = {path: value + 1 for path, value in session.variables.items()}
    for path, value in changed.items():
        session.variables[path] = value.astype(session.variables[path].dtype)
    session.save(str(tmp_path / "w.npz"))
    before = {each.name for each in tmp_path.rglob("*")}
    options = ["--update", str(model), "--load", str(tmp_path / "w.npz"), "--page", page]
    assert main(["convert", str(diagram), *options]) == 0
    assert {each.name for each in tmp_path.rglob("*")} == before
    assert main(["convert", str(model), str(tmp_path / "e.gradblocks"), "--trainable"]) == 0
    wanted = {path: value.tobytes() for path, value in session.variables.items()}
    assert weights(blocks.load(tmp_path / "e.gradblocks"), page) == wanted


def test_a_model_in_text_form_gets_its_weights_back_and_stays_as_it_is(models: Path, tmp_path: Path) -> None:
    data = schema.read("GraphDef", (models / "frozen_mlp/graph.pb").read_bytes(), "")
    text = re.sub(r"^    type: 1$", "    type: DT_FLOAT", text_format.MessageToString(data), flags=re.MULTILINE)
    model, diagram = tmp_path / "m.pbtxt", tmp_path / "d.gradblocks"
    text = f'# a "comment" {{ node {{\n{text}\nof_a_later_version <name: "{{">\n'
    model.write_text(text)
    assert main(["convert", str(model), str(diagram), "--trainable"]) == 0
    session = blocks.Session(blocks.load(diagram))
    path = min(session.variables, key=lambda each: session.variables[each].size)
    session.variables[path] = np.arange(session.variables[path].size, dtype=np.float32)
    session.save(str(tmp_path / "w.npz"))
    assert main(["convert", str(diagram), "--update", str(model), "--load", str(tmp_path / "w.npz")]) == 0
    new = model.read_text()
    changed = [line for line in new.splitlines() if line not in text.splitlines()]
    assert len(new.splitlines()) == len(text.splitlines()) and {line.split(":")[0].strip() for line in changed} <= {
        "dtype", "tensor_content"
    }  # fmt: skip
    assert main(["convert", str(model), str(tmp_path / "e.gradblocks"), "--trainable"]) == 0
    wanted = {path: value.tobytes() for path, value in session.variables.items()}
    assert weights(blocks.load(tmp_path / "e.gradblocks"), "main") == wanted


@pytest.mark.parametrize(("name", "page"), [("recurrent", "serving_default"), ("module", "flow")])
def test_loops_and_branches_come_in_again_as_what_they_were(models: Path, tmp_path: Path, name: str, page: str) -> None:
    first, second, out = tmp_path / "first.gradblocks", tmp_path / "second.gradblocks", tmp_path / "out"
    assert main(["convert", str(source(models, name)), str(first)]) == 0
    assert main(["convert", str(first), f"{out}/", "--page", page]) == 0
    assert main(["convert", str(out), str(second), "--strict"]) == 0
    numbers = np.load(models / f"{name}.npz")
    begin = f"{page}|in|"
    feed = {key.removeprefix(begin): numbers[key] for key in numbers if key.startswith(begin)}
    pages = [blocks.load(each).page(page) for each in (first, second)]
    results = [blocks.Session(each).run(feed=feed) for each in pages]
    outputs = [wire.source.block for wire in pages[0].wires_into("run")]
    for block in outputs:
        assert results[0][f"{block}.result_output"].tobytes() == results[1][f"{block}.result_output"].tobytes()
    loops = [
        sorted(block.type for each in diagram.composites for block in each.blocks if block.type in ("Scan", "While"))
        for diagram in (blocks.load(first), blocks.load(second))
    ]
    if name == "recurrent":
        assert loops == [["Scan", "Scan"], ["Scan", "Scan"]]


def switched(pred: bool) -> blocks.Diagram:
    """x * x where pred holds, else -x, by Switch and Merge."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Const", id="x", val=[1.0, -3.0])
    page.add("Switch", id="s", pred=pred)
    page.add("Square", id="yes")
    page.add("Negate", id="no")
    page.add("Merge", id="m")
    for wire in ("x.output s.data", "s.output_true yes.x", "s.output_false no.x", "yes m.inputs", "no m.inputs"):
        page.wire(*wire.split())
    return diagram


@pytest.mark.parametrize("pred", [True, False])
def test_switch_and_merge_go_out_and_come_in_again(pred: bool, tmp_path: Path) -> None:
    switched(pred).save(tmp_path / "d.gradblocks")
    assert main(["convert", str(tmp_path / "d.gradblocks"), str(tmp_path / "d.pb")]) == 0
    assert main(["convert", str(tmp_path / "d.pb"), str(tmp_path / "e.gradblocks"), "--strict"]) == 0
    results = blocks.Session(blocks.load(tmp_path / "e.gradblocks")).run(fetch=["m"])
    assert results["m.result_output"].tolist() == ([1, 9] if pred else [-1, 3])


def test_what_has_no_form_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    switched(True).save(tmp_path / "d.gradblocks")
    assert main(["convert", str(tmp_path / "d.gradblocks"), f"{tmp_path}/out/"]) == 1
    assert "block 's'" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_a_name_without_an_ending_is_refused(models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diagram = tmp_path / "d.gradblocks"
    assert main(["convert", str(source(models, "frozen_mlp")), str(diagram)]) == 0
    capsys.readouterr()
    assert main(["convert", str(diagram), str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert "'out' has no ending" in error and ".gradblocks, .py, .onnx, .pb" in error and "SavedModel" in error
    assert not (tmp_path / "out").exists()
    (tmp_path / "out").mkdir()
    assert main(["convert", str(diagram), str(tmp_path / "out")]) == 0
    assert (tmp_path / "out/saved_model.pb").is_file()


@pytest.mark.parametrize("kind", ["Scan", "reverse", "While"])
def test_gradients_of_loops_go_out_and_come_in_again_bit_for_bit(kind: str, tmp_path: Path) -> None:
    """`check_export` has the numbers of TensorFlow beside them."""
    diagram = counted() if kind == "While" else recurrent("Scan", over=["x"], reverse=kind == "reverse")
    wanted = blocks.Session(diagram).run()
    diagram.save(tmp_path / "d.gradblocks")
    assert main(["convert", str(tmp_path / "d.gradblocks"), str(tmp_path / "d.pb")]) == 0
    assert main(["convert", str(tmp_path / "d.pb"), str(tmp_path / "again.gradblocks"), "--strict"]) == 0
    again = blocks.load(tmp_path / "again.gradblocks")
    loop = "While" if kind == "While" else "Scan"
    [inside] = [each for each in again.composites if any(block.id == loop for block in each.blocks)]
    assert inside.block(loop).type == loop and bool(inside.block(loop).values.get("reverse")) == (kind == "Scan")
    values = {value.tobytes() for value in blocks.Session(again).run(fetch=[f"gradients/{loop}"]).values()}
    assert {wanted[f"gradients.result_grad_outputs[{i}]"].tobytes() for i in (0, 1)} <= values


@pytest.mark.parametrize(
    "name",
    ["CropAndResize", "ExtractImagePatches", "ExtractVolumePatches", "Gather", "GatherNd", "MaxPoolGrad",
     "MaxPoolGradGrad", "MaxPoolWithArgmax", "Slice", "SparseSegmentMean", "Tile", "UnsortedSegmentMax"],
)  # fmt: skip
def test_gradients_that_went_out_give_tensorflow_s_numbers_when_they_come_in(name: str, tmp_path: Path) -> None:
    [path] = conformance.FOLDER.glob(f"*/{name}.json")
    for case in json.loads(path.read_text("utf-8"))["cases"]:
        text = json.dumps(case["diagram"])
        if case["error"] is not None or "AddSymbolicGradients" not in text or case["run"].get("feed"):
            continue
        session = blocks.Session(blocks.loads(text))
        written = tmp_path / "case.pb"
        written.write_bytes(to_graph_def(session).SerializeToString())
        imported = import_model(written, "case")
        assert list(imported.unknown) == []
        again = blocks.Session(imported.diagram)
        for key, expected in case["expect"].items():
            [output] = asked_by(session.elaboration, key).outputs
            [other] = [each for each in again.elaboration.graph.nodes if each.block_name == output.op.name][-1:]
            pin = other.type.outputs[output.index].name
            value = again.run(fetch=[f"{other.block_name}.{pin}"])[f"{other.block_name}.result_{pin}"]
            conformance.check({key: value}, key, expected, case["rtol"], case["atol"])


def test_positions_of_maxima_that_tensorflow_does_not_give_are_refused() -> None:
    [path] = conformance.FOLDER.glob("*/MaxPoolGrad.json")
    diagram = blocks.loads(json.dumps(json.loads(path.read_text("utf-8"))["cases"][0]["diagram"]))
    diagram.pages[0].set("op", padding="EXPLICIT", explicit_paddings=[0] * 8)
    with pytest.raises(blocks.DiagramError, match="MaxPoolIndex can be exported only in the format NHWC"):
        to_graph_def(blocks.Session(diagram))


def test_a_loop_that_writes_variables_is_refused_by_name() -> None:
    with pytest.raises(blocks.DiagramError, match="block 'cond': Cond writes variables"):
        to_graph_def(blocks.Session(PROGRAMS["branches"]()))
