"""Pages that enuSpace saved give the results that it recorded."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.document.changes import SetValue
from blocks.document.model import Diagram
from blocks.interchange.enuspace.convert import import_file
from blocks.interchange.enuspace.paths import path_changes
from blocks.run.session import Session, make_stepper
from tests.interchange.enuspace.recorded import RecordedValue, agree, imported, recorded_results
from tests.originals.pages import PAGES

# The saved initial value of the first weight of Xor, all 0.5, is not the one that was recorded.
XOR = {"ID_1eM6jr110": [[0.58, 0.50], [0.55, 0.45]]}


@pytest.mark.parametrize(
    ("name", "steps", "count", "starts"),
    [
        ("basic", 1, 3, {}),
        ("one_hot", 1, 2, {}),
        ("gradient_descent_xw_sub", 28, 12, {}),
        ("gradient_descent_xw_apply", 22312, 11, {}),
        ("Xor", 11, 45, XOR),
    ],
)
def test_recorded_results(name: str, steps: int, count: int, starts: dict[str, Any]) -> None:
    diagram = imported(PAGES / f"{name}.svg", starts)
    results = Session(diagram).run(steps=steps)
    recorded = recorded_results(PAGES / f"{name}.svg")
    assert len(recorded) == count
    agree(results, recorded, list(recorded), 1e-5 if starts else 1e-6)


def array(recorded: Mapping[str, RecordedValue], pin: str) -> Any:
    value = recorded[pin]
    return np.array(value.values, np.float32).reshape(value.shape)


def test_a_training_step_of_the_mnist_page() -> None:
    """From the recorded weights and batch follows the recorded update, without the files of MNIST."""
    recorded = recorded_results(PAGES / "mnistTrain_SoftMax100.svg")
    variables = ("ID_TRAIN_W", "ID_TRAIN_B", "ID_IMAGE", "ID_1eHkzO1479")
    starts = {name: array(recorded, f"{name}.result_ref").tolist() for name in variables}
    session = Session(imported(PAGES / "mnistTrain_SoftMax100.svg", starts))
    names = ["ID_1eHkzO1436", "ID_1eHkzO1483", "ID_1eJ8aC61"]
    results = make_stepper(session, names, trace=True, trains=False).step()
    assert results is not None
    pins = [
        "ID_1eHkzO1459.result_product", "ID_1eHkzO1461.result_z", "ID_1eHkzO1467.result_y",
        "ID_1eHkzO1466.result_product", "ID_1eHkzO1485.result_output", "ID_1eMrux35.result_backprop",
        "ID_1eJ8aC61.result_output", "ID_1eHkzO1436.result_out", "ID_1eHkzO1483.result_out",
    ]  # fmt: skip
    # The biases were printed with 6 decimals, and a hundred rows are summed.
    agree(results, recorded, pins, 1e-5)


def test_the_convolution_page_scores_its_recorded_image(tmp_path: Path) -> None:
    """Convolutions, pools and logits follow from the recorded image and weights, without files."""
    recorded = recorded_results(PAGES / "convolution_eval.svg")
    given = {
        "ID_IMAGE.z": "ID_IMAGE.result_z",
        "ID_1eQsJO67.output_ref": "ID_1eQsJO67.result_output_ref",
        "ID_1eQsP967.output_ref": "ID_1eQsP967.result_output_ref",
        "ID_1eJDNA61.output_ref": "ID_1eJDNA61.result_output_ref",
        "ID_1eJDNp61.output_ref": "ID_1eJDNp61.result_output_ref",
    }
    feed = {name: array(recorded, pin) for name, pin in given.items()}
    session = Session(imported(PAGES / "convolution_eval.svg", {}, tmp_path))
    results = session.evaluate(["ID_ANALSYS"], feed, trace=True)
    pins = [
        *(f"ID_1eQsJ73{number}.result_output" for number in (33, 35, 38, 40, 41, 42)),
        "ID_1eQsJ7336.result_activations", "ID_1eQsJ7339.result_activations",
        "ID_1eJCtM2072.result_product", "ID_1eJCtM2074.result_z", "ID_ANALSYS.result_output",
    ]  # fmt: skip
    agree(results, recorded, pins, 1e-4)


DATASET = "C:\\Users\\jwlee\\Desktop\\lesson5_x64\\picture"
"""Where the pages of MNIST had their files."""


def write_digits(folder: Path, name: str, count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Images and labels as the files of MNIST have them: each digit is a bar at a place of its own."""
    labels = np.arange(count, dtype=np.uint8) * 7 % 10
    images = np.zeros((count, 28, 28), np.uint8)
    for image, label in zip(images, labels, strict=True):
        image[2 * label : 2 * label + 4, 4:24] = 200
    folder.mkdir(exist_ok=True)
    (folder / f"{name}-images.idx3-ubyte").write_bytes(struct.pack(">4I", 2051, count, 28, 28) + images.tobytes())
    (folder / f"{name}-labels.idx1-ubyte").write_bytes(struct.pack(">2I", 2049, count) + labels.tobytes())
    return labels


def moved(name: str, folder: Path) -> Diagram:
    """A page with its files in a folder."""
    diagram = imported(PAGES / f"{name}.svg", {}, folder)
    mapping = [(f"{DATASET}\\dataset", "data"), (f"{DATASET}\\train_result", "result")]
    changes = path_changes(diagram, mapping)
    assert len(changes) == 4 if name == "mnistTrain_SoftMax100" else 6
    for change in changes:
        diagram.apply(change)
    return diagram


def test_mnist_trains_by_readers_and_queues_and_saves_its_weights(tmp_path: Path) -> None:
    write_digits(tmp_path / "data", "train", 200)
    diagram = moved("mnistTrain_SoftMax100", tmp_path)
    # It saves after 550 batches of 100 steps each; two are enough here.
    [page] = diagram.pages
    page.apply(SetValue(page.name, "ID_1eJ9df25", "y", 2))
    session = Session(diagram)
    session.run(steps=2)
    before = session.run()["ID_1eJ8aC61.result_output"].item()
    results = session.run(steps=298)
    assert results["ID_1eJ8aC61.result_output"].item() < 0.1 * before
    assert results["ID_IMAGE.result_ref"].shape == (100, 784)
    restored = Session(restoring("result/trainW.t", "W", tmp_path)).run()["r.result_tensor"]
    assert restored.shape == (10, 784)
    # Where the bar of a digit is, its weights have grown, and those of the others have shrunk.
    bars = restored.reshape(10, 28, 28)[:, :, 4:24].mean(2)
    assert all(bars[digit, 2 * digit + 1] > 0 > bars[(digit + 5) % 10, 2 * digit + 1] for digit in range(10))


def restoring(file: str, name: str, folder: Path) -> Diagram:
    diagram = Diagram()
    diagram.add_page("main").add("Restore", id="r", file_pattern=file, tensor_name=name, dt="DT_FLOAT")
    diagram.path = str(folder / "restore.gradblocks")
    return diagram


def test_the_convolution_page_restores_its_weights_and_scores_images(tmp_path: Path) -> None:
    labels = write_digits(tmp_path / "data", "t10k", 20)
    rng = np.random.default_rng(1)
    weights = {
        "W1": rng.normal(0, 0.1, (3, 3, 1, 32)), "W2": rng.normal(0, 0.1, (3, 3, 32, 64)),
        "W3": rng.normal(0, 0.1, (10, 3136)), "B": rng.normal(0, 0.1, (1, 10)),
    }  # fmt: skip
    for name, values in weights.items():
        saving = Diagram()
        page = saving.add_page("main")
        page.add("Const", id="c", val=values.tolist(), dtype="DT_FLOAT")
        page.add("Save", id="s", filename=f"result/train{name}.t", tensor_names=[name])
        page.wire("c.output", "s.data")
        saving.path = str(tmp_path / "save.gradblocks")
        Session(saving).run()
    diagram = moved("convolution_eval", tmp_path)
    session = Session(diagram)
    right = 0
    for number, label in enumerate(labels[:4]):
        results = session.run()
        assert results["ID_INDEX.result_y"].item() == label
        assert np.flatnonzero(results["ID_IMAGE.result_z"].reshape(28, 28).any(1))[0] == 2 * label
        assert results["ID_1eJDNA61.result_output_ref"].shape == (10, 3136)
        # The page divides the count of right answers before this step by the count of images with it.
        assert results["ID_ACCURACY.result_z"].item() == pytest.approx(right / (number + 1))
        right += int(results["ID_ANALSYS.result_output"].item() == label)


def test_the_task_export_of_a_page_gives_the_same() -> None:
    results = Session(import_file(PAGES / "basic.json").diagram).run()
    [product] = [value for name, value in results.items() if name.endswith(".result_product")]
    assert product.tolist() == [[19.0], [-3.0]]
