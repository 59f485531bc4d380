"""The parameters of a model: all of them are variables, by name, and nothing else is; `make_models` made the models."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.interchange.models import import_model
from blocks.interchange.onnx import schema
from blocks.run.steps.environment import initialise
from tests.interchange.onnx.graphs import BOOL, FLOAT, INT64, add, constant, graph, model, saved, value
from tests.interchange.tensorflow.shared import close

HOME = Path(__file__).parent
MERGED = {"bn/weight", "bn/bias"}
LOST = {"begin", "last/bias", *MERGED}
"""What is not in the file of the newer exporter: an expanded parameter, a bias of zeros, and a normalisation."""


@pytest.fixture(scope="module", name="fresh")
def _fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fresh")
    for name in ("fresh", "models"):
        with zipfile.ZipFile(HOME / f"{name}.zip") as archive:
            archive.extractall(folder)
    return folder


def variables(path: Path) -> dict[str, Any]:
    """The variables that training changes, by path."""
    session = blocks.Session(blocks.load(path).pages[0])
    initialise(session, {})
    nodes = {each.block_name: each for each in session.elaboration.graph.nodes if each.type.variable}
    return {path: value for path, value in session.variables.items() if nodes[path].attrs["trainable"]}


def names_of(fresh: Path) -> dict[str, Any]:
    """The parameters of the model as PyTorch has them, by path: the weight of `head` is that of `words`."""
    numbers = np.load(fresh / "fresh.npz")
    return {key.partition("|")[2].replace(".", "/"): numbers[key] for key in numbers if key.startswith("value|")}


@pytest.mark.parametrize("form", ["dynamo_all", "script_all", "dynamo", "script"])
def test_equal_zero_tied_and_single_parameters_of_pytorch_come_by_name(
    fresh: Path, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "d.gradblocks"
    assert main(["convert", str(fresh / f"fresh_{form}.onnx"), str(target), "--trainable"]) == 0
    said = capsys.readouterr().err
    have, want = variables(target), names_of(fresh)
    [tied] = {"head_weight", "words_weight"} & have.keys()
    plain = {path.replace("blocks_", ""): each for path, each in have.items() if path != tied}
    del want["words/weight"]
    assert np.array_equal(have[tied], np.load(fresh / "fresh.npz")["value|words.weight"])
    if form.startswith("dynamo"):
        missing: set[str] = LOST if form == "dynamo" else set()
        into = {f"bn/conv_{each}": plain.pop(f"bn/conv_{each}") for each in ("weight", "bias") if missing}
        assert {*plain, *(path.replace("bn/conv_", "conv/") for path in into)} == want.keys() - missing
        assert {path for path in want if f"'{path.replace('/', '.')}'" in said} == missing
        assert "a buffer): shift" in said
    elif form == "script_all":  # which cannot tell a buffer
        assert plain.keys() == {*want, "shift"}
    else:  # two equal layers, whose weights have no names, may be one
        assert "share" in said and "/blocks/blocks.1/fc/MatMul" in said
        assert plain.keys() == {*want, "shift", "weight"} - {"blocks/0/fc/weight", "blocks/1/fc/weight"} - MERGED
    same = [path for path in want if path in plain and (form.endswith("_all") or not path.startswith("conv/"))]
    assert all(np.array_equal(np.sort(plain[path], axis=None), np.sort(want[path], axis=None)) for path in same)
    assert "detach" in said


@pytest.mark.parametrize("form", ["dynamo_all", "script_all"])
@pytest.mark.parametrize("group", [False, True])
def test_twenty_steps_are_those_of_pytorch(fresh: Path, form: str, group: bool, tmp_path: Path) -> None:
    numbers = np.load(fresh / "fresh.npz")
    source, target = fresh / f"fresh_{form}.onnx", tmp_path / "t.gradblocks"
    chosen = ["--variables", "*weight", "--variables", "*bias", "--variables", "begin", "--variables", "temperature"]
    if group:
        grouped = tmp_path / "g.gradblocks"
        assert main(["convert", str(source), str(grouped), "--trainable", "--group-layers", *chosen]) == 0
        source, chosen = grouped, []
        assert "Scan" in {block.type for page in blocks.load(source).composites for block in page.blocks}
    options = ["--minimize", "y", "--loss", "softmax_cross_entropy", "--learning-rate", "0.02", *chosen]
    assert main(["add-training", str(source), str(target), *options]) == 0
    session = blocks.Session(blocks.load(target))
    feed = {"x": numbers["x"], "labels": numbers["labels"]}
    losses = [session.run(feed=feed)["loss.result_output"] for _ in range(20)]
    assert np.allclose(losses, numbers["losses"], rtol=1e-5)


@pytest.mark.parametrize("name", ["fresh_dynamo", "unet_script", "lstm_script", "resnet_dynamo"])
def test_train_makes_the_variables_of_trainable_and_no_others(fresh: Path, name: str, tmp_path: Path) -> None:
    """Matrices of interpolations, and ones inside of norms, are no parameters; of a diagram on disk neither."""
    source, plain = fresh / f"{name}.onnx", tmp_path / "plain.gradblocks"
    assert main(["convert", str(source), str(tmp_path / "want.gradblocks"), "--trainable"]) == 0
    assert main(["convert", str(source), str(plain)]) == 0
    want = variables(tmp_path / "want.gradblocks").keys()
    for file in (source, plain):
        target = tmp_path / "trains.gradblocks"
        assert (
            main(
                [
                    "add-training",
                    str(file),
                    str(target),
                    "--minimize",
                    "y",
                    "--loss",
                    "mean_squared_error",
                    "--learning-rate",
                    "1",
                ]
            )
            == 0
        )
        assert variables(target).keys() == want


def chosen(source: Path, target: Path, patterns: Sequence[str]) -> set[str]:
    options = [each for pattern in patterns for each in ("--variables", pattern)]
    assert main(["convert", str(source), str(target), "--trainable", *options]) == 0
    trained = ["--minimize", "y", "--loss", "softmax_cross_entropy", "--learning-rate", "1", *options]
    for file in (source, target):  # the model, and the diagram of it
        assert main(["add-training", str(file), str(target.with_name("t.gradblocks")), *trained]) == 0
        assert variables(target.with_name("t.gradblocks")).keys() == variables(target).keys()
    return {*variables(target)}


def test_patterns_choose_variables(fresh: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = fresh / "fresh_dynamo_all.onnx", tmp_path / "d.gradblocks"
    assert chosen(source, target, ["gate/*", "blocks/1/norm/bias"]) == {
        "gate/weight", "gate/bias", "blocks/1/norm/bias",
    }  # fmt: skip
    capsys.readouterr()
    for command in (
        ["convert", str(source), str(target), "--trainable"],
        ["add-training", str(source), "--minimize", "y", "--learning-rate", "1"],
    ):
        assert main([*command, "--variables", "gate/*", "--variables", "decoder/*"]) == 2
        assert "'decoder/*'" in capsys.readouterr().err
    assert main(["convert", str(source), str(target), "--variables", "gate/*"]) == 2
    assert main(["convert", str(source), str(target), "--trainable"]) == 0
    options = [
        "--minimize",
        "y",
        "--loss",
        "softmax_cross_entropy",
        "--learning-rate",
        "1",
        "--variables",
        "blocks/1/norm/bias",
    ]
    capsys.readouterr()
    assert main(["add-training", str(target), str(tmp_path / "t.gradblocks"), *options]) == 2  # one composite
    assert "blocks/1/norm/bias" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["fresh_dynamo", "fresh_script"])
def test_what_training_changed_goes_back_also_where_tensors_were_joined(name: str, fresh: Path, tmp_path: Path) -> None:
    source, diagram = tmp_path / "m.onnx", tmp_path / "d.gradblocks"
    source.write_bytes((fresh / f"{name}.onnx").read_bytes())
    assert main(["convert", str(source), str(diagram), "--trainable"]) == 0
    session = blocks.Session(blocks.load(diagram))
    x = np.load(fresh / "fresh.npz")["x"]
    initialise(session, {})
    [tied] = {"head_weight", "words_weight"} & {*session.variables}
    session.variables[tied] = session.variables[tied] + 1  # which the file has twice, once turned
    wanted = session.run(feed={"x": x})["y.result_output"]
    session.save(str(tmp_path / "w.npz"))
    back = ["convert", str(diagram), "--update", str(source), "--load", str(tmp_path / "w.npz")]
    assert main(back) == 0
    again = import_model(source, "m").diagram
    assert np.array_equal(blocks.Session(again).run(feed={"x": x})["y.result_output"], wanted)
    # A parameter that PyTorch had joined with equal ones gets a tensor of its own; the others stay joined.
    before = {each.name for each in schema.read(source.read_bytes(), "").graph.initializer}
    bias = max(path for path in session.variables if path.endswith("norm/bias"))
    session.variables[bias] = session.variables[bias] + 1
    wanted = session.run(feed={"x": x})["y.result_output"]
    session.save(str(tmp_path / "w.npz"))
    assert main(back) == 0
    [own] = {each.name for each in schema.read(source.read_bytes(), "").graph.initializer} - before
    again = import_model(source, "m", trainable=True).diagram
    second = blocks.Session(again)
    assert np.array_equal(second.run(feed={"x": x})["y.result_output"], wanted)
    assert {path: value.tobytes() for path, value in second.variables.items()} == {
        path: value.tobytes() for path, value in session.variables.items()
    }
    runtime: Any = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra `test` brings it")
    results = runtime.InferenceSession(str(source), providers=["CPUExecutionProvider"]).run(["y"], {"x": x})
    assert own and close(results[0], wanted)


def test_settings_are_no_parameters_and_one_number_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 3])
    value(onnx_model.graph.output, "y", None)
    for name, array in {"w": [[1.0], [2.0], [3.0]], "b": [0.5], "s": 2.0, "low": -1.0, "mask": [-np.inf, 0.0]}.items():
        constant(onnx_model.graph, name, np.array(array))
    for op, inputs, output in (
        ("MatMul", ["x", "w"], "m"), ("Add", ["m", "b"], "a"), ("Mul", ["a", "s"], "p"), ("Clip", ["p", "low"], "c"),
        ("Max", ["c", "mask"], "n"),
    ):  # fmt: skip
        add(onnx_model.graph, op, inputs, [output])
    linear = add(onnx_model.graph, "LinearRegressor", ["n"], ["y"], "linear")
    linear.domain = b"ai.onnx.ml"
    linear.attribute.add(name=b"coefficients", type=6).floats.extend([1.0, 2.0])
    source, target = saved(onnx_model, tmp_path / "m.onnx"), tmp_path / "d.gradblocks"
    assert main(["convert", source, str(target), "--trainable"]) == 0
    said = capsys.readouterr().err
    assert variables(target).keys() == {"w", "b", "s", "linear/coefficients"}
    assert "a setting of Clip): low" in said and "not finite): mask" in said


def test_a_parameter_that_only_a_loop_reads_is_trained(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2])
    value(onnx_model.graph.output, "y", None)
    constant(onnx_model.graph, "w", [0.5])
    constant(onnx_model.graph, "count", np.array(3, np.int64))
    body = graph("body")
    for name, dtype in (("i", INT64), ("go", BOOL), ("a", FLOAT)):
        value(body.input, name, [2] if name == "a" else [], dtype)
    add(body, "Identity", ["go"], ["go_on"])
    add(body, "Mul", ["a", "w"], ["b"])
    for name, dtype in (("go_on", BOOL), ("b", FLOAT)):
        value(body.output, name, None, dtype)
    add(onnx_model.graph, "Loop", ["count", "", "x"], ["y"], "loop", body=body)
    source, plain = saved(onnx_model, tmp_path / "m.onnx"), tmp_path / "d.gradblocks"
    assert main(["convert", source, str(plain)]) == 0
    for file in (source, str(plain)):
        target = tmp_path / "t.gradblocks"
        assert (
            main(
                [
                    "add-training",
                    file,
                    str(target),
                    "--minimize",
                    "y",
                    "--loss",
                    "mean_squared_error",
                    "--learning-rate",
                    "0.1",
                ]
            )
            == 0
        )
        session = blocks.Session(blocks.load(target))
        session.run(feed={"x": [1.0, 2.0], "target": [0.0, 0.0]})
        # The loss is the mean of (w^3 x)^2, whose slope is the mean of 6 w^5 x^2.
        assert np.isclose(session.variables["w"], 0.5 - 0.1 * 6 * 0.5**5 * 2.5)


def test_arithmetic_of_shapes_that_are_known_is_not_drawn(tmp_path: Path) -> None:
    onnx_model = model()
    value(onnx_model.graph.input, "x", [2, 3])
    value(onnx_model.graph.output, "y", None)
    constant(onnx_model.graph, "one", np.array([1], np.int64))
    constant(onnx_model.graph, "rest", np.array([-1], np.int64))
    add(onnx_model.graph, "Shape", ["x"], ["shape"])
    add(onnx_model.graph, "Gather", ["shape", "one"], ["size"])
    add(onnx_model.graph, "Concat", ["size", "rest"], ["sizes"], axis=0)
    add(onnx_model.graph, "Reshape", ["x", "sizes"], ["y"])
    add(onnx_model.graph, "Neg", ["x"], ["unread"])  # as in the model
    imported = import_model(saved(onnx_model, tmp_path / "m.onnx"), "m")
    assert {block.id for block in imported.diagram.pages[0].blocks} == {"x", "Reshape_3", "Neg_4", "y", "run"}
