"""``run --backend``: what is installed decides, and what does not run there is said."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest

from tests.cli.conftest import A_TIMES_B, Command

find_spec = importlib.util.find_spec


@pytest.fixture
def no_jax(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str, package: str | None = None) -> Any:
        return None if name == "jax" else find_spec(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find)


def test_jax_that_is_not_installed_is_said_in_a_line(command: Command, no_jax: None) -> None:
    done = command("run", A_TIMES_B, "--backend", "jax")
    assert done.status == 2
    assert done.out == ""
    assert "the backend 'jax' needs JAX, which is not installed" in done.err
    assert "gradblocks[jax]" in done.err
    assert done.err.count("\n") == 1


def test_numpy_needs_nothing(command: Command, no_jax: None) -> None:
    assert command("run", A_TIMES_B, "--backend", "numpy").status == 0
