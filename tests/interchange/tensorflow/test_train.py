"""``gradblocks add-training``: an imported model learns as in TensorFlow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import blocks
from blocks.cli import main
from tests.interchange.tensorflow.shared import close, source


def test_twenty_steps_are_those_of_tensorflow(models: Path, tmp_path: Path) -> None:
    target = tmp_path / "trained.gradblocks"
    options = [
        "--minimize",
        "sequential_1/dense_2_1/BiasAdd",
        "--loss",
        "softmax_cross_entropy",
        "--learning-rate",
        "0.1",
    ]
    assert main(["add-training", str(source(models, "frozen_mlp")), str(target), *options]) == 0
    numbers = np.load(models / "trained.npz")
    session = blocks.Session(blocks.load(target))
    feed = {"x": numbers["x"], "labels": numbers["labels"]}
    losses = [session.run(feed=feed)["loss.result_output"] for _ in range(20)]
    assert np.allclose(losses, numbers["losses"], rtol=1e-4)
    results = {path.replace("_2/resource", "/resource"): value for path, value in session.variables.items()}
    after = {key.partition("|")[2]: numbers[key] for key in numbers if key.startswith("after|")}
    wrong = [name for name, value in after.items() if not close(results[name.replace("BiasAdd/", "BiasAdd_2/")], value)]
    assert len(after) == 6 and wrong == []


def test_a_loss_of_a_diagram_is_made_smaller_by_its_own_weights(tmp_path: Path) -> None:
    page = (diagram := blocks.Diagram()).add_page("main")
    page.add("Const", id="w", val=[1.0, 2.0])
    page.add("Square", id="s")
    page.add("Sum", id="loss", axis=[0])
    page.wire("w.output", "s.x")
    page.wire("s", "loss.input")
    diagram.save(tmp_path / "d.gradblocks")
    options = ["--minimize", "loss", "--learning-rate", "0.25"]
    assert main(["add-training", str(tmp_path / "d.gradblocks"), str(tmp_path / "t.gradblocks"), *options]) == 0
    results = blocks.Session(blocks.load(tmp_path / "t.gradblocks")).run(steps=3)
    assert results["loss.result_output"] == 5 * 0.5**4
    assert main(["add-training", str(tmp_path / "d.gradblocks"), "--minimize", "nothing", "--learning-rate", "1"]) == 2
    # A variable that is there does not help if what is made smaller does not depend on it.
    page.add("Variable", id="v", initvalues=[1.0, 2.0])
    page.add("Const", id="c", val=1)
    diagram.save(tmp_path / "d.gradblocks")
    assert main(["add-training", str(tmp_path / "d.gradblocks"), "--minimize", "c", "--learning-rate", "1"]) == 1


def test_averages_that_keras_does_not_train_stay_as_they_are(models: Path, tmp_path: Path) -> None:
    target = tmp_path / "trained.gradblocks"
    options = ["--minimize", "output_0", "--loss", "mean_squared_error", "--learning-rate", "1"]
    assert main(["add-training", str(source(models, "cnn")), str(target), *options]) == 0
    session = blocks.Session(blocks.load(target).page("serving_default"))
    before = {name: np.copy(value) for name, value in session.variables.items()}
    name = next(block.id for block in session.page.blocks if block.type == "Placeholder" and block.id != "target")
    rng = np.random.default_rng(1)
    session.run(feed={name: rng.normal(size=(2, 8, 8, 3)), "target": rng.normal(size=(2, 4))})
    kept = {name for name, value in session.variables.items() if np.array_equal(value, before[name])}
    assert kept == {name for name in before if "moving_" in name} and len(kept) == 2


@pytest.mark.parametrize("kind", ["Repeat", "Scan", "While"])
def test_a_loop_that_nothing_is_wired_to_is_no_reason_to_fail(kind: str, tmp_path: Path) -> None:
    """A block that cannot be made, in a circle of wires or alone: the rest of the page trains."""
    diagram = blocks.Diagram()
    body = diagram.add_composite("Body")
    body.add("InputPin", id="x")
    body.add("OutputPin", id="y")
    body.wire("x.output", "y.input")
    page = diagram.add_page("main")
    page.add("Const", id="w", val=[1.0, 2.0])
    page.add("Sum", id="loss", axis=[0])
    page.wire("w.output", "loss.input")
    page.add(kind, id="alone", body=":Body")
    page.add(kind, id="fed", body=":Body")
    for one in "ab":
        page.add("Identity", id=one)
    for one, other in ("ab", "ba"):
        page.wire(f"{other}.output", f"{one}.input")
    page.wire("a.output", "fed.x")
    diagram.save(tmp_path / "d.gradblocks")
    target = tmp_path / "t.gradblocks"
    assert (
        main(
            ["add-training", str(tmp_path / "d.gradblocks"), str(target), "--minimize", "loss", "--learning-rate", "1"]
        )
        == 0
    )
    assert blocks.load(target).page("main").block("w").type == "Variable"
