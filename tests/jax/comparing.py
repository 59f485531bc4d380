"""Pages on both backends: what they give, or in which words they are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError, RunError

Build = Callable[[blocks.Scope, Mapping[str, Any]], list[Any]]


def run(backend: str, build: Build, fed: Mapping[str, Any], steps: int = 1) -> list[Any]:
    """What a page gives in its last step, some of its values being fed; on JAX all of it must be compiled."""
    root = blocks.Scope.new_root_scope()
    pins = {name: ops.Placeholder(root, dtype=dtype_of(value)) for name, value in fed.items()}
    outputs = build(root, pins)
    session = blocks.ClientSession(root, backend=backend, strict=backend == "jax")
    feeds = {pins[name]: value for name, value in fed.items()}
    return [session.run(outputs, feeds) for _ in range(steps)][-1]


def compare(build: Build, steps: int = 1, rtol: float = 1e-12, **fed: Any) -> list[Any]:
    """Check JAX's results against NumPy's."""
    results, wanted = (run(backend, build, fed, steps) for backend in ("jax", "numpy"))
    for mine, theirs in zip(results, wanted, strict=True):
        assert mine.dtype == theirs.dtype and mine.shape == theirs.shape
        np.testing.assert_allclose(mine, theirs, rtol=rtol, atol=1e-300)
    return wanted


def refused(build: Build, match: str, **fed: Any) -> None:
    """Check that both refuse, in the same words."""
    texts: list[str] = []
    for backend in ("jax", "numpy"):
        with pytest.raises((RunError, DiagramError), match=match) as caught:
            run(backend, build, fed)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


def drawn(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape)


def gradients(root: blocks.Scope, outputs: list[Any], inputs: list[Any]) -> list[Any]:
    """The outputs, and the gradients that the sum of their squares has by the inputs."""
    losses = [ops.Sum(root, ops.Reshape(root, ops.Square(root, each), [-1]), [0]) for each in outputs]
    return [*outputs, *blocks.add_symbolic_gradients(root, losses, inputs)]
