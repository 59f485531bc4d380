"""Special functions where conventions differ, and derivatives that SciPy does not have.

The numbers are TensorFlow 2.21's, where nothing else is said.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession
from blocks.testing.calls import new

NAN, INF = float("nan"), float("inf")
A = [0.0, 0.0, 0.0, 1.0, INF, INF, 1.0, -1.0, NAN, -0.0, INF, 2.0, 2.0, 0.0]
X = [0.0, 1.0, INF, INF, 1.0, INF, -1.0, 1.0, 1.0, 1.0, 0.0, -0.0, NAN, NAN]
EDGES: list[tuple[str, list[list[float]], list[float]]] = [
    ("Lgamma", [[0.0, -1.0, -0.5, INF, -INF, NAN, -0.0]], [INF, INF, 1.2655121, INF, INF, NAN, INF]),
    (
        "Digamma",
        [[0.0, -0.0, -1.0, -0.5, INF, -INF, NAN, -1e30]],
        [NAN, NAN, NAN, 0.036489964, INF, NAN, NAN, NAN],
    ),
    ("Igamma", [A, X], [0.0, NAN, NAN, 1.0, 0.0, 0.0, NAN, NAN, NAN, NAN, 0.0, 0.0, NAN, NAN]),
    ("Igammac", [A, X], [NAN, NAN, NAN, 0.0, 1.0, 0.0, NAN, NAN, NAN, NAN, 1.0, 1.0, NAN, NAN]),
    (
        "Betainc",
        [
            [0.0, 1.0, INF, -1.0, 1.0, 1.0, 2.0, 2.0, 1e-5],
            [1.0, 0.0, 1.0, 1.0, INF, 1.0, 3.0, 3.0, 2.0],
            [0.5, 0.5, 0.5, 0.5, 0.5, NAN, -0.1, 1.1, 0.5],
        ],
        [NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0.99999807],
    ),
    (
        "Polygamma",
        [
            [0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 1.5, -1.0, 1.0, NAN, 1.0, 1.0, 0.0, 3.0],
            [0.0, 0.0, 0.0, -1.0, -1.0, -1.0, 2.0, 2.0, -1.5, 1.0, NAN, INF, INF, -0.5],
        ],
        [NAN, INF, NAN, NAN, INF, NAN, NAN, NAN, 9.379247, NAN, NAN, 0.0, INF, 193.40909],
    ),
    (
        "Zeta",
        [
            [1.0, 0.5, 2.0, 2.0, 2.0, 2.5, 2.5, NAN, 2.0, INF, 2.0, 3.0, -1.0, 3.0],
            [1.0, 1.0, 0.0, -1.0, -0.5, -0.5, -1.0, 1.0, NAN, 2.0, INF, -1.5, 2.0, -1.0],
        ],
        [INF, NAN, INF, INF, 8.934802, NAN, NAN, NAN, NAN, 0.0, 0.0, 0.11810203, NAN, NAN],
    ),
    (
        "Zeta",
        [
            [0.5, 0.0, NAN, -2.0, 1e30, 1e30, 1e30, INF, INF, INF, INF, INF, INF, 2.0, 3.0],
            [-1.0, 0.0, -2.0, -INF, 10.0, 0.5, 1.0, -1.0, -0.5, 0.5, 1.0, 2.0, INF, -INF, -INF],
        ],
        [NAN, NAN, NAN, NAN, 0.0, INF, 1.0, INF, INF, INF, 1.0, 0.0, 0.0, INF, NAN],
    ),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("name", "inputs", "wanted"), EDGES, ids=[case[0] for case in EDGES])
def test_edges(name: str, inputs: list[list[float]], wanted: list[float], dtype: Any) -> None:
    root = Scope.new_root_scope()
    [result] = ClientSession(root).run([new(name, root, *(np.array(each, dtype) for each in inputs))])
    assert result.dtype == dtype
    np.testing.assert_allclose(result, wanted, rtol=2e-6)


# a, x (both rounded to single precision), the derivative of Igamma by a
BY_A = [
    (0.5, 0.1, -0.8229360977952636),
    (1.0, 1.0, -0.43172971063489896),
    (2.0, 3.0, -0.19742541957920223),
    (10.0, 9.0, -0.12703651192426865),
    (100.0, 110.0, -0.023808656854890364),
    (1e3, 1e3, -0.012616713994069093),
    (1e4, 1.01e4, -0.002415688003123832),
    (0.01, 1.0, -0.22385772627389144),
    (5.0, 100.0, -5.01828190186585e-37),
    (5.0, 1e-4, -9.096291498886676e-22),
    (1e-3, 30.0, -3.045848857799704e-15),
    (1.0, 0.0, 0.0),
    (3.0, INF, 0.0),
    (0.0, 1.0, NAN),
    (-1.0, 1.0, NAN),
]


def test_igamma_by_its_parameter() -> None:
    root = Scope.new_root_scope()
    a, x = (new("Const", root, val=np.array(BY_A, np.float32)[:, i].astype(np.float64)) for i in (0, 1))
    y = new("Igamma", root, a, x)
    [da] = add_symbolic_gradients(root, [y], [a])
    np.testing.assert_allclose(ClientSession(root).run([da])[0], [row[2] for row in BY_A], rtol=1e-8)


# The same once more: by mpmath with 60 digits.
BY_A_TWICE = [
    (1.3156952976700629, 1.333667479667895, 0.01203410732481569),
    (1.25, 1.5, -0.04841423249764978),
    (0.25, 3.0, -0.06870757141395),
    (50.0, 50.5, -0.0005572003280830225),
]


def test_igamma_twice_by_its_parameter() -> None:
    root = Scope.new_root_scope()
    a, x = (new("Const", root, val=np.array(BY_A_TWICE)[:, i]) for i in (0, 1))
    [da] = add_symbolic_gradients(root, [new("Igamma", root, a, x)], [a])
    [result] = ClientSession(root).run(add_symbolic_gradients(root, [da], [a]))
    np.testing.assert_allclose(result, [row[2] for row in BY_A_TWICE], rtol=1e-10)


@pytest.mark.parametrize(
    ("dtype", "wanted"), [(np.float16, 1.6449341), (np.float32, 1.6449341), (np.float64, 1.6449341)]
)
def test_digamma_has_a_gradient_in_half_precision(dtype: Any, wanted: float) -> None:
    root = Scope.new_root_scope()
    x = new("Const", root, val=np.array([1.0], dtype))
    [dx] = add_symbolic_gradients(root, [new("Digamma", root, x)], [x])
    [result] = ClientSession(root).run([dx])
    assert result.dtype == dtype
    np.testing.assert_allclose(result, [wanted], rtol=1e-3)


def test_betainc_at_parameters_of_1_has_a_gradient_at_the_ends() -> None:
    root = Scope.new_root_scope()
    x = new("Const", root, val=np.array([0.0, 1.0]))
    [dx] = add_symbolic_gradients(root, [new("Betainc", root, np.float64(1), np.float64(1), x)], [x])
    np.testing.assert_array_equal(ClientSession(root).run([dx])[0], [1.0, 1.0])  # betainc(1, 1, x) = x


@pytest.mark.parametrize(("a", "b", "x"), [([1.0], 1.0, [0.5, 0.3]), ([[1.0], [1.0]], [1.0, 2.0], 0.5)])
def test_betainc_spreads_only_single_numbers(a: Any, b: Any, x: Any) -> None:
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError, match="scalars"):
        new("Betainc", root, a, b, x)


@pytest.mark.parametrize(
    ("values", "boundaries", "wanted"),
    [
        ([NAN, INF, -INF], [0.0, 1.0], [2, 2, 0]),
        ([0.0, 1.0, 2.0], [1.0, 1.0], [0, 2, 2]),
        ([1.0], [], [0]),
        (np.array([0.1, np.float32(0.1)]), [0.1], [0, 1]),  # boundaries have single precision
        (np.array([2**24 + 1]), [2.0**24, 2.0**24 + 2], [1]),  # integers are compared in single precision
        (np.array([0, 1, 2, -1], np.int32), [-0.5, 0.5, 1.5], [1, 2, 3, 0]),
    ],
)
def test_bucketize(values: Any, boundaries: list[float], wanted: list[int]) -> None:
    root = Scope.new_root_scope()
    [result] = ClientSession(root).run([new("Bucketize", root, values, boundaries=boundaries)])
    assert result.tolist() == wanted


def test_bincount_of_large_integers_is_exact() -> None:
    root = Scope.new_root_scope()
    weights = np.array([2**53 + 1, 1], np.int64)
    [result] = ClientSession(root).run([new("Bincount", root, np.array([1, 1], np.int32), np.int32(2), weights)])
    assert result.tolist() == [0, 2**53 + 2]
