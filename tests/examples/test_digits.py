"""MNIST from end to end: trained from files, saved, restored, scored; with files that are made here."""

from __future__ import annotations

import importlib.resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import RunError
from blocks.run.session import Session
from tests.examples.digits import Bytes, images_file, labels_file, make, write
from tests.examples.shared import FOLDER, SUFFIX, Reals, close, session_of, softmax, text_of, wide

TRAINING, EVALUATION = "digits_training", "digits_evaluation"
BATCH = 20


def session_in(folder: Path, name: str) -> Session:
    file = folder / f"{name}{SUFFIX}"
    file.write_text(text_of(name), "utf-8")
    return Session(blocks.load(file))


def inputs(pictures: Bytes) -> Reals:
    return pictures.reshape(len(pictures), -1) / 255


def cost(w: Reals, b: Reals, x: Reals, labels: Bytes) -> Any:
    return -np.log(softmax(x @ w.T + b)[np.arange(len(labels)), labels]).mean()


def gradients(w: Reals, b: Reals, x: Reals, labels: Bytes) -> tuple[Reals, Reals]:
    errors = (softmax(x @ w.T + b) - np.eye(10)[labels]) / len(labels)
    return errors.T @ x, errors.sum(axis=0)


def test_training_reads_batch_after_batch_and_descends(tmp_path: Path) -> None:
    pictures, labels = write(tmp_path / "data", "train", 60, seed=5)
    session = session_in(tmp_path, TRAINING)
    assert session.problems() == []
    w, b = np.zeros((10, 64)), np.zeros(10)
    for step in range(8):  # more than two times through the files
        results = session.run()
        rows = slice(step % 3 * BATCH, step % 3 * BATCH + BATCH)
        x, y = inputs(pictures[rows]), labels[rows]
        close(results["x.result_output"], x)
        assert np.array_equal(results["labels.result_output"], y)
        close(results["cost.result_output"], cost(w, b, x, y))
        close(results["accuracy.result_output"], ((x @ w.T + b).argmax(axis=1) == y).mean())
        by_w, by_b = gradients(w, b, x, y)
        for pin, expected in (
            ("grad.result_grad_outputs[0]", by_w),
            ("hand_W.result_z", by_w),
            ("grad.result_grad_outputs[1]", by_b),
            ("hand_b.result_output", by_b),
            ("difference_W.result_z", 0 * by_w),
            ("difference_b.result_z", 0 * by_b),
        ):
            close(results[pin], expected)
        w, b = w - 0.5 * by_w, b - 0.5 * by_b
        close(results["new_W.result_out"], w, atol=1e-5)
        close(results["new_b.result_out"], b, atol=1e-5)
        for digit in range(10):  # in two rows of five pictures
            down, across = digit // 5 * 8, digit % 5 * 8
            shown = results["pictures.result_output"][down : down + 8, across : across + 8]
            assert np.array_equal(shown.ravel(), results["new_W.result_out"][digit])


def test_the_evaluation_restores_what_the_training_saved(tmp_path: Path) -> None:
    write(tmp_path / "data", "train", 100, seed=6)
    pictures, labels = write(tmp_path / "data", "test", 100, seed=7)
    training = session_in(tmp_path, TRAINING)
    training.run(steps=39)
    index = tmp_path / "data" / "digits-weights.index"
    assert not index.exists()
    trained = training.run()
    assert index.exists()
    w, b = wide(trained["new_W.result_out"]), wide(trained["new_b.result_out"])
    training.run(steps=5)  # these are not saved
    results = session_in(tmp_path, EVALUATION).run(steps=3)
    close(results["restore.result_tensors[0]"], w, rtol=0, atol=0)
    close(results["restore.result_tensors[1]"], b, rtol=0, atol=0)
    guess = (inputs(pictures) @ w.T + b).argmax(axis=1)
    close(results["accuracy.result_output"], (guess == labels).mean())
    assert (guess == labels).mean() > 0.6
    confusion = np.zeros((10, 10))
    np.add.at(confusion, (labels, guess), 1)
    assert np.array_equal(results["confusion.result_product"], confusion)


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        (TRAINING, "data/train-images.idx3-ubyte"),
        (TRAINING, "data/train-labels.idx1-ubyte"),
        (EVALUATION, "data/test-labels.idx1-ubyte"),
        (EVALUATION, "data/digits-weights"),
    ],
)
def test_a_missing_file_is_named(tmp_path: Path, name: str, missing: str) -> None:
    for each in ("train", "test"):
        write(tmp_path / "data", each, 100, seed=1)
    session_in(tmp_path, TRAINING).run(steps=40)
    for path in (tmp_path / "data").iterdir():
        if path.name.startswith(Path(missing).name):
            path.unlink()
    session = session_in(tmp_path, name)
    assert session.problems() == []
    with pytest.raises(RunError) as caught:
        session.run()
    assert any(missing in error.message for error in caught.value.errors), caught.value.errors


def test_what_comes_along() -> None:
    with importlib.resources.as_file(FOLDER / "data") as data:
        for name, count, seed in (("train", 200, 1), ("test", 100, 2)):
            pictures, labels = make(count, seed)
            assert (data / f"{name}-images.idx3-ubyte").read_bytes() == images_file(pictures)
            assert (data / f"{name}-labels.idx1-ubyte").read_bytes() == labels_file(labels)
        assert sum(path.stat().st_size for path in data.iterdir()) < 30_000
    assert session_of(EVALUATION).run()["accuracy.result_output"] > 0.9
