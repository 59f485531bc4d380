from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from blocks.base.dtypes import BFLOAT16, HALF, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.scope import Scope, scope_of
from blocks.library.nn.bias import BiasAdd, BiasAddGrad
from blocks.library.nn.losses import InTopK, L2Loss
from blocks.ops import Const
from tests.library.nn.derivatives import agree, weights

VALUE = np.random.default_rng(7).normal(size=(2, 3, 2, 4))


@pytest.mark.parametrize(("data_format", "channels"), [("NHWC", 4), ("NCHW", 3)])
@pytest.mark.parametrize("order", [1, 2])
def test_gradients_of_bias(data_format: str, channels: int, order: int) -> None:
    bias = np.arange(1.0, channels + 1)
    agree(lambda x, b: BiasAdd(x, b, data_format=data_format) * x * x, [VALUE, bias], order)
    agree(lambda x: BiasAddGrad(x * x, data_format=data_format) * Const(scope_of(x), weights(bias)), [VALUE], order)


@pytest.mark.parametrize(
    ("value", "bias", "text"),
    [
        (VALUE, np.zeros(3), r"each of the 4 channels \(NHWC, \[2,3,2,4\]\)"),
        (VALUE, np.zeros((1, 4)), "must be a vector, got"),
        (np.zeros(3), np.zeros(3), r"at least two axes.*got shape \[3\]"),
    ],
)
def test_refusals(value: Array, bias: Array, text: str) -> None:
    with pytest.raises(DiagramError, match=text):
        BiasAdd(Scope.new_root_scope(), value, bias)


@pytest.mark.parametrize("dtype", [HALF, BFLOAT16], ids=str)
def test_sums_of_many_small_floats(dtype: DType) -> None:
    ones = np.ones((3000, 2), dtype.numpy)
    np.testing.assert_allclose(BiasAddGrad.kernel(ones).astype(float), [3000, 3000], rtol=1e-2)
    np.testing.assert_allclose(float(L2Loss.kernel(ones)), 3000, rtol=1e-2)


@pytest.mark.parametrize("shape", [(), (5,), (2, 3), (0, 4)])
@pytest.mark.parametrize("order", [1, 2])
def test_gradients_of_l2_loss(shape: tuple[int, ...], order: int) -> None:
    agree(lambda t: L2Loss(t) * L2Loss(t), [weights(np.zeros(shape))], order)


@given(
    hnp.arrays(np.float32, (3, 4), elements=st.sampled_from([0.0, 1.0, 2.0, np.nan, np.inf])),
    hnp.arrays(np.int32, 3, elements=st.integers(-1, 4)),
    st.integers(-1, 5),
)
def test_in_top_k_is_what_tensorflow_loops_over(predictions: Array, targets: Array, k: int) -> None:
    wanted: list[bool] = []
    for row, target in zip(predictions, targets, strict=True):
        fine = 0 <= target < 4 and bool(np.isfinite(row).all())
        wanted.append(fine and int(sum(row > row[target])) < k)
    assert InTopK.kernel(predictions, targets, k=k).tolist() == wanted
