"""DynamicPartition and DynamicStitch: numbers of TensorFlow 2.21, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession


def test_rows_keep_their_order_and_an_empty_part_its_shape() -> None:
    root = Scope.new_root_scope()
    data = np.arange(8, dtype=np.float32).reshape(2, 2, 2)
    parts = ops.DynamicPartition(root, data, [[2, 0], [0, 2]], num_partitions=3)
    first, second, third = ClientSession(root).run(list(parts.outputs))
    assert first.tolist() == [[2, 3], [4, 5]] and third.tolist() == [[0, 1], [6, 7]] and second.shape == (0, 2)


def test_a_part_that_no_gradient_reaches_gives_zeros() -> None:
    root = Scope.new_root_scope()
    x = ops.Const(root, [1.0, 2.0, 3.0])
    parts = ops.DynamicPartition(root, x, [1, 0, 1], num_partitions=2)
    y = ops.Multiply(root, parts.outputs[1], [10.0, 100.0])
    [dx] = add_symbolic_gradients(root, [ops.Multiply(root, y, y)], [x])
    [dxx] = add_symbolic_gradients(root, [dx], [x])
    first, second = ClientSession(root).run([dx, dxx])
    assert first.tolist() == [200.0, 0.0, 60000.0] and second.tolist() == [200.0, 0.0, 20000.0]


def test_the_last_of_equal_places_wins_and_each_gets_the_gradient() -> None:
    root = Scope.new_root_scope()
    a, b = ops.Const(root, [[1.0], [2.0], [3.0]]), ops.Const(root, [[4.0]])
    merged = ops.DynamicStitch(root, [[1, 0, 1], [0]], [a, b])
    gradients = add_symbolic_gradients(root, [ops.Multiply(root, merged, [[5.0], [7.0]])], [a, b])
    result, of_a, of_b = ClientSession(root).run([merged, *gradients])
    assert result.tolist() == [[4.0], [3.0]] and of_a.tolist() == [[7.0], [5.0], [7.0]] and of_b.tolist() == [[5.0]]


def test_places_that_nobody_names_are_zeros() -> None:
    root = Scope.new_root_scope()
    [result] = ClientSession(root).run(
        [ops.DynamicStitch(root, [[3], np.zeros(0, np.int32)], [[1.0], np.zeros(0, "f4")])]
    )
    assert result.tolist() == [0.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("indices", "data", "text"),
    [
        ([[0, 1]], [[1.0]], "a row for each index"),
        ([[0], [1]], [[1.0]], "the same number of tensors"),
        ([[0], [1]], [[[1.0]], [[1.0, 2.0]]], "same shape"),
        ([[0, -3]], [[1.0, 2.0]], "indices must be 0 or more, got -3"),
        ([[2**31 - 1]], [[[1.0] * 4096]], "the limit is"),
    ],
)
def test_what_cannot_be_put_together_is_refused(indices: Any, data: Any, text: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match=text):
        ClientSession(root).run([ops.DynamicStitch(root, indices, data)])


@pytest.mark.parametrize(
    ("partitions", "count", "pin"),
    [([0, 2, 1], 2, "partitions"), ([0, -1, 1], 2, "partitions"), ([0, 1], 2, "partitions"), ([0, 0, 0], 10**9, "num")],
)
def test_parts_that_there_are_not_are_refused(partitions: Any, count: int, pin: str) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError) as caught:
        ClientSession(root).run(list(ops.DynamicPartition(root, [1.0, 2.0, 3.0], partitions, count).outputs))
    assert str(caught.value.pin).startswith(pin)
