"""Custom gradients compiled by JAX: the numbers are those of `jax.custom_vjp`."""

from __future__ import annotations

import pytest

from tests.run.custom_gradients import PROGRAMS
from tests.run.test_custom_gradients import compared

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_gradients_are_those_of_jax(name: str) -> None:
    compared(name, backend="jax", strict=True)
