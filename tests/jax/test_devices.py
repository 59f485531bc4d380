"""Feeds that are spread over several devices: whatever a block does with their first axis, it gives what one gives."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from tests.cli.conftest import ROOT

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")


def variable(root: blocks.Scope) -> Any:
    return ops.Variable(root, initvalues=np.ones((60, 4)))


PAGES: dict[str, Callable[[blocks.Scope, Any, Any], Any]] = {
    "a product over the batch": lambda root, _at, rows: ops.MatMul(root, rows, rows, transpose_a=True),
    "another shape": lambda root, _at, rows: ops.Reshape(root, rows, [-1, 2]),
    "a part": lambda root, _at, rows: ops.Slice(root, rows, [3, 0], [7, 4]),
    "sums so far": lambda root, _at, rows: ops.Cumsum(root, rows, 0),
    "sorted": lambda root, _at, rows: ops.TopK(root, ops.Reshape(root, rows, [-1]), 3).outputs[0],
    "gathered": lambda root, at, rows: ops.Gather(root, ops.Multiply(root, rows, 2.0), at),
    "segments": lambda root, at, rows: ops.UnsortedSegmentSum(root, rows, at, 60),
    "added to rows": lambda root, at, rows: ops.ScatterAdd(root, variable(root), at, rows),
    "put into rows": lambda root, at, rows: ops.ScatterUpdate(root, variable(root), at, rows),
    "an update by rows": lambda root, at, rows: ops.SparseApplyMomentum(
        root, variable(root), variable(root), 0.1, rows, at, 0.9
    ),
}


def results(backend: str, devices: int = 1) -> dict[str, Any]:
    rng, arrays = np.random.default_rng(0), dict[str, Any]()
    fed = {"at": rng.integers(0, 60, 200), "rows": rng.standard_normal((200, 4))}
    for name, make in PAGES.items():
        root = blocks.Scope.new_root_scope()
        at, rows = ops.Placeholder(root, dtype="DT_INT64"), ops.Placeholder(root, dtype="DT_DOUBLE")
        output = make(root, at, rows)
        session = blocks.ClientSession(root, backend=backend, strict=backend == "jax", devices=devices)
        [arrays[name]] = session.run([output], {at: fed["at"], rows: fed["rows"]})
    return arrays


def check(devices: int) -> None:
    wanted = results("numpy")
    for name, value in results("jax", devices).items():
        np.testing.assert_allclose(value, wanted[name], rtol=1e-9, atol=1e-12, err_msg=name)


def test_whatever_is_done_with_a_batch_can_be_done_on_several_devices() -> None:
    flags = "--xla_force_host_platform_device_count=4"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(ROOT)}
    script = "from tests.jax.test_devices import check; check(4)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
