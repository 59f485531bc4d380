"""25 first guesses: what a newcomer who knows PyTorch, Keras or JAX types first, with results worked out by hand.

Each task is the newcomer's own lines, in the spelling of a tutorial. ``python -m tests.api_tasks`` runs them all and
prints how many work. It also runs with an earlier version of `blocks` in PYTHONPATH.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.cli import main

TASKS: dict[str, Callable[[], None]] = {}
"""The tasks by name. Each runs in an empty folder."""
NEEDS: dict[str, str] = {}
"""The package that a task needs, by the name of the task."""

X, Y = np.array([[1.0], [2.0]]), np.array([[2.0], [4.0]])
"""Two rows of y = 2 x. With w = 0 the loss is 10 and its gradient -10; with w = 1 they are 2.5 and -5."""
FEEDS = ("--feed", "x=[[1.0],[2.0]]", "--feed", "y=[[2.0],[4.0]]")


def task(needs: str | None = None) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def add(function: Callable[[], None]) -> Callable[[], None]:
        TASKS[function.__name__] = function
        if needs is not None:
            NEEDS[function.__name__] = needs
        return function

    return add


def linear(*, trains: bool = True) -> Any:
    """Return a diagram for ``loss = mean((x @ w - y)^2)`` with w = 0, trained with a learning rate of 0.1.

    It has only spellings of version 0.1.0 and the manual, so that a task fails only because of its own lines.
    """
    diagram: Any = blocks.Diagram()
    page = diagram.add_page("main")
    for name in ("x", "y"):
        page.add("Placeholder", id=name, dtype="DT_FLOAT", shape=[None, 1])
    page.add("Variable", id="w", initvalues=[[0.0]])
    page.add("MatMul", id="prediction")
    page.add("SquaredDifference", id="error")
    page.add("Mean", id="loss", axis=[0, 1])
    page.wire("x", "prediction.a")
    page.wire("w", "prediction.b")
    page.wire("prediction", "error.x")
    page.wire("y", "error.y")
    page.wire("error", "loss.input")
    if trains:
        page.add("Minimize", id="train", learning_rate=0.1)
        page.wire("loss", "train.loss")
    return diagram


def saved(*, trains: bool = True) -> str:
    """Save the linear model and the file ``data.npz``; return the name of the model's file."""
    linear(trains=trains).save("linear.gradblocks")
    np.savez("data.npz", x=X.astype(np.float32), y=Y.astype(np.float32))
    return "linear.gradblocks"


def command(*arguments: object) -> tuple[int, str]:
    """Run ``gradblocks`` and return its status and what it printed."""
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(io.StringIO()):
        status = main([str(each) for each in arguments])
    stream.seek(0)
    return status, stream.read()


@task()
def linear_regression() -> None:
    diagram = linear(trains=False)
    diagram.page("main").minimize("loss", learning_rate=0.1)
    session: Any = blocks.Session(diagram)
    session.step(feed={"x": X, "y": Y})
    assert session.variables["w"] == pytest.approx(1.0)
    session.step(2, feed={"x": X, "y": Y})  # 1 + 0.1 * 5 = 1.5, then 1.5 + 0.1 * 2.5
    assert session.variables["w"] == pytest.approx(1.75)


@task()
def feed_arrays() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Placeholder", id="x", dtype="float32", shape=[None])
    page.add("Square", id="square")
    page.wire("x", "square.x")
    session: Any = blocks.Session(page)
    assert session.run(feed={"x": np.arange(3)})["square"].tolist() == [0, 1, 4]
    assert session.run(feed={"x": [1.5, 2.0]})["square"].tolist() == [2.25, 4]


@task()
def read_the_loss_by_its_short_name() -> None:
    results = blocks.Session(linear(trains=False)).run(feed={"x": X, "y": Y})
    assert "loss" in results
    assert results["loss"] == results["loss.output"] == results["loss.result_output"] == 10
    with pytest.raises(KeyError, match="did you mean"):
        results["los"]


@task()
def fetch_only_the_loss_while_it_trains() -> None:
    session = blocks.Session(linear())
    losses: list[Any] = []
    for _ in range(2):
        results = session.run("loss", feed={"x": X, "y": Y})
        assert len(results) == 1
        losses.append(results["loss"])
    assert losses == pytest.approx([10, 2.5])


@task()
def evaluate_without_training() -> None:
    session: Any = blocks.Session(linear())
    for _ in range(2):
        assert session.evaluate("loss", feed={"x": X, "y": Y})["loss"] == 10
    assert session.variables["w"] == 0


@task()
def train_with_a_data_loader() -> None:
    loader = [{"x": X, "y": Y}, {"x": X[:1], "y": Y[:1]}]
    result = blocks.train(linear(trains=False), minimize="loss", data=loader, epochs=1, learning_rate=0.1)
    assert result.history["loss"] == pytest.approx([10, 1])  # the second batch: (1 - 2)^2, its gradient is -2
    assert result.variables["w"] == pytest.approx(1.2)


@task("torch")
def train_with_the_data_loader_of_pytorch() -> None:
    torch: Any = importlib.import_module("torch")
    rows = [{"x": x, "y": y} for x, y in zip(torch.tensor(X), torch.tensor(Y), strict=True)]
    loader = torch.utils.data.DataLoader(rows, batch_size=2)
    result = blocks.train(linear(), data=loader, epochs=2)
    assert result.history["loss"] == pytest.approx([10, 2.5])


@task()
def train_on_arrays_in_batches() -> None:
    x, y = np.concatenate([X, X[:1]]), np.concatenate([Y, Y[:1]])
    result = blocks.train(
        linear(trains=False), minimize="loss", data={"x": x, "y": y}, batch_size=2, epochs=1, learning_rate=0.1
    )
    assert result.history["loss"] == pytest.approx([10, 1])
    assert result.session.variables["w"] == pytest.approx(1.2)


@task()
def validate_after_each_epoch() -> None:
    data = {"x": X, "y": Y}
    result = blocks.train(linear(), data=data, epochs=2, evaluate={"x": X, "y": Y})
    assert result.history["evaluate"] == pytest.approx([2.5, 0.625])


@task()
def stop_early() -> None:
    def patience(event: Any) -> None:
        if event.kind == "epoch" and event.loss < 1:
            raise StopIteration

    result = blocks.train(linear(), data={"x": X, "y": Y}, epochs=50, callbacks=[patience])
    assert result.history["loss"] == pytest.approx([10, 2.5, 0.625])


@task()
def find_the_batch_that_made_the_loss_nan() -> None:
    batches = [{"x": X, "y": Y}, {"x": X, "y": Y * np.nan}]
    with pytest.raises(blocks.NonFiniteError) as raised:
        blocks.train(linear(), data=batches)
    error = raised.value
    assert error.step == 2
    assert error.batch is not None
    assert np.isnan(np.load(error.batch)["y"]).all()
    assert error.result.variables["w"] == pytest.approx(1.0)


@task()
def use_dtypes_of_numpy() -> None:
    page = blocks.Diagram().add_page("main")
    for name, dtype in (("a", np.float32), ("b", np.dtype("f4")), ("c", "float32")):
        page.add("Placeholder", id=name, dtype=dtype, shape=[2])
    assert blocks.Session(page).run(feed={"a": [1, 2], "b": [1, 2], "c": [1, 2]})["a"].dtype == np.float32


@task()
def look_at_the_shape_of_a_layer() -> None:
    root = blocks.Scope.new_root_scope()
    x: Any = blocks.ops.Const(root, np.zeros((2, 3), np.float32))
    product = x @ np.ones((3, 5), np.float32)
    assert tuple(product.shape) == (2, 5)
    assert product.dtype == np.float32


@task()
def call_numpy_on_a_node() -> None:
    root = blocks.Scope.new_root_scope()
    x: Any = blocks.ops.Const(root, [0.0, 1.0])
    [h] = blocks.ClientSession(root).run([np.tanh(x) + np.ones(2)])
    assert h.dtype == np.float32
    assert h == pytest.approx([1, 1.7615942])


@task()
def wire_block_to_block() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="x", val=[3.0, 4.0])
    page.add("L2Loss", id="loss")
    page.wire("x", "loss")
    assert blocks.Session(page).run()["loss"] == 12.5


@task()
def misspell_a_block() -> None:
    page = blocks.Diagram().add_page("main")
    with pytest.raises(blocks.DiagramError, match="MatMul"):
        page.add("Matmul")
    with pytest.raises(blocks.DiagramError, match="transpose_b"):
        page.add("MatMul", transposeb=True)
    assert page.blocks == ()


@task()
def catch_a_missing_file() -> None:
    with pytest.raises(FileNotFoundError):
        blocks.load("missing.gradblocks")
    Path("broken.gradblocks").write_text("{")
    try:
        blocks.load("broken.gradblocks")
    except blocks.FileError as error:
        assert "broken.gradblocks" in str(error)
    else:
        raise AssertionError("no error")


@task()
def train_a_traced_function() -> None:
    def loss(w: Any, x: Any, y: Any) -> Any:
        return np.mean((x @ w - y) ** 2)  # pyright: ignore[reportUnknownVariableType]

    x, y, w = (each.astype(np.float32) for each in (X, Y, np.zeros((1, 1))))
    diagram = blocks.trace(loss, w, x, y, trainable=[0])
    result = blocks.train(diagram, minimize="output", data=[{"x": x, "y": y}], learning_rate=0.1)
    assert result.variables["w"] == pytest.approx(1.0)


@task("jax")
def train_a_jax_function() -> None:
    jnp: Any = importlib.import_module("jax.numpy")

    def loss(params: Any, x: Any, y: Any) -> Any:
        return jnp.mean((x @ params["w"] - y) ** 2)

    x, y = (each.astype(np.float32) for each in (X, Y))
    params = {"w": np.zeros((1, 1), np.float32)}
    diagram = blocks.from_jax(loss, params, x, y, trainable=[0])
    result = blocks.train(diagram, minimize="output", data=[{"x": x, "y": y}], learning_rate=0.1)
    assert result.variables["params_w"] == pytest.approx(1.0)
    trained = blocks.jax.weights(result.session, like=params)
    assert trained["w"] == pytest.approx(np.ones((1, 1)))


@task()
def compare_with_saved_gradients() -> None:
    gradients: dict[str, Any] = {"loss": np.float32(10), "grad/w": np.full((1, 1), -10, np.float32)}
    np.savez("grads.npz", **gradients)
    assert blocks.compare(linear(), "grads.npz", feed={"x": X, "y": Y}).equal
    result = blocks.compare(linear(), {"grad/w": np.array([[-9]], np.float32)}, feed={"x": X, "y": Y})
    assert not result.equal
    assert "w" in str(result.first)


@task()
def sweep_the_learning_rate() -> None:
    status, out = command(
        "sweep", saved(), "--set", "train.learning_rate=0.1,0.2,0.3", "--steps", 2, "--best", "loss", "--json",
        *FEEDS, "--quiet",
    )  # fmt: skip
    best = json.loads(out)["best"]
    assert status == 0
    assert (best["run"], best["loss"]) == (1, pytest.approx(0))  # 0.2 leads from 0 to 2 in one step
    assert np.load(best["weights"])["w"] == pytest.approx(2.0)


@task()
def train_from_the_command_line() -> None:
    status, _ = command("run", saved(), "--data", "data.npz", "--batch", 1, "--epochs", 1, "--save", "weights.npz")
    assert status == 0
    assert np.load("weights.npz")["w"] == pytest.approx(1.68)  # 0.1 * 4, then 0.4 + 0.1 * 12.8


@task()
def set_the_learning_rate() -> None:
    status, _ = command(
        "run", saved(), "--set", "train.learning_rate=0.2", "--data", "data.npz", "--save", "weights.npz"
    )
    assert status == 0
    assert np.load("weights.npz")["w"] == pytest.approx(2.0)


@task()
def evaluate_from_the_command_line() -> None:
    status, out = command("run", saved(), "--evaluate", "--fetch", "loss", *FEEDS, "--json")
    told = json.loads(out)
    assert (status, told["steps"], list(told["results"])) == (0, 0, ["loss.result_output"])
    assert told["results"]["loss.result_output"]["data"] == 10


@task()
def print_only_what_is_fetched() -> None:
    status, out = command("run", saved(), "--fetch", "loss", "--steps", 2, *FEEDS)
    assert status == 0
    assert out.splitlines() == ["loss.result_output: float32 []", "2.5"]


def missing(name: str) -> str | None:
    """Return the package that a task needs and that is not installed, or None."""
    package = NEEDS.get(name)
    return package if package is not None and importlib.util.find_spec(package) is None else None


if __name__ == "__main__":
    count = 0
    for name, function in TASKS.items():
        absent = missing(name)
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            try:
                if absent is None:
                    function()
                said = "skipped: needs " + absent if absent is not None else "runs"
                count += absent is None
            except BaseException as error:  # what a newcomer may meet
                said = f"fails: {type(error).__name__}: {str(error).partition(os.linesep)[0][:150]}"
        sys.stdout.write(f"{name}: {said}\n")
    sys.stdout.write(f"{count} of {len(TASKS)} run\n")
