from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope, scope_of
from blocks.library.nn.softmax import (
    LogSoftmax,
    Softmax,
    SoftmaxCrossEntropyWithLogits,
    SparseSoftmaxCrossEntropyWithLogits,
)
from blocks.ops import Const, Placeholder
from blocks.run.client import ClientSession
from tests.library.nn.derivatives import agree, symbolic, weights

special: Any = import_module("scipy.special")
LOGITS = np.random.default_rng(5).normal(size=(4, 3))
LABELS = Softmax.kernel(np.random.default_rng(6).normal(size=(4, 3)))


def test_values_are_those_of_scipy() -> None:
    for x in (LOGITS, LOGITS[0], 1e4 * LOGITS, np.zeros((2, 3, 0)), np.full((2, 3, 4), -1e300)):
        with np.errstate(all="ignore"):
            result, logarithms = Softmax.kernel(x), LogSoftmax.kernel(x)
        np.testing.assert_allclose(result, special.softmax(x, axis=-1) if x.size else x)
        np.testing.assert_allclose(logarithms, special.log_softmax(x, axis=-1) if x.size else x)


@pytest.mark.parametrize("columns", [1, 16, 17])
def test_many_rows_are_as_those_of_scipy(columns: int) -> None:
    x = np.random.default_rng(7).normal(size=(200, columns)) * 100
    x[0, 0], x[1], x[2, -1], x[3, 0] = np.inf, -np.inf, np.nan, -np.inf
    with np.errstate(all="ignore"):
        result, logarithms = Softmax.kernel(x), LogSoftmax.kernel(x)
        np.testing.assert_allclose(result, special.softmax(x, axis=-1), rtol=1e-6, atol=1e-300)
        # SciPy takes the infinite for finite there
        np.testing.assert_allclose(logarithms[2:], special.log_softmax(x[2:], axis=-1), rtol=1e-6)
    labels = np.arange(200) % columns
    loss, _ = SparseSoftmaxCrossEntropyWithLogits.kernel(x[4:], labels[4:])
    np.testing.assert_allclose(loss, -logarithms[range(4, 200), labels[4:]], rtol=1e-6)


@pytest.mark.parametrize("kind", [Softmax, LogSoftmax], ids=lambda t: t.name)
@pytest.mark.parametrize("order", [1, 2])
def test_gradients_of_softmax(kind: Any, order: int) -> None:
    agree(lambda x: kind(x) * Const(scope_of(x), weights(LOGITS)), [LOGITS], order)
    agree(lambda x: kind(x) * Const(scope_of(x), weights(LOGITS[0])), [LOGITS[0]], order)


def _dense(x: Output, labels: Array = LABELS) -> Operand:
    return SoftmaxCrossEntropyWithLogits(x, Const(scope_of(x), labels)).loss


def _sparse(x: Output) -> Operand:
    return SparseSoftmaxCrossEntropyWithLogits(x, Const(scope_of(x), np.array([2, 0, 1, 1]))).loss


@pytest.mark.parametrize("build", [_dense, _sparse])
@pytest.mark.parametrize("order", [1, 2])
def test_gradients_of_cross_entropies(build: Any, order: int) -> None:
    agree(lambda x: build(x) * Const(scope_of(x), weights(LOGITS[:, 0])), [LOGITS], order)


def test_gradient_by_the_labels() -> None:
    agree(lambda x: SoftmaxCrossEntropyWithLogits(Const(scope_of(x), LOGITS), x).loss, [LABELS])


def test_gradient_of_the_second_output_alone() -> None:
    agree(lambda x: SoftmaxCrossEntropyWithLogits(x, LABELS).backprop * Const(scope_of(x), weights(LOGITS)), [LOGITS])


def test_dense_and_sparse_labels_mean_the_same() -> None:
    labels = np.array([2, 0, 1, 1])
    dense = SoftmaxCrossEntropyWithLogits.kernel(LOGITS, np.eye(3)[labels])
    for result, wanted in zip(SparseSoftmaxCrossEntropyWithLogits.kernel(LOGITS, labels), dense, strict=True):
        np.testing.assert_allclose(result, wanted)


def test_labels_and_features_are_spread() -> None:
    for features, labels in ((LOGITS[:, :1], LABELS), (LOGITS, LABELS[:1]), (LOGITS[0], LABELS), (LOGITS, LABELS[0])):
        wide = np.broadcast_arrays(features, labels)
        results = SoftmaxCrossEntropyWithLogits.kernel(features, labels)
        for a, b in zip(results, SoftmaxCrossEntropyWithLogits.kernel(*wide), strict=True):
            np.testing.assert_allclose(a, b)


def test_the_gradient_does_not_spread() -> None:
    with pytest.raises(DiagramError, match=r"shape, got \[4,3\] and \[1,3\]"):
        symbolic(lambda x: _dense(x, LABELS[:1]), [LOGITS])


@pytest.mark.parametrize(
    ("kind", "features", "labels", "text"),
    [
        (SoftmaxCrossEntropyWithLogits, LOGITS, LABELS[:, :2], r"shape, got \[4,3\] and \[4,2\]"),
        (SoftmaxCrossEntropyWithLogits, LOGITS[0], LABELS[0], r"matrices \[batch, classes\], got \[3\] and \[3\]"),
        (SparseSoftmaxCrossEntropyWithLogits, LOGITS, np.array([0, 1]), r"one value per row of features \(4\)"),
        (
            SparseSoftmaxCrossEntropyWithLogits,
            LOGITS[0],
            np.array([0]),
            r"features must have the shape \[batch, classes\]",
        ),
        (SparseSoftmaxCrossEntropyWithLogits, LOGITS[:, :0], np.zeros(4, int), "at least one class, got"),
        (
            SparseSoftmaxCrossEntropyWithLogits,
            LOGITS,
            np.zeros((4, 1), int),
            r"labels must have the shape \[batch\], got",
        ),
    ],
)
def test_refusals(kind: Any, features: Array, labels: Array, text: str) -> None:
    with pytest.raises(DiagramError, match=text):
        kind(Scope.new_root_scope(), features, labels)


def test_a_label_that_is_no_class() -> None:
    root = Scope.new_root_scope()
    loss = SparseSoftmaxCrossEntropyWithLogits(root, LOGITS, np.array([0, 1, 3, 2])).loss
    with pytest.raises(DiagramError, match="from 0 to 2, got 3 at index 2"):
        ClientSession(root).run(loss)


def test_a_scalar_has_no_rows() -> None:
    with pytest.raises(DiagramError, match="a scalar"):
        Softmax(Scope.new_root_scope(), 1.0)


def test_shapes_that_are_known_only_in_the_run() -> None:
    root = Scope.new_root_scope()
    x: Output = Placeholder(root, dtype="DT_DOUBLE").as_output()
    loss: Output = SoftmaxCrossEntropyWithLogits(x, LABELS).loss
    (gradient,) = add_symbolic_gradients(root, [loss], [x])
    session = ClientSession(root)
    results = session.run([loss, gradient], feed={x: LOGITS})
    np.testing.assert_allclose(results[0], -np.sum(LABELS * special.log_softmax(LOGITS, axis=1), axis=1))
    np.testing.assert_allclose(results[1], special.softmax(LOGITS, axis=1) - LABELS)
    with pytest.raises(DiagramError, match=r"shape, got \[4,2\] and \[4,3\]"):
        session.run([loss], feed={x: LOGITS[:, :2]})
