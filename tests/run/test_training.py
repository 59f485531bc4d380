"""`blocks.train`: batches of data, evaluation, callbacks, checkpoints, and the first value that is not finite."""

from __future__ import annotations

import math
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import UsageError

X = np.array([[1, 2, -1], [0, 1, 1], [2, -1, 0], [1, 1, 1], [-1, 0, 2]], np.float32)
Y = np.array([1, -1, 2, 0.5, -2], np.float32)
ARRAYS = {"x": X, "y": Y}
BATCHES = [{"x": X[i : i + 2], "y": Y[i : i + 2]} for i in (0, 2, 4)]

PYTORCH: dict[str, tuple[float, list[float], list[float], list[float]]] = {
    "sgd": (
        0.1,
        [1.015625, 0.2044532, 1.4610766, 0.0093338, 0.0964382, 0.0334807, 0.052598, 0.045767, 0.0002065],
        [0.0452235, 0.0288824, 0.0266724],
        [1.010061264038086, -0.15841712057590485, -0.4471302628517151],
    ),
    "adam": (
        0.05,
        [1.015625, 0.2115625, 2.4976876, 0.6071627, 0.086228, 1.3866767, 0.3735498, 0.0294089, 0.6025047],
        [0.6971619, 0.3806057, 0.1688059],
        [0.8921146392822266, -0.14271849393844604, -0.20379479229450226],
    ),
}
"""Learning rate, the loss of each step, that of all rows after each epoch, and w: torch.optim.SGD and Adam, torch 2.13,
``((x @ w + b - y) ** 2).mean()`` from w = [0.5, -0.25, 0.125], b = 0, three epochs over `BATCHES`."""


@pytest.fixture(autouse=True)
def _batches_are_saved_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def linear() -> blocks.Diagram:
    """A page that computes the loss of a linear model, and that does not train."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None, 3])
    page.add("Placeholder", id="y", dtype="DT_FLOAT", shape=[None])
    page.add("Variable", id="w", initvalues=[[0.5], [-0.25], [0.125]])
    page.add("Variable", id="b", initvalues=0.0)
    page.add("MatMul", id="product")
    page.add("Reshape", id="flat", shape=[-1])
    page.add("Add", id="model")
    page.add("SquaredDifference", id="error")
    page.add("Mean", id="loss", axis=[0])
    for source, target in (
        ("x", "product.a"), ("w", "product.b"), ("product", "flat.tensor"), ("flat", "model.x"), ("b", "model.y"),
        ("model", "error.x"), ("y", "error.y"), ("error", "loss.input"),
    ):  # fmt: skip
        page.wire(source, target)
    return diagram


def root() -> blocks.Diagram:
    """A page that minimizes sum(sqrt(w * x)) for one w that begins with 1."""
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None])
    page.add("Variable", id="w", initvalues=1.0)
    page.add("Multiply", id="product")
    page.add("Sqrt", id="root")
    page.add("Sum", id="loss", axis=[0])
    for source, target in (("x", "product.x"), ("w", "product.y"), ("product", "root.x"), ("root", "loss.input")):
        page.wire(source, target)
    return diagram


@pytest.mark.parametrize("optimizer", PYTORCH)
def test_the_losses_are_those_of_pytorch(optimizer: str) -> None:
    rate, losses, evaluated, w = PYTORCH[optimizer]
    diagram = linear()
    before = diagram.dumps()
    result = blocks.train(
        diagram, minimize="loss", data=ARRAYS, batch_size=2, epochs=3, learning_rate=rate, optimizer=optimizer,
        evaluate=ARRAYS,
    )  # fmt: skip
    assert result.history["loss"] == pytest.approx(losses, rel=2e-5, abs=1e-6)
    assert result.history["evaluate"] == pytest.approx(evaluated, rel=2e-5)
    assert result.variables["w"].ravel() == pytest.approx(w, rel=1e-5)
    assert result.session.steps == 9 and diagram.dumps() == before


def test_data_comes_from_any_iterable_of_dicts() -> None:
    def history(data: Any, **more: Any) -> list[float]:
        return blocks.train(linear(), "loss", data, epochs=2, learning_rate=0.1, **more).history["loss"]

    class Tensor:
        """A tensor as PyTorch's that requires a gradient."""

        dtype = "torch.float32"

        def __init__(self, value: Any, detached: bool = False) -> None:
            self.value = value
            self.detached = detached

        def detach(self) -> Tensor:
            return Tensor(self.value, True)

        def cpu(self) -> Tensor:
            return self

        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            assert self.detached
            return self.value

    expected = history(BATCHES)
    assert len(expected) == 6
    assert history(lambda: iter(BATCHES)) == expected
    assert history(ARRAYS, batch_size=2) == expected
    assert history([{name: Tensor(value) for name, value in each.items()} for each in BATCHES]) == expected
    doubles = {"x": X.astype(np.float64), "y": Y.tolist()}
    assert history(doubles, batch_size=2) == expected
    with pytest.raises(UsageError, match="no batches left for epoch 2"):
        history(iter(BATCHES))


def test_a_data_loader_of_pytorch() -> None:
    torch: Any = pytest.importorskip("torch", reason="PyTorch is not installed: no dependency of this project")
    data = torch.utils.data
    rows = [{"x": torch.tensor(x), "y": torch.tensor(y)} for x, y in zip(X, Y, strict=True)]
    result = blocks.train(linear(), "loss", data.DataLoader(rows, batch_size=2), epochs=3, learning_rate=0.1)
    assert result.history["loss"] == pytest.approx(PYTORCH["sgd"][1], rel=2e-5, abs=1e-6)
    with pytest.raises(UsageError, match="collate_fn"):
        blocks.train(linear(), "loss", data.DataLoader(data.TensorDataset(torch.tensor(X), torch.tensor(Y))))


def test_each_epoch_has_each_row_once_in_a_new_order() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None])
    page.add("Variable", id="w", initvalues=0.0)
    page.add("Add", id="sum")
    page.add("Max", id="loss", axis=[0])
    for source, target in (("x", "sum.x"), ("w", "sum.y"), ("sum", "loss.input")):
        page.wire(source, target)
    data = {"x": np.arange(20.0)}

    def orders(seed: int) -> list[list[float]]:
        result = blocks.train(page, "loss", data, batch_size=1, epochs=2, shuffle=True, seed=seed, learning_rate=0.0)
        return [result.history["loss"][:20], result.history["loss"][20:]]

    first, second = orders(4)
    assert sorted(first) == sorted(second) == data["x"].tolist() and first != second
    assert orders(4) == [first, second] != orders(5)


@pytest.mark.parametrize(
    ("data", "name", "losses"),
    [
        ([1.0, math.nan], "loss", 1),  # the loss itself
        ([0.5, 0.0], "grad/w", 1),  # only its gradient, as sqrt has at 0
        ([math.inf, 0.0], "loss", 0),
    ],
)
def test_the_first_value_that_is_not_finite_ends_the_training(data: list[float], name: str, losses: int) -> None:
    batches = [{"x": [each, 1.0]} for each in data]
    with pytest.raises(blocks.NonFiniteError) as caught:
        blocks.train(root(), "loss", batches, learning_rate=0.01, optimizer="adam")
    error = caught.value
    assert (error.step, error.name, len(error.result.history["loss"])) == (losses + 1, name, losses)
    before = blocks.train(root(), "loss", batches[:losses], learning_rate=0.01, optimizer="adam") if losses else None
    expected = {"w": np.float32(1.0)} if before is None else before.variables
    assert error.result.session.steps == losses
    assert all(error.result.variables[each].tobytes() == expected[each].tobytes() for each in expected)
    assert error.batch is not None and error.batch in str(error)
    np.testing.assert_array_equal(np.load(error.batch)["x"], batches[losses]["x"])


def test_gradients_that_a_page_applies_itself_are_checked_too() -> None:
    diagram = root()
    page = diagram.page("main")
    page.add("AddSymbolicGradients", id="gradient")
    page.add("ApplyGradientDescent", id="update", alpha=0.01)
    for source, target in (
        ("loss", "gradient.outputs"), ("w", "gradient.inputs"), ("gradient.grad_outputs[0]", "update.delta"),
        ("w", "update.var"),
    ):  # fmt: skip
        page.wire(source, target)
    assert blocks.train(page, data=[{"x": [4.0]}]).history["loss"] == [2.0]  # the loss is known
    with pytest.raises(blocks.NonFiniteError) as caught:
        blocks.train(page, "loss", [{"x": [0.0]}])
    assert caught.value.name == "grad/w" and caught.value.result.variables["w"] == 1.0


def test_evaluation_and_callbacks_change_nothing() -> None:
    diagram = linear()
    page = diagram.page("main")
    page.add("Variable", id="seen", initvalues=0)
    page.add("AssignAdd", id="count", value=1)
    page.wire("seen", "count.ref")
    plain = blocks.train(diagram, "loss", BATCHES, epochs=2, learning_rate=0.1)
    events: list[tuple[str, int, int]] = []
    losses: list[float] = []

    def callback(event: blocks.TrainingEvent) -> bool:
        events.append((event.kind, event.step, event.epoch))
        losses.append(event.loss)
        assert event.session.steps == event.step
        return False

    watched = blocks.train(
        diagram, "loss", BATCHES, epochs=2, learning_rate=0.1, evaluate=lambda: iter(BATCHES), callbacks=callback
    )
    assert watched.history["loss"] == plain.history["loss"] and watched.variables["seen"] == 6
    assert watched.variables["w"].tobytes() == plain.variables["w"].tobytes()
    steps = [("step", i, 1 + (i > 3)) for i in range(1, 7)]
    assert events == [*steps[:3], ("epoch", 3, 1), *steps[3:], ("epoch", 6, 2), ("end", 6, 2)]
    assert losses[3] == pytest.approx(np.mean(plain.history["loss"][:3]))


def test_a_callback_ends_the_training_and_a_session_goes_on_from_there() -> None:
    kinds: list[str] = []

    def stop(event: blocks.TrainingEvent) -> None:
        kinds.append(event.kind)
        if event.step == 4:
            raise StopIteration

    result = blocks.train(linear(), "loss", BATCHES, epochs=9, learning_rate=0.1, callbacks=[stop], evaluate=BATCHES)
    assert kinds == ["step"] * 3 + ["epoch", "step", "end"]
    assert result.session.steps == 4 and len(result.history["evaluate"]) == 1
    more = blocks.train(result.session, data=[BATCHES[1], BATCHES[2]])
    whole = blocks.train(linear(), "loss", BATCHES, epochs=2, learning_rate=0.1)
    assert result.history["loss"] + more.history["loss"] == whole.history["loss"]


@pytest.mark.parametrize("form", ["arrays", "function"])
def test_a_training_that_was_ended_goes_on_from_its_checkpoint(form: str, tmp_path: Path) -> None:
    data: dict[str, Any] = {"data": ARRAYS, "batch_size": 2, "shuffle": True, "seed": 3}
    if form == "function":
        data = {"data": lambda: iter(BATCHES), "seed": 3}

    def trained(**more: Any) -> blocks.TrainingResult:
        given: dict[str, Any] = {**data, "epochs": 4, "learning_rate": 0.05, "optimizer": "adam"}
        return blocks.train(linear(), "loss", **(given | more))

    def fail(event: blocks.TrainingEvent) -> None:
        if event.step == 8:
            raise RuntimeError

    whole, folder = trained(), tmp_path / "kept"
    with pytest.raises(RuntimeError):
        trained(checkpoint=folder, every=5, callbacks=fail)
    rest = trained(checkpoint=folder, every=5, resume=True)
    assert rest.history["loss"] == whole.history["loss"][6:]  # the end of an epoch has a checkpoint too
    assert all(rest.variables[each].tobytes() == whole.variables[each].tobytes() for each in whole.variables)
    assert trained(checkpoint=folder, resume=True).history["loss"] == []
    if form == "arrays":
        with pytest.raises(UsageError, match="same data"):
            trained(checkpoint=folder, resume=True, batch_size=3)


def test_arrays_are_never_copied_whole(tmp_path: Path) -> None:
    rows, path = 40_000, tmp_path / "x.npy"
    np.save(path, np.broadcast_to(np.float32(0.5), (rows, 384)))  # 61 MB
    page = linear().page("main")
    page.set("x", shape=[None, 384])
    page.set("w", initvalues=np.zeros([384, 1], np.float32))
    data = {"x": np.load(path, mmap_mode="r"), "y": np.zeros(rows, np.float32)}
    tracemalloc.start()
    try:
        result = blocks.train(page, "loss", data, batch_size=1000, shuffle=True, memory=8_000_000)
        assert tracemalloc.get_traced_memory()[1] < 16_000_000
    finally:
        tracemalloc.stop()
    assert len(result.history["loss"]) == 40


def test_a_schedule_gives_the_learning_rate() -> None:
    diagram = linear()
    page = diagram.page("main")
    diagram.use("layers", "StepCounter")
    diagram.use("layers", "CosineDecay")
    page.add(":StepCounter", id="count", dtype="DT_FLOAT")
    page.add(":CosineDecay", id="rate", start=0.2, steps=6.0)
    page.add("Minimize", id="train")
    for source, target in (("loss", "train.loss"), ("count", "rate.step"), ("rate", "train.learning_rate")):
        page.wire(source, target)
    w, b, losses = np.array([0.5, -0.25, 0.125]), 0.0, list[float]()
    for step in range(6):
        x, y = BATCHES[step % 3].values()
        error = x @ w + b - y
        losses.append(float(np.mean(error**2)))
        rate = 0.1 * (1 + math.cos(math.pi * step / 6))
        w, b = w - rate * 2 * (error @ x) / len(x), b - rate * 2 * float(np.mean(error))
    result = blocks.train(page, data=BATCHES, epochs=2, evaluate=BATCHES)
    assert result.history["loss"] == pytest.approx(losses, rel=1e-4)
    with pytest.raises(UsageError, match="wire"):
        blocks.train(page, data=BATCHES, learning_rate=0.1)


def test_a_page_that_trains_keeps_its_optimizer_unless_another_is_given() -> None:
    page = linear().page("main")
    page.add("Minimize", id="train", learning_rate=0.1)
    page.wire("loss", "train.loss")
    other: dict[str, Any] = {"optimizer": "Adam", "learning_rate": 0.05}
    for more, losses in ((dict[str, Any](), PYTORCH["sgd"][1]), (other, PYTORCH["adam"][1])):
        result = blocks.train(page, data=BATCHES, epochs=3, **more)
        assert result.history["loss"] == pytest.approx(losses, rel=2e-5, abs=1e-6)
    session = blocks.Session(page)
    assert blocks.train(session, "loss.output", BATCHES).session is session


def test_the_constants_of_a_model_become_variables_if_it_has_none() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None, 2])
    page.add("Const", id="w", val=[[1.0, 2.0], [3.0, 4.0]])
    page.add("MatMul", id="product")
    page.add("L2Loss", id="loss")
    for source, target in (("x", "product.a"), ("w", "product.b"), ("product", "loss.t")):
        page.wire(source, target)
    result = blocks.train(page, "loss", [{"x": np.eye(2)}] * 2, learning_rate=0.5)
    assert result.history["loss"] == [15.0, 3.75] and result.variables["w"].tolist() == [[0.25, 0.5], [0.75, 1.0]]


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("Placeholders are", {"data": {"x": X, "z": Y}}),
    ("same number of rows", {"data": {"x": X, "y": Y[:4]}}),
    ("no rows", {"data": {"x": X[:0], "y": Y[:0]}}),
    ("shape", {"data": {"x": X[:, :2], "y": Y}}),
    ("batch_size", {"data": ARRAYS, "batch_size": 6}),
    ("batch_size", {"data": ARRAYS, "batch_size": 0}),
    ("batch_size", {"data": BATCHES, "batch_size": 2}),
    ("shuffle", {"data": BATCHES, "shuffle": True}),
    ("no batches", {"data": []}),
    ("got tuple", {"data": [(X, Y)]}),
    ("got int", {"data": 3}),
    ("epochs", {"data": BATCHES, "epochs": 0}),
    ("checkpoint", {"data": BATCHES, "resume": True}),
    ("minimize", {"data": BATCHES, "minimize": None}),
    ("'los'", {"data": BATCHES, "minimize": "los"}),
    ("one of", {"data": BATCHES, "optimizer": "steepest"}),
]


@pytest.mark.parametrize(("word", "more"), WRONG)
def test_a_mistake_is_a_sentence(word: str, more: dict[str, Any]) -> None:
    given: dict[str, Any] = {"minimize": "loss", **more}
    with pytest.raises(blocks.DiagramError, match=word):
        blocks.train(linear(), **given)


def test_a_last_batch_that_does_not_fit_is_known_before_the_first_step() -> None:
    page = linear().page("main")
    page.set("x", shape=[2, 3])
    with pytest.raises(UsageError, match="last batch"):
        blocks.train(page, "loss", ARRAYS, batch_size=2)


def test_a_page_that_trains_another_loss_is_not_trained() -> None:
    page = linear().page("main")
    page.add("Minimize", id="train", learning_rate=0.1)
    page.wire("loss", "train.loss")
    with pytest.raises(UsageError, match="minimizes 'loss'"):
        blocks.train(page, "error", BATCHES)
    with pytest.raises(UsageError, match="Session"):
        blocks.train(blocks.Session(page), data=BATCHES, learning_rate=0.2)
    with pytest.raises(UsageError, match="trains"):
        blocks.train(blocks.Session(linear()), "loss", BATCHES)


def test_a_progress_bar_needs_nothing_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def trained(progress: bool | Callable[[Any], Any]) -> str:
        blocks.train(linear(), "loss", BATCHES, epochs=2, progress=progress)
        out, err = capsys.readouterr()
        assert out == ""
        return err

    lengths: list[int] = []

    def wrapped(batches: Any) -> Iterator[Any]:
        lengths.append(len(batches))
        yield from batches

    assert trained(wrapped) == "" == trained(False) and lengths == [3, 3]
    tqdm = ModuleType("tqdm")
    tqdm.tqdm = lambda batches, desc: (sys.stderr.write(f"tqdm {desc} "), batches)[1]  # pyright: ignore
    for module in ("rich.console", "rich.progress"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "tqdm", tqdm)
    assert trained(True) == "tqdm epoch 1 of 2 tqdm epoch 2 of 2 "
    monkeypatch.setitem(sys.modules, "tqdm", None)
    shown = trained(True)
    assert "epoch 1 of 2, step 3\n" in shown and shown.endswith("epoch 2 of 2, step 3\n")
