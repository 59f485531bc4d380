"""Pages that enuSpace saved give the results that it recorded.

The pages are not part of the project: the tests skip where they are missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from blocks.diagram.changes import SetValue
from blocks.diagram.importers.enuspace import RecordedValue, import_file, recorded_results
from blocks.diagram.model import Diagram
from blocks.run.session import Session

PAGES = Path(__file__).parents[3] / "shared" / "enuspace" / "pages"

pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the pages that enuSpace saved are not on this machine")


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
    diagram = imported(name, starts)
    results = Session(diagram).run(steps=steps)
    recorded = recorded_results(PAGES / f"{name}.svg")
    assert len(recorded) == count
    agree(results, recorded, list(recorded), 1e-5 if starts else 1e-6)


def imported(name: str, starts: Mapping[str, Any], folder: Path | None = None) -> Diagram:
    """A page with other values to begin with; with its large values beside it, if there is a folder for them."""
    diagram, _, files = import_file(PAGES / f"{name}.svg")
    [page] = diagram.pages
    if folder is not None:
        for file, values in files.items():
            np.save(folder / file, values)
        diagram.path = str(folder / f"{name}.gradblocks")
    for block, value in starts.items():
        page.apply(SetValue(page.name, block, "initvalues", value))
    return diagram


def agree(results: Mapping[str, Any], recorded: Mapping[str, RecordedValue], pins: Sequence[str], atol: float) -> None:
    """Compare results with what was recorded, without their shapes: those may be out of date."""
    for pin in pins:
        found = np.asarray(results[pin], np.float64).ravel()
        np.testing.assert_allclose(found, np.ravel(recorded[pin].values), rtol=1e-6, atol=atol, err_msg=pin)


def array(recorded: Mapping[str, RecordedValue], pin: str) -> Any:
    value = recorded[pin]
    return np.array(value.values, np.float32).reshape(value.shape)


def test_a_training_step_of_the_mnist_page() -> None:
    """From the recorded weights and batch follows the recorded update, without the files of MNIST."""
    recorded = recorded_results(PAGES / "mnistTrain_SoftMax100.svg")
    variables = ("ID_TRAIN_W", "ID_TRAIN_B", "ID_IMAGE", "ID_1eHkzO1479")
    starts = {name: array(recorded, f"{name}.result_ref").tolist() for name in variables}
    session = Session(imported("mnistTrain_SoftMax100", starts))
    results = session.run(fetch=["ID_1eHkzO1436", "ID_1eHkzO1483", "ID_1eJ8aC61"])
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
    session = Session(imported("convolution_eval", {}, tmp_path))
    results = session.run(fetch=["ID_ANALSYS"], feed=feed)
    pins = [
        *(f"ID_1eQsJ73{number}.result_output" for number in (33, 35, 38, 40, 41, 42)),
        "ID_1eQsJ7336.result_activations", "ID_1eQsJ7339.result_activations",
        "ID_1eJCtM2072.result_product", "ID_1eJCtM2074.result_z", "ID_ANALSYS.result_output",
    ]  # fmt: skip
    agree(results, recorded, pins, 1e-4)


def test_the_task_export_of_a_page_gives_the_same() -> None:
    results = Session(import_file(PAGES / "basic.json").diagram).run()
    [product] = [value for name, value in results.items() if name.endswith(".result_product")]
    assert product.tolist() == [[19.0], [-3.0]]
