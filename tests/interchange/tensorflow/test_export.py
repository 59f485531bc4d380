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
from blocks.analysis.output_names import asked_by
from blocks.cli import main
from blocks.interchange.models import import_model
from blocks.interchange.tensorflow import schema
from blocks.interchange.tensorflow.export import to_graph_def, to_saved_model
from tests.conformance import test_conformance as conformance
from tests.interchange.tensorflow.shared import close, fetched, layers, source, written
from tests.loops import chosen, counted, recurrent, wired
from tests.run.loop_writes import PROGRAMS


def weights(diagram: blocks.Diagram, page: str) -> dict[str, bytes]:
    """The bits of the variables of a page."""
    return {path: value.tobytes() for path, value in blocks.Session(diagram.page(page)).variables.items()}


@pytest.mark.parametrize("form", ["out.pb", "out/"])
def test_trained_weights_go_out_and_come_in_again_bit_for_bit(models: Path, tmp_path: Path, form: str) -> None:
    trained, again = tmp_path / "trained.gradblocks", tmp_path / "again.gradblocks"
    options = [
        "--minimize",
        "sequential_1/dense_2_1/BiasAdd",
        "--loss",
        "softmax_cross_entropy",
        "--learning-rate",
        "0.1",
    ]
    assert main(["add-training", str(source(models, "frozen_mlp")), str(trained), *options]) == 0
    numbers = np.load(models / "trained.npz")
    feed = {"x": numbers["x"], "labels": numbers["labels"]}
    session = blocks.Session(blocks.load(trained))
    session.run(feed=feed, steps=10)
    session.save(str(tmp_path / "w.npz"))
    given = ["--load", str(tmp_path / "w.npz")]
    assert main(["convert", str(trained), f"{tmp_path}/{form}", *given]) == 0
    assert main(["convert", str(tmp_path / form), str(again)]) == 0
    result = blocks.load(again)
    page = result.page("main")
    assert [each.name for each in result.pages] == (["main"] if form == "out.pb" else ["serving_default", "main"])
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
    refused = blocks.Diagram()
    page = refused.add_page("main")
    page.add("Const", id="x", val=[[1.0]])
    page.add("MatrixExponential", id="power")
    page.add("NpzDataset", id="data", filename="d.npz", arrays=["a"], output_types=["DT_DOUBLE"])
    page.wire("x", "power.input")
    np.savez(tmp_path / "d.npz", a=np.zeros(2))
    for diagram, named in ((switched(True), ["'s'"]), (refused, ["'power'", "'data'"])):
        diagram.save(tmp_path / "d.gradblocks")
        assert main(["convert", str(tmp_path / "d.gradblocks"), f"{tmp_path}/out/"]) == 1
        said = capsys.readouterr().err
        assert all(f"block {name}" in said for name in named) and not (tmp_path / "out").exists()


def test_a_name_without_an_ending_is_refused(models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diagram = tmp_path / "d.gradblocks"
    assert main(["convert", str(source(models, "frozen_mlp")), str(diagram)]) == 0
    capsys.readouterr()
    assert main(["convert", str(diagram), str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert "'out' needs a file extension" in error and ".gradblocks, .py" in error and "SavedModel" in error
    assert not (tmp_path / "out").exists()
    (tmp_path / "out").mkdir()
    assert main(["convert", str(diagram), str(tmp_path / "out")]) == 0
    assert (tmp_path / "out/saved_model.pb").is_file()


def saved(diagram: blocks.Diagram, folder: Path) -> tuple[Any, blocks.Diagram]:
    """The meta graph of a diagram as a SavedModel, and that opened again."""
    diagram.save(folder / "d.gradblocks")
    assert main(["convert", str(folder / "d.gradblocks"), f"{folder}/out/"]) == 0
    model = schema.read("SavedModel", (folder / "out/saved_model.pb").read_bytes(), "")
    assert main(["convert", str(folder / "out"), str(folder / "again.gradblocks"), "--strict"]) == 0
    return model.meta_graphs[0], blocks.load(folder / "again.gradblocks")


def test_layers_with_channels_second_train_with_channels_last(tmp_path: Path) -> None:
    meta, again = saved(layers(), tmp_path)
    session, second = blocks.Session(layers()), blocks.Session(again.page("main"))
    numbers = np.random.default_rng(2)
    feed = {"x": numbers.normal(size=(3, 2, 8, 8)), "label": numbers.normal(size=(3, 12))}
    for _ in range(3):
        wanted, results = (each.run(feed=feed) for each in (session, second))
        for name in ("pred", "loss"):
            assert close(results[f"{name}.result_output"], wanted[f"{name}.result_output"])
    [serving] = [each for each in meta.graph_def.library.function if len(each.signature.output_arg) == 1]
    transposed = [each.name.decode() for each in serving.node_def if each.op == b"Transpose"]
    assert transposed == ["x/channels_last", "joined/channels_second"]  # and none between two layers


def test_a_page_that_trains_is_served_without_loss_and_labels(tmp_path: Path) -> None:
    meta, again = saved(layers(), tmp_path)
    signatures = {
        name: [sorted(side) for side in (one.inputs, one.outputs)] for name, one in meta.signature_def.items()
    }
    assert signatures == {
        "serving_default": [["x"], ["pred"]],
        "main": [["label", "x"], ["hit", "loss", "pred"]],
    }
    assert [page.name for page in again.pages] == ["serving_default", "main"]
    # Once more, the first page is the one for predictions: there is no third signature.
    meta, _ = saved(again, tmp_path)
    assert sorted(meta.signature_def) == ["main", "serving_default"]


def dense(name: str, loss: str, fetches: str | None) -> blocks.Diagram:
    """Layers of which one of several losses is made smaller: with labels, a mask, or what is fed itself."""
    diagram = blocks.Diagram()
    page = diagram.add_page(name)
    for key, size in {"x": 3, "y": 2, "mask": 4}.items():
        page.add("Placeholder", id=key, dtype="DT_FLOAT", shape=[None, size])
    page.add("Variable", id="w1", initvalues=np.full((3, 4), 0.5).tolist())
    page.add("Variable", id="w2", initvalues=np.full((4, 2), 0.25).tolist())
    kinds = {
        "MatMul": "h logits masked_logits", "Multiply": "masked", "Softmax": "probs", "L2Loss": "size",
        "Add": "sized_loss", "SquaredDifference": "error masked_error own_error", "Equal": "hit",
        "AddSymbolicGradients": "slope gradients",
    }  # fmt: skip
    for kind, ids in kinds.items():
        for each in ids.split():
            page.add(kind, id=each)
    for each in ("label", "masked", "own"):
        page.add("Sum", id=f"{each}_loss", axis=[0, 1])
    page.add("MatMul", id="again", transpose_b=True)
    wires = [
        "x>h.a", "w1.ref>h.b", "h>logits.a", "w2.ref>logits.b", "h>masked.x", "mask>masked.y",
        "masked>masked_logits.a", "w2.ref>masked_logits.b", "logits>probs.logits", "logits>error.x", "y>error.y",
        "error>label_loss.input", "w2.ref>size.t", "label_loss>sized_loss.x", "size>sized_loss.y",
        "masked_logits>masked_error.x", "y>masked_error.y", "masked_error>masked_loss.input", "probs>hit.x",
        "y>hit.y", "h>again.a", "w1.ref>again.b", "again>own_error.x", "x>own_error.y", "own_error>own_loss.input",
        "logits>slope.outputs", "x>slope.inputs",
    ]  # fmt: skip
    done = "operation"
    if loss.startswith("by hand "):
        done = "out"
        loss = loss.removeprefix("by hand ")
        page.add("ApplyGradientDescent", id="train", alpha=0.5)
        wires += [f"{loss}>gradients.outputs", "w2.ref>gradients.inputs", "gradients.grad_outputs>train.delta",
                  "w2.ref>train.var"]  # fmt: skip
    else:
        page.remove("gradients")
        page.add("Minimize", id="train", learning_rate=0.5)
        wires.append(f"{loss}>train.loss")
    if fetches is not None:
        page.add("ClientSession", id="run")
        wires += [f"train.{done}>run.run_outputs", *(f"{each}>run.fetch_outputs" for each in fetches.split())]
    wired(page, *wires)
    return diagram


@pytest.mark.parametrize(
    ("name", "loss", "fetches", "served"),
    [
        ("main", "label_loss", "logits label_loss", "x > logits"),
        ("main", "label_loss", "hit probs label_loss", "x > probs"),
        ("main", "sized_loss", "logits hit sized_loss", "x > logits"),
        ("main", "by hand sized_loss", "logits hit sized_loss", "x > logits"),
        ("main", "masked_loss", "h masked_logits masked_loss", "mask x > h masked_logits"),
        ("main", "own_loss", "again own_loss", "x > again"),
        ("main", "label_loss", "slope logits label_loss", "x > logits slope"),
        ("main", "label_loss", "hit label_loss", "x y > hit"),
        ("serving_default", "label_loss", "logits label_loss", "x > logits"),
        ("main", "label_loss", "label_loss", ""),
        ("main", "label_loss", "", ""),
        ("main", "label_loss", "x label_loss", ""),
        ("main", "sized_loss", None, "x > own_loss slope"),
    ],
)
def test_what_is_served(
    name: str, loss: str, fetches: str | None, served: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meta, _ = saved(dense(name, loss, fetches), tmp_path)
    said = {
        key: " > ".join(" ".join(sorted(side)) for side in (one.inputs, one.outputs))
        for key, one in meta.signature_def.items()
    }
    assert said.pop("serving_default", "") == served
    [(key, whole)] = said.items()
    assert key == ("main" if name == "main" else "train") and {*(fetches or loss).split()} <= {*whole.split()}
    assert ("prediction" in capsys.readouterr().err) == (not served)


@pytest.mark.parametrize("out", ["out.pb", "out/"])
def test_a_model_counts_no_steps(out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diagram = layers()
    page = diagram.page("main")
    page.add("ClientSession", id="rarely", every=10)
    page.wire("pred", "rarely.fetch_outputs")
    diagram.save(tmp_path / "d.gradblocks")
    assert main(["convert", str(tmp_path / "d.gradblocks"), f"{tmp_path}/{out}"]) == 0
    assert "every of 'rarely'" in capsys.readouterr().err
    page.set("rarely", every=1)
    diagram.save(tmp_path / "d.gradblocks")
    assert main(["convert", str(tmp_path / "d.gradblocks"), f"{tmp_path}/{out}"]) == 0
    assert "every" not in capsys.readouterr().err


def test_outputs_of_a_page_without_a_session(tmp_path: Path) -> None:
    """All gradients of a block, what changes a variable, and names that would be one."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    for each in ("one", "other"):
        page.add("Variable", id=each, initvalues=[1.0, 2.0])
    page.add("Negate", id="a_b")
    page.add("Multiply", id="m")
    page.add("AddSymbolicGradients", id="slope")
    page.add("AssignAdd", id="more", value=[0.5, 0.5])
    part = diagram.add_composite("Part")
    part.add("InputPin", id="x", dtype="DT_FLOAT")
    part.add("Exp", id="b")
    part.add("OutputPin", id="y")
    wired(part, "x>b.x", "b>y.input")
    page.add(":Part", id="a")
    wired(page, "one.ref>m.x", "other.ref>m.y", "m>slope.outputs", "one.ref>slope.inputs", "other.ref>slope.inputs",
          "m>a.x", "m>a_b.x", "other.ref>more.ref")  # fmt: skip
    meta, again = saved(diagram, tmp_path)
    assert {each.dtype for each in meta.signature_def["main"].outputs.values()} == {1}
    wanted, results = blocks.Session(diagram).run(), blocks.Session(again).run()
    outputs = {"slope_0": "slope.result_grad_outputs[0]", "slope_1": "slope.result_grad_outputs[1]",
               "more": "more.result_output_ref", "a_b": "a_b.result_y", "a_b_2": "a.result_y"}  # fmt: skip
    assert set(meta.signature_def["main"].outputs) == set(outputs)
    for name, key in outputs.items():
        assert results[f"{name}.result_output"].tolist() == wanted[key].tolist()


def test_a_page_that_gives_nothing_is_not_a_signature(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diagram, out = tmp_path / "d.gradblocks", tmp_path / "out"
    for names, status in (((), 1), (("one",), 1), (("one", "a \\ b"), 0)):
        source = blocks.Diagram()
        for name in names:
            page = source.add_page(name)
            if name != "one":
                page.add("Variable", id="a\\", initvalues=[2.0])
        source.save(diagram)
        assert main(["convert", str(diagram), f"{out}/"]) == status
        assert out.exists() == (not status) and ("output" in capsys.readouterr().err)
    meta = schema.read("SavedModel", (out / "saved_model.pb").read_bytes(), "").meta_graphs[0]
    assert list(meta.signature_def) == ["a \\ b"]
    names = [each.name.decode() for each in [*meta.graph_def.node, *meta.graph_def.library.function[0].node_def]]
    assert all(re.fullmatch(r"[A-Za-z0-9.][A-Za-z0-9_>./-]*", name) for name in names)  # as TensorFlow has them


def test_updates_of_one_variable_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    """The variable has two blocks; the numbers are those of our runs, as TensorFlow's session has them."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    for each in ("one", "other"):
        page.add("Variable", id=each, initvalues=[3.0], shared_name="w")
    page.add("AssignAdd", id="more", value=[2.0])
    page.add("Assign", id="set", value=[7.0])
    page.add("ClientSession", id="run")
    wired(page, "one.ref>more.ref", "other.ref>set.ref", "set>run.fetch_outputs", "more>run.fetch_outputs",
          "one.ref>run.fetch_outputs")  # fmt: skip
    meta, again = saved(diagram, tmp_path)
    assert sum(each.op == b"VarHandleOp" for each in meta.graph_def.node) == 1
    second = blocks.Session(again)
    for wanted in ({"one": 3, "more": 5, "set": 7}, {"one": 7, "more": 9, "set": 7}):
        results = second.run()
        assert {name: results[f"{name}.result_output"].item() for name in wanted} == wanted


def test_reads_see_what_was_written_before_them(tmp_path: Path) -> None:
    """`check_export` has TensorFlow's numbers beside those of the page."""
    _, again = saved(written(), tmp_path)
    second = blocks.Session(again)
    for v in (3, 4):
        wanted = {"before": 2 * v, "behind": (v + 1) ** 2, "pool": v, "image": 2 * (v + 1), "up": v + 1}
        results = second.run()
        assert {name: results[f"{name}.result_output"].item() for name in wanted} == wanted
    # A variable that is written at two pins of one block has two values there.
    twice = written()
    page = twice.page("main")
    page.add("ApplyMomentum", id="twice", lr=0.5, momentum=0.5)
    wired(page, "v.ref>twice.var", "v.ref>twice.accum", "stop>twice.grad", "twice.out>run.fetch_outputs")
    with pytest.raises(blocks.DiagramError, match="twice"):
        to_graph_def(blocks.Session(twice))


def test_variables_of_two_pages_are_one_where_they_are_equal(tmp_path: Path) -> None:
    diagram = blocks.Diagram()
    for kind, value in (("Square", 3.0), ("Negate", 3.0), ("Abs", 2.0)):
        page = diagram.add_page(kind)
        page.add("Variable", id="w", initvalues=[value])
        page.add(kind, id="y")
        page.wire("w.ref", "y.x")
    meta, again = saved(diagram, tmp_path)
    assert sum(each.op == b"VarHandleOp" for each in meta.graph_def.node) == 2
    results = {page.name: blocks.Session(page).run()["y.result_output"].item() for page in again.pages}
    assert results == {"Square": 9, "Negate": -3, "Abs": 2}


def test_pages_of_one_model_take_the_same_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page for predictions has the weights of the page that trained; a weight with another value stays."""
    _, again = saved(layers(), tmp_path)
    session = blocks.Session(again.page("main"))
    numbers = np.random.default_rng(2)
    session.run(feed={"x": numbers.normal(size=(3, 2, 8, 8)), "label": numbers.normal(size=(3, 12))})
    weights = str(tmp_path / "w.npz")
    session.save(weights)
    for changed in (False, True):
        diagram, out = tmp_path / "again.gradblocks", tmp_path / "new"
        if changed:
            again.page("main").set("b", initvalues=[0.0] * 4)
            again.save(diagram)
        assert main(["convert", str(diagram), f"{out}/", "--load", weights]) == 0
        meta = schema.read("SavedModel", (out / "saved_model.pb").read_bytes(), "").meta_graphs[0]
        assert sum(each.op == b"VarHandleOp" for each in meta.graph_def.node) == 4 + changed
        assert ("keeps its values of 'b'" in capsys.readouterr().err) == changed


def test_the_gradient_of_a_branch_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    diagram = chosen()
    diagram.page("main").add("ClientSession", id="run")
    diagram.page("main").wire("gradients.grad_outputs[0]", "run.fetch_outputs")
    _, again = saved(diagram, tmp_path)
    for which in (True, False):
        wanted, results = (blocks.Session(each).run(feed={"which": which}) for each in (diagram, again))
        assert close(results["gradients.result_output"], wanted["gradients.result_grad_outputs[0]"])


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


WRITTEN_OTHERWISE = (
    "ApproxTopK BiasAdd Concat Conv2D Conv3D CropAndResize DepthToSpace DepthwiseConv2dNative Dilation2D"
    " ExtractImagePatches ExtractVolumePatches FractionalMaxPool Gather GatherNd GatherV2 Igamma IsotonicRegression LRN"
    " Max MaxPool MaxPool3D MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradWithArgmax MaxPoolV2 MaxPoolWithArgmax Prod"
    " SegmentMaxV2 SegmentMean SegmentProd Slice SpaceToDepth SparseDenseCwiseMul SparseFillEmptyRows SparseReduceSum"
    " SparseSegmentMean SparseSoftmax SparseSparseMaximum SparseTensorDenseMatMul SparseToDense Tile TopK"
    " UnsortedSegmentMax"
)
"""Types of which some calls, or those of their gradients, TensorFlow does not have."""
FLOATS = ("DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_COMPLEX64")


def unsized(diagram: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A diagram whose constants of real numbers are fed in any size, and what they were."""
    feed: dict[str, Any] = {}
    for block in diagram["pages"][0]["blocks"]:
        values = block.get("values", {})
        size = np.shape(values["val"]) if values.get("dtype") in FLOATS and block["type"] == "Const" else ()
        if size and 0 not in size and values["dtype"] != "DT_COMPLEX64":
            feed[block["id"]] = values["val"]
            block.update(type="Placeholder", values={"dtype": values["dtype"], "shape": [None, *size[1:]]})
    return diagram, feed


@pytest.mark.parametrize("is_sized", [True, False], ids=["sized", "unsized"])
@pytest.mark.parametrize("name", WRITTEN_OTHERWISE.split())
def test_what_went_out_otherwise_gives_tensorflow_s_numbers_when_it_comes_in(
    name: str, is_sized: bool, tmp_path: Path
) -> None:
    """`check_export` lets TensorFlow run it: it takes channels last, few dilations, and only what it has."""
    [path] = conformance.FOLDER.glob(f"*/{name}.json")
    for case in json.loads(path.read_text("utf-8"))["cases"]:
        if case["error"] is not None or case["run"].get("feed") or (name == "Dilation2D" and not is_sized):
            continue
        diagram, feed = (case["diagram"], {}) if is_sized else unsized(case["diagram"])
        source = blocks.loads(json.dumps(fetched(diagram, case["expect"])))
        session = blocks.Session(source)
        data = to_saved_model(source.pages, lambda _, session=session: session).data
        (tmp_path / "saved_model.pb").write_bytes(data)
        for function in schema.read("SavedModel", data, "").meta_graphs[0].graph_def.library.function:
            for node in function.node_def:
                assert "data_format" not in node.attr or not node.attr["data_format"].s.startswith(b"NC")
                if node.op == b"DepthwiseConv2dNative":
                    assert {*node.attr["dilations"].list.i} <= {1} and node.attr["padding"].s != b"EXPLICIT"
        imported = import_model(tmp_path, "case")
        assert list(imported.unknown) == []
        results = blocks.Session(imported.diagram).run(feed=feed)
        for key, expected in case["expect"].items():
            [output] = asked_by(session.elaboration, key).outputs
            block = output.op.block_name
            every = [each for *_, each in session.elaboration.outputs_of(block)]
            at = f"{block}_{every.index(output)}" if len(every) > 1 else block
            value = results[f"{at}.result_output"]
            conformance.check({key: value}, key, expected, case["rtol"], max(case["atol"], 1e-6))


def test_a_loop_that_writes_variables_is_refused_by_name() -> None:
    with pytest.raises(blocks.DiagramError, match="block 'cond': Cond writes variables"):
        to_graph_def(blocks.Session(PROGRAMS["branches"]()))
