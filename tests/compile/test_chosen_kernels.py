"""What a kernel chooses where shapes and indices are known gives what it gives where they are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients, try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope, scope_of
from blocks.library.index import find
from blocks.run.client import ClientSession
from blocks.testing.agreement import assert_agreement, interpreted, planned, program
from blocks.testing.calls import same_bits

X: Array = np.random.default_rng(0).normal(size=(3, 2, 4))


def gathered(indices: Any, known: bool) -> list[Array]:
    """Rows of X, and the gradient of their squares."""
    root = Scope.new_root_scope()
    x = ops.Placeholder(root, dtype="DT_DOUBLE", shape=[3, 2, 4]).as_output()
    numbers = np.array(indices, np.int32)
    chosen: Any = ops.Const(root, numbers) if known else ops.Placeholder(root, dtype="DT_INT32")
    y = ops.Gather(x, chosen).as_output()
    wanted = [y, *add_symbolic_gradients(root, [ops.Square(y)], [x])]
    session = ClientSession(root)
    feeds = {x: X} if known else {x: X, chosen.as_output(): numbers}
    session.run(wanted, feeds)  # the first step is interpreted
    arrays = session.run(wanted, feeds)
    assert not any(np.shares_memory(each, X) for each in arrays)
    return arrays


@pytest.mark.parametrize("indices", [1, [2, 0], [[1], [2]], [2, 1, 2]])
def test_rows_are_gathered_and_put_back(indices: Any) -> None:
    for one, other in zip(gathered(indices, True), gathered(indices, False), strict=True):
        assert same_bits(one, other)
    np.testing.assert_array_equal(gathered(indices, True)[0], X[np.array(indices)])


@pytest.mark.parametrize("shape", [(3, 2, 4), (1, 2, 1), (2, 4), (1, 1), ()])
def test_what_is_broadcast_is_summed_back(shape: tuple[int, ...]) -> None:
    root = Scope.new_root_scope()
    x = ops.Placeholder(root, dtype="DT_DOUBLE", shape=list(shape)).as_output()
    b: Output = ops.Const(root, X).as_output()
    [gradient] = add_symbolic_gradients(root, [ops.Multiply(x, b)], [x])
    session = ClientSession(root)
    value = np.ones(shape)
    session.run([gradient], {x: value})
    [result] = session.run([gradient], {x: value})
    lead = 3 - len(shape)
    axes = tuple(i for i in range(3) if i < lead or shape[i - lead] == 1)
    np.testing.assert_allclose(result, X.sum(axes, keepdims=True).reshape(shape), rtol=1e-14)


@pytest.mark.parametrize("equation", ["ij->ij", "ij->ji", "ii->i", "ij->i"])
def test_a_sum_of_one_operand_has_memory_of_its_own(equation: str) -> None:
    """What is computed from it lies in its memory, which was that of the operand."""
    root = Scope.new_root_scope()
    x = ops.Placeholder(root, dtype="DT_DOUBLE", shape=[64, 64]).as_output()
    e = ops.Exp(x).as_output()
    y = ops.Sin(ops.Einsum(root, [e], equation=equation))
    what = program([ops.MatMul(e, e), y], {x: np.random.default_rng(1).normal(size=(64, 64))})
    assert_agreement(what, interpreted(what), planned(what), same_errors=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("size", [8, 2048, 3000])
def test_small_variables_train_to_the_same_bits(size: int, dtype: Any) -> None:
    """By Adam, of which each step is that of the formula."""
    spec = find("ApplyAdam")
    assert spec is not None
    root, rng = Scope.new_root_scope(), np.random.default_rng(2)
    numbers = [np.array(each, dtype) for each in (0.9, 0.999, 0.01, 0.9, 0.999, 1e-8)]
    values = [np.abs(rng.normal(size=size)).astype(dtype) for _ in range(4)]
    variables = [ops.Variable(root, each) for each in values[:3]]
    apply: Any = ops.ApplyAdam
    step = apply(*variables, *[ops.Const(root, each) for each in numbers], ops.Const(root, values[3]))
    session = ClientSession(root)
    for _ in range(3):
        [result] = session.run([step])
        values[:3] = spec.kernel(*values[:3], *numbers, values[3], use_locking=False, use_nesterov=False)
        assert same_bits(result, values[0])


def small_blocks(x: Any, w: Any, dtype: Any) -> dict[str, Any]:
    """Blocks that choose by shapes and by known numbers; x: [3, 2, 4], w: [4, 4]."""
    root, images = scope_of(x), ops.Reshape(x, [1, 3, 2, 4])
    flat, one, two = ops.Reshape(x, [6, 4]), np.ones(4, dtype), np.arange(4.0).astype(dtype)
    numbers = np.array([1, 3, 0, 2, 2, 1], np.int32)
    nothing, filter = np.zeros(0, dtype), ops.Reshape(w, [2, 2, 2, 2])
    halves = ops.Split(np.int32(3), images, num_split=2).outputs
    return {
        "convolution": ops.Conv2D(halves[0], filter, strides=[1, 2, 1, 1], padding="SAME"),
        "batch norm": ops.FusedBatchNormV3(images, two, one, nothing, nothing, epsilon=1e-3).outputs[0],
        "running": ops.FusedBatchNormV3(images, two, one, one, two, exponential_avg_factor=0.5).outputs[2],
        "given": ops.FusedBatchNormV3(images, two, one, one, two, is_training=False).outputs[0],
        "einsum": ops.Einsum(root, [x, w], equation="abc,dc->bda"),
        "products": ops.BatchMatMulV2(w, flat, adj_x=True, adj_y=True),
        "stack": ops.Stack(root, [flat, flat], axis=-1),
        "parts": ops.Concat(root, list(reversed(ops.SplitV(flat, [1, 3], 1, num_split=2).outputs)), 1),
        "apart": ops.Unstack(x, num=2, axis=1).outputs[1],
        "cross entropy": ops.SparseSoftmaxCrossEntropyWithLogits(flat, numbers).outputs[0],
        "rows": ops.Gather(w, numbers),
        "bias": ops.BiasAdd(flat, ops.Sigmoid(ops.Gather(w, 1))),
        "sum of three": ops.AddN(root, [flat, flat, ops.Exp(flat)]),
        "root": ops.Rsqrt(ops.Exp(flat)),
    }


@pytest.mark.parametrize(("name", "dtype"), [("DT_FLOAT", np.float32), ("DT_DOUBLE", np.float64)])
def test_small_blocks_and_their_gradients_are_the_same_to_the_bit(name: str, dtype: Any) -> None:
    root = Scope.new_root_scope()
    x, w = (ops.Placeholder(root, dtype=name, shape=shape).as_output() for shape in ([3, 2, 4], [4, 4]))
    for title, y in small_blocks(x, w, dtype).items():
        given: dict[Any, Any] = {x: X, w: X.reshape(-1)[:16].reshape(4, 4)}
        slopes = [each for each in try_gradients(root, [ops.Square(y)], [x, w]) if isinstance(each, Output)]
        what = program([y, *slopes], given, steps=2)  # the first one may be interpreted
        run = planned(what)
        assert_agreement(what, interpreted(what), run, same_errors=True)
        assert not run.steps[1].errors, title
