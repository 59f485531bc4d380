"""Models of PyTorch through ONNX, and one case of the node tests for each operator; `make_models` made them."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import blocks
from blocks.cli import main
from blocks.run.steps.environment import initialise
from tests.interchange.onnx.running import differs, opened, results

HOME = Path(__file__).parent
RATE = 1024.0
"""Of the step by which a gradient is seen: large, so that few digits are lost."""
MODELS = ("encoder", "gru", "lenet", "lstm", "mlp", "resnet", "unet")
OTHER_WEIGHTS = {"lenet_dynamo": 0, "lstm_dynamo": 16, "resnet_dynamo": 63}
"""By model, of how many parameters others are written: joined, or with what normalises in them."""


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("onnx")
    for name in ("models", "nodes"):
        with zipfile.ZipFile(HOME / f"{name}.zip") as archive:
            archive.extractall(folder)
    return folder


@pytest.mark.parametrize("name", sorted({*(f"{name}_script" for name in MODELS), *OTHER_WEIGHTS}))
def test_models_of_pytorch_give_its_numbers_and_gradients(folder: Path, name: str) -> None:
    numbers = np.load(folder / f"{name.partition('_')[0]}.npz")
    imported = opened(folder / f"{name}.onnx", trainable=True)
    assert list(imported.unknown) == []
    page = imported.diagram.pages[0]
    y = results(imported, {"x": numbers["x"]}, ["y"])["y"]
    assert y.dtype == np.float32
    assert np.abs(y - numbers["y"]).max() <= 1e-5 * np.abs(numbers["y"]).max()
    page.remove("run")
    page.add("Square", id="square")
    page.add("Sum", id="loss", axis=list(range(y.ndim)))
    page.add("Minimize", id="train", learning_rate=RATE)
    for source, target in (("y.output", "square.x"), ("square.y", "loss.input"), ("loss.output", "train.loss")):
        page.wire(source, target)
    session = blocks.Session(page)
    initialise(session, {})
    before = {path: value.copy() for path, value in session.variables.items()}
    session.run(feed={"x": numbers["x"]})
    steps = {path: (before[path] - value) / RATE for path, value in session.variables.items()}
    wrong: list[str] = []
    others = 0
    for key in (each for each in numbers if each.startswith("gradient|")):
        wanted, value = numbers[key], numbers[key.replace("gradient|", "value|")]
        gradient = _of(value, before, steps)
        if gradient is None:
            others += 1
        elif np.abs(gradient - wanted).max() > 1e-5 * max(np.abs(wanted).max(), 1.0):
            wrong.append(key)
    assert wrong == []
    assert others == OTHER_WEIGHTS.get(name, 0)


@pytest.mark.parametrize("name", ["lstm_script", "lstm_dynamo", "gru_script"])
def test_the_state_that_a_recurrent_network_begins_with_is_no_weight(folder: Path, name: str, tmp_path: Path) -> None:
    """PyTorch writes zeros down for it, which it does not train."""
    at, target = folder / f"{name}.onnx", tmp_path / "trains.gradblocks"
    assert (
        main(
            [
                "add-training",
                str(at),
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
    trains = blocks.Session(blocks.load(target).pages[0])
    trainable = blocks.Session(opened(at, trainable=True).diagram.pages[0])
    for session in (trains, trainable):
        initialise(session, {})
        assert len(session.variables) > 5 and all(np.any(value) for value in session.variables.values())


def _of(value: Any, before: dict[str, Any], steps: dict[str, Any]) -> Any:
    """The step of the variable that began with a value, or with its transpose."""
    for path, each in before.items():
        if np.array_equal(each, value):
            return steps[path]
        if value.ndim == 2 and np.array_equal(each.T, value):
            return steps[path].T
    return None


@pytest.mark.parametrize("name", (HOME / "nodes.txt").read_text().split())
def test_operators_give_the_numbers_of_onnx(folder: Path, name: str) -> None:
    numbers = np.load(folder / f"{name}.npz")
    given, wanted = (
        {key.partition("|")[2]: _plain(numbers[key]) for key in numbers if key.startswith(kind)}
        for kind in ("input|", "output|")
    )
    imported = opened(folder / f"{name}.onnx")
    assert list(imported.unknown) == []
    actual = results(imported, given, list(wanted))
    wrong = {key: text for key, value in wanted.items() if (text := differs(actual[key], value, 1e-3, 1e-6))}
    assert wrong == {}


def _plain(array: Any) -> Any:
    if array.dtype.kind == "S":
        return array.astype(object)
    return array.view(ml_dtypes.bfloat16) if array.dtype == np.dtype("V2") else array
