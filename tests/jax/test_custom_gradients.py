"""Custom gradients compiled by JAX and in JAX's programs: the numbers are those of `jax.custom_vjp`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.jax.test_program import module_of
from tests.run.custom_gradients import PROGRAMS, WANTED
from tests.run.test_custom_gradients import compared

jax: Any = pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_gradients_are_those_of_jax(name: str) -> None:
    compared(name, backend="jax", strict=True)


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "Merge and Switch"])
def test_programs_are_differentiated_as_the_page(name: str, tmp_path: Path) -> None:
    """Once and twice; variables inside get zeros."""
    program, wanted = PROGRAMS[name], WANTED[name]
    module = module_of(program.diagram(), tmp_path)
    params = {key: jax.numpy.asarray(value) for key, value in module.main_variables().items()}
    results, (first, second) = module.main(), (program.first.split(), program.second.split())
    np.testing.assert_allclose(results["loss.result_y"], wanted["loss"], rtol=1e-9)

    def slopes(params: Any) -> Any:
        def loss(own: Any) -> Any:
            return module.loss({**params, **own})

        return jax.grad(loss)({key: params[key] for key in first})

    def total(params: Any) -> Any:
        return sum(map(jax.numpy.sum, slopes(params).values()))

    found: list[Any] = [slopes(params), jax.grad(total)(params) if second else {}]
    for kind, names, mine in zip(("g", "gg"), (first, second), found, strict=True):
        for i, (key, value) in enumerate(zip(names, wanted[kind], strict=True)):
            np.testing.assert_allclose(mine[key], value, rtol=1e-9, atol=1e-12, err_msg=f"{kind} {key}")
            np.testing.assert_allclose(results[f"{kind}.result_grad_outputs[{i}]"], value, rtol=1e-9, atol=1e-12)
    inside = {key: value for key, value in jax.grad(module.loss)(params).items() if "/" in key}
    assert not any(map(np.any, inside.values()))
