"""Corners where several answers would make sense: the numbers here were computed with TensorFlow 2.21.0 on a CPU."""

from __future__ import annotations

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.nn.activations import Elu
from blocks.library.nn.bias import BiasAdd, BiasAddGrad
from blocks.library.nn.softmax import SoftmaxCrossEntropyWithLogits
from blocks.ops import Const
from blocks.run.client import ClientSession


def test_channels_first_need_an_axis_after_them() -> None:
    root = Scope.new_root_scope()
    matrix = Const(root, np.ones((2, 3)))
    with pytest.raises(DiagramError, match="at least three axes"):
        BiasAdd(matrix, np.ones(3), data_format="NCHW")
    with pytest.raises(DiagramError, match="at least three axes"):
        BiasAddGrad(matrix, data_format="NCHW")


def test_the_derivative_of_a_cross_entropy_has_no_gradient_by_the_labels() -> None:
    root = Scope.new_root_scope()
    features, labels = Const(root, [[0.5, -1.0, 2.0]]).as_output(), Const(root, [[0.25, 0.25, 0.5]]).as_output()
    call = SoftmaxCrossEntropyWithLogits(features, labels)
    first = add_symbolic_gradients(root, [call.loss], [features])
    assert ClientSession(root).run(add_symbolic_gradients(root, first, [labels]))[0].tolist() == [[0, 0, 0]]


def test_the_slope_of_elu_at_nan_is_one() -> None:
    root = Scope.new_root_scope()
    features = Const(root, np.array([np.nan, -1.0, 0.0, np.inf, -np.inf])).as_output()
    gradients = add_symbolic_gradients(root, [Elu(features)], [features])
    np.testing.assert_allclose(ClientSession(root).run(gradients)[0], [1, 0.36787944117144233, 1, 1, 0])
