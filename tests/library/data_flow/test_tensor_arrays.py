"""Tensor arrays: what TensorFlow 2.21 gives and refuses, gradients to second order, life for one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.context import Resources
from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.data_flow.tensor_arrays import TensorArray, TensorArraySize
from blocks.run.client import ClientSession
from blocks.run.steps.step_context import StepStreams


class Built:
    """A tensor array in a graph, whose blocks are called one after the other."""

    def __init__(self, root: Scope, size: Any = 3, dtype: str = "DT_FLOAT", **attributes: Any) -> None:
        self.root = root
        self.handle, self.flow = ops.TensorArray(root, size, dtype=dtype, **attributes).outputs

    def write(self, index: Any, value: Any) -> Built:
        self.flow = ops.TensorArrayWrite(self.root, self.handle, index, value, self.flow).as_output()
        return self

    def scatter(self, indices: Any, value: Any) -> Built:
        self.flow = ops.TensorArrayScatter(self.root, self.handle, indices, value, self.flow).as_output()
        return self

    def split(self, value: Any, lengths: Any) -> Built:
        self.flow = ops.TensorArraySplit(self.root, self.handle, value, lengths, self.flow).as_output()
        return self

    def read(self, index: Any, dtype: str = "DT_FLOAT") -> Any:
        return ops.TensorArrayRead(self.root, self.handle, index, self.flow, dtype=dtype).as_output()

    def gather(self, indices: Any, **attributes: Any) -> Any:
        given: dict[str, Any] = {"dtype": "DT_FLOAT"} | attributes
        return ops.TensorArrayGather(
            self.root, self.handle, np.array(indices, np.int32), self.flow, **given
        ).as_output()

    def concat(self, **attributes: Any) -> Any:
        return ops.TensorArrayConcat(self.root, self.handle, self.flow, dtype="DT_FLOAT", **attributes)

    def size(self) -> Any:
        return ops.TensorArraySize(self.root, self.handle, self.flow).as_output()

    def gradient(self, source: str = "grads") -> Built:
        built = Built.__new__(Built)
        built.root = self.root
        built.handle, built.flow = ops.TensorArrayGrad(self.root, self.handle, self.flow, source=source).outputs
        return built

    def after(self, value: Any) -> Built:
        """The same, with what comes next behind a value of shape [2]."""
        zero = ops.Multiply(self.root, ops.Sum(self.root, value, [0]), 0.0)
        self.flow = ops.Add(self.root, self.flow, zero).as_output()
        return self


PAIR = [1.0, 2.0]
Make = Callable[[Scope], Any]


def run(make: Make) -> Any:
    root = Scope.new_root_scope()
    return ClientSession(root).run([make(root)])[0]


VALUES: list[tuple[Make, Any]] = [
    (lambda r: Built(r).write(0, PAIR).write(1, [1.0, 2.0, 3.0]).read(1), [1.0, 2.0, 3.0]),
    (lambda r: Built(r, identical_element_shapes=True).write(0, PAIR).read(1), [0.0, 0.0]),
    (lambda r: Built(r, clear_after_read=False).write(0, PAIR).gather([0, 0]), [PAIR, PAIR]),
    (lambda r: Built(r).write(0, PAIR).gather([0, 1], element_shape=[2]), [PAIR, [0.0, 0.0]]),
    (lambda r: Built(r).write(0, PAIR).gather([], element_shape=[2]), np.zeros((0, 2))),
    (lambda r: Built(r, 0).concat(element_shape_except0=[2]).outputs[0], np.zeros((0, 2))),
    (lambda r: Built(r, 2, element_shape=[1, 2]).write(0, [PAIR]).concat().outputs[0], [PAIR, [0.0, 0.0]]),
    (lambda r: Built(r, dynamic_size=True).scatter([0, 7], [[1.0], [2.0]]).size(), 8),
    (lambda r: Built(r, dynamic_size=True).split([1.0, 2.0, 3.0], [1, 0, 1, 1]).size(), 4),
    (lambda r: Built(r).write(0, PAIR).gradient().read(0), [0.0, 0.0]),
    (lambda r: Built(r).write(0, PAIR).gradient().write(0, PAIR).write(0, [3.0, 5.0]).read(0), [4.0, 7.0]),
]  # fmt: skip


@pytest.mark.parametrize(("make", "expected"), VALUES)
def test_as_tensorflow(make: Make, expected: Any) -> None:
    np.testing.assert_array_equal(run(make), expected)


def _read_and_write(root: Scope, **attributes: Any) -> Any:
    array = Built(root, **attributes)
    return array.after(array.read(0)).write(0, PAIR).flow


def _read_twice(root: Scope) -> Any:
    array = Built(root).write(0, PAIR).gradient().write(0, PAIR)
    return array.after(array.read(0)).read(0)


def _grow_after_gradient(root: Scope) -> Any:
    array = Built(root, dynamic_size=True).write(0, PAIR)
    array.flow = array.gradient().flow
    return array.write(5, PAIR).flow


def _use_closed(root: Scope) -> Any:
    array = Built(root)
    close = ops.TensorArrayClose(root, array.handle)
    return ops.TensorArraySize(root.with_control_dependencies([close]), array.handle, array.flow)


REFUSED: list[tuple[Make, str]] = [
    (lambda r: _read_and_write(r, element_shape=[2]), "after it was read"),
    (lambda r: _read_and_write(r, element_shape=[2], clear_after_read=False), "after it was read"),
    (_read_twice, "read twice"),
    (_grow_after_gradient, "element 5 does not exist"),
    (_use_closed, "must be a tensor array"),
    (lambda r: Built(r, identical_element_shapes=True).write(0, PAIR).write(1, [1.0]).flow, r"shape \[2\], got"),
    (lambda r: Built(r, element_shape=[None, 2]).write(0, PAIR).flow, r"shape \[\?,2\], got \[2\]"),
    (lambda r: Built(r).write(0, PAIR).write(0, PAIR).flow, "already written"),
    (lambda r: Built(r).write(-1, PAIR).flow, "element -1 does not exist"),
    (lambda r: Built(r, dynamic_size=True).write(2**31 - 1, PAIR).flow, "the limit is"),
    (lambda r: Built(r).write(0, ops.Const(r, 1)).flow, "has dtype float"),
    (lambda r: Built(r).write(0, 1.0).read(0, "DT_INT32"), "has dtype float"),
    (lambda r: Built(r).read(-1), "element -1 does not exist"),
    (lambda r: Built(r).read(0), "its shape is not known"),
    (lambda r: Built(r, dtype="DT_STRING", element_shape=[2]).read(0, "DT_STRING"), "strings have no zero"),
    (lambda r: Built(r, -1).flow, "size must be 0 or more"),
    (lambda r: Built(r, [1]).flow, "size must be a scalar"),
    (lambda r: Built(r).write(0, PAIR).gather([]), "must be given"),
    (lambda r: Built(r, element_shape=[2]).gather([]), "must be given"),
    (lambda r: Built(r).write(0, PAIR).gather([0, 0]), "read twice"),
    (lambda r: Built(r).write(0, PAIR).gather([0], element_shape=[3]), r"\[3\]"),
    (lambda r: Built(r).write(0, PAIR).write(1, [1.0]).gather([0, 1]), "cannot be stacked"),
    (lambda r: Built(r, element_shape=[1 << 40]).gather([0]), "bytes"),
    (lambda r: Built(r, 0).concat().outputs[0], "must be given"),
    (lambda r: Built(r, 1).write(0, 1.0).concat().outputs[0], "is a scalar"),
    (lambda r: Built(r, 2).write(0, [[1.0]]).write(1, [PAIR]).concat().outputs[0], "Only the sizes of the first axis"),
    (lambda r: Built(r, 1).write(0, [[1.0]]).concat(element_shape_except0=[2]).outputs[0], r"\[1\].*except0.*\[2\]"),
    (lambda r: Built(r).scatter([0, 0], [[1.0], [2.0]]).flow, "already written"),
    (lambda r: Built(r).scatter([0, 5], [[1.0], [2.0]]).flow, "element 5 does not exist"),
    (lambda r: Built(r).scatter([0, 1], [[1.0], [2.0], [3.0]]).flow, "a row for each"),
    (lambda r: Built(r).scatter([0], 1.0).flow, "rank 1 or more"),
    (lambda r: Built(r).split([1.0, 2.0], [1, 1]).flow, "split into 2"),
    (lambda r: Built(r, dynamic_size=True).split([1.0, 2.0], [1, 1]).flow, "split into 2"),
    (lambda r: Built(r).split([1.0, 2.0, 3.0], [1, 0, 1]).flow, "add up to 3, got 2"),
    (lambda r: Built(r).split([1.0, 2.0, 3.0], [4, -2, 1]).flow, "got -2"),
    (lambda r: Built(r).write(0, PAIR).gradient().write(0, [1.0]).flow, "cannot"),
    (lambda r: Built(r, dtype="DT_BOOL").write(0, True).gradient().write(0, True).write(0, True).flow, "added"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "text"), REFUSED)
def test_refused_as_in_tensorflow(make: Make, text: str) -> None:
    with pytest.raises(DiagramError, match=text):
        run(make)


def _stacked(root: Scope, x: Any) -> Any:
    return Built(root).scatter([2, 0, 1], x).gather([0, 1, 2])


def _concatenated(root: Scope, x: Any) -> Any:
    return Built(root).split(x, [1, 0, 2]).concat().outputs[0]


def _one_by_one(root: Scope, x: Any) -> Any:
    array = Built(root, clear_after_read=False).scatter([0, 1, 2], x)
    rows = [array.read(i) for i in (1, 2, 1)]  # the gradients by the second row add up
    return ops.Stack(root, rows)


@pytest.mark.parametrize(
    ("through", "order"), [(_stacked, [1, 2, 0]), (_concatenated, [0, 1, 2]), (_one_by_one, [1, 2, 1])]
)
def test_gradients_to_second_order(through: Any, order: list[int]) -> None:
    """Of sum(w * y^3), with y the rows of x in another order: 3 w x^2 and 6 w x, for each place of a row."""
    root = Scope.new_root_scope()
    values, weights = np.array([[1.0, -2.0], [3.0, 0.5], [-1.5, 2.0]]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    x = ops.Const(root, values)
    array = through(root, ops.Cast(root, x, "DT_FLOAT"))
    y = ops.Cast(root, array, "DT_DOUBLE")
    cubes = ops.Multiply(root, ops.Multiply(root, ops.Multiply(root, y, y), y), weights)
    [dx] = add_symbolic_gradients(root, [cubes], [x])
    [dxx] = add_symbolic_gradients(root, [dx], [x])
    totals = np.zeros((3, 2))
    np.add.at(totals, order, weights)
    first, second = ClientSession(root).run([dx, dxx])
    np.testing.assert_allclose(first, 3 * totals * values**2)
    np.testing.assert_allclose(second, 6 * totals * values)


def test_what_is_written_later_does_not_change_what_was_kept() -> None:
    """Large values: the program writes into the memory of what nobody needs any longer."""
    root = Scope.new_root_scope()
    given = ops.Placeholder(root, dtype="DT_FLOAT", shape=[100_000])
    x = ops.Add(root, given, 1.0)
    array = Built(root, 1).write(0, x)
    doubled = ops.Multiply(root, x, 2.0)
    late = array.after(ops.Multiply(root, doubled, [0.0])).read(0)
    result, other = ClientSession(root).run([late, doubled], {given: np.zeros(100_000, np.float32)})
    assert result.max() == result.min() == 1.0 and other.min() == 2.0


def test_an_array_lives_for_one_step() -> None:
    resources = Resources()

    def context(step: int) -> Any:
        return StepStreams(0, step, resources).context("ta")

    size, flow = np.array(3, np.int32), np.zeros((), np.float32)
    first, _ = TensorArray.kernel(size, dtype=FLOAT, context=context(0))
    again, _ = TensorArray.kernel(size, dtype=FLOAT, context=context(0))
    assert first.item() != again.item(), "a block that runs twice in a step makes two"
    assert TensorArraySize.kernel(first, flow, context=context(0)) == 3
    with pytest.raises(DiagramError, match="of this step"):
        TensorArraySize.kernel(first, flow, context=context(1))
    TensorArray.kernel(size, dtype=FLOAT, context=context(1))
    with pytest.raises(DiagramError, match="of this step"):
        TensorArraySize.kernel(again, flow, context=context(0))  # it is gone, not only out of reach


def test_each_step_begins_anew() -> None:
    root = Scope.new_root_scope()
    session, value = ClientSession(root), Built(root).write(0, PAIR).read(0)
    for _ in range(3):
        assert session.run([value])[0].tolist() == PAIR
