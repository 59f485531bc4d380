"""Tensors that a session stored tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.budget import Memory
from blocks.base.context import Resources, handle
from blocks.base.dtypes import DOUBLE, FLOAT
from blocks.base.errors import DiagramError
from blocks.library.data_flow.handles import DeleteSessionTensor, GetSessionHandle, GetSessionTensor
from blocks.run.steps.step_context import StepStreams


class Steps:
    """The steps of a session that keeps tensors."""

    def __init__(self, memory: int = 1 << 20) -> None:
        self.resources = Resources()
        self.memory = Memory.of(memory)

    def context(self, step: int) -> Any:
        return StepStreams(0, step, self.resources, memory=self.memory).context("h")


def test_a_tensor_lasts_over_steps_until_it_is_deleted() -> None:
    steps, value = Steps(), np.array([1.0, 2.0], np.float32)
    first = GetSessionHandle.kernel(value, T=FLOAT, context=steps.context(0))
    second = GetSessionHandle.kernel(value, T=FLOAT, context=steps.context(1))
    assert first.item() != second.item()
    value[:] = 0
    for _ in range(2):
        result = GetSessionTensor.kernel(first, dtype=FLOAT, context=steps.context(2))
        assert result.tolist() == [1.0, 2.0]
        result[:] = 7  # what one has taken is one's own
    DeleteSessionTensor.kernel(first, context=steps.context(3))
    assert GetSessionTensor.kernel(second, dtype=FLOAT, context=steps.context(3)).tolist() == [1.0, 2.0]
    for forgotten in (first, handle(b"\xff nothing")):
        with pytest.raises(DiagramError, match="no tensor for the handle"):
            GetSessionTensor.kernel(forgotten, dtype=FLOAT, context=steps.context(4))
        with pytest.raises(DiagramError, match="no tensor for the handle"):
            DeleteSessionTensor.kernel(forgotten, context=steps.context(4))


def test_another_dtype_is_refused() -> None:
    steps = Steps()
    given = GetSessionHandle.kernel(np.zeros(2, np.float32), T=FLOAT, context=steps.context(0))
    with pytest.raises(DiagramError, match="float32, not float64"):
        GetSessionTensor.kernel(given, dtype=DOUBLE, context=steps.context(0))


def test_all_kept_tensors_together_are_bounded() -> None:
    steps, value = Steps(memory=1000), np.zeros(100, np.float32)
    handles = [GetSessionHandle.kernel(value, T=FLOAT, context=steps.context(i)) for i in range(2)]
    with pytest.raises(DiagramError, match="stored tensors") as caught:
        GetSessionHandle.kernel(value, T=FLOAT, context=steps.context(2))
    assert caught.value.pin == "value"
    DeleteSessionTensor.kernel(handles[0], context=steps.context(3))
    GetSessionHandle.kernel(value, T=FLOAT, context=steps.context(3))
