from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import BFLOAT16, HALF
from blocks.base.types import Array
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.nn.activations import Elu, Relu, Relu6, Relu6Grad, ReluGrad, Softplus, Softsign
from blocks.ops import Const
from blocks.run.client import ClientSession
from tests.library.nn.derivatives import agree, symbolic

ALL = [Relu, Relu6, Elu, Softplus, Softsign]
POINTS = np.array([-30.0, -2.0, -0.3, 0.4, 2.5, 7.0])


@pytest.mark.parametrize("kind", ALL, ids=lambda t: t.name)
def test_gradient(kind: Any) -> None:
    agree(lambda x: kind(x) * kind(x), [POINTS])


@pytest.mark.parametrize("kind", ALL, ids=lambda t: t.name)
def test_second_gradient(kind: Any) -> None:
    agree(lambda x: kind(x) * x, [POINTS], order=2)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, BFLOAT16.numpy, np.int32, np.uint8], ids=str)
def test_single_numbers_of_every_kind_are_cut_off(dtype: Any) -> None:
    assert [float(kind.kernel(np.array(9, dtype))) for kind in (Relu, Relu6)] == [9.0, 6.0]


@pytest.mark.parametrize(
    ("kind", "points", "slopes"),
    [(Relu, [0.0], [0.0]), (Relu6, [0.0, 6.0], [0.0, 0.0]), (Elu, [0.0], [1.0]), (Softsign, [0.0], [1.0])],
)
def test_slopes_at_the_corners_are_those_of_tensorflow(kind: Any, points: list[float], slopes: list[float]) -> None:
    assert symbolic(kind, [np.array(points)])[0].tolist() == slopes


def test_nothing_flows_on_from_the_slope_of_a_line() -> None:
    for kind, points in ((Relu, POINTS), (Relu6, POINTS), (Elu, np.array([0.0, 1.0]))):
        assert not symbolic(lambda x, kind=kind: kind(x), [points], order=2)[0].any()


@pytest.mark.parametrize("kind", [*ALL, ReluGrad, Relu6Grad], ids=lambda t: t.name)
def test_the_result_may_take_the_place_of_an_input(kind: Any) -> None:
    inputs = [POINTS + 0.1 * i for i in range(len(kind.inputs))]
    wanted = kind.kernel(*inputs)
    for i in range(len(inputs)):
        again = [x.copy() for x in inputs]
        assert kind.kernel(*again, again[i]) is again[i]
        assert again[i].tolist() == wanted.tolist()


@pytest.mark.parametrize("kind", ALL, ids=lambda t: t.name)
@pytest.mark.parametrize("dtype", [HALF, BFLOAT16], ids=str)
def test_small_floats_stay_what_they_are(kind: Any, dtype: Any) -> None:
    x: Array = POINTS.astype(dtype.numpy)
    root = Scope.new_root_scope()
    y: Output = kind(Const(root, val=x, dtype=dtype)).as_output()
    result = ClientSession(root).run(y)[0]
    assert y.dtype is dtype and result.dtype == x.dtype
    np.testing.assert_allclose(result.astype(float), kind.kernel(x.astype(float)), rtol=1e-2, atol=1e-2)


def test_extremes() -> None:
    x = np.array([-1e30, -800.0, 800.0, 1e30])
    with np.errstate(all="ignore"):
        assert Softplus.kernel(x).tolist() == [0.0, 0.0, 800.0, 1e30]
        assert Elu.kernel(x).tolist() == [-1.0, -1.0, 800.0, 1e30]
        np.testing.assert_allclose(Softsign.kernel(x), [-1, -800 / 801, 800 / 801, 1])
