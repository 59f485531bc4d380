"""Published models beside TensorFlow: each trains twenty steps from the same weights to the same numbers.

``numbers`` has the loss of each step, all gradients of the first one, and the weights at the end, in double precision.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.models.build import MODELS, session
from tests.models.setting import STEPS, Array

NUMBERS = Path(__file__).with_name("numbers")


def close(array: Array, wanted: Array, limit: float, where: str) -> None:
    """No element is further off than ``limit`` of the largest one."""
    wanted = np.asarray(wanted)
    assert array.shape == wanted.shape, where
    np.testing.assert_allclose(array, wanted, rtol=limit, atol=limit * np.abs(wanted).max(), err_msg=where)


@pytest.mark.parametrize(("dtype", "limit"), [("DT_DOUBLE", 1e-9), ("DT_FLOAT", 1e-4)])
@pytest.mark.parametrize("name", MODELS)
def test_it_trains_to_the_weights_of_tensorflow(name: str, dtype: str, limit: float) -> None:
    wanted = json.loads((NUMBERS / f"{name}.json").read_text())
    trained = session(name, dtype)
    trained.watch("loss")
    losses: list[Array] = []
    for step in range(STEPS):
        results = trained.run()
        if not step:
            for path, gradient in wanted["gradients"].items():
                close(results.gradients[f"{path}.ref"], gradient, limit, f"gradient of {path}")
            trained.watch(None)
        losses += [value for key, value in results.items() if key.startswith("loss.result_")]
    close(np.array(losses), wanted["losses"], limit, "losses")
    for path, weights in wanted["weights"].items():
        close(trained.variables[path], weights, limit, f"weights {path}")
