"""`blocks.train` on JAX: the losses of PyTorch, and the first value that is not finite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from tests.run.test_training import ARRAYS, BATCHES, PYTORCH, linear, root

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


@pytest.mark.parametrize("optimizer", PYTORCH)
def test_the_losses_are_those_of_pytorch(optimizer: str) -> None:
    rate, losses, evaluated, w = PYTORCH[optimizer]
    arrays = {name: jax.numpy.asarray(value) for name, value in ARRAYS.items()}
    result = blocks.train(
        linear(), "loss", arrays, batch_size=2, epochs=3, learning_rate=rate, optimizer=optimizer, evaluate=BATCHES,
        backend="jax",
    )  # fmt: skip
    assert result.history["loss"] == pytest.approx(losses, rel=1e-4, abs=1e-6)
    assert result.history["evaluate"] == pytest.approx(evaluated, rel=1e-4)
    assert result.variables["w"].ravel() == pytest.approx(w, rel=1e-4)


def test_the_first_gradient_that_is_not_finite_ends_the_training() -> None:
    batches = [{"x": [0.5, 1.0]}, {"x": [0.0, 1.0]}]
    with pytest.raises(blocks.NonFiniteError) as caught:
        blocks.train(root(), "loss", batches, learning_rate=0.01, backend="jax")
    error, before = caught.value, blocks.train(root(), "loss", batches[:1], learning_rate=0.01)
    assert (error.step, error.name) == (2, "grad/w") and error.batch is not None
    assert error.result.variables["w"] == pytest.approx(before.variables["w"])
    np.testing.assert_array_equal(np.load(error.batch)["x"], batches[1]["x"])
